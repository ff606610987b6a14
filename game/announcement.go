package game

import (
	"context"
	"errors"
	"time"

	"doublecorner/game/draughts"
)

// Announcement is something that people must be told. The transaction that causes it stores
// it, and Referee.Delivered deletes it. An announcement names no people: the code that delivers it
// finds them in the game or challenge.
type Announcement struct {
	ID   AnnouncementID
	Kind AnnouncementKind
	At   time.Time
	// Requested reports whether a request caused it: then the answer to the request may deliver
	// it. What time, an erasure, the Computer or the live board
	// causes has no answer, and is due at once.
	Requested bool
	Place     PlaceID
	Room      RoomID // the room of the game or challenge at the time
	Challenge ChallengeID
	Game      GameID
	Seq       int // for GameChanged and TournamentChanged: the number of events up to this one
	// Tournament is the tournament of TournamentPlaced and TournamentChanged.
	Tournament TournamentID
	Pool       Pool  // for SeasonEnded
	Month      Month // for SeasonEnded
}

// AnnouncementKind tells the kinds of announcement apart.
type AnnouncementKind uint8

const (
	ChallengeMade      AnnouncementKind = iota // Challenge
	ChallengeDeclined                          // Challenge
	ChallengeWithdrawn                         // Challenge
	ChallengeCountered                         // Challenge: a counter-challenge replaced it
	ChallengeExpired                           // Challenge
	GameBegun                                  // Game, and the accepted Challenge
	GameChanged                                // Game: event number Seq
	TournamentPlaced                           // Tournament: it was made, goes on in another room, or ends later
	TournamentChanged                          // Tournament: event number Seq
	SeasonEnded                                // the leaderboard of Pool and Month in Place is complete
)

func (k AnnouncementKind) String() string {
	return draughts.Word(k,
		"challenge made", "challenge declined", "challenge withdrawn", "challenge countered", "challenge expired",
		"game begun", "game changed", "tournament placed", "tournament changed", "season ended",
	)
}

// PendingAnnouncements returns the announcements that have not been delivered, oldest first. It
// starts after a given one, or with 0 at the beginning.
func (r *Referee) PendingAnnouncements(ctx context.Context, after AnnouncementID, most int) ([]Announcement, error) {
	return view(ctx, r, func(tx Reader) ([]Announcement, error) { return tx.Announcements(after, most) })
}

// IsPending reports whether an announcement has not been delivered.
func (r *Referee) IsPending(ctx context.Context, id AnnouncementID) (bool, error) {
	return view(ctx, r, func(tx Reader) (bool, error) {
		_, err := tx.Announcement(id)
		if isNotFound(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// Delivered deletes announcements that people have been told. Repeating it changes nothing.
func (r *Referee) Delivered(ctx context.Context, ids ...AnnouncementID) error {
	if len(ids) == 0 {
		return nil
	}
	return r.store.Update(ctx, func(tx Tx) error {
		Expect(tx, Expectation{Pending: ids})
		return delivered(tx, ids)
	})
}

func delivered(tx Tx, ids []AnnouncementID) error {
	var errs []error
	for _, id := range ids {
		errs = append(errs, forgetFollowers(tx, id), tx.Delivered(id))
	}
	return errors.Join(errs...)
}

// forgetFollowers removes the followers of a game whose end an announcement tells.
func forgetFollowers(tx Tx, id AnnouncementID) error {
	told, err := orNone(tx.Announcement(id))
	if err != nil || told.Kind != GameChanged || told.Game == "" {
		return err
	}
	g, err := orNone(tx.Game(told.Game.home()))
	if err != nil || g == nil || !g.IsOver() || told.Seq != g.Seq() || len(g.Followers) == 0 {
		return err
	}
	g.Followers = nil
	return tx.PutGame(g)
}

// ShownPost is a post that shows the board of a game.
type ShownPost struct {
	Room RoomID
	Post PostID
	Seq  int // the number of events of the game that it shows
}

// isNewer reports whether a post shows more events than another, or as many and was posted later:
// later posts have higher numbers.
func (s ShownPost) isNewer(than ShownPost) bool {
	if s.Seq != than.Seq {
		return s.Seq > than.Seq
	}
	return s.Post > than.Post
}

// RecordShown records which post shows a game, and that the post delivered announcements. Posts
// can arrive and be recorded in any order; the newest one remains. RecordShown returns the post
// that is out of date then, or one without Post. If that is the post that remains, it was edited
// to show less than before, and may have to be edited again.
func (r *Referee) RecordShown(ctx context.Context, id GameID, shows ShownPost, announced ...AnnouncementID) (outdated ShownPost, err error) {
	err = r.store.Update(ctx, func(tx Tx) error {
		Expect(tx, Expectation{Game: id.home(), Pending: announced})
		if err := delivered(tx, announced); err != nil {
			return err
		}
		g, err := Viewer{unrestricted: true}.game(tx, id)
		if err != nil {
			return err
		}
		room, post, seq := &g.Room, &g.Post, &g.Shown
		if id.isAbroad() && g.Abroad != nil {
			room, post, seq = &g.Abroad.Room, &g.Abroad.Post, &g.Abroad.Shown
		}
		before := ShownPost{*room, *post, *seq}
		outdated = ShownPost{}
		switch {
		case before == shows: // it was recorded before
			return nil
		case before.isNewer(shows):
			outdated = shows
			return nil
		case before.Post != shows.Post && before.Post != 0: // otherwise it was edited, or is the first one
			outdated = before
		}
		*room, *post, *seq = shows.Room, shows.Post, shows.Seq
		return tx.PutGame(g)
	})
	return outdated, err
}

// RecordChallengeShown records which post showed the challenge that began a game.
func (r *Referee) RecordChallengeShown(ctx context.Context, id GameID, room RoomID, post PostID) error {
	return r.store.Update(ctx, func(tx Tx) error {
		Expect(tx, Expectation{Game: id})
		g, err := Viewer{unrestricted: true}.game(tx, id)
		if err != nil {
			return err
		}
		g.ChallengeRoom, g.ChallengePost = room, post
		return tx.PutGame(g)
	})
}
