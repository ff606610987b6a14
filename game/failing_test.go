package game_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/tournament"
)

// failing is a store that fails once, at the call of a transaction to which at counts down. If it
// is broken, every later call fails, too.
type failing struct {
	game.Store
	at     int
	broken bool
}

// fails counts a call and returns its error, if it is the one to fail.
func (s *failing) fails() error {
	if s.at--; s.at == 0 || s.at < 0 && s.broken {
		return errFaulty
	}
	return nil
}

func (s *failing) View(ctx context.Context, f func(game.Reader) error) error {
	return s.Store.View(ctx, func(tx game.Reader) error { return f(failingReader{tx, s}) })
}

func (s *failing) Update(ctx context.Context, f func(game.Tx) error) error {
	return s.Store.Update(ctx, func(tx game.Tx) error { return f(failingTx{failingReader{tx, s}, tx}) })
}

func try[T any](s *failing, call func() (T, error)) (T, error) {
	if err := s.fails(); err != nil {
		return *new(T), err
	}
	return call()
}

// Whichever call of the store fails, the request fails with its error and can be made again.
func TestEveryFailureIsTold(t *testing.T) {
	h := newFixture(t)
	s := &failing{Store: h.store}
	h.Referee = game.New(game.Config{Store: s, Now: h.now, Random: h.random})
	do := func(what string, request func() error) {
		t.Helper()
		for n := 1; ; n++ {
			s.at = n
			err := request()
			if s.at > 0 {
				h.must(err)
				return
			}
			if !errors.Is(err, errFaulty) {
				t.Fatalf("%s: call %d of the store failed, and the error is %v", what, n, err)
			}
		}
	}
	tick := func() {
		t.Helper()
		s.broken = true // what failed once is tried again
		do("tick", func() error { return h.Tick(background) })
		s.broken = false
	}
	var a game.Answer
	answered := func(what string, request func() (game.Answer, error)) {
		t.Helper()
		do(what, func() (err error) { a, err = request(); return err })
	}
	challenge := func(from, to game.PersonID, terms game.Terms) game.ChallengeID {
		t.Helper()
		answered("challenge", func() (game.Answer, error) {
			return h.Challenge(background, game.ChallengeRequest{Request: h.by(from), Room: table, To: to, Terms: terms})
		})
		return a.Challenge.ID
	}
	reply := func(what string, by game.PersonID, id game.ChallengeID, do func(context.Context, game.ReplyRequest) (game.Answer, error)) {
		t.Helper()
		answered(what, func() (game.Answer, error) {
			return do(background, game.ReplyRequest{Request: h.by(by), Challenge: id})
		})
	}
	play := func(moves ...string) {
		t.Helper()
		for _, text := range moves {
			g := a.Game
			answered(text, func() (game.Answer, error) {
				return h.Move(background, game.MoveRequest{GameRequest: h.at(g, g.Player(g.Turn())), Text: text})
			})
		}
	}
	begin := func(terms game.Terms) {
		t.Helper()
		reply("accept", bob, challenge(ann, bob, terms), h.Accept)
	}

	do("amend", func() error {
		return h.ChangeSettings(background, game.PersonSettings(ann), func([]byte) ([]byte, error) { return []byte("{}"), nil })
	})
	reply("decline", cid, challenge(ann, cid, american(t)), h.Decline)
	reply("withdraw", ann, challenge(ann, cid, american(t)), h.Withdraw)
	challenge(ann, cid, days(t, 1))
	challenge(cid, ann, american(t)) // with other terms

	lot := american(t)
	lot.Colour = game.ByLot
	begin(lot)
	g := a.Game
	answered("resign", func() (game.Answer, error) { return h.Resign(background, h.at(g, ann)) })
	answered("rematch", func() (game.Answer, error) {
		return h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
	})
	begin(lot) // with the same colours
	play("11-15", "22-18", "15x22", "25x18")
	g = a.Game
	do("show", func() error {
		_, err := h.RecordShown(background, g.ID, game.ShownPost{Room: table, Post: 1, Seq: g.Seq()})
		return err
	})
	for _, o := range []game.Offer{game.OfferTakeBack, game.OfferDraw} {
		if a.Game.Len() < 4 {
			play(american4[a.Game.Len():]...) // again
		}
		g = a.Game
		answered("propose", func() (game.Answer, error) { return h.Propose(background, h.offer(g, ann, o)) })
		g = a.Game
		answered("agree", func() (game.Answer, error) { return h.Propose(background, h.offer(g, bob, o)) })
	}
	begin(days(t, 2)) // other terms than those of the rematch
	g = a.Game
	for _, change := range []func(context.Context, game.BranchRequest) (game.Answer, error){h.AddBranch, h.RemoveBranches} {
		answered("conditional moves", func() (game.Answer, error) { return change(background, h.branchBy(g, bob, "11-15 22-18")) })
	}
	answered("propose", func() (game.Answer, error) { return h.Propose(background, h.offer(g, ann, game.OfferDraw)) })
	answered("dismiss", func() (game.Answer, error) { return h.Dismiss(background, h.offer(g, bob, game.OfferDraw)) })
	g = a.Game
	answered("adjudicate", func() (game.Answer, error) {
		q := game.RulingRequest{GameRequest: h.at(g, mod), Outcome: game.BlackWon, Reason: "no show"}
		q.By.Moderator = true
		return h.Adjudicate(background, q)
	})

	begin(days(t, 1))
	for range 3 { // a reminder, the end, and the end of challenges
		h.sleep(20 * time.Hour)
		tick()
	}

	board := game.Leaderboard{Pool: "american", Place: club}
	do("leaderboard", func() error { _, err := h.Leaderboard(background, board, "", 10); return err })
	do("rank", func() error { _, _, err := h.Rank(background, ann, board); return err })
	do("profile", func() error { _, err := h.Profile(background, ann, club); return err })
	do("export", func() error { return h.Export(background, ann, "", io.Discard) })
	answered("create", func() (game.Answer, error) {
		return h.CreateTournament(background, game.TournamentDraft{
			Request: h.by(mod), Room: table, Terms: days(t, 1), Declaration: tournament.Declaration{Name: "Spring", Format: tournament.Swiss, Rounds: 3, LateRounds: 3},
		})
	})
	tour := a.Tournament
	act := func(by game.PersonID, act tournament.EventKind) {
		t.Helper()
		answered(act.String(), func() (game.Answer, error) {
			return h.ActInTournament(background, game.TournamentRequest{Request: h.by(by), Tournament: tour.ID, Act: act})
		})
	}
	act(ann, tournament.Entered)
	act(bob, tournament.Entered)
	act(cid, tournament.Entered)
	act(mod, start)
	s.at = 0
	g = h.running(tour)[0]
	answered("resign", func() (game.Answer, error) { return h.Resign(background, h.at(g, ann)) })
	do("show a tournament", func() error {
		return h.RecordTournamentShown(background, tour.ID, game.ShownPost{Room: table, Post: 1, Seq: 1})
	})
	act(bob, tournament.Withdrew)
	begin(american(t)) // which erasing ends
	reply("accept", cid, challenge(bob, cid, american(t)), h.Accept)
	g = a.Game
	answered("follow", func() (game.Answer, error) { return h.follow(ann, g, game.FollowsEnd) })
	do("erase", func() error { _, err := h.Erase(background, ann); return err })
	h.sleep(25 * time.Hour)
	tick()
	s.at = 0
	h.must(h.store.View(background, func(tx game.Reader) error {
		left, err := tx.Erasures(h.now().AddDate(1, 0, 0))
		if len(left) > 0 {
			t.Errorf("there are erasures of %v", left)
		}
		return err
	}))
	h.inOrder()
}

