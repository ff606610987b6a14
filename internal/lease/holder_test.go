package lease_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"doublecorner/internal/lease"
	"doublecorner/internal/lease/leasetest"
)

// world is some processes and what they do.
type world struct {
	*leasetest.Memory
	mu      sync.Mutex
	doing   map[int]*process
	ended   map[int]string // the notes with which parts were ended that nobody has begun since
	errs    []string
	begun   []string // the notes with which parts were begun
	givenUp []bool   // whether those were given up
	parts   int
	number  int
	all     []*process // that were started
}

func newWorld(parts int) *world {
	return &world{Memory: &leasetest.Memory{}, doing: map[int]*process{}, ended: map[int]string{}, parts: parts}
}

// process is a process with its own way to the table.
type process struct {
	*world
	name   string
	holder *lease.Holder
	stop   context.CancelFunc
	over   chan struct{}

	mu        sync.Mutex
	dead      bool
	cutUntil  time.Time // until then nothing gets through
	unable    time.Time // until then it cannot do its work
	dice      *rand.Rand
	mine      map[int]bool
	unsteady  bool // updates take long, and some fail although they were stored
	deaf      bool // does not hear that its next update was stored
	slowToEnd time.Duration
}

func (w *world) start(seed uint64) *process {
	w.number++
	p := &process{
		world: w, name: fmt.Sprint("process ", w.number), over: make(chan struct{}),
		dice: rand.New(rand.NewPCG(seed, uint64(w.number))), mine: map[int]bool{},
		slowToEnd: 500 * time.Millisecond,
	}
	w.all = append(w.all, p)
	p.holder = lease.New(lease.Config{Table: p, Name: p.name})
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() {
		defer close(p.over)
		p.holder.Run(ctx, w.parts, p)
	}()
	return p
}

var errCut = errors.New("the table is not reached")

// Update passes an update on, unless the process is cut off.
func (p *process) Update(ctx context.Context, f func(*lease.State) bool) error {
	if err := p.passes(ctx); err != nil {
		return err
	}
	p.Memory.Update(ctx, f)
	p.mu.Lock()
	deaf := p.deaf
	p.deaf = false
	p.mu.Unlock()
	if deaf {
		return errCut
	}
	return p.passes(ctx)
}

// Read passes a read on.
func (p *process) Read(ctx context.Context) (lease.State, error) {
	if err := p.passes(ctx); err != nil {
		return lease.State{}, err
	}
	s, _ := p.Memory.Read(ctx)
	return s, p.passes(ctx)
}

// Renew passes a renewal on.
func (p *process) Renew(ctx context.Context, name string, last int64, as lease.Process) (bool, error) {
	if err := p.passes(ctx); err != nil {
		return false, err
	}
	renewed, _ := p.Memory.Renew(ctx, name, last, as)
	return renewed, p.passes(ctx)
}

// passes is the way to the table or back.
func (p *process) passes(ctx context.Context) error {
	p.mu.Lock()
	wait := time.Duration(p.dice.Int64N(int64(5 * time.Millisecond)))
	if p.unsteady && p.dice.IntN(4) == 0 {
		wait = time.Duration(p.dice.Int64N(int64(4 * time.Second)))
	}
	wait = max(wait, time.Until(p.cutUntil))
	lost := p.unsteady && p.dice.IntN(6) == 0
	p.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait):
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dead || lost {
		return errCut
	}
	return nil
}

func (w *world) wrong(format string, args ...any) {
	w.errs = append(w.errs, fmt.Sprintf(format, args...))
}

func (p *process) Begin(part, parts int, note string, givenUp bool) {
	p.world.mu.Lock()
	defer p.world.mu.Unlock()
	if other := p.doing[part]; other != nil && !other.isDead() {
		p.wrong("%s begins part %d, which %s does", p.name, part, other.name)
	}
	if parts != p.parts {
		p.wrong("there are %d parts", parts)
	}
	if last := p.ended[part]; givenUp && note != last {
		p.wrong("%s begins part %d as given up with the note %q; the last one is %q", p.name, part, note, last)
	}
	delete(p.ended, part)
	p.doing[part], p.mine[part] = p, true
	p.begun = append(p.begun, note)
	p.givenUp = append(p.givenUp, givenUp)
}

