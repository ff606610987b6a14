package evaluation

import "doublecorner/game/draughts"

// worth is what pieces are worth to an evaluation without learned weights, in hundredths of a man.
type worth struct {
	man, king         float64
	row               float64 // what a man gains with every row
	nearCrown         float64 // what a man gains on the row before it is crowned; half of that on the row before
	manMove, kingMove float64 // for each move of men and of kings
	turn              float64
}

// worthOf returns what pieces are worth under a rule set.
func worthOf(r draughts.Rules) worth {
	w := worth{man: 100, king: 140, row: 2, nearCrown: 10, manMove: 2, kingMove: 2, turn: 3}
	switch {
	case r.King.Reach == draughts.Far:
		w.king, w.kingMove = 280, 1
	case r.King.Range == draughts.Far:
		w.king, w.kingMove = 200, 1
	}
	switch r.Object {
	case draughts.Misere:
		// In games of the program against itself, who has more pieces wins more often where kings
		// capture only what is near: it has moves to choose from. Where they capture from afar,
		// every man is one more to lose, and a king soon gives itself away.
		w.row, w.nearCrown = 0, 0
		if r.King.Reach == draughts.Far {
			w.man, w.king = -100, 200
		}
	case draughts.Breakthrough:
		w.row, w.nearCrown = 8, 80
	}
	return w
}

// Pieces returns an Evaluator of a rule set that counts pieces and knows nothing else: a king is worth a man and
// a half, two men if it moves far, and three if it captures from afar.
func Pieces(v *draughts.Variant) *Evaluator {
	f := FeaturesOf(v)
	weights := make([]Pair, f.firstWide())
	worth := 150.0
	switch r := v.Rules().King; {
	case r.Reach == draughts.Far:
		worth = 300
	case r.Range == draughts.Far:
		worth = 200
	}
	weights[firstTerm+man], weights[firstTerm+king] = NewPair(100, 100), NewPair(worth, worth)
	return New(f, weights)
}

// Material returns an Evaluator of a rule set that knows material, advancement and mobility.
func Material(v *draughts.Variant) *Evaluator { return New(MaterialWeights(v)) }

// MaterialWeights returns the features of a rule set and the weights of Material, without the rare ones, which are 0.
func MaterialWeights(v *draughts.Variant) (*Features, []Pair) {
	f, b := FeaturesOf(v), newBoard(v)
	windows, _ := b.windows(b.layout().windows)
	w := worthOf(v.Rules())
	weights := make([]Pair, f.firstWide())
	same := func(hundredths float64) Pair { return NewPair(hundredths, hundredths) }
	others := weights[firstTerm:]
	others[man], others[king], others[turn] = same(w.man), same(w.king), same(w.turn)
	others[manMoves], others[kingMoves] = same(w.manMove), same(w.kingMove)

	// What a man is worth on its square is divided among the windows that see the square.
	seen := map[draughts.Square]float64{}
	for _, window := range windows {
		for _, q := range window {
			seen[q]++
			seen[b.turned[q]]++
		}
	}
	last := v.Rules().Board.Size - 1
	onRow := func(toGo int) float64 {
		value := w.row * float64(last-toGo)
		switch toGo {
		case 1:
			value += w.nearCrown
		case 2:
			value += w.nearCrown / 2
		}
		return value
	}
	for i, window := range windows {
		for half := range 2 {
			squares := window[half*windowSquares/2:][:windowSquares/2]
			id := patterns + i*partPatterns + windowStates + half*2*halfStates // of every second part with half of the squares
			for index := range halfStates {
				value, rest := 0.0, index
				for _, q := range squares {
					switch row := b.row(q); rest % 3 {
					case 1:
						value += onRow(row) / seen[q]
					case 2:
						value -= onRow(last-row) / seen[q]
					}
					rest /= 3
				}
				weights[id+index] = same(value)
			}
		}
	}
	return f, weights
}
