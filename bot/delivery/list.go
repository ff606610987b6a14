package delivery

import (
	"context"
	"errors"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// ChallengeList is the message of a guild that lists its open challenges.
type ChallengeList struct {
	Message *message.Builder
	Channel game.RoomID
	Post    game.PostID // 0: it is not posted yet
}

const (
	listPause   = 5 * time.Second // between two updates of a list
	listBackoff = time.Minute     // after an update that failed
)

// listUpdate says whether a list is to be updated, and when it may be.
type listUpdate struct {
	channel game.RoomID
	pending bool
	from    time.Time
}

// UpdateList has Announce update the list of open challenges that a guild has in a channel.
func (c *Courier) UpdateList(guild game.PlaceID, channel game.RoomID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lists[guild] = listUpdate{channel, true, c.lists[guild].from}
}

// EnsureList has a list updated unless this process has done so: the one before may have been killed too
// early.
func (c *Courier) EnsureList(guild game.PlaceID, channel game.RoomID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.lists[guild]; !known {
		c.lists[guild] = listUpdate{channel: channel, pending: true}
	}
}

// updateLists has the lists updated that are due.
func (c *Courier) updateLists() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for guild, u := range c.lists {
		if !u.pending || now.Before(u.from) {
			continue
		}
		if c.queue.add(lane{u.channel, true}, "list "+guild.String(), func(ctx context.Context, begin func()) error {
			begin()
			return c.updateList(ctx, guild)
		}) {
			c.lists[guild] = listUpdate{u.channel, false, now.Add(listPause)}
		}
	}
}

// updateList edits the list of a guild, or posts another if the message is gone or too old for more edits.
func (c *Courier) updateList(ctx context.Context, guild game.PlaceID) error {
	list, err := c.composer.ComposeList(ctx, guild)
	if list == nil && err == nil {
		return nil // the guild does not want it any more
	}
	if err == nil {
		err = c.showList(ctx, guild, list)
	}
	if _, limited := rateLimited(err); limited {
		return err
	}
	if err != nil {
		c.log.Warn("the list of open challenges is out of date", "guild", guild, "err", err)
	}
	if err != nil && !errors.Is(err, ErrUnreachable) { // the next challenge tries again where the bot may not write
		c.mu.Lock()
		defer c.mu.Unlock()
		c.lists[guild] = listUpdate{c.lists[guild].channel, true, c.now().Add(listBackoff)}
	}
	return nil
}

func (c *Courier) showList(ctx context.Context, guild game.PlaceID, list *ChallengeList) error {
	if list.Post != 0 {
		err := c.discord.Edit(ctx, list.Channel, list.Post, func() (*message.Message, error) { return list.Message.Build(), nil })
		if !errors.Is(err, ErrUnreachable) {
			return err
		}
	}
	shown, err := c.postOnce(ctx, list.Channel, list.Message, c.now())
	if at, ok := whereIs(shown); err == nil && ok {
		return c.composer.ListPosted(ctx, guild, at.channel, at.id)
	}
	return err
}
