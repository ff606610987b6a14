package game

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"doublecorner/game/draughts"
)

// hearing is one run of one transaction, in which a request is heard, or what time
// demands is done.
type hearing struct {
	tx      Tx
	now     time.Time
	service Service
	limits  Limits
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
	defer r.refused.enter(q.ID)()
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
		service, err := r.serviceAt(tx, now)
		if err != nil {
			return err
		}
		h := &hearing{tx: tx, now: now, service: service, limits: r.limits}
		err = judge(h)
		happened = h.tally
		return err
	})
	if err == nil {
		r.tally.add(happened)
	}
	return err
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

// viewer returns who asks, and from where.
func (h *hearing) viewer() Viewer { return Viewer{Person: h.by.Person, Place: h.place} }

// game returns the game of an id, if the person who asks may see it.
func (h *hearing) game(id GameID) (*Game, error) {
	g, err := h.tx.Game(id)
	if missing(err) || err == nil && !h.viewer().sees(g) {
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
