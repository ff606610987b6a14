package game

import (
	"context"
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// Challenge is an offer to play, to somebody or to anyone in a place.
type Challenge struct {
	ID    ChallengeID
	Place PlaceID
	Room  RoomID
	From  PersonID
	To    PersonID // Anyone for an open one
	Terms
	Made time.Time
	Away time.Duration // Service.Away then

	State  ChallengeState
	Closed time.Time // when it ceased to be open
	// Game is what came of it, once it is accepted.
	Game GameID
	// Counters is the challenge this one answers with other terms, if it does.
	Counters ChallengeID
	// RematchOf is the game it wants to play again, if it does.
	RematchOf GameID
}

// ChallengeState is what has become of a challenge.
type ChallengeState uint8

const (
	Open ChallengeState = iota
	Accepted
	Refused // by whom it was to
	Retracted
	Countered
	Expired
)

var challengeWords = []string{"open", "accepted", "declined", "withdrawn", "countered", "expired"}

func (s ChallengeState) String() string { return word(challengeWords, s) }

const (
	// challengeLife is how long a challenge stays open.
	challengeLife = 48 * time.Hour
	// challengeMemory is how long it is known what became of it.
	challengeMemory = 30 * 24 * time.Hour
)

func (c *Challenge) made() Instant { return instantOf(c.Made, c.Away) }

// Expires returns when an open challenge expires.
func (c *Challenge) Expires() Instant { return c.made().Add(challengeLife) }

// Alarm returns when time by itself changes the challenge: when it expires, or if
// it is closed, when it is forgotten. A Store keeps an index of it.
func (c *Challenge) Alarm() Instant {
	if c.State == Open {
		return c.Expires()
	}
	return max(c.made(), instantOf(c.Closed, c.Away)).Add(challengeMemory)
}

// ChallengeRequest challenges somebody.
type ChallengeRequest struct {
	Request
	Room  RoomID
	To    PersonID // Anyone for an open challenge
	Robot bool     // To is a robot that does not play here
	Terms Terms
}

// Challenge makes a challenge. Who challenges somebody by whom they are challenged here
// answers with other terms: the challenge takes the place of that one.
func (r *Referee) Challenge(ctx context.Context, q ChallengeRequest) (Answer, error) {
	fault := q.Terms.settle()
	return r.hear(ctx, challengeVerb, q.Request, func(h *hearing) error {
		switch {
		case q.Robot:
			return refuse(RobotOpponent)
		case q.To == q.By.Person:
			return refuse(OwnOpponent)
		case q.To.IsFormer():
			return refuse(OpponentGone)
		case fault != 0:
			return &Refusal{Code: BadTerms, Terms: fault}
		}
		theirs, err := h.openBy(q.To, func(c *Challenge) bool { return c.To == q.By.Person && c.Place == q.Place })
		switch {
		case err != nil:
			return err
		case theirs != nil:
			return h.counter(theirs, q.Terms)
		}
		return h.challenge(&Challenge{Place: q.Place, Room: q.Room, From: q.By.Person, To: q.To, Terms: q.Terms})
	})
}

// openBy returns the newest open challenge by somebody that fits, if there is one.
func (h *hearing) openBy(p PersonID, fits func(*Challenge) bool) (*Challenge, error) {
	open, err := h.tx.Challenges(OpenChallengesBy(p), "", h.limits.ChallengesPerPerson)
	if err != nil {
		return nil, err
	}
	for _, c := range open.Items {
		if fits(c) && c.Expires() > h.instant() {
			return c, nil
		}
	}
	return nil, nil
}

// counter puts a challenge with other terms, from whom one was to, in its place.
func (h *hearing) counter(c *Challenge, terms Terms) error {
	mirrored := terms
	mirrored.Colour = terms.Colour.Opposite()
	if mirrored.same(&c.Terms) {
		return &Refusal{Code: SameTerms, Challenge: c}
	}
	if err := h.challenge(&Challenge{
		Place: c.Place, Room: c.Room, From: c.To, To: c.From, Terms: terms,
		Counters: c.ID, RematchOf: c.RematchOf,
	}); err != nil {
		return err
	}
	return h.closeChallenge(c, Countered, ChallengeCountered)
}

// challenge checks a new challenge and opens it.
func (h *hearing) challenge(c *Challenge) error {
	if c.To.IsFormer() { // the opponent in a game that c.From wants to play again
		return refuse(OpponentGone)
	}
	if err := notErasing(h.tx, c.To); err != nil {
		return err
	}
	if err := h.refuseClosed(c.Place, c.Variant); err != nil {
		return err
	}
	if err := h.freeForGame(c.Place, c.From, c.From); err != nil {
		return err
	}
	limit := h.limits.ChallengesPerPerson
	mine, err := h.tx.Challenges(OpenChallengesBy(c.From), "", limit)
	if err != nil {
		return err
	}
	for _, other := range mine.Items {
		if other.To == c.To && other.Place == c.Place && other.Terms.same(&c.Terms) {
			return &Refusal{Code: AlreadyChallenged, Challenge: other}
		}
	}
	if len(mine.Items) >= limit {
		return &Refusal{Code: TooManyChallenges, Limit: limit}
	}
	id, err := newID(h.dice, func(id string) (bool, error) { return found(h.tx.Challenge(ChallengeID(id))) })
	if err != nil {
		return err
	}
	c.ID, c.Made, c.Away = ChallengeID(id), h.now, h.service.Away
	if err := h.tx.PutChallenge(c); err != nil {
		return err
	}
	h.answer.Challenge = c
	return h.announce(Announcement{Kind: ChallengeMade, Place: c.Place, Room: c.Room, Challenge: c.ID})
}

// ReplyRequest is about a challenge: to accept, decline or withdraw it.
type ReplyRequest struct {
	Request
	Challenge ChallengeID
}

// Accept accepts a challenge, and begins the game.
func (r *Referee) Accept(ctx context.Context, q ReplyRequest) (Answer, error) {
	return r.hear(ctx, acceptVerb, q.Request, func(h *hearing) error {
		c, err := h.openChallenge(q.Challenge)
		if err != nil {
			return err
		}
		switch {
		case c.From == q.By.Person:
			return &Refusal{Code: OwnChallenge, Challenge: c}
		case c.To != Anyone && c.To != q.By.Person:
			return &Refusal{Code: NotForYou, Challenge: c}
		}
		return h.accept(c)
	})
}

// accept begins the game of an open challenge.
func (h *hearing) accept(c *Challenge) error {
	if err := notErasing(h.tx, c.From); err != nil {
		return err
	}
	if err := h.refuseClosed(c.Place, c.Variant); err != nil {
		return err
	}
	if err := h.freeForGame(c.Place, c.From, h.by.Person); err != nil {
		return err
	}
	g, err := h.begin(c)
	if err != nil {
		return err
	}
	c.State, c.Closed, c.Game = Accepted, h.now, g.ID
	if err := h.tx.PutChallenge(c); err != nil {
		return err
	}
	h.answer.Game, h.answer.Challenge = g, c
	h.tally.Begun++
	return h.announce(Announcement{Kind: GameBegun, Place: c.Place, Room: c.Room, Challenge: c.ID, Game: g.ID})
}

// begin makes the game of a challenge that is being accepted.
func (h *hearing) begin(c *Challenge) (*Game, error) {
	white, black := c.From, h.by.Person
	switch c.Colour {
	case PlayBlack:
		white, black = black, white
	case ByLot:
		kept, err := h.keptWhite(white, black)
		if err != nil {
			return nil, err
		}
		if kept == black || kept == Anyone && h.dice.IntN(2) == 0 {
			white, black = black, white
		}
	}
	id, err := newID(h.dice, func(id string) (bool, error) { return found(h.tx.Game(GameID(id))) })
	if err != nil {
		return nil, err
	}
	g := Restore(Header{
		ID: GameID(id), Place: c.Place, Room: c.Room,
		Players:   [len(draughts.Sides)]PersonID{draughts.White: white, draughts.Black: black},
		Terms:     c.Terms,
		Rules:     IdentifyRules(c.Variant.Rules()),
		Pool:      PoolOf(c.Variant),
		Started:   h.now,
		Away:      h.service.Away,
		RematchOf: c.RematchOf,
	}, nil)
	return g, h.tx.PutGame(g)
}

// keptWhite returns which of two people has White in their next game by lot because their
// last game by lot does not count, or does not count yet. It returns Anyone if chance decides.
func (h *hearing) keptWhite(a, b PersonID) (PersonID, error) {
	namesOfA, err := names(h.tx, a)
	if err != nil {
		return Anyone, err
	}
	namesOfB, err := names(h.tx, b)
	if err != nil {
		return Anyone, err
	}
	last, err := h.lastByLot(namesOfA, namesOfB)
	switch {
	case err != nil || last == nil:
		return Anyone, err
	case last.IsOver() && last.result.Outcome != NoOutcome, !last.IsOver() && last.IsUnderway():
		return Anyone, nil
	case slices.Contains(namesOfA, last.Player(draughts.White)):
		return a, nil
	}
	return b, nil
}

// lastByLot returns the game by lot that two people have begun last, among their running and
// their last finished games; nil if there is none. The first of the names of each is the
// person, the others are pseudonyms.
func (h *hearing) lastByLot(namesOfA, namesOfB []PersonID) (*Game, error) {
	const most = 20
	running, err := h.tx.Games(RunningGamesOf(namesOfA[0]), "", h.limits.GamesPerPerson)
	if err != nil {
		return nil, err
	}
	games := slices.DeleteFunc(running.Items, func(g *Game) bool {
		_, plays := g.Side(namesOfB[0])
		return !plays
	})
	for _, one := range namesOfA {
		for _, other := range namesOfB {
			finished, err := h.tx.Games(FinishedGamesBetween(one, other), "", most)
			if err != nil {
				return nil, err
			}
			games = append(games, finished.Items...)
		}
	}
	var last *Game
	for _, g := range games {
		if g.Colour == ByLot && (last == nil || g.Started.After(last.Started)) {
			last = g
		}
	}
	return last, nil
}

// Decline declines a challenge. Only whom it is to can.
func (r *Referee) Decline(ctx context.Context, q ReplyRequest) (Answer, error) {
	return r.hear(ctx, declineVerb, q.Request, func(h *hearing) error {
		c, err := h.openChallenge(q.Challenge)
		if err != nil {
			return err
		}
		if c.To != q.By.Person {
			return &Refusal{Code: NotForYou, Challenge: c}
		}
		return h.closeChallenge(c, Refused, ChallengeDeclined)
	})
}

// Withdraw withdraws a challenge. Only who has made it can.
func (r *Referee) Withdraw(ctx context.Context, q ReplyRequest) (Answer, error) {
	return r.hear(ctx, withdrawVerb, q.Request, func(h *hearing) error {
		c, err := h.openChallenge(q.Challenge)
		if err != nil {
			return err
		}
		if c.From != q.By.Person {
			return &Refusal{Code: NotYourChallenge, Challenge: c}
		}
		return h.closeChallenge(c, Retracted, ChallengeWithdrawn)
	})
}

// openChallenge returns a challenge that can still be answered, if the person who asks may
// see it. So a challenge to Anyone can be answered only in its place.
func (h *hearing) openChallenge(id ChallengeID) (*Challenge, error) {
	c, err := h.tx.Challenge(id)
	if missing(err) || err == nil && !h.viewer().seesChallenge(c) {
		return nil, refuse(NoSuchChallenge)
	} else if err != nil {
		return nil, err
	}
	if c.State == Open && c.Expires() <= h.instant() {
		c.State = Expired // it will be put down by Tick
	}
	if c.State != Open {
		return nil, &Refusal{Code: ChallengeClosed, Challenge: c}
	}
	return c, nil
}

// closeChallenge closes a challenge, which becomes the answer unless there is one.
func (h *hearing) closeChallenge(c *Challenge, to ChallengeState, kind AnnouncementKind) error {
	c.State, c.Closed = to, h.now
	if err := h.tx.PutChallenge(c); err != nil {
		return err
	}
	if h.answer.Challenge == nil {
		h.answer.Challenge = c
	}
	return h.announce(Announcement{Kind: kind, Place: c.Place, Room: c.Room, Challenge: c.ID})
}
