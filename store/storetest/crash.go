package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// PlayForever plays random games of some pairs of people at once until something fails, and prints what was
// acknowledged: the request, and the game with its number of events. What fails is requested again if again says so.
func PlayForever(r *game.Referee, pairs int, again func(error) bool) error {
	failed := make(chan error)
	for i := range pairs {
		go func() { failed <- playPair(r, game.PersonID(100+2*i), game.PersonID(101+2*i), again) }()
	}
	return <-failed
}

func playPair(r *game.Referee, a, b game.PersonID, again func(error) bool) error {
	request := func(p game.PersonID) game.Request {
		return game.Request{ID: game.RequestID(fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())), By: game.Actor{Person: p}, Place: 5}
	}
	acknowledge := func(q game.RequestID, answer game.Answer) {
		fmt.Printf("%s %s %d\n", q, answer.Game.ID, answer.Game.Seq())
	}
	until := func(request func() (game.Answer, error)) (game.Answer, error) {
		for {
			if answer, err := request(); err == nil || !again(err) {
				return answer, err
			}
		}
	}
	running, err := r.Games(background, game.RunningGamesOf(a), game.Viewer{Person: a}, "", 1)
	for err != nil && again(err) {
		running, err = r.Games(background, game.RunningGamesOf(a), game.Viewer{Person: a}, "", 1)
	}
	if err != nil {
		return err
	}
	var g *game.Game
	keys := draughts.Keys()
	if len(running.Items) > 0 {
		g = running.Items[0]
	}
	for {
		if g == nil || g.IsOver() {
			v, err := draughts.Builtin(keys[rand.IntN(len(keys))])
			if err != nil {
				return err
			}
			c := game.ChallengeRequest{Request: request(a), To: b, Terms: game.Terms{Variant: v, Rated: true}}
			challenge, err := until(func() (game.Answer, error) { return r.Challenge(background, c) })
			var refusal *game.RequestError
			if errors.As(err, &refusal) && refusal.Code == game.AlreadyChallenged {
				challenge.Challenge, err = refusal.Challenge, nil
			}
			if err != nil {
				return err
			}
			q := game.ReplyRequest{Request: request(b), Challenge: challenge.Challenge.ID}
			answer, err := until(func() (game.Answer, error) { return r.Accept(background, q) })
			if err != nil {
				return err
			}
			acknowledge(q.ID, answer)
			g = answer.Game
		}
		history, err := g.History()
		if err != nil {
			return err
		}
		moves := history.Position().Moves()
		text := history.Position().Full(moves[rand.IntN(len(moves))], draughts.Numbers)
		q := game.MoveRequest{GameRequest: game.GameRequest{Request: request(g.Player(g.Turn())), Game: g.ID, Ply: g.Ply()}, Text: text}
		for range 1 + rand.IntN(2) { // as happens, it arrives twice
			answer, err := until(func() (game.Answer, error) { return r.Move(background, q) })
			if err != nil {
				return err
			}
			acknowledge(q.ID, answer)
			g = answer.Game
		}
	}
}

// Kept returns an error if something acknowledged is missing or stored twice. The store lists the requests that have
// answers.
func Kept(s game.Store, acknowledged map[string]string, answers func(game.Reader) ([]game.RequestID, error)) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	games, moves, answered := map[game.GameID]*game.Game{}, 0, 0
	err := s.View(background, func(tx game.Reader) error {
		for request, answer := range acknowledged {
			kept, err := tx.AnswerRecord(game.RequestID(request))
			if err != nil {
				fault("request %s was acknowledged (%s), and is not there: %w", request, answer, err)
			} else if got := fmt.Sprintf("%s %d", kept.Game, kept.Seq); got != answer {
				fault("request %s was acknowledged as %s, and is there as %s", request, answer, got)
			}
			var id game.GameID
			var seq int
			fmt.Sscan(answer, &id, &seq)
			g := games[id]
			if g == nil {
				if g, err = tx.Game(id); err != nil {
					return fmt.Errorf("game %s: %w", id, err)
				}
				games[id] = g
			}
			if g.Seq() < seq {
				fault("request %s was acknowledged as event %d of game %s, which has %d", request, seq, id, g.Seq())
			}
		}
		all, err := tx.Games(game.AllGames(), "", 1<<30)
		if err != nil {
			return err
		}
		announced := map[string]int{}
		waiting, err := tx.Announcements(0, 1<<30)
		for _, a := range waiting {
			announced[fmt.Sprint(a.Kind, a.Game, a.Seq)]++
		}
		for _, g := range all.Items {
			for i, e := range g.Events() {
				if e.Kind == game.Moved {
					moves++
				}
				if n := announced[fmt.Sprint(game.GameChanged, g.ID, i+1)]; n != 1 {
					fault("event %d of game %s is announced %d times", i+1, g.ID, n)
				}
			}
		}
		if err != nil {
			return err
		}
		ids, err := answers(tx)
		for _, id := range ids {
			a, e := tx.AnswerRecord(id)
			if err = errors.Join(err, e); a.Game != "" && a.Challenge == "" {
				answered++
			}
		}
		return err
	})
	if moves != answered { // each move came of one request
		fault("%d moves came of %d requests", moves, answered)
	}
	return errors.Join(append(faults, err)...)
}