func (p *process) End(parts []int) map[int]string {
	if len(parts) > 0 {
		time.Sleep(p.slowToEnd)
	}
	p.world.mu.Lock()
	defer p.world.mu.Unlock()
	notes := map[int]string{}
	for _, n := range parts {
		if p.doing[n] == p {
			delete(p.doing, n)
		}
		delete(p.mine, n)
		notes[n] = "ended by " + p.name
		if !p.isDead() {
			p.ended[n] = notes[n]
		}
	}
	return notes
}

func (p *process) Notes() map[int]string {
	p.world.mu.Lock()
	defer p.world.mu.Unlock()
	notes := map[int]string{}
	for n := range p.mine {
		notes[n] = "done by " + p.name
	}
	return notes
}

func (p *process) Able() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Now().After(p.unable)
}

func (p *process) isDead() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dead
}

// end ends a process as its program does.
func (p *process) end() {
	p.stop()
	<-p.over
}

// kill ends a process that gives nothing up.
func (p *process) kill() {
	p.mu.Lock()
	p.dead = true
	p.mu.Unlock()
	p.end()
}

// cut cuts a process off for a time.
func (p *process) cut(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cutUntil = time.Now().Add(d)
}

// disable has a process not do its work for a time.
func (p *process) disable(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unable = time.Now().Add(d)
}

// shares returns how many parts the processes do that live, the smallest number first, and how many nobody does.
func (w *world) shares(live []*process) (shares []int, missing int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := map[*process]int{}
	for n := range w.parts {
		if p := w.doing[n]; p == nil || p.isDead() {
			missing++
		} else {
			done[p]++
		}
	}
	for _, p := range live {
		shares = append(shares, done[p])
	}
	slices.Sort(shares)
	return shares, missing
}

// within waits until nothing is missing, and returns how long that took.
func (w *world) within(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	for {
		if _, missing := w.shares(nil); missing == 0 {
			return time.Since(began)
		}
		if time.Since(began) > time.Hour {
			t.Fatal("some parts are done by nobody")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestSharesAreEvenAndTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(16)
		a := w.start(1)
		if took := w.within(t); took > 100*time.Millisecond {
			t.Errorf("the first process waits for %v", took)
		}
		b, c := w.start(1), w.start(1)
		time.Sleep(15 * time.Second)
		all := []*process{a, b, c}
		if shares, missing := w.shares(all); missing > 0 || !slices.Equal(shares, []int{5, 5, 6}) {
			t.Errorf("three processes do %v, and nobody does %d", shares, missing)
		}
		if s := a.holder.Status(); !s.Valid || s.Parts != 16 || s.Processes != 3 {
			t.Errorf("the status is %+v", s)
		}

		c.kill()
		if took := w.within(t); took > 20*time.Second {
			t.Errorf("the parts of a dead process are done after %v", took)
		}
		time.Sleep(time.Second)
		w.notesSay(t, "done by process 3", 5)

		b.end()
		if took := w.within(t); took > 600*time.Millisecond {
			t.Errorf("the parts of a process that has stopped are done after %v", took)
		}
		w.notesSay(t, "ended by process 2", 8)
		a.end()
		if left := w.State().Processes; len(left) > 0 {
			t.Errorf("left are %v", left)
		}
		for _, e := range w.errs {
			t.Error(e)
		}
	})
}

// working returns a world in which one process does all parts.
func working(t *testing.T, parts int) (*world, *process) {
	t.Helper()
	w := newWorld(parts)
	p := w.start(1)
	w.within(t)
	return w, p
}

// notesSay checks how many parts have a note.
func (w *world) notesSay(t *testing.T, note string, want int) {
	t.Helper()
	got := 0
	for _, p := range w.State().Parts {
		if p.Note == note {
			got++
		}
	}
	if got < want {
		t.Errorf("%d parts have the note %q; want %d", got, note, want)
	}
}

