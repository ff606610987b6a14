package game

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"doublecorner/game/draughts"
)

// Config holds what a Referee needs.
type Config struct {
	Store  Store
	Now    func() time.Time // the wall clock
	Random func() uint64    // unpredictable bits, for ids and lots
	Quotas Quotas

	// Reachable reports whether players can reach this referee. While they cannot, it gives no sign of life, and no
	// deadline passes unless another referee gives one. It can be nil.
	Reachable func() bool
	// Changed is told of games right after the commit that began or changed them. It must not block. It can be nil.
	Changed func(*Game)
}

// Quotas limit what goes on at the same time. A quota of 0 stands for its default.
type Quotas struct {
	GamesPerPerson      int // running; 25 by default
	GamesPerPlace       int // running; 1000 by default
	ChallengesPerPerson int // open; 10 by default
	TournamentsPerPlace int // not over; 10 by default
}

// Referee does requests, by the rules. It is safe for use by many goroutines. Whatever must not
// be lost is in its Store.
type Referee struct {
	store     Store
	wallClock func() time.Time
	random    func() uint64
	changed   func(*Game)
	quotas    Quotas
	reachable func() bool

	resuming atomic.Bool // Resume was called, and no sign of life was given since

	begun, ended, moves atomic.Int64 // as in Counters
	ballots             ballots
	answersDeleted      atomic.Int64 // when old answers were last deleted, in milliseconds
	leavesTold          atomic.Int64 // the quarter of an hour in which games know which players are away, in milliseconds
	sessionsDeleted     atomic.Int64 // when sessions that are over were
}

// New returns a referee. Call Resume first, and then Tick about once a second, as Run does.
func New(c Config) *Referee {
	if c.Reachable == nil {
		c.Reachable = func() bool { return true }
	}
	if c.Changed == nil {
		c.Changed = func(*Game) {}
	}
	return &Referee{
		store: c.Store, wallClock: c.Now, random: c.Random, changed: c.Changed, reachable: c.Reachable,
		quotas: Quotas{
			GamesPerPerson:      cmp.Or(c.Quotas.GamesPerPerson, 25),
			GamesPerPlace:       cmp.Or(c.Quotas.GamesPerPlace, 1000),
			ChallengesPerPerson: cmp.Or(c.Quotas.ChallengesPerPerson, 10),
			TournamentsPerPlace: cmp.Or(c.Quotas.TournamentsPerPlace, 10),
		},
	}
}

// now returns the time in whole milliseconds, as stores keep it.
func (r *Referee) now() time.Time { return r.wallClock().UTC().Truncate(time.Millisecond) }

// Counters count the games begun and ended and the moves made since the referee started.
type Counters struct {
	Begun, Ended, Moves int64
}

// Counters returns what the referee has counted so far. A repeated request is counted once.
func (r *Referee) Counters() Counters {
	return Counters{Begun: r.begun.Load(), Ended: r.ended.Load(), Moves: r.moves.Load()}
}

// step is what the referee does in one transaction: a request, or what is due.
type step struct {
	tx       Tx
	now      time.Time
	arrived  time.Time // when the request arrived, or what is due was due
	service  Service
	quotas   Quotas
	counters Counters
	changed  []*Game

	// The fields of a request.
	by         Actor
	place      PlaceID
	unanswered bool
	rng        *rand.Rand
	announced  []AnnouncementID // that the answer delivers

	seed func() uint64 // for what is no request
}

// update runs a step in a transaction of the store and adds up its counters. The store may run
// the step again, from the beginning.
func (r *Referee) update(ctx context.Context, run func(*step) error) error {
	return r.updateExpecting(ctx, Expectation{Service: true}, run)
}

// updateExpecting is update with what the step reads and writes first.
func (r *Referee) updateExpecting(ctx context.Context, expected Expectation, run func(*step) error) error {
	now := r.now()
	var counted Counters
	var changed []*Game
	err := r.store.Update(ctx, func(tx Tx) error {
		Expect(tx, expected)
		before, err := tx.Service()
		if err != nil {
			return err
		}
		s := &step{tx: tx, now: now, arrived: now, service: r.counted(before, now), quotas: r.quotas, seed: r.random}
		err = run(s)
		counted, changed = s.counters, s.changed
		return err
	})
	if err != nil {
		return err
	}
	r.begun.Add(counted.Begun)
	r.ended.Add(counted.Ended)
	r.moves.Add(counted.Moves)
	for _, g := range changed {
		r.changed(g)
	}
	return nil
}