// failingReader and failingTx are the transactions of a failing store.
type failingReader struct {
	game.Reader
	*failing
}

type failingTx struct {
	failingReader
	Tx game.Tx
}

func (r failingReader) Game(id game.GameID) (*game.Game, error) {
	return try(r.failing, func() (*game.Game, error) { return r.Reader.Game(id) })
}

func (r failingReader) Games(list game.GameList, from game.Cursor, most int) (game.Page[*game.Game], error) {
	return try(r.failing, func() (game.Page[*game.Game], error) { return r.Reader.Games(list, from, most) })
}

func (r failingReader) CountGames(list game.GameList, most int) (int, error) {
	return try(r.failing, func() (int, error) { return r.Reader.CountGames(list, most) })
}

func (r failingReader) Alarms(until game.Instant, most int) ([]game.GameID, error) {
	return try(r.failing, func() ([]game.GameID, error) { return r.Reader.Alarms(until, most) })
}

func (r failingReader) RatedBetween(a, b game.PersonID, since time.Time) (int, error) {
	return try(r.failing, func() (int, error) { return r.Reader.RatedBetween(a, b, since) })
}

func (r failingReader) Scores(a, b game.PersonID, place game.PlaceID) ([]game.Score, error) {
	return try(r.failing, func() ([]game.Score, error) { return r.Reader.Scores(a, b, place) })
}

