package match

import (
	"context"
	"fmt"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/openings"
)

// EngineGame is one game of a match.
type EngineGame struct {
	Number  int // from 1
	White   int // which contender has White: 0 is A, 1 is B
	Names   [2]string
	History *draughts.History
	Opening int // how many moves of it were given
	Sample  int // the same for all games of an opening

	Drawn  bool
	Winner draughts.Side // unless drawn
	Why    Why
	Rule   draughts.EndRule // for ByRule
	Fault  error            // for ByForfeit, what the loser did
}

// Why is how a game of a match ended.
type Why uint8

const (
	ByRule    Why = iota // as people's games do; draws that need a claim come by themselves
	ByLimit              // drawn, because it became too long
	ByForfeit            // the loser made no legal move in time
)

// contender returns who has a side.
func (g *EngineGame) contender(s draughts.Side) int { return g.White ^ int(s) }

// Points returns two points for a win of A, one for a draw, none for a loss.
func (g *EngineGame) Points() int {
	switch {
	case g.Drawn:
		return 1
	case g.contender(g.Winner) == 0:
		return 2
	}
	return 0
}

// play plays a game to its end. The error is that of ctx.
func (g *EngineGame) play(ctx context.Context, players [2]Player, longest int) error {
	h := g.History
	begun := [2]bool{}
	for {
		if g.over(longest) {
			return nil
		}
		side := h.Position().Turn()
		who := g.contender(side)
		err := g.move(ctx, players[who], h, !begun[who])
		begun[who] = true
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			g.Why, g.Winner, g.Fault = ByForfeit, side.Opponent(), err
			return nil
		}
	}
}

// over reports whether the game has ended, and writes down how.
func (g *EngineGame) over(longest int) bool {
	h := g.History
	end, over := h.Ending()
	if !over {
		// The side not to move can claim what stands on the board, and not what a move would repeat.
		end, over = h.Claim(h.Position().Turn().Opponent())
	}
	switch {
	case over:
		g.Why, g.Rule, g.Drawn, g.Winner = ByRule, end.Rule, end.Drawn, end.Winner
	case h.Len()-g.Opening >= longest:
		g.Why, g.Drawn = ByLimit, true
		over = true
	}
	return over
}

// move has a player move, who is told before if the game is new to them.
func (g *EngineGame) move(ctx context.Context, p Player, h *draughts.History, begins bool) error {
	if begins {
		if err := p.NewGame(ctx, g.Number); err != nil {
			return err
		}
	}
	m, err := p.Move(ctx, h.Clone())
	if err != nil {
		return err
	}
	return h.Play(m)
}

// Reason says how the game ended.
func (g *EngineGame) Reason() string {
	switch g.Why {
	case ByLimit:
		return "drawn by the limit of moves"
	case ByForfeit:
		return fmt.Sprintf("%s forfeits as %s: %v", g.Names[g.contender(g.Winner.Opponent())], g.Winner.Opponent(), g.Fault)
	}
	return g.Rule.String()
}

// PDN returns the game as it is written to a file.
func (g *EngineGame) PDN() *pdn.Record {
	tags := []pdn.Tag{
		{Name: "Event", Value: g.Names[0] + " - " + g.Names[1]},
		{Name: "Round", Value: fmt.Sprint(g.Number)},
	}
	for _, s := range draughts.Sides {
		name := [2]string{draughts.White: "White", draughts.Black: "Black"}[s]
		tags = append(tags, pdn.Tag{Name: name, Value: g.Names[g.contender(s)]})
	}
	if b, ok := openings.BallotOf(g.History); ok {
		tags = append(tags, pdn.Tag{Name: "Ballot", Value: fmt.Sprint(b.Number)})
	}
	if name, ok := openings.Name(g.History); ok {
		tags = append(tags, pdn.Tag{Name: "Opening", Value: name})
	}
	written := pdn.FromHistory(g.History, tags...)
	end := draughts.Ending{Drawn: g.Drawn, Winner: g.Winner}
	written.Result = pdn.ResultOf(g.History.Position().Variant(), end)
	written.SetTag("Result", string(written.Result))
	written.Line = append(written.Line, pdn.Node{Kind: pdn.Comment, Text: g.Reason()})
	return written
}
