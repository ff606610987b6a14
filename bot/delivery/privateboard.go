package delivery

import (
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// PrivateBoard is a board that only a player sees. It follows the game as long as Discord lets the bot edit it.
type PrivateBoard struct {
	Game    *game.Game // as it shows it
	Player  game.PersonID
	Compose func(context.Context, *game.Game) (*message.Builder, error)
}

// privateKey identifies the newest private board of a player of a game.
type privateKey struct {
	game   game.GameID
	player game.PersonID
}

// shownPrivately is a private board, and the message that shows it.
type shownPrivately struct {
	PrivateBoard
	at shownMessage
}

// maxPrivateBoards is how many private boards follow their games. A restart forgets them: their controls do nothing.
const maxPrivateBoards = 1000

// follow has the private board that a message shows follow its game.
func (c *Courier) follow(b *PrivateBoard, shown *dg.Message) {
	if at, ok := whereIs(shown); ok && b != nil && !b.Game.IsOver() {
		key := privateKey{b.Game.ID, b.Player}
		c.privateBoards.Put(key, shownPrivately{*b, at})
		c.privateAt.Put(at.id, key)
	}
}

// updatePrivateBoards edits the private boards of a game that went on.
func (c *Courier) updatePrivateBoards(g *game.Game) {
	for _, side := range draughts.Sides {
		key := privateKey{g.ID, g.Player(side)}
		b, ok := c.privateBoards.Get(key)
		if !ok || b.Game.Seq() >= g.Seq() {
			continue
		}
		c.queue.add(lane{b.at.channel, true}, "private "+b.at.id.String(), func(ctx context.Context, begin func()) error {
			if newest, _ := c.privateAt.Get(b.at.id); newest != key { // the message shows another game by now
				return nil
			}
			err := c.updatePrivateBoard(ctx, &b, begin)
			if IsRateLimit(err) {
				return err
			}
			if err != nil || b.Game.IsOver() {
				c.privateBoards.Take(key)
			} else {
				c.privateBoards.Put(key, b)
			}
			return nil
		})
	}
}

// updatePrivateBoard edits a private board to show its game as it is now.
func (c *Courier) updatePrivateBoard(ctx context.Context, b *shownPrivately, begin func()) error {
	return c.discord.Edit(ctx, b.at.channel, b.at.id, func() (*message.Message, error) {
		begin()
		g, err := c.referee.UnrestrictedGame(ctx, b.Game.ID)
		if err != nil {
			return nil, err
		}
		m, err := b.Compose(ctx, g)
		if err != nil {
			return nil, err
		}
		b.Game = g
		edit := m.Build()
		edit.Flags &= dg.MessageFlagsIsComponentsV2
		return edit, nil
	})
}
