package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"doublecorner/bot/delivery"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// winners returns who won a title.
func (c *composer) winners(ctx context.Context, guild game.PlaceID, t championship) ([]game.PersonID, error) {
	if t.Tournament != "" {
		won, err := c.referee.UnrestrictedTournament(ctx, t.Tournament)
		if err != nil {
			return nil, err
		}
		return won.Winners(), nil
	}
	best, err := c.referee.Champion(ctx, game.Leaderboard{Pool: t.Pool, Place: guild, Month: t.Month})
	if err != nil || best == game.Anyone {
		return nil, err
	}
	return []game.PersonID{best}, nil
}

// Crown gives the role of champions to those who won the tournament or the month that an announcement tells,
// and takes it from those who won the one before of the same rules. It returns the sentence about that; "" if
// there is none. After an error it can be repeated; once it is done, a repetition gives nothing again.
func (c *composer) Crown(ctx context.Context, a *game.Announcement) (string, error) {
	c.crowning.Lock()
	defer c.crowning.Unlock()
	s, l, err := c.records.settingsOf(ctx, a.Place)
	if err != nil || s.Champions.Role == 0 {
		return "", err
	}
	won := championship{Pool: a.Pool, Month: a.Month, At: a.At}
	var before []game.PersonID // who had won until the director removed a player
	if a.Tournament != "" {
		t, err := c.referee.UnrestrictedTournament(ctx, a.Tournament)
		if err != nil {
			return "", err
		}
		won = championship{Pool: t.Pool(), Tournament: t.ID, At: a.At}
		before = t.AsOf(a.Seq - 1).Winners()
	}
	winners, err := c.winners(ctx, a.Place, won)
	if err != nil || len(winners)+len(before) == 0 {
		return "", err
	}
	changed := len(before) > 0 && !slices.Equal(before, winners)
	var newest championship
	var now champions
	if err := change(ctx, c.referee, game.PlaceSettings(a.Place), func(s *settings) {
		newest = s.Champions.add(won)
		now = s.Champions
	}); err != nil {
		return "", err
	}
	if !newest.is(won) {
		return "", nil // there is a newer champion already
	}
	if (!newest.Given || changed) && !newest.Refused {
		obstacle, err := c.discord.RoleObstacle(ctx, a.Place, now.Role, nil) // the role may have changed since it was chosen
		switch {
		case err == nil && obstacle != "":
			err = fmt.Errorf("the role is %s: %w", obstacle, delivery.ErrUnreachable)
		case err == nil:
			err = c.passRole(ctx, a.Place, now, winners, before)
		}
		if err != nil && !errors.Is(err, delivery.ErrUnreachable) {
			return "", err
		} else if err != nil {
			c.log.Warn("role of champions not given", "guild", a.Place, "role", now.Role, "err", err)
		}
		newest.Given, newest.Refused = err == nil, err != nil
		if err := change(ctx, c.referee, game.PlaceSettings(a.Place), func(s *settings) { s.Champions.passed(now, newest) }); err != nil {
			return "", err
		}
	}
	switch {
	case len(winners) == 0:
		return "", nil
	case newest.Refused:
		return l.Say("tournament.champion-refused", "role", say.Role(now.Role)), nil
	}
	return l.Say("tournament.champion", "n", len(winners), "players", l.And(say.Each(winners, say.Mention)), "role", say.Role(now.Role)), nil
}

// passRole gives the role of champions to users, and takes it from others and from former champions unless they have a title.
func (c *composer) passRole(ctx context.Context, guild game.PlaceID, of champions, to, from []game.PersonID) error {
	for _, p := range to {
		if err := c.discord.GiveRole(ctx, guild, p, of.Role); err != nil {
			return err
		}
	}
	var reigning []game.PersonID
	for _, t := range of.Titles {
		winners, err := c.winners(ctx, guild, t)
		if err != nil {
			return err
		}
		reigning = append(reigning, winners...)
	}
	for _, t := range of.Former {
		winners, err := c.winners(ctx, guild, t)
		if err != nil {
			return err
		}
		from = append(from, winners...)
	}
	for _, p := range from {
		if slices.Contains(reigning, p) {
			continue
		}
		if err := c.discord.TakeRole(ctx, guild, p, of.Role); err != nil {
			return err
		}
	}
	return nil
}