// mostAnnounced is how many announcements a request usually makes at most: a move, the conditional answer
// to it, and the end of the game.
const mostAnnounced = 3

// do runs the step of a request, or returns the answer that the request had before. Random
// bits are drawn before the transaction, so that a repeated step draws the same ones. A
// refused request writes nothing to the store.
func (r *Referee) do(ctx context.Context, kind RequestKind, q Request, run func(*step) (Answer, error)) (Answer, error) {
	return r.doAbout(ctx, kind, q, Expectation{}, run)
}

// doAbout is do for a request about a game or a challenge, which is expected. If it is not known whether the request was
// stored, it is made once more, so that nobody reads that their move failed although it was made.
func (r *Referee) doAbout(ctx context.Context, kind RequestKind, q Request, expected Expectation, run func(*step) (Answer, error)) (answer Answer, err error) {
	as := expected.Game
	expected.Game = as.home()
	viewer := Viewer{Person: q.By.Person, Place: q.Place}
	switch {
	case q.ID == "" || len(q.ID) > maxRequestID:
		return Answer{}, refuse(NoRequestID)
	case !q.By.Person.IsPerson():
		return Answer{}, refuse(NoPerson)
	case q.Place == Everywhere:
		return Answer{}, refuse(NoPlace)
	}
	seed := r.random()
	expected.Service, expected.Answer, expected.Erasing, expected.Announced = true, q.ID, q.By.Person, mostAnnounced
	once := func(s *step) error {
		before, err := s.tx.AnswerRecord(q.ID)
		if err == nil {
			if answer, err = before.answer(s.tx, kind); err != nil {
				return err
			}
			return s.tx.PutAnswerRecord(q.ID, before) // so that this commit, too, waits for the standbys of a database
		} else if !isNotFound(err) {
			return err
		}
		s.by, s.place, s.unanswered, s.rng = q.By, q.Place, q.Unanswered, rand.New(rand.NewPCG(seed, uint64(kind)))
		s.arrived = q.arrivedBy(s.now)
		if err := checkNotErasing(s.tx, q.By.Person); err != nil {
			return err
		}
		if answer, err = run(s); err != nil {
			return err
		}
		answer.Announced = s.announced
		return s.tx.PutAnswerRecord(q.ID, answer.record(kind, s.now))
	}
	err = r.updateExpecting(ctx, expected, once)
	if errors.Is(err, ErrUncertain) {
		err = r.updateExpecting(ctx, expected, once)
		if err == nil && answer.Again && answer.Game != nil {
			r.changed(answer.Game) // which the first try did not tell
		}
	}
	if err != nil {
		return Answer{}, viewer.refusal(err, as)
	}
	return viewer.answer(answer, as), nil
}

// instant returns the referee's time of the step.
func (s *step) instant() Instant { return s.service.Instant(s.now) }

// expect tells the store what is read next: what f reads if it finds nothing.
func (s *step) expect(f func()) { Expect(s.tx, Expectation{Reads: f}) }

// announce stores an announcement.
func (s *step) announce(a Announcement) error { return s.announceTo(a, true) }

// announceTo stores an announcement. The answer to the request may deliver it if it goes to where that is made.
func (s *step) announceTo(a Announcement, here bool) error {
	a.At, a.Requested = s.now, here && s.by.Person.IsHuman() && !s.unanswered
	id, err := s.tx.Announce(a)
	if here {
		s.announced = append(s.announced, id)
	}
	return err
}

// announceGame stores an announcement about a game, for each place in which people see it.
func (s *step) announceGame(g *Game, a Announcement) error {
	a.Place, a.Room, a.Game = g.Place, g.Room, g.ID
	away := s.viewer().isAbroad(g)
	err := s.announceTo(a, !away)
	if g.Abroad == nil {
		return err
	}
	a.Place, a.Room, a.Game = g.Abroad.Place, g.Abroad.Room, g.ID.abroad()
	return errors.Join(err, s.announceTo(a, away))
}

