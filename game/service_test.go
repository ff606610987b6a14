package game_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// badDisk is a store whose disk can hang or be full, or that is not there at all.
type badDisk struct {
	game.Store
	mu   sync.Mutex
	hang chan struct{} // updates wait until it is closed
	hung chan struct{} // receives something when one does
	full bool
	away bool // while it is full, nothing can be read either
}

func (s *badDisk) View(ctx context.Context, f func(game.Reader) error) error {
	s.mu.Lock()
	away := s.full && s.away
	s.mu.Unlock()
	if away {
		return errFaulty
	}
	return s.Store.View(ctx, f)
}

func (s *badDisk) Update(ctx context.Context, f func(game.Tx) error) error {
	s.mu.Lock()
	hang, full := s.hang, s.full
	s.mu.Unlock()
	if hang != nil {
		select {
		case s.hung <- struct{}{}:
		default:
		}
		<-hang
	}
	if full {
		return fmt.Errorf("%w: no room", game.ErrNotStored)
	}
	return s.Store.Update(ctx, f)
}

// stall has updates hang until the function that it returns is called.
func (s *badDisk) stall() (release func()) {
	hang := make(chan struct{})
	s.set(hang, false)
	return func() {
		s.set(nil, false)
		close(hang)
	}
}

func (s *badDisk) set(hang chan struct{}, full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hang, s.full = hang, full
}

// openBadDisk returns a fixture with a badDisk.
func openBadDisk(t *testing.T) (*fixture, *badDisk) {
	h := newFixture(t)
	s := &badDisk{Store: h.store, hung: make(chan struct{}, 1)}
	h.Referee = game.New(game.Config{Store: s, Now: h.now, Random: h.random})
	h.must(h.Resume(background))
	return h, s
}

// run has the referee of a fixture run until stop is called; second lets a number of seconds
// pass while it does.
func (h *fixture) run() (seconds func(int), stop func()) {
	ctx, cancel := context.WithCancel(background)
	wake, done := make(chan time.Time), make(chan struct{})
	go func() {
		defer close(done)
		h.Run(ctx, wake, func(err error) {
			if !errors.Is(err, game.ErrNotStored) {
				h.t.Error(err)
			}
		})
	}()
	seconds = func(n int) {
		for range n {
			h.nap(time.Second)
			wake <- h.now()
		}
		if _, err := h.Service(background); err != nil { // which notes the last second, too
			h.t.Error(err)
		}
	}
	return seconds, func() {
		cancel()
		<-done
	}
}

// away fails unless the downtime is as long as expected, within a tolerance.
func (h *fixture) away(want, give time.Duration) {
	h.t.Helper()
	s := h.service()
	if off := s.Downtime - want; off < -give || off > give {
		h.t.Errorf("the referee was away for %v, want %v", s.Downtime, want)
	}
}

// A slow disk stops nobody's clock, neither while it hangs nor afterwards. Otherwise a player
// could stop clocks by keeping the disk busy.
func TestStallGivesNoTimeBack(t *testing.T) {
	h, disk := openBadDisk(t)
	g := h.begin(ann, bob, live(t, 2*time.Minute, 0))
	h.pass(10 * time.Second)
	release := disk.stall()
	moved := make(chan error)
	go func() {
		_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: "11-15"})
		moved <- err
	}()
	<-disk.hung
	seconds, stop := h.run()
	seconds(60)
	h.away(0, 0)
	release()
	h.must(<-moved)
	seconds(10)
	h.away(0, 0)
	stop()
	h.must(h.Tick(background))
	h.away(0, 0)
	service := h.service()
	g = h.game(g.ID)
	if left := g.Left(g.Turn(), h.now(), service); left > time.Minute {
		t.Errorf("%v left of two minutes, and for a minute the disk hung", left)
	}
	h.inOrder()
}

