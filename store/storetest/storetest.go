// Package storetest is what every game.Store must do, as one test suite.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Run holds a kind of store to its contract. open returns an empty store, which is
// closed by t.Cleanup.
func Run(t *testing.T, open func(t *testing.T) game.Store) {
	for name, test := range map[string]func(*suite){
		"empty":         (*suite).empty,
		"games":         (*suite).games,
		"game lists":    (*suite).gameLists,
		"alarms":        (*suite).alarms,
		"pairs":         (*suite).pairs,
		"challenges":    (*suite).challenges,
		"standings":     (*suite).standings,
		"ranks":         (*suite).ranks,
		"announcements": (*suite).announcements,
		"answers":       (*suite).answers,
		"the rest":      (*suite).rest,
		"all or none":   (*suite).allOrNone,
		"isolation":     (*suite).isolation,
		"run again":     (*suite).runAgain,
		"panics":        (*suite).panics,
		"contexts":      (*suite).contexts,
		"goroutines":    (*suite).goroutines,
		"cursors":       (*suite).cursors,
	} {
		t.Run(name, func(t *testing.T) { test(&suite{t, open(t)}) })
	}
}

var (
	background = context.Background()
	start      = time.Date(2026, time.January, 2, 3, 4, 5, 6e6, time.UTC)
)

type suite struct {
	*testing.T
	game.Store
}

func (s *suite) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *suite) update(f func(game.Tx) error) {
	s.Helper()
	s.must(s.Update(background, f))
}

func (s *suite) view(f func(game.Reader) error) {
	s.Helper()
	s.must(s.View(background, f))
}

func (s *suite) put(games ...*game.Game) {
	s.Helper()
	s.update(func(tx game.Tx) error {
		for _, g := range games {
			if err := tx.PutGame(g); err != nil {
				return err
			}
		}
		return nil
	})
}

// missing wants each thing not to be there.
func (s *suite) missing(errs ...error) {
	s.Helper()
	for i, err := range errs {
		if !errors.Is(err, game.ErrMissing) {
			s.Errorf("look-up %d: the error is %v, want %v", i+1, err, game.ErrMissing)
		}
	}
}