func (r failingReader) RatingHistory(p game.PersonID, pool game.Pool, place game.PlaceID, most int) ([]game.RatingPoint, error) {
	return try(r.failing, func() ([]game.RatingPoint, error) { return r.Reader.RatingHistory(p, pool, place, most) })
}

func (r failingReader) Challenge(id game.ChallengeID) (*game.Challenge, error) {
	return try(r.failing, func() (*game.Challenge, error) { return r.Reader.Challenge(id) })
}

func (r failingReader) Challenges(list game.ChallengeList, from game.Cursor, most int) (game.Page[*game.Challenge], error) {
	return try(r.failing, func() (game.Page[*game.Challenge], error) { return r.Reader.Challenges(list, from, most) })
}

func (r failingReader) Tournament(id game.TournamentID) (*game.Tournament, error) {
	return try(r.failing, func() (*game.Tournament, error) { return r.Reader.Tournament(id) })
}

func (r failingReader) Tournaments(list game.TournamentList, from game.Cursor, most int) (game.Page[*game.Tournament], error) {
	return try(r.failing, func() (game.Page[*game.Tournament], error) { return r.Reader.Tournaments(list, from, most) })
}

func (r failingReader) OpenTournaments() ([]game.TournamentID, error) {
	return try(r.failing, func() ([]game.TournamentID, error) { return r.Reader.OpenTournaments() })
}

func (r failingReader) Leaderboards(m game.Month) ([]game.Leaderboard, error) {
	return try(r.failing, func() ([]game.Leaderboard, error) { return r.Reader.Leaderboards(m) })
}

func (r failingReader) TournamentAlarms(until time.Time, most int) ([]game.TournamentID, error) {
	return try(r.failing, func() ([]game.TournamentID, error) { return r.Reader.TournamentAlarms(until, most) })
}

func (r failingReader) ChallengeAlarms(until game.Instant, most int) ([]game.ChallengeID, error) {
	return try(r.failing, func() ([]game.ChallengeID, error) { return r.Reader.ChallengeAlarms(until, most) })
}

func (r failingReader) LeaderboardEntry(p game.PersonID, b game.Leaderboard) (*game.LeaderboardEntry, error) {
	return try(r.failing, func() (*game.LeaderboardEntry, error) { return r.Reader.LeaderboardEntry(p, b) })
}

func (r failingReader) LeaderboardEntries(p game.PersonID) ([]*game.LeaderboardEntry, error) {
	return try(r.failing, func() ([]*game.LeaderboardEntry, error) { return r.Reader.LeaderboardEntries(p) })
}

func (r failingReader) Leaderboard(b game.Leaderboard, from game.Cursor, most int) (game.Page[*game.LeaderboardEntry], error) {
	return try(r.failing, func() (game.Page[*game.LeaderboardEntry], error) { return r.Reader.Leaderboard(b, from, most) })
}

func (r failingReader) CountAbove(b game.Leaderboard, than game.RankKey) (int, error) {
	return try(r.failing, func() (int, error) { return r.Reader.CountAbove(b, than) })
}

func (r failingReader) AnswerRecord(id game.RequestID) (game.AnswerRecord, error) {
	return try(r.failing, func() (game.AnswerRecord, error) { return r.Reader.AnswerRecord(id) })
}

func (r failingReader) Settings(s game.SettingsKey) ([]byte, error) {
	return try(r.failing, func() ([]byte, error) { return r.Reader.Settings(s) })
}

func (r failingReader) Service() (game.Service, error) {
	return try(r.failing, func() (game.Service, error) { return r.Reader.Service() })
}

func (r failingReader) Erasures(by time.Time) ([]game.PersonID, error) {
	return try(r.failing, func() ([]game.PersonID, error) { return r.Reader.Erasures(by) })
}

func (r failingReader) Erasure(p game.PersonID) (time.Time, error) {
	return try(r.failing, func() (time.Time, error) { return r.Reader.Erasure(p) })
}

func (r failingReader) Review(id game.GameID) ([]byte, error) {
	return try(r.failing, func() ([]byte, error) { return r.Reader.Review(id) })
}

func (tx failingTx) PutReview(id game.GameID, review []byte) error {
	return cmp.Or(tx.fails(), tx.Tx.PutReview(id, review))
}

func (r failingReader) PuzzleRecord(place game.PlaceID, id game.PuzzleID) (*game.PuzzleRecord, error) {
	return try(r.failing, func() (*game.PuzzleRecord, error) { return r.Reader.PuzzleRecord(place, id) })
}