// The time in which a process is stopped is given back once, whether its disk hung meanwhile
// or not, and the first request afterwards already sees it.
func TestStopIsGivenBackOnce(t *testing.T) {
	for _, hangs := range []bool{false, true} {
		h, disk := openBadDisk(t)
		seconds, stop := h.run()
		seconds(10)
		release := func() {}
		if hangs {
			release = disk.stall()
		}
		seconds(40)
		h.nap(time.Hour)
		h.away(time.Hour, 0)
		seconds(40)
		h.away(time.Hour, 0)
		release()
		seconds(40)
		stop()
		for range 2 {
			h.must(h.Tick(background))
			h.away(time.Hour, 0)
		}
		var kept game.Service
		h.must(h.store.View(background, func(tx game.Reader) (err error) {
			kept, err = tx.Service()
			return err
		}))
		if kept.Downtime != time.Hour {
			t.Errorf("the store has %v", kept.Downtime)
		}
	}
}

// The time in which the disk is full or the store is away is given back, once, also if the machine sleeps
// meanwhile.
func TestFullDiskIsGivenBack(t *testing.T) {
	for _, test := range []struct {
		sleep time.Duration
		away  bool
	}{{0, false}, {5 * time.Minute, false}, {0, true}} {
		h, disk := openBadDisk(t)
		disk.away = test.away
		sleep := test.sleep
		g := h.begin(ann, bob, live(t, 2*time.Minute, 0))
		full := func() {
			disk.set(nil, true)
			for range 30 {
				h.nap(10 * time.Second)
				if err := h.Tick(background); !errors.Is(err, game.ErrNotStored) && !errors.Is(err, errFaulty) {
					t.Fatalf("a full disk: %v", err)
				}
			}
			h.nap(9 * time.Second) // also the time after the last tick that fails
			disk.set(nil, false)
		}
		const down = 5*time.Minute + 9*time.Second
		h.pass(20 * time.Second)
		full()
		h.away(down, 0) // before it is written down
		h.nap(sleep)
		full()
		h.away(2*down+sleep, 0)
		g = h.play(g, "11-15")
		if used := used(g); used[0] != 20*time.Second {
			t.Errorf("the move took %v", used[0])
		}
		h.must(h.Tick(background))
		for range 2 {
			h.pass(20 * time.Second)
			h.away(2*down+sleep, 0)
		}
		full()
		h.away(3*down+sleep, 0)
		h.inOrder()
	}
}

// An outage ends with the first write after it, also if that has waited for the store, and if the machine slept
// meanwhile. No player is charged for it because a move has waited, too.
func TestWritesThatWaitForTheStore(t *testing.T) {
	for _, sleep := range []time.Duration{0, 5 * time.Minute} {
		h, disk := openBadDisk(t)
		g := h.begin(ann, bob, live(t, 2*time.Minute, 0))
		h.pass(20 * time.Second)
		disk.set(nil, true)
		h.nap(10 * time.Second)
		if err := h.Tick(background); !errors.Is(err, game.ErrNotStored) {
			t.Fatalf("a full disk: %v", err)
		}
		release := disk.stall()
		written := make(chan error)
		go func() { written <- h.Tick(background) }()
		<-disk.hung
		h.nap(20 * time.Second)
		go func() {
			_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: "11-15"})
			written <- err
		}()
		<-disk.hung
		h.nap(5*time.Second + sleep)
		h.away(35*time.Second+sleep, 0)
		release()
		h.must(<-written)
		h.must(<-written)
		h.away(35*time.Second+sleep, 0)
		service := h.service()
		g = h.game(g.ID)
		if left := g.Left(g.Turn(), h.now(), service); left != 2*time.Minute {
			t.Errorf("%v left of two minutes, right after the opponent's move was stored", left)
		}
		h.inOrder()
	}
}

