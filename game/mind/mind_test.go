package mind

import (
	"context"
	"errors"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/search"
)

func american(t *testing.T) *draughts.History { return draughtstest.Game(t, "american", "") }

func newMind(t *testing.T, cores int) *Mind {
	m := New(Options{Cores: cores, Hash: 1})
	t.Cleanup(m.Close)
	return m
}

func TestThink(t *testing.T) {
	m := newMind(t, 1)
	for level := 1; level <= 3; level++ {
		thought, err := m.Think(t.Context(), Task{History: american(t), Limit: search.Limit{Level: level}})
		if err != nil || len(thought.Lines) != 1 || len(thought.Lines[0].Moves) == 0 {
			t.Errorf("level %d: %+v, %v", level, thought, err)
		}
	}
	if c := m.Counters(); c.Thoughts != 3 || c.Refused != 0 || c.Took <= 0 {
		t.Errorf("it counted %+v", c)
	}
}

// Nobody's tasks keep others waiting, and what a person waits for goes first.
func TestTurns(t *testing.T) {
	type task struct {
		place   game.PlaceID
		person  game.PersonID
		purpose Purpose
	}
	var q queue
	tasks := []task{
		{1, 11, Play}, {1, 11, Play}, {1, 11, Play}, // one person with three games
		{1, 12, Play},
		{2, 13, Play}, // alone in another place
		{3, 14, Study},
		{3, 15, Help},
	}
	for _, a := range tasks {
		q.add(&job{Task: Task{Place: a.place, Person: a.person, Purpose: a.purpose}})
	}
	want := []game.PersonID{11, 13, 12, 11 /* the oldest */, 11, 15, 14}
	for i, p := range want {
		if j := q.take(); j.Person != p {
			t.Errorf("turn %d is that of %d, want %d", i+1, j.Person, p)
		}
	}
	if j := q.take(); j != nil {
		t.Errorf("one too many: %+v", j)
	}
}

// The more people wait, the less each thought takes, so that the last of them waits a second; and those for whom nobody
// waits do not count.
func TestTimeForOne(t *testing.T) {
	for _, test := range []struct {
		cores, urgent int
		want          time.Duration
	}{
		{1, 0, Longest}, {1, 1, patience / 2}, {1, 199, patience / 200}, {1, 1999, shortest},
		{2, 1, patience}, {2, 199, patience / 100}, {8, 3, 2 * patience},
	} {
		var q queue
		q.add(&job{Task: Task{Purpose: Spare}})
		for i := range test.urgent {
			q.add(&job{Task: Task{Person: game.PersonID(1 + i), Purpose: Purpose(i % 2)}})
		}
		if got := q.timeForOne(test.cores); got != test.want {
			t.Errorf("with %d cores, while %d wait, a thought takes %v, want %v", test.cores, test.urgent, got, test.want)
		}
	}
}

func TestFullQueue(t *testing.T) {
	var q queue
	for i := range maxJobsOfAPerson {
		if !q.add(&job{Task: Task{Person: 1}}) {
			t.Fatalf("task %d is refused", i)
		}
	}
	if q.add(&job{Task: Task{Person: 1}}) {
		t.Error("a person has too many tasks")
	}
	for i := range maxJobsOfAPlace {
		q.add(&job{Task: Task{Place: 1, Person: game.PersonID(2 + i)}})
	}
	if q.add(&job{Task: Task{Place: 1, Person: 1e6}}) {
		t.Error("a place has too many tasks")
	}
	another := func(p Purpose) bool {
		n := len(q.jobs)
		return q.add(&job{Task: Task{Place: game.PlaceID(2 + n), Person: game.PersonID(1000 + n), Purpose: p}})
	}
	for p := Spare; ; p-- { // what is less urgent leaves room for what is more
		for another(p) {
		}
		if want := maxJobs - int(p)*reserve; len(q.jobs) != want {
			t.Errorf("there are %d tasks after too many for purpose %v, want %d", len(q.jobs), p, want)
		}
		if p == Play {
			break
		}
	}
}

// A task whose context is done neither waits nor thinks on.
func TestCancel(t *testing.T) {
	m := newMind(t, 1)
	started := time.Now()
	ctx, cancel := context.WithCancel(t.Context())
	results := make(chan error)
	for range 3 {
		go func() {
			_, err := m.Think(ctx, Task{History: american(t), Limit: search.Limit{Time: Longest}})
			results <- err
		}()
	}
	for {
		if waiting, thinking := m.Waiting(); waiting+thinking == 3 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	for range 3 {
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
	if took := time.Since(started); took > Longest {
		t.Errorf("it took %v", took)
	}
}

func TestClosed(t *testing.T) {
	m := newMind(t, 1)
	m.Close()
	if _, err := m.Think(t.Context(), Task{History: american(t)}); !errors.Is(err, ErrBusy) {
		t.Errorf("error %v", err)
	}
	if _, err := newMind(t, 0).Think(t.Context(), Task{History: american(t)}); !errors.Is(err, ErrOff) {
		t.Errorf("error %v", err)
	}
}
