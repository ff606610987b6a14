package game

import (
	"context"
	"errors"
	"time"
)

// Erase erases everything that is kept about a person. Games being played end as
// abandoned: the person loses those that are underway, the others count for nothing. Finished
// games name a former player. Ratings, standings, challenges, and the reasons that moderators
// gave in the person's games are deleted. What opponents have won and lost remains.
//
// Erase works in small transactions, so that nobody else has to wait. Until it is complete,
// the person's requests are refused. If it is interrupted, Tick completes it. Erasing
// again changes nothing, and the person may come back as somebody new.
//
// Until the time that Erase returns, a pseudonym stands for the person in those games of the
// last 24 hours that matter for a pair's next game (see forgetIn). Then Tick replaces it by
// FormerPlayer, and has the store overwrite in its files what was erased.
func (r *Referee) Erase(ctx context.Context, p PersonID) (until time.Time, err error) {
	if !p.IsSomebody() {
		return time.Time{}, refuse(NobodyAsks)
	}
	if err := r.store.Update(ctx, func(tx Tx) error { return tx.PutErasure(p, time.Time{}) }); err != nil {
		return time.Time{}, err
	}
	if err := r.eraseAll(ctx, p); err != nil {
		return time.Time{}, err
	}
	return r.now().Add(farmingWindow), nil
}

// finishErasures completes the erasures of people that were interrupted, erases the
// pseudonyms that are due, and has the store overwrite what was erased.
func (r *Referee) finishErasures(ctx context.Context) error {
	due, err := look(ctx, r, func(tx Reader) ([]PersonID, error) { return tx.Erasures(r.now()) })
	if err != nil {
		return err
	}
	var failed []error
	var pseudonyms []PersonID
	purged := true
	for _, p := range due {
		switch {
		case p.IsSomebody():
			failed = append(failed, r.eraseAll(ctx, p))
		case p.IsPseudonym():
			pseudonyms = append(pseudonyms, p)
		default: // FormerPlayer: an earlier tick began a purge
			purged, err = r.purge(ctx)
			failed = append(failed, err)
		}
	}
	// While an earlier purge is not complete, pseudonyms wait. They need a purge that begins
	// after they are deleted.
	if purged && len(pseudonyms) > 0 {
		for _, p := range pseudonyms {
			failed = append(failed, r.untilDone(ctx, func(h *hearing) (bool, error) { return h.forgetPseudonym(p) }))
		}
		_, err := r.purge(ctx)
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// purge has the store overwrite what was erased, and tells whether it is done. Until then
// the erasure of FormerPlayer remains in the store, so that the next ticks continue.
func (r *Referee) purge(ctx context.Context) (done bool, err error) {
	if done, err = r.store.Purge(ctx); err != nil || !done {
		return false, err
	}
	return true, r.store.Update(ctx, func(tx Tx) error { return tx.DeleteErasure(FormerPlayer) })
}

// eraseAll erases everything about a person.
func (r *Referee) eraseAll(ctx context.Context, p PersonID) error {
	newKey := r.drawKey()
	return r.untilDone(ctx, func(h *hearing) (bool, error) { return h.eraseSome(p, newKey) })
}

// untilDone runs some in one transaction after another until it is done.
func (r *Referee) untilDone(ctx context.Context, some func(*hearing) (done bool, err error)) error {
	for {
		var done bool
		if err := r.sit(ctx, r.now(), func(h *hearing) (err error) {
			done, err = some(h)
			return err
		}); err != nil || done {
			return err
		}
	}
}

// eraseSome erases a batch of what is kept about a person, and tells whether nothing is
// left. If the erasure is complete already, it erases nothing: the person may be back.
func (h *hearing) eraseSome(p PersonID, newKey []byte) (done bool, err error) {
	if is, err := h.tx.Erasing(p); err != nil || !is {
		return true, err
	}
	pseudonym, err := h.pseudonymOf(p, newKey)
	if err != nil {
		return false, err
	}
	abandon := func(g *Game) error { return h.abandon(g, p, pseudonym) }
	forget := func(g *Game) error { return h.forgetIn(g, p, pseudonym) }
	for _, step := range []struct {
		list GameList
		do   func(*Game) error
	}{{RunningGamesOf(p), abandon}, {FinishedGamesOf(p), forget}, {GamesRuled(p), forget}} {
		page, err := h.tx.Games(step.list, "", batch)
		if err != nil {
			return false, err
		}
		for _, g := range page.Items {
			if err := step.do(g); err != nil {
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
	return true, errors.Join(h.erasePseudonym(pseudonym), h.tx.DeleteErasure(p))
}

// erasePseudonym has a pseudonym erased in 24 hours. If an earlier erasure of the person has
// set an earlier time, it keeps that time, and forgetPseudonym then puts off what remains.
func (h *hearing) erasePseudonym(p PersonID) error {
	if is, err := h.tx.Erasing(p); err != nil || is {
		return err
	}
	return h.tx.PutErasure(p, h.now.Add(farmingWindow))
}

// abandon ends a game of a person who is being erased, and takes the person out of it.
func (h *hearing) abandon(g *Game, p, pseudonym PersonID) error {
	side, _ := g.Side(p)
	if err := h.end(g, side, Result{Cause: Abandoned, Outcome: WonBy(side.Opponent())}); err != nil {
		return err
	}
	return h.forgetIn(g, p, pseudonym)
}

// forgetIn takes a person out of a finished game. For a day after its end, a game that
// matters for the pair's next game keeps the person's pseudonym: a rated game lowers the
// weight of the next one, and a game by lot without an outcome decides its colours.
func (h *hearing) forgetIn(g *Game, p, pseudonym PersonID) error {
	if side, plays := g.Side(p); plays {
		g.Players[side] = FormerPlayer
		matters := g.result.Weight > 0 || g.Colour == ByLot && g.result.Outcome == NoOutcome
		if matters && h.now.Before(forgettable(g)) {
			g.Players[side] = pseudonym
		}
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
	return h.tx.PutGame(g)
}

// forgettable returns when a pseudonym is taken out of a game.
func forgettable(g *Game) time.Time { return g.Ended().Add(farmingWindow) }

// forgetPseudonym takes a pseudonym out of a batch of games that are forgettable, and tells
// whether no more of them are left. Games that are not forgettable yet are those of a person
// who came back and was erased again. For them the erasure of the pseudonym is put off.
func (h *hearing) forgetPseudonym(p PersonID) (done bool, err error) {
	var next time.Time
	for from, forgotten := Cursor(""), 0; ; {
		page, err := h.tx.Games(FinishedGamesOf(p), from, batch)
		if err != nil {
			return false, err
		}
		for _, g := range page.Items { // the newest first
			if at := forgettable(g); h.now.Before(at) {
				next = at
				continue
			}
			for side := range g.Players {
				if g.Players[side] == p {
					g.Players[side] = FormerPlayer
				}
			}
			if err := h.tx.PutGame(g); err != nil {
				return false, err
			}
			forgotten++
		}
		if forgotten >= batch {
			return false, nil
		}
		if from = page.Next; from == "" {
			break
		}
	}
	// The purge that comes next overwrites what was deleted, including the record of this
	// erasure. The record of FormerPlayer's erasure remembers that a purge is needed.
	if err := h.tx.PutErasure(FormerPlayer, time.Time{}); err != nil {
		return false, err
	}
	if !next.IsZero() {
		return true, h.tx.PutErasure(p, next)
	}
	return true, h.tx.DeleteErasure(p)
}
