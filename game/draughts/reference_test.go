package draughts_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"doublecorner/game/draughts"
)

// The reference is a second generator, as slow and as obvious as can be: a map of
// pieces, columns and rows, and the rules followed word by word. It shares nothing
// with the real one but the declarations, and TestAgreement compares the two.

type place struct{ x, y int }

func (p place) plus(q place) place { return place{p.x + q.x, p.y + q.y} }

type reference struct {
	variant    *draughts.Variant
	rules      draughts.Rules
	pieces     map[place]draughts.Piece
	turn       draughts.Side
	limited    place // where a king stands that may only capture
	atRunLimit bool
}

func newReference(p draughts.Position) reference {
	r := reference{
		variant: p.Variant(), rules: p.Variant().Rules(),
		pieces: map[place]draughts.Piece{}, turn: p.Turn(),
	}
	for _, placed := range p.Setup().Pieces {
		r.pieces[r.placeOf(placed.Square)] = placed.Piece
	}
	if run := p.Run(p.Turn()); r.rules.King.RunLimit > 0 && run.Moves >= r.rules.King.RunLimit {
		r.limited, r.atRunLimit = r.placeOf(run.King), true
	}
	return r
}

func (r reference) placeOf(q draughts.Square) place {
	x, y := r.variant.XY(q)
	return place{x, y}
}

func (r reference) onBoard(p place) bool { return r.variant.SquareAt(p.x, p.y) != 0 }

// directions returns the steps that a side's pieces take, in columns and rows.
func (r reference) directions(d draughts.Directions, s draughts.Side) []place {
	forward := -1
	if s == draughts.Black {
		forward = 1
	}
	straight := 1
	if r.rules.Board.Playable == draughts.Dark {
		straight = 2
	}
	var steps []place
	add := func(flag draughts.Directions, more ...place) {
		if d&flag != 0 {
			steps = append(steps, more...)
		}
	}
	add(draughts.DiagonalForward, place{-1, forward}, place{1, forward})
	add(draughts.DiagonalBackward, place{-1, -forward}, place{1, -forward})
	add(draughts.StraightForward, place{0, straight * forward})
	add(draughts.StraightBackward, place{0, -straight * forward})
	add(draughts.Sideways, place{-straight, 0}, place{straight, 0})
	return steps
}

func (r reference) lastRow(p place, s draughts.Side) bool {
	return s == draughts.White && p.y == 0 || s == draughts.Black && p.y == r.rules.Board.Size-1
}

// candidate is a move with its path.
type candidate struct {
	from, to place
	between  []place
	captured []place // in order
	crowned  bool
}

// path returns the squares on which the piece comes down, from its origin to the end.
func (r reference) path(d candidate) []draughts.Square {
	squares := []draughts.Square{r.variant.SquareAt(d.from.x, d.from.y)}
	for _, p := range append(slices.Clone(d.between), d.to) {
		squares = append(squares, r.variant.SquareAt(p.x, p.y))
	}
	return squares
}

// moves returns what is legal, each move with the board it leads to, and the paths that
// it can go.
func (r reference) moves() map[string]map[string]bool {
	set := map[string]map[string]bool{}
	for _, d := range r.legal() {
		move := r.describe(d)
		if set[move] == nil {
			set[move] = map[string]bool{}
		}
		set[move][fmt.Sprint(r.path(d))] = true
	}
	return set
}

// over reports whether a king has ended the game.
func (r reference) over() bool {
	return r.rules.Object == draughts.Breakthrough &&
		slices.ContainsFunc(slices.Collect(maps.Values(r.pieces)), draughts.Piece.IsKing)
}

// allCaptures returns the captures of all pieces, whatever the rules prefer.
func (r reference) allCaptures() []candidate {
	var captures []candidate
	for at, piece := range r.pieces {
		if piece.Is(r.turn) {
			captures = append(captures, r.captures(at, piece)...)
		}
	}
	return captures
}

func (r reference) legal() []candidate {
	if r.over() {
		return nil
	}
	var quiet []candidate
	for at, piece := range r.pieces {
		if piece.Is(r.turn) {
			quiet = append(quiet, r.quiet(at, piece)...)
		}
	}
	captures := r.allCaptures()
	for _, preference := range r.rules.Capture.Prefer {
		captures = r.best(captures, preference)
	}
	legal := captures
	if len(captures) == 0 || !r.rules.Capture.Obligatory {
		legal = append(legal, quiet...)
	}
	return legal
}

func (r reference) quiet(at place, piece draughts.Piece) []candidate {
	if r.atRunLimit && at == r.limited && r.hasMen() {
		return nil
	}
	steps, far := r.directions(r.rules.Man.Moves, r.turn), false
	if piece.IsKing() {
		steps, far = r.directions(r.rules.King.Moves, r.turn), r.rules.King.Range == draughts.Far
	}
	var candidates []candidate
	for _, step := range steps {
		for to := at.plus(step); r.onBoard(to) && r.pieces[to] == draughts.NoPiece; to = to.plus(step) {
			candidates = append(candidates, candidate{from: at, to: to, crowned: !piece.IsKing() && r.lastRow(to, r.turn)})
			if !far {
				break
			}
		}
	}
	return candidates
}

func (r reference) hasMen() bool {
	return slices.Contains(slices.Collect(maps.Values(r.pieces)), r.turn.Man())
}

