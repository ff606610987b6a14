package endgame

import "doublecorner/game/draughts"

// prober reads what positions are worth from the files of a set. Each goroutine has its own.
type prober struct {
	*Set
	generator draughts.Generator
	// The moves of all positions that are being looked at, one behind the other, and these
	// positions, the one asked for first. They are here so that nothing is allocated. After a
	// move by which the winner wins or the loser loses, pieces are captured, so that there are
	// two positions at most for each piece.
	moves []draughts.NodeMove
	nodes [2*MostPieces + 2]draughts.Node
	depth int
}

// symbol returns the symbol of a position in which no capture is due.
func (p *prober) symbol(n *draughts.Node) (uint16, *layout, error) {
	r := p.known[MaterialOf(n).number()].Load()
	symbol, err := r.at(r.layout.index(n))
	return symbol, r.layout, err
}

// list appends the moves of a position to p.moves.
func (p *prober) list(n *draughts.Node) []draughts.NodeMove {
	before := len(p.moves)
	p.moves = p.generator.AppendMoves(n, p.moves)
	return p.moves[before:]
}

// forget removes moves from p.moves.
func (p *prober) forget(moves []draughts.NodeMove) { p.moves = p.moves[:len(p.moves)-len(moves)] }

// play returns the position after a move, with the mover to move.
func (p *prober) play(n *draughts.Node, m draughts.NodeMove) *draughts.Node {
	p.depth++
	p.nodes[p.depth] = p.board.variant.Turned(p.generator.Play(n, m))
	return &p.nodes[p.depth]
}

// mustCapture reports whether only the captures of a position decide.
func (p *prober) mustCapture(n *draughts.Node) bool {
	return p.board.duty && p.generator.CanCapture(n)
}

// sign returns the code of a position with the mover to move, without distance.
func (p *prober) sign(n *draughts.Node) (code, error) {
	b := p.board
	if b.over(n) {
		return ended, nil
	}
	if !p.mustCapture(n) {
		symbol, _, err := p.symbol(n)
		switch {
		case symbol == isDrawn:
			return drawn, err
		case (symbol == isWon) != b.misere:
			return ended + 1, err
		}
		return ended, err
	}
	var o outlook
	moves := p.list(n)
	defer p.forget(moves)
	for _, m := range moves {
		after, err := p.sign(p.play(n, m))
		p.depth--
		if err != nil {
			return drawn, err
		}
		if o.add(b, after); o.won != 0 {
			break
		}
	}
	return o.best().sign(), nil
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
		}
	}
	sign, err := p.sign(n)
	if err != nil || sign == drawn || MaterialOf(n).Pieces() > b.near {
		return sign, err
	}
	var o outlook
	moves := p.list(n)
	defer p.forget(moves)
	for _, m := range moves {
		after, err := p.afterBest(p.play(n, m), b.wins(sign))
		p.depth--
		if err != nil {
			return drawn, err
		}
		if after != drawn {
			o.add(b, after)
		}
	}
	if len(moves) == 0 {
		o = b.end()
	}
	return o.best(), nil
}

// afterBest returns the code of a position after a move that wins for the side that made it, or
// after any move if none does. After others it returns drawn.
func (p *prober) afterBest(n *draughts.Node, wins bool) (code, error) {
	if wins {
		if after, err := p.sign(n); err != nil || !p.board.loses(after) {
			return drawn, err
		}
	}
	return p.code(n)
}
