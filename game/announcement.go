package game

import (
	"context"
	"time"
)

// Announcement is something that people must hear of. It is written down in the
// transaction in which it came about, and stays until Referee.Delivered. An
// announcement names no people: whoever delivers it finds them in the game or
// challenge it is about.
type Announcement struct {
	ID        AnnouncementID
	Kind      AnnouncementKind
	At        time.Time
	Place     PlaceID
	Room      RoomID // as it was then
	Challenge ChallengeID
	Game      GameID
	Seq       int // for Happened: how many events the game had had, with this one
}

// AnnouncementKind is what an announcement is about.
type AnnouncementKind uint8

const (
	ChallengeMade      AnnouncementKind = iota // Challenge: somebody is challenged, or anybody
	ChallengeDeclined                          // Challenge
	ChallengeWithdrawn                         // Challenge
	ChallengeCountered                         // Challenge: it was answered with other terms
	ChallengeExpired                           // Challenge
	GameBegun                                  // Game, and the Challenge that was accepted
	Happened                                   // Game: the last of its first Seq events
)

var announcementWords = []string{
	"challenge made", "challenge declined", "challenge withdrawn", "challenge countered", "challenge expired",
	"game begun", "happened",
}

func (k AnnouncementKind) String() string { return word(announcementWords, k) }

// Waiting returns announcements that have not been delivered, oldest first,
// starting after a given one; 0 starts at the beginning.
func (r *Referee) Waiting(ctx context.Context, after AnnouncementID, most int) ([]Announcement, error) {
	return look(ctx, r, func(tx Reader) ([]Announcement, error) { return tx.Announcements(after, most) })
}

// Delivered says that people have heard of some announcements. Saying so again
// changes nothing.
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