// wantGivenUp has a last process do the only part, and checks whether it was given up before each process began it.
func (w *world) wantGivenUp(t *testing.T, want ...bool) {
	t.Helper()
	last := w.start(1)
	w.within(t)
	last.end()
	if !slices.Equal(w.givenUp, want) {
		t.Errorf("the part was given up before it was begun: %v, want %v", w.givenUp, want)
	}
}

// A dead process whose turn it is to take a part keeps no other from it.
func TestPartIsNotKeptForTheDead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 1)
		b, c := w.start(1), w.start(1)
		time.Sleep(10 * time.Second)
		a.kill()
		time.Sleep(6 * time.Second)
		b.kill()
		if took := w.within(t); took > 10*time.Second {
			t.Errorf("the part is done after %v more", took)
		}
		c.end()
	})
}

// A process that has taken a part which was given up, and dies before it renews its lease, has not given it up.
func TestDeathBeforeRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 1)
		a.end()
		b := w.start(1)
		w.within(t)
		b.kill()
		w.wantGivenUp(t, false, true, false)
	})
}

// A process that stops before it learns that it has taken a part of a dead one does not give that up as if it had
// ended its work.
func TestStopBeforeBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 1)
		b := w.start(1)
		time.Sleep(5 * time.Second)
		a.kill()
		for w.State().Parts[0].Holder != b.name {
			time.Sleep(100 * time.Microsecond)
		}
		b.end()
		w.wantGivenUp(t, false, false)
	})
}

// A process that does not reach the table ends its work before another begins it.
func TestProcessThatIsCutOffEndsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 2)
		b := w.start(1)
		time.Sleep(5 * time.Second)
		a.cut(time.Hour)
		holds := func() bool {
			first := func(int) int { return 0 }
			_, ok := a.holder.Holds(first)
			return ok
		}
		if !holds() {
			t.Error("it does not hold what it does")
		}
		time.Sleep(12 * time.Second)
		if _, missing := w.shares([]*process{a, b}); missing != 1 || holds() {
			t.Errorf("nobody does %d parts", missing)
		}
		if s := a.holder.Status(); s.Valid || s.Lost != 1 {
			t.Errorf("the status is %+v", s)
		}
		if took := w.within(t); took > 15*time.Second {
			t.Errorf("it is taken over after %v", took)
		}
		time.Sleep(time.Hour) // a comes back
		if shares, missing := w.shares([]*process{a, b}); missing > 0 || !slices.Equal(shares, []int{1, 1}) {
			t.Errorf("they do %v", shares)
		}
		a.end()
		b.end()
		for _, e := range w.errs {
			t.Error(e)
		}
	})
}

// A process that waits for others, because they have left their names, does not take them for alive, and does their part
// as soon as it is sure that they are dead.
func TestAnotherIsDead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 1)
		a.kill()
		h := lease.New(lease.Config{Table: w.Memory, Name: "new"})
		began := time.Now()
		if another, err := h.Another(t.Context()); another != "" || err != nil {
			t.Errorf("another: %q, %v", another, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() { h.Run(ctx, 1, a); close(over) }()
		time.Sleep(time.Until(began.Add(16 * time.Second)))
		if s := h.Status(); s.Held != 1 {
			t.Errorf("16 seconds after it began to wait: %+v", s)
		}
		stop()
		<-over
	})
}

// A process that cannot do its work leaves it to another that can, until it can again. If none can, the parts stay somewhere.
func TestProcessThatCannotWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 2)
		a.disable(time.Hour)
		check := func(when string, want ...int) {
			t.Helper()
			if shares, missing := w.shares(w.all); missing > 0 || !slices.Equal(shares, want) {
				t.Errorf("%s they do %v", when, shares)
			}
		}
		time.Sleep(time.Minute)
		check("alone", 2)
		b := w.start(1)
		time.Sleep(10 * time.Second)
		time.Sleep(10 * time.Second)
		check("together with another", 0, 2)
		b.disable(5 * time.Minute)
		for range 400 {
			time.Sleep(time.Second)
			check("when none can", 0, 2)
		}
		time.Sleep(time.Hour)
		check("when both can again", 1, 1)
		a.disable(5 * time.Minute)
		b.disable(5 * time.Minute)
		for range 4 {
			time.Sleep(time.Minute)
			if _, missing := w.shares(w.all); missing > 0 {
				t.Errorf("both cannot work, and nobody has %d parts", missing)
			}
		}
		a.end()
		b.end()
		for _, e := range w.errs {
			t.Error(e)
		}
	})
}

