package record

import (
	"fmt"
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/game/tournament"
)

const tournamentVersion = 1

// Tournament writes a tournament.
func Tournament(t *game.Tournament) []byte {
	c := write(tournamentVersion)
	c.b = slices.Grow(c.b, 256+12*t.Seq())
	h, d, events := t.TournamentHeader, t.Declaration, t.Events()
	c.tournament(&h, &d, &events)
	return c.b
}

// ReadTournament reads a tournament.
func ReadTournament(id game.TournamentID, b []byte, variants Variants) (*game.Tournament, error) {
	c, h := read(b, tournamentVersion), game.TournamentHeader{ID: id}
	c.variants = variants
	var d tournament.Declaration
	var events []tournament.Event
	c.tournament(&h, &d, &events)
	if err := c.close(); err != nil {
		return nil, fmt.Errorf("tournament %s: %w", id, err)
	}
	return restore(h, d, events)
}

// restore restores a tournament, or returns an error if its events contradict each other.
func restore(h game.TournamentHeader, d tournament.Declaration, events []tournament.Event) (t *game.Tournament, err error) {
	defer func() {
		if value := recover(); value != nil {
			t, err = nil, fmt.Errorf("tournament %s: %w: %v", h.ID, ErrBroken, value)
		}
	}()
	t = game.RestoreTournament(h, d, events)
	for p := t.Pairing(1); p != nil; p = t.Pairing(p.Number + 1) {
		if t.Entrant(p.White) == nil || !p.IsBye() && t.Entrant(p.Black) == nil {
			return nil, fmt.Errorf("tournament %s: %w: it pairs a player who never entered", h.ID, ErrBroken)
		}
	}
	return t, nil
}

func (c *codec) tournament(h *game.TournamentHeader, d *tournament.Declaration, events *[]tournament.Event) {
	number(c, &h.Place)
	number(c, &h.Room)
	number(c, &h.Director)
	number(c, &h.Role)
	number(c, &h.SecondRole)
	number(c, &h.ApartRole)
	c.rules(&h.Rules, &h.Terms.Variant)
	c.terms(&h.Terms)
	c.time(&h.Made)
	number(c, &h.Post)
	number(c, &h.Shown)
	c.span(&h.Downtime)
	c.clock(&h.ReplayClock)
	c.declaration(d)
	// Events name the players by their numbers in this list, from 1.
	players := players{names: namesIn(*events)}
	list(c, &players.names, func(p *tournament.PlayerID) { text(c, p) })
	players.number()
	n := len(*events)
	number(c, &n)
	if c.reading {
		n = c.count(n)
		*events = make([]tournament.Event, n, n+2) // with room for the next ones
	}
	var at tournament.Moment
	for i := range *events {
		c.tournamentEvent(&(*events)[i], at, players)
		at = (*events)[i].Moment
	}
}

func (c *codec) declaration(d *tournament.Declaration) {
	text(c, &d.Name)
	code(c, &d.Format)
	c.time(&d.Starts)
	for _, p := range []*time.Duration{&d.CheckIn, &d.Interval, &d.Length, &d.Reply, &d.NoShow} {
		c.span(p)
	}
	for _, p := range []*int{
		&d.MaxPlayers, &d.MinRating, &d.MaxRating, &d.Games, &d.Rounds, &d.LateRounds, &d.Cycles, &d.Parallel,
		&d.Replays, &d.Reach,
	} {
		signed(c, p)
	}
	for _, p := range []*bool{&d.MatchPoints, &d.Openings, &d.ThirdPlace} {
		c.bool(p)
	}
	list(c, &d.Tiebreaks, func(t *tournament.Tiebreak) { code(c, t) })
	text(c, &d.Teams[0])
	text(c, &d.Teams[1])
	text(c, &d.Zone)
	signed(c, &d.Byes)
	c.span(&d.Rest)
	c.span(&d.Idle)
	text(c, &d.Prize)
	code(c, &d.Colours)
	code(c, &d.Repetition)
	number(c, &d.Deserted)
	list(c, &d.From, func(id *string) { text(c, id) })
	number(c, &d.Best)
	c.valid(d.Fault() == 0)
}

// clock writes or reads a clock.
func (c *codec) clock(p *game.Clock) {
	written := p.String()
	text(c, &written)
	if c.reading && c.err == nil {
		var err error
		*p, err = game.ParseClock(written)
		c.valid(err == nil)
	}
}

