package game

import (
	"context"
	"errors"
	"time"

	"doublecorner/game/draughts"
)

// Challenge is an invitation to play, to a person or to anyone in a place.
type Challenge struct {
	ID    ChallengeID
	Place PlaceID
	Room  RoomID
	From  PersonID
	To    PersonID // Anyone for an open one
	Rules RulesID  // of Variant
	Terms
	Changes  int // of the terms since it was made
	Made     time.Time
	Downtime time.Duration // Service.Downtime when it was made

	State  ChallengeState
	Closed time.Time // the zero time while it is open
	Game   GameID    // the game of an accepted challenge

	// Everywhere says that anyone in any place may accept it, who is told of the challenger only the Name.
	Everywhere bool
	Name       string
	// Rating is the challenger's rating everywhere, as Referee.Lobby tells it; nil if they have none that is certain. It is not stored.
	Rating *Rating

	CounterTo ChallengeID // the challenge that this one answers with other terms, if any
	RematchOf GameID      // the game that the new game is a rematch of, if any
}

// ChallengeState is the state of a challenge.
type ChallengeState uint8

const (
	Open ChallengeState = iota
	Accepted
	Refused   // the challenged person declined it
	Retracted // the challenger withdrew it
	Countered
	Expired
)

func (s ChallengeState) String() string {
	return draughts.Word(s, "open", "accepted", "declined", "withdrawn", "countered", "expired")
}

const (
	// challengeLife is the time after which an open challenge expires.
	challengeLife = 48 * time.Hour
	// challengeMemory is the time for which a closed challenge is kept.
	challengeMemory = 30 * 24 * time.Hour
)

func (c *Challenge) made() Instant { return instantOf(c.Made, c.Downtime) }

// expires returns the instant at which an open challenge expires.
func (c *Challenge) expires() Instant { return c.made().Add(challengeLife) }

// Alarm returns the instant at which Tick changes the challenge: an open one expires, and a
// closed one is deleted. Stores index challenges by it.
func (c *Challenge) Alarm() Instant {
	if c.State == Open {
		return c.expires()
	}
	return max(c.made(), instantOf(c.Closed, c.Downtime)).Add(challengeMemory)
}

// ChallengeRequest challenges a person, or anyone.
type ChallengeRequest struct {
	Request
	Room       RoomID
	To         PersonID // Anyone for an open challenge
	Robot      bool     // To is a robot that does not play here
	Everywhere bool     // the open challenge is one to anyone in any place
	Name       string   // of the challenger in other places, or of the people of the room who vote
	Terms      Terms
}

// Challenge makes a challenge. If the challenged person has challenged the challenger in the
// same place, the new challenge is a counter-challenge and replaces that one. A challenge to the
// Computer begins the game at once, and so does one by which people of a room are to vote against the challenger.
func (r *Referee) Challenge(ctx context.Context, q ChallengeRequest) (Answer, error) {
	fault := q.Terms.faultAgainst(q.To)
	return r.do(ctx, challengeKind, q.Request, func(s *step) (Answer, error) {
		switch {
		case q.Robot:
			return Answer{}, refuse(RobotOpponent)
		case q.To == q.By.Person && !q.Terms.Voting:
			return Answer{}, refuse(OwnOpponent)
		case fault != 0:
			return Answer{}, &RequestError{Code: BadTerms, Terms: fault}
		case q.Everywhere && !PoolOf(q.Terms.Variant).IsBuiltin(): // whose name could tell who made it
			return Answer{}, &RequestError{Code: BadTerms, Terms: NoRules}
		}
		c := &Challenge{Place: q.Place, Room: q.Room, From: q.By.Person, To: q.To, Terms: q.Terms}
		c.Everywhere = q.Everywhere && q.To == Anyone
		if c.Everywhere || c.Voting {
			c.Name = q.Name
		}
		find := func() (*Challenge, error) {
			return s.findOpenBy(q.To, func(c *Challenge) bool { return c.To == q.By.Person && c.Place == q.Place })
		}
		s.expect(func() {
			find()
			s.checkChallenge(c)
		})
		theirs, err := find()
		if err != nil {
			return Answer{}, err
		}
		if theirs != nil {
			return s.counter(theirs, q.Terms)
		}
		return s.challenge(c)
	})
}

