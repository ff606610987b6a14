package delivery

import (
	"context"
	"errors"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// record records in one commit that a message shows a game and that announcements are delivered,
// and updates the message that is out of date: the one before, or this one if it comes late,
// which is deleted or becomes one line. updated is a message that the response has made one already, if any. If
// an update fails, the message keeps buttons that do nothing. Without a game it only records the
// announcements.
func (c *Courier) record(ctx context.Context, g *game.Game, shown, updated *dg.Message, delivered []game.AnnouncementID) error {
	at, ok := whereIs(shown)
	if g == nil || !ok {
		return c.referee.Delivered(ctx, delivered...)
	}
	if b := (Bulletin{g.Place, g.Tournament}); g.Tournament != "" && g.IsOver() {
		c.UpdateBulletin(b, g.Room)
	} else if g.Tournament != "" {
		c.EnsureBulletin(b, g.Room)
	}
	old, err := c.referee.RecordShown(ctx, g.ID, game.ShownPost{Room: at.channel, Post: at.id, Seq: g.Seq()}, delivered...)
	if err != nil {
		return err
	}
	c.updatePrivateBoards(g)
	if g.IsOver() && len(delivered) > 0 && g.ChallengePost != 0 {
		c.refresh(shownMessage{channel: g.ChallengeRoom, id: g.ChallengePost, ended: g.ID})
	}
	switch {
	case old.Post == 0, updated != nil && updated.ID == old.Post.String():
	case old.Post == at.id && c.shows(ctx, g.ID, old.Post): // it was edited to show less than before
		c.refresh(shownMessage{channel: old.Room, id: old.Post, game: g.ID})
	default:
		outdated := shownMessage{channel: old.Room, id: old.Post}
		if past := g.AsOf(old.Seq); !past.IsOver() { // a finished game keeps its picture
			past.Room = old.Room
			outdated.past, outdated.repeated = past, c.repeats(ctx, past)
			if outdated.deleted, err = c.composer.DeletesBoard(ctx, past); err != nil {
				c.log.Warn("an old board becomes a line", "game", g.ID, "err", err)
			}
		}
		c.refresh(outdated)
	}
	return nil
}

// repeats returns a game as its newest board shows it, if that is the position of an earlier board, and a later
// board will turn it into a line; otherwise nil.
func (c *Courier) repeats(ctx context.Context, past *game.Game) *game.Game {
	g, err := c.referee.UnrestrictedGame(ctx, past.ID)
	if err != nil {
		return nil
	}
	if newest := g.AsOf(g.Shown); newest.Ply() == past.Ply() && !newest.IsOver() {
		return newest
	}
	return nil
}

// shows reports whether a message is the one that shows a game.
func (c *Courier) shows(ctx context.Context, id game.GameID, post game.PostID) bool {
	g, err := c.referee.UnrestrictedGame(ctx, id)
	return err == nil && g.Post == post
}

// refresh updates a message when the rate limits allow it: if it shows a game, to what the game
// is then; if it showed one, to a line, or it is deleted; otherwise its buttons are removed.
func (c *Courier) refresh(old shownMessage) {
	do := func(ctx context.Context, _ func()) error { return c.updateOutdated(ctx, old) }
	if old.game != "" {
		do = func(ctx context.Context, begin func()) error { return c.updateBoard(ctx, old, begin) }
	}
	if !c.queue.add(lane{old.channel, true}, old.key(), do) && !c.addOutdated(old) {
		c.takePending(old.key())
	}
}

// boardKey is the key of a task that edits the message that shows a game, and postKey of one that posts another.
func boardKey(id game.GameID) string { return "board " + string(id) }

func postKey(id game.GameID) string { return "post " + string(id) }

// errMoved says that another message shows the game by now.
var errMoved = errors.New("another message shows the game")

// updateBoard edits the message that shows a game to show what the pending announcements of the game
// are about, which delivers them; without any, it shows what it showed, with the deadline as it is now.
// If that message cannot be edited any more, another is posted; if it cannot be edited now, that is
// tried again later.
func (c *Courier) updateBoard(ctx context.Context, old shownMessage, begin func()) error {
	key := boardKey(old.game)
	g, err := c.referee.UnrestrictedGame(ctx, old.game)
	if err != nil {
		c.takePending(key)
		c.log.Error("a board is out of date", "game", old.game, "err", err)
		return nil
	}
	if g.Post == 0 {
		c.takePending(key) // Announce delivers them
		return nil
	}
	old.channel, old.id = g.Room, g.Post
	var m *message.Builder
	var pending batch
	err = c.discord.Edit(ctx, old.channel, old.id, func() (*message.Message, error) {
		begin()
		pending.add(c.takePending(key))
		var err error
		if g, err = c.referee.UnrestrictedGame(ctx, old.game); err != nil {
			return nil, err
		}
		if g.Post != old.id {
			return nil, errMoved
		}
		g = g.AsOf(max(g.Shown, pending.until)) // another message announces what happened since
		if m, err = c.composer.ComposeBoard(ctx, g, Mentions{}); err != nil {
			return nil, err
		}
		return m.Build(), nil
	})
	switch {
	case err == nil:
		err = c.record(ctx, g, &dg.Message{ID: old.id.String(), ChannelID: old.channel.String()}, nil, pending.ids)
	case errors.Is(err, ErrUnreachable) && m != nil && len(pending.ids) > 0:
		err = c.postUnlessOn(ctx, old, g, m, pending.ids)
	}
	if err == nil {
		return nil
	}
	c.keepPending(key, pending)
	switch {
	case IsRateLimit(err):
		return err
	case errors.Is(err, errMoved):
		c.refresh(shownMessage{channel: g.Room, id: g.Post, game: g.ID})
		return nil
	case !errors.Is(err, ErrUnreachable) && c.addOutdated(old):
		return nil
	}
	for _, id := range c.takePending(key).ids { // Announce delivers them, by another message
		c.backoff.record(id, false, c.now())
	}
	c.log.Warn("a board is out of date", "game", old.game, "err", err)
	return nil
}

// postBoard posts the board of a game when the rate limits allow it, which delivers its pending
// announcements, and calls then. If that fails, Announce delivers them.
func (c *Courier) postBoard(g *game.Game, channel game.RoomID, delivers batch, then func()) {
	key := postKey(g.ID)
	c.addPending(key, delivers)
	added := c.queue.add(lane{channel: channel}, key, func(ctx context.Context, begin func()) error {
		begin()
		pending := c.takePending(key)
		err := c.postPending(ctx, g.ID, channel, pending)
		if IsRateLimit(err) {
			c.addPending(key, pending)
		} else if err != nil {
			c.log.Warn("board not shown yet", "game", g.ID, "err", err)
		} else {
			then()
		}
		return err
	})
	if !added {
		c.takePending(key)
	}
}

// postPending posts the board of a game as it is now. If the game went on in the channel, there is nothing to tell: another
// message announces what happened since.
func (c *Courier) postPending(ctx context.Context, id game.GameID, channel game.RoomID, pending batch) error {
	g, err := c.referee.UnrestrictedGame(ctx, id)
	if err != nil {
		return err
	}
	if g.Room == channel && g.Seq() > pending.until {
		return c.referee.Delivered(ctx, pending.ids...)
	}
	m, err := c.compose(ctx, g, pending)
	if err != nil {
		return err
	}
	if pending.isNote(g) {
		return c.postNote(ctx, g, channel, m, pending)
	}
	return c.post(ctx, g, channel, m, pending.ids)
}

// compose composes what delivers announcements of a game: a note if that says all, or the board.
func (c *Courier) compose(ctx context.Context, g *game.Game, delivers batch) (*message.Builder, error) {
	if delivers.isNote(g) {
		return c.composer.ComposeNote(ctx, g, delivers.since)
	}
	return c.composer.ComposeBoard(ctx, g, delivers.mentions)
}

// postNote posts a note about a game, which delivers announcements.
func (c *Courier) postNote(ctx context.Context, g *game.Game, channel game.RoomID, m *message.Builder, delivers batch) error {
	shown, err := c.postOnce(ctx, channel, m, c.now(), g)
	if err != nil {
		return err
	}
	c.openOffers(g, delivers.since, shown)
	return c.referee.Delivered(ctx, delivers.ids...)
}

// upToDate returns the message that is recorded to show all of a game; 0 if none is, or there is no game.
// What it delivered is recorded, too.
func upToDate(g *game.Game) game.PostID {
	if g != nil && g.Shown == g.Seq() {
		return g.Post
	}
	return 0
}

// postUnlessOn posts the board of a game, whose message cannot be edited, unless an edit that was not known to arrive has
// made the message show it.
func (c *Courier) postUnlessOn(
	ctx context.Context, old shownMessage, g *game.Game, m *message.Builder, delivers []game.AnnouncementID,
) error {
	shown, err := c.discord.Message(ctx, old.channel, old.id)
	switch {
	case m.Fingerprint.IsOn(shown):
		return c.record(ctx, g, shown, nil, delivers)
	case err != nil && !errors.Is(err, ErrUnreachable):
		return err
	}
	return c.post(ctx, g, g.Room, m, delivers)
}

// post posts the board of a game, which delivers announcements.
func (c *Courier) post(ctx context.Context, g *game.Game, channel game.RoomID, m *message.Builder, delivers []game.AnnouncementID) error {
	shown, err := c.postOnce(ctx, channel, m, c.now(), g)
	if err != nil {
		return err
	}
	return c.record(ctx, g, shown, nil, delivers)
}
