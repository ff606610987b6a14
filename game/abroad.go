package game

import (
	"errors"
	"slices"
	"strings"

	"doublecorner/game/draughts"
)

// Home is where people see a game: a place, with the room and the post there that show it. Shown is the number of events
// that the post shows.
type Home struct {
	Place PlaceID
	Room  RoomID
	Post  PostID
	Shown int
	Talk  RoomID
}

// abroadMark is the end of the id under which a game is known in its second place. No id that people type has it.
const abroadMark = "a"

// abroad returns the id under which a game is known in its second place.
func (id GameID) abroad() GameID { return id + abroadMark }

// home returns the id under which a game is stored.
func (id GameID) home() GameID { return GameID(strings.TrimSuffix(string(id), abroadMark)) }

// Code returns the id of a game as people read it.
func (id GameID) Code() string { return string(id.home()) }

// isAbroad reports whether a game is known by an id in its second place.
func (id GameID) isAbroad() bool { return strings.HasSuffix(string(id), abroadMark) }

// IsBetween reports whether the players of a game are in two places, which know nothing of each other.
func (h *Header) IsBetween() bool { return h.Abroad != nil }

// IsHere reports whether a side is that of the place in which the game is seen.
func (h *Header) IsHere(s draughts.Side) bool { return h.Player(s) != Stranger }

// seenFrom returns a game between two places as one of them sees it: nothing is known of the other one and of the player
// there, except the name that the player chose. It cannot be stored.
func (g *Game) seenFrom(away bool) *Game {
	if g.Abroad == nil {
		return g
	}
	seen := *g
	here := g.Challenger
	if away {
		here = g.Challenger.Opponent()
		seen.ID = g.ID.abroad()
		seen.Place, seen.Room, seen.Post, seen.Shown = g.Abroad.Place, g.Abroad.Room, g.Abroad.Post, g.Abroad.Shown
		seen.ChallengeRoom, seen.ChallengePost, seen.Talk = 0, 0, g.Abroad.Talk
	}
	there := here.Opponent()
	seen.Abroad, seen.Players[there] = &Home{}, Stranger
	seen.Voters, seen.Votes = nil, nil
	for _, v := range g.Voters {
		if v.Side == here {
			seen.Voters = append(seen.Voters, v)
		}
	}
	if g.Voting {
		seen.events = withoutTallies(g.events, there)
	}
	if g.Turn() == here { // what the other side plans or votes for is not told
		seen.Votes, seen.Branches = g.Votes, nil
	}
	return &seen
}

// withoutTallies returns events without the votes for the moves of a side.
func withoutTallies(events []Event, s draughts.Side) []Event {
	events = slices.Clone(events)
	for i := range events {
		if events[i].Side == s {
			events[i].Tally = nil
		}
	}
	return events
}

// inBothPlaces returns games as they are seen, those between two places from each of them.
func inBothPlaces(games []*Game) (seen []*Game) {
	for _, g := range games {
		seen = append(seen, g.seenFrom(false))
		if g.IsBetween() {
			seen = append(seen, g.seenFrom(true))
		}
	}
	return seen
}

// RatingPlace returns the place whose ratings the game changes and shows: its own, unless it is between two.
func (h *Header) RatingPlace() PlaceID {
	if h.IsBetween() {
		return Everywhere
	}
	return h.Place
}

// isAbroad reports whether a viewer sees a game from its second place: by where they are, or else by the side that is theirs.
func (v Viewer) isAbroad(g *Game) bool {
	switch {
	case g.Abroad == nil, v.unrestricted, v.Place == g.Place:
		return false
	case v.Place == g.Abroad.Place:
		return true
	}
	side, plays := g.Side(v.Person)
	if !plays {
		side, _ = g.VotesFor(v.Person)
	}
	return side != g.Challenger
}

// from returns a stored game as the viewer sees it who knows it by an id.
func (v Viewer) from(g *Game, as GameID) *Game {
	return g.seenFrom(v.isAbroad(g) || as.isAbroad() && g.Abroad != nil && (v.unrestricted || v.Place == g.Abroad.Place))
}

// fromHere returns a stored challenge as the viewer sees it.
func (v Viewer) fromHere(c *Challenge) *Challenge {
	if v.knows(c) {
		return c
	}
	return c.abroad()
}

// answer returns an answer as the viewer sees it.
func (v Viewer) answer(a Answer, as GameID) Answer {
	if a.Game != nil {
		a.Game = v.from(a.Game, as)
	}
	if a.Challenge != nil {
		a.Challenge = v.fromHere(a.Challenge)
	}
	return a
}

// refusal returns an error as the viewer sees it.
func (v Viewer) refusal(err error, as GameID) error {
	refused, ok := errors.AsType[*RequestError](err)
	if !ok {
		return err
	}
	seen := *refused
	if seen.Game != nil {
		seen.Game = v.from(seen.Game, as)
	}
	if seen.Challenge != nil {
		seen.Challenge = v.fromHere(seen.Challenge)
	}
	return &seen
}

func isRefusal(err error) bool {
	_, ok := errors.AsType[*RequestError](err)
	return ok
}

// abroad returns an open challenge to anyone everywhere as others than those of its place see it: what is played, and
// nothing of who is there.
func (c *Challenge) abroad() *Challenge {
	return &Challenge{
		ID: c.ID, From: Stranger, Rules: c.Rules, Terms: c.Terms, Changes: c.Changes, Made: c.Made, Downtime: c.Downtime,
		State: c.State, Closed: c.Closed, Everywhere: true, Rating: c.Rating,
	}
}