// findOpenBy returns a person's newest open challenge that fits, or nil.
func (s *step) findOpenBy(p PersonID, fits func(*Challenge) bool) (*Challenge, error) {
	open, err := s.tx.Challenges(OpenChallengesBy(p), "", s.quotas.ChallengesPerPerson)
	if err != nil {
		return nil, err
	}
	for _, c := range open.Items {
		if fits(c) && c.expires() > s.instant() {
			return c, nil
		}
	}
	return nil, nil
}

// counter answers a challenge with other terms: a new challenge in the other direction
// replaces it.
func (s *step) counter(c *Challenge, terms Terms) (Answer, error) {
	if mirrored := terms.Mirrored(); mirrored.equal(&c.Terms) {
		return Answer{}, &RequestError{Code: SameTerms, Challenge: c}
	}
	answer, err := s.challenge(&Challenge{
		Place: c.Place, Room: c.Room, From: c.To, To: c.From, Terms: terms,
		CounterTo: c.ID, RematchOf: c.RematchOf,
	})
	if err != nil {
		return Answer{}, err
	}
	return answer, s.setChallenge(c, Countered, ChallengeCountered)
}

// challenge checks a new challenge and opens it.
func (s *step) challenge(c *Challenge) (answer Answer, err error) {
	if c.To == FormerPlayer {
		return Answer{}, refuse(OpponentGone)
	}
	c.Rules = IdentifyRules(c.Variant.Rules())
	if c.To == Computer || c.To == c.From {
		return s.playAtOnce(c)
	}
	s.expect(func() { s.checkChallenge(c) })
	if err := s.checkChallenge(c); err != nil {
		return Answer{}, err
	}
	if c.ID, err = newID(s.rng, s.tx.Challenge); err != nil {
		return Answer{}, err
	}
	c.Made, c.Downtime = s.now, s.service.Downtime
	return Answer{Challenge: c}, s.setChallenge(c, Open, ChallengeMade)
}

// checkChallenge refuses a new challenge if its game could not begin, if the challenger has made the same one
// before, or if the challenger's quota is reached.
func (s *step) checkChallenge(c *Challenge) error {
	if err := s.checkGame(c, c.To); err != nil {
		return err
	}
	limit := s.quotas.ChallengesPerPerson
	mine, err := s.tx.Challenges(OpenChallengesBy(c.From), "", limit)
	if err != nil {
		return err
	}
	for _, other := range mine.Items {
		if other.To == c.To && other.Place == c.Place && other.Everywhere == c.Everywhere && other.Terms.equal(&c.Terms) {
			return &RequestError{Code: AlreadyChallenged, Challenge: other}
		}
	}
	if len(mine.Items) >= limit {
		return &RequestError{Code: TooManyChallenges, Limit: limit}
	}
	return nil
}

// checkGame refuses a game with another person by the terms of a challenge if that person is being
// erased, if it is rated and who makes the request was erased lately, or if a quota of either player or of the place is
// reached.
func (s *step) checkGame(c *Challenge, with PersonID) error {
	if err := checkNotErasing(s.tx, with); err != nil {
		return err
	}
	if c.Rated {
		if err := s.checkRated(s.by.Person); err != nil {
			return err
		}
	}
	if c.Voting {
		err := s.checkVoting(TeamOf(c.Room))
		if isRefusal(err) && s.place != c.Place {
			err = &RequestError{Code: OpponentBusy, Limit: 1}
		}
		if err != nil {
			return err
		}
	}
	for _, quota := range []struct {
		list  GameList
		limit int
		code  Code
	}{
		{RunningGamesOf(s.by.Person), s.quotas.GamesPerPerson, TooManyGames},
		{RunningGamesOf(c.From), s.quotas.GamesPerPerson, OpponentBusy},
		{RunningGamesIn(c.Place), s.quotas.GamesPerPlace, PlaceFull},
	} {
		n, err := s.countPlayed(quota.list, quota.limit)
		if err != nil {
			return err
		}
		if n >= quota.limit {
			return &RequestError{Code: quota.code, Limit: quota.limit}
		}
	}
	return s.checkApart(s.by.Person, with)
}

// checkVoting refuses a game of a team that has one.
func (s *step) checkVoting(team PersonID) error {
	running, err := s.tx.Games(RunningGamesOf(team), "", 1)
	if err != nil || len(running.Items) == 0 {
		return err
	}
	return &RequestError{Code: AlreadyVoting, Game: running.Items[0]}
}

