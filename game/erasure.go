package game

import (
	"context"
	"errors"
	"time"
)

// Erase erases everything that is kept about a person. Games being played end as
// abandoned: those that are underway are lost, the others count for nothing. Finished ones
// name a former player; ratings, standings and challenges go, and words that moderators
// wrote about the person's games. What opponents have won and lost stays theirs.
//
// It is done bit by bit, so that nobody else has to wait. Until it is complete the
// person's requests are refused; if it is cut short, Tick completes it. Erasing
// again changes nothing, and the person may come back as somebody new.
//
// Until a time that is returned, a pseudonym stands for the person in the rated games of
// the last 24 hours. Then Tick replaces it by FormerPlayer, and has what was erased
// overwritten in the store's files.
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

// finishErasures completes the erasures of people that were cut short, does those of
// pseudonyms that are due, and has what was erased overwritten.
func (r *Referee) finishErasures(ctx context.Context) error {
	due, err := look(ctx, r, func(tx Reader) ([]PersonID, error) { return tx.Erasures(r.now()) })
	if err != nil || len(due) == 0 {
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
		default: // it was begun by a tick before
			purged, err = r.purge(ctx)
			failed = append(failed, err)
		}
	}
	if purged && len(pseudonyms) > 0 { // else theirs would be taken for done along with that one
		for _, p := range pseudonyms {
			failed = append(failed, r.untilDone(ctx, func(h *hearing) (bool, error) { return h.forgetPseudonym(p) }))
		}
		_, err := r.purge(ctx)
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// purge has what was erased overwritten, and tells whether all of it is. Until then the
// erasure of FormerPlayer is kept, and the next ticks go on.
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

// untilDone does something in as many transactions as it takes.
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

// eraseSome erases a batch of what is kept about a person, and tells whether that
// was all. If it was complete before, the person may be back, and nothing is erased.
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

// erasePseudonym has a pseudonym erased when nothing depends on it any more, unless it will
// be earlier, for an erasure before this one: what is left then is put off again.
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

// forgetIn takes a person out of a finished game. If the game can still be counted for a
// weight, the person's pseudonym remains in it.
func (h *hearing) forgetIn(g *Game, p, pseudonym PersonID) error {
	if side, plays := g.Side(p); plays {
		g.Players[side] = FormerPlayer
		if g.result.Weight > 0 && h.now.Before(forgettable(g)) {
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

// forgettable returns when a game can no longer be counted for a weight.
func forgettable(g *Game) time.Time { return g.Ended().Add(farmingWindow) }

// forgetPseudonym takes a pseudonym out of a batch of games that can no longer be counted
// for a weight, and tells whether that were all. Those that still can are of a person who
// came back and was erased again; they are left for later.
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
	// What was deleted is overwritten next. That needs a record of its own, as this one must
	// be gone by then.
	if err := h.tx.PutErasure(FormerPlayer, time.Time{}); err != nil {
		return false, err
	}
	if !next.IsZero() {
		return true, h.tx.PutErasure(p, next)
	}
	return true, h.tx.DeleteErasure(p)
}