// addEvent adds an event to a game, stores the game and announces the event.
func (s *step) addEvent(g *Game, e Event) error {
	e.At, e.Downtime = later(s.now, g.changed), s.service.Downtime
	e.Waited = e.At.Sub(later(s.arrived, g.changed)).Truncate(time.Millisecond)
	switch e.Kind {
	case TookBack:
		g.dropBranches()
	case Ended:
		g.Branches, g.LostBranches = nil, [len(draughts.Sides)]bool{}
	}
	g.events = append(g.events, e)
	g.apply(&e)
	if e.Kind == WentAway || e.Kind == CameBack { // which can count for turns before this one
		*g = *Restore(g.Header, g.events)
	}
	switch e.Kind {
	case Moved:
		s.counters.Moves++
	case Ended:
		s.counters.Ended++
	}
	s.changed = append(s.changed, g)
	err := errors.Join(s.tx.PutGame(g), s.announceGame(g, Announcement{Kind: GameChanged, Seq: g.Seq()}))
	if err != nil || e.Kind != Ended || g.Tournament == "" {
		return err
	}
	return s.endPairing(g, &e)
}

// viewer returns the person who makes the request, in the place of the request.
func (s *step) viewer() Viewer { return Viewer{Person: s.by.Person, Place: s.place} }

// checkCurrent refuses a request about a game that is over or has moved on since the request's
// ply.
func (q *GameRequest) checkCurrent(g *Game) error {
	switch {
	case g.IsOver():
		return &RequestError{Code: Over, Game: g}
	case g.Ply() != q.Ply:
		return &RequestError{Code: Stale, Game: g}
	}
	return nil
}

// play runs the step of a player's request about a game. It refuses a request that arrived after the deadline; the game
// ends by the next Tick that finds the deadline old enough.
func (r *Referee) play(ctx context.Context, kind RequestKind, q GameRequest, run func(*step, *Game, draughts.Side) error) (Answer, error) {
	return r.doAbout(ctx, kind, q.Request, Expectation{Game: q.Game}, func(s *step) (Answer, error) {
		g, err := s.viewer().game(s.tx, q.Game)
		if err != nil {
			return Answer{}, err
		}
		side, ok := g.Side(s.by.Person)
		if !ok && kind == resignKind && s.by.Moderator {
			side, ok = g.teamIn(s.place)
		}
		if !ok {
			return Answer{}, &RequestError{Code: NotAPlayer, Game: g}
		}
		if err := q.checkCurrent(g); err != nil {
			return Answer{}, err
		}
		if deadline, ok := g.deadline(); ok && deadline <= s.service.Instant(s.arrived) {
			return Answer{}, &RequestError{Code: TimeIsUp, Game: g}
		}
		return Answer{Game: g}, run(s, g, side)
	})
}

// checkNotErasing refuses a request that involves a person who is being erased.
func checkNotErasing(tx Reader, p PersonID) error {
	until, err := tx.Erasure(p)
	switch {
	case isNotFound(err):
		return nil
	case err == nil && until.IsZero():
		return refuse(BeingErased)
	}
	return err
}

// checkRated refuses something rated if the person was erased in the last 24 hours.
func (s *step) checkRated(p PersonID) error {
	until, err := orNone(s.tx.Erasure(p))
	if err != nil {
		return err
	}
	if s.now.Before(until) {
		return &RequestError{Code: ErasedLately, Until: until}
	}
	return nil
}

// view reads one thing in a transaction of its own.
func view[T any](ctx context.Context, r *Referee, read func(Reader) (T, error)) (found T, err error) {
	err = r.store.View(ctx, func(tx Reader) (err error) {
		found, err = read(tx)
		return err
	})
	return found, err
}

// readAll reads the records of some ids, all at once if the store can.
func readAll[ID, T any](tx Reader, ids []ID, read func(ID) (T, error)) ([]T, error) {
	Expect(tx, Expectation{Reads: func() {
		for _, id := range ids {
			read(id)
		}
	}})
	var all []T
	for _, id := range ids {
		record, err := read(id)
		if err != nil {
			return nil, err
		}
		all = append(all, record)
	}
	return all, nil
}

func isNotFound(err error) bool { return errors.Is(err, ErrNotFound) }

// orNone returns what was read, or the zero value without an error if the store has nothing there.
func orNone[T any](read T, err error) (T, error) {
	if isNotFound(err) {
		return *new(T), nil
	}
	return read, err
}
