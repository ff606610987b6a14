package render

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
)

// gifWriter writes an animated GIF file frame by frame, so that a game of any length
// needs no more memory than two pictures. Package image/gif, which wants all frames at
// once, encodes each frame as a file of its own, and gifWriter joins those files.
type gifWriter struct {
	to     io.Writer
	config image.Config
	before *canvas // the last frame; nil if there is none yet
	file   bytes.Buffer
	pix    []uint8
}

const (
	gifHeader  = 13 + 3*256 // bytes before the first frame: sizes and 256 colours
	gifLoop    = "\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00"
	gifTrailer = "\x3B"
)

// frame adds a picture that is shown for a time in hundredths of a second, and releases it.
// The frame holds only the rectangle that changed since the last one, and in it only the
// pixels that changed.
func (g *gifWriter) frame(now *canvas, delay int) error {
	first := g.before == nil
	if first {
		g.begin(now)
	}
	at := now.changed(g.before)
	g.pix = g.pix[:0]
	for y := at.Min.Y; y < at.Max.Y; y++ {
		old := g.before.row(at.Min.X, y, at.Dx())
		for x, index := range now.row(at.Min.X, y, at.Dx()) {
			if index == old[x] {
				index = unchanged
			}
			g.pix = append(g.pix, index)
		}
	}
	g.before.release()
	g.before = now

	g.file.Reset()
	err := gif.EncodeAll(&g.file, &gif.GIF{
		Image:    []*image.Paletted{{Pix: g.pix, Stride: at.Dx(), Rect: at, Palette: g.config.ColorModel.(color.Palette)}},
		Delay:    []int{delay},
		Disposal: []byte{gif.DisposalNone},
		Config:   g.config,
	})
	if err != nil {
		return err
	}
	file := g.file.Bytes()
	if first {
		if _, err := g.to.Write(append(file[:gifHeader:gifHeader], gifLoop...)); err != nil {
			return err
		}
	}
	_, err = g.to.Write(file[gifHeader : len(file)-len(gifTrailer)])
	return err
}

// begin prepares for frames like the first one.
func (g *gifWriter) begin(first *canvas) {
	colours := slices.Repeat(color.Palette{color.RGBA{A: 255}}, 256)
	for i, c := range first.colours {
		r, g, b := c.rgb()
		colours[i] = color.RGBA{r, g, b, 255}
	}
	colours[unchanged] = color.RGBA{}
	g.config = image.Config{ColorModel: colours, Width: first.width, Height: first.height}
	g.before = newCanvas(first.width, first.height, first.palette)
	for i := range g.before.pix {
		g.before.pix[i] = unchanged
	}
}

func (g *gifWriter) close() error {
	g.before.release()
	_, err := io.WriteString(g.to, gifTrailer)
	return err
}
