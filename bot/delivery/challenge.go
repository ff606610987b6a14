package delivery

import (
	"context"

	"doublecorner/bot/message"
	"doublecorner/game"
)

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

// editChallenge edits the message of a closed challenge to say how that ended when the rate limits allow it.
func (c *Courier) editChallenge(ctx context.Context, at shownMessage, id game.ChallengeID) error {
	var begun game.GameID
	err := c.discord.Edit(ctx, at.channel, at.id, func() (*message.Message, error) {
		ch, err := c.referee.UnrestrictedChallenge(ctx, id)
		if err != nil {
			return nil, err
		}
		begun = ch.Game
		m, err := c.composer.ComposeChallenge(ctx, ch)
		if err != nil {
			return nil, err
		}
		m.Mentions, m.Fingerprint = nil, 0 // another message announces how it ended
		return m.Build(), nil
	})
	if err != nil || begun == "" {
		return err
	}
	g, err := c.referee.UnrestrictedGame(ctx, begun)
	if err != nil || g.Room == at.channel { // where its last board shows the result
		return nil
	}
	return c.referee.RecordChallengeShown(ctx, begun, at.channel, at.id)
}

// showResult makes the message of a challenge the result of its game.
func (c *Courier) showResult(ctx context.Context, old shownMessage) error {
	return c.discord.Edit(ctx, old.channel, old.id, func() (*message.Message, error) {
		g, err := c.referee.UnrestrictedGame(ctx, old.ended)
		if err != nil {
			return nil, err
		}
		m, err := c.composer.ComposeResult(ctx, g)
		if err != nil {
			return nil, err
		}
		return m.Build(), nil
	})
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
