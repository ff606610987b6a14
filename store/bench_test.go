package store

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

var benchGames = flag.Int("bench.games", 0, "also measure among so many games and people, such as 1000000")

// rawSync returns how long it takes to write a page of a file and sync it.
func rawSync(b *testing.B) time.Duration {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	must(b, err)
	defer f.Close()
	must(b, f.Truncate(16<<20))
	must(b, f.Sync())
	page := make([]byte, 4096)
	const times = 150
	began := time.Now()
	for i := range times {
		_, err := f.WriteAt(page, int64(i%4096)*4096)
		must(b, errors.Join(err, f.Sync()))
	}
	return time.Since(began) / times
}

// BenchmarkMoves makes moves from 1, 16 and 256 players at the same time, each waiting for one
// answer before the next move, and compares them with a raw fsync in the same run.
func BenchmarkMoves(b *testing.B) {
	for _, players := range []int{1, 16, 256} {
		b.Run(fmt.Sprintf("players=%d", players), func(b *testing.B) {
			sync1 := rawSync(b)
			s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{})
			r := referee(s)
			must(b, r.Resume(background))
			games := make([]*game.Game, players)
			var wg sync.WaitGroup
			for i := range games {
				wg.Go(func() { games[i] = beginGame(b, r, i) })
			}
			wg.Wait()
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ReportAllocs()
			b.ResetTimer()
			for i := range games {
				wg.Go(func() {
					// Kings go to and fro: the work of a move without a game's end.
					for n, g := 0, games[i]; left.Add(-1) >= 0; n++ {
						q := game.MoveRequest{GameRequest: gameRequest(i, g, n), Text: []string{"1-6", "32-27", "6-1", "27-32"}[n%4]}
						answer, err := r.Move(background, q)
						if err != nil {
							b.Error(err)
							return
						}
						if g = answer.Game; g.Len() == 100 {
							g = beginGame(b, r, i)
							n = -1
						}
					}
				})
			}
			wg.Wait()
			perMove := b.Elapsed() / time.Duration(b.N)
			b.ReportMetric(float64(perMove)/float64(sync1), "fsyncs/move")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

var benchRequests atomic.Int64

func benchRequest(p game.PersonID) game.Request {
	return game.Request{ID: game.RequestID(fmt.Sprintf("%019d", benchRequests.Add(1))), By: game.Actor{Person: p}, Place: 5}
}

func gameRequest(_ int, g *game.Game, _ int) game.GameRequest {
	return game.GameRequest{Request: benchRequest(g.Player(g.Turn())), Game: g.ID, Ply: g.Ply()}
}

// beginGame begins a friendly game of two kings a side, whose draws must be claimed.
func beginGame(b *testing.B, r *game.Referee, i int) *game.Game {
	v, err := draughts.Builtin("american")
	must(b, err)
	start, err := v.Position(draughts.Setup{Turn: draughts.Black, Pieces: []draughts.Placed{
		{Square: 1, Piece: draughts.BlackKing}, {Square: 32, Piece: draughts.WhiteKing},
	}})
	must(b, err)
	from, to := game.PersonID(100+2*i), game.PersonID(101+2*i)
	a, err := r.Challenge(background, game.ChallengeRequest{Request: benchRequest(from), To: to, Terms: game.Terms{Variant: v, Start: start, Colour: game.PlayBlack}})
	must(b, err)
	a, err = r.Accept(background, game.ReplyRequest{Request: benchRequest(to), Challenge: a.Challenge.ID})
	must(b, err)
	return a.Game
}

// BenchmarkCommit commits a small change from many goroutines: by this package, by bbolt's
// Batch, and in one transaction each.
func BenchmarkCommit(b *testing.B) {
	for _, way := range []string{"together", "batch", "each"} {
		for _, writers := range []int{1, 16, 256} {
			b.Run(fmt.Sprintf("%s/writers=%d", way, writers), func(b *testing.B) {
				s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{})
				s.db.MaxBatchDelay = 2 * time.Millisecond
				var n atomic.Int64
				var wg sync.WaitGroup
				b.ResetTimer()
				for range writers {
					wg.Go(func() {
						for i := n.Add(1); i <= int64(b.N); i = n.Add(1) {
							change := func(tx game.Tx) error { return tx.PutErasure(game.PersonID(i), time.Time{}) }
							inTx := func(tx *bolt.Tx) error { return change(s.transaction(tx)) } // writes no games
							var err error
							switch way {
							case "together":
								err = s.Update(background, change)
							case "batch":
								err = s.db.Batch(inTx)
							default:
								err = s.db.Update(inTx)
							}
							if err != nil {
								b.Error(err)
							}
						}
					})
				}
				wg.Wait()
			})
		}
	}
}

// library fills a file with finished games among a tenth as many people, and with a leaderboard
// of as many people as games.
func library(b *testing.B, games int) *Store {
	b.Helper()
	s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{Volatile: true})
	v, err := draughts.Builtin("american")
	must(b, err)
	rules, dice := game.IdentifyRules(v.Rules()), rand.New(rand.NewPCG(1, 2))
	people := max(games/10, 10)
	start := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	const together = 5000
	for from := 0; from < games; from += together {
		must(b, s.Update(background, func(tx game.Tx) error {
			for i := from; i < min(from+together, games); i++ {
				at := start.Add(time.Duration(i) * time.Second)
				r := game.Rating{Points: 1500 + 300*dice.NormFloat64(), Deviation: 50 + 50*dice.Float64(), Volatility: 0.06}
				change := []game.RatingChange{{Place: 5, Before: game.InitialRating, After: r}}
				a, c := game.PersonID(1+dice.IntN(people)), game.PersonID(1+dice.IntN(people))
				if i%10 == 0 {
					a = 1 // a person who plays a lot
				}
				if a == c {
					c = a%game.PersonID(people) + 1
				}
				g := game.Restore(game.Header{
					ID: game.GameID(fmt.Sprintf("%08X", i*7919%100_000_007)), Place: game.PlaceID(5 + i%100), Players: [2]game.PersonID{a, c},
					Terms: game.Terms{Variant: v, Rated: true}, Rules: rules, Pool: "american", Started: at,
				}, []game.Event{
					{Kind: game.Moved, Side: draughts.Black, At: at.Add(time.Second), Path: game.Path{11, 15}},
					{Kind: game.Moved, Side: draughts.White, At: at.Add(2 * time.Second), Path: game.Path{22, 18}},
					{Kind: game.Ended, At: at.Add(time.Hour), Result: &game.Result{Cause: game.ByResignation, Outcome: game.WhiteWon, Weight: 1, Changes: [2][]game.RatingChange{change, change}}},
				})
				if err := tx.PutGame(g); err != nil {
					return err
				}
				st := &game.LeaderboardEntry{Person: game.PersonID(1 + i), Leaderboard: game.Leaderboard{Pool: "american"}, Rating: r, Played: at, Wins: 1}
				if err := tx.PutLeaderboardEntry(st); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	return s
}

// BenchmarkLists reads lists among few games and among many. The cost must not grow with the
// number.
func BenchmarkLists(b *testing.B) {
	sizes := []int{1000, 100_000}
	if *benchGames > 0 {
		sizes = append(sizes, *benchGames)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprintf("games=%d", n), func(b *testing.B) {
			s := library(b, n)
			r := referee(s)
			board := game.Leaderboard{Pool: "american"}
			dice := rand.New(rand.NewPCG(3, 4))
			anybody := func() game.PersonID { return game.PersonID(1 + dice.IntN(n)) }
			for name, read := range map[string]func() error{
				"games of a person": func() error {
					page, err := r.Games(background, game.FinishedGamesOf(1), game.Viewer{Person: 1}, "", 10)
					if len(page.Items) != 10 {
						b.Errorf("%d games", len(page.Items))
					}
					return err
				},
				"first page": func() error {
					rows, err := r.Leaderboard(background, board, "", 10)
					if len(rows.Items) != 10 || rows.Total != n {
						b.Errorf("%d rows of %d", len(rows.Items), rows.Total)
					}
					return err
				},
				"own rank": func() error {
					row, _, ok, err := r.Rank(background, anybody(), board)
					if !ok || row.Rank < 1 || row.Rank > n {
						b.Errorf("rank %d", row.Rank)
					}
					return err
				},
				"rating history": func() error {
					_, err := r.RatingHistory(background, 1, "american", 5, "", 50)
					return err
				},
				"head to head": func() error {
					_, err := r.HeadToHead(background, 1, anybody(), 5)
					return err
				},
			} {
				b.Run(name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						must(b, read())
					}
				})
			}
		})
	}
}

// BenchmarkLoad reads a game of a hundred moves and replays it.
func BenchmarkLoad(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "games.db"), Options{Volatile: true})
	r := referee(s)
	g := beginGame(b, r, 1)
	for n := range 100 {
		a, err := r.Move(background, game.MoveRequest{GameRequest: gameRequest(1, g, n), Text: []string{"1-6", "32-27", "6-1", "27-32"}[n%4]})
		must(b, err)
		g = a.Game
	}
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := r.UnrestrictedGame(background, g.ID)
			must(b, err)
		}
	})
	b.Run("replay", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g, err := r.UnrestrictedGame(background, g.ID)
			must(b, err)
			_, err = g.History()
			must(b, err)
		}
	})
}