// same wants what was read to be what was written.
func same[T any](s *suite, what string, got, want T) {
	s.Helper()
	if !reflect.DeepEqual(got, want) {
		s.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// newGame is a game between persons 11 and 12 in place 5 that has just begun.
func (s *suite) newGame(id game.GameID, change func(*game.Header)) *game.Game {
	s.Helper()
	v, err := draughts.Builtin("american")
	s.must(err)
	h := game.Header{
		ID: id, Place: 5, Room: 6, Post: 7, Players: [2]game.PersonID{11, 12},
		Terms: game.Terms{Variant: v, Rated: true, Colour: game.PlayBlack},
		Rules: game.IdentifyRules(v.Rules()), Pool: game.PoolOf(v), Started: start, Away: time.Second,
	}
	if change != nil {
		change(&h)
	}
	return game.Restore(h, nil)
}

// with returns a game with some more events.
func with(g *game.Game, events ...game.Event) *game.Game {
	return game.Restore(g.Header, append(g.Events(), events...))
}

// ended is the event that ends a game a while after the start.
func ended(after time.Duration, result game.Result) game.Event {
	return game.Event{Kind: game.Ended, At: start.Add(after), Result: &result}
}

func won(by draughts.Side) game.Result {
	return game.Result{Cause: game.ByResignation, Outcome: game.WonBy(by), Weight: 1}
}

func (s *suite) empty() {
	s.view(func(tx game.Reader) error {
		_, err1 := tx.Game("K7Q2")
		_, err2 := tx.Challenge("K7Q2")
		_, err3 := tx.Standing(1, game.Board{Pool: "american"})
		_, err4 := tx.Answered("1")
		s.missing(err1, err2, err3, err4)
		service, err := tx.Service()
		same(s, "service", service, game.Service{})
		above, err2 := tx.Above(game.Board{}, 0)
		same(s, "above", above, 0)
		page, err3 := tx.Games(game.AllGames(), "", 10)
		same(s, "games", page, game.Page[*game.Game]{})
		return errors.Join(err, err2, err3)
	})
	s.update(func(tx game.Tx) error { // deleting what is not there
		return errors.Join(tx.DeleteChallenge("K7Q2"), tx.DeleteStanding(1, game.Board{}), tx.Delivered(9), tx.DeleteErasure(1))
	})
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

// sameGame wants two games to be the same in everything that is kept.
func (s *suite) sameGame(got, want *game.Game) {
	s.Helper()
	a, b := got.Header, want.Header
	same(s, "rules", a.Variant.Rules(), b.Variant.Rules())
	same(s, "start", a.Start().Setup(), b.Start().Setup())
	a.Terms.Variant, b.Terms.Variant = nil, nil
	a.Terms.Start, b.Terms.Start = draughts.Position{}, draughts.Position{}
	same(s, "header", a, b)
	same(s, "events", got.Events(), want.Events())
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
		h.Players = [2]game.PersonID{game.FormerPlayer, 1<<63 + 5}
		h.RematchOf, h.Rated = "ZZZZ", false
	})
	full = with(full,
		game.Event{Kind: game.Moved, Side: draughts.Black, At: start.Add(time.Millisecond), Away: time.Second, Way: game.Way{1, 6}},
		game.Event{Kind: game.Offered, Side: draughts.White, At: start.Add(time.Second), Away: time.Second, Offer: game.OfferTakeBack},
		game.Event{Kind: game.Declined, Side: draughts.Black, At: start.Add(time.Second), Away: time.Hour, Offer: game.OfferTakeBack},
		game.Event{Kind: game.Offered, Side: draughts.Black, At: start.Add(time.Second), Away: time.Hour, Offer: game.OfferAbort},
		game.Event{Kind: game.Withdrawn, Side: draughts.Black, At: start.Add(time.Second), Away: time.Hour, Offer: game.OfferAbort},
		game.Event{Kind: game.Reminded, Side: draughts.White, At: start.Add(time.Minute), Away: time.Hour},
		game.Event{Kind: game.TookBack, Side: draughts.Black, At: start.Add(time.Hour), Away: time.Hour, Plies: 1},
		game.Event{Kind: game.Ended, Side: draughts.White, At: start.Add(2 * time.Hour), Away: time.Hour, Result: &game.Result{
			Cause: game.ByRuling, Outcome: game.Drawn, Rule: draughts.Repeated, Moderator: 77, Reason: "because – «so»", Weight: 0.125,
			Changes: [2][]game.RatingChange{
				{{Place: 5, Before: game.NewRating, After: game.Rating{Points: 1400.5, Deviation: 200, Volatility: 0.06}}},
				{{Place: game.Everywhere, Before: game.NewRating, After: game.NewRating}},
			},
		}},
	)
	s.put(full)
	s.sameGame(s.read("K7Q3"), full)

	// A long game, and a longer reason than anybody writes.
	long := s.newGame("K7Q4", func(h *game.Header) {
		p, err := pdn.ParseFEN(h.Variant, "B:WK32:BK1")
		s.must(err)
		h.Terms.Start = p
	})
	walk := []game.Way{{1, 6}, {32, 27}, {6, 1}, {27, 32}}
	events := make([]game.Event, 0, 5000)
	for i := range cap(events) {
		events = append(events, game.Event{
			Kind: game.Moved, Side: draughts.Side(1 - i%2), At: start.Add(time.Duration(i) * time.Second), Away: time.Second,
			Way: walk[i%len(walk)],
		})
	}
	end := ended(time.Hour*1000, game.Result{Cause: game.ByRuling, Reason: strings.Repeat("so ", 100_000)})
	end.Away = time.Second
	long = with(long, append(events, end)...)
	s.put(long)
	s.sameGame(s.read("K7Q4"), long)

	// What is read belongs to the reader.
	g := s.read("K7Q2")
	g.Place, g.Players[0] = 99, 99
	s.sameGame(s.read("K7Q2"), plain)
}

// list reads a whole list of games, a few at a time.
func (s *suite) list(list game.GameList) string {
	s.Helper()
	var ids []string
	s.view(func(tx game.Reader) error {
		for from := game.Cursor(""); ; {
			page, err := tx.Games(list, from, 3)
			if err != nil {
				return err
			}
			if len(page.Items) > 3 || len(page.Items) == 0 && from != "" {
				s.Errorf("a page has %d games", len(page.Items))
			}
			for _, g := range page.Items {
				ids = append(ids, string(g.ID))
			}
			if from = page.Next; from == "" {
				break
			}
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
	check("between", game.FinishedGamesBetween(12, 11), "G0XX G2XX G4XX")
	check("between others", game.FinishedGamesBetween(11, 13), "G6XX")
	check("all", game.AllGames(), "G0XX G1XX G2XX G3XX G4XX G5XX G6XX")

	// Who is taken out of a game is no longer found by it, and its opponent is.
	g := s.read("G4XX")
	g.Players[0] = game.FormerPlayer
	s.put(g)
	check("after erasing", game.FinishedGamesOf(11), "G0XX G2XX G6XX")
	check("for the other", game.FinishedGamesOf(12), "G0XX G2XX G4XX")
	check("between", game.FinishedGamesBetween(11, 12), "G0XX G2XX")
	check("of former players", game.FinishedGamesOf(game.FormerPlayer), "")
}

func (s *suite) alarms() {
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
			ids, err = tx.Alarms(game.Service{Away: time.Second}.Instant(until), most)
			return err
		})
		return fmt.Sprint(ids)
	}
	same(s, "before", due(start.Add(-3*time.Minute-time.Millisecond), 10), "[]")
	same(s, "the first", due(start.Add(-3*time.Minute), 10), "[G4XX]")
	same(s, "three", due(start.Add(time.Hour), 3), "[G4XX G3XX G2XX]")
	s.put(with(games[4], ended(0, won(draughts.White))))
	same(s, "after one ended", due(start, 10), "[G3XX G2XX G1XX]")
	moved := game.Event{Kind: game.Moved, Side: draughts.Black, At: start.Add(-time.Minute), Away: time.Second, Way: game.Way{11, 15}}
	s.put(with(games[3], moved))
	same(s, "after one moved", due(start, 10), "[G2XX G1XX G3XX]")
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
		r.Changes[0] = []game.RatingChange{{Place: 5, After: game.Rating{Points: float64(1500 + i)}}}
		s.put(with(g, ended(time.Duration(i)*time.Hour, r)))
	}
	s.view(func(tx game.Reader) error {
		for from, want := range map[int]int{0: 4, 1: 3, 3: 1, 4: 0} {
			n, err := tx.RatedBetween(12, 11, start.Add(time.Duration(from)*time.Hour))
			s.must(err)
			same(s, fmt.Sprint("rated since ", from), n, want)
		}
		scores, err := tx.Scores(11, 12)
		s.must(err)
		byPool := map[game.Pool]game.Score{}
		for _, score := range scores {
			byPool[score.Pool] = score
		}
		same(s, "score", byPool["american"], game.Score{Pool: "american", Wins: 2, Draws: 2})
		same(s, "score in the other pool", byPool["other"], game.Score{Pool: "other", Losses: 1})
		scores, err = tx.Scores(12, 11)
		s.must(err)
		same(s, "pools", len(scores), 2)

		history, err := tx.RatingHistory(11, "american", 5, "", 2)
		s.must(err)
		same(s, "history", fmt.Sprintln(history.Items[0].Game, history.Items[0].Rating.Points, history.Items[1].Game, len(history.Items)), "G5XX 1505 G4XX 2\n")
		history, err = tx.RatingHistory(11, "american", 5, history.Next, 10)
		s.must(err)
		same(s, "the rest of the history", len(history.Items), 3)
		same(s, "its last", history.Items[2].At, start)
		history, err = tx.RatingHistory(12, "american", 5, "", 2)
		s.must(err)
		same(s, "history of the other", len(history.Items), 0)
		return nil
	})
}

