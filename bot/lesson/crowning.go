package lesson

import "doublecorner/game/draughts"

// addCrowning adds the points about crowning.
func (c *Chapter) addCrowning() {
	c.add("lesson.crowning.row", c.crowned, "wins", !c.kings())
	// If the first king ends the game, only a man that passes the last row can jump on from there.
	if crowning := c.rules.Man.Crowning; c.kings() || crowning == draughts.Passes {
		c.add("lesson.crowning.jump", c.crownedJumping, "crowning", crowning)
	}
	if c.kings() {
		c.add("lesson.crowning.king", c.kingJumping)
		c.add("lesson.crowning.crown", c.kingBesideMan)
	}
}

func (f *finder) crowned() *Diagram {
	var patterns []pattern
	for _, d := range f.dirs(f.rules.Man.Moves) {
		if imag(d) > 0 {
			patterns = append(patterns, pattern{pieces: white(draughts.WhiteMan), legal: []path{{0, d}}, holds: crowns})
		}
	}
	return f.find(patterns...).captioned("lesson.caption.king")
}

func crowns(_ draughts.Position, legal []draughts.Move) bool { return legal[0].Crowns() }

// passes reports whether the first move jumps to the last row first. It may still end there,
// going sideways.
func passes(p draughts.Position, legal []draughts.Move) bool {
	_, y := p.Variant().XY(p.Path(legal[0])[1])
	return y == 0
}

// crownedJumping shows a man that reaches the last row by a jump, and from there could jump
// on as a king, or as a man.
func (f *finder) crownedJumping() *Diagram {
	man := f.rules.Man
	onward := f.rules.King.Captures
	if man.Crowning == draughts.Passes {
		onward = man.Captures
	}
	var patterns []pattern
	for _, d := range f.dirs(man.Captures) {
		for _, e := range f.dirs(onward) {
			if imag(d) <= 0 || imag(e) > 0 || along(d, e) {
				continue
			}
			for _, n := range []vec{2, 1} { // first farther away, where only a king reaches
				on := path{0, 2 * d, 2*d + (n+1)*e}
				k := pattern{pieces: white(draughts.WhiteMan, d, 2*d+n*e), legal: []path{on}, holds: crowns}
				switch man.Crowning {
				case draughts.EndsMove:
					k.legal = []path{on[:2]}
					k = k.refuse(on, draughts.CrownedSoEnded)
				case draughts.Passes:
					k.holds = passes
				}
				patterns = append(patterns, k)
			}
		}
	}
	// If nothing can jump on from the last row, crowning ends every capture.
	for _, d := range f.dirs(man.Captures) {
		patterns = append(patterns, pattern{pieces: white(draughts.WhiteMan, d), legal: []path{{0, 2 * d}}, holds: crowns})
	}
	return f.find(patterns...)
}

// kingJumping shows a king that jumps to the last row, and on from there.
func (f *finder) kingJumping() *Diagram {
	var patterns []pattern
	dirs := f.dirs(f.rules.King.Captures)
	for _, d := range dirs {
		for _, e := range dirs {
			if imag(d) > 0 && imag(e) <= 0 && !along(d, e) {
				patterns = append(patterns, pattern{
					pieces: white(draughts.WhiteKing, d, 2*d+e),
					legal:  []path{{0, 2 * d, 2*d + 2*e}}, holds: passes,
				})
			}
		}
	}
	return f.find(patterns...)
}

func (f *finder) kingBesideMan() *Diagram {
	return f.find(pattern{pieces: []piece{{0, draughts.WhiteKing}, {2, draughts.WhiteMan}}})
}
