package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// newGame returns a game between persons 11 and 12 in place 5 that has just begun.
func (s *suite) newGame(id game.GameID, change func(*game.Header)) *game.Game {
	s.Helper()
	v, err := draughts.Builtin("american")
	s.must(err)
	h := game.Header{
		ID: id, Place: 5, Room: 6, Post: 7, Shown: 9, ChallengeRoom: 3, ChallengePost: 4, Players: [2]game.PersonID{11, 12},
		Terms: game.Terms{Variant: v, Rated: true, Colour: game.PlayBlack},
		Rules: game.IdentifyRules(v.Rules()), Pool: game.PoolOf(v), Started: start, Downtime: time.Second,
	}
	if change != nil {
		change(&h)
	}
	return game.Restore(h, nil)
}

// with returns a game with more events.
func with(g *game.Game, events ...game.Event) *game.Game {
	return game.Restore(g.Header, append(g.Events(), events...))
}

// ended returns the event that ends a game some time after the start.
func ended(after time.Duration, result game.Result) game.Event {
	return game.Event{Kind: game.Ended, At: start.Add(after), Result: &result}
}

func won(by draughts.Side) game.Result {
	return game.Result{Cause: game.ByResignation, Outcome: game.WonBy(by), Weight: 1}
}

func (s *suite) read(id game.GameID) *game.Game {
	s.Helper()
	var g *game.Game
	s.view(func(tx game.Reader) (err error) {
		g, err = tx.Game(id)
		return err
	})
	return g
}

// sameGame checks that two games agree in everything that is stored.
func (s *suite) sameGame(got, want *game.Game) {
	s.Helper()
	a, b := got.Header, want.Header
	same(s, "rules", a.Variant.Rules(), b.Variant.Rules())
	same(s, "start", a.Start().Setup(), b.Start().Setup())
	a.Terms.Variant, b.Terms.Variant = nil, nil
	a.Terms.Start, b.Terms.Start = draughts.Position{}, draughts.Position{}
	same(s, "header", a, b)
	same(s, "events", append([]game.Event{}, got.Events()...), append([]game.Event{}, want.Events()...))
}

func (s *suite) games() {
	plain := s.newGame("K7Q2", nil)
	s.put(plain)
	s.sameGame(s.read("K7Q2"), plain)

	// Everything that can happen, with everything that can be said of it.
	full := s.newGame("K7Q3", func(h *game.Header) {
		own := h.Variant.Rules()
		own.Key, own.Name, own.King.Range = "house", "Ours – «so»", draughts.Far
		v, err := draughts.Compile(own)
		s.must(err)
		p, err := pdn.ParseFEN(v, "B:W31,K32:BK1,2")
		s.must(err)
		h.Variant, h.Terms.Start, h.Rules, h.Pool = v, p, game.IdentifyRules(own), game.PoolOf(v)
		h.Clock, err = game.Live(5*time.Minute, 3*time.Second)
		s.must(err)
		h.Players = [2]game.PersonID{game.FormerPlayer, game.FormerPlayer}
		h.RematchOf, h.Rated, h.Share = "ZZZZ", false, game.Share{Secret: "jQ7TAXp1qE2u3gA6vU1vWQ"}
		h.Branches, h.LostBranches = []game.Branch{{{32, 28}, {1, 5}}, {{32, 27}, {1, 6}, {27, 23}, {6, 10}}}, [2]bool{true, false}
	})
	full = with(full,
		game.Event{Kind: game.Moved, Side: draughts.Black, At: start.Add(time.Millisecond), Downtime: time.Second, Path: game.Path{1, 6}},
		game.Event{Kind: game.Offered, Side: draughts.White, At: start.Add(time.Second), Downtime: time.Second, Offer: game.OfferTakeBack},
		game.Event{Kind: game.Declined, Side: draughts.Black, At: start.Add(time.Second), Downtime: time.Hour, Offer: game.OfferTakeBack},
		game.Event{Kind: game.Offered, Side: draughts.Black, At: start.Add(time.Second), Downtime: time.Hour, Offer: game.OfferAbort},
		game.Event{Kind: game.Withdrawn, Side: draughts.Black, At: start.Add(time.Second), Downtime: time.Hour, Offer: game.OfferAbort},
		game.Event{Kind: game.Reminded, Side: draughts.White, At: start.Add(time.Minute), Downtime: time.Hour},
		game.Event{Kind: game.Paused, Side: draughts.White, At: start.Add(time.Minute), Downtime: time.Hour, Game: "K7Q4"},
		game.Event{Kind: game.TookBack, Side: draughts.Black, At: start.Add(time.Hour), Downtime: time.Hour, Plies: 1},
		game.Event{Kind: game.Moved, Side: draughts.Black, At: start.Add(time.Hour), Downtime: time.Hour, Path: game.Path{1, 6}},
		game.Event{Kind: game.Moved, Side: draughts.White, At: start.Add(time.Hour), Downtime: time.Hour, Path: game.Path{32, 27}, Answers: true},
		game.Event{Kind: game.Ended, Side: draughts.White, At: start.Add(2 * time.Hour), Downtime: time.Hour, Result: &game.Result{
			Cause: game.ByRuling, Outcome: game.Drawn, Rule: draughts.Repeated, Moderator: 77, Reason: "because – «so»", Weight: 0.125,
			Changes: [2][]game.RatingChange{
				{{Place: 5, Before: game.InitialRating, After: game.Rating{Points: 1400.5, Deviation: 200, Volatility: 0.06}}},
				{{Place: game.Everywhere, Before: game.InitialRating, After: game.InitialRating}},
			},
		}},
	)
	s.put(full)
	s.sameGame(s.read("K7Q3"), full)

	// What is read belongs to the reader.
	g := s.read("K7Q2")
	g.Place, g.Players[0] = 99, 99
	s.sameGame(s.read("K7Q2"), plain)
}

