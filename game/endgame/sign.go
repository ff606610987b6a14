package endgame

import (
	"context"

	"doublecorner/game/draughts"
)

// signs solves a material and its mirror image without distances, in a byte for each position.
type signs struct {
	*worker
	halves []*signHalf
}

// signHalf is one of the two materials.
type signHalf struct {
	layout *layout
	other  *signHalf
	cursor cursor
	state  []uint8 // how many moves within the two materials may still save a position, or one of those below
	dirty  []bool  // by block: positions are to be followed back
}

const (
	mostLeft = 240 // the highest count

	newlyWon  = 250
	newlyLost = 251
	won       = 252 // and followed back
	lost      = 253
	notLost   = openEnd
	settled   = closed // drawn
)

func newSigns(w *worker, layouts []*layout) *signs {
	s := &signs{worker: w}
	for _, l := range layouts {
		s.halves = append(s.halves, &signHalf{
			layout: l, cursor: cursor{layout: l},
			state: make([]uint8, l.size), dirty: make([]bool, (l.size+blockSize-1)/blockSize),
		})
	}
	for i, h := range s.halves {
		h.other = s.halves[len(s.halves)-1-i]
	}
	return s
}

func (s *signs) start(half int, from, to uint64) {
	h := s.halves[half]
	for i := from; i < to; i++ {
		o, inside, final := s.look(h.cursor.seek(i))
		switch best := o.best(); {
		case s.wins(best):
			h.state[i] = newlyWon
		case final && best == drawn:
			h.state[i] = settled
		case final:
			h.state[i] = newlyLost
		case o.anyDrawn:
			h.state[i] = notLost
		default:
			h.state[i] = uint8(inside)
		}
		if h.state[i] == newlyWon || h.state[i] == newlyLost {
			h.dirty[i>>blockBits] = true
		}
	}
}

func (s *signs) solve(ctx context.Context) error {
	for again := true; again; {
		again = false
		for _, h := range s.halves {
			for b, dirty := range h.dirty {
				if !dirty {
					continue
				}
				again = true
				if err := ctx.Err(); err != nil {
					return err
				}
				s.block(h, uint64(b)<<blockBits)
			}
		}
	}
	return nil
}

// block follows back the positions of a block that are newly won or lost.
func (s *signs) block(h *signHalf, from uint64) {
	h.dirty[from>>blockBits] = false
	for i := from; i < min(from+blockSize, h.layout.size); i++ {
		state := h.state[i]
		if state != newlyWon && state != newlyLost {
			continue
		}
		h.state[i] = state + won - newlyWon
		s.before = s.generator.AppendRetractions(s.turn(h.cursor.seek(i)), s.before[:0])
		for p := range s.before {
			h.other.reached(&s.before[p], state == newlyLost)
		}
	}
}

// reached records that a move of a position wins or loses.
func (h *signHalf) reached(n *draughts.Node, wins bool) {
	i := h.layout.index(n)
	state := &h.state[i]
	switch {
	case wins && (*state <= mostLeft || *state == notLost):
		*state = newlyWon
	case !wins && *state <= mostLeft:
		if *state--; *state > 0 {
			return
		}
		*state = newlyLost
	default:
		return
	}
	h.dirty[i>>blockBits] = true
}

func (s *signs) table(half int) *table {
	h := s.halves[half]
	wins, loses := code(2), code(1)
	if s.misere {
		wins, loses = loses, wins
	}
	list := newCodes(h.layout.size, 2)
	for i, state := range h.state {
		switch state {
		case won:
			list.set(uint64(i), wins)
		case lost:
			list.set(uint64(i), loses)
		}
	}
	return newTable(h.layout, list)
}