func (r failingReader) PuzzleRecords(place game.PlaceID) ([]*game.PuzzleRecord, error) {
	return try(r.failing, func() ([]*game.PuzzleRecord, error) { return r.Reader.PuzzleRecords(place) })
}

func (r failingReader) Attempt(p game.PersonID, id game.PuzzleID) (*game.Attempt, error) {
	return try(r.failing, func() (*game.Attempt, error) { return r.Reader.Attempt(p, id) })
}

func (r failingReader) Attempts(p game.PersonID) ([]*game.Attempt, error) {
	return try(r.failing, func() ([]*game.Attempt, error) { return r.Reader.Attempts(p) })
}

func (r failingReader) DailyPuzzle(place game.PlaceID) (*game.DailyPuzzle, error) {
	return try(r.failing, func() (*game.DailyPuzzle, error) { return r.Reader.DailyPuzzle(place) })
}

func (r failingReader) DailyPuzzles() ([]*game.DailyPuzzle, error) {
	return try(r.failing, func() ([]*game.DailyPuzzle, error) { return r.Reader.DailyPuzzles() })
}

func (tx failingTx) PutPuzzleRecord(p *game.PuzzleRecord) error {
	return cmp.Or(tx.fails(), tx.Tx.PutPuzzleRecord(p))
}

func (tx failingTx) PutAttempt(a *game.Attempt) error { return cmp.Or(tx.fails(), tx.Tx.PutAttempt(a)) }

func (tx failingTx) PutDailyPuzzle(d *game.DailyPuzzle) error {
	return cmp.Or(tx.fails(), tx.Tx.PutDailyPuzzle(d))
}

func (tx failingTx) DeleteAttempts(p game.PersonID) error {
	return cmp.Or(tx.fails(), tx.Tx.DeleteAttempts(p))
}

func (tx failingTx) PutGame(g *game.Game) error {
	return cmp.Or(tx.fails(), tx.Tx.PutGame(g))
}

func (tx failingTx) PutChallenge(c *game.Challenge) error {
	return cmp.Or(tx.fails(), tx.Tx.PutChallenge(c))
}

func (tx failingTx) PutTournament(t *game.Tournament) error {
	return cmp.Or(tx.fails(), tx.Tx.PutTournament(t))
}

func (tx failingTx) PutLeaderboardEntry(s *game.LeaderboardEntry) error {
	return cmp.Or(tx.fails(), tx.Tx.PutLeaderboardEntry(s))
}

func (tx failingTx) Announce(a game.Announcement) (game.AnnouncementID, error) {
	return try(tx.failing, func() (game.AnnouncementID, error) { return tx.Tx.Announce(a) })
}

func (tx failingTx) PutAnswerRecord(id game.RequestID, a game.AnswerRecord) error {
	return cmp.Or(tx.fails(), tx.Tx.PutAnswerRecord(id, a))
}

func (tx failingTx) PutService(s game.Service) error {
	return cmp.Or(tx.fails(), tx.Tx.PutService(s))
}

func (tx failingTx) PutErasure(p game.PersonID, until time.Time) error {
	return cmp.Or(tx.fails(), tx.Tx.PutErasure(p, until))
}

func (tx failingTx) PutSettings(s game.SettingsKey, note []byte) error {
	return cmp.Or(tx.fails(), tx.Tx.PutSettings(s, note))
}

func (tx failingTx) DeleteGame(id game.GameID) error {
	return cmp.Or(tx.fails(), tx.Tx.DeleteGame(id))
}

func (tx failingTx) DeleteChallenge(id game.ChallengeID) error {
	return cmp.Or(tx.fails(), tx.Tx.DeleteChallenge(id))
}

func (tx failingTx) DeleteLeaderboardEntry(p game.PersonID, b game.Leaderboard) error {
	return cmp.Or(tx.fails(), tx.Tx.DeleteLeaderboardEntry(p, b))
}

func (tx failingTx) Delivered(id game.AnnouncementID) error {
	return cmp.Or(tx.fails(), tx.Tx.Delivered(id))
}

func (tx failingTx) DeleteErasure(p game.PersonID) error {
	return cmp.Or(tx.fails(), tx.Tx.DeleteErasure(p))
}

func (tx failingTx) DeleteAnswerRecords(before time.Time, most int) (int, error) {
	return try(tx.failing, func() (int, error) { return tx.Tx.DeleteAnswerRecords(before, most) })
}
