package game

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"doublecorner/game/tournament"
)

// Erase erases everything that is stored about a person. The person's running games end as
// abandoned: the person loses those that are underway, the others count for nothing. Finished
// games name FormerPlayer. Ratings, leaderboard entries, challenges, settings, what the person
// follows, what they made of puzzles, and the reasons that moderators gave in the person's games are
// deleted. What opponents have won and lost remains.
//
// Erase works in small transactions, so that nobody else has to wait. When it returns, no record names the
// person except that of the erasure, and the blocks of others; until then, the person's requests are refused. If it is
// interrupted, Tick completes it. The person may come back as a new one.
//
// The record of the erasure stays until the time that Erase returns, and until then the person can begin nothing rated: a
// pair's games of the last 24 hours lower the weight of the next, and an erasure must not make a new pair of them.
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

// finishErasures completes the erasures that were interrupted, and forgets those of 24 hours ago.
func (r *Referee) finishErasures(ctx context.Context) error {
	due, err := view(ctx, r, func(tx Reader) ([]PersonID, error) { return tx.Erasures(r.now()) })
	if err != nil {
		return err
	}
	var failed []error
	for _, p := range due {
		failed = append(failed, r.eraseAll(ctx, p))
	}
	return errors.Join(failed...)
}

// eraseAll erases everything about a person who is being erased, or forgets the erasure if its time is over.
func (r *Referee) eraseAll(ctx context.Context, p PersonID) error {
	return r.untilDone(ctx, func(s *step) (bool, error) { return s.eraseSome(p) })
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

// eraseSome erases a batch of what is stored about a person, and reports whether nothing is
// left. If the erasure is complete already, it erases nothing: the person may be back.
func (s *step) eraseSome(p PersonID) (done bool, err error) {
	until, err := s.tx.Erasure(p)
	switch {
	case isNotFound(err), err == nil && s.now.Before(until):
		return true, nil
	case err != nil:
		return false, err
	case !until.IsZero():
		return true, s.tx.DeleteErasure(p)
	}
	n, err := each(s.tx.Tournaments, TournamentsOf(p), 1, func(t *Tournament) error { return s.eraseFromTournament(t, p) })
	if err != nil || n > 0 {
		return false, err
	}
	for _, list := range []GameList{RunningGamesOf(p), FinishedGamesOf(p), GamesRuled(p)} {
		n, err := each(s.tx.Games, list, batch, func(g *Game) error { return s.eraseFromGame(g, p) })
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
	return true, errors.Join(append(errs,
		s.tx.DeleteAttempts(p), s.eraseLeaves(p), deleteSessions(s.tx, p, time.Time{}), s.tx.PutSettings(PersonSettings(p), nil),
		s.tx.PutErasure(p, s.now.Add(farmingWindow)))...)
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

// eraseFromGame replaces a person in a game by FormerPlayer, and first abandons it if it is running.
func (s *step) eraseFromGame(g *Game, p PersonID) error {
	side, plays := g.Side(p)
	if _, votes := g.VotesFor(p); votes {
		g.Votes = slices.DeleteFunc(slices.Clone(g.Votes), func(v Vote) bool { return v.Person == p })
		g.Voters = slices.DeleteFunc(slices.Clone(g.Voters), func(v Voter) bool { return v.Person == p })
		return s.tx.PutGame(g)
	}
	if !g.IsOver() {
		if err := s.end(g, side, Result{Cause: Abandoned, Outcome: WonBy(side.Opponent())}); err != nil {
			return err
		}
	}
	if plays {
		g.Players[side], g.Names[side] = FormerPlayer, ""
		g.Share = Share{}
	}
	g.result.Reason = "" // it may name the person
	if g.result.Moderator == p {
		g.result.Moderator = FormerPlayer
	}
	return s.tx.PutGame(g)
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
