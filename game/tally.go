package game

import "sync/atomic"

// Tally counts what has happened in games since a referee began its work.
type Tally struct {
	Begun, Ended, Moves int64
}

func (t *Tally) count(k EventKind) {
	switch k {
	case Moved:
		t.Moves++
	case Ended:
		t.Ended++
	}
}

// tally is a Tally that many add to.
type tally struct{ begun, ended, moves atomic.Int64 }

func (t *tally) add(more Tally) {
	t.begun.Add(more.Begun)
	t.ended.Add(more.Ended)
	t.moves.Add(more.Moves)
}

// Tally tells what has happened so far. What was done again is not counted again.
func (r *Referee) Tally() Tally {
	return Tally{Begun: r.tally.begun.Load(), Ended: r.tally.ended.Load(), Moves: r.tally.moves.Load()}
}
