package game

import "context"

// Showing is a post that shows a game.
type Showing struct {
	Room RoomID
	Post PostID
	Seq  int // how many events the game had had that it shows
}

// isNewer tells which of two posts shows more of a game. Of two that show as much, the
// one with the higher number was posted later.
func (s Showing) isNewer(than Showing) bool {
	if s.Seq != than.Seq {
		return s.Seq > than.Seq
	}
	return s.Post > than.Post
}

// Show notes in which post a game is shown. Posts can arrive in another order than that
// of what they show, and be noted in yet another: the newest remains. The one that is
// out of date then is returned; it has no Post if there is none. If that is the post in
// which the game is, it was changed to show less than it had shown, perhaps: it may have to
// be changed again.
func (r *Referee) Show(ctx context.Context, id GameID, shows Showing) (outdated Showing, err error) {
	err = r.store.Update(ctx, func(tx Tx) error {
		g, err := tx.Game(id)
		if missing(err) {
			return refuse(NoSuchGame)
		} else if err != nil {
			return err
		}
		before := Showing{g.Room, g.Post, g.Shown}
		outdated = Showing{}
		switch {
		case before == shows: // it is noted again
			return nil
		case before.Post == shows.Post && before.Seq > shows.Seq:
			outdated = shows
			return nil
		case before.Post == shows.Post: // it was changed
		case before.Post == 0: // it was not shown yet
		case shows.isNewer(before):
			outdated = before
		default:
			outdated = shows
			return nil
		}
		g.Room, g.Post, g.Shown = shows.Room, shows.Post, shows.Seq
		return tx.PutGame(g)
	})
	return outdated, err
}