// reviews checks that a review is kept with its game, and replaced by a newer one.
func (s *suite) reviews() {
	g := s.newGame("K7Q3", nil)
	s.put(g)
	s.view(func(tx game.Reader) error {
		_, err := tx.Review("K7Q3")
		s.missing(err)
		return nil
	})
	for _, review := range []string{"older", "newer – «so»"} {
		s.update(func(tx game.Tx) error { return tx.PutReview("K7Q3", []byte(review)) })
		s.view(func(tx game.Reader) error {
			got, err := tx.Review("K7Q3")
			same(s, "review", string(got), review)
			return err
		})
	}
	s.sameGame(s.read("K7Q3"), g)
}

// longGame checks a long game, and a longer reason than anybody writes.
func (s *suite) longGame() {
	long := s.newGame("K7Q4", func(h *game.Header) {
		p, err := pdn.ParseFEN(h.Variant, "B:WK32:BK1")
		s.must(err)
		h.Terms.Start = p
	})
	walk := []game.Path{{1, 6}, {32, 27}, {6, 1}, {27, 32}}
	events := make([]game.Event, 0, 5000)
	for i := range cap(events) {
		events = append(events, game.Event{
			Kind: game.Moved, Side: draughts.Side(1 - i%2), At: start.Add(time.Duration(i) * time.Second), Downtime: time.Second,
			Path: walk[i%len(walk)],
		})
	}
	end := ended(time.Hour*1000, game.Result{Cause: game.ByRuling, Reason: strings.Repeat("so ", 100_000)})
	end.Downtime = time.Second
	long = with(long, append(events, end)...)
	s.put(long)
	s.sameGame(s.read("K7Q4"), long)
}

// inPages reads a whole list, a few records at a time.
func inPages[L, T any](s *suite, read func(L, game.Cursor, int) (game.Page[T], error), list L, most int) (all []T) {
	s.Helper()
	for from := game.Cursor(""); ; {
		page, err := read(list, from, most)
		s.must(err)
		if len(page.Items) > most || len(page.Items) == 0 && from != "" {
			s.Errorf("a page has %d records", len(page.Items))
		}
		all = append(all, page.Items...)
		if from = page.Next; from == "" {
			return all
		}
	}
}

// list reads a whole list of games, a few at a time.
func (s *suite) list(list game.GameList) string {
	s.Helper()
	var ids []string
	s.view(func(tx game.Reader) error {
		for _, g := range inPages(s, tx.Games, list, 3) {
			ids = append(ids, string(g.ID))
		}
		n, err := tx.CountGames(list, 1000)
		if n != len(ids) {
			s.Errorf("the list has %d games, and is counted as %d", len(ids), n)
		}
		if few, _ := tx.CountGames(list, 2); few != min(n, 2) {
			s.Errorf("counting to 2 gave %d of %d", few, n)
		}
		return err
	})
	return strings.Join(ids, " ")
}

