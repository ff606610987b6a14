package bot

import (
	"context"
	"errors"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// settle notes that a game is shown in a message, and takes the controls off the message
// that showed it before. Should that fail, the old board keeps controls that do nothing,
// and nothing else is lost.
func (b *Bot) settle(ctx context.Context, g *game.Game, shown *dg.Message) {
	room, ok := snowflake(shown.ChannelID)
	post, known := snowflake(shown.ID)
	if !ok || !known {
		return
	}
	q := game.ShowRequest{
		Request: game.Request{ID: game.RequestID("p" + shown.ID), By: game.Actor{Person: g.Player(draughts.White)}, Place: g.Place},
		Game:    g.ID, Room: game.RoomID(room), Post: game.PostID(post),
	}
	if !q.By.Person.IsSomebody() {
		q.By.Person = g.Player(draughts.Black)
	}
	before, err := b.referee.Game(ctx, g.ID)
	if err != nil {
		b.log.Error("game not found that is shown", "game", g.ID, "err", err)
		return
	}
	old, oldRoom := before.Post, before.Room
	if old > q.Post { // a newer board arrived before this one was noted
		old, oldRoom = q.Post, q.Room
	} else if _, err := b.referee.Show(ctx, q); err != nil {
		b.log.Error("board not noted", "game", g.ID, "err", err)
		return
	}
	if old != 0 && old != q.Post {
		b.retire(ctx, oldRoom, old)
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
