package lesson

import "doublecorner/game/draughts"

// These functions make the points about what must be captured.

// mustCapture shows a man that can capture, and another that can move.
func mustCapture(f *finder) *Diagram {
	d, forward := f.forwardCapture(), f.dirs(f.rules.Man.Moves)[0]
	var patterns []pattern
	for _, other := range []vec{{-3, -1}, {-2, 0}, {-2, -2}, {-4, 0}} {
		quiet := []vec{other, other.plus(forward)}
		k := pattern{
			pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}, {other, draughts.WhiteMan}},
			legal:  [][]vec{{{}, d.times(2)}},
		}
		if f.rules.Capture.Obligatory {
			k.refused = []forbidden{forbidMove(quiet, draughts.CaptureObligatory)}
		} else {
			k.legal = append(k.legal, quiet)
		}
		patterns = append(patterns, k)
	}
	return f.find(patterns...)
}

func anyCapture(f *finder) bool {
	return f.rules.Capture.Obligatory && len(f.rules.Capture.Prefer) == 0
}

// fork describes a piece that can capture one piece on one path, and two on another.
func (f *finder) fork(mover, one, two draughts.Piece) (k pattern, few, most []vec) {
	d, e, ok := turn(f.dirs(f.rules.Man.Captures))
	if !ok {
		e = d
	}
	middle := d.times(2)
	k.pieces = []piece{{vec{}, mover}, {d, two}, {middle.plus(e), two}, {e, one}}
	return k, []vec{{}, e.times(2)}, []vec{{}, middle, middle.plus(e.times(2))}
}

func freeChoice(f *finder) *Diagram {
	k, few, most := f.fork(draughts.WhiteMan, draughts.BlackMan, draughts.BlackMan)
	k.legal = [][]vec{few, most}
	return f.find(k)
}

// preferences returns the points about which of several captures must be chosen.
func preferences(f *finder) []Point {
	var points []Point
	for _, p := range f.rules.Capture.Prefer {
		of := preferred[p]
		if of.kings && !f.kings() {
			continue // kings never capture and are never captured
		}
		points = append(points, Point{key: of.key, values: []any{"first", len(points) == 0}, find: func() *Diagram { return of.shows(f.withBudget()) }})
	}
	return points
}

// preferred holds the point about each preference.
var preferred = map[draughts.Preference]struct {
	key   string
	kings bool // whether it is about kings
	shows func(*finder) *Diagram
}{
	draughts.MostPieces:   {key: "lesson.obligatory.most-pieces", shows: mostPieces},
	draughts.MostKings:    {key: "lesson.obligatory.most-kings", kings: true, shows: mostKings},
	draughts.MostValue:    {key: "lesson.obligatory.most-value", shows: mostValue},
	draughts.WithKing:     {key: "lesson.obligatory.with-king", kings: true, shows: withKing},
	draughts.KingsSoonest: {key: "lesson.obligatory.kings-soonest", kings: true, shows: kingsSoonest},
}

func mostPieces(f *finder) *Diagram {
	k, few, most := f.fork(draughts.WhiteMan, draughts.BlackMan, draughts.BlackMan)
	return f.prefer(k, most, few, draughts.MorePieces)
}

// prefer shows a pattern in which one capture must be made, and another is refused.
func (f *finder) prefer(k pattern, must, not []vec, reason draughts.Reason) *Diagram {
	k.legal = [][]vec{must}
	k.refused = []forbidden{forbidJump(not, reason)}
	return f.find(k)
}

func mostKings(f *finder) *Diagram {
	d, e, ok := turn(f.dirs(f.rules.King.Captures))
	if !ok {
		e = d.times(-1)
	}
	k := pattern{pieces: []piece{{vec{}, draughts.WhiteKing}, {d, draughts.BlackKing}, {e, draughts.BlackMan}}}
	return f.prefer(k, []vec{{}, d.times(2)}, []vec{{}, e.times(2)}, draughts.MoreKings)
}

// mostValue shows that two men are worth more than a king.
func mostValue(f *finder) *Diagram {
	one := draughts.BlackKing
	if !f.kings() || !f.rules.Man.CapturesKings {
		one = draughts.BlackMan
	}
	k, few, most := f.fork(draughts.WhiteMan, one, draughts.BlackMan)
	return f.prefer(k, most, few, draughts.MoreValue)
}

// withKing shows a king and a man that can capture the same piece.
func withKing(f *finder) *Diagram {
	d, e, ok := turn(f.dirs(f.rules.Man.Captures))
	if !ok {
		return nil
	}
	man := d.plus(e.times(-1))
	k := pattern{pieces: []piece{{vec{}, draughts.WhiteKing}, {d, draughts.BlackMan}, {man, draughts.WhiteMan}}}
	return f.prefer(k, []vec{{}, d.times(2)}, []vec{man, d.plus(e)}, draughts.KingFirst)
}

// kingsSoonest shows a king that can capture a king and then a man, or a man and then a king.
func kingsSoonest(f *finder) *Diagram {
	d, e, ok := turn(f.dirs(f.rules.King.Captures))
	if !ok {
		return nil
	}
	e = e.times(-1)
	k := pattern{pieces: []piece{
		{vec{}, draughts.WhiteKing},
		{d, draughts.BlackKing}, {d.times(2).plus(e.times(-1)), draughts.BlackMan},
		{e, draughts.BlackMan}, {e.times(2).plus(d), draughts.BlackKing},
	}}
	must := []vec{{}, d.times(2), d.times(2).plus(e.times(-2))}
	not := []vec{{}, e.times(2), e.times(2).plus(d.times(2))}
	return f.prefer(k, must, not, draughts.KingsSooner)
}