func (s *suite) challenges() {
	v, err := draughts.Builtin("russian")
	s.must(err)
	clock, err := game.Correspondence(3)
	s.must(err)
	full := &game.Challenge{
		ID: "CCCC", Place: 5, Room: 6, From: 11, To: 12, Terms: game.Terms{Variant: v, Clock: clock, Rated: true, Colour: game.PlayWhite},
		Made: start, Away: time.Minute, State: game.Accepted, Closed: start.Add(time.Hour), Game: "GGGG", Counters: "DDDD", RematchOf: "HHHH",
	}
	open := &game.Challenge{ID: "DDDD", Place: 5, From: 12, To: 11, Terms: game.Terms{Variant: v}, Made: start.Add(time.Second)}
	toAll := &game.Challenge{ID: "FFFF", Place: 5, From: 11, Terms: game.Terms{Variant: v}, Made: start.Add(time.Minute)}
	for _, c := range []*game.Challenge{full, open, toAll} {
		s.update(func(tx game.Tx) error { return tx.PutChallenge(c) })
		s.view(func(tx game.Reader) error {
			got, err := tx.Challenge(c.ID)
			s.must(err)
			same(s, "rules", got.Variant.Rules(), c.Variant.Rules())
			got.Variant = c.Variant
			same(s, "challenge", got, c)
			return nil
		})
	}
	list := func(list game.ChallengeList) string {
		var ids []string
		s.view(func(tx game.Reader) error {
			page, err := tx.Challenges(list, "", 10)
			for _, c := range page.Items {
				ids = append(ids, string(c.ID))
			}
			if n, _ := tx.CountChallenges(list, 10); n != len(ids) {
				s.Errorf("the list has %d challenges, and is counted as %d", len(ids), n)
			}
			return err
		})
		return strings.Join(ids, " ")
	}
	same(s, "by 11", list(game.OpenChallengesBy(11)), "FFFF")
	same(s, "to 11", list(game.OpenChallengesTo(11)), "DDDD")
	same(s, "to anyone", list(game.OpenChallengesTo(game.Anyone)), "")
	same(s, "here", list(game.OpenChallengesIn(5)), "FFFF DDDD")
	same(s, "with 11", list(game.AllChallengesWith(11)), "FFFF DDDD CCCC")
	same(s, "with 12", list(game.AllChallengesWith(12)), "DDDD CCCC")

	s.view(func(tx game.Reader) error {
		ids, err := tx.ChallengeAlarms(open.Alarm(), 10)
		same(s, "alarms", fmt.Sprint(ids), "[DDDD]")
		return err
	})
	s.update(func(tx game.Tx) error { return tx.DeleteChallenge("DDDD") })
	same(s, "here after deleting", list(game.OpenChallengesIn(5)), "FFFF")
	same(s, "to 11 after deleting", list(game.OpenChallengesTo(11)), "")
	s.view(func(tx game.Reader) error {
		_, err := tx.Challenge("DDDD")
		s.missing(err)
		return nil
	})
}

