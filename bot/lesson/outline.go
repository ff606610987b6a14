package lesson

import (
	"strings"

	"doublecorner/game/draughts"
)

// entry makes one point from a rule set's declaration, or with each, any number of points.
type entry struct {
	key     string
	when    func(*finder) bool     // whether there is such a point; nil: always
	values  func(*finder) []any    // what the sentence depends on; nil: on nothing
	shows   func(*finder) *Diagram // nil: there is nothing to show
	example func(*Diagram) []any   // what the sentence takes from the diagram; nil: nothing

	each func(*finder) []Point
}

// outline lists the topics of the rules pages, each with its entries.
var outline = []struct {
	topic   Topic
	entries []entry
}{
	{Board, []entry{
		{key: "lesson.board.size", values: boardSize, shows: allPlayable},
		{key: "lesson.board.corner", when: onDark, values: boardCorner, shows: corners},
	}},
	{Setup, []entry{
		{key: "lesson.setup.men", values: startingMen, shows: beginning},
	}},
	{Start, []entry{
		{key: "lesson.start.side", values: starter, shows: firstMoves},
		{key: "lesson.start.lot"},
	}},
	{Moving, []entry{
		{key: "lesson.moving.man", values: manMoves, shows: manMoving},
		{key: "lesson.moving.no-backward", values: manGoesBack, shows: manBackward},
		{key: "lesson.moving.king", when: (*finder).kings, values: kingMoves, shows: kingMoving},
		{key: "lesson.moving.empty", shows: occupied},
		{key: "lesson.moving.run", when: limitedRun, values: runLimit, shows: tiredKing},
	}},
	{Jumping, []entry{
		{key: "lesson.jumping.how", shows: jump},
		{key: "lesson.jumping.man", values: manCaptures, shows: manCapturing},
		{key: "lesson.jumping.straight", when: straightOnDark, shows: straightJump},
		{key: "lesson.jumping.man-over-king", when: (*finder).kings, values: manOverKing, shows: jumpedKing},
		{key: "lesson.jumping.king", when: (*finder).kings, values: kingCaptures, shows: kingCapturing},
		{key: "lesson.jumping.behind", shows: twoInLine},
		{key: "lesson.jumping.own", shows: ownPiece},
	}},
	{Several, []entry{
		{key: "lesson.several.on", values: obligatory, shows: jumpOn},
		{key: "lesson.several.once", values: removal, shows: roundAbout},
		{key: "lesson.several.land", when: choosesLanding, shows: landing},
		{key: "lesson.several.back", when: mightTurnBack, values: turnsBack, shows: straightBack},
	}},
	{Crowning, []entry{
		{key: "lesson.crowning.row", values: kingWins, shows: crowned},
		{key: "lesson.crowning.jump", when: goesOnAfterCrowning, values: crowning, shows: crownedJumping},
	}},
	{Obligatory, []entry{
		{key: "lesson.obligatory.take", values: obligatory, shows: mustCapture},
		{key: "lesson.obligatory.any", when: anyCapture, shows: freeChoice},
		{each: preferences},
	}},
	{Ending, []entry{
		{key: "lesson.ending.king", when: firstKing, shows: kingMade},
		{key: "lesson.ending.pieces", values: loserWins, shows: lastPiece},
		{key: "lesson.ending.blocked", values: loserWins, shows: blocked},
		{key: "lesson.ending.resign"},
		{key: "lesson.ending.time", values: hasUnwinnable},
	}},
	{Draws, []entry{
		{key: "lesson.draws.agreed"},
		{key: "lesson.draws.repeated", when: canRepeat, values: repetition, shows: toAndFro},
		{each: counters},
		{each: deadBalances},
		{each: unwinnable},
	}},
	{Notation, []entry{
		{key: "lesson.notation.squares", values: notation, shows: allPlayable},
		{key: "lesson.notation.move", shows: firstMove, example: firstText},
		{key: "lesson.notation.capture", shows: longCapture, example: firstText},
		{key: "lesson.notation.typed", values: typed},
	}},
}

// points returns the points of an entry for a rule set, without their diagrams.
func (e *entry) points(f *finder) []Point {
	if e.each != nil {
		return e.each(f)
	}
	if e.when != nil && !e.when(f) {
		return nil
	}
	p := Point{key: e.key}
	if e.values != nil {
		p.values = e.values(f)
	}
	if e.shows != nil {
		p.find = func() *Diagram { return e.shows(f.withBudget()) }
	}
	if e.example != nil {
		p.draw()
		if p.Diagram == nil {
			return nil
		}
		p.example = e.example(p.Diagram)
	}
	return []Point{p}
}

// directions names directions.
func directions(d draughts.Directions) list {
	if d == draughts.Diagonals|draughts.Straights {
		return list{{Key: "lesson.way.all"}}
	}
	var names list
	for name := range strings.SplitSeq(d.String(), ", ") {
		names = append(names, phrase{Key: "lesson.way." + name})
	}
	return names
}
