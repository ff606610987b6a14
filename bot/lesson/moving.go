package lesson

import "doublecorner/game/draughts"

// These functions make the points about moves without capture.

func manMoves(f *finder) []any { return []any{"how", directions(f.rules.Man.Moves)} }

func manMoving(f *finder) *Diagram {
	k := pattern{pieces: white(draughts.WhiteMan)}
	for _, d := range f.dirs(f.rules.Man.Moves) {
		k.rays = append(k.rays, ray{towards: d})
	}
	return f.find(k)
}

// manGoesBack says whether men, which do not move backward, jump backward.
func manGoesBack(f *finder) []any {
	return []any{"jumps", f.rules.Man.Captures&backward != 0}
}

func manBackward(f *finder) *Diagram {
	k := pattern{pieces: white(draughts.WhiteMan)}
	for _, d := range f.dirs(f.rules.Man.Moves) {
		if d.y > 0 {
			k.refused = append(k.refused, forbidMove([]vec{{}, d.times(-1)}, draughts.NoManBackward))
		}
	}
	return f.find(k)
}

func kingMoves(f *finder) []any {
	return []any{"range", f.rules.King.Range, "how", directions(f.rules.King.Moves)}
}

func kingMoving(f *finder) *Diagram {
	k := pattern{pieces: white(draughts.WhiteKing)}
	for _, d := range f.dirs(f.rules.King.Moves) {
		k.rays = append(k.rays, ray{towards: d, far: f.rules.King.Range == draughts.Far})
	}
	return f.find(k)
}

func occupied(f *finder) *Diagram {
	var patterns []pattern
	for _, d := range f.dirs(f.rules.Man.Moves) {
		patterns = append(patterns, pattern{
			pieces:  []piece{{vec{}, draughts.WhiteMan}, {d, draughts.WhiteMan}},
			refused: []forbidden{forbidMove([]vec{{}, d}, draughts.TargetOccupied)},
		})
	}
	return f.find(patterns...)
}

func limitedRun(f *finder) bool { return f.kings() && f.rules.King.RunLimit > 0 }

func runLimit(f *finder) []any { return []any{"n", f.rules.King.RunLimit} }

// tiredKing shows a king that has made its run: another piece must move.
func tiredKing(f *finder) *Diagram {
	d := f.dirs(f.rules.King.Moves)[0]
	forward := f.dirs(f.rules.Man.Moves)[0]
	man := vec{-4, 0}
	return f.find(pattern{
		pieces: []piece{{vec{}, draughts.WhiteKing}, {man, draughts.WhiteMan}}, run: f.rules.King.RunLimit,
		legal:   [][]vec{{man, man.plus(forward)}},
		refused: []forbidden{forbidMove([]vec{{}, d}, draughts.KingRunOver)},
	})
}