func standing(p game.PersonID, b game.Board, points, deviation float64) *game.Standing {
	return &game.Standing{
		Person: p, Board: b, Rating: game.Rating{Points: points, Deviation: deviation, Volatility: 0.06},
		Best: points + 1, Played: start, Wins: 3, Draws: 2, Losses: 1, Streak: -4,
	}
}

func (s *suite) standings() {
	board := game.Board{Pool: "american", Place: 5}
	boards := []game.Board{
		board, {Pool: "american"}, {Pool: "american", Place: 5, Month: game.MonthOf(start)},
		{Pool: "american-misere", Place: 5}, {Pool: "americana", Place: 5},
	}
	s.update(func(tx game.Tx) error {
		for i, b := range boards {
			for p := range game.PersonID(4) {
				if err := tx.PutStanding(standing(20+p, b, 1500+float64(i)+100*float64(p), 60+50*float64(p%2))); err != nil {
					return err
				}
			}
		}
		return tx.PutStanding(standing(20, board, 1650, 200)) // takes the place of the first
	})
	order := func(b game.Board) string {
		var people []string
		s.view(func(tx game.Reader) error {
			for from := game.Cursor(""); ; {
				page, err := tx.Leaderboard(b, from, 2)
				if err != nil {
					return err
				}
				for _, row := range page.Items {
					people = append(people, row.Person.String())
				}
				if from = page.Next; from == "" {
					return nil
				}
			}
		})
		return strings.Join(people, " ")
	}
	// Deviation 60 and 110 are sure enough, 200 is not.
	same(s, "leaderboard", order(board), "23 22 21 20")
	same(s, "leaderboard everywhere", order(boards[1]), "23 22 21 20")
	same(s, "nobody's leaderboard", order(game.Board{Pool: "american", Place: 6}), "")
	s.view(func(tx game.Reader) error {
		got, err := tx.Standing(20, board)
		s.must(err)
		same(s, "standing", got, standing(20, board, 1650, 200))
		all, err := tx.Standings(21)
		s.must(err)
		same(s, "standings", len(all), len(boards))
		return nil
	})
	s.update(func(tx game.Tx) error { return tx.DeleteStanding(22, board) })
	same(s, "leaderboard after deleting", order(board), "23 21 20")
	same(s, "other leaderboards", order(boards[2]), "23 22 21 20")
}