// countPlayed counts the games of a list up to a limit; of a person's, those in which they only vote do not count.
func (s *step) countPlayed(list GameList, limit int) (int, error) {
	n, err := s.tx.CountGames(list, limit)
	if err != nil || n < limit || list.Kind != GamesRunningOf {
		return n, err
	}
	n = 0
	for g, err := range All(s.tx.Games, list) {
		if err != nil {
			return 0, err
		}
		if _, plays := g.Side(list.Person); plays {
			n++
		}
	}
	return n, nil
}

// ReplyRequest accepts, declines or withdraws a challenge.
type ReplyRequest struct {
	Request
	Challenge ChallengeID
	Changes   int // of its terms that the person saw, who accepts no others

	// Room is where the game is shown to who accepts a challenge from another place, and Name what they are called there.
	Room RoomID
	Name string
}

// reply runs the step of a request about an open challenge that the person who makes the request may
// see. A challenge to Anyone can therefore be answered in its place only.
func (r *Referee) reply(ctx context.Context, kind RequestKind, q ReplyRequest, run func(*step, *Challenge) (Answer, error)) (Answer, error) {
	return r.doAbout(ctx, kind, q.Request, Expectation{Challenge: q.Challenge}, func(s *step) (Answer, error) {
		c, err := s.viewer().challenge(s.tx, q.Challenge)
		if err != nil {
			return Answer{}, err
		}
		if c.State == Open && c.expires() <= s.instant() {
			c.State = Expired // Tick will store it
		}
		if c.State != Open {
			return Answer{}, &RequestError{Code: ChallengeClosed, Challenge: c}
		}
		return run(s, c)
	})
}

// Counter answers a challenge to the person who makes the request with other terms: a new challenge in the
// other direction replaces it.
func (r *Referee) Counter(ctx context.Context, q ReplyRequest, terms Terms) (Answer, error) {
	fault := terms.faultAgainst(Anyone)
	return r.reply(ctx, challengeKind, q, func(s *step, c *Challenge) (Answer, error) {
		switch {
		case c.To != q.By.Person:
			return Answer{}, &RequestError{Code: NotForYou, Challenge: c}
		case fault != 0:
			return Answer{}, &RequestError{Code: BadTerms, Terms: fault}
		}
		return s.counter(c, terms)
	})
}

// Accept accepts a challenge and begins the game.
func (r *Referee) Accept(ctx context.Context, q ReplyRequest) (Answer, error) {
	return r.reply(ctx, acceptKind, q, func(s *step, c *Challenge) (Answer, error) {
		switch {
		case c.From == q.By.Person && !c.IsForChannels():
			return Answer{}, &RequestError{Code: OwnChallenge, Challenge: c}
		case c.To != Anyone && c.To != q.By.Person:
			return Answer{}, &RequestError{Code: NotForYou, Challenge: c}
		case c.Changes != q.Changes:
			return Answer{}, &RequestError{Code: TermsChanged, Challenge: c}
		}
		return s.acceptFrom(c, q)
	})
}

// acceptFrom begins the game of a challenge that a person accepts. One to anyone everywhere is accepted from another place,
// and people of two rooms vote in its game if they do so in that of the challenger.
func (s *step) acceptFrom(c *Challenge, q ReplyRequest) (Answer, error) {
	if !c.Everywhere || q.Place == c.Place && !c.Voting {
		return s.accept(c, q.By.Person)
	}
	by := q.By.Person
	if q.Room == 0 { // so that only who may meet others there begins a game in a room
		return Answer{}, refuse(NoSuchChallenge)
	}
	if c.Voting {
		if by = TeamOf(q.Room); q.Place == c.Place { // where people would see both sides' votes
			return Answer{}, &RequestError{Code: OwnChallenge, Challenge: c}
		}
		if err := s.checkVoting(by); err != nil {
			return Answer{}, err
		}
	}
	return s.acceptAs(c, by, Header{Abroad: &Home{Place: q.Place, Room: q.Room}}, q.Name)
}

// SetRated changes whether the game of a challenge by the person who makes the request is to be rated. It announces nothing.
func (r *Referee) SetRated(ctx context.Context, q ReplyRequest, rated bool) (Answer, error) {
	return r.reply(ctx, setRatedKind, q, func(s *step, c *Challenge) (Answer, error) {
		switch {
		case c.From != q.By.Person:
			return Answer{}, &RequestError{Code: NotYourChallenge, Challenge: c}
		case c.Rated == rated:
			return Answer{Challenge: c}, nil
		}
		c.Rated, c.Changes = rated, c.Changes+1
		if fault := c.faultAgainst(c.To); fault != 0 {
			return Answer{}, &RequestError{Code: BadTerms, Terms: fault}
		}
		if rated {
			if err := s.checkRated(c.From); err != nil {
				return Answer{}, err
			}
		}
		return Answer{Challenge: c}, s.tx.PutChallenge(c)
	})
}

