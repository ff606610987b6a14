package bot

import (
	"context"

	"doublecorner/game"
)

// concerned are those whom the last thing that happened in a game concerns: who is to do
// something now, or has waited for it. Nobody is called by what they did themselves.
func concerned(g *game.Game) []game.PersonID {
	if g.Seq() > 0 {
		switch e := g.Event(g.Seq() - 1); e.Kind {
		case game.Offered, game.Declined:
			return []game.PersonID{g.Player(e.Side.Opponent())}
		case game.Withdrawn:
			return nil
		case game.Ended:
			if e.Result.Cause == game.ByTime || e.Result.Moderator != game.Anyone { // neither player did it
				return somebody(g.Players[:])
			}
			return somebody([]game.PersonID{g.Player(e.Side.Opponent())})
		}
	}
	return []game.PersonID{g.Player(g.Turn())}
}

// willing leaves out who does not want to be called.
func (b *Bot) willing(ctx context.Context, all []game.PersonID) ([]game.PersonID, error) {
	var some []game.PersonID
	for _, p := range all {
		likes, err := remembered[preferences](ctx, b, game.AboutPerson(p))
		if err != nil {
			return nil, err
		}
		if !likes.Quiet {
			some = append(some, p)
		}
	}
	return some, nil
}
