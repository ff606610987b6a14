package game

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"doublecorner/game/draughts"
)

// Config is what a Referee needs from outside.
type Config struct {
	Store Store
	// Now tells the time on the wall.
	Now func() time.Time
	// Random returns unpredictable bits: ids and colours are drawn from them.
	Random func() uint64
	Limits Limits
}

// Limits are how much may be going on at once.
type Limits struct {
	GamesPerPerson      int // running
	GamesPerPlace       int // running
	ChallengesPerPerson int // open
}

// DefaultLimits are those that are used where Config.Limits has zeros.
var DefaultLimits = Limits{GamesPerPerson: 25, GamesPerPlace: 1000, ChallengesPerPerson: 10}

// Referee does what people ask for, by the rules. It is safe for use by many
// goroutines. All that matters of what it knows is in its Store.
type Referee struct {
	store   Store
	clock   func() time.Time
	random  func() uint64
	limits  Limits
	boards  boards
	refused refused
	tally   tally
}

// New returns a referee. It takes up its service with Resume, and needs somebody to
// call Tick, as Run does.
func New(c Config) *Referee {
	limits := c.Limits
	fill := func(limit *int, usual int) {
		if *limit == 0 {
			*limit = usual
		}
	}
	fill(&limits.GamesPerPerson, DefaultLimits.GamesPerPerson)
	fill(&limits.GamesPerPlace, DefaultLimits.GamesPerPlace)
	fill(&limits.ChallengesPerPerson, DefaultLimits.ChallengesPerPerson)
	return &Referee{store: c.Store, clock: c.Now, random: c.Random, limits: limits}
}

// now returns the time in what is kept of it.
func (r *Referee) now() time.Time { return r.clock().UTC().Truncate(time.Millisecond) }

// Request is what every request has.
type Request struct {
	// ID makes the request one, however often it arrives.
	ID RequestID
	By Actor
	// Place is where it is made.
	Place PlaceID
}

// Actor is who asks.
type Actor struct {
	Person PersonID
	// Moderator tells whether the person may rule in the request's place.
	Moderator bool
}

// GameRequest is what every request about a game has.
type GameRequest struct {
	Request
	Game GameID
	// Ply is the position the request was made at.
	Ply Ply
}

// Answer is what came of a request that was done.
type Answer struct {
	Game      *Game      // as it stood then, if it was about one
	Challenge *Challenge // likewise
	// Announced are the announcements that the request gave rise to. Who tells
	// people of them along with the answer can say that they are Delivered.
	Announced []AnnouncementID
	// Again tells that this very request had been done before, and nothing was done
	// now.
	Again bool
}

// Answered is an Answer as it is kept: what is needed to give it again. It names
// no people, and no more of a game than how many events it had then.
type Answered struct {
	At        time.Time
	Verb      Verb
	Game      GameID
	Seq       int
	Challenge ChallengeID
	State     ChallengeState
	Announced []AnnouncementID
}

// Verb is what kind of request something is.
type Verb uint8

const (
	challengeVerb Verb = iota + 1
	acceptVerb
	declineVerb
	withdrawVerb
	rematchVerb
	moveVerb
	proposeVerb
	dismissVerb
	resignVerb
	adjudicateVerb
	annulVerb
)

// maxRequestID is longer than any id a request needs.
const maxRequestID = 128

// hearing is one run of one transaction, in which a request is heard, or what time
// demands is done.
type hearing struct {
	tx      Tx
	now     time.Time
	service Service
	limits  Limits
	boards  *boards
	answer  Answer
	tally   Tally

	// Only where somebody asks.
	by    Actor
	place PlaceID
	dice  *rand.Rand
}

// hear does a request, or gives the answer it had. Whatever judge needs from
// outside is drawn before the transaction, so that it can be run again.
//
// A refusal leaves nothing behind in the store.
func (r *Referee) hear(ctx context.Context, verb Verb, q Request, judge func(*hearing) error) (Answer, error) {
	switch {
	case q.ID == "" || len(q.ID) > maxRequestID:
		return Answer{}, refuse(NoRequestID)
	case !q.By.Person.IsSomebody():
		return Answer{}, refuse(NobodyAsks)
	case q.Place == Everywhere:
		return Answer{}, refuse(NobodyWatches)
	}
	if refusal := r.refused.again(q.ID, verb); refusal != nil {
		return Answer{}, refusal
	}
	now, seed := r.now(), r.random()
	var answer Answer
	err := r.sit(ctx, now, func(h *hearing) error {
		before, err := h.tx.Answered(q.ID)
		if err == nil {
			answer, err = again(h.tx, verb, before)
			return err
		} else if !missing(err) {
			return err
		}
		h.by, h.place, h.dice = q.By, q.Place, rand.New(rand.NewPCG(seed, uint64(verb)))
		if err := notErasing(h.tx, q.By.Person); err != nil {
			return err
		}
		if err := judge(h); err != nil {
			return err
		}
		answer = h.answer
		return h.tx.PutAnswered(q.ID, answer.kept(verb, now))
	})
	if refusal := new(Refusal); errors.As(err, &refusal) {
		r.refused.remember(q.ID, verb, refusal)
	}
	if err != nil {
		return Answer{}, err
	}
	return answer, nil
}

