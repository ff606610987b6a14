package game

import "context"

// ShownPost is a post that shows the board of a game.
type ShownPost struct {
	Room RoomID
	Post PostID
	Seq  int // the number of events of the game that it shows
}

// isNewer tells whether a post shows more events than another, or as many and was posted later:
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
func (r *Referee) RecordShown(ctx context.Context, id GameID, shows ShownPost, delivered ...AnnouncementID) (outdated ShownPost, err error) {
	err = r.store.Update(ctx, func(tx Tx) error {
		for _, a := range delivered {
			if err := tx.Delivered(a); err != nil {
				return err
			}
		}
		g, err := tx.Game(id)
		if isNotFound(err) {
			return refuse(NoSuchGame)
		} else if err != nil {
			return err
		}
		before := ShownPost{g.Room, g.Post, g.Shown}
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
		g.Room, g.Post, g.Shown = shows.Room, shows.Post, shows.Seq
		return tx.PutGame(g)
	})
	return outdated, err
}