// A process that waits since it started, because it cannot do its work, knows of another that has just died.
func TestProcessThatHasNotWorked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 1)
		h := lease.New(lease.Config{Table: w.Memory, Name: "new"})
		ctx, stop := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() {
			defer close(over)
			h.Run(ctx, 1, &unable{})
		}()
		time.Sleep(time.Minute)
		a.kill()
		time.Sleep(5 * time.Second)
		if processes := h.Status().Processes; processes != 2 {
			t.Errorf("there are %d processes", processes)
		}
		stop()
		<-over
	})
}

// unable is the work of a process that cannot do it.
type unable struct{ starts }

func (*unable) Able() bool { return false }

// A process that comes back after another has done its part is told what that one has left.
func TestNoteIsThatOfTheLastHolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 1)
		b := w.start(1)
		time.Sleep(5 * time.Second)
		a.cut(time.Minute)
		time.Sleep(30 * time.Second)
		w.within(t)
		b.end()
		time.Sleep(time.Minute)
		w.within(t)
		a.end()
		if want := []string{"", "done by process 1", "ended by process 2"}; !slices.Equal(w.begun, want) {
			t.Errorf("parts were begun with the notes %q, want %q", w.begun, want)
		}
	})
}

// A process that did not hear that it has taken a part begins it with what the last holder has left.
func TestNoteOfPartTakenUnheard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 1)
		b := w.start(1)
		time.Sleep(5 * time.Second)
		b.mu.Lock()
		b.deaf = true
		b.mu.Unlock()
		a.end()
		w.within(t)
		b.end()
		if want := []string{"", "ended by process 1"}; !slices.Equal(w.begun, want) || !w.givenUp[1] {
			t.Errorf("parts were begun with the notes %q, given up before: %v", w.begun, w.givenUp)
		}
	})
}

// deed is what happens to a process.
type deed struct {
	after time.Duration // the last one
	kind  string
	who   int
	takes time.Duration
}

// TestNeverTwoHolders has many processes start, stop, die, and be cut off, while the table is slow and forgets to
// answer. No part is ever done by two. When it is quiet again, every part is done, and the shares are even.
func TestNeverTwoHolders(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		parts := rapid.IntRange(1, 12).Draw(rt, "parts")
		seed := rapid.Uint64().Draw(rt, "seed")
		unsteady := rapid.Bool().Draw(rt, "unsteady")
		deeds := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) deed {
			return deed{
				time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(rt, "after")),
				rapid.SampledFrom([]string{"start", "start", "stop", "kill", "cut", "disable"}).Draw(rt, "kind"),
				rapid.IntRange(0, 9).Draw(rt, "who"),
				time.Duration(rapid.Int64Range(0, int64(40*time.Second)).Draw(rt, "takes")),
			}
		}), 1, 40).Draw(rt, "deeds")
		var wrong []string
		synctest.Test(t, func(t *testing.T) { wrong = scene(parts, seed, unsteady, deeds) })
		for _, e := range wrong {
			rt.Error(e)
		}
	})
}

func scene(parts int, seed uint64, unsteady bool, deeds []deed) []string {
	w := newWorld(parts)
	var live []*process
	for _, d := range deeds {
		time.Sleep(d.after)
		if d.kind == "start" || len(live) == 0 {
			p := w.start(seed)
			p.mu.Lock()
			p.unsteady = unsteady
			p.mu.Unlock()
			live = append(live, p)
			continue
		}
		n := d.who % len(live)
		p := live[n]
		switch d.kind {
		case "stop":
			p.stop()
			live = slices.Delete(live, n, n+1)
		case "kill":
			p.kill()
			live = slices.Delete(live, n, n+1)
		case "cut":
			p.cut(d.takes)
		case "disable":
			p.disable(d.takes)
		}
	}
	for _, p := range live {
		p.mu.Lock()
		p.unsteady = false
		p.mu.Unlock()
	}
	time.Sleep(2 * time.Minute)
	if shares, missing := w.shares(live); len(live) > 0 && (missing > 0 || shares[len(shares)-1]-shares[0] > 1) {
		w.wrong("at last they do %v, and nobody does %d", shares, missing)
	}
	for _, p := range live {
		p.end()
	}
	return w.errs
}