// A player is not charged for an outage either if another referee writes after the first write, which has waited.
func TestWriteOfOneRefereeThatWaits(t *testing.T) {
	for next := range 2 {
		h := newFixture(t)
		var disks [2]*badDisk
		var both [2]*game.Referee
		for i := range both {
			disks[i] = &badDisk{Store: h.store, hung: make(chan struct{}, 1)}
			both[i] = game.New(game.Config{Store: disks[i], Now: h.now, Random: h.random})
			h.must(both[i].Join(background))
		}
		h.nap(20 * time.Second)
		for i := range both {
			h.must(both[i].Tick(background))
			disks[i].set(nil, true)
		}
		h.nap(20 * time.Second)
		for _, r := range both {
			if err := r.Tick(background); !errors.Is(err, game.ErrNotStored) {
				t.Fatalf("a full disk: %v", err)
			}
		}
		release := disks[0].stall()
		written := make(chan error)
		go func() { written <- both[0].Tick(background) }()
		<-disks[0].hung
		h.nap(8 * time.Second)
		release()
		h.must(<-written)
		disks[1].set(nil, false)
		h.must(both[next].Tick(background))
		h.away(28*time.Second, 0)
	}
}

// Another referee that writes while the first write of one waits was not absent: at most the time since then is given back.
func TestWriteThatOvertakesAnother(t *testing.T) {
	h, disk := openBadDisk(t)
	other := game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
	h.must(other.Join(background))
	disk.set(nil, true)
	for range 4 {
		h.nap(5 * time.Second)
		if err := h.Tick(background); !errors.Is(err, game.ErrNotStored) {
			t.Fatalf("a full disk: %v", err)
		}
		h.must(other.Tick(background))
	}
	release := disk.stall()
	h.nap(5 * time.Second)
	written := make(chan error)
	go func() { written <- h.Tick(background) }()
	<-disk.hung
	h.nap(4 * time.Second)
	h.must(other.Tick(background))
	h.nap(4 * time.Second)
	release()
	h.must(<-written)
	h.must(h.Tick(background))
	h.away(2*time.Second, 2*time.Second)
}

// If the process dies while the disk is full, the next process gives that time back.
func TestFullDiskAndKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	h := openFixture(t, path, noon)
	disk := &badDisk{Store: h.store, hung: make(chan struct{}, 1)}
	h.Referee = game.New(game.Config{Store: disk, Now: h.now, Random: h.random})
	h.must(h.Resume(background))
	h.pass(20 * time.Second)
	disk.set(nil, true)
	for range 30 {
		h.nap(10 * time.Second)
		if err := h.Tick(background); !errors.Is(err, game.ErrNotStored) {
			t.Fatalf("a full disk: %v", err)
		}
	}
	h.must(h.store.Close())
	h = openFixture(t, path, h.now().Add(time.Hour))
	h.away(time.Hour+5*time.Minute, 0)
	h.pass(time.Minute)
	h.away(time.Hour+5*time.Minute, 0)
}

// If several referees share a store, an absence of all of them is counted once, also if an
// update is run again. An absence of some is not counted.
func TestAbsencesOfSeveralReferees(t *testing.T) {
	h := newFixture(t)
	second := game.New(game.Config{Store: fickle{h.store}, Now: h.now, Random: h.random})
	third := game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
	for _, r := range []*game.Referee{second, third} {
		h.must(r.Tick(background))
	}
	h.pass(time.Minute) // the others do nothing
	for _, r := range []*game.Referee{second, third, h.Referee} {
		h.must(r.Tick(background))
		h.away(0, 0)
	}
	h.nap(time.Hour)
	for _, r := range []*game.Referee{second, third, h.Referee, second} {
		h.must(r.Tick(background))
		h.away(time.Hour, 0)
		h.nap(6 * time.Second)
	}
}

// A referee that joins others gives no time back, however long ago they said that they run.
func TestRefereeThatJoinsWasNotAbsent(t *testing.T) {
	h := newFixture(t)
	h.nap(4 * time.Second)
	joined := game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
	h.must(joined.Join(background))
	for range 3 {
		h.must(joined.Tick(background))
		h.nap(5 * time.Second)
	}
	h.away(0, 0)
}

