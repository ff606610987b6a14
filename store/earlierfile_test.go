package store

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/store/storetest"
)

// TestEarlierFile opens the file that an earlier version wrote for each schema, and finds in it
// what the text beside it says. Such a file is never made again: people have files like it.
func TestEarlierFile(t *testing.T) {
	names, err := filepath.Glob("testdata/schema-*.db.gz")
	must(t, err)
	if len(names) == 0 {
		t.Fatal("there is no file of an earlier version")
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.db")
			unzip(t, path, name)
			must(t, checkCopy(path)) // an earlier schema is no fault of a copy
			s := open(t, path, Options{Volatile: true})
			must(t, s.Check())
			var got strings.Builder
			must(t, s.View(background, func(tx game.Reader) error { return describe(&got, tx) }))
			want := contents(t, strings.TrimSuffix(name, ".db.gz")+".txt")
			if got.String() != string(want) {
				t.Errorf("in it is\n%s\nwant\n%s", &got, want)
			}
			playOn(t, s)
			must(t, s.Check())
		})
	}
}

// TestIdleSinceUpdate checks that the time that a game without a clock was idle before such games ended
// does not count.
func TestIdleSinceUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	unzip(t, path, "testdata/schema-4.db.gz")
	db, err := bolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error { // its referee ran for another year
		old := newStore("").transaction(tx)
		service, err := old.Service()
		must(t, err)
		service.LastAlive = service.LastAlive.AddDate(1, 0, 0)
		return old.PutService(service)
	}))
	must(t, db.Close())
	s := open(t, path, Options{Volatile: true})
	r := storetest.NewReferee(s)
	must(t, r.Resume(background))
	must(t, r.Tick(background))
	must(t, s.View(background, func(tx game.Reader) error {
		service, err := tx.Service()
		must(t, err)
		for id, want := range map[game.GameID]time.Duration{"HDX8": 13 * 24 * time.Hour, "QZT5": 6 * 24 * time.Hour} {
			g, err := tx.Game(id)
			must(t, err)
			alarm, _ := g.Alarm()
			if left := alarm.Sub(service.Instant(service.LastAlive)); left > want || left < want-time.Minute {
				t.Errorf("the alarm of game %s is due in %v, want %v", id, left, want)
			}
		}
		return nil
	}))
	must(t, s.Check())
}

func unzip(t *testing.T, to, from string) {
	t.Helper()
	in, err := os.Open(from)
	must(t, err)
	defer in.Close()
	z, err := gzip.NewReader(in)
	must(t, err)
	out, err := os.Create(to)
	must(t, err)
	_, err = io.Copy(out, z)
	must(t, err)
	must(t, out.Close())
}