// sit lets judge do something in one transaction, and counts what happened in it.
func (r *Referee) sit(ctx context.Context, now time.Time, judge func(*hearing) error) error {
	var happened Tally
	err := r.store.Update(ctx, func(tx Tx) error {
		service, err := serviceAt(tx, now)
		if err != nil {
			return err
		}
		h := &hearing{tx: tx, now: now, service: service, limits: r.limits, boards: &r.boards}
		err = judge(h)
		happened = h.tally
		return err
	})
	if err == nil {
		r.tally.add(happened)
	}
	return err
}

func (a *Answer) kept(verb Verb, at time.Time) Answered {
	kept := Answered{At: at, Verb: verb, Announced: a.Announced}
	if a.Game != nil {
		kept.Game, kept.Seq = a.Game.ID, a.Game.Seq()
	}
	if a.Challenge != nil {
		kept.Challenge, kept.State = a.Challenge.ID, a.Challenge.State
	}
	return kept
}

// again returns the answer to a request as it was.
func again(tx Reader, verb Verb, kept Answered) (Answer, error) {
	if kept.Verb != verb {
		return Answer{}, refuse(RequestReused)
	}
	answer := Answer{Announced: kept.Announced, Again: true}
	if kept.Game != "" {
		g, err := tx.Game(kept.Game)
		if err != nil {
			return Answer{}, err
		}
		answer.Game = g.AsOf(kept.Seq)
	}
	if kept.Challenge != "" {
		c, err := tx.Challenge(kept.Challenge)
		if missing(err) { // erased with a person since
			return Answer{}, refuse(NoSuchChallenge)
		} else if err != nil {
			return Answer{}, err
		}
		if c.State != kept.State && kept.State == Open {
			c.Closed, c.Game = time.Time{}, ""
		}
		c.State = kept.State
		answer.Challenge = c
	}
	return answer, nil
}

// instant returns the referee's time of the hearing.
func (h *hearing) instant() Instant { return h.service.Instant(h.now) }

// announce writes down what people must hear of.
func (h *hearing) announce(a Announcement) error {
	a.At = h.now
	id, err := h.tx.Announce(a)
	h.answer.Announced = append(h.answer.Announced, id)
	return err
}

// happen adds an event to a game.
func (h *hearing) happen(g *Game, e Event) error {
	e.At, e.Away = later(h.now, g.changed), h.service.Away
	g.add(e)
	h.tally.count(e.Kind)
	if err := h.tx.PutGame(g); err != nil {
		return err
	}
	h.answer.Game = g
	return h.announce(Announcement{Kind: Happened, Place: g.Place, Room: g.Room, Game: g.ID, Seq: g.Seq()})
}

// later returns the later of two times: two requests can be committed in another
// order than that in which they read the clock.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// game returns the game of an id.
func (h *hearing) game(id GameID) (*Game, error) {
	g, err := h.tx.Game(id)
	if missing(err) {
		return nil, refuse(NoSuchGame)
	}
	return g, err
}

// current refuses a request about a game that is over, or that has moved on since.
func (q *GameRequest) current(g *Game) error {
	switch {
	case g.IsOver():
		return &Refusal{Code: Over, Game: g}
	case g.Ply() != q.Ply:
		return &Refusal{Code: Stale, Game: g}
	}
	return nil
}

// players returns the game a request is about and the side of who asks. Once a
// player's time is up nothing can be played, offered or agreed any more, though it
// is Tick alone that ends the game.
func (h *hearing) players(q GameRequest) (*Game, draughts.Side, error) {
	g, err := h.game(q.Game)
	if err != nil {
		return nil, 0, err
	}
	side, ok := g.Side(h.by.Person)
	if !ok {
		return nil, 0, &Refusal{Code: NotAPlayer, Game: g}
	}
	if err := q.current(g); err != nil {
		return nil, 0, err
	}
	if deadline, ok := g.Deadline(); ok && deadline <= h.instant() {
		return nil, 0, &Refusal{Code: TimeIsUp, Game: g}
	}
	return g, side, nil
}

// freeForGame tells whether a game between from and the one who asks fits in.
func (h *hearing) freeForGame(place PlaceID, from, asks PersonID) error {
	check := func(list GameList, limit int, code Code) error {
		n, err := h.tx.CountGames(list, limit)
		if err == nil && n >= limit {
			return &Refusal{Code: code, Limit: limit}
		}
		return err
	}
	if err := check(RunningGamesOf(asks), h.limits.GamesPerPerson, TooManyGames); err != nil {
		return err
	}
	if from != asks {
		if err := check(RunningGamesOf(from), h.limits.GamesPerPerson, OpponentBusy); err != nil {
			return err
		}
	}
	return check(RunningGamesIn(place), h.limits.GamesPerPlace, PlaceFull)
}

// notErasing refuses what concerns a person about whom everything is being erased.
func notErasing(tx Reader, p PersonID) error {
	is, err := tx.Erasing(p)
	if err == nil && is {
		return refuse(BeingErased)
	}
	return err
}

func missing(err error) bool { return errors.Is(err, ErrMissing) }

// found turns the error of a look-up into whether the thing is there.
func found[T any](_ T, err error) (bool, error) {
	if missing(err) {
		return false, nil
	}
	return err == nil, err
}
