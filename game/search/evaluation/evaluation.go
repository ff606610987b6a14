// Package evaluation values positions without looking ahead.
//
// An Evaluator sums weights: for the men on windows of eight squares, each window with a weight for
// each of its 6561 patterns, which depends on who has kings; for the kings on each square, and each with
// every other piece; for what pieces both sides have, moves, and the turn. Every weight is a pair, for many
// and for few pieces on the board, and what counts lies in between.
//
// A position turned by 180 degrees with the sides exchanged is worth the same to the side to move,
// so both share one weight: half of the windows look from White's end and the other half from
// Black's.
//
// The weights come from games that the program has played against itself (see ../train). Rule sets
// without such weights are valued by material, advancement and mobility.
package evaluation

import (
	"fmt"
	"math"
	"slices"

	"doublecorner/game/draughts"
)

// Pair is one weight: what something is worth while all pieces are on the board, and what it would be
// worth without any, each in units of a hundredth of a man.
type Pair struct{ Many, Few int16 }

// Unit is how many units of a Pair are a hundredth of a man.
const Unit = 4

// NewPair returns a weight in hundredths of a man.
func NewPair(many, few float64) Pair { return Pair{clamp(many * Unit), clamp(few * Unit)} }

// windowSlots is windowStates, made a power of two so that an index needs no check.
const windowSlots = 8192

// Evaluator values positions of one rule set. It is safe for use by several goroutines at once.
type Evaluator struct {
	features *Features
	windows  [windowCases][windowPairs][windowSlots]Pair
	wide     [][wideStates]Pair // with what the windows inside are worth; none: the windows do
	terms    [kingSquares]Pair
	kings    [128]Pair // by bit, for a white king
	turned   [128]Pair // by bit, for a black king
	armies   []Pair    // by two armies
	beside   []Pair    // by a king and another piece; none: they are worth nothing
	pieces   int       // how many there are at the start
}

// New returns an Evaluator with weights by the ids of features: all, or those before the rare ones.
func New(f *Features, weights []Pair) *Evaluator {
	if len(weights) != f.Len() && len(weights) != f.firstWide() {
		panic(fmt.Sprintf("evaluation: %d weights for %d features", len(weights), f.Len()))
	}
	e := &Evaluator{features: f, pieces: f.pieces}
	var buffer []Feature
	for c := range e.windows {
		for i := range e.windows[c] {
			for pattern := range windowStates {
				many, few := 0, 0
				buffer = appendPattern(buffer[:0], c, i, pattern, 1)
				for _, x := range buffer {
					many += int(weights[x.ID].Many)
					few += int(weights[x.ID].Few)
				}
				e.windows[c][i][pattern] = Pair{clamp(float64(many)), clamp(float64(few))}
			}
		}
	}
	if len(weights) == f.Len() {
		matters := func(w Pair) bool { return w != Pair{} }
		if wide := weights[f.firstWide():f.firstNeighbor()]; slices.ContainsFunc(wide, matters) {
			e.widen(wide)
		}
		if beside := weights[f.firstNeighbor():]; slices.ContainsFunc(beside, matters) {
			e.beside = slices.Clone(beside)
		}
	}
	others := weights[firstTerm:]
	copy(e.terms[:], others)
	e.armies = slices.Clone(weights[f.firstArmies():f.firstWide()])
	for bit, id := range f.kingTerm {
		if id != 0 {
			e.kings[bit] = others[id]
			e.turned[bit] = others[f.turnedKingTerm[bit]]
		}
	}
	return e
}

// widen gives the Evaluator its wide windows.
func (e *Evaluator) widen(weights []Pair) {
	e.wide = make([][wideStates]Pair, widePairs)
	for i := range e.wide {
		wide := e.wide[i][:]
		copy(wide, weights[i*wideStates:])
		for _, in := range e.features.inside[i] {
			window := &e.windows[0][in.window]
			for pattern := range wide {
				w := window[in.first[pattern%halfWideStates]+in.last[pattern/halfWideStates]]
				wide[pattern] = Pair{saturated(wide[pattern].Many, w.Many), saturated(wide[pattern].Few, w.Few)}
			}
		}
	}
}

// saturated returns a sum, or the number nearest to it.
func saturated(a, b int16) int16 {
	return int16(max(-math.MaxInt16, min(math.MaxInt16, int(a)+int(b))))
}

