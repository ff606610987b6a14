package endgame

import (
	"context"

	"doublecorner/game/draughts"
)

// distances solves a material and its mirror image with distances.
type distances struct {
	*worker
	halves []*distanceHalf
}

// distanceHalf is one of the two materials.
type distanceHalf struct {
	layout *layout
	other  *distanceHalf // to move after this one; itself, if both sides have the same
	cursor cursor

	code []code
	// left is how many moves within the two materials may still save a position, or openEnd or
	// closed.
	left []uint8
	due  []code // by block, the least code of positions that are to be followed back
}

const (
	closed  = 255 // the code is final
	openEnd = 254 // the position is not lost, but can still be won
	noCode  = code(65535)
)

func newDistances(w *worker, layouts []*layout) *distances {
	d := &distances{worker: w}
	for _, l := range layouts {
		h := &distanceHalf{layout: l, cursor: cursor{layout: l}, code: make([]code, l.size), left: make([]uint8, l.size)}
		h.due = make([]code, (l.size+blockSize-1)/blockSize)
		for b := range h.due {
			h.due[b] = noCode
		}
		d.halves = append(d.halves, h)
	}
	for i, h := range d.halves {
		h.other = d.halves[len(d.halves)-1-i]
	}
	return d
}

func (d *distances) table(half int) *table {
	h := d.halves[half]
	most := drawn
	for i, c := range h.code {
		if left := h.left[i]; left > 0 && left < openEnd {
			h.code[i] = drawn
		} else {
			most = max(most, c)
		}
	}
	list := newCodes(h.layout.size, bitsFor(most))
	for i, c := range h.code {
		list.set(uint64(i), c)
	}
	return newTable(h.layout, list)
}

// start finds what follows from the moves that leave the two materials.
func (d *distances) start(half int, from, to uint64) {
	h := d.halves[half]
	for i := from; i < to; i++ {
		o, inside, final := d.look(h.cursor.seek(i))
		h.code[i], h.left[i] = o.best(), uint8(inside)
		switch {
		case final:
			h.left[i] = closed
		case o.won != 0 || o.anyDrawn:
			h.left[i] = openEnd
		}
		if h.code[i] != drawn && h.left[i] >= openEnd {
			h.follow(i)
		}
	}
}

// follow notes that a position is to be followed back.
func (h *distanceHalf) follow(i uint64) {
	block := &h.due[i>>blockBits]
	*block = min(*block, h.code[i])
}

// solve follows the codes back, the nearest to the end first.
func (d *distances) solve(ctx context.Context) error {
	for {
		level := noCode
		for _, h := range d.halves {
			for _, due := range h.due {
				level = min(level, due)
			}
		}
		if level == noCode {
			return nil
		}
		for _, h := range d.halves {
			for b := range h.due {
				if h.due[b] > level {
					continue
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				d.block(h, uint64(b)<<blockBits, level)
			}
		}
	}
}

// block follows back the positions of a block whose code is level.
func (d *distances) block(h *distanceHalf, from uint64, level code) {
	due := &h.due[from>>blockBits]
	*due = noCode
	wins := d.wins(level)
	for i := from; i < min(from+blockSize, h.layout.size); i++ {
		c := h.code[i]
		if c < level || !d.wins(c) && h.left[i] != 0 && h.left[i] != closed {
			continue
		}
		if c > level {
			*due = min(*due, c)
			continue
		}
		d.before = d.generator.AppendRetractions(d.turn(h.cursor.seek(i)), d.before[:0])
		for p := range d.before {
			h.other.reached(&d.before[p], level+1, !wins, d.board)
		}
	}
}

// reached records that a move of a position wins or loses, and the code that follows.
func (h *distanceHalf) reached(n *draughts.Node, c code, wins bool, b *board) {
	i := h.layout.index(n)
	left := &h.left[i]
	switch {
	case *left == closed:
	case wins:
		if h.code[i] == drawn || b.loses(h.code[i]) || c < h.code[i] {
			h.code[i], *left = c, openEnd
			h.follow(i)
		}
	case *left < openEnd:
		h.code[i] = max(h.code[i], c)
		if *left--; *left == 0 {
			h.follow(i)
		}
	}
}
