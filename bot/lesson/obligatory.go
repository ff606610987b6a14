package lesson

import "doublecorner/game/draughts"

// What is said and shown of what must be taken.

// mustTake has a man that can take, and another that would rather move.
func mustTake(s *stage) *Scene {
	d, forward := s.forwardTake(), s.dirs(s.rules.Man.Moves)[0]
	var sketches []sketch
	for _, other := range []vec{{-3, -1}, {-2, 0}, {-2, -2}, {-4, 0}} {
		quiet := []vec{other, other.plus(forward)}
		k := sketch{
			pieces: []piece{{vec{}, draughts.WhiteMan}, {d, draughts.BlackMan}, {other, draughts.WhiteMan}},
			legal:  [][]vec{{{}, d.times(2)}},
		}
		if s.rules.Capture.Obligatory {
			k.refused = []refusal{{way: quiet, reasons: []draughts.Reason{draughts.CaptureObligatory}}}
		} else {
			k.legal = append(k.legal, quiet)
		}
		sketches = append(sketches, k)
	}
	return s.show(sketches...)
}

func anyCapture(s *stage) bool {
	return s.rules.Capture.Obligatory && len(s.rules.Capture.Prefer) == 0
}

// fork sketches a piece that can take one piece, or two on the other hand.
func (s *stage) fork(mover, one, two draughts.Piece) (k sketch, few, most []vec) {
	ways := s.dirs(s.rules.Man.Takes)
	d := ways[0]
	e, ok := turn(d, ways)
	if !ok {
		e = d
	}
	middle := d.times(2)
	k.pieces = []piece{{vec{}, mover}, {d, two}, {middle.plus(e), two}, {e, one}}
	return k, []vec{{}, e.times(2)}, []vec{{}, middle, middle.plus(e.times(2))}
}

func freeChoice(s *stage) *Scene {
	k, few, most := s.fork(draughts.WhiteMan, draughts.BlackMan, draughts.BlackMan)
	k.legal = [][]vec{few, most}
	return s.show(k)
}

// preferences are the points about which of several captures must be chosen.
func preferences(s *stage) []Point {
	var points []Point
	for _, p := range s.rules.Capture.Prefer {
		of := preferred[p]
		if of.kings && !s.kings() {
			continue // nobody ever has one to take, or to take with
		}
		points = append(points, Point{Key: of.key, Values: []any{"first", len(points) == 0}, shows: func() *Scene { return of.shows(s.afresh()) }})
	}
	return points
}

// preferred says what there is to say of each preference.
var preferred = map[draughts.Preference]struct {
	key   string
	kings bool // it is about kings
	shows func(*stage) *Scene
}{
	draughts.MostPieces:   {key: "lesson.obligatory.most-pieces", shows: mostPieces},
	draughts.MostKings:    {key: "lesson.obligatory.most-kings", kings: true, shows: mostKings},
	draughts.MostValue:    {key: "lesson.obligatory.most-value", shows: mostValue},
	draughts.WithKing:     {key: "lesson.obligatory.with-king", kings: true, shows: withKing},
	draughts.KingsSoonest: {key: "lesson.obligatory.kings-soonest", kings: true, shows: kingsSoonest},
}

func mostPieces(s *stage) *Scene {
	k, few, most := s.fork(draughts.WhiteMan, draughts.BlackMan, draughts.BlackMan)
	return s.prefer(k, most, few, draughts.MorePieces)
}

// prefer shows a sketch in which one capture must be made, and another not.
func (s *stage) prefer(k sketch, must, not []vec, reason draughts.Reason) *Scene {
	k.legal = [][]vec{must}
	k.refused = []refusal{{way: not, jumps: true, reasons: []draughts.Reason{reason}}}
	return s.show(k)
}

func mostKings(s *stage) *Scene {
	ways := s.dirs(s.rules.King.Takes)
	d := ways[0]
	e, ok := turn(d, ways)
	if !ok {
		e = d.times(-1)
	}
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteKing}, {d, draughts.BlackKing}, {e, draughts.BlackMan}}}
	return s.prefer(k, []vec{{}, d.times(2)}, []vec{{}, e.times(2)}, draughts.MoreKings)
}

// mostValue: two men are worth more than a king.
func mostValue(s *stage) *Scene {
	one := draughts.BlackKing
	if !s.kings() || !s.rules.Man.TakesKings {
		one = draughts.BlackMan
	}
	k, few, most := s.fork(draughts.WhiteMan, one, draughts.BlackMan)
	return s.prefer(k, most, few, draughts.MoreValue)
}

// withKing has a king and a man that can take the same piece.
func withKing(s *stage) *Scene {
	ways := s.dirs(s.rules.Man.Takes)
	d := ways[0]
	e, ok := turn(d, ways)
	if !ok {
		return nil
	}
	man := d.plus(e.times(-1))
	k := sketch{pieces: []piece{{vec{}, draughts.WhiteKing}, {d, draughts.BlackMan}, {man, draughts.WhiteMan}}}
	return s.prefer(k, []vec{{}, d.times(2)}, []vec{man, d.plus(e)}, draughts.KingFirst)
}

// kingsSoonest has a king that can take a king and then a man, or a man and then a king.
func kingsSoonest(s *stage) *Scene {
	ways := s.dirs(s.rules.King.Takes)
	d := ways[0]
	e, ok := turn(d, ways)
	if !ok {
		return nil
	}
	e = e.times(-1)
	k := sketch{pieces: []piece{
		{vec{}, draughts.WhiteKing},
		{d, draughts.BlackKing}, {d.times(2).plus(e.times(-1)), draughts.BlackMan},
		{e, draughts.BlackMan}, {e.times(2).plus(d), draughts.BlackKing},
	}}
	must := []vec{{}, d.times(2), d.times(2).plus(e.times(-2))}
	not := []vec{{}, e.times(2), e.times(2).plus(d.times(2))}
	return s.prefer(k, must, not, draughts.KingsSooner)
}
