package bot

import (
	"context"
	"errors"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// settle notes that a game is shown in a message, and takes the controls off the message
// that is out of date then: the one before, or this one if it comes late. Should that
// fail, the old board keeps controls that do nothing, and nothing else is lost.
func (b *Bot) settle(ctx context.Context, g *game.Game, shown *dg.Message) {
	room, ok := snowflake(shown.ChannelID)
	post, known := snowflake(shown.ID)
	if !ok || !known {
		return
	}
	old, err := b.referee.Show(ctx, g.ID, game.Showing{Room: game.RoomID(room), Post: game.PostID(post), Seq: g.Seq()})
	if err != nil {
		b.log.Error("board not noted", "game", g.ID, "err", err)
		return
	}
	if old.Post != 0 {
		b.retire(ctx, old.Room, old.Post)
	}
}

// retire takes the controls off a message.
func (b *Bot) retire(ctx context.Context, room game.RoomID, post game.PostID) {
	m, err := b.poster.Message(ctx, room, post)
	if err == nil && m != nil && active(m.Components) {
		data := withoutControls(m)
		err = b.poster.Edit(ctx, room, post, &dg.MessageEdit{
			Components: &data.Components, Attachments: data.Attachments, AllowedMentions: data.AllowedMentions, Flags: data.Flags,
		})
	}
	if err != nil && !errors.Is(err, ErrUnreachable) {
		b.log.Warn("an old board keeps its controls", "room", room, "post", post, "err", err)
	}
}

// active tells whether something can be done with components.
func active(components []dg.MessageComponent) bool {
	for _, c := range components {
		switch c := c.(type) {
		case *dg.ActionsRow:
			return true
		case *dg.Container:
			if active(c.Components) {
				return true
			}
		}
	}
	return false
}
