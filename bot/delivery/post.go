package delivery

import (
	"context"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// clockSkew is by how much Discord's clock may be behind ours.
const clockSkew = time.Minute

// postOnce posts a message about something that came about at a time, unless it is posted. It returns nil if the message is
// about a game that went on meanwhile: then it may have been there until it became a line, and the next one is on its way.
func (c *Courier) postOnce(
	ctx context.Context, channel game.RoomID, m *message.Builder, at time.Time, about *game.Game,
) (*dg.Message, error) {
	there, err := c.posted(ctx, channel, m, at, upToDate(about))
	if there != nil || err != nil {
		return there, err
	}
	if about != nil {
		if now, err := c.referee.UnrestrictedGame(ctx, about.ID); err != nil || now.Seq() > about.Seq() {
			return nil, err
		}
	}
	return c.discord.Post(ctx, channel, m.Build(), m.Fingerprint.Nonce())
}

// posted returns the message with the fingerprint of one about something that came about at a time, or nil if the channel
// has none: it is from a response that was not known to arrive, or from a process that was killed before it
// recorded the delivery. One that was edited to show the same, if any, notified nobody.
func (c *Courier) posted(
	ctx context.Context, channel game.RoomID, m *message.Builder, at time.Time, edited game.PostID,
) (*dg.Message, error) {
	recent, err := c.discord.Recent(ctx, channel, at.Add(-clockSkew))
	if err != nil {
		return nil, err
	}
	for _, there := range recent {
		if m.Fingerprint.IsOn(there) && there.ID != edited.String() {
			return there, nil
		}
	}
	return nil, nil
}
