package delivery

import (
	"context"
	"errors"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// Bulletin identifies a message that is kept up to date: the open challenges of a guild, or a tournament.
type Bulletin struct {
	Guild      game.PlaceID
	Tournament game.TournamentID // empty for the challenges
}

func (b Bulletin) key() string { return "bulletin " + b.Guild.String() + " " + string(b.Tournament) }

// BulletinMessage is a message that is kept up to date.
type BulletinMessage struct {
	Message *message.Builder
	Channel game.RoomID
	Post    game.PostID // 0: it is not posted yet
	Seq     int         // the number of events of the tournament that it shows
	Final   bool        // it changes no more
}

const (
	bulletinPause   = 5 * time.Second // between two updates of a bulletin
	bulletinBackoff = time.Minute     // after an update that failed
)

// bulletinUpdate says whether a bulletin is to be updated, and when it may be.
type bulletinUpdate struct {
	channel game.RoomID
	pending bool
	from    time.Time
}

// UpdateBulletin has Announce update a bulletin in a channel.
func (c *Courier) UpdateBulletin(b Bulletin, channel game.RoomID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bulletins[b] = bulletinUpdate{channel, true, c.bulletins[b].from}
}

// EnsureBulletin has a bulletin updated unless this process has done so: the one before may have been killed too
// early.
func (c *Courier) EnsureBulletin(b Bulletin, channel game.RoomID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.bulletins[b]; !known {
		c.bulletins[b] = bulletinUpdate{channel: channel, pending: true}
	}
}

// updateList has the list of open challenges of a guild updated, if it has one.
func (c *Courier) updateList(ctx context.Context, guild game.PlaceID) {
	if channel, err := c.composer.ListChannel(ctx, guild); err == nil && channel != 0 {
		c.UpdateBulletin(Bulletin{Guild: guild}, channel)
	}
}

// updateBulletins has the bulletins updated that are due.
func (c *Courier) updateBulletins() {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for b, u := range c.bulletins {
		if !u.pending || now.Before(u.from) {
			continue
		}
		if c.queue.add(lane{u.channel, true}, b.key(), func(ctx context.Context, begin func()) error {
			begin()
			return c.updateBulletin(ctx, b)
		}) {
			c.bulletins[b] = bulletinUpdate{u.channel, false, now.Add(bulletinPause)}
		}
	}
}

// updateBulletin edits a bulletin, or posts another if the message is gone or too old for more edits.
func (c *Courier) updateBulletin(ctx context.Context, b Bulletin) error {
	m, err := c.composer.ComposeBulletin(ctx, b)
	if m == nil && err == nil {
		return nil // the guild does not want it any more
	}
	if err == nil {
		err = c.showBulletin(ctx, b, m)
	}
	if IsRateLimit(err) {
		return err
	}
	if err != nil {
		c.log.Warn("a bulletin is out of date", "guild", b.Guild, "tournament", b.Tournament, "err", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil && !errors.Is(err, ErrUnreachable) { // the next challenge tries again where the bot may not write
		c.bulletins[b] = bulletinUpdate{c.bulletins[b].channel, true, c.now().Add(bulletinBackoff)}
	} else if m.Final && !c.bulletins[b].pending {
		delete(c.bulletins, b)
	}
	return nil
}

// showBulletin edits a bulletin, or posts it. One that a process posted which was killed then is edited, too: it shows less, maybe.
func (c *Courier) showBulletin(ctx context.Context, b Bulletin, m *BulletinMessage) error {
	if m.Post != 0 {
		err := c.editBulletin(ctx, m, m.Post)
		if err == nil && b.Tournament != "" {
			return c.referee.RecordTournamentShown(ctx, b.Tournament, game.ShownPost{Room: m.Channel, Post: m.Post, Seq: m.Seq})
		}
		if !errors.Is(err, ErrUnreachable) {
			return err
		}
	}
	shown, err := c.posted(ctx, m.Channel, m.Message, c.now(), m.Post)
	if err != nil {
		return err
	}
	at, ok := whereIs(shown)
	if ok {
		err = c.editBulletin(ctx, m, at.id)
	} else {
		shown, err = c.discord.Post(ctx, m.Channel, m.Message.Build(), m.Message.Fingerprint.Nonce())
		at, ok = whereIs(shown)
	}
	if err != nil || !ok {
		return err
	}
	return c.composer.BulletinPosted(ctx, b, game.ShownPost{Room: at.channel, Post: at.id, Seq: m.Seq})
}

func (c *Courier) editBulletin(ctx context.Context, m *BulletinMessage, post game.PostID) error {
	return c.discord.Edit(ctx, m.Channel, post, func() (*message.Message, error) { return m.Message.Build(), nil })
}
