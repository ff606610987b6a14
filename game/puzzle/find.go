package puzzle

import (
	"context"
	"math"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// Effort says how long Search thinks, in positions searched for each move.
type Effort struct {
	Scan  uint64 // about each position of a game
	Prove uint64 // about each move of a solution
}

// The moves of a solution, and what comes of it.
const (
	mostAsked = 15 // plies
	mostAfter = 6
	// leastMoves is from how many legal moves the first of a solution is chosen.
	leastMoves = 3
	// firstLook is how many positions are searched at first, to see how difficult a puzzle is.
	firstLook = 100
	// atAGlance is how many positions are searched to see that a piece is attacked: to defend it is no
	// puzzle.
	atAGlance = 300
	// openingPlies are played before there are puzzles.
	openingPlies = 8
)

// Search finds the puzzles of a game. It looks at every position, thinks longer about those in which one move
// seems to be much better than the others, and follows the solution as long as that is so. Two that begin
// within a few moves of each other are one.
func Search(ctx context.Context, think search.Thinker, game *draughts.History, e Effort) ([]*Puzzle, error) {
	var found []*Puzzle
	for ply := openingPlies; ply < game.Len(); ply++ {
		at := game.At(ply)
		if len(at.AppendMoves(nil)) < leastMoves {
			continue
		}
		h := draughts.NewHistory(at)
		v, err := judge(ctx, think, h, e.Scan)
		if err != nil {
			return found, err
		}
		if !v.solves(v.isSaved()) {
			continue
		}
		p, err := prove(ctx, think, at, e)
		if err != nil {
			return found, err
		}
		if p != nil {
			found = append(found, p)
			ply += p.Asked
		}
	}
	return found, nil
}

// prove returns the puzzle of a position, if it is one.
func prove(ctx context.Context, think search.Thinker, at draughts.Position, e Effort) (*Puzzle, error) {
	h := draughts.NewHistory(at)
	v, nodes, err := insight(ctx, think, h, e)
	if err != nil || !v.solves(v.isSaved()) {
		return nil, err
	}
	p := &Puzzle{ID: identify(at), Start: at, Saves: v.isSaved()}
	for h.Len() < mostAsked && (v.forced || v.solves(p.Saves)) {
		if !v.forced {
			p.Asked = h.Len() + 1
		}
		if h.Play(v.best) != nil {
			break
		}
		reply, err := judge(ctx, think, h, e.Prove)
		if err != nil {
			return nil, err
		}
		if reply.best.IsZero() || h.Play(reply.best) != nil {
			break
		}
		if v, err = judge(ctx, think, h, e.Prove); err != nil {
			return nil, err
		}
		if v.best.IsZero() {
			break
		}
	}
	if p.Moves, err = aftermath(ctx, think, h, p.Asked, e); err != nil {
		return nil, err
	}
	p.Points = points(nodes, p)
	p.Themes = themesOf(p)
	if len(p.Themes) == 0 || isTrivial(p) {
		return nil, nil
	}
	return p, nil
}

// insight thinks ever longer about a position, and returns what it thinks at last, and how many positions
// it searched when it had found that. It gives up a position that does not look like a puzzle any more.
func insight(
	ctx context.Context, think search.Thinker, h *draughts.History, e Effort,
) (last verdict, nodes uint64, err error) {
	for n := uint64(firstLook); ; n = min(3*n, e.Prove) {
		v, err := judge(ctx, think, h, n)
		if err != nil {
			return v, 0, err
		}
		if v.best != last.best || !last.solves(v.isSaved()) {
			nodes = n
		}
		if last = v; n >= e.Prove {
			return last, nodes, nil
		}
		if n >= e.Scan && (!v.solves(v.isSaved()) || v.isSaved() && nodes <= atAGlance) {
			return verdict{}, nodes, nil
		}
	}
}

// aftermath returns the moves of a solution that are asked for, and those that come of them: what was found
// after them, and then the best moves, as long as pieces are captured.
func aftermath(ctx context.Context, think search.Thinker, h *draughts.History, asked int, e Effort) ([]draughts.Move, error) {
	after := draughts.NewHistory(h.Start())
	for ply, m := range h.Moves() {
		if ply >= asked && !m.IsCapture() {
			return after.Moves(), nil
		}
		if err := after.Play(m); err != nil {
			return nil, err
		}
	}
	for after.Len() < asked+mostAfter && after.Position().CanCapture() {
		v, err := judge(ctx, think, after, e.Scan)
		if err != nil {
			return nil, err
		}
		if v.best.IsZero() || after.Play(v.best) != nil {
			break
		}
	}
	return after.Moves(), nil
}

// isTrivial reports whether a solution only captures, or crowns a man at once.
func isTrivial(p *Puzzle) bool {
	if p.Asked == 1 && p.Moves[0].Crowns() {
		return true
	}
	for ply := 0; ply < p.Asked; ply += 2 {
		if !p.Moves[ply].IsCapture() {
			return false
		}
	}
	return true
}

// points returns the rating that a puzzle has at first: by how many positions the search needed to
// see its first move, and by its length.
func points(nodes uint64, p *Puzzle) int {
	seen := math.Log2(float64(nodes) / firstLook) // 0 at a glance, 13 after a million positions
	return min(2400, int(850+85*seen)+110*(p.Asks()-1))
}
