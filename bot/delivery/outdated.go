package delivery

import (
	"context"
	"errors"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// shownMessage is a message that is to be updated.
type shownMessage struct {
	channel game.RoomID
	id      game.PostID
	game    game.GameID // which it is to show as it is now; "" if it is not a board any more
	past    *game.Game  // as the message showed it, if it was a board
	deleted bool        // it is to be deleted
	// repeated is the game as its newest board shows it, if that shows the same position as past; otherwise nil.
	repeated *game.Game

	ended     game.GameID      // which began by the challenge that the message showed, and whose result it is to show
	challenge game.ChallengeID // that the message showed while it was open; it has to be looked for if id is 0

	tries int       // updates that failed
	until time.Time // before the next one
}

// key returns the key of the task that updates the message.
func (m shownMessage) key() string {
	switch {
	case m.game != "":
		return boardKey(m.game)
	case m.id == 0:
		return "close " + string(m.challenge)
	}
	return "message " + m.id.String()
}

// whereIs returns where a message is.
func whereIs(m *dg.Message) (at shownMessage, ok bool) {
	if m == nil {
		return shownMessage{}, false
	}
	channel, inChannel := message.Snowflake[game.RoomID](m.ChannelID)
	id, sent := message.Snowflake[game.PostID](m.ID)
	return shownMessage{channel: channel, id: id}, inChannel && sent
}

// RemoveControls removes the buttons and selects of a message when the rate limits allow it.
func (c *Courier) RemoveControls(channel game.RoomID, id game.PostID) {
	c.refresh(shownMessage{channel: channel, id: id})
}

// updateOutdated deletes a message that showed a game or makes it one line, has one that showed a challenge say how that or
// its game ended, and removes the buttons and selects of any other. If Discord is busy, that is tried again later.
func (c *Courier) updateOutdated(ctx context.Context, old shownMessage) error {
	update := c.removeControls
	switch {
	case old.deleted:
		update = c.delete
	case old.past != nil:
		update = c.shorten
	case old.ended != "":
		update = c.showResult
	case old.challenge != "":
		update = c.showEnd
	}
	err := update(ctx, old)
	if IsRateLimit(err) {
		return err
	}
	if err != nil && !errors.Is(err, ErrUnreachable) && !c.addOutdated(old) {
		c.log.Warn("an old board keeps its controls", "channel", old.channel, "message", old.id, "err", err)
	}
	return nil
}

// delete deletes a message that showed a game.
func (c *Courier) delete(ctx context.Context, old shownMessage) error {
	return c.discord.Delete(ctx, old.channel, old.id)
}

// shorten makes a message that showed a game one line.
func (c *Courier) shorten(ctx context.Context, old shownMessage) error {
	return c.discord.Edit(ctx, old.channel, old.id, func() (*message.Message, error) {
		compose, g := c.composer.ComposeLine, old.past
		if old.repeated != nil {
			compose, g = c.composer.ComposeLink, old.repeated
		}
		m, err := compose(ctx, g)
		if err != nil {
			return nil, err
		}
		return m.Build(), nil
	})
}

// removeControls removes the buttons and selects of a message.
func (c *Courier) removeControls(ctx context.Context, old shownMessage) error {
	m, err := c.discord.Message(ctx, old.channel, old.id)
	if err != nil || !message.HasControls(m) {
		return err
	}
	return c.discord.Edit(ctx, old.channel, old.id, func() (*message.Message, error) {
		return message.WithoutControls(m), nil
	})
}

const (
	maxOutdated      = 1000 // messages
	maxUpdateTries   = 300  // for one message, which takes about a day
	maxDeliveryTries = 4    // if it delivers announcements, which takes about as long as ResponseTimeout
)

// addOutdated adds a message whose update failed, unless it was tried too often or there are too many. The first one is
// tried again at once.
func (c *Courier) addOutdated(old shownMessage) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	tries := maxUpdateTries
	if len(c.pending[old.key()].ids) > 0 {
		tries = maxDeliveryTries
	}
	if _, known := c.outdated[old.key()]; old.tries >= tries || !known && len(c.outdated) >= maxOutdated {
		return false
	}
	if old.tries > 0 {
		old.until = c.now().Add(backoffAfter(old.tries - 1))
	}
	old.tries++
	c.outdated[old.key()] = old
	return true
}

// isOutdated reports whether the update of the message that shows a game failed, and is to be tried again.
func (c *Courier) isOutdated(id game.GameID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, outdated := c.outdated[boardKey(id)]
	return outdated
}

// takeOutdated removes the messages whose update is to be tried again now, and returns them.
func (c *Courier) takeOutdated() (due []shownMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, old := range c.outdated {
		if !c.now().Before(old.until) {
			due = append(due, old)
			delete(c.outdated, key)
		}
	}
	return due
}
