package bot

import "doublecorner/game"

func (b *Bot) rematch(c *call) (answer, error) {
	id, ok := game.ParseGameID(c.text("game"))
	if !ok {
		last, err := b.referee.Games(c, game.FinishedGamesOf(c.by.Person), c.viewer(), "", 1)
		if err != nil {
			return answer{}, err
		}
		if len(last.Items) == 0 {
			return answer{}, errNoGames
		}
		id = last.Items[0].ID
	}
	return b.again(c, id)
}

func (b *Bot) pressRematch(c *call, pressed control) (answer, error) {
	return b.again(c, pressed.game)
}

// again asks for a game to be played again, or begins it if both have asked. It is played
// where it was; who asks for it in another place is told where that is, and the opponent
// hears of it there.
func (b *Bot) again(c *call, id game.GameID) (answer, error) {
	g, err := b.referee.Game(c, id, c.viewer())
	if err != nil {
		return answer{}, err
	}
	away, room := g.Place != c.place, c.room
	switch {
	case away:
		room = g.Room
	case !b.mayBegin(c) && g.Room != c.room: // where it was is good enough: in its thread, say
		return answer{}, errRoom
	}
	a, err := b.referee.Rematch(c, game.RematchRequest{Request: c.request(), Game: id, Room: room})
	if err != nil {
		return answer{}, err
	}
	b.keepName(c)
	switch {
	case a.Game != nil:
		begun, err := b.begun(c, a)
		begun.closes = a.Challenge.ID
		return begun, err
	case away:
		return answer{message: c.there(g)}, nil
	}
	return answer{message: challengeMessage(c.here, a.Challenge), announced: a.Announced, asks: a.Challenge.ID}, nil
}
