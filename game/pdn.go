package game

import (
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// PDN returns a game in Portable Draughts Notation, with the times of a live clock after each
// move. Without a function name, people have their ids as names.
func PDN(g *Game, name func(PersonID) string) (*pdn.Game, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	if name == nil {
		name = PersonID.String
	}
	rated := "friendly"
	if g.Rated {
		rated = "rated"
	}
	p := pdn.FromHistory(h,
		pdn.Tag{Name: "Event", Value: "Double Corner, " + rated},
		pdn.Tag{Name: "Site", Value: g.Place.String()},
		pdn.Tag{Name: "Date", Value: g.Started.UTC().Format("2006.01.02")},
		pdn.Tag{Name: "Round", Value: string(g.ID)},
		pdn.Tag{Name: "White", Value: name(g.Player(draughts.White))},
		pdn.Tag{Name: "Black", Value: name(g.Player(draughts.Black))},
		pdn.Tag{Name: "Result", Value: string(pdn.Unfinished)},
	)
	p.SetTag("TimeControl", g.Clock.String())
	if result, over := g.Result(); over {
		p.Result = pdnResult(g.Variant, result.Outcome)
		p.SetTag("Termination", result.Cause.String())
	} else {
		p.Result = pdn.Unfinished
	}
	p.SetTag("Result", string(p.Result))
	if g.Clock.Base() > 0 {
		p.Line = withClockComments(p.Line, g.clocks())
	}
	return p, nil
}

// clocks returns the times of a live clock after each move that stands.
func (g *Game) clocks() []pdn.Clock {
	var clocks []pdn.Clock
	so := Restore(g.Header, nil)
	for i := range g.events {
		e := &g.events[i]
		so.apply(e)
		switch e.Kind {
		case Moved:
			clocks = append(clocks, pdn.Clock{
				Left: so.left, Known: [len(draughts.Sides)]bool{true, true},
				Running: so.Turn(), Runs: true,
			})
		case TookBack:
			clocks = clocks[:len(so.moves)]
		}
	}
	return clocks
}

// withClockComments adds a comment with the clock after each move.
func withClockComments(moves pdn.Line, clocks []pdn.Clock) pdn.Line {
	var line pdn.Line
	for i, move := range moves {
		line = append(line, move, pdn.Node{Kind: pdn.Comment, Text: clocks[i].String()})
	}
	return line
}

func pdnResult(v *draughts.Variant, o Outcome) pdn.Result {
	winner, won := o.Winner()
	if !won && o != Drawn {
		return pdn.Unfinished
	}
	return pdn.ResultOf(v, draughts.Ending{Drawn: !won, Winner: winner})
}
