package draughts

import "iter"

// Paths yields every path of a legal move.
func (p Position) Paths(m Move) iter.Seq[[]Square] { return p.pathFinder(m).paths }

// ForgetCrowded empties the cache of crowded positions, so that the next question
// about one costs what the first does.
func ForgetCrowded() {
	recentMoves.mu.Lock()
	defer recentMoves.mu.Unlock()
	recentMoves.held = [len(recentMoves.held)]*cachedMoves{}
}

// NameIn returns a square's name in the given notation.
func (v *Variant) NameIn(n Notation, q Square) string { return v.nameIn(n, q) }

// Repeats returns how often the position has stood on the board, including now.
func (h *History) Repeats() int { return h.last().repeats }

// TakeBack undoes the last move, if there is one.
func (h *History) TakeBack() { *h = *h.Until(max(0, h.Len()-1)) }
