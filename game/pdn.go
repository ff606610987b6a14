package game

import (
	"fmt"
	"slices"
	"strconv"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/openings"
)

// PDN returns a game in Portable Draughts Notation, with the times of a live clock after each
// move. Without a function name, people have their ids as names. The Computer has the name of the program.
func PDN(g *Game, name func(PersonID) string) (*pdn.Record, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	if name == nil {
		name = PersonID.String
	}
	player := func(s draughts.Side) string {
		switch p := g.Player(s); {
		case p == Computer:
			return fmt.Sprintf("Double Corner (level %d)", g.Level)
		case p == Stranger, g.IsTeam(s) && g.Names[s] != "":
			return g.Names[s]
		default:
			return name(p)
		}
	}
	rated := "friendly"
	if g.Rated {
		rated = "rated"
	}
	result, over := g.Result()
	written := pdn.Unfinished
	if result.Outcome != NoOutcome {
		winner, won := result.Outcome.Winner()
		written = pdn.ResultOf(g.Variant, draughts.Ending{Drawn: !won, Winner: winner})
	}
	p := pdn.FromHistory(h,
		pdn.Tag{Name: "Event", Value: "Double Corner, " + rated},
		pdn.Tag{Name: "Site", Value: g.Place.String()},
		pdn.Tag{Name: "Date", Value: g.Started.UTC().Format("2006.01.02")},
		pdn.Tag{Name: "Round", Value: g.ID.Code()},
		pdn.Tag{Name: "White", Value: player(draughts.White)},
		pdn.Tag{Name: "Black", Value: player(draughts.Black)},
		pdn.Tag{Name: "Result", Value: string(pdn.Unfinished)},
	)
	p.Result = written
	p.SetTag("Result", string(written))
	if g.HasOdds() {
		p.SetTag("WhiteTimeControl", g.ClockOf(draughts.White).String())
		p.SetTag("BlackTimeControl", g.ClockOf(draughts.Black).String())
	} else {
		p.SetTag("TimeControl", g.Clock.String())
	}
	if over {
		p.SetTag("Termination", result.Cause.String())
	}
	if b, ok := openings.BallotOf(h); ok && g.Ballot {
		p.SetTag("Ballot", strconv.Itoa(b.Number))
	}
	if opening, ok := openings.Name(h); ok {
		p.SetTag("Opening", opening)
	}
	if g.Clock.Base() > 0 {
		p.Line = g.withClocks(p.Line)
	}
	return p, nil
}

// withClocks adds a comment with the times of a live clock after each move that the players made and that stands.
func (g *Game) withClocks(moves pdn.Line) pdn.Line {
	opening, moves := moves[:len(g.Opening)], moves[len(g.Opening):]
	line := make(pdn.Line, 2*len(moves))
	so := Restore(g.Header, nil)
	for i := range g.events {
		e := &g.events[i]
		so.apply(e)
		if n := so.made(); e.Kind == Moved && n <= len(moves) {
			clocks := pdn.ClockComment(so.left, so.Turn())
			line[2*n-2], line[2*n-1] = moves[n-1], pdn.Node{Kind: pdn.Comment, Text: clocks}
		}
	}
	return slices.Concat(opening, line)
}
