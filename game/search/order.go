package search

import "doublecorner/game/draughts"

// orderer says in which order moves are searched: those first that are likely to be best.
type orderer struct {
	scores  []int32 // as Engine.moves
	killers [maxPly + 2][2]uint16
	history [2][128 * 128]int16
}

// Scores of moves, for their order.
const (
	fromTable   = 1 << 30
	ofCapture   = 1 << 20
	ofCrowning  = 1 << 18
	ofKiller    = 1 << 17
	mostHistory = 1 << 13
)

// age makes what was found in earlier searches count less.
func (o *orderer) age() {
	o.killers = [maxPly + 2][2]uint16{}
	for side := range o.history {
		for i := range o.history[side] {
			o.history[side][i] /= 4
		}
	}
}

// rate gives the moves from index first on their scores.
func (o *orderer) rate(moves []draughts.NodeMove, first int, n *draughts.Node, best uint16, ply int) {
	for len(o.scores) < len(moves) {
		o.scores = append(o.scores, 0)
	}
	killers := o.killers[ply]
	for i := first; i < len(moves); i++ {
		m := moves[i]
		score := int32(0)
		if m.IsCapture() {
			score = ofCapture + int32(m.Captured.Len())<<8
			if !n.Kings.Empty() {
				score += int32(m.Captured.And(n.Kings).Len()) << 9
			}
		} else {
			score = int32(o.history[n.Turn][uint(m.From&127)<<7|uint(m.To&127)])
		}
		if m.Crowns {
			score += ofCrowning
		}
		if sign := signature(m); sign == best {
			score = fromTable
		} else if sign == killers[0] || sign == killers[1] {
			score += ofKiller
		}
		o.scores[i] = score
	}
}

// next puts the best of the moves from index i on at i.
func (o *orderer) next(moves []draughts.NodeMove, i int) {
	best := i
	for j := i + 1; j < len(moves); j++ {
		if o.scores[j] > o.scores[best] {
			best = j
		}
	}
	moves[i], moves[best] = moves[best], moves[i]
	o.scores[i], o.scores[best] = o.scores[best], o.scores[i]
}

// remember remembers a move that was good enough, and that those before it were not.
func (o *orderer) remember(n *draughts.Node, before []draughts.NodeMove, m draughts.NodeMove, ply, depth int) {
	if m.IsCapture() {
		return
	}
	if sign := signature(m); o.killers[ply][0] != sign {
		o.killers[ply][1] = o.killers[ply][0]
		o.killers[ply][0] = sign
	}
	gain := int32(min(depth*depth, 400))
	o.learn(n, m, gain)
	for _, b := range before {
		o.learn(n, b, -gain)
	}
}

// learn moves the history of a move towards its greatest or least value.
func (o *orderer) learn(n *draughts.Node, m draughts.NodeMove, gain int32) {
	h := &o.history[n.Turn][uint(m.From&127)<<7|uint(m.To&127)]
	size := max(gain, -gain)
	*h += int16(gain - int32(*h)*size/mostHistory)
}