// ranks holds counts against sorting, with many changes.
func (s *suite) ranks() {
	dice := rand.New(rand.NewPCG(5, 6))
	board, other := game.Board{Pool: "american", Place: 5}, game.Board{Pool: "american"}
	now := map[game.PersonID]*game.Standing{}
	for range 40 {
		s.update(func(tx game.Tx) error {
			for range 25 {
				p := game.PersonID(1 + dice.IntN(150))
				if dice.IntN(6) == 0 {
					delete(now, p)
					s.must(tx.DeleteStanding(p, board))
					continue
				}
				now[p] = standing(p, board, float64(dice.IntN(40)*100+dice.IntN(3)), float64(dice.IntN(200)))
				s.must(tx.PutStanding(now[p]))
				s.must(tx.PutStanding(standing(p, other, 1500, 350)))
			}
			return nil
		})
		s.view(func(tx game.Reader) error {
			for _, h := range []game.Height{0, 1, 255, 256, 65535, 65536, 1<<23 - 1, 1 << 23, 1<<24 - 1} {
				s.above(tx, board, h, now)
			}
			for _, mine := range now {
				s.above(tx, board, mine.Height(), now)
			}
			return nil
		})
	}
}

func (s *suite) above(tx game.Reader, board game.Board, h game.Height, all map[game.PersonID]*game.Standing) {
	s.Helper()
	want := 0
	for _, other := range all {
		if other.Height() > h {
			want++
		}
	}
	got, err := tx.Above(board, h)
	s.must(err)
	same(s, fmt.Sprint("above ", h), got, want)
}

func (s *suite) announcements() {
	var ids []game.AnnouncementID
	full := game.Announcement{Kind: game.Happened, At: start, Place: 5, Room: 6, Challenge: "CCCC", Game: "GGGG", Seq: 300}
	announce := func() {
		s.update(func(tx game.Tx) error {
			id, err := tx.Announce(full)
			ids = append(ids, id)
			return err
		})
	}
	for range 4 {
		announce()
	}
	waiting := func(after game.AnnouncementID, most int) []game.Announcement {
		var list []game.Announcement
		s.view(func(tx game.Reader) (err error) {
			list, err = tx.Announcements(after, most)
			return err
		})
		return list
	}
	first := full
	first.ID = ids[0]
	same(s, "the first", waiting(0, 1), []game.Announcement{first})
	same(s, "all", len(waiting(0, 10)), 4)
	same(s, "after the second", waiting(ids[1], 10)[0].ID, ids[2])
	s.update(func(tx game.Tx) error { return errors.Join(tx.Delivered(ids[3]), tx.Delivered(ids[0])) })
	same(s, "after delivering", len(waiting(0, 10)), 2)
	announce() // its number is not that of one that was delivered
	for i := 1; i < len(ids); i++ {
		if ids[i] <= ids[i-1] {
			s.Errorf("numbers are %v", ids)
		}
	}
}

