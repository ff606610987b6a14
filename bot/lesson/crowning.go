package lesson

import "doublecorner/game/draughts"

// These functions make the points about crowning.

func kingWins(f *finder) []any { return []any{"wins", !f.kings()} }

func crowned(f *finder) *Diagram {
	var patterns []pattern
	for _, d := range f.dirs(f.rules.Man.Moves) {
		if d.y > 0 {
			patterns = append(patterns, pattern{
				pieces: white(draughts.WhiteMan), legal: [][]vec{{{}, d}}, holds: crowns,
			})
		}
	}
	return f.find(patterns...)
}

func crowns(_ draughts.Position, legal []draughts.Move) bool { return legal[0].Crowns() }

// goesOnAfterCrowning reports whether a man can jump on from the last row. If the first king
// ends the game, only a man that passes the last row can.
func goesOnAfterCrowning(f *finder) bool { return f.kings() || f.rules.Man.Crowning == draughts.Passes }

func crowning(f *finder) []any { return []any{"crowning", f.rules.Man.Crowning} }

// crownedJumping shows a man that reaches the last row by a jump, and from there could jump
// on as a king, or as a man.
func crownedJumping(f *finder) *Diagram {
	directions := f.rules.King.Captures
	if f.rules.Man.Crowning == draughts.Passes {
		directions = f.rules.Man.Captures
	}
	var patterns []pattern
	for _, d := range f.dirs(f.rules.Man.Captures) {
		if d.y <= 0 {
			continue
		}
		for _, e := range f.dirs(directions) {
			if e.y > 0 || e.isAlong(d) {
				continue
			}
			row := d.times(2)
			for _, n := range []int{2, 1} { // first farther away, where only a king reaches
				k := pattern{pieces: white(draughts.WhiteMan, d, row.plus(e.times(n)))}
				path := []vec{{}, row, row.plus(e.times(n + 1))}
				switch f.rules.Man.Crowning {
				case draughts.EndsMove:
					k.legal, k.holds = [][]vec{path[:2]}, crowns
					k.refused = []forbidden{forbidJump(path, draughts.CrownedSoEnded)}
				case draughts.GoesOn:
					k.legal, k.holds = [][]vec{path}, crowns
				case draughts.Passes: // it may still end on that row, going sideways
					k.legal = [][]vec{path}
					k.holds = func(p draughts.Position, legal []draughts.Move) bool {
						_, y := p.Variant().XY(p.Path(legal[0])[1])
						return y == 0
					}
				}
				patterns = append(patterns, k)
			}
		}
	}
	// If nothing can jump on from the last row, crowning ends every capture.
	for _, d := range f.dirs(f.rules.Man.Captures) {
		patterns = append(patterns, pattern{
			pieces: white(draughts.WhiteMan, d), legal: [][]vec{{{}, d.times(2)}}, holds: crowns,
		})
	}
	return f.find(patterns...)
}
