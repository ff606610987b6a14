package bot

import (
	"context"
	"errors"
	"iter"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// chosenGame returns the game of a component. For a command, it returns the game that the command names,
// or the only running game of the user in the guild, or their only one anywhere.
func (b *Bot) chosenGame(req *request) (*game.Game, error) {
	if req.id != nil {
		return b.referee.Game(req, req.id.game, req.viewer())
	}
	if text := req.text("game"); text != "" {
		id, ok := game.ParseGameID(text)
		if !ok {
			return nil, &game.RequestError{Code: game.NoSuchGame}
		}
		return b.referee.Game(req, id, req.viewer())
	}
	games, err := b.runningGames(req)
	if err != nil {
		return nil, err
	}
	if len(games) == 1 {
		return games[0], nil
	}
	// A repeated request may have ended its game.
	if g, err := b.referee.GameOfRequest(req, req.gameRequest().ID, req.viewer()); !isRefused(err, game.NoSuchGame) {
		return g, err
	}
	if len(games) == 0 {
		return nil, errNoGame
	}
	return nil, errWhichGame
}

// maxRunningGames is the number of a user's newest running games that are searched.
const maxRunningGames = 1000

// runningGames returns the running games of the user in the guild; if there are none, anywhere.
func (b *Bot) runningGames(req *request) ([]*game.Game, error) {
	var inGuild, anywhere []*game.Game
	for g, err := range b.allGames(req, game.RunningGamesOf(req.by.Person), req.viewer()) {
		if err != nil {
			return nil, err
		}
		if g.Place == req.place {
			inGuild = append(inGuild, g)
		}
		if anywhere = append(anywhere, g); len(anywhere) == maxRunningGames {
			break
		}
	}
	if len(inGuild) > 0 {
		return inGuild, nil
	}
	return anywhere, nil
}

// allGames yields the games of a list.
func (b *Bot) allGames(ctx context.Context, list game.GameList, viewer game.Viewer) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		for from := game.Cursor(""); ; {
			page, err := b.referee.Games(ctx, list, viewer, from, 50)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, g := range page.Items {
				if !yield(g, nil) {
					return
				}
			}
			if from = page.Next; from == "" {
				return
			}
		}
	}
}

// gameAndHistory returns the chosen game and its history.
func (b *Bot) gameAndHistory(req *request) (*game.Game, *draughts.History, error) {
	g, err := b.chosenGame(req)
	if err != nil {
		return nil, nil, err
	}
	h, err := g.History()
	return g, h, err
}

// finishedOrChosenGame returns the chosen game, or if there is none, the last game that the user finished.
func (b *Bot) finishedOrChosenGame(req *request) (*game.Game, error) {
	g, err := b.chosenGame(req)
	var notChosen userError
	if !errors.As(err, &notChosen) {
		return g, err
	}
	g, err = b.lastFinishedGame(req)
	if err == errNoGames && notChosen != errNoGame {
		return nil, notChosen
	}
	return g, err
}

// lastFinishedGame returns the last game that the user finished.
func (b *Bot) lastFinishedGame(req *request) (*game.Game, error) {
	last, err := b.referee.Games(req, game.FinishedGamesOf(req.by.Person), req.viewer(), "", 1)
	if err != nil {
		return nil, err
	}
	if len(last.Items) == 0 {
		return nil, errNoGames
	}
	return last.Items[0], nil
}