func (s *suite) answers() {
	full := game.Answered{At: start, Verb: 3, Game: "GGGG", Seq: 12, Challenge: "CCCC", State: game.Accepted, Announced: []game.AnnouncementID{1, 300}}
	s.update(func(tx game.Tx) error {
		for i := range 10 {
			a := full
			a.At = start.Add(time.Duration(i) * time.Hour)
			if err := tx.PutAnswered(game.RequestID(fmt.Sprint("request ", i)), a); err != nil {
				return err
			}
		}
		return nil
	})
	s.view(func(tx game.Reader) error {
		got, err := tx.Answered("request 0")
		same(s, "answer", got, full)
		return err
	})
	forget := func(before time.Time, most, want int) {
		s.Helper()
		s.update(func(tx game.Tx) error {
			n, err := tx.ForgetAnswered(before, most)
			same(s, "forgotten", n, want)
			return err
		})
	}
	forget(start, 10, 0)
	forget(start.Add(3*time.Hour), 2, 2)
	forget(start.Add(3*time.Hour), 2, 1)
	s.view(func(tx game.Reader) error {
		_, err := tx.Answered("request 2")
		s.missing(err)
		_, err = tx.Answered("request 3")
		return err
	})
}

func (s *suite) rest() {
	service := game.Service{Alive: start, Away: 90 * time.Minute}
	s.update(func(tx game.Tx) error {
		return errors.Join(tx.PutService(service), tx.PutErasure(3), tx.PutErasure(2), tx.PutErasure(3))
	})
	s.view(func(tx game.Reader) error {
		got, err := tx.Service()
		same(s, "service", got, service)
		people, err2 := tx.Erasures()
		same(s, "erasures", people, []game.PersonID{2, 3})
		is, err3 := tx.Erasing(2)
		not, err4 := tx.Erasing(1)
		same(s, "erasing", fmt.Sprint(is, not), "true false")
		return errors.Join(err, err2, err3, err4)
	})
	s.update(func(tx game.Tx) error { return tx.DeleteErasure(2) })
	s.view(func(tx game.Reader) error {
		people, err := tx.Erasures()
		same(s, "erasures", people, []game.PersonID{3})
		return err
	})
}

func (s *suite) allOrNone() {
	broken := errors.New("broken")
	err := s.Update(background, func(tx game.Tx) error {
		s.must(tx.PutGame(s.newGame("K7Q2", nil)))
		if _, err := tx.Game("K7Q2"); err != nil {
			s.Errorf("a transaction does not read what it wrote: %v", err)
		}
		return broken
	})
	if err != broken {
		s.Errorf("the error is %v, want the function's own", err)
	}
	s.view(func(tx game.Reader) error {
		_, err := tx.Game("K7Q2")
		s.missing(err)
		n, _ := tx.CountGames(game.RunningGamesOf(11), 10)
		same(s, "games in the list", n, 0)
		return nil
	})
	if err := s.View(background, func(game.Reader) error { return broken }); err != broken {
		s.Errorf("the error is %v, want the function's own", err)
	}
}

// isolation: a view sees one moment, while updates go on, which do not wait for it.
func (s *suite) isolation() {
	s.put(s.newGame("K7Q2", nil))
	s.view(func(tx game.Reader) error {
		for i := range 50 {
			s.put(s.newGame(game.GameID(fmt.Sprintf("G%02dX", i)), nil))
			n, err := tx.CountGames(game.RunningGamesOf(11), 100)
			s.must(err)
			same(s, "games in sight", n, 1)
		}
		return nil
	})
	same(s, "games afterwards", len(strings.Fields(s.list(game.RunningGamesOf(11)))), 51)
}