// The time in which the store of several referees cannot write is given back once, also if it was the other one
// that wrote last. The time in which only one cannot write is not given back.
func TestFullDiskOfSeveralReferees(t *testing.T) {
	h, disk := openBadDisk(t)
	second := &badDisk{Store: h.store, hung: make(chan struct{}, 1)}
	other := game.New(game.Config{Store: second, Now: h.now, Random: h.random})
	h.must(other.Join(background))
	both := []*game.Referee{h.Referee, other}
	tick := func(n int) {
		for range n {
			h.nap(time.Second)
			for _, r := range both {
				if err := r.Tick(background); err != nil && !errors.Is(err, game.ErrNotStored) {
					t.Fatal(err)
				}
			}
		}
	}
	tick(60) // it is always the first that says that it runs
	for range 2 {
		second.set(nil, true)
		tick(60)
		second.set(nil, false)
	}
	h.away(0, 0)
	disk.set(nil, true)
	second.set(nil, true)
	tick(20)
	second.set(nil, false)
	tick(1)
	disk.set(nil, false)
	tick(60)
	h.away(20*time.Second, 6*time.Second)
}

// It makes no difference which of several referees writes first after their database was away, though they look at it at
// different times. All of that time is given back, however short it was.
func TestDatabaseOfSeveralReferees(t *testing.T) {
	for until := range 12 {
		for first := range 2 {
			down := []int{20, 3, 8}[until%3]
			h := newFixture(t)
			var disks [2]*badDisk
			var both [2]*game.Referee
			for i := range both {
				disks[i] = &badDisk{Store: h.store, hung: make(chan struct{}, 1), away: true}
				both[i] = game.New(game.Config{Store: disks[i], Now: h.now, Random: h.random})
				h.must(both[i].Join(background))
			}
			full := false
			tick := func(seconds int) {
				for n := range seconds {
					h.nap(time.Second)
					for i, every := range []int{1, 4} {
						if n%every > 0 {
							continue
						}
						if err := both[i].Tick(background); (err != nil) != full {
							t.Fatal(err)
						}
					}
				}
			}
			tick(60 + until)
			full = true
			for _, disk := range disks {
				disk.set(nil, true)
			}
			tick(down)
			full = false
			for _, disk := range disks {
				disk.set(nil, false)
			}
			h.must(both[first].Tick(background))
			tick(60)
			h.away(time.Duration(down+3)*time.Second, 3*time.Second)
		}
	}
}

// A move that is stored with what one referee gives back is not charged to the opponent because another one, which
// gives nothing back, says next that it runs.
func TestMoveAfterOutageOfOneReferee(t *testing.T) {
	h, disk := openBadDisk(t)
	other := game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
	h.must(other.Join(background))
	g := h.begin(ann, bob, live(t, 2*time.Minute, 0))
	h.pass(6 * time.Second)
	disk.set(nil, true)
	h.nap(6 * time.Second)
	if err := h.Tick(background); !errors.Is(err, game.ErrNotStored) {
		t.Fatalf("a full disk: %v", err)
	}
	disk.set(nil, false)
	g = h.play(g, "11-15")
	h.nap(time.Second)
	h.must(other.Tick(background))
	h.must(h.Tick(background))
	service := h.service()
	if left := g.Left(g.Turn(), h.now(), service); left < 2*time.Minute-time.Second {
		t.Errorf("%v left of two minutes, a second after the opponent's move", left)
	}
	h.inOrder()
}

