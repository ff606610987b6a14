package game

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"time"

	"doublecorner/game/tournament"
)

// Erase erases everything that is stored about a person. The person's running games end as
// abandoned: the person loses those that are underway, the others count for nothing. Finished
// games name a former player. Ratings, leaderboard entries, challenges, settings, what the person
// follows, what they made of puzzles, and the reasons that moderators gave in the person's games are
// deleted. What opponents have won and lost remains.
//
// Erase works in small transactions, so that nobody else has to wait. Until it is complete,
// the person's requests are refused. If it is interrupted, Tick completes it. Erasing
// again changes nothing, and the person may come back as a new one.
//
// Until the time that Erase returns, a pseudonym stands for the person in those games of the
// last 24 hours that matter for a pair's next game: see anonymize. Then Tick replaces it by
// FormerPlayer, and has the store overwrite in its files what was erased.
func (r *Referee) Erase(ctx context.Context, p PersonID) (until time.Time, err error) {
	if !p.IsHuman() {
		return time.Time{}, refuse(NoPerson)
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
	var pending bool // an earlier tick began a purge
	due, err := view(ctx, r, func(tx Reader) (due []PersonID, err error) {
		if pending, err = tx.PurgePending(); err != nil {
			return nil, err
		}
		return tx.Erasures(r.now())
	})
	if err != nil {
		return err
	}
	var failed []error
	var pseudonyms []PersonID
	for _, p := range due {
		if p.IsPerson() {
			failed = append(failed, r.eraseAll(ctx, p))
		} else {
			pseudonyms = append(pseudonyms, p)
		}
	}
	purged := true
	if pending {
		purged, err = r.purge(ctx)
		failed = append(failed, err)
	}
	// While an earlier purge is not complete, pseudonyms wait. They need a purge that begins
	// after they are deleted.
	if purged && len(pseudonyms) > 0 {
		for _, p := range pseudonyms {
			failed = append(failed, r.untilDone(ctx, func(s *step) (bool, error) { return s.forgetPseudonym(p) }))
		}
		_, err := r.purge(ctx)
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// purge has the store overwrite what was erased, and reports whether it is done. Until then
// the purge is pending, so that the next ticks continue.
func (r *Referee) purge(ctx context.Context) (done bool, err error) {
	if done, err = r.store.Purge(ctx); err != nil || !done {
		return false, err
	}
	return true, r.store.Update(ctx, func(tx Tx) error { return tx.SetPurgePending(false) })
}

// eraseAll erases everything about a person.
func (r *Referee) eraseAll(ctx context.Context, p PersonID) error {
	var newKey []byte // for pseudonyms, if they have none
	for len(newKey) < sha256.Size {
		newKey = binary.BigEndian.AppendUint64(newKey, r.random())
	}
	return r.untilDone(ctx, func(s *step) (bool, error) { return s.eraseSome(p, newKey) })
}

// untilDone runs a step in one transaction after another until it is done.
func (r *Referee) untilDone(ctx context.Context, run func(*step) (done bool, err error)) error {
	for {
		var done bool
		if err := r.update(ctx, func(s *step) (err error) {
			done, err = run(s)
			return err
		}); err != nil || done {
			return err
		}
	}
}

// tournamentBatch is the number of tournaments from which a person is erased in one transaction.
const tournamentBatch = 5

// eraseSome erases a batch of what is stored about a person, and reports whether nothing is
// left. If the erasure is complete already, it erases nothing: the person may be back.
func (s *step) eraseSome(p PersonID, newKey []byte) (done bool, err error) {
	if is, err := s.tx.Erasing(p); err != nil || !is {
		return true, err
	}
	pseudonym, err := s.pseudonymOf(p, newKey)
	if err != nil {
		return false, err
	}
	n, err := each(s.tx.Tournaments, TournamentsOf(p), tournamentBatch, func(t *Tournament) error { return s.eraseFromTournament(t, p) })
	if err != nil || n > 0 {
		return false, err
	}
	for _, list := range []GameList{RunningGamesOf(p), FinishedGamesOf(p), GamesRuled(p)} {
		n, err := each(s.tx.Games, list, batch, func(g *Game) error { return s.anonymize(g, p, pseudonym) })
		if err != nil || n > 0 {
			return false, err
		}
	}
	n, err = each(s.tx.Games, FollowedGamesOf(p), batch, func(g *Game) error {
		g.setFollowing(p, FollowsNothing)
		return s.tx.PutGame(g)
	})
	if err != nil || n > 0 {
		return false, err
	}
	n, err = each(s.tx.Challenges, AllChallengesWith(p), 10*batch, func(c *Challenge) error { return s.tx.DeleteChallenge(c.ID) })
	if err != nil || n > 0 {
		return false, err
	}
	entries, err := s.tx.LeaderboardEntries(p)
	if err != nil {
		return false, err
	}
	var errs []error
	for _, entry := range entries {
		errs = append(errs, s.tx.DeleteLeaderboardEntry(p, entry.Leaderboard))
	}
	errs = append(errs, s.tx.DeleteAttempts(p), s.tx.PutSettings(PersonSettings(p), nil), s.tx.DeleteErasure(p))
	// The pseudonym is erased in 24 hours. If an earlier erasure of the person has set an earlier
	// time, that time stays, and forgetPseudonym then postpones what remains.
	is, err := s.tx.Erasing(pseudonym)
	if !is {
		errs = append(errs, s.tx.PutErasure(pseudonym, s.now.Add(farmingWindow)))
	}
	return true, errors.Join(append(errs, err)...)
}

// each does something with up to most items of a list, and returns with how many.
func each[L, T any](read func(L, Cursor, int) (Page[T], error), list L, most int, do func(T) error) (int, error) {
	page, err := read(list, "", most)
	for _, item := range page.Items {
		if err := do(item); err != nil {
			return 0, err
		}
	}
	return len(page.Items), err
}

// anonymize replaces a person in a game, and first abandons it if it is running. For a day after
// its end, a game that matters for the pair's next game gets the person's pseudonym: a rated game
// lowers the weight of the next one, and a game by lot without an outcome decides its sides.
func (s *step) anonymize(g *Game, p, pseudonym PersonID) error {
	side, plays := g.Side(p)
	if !g.IsOver() {
		if err := s.end(g, side, Result{Cause: Abandoned, Outcome: WonBy(side.Opponent())}); err != nil {
			return err
		}
	}
	if plays {
		g.Players[side] = FormerPlayer
		matters := g.result.Weight > 0 || g.Colour == ByLot && g.result.Outcome == NoOutcome
		if matters && s.now.Before(anonymizeAt(g)) {
			g.Players[side] = pseudonym
		}
	}
	g.result.Reason = "" // it may name the person
	if g.result.Moderator == p {
		g.result.Moderator = FormerPlayer
	}
	return s.tx.PutGame(g)
}

// anonymizeAt returns when FormerPlayer replaces a pseudonym in a game.
func anonymizeAt(g *Game) time.Time { return g.Ended().Add(farmingWindow) }

// forgetPseudonym replaces a pseudonym by FormerPlayer in a batch of the games whose time has
// come, and reports whether no more of them are left. If a person came back and was erased
// again, later games remain, for which it postpones the erasure of the pseudonym.
func (s *step) forgetPseudonym(p PersonID) (done bool, err error) {
	var next time.Time
	replaced := 0
	for g, err := range All(s.tx.Games, FinishedGamesOf(p)) {
		if err != nil {
			return false, err
		}
		if at := anonymizeAt(g); s.now.Before(at) {
			next = at // the newest come first
			continue
		}
		if replaced == batch {
			return false, nil
		}
		for side := range g.Players {
			if g.Players[side] == p {
				g.Players[side] = FormerPlayer
			}
		}
		if err := s.tx.PutGame(g); err != nil {
			return false, err
		}
		replaced++
	}
	purge := s.tx.SetPurgePending(true) // it also overwrites the record of this erasure
	if next.IsZero() {
		return true, errors.Join(purge, s.tx.DeleteErasure(p))
	}
	return true, errors.Join(purge, s.tx.PutErasure(p, next))
}

// pseudonym returns the id that stands for an erased person: a keyed hash of the person. It replaces
// the person in the games of the last 24 hours that were rated, or were by lot and had no outcome, so
// that the games of a pair remain those of that pair. Nobody can farm ratings, draw lots again or
// lower the weight of others' games by erasing themselves. Without the key, which is stored with the
// games, a pseudonym identifies nobody.
func pseudonym(key []byte, p PersonID) PersonID {
	mac := hmac.New(sha256.New, key)
	mac.Write(binary.BigEndian.AppendUint64([]byte("former player "), uint64(p)))
	id := PersonID(binary.BigEndian.Uint64(mac.Sum(nil))) | formerBit
	if id == FormerPlayer {
		return formerBit
	}
	return id
}

// pseudonymOf returns a person's pseudonym. The first one needs a new key.
func (s *step) pseudonymOf(p PersonID, newKey []byte) (PersonID, error) {
	key, err := orNone(s.tx.PseudonymKey())
	if err == nil && key == nil {
		key, err = newKey, s.tx.PutPseudonymKey(newKey)
	}
	return pseudonym(key, p), err
}

// withPseudonym returns a person and, if anyone was ever erased, the person's pseudonym.
func withPseudonym(tx Reader, p PersonID) ([]PersonID, error) {
	key, err := orNone(tx.PseudonymKey())
	if err != nil || key == nil {
		return []PersonID{p}, err
	}
	return []PersonID{p, pseudonym(key, p)}, nil
}

// pairsWithPseudonyms returns the pair of two people, and after it those in which pseudonyms
// stand for one or both.
func pairsWithPseudonyms(tx Reader, a, b PersonID) (pairs [][2]PersonID, err error) {
	idsOfA, errA := withPseudonym(tx, a)
	idsOfB, errB := withPseudonym(tx, b)
	for _, one := range idsOfA {
		for _, other := range idsOfB {
			pairs = append(pairs, [2]PersonID{one, other})
		}
	}
	return pairs, errors.Join(errA, errB)
}

// eraseFromTournament withdraws a person from a tournament and replaces them by a former player.
func (s *step) eraseFromTournament(t *Tournament, p PersonID) error {
	id := PlayerOf(p)
	if e := t.Entrant(id); e != nil && !t.IsOver() && (e.Status == tournament.Active || e.Status == tournament.Out) {
		if err := s.settle(t, tournament.Event{Kind: tournament.Withdrew, Player: id}); err != nil {
			return err
		}
	}
	events := t.Events()
	former := tournament.PlayerID("")
	for n := 1; former == "" || slices.ContainsFunc(events, func(e tournament.Event) bool { return e.Player == former || e.By == former }); n++ {
		former = tournament.PlayerID(formerPlayer + strconv.Itoa(n))
	}
	replace := func(other *tournament.PlayerID) {
		if *other == id {
			*other = former
		}
	}
	for i := range events {
		e := &events[i]
		if t.concerns(e, id) {
			e.Reason = "" // it may name the person
		}
		replace(&e.By)
		replace(&e.Player)
		replace(&e.Opponent)
		e.Pairs = slices.Clone(e.Pairs)
		for j := range e.Pairs {
			replace(&e.Pairs[j].White)
			replace(&e.Pairs[j].Black)
		}
	}
	header := t.TournamentHeader
	if header.Director == p {
		header.Director = FormerPlayer
	}
	return s.advance(RestoreTournament(header, t.Declaration, events))
}
