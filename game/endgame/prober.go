package endgame

import "doublecorner/game/draughts"

// prober reads what positions are worth from the files of a set. Each goroutine has its own.
type prober struct {
	*Set
	generator draughts.Generator
	moves     []draughts.NodeMove // of all positions that are being looked at, one behind the other
}

// symbol returns the symbol of a position in which no capture is due.
func (p *prober) symbol(n *draughts.Node) (uint16, *layout, error) {
	r := p.known[MaterialOf(n).number()].Load()
	symbol, err := r.at(r.layout.index(n))
	return symbol, r.layout, err
}

// mustCapture tells whether only the captures of a position decide.
func (p *prober) mustCapture(n *draughts.Node) bool {
	return p.board.duty && p.generator.CanCapture(n)
}

// following yields the positions after the moves of one, with the mover to move.
func (p *prober) following(n *draughts.Node, yield func(*draughts.Node) error) error {
	before := len(p.moves)
	p.moves, _ = p.generator.AppendMoves(n, p.moves)
	for i := before; i < len(p.moves); i++ {
		next := p.board.variant.Turned(p.generator.Play(n, p.moves[i]))
		if err := yield(&next); err != nil {
			return err
		}
	}
	p.moves = p.moves[:before]
	return nil
}

// sign returns the code of a position with the mover to move, with any distance.
func (p *prober) sign(n *draughts.Node) (code, error) {
	b := p.board
	switch {
	case b.over(n):
		return ended, nil
	case p.mustCapture(n):
		var o outlook
		err := p.following(n, func(next *draughts.Node) error {
			after, err := p.sign(next)
			o.add(b, after)
			return err
		})
		return o.best(), err
	}
	symbol, _, err := p.symbol(n)
	switch {
	case symbol == isDrawn:
		return drawn, err
	case (symbol == isWon) != b.misere:
		return ended + 1, err
	}
	return ended, err
}

// code returns the code of a position with the mover to move.
func (p *prober) code(n *draughts.Node) (code, error) {
	b := p.board
	if b.over(n) {
		return ended, nil
	}
	if !p.mustCapture(n) {
		symbol, l, err := p.symbol(n)
		switch {
		case err != nil || symbol == isDrawn:
			return drawn, err
		case symbol >= isLost:
			return l.lossCode(symbol), nil
		case !l.distances():
			return p.sign(n)
		}
	}
	sign, err := p.sign(n)
	if err != nil || sign == drawn {
		return drawn, err
	}
	o := outlook{}
	err = p.following(n, func(next *draughts.Node) error {
		if b.wins(sign) { // by a move after which the other side loses
			after, err := p.sign(next)
			if err != nil || !b.loses(after) {
				return err
			}
		}
		after, err := p.code(next)
		o.add(b, after)
		return err
	})
	if o == (outlook{}) { // no moves
		o = b.end()
	}
	return o.best(), err
}
