// Package review says what the moves of a finished game were worth: the accuracy of each side, who stood
// better when, and the moves by which the game turned.
package review

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/openings"
	"doublecorner/game/search"
	"doublecorner/game/story"
)

// Version changes when reviews that were made before are worth making again.
const Version = 2

// Review is what the moves of a finished game were worth.
type Review struct {
	// Values has what each position was worth to the side to move, from the start to the end.
	Values []search.Value

	history *draughts.History
	dealt   int // how many moves at the beginning nobody chose: those of a ballot
	curve   Curve
	lines   map[int][]draughts.Move // by ply, best play from there, around mistakes
	hidden  map[int]bool            // by ply, positions that the review says nothing about: see FairTo
}

const (
	// nodesOfGame are searched for a whole game, and at most nodesOfPosition for a position.
	nodesOfGame, nodesOfPosition = 5_000_000, 100_000
	// mostMoves is how many moves of best play are kept, unless an exchange goes on.
	mostMoves = 8
)

// of returns an empty review of a game.
func of(h *draughts.History, dealt int) *Review {
	return &Review{history: h, dealt: dealt, curve: CurveOf(h.Start().Variant()), lines: map[int][]draughts.Move{}}
}

// Make reviews a game of whose moves the first so many were dealt: nobody chose them. It thinks about each position once, from
// the end backwards, so that what the search remembers of a position helps with the one before. Around mistakes
// it thinks again about drawn endings, where it knew only the move that draws.
func Make(ctx context.Context, h *draughts.History, dealt int, think search.Thinker) (*Review, error) {
	r := of(h, dealt)
	limit := search.Limit{Nodes: min(nodesOfPosition, uint64(nodesOfGame/(h.Len()+1))), Judge: true}
	if err := r.valuePositions(ctx, think, limit); err != nil {
		return nil, err
	}
	limit.Judge = false
	if err := r.keepLines(ctx, think, limit); err != nil {
		return nil, err
	}
	return r, nil
}

// valuePositions finds what each position is worth, and best play from there.
func (r *Review) valuePositions(ctx context.Context, think search.Thinker, limit search.Limit) error {
	h := r.history
	r.Values = make([]search.Value, h.Len()+1)
	moves := h.Moves()
	for ply := h.Len(); ply >= 0; ply-- {
		if ply < h.Len() && !r.hasChoice(ply) {
			r.agree(ply, moves[ply])
			continue
		}
		until := h.Until(ply)
		if end, over := until.Ending(); over && end.Drawn {
			r.Values[ply] = search.Value{Proven: true}
		} else {
			t, err := think(ctx, until, limit)
			if err != nil {
				return err
			}
			r.Values[ply], r.lines[ply] = t.Lines[0].Value, t.Lines[0].Moves
		}
		if ply == h.Len() {
			continue
		}
		best := r.lines[ply]
		if len(best) == 0 || best[0] == moves[ply] || r.chance(ply) <= 1-r.chance(ply+1) {
			r.agree(ply, moves[ply])
		}
	}
	return nil
}

// keepLines keeps best play around mistakes alone, and not too much of it.
func (r *Review) keepLines(ctx context.Context, think search.Thinker, limit search.Limit) error {
	for _, ply := range slices.Sorted(maps.Keys(r.lines)) {
		if r.Loss(ply) < dubious && (ply == 0 || r.Loss(ply-1) < dubious) {
			delete(r.lines, ply)
			continue
		}
		if known := (search.Value{Proven: true}); r.Values[ply] == known && len(r.lines[ply]) == 1 { // a draw that was only judged
			t, err := think(ctx, r.history.Until(ply), limit)
			if err != nil {
				return err
			}
			if t.Lines[0].Value == known {
				r.lines[ply] = t.Lines[0].Moves
			}
		}
		r.lines[ply] = search.Beginning(r.lines[ply], mostMoves)
	}
	return nil
}

// agree notes that no move is better than the one that was played.
func (r *Review) agree(ply int, played draughts.Move) {
	v := r.Values[ply+1]
	v.Score = -v.Score
	if v.Proven && v.Score != 0 {
		v.Plies++
	}
	r.Values[ply] = v
	r.lines[ply] = append([]draughts.Move{played}, r.lines[ply+1]...)
}

// hasChoice reports whether there was more than one move.
func (r *Review) hasChoice(ply int) bool {
	return len(r.history.At(ply).AppendMoves(nil)) > 1
}

// History returns the game.
func (r *Review) History() *draughts.History { return r.history }

// FairTo returns the review for a person who plays some games: without what helps in one of them.
func (r *Review) FairTo(played game.Played) *Review {
	fair := *r
	fair.lines, fair.hidden = map[int][]draughts.Move{}, map[int]bool{}
	for ply := range r.Values {
		if played.Has(r.history.At(ply)) {
			fair.hidden[ply] = true
		}
	}
	for ply, line := range r.lines {
		if !fair.hidden[ply] && !fair.hidden[ply+1] { // a turning point tells the values of both
			fair.lines[ply] = played.Until(r.history.At(ply), line)
		}
	}
	return &fair
}