func (s *suite) gameLists() {
	// Seven games begin one after another; the even ones end, in the reverse order.
	var games []*game.Game
	for i := range 7 {
		g := s.newGame(game.GameID(fmt.Sprintf("G%dXX", i)), func(h *game.Header) {
			h.Started = start.Add(time.Duration(i) * time.Minute)
			if i == 6 {
				h.Players, h.Place = [2]game.PersonID{11, 13}, 4
			}
		})
		games = append(games, g)
	}
	s.put(games...)
	check := func(name string, list game.GameList, want string) {
		s.Helper()
		same(s, name, s.list(list), want)
	}
	check("running", game.RunningGamesOf(11), "G6XX G5XX G4XX G3XX G2XX G1XX G0XX")
	check("finished", game.FinishedGamesOf(11), "")
	for i := 6; i >= 0; i -= 2 {
		result := won(draughts.White)
		if i == 2 {
			result.Moderator = 77
		}
		s.put(with(games[i], ended(time.Hour+time.Duration(10-i)*time.Minute, result)))
	}
	check("running", game.RunningGamesOf(11), "G5XX G3XX G1XX")
	check("finished", game.FinishedGamesOf(11), "G0XX G2XX G4XX G6XX")
	check("finished by the other", game.FinishedGamesOf(12), "G0XX G2XX G4XX")
	check("by nobody", game.FinishedGamesOf(14), "")
	check("ruled", game.GamesRuled(77), "G2XX")
	check("running here", game.RunningGamesIn(5), "G5XX G3XX G1XX")
	check("finished here", game.FinishedGamesIn(5), "G0XX G2XX G4XX")
	check("finished there", game.FinishedGamesIn(4), "G6XX")
	check("running, of a place", game.RunningGamesOf(11).In(5), "G5XX G3XX G1XX")
	check("running, of a place without", game.RunningGamesOf(11).In(4), "")
	check("finished, of a place", game.FinishedGamesOf(11).In(5), "G0XX G2XX G4XX")
	check("finished, of another", game.FinishedGamesOf(11).In(4), "G6XX")
	check("finished by the other, of another", game.FinishedGamesOf(12).In(4), "")
	check("ruled, of a place", game.GamesRuled(77).In(5), "G2XX")
	check("ruled, of another", game.GamesRuled(77).In(4), "")
	check("between", game.FinishedGamesBetween(12, 11), "G0XX G2XX G4XX")
	check("between, of a place", game.FinishedGamesBetween(12, 11).In(5), "G0XX G2XX G4XX")
	check("between, of another", game.FinishedGamesBetween(12, 11).In(4), "")
	check("between others", game.FinishedGamesBetween(11, 13), "G6XX")
	check("all", game.AllGames(), "G0XX G1XX G2XX G3XX G4XX G5XX G6XX")

	followed := s.read("G5XX")
	followed.Followers = []game.Follower{{Person: 31, Follows: game.FollowsEnd}, {Person: 32, Follows: game.FollowsMoves}}
	s.put(followed)
	check("followed", game.FollowedGamesOf(31), "G5XX")
	check("followed, of a place", game.FollowedGamesOf(32).In(5), "G5XX")
	check("followed, of another", game.FollowedGamesOf(32).In(4), "")
	followed.Followers = followed.Followers[1:]
	s.put(followed)
	check("followed no more", game.FollowedGamesOf(31), "")
	check("followed by the other", game.FollowedGamesOf(32), "G5XX")

	// Pages of two people's games in a place leave out the others between them.
	for i := range 8 {
		s.put(with(s.newGame(game.GameID(fmt.Sprintf("P%dXX", i)), func(h *game.Header) {
			h.Players, h.Place = [2]game.PersonID{21, 22}, game.PlaceID(4+i%2)
		}), ended(time.Duration(i)*time.Minute, won(draughts.White))))
	}
	check("every other one between", game.FinishedGamesBetween(21, 22).In(4), "P6XX P4XX P2XX P0XX")

	// A player who is taken out of a game is no longer found by it, and the opponent is.
	g := s.read("G4XX")
	g.Players[0] = game.FormerPlayer
	s.put(g)
	check("after erasing", game.FinishedGamesOf(11), "G0XX G2XX G6XX")
	check("after erasing, of a place", game.FinishedGamesOf(11).In(5), "G0XX G2XX")
	check("for the other", game.FinishedGamesOf(12), "G0XX G2XX G4XX")
	check("between", game.FinishedGamesBetween(11, 12), "G0XX G2XX")
	check("of former players", game.FinishedGamesOf(game.FormerPlayer), "")

	// A game that a moderator decided is also in lists of its players, if it could count.
	var moves []game.Event
	for i, path := range []game.Path{{11, 15}, {22, 18}, {15, 22}, {25, 18}} {
		moves = append(moves, game.Event{Kind: game.Moved, Side: draughts.Side(1 - i%2), At: start, Path: path})
	}
	for i, moderator := range []game.PersonID{77, game.Anyone, game.FormerPlayer} {
		g := s.newGame(game.GameID(fmt.Sprintf("D%dXX", i)), func(h *game.Header) { h.Players = [2]game.PersonID{16, 17} })
		g = with(g, append(moves, ended(time.Duration(i)*time.Minute, game.Result{Cause: game.Aborted, Moderator: moderator}))...)
		s.put(g)
	}
	check("decided", game.DecidedGamesOf(16), "D2XX D0XX")
	check("decided, of the other in a place", game.DecidedGamesOf(17).In(5), "D2XX D0XX")
	check("decided, of another", game.DecidedGamesOf(16).In(4), "")
	check("decided, before both have moved", game.DecidedGamesOf(11), "")
}