// accept begins the game of a challenge that a person accepts, or the Computer.
func (s *step) accept(c *Challenge, by PersonID) (Answer, error) {
	return s.acceptAs(c, by, Header{}, "")
}

// acceptAs is accept by a player who may see the game elsewhere, and is called by a name where the challenger does.
func (s *step) acceptAs(c *Challenge, by PersonID, h Header, name string) (Answer, error) {
	s.expect(func() {
		s.checkGame(c, c.From)
		if c.Colour == ByLot {
			s.whiteAfterUncounted(c.player(), by)
		}
		s.vacationOf(c.From)
		s.vacationOf(by)
	})
	if err := s.checkGame(c, c.From); err != nil {
		return Answer{}, err
	}
	white, black, err := s.sides(c, by)
	if err != nil {
		return Answer{}, err
	}
	opening, second, err := s.ballot(c, white, black)
	if err != nil {
		return Answer{}, err
	}
	challenger := draughts.White
	if c.player() == black {
		challenger = draughts.Black
	}
	h.Place, h.Room, h.Players = c.Place, c.Room, [...]PersonID{draughts.White: white, draughts.Black: black}
	h.Terms, h.RematchOf, h.Challenger, h.Opening, h.SecondOfBallot = c.Terms, c.RematchOf, challenger, opening, second
	if h.Abroad != nil || c.Voting {
		h.Names[challenger], h.Names[challenger.Opponent()] = c.Name, name
	}
	g, err := s.begin(h)
	if err != nil {
		return Answer{}, err
	}
	c.Game, c.State, c.Closed = g.ID, Accepted, s.now
	return Answer{Game: g, Challenge: c}, errors.Join(
		s.tx.PutChallenge(c), s.announceGame(g, Announcement{Kind: GameBegun, Challenge: c.ID}), s.noteAway(g))
}

// IsForChannels reports whether only people who vote, in another place, can accept a challenge.
func (c *Challenge) IsForChannels() bool { return c.Everywhere && c.Voting }

// player returns who is to play for the challenger: they, or the people of the room.
func (c *Challenge) player() PersonID {
	if c.Voting {
		return TeamOf(c.Room)
	}
	return c.From
}

// begin begins and stores a game.
func (s *step) begin(h Header) (*Game, error) {
	var err error
	if h.ID, err = newID(s.random(), s.tx.Game); err != nil {
		return nil, err
	}
	h.Rules, h.Pool = IdentifyRules(h.Variant.Rules()), PoolOf(h.Variant)
	h.Started, h.Downtime = s.now, s.service.Downtime
	g := Restore(h, nil)
	s.counters.Begun++
	s.changed = append(s.changed, g)
	return g, s.tx.PutGame(g)
}

// Decline declines a challenge to the person who makes the request.
func (r *Referee) Decline(ctx context.Context, q ReplyRequest) (Answer, error) {
	return r.reply(ctx, declineKind, q, func(s *step, c *Challenge) (Answer, error) {
		if c.To != q.By.Person {
			return Answer{}, &RequestError{Code: NotForYou, Challenge: c}
		}
		return Answer{Challenge: c}, s.setChallenge(c, Refused, ChallengeDeclined)
	})
}

// Withdraw withdraws a challenge by the person who makes the request.
func (r *Referee) Withdraw(ctx context.Context, q ReplyRequest) (Answer, error) {
	return r.reply(ctx, withdrawKind, q, func(s *step, c *Challenge) (Answer, error) {
		if c.From != q.By.Person {
			return Answer{}, &RequestError{Code: NotYourChallenge, Challenge: c}
		}
		return Answer{Challenge: c}, s.setChallenge(c, Retracted, ChallengeWithdrawn)
	})
}

// setChallenge stores and announces the state of a challenge.
func (s *step) setChallenge(c *Challenge, to ChallengeState, kind AnnouncementKind) error {
	if c.State = to; to != Open {
		c.Closed = s.now
	}
	return errors.Join(
		s.tx.PutChallenge(c),
		s.announce(Announcement{Kind: kind, Place: c.Place, Room: c.Room, Challenge: c.ID, Game: c.Game}),
	)
}