// captures returns every capture of a piece, finished or, where that is allowed,
// stopped on the way.
func (r reference) captures(from place, piece draughts.Piece) []candidate {
	var candidates []candidate
	var jump func(at place, piece draughts.Piece, path, captured []place, came place, crowned bool) bool
	jump = func(at place, piece draughts.Piece, path, captured []place, came place, crowned bool) bool {
		blocked := func(p place) bool {
			if p == from || r.rules.Capture.Removal == draughts.AtOnce && slices.Contains(captured, p) {
				return false
			}
			return r.pieces[p] != draughts.NoPiece
		}
		steps, far, anywhere := r.directions(r.rules.Man.Captures, r.turn), false, false
		if piece.IsKing() {
			steps = r.directions(r.rules.King.Captures, r.turn)
			far = r.rules.King.Reach == draughts.Far
			anywhere = r.rules.King.Landing == draughts.Anywhere
		}
		could := false
		for _, step := range steps {
			if piece.IsKing() && !r.rules.King.TurnsBack && came == (place{-step.x, -step.y}) {
				continue
			}
			jumped := at.plus(step)
			for far && r.onBoard(jumped) && !blocked(jumped) {
				jumped = jumped.plus(step)
			}
			if !r.onBoard(jumped) || !blocked(jumped) || slices.Contains(captured, jumped) || !r.pieces[jumped].Is(r.turn.Opponent()) {
				continue
			}
			if !piece.IsKing() && r.pieces[jumped].IsKing() && !r.rules.Man.CapturesKings {
				continue
			}
			var ends []candidate
			goesOn := false
			for land := jumped.plus(step); r.onBoard(land) && !blocked(land); land = land.plus(step) {
				could = true
				next, crownedNow, over := piece, crowned, false
				if !piece.IsKing() && r.lastRow(land, r.turn) {
					switch r.rules.Man.Crowning {
					case draughts.EndsMove:
						over = true
					case draughts.GoesOn:
						next, crownedNow = r.turn.King(), true
					}
				}
				all := append(slices.Clone(captured), jumped)
				on := !over && jump(land, next, append(slices.Clone(path), land), all, step, crownedNow)
				goesOn = goesOn || on
				if !on || !r.rules.Capture.Obligatory {
					ends = append(ends, candidate{from, land, path, all, crownedNow || !next.IsKing() && r.lastRow(land, r.turn)})
				}
				if !anywhere {
					break
				}
			}
			// A king must land where it can go on, if it can.
			if !goesOn || !r.rules.Capture.Obligatory {
				candidates = append(candidates, ends...)
			}
		}
		return could
	}
	jump(from, piece, nil, nil, place{}, false)
	return candidates
}

// best keeps the captures that do best by one preference.
func (r reference) best(captures []candidate, preference draughts.Preference) []candidate {
	measure := func(d candidate) float64 {
		men, kings, soonest := 0.0, 0.0, 0.0
		weight := 1.0 // of a king, by when it is captured: more than of all later ones
		for _, p := range d.captured {
			if r.pieces[p].IsKing() {
				kings++
				soonest += weight
			} else {
				men++
			}
			weight /= 2
		}
		switch preference {
		case draughts.MostPieces:
			return men + kings
		case draughts.MostKings:
			return kings
		case draughts.MostValue:
			return men + 1.99*kings // three kings are less than six men and more than five
		case draughts.WithKing:
			if r.pieces[d.from].IsKing() {
				return 1
			}
			return 0
		default:
			return soonest
		}
	}
	return bestBy(captures, measure)
}

// bestBy keeps the captures that measure most.
func bestBy(captures []candidate, measure func(candidate) float64) []candidate {
	var kept []candidate
	for _, d := range captures {
		c := 1
		if len(kept) > 0 {
			c = cmp.Compare(measure(d), measure(kept[0]))
		}
		switch {
		case c > 0:
			kept = []candidate{d}
		case c == 0:
			kept = append(kept, d)
		}
	}
	return kept
}

// describe writes a move and the board after it.
func (r reference) describe(d candidate) string {
	after := maps.Clone(r.pieces)
	piece := after[d.from]
	delete(after, d.from)
	if d.crowned {
		piece = r.turn.King()
	}
	var captured draughts.Squares
	for _, p := range d.captured {
		delete(after, p)
		captured = captured.With(r.variant.SquareAt(p.x, p.y))
	}
	after[d.to] = piece // where a captured piece may have stood
	var setup draughts.Setup
	for p, piece := range after {
		setup.Pieces = append(setup.Pieces, draughts.Placed{Square: r.variant.SquareAt(p.x, p.y), Piece: piece})
	}
	return describe(r.variant.SquareAt(d.from.x, d.from.y), r.variant.SquareAt(d.to.x, d.to.y), captured, setup)
}

func describe(from, to draughts.Square, captured draughts.Squares, after draughts.Setup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d to %d, capturing %v:", from, to, captured.List())
	slices.SortFunc(after.Pieces, func(a, b draughts.Placed) int { return cmp.Compare(a.Square, b.Square) })
	for _, placed := range after.Pieces {
		fmt.Fprintf(&b, " %c%d", " wWbB"[placed.Piece], placed.Square)
	}
	return b.String()
}
