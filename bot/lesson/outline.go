package lesson

import (
	"strings"

	"doublecorner/game/draughts"
)

// outline is every rule page: its topics, and of each what there is to say.
var outline []struct {
	topic Topic
	rules []rule
}

// rule makes the point of a rule set's declaration that one sentence is about.
type rule struct {
	key     string
	when    func(*stage) bool  // whether there is something to say; nil: always
	values  func(*stage) []any // what the sentence says; nil: nothing varies
	shows   func(*stage) *Scene
	example func(*Scene) []any // what the sentence names of the scene

	each func(*stage) []Point // instead: a point for each part of a list
}

func init() { // for the scenes and this table speak of each other
	outline = []struct {
		topic Topic
		rules []rule
	}{
		{Board, []rule{
			{key: "lesson.board.size", values: boardSize, shows: allPlayable},
			{key: "lesson.board.corner", when: onDark, values: boardCorner, shows: corners},
		}},
		{Setup, []rule{
			{key: "lesson.setup.men", values: startingMen, shows: beginning},
		}},
		{Start, []rule{
			{key: "lesson.start.side", values: starter, shows: firstMoves},
			{key: "lesson.start.lot"},
		}},
		{Moving, []rule{
			{key: "lesson.moving.man", values: manMoves, shows: manMoving},
			{key: "lesson.moving.no-backward", values: manGoesBack, shows: manBackward},
			{key: "lesson.moving.king", when: (*stage).kings, values: kingMoves, shows: kingMoving},
			{key: "lesson.moving.empty", shows: occupied},
			{key: "lesson.moving.run", when: limitedRun, values: runLimit, shows: tiredKing},
		}},
		{Jumping, []rule{
			{key: "lesson.jumping.how", shows: jump},
			{key: "lesson.jumping.man", values: manTakes, shows: manTaking},
			{key: "lesson.jumping.straight", when: straightOnDark, shows: straightJump},
			{key: "lesson.jumping.man-over-king", when: (*stage).kings, values: manOverKing, shows: jumpedKing},
			{key: "lesson.jumping.king", when: (*stage).kings, values: kingTakes, shows: kingTaking},
			{key: "lesson.jumping.behind", shows: twoInLine},
			{key: "lesson.jumping.own", shows: ownPiece},
		}},
		{Several, []rule{
			{key: "lesson.several.on", values: obligatory, shows: jumpOn},
			{key: "lesson.several.once", values: removal, shows: roundAbout},
			{key: "lesson.several.land", when: choosesLanding, shows: landing},
			{key: "lesson.several.back", when: mightTurnBack, values: turnsBack, shows: straightBack},
		}},
		{Crowning, []rule{
			{key: "lesson.crowning.row", values: kingWins, shows: crowned},
			{key: "lesson.crowning.jump", when: goesOnAfterCrowning, values: crowning, shows: crownedJumping},
		}},
		{Obligatory, []rule{
			{key: "lesson.obligatory.take", values: obligatory, shows: mustTake},
			{key: "lesson.obligatory.any", when: anyCapture, shows: freeChoice},
			{each: preferences},
		}},
		{Ending, []rule{
			{key: "lesson.ending.king", when: firstKing, shows: kingMade},
			{key: "lesson.ending.pieces", values: loserWins, shows: lastPiece},
			{key: "lesson.ending.blocked", values: loserWins, shows: blocked},
			{key: "lesson.ending.resign"},
			{key: "lesson.ending.time", values: hasUnwinnable},
		}},
		{Draws, []rule{
			{key: "lesson.draws.agreed"},
			{key: "lesson.draws.repeated", when: canRepeat, values: repetition, shows: toAndFro},
			{each: counters},
			{each: deadBalances},
			{each: unwinnable},
		}},
		{Notation, []rule{
			{key: "lesson.notation.squares", values: notation, shows: allPlayable},
			{key: "lesson.notation.move", shows: firstMove, example: firstText},
			{key: "lesson.notation.capture", shows: longCapture, example: firstText},
			{key: "lesson.notation.typed", values: typed},
		}},
	}
}

// points returns what a rule says on a stage.
func (r *rule) points(s *stage) []Point {
	if r.each != nil {
		return r.each(s)
	}
	if r.when != nil && !r.when(s) {
		return nil
	}
	p := Point{Key: r.key}
	if r.values != nil {
		p.Values = r.values(s)
	}
	if r.shows != nil && !s.blind {
		p.shows = func() *Scene { return r.shows(s.afresh()) }
	}
	if r.example != nil && !s.blind {
		p.draw()
		if p.Scene == nil {
			return nil
		}
		p.Example = r.example(p.Scene)
	}
	return []Point{p}
}

// how says in which directions something goes.
func how(d draughts.Directions) List {
	if d == draughts.Diagonals|draughts.Straights {
		return List{{Key: "lesson.way.all"}}
	}
	var ways List
	for word := range strings.SplitSeq(d.String(), ", ") {
		ways = append(ways, Phrase{Key: "lesson.way." + word})
	}
	return ways
}