// Value returns what a position is worth to the side to move, in hundredths of a man.
func (e *Evaluator) Value(n *draughts.Node) int {
	white, black := n.Us, n.Them
	if n.Turn == draughts.Black {
		white, black = black, white
	}
	f := e.features
	many, few := 0, 0
	if len(e.wide) == widePairs && n.Kings.Empty() {
		many, few = e.seenWide(white, black)
	} else {
		many, few = e.seen(white, black, n.Kings)
	}
	add := func(times int, w Pair) {
		many += times * int(w.Many)
		few += times * int(w.Few)
	}
	b := f.terms.balance(white, black, n.Kings)
	add(b.men, e.terms[man])
	add(b.kings, e.terms[king])
	add(b.manMoves, e.terms[manMoves])
	add(b.kingMoves, e.terms[kingMoves])
	toMove := 1 - 2*int(n.Turn)
	add(toMove, e.terms[turn])
	add(toMove*f.terms.opposition(white, black), e.terms[opposition])
	for kings := white.And(n.Kings); !kings.Empty(); {
		add(1, e.kings[first(&kings)])
	}
	for kings := black.And(n.Kings); !kings.Empty(); {
		add(-1, e.turned[first(&kings)])
	}
	if id, times := f.compare(white, black, n.Kings); times != 0 {
		add(times, e.armies[id])
	}
	if len(e.beside) > 0 && !n.Kings.Empty() {
		m, w := e.seenByKings(white, black, n.Kings, n.Turn == draughts.White, &f.places)
		many, few = many+m, few+w
		m, w = e.seenByKings(black, white, n.Kings, n.Turn == draughts.Black, &f.turnedPlaces)
		many, few = many-m, few-w
	}
	pieces := min(white.Len()+black.Len(), e.pieces)
	value := (many*pieces + few*(e.pieces-pieces)) / (e.pieces * Unit)
	return toMove * value
}

// seen returns what White sees through the windows, less what Black sees.
func (e *Evaluator) seen(white, black, kings draughts.Bits) (many, few int) {
	at := e.features.windows.find(white.Without(kings), black.Without(kings))
	ownCase, turnedCase := casesOf(white, black, kings)
	ownWindows, turnedWindows := &e.windows[ownCase], &e.windows[turnedCase]
	for i := range windowPairs / 2 {
		own, turned := ownWindows[i][at.a&(windowSlots-1)], turnedWindows[i][at.c&(windowSlots-1)]
		many += int(own.Many) - int(turned.Many)
		few += int(own.Few) - int(turned.Few)
		j := windowPairs/2 + i
		own, turned = ownWindows[j][at.b&(windowSlots-1)], turnedWindows[j][at.d&(windowSlots-1)]
		many += int(own.Many) - int(turned.Many)
		few += int(own.Few) - int(turned.Few)
		at = vector{at.a >> 16, at.b >> 16, at.c >> 16, at.d >> 16}
	}
	return many, few
}

// seenWide is seen through the wide windows, where no side has kings.
func (e *Evaluator) seenWide(white, black draughts.Bits) (many, few int) {
	const field, slots = 21, 1 << 21
	at := e.features.wide.find(white, black)
	for i := range widePairs / 2 {
		own, turned := e.wide[i][at.a%slots], e.wide[i][at.c%slots]
		many += int(own.Many) - int(turned.Many)
		few += int(own.Few) - int(turned.Few)
		j := widePairs/2 + i
		own, turned = e.wide[j][at.b%slots], e.wide[j][at.d%slots]
		many += int(own.Many) - int(turned.Many)
		few += int(own.Few) - int(turned.Few)
		at = vector{at.a >> field, at.b >> field, at.c >> field, at.d >> field}
	}
	return many, few
}

// seenByKings returns what the kings of a side are worth for the pieces around them.
func (e *Evaluator) seenByKings(own, theirs, kings draughts.Bits, toMove bool, places *[128]uint8) (many, few int) {
	f := e.features
	sets := neighborsOf(own, theirs, kings)
	for left := sets[ownKing]; !left.Empty(); {
		bit := first(&left)
		for kind, set := range sets {
			row := e.beside[f.firstBeside(int(places[bit]), toMove, kind):]
			for !set.Empty() {
				if other := first(&set); other != bit {
					w := row[places[other]]
					many += int(w.Many)
					few += int(w.Few)
				}
			}
		}
	}
	return many, few
}

// clamp returns a weight as it is kept.
func clamp(w float64) int16 {
	return int16(max(-math.MaxInt16, min(math.MaxInt16, math.Round(w))))
}
