package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/search/evaluation"
	"doublecorner/internal/tools/train/record"
)

// playing says how games are played.
type playing struct {
	Nodes   uint64        `help:"Positions searched for a move. 0: as many as planned for the rule set, unless there is a time."`
	Time    time.Duration `help:"Time for a move. Then what is played depends on how busy the machine is."`
	Random  int           `help:"Fewest random moves at the beginning of a game; there are up to 5 more." default:"5"`
	Balance int           `help:"The opening may be better for one side by so many hundredths of a man." default:"120"`
	Longest int           `help:"Moves after which a game is a draw." default:"300"`
	Hash    int           `help:"Megabytes of hash table for each player." default:"2"`
	Solved  int           `help:"Endings of so many pieces are solved before the first game; games end there." default:"3"`
	Endings string        `help:"Directory for solved endings." default:"training/endings" type:"path"`

	endings *endgame.Set
}

// prepare takes what is not set from the plan, and solves endings.
func (p *playing) prepare(ctx context.Context, v *draughts.Variant, out *output) (err error) {
	if p.Nodes == 0 && p.Time == 0 {
		p.Nodes = planOf(v.Rules().Key).Nodes
	}
	if p.endings, err = endgame.Open(v, p.Endings); err != nil {
		return err
	}
	return p.endings.Build(ctx, p.Solved, endgame.BuildOptions{
		Workers:  workers(),
		Progress: func(done, all uint64) { out.progressOf("ending", int(done), int(all)) },
	})
}

// random returns the source of random numbers for one game.
func random(seed uint64, number int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(number))) }

// opening returns a game with some random moves that leave both sides about the same.
func (p playing) opening(v *draughts.Variant, judge *player, r *rand.Rand) *draughts.History {
	for {
		h := draughts.NewHistory(v.Start())
		for range p.Random + r.IntN(6) {
			if _, over := h.Ending(); over {
				break
			}
			moves := h.Position().AppendMoves(nil)
			if h.Play(moves[r.IntN(len(moves))]) != nil {
				break
			}
		}
		if _, over := h.Ending(); over {
			continue
		}
		if t := judge.think(h); t.ok && !t.proven && max(t.score, -t.score) <= p.Balance {
			return h
		}
	}
}

// play plays a game on to its end. The players are those of White and of Black.
func (p playing) play(h *draughts.History, players [2]*player) (record.Game, error) {
	g := record.Game{Opening: h.Len()}
	for i, m := range h.Moves() {
		if err := g.Note(h.At(i), m); err != nil {
			return record.Game{}, err
		}
	}
	for {
		if end, over := h.Ending(); over {
			g.Result = resultOf(end)
			return g, nil
		}
		side := h.Position().Turn()
		if result, ok := p.solved(h.Position().Node(), side); ok {
			g.Result = result
			return g, nil
		}
		if _, ok := h.Claim(side); ok || h.Len() >= p.Longest {
			return g, nil
		}
		t := players[side].think(h)
		if !t.ok {
			return g, nil
		}
		if t.proven {
			g.Result = t.score
			if side == draughts.Black {
				g.Result = -g.Result
			}
			return g, nil
		}
		if err := g.Note(h.Position(), t.move); err != nil {
			return record.Game{}, err
		}
		g.Scores = append(g.Scores, int16(max(-30000, min(30000, t.score))))
		if err := h.Play(t.move); err != nil {
			return record.Game{}, err
		}
	}
}

// solved returns how a solved ending ends whose distance from the end is not known. Played on, it would be a draw:
// nothing tells the player which move comes nearer to the end.
func (p playing) solved(n draughts.Node, side draughts.Side) (result int, ok bool) {
	if p.endings == nil {
		return 0, false
	}
	r, ok := p.endings.Probe(&n)
	if side == draughts.Black {
		r.Outcome = -r.Outcome
	}
	return int(r.Outcome), ok && !r.Exact
}

func resultOf(end draughts.Ending) int {
	switch {
	case end.Drawn:
		return 0
	case end.Winner == draughts.White:
		return 1
	}
	return -1
}

// selfPlay plays games from a number up to another, and hands them over in order. What it plays
// depends on nothing but its arguments.
func (p playing) selfPlay(ctx context.Context, v *draughts.Variant, e *evaluation.Evaluator, seed uint64, from, to int, take func(record.Game) error) error {
	return inOrder(ctx, from, to, func() func(int) record.Game {
		one := newPlayer(v, e, p)
		return func(number int) record.Game {
			one.forget()
			g, err := p.play(p.opening(v, one, random(seed, number)), [2]*player{one, one})
			if err != nil {
				return record.Game{} // without moves, from which nothing is learned
			}
			return g
		}
	}, take)
}

// inOrder does work for the numbers from one up to another on all cores, and takes the results in
// the order of the numbers. Every goroutine works with a function of its own. If the context is
// cancelled, it ends after the work begun, and returns the reason.
func inOrder[T any](ctx context.Context, from, to int, newWorker func() func(int) T, take func(T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type job struct {
		number int
		result chan T
	}
	workers := workers()
	jobs := make(chan job)
	waiting := make(chan job, 4*workers)
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			work := newWorker()
			for j := range jobs {
				j.result <- work(j.number)
			}
		})
	}
	go func() {
		defer close(waiting)
		defer close(jobs)
		for number := from; number < to; number++ {
			j := job{number, make(chan T, 1)}
			select {
			case <-ctx.Done():
				return
			case waiting <- j:
			}
			jobs <- j
		}
	}()
	for j := range waiting {
		// After an error or Ctrl+C, what was begun is finished.
		if err := take(<-j.result); err != nil {
			cancel(err)
			for range waiting {
			}
			break
		}
	}
	running.Wait()
	return context.Cause(ctx)
}

// playGames plays the games of a file that are not yet there.
func (p playing) playGames(ctx context.Context, v *draughts.Variant, e *evaluation.Evaluator, seed uint64, games int, name string, out *output) error {
	file, err := record.Append(v, name, seed)
	if err != nil {
		return err
	}
	defer file.Close()
	first := file.Games
	count := map[int]int{}
	plies := 0
	err = p.selfPlay(ctx, v, e, seed, first, games, func(g record.Game) error {
		count[g.Result]++
		plies += len(g.Moves)
		out.progressOf("game", file.Games-first+1, games-first)
		return file.Add(g)
	})
	if n := file.Games - first; n > 0 {
		out.say("played %d games of %d moves on average: %d won by White, %d drawn, %d won by Black",
			n, plies/n, count[1], count[0], count[-1])
	}
	return err
}
