package draughts

import "math/rand/v2"

// mostLandings is how many landings are followed to list the captures of a position. A landing
// is a piece that comes down on a square in the middle of a capture; those from which the same
// can follow count once. In millions of positions of games played at random there were never
// more than a thousand. Where there are more, only the captures found until then are legal.
const mostLandings = 10_000

const (
	// checkedPositions is how many crowded positions CheckCaptures looks at.
	checkedPositions = 200
	// mostOvercrowded is how many of them may have more captures than are followed. By the built-in rule
	// sets none has.
	mostOvercrowded = 10
)

// CheckCaptures checks that all captures of crowded positions can be listed, so that all are legal.
// The positions are drawn at random, but are always the same. If too many of them have more captures
// than are followed, the error is a [RulesError].
func (v *Variant) CheckCaptures() error {
	random := rand.New(rand.NewPCG(1, 2))
	overcrowded := 0
	for range checkedPositions {
		_, landings := v.engine.appendMoves(v.crowdedPosition(random).node, nil)
		if landings <= mostLandings {
			continue
		}
		if overcrowded++; overcrowded > mostOvercrowded {
			return &RulesError{[]RulesFault{{Code: Overcrowded, Field: "capture"}}}
		}
	}
	return nil
}

// crowdedPosition draws a position in which few pieces of the side to move stand among many of
// the other side. The first is a king if the game knows any.
func (v *Variant) crowdedPosition(random *rand.Rand) Position {
	setup := Setup{Turn: v.rules.Starts}
	most := v.rules.Board.maxPieces()
	ours, theirs := 1+random.IntN(4), most/2+random.IntN(most/2+1)
	for i, n := range random.Perm(v.Squares()) {
		q, side := Square(n+1), setup.Turn
		if i >= ours {
			side = side.Opponent()
		}
		piece := side.Man()
		if i == 0 || v.isLastRow(q, side) || random.IntN(8) == 0 {
			piece = side.King()
		}
		if i < ours+theirs && !(piece.IsKing() && v.rules.Object == Breakthrough) {
			setup.Pieces = append(setup.Pieces, Placed{q, piece})
		}
	}
	p, _ := v.Position(setup) // its pieces are few enough, and on squares where they can be
	return p
}
