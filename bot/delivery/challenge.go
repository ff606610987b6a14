package delivery

import (
	"context"
	"errors"
	"slices"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// waitingChallenge is an open challenge whose message is composed anew if nobody accepts it for a while.
type waitingChallenge struct {
	challenge game.ChallengeID
	channel   game.RoomID
	until     time.Time
}

// recallChallenges has those challenges wait that did when the last process ended, or when another one gave their
// guild up, after a time.
func (c *Courier) recallChallenges(ctx context.Context, before time.Time) error {
	if c.patience == 0 {
		return nil
	}
	open, err := c.referee.OpenChallenges(ctx, maxRecalled)
	if err != nil {
		return err
	}
	var waiting []waitingChallenge
	for _, ch := range open {
		since, mine := c.holds(ch.Place)
		if !mine || since.Before(before) {
			continue
		}
		stopped := since.Add(-longestTakeover)
		if before.IsZero() && c.stopped.Before(stopped) || c.isAlone {
			stopped = c.stopped
		}
		if until := ch.Made.Add(c.patience); ch.To == game.Anyone && ch.Made.Before(since) && until.After(stopped) {
			waiting = append(waiting, waitingChallenge{ch.ID, ch.Room, until})
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(waiting, c.waiting...)
	slices.SortStableFunc(c.waiting, func(a, b waitingChallenge) int { return a.until.Compare(b.until) })
	return nil
}

// wait has a challenge wait longer than all others do.
func (c *Courier) wait(w waitingChallenge) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, w)
	c.waiting = c.waiting[max(0, len(c.waiting)-maxQuestions):]
}

// updateChallenges has the messages of challenges composed anew that nobody has accepted for a while.
func (c *Courier) updateChallenges() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.waiting) > 0 && !c.now().Before(c.waiting[0].until) {
		w := c.waiting[0]
		if !c.queue.add(lane{w.channel, true}, "challenge "+string(w.challenge), func(ctx context.Context, begin func()) error {
			begin()
			return c.updateChallenge(ctx, w.challenge)
		}) {
			return // the queue is full
		}
		c.waiting = c.waiting[1:]
	}
}

// updateChallenge composes the message of a challenge to anyone anew, if that is still open.
func (c *Courier) updateChallenge(ctx context.Context, id game.ChallengeID) error {
	ch, err := c.referee.UnrestrictedChallenge(ctx, id)
	if err != nil || ch.State != game.Open || ch.To != game.Anyone {
		return nil
	}
	at, known := c.questions.Get(question{challenge: id})
	if !known {
		at, known, err = c.findChallenge(ctx, ch)
	}
	if known {
		err = c.editChallenge(ctx, at, id)
	}
	if IsRateLimit(err) {
		return err
	}
	if err != nil && !errors.Is(err, ErrUnreachable) {
		c.wait(waitingChallenge{id, ch.Room, c.now().Add(c.patience)})
	}
	if err != nil {
		c.log.Warn("a challenge is not updated", "challenge", id, "err", err)
	}
	return nil
}

// findChallenge finds the message that shows a challenge, which a process before this one sent, and remembers it.
func (c *Courier) findChallenge(ctx context.Context, ch *game.Challenge) (at shownMessage, found bool, err error) {
	recent, err := c.discord.Recent(ctx, ch.Room, ch.Made.Add(-clockSkew))
	for _, m := range recent {
		if OpenFingerprint(ch).IsOn(m) {
			at, found = whereIs(m)
		}
	}
	if found {
		c.questions.Put(question{challenge: ch.ID}, at)
	}
	return at, found, err
}

// maxRecalled is how many challenges are looked through when the process starts.
const maxRecalled = 100_000

// longestTakeover is longer than nobody delivers what is due in a guild, unless no process runs.
const longestTakeover = time.Minute

// CloseChallenge has the message that showed an open challenge say how that ended, or removes its buttons if the
// challenge was erased.
func (c *Courier) CloseChallenge(id game.ChallengeID) { c.closeChallenge(id, nil) }

// showEnd has the message of a challenge say how the challenge ended.
func (c *Courier) showEnd(ctx context.Context, old shownMessage) error {
	ch, err := c.referee.UnrestrictedChallenge(ctx, old.challenge)
	if old.id == 0 {
		if err != nil {
			return nil // it was erased, and people find out when they use its buttons
		}
		if since, _ := c.holds(ch.Place); c.isAlone && !ch.Made.Before(since) {
			return nil // this process sent it, and has closed it
		}
		found := false
		if old, found, err = c.findChallenge(ctx, ch); !found {
			return err
		}
	}
	if err != nil || ch.State == game.Open { // it was erased, or not closed after all
		return c.removeControls(ctx, old)
	}
	return c.editChallenge(ctx, old, ch.ID)
}

// editChallenge edits the message of a challenge to show the challenge as it is when the rate limits allow that. If the
// challenge is closed meanwhile, the response that closed it may have come before the edit, so the message is edited again.
func (c *Courier) editChallenge(ctx context.Context, at shownMessage, id game.ChallengeID) error {
	var ch *game.Challenge
	err := c.discord.Edit(ctx, at.channel, at.id, func() (_ *message.Message, err error) {
		if ch, err = c.referee.UnrestrictedChallenge(ctx, id); err != nil {
			return nil, err
		}
		m, err := c.composer.ComposeChallenge(ctx, ch)
		if err != nil {
			return nil, err
		}
		if ch.State != game.Open { // another message announces how it ended
			m.Mentions, m.Fingerprint = nil, 0
		}
		return m.Build(), nil
	})
	if err != nil || ch.State != game.Open {
		return err
	}
	if now, err := c.referee.UnrestrictedChallenge(ctx, id); err == nil && now.State != game.Open {
		at.challenge = id
		c.refresh(at)
	}
	return nil
}

// composeChallenge returns the message about announcements of a challenge; nil if there is nothing to tell,
// because its state changed, which made an announcement of its own or began a game.
func (c *Courier) composeChallenge(ctx context.Context, s sameSubject) (*notification, error) {
	last := s.last()
	ch, err := c.referee.UnrestrictedChallenge(ctx, last.Challenge)
	if err != nil || ch.State != challengeStates[last.Kind] {
		return nil, err
	}
	m, err := c.composer.ComposeChallenge(ctx, ch)
	if err != nil {
		return nil, err
	}
	n := &notification{
		message: m, at: last.At, channel: last.Room, recipients: present([]game.PersonID{ch.From, ch.To}), isListed: ch.To == game.Anyone,
	}
	if ch.State == game.Open {
		n.challenge = ch.ID
	}
	return n, nil
}

// challengeStates are the states of challenges that announcements are about.
var challengeStates = map[game.AnnouncementKind]game.ChallengeState{
	game.ChallengeMade: game.Open, game.ChallengeDeclined: game.Refused, game.ChallengeWithdrawn: game.Retracted,
	game.ChallengeCountered: game.Countered, game.ChallengeExpired: game.Expired,
}
