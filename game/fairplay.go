package game

import (
	"context"
	"math/bits"

	"doublecorner/game/draughts"
)

// Played holds a person's running games against people. The person is not told what is best in a position of one of
// them, or in one close to it: that would be help against another person.
type Played []playedGame

// playedGame is a running game: its positions since the opening.
type playedGame struct {
	*Game
	isTurn bool // of the person
	boards []board
}

// openingPlies is how many moves of a game are its opening, which is everybody's. A game from a set position has none.
const openingPlies = 8

// Played returns the running games of a person against people.
func (r *Referee) Played(ctx context.Context, p PersonID) (Played, error) {
	var played Played
	read := func(list GameList, from Cursor, most int) (Page[*Game], error) {
		return r.Games(ctx, list, Viewer{Person: p}, from, most)
	}
	for g, err := range All(read, RunningGamesOf(p)) {
		if err != nil {
			return nil, err
		}
		if g.HasComputer() || g.IsRegular() && g.Len() < openingPlies {
			continue
		}
		h, err := g.History()
		if err != nil {
			return nil, err
		}
		played = append(played, playedGame{g, g.Player(g.Turn()) == p, boardsOf(h, g.IsRegular())})
	}
	return played, nil
}

// boardsOf returns the boards of a game, without its opening if it has one.
func boardsOf(h *draughts.History, hasOpening bool) []board {
	boards := make([]board, 0, h.Len()+1)
	for ply := range h.Len() + 1 {
		if hasOpening && ply < openingPlies {
			continue
		}
		b := boardOf(h.At(ply), image{})
		if n := len(boards); n > 0 {
			b.moved = b.apart(&boards[n-1])
		}
		boards = append(boards, b)
	}
	return boards
}

// Has reports whether a position is close to one of a running game. It does not matter which side is to move, nor by
// which rules: those that differ a little give the same advice.
func (p Played) Has(q draughts.Position) bool {
	of, pieces := images{position: q}, q.Occupied().Len()
	for i := range p {
		first, last := p[i].boards[0].pieces, p[i].boards[len(p[i].boards)-1].pieces
		if pieces > first+mostApart || pieces < last-mostApart {
			continue
		}
		for _, b := range of.on(sizeOf(p[i].Variant)) {
			if b.isCloseToOne(p[i].boards) {
				return true
			}
		}
	}
	return false
}

// HasAny reports whether a game comes close to one of a running game.
func (p Played) HasAny(h *draughts.History) bool {
	for ply := range h.Len() + 1 {
		if p.Has(h.At(ply)) {
			return true
		}
	}
	return false
}

// Until returns the moves of a line from a position up to the first position that is close to one of a running game.
func (p Played) Until(from draughts.Position, line []draughts.Move) []draughts.Move {
	for i, m := range line {
		if p.Has(from) {
			return line[:i]
		}
		from = from.Play(m)
	}
	return line
}

// Awaits returns the running game in which the person is to move in a position; nil if there is none.
func (p Played) Awaits(q draughts.Position) *Game {
	of := images{position: q}
	for i := range p {
		now := &p[i].boards[len(p[i].boards)-1]
		for _, b := range of.on(sizeOf(p[i].Variant)) {
			if p[i].isTurn && b.apart(now) == 0 {
				return p[i].Game
			}
		}
	}
	return nil
}

// sizeOf returns how many rows and columns a board has.
func sizeOf(v *draughts.Variant) int {
	_, y := v.XY(draughts.Square(v.Squares()))
	return y + 1
}

// board is where pieces stand, by column and row.
type board struct {
	white, black, kings area
	pieces              int
	outside             int // pieces that stand beside the smaller board on which it is laid
	moved               int // in a game, squares that differ from the board before
}

// area is a set of squares, by column and row on the largest board.
type area [3]uint64

const largestBoard = 12

func (a *area) add(x, y int) {
	at := largestBoard*y + x
	a[at/64] |= 1 << (at % 64)
}

// image is one of the ways in which a board can be looked at, and how far it is moved on another one.
type image struct {
	turned, mirrored, exchanged bool
	right, down                 int
}

// boardOf returns an image of the board of a position.
func boardOf(p draughts.Position, as image) board {
	v, of := p.Variant(), [...]draughts.Squares{p.Pieces(draughts.White), p.Pieces(draughts.Black)}
	b := board{pieces: of[0].Len() + of[1].Len()}
	if as.exchanged {
		of[0], of[1] = of[1], of[0]
	}
	kings := p.Kings(draughts.White).Or(p.Kings(draughts.Black))
	last := sizeOf(v) - 1
	for side, into := range []*area{&b.white, &b.black} {
		for q := range of[side].All() {
			x, y := v.XY(q)
			if as.turned {
				x, y = last-x, last-y
			}
			if as.mirrored {
				x = last - x
			}
			x, y = x+as.right, y+as.down
			if x < 0 || y < 0 {
				b.outside++
				continue
			}
			into.add(x, y)
			if kings.Has(q) {
				b.kings.add(x, y)
			}
		}
	}
	return b
}

// images are those of a position on boards of several sizes.
type images struct {
	position draughts.Position
	bySize   [largestBoard + 1][]board
}

// on returns the images of the position on a board of a size. They lie in each of its corners, if the sizes differ.
func (i *images) on(size int) []board {
	if i.bySize[size] != nil {
		return i.bySize[size]
	}
	corners := []int{0}
	if more := size - sizeOf(i.position.Variant()); more != 0 {
		corners = append(corners, more)
	}
	for n := range 8 {
		as := image{turned: n&1 != 0, mirrored: n&2 != 0, exchanged: n&4 != 0}
		for _, as.right = range corners {
			for _, as.down = range corners {
				i.bySize[size] = append(i.bySize[size], boardOf(i.position, as))
			}
		}
	}
	return i.bySize[size]
}

// apart returns how many squares of a board differ from those of another, on which it is laid.
func (b *board) apart(other *board) int {
	n := b.outside
	for i := range b.white {
		white, black, kings := b.white[i]^other.white[i], b.black[i]^other.black[i], b.kings[i]^other.kings[i]
		n += bits.OnesCount64(white | black | kings)
	}
	return n
}

// mostApart is how many squares of boards that are close to each other differ, unless there are few pieces.
const mostApart = 6

// isCloseToOne reports whether a board is close to one of a game. It leaves out those that so few moves cannot reach.
func (b *board) isCloseToOne(of []board) bool {
	for i := 0; i < len(of); {
		apart := b.apart(&of[i])
		if apart <= min(mostApart, max(b.pieces, of[i].pieces)/2) {
			return true
		}
		for i++; i < len(of) && apart-of[i].moved > mostApart; i++ {
			apart -= of[i].moved
		}
	}
	return false
}
