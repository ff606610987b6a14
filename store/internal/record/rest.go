package record

import (
	"fmt"

	"doublecorner/game"
)

const challengeVersion = 1

// Challenge writes a challenge.
func Challenge(c *game.Challenge, rules game.RulesID) []byte {
	w := begin(challengeVersion)
	w.uint(uint64(c.Place))
	w.uint(uint64(c.Room))
	w.uint(uint64(c.From))
	w.uint(uint64(c.To))
	w.b = append(w.b, rules[:]...)
	w.terms(&c.Terms)
	w.time(c.Made)
	w.span(c.Away)
	w.byte(byte(c.State))
	w.time(c.Closed)
	w.text(string(c.Game))
	w.text(string(c.Counters))
	w.text(string(c.RematchOf))
	return w.b
}

// ReadChallenge reads a challenge.
func ReadChallenge(id game.ChallengeID, b []byte, variants Variants) (*game.Challenge, error) {
	c, err := readChallenge(id, b, variants)
	if err != nil {
		return nil, fmt.Errorf("challenge %s: %w", id, err)
	}
	return c, nil
}

func readChallenge(id game.ChallengeID, b []byte, variants Variants) (*game.Challenge, error) {
	r, version := open(b)
	if version != challengeVersion {
		return nil, unknown(version)
	}
	c := &game.Challenge{
		ID: id, Place: game.PlaceID(r.uint()), Room: game.RoomID(r.uint()),
		From: game.PersonID(r.uint()), To: game.PersonID(r.uint()),
	}
	var rules game.RulesID
	copy(rules[:], r.take(uint64(len(rules))))
	if r.err != nil {
		return nil, r.err
	}
	v, err := variants(rules)
	if err != nil {
		return nil, err
	}
	c.Terms = r.terms(v)
	c.Made = r.time()
	c.Away = r.span()
	c.State = game.ChallengeState(r.byte())
	c.Closed = r.time()
	c.Game = game.GameID(r.text())
	c.Counters = game.ChallengeID(r.text())
	c.RematchOf = game.GameID(r.text())
	return c, r.close()
}

const standingVersion = 1

// Standing writes a standing.
func Standing(s *game.Standing) []byte {
	w := begin(standingVersion)
	w.rating(s.Rating)
	w.float(s.Best)
	w.time(s.Played)
	w.uint(uint64(s.Wins))
	w.uint(uint64(s.Draws))
	w.uint(uint64(s.Losses))
	w.int(int64(s.Streak))
	return w.b
}

// ReadStanding reads a standing.
func ReadStanding(p game.PersonID, board game.Board, b []byte) (*game.Standing, error) {
	r, version := open(b)
	if version != standingVersion {
		return nil, unknown(version)
	}
	s := &game.Standing{
		Person: p, Board: board, Rating: r.rating(), Best: r.float(), Played: r.time(),
		Wins: int(r.uint()), Draws: int(r.uint()), Losses: int(r.uint()), Streak: int(r.int()),
	}
	return s, r.close()
}

const announcementVersion = 1

// Announcement writes an announcement.
func Announcement(a *game.Announcement) []byte {
	w := begin(announcementVersion)
	w.byte(byte(a.Kind))
	w.time(a.At)
	w.uint(uint64(a.Place))
	w.uint(uint64(a.Room))
	w.text(string(a.Challenge))
	w.text(string(a.Game))
	w.uint(uint64(a.Seq))
	return w.b
}

// ReadAnnouncement reads an announcement.
func ReadAnnouncement(id game.AnnouncementID, b []byte) (game.Announcement, error) {
	r, version := open(b)
	if version != announcementVersion {
		return game.Announcement{}, unknown(version)
	}
	a := game.Announcement{
		ID: id, Kind: game.AnnouncementKind(r.byte()), At: r.time(),
		Place: game.PlaceID(r.uint()), Room: game.RoomID(r.uint()),
		Challenge: game.ChallengeID(r.text()), Game: game.GameID(r.text()), Seq: int(r.uint()),
	}
	return a, r.close()
}

const answeredVersion = 1

// Answered writes an answer.
func Answered(a *game.Answered) []byte {
	w := begin(answeredVersion)
	w.time(a.At)
	w.byte(byte(a.Verb))
	w.text(string(a.Game))
	w.uint(uint64(a.Seq))
	w.text(string(a.Challenge))
	w.byte(byte(a.State))
	w.uint(uint64(len(a.Announced)))
	for _, id := range a.Announced {
		w.uint(uint64(id))
	}
	return w.b
}

// ReadAnswered reads an answer.
func ReadAnswered(b []byte) (game.Answered, error) {
	r, version := open(b)
	if version != answeredVersion {
		return game.Answered{}, unknown(version)
	}
	a := game.Answered{
		At: r.time(), Verb: game.Verb(r.byte()), Game: game.GameID(r.text()), Seq: int(r.uint()),
		Challenge: game.ChallengeID(r.text()), State: game.ChallengeState(r.byte()),
	}
	for range r.count() {
		a.Announced = append(a.Announced, game.AnnouncementID(r.uint()))
	}
	return a, r.close()
}

const serviceVersion = 1

// Service writes the referee's attendance.
func Service(s game.Service) []byte {
	w := begin(serviceVersion)
	w.time(s.Alive)
	w.span(s.Away)
	return w.b
}

// ReadService reads the referee's attendance.
func ReadService(b []byte) (game.Service, error) {
	r, version := open(b)
	if version != serviceVersion {
		return game.Service{}, unknown(version)
	}
	s := game.Service{Alive: r.time(), Away: r.span()}
	return s, r.close()
}

const pointVersion = 1

// Rating writes what a rating was after a game.
func Rating(rating game.Rating) []byte {
	w := begin(pointVersion)
	w.rating(rating)
	return w.b
}

// ReadRating reads what a rating was.
func ReadRating(b []byte) (game.Rating, error) {
	r, version := open(b)
	if version != pointVersion {
		return game.Rating{}, unknown(version)
	}
	rating := r.rating()
	return rating, r.close()
}