// describe writes what is in a file, a line each.
func describe(w io.Writer, tx game.Reader) error {
	games, err := tx.Games(game.AllGames(), "", 100)
	if err != nil {
		return err
	}

	for _, g := range games.Items {
		h, err := g.History()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "game %s: %d against %d in %d, %s, pool %s, clock %q, %d events, %s", g.ID, g.Players[0], g.Players[1], g.Place,
			g.Variant.Rules().Name, g.Pool, g.Clock, g.Seq(), pdn.FEN(h.Position()))
		if result, over := g.Result(); over {
			fmt.Fprintf(w, ", %s %s %q", result.Outcome, result.Cause, result.Reason)
		}
		fmt.Fprintln(w)
		pool := game.PoolOf(g.Variant)
		if g.Pool.IsBuiltin() { // the rule set may have changed since
			pool = game.Pool(g.Variant.Rules().Key)
		}
		if g.Rules != game.IdentifyRules(g.Variant.Rules()) || pool != g.Pool {
			fmt.Fprintf(w, "  its rule set has another id now\n")
		}
		for _, p := range g.Players {
			for _, b := range g.BranchesOf(p) {
				fmt.Fprintf(w, "  conditional moves of %d: %v\n", p, b)
			}
		}
		if review, err := tx.Review(g.ID); err == nil {
			fmt.Fprintf(w, "  review: %s\n", review)
		}
	}
	for p := game.PersonID(1); p < 1000; p++ {
		challenges, err := tx.Challenges(game.ChallengeList{Kind: game.ChallengesWith, Person: p}, "", 100)
		if err != nil {
			return err
		}
		for _, c := range challenges.Items {
			if c.From == p {
				fmt.Fprintf(w, "challenge %s: %d to %d in %d, %s, %s\n", c.ID, c.From, c.To, c.Place, c.Variant.Rules().Name, c.State)
			}
		}
		entries, err := tx.LeaderboardEntries(p)
		if err != nil {
			return err
		}
		for _, s := range entries {
			above, err := tx.CountAbove(s.Leaderboard, s.RankKey())
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "rating of %d in %s, %d, %d: %.1f, %d won, %d drawn, %d lost, %d above\n",
				p, s.Leaderboard.Pool, s.Leaderboard.Place, s.Leaderboard.Month, s.Rating.Points, s.Wins, s.Draws, s.Losses, above)
		}
		if note, err := tx.Settings(game.PersonSettings(p)); err == nil {
			fmt.Fprintf(w, "preferences of %d: %s\n", p, note)
		}
		attempts, err := tx.Attempts(p)
		if err != nil {
			return err
		}
		for _, a := range attempts {
			fmt.Fprintf(w, "attempt of %d: %s, hinted %t, failed %t, solved %t, day %d\n", p, a.Puzzle, a.Hinted, a.Failed, a.Solved, a.Daily)
		}
	}
	for _, p := range []game.PlaceID{game.Everywhere, 1001, 1002} {
		puzzles, err := tx.PuzzleRecords(p)
		if err != nil {
			return err
		}
		for _, r := range puzzles {
			fmt.Fprintf(w, "puzzle %s in %d: %q %s, %.1f, solved %d, failed %d, day %d\n",
				r.ID, p, r.Text, r.Rules, r.Rating.Points, r.Solved, r.Failed, r.Daily)
		}
		if d, err := tx.DailyPuzzle(p); err == nil {
			fmt.Fprintf(w, "puzzle of day %d in %d: %s, post %d in %d\n", d.Day, p, d.Puzzle, d.Post, d.Room)
		}
	}
	for _, list := range []game.TournamentList{game.OpenTournamentsIn(1001), game.OverTournamentsIn(1001), game.TitlesOf(102, 1001)} {
		tournaments, err := tx.Tournaments(list, "", 100)
		if err != nil {
			return err
		}
		for _, t := range tournaments.Items {
			fmt.Fprintf(w, "tournament %s: %q, %s, %s, by %d, %d events, %d pairings:", t.ID, t.Name, t.Format, t.Phase(), t.Director,
				t.Seq(), len(t.Pairings(0)))
			for _, line := range t.Standings() {
				fmt.Fprintf(w, " %d. %s %s", line.Rank, line.Player, line.Points)
			}
			fmt.Fprintln(w)
		}
	}
	for _, p := range []game.PlaceID{1001, 1002} {
		if note, err := tx.Settings(game.PlaceSettings(p)); err == nil {
			fmt.Fprintf(w, "settings of %d: %s\n", p, note)
		}
	}
	announcements, err := tx.Announcements(0, 100)
	for _, a := range announcements {
		fmt.Fprintf(w, "announcement %d: %s, game %s, challenge %s\n", a.ID, a.Kind, a.Game, a.Challenge)
	}
	if err != nil {
		return err
	}
	erasures, err := tx.Erasures(time.Date(2026, time.April, 1, 0, 0, 0, 0, time.UTC))
	fmt.Fprintf(w, "people being erased: %d\n", len(erasures))
	return err
}

// playOn makes a move in every running game.
func playOn(t *testing.T, s *Store) {
	t.Helper()
	r := storetest.NewReferee(s)
	must(t, r.Resume(background))
	var running []*game.Game
	must(t, s.View(background, func(tx game.Reader) error {
		games, err := tx.Games(game.AllGames(), "", 100)
		for _, g := range games.Items {
			if !g.IsOver() {
				running = append(running, g)
			}
		}
		return err
	}))
	for i, g := range running {
		h, err := g.History()
		must(t, err)
		p := h.Position()
		_, err = r.Move(background, game.MoveRequest{
			GameRequest: game.GameRequest{
				Request: game.Request{ID: game.RequestID(fmt.Sprint("on-", i)), By: game.Actor{Person: g.Player(g.Turn())}, Place: g.Place},
				Game:    g.ID, Ply: g.Ply(),
			},
			Text: p.Full(draughtstest.Listed(p.Moves())[0], p.Variant().Rules().Board.Notation),
		})
		must(t, err)
	}
}