// deletion checks that a game is deleted with its review, and nothing of another one.
func (s *suite) deletion() {
	aborted := ended(0, game.Result{Cause: game.Aborted})
	gone := with(s.newGame("G0XX", func(h *game.Header) { h.Followers = []game.Follower{{Person: 13, Follows: game.FollowsMoves}} }), aborted)
	stays := with(s.newGame("G1XX", nil), aborted)
	s.put(gone, stays)
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutReview(gone.ID, []byte("{}")), tx.PutReview(stays.ID, []byte("{}")))
	})
	s.update(func(tx game.Tx) error { return tx.DeleteGame(gone.ID) })
	for what, list := range map[string]game.GameList{
		"all": game.AllGames(), "of 11": game.FinishedGamesOf(11), "in the place": game.FinishedGamesIn(5), "of the pair": game.FinishedGamesBetween(11, 12),
	} {
		same(s, what, s.list(list), "G1XX")
	}
	same(s, "followed", s.list(game.FollowedGamesOf(13)), "")
	s.view(func(tx game.Reader) error {
		_, err1 := tx.Game(gone.ID)
		_, err2 := tx.Review(gone.ID)
		s.missing(err1, err2)
		ids, err := tx.Alarms(game.Instant(math.MaxInt64), 10)
		same(s, "alarms", ids, []game.GameID{stays.ID})
		_, err1 = tx.Review(stays.ID)
		return errors.Join(err, err1)
	})
}

func (s *suite) alarms() {
	const grace = 5 * time.Second // after a deadline
	clock, err := game.Live(time.Minute, 0)
	s.must(err)
	var games []*game.Game
	for i := range 5 {
		games = append(games, s.newGame(game.GameID(fmt.Sprintf("G%dXX", i)), func(h *game.Header) {
			h.Clock, h.Started = clock, start.Add(-time.Duration(i)*time.Minute)
		}))
	}
	games = append(games, s.newGame("NOCK", nil))
	s.put(games...)
	due := func(until time.Time, most int) string {
		var ids []game.GameID
		s.view(func(tx game.Reader) (err error) {
			ids, err = tx.Alarms(game.Service{Downtime: time.Second}.Instant(until), most)
			return err
		})
		return fmt.Sprint(ids)
	}
	same(s, "before", due(start.Add(grace-3*time.Minute-time.Millisecond), 10), "[]")
	same(s, "the first", due(start.Add(grace-3*time.Minute), 10), "[G4XX]")
	same(s, "three", due(start.Add(time.Hour), 3), "[G4XX G3XX G2XX]")
	s.put(with(games[4], ended(0, won(draughts.White))))
	same(s, "after one ended", due(start.Add(grace), 10), "[G3XX G2XX G1XX]")
	moved := game.Event{Kind: game.Moved, Side: draughts.Black, At: start.Add(-time.Minute), Downtime: time.Second, Path: game.Path{11, 15}}
	s.put(with(games[3], moved))
	same(s, "after one moved", due(start.Add(grace), 10), "[G2XX G1XX G3XX]")
	s.update(func(tx game.Tx) error { // a move that ends a game
		second := with(games[2], moved)
		if err := tx.PutGame(second); err != nil {
			return err
		}
		return tx.PutGame(with(second, ended(time.Minute, won(draughts.White))))
	})
	same(s, "after one moved and ended", due(start.Add(time.Hour), 10), "[G1XX G3XX G0XX]")
}

