package game

import (
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// PDN returns a game as archives have it, with the times its moves took. People
// are named as PersonIDs name them; name, if it is not nil, knows better.
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
	return p, nil
}

func pdnResult(v *draughts.Variant, o Outcome) pdn.Result {
	winner, won := o.Winner()
	if !won && o != Drawn {
		return pdn.Unfinished
	}
	return pdn.ResultOf(v, draughts.Ending{Drawn: !won, Winner: winner})
}