// A process knows whether others live that have left their names.
func TestAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(1)
		another := func(want string, most time.Duration) {
			t.Helper()
			began := time.Now()
			got, err := lease.New(lease.Config{Table: w.Memory, Name: "new"}).Another(t.Context())
			if took := time.Since(began); err != nil || got != want || took > most {
				t.Errorf("another: %q after %v, %v", got, took, err)
			}
		}
		another("", 0)
		a := w.start(1)
		w.within(t)
		another(a.name, 4*time.Second)
		a.kill()
		another("", 7*time.Second)
	})
}

func TestReservedTurnsAreApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(1)
		var turns []time.Duration
		var mu sync.Mutex
		var waiting sync.WaitGroup
		began := time.Now()
		for range 3 {
			h := lease.New(lease.Config{Table: w.Memory})
			waiting.Go(func() {
				if err := h.Reserve(t.Context(), 7, 5*time.Second); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				turns = append(turns, time.Since(began))
			})
		}
		waiting.Wait()
		if want := []time.Duration{0, 5 * time.Second, 10 * time.Second}; !slices.Equal(turns, want) {
			t.Errorf("turns at %v", turns)
		}
	})
}

// silent is a table that does not answer.
type silent struct{}

func (silent) Read(ctx context.Context) (lease.State, error) {
	<-ctx.Done()
	return lease.State{}, ctx.Err()
}

func (silent) Renew(context.Context, string, int64, lease.Process) (bool, error) {
	panic("nothing was read")
}
func (silent) Update(context.Context, func(*lease.State) bool) error { panic("nothing was read") }

func (silent) Reserve(ctx context.Context, _ int, _ time.Duration) (time.Duration, error) {
	<-ctx.Done()
	return 0, ctx.Err()
}

// Nobody waits for a table that does not answer for as long as its connection seems to last.
func TestSilentTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := lease.New(lease.Config{Table: silent{}, Name: "new"})
		if _, err := h.Another(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("another: %v", err)
		}
		if err := h.Reserve(t.Context(), 7, 5*time.Second); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a reserved turn: %v", err)
		}
	})
}

// The number of parts is that of the processes that run. Once none does, the next one may say another.
func TestNumberOfPartsChangesWhenNobodyRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, a := working(t, 2)
		late := lease.New(lease.Config{Table: w.Memory, Name: "late"})
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		begun := &starts{begun: map[int]int{}}
		running.Go(func() { late.Run(ctx, 4, begun) })
		time.Sleep(10 * time.Second)
		if got := begun.all(); !maps.Equal(got, map[int]int{1: 2}) {
			t.Errorf("begun are %v", got)
		}
		a.end()
		stop()
		running.Wait()
		again := lease.New(lease.Config{Table: w.Memory, Name: "again"})
		ctx, stop = context.WithCancel(t.Context())
		begun = &starts{begun: map[int]int{}}
		running.Go(func() { again.Run(ctx, 4, begun) })
		time.Sleep(time.Second)
		if got := begun.all(); !maps.Equal(got, map[int]int{0: 4, 1: 4, 2: 4, 3: 4}) {
			t.Errorf("begun are %v", got)
		}
		stop()
		running.Wait()
	})
}

// starts records which parts were begun, of how many.
type starts struct {
	mu    sync.Mutex
	begun map[int]int
}

func (s *starts) Begin(part, parts int, _ string, _ bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun[part] = parts
}
func (s *starts) End([]int) map[int]string { return nil }
func (s *starts) Notes() map[int]string    { return nil }
func (s *starts) Able() bool               { return true }
func (s *starts) all() map[int]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.begun)
}
