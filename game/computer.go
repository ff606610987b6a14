package game

import (
	"context"
	"math"
	"slices"

	"doublecorner/game/draughts"
)

// Computer is the player that is a program. Its requests are those of any other player; it has no ratings,
// quota or settings, and is not erased. No person has this id.
const Computer PersonID = math.MaxInt64

// Levels is the number of levels of the Computer: 1 is the weakest.
const Levels = 8

// HasComputer reports whether the Computer is one of the players.
func (t *Terms) HasComputer() bool { return t.Level > 0 }

// CountsAgainstComputer reports whether a win or a loss says something about the level of the Computer: in a game
// from the regular start in which no move was taken back, and no hints were shown.
func (g *Game) CountsAgainstComputer() bool {
	tookBack := func(e Event) bool { return e.Kind == TookBack }
	return g.HasComputer() && g.IsRegular() && !g.Hinted && !slices.ContainsFunc(g.events, tookBack)
}

// Hint records that the player to move is shown hints. Only games against the Computer have them. Where there is only one
// move, a hint tells nothing, and is not recorded.
func (r *Referee) Hint(ctx context.Context, q GameRequest) (Answer, error) {
	return r.play(ctx, hintKind, q, func(s *step, g *Game, side draughts.Side) error {
		switch {
		case !g.HasComputer():
			return &RequestError{Code: NoHints, Game: g}
		case side != g.Turn():
			return &RequestError{Code: NotYourTurn, Game: g}
		}
		h, err := g.History()
		if err != nil || len(h.Position().Moves()) == 1 {
			return err
		}
		g.Hinted = true
		return s.tx.PutGame(g)
	})
}

// Pause records that the Computer does not move before the other player has moved in another game, which is named unless it
// is played in another place. No clock runs until the next move or take-back.
func (r *Referee) Pause(ctx context.Context, q GameRequest, other GameID) (Answer, error) {
	return r.play(ctx, pauseKind, q, func(s *step, g *Game, side draughts.Side) error {
		return s.addEvent(g, Event{Kind: Paused, Side: side, Game: other})
	})
}

// Paused reports whether the Computer waits for a move of the other player in another game, and in which: see Pause.
func (g *Game) Paused() (other GameID, ok bool) {
	if g.pause == nil || g.IsOver() {
		return "", false
	}
	return g.pause.Game, true
}

// PlayComputer begins the game of an open challenge against the Computer, at a level. Only the challenger
// can ask for it. The game is not rated.
func (r *Referee) PlayComputer(ctx context.Context, q ReplyRequest, level int) (Answer, error) {
	return r.reply(ctx, playComputerKind, q, func(s *step, c *Challenge) (Answer, error) {
		switch {
		case c.From != q.By.Person:
			return Answer{}, &RequestError{Code: NotYourChallenge, Challenge: c}
		case c.To != Anyone:
			return Answer{}, &RequestError{Code: NotForYou, Challenge: c}
		}
		c.To, c.Level, c.Rated = Computer, level, false
		if fault := c.faultAgainst(c.To); fault != 0 {
			return Answer{}, &RequestError{Code: BadTerms, Terms: fault}
		}
		return s.accept(c, Computer)
	})
}

// playAtOnce begins the game of a new challenge to the Computer, or to oneself by the people of a room.
func (s *step) playAtOnce(c *Challenge) (Answer, error) {
	id, err := newID(s.rng, s.tx.Challenge)
	if err != nil {
		return Answer{}, err
	}
	c.ID, c.Made, c.Downtime = id, s.now, s.service.Downtime
	return s.accept(c, c.To)
}

// ComputerRecord returns a person's scores against the Computer by pool and level, in games that count: by
// built-in rule sets everywhere, and by custom ones in a place.
func (r *Referee) ComputerRecord(ctx context.Context, p PersonID, place PlaceID) ([]Score, error) {
	return view(ctx, r, func(tx Reader) ([]Score, error) {
		everywhere, err := tx.Scores(p, Computer, Everywhere)
		if err != nil {
			return nil, err
		}
		here, err := tx.Scores(p, Computer, place)
		everywhere = slices.DeleteFunc(everywhere, func(s Score) bool { return s.Level == 0 || !s.Pool.IsBuiltin() })
		here = slices.DeleteFunc(here, func(s Score) bool { return s.Level == 0 || s.Pool.IsBuiltin() })
		return append(everywhere, here...), err
	})
}
