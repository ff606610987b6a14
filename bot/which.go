package bot

import (
	"errors"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// mine returns the game a command is about: the one it names, or the only one that who
// asks is playing here, or anywhere.
func (b *Bot) mine(c *call) (*game.Game, error) {
	if text := c.text("game"); text != "" {
		id, ok := game.ParseGameID(text)
		if !ok {
			return nil, &game.Refusal{Code: game.NoSuchGame}
		}
		return b.referee.Game(c, id, c.viewer())
	}
	games, err := b.playing(c)
	if err != nil {
		return nil, err
	}
	if len(games) == 1 {
		return games[0], nil
	}
	// What arrives again may have ended the game that it was about.
	if g, err := b.referee.AnsweredGame(c, c.request().ID, c.viewer()); !refusedAs(err, game.NoSuchGame) {
		return g, err
	}
	if len(games) == 0 {
		return nil, errNoGame
	}
	return nil, errWhichGame
}

// mostPlaying is how many of somebody's running games are looked at, the newest first.
const mostPlaying = 1000

// playing lists the games that who asks is playing in this place; if none, anywhere.
func (b *Bot) playing(c *call) ([]*game.Game, error) {
	var here, anywhere []*game.Game
	for from := game.Cursor(""); ; {
		page, err := b.referee.Games(c, game.RunningGamesOf(c.by.Person), c.viewer(), from, 2*mostOptions)
		if err != nil {
			return nil, err
		}
		for _, g := range page.Items {
			if g.Place == c.place {
				here = append(here, g)
			}
		}
		anywhere = append(anywhere, page.Items...)
		if from = page.Next; from == "" || len(anywhere) >= mostPlaying {
			break
		}
	}
	if len(here) > 0 {
		return here, nil
	}
	return anywhere, nil
}

// opened returns a game, and its moves.
func (b *Bot) opened(c *call, id game.GameID) (*game.Game, *draughts.History, error) {
	g, err := b.referee.Game(c, id, c.viewer())
	if err != nil {
		return nil, nil, err
	}
	h, err := g.History()
	return g, h, err
}

// record returns the game a command is about, running or not: the one it names, else
// the only one that who asks is playing, else the last one they have finished.
func (b *Bot) record(c *call) (*game.Game, error) {
	if c.text("game") != "" {
		return b.mine(c)
	}
	g, err := b.mine(c)
	var because excuse
	if !errors.As(err, &because) {
		return g, err
	}
	last, err := b.referee.Games(c, game.FinishedGamesOf(c.by.Person), c.viewer(), "", 1)
	if err != nil {
		return nil, err
	}
	if len(last.Items) == 0 {
		if because == errNoGame {
			because = errNoGames
		}
		return nil, because
	}
	return last.Items[0], nil
}
