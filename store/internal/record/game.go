package record

import (
	"fmt"
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

const gameVersion = 1

// Game writes a game.
func Game(g *game.Game) []byte {
	c := write(gameVersion)
	c.b = slices.Grow(c.b, 128+8*g.Seq())
	h, n := g.Header, g.Seq()
	c.header(&h)
	number(&c, &n)
	at, away := h.Started, h.Downtime
	for i := range n {
		e := g.Event(i)
		c.event(&e, at, away, &h)
		at, away = e.At, e.Downtime
	}
	return c.b
}

// ReadGame reads a game.
func ReadGame(id game.GameID, b []byte, variants Variants) (*game.Game, error) {
	c := read(b, gameVersion)
	c.variants = variants
	h, n := game.Header{ID: id}, 0
	c.header(&h)
	number(&c, &n)
	n = c.count(n)
	events := make([]game.Event, n, n+2) // with room for the next ones
	c.squares = make([]draughts.Square, 0, len(c.b))
	at, away := h.Started, h.Downtime
	for i := range events {
		c.event(&events[i], at, away, &h)
		at, away = events[i].At, events[i].Downtime
	}
	if err := c.close(); err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	return game.Restore(h, events), nil
}

// header writes or reads a header. Only games with a ballot have an opening, and only those against the Computer hints.
func (c *codec) header(h *game.Header) {
	number(c, &h.Place)
	number(c, &h.Room)
	number(c, &h.Post)
	number(c, &h.Shown)
	number(c, &h.ChallengeRoom)
	number(c, &h.ChallengePost)
	for i := range h.Players {
		number(c, &h.Players[i])
	}
	c.rules(&h.Rules, &h.Variant)
	text(c, &h.Pool)
	c.terms(&h.Terms)
	c.time(&h.Started)
	c.span(&h.Downtime)
	text(c, &h.RematchOf)
	code(c, &h.Challenger)
	c.valid(h.Challenger <= draughts.Black)
	list(c, &h.Followers, func(f *game.Follower) {
		number(c, &f.Person)
		code(c, &f.Follows)
		c.valid(f.Follows <= game.FollowsMoves)
	})
	if h.Ballot {
		list(c, &h.Opening, func(p *game.Path) { c.path(p, h.Variant) })
		c.bool(&h.SecondOfBallot)
	}
	list(c, &h.Branches, func(b *game.Branch) {
		list(c, (*[]game.Path)(b), func(p *game.Path) { c.path(p, h.Variant) })
		c.valid(len(*b) > 0 && len(*b)%2 == 0)
	})
	for i := range h.LostBranches {
		c.bool(&h.LostBranches[i])
	}
	if h.HasComputer() {
		c.bool(&h.Hinted)
	}
	text(c, &h.Share.Secret)
	for i := range h.Share.Withdrawn {
		c.bool(&h.Share.Withdrawn[i])
	}
	text(c, &h.Tournament)
	if h.Tournament != "" {
		number(c, &h.Pairing)
		c.span(&h.NoShow)
	}
	if h.Voting {
		list(c, &h.Votes, func(v *game.Vote) {
			number(c, &v.Person)
			c.path(&v.Path, h.Variant)
		})
		list(c, &h.Voters, func(v *game.Voter) {
			number(c, &v.Person)
			code(c, &v.Side)
			c.valid(v.Side <= draughts.Black)
		})
	}
	number(c, &h.Talk)
	between := h.Abroad != nil
	c.bool(&between)
	if between || h.Voting {
		for i := range h.Names {
			text(c, &h.Names[i])
		}
	}
	if !between {
		return
	}
	if c.reading {
		h.Abroad = new(game.Home)
	}
	number(c, &h.Abroad.Place)
	number(c, &h.Abroad.Room)
	number(c, &h.Abroad.Post)
	number(c, &h.Abroad.Shown)
	number(c, &h.Abroad.Talk)
}

// The first byte of an event has its kind, whether its request waited, whether it is a conditional move, its side, and
// whether the referee was away since the event before.
const (
	eventKind    = 0x0f
	eventWaited  = 0x10
	eventAnswers = 0x20
	eventSide    = 0x40
	eventAway    = 0x80
)

// event writes or reads an event. The time and the downtime of the event before are at and away.
func (c *codec) event(e *game.Event, at time.Time, away time.Duration, h *game.Header) {
	first := byte(e.Kind) & eventKind
	if e.Side == draughts.Black {
		first |= eventSide
	}
	if e.Answers {
		first |= eventAnswers
	}
	if e.Waited != 0 {
		first |= eventWaited
	}
	since, longer := e.At.Sub(at), e.Downtime-away
	if longer != 0 {
		first |= eventAway
	}
	if c.reading {
		since, longer = 0, 0
	}
	code(c, &first)
	c.span(&since)
	if first&eventAway != 0 {
		c.span(&longer)
	}
	if first&eventWaited != 0 {
		c.span(&e.Waited)
	}
	if c.reading {
		e.Kind, e.At, e.Downtime = game.EventKind(first&eventKind), at.Add(since), away+longer
		e.Answers = first&eventAnswers != 0
		if first&eventSide != 0 {
			e.Side = draughts.Black
		}
	}
	switch e.Kind {
	case game.Moved:
		c.path(&e.Path, h.Variant)
		if h.Voting {
			list(c, &e.Tally, func(t *game.Tallied) {
				c.path(&t.Path, h.Variant)
				number(c, &t.Votes)
			})
		}
	case game.TookBack:
		number(c, &e.Plies)
		c.valid(e.Plies>>16 == 0)
	case game.Offered, game.Declined, game.Withdrawn:
		code(c, &e.Offer)
		c.valid(int(e.Offer) < len(game.Offers))
	case game.Ended:
		if c.reading {
			e.Result = new(game.Result)
		}
		c.result(e.Result)
	case game.Paused:
		text(c, &e.Game)
	case game.WentAway:
		signed(c, &e.Instant)
		c.time(&e.Until)
	case game.CameBack:
		signed(c, &e.Instant)
	default:
		c.valid(e.Kind == game.Reminded)
	}
}

func (c *codec) path(p *game.Path, v *draughts.Variant) {
	n := len(*p)
	number(c, &n)
	if !c.reading {
		for i := range *p {
			code(c, &(*p)[i])
		}
		return
	}
	first := len(c.squares)
	for _, b := range c.take(uint64(n)) {
		q := draughts.Square(b)
		c.valid(v.Has(q))
		c.squares = append(c.squares, q)
	}
	*p = game.Path(c.squares[first:len(c.squares):len(c.squares)])
}

func (c *codec) result(r *game.Result) {
	code(c, &r.Cause)
	code(c, &r.Outcome)
	c.valid(r.Outcome <= game.BlackWon && r.Cause <= game.ByInactivity)
	code(c, &r.Rule)
	number(c, &r.Moderator)
	text(c, &r.Reason)
	c.float(&r.Weight)
	for side := range r.Changes {
		list(c, &r.Changes[side], func(change *game.RatingChange) {
			number(c, &change.Place)
			c.rating(&change.Before)
			c.rating(&change.After)
		})
	}
}
