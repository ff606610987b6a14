package game

import (
	"context"

	"doublecorner/game/draughts"
)

// Report says who plays a game between two places, for the operator, who is told that one of them reports the other.
type Report struct {
	Game    GameID // as it is stored
	By      PersonID
	Side    draughts.Side // of who reports
	Players [len(draughts.Sides)]PersonID
	Places  [len(draughts.Sides)]PlaceID
	Names   [len(draughts.Sides)]string
}

// ReportOpponent returns what the operator is told if the viewer reports the opponent in a game between two places. The viewer plays
// it, or has voted in it. Nobody else may see the report.
func (r *Referee) ReportOpponent(ctx context.Context, id GameID, v Viewer) (Report, error) {
	return view(ctx, r, func(tx Reader) (Report, error) {
		g, err := v.game(tx, id)
		if err != nil {
			return Report{}, err
		}
		side, takesPart := g.Side(v.Person)
		if !takesPart {
			side, takesPart = g.VotesFor(v.Person)
		}
		if !takesPart || !g.IsBetween() {
			return Report{}, v.refusal(&RequestError{Code: NotAPlayer, Game: g}, id)
		}
		report := Report{Game: g.ID, By: v.Person, Side: side, Players: g.Players, Names: g.Names}
		report.Places[g.Challenger], report.Places[g.Challenger.Opponent()] = g.Place, g.Abroad.Place
		return report, nil
	})
}
