package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
)

const (
	// settingsKeptFor is how long the bot keeps what a guild has set that removed the bot.
	settingsKeptFor = 30 * 24 * time.Hour
	// sweepEvery is how often the bot looks for guilds that did so longer ago.
	sweepEvery = 24 * time.Hour
	// sweepCheck is how often it looks whether that is due.
	sweepCheck = time.Minute
	// greetWithin is how long after it was added the bot still greets a guild.
	greetWithin = 10 * time.Minute
)

// GuildChanged records when a guild removed the bot. When a guild adds the bot, it forgets that, and greets the guild. It ignores
// guilds that have had the bot for long, because each new session brings all of them.
func (b *Bot) GuildChanged(ctx context.Context, g delivery.Guild) {
	removed := time.Time{}
	if g.Removed {
		removed = b.now()
	} else if b.now().Sub(g.Joined) > sweepEvery {
		return
	}
	if err := b.setRemoved(ctx, g.ID, removed); err != nil {
		b.log.Warn("not recorded that a server removed the bot, or added it", "guild", g.ID, "removed", g.Removed, "err", err)
	}
	if g.Removed || g.SystemChannel == 0 || b.now().Sub(g.Joined) > greetWithin {
		return
	}
	if err := b.greet(ctx, g); err != nil {
		b.log.Warn("server not greeted", "guild", g.ID, "err", err)
	}
}

// greet offers a guild what to begin with, in the channel that welcomes members if the bot may write there. It does so once,
// whatever comes of it: a new session, or a new process, brings the guild again.
func (b *Bot) greet(ctx context.Context, g delivery.Guild) error {
	may, err := b.discord.MayPost(ctx, g.SystemChannel)
	if err != nil || !may {
		return err
	}
	var before settings
	err = change(ctx, b.referee, game.PlaceSettings(g.ID), func(s *settings) { before, s.Greeted = *s, true })
	if err != nil || before.Greeted {
		return err
	}
	m := &message.Builder{Accent: challengeAccent}
	l := cmp.Or(lang.For(before.Language), lang.For(g.Locale), lang.English())
	b.addFrontDoor(m, l, true, before.defaultRules())
	_, err = b.discord.Post(ctx, g.SystemChannel, m.Build(), "greet"+g.ID.String())
	return err
}

// setRemoved records when a guild removed the bot; zero if it has the bot. A guild that removed it gets no puzzle of the day.
func (b *Bot) setRemoved(ctx context.Context, guild game.PlaceID, at time.Time) error {
	var puzzles game.RoomID
	err := change(ctx, b.referee, game.PlaceSettings(guild), func(s *settings) { s.Removed, puzzles = at, s.Puzzles })
	if err != nil {
		return err
	}
	if !at.IsZero() {
		puzzles = 0
	}
	return b.referee.SetPuzzleRoom(ctx, guild, puzzles)
}

// FindRemovedGuilds records which guilds of a shard removed the bot while it was not connected, and had set something before.
func (b *Bot) FindRemovedGuilds(ctx context.Context, shard delivery.ShardGuilds) {
	records, err := b.referee.SettingsOfPlaces(ctx)
	errs := []error{err}
	for guild, record := range records {
		if shard.Has[guild] || !shard.IsShard(guild) {
			continue
		}
		s, err := decode[settings](game.PlaceSettings(guild), record)
		isSet := s.Changed != "" || len(s.Own) > 0 // of others there is the language of users, also of DMs
		if err != nil || !isSet || !s.Removed.IsZero() {
			continue
		}
		isIn, err := b.discord.IsIn(ctx, guild)
		if err == nil && !isIn {
			err = b.setRemoved(ctx, guild, b.now())
		}
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil && ctx.Err() == nil {
		b.log.Warn("not recorded of every server that it removed the bot", "err", err)
	}
}

// DeleteRemovedGuilds deletes what guilds have set that removed the bot 30 days ago. It looks for them once a day until the
// context ends.
func (b *Bot) DeleteRemovedGuilds(ctx context.Context) {
	var next time.Time
	for tick := time.Tick(sweepCheck); ctx.Err() == nil; {
		if now := b.now(); !now.Before(next) {
			next = now.Add(sweepEvery)
			if err := b.sweepGuilds(ctx); err != nil && ctx.Err() == nil {
				b.log.Warn("not everything is deleted of servers that removed the bot", "again_in", sweepEvery, "err", err)
			}
		}
		select {
		case <-ctx.Done():
		case <-tick:
		}
	}
}

// sweepGuilds deletes what is due now.
func (b *Bot) sweepGuilds(ctx context.Context) error {
	records, err := b.referee.SettingsOfPlaces(ctx)
	errs := []error{err}
	for guild, record := range records {
		s, err := decode[settings](game.PlaceSettings(guild), record)
		isDue := err == nil && !s.Removed.IsZero() && b.now().Sub(s.Removed) >= settingsKeptFor
		if isDue && b.Courier.Holds(guild) {
			errs = append(errs, b.deleteGuild(ctx, guild, record))
		}
	}
	return errors.Join(errs...)
}

// deleteGuild deletes what a guild has set, unless the bot is in the guild: it may have missed its return.
func (b *Bot) deleteGuild(ctx context.Context, guild game.PlaceID, record []byte) error {
	isIn, err := b.discord.IsIn(ctx, guild)
	switch {
	case err != nil:
		return err
	case isIn:
		return b.setRemoved(ctx, guild, time.Time{})
	}
	b.log.Info("what a server had set that removed the bot is deleted", "guild", guild)
	return b.referee.DeletePlace(ctx, guild, record)
}
