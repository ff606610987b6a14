package opponent

import (
	"context"
	"errors"
	"hash/fnv"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/search"
)

// decision is what the Computer does next.
type decision struct {
	kind  kind
	move  string     // for move
	offer game.Offer // for agree and decline
}

type kind uint8

const (
	move    kind = iota
	agree        // to the offer of the other player
	decline      // that offer
	claim        // a draw that a rule allows
	resign
)

func computerSide(g *game.Game) draughts.Side {
	side, _ := g.Side(game.Computer)
	return side
}

// isAwaited reports whether a game waits for the Computer: for its move, or for its answer to an offer.
func isAwaited(g *game.Game) bool {
	if g.IsOver() {
		return false
	}
	side := computerSide(g)
	for _, o := range game.Offers {
		if g.Offered(side.Opponent(), o) {
			return true
		}
	}
	return g.Turn() == side
}

// Values are in hundredths of a man.
const (
	better = 15   // from here on the Computer is better, and does not take a draw in the middle of a game
	worse  = -60  // from here on it takes every draw
	lost   = -500 // from here on hardly a draw is left
	// manyPlies and fewPieces say when an even game has been played out.
	manyPlies = 60
	fewPieces = 8
	// resignLevel is the highest level that resigns; the ones above want to be beaten.
	resignLevel = 4
	// minResignPlies is the number of plies before which no game is resigned.
	minResignPlies = 24
	// lostFor is the number of plies for which a game must have been lost.
	lostFor = 4
	// nearEnd is the number of plies to the end that a winner wants to play.
	nearEnd = 9
	// judging is how much the Computer thinks, at any level, about what a position is worth.
	judging = 50_000 // nodes
)

// decide returns what the Computer does in a game that waits for it. It has some time left, if the game has
// a clock.
func decide(ctx context.Context, m Mind, g *game.Game, left time.Duration) (decision, error) {
	side := computerSide(g)
	opponent := side.Opponent()
	for _, o := range []game.Offer{game.OfferAbort, game.OfferTakeBack} {
		if g.Offered(opponent, o) {
			return decision{kind: agree, offer: o}, nil
		}
	}
	h, err := g.History()
	if err != nil {
		return decision{}, err
	}
	p := player{m, g, side}
	if g.Offered(opponent, game.OfferDraw) {
		return p.answerDraw(ctx, h)
	}
	return p.play(ctx, h, left)
}

// player is the Computer in a game.
type player struct {
	mind Mind
	game *game.Game
	side draughts.Side
}

// answerDraw agrees to a draw that is offered, or declines it.
func (p player) answerDraw(ctx context.Context, h *draughts.History) (decision, error) {
	just, err := p.isDrawJust(ctx, h)
	switch {
	case err != nil:
		return decision{}, err
	case just:
		return decision{kind: agree, offer: game.OfferDraw}, nil
	}
	return decision{kind: decline, offer: game.OfferDraw}, nil
}

// play moves, claims a draw or resigns.
func (p player) play(ctx context.Context, h *draughts.History, left time.Duration) (decision, error) {
	g := p.game
	thought, err := p.think(ctx, h, search.Limit{Level: g.Level, Seed: seed(g), Time: timeFor(g, left)})
	if err != nil {
		return decision{}, err
	}
	best := thought.Lines[0]
	if len(best.Moves) == 0 {
		return decision{}, errors.New("the computer has no move")
	}
	if _, ok := h.Claim(p.side); ok && best.Value.Number() <= better {
		return decision{kind: claim}, nil
	}
	if best.Value.Number() <= lost {
		if gives, err := p.resigns(ctx, h); gives || err != nil {
			return decision{kind: resign}, err
		}
	}
	position := h.Position()
	return decision{kind: move, move: position.Full(best.Moves[0], draughts.Numbers)}, nil
}

// think thinks about a position, while the other player waits.
func (p player) think(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
	return p.mind.Think(ctx, mind.Task{
		Purpose: mind.Play, Place: p.game.Place, Person: p.game.Player(p.side.Opponent()), History: h, Limit: l,
	})
}

// value returns what a position is worth to the Computer.
func (p player) value(ctx context.Context, h *draughts.History) (search.Value, error) {
	thought, err := p.think(ctx, h, search.Limit{Nodes: judging, Judge: true})
	if err != nil {
		return search.Value{}, err
	}
	v := thought.Lines[0].Value
	if h.Position().Turn() != p.side {
		v.Score = -v.Score
	}
	return v, nil
}

// isDrawJust reports whether the Computer takes a draw: if it is not better, and the game has been played out
// or is lost.
func (p player) isDrawJust(ctx context.Context, h *draughts.History) (bool, error) {
	v, err := p.value(ctx, h)
	if err != nil {
		return false, err
	}
	position := h.Position()
	pieces := position.Pieces(draughts.White).Len() + position.Pieces(draughts.Black).Len()
	playedOut := h.Len() >= manyPlies || pieces <= fewPieces
	return v.Proven && v.Score <= 0 || v.Number() <= worse || playedOut && v.Number() <= better, nil
}

// resigns reports whether the Computer gives a game up: at a low level, late, if the game has been lost for a
// while and the end is not near.
func (p player) resigns(ctx context.Context, h *draughts.History) (bool, error) {
	if p.game.Level > resignLevel || h.Len() < minResignPlies {
		return false, nil
	}
	for _, plies := range []int{0, lostFor} {
		v, err := p.value(ctx, draughts.NewHistory(h.At(h.Len()-plies)))
		if err != nil || v.Number() > lost || v.Proven && plies == 0 && v.Plies <= nearEnd {
			return false, err
		}
	}
	return true, nil
}

// timeFor returns how long the Computer thinks at most, so that its clock lasts; 0: as long as its level does.
func timeFor(g *game.Game, left time.Duration) time.Duration {
	if g.Clock.Base() == 0 {
		return 0
	}
	const moves = 30 // to come
	return max(time.Millisecond, min(left/moves+g.ClockOf(computerSide(g)).Increment()/2, left/2))
}

// seed returns what chooses between moves of nearly equal value: the same in the same position of a game.
func seed(g *game.Game) uint64 {
	h := fnv.New64a()
	h.Write([]byte(g.ID))
	return h.Sum64() + uint64(g.Ply())
}
