package storetest

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// NewReferee returns a referee with a store, who hardly limits what people do.
func NewReferee(s game.Store) *game.Referee {
	return game.New(game.Config{
		Store: s, Now: time.Now, Random: rand.Uint64,
		Quotas: game.Quotas{GamesPerPerson: 1 << 20, GamesPerPlace: 1 << 20, ChallengesPerPerson: 1 << 20},
	})
}

// BenchmarkMoves makes b.N moves from some players at the same time, each waiting for one answer before
// the next move.
func BenchmarkMoves(b *testing.B, r *game.Referee, players int) {
	games := make([]*game.Game, players)
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() { games[i] = BeginGame(b, r, i) })
	}
	wg.Wait()
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ReportAllocs()
	b.ResetTimer()
	for i := range games {
		wg.Go(func() {
			for g := games[i]; left.Add(-1) >= 0; {
				answer, err := r.Move(background, NextMove(g))
				if err != nil {
					b.Error(err)
					return
				}
				if g = answer.Game; g.Len() == 100 {
					g = BeginGame(b, r, i)
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

// NextMove returns a request for the next move of a game that was begun by BeginGame. Kings go to and fro:
// the work of a move without a game's end.
func NextMove(g *game.Game) game.MoveRequest {
	return game.MoveRequest{
		GameRequest: game.GameRequest{Request: benchRequest(g.Player(g.Turn())), Game: g.ID, Ply: g.Ply()},
		Text:        []string{"1-6", "32-27", "6-1", "27-32"}[g.Len()%4],
	}
}

var benchRequests atomic.Int64

func benchRequest(p game.PersonID) game.Request {
	return game.Request{ID: game.RequestID(fmt.Sprintf("%019d", benchRequests.Add(1))), By: game.Actor{Person: p}, Place: 5}
}

// BeginGame begins a friendly game of two kings a side, whose draws must be claimed.
func BeginGame(b testing.TB, r *game.Referee, i int) *game.Game {
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

// Fill fills a store with finished games among a tenth as many people, and with a leaderboard of as many
// people as games.
func Fill(b testing.TB, s game.Store, games int) {
	b.Helper()
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
}

// BenchmarkLists reads lists of a store that has n games by Fill. The cost must not grow with the number.
func BenchmarkLists(b *testing.B, s game.Store, n int) {
	r := NewReferee(s)
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
			row, _, err := r.Rank(background, anybody(), board)
			if row.Rank < 1 || row.Rank > n {
				b.Errorf("rank %d", row.Rank)
			}
			return err
		},
		"rating history": func() error {
			_, err := r.RatingHistory(background, 1, "american", 5, 50)
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
}

func must(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