// players are the players and directors of a tournament, with their numbers from 1.
type players struct {
	names   []tournament.PlayerID
	numbers map[tournament.PlayerID]int
}

func (p *players) number() {
	p.numbers = make(map[tournament.PlayerID]int, len(p.names))
	for i, id := range p.names {
		p.numbers[id] = i + 1
	}
}

// namesIn returns the players and directors whom events name, in the order of the events.
func namesIn(events []tournament.Event) []tournament.PlayerID {
	var names []tournament.PlayerID
	known := map[tournament.PlayerID]bool{"": true}
	for i := range events {
		for _, id := range []tournament.PlayerID{events[i].By, events[i].Player, events[i].Opponent} {
			if !known[id] {
				known[id] = true
				names = append(names, id)
			}
		}
	}
	return names
}

// The first byte of an event of a tournament has its kind, and what follows.
const (
	tournamentKind = 0x1f
	tournamentBy   = 0x20 // the director
	tournamentText = 0x40 // a reason
	tournamentAway = 0x80 // the referee was away since the event before
)

// tournamentEvent writes or reads an event, after one at another moment.
func (c *codec) tournamentEvent(e *tournament.Event, before tournament.Moment, players players) {
	first := byte(e.Kind) & tournamentKind
	if e.By != "" {
		first |= tournamentBy
	}
	if e.Reason != "" {
		first |= tournamentText
	}
	if e.Downtime != before.Downtime {
		first |= tournamentAway
	}
	code(c, &first)
	e.Kind = tournament.EventKind(first & tournamentKind)
	c.valid(e.Kind <= tournament.Qualified)
	player := func(p *tournament.PlayerID) {
		n := players.numbers[*p]
		number(c, &n)
		if c.valid(n >= 0 && n <= len(players.names)); c.reading && c.err == nil && n > 0 {
			*p = players.names[n-1]
		}
	}
	if before.At.IsZero() {
		before.At = time.UnixMilli(0).UTC()
	}
	after := e.At.Sub(before.At)
	c.span(&after)
	away := e.Downtime - before.Downtime
	if first&tournamentAway != 0 {
		c.span(&away)
	}
	if c.reading {
		e.At, e.Downtime = before.At.Add(after), before.Downtime+away
		if first&tournamentAway == 0 {
			e.Downtime = before.Downtime
		}
	}
	if first&tournamentBy != 0 {
		player(&e.By)
	}
	if first&tournamentText != 0 {
		text(c, &e.Reason)
	}
	switch e.Kind {
	case tournament.Entered:
		player(&e.Player)
		number(c, &e.Rating)
		number(c, &e.Team)
		c.valid(e.Team >= 0 && e.Team <= 2)
		number(c, &e.Lot)
		c.bool(&e.Apart)
		number(c, &e.Group)
		number(c, &e.Place)
	case tournament.CheckedIn, tournament.Withdrew, tournament.Rejoined:
		player(&e.Player)
	case tournament.Removed:
		player(&e.Player)
		c.bool(&e.Kept)
	case tournament.Parted:
		player(&e.Player)
		player(&e.Opponent)
	case tournament.SatOut:
		player(&e.Player)
		signed(c, &e.Score.White)
	case tournament.Rested:
		player(&e.Player)
		c.span(&e.Extension)
	case tournament.Paired, tournament.Challenged, tournament.Refused, tournament.Accepted:
		player(&e.Player)
		player(&e.Opponent)
		number(c, &e.Lot)
	case tournament.RoundBegan:
		number(c, &e.Lot)
		list(c, &e.Pairs, func(p *tournament.Pair) {
			player(&p.White)
			player(&p.Black)
		})
	case tournament.Started:
		number(c, &e.Lot)
	case tournament.GameBegan:
		number(c, &e.Pairing)
		text(c, &e.Game)
	case tournament.GameEnded, tournament.Adjudicated:
		number(c, &e.Pairing)
		signed(c, &e.Score.White)
		signed(c, &e.Score.Black)
		c.bool(&e.Score.Forfeit)
		c.bool(&e.Score.Quick)
		if e.Kind == tournament.GameEnded {
			c.bool(&e.Claimed)
		}
	case tournament.Voided:
		number(c, &e.Pairing)
	case tournament.Extended, tournament.Qualified:
		c.span(&e.Extension)
	}
}