// levels checks that scores against the Computer are told apart by level.
func (s *suite) levels() {
	for i, level := range []int{1, 8, 1, 8} {
		g := s.newGame(game.GameID(fmt.Sprintf("G%dXX", i)), func(h *game.Header) {
			h.Players[draughts.Black], h.Level, h.Rated = game.Computer, level, false
		})
		if i == 3 { // it does not count
			g = with(g, game.Event{Kind: game.Moved, At: start, Path: game.Path{11, 15}}, game.Event{Kind: game.TookBack, At: start, Plies: 1})
		}
		s.put(with(g, ended(time.Duration(i)*time.Hour, game.Result{Cause: game.ByResignation, Outcome: game.WhiteWon})))
		same(s, "level", s.read(g.ID).Level, level)
	}
	s.view(func(tx game.Reader) error {
		scores, err := tx.Scores(11, game.Computer, 5)
		same(s, "scores", scores, []game.Score{
			{Pool: "american", Wins: 1}, {Pool: "american", Level: 1, Wins: 2}, {Pool: "american", Level: 8, Wins: 1},
		})
		return err
	})
}

func (s *suite) pairs() {
	results := []game.Result{
		won(draughts.White), won(draughts.White), won(draughts.Black),
		{Cause: game.ByAgreement, Outcome: game.Drawn, Weight: 1},
		{Cause: game.ByAgreement, Outcome: game.Drawn}, // friendly
		{Cause: game.Aborted},
	}
	for i, r := range results {
		g := s.newGame(game.GameID(fmt.Sprintf("G%dXX", i)), nil)
		if i == 2 {
			g.Pool = "other"
		}
		if i == 1 {
			g.Place = 4
		}
		for side := range r.Changes {
			r.Changes[side] = []game.RatingChange{{Place: 5, After: game.Rating{Points: float64(1500 + i)}}}
		}
		s.put(with(g, ended(time.Duration(i)*time.Hour, r)))
	}
	s.view(func(tx game.Reader) error {
		for from, want := range map[int]int{0: 4, 1: 3, 3: 1, 4: 0} {
			n, err := tx.RatedBetween(12, 11, start.Add(time.Duration(from)*time.Hour))
			s.must(err)
			same(s, fmt.Sprint("rated since ", from), n, want)
		}
		scores := func(name string, of, against game.PersonID, place game.PlaceID, want ...game.Score) {
			s.Helper()
			got, err := tx.Scores(of, against, place)
			s.must(err)
			slices.SortFunc(got, func(a, b game.Score) int { return cmp.Compare(a.Pool, b.Pool) })
			same(s, name, got, want)
		}
		scores("score in another place", 11, 12, 4, game.Score{Pool: "american", Wins: 1})
		scores("score", 11, 12, 5, game.Score{Pool: "american", Wins: 1, Draws: 2}, game.Score{Pool: "other", Losses: 1})
		scores("score everywhere", 11, 12, game.Everywhere, game.Score{Pool: "american", Wins: 2, Draws: 2}, game.Score{Pool: "other", Losses: 1})
		scores("score of the other", 12, 11, 5, game.Score{Pool: "american", Losses: 1, Draws: 2}, game.Score{Pool: "other", Wins: 1})

		history, err := tx.RatingHistory(11, "american", 5, 2)
		s.must(err)
		same(s, "history", fmt.Sprintln(history[0].Game, history[0].Rating.Points, history[1].Game, len(history)), "G5XX 1505 G4XX 2\n")
		history, err = tx.RatingHistory(12, "american", 5, 10)
		s.must(err)
		same(s, "history of the other", len(history), 5)
		same(s, "its last", history[4].At, start)
		return nil
	})
	g := s.read("G5XX")
	g.Players[0] = game.FormerPlayer
	s.put(g)
	s.view(func(tx game.Reader) error {
		for p, want := range map[game.PersonID]int{11: 4, 12: 5, game.FormerPlayer: 0} {
			history, err := tx.RatingHistory(p, "american", 5, 10)
			s.must(err)
			same(s, fmt.Sprint("points after erasing, of ", p), len(history), want)
		}
		return nil
	})
}