// What a store says of its own absence is given back once, whichever referees it tells, also to the opponent of a player
// whose move has waited.
func TestStoreWasAway(t *testing.T) {
	h, disk := openBadDisk(t)
	other := game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
	h.must(other.Join(background))
	g := h.begin(ann, bob, live(t, 2*time.Minute, 0))
	second := h.begin(ann, cid, live(t, 2*time.Minute, 0))
	h.pass(20 * time.Second)
	release := disk.stall()
	moved := make(chan error)
	for _, g := range []*game.Game{g, second} {
		go func() {
			_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: "11-15"})
			moved <- err
		}()
		<-disk.hung
		h.nap(3 * time.Second)
	}
	for _, r := range []*game.Referee{h.Referee, h.Referee, other} {
		r.StoreWasAway(6 * time.Second)
	}
	release()
	h.must(<-moved)
	h.must(<-moved)
	h.nap(time.Second)
	for range 2 {
		service, err := h.Service(background)
		h.must(err)
		for _, g := range []*game.Game{g, second} {
			g = h.game(g.ID)
			if left := g.Left(g.Turn(), h.now(), service); left != 2*time.Minute-time.Second || used(g)[0] != 20*time.Second {
				t.Errorf("the move took %v, and %v are left of two minutes a second after it", used(g)[0], left)
			}
		}
		h.must(other.Tick(background))
		h.must(h.Tick(background))
	}
	h.away(6*time.Second, 0)
	h.inOrder()
}

// What a store says of its own absence is stored before another referee says that all ran.
func TestStoreWasAwayIsStoredAtOnce(t *testing.T) {
	h := newFixture(t)
	_, stop := h.run()
	defer stop()
	h.nap(3 * time.Second)
	h.StoreWasAway(2 * time.Second)
	other := game.New(game.Config{Store: h.store, Now: h.now, Random: h.random})
	for begun := time.Now(); ; {
		if s, err := other.Service(background); err != nil || s.Downtime == 2*time.Second {
			h.must(err)
			break
		}
		if time.Since(begun) > 10*time.Second {
			t.Fatal("nothing is stored")
		}
	}
	h.nap(10 * time.Second)
	h.must(other.Tick(background))
	h.away(2*time.Second, 0)
}

// A move is in time if it comes after its deadline, but another referee has been silent since before that for longer than
// between two of its signs of life. The time of the silence is given back, once.
func TestMoveWhileAnotherRefereeIsSilent(t *testing.T) {
	for _, test := range []struct {
		late, silence time.Duration
		joins         bool // it does not know of the others yet
		accepted      bool
	}{
		{time.Second, 0, false, false},
		{time.Second, 4 * time.Second, false, false}, // as it is between two renewals
		{time.Second, 8 * time.Second, false, true},
		{-3 * time.Second, 8 * time.Second, false, true}, // in time in any case
		{time.Second, 8 * time.Second, true, false},
		{10 * time.Second, 8 * time.Second, false, false}, // it was too late before
	} {
		h := newFixture(t)
		silence := time.Duration(0)
		other := game.New(game.Config{Store: h.store, Now: h.now, Random: h.random, Silence: func() time.Duration { return silence }})
		h.must(other.Join(background))
		g := h.begin(ann, bob, live(t, 16*time.Second, 0))
		moves := h.now().Add(16*time.Second + test.late)
		h.nap(min(15*time.Second, moves.Sub(h.now())-test.silence))
		h.must(h.Tick(background))
		h.nap(moves.Sub(h.now()))
		if silence = test.silence; test.joins {
			silence = 1000 * time.Hour
		}
		answer, err := other.Move(background, game.MoveRequest{GameRequest: h.at(g, ann), Text: "11-15"})
		if !test.accepted {
			refused(t, err, game.TimeIsUp)
			continue
		}
		h.must(err)
		if left, want := answer.Game.Left(answer.Game.Turn().Opponent(), h.now(), h.service()), test.silence-test.late; left != want {
			t.Errorf("%v are left to the player who moved, want %v", left, want)
		}
		h.nap(8 * time.Second)
		silence += 8 * time.Second
		other.RefereeWasAway(silence)
		silence = 0
		h.must(other.Tick(background))
		h.away(16*time.Second, 0)
		if left := answer.Game.Left(answer.Game.Turn(), h.now(), h.service()); left != 16*time.Second {
			t.Errorf("%v are left of 16 seconds, in which nobody could be sure to move", left)
		}
		h.inOrder()
	}
}