// IsWhole reports whether the review says something of every position.
func (r *Review) IsWhole() bool { return len(r.hidden) == 0 }

// Hides reports whether the review says nothing of the position after a number of moves.
func (r *Review) Hides(ply int) bool { return r.hidden[ply] }

// ChanceOf returns the chance of the side to move in a position of a value.
func (r *Review) ChanceOf(v search.Value) float64 { return r.curve.ChanceOf(v) }

// chance returns the chance of the side to move.
func (r *Review) chance(ply int) float64 { return r.curve.ChanceOf(r.Values[ply]) }

// Chance returns White's chance to win after a number of moves: a draw counts half.
func (r *Review) Chance(ply int) float64 {
	if r.history.At(ply).Turn() == draughts.White {
		return r.chance(ply)
	}
	return 1 - r.chance(ply)
}

// Loss returns how much of the chance to win the move after a number of moves cost its side.
func (r *Review) Loss(ply int) float64 {
	if ply >= r.history.Len() {
		return 0
	}
	return max(0, r.chance(ply)-(1-r.chance(ply+1)))
}

// Accuracy returns how well a side played, from 0 to 100, and how many of its moves count. A move does not if it
// was forced or dealt, belongs to an opening that has a name, or was made in a position that was lost whatever is
// played. Without moves that count there is no accuracy.
func (r *Review) Accuracy(s draughts.Side) (accuracy float64, moves int) {
	sum, inverses := 0.0, 0.0
	for ply := r.opening(); ply < r.history.Len(); ply++ {
		v := r.Values[ply]
		if r.history.At(ply).Turn() != s || v.Proven && v.Score < 0 || !r.hasChoice(ply) {
			continue
		}
		share := math.Exp(-4 * r.Loss(ply))
		sum += share
		inverses += 1 / share
		moves++
	}
	if moves == 0 {
		return 0, 0
	}
	n := float64(moves)
	return 100 * (sum/n + n/inverses) / 2, moves
}

// opening returns how many moves at the beginning were dealt or are those of an opening that has a name.
func (r *Review) opening() int { return max(r.dealt, openings.Known(r.history)) }

// The least that a dubious move, a mistake and a blunder lose.
const (
	dubious = 0.05
	mistake = 0.08
	blunder = 0.2
)

// Turn is a move by which a game turned.
type Turn struct {
	Ply           int // moves before it
	Played        draughts.Move
	Loss          float64
	Before, After search.Value    // of the position before it and after it, as the player who made it sees them
	Better        []draughts.Move // best play instead
	Then          []draughts.Move // best play after it
}

// MostTurns is how many turning points a game has at most.
const MostTurns = 3

// Turns returns the turning points of the game: the mistakes that lost most, in their order, without those that the
// opponent returned with the next move.
func (r *Review) Turns() []Turn {
	turns := lasting(r.losing(mistake))
	slices.SortStableFunc(turns, func(a, b Turn) int { return cmp.Compare(b.Loss, a.Loss) })
	turns = turns[:min(len(turns), MostTurns)]
	slices.SortFunc(turns, func(a, b Turn) int { return cmp.Compare(a.Ply, b.Ply) })
	return turns
}

// lasting returns the mistakes that were not returned at once. If two in a row cost the same, none of them counts.
func lasting(turns []Turn) []Turn {
	var last []Turn
	for i := 0; i < len(turns); i++ {
		if i+1 < len(turns) && turns[i+1].Ply == turns[i].Ply+1 && turns[i+1].Loss > turns[i].Loss-mistake {
			if turns[i+1].Loss < turns[i].Loss+mistake {
				i++
			}
			continue
		}
		last = append(last, turns[i])
	}
	return last
}

// Fact returns what is certain about a turning point.
func (r *Review) Fact(t Turn) (story.Fact, bool) {
	return story.Mistake{
		At: r.history.At(t.Ply), Played: t.Played, Before: t.Before, After: t.After, Better: t.Better, Then: t.Then,
	}.Fact()
}

// losing returns the moves after the opening that lost so much at least.
func (r *Review) losing(least float64) []Turn {
	var turns []Turn
	opening := r.opening()
	for ply, m := range r.history.Moves() {
		loss := r.Loss(ply)
		if loss < least || ply < opening || len(r.lines[ply]) == 0 {
			continue
		}
		after := r.Values[ply+1]
		after.Score = -after.Score
		turns = append(turns, Turn{
			Ply: ply, Played: m, Loss: loss,
			Before: r.Values[ply], After: after, Better: r.lines[ply], Then: r.lines[ply+1],
		})
	}
	return turns
}
