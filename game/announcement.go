package game

import (
	"context"
	"time"
)

// Announcement is something that people must be told. The transaction that causes it stores
// it, and Referee.Delivered deletes it. An announcement names no people: whoever delivers it
// finds them in the game or challenge.
type Announcement struct {
	ID   AnnouncementID
	Kind AnnouncementKind
	At   time.Time
	// Requested tells whether a request caused it: then the answer to the request may deliver
	// it. What time or an erasure causes has no answer, and is due at once.
	Requested bool
	Place     PlaceID
	Room      RoomID // the room of the game or challenge at the time
	Challenge ChallengeID
	Game      GameID
	Seq       int // for GameChanged: the number of events up to this one
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
)

func (k AnnouncementKind) String() string {
	return word(k,
		"challenge made", "challenge declined", "challenge withdrawn", "challenge countered", "challenge expired",
		"game begun", "happened",
	)
}

// PendingAnnouncements returns the announcements that have not been delivered, oldest first. It
// starts after a given one, or with 0 at the beginning.
func (r *Referee) PendingAnnouncements(ctx context.Context, after AnnouncementID, most int) ([]Announcement, error) {
	return view(ctx, r, func(tx Reader) ([]Announcement, error) { return tx.Announcements(after, most) })
}

// Delivered deletes announcements that people have been told. Repeating it changes nothing.
func (r *Referee) Delivered(ctx context.Context, ids ...AnnouncementID) error {
	if len(ids) == 0 {
		return nil
	}
	return r.store.Update(ctx, func(tx Tx) error {
		for _, id := range ids {
			if err := tx.Delivered(id); err != nil {
				return err
			}
		}
		return nil
	})
}