// runAgain: functions that fail must not spoil those that are done along with them,
// and each is done once.
func (s *suite) runAgain() {
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			p := game.PersonID(1000 + i)
			err := s.Update(background, func(tx game.Tx) error {
				st := standing(p, game.Board{Pool: "american"}, 1500, 60)
				if old, err := tx.Standing(p, st.Board); err == nil {
					st.Wins = old.Wins + 1
				}
				if err := tx.PutStanding(st); err != nil {
					return err
				}
				if _, err := tx.Announce(game.Announcement{At: start, Seq: i}); err != nil {
					return err
				}
				if i%5 == 0 {
					return game.ErrMissing
				}
				return nil
			})
			if (i%5 == 0) != errors.Is(err, game.ErrMissing) {
				s.Errorf("update %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	s.view(func(tx game.Reader) error {
		for i := range 200 {
			st, err := tx.Standing(game.PersonID(1000+i), game.Board{Pool: "american"})
			if i%5 == 0 {
				s.missing(err)
			} else if err != nil || st.Wins != 3 {
				s.Errorf("standing %d is %+v, %v", i, st, err)
			}
		}
		n, err := tx.Above(game.Board{Pool: "american"}, 0)
		same(s, "standings", n, 160)
		list, err2 := tx.Announcements(0, 1000)
		same(s, "announcements", len(list), 160)
		return errors.Join(err, err2)
	})
}

// panics reach who called, and leave nothing behind.
func (s *suite) panics() {
	func() {
		defer func() {
			if recover() == nil {
				s.Error("the panic was lost")
			}
		}()
		s.Update(background, func(tx game.Tx) error {
			s.must(tx.PutGame(s.newGame("K7Q2", nil)))
			panic("oh")
		})
	}()
	s.put(s.newGame("K7Q3", nil))
	same(s, "games", s.list(game.AllGames()), "K7Q3")
}

func (s *suite) contexts() {
	ctx, cancel := context.WithCancel(background)
	cancel()
	ran := false
	for _, err := range []error{
		s.Update(ctx, func(game.Tx) error { ran = true; return nil }),
		s.View(ctx, func(game.Reader) error { ran = true; return nil }),
	} {
		if !errors.Is(err, context.Canceled) {
			s.Errorf("the error is %v", err)
		}
	}
	if ran {
		s.Error("something was done though nobody wanted it any more")
	}
}

// goroutines: many at once, reading and writing the same things, as if one after
// another.
func (s *suite) goroutines() {
	board := game.Board{Pool: "american"}
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for range 25 {
				s.must(s.Update(background, func(tx game.Tx) error {
					st, err := tx.Standing(1, board)
					if errors.Is(err, game.ErrMissing) {
						st, err = &game.Standing{Person: 1, Board: board, Played: start}, nil
					}
					if err != nil {
						return err
					}
					st.Wins++
					st.Rating.Points = float64(st.Wins)
					return tx.PutStanding(st)
				}))
				s.must(s.View(background, func(tx game.Reader) error {
					st, err := tx.Standing(1, board)
					if err != nil {
						return err
					}
					page, err := tx.Leaderboard(board, "", 10)
					if err != nil {
						return err
					}
					if len(page.Items) != 1 || page.Items[0].Wins != st.Wins || page.Items[0].Rating.Points != float64(st.Wins) {
						s.Errorf("goroutine %d saw half of a change: %+v and %+v", i, st, page.Items)
					}
					return nil
				}))
			}
		})
	}
	wg.Wait()
	s.view(func(tx game.Reader) error {
		st, err := tx.Standing(1, board)
		same(s, "wins", st.Wins, 16*25)
		return err
	})
}

// cursors may come back changed: they lead somewhere in the list, or to its
// beginning, and nowhere else.
func (s *suite) cursors() {
	for i := range 4 {
		s.put(s.newGame(game.GameID(fmt.Sprintf("G%dXX", i)), nil), s.newGame(game.GameID(fmt.Sprintf("H%dXX", i)), func(h *game.Header) {
			h.Players = [2]game.PersonID{10, 13}
		}))
	}
	for _, c := range []game.Cursor{"?", "AAAA", "____", "zzzzzzzzzzzzzzzzzzzz", game.Cursor(strings.Repeat("A", 9999)), "\x00", "é"} {
		s.view(func(tx game.Reader) error {
			page, err := tx.Games(game.RunningGamesOf(11), c, 10)
			if err != nil {
				s.Errorf("cursor %q: %v", c, err)
			}
			for _, g := range page.Items {
				if g.Players[0] != 11 {
					s.Errorf("cursor %q leads to game %s", c, g.ID)
				}
			}
			return nil
		})
	}
}