// In a silence of the only referee, which may last for hours, nobody is charged who moves all the same, as the computer does,
// also if the store was away in between.
func TestMovesInALongSilence(t *testing.T) {
	h := newFixture(t)
	silence := time.Duration(0)
	h.Referee = game.New(game.Config{Store: h.store, Now: h.now, Random: h.random, Silence: func() time.Duration { return silence }})
	h.must(h.Resume(background))
	g := h.begin(ann, bob, live(t, time.Minute, 0))
	moves := map[time.Duration]string{70 * time.Second: "11-15", 110 * time.Second: "22-18"}
	for silence < 2*time.Minute {
		h.nap(time.Second)
		silence += time.Second
		if silence == 50*time.Second {
			h.StoreWasAway(5 * time.Second)
		}
		h.must(h.Tick(background))
		if move := moves[silence]; move != "" {
			g = h.play(g, move)
		}
	}
	h.RefereeWasAway(silence)
	silence = 0
	h.must(h.Tick(background))
	h.away(2*time.Minute, 0)
	h.nap(time.Second)
	for side, want := range map[draughts.Side]time.Duration{g.Turn(): 59 * time.Second, g.Turn().Opponent(): time.Minute} {
		if left := g.Left(side, h.now(), h.service()); left != want {
			t.Errorf("%v are left to %v, want %v", left, side, want)
		}
	}
	h.inOrder()
}

// No deadline passes while it is not known that all referees run. If one was dead, the time since it last ran is given back
// once, whichever referees know, and however late: one saw it live, one learned of its death later, and one has started
// since.
func TestOneOfSeveralRefereesIsDead(t *testing.T) {
	for n := range 6 {
		first, dead := n%3, []int{8, 16}[n/3]
		h := newFixture(t)
		g := h.begin(ann, bob, live(t, 16*time.Second, 0))
		h.pass(5 * time.Second)
		h.nap(6 * time.Second) // so that the others have to say that all ran until it died
		died := h.now()
		var silence [3]time.Duration
		var others [3]*game.Referee
		var stores [3]overtaken
		for i := range others {
			stores[i].Store = h.store
			others[i] = game.New(game.Config{Store: &stores[i], Now: h.now, Random: h.random, Silence: func() time.Duration { return silence[i] }})
			h.must(others[i].Join(background))
		}
		tick := func(seconds int, known func(i int) bool) {
			for range seconds {
				h.nap(time.Second)
				for i := range others {
					if known(i) {
						silence[i] = 0
					} else if silence[i] = h.now().Sub(died) - time.Duration(i)*time.Second/10; i == 2 {
						silence[i] = 1000 * time.Hour
					}
				}
				for n := range others {
					i := (first + n) % len(others)
					stores[i].before = func() { h.must(others[(i+1)%len(others)].Tick(background)) }
					h.must(others[i].Tick(background))
					stores[i].before = nil
				}
			}
		}
		tick(dead, func(int) bool { return false })
		h.away(0, 0)
		tell := func(i int) { others[i].RefereeWasAway(silence[i]) }
		tell(0)
		tick(1, func(i int) bool { return i == 0 })
		tell(1)
		tell(2)
		tick(1, func(int) bool { return true })
		h.away(time.Duration(dead)*time.Second+time.Second/2, 3*time.Second/2)
		g = h.game(g.ID)
		service := h.service()
		if left := g.Left(g.Turn(), h.now(), service); g.IsOver() || left < 5*time.Second/2 || left > 6*time.Second {
			t.Errorf("%v of five seconds are left, two seconds after it is known that one was dead; the game is over: %v", left, g.IsOver())
		}
		tick(6, func(int) bool { return true })
		if g = h.game(g.ID); !g.IsOver() {
			t.Error("the deadline never passes")
		}
		h.inOrder()
	}
}

// What lies between two absences is no absence.
func TestAbsencesApart(t *testing.T) {
	h := newFixture(t)
	there := func(n int) {
		for range n {
			h.nap(20 * time.Second)
			_ = h.service()
		}
	}
	there(1)
	for range 2 {
		h.nap(time.Minute - 20*time.Second)
		there(10)
	}
	h.must(h.Tick(background))
	h.away(2*time.Minute, 0)
}
