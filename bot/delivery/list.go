package delivery

import (
	"context"
	"errors"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// List identifies a message that is kept up to date: the open challenges of a guild, or a tournament.
type List struct {
	Guild      game.PlaceID
	Tournament game.TournamentID // empty for the challenges
}

func (l List) key() string { return "list " + l.Guild.String() + " " + string(l.Tournament) }

// ListMessage is a message that is kept up to date.
type ListMessage struct {
	Message *message.Builder
	Channel game.RoomID
	Post    game.PostID // 0: it is not posted yet
	Seq     int         // the number of events of the tournament that it shows
	Final   bool        // it changes no more
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

// UpdateList has Announce update a list in a channel.
func (c *Courier) UpdateList(l List, channel game.RoomID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lists[l] = listUpdate{channel, true, c.lists[l].from}
}

// EnsureList has a list updated unless this process has done so: the one before may have been killed too
// early.
func (c *Courier) EnsureList(l List, channel game.RoomID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.lists[l]; !known {
		c.lists[l] = listUpdate{channel: channel, pending: true}
	}
}

// updateLists has the lists updated that are due.
func (c *Courier) updateLists() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for l, u := range c.lists {
		if !u.pending || now.Before(u.from) {
			continue
		}
		if c.queue.add(lane{u.channel, true}, l.key(), func(ctx context.Context, begin func()) error {
			begin()
			return c.updateList(ctx, l)
		}) {
			c.lists[l] = listUpdate{u.channel, false, now.Add(listPause)}
		}
	}
}

// updateList edits a list, or posts another if the message is gone or too old for more edits.
func (c *Courier) updateList(ctx context.Context, l List) error {
	list, err := c.composer.ComposeList(ctx, l)
	if list == nil && err == nil {
		return nil // the guild does not want it any more
	}
	if err == nil {
		err = c.showList(ctx, l, list)
	}
	if IsRateLimit(err) {
		return err
	}
	if err != nil {
		c.log.Warn("a list is out of date", "guild", l.Guild, "tournament", l.Tournament, "err", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil && !errors.Is(err, ErrUnreachable) { // the next challenge tries again where the bot may not write
		c.lists[l] = listUpdate{c.lists[l].channel, true, c.now().Add(listBackoff)}
	} else if list.Final && !c.lists[l].pending {
		delete(c.lists, l)
	}
	return nil
}

// showList edits a list, or posts it. One that a process posted which was killed then is edited, too: it shows less, maybe.
func (c *Courier) showList(ctx context.Context, l List, list *ListMessage) error {
	if list.Post != 0 {
		err := c.editList(ctx, list, list.Post)
		if err == nil && l.Tournament != "" {
			return c.referee.RecordTournamentShown(ctx, l.Tournament, game.ShownPost{Room: list.Channel, Post: list.Post, Seq: list.Seq})
		}
		if !errors.Is(err, ErrUnreachable) {
			return err
		}
	}
	shown, err := c.posted(ctx, list.Channel, list.Message, c.now(), list.Post)
	if err != nil {
		return err
	}
	at, ok := whereIs(shown)
	if ok {
		err = c.editList(ctx, list, at.id)
	} else {
		shown, err = c.discord.Post(ctx, list.Channel, list.Message.Build(), list.Message.Fingerprint.Nonce())
		at, ok = whereIs(shown)
	}
	if err != nil || !ok {
		return err
	}
	return c.composer.ListPosted(ctx, l, game.ShownPost{Room: at.channel, Post: at.id, Seq: list.Seq})
}

func (c *Courier) editList(ctx context.Context, list *ListMessage, post game.PostID) error {
	return c.discord.Edit(ctx, list.Channel, post, func() (*message.Message, error) { return list.Message.Build(), nil })
}
