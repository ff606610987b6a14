// Package match lets two programs play many games against each other, refereed by the rules of
// package draughts, and measures which of them is stronger.
package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"doublecorner/game/draughts"
)

// Match is a match of two contenders, A and B. Each opening is played twice, with A first to move
// and then B; after the last opening comes the first.
type Match struct {
	Contenders [2]Contender
	Openings   []*draughts.History
	Games      int
	Longest    int // a game is drawn after that many moves after its opening
	Jobs       int // how many games are played at the same time; 0 is 1
	// Report is called after each game, by one goroutine at a time.
	Report func(*EngineGame, Score)
}

// Run plays the match. If ctx is done, it returns the score of the games that have ended; a
// contender that cannot be started ends the match with an error.
func (m *Match) Run(ctx context.Context) (Score, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		score  Score
		failed error
		mu     sync.Mutex
		wg     sync.WaitGroup
	)
	numbers := make(chan int)
	for range max(1, min(m.Jobs, m.Games)) {
		wg.Go(func() {
			err := m.work(ctx, numbers, func(g *EngineGame) {
				mu.Lock()
				defer mu.Unlock()
				score.add(g)
				if m.Report != nil {
					m.Report(g, score)
				}
			})
			if err != nil {
				mu.Lock()
				failed = errors.Join(failed, err)
				mu.Unlock()
				cancel()
			}
		})
	}
	for n := 1; n <= m.Games && ctx.Err() == nil; n++ {
		select {
		case numbers <- n:
		case <-ctx.Done():
		}
	}
	close(numbers)
	wg.Wait()
	return score, failed
}

// work plays the games of numbers, one after the other.
func (m *Match) work(ctx context.Context, numbers <-chan int, ended func(*EngineGame)) error {
	var players [2]Player
	end := func(who int) {
		if players[who] != nil {
			players[who].Close()
			players[who] = nil
		}
	}
	defer end(0)
	defer end(1)
	for n := range numbers {
		for who := range players {
			if players[who] != nil {
				continue
			}
			var err error
			if players[who], err = m.Contenders[who].Start(ctx); err != nil {
				if ctx.Err() != nil {
					return nil
				}
				return fmt.Errorf("%s cannot be started: %w", m.Contenders[who].Name, err)
			}
		}
		g := m.game(n)
		if g.play(ctx, players, m.Longest) != nil {
			return nil
		}
		if g.Why == ByForfeit {
			end(g.contender(g.Winner.Opponent())) // it may be in any state
		}
		ended(g)
	}
	return nil
}

// game sets up the game of a number.
func (m *Match) game(n int) *EngineGame {
	opening := m.Openings[(n-1)/2%len(m.Openings)]
	leadsThere := func(h *draughts.History) bool { return h.Position() == opening.Position() }
	g := &EngineGame{
		Number: n, History: opening.Clone(), Opening: opening.Len(),
		Sample: slices.IndexFunc(m.Openings, leadsThere),
	}
	for who, c := range m.Contenders {
		g.Names[who] = c.Name
	}
	first := (n - 1) % 2 // who moves first
	if opening.Start().Turn() == draughts.White {
		g.White = first
	} else {
		g.White = 1 - first
	}
	return g
}
