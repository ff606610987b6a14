package bot

import (
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// placed decides where a board goes that shows what somebody just did. Usually it is the
// answer. Where boards are changed in their places, it takes the place of the former one;
// where games live in threads, it goes into the game's; and where somebody acts in another
// place than the game's, it goes where the other player looks. Then who acted is told
// privately where that is.
func (b *Bot) placed(c *call, there *settings, l *lang.Language, a game.Answer) answer {
	g, calls := a.Game, concerned(a.Game, a.Game.Seq()-1)
	inPlace := there.InPlace && g.Post != 0
	elsewhere := g.Place != c.place || there.Threads && g.Room != c.room && g.Post != 0
	pressed := inPlace && c.i.Message != nil && c.i.Message.ID == g.Post.String()
	switch {
	case inPlace && !pressed:
		return answer{message: c.there(g), afterwards: func(context.Context) {
			b.untold.put(g.ID, undelivered{ids: a.Announced})
			b.refresh(oldBoard{room: g.Room, post: g.Post, game: g.ID})
		}}
	case elsewhere && !pressed:
		return answer{message: c.there(g), afterwards: func(context.Context) {
			b.postBoard(g, g.Room, undelivered{a.Announced, calls})
		}}
	}
	shown := answer{shows: g, announced: a.Announced}
	if pressed {
		shown.manner = instead
	}
	shown.finish = func(ctx context.Context, a *answer, late bool) {
		if late && b.isOutdated(ctx, g) { // the answer to what happened since shows it
			a.showNothing(c.there(g))
			return
		}
		m, err := b.board(ctx, l, g, calls)
		if err != nil {
			a.showNothing(b.unshown(c, g, err))
			return
		}
		a.message = m
	}
	return shown
}

// unshown is said where something was done, but its board cannot be made. That it failed
// would not be true: what happened remains news, and is told when that can be.
func (b *Bot) unshown(c *call, g *game.Game, why error) *message {
	b.log.Error("board not shown yet", "interaction", c.i.ID, "game", g.ID, "err", why)
	return c.there(g)
}

// isOutdated tells whether something happened in a game since.
func (b *Bot) isOutdated(ctx context.Context, g *game.Game) bool {
	now, err := b.referee.UnrestrictedGame(ctx, g.ID)
	return err == nil && now.Seq() > g.Seq()
}

// decided returns how things are decided where a game is, and the language of its board.
func (b *Bot) decided(c *call, g *game.Game) (*settings, *lang.Language, error) {
	if g.Place == c.place {
		return &c.settings, c.here, nil
	}
	there, err := remembered[settings](c, b, game.AboutPlace(g.Place))
	return &there, there.read(), err
}

// there says privately where a game is.
func (c *call) there(g *game.Game) *message {
	m := &message{private: true}
	m.say(c.lang.Say("board.there", "id", string(g.ID), "channel", "<#"+g.Room.String()+">"))
	return m
}

// postBoard shows a game as it is when its channel can take that, and so tells what was not
// told of it. If that cannot be done now, it remains news.
func (b *Bot) postBoard(g *game.Game, channel game.RoomID, news undelivered) {
	b.untold.put(g.ID, news)
	ok := b.outbox.put(lane{channel: channel}, boardKey(g.ID), func(ctx context.Context, begun func()) error {
		begun()
		news := b.untold.take(g.ID)
		now, err := b.referee.UnrestrictedGame(ctx, g.ID)
		if err == nil {
			var m *message
			if m, err = b.boardIn(ctx, now, news.calls); err == nil {
				var shown *dg.Message
				if shown, err = b.postOnce(ctx, channel, m, b.now()); err == nil {
					b.settle(ctx, now, shown, nil)
					err = b.referee.Delivered(ctx, news.ids...)
				}
			}
		}
		if _, limited := askedToWait(err); limited {
			b.untold.put(g.ID, news)
		} else if err != nil {
			b.log.Warn("board not shown yet", "game", g.ID, "err", err)
		}
		return err
	})
	if !ok {
		b.untold.take(g.ID)
	}
}

// begun shows a game that begins: where it is to be, or in a thread of its own. Then its
// challenge says that it was accepted. Inside of a thread no other can be opened; there
// the game stays where it is.
func (b *Bot) begun(c *call, a game.Answer) (answer, error) {
	b.keepRead(c)
	if a.Game.Place != c.place || c.i.GuildID == "" || !c.settings.Threads {
		return b.shown(c)(a, nil)
	}
	name := threadName(c.here, a.Game, b.names(c, c.here, a.Game))
	return answer{message: challengeMessage(c.here, a.Challenge), afterwards: func(ctx context.Context) {
		room, err := b.poster.Thread(ctx, c.room, name)
		if err != nil {
			b.log.Info("game without a thread", "game", a.Game.ID, "err", err)
			room = c.room
		}
		b.postBoard(a.Game, room, undelivered{a.Announced, concerned(a.Game, justBegun)})
	}}, nil
}

// threadName is what the thread of a game is called.
func threadName(l *lang.Language, g *game.Game, names [len(draughts.Sides)]string) string {
	return clipped(l.Say("board.thread", "white", names[draughts.White], "black", names[draughts.Black], "id", string(g.ID)))
}
