package render

// Colour is a colour as 0xRRGGBB.
type Colour uint32

// rgb returns the three channels.
func (c Colour) rgb() (r, g, b uint8) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c)
}

// over returns the colour of ground under c, which is opaque by part 256ths.
func (c Colour) over(ground Colour, part int) Colour {
	mix := func(shift int) Colour {
		a, b := int(c>>shift&255), int(ground>>shift&255)
		return Colour((a*part+b*(256-part)+128)>>8) << shift
	}
	return mix(16) | mix(8) | mix(0)
}

// distance returns how different two colours look: a square, with the weights of the eye.
func (c Colour) distance(d Colour) int {
	r := int(c>>16&255) - int(d>>16&255)
	g := int(c>>8&255) - int(d>>8&255)
	b := int(c&255) - int(d&255)
	return 3*r*r + 6*g*g + 2*b*b
}
