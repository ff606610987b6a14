package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// composeTournament returns the message about an announcement of a tournament, or of the end of a month; nil
// if there is nothing to tell.
func (c *Courier) composeTournament(ctx context.Context, s sameSubject) (*notification, error) {
	a := s.last()
	if a.Kind == game.SeasonEnded {
		m, channel, err := c.composer.ComposeSeason(ctx, &a)
		if err == nil {
			err = c.crown(ctx, &a, m)
		}
		if m == nil || err != nil {
			return nil, err
		}
		return &notification{message: m, at: a.At, channel: channel}, nil
	}
	t, err := c.referee.UnrestrictedTournament(ctx, a.Tournament)
	if err != nil {
		return nil, err
	}
	b := Bulletin{t.Place, t.ID}
	last := t.IsOver() && t.Post != 0 && a.Seq == t.Seq() // and the message is not recalled
	if !last || c.queue.has(b.key()) {                    // an edit from before may arrive after the last one
		c.UpdateBulletin(b, t.Room)
	}
	if last {
		if err := c.updateBulletin(ctx, b); err != nil {
			return nil, err
		}
	}
	n := &notification{at: a.At, channel: t.Room}
	placed := a.Kind == game.TournamentPlaced
	if placed || slices.Contains(schedulingEvents, t.Event(a.Seq-1).Kind) {
		n.scheduled = t
	}
	if placed {
		return n, nil
	}
	m, err := c.composer.ComposeNews(ctx, t, a.Seq)
	if m == nil || err != nil {
		return n, err
	}
	switch e := t.Event(a.Seq - 1); {
	case t.IsOver() && !slices.Equal(t.AsOf(a.Seq-1).Winners(), t.AsOf(a.Seq).Winners()): // it ended, or a player was removed since
		if err := c.crown(ctx, &a, m); err != nil {
			return nil, err
		}
	case e.Kind == tournament.Adjudicated:
		c.updateDecided(ctx, t.Pairing(e.Pairing))
	}
	n.message = m
	return n, nil
}

// updateDecided has the message of the last game of a pairing that the director has decided say so, unless that game has just
// ended: then its own announcement does.
func (c *Courier) updateDecided(ctx context.Context, p *tournament.Pairing) {
	if len(p.Games) == 0 {
		return
	}
	g, err := c.referee.UnrestrictedGame(ctx, game.GameID(p.Games[len(p.Games)-1].ID))
	if err == nil && upToDate(g) != 0 {
		c.refresh(shownMessage{channel: g.Room, id: g.Post, game: g.ID})
	}
}

// schedulingEvents are what changes the scheduled event of a tournament.
var schedulingEvents = []tournament.EventKind{
	tournament.Unrepeated, tournament.Started, tournament.Paused, tournament.Resumed, tournament.Extended, tournament.Completed,
	tournament.Ended, tournament.Cancelled, tournament.Qualified,
}

const (
	maxScheduling   = time.Minute     // how long the scheduled event of a tournament is tried again
	scheduleTimeout = 5 * time.Second // of one try, because other news of the channel waits for it
)

// schedule brings the scheduled event of a tournament up to date, where the bot may do that. If Discord fails, it is tried again
// for up to maxScheduling after an announcement was made, unless Discord refuses it for good.
func (c *Courier) schedule(ctx context.Context, made time.Time, t *game.Tournament) error {
	if t.Starts.IsZero() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, scheduleTimeout)
	defer cancel()
	e, err := c.composer.ComposeEvent(ctx, t)
	if err == nil && (e.State != EventPlanned || e.From.After(c.now())) {
		err = c.discord.Schedule(ctx, t.Place, e)
	}
	switch {
	case err == nil || errors.Is(err, ErrUnreachable):
		return nil
	case !isFinal(err) && made.After(c.now().Add(-maxScheduling)):
		return fmt.Errorf("schedule tournament %s: %v", t.ID, err) // not as a rate limit, for which the channel would wait
	}
	c.log.Warn("tournament not scheduled", "tournament", t.ID, "err", err)
	return nil
}

// isFinal reports whether Discord will never do what it has refused.
func isFinal(err error) bool {
	refused, ok := errors.AsType[interface {
		error
		Temporary() bool
	}](err)
	return ok && !refused.Temporary()
}

// maxCrowning is the number of characters about champions, of whom there can be many.
const maxCrowning = 800

// crown gives the role of champions to those who won what an announcement tells, and says so in its message,
// if it has one. If Discord fails, it is tried again for up to maxAge.
func (c *Courier) crown(ctx context.Context, a *game.Announcement, m *message.Builder) error {
	sentence, err := c.composer.Crown(ctx, a)
	if err != nil && a.At.After(c.now().Add(-maxAge)) {
		return err
	} else if err != nil {
		c.log.Warn("role of champions not given", "guild", a.Place, "err", err)
	}
	if m != nil && sentence != "" {
		m.Text(message.ClipTo(sentence, maxCrowning))
	}
	return nil
}

// recallTournaments has the messages updated that show less of an open tournament than has happened: the
// process before was killed too early, or a message could not be edited. It is for guilds that this process
// took over after a time.
func (c *Courier) recallTournaments(ctx context.Context, after time.Time) error {
	open, err := c.referee.OpenTournaments(ctx)
	for _, t := range open {
		if since, mine := c.holds(t.Place); mine && !since.Before(after) && (t.Post == 0 || t.Shown < t.Seq()) {
			c.UpdateBulletin(Bulletin{t.Place, t.ID}, t.Room)
		}
	}
	return err
}
