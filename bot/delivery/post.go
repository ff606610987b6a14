package delivery

import (
	"context"
	"errors"
	"time"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// Post has a message posted to a channel when the messages before it are, unless a task with the key waits: do
// posts it. If Discord asks to wait, do is called again.
func (c *Courier) Post(channel game.RoomID, key string, do func(context.Context) error) {
	c.queue.add(lane{channel: channel}, key, func(ctx context.Context, _ func()) error { return do(ctx) })
}

// PostOnce posts a message about something that came about at a time, unless the channel has it, and returns the
// ID of the one that the channel has.
func (c *Courier) PostOnce(
	ctx context.Context, channel game.RoomID, m *message.Builder, at time.Time,
) (game.PostID, error) {
	shown, err := c.postOnce(ctx, channel, m, at)
	if err != nil {
		return 0, err
	}
	there, ok := whereIs(shown)
	if !ok {
		return 0, errors.New("the message that was posted has no ID")
	}
	return there.id, nil
}

// IsRateLimit reports whether Discord asks to try again later.
func IsRateLimit(err error) bool {
	_, limited := rateLimited(err)
	return limited
}
