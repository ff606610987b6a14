// Package story says of a move the one thing that is certain and easy to see: what it wins, gives away or misses. What a
// search thinks is not certain; that pieces are lost whatever is captured, that a man is crowned whatever is replied, and
// what is proven is. Where nothing is, there is no Fact.
package story

import (
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// Kind is what a Fact says.
type Kind uint8

const (
	SpoilsWin  Kind = iota // the game was won, and is not any more
	SpoilsDraw             // the game was drawn, and is lost
	Loses                  // the opponent wins pieces
	Misses                 // other pieces could have been won
	LetsCrown              // the opponent gets a king
	MissesKing             // a king could have been made
	Wins                   // the move wins pieces
	Crowns                 // the move makes a king
	Saves                  // the move saves a piece that is attacked
)

// Fact is what is certain about a move.
type Fact struct {
	Kind Kind
	N    int             // how many pieces, for Loses, Misses and Wins
	Of   draughts.Piece  // what they are, whatever their side is; NoPiece if they differ
	At   draughts.Square // where the piece stands that is saved
	// Line shows it: what follows the move for Loses and LetsCrown, what was better for a mistake that misses or spoils
	// something, and else the move with what follows.
	Line []draughts.Move
}

// Mistake is a move with what a search found.
type Mistake struct {
	At            draughts.Position
	Played        draughts.Move
	Before, After search.Value    // what the positions before and after it are worth to the side that made it
	Better        []draughts.Move // best play instead
	Then          []draughts.Move // best play after it
}

// Fact returns what is certain about the mistake.
func (m Mistake) Fact() (Fact, bool) {
	if m.Before.Proven && m.After.Proven && m.Before.Score > m.After.Score {
		kind := SpoilsDraw
		if m.Before.Score > 0 {
			kind = SpoilsWin
		}
		return Fact{Kind: kind, Line: m.Better[:1]}, true
	}
	if m.At.Variant().Rules().Object != draughts.Normal || len(m.Then) == 0 {
		return Fact{}, false
	}
	after := m.At.Play(m.Played)
	taken := m.Played.Captured().Len()
	better, worse := balance(m.At, m.Better), taken-balance(after, m.Then)
	if lost, ok := gain(after, m.Then); ok && lost.N > taken && better > taken-lost.N {
		if lost.Kind, lost.N = Loses, lost.N-taken; taken > 0 {
			lost.Of = draughts.NoPiece
		}
		return lost, true
	}
	if missed, ok := gain(m.At, m.Better); ok && worse < missed.N {
		missed.Kind = Misses
		return missed, true
	}
	if line := crowning(after, m.Then); line != nil && !crownsSecond(m.Better) {
		return Fact{Kind: LetsCrown, Line: line}, true
	}
	if line := crowning(m.At, m.Better); line != nil && !m.Played.Crowns() && !alwaysCrowns(after) {
		return Fact{Kind: MissesKing, Line: line}, true
	}
	return Fact{}, false
}

// crownsSecond reports whether the side that does not begin a line crowns a man in its first moves.
func crownsSecond(line []draughts.Move) bool {
	for i := 1; i < min(4, len(line)); i += 2 {
		if line[i].Crowns() {
			return true
		}
	}
	return false
}

// Merit returns what is certain about the first move of a line of best play.
func Merit(p draughts.Position, line []draughts.Move) (Fact, bool) {
	if p.Variant().Rules().Object != draughts.Normal {
		return Fact{}, false
	}
	if won, ok := gain(p, line); ok {
		won.Kind = Wins
		return won, true
	}
	if line[0].Crowns() && !isCaptured(p.Play(line[0]), line[0].To()) {
		return Fact{Kind: Crowns, Line: line[:1]}, true
	}
	if q, ok := saved(p, line); ok {
		return Fact{Kind: Saves, At: q, Of: p.At(q), Line: line[:1]}, true
	}
	return Fact{}, false
}

// crowning returns the beginning of a line in which the side to move crowns a man with its first or second move, whatever
// is replied; nil if that is not certain.
func crowning(p draughts.Position, line []draughts.Move) []draughts.Move {
	after := p.Play(line[0])
	switch {
	case line[0].Crowns() && !isCaptured(after, line[0].To()):
		return line[:1]
	case len(line) >= 3 && line[2].Crowns() && alwaysCrowns(after):
		return line[:3]
	}
	return nil
}

// alwaysCrowns reports whether the side that is not to move crowns a man after every move of the other.
func alwaysCrowns(p draughts.Position) bool {
	return !slices.ContainsFunc(p.Moves(), func(reply draughts.Move) bool {
		after := p.Play(reply)
		return !slices.ContainsFunc(after.Moves(), func(m draughts.Move) bool {
			return m.Crowns() && !isCaptured(after.Play(m), m.To())
		})
	})
}

// isCaptured reports whether the side to move can capture the piece on a square.
func isCaptured(p draughts.Position, q draughts.Square) bool {
	return slices.ContainsFunc(p.Moves(), func(m draughts.Move) bool { return m.Captured().Has(q) })
}
