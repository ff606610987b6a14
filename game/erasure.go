package game

import (
	"context"
	"errors"
)

// Erase erases everything that is kept about a person. Games being played end as
// abandoned, finished ones name a FormerPlayer; ratings, standings and challenges
// go, and words that moderators wrote about the person's games. What opponents have
// won and lost stays theirs.
//
// It is done bit by bit, so that nobody else has to wait. Until it is complete the
// person's requests are refused; if it is cut short, Tick completes it. Erasing
// again changes nothing, and the person may come back as somebody new.
func (r *Referee) Erase(ctx context.Context, p PersonID) error {
	if !p.IsSomebody() {
		return refuse(NobodyAsks)
	}
	if err := r.store.Update(ctx, func(tx Tx) error { return tx.PutErasure(p) }); err != nil {
		return err
	}
	return r.erase(ctx, p)
}

// finishErasures completes what was cut short.
func (r *Referee) finishErasures(ctx context.Context) error {
	people, err := look(ctx, r, Reader.Erasures)
	if err != nil {
		return err
	}
	var failed []error
	for _, p := range people {
		failed = append(failed, r.erase(ctx, p))
	}
	return errors.Join(failed...)
}

func (r *Referee) erase(ctx context.Context, p PersonID) error {
	for {
		var done bool
		if err := r.sit(ctx, r.now(), func(h *hearing) (err error) {
			done, err = h.eraseSome(p)
			return err
		}); err != nil || done {
			return err
		}
	}
}

// eraseSome erases a batch of what is kept about a person, and tells whether that
// was all. If it was complete before, the person may be back, and nothing is erased.
func (h *hearing) eraseSome(p PersonID) (done bool, err error) {
	if is, err := h.tx.Erasing(p); err != nil || !is {
		return true, err
	}
	for _, list := range []GameList{RunningGamesOf(p), FinishedGamesOf(p), GamesRuled(p)} {
		page, err := h.tx.Games(list, "", batch)
		if err != nil {
			return false, err
		}
		for _, g := range page.Items {
			if err := h.forgetIn(g, p); err != nil {
				return false, err
			}
		}
		if len(page.Items) > 0 {
			return false, nil
		}
	}
	challenges, err := h.tx.Challenges(AllChallengesWith(p), "", 10*batch)
	if err != nil {
		return false, err
	}
	for _, c := range challenges.Items {
		if err := h.tx.DeleteChallenge(c.ID); err != nil {
			return false, err
		}
	}
	standings, err := h.tx.Standings(p)
	if err != nil {
		return false, err
	}
	for _, s := range standings {
		if err := h.tx.DeleteStanding(p, s.Board); err != nil {
			return false, err
		}
	}
	if err := h.tx.PutNote(AboutPerson(p), nil); err != nil {
		return false, err
	}
	if challenges.Next != "" {
		return false, nil
	}
	return true, h.tx.DeleteErasure(p)
}

// forgetIn takes a person out of a game.
func (h *hearing) forgetIn(g *Game, p PersonID) error {
	side, plays := g.Side(p)
	if plays {
		g.Players[side] = FormerPlayer
	}
	for i := range g.events {
		result := g.events[i].Result
		if result == nil {
			continue
		}
		result.Reason = "" // it may speak of the person
		if result.Moderator == p {
			result.Moderator = FormerPlayer
		}
	}
	if plays && !g.IsOver() {
		return h.happen(g, Event{Kind: Ended, Side: side, Result: &Result{Cause: Abandoned}})
	}
	return h.tx.PutGame(g)
}
