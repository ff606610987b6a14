package lesson

import (
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// addObligatory adds the points about what must be captured.
func (c *Chapter) addObligatory() {
	capture := c.rules.Capture
	c.add("lesson.obligatory.take", c.mustCapture, "must", capture.Obligatory)
	if capture.Obligatory && len(capture.Prefer) == 0 {
		c.add("lesson.obligatory.any", c.freeChoice)
	}
	if capture.Obligatory && c.kings() && c.rules.Man.CapturesKings {
		c.add("lesson.obligatory.bait", c.bait)
	}
	if capture.Obligatory && c.kings() {
		c.add("lesson.obligatory.sacrifice", c.sacrifice)
	}
	first := true
	for _, p := range capture.Prefer {
		about := preferred[p]
		if about.kings && !c.kings() {
			continue // kings never capture and are never captured
		}
		c.add(about.key, func() *Diagram { return about.shows(c.finder) }, "first", first)
		first = false
	}
}

// preferred holds the point about each preference.
var preferred = map[draughts.Preference]struct {
	key   string
	kings bool // whether it is about kings
	shows func(*finder) *Diagram
}{
	draughts.MostPieces:   {"lesson.obligatory.most-pieces", false, (*finder).mostPieces},
	draughts.MostKings:    {"lesson.obligatory.most-kings", true, (*finder).mostKings},
	draughts.MostValue:    {"lesson.obligatory.most-value", false, (*finder).mostValue},
	draughts.WithKing:     {"lesson.obligatory.with-king", true, (*finder).withKing},
	draughts.KingsSoonest: {"lesson.obligatory.kings-soonest", true, (*finder).kingsSoonest},
}

// mustCapture shows a man that can capture, and another that can move.
func (f *finder) mustCapture() *Diagram {
	d, forward := f.forwardCapture(), f.dirs(f.rules.Man.Moves)[0]
	var patterns []pattern
	for _, other := range []vec{-3 - 1i, -2, -2 - 2i, -4} {
		k := pattern{
			pieces: []piece{{0, draughts.WhiteMan}, {d, draughts.BlackMan}, {other, draughts.WhiteMan}},
			legal:  []path{{0, 2 * d}}, quiet: true,
		}
		move := path{other, other + forward}
		if f.rules.Capture.Obligatory {
			k = k.refuse(move, draughts.CaptureObligatory)
		} else {
			k.legal = append(k.legal, move)
		}
		patterns = append(patterns, k)
	}
	return f.find(patterns...)
}

// bait shows a king that a man must capture, and the opponent's answer, along another line if that
// can be.
func (f *finder) bait() *Diagram {
	d, e, _ := turn(f.dirs(f.rules.Man.Captures))
	var after draughts.Position
	var replies []draughts.Move
	var patterns []pattern
	for _, from := range []vec{2*d + e, 3 * d} {
		patterns = append(patterns, pattern{
			pieces: []piece{{0, draughts.WhiteMan}, {d, draughts.BlackKing}, {from, draughts.BlackMan}},
			legal:  []path{{0, 2 * d}},
			holds: func(p draughts.Position, legal []draughts.Move) bool {
				after = p.Play(legal[0])
				replies = after.Moves()
				return len(replies) == 1 && replies[0].Captured().Has(legal[0].To())
			},
		})
	}
	diagram := f.find(patterns...)
	if diagram == nil {
		return nil
	}
	diagram.addArrow(render.Proposed, after.Path(replies[0])...)
	diagram.reply = after.Full(replies[0], f.rules.Board.Notation)
	return diagram.captioned("lesson.caption.bait")
}

// sacrifice shows a man that a king must capture, and the capture of that king.
func (f *finder) sacrifice() *Diagram {
	var after, end draughts.Position
	var reply, back draughts.Move
	holds := func(p draughts.Position, legal []draughts.Move) bool {
		after = p.Play(legal[0])
		replies := after.Moves()
		if len(replies) != 1 || !replies[0].IsCapture() {
			return false
		}
		reply, end = replies[0], after.Play(replies[0])
		backs := end.Moves()
		if len(backs) != 1 || !backs[0].Captured().Has(reply.To()) {
			return false
		}
		back = backs[0]
		return true
	}
	diagram := f.find(f.offers(holds)...)
	if diagram == nil {
		return nil
	}
	diagram.addArrow(render.Proposed, after.Path(reply)...)
	diagram.addArrow(render.Proposed, end.Path(back)...)
	n := f.rules.Board.Notation
	diagram.reply, diagram.back = after.Full(reply, n), end.Full(back, n)
	return diagram.captioned("lesson.caption.sacrifice")
}

// offers describes men that go where a king can capture them, with a guard that can then capture the king, and
// perhaps another piece that lets the king land nowhere else.
func (f *finder) offers(holds func(draughts.Position, []draughts.Move) bool) []pattern {
	guard, captures := draughts.WhiteMan, f.rules.Man.Captures
	if !f.rules.Man.CapturesKings {
		guard, captures = draughts.WhiteKing, f.rules.King.Captures
	}
	var patterns []pattern
	for _, blocked := range []bool{false, true} {
		for _, d := range f.dirs(f.rules.Man.Moves) {
			for _, e := range f.dirs(f.rules.King.Captures) {
				for _, g := range f.dirs(captures) {
					k := pattern{
						pieces: []piece{{0, draughts.WhiteMan}, {d - e, draughts.BlackKing}, {d + e - g, guard}},
						legal:  []path{{0, d}}, holds: holds,
					}
					if blocked {
						k.pieces = append(k.pieces, piece{d + 2*e, draughts.WhiteMan})
					}
					patterns = append(patterns, k)
				}
			}
		}
	}
	return patterns
}

// fork describes a man that can capture one piece on one path, and two on another.
func (f *finder) fork(one draughts.Piece) (k pattern, few, most path) {
	d, e, _ := turn(f.dirs(f.rules.Man.Captures))
	k.pieces = []piece{{0, draughts.WhiteMan}, {d, draughts.BlackMan}, {2*d + e, draughts.BlackMan}, {e, one}}
	return k, path{0, 2 * e}, path{0, 2 * d, 2*d + 2*e}
}

func (f *finder) freeChoice() *Diagram {
	k, few, most := f.fork(draughts.BlackMan)
	k.legal = []path{few, most}
	return f.find(k)
}

// prefer shows a pattern in which one capture must be made, and another is refused.
func (f *finder) prefer(k pattern, must, not path, reason draughts.Reason) *Diagram {
	k.legal = []path{must}
	return f.find(k.refuse(not, reason))
}

func (f *finder) mostPieces() *Diagram {
	k, few, most := f.fork(draughts.BlackMan)
	return f.prefer(k, most, few, draughts.MorePieces)
}

func (f *finder) mostKings() *Diagram {
	d, e, ok := turn(f.dirs(f.rules.King.Captures))
	if !ok {
		e = -d
	}
	k := pattern{pieces: []piece{{0, draughts.WhiteKing}, {d, draughts.BlackKing}, {e, draughts.BlackMan}}}
	return f.prefer(k, path{0, 2 * d}, path{0, 2 * e}, draughts.MoreKings)
}

// mostValue shows that two men are worth more than a king.
func (f *finder) mostValue() *Diagram {
	one := draughts.BlackKing
	if !f.kings() || !f.rules.Man.CapturesKings {
		one = draughts.BlackMan
	}
	k, few, most := f.fork(one)
	return f.prefer(k, most, few, draughts.MoreValue)
}

// withKing shows a king and a man that can capture the same piece.
func (f *finder) withKing() *Diagram {
	d, e, ok := turn(f.dirs(f.rules.Man.Captures))
	if !ok {
		return nil
	}
	k := pattern{pieces: []piece{{0, draughts.WhiteKing}, {d, draughts.BlackMan}, {d - e, draughts.WhiteMan}}}
	return f.prefer(k, path{0, 2 * d}, path{d - e, d + e}, draughts.KingFirst)
}

// kingsSoonest shows a king that can capture a king and then a man, or a man and then a king.
func (f *finder) kingsSoonest() *Diagram {
	d, e, ok := turn(f.dirs(f.rules.King.Captures))
	if !ok {
		return nil
	}
	k := pattern{pieces: []piece{
		{0, draughts.WhiteKing},
		{d, draughts.BlackKing}, {2*d + e, draughts.BlackMan},
		{-e, draughts.BlackMan}, {d - 2*e, draughts.BlackKing},
	}}
	return f.prefer(k, path{0, 2 * d, 2*d + 2*e}, path{0, -2 * e, 2*d - 2*e}, draughts.KingsSooner)
}
