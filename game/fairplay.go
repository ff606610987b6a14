package game

import (
	"context"

	"doublecorner/game/draughts"
)

// Played holds the positions of a person's running games against people. The person is not told what is best in
// one of them, or in one close to them: that would be help against another person.
type Played map[*draughts.Variant]map[draughts.Position]bool

// Played returns the positions that stand or stood in the running games of a person against people.
func (r *Referee) Played(ctx context.Context, p PersonID) (Played, error) {
	played := Played{}
	read := func(list GameList, from Cursor, most int) (Page[*Game], error) {
		return r.Games(ctx, list, Viewer{Person: p}, from, most)
	}
	for g, err := range All(read, RunningGamesOf(p)) {
		if err != nil {
			return nil, err
		}
		if g.HasComputer() {
			continue
		}
		h, err := g.History()
		if err != nil {
			return nil, err
		}
		of := played[g.Variant]
		if of == nil {
			of = map[draughts.Position]bool{}
			played[g.Variant] = of
		}
		for ply := range h.Len() + 1 {
			of[h.At(ply)] = true
		}
	}
	return played, nil
}

// closePlies is how many moves apart two positions are that are close to each other.
const closePlies = 2

// Has reports whether a position, or one within closePlies of it, is one of a running game: as it stands, with the
// sides exchanged on the turned board, or mirrored. It does not matter which side is to move, nor by which rules:
// those that differ a little give the same advice.
func (p Played) Has(q draughts.Position) bool {
	for v, positions := range p {
		for _, image := range images(v, q) {
			for position := range positions {
				if leadsTo(position, image, closePlies) || leadsTo(image, position, closePlies) {
					return true
				}
			}
		}
	}
	return false
}

// images returns a position as it can stand on the board of a rule set: as it is, turned, mirrored, or both.
func images(v *draughts.Variant, q draughts.Position) []draughts.Position {
	size := v.Rules().Board.Size
	if q.Variant().Rules().Board.Size != size {
		return nil
	}
	var all []draughts.Position
	for _, turned := range []bool{false, true} {
		for _, mirrored := range []bool{false, true} {
			setup := draughts.Setup{Turn: q.Turn()}
			if turned {
				setup.Turn = setup.Turn.Opponent()
			}
			for _, placed := range q.Setup().Pieces {
				x, y := q.Variant().XY(placed.Square)
				if turned != mirrored {
					x = size - 1 - x
				}
				if turned {
					y = size - 1 - y
					placed.Piece = exchanged(placed.Piece)
				}
				placed.Square = v.SquareAt(x, y) // 0, which no setup can have, if pieces do not stand there
				setup.Pieces = append(setup.Pieces, placed)
			}
			if image, err := v.Position(setup); err == nil {
				all = append(all, image)
			}
		}
	}
	return all
}

// exchanged returns the same piece of the other side.
func exchanged(p draughts.Piece) draughts.Piece {
	side := draughts.White
	if p.Is(side) {
		side = draughts.Black
	}
	if p.IsKing() {
		return side.King()
	}
	return side.Man()
}

// leadsTo reports whether a number of moves at most lead from a position to the pieces of another.
func leadsTo(p, q draughts.Position, plies int) bool {
	from, to := p.Node(), q.Node()
	us, them := to.Us, to.Them
	if from.Turn != to.Turn {
		us, them = them, us
	}
	switch {
	case us == from.Us && them == from.Them && to.Kings == from.Kings:
		return true
	case us.Without(from.Us).Len() > (plies+1)/2, them.Without(from.Them).Len() > plies/2, // each move puts down one piece
		us.Len() > from.Us.Len(), them.Len() > from.Them.Len(),
		plies == 0:
		return false
	}
	moves, err := p.AppendMoves(nil)
	for _, m := range moves {
		if leadsTo(p.Play(m), q, plies-1) {
			return true
		}
	}
	return err != nil // there are too many moves to look at: it may lead there
}
