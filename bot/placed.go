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
func (b *Bot) placed(c *call, there *settings, a answer) answer {
	g := a.shows
	inPlace := there.InPlace && g.Post != 0
	elsewhere := g.Place != c.place || there.Threads && g.Room != c.room && g.Post != 0
	if !inPlace && !elsewhere {
		return a
	}
	if inPlace && c.i.Message != nil && c.i.Message.ID == g.Post.String() {
		a.manner = instead
		return a
	}
	board, announced := a.message, a.announced
	return answer{message: c.there(g), afterwards: func(ctx context.Context) { b.put(ctx, g, board, announced, inPlace) }}
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

// unshown answers where something was done, but its board cannot be made. That it failed
// would not be true: what happened remains news, and is told when that can be.
func (b *Bot) unshown(c *call, g *game.Game, why error) answer {
	b.log.Error("board not shown yet", "interaction", c.i.ID, "game", g.ID, "err", why)
	return answer{message: c.there(g)}
}

// put shows a board where its game is: in the place of the former one, or after it. If
// that cannot be done now, it remains news.
func (b *Bot) put(ctx context.Context, g *game.Game, m *message, announced []game.AnnouncementID, inPlace bool) {
	var err error
	shown := &dg.Message{ID: g.Post.String(), ChannelID: g.Room.String()}
	if inPlace {
		err = b.poster.Edit(ctx, g.Room, g.Post, m.outgoing())
	}
	if !inPlace || err != nil { // it is gone, or too old, or cannot be changed just now: another is seen as well
		shown, err = b.postOnce(ctx, g.Room, m, b.now())
	}
	if err == nil {
		b.settle(ctx, g, shown, nil)
		err = b.referee.Delivered(ctx, announced...)
	}
	if err != nil {
		b.log.Warn("board not shown yet", "game", g.ID, "err", err)
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
	m, err := b.board(c, c.here, a.Game, concerned(a.Game, justBegun))
	if err != nil {
		return b.unshown(c, a.Game, err), nil
	}
	name := threadName(c.here, a.Game, b.names(c, c.here, a.Game))
	return answer{message: challengeMessage(c.here, a.Challenge), afterwards: func(ctx context.Context) {
		g := *a.Game
		room, err := b.poster.Thread(ctx, c.room, name)
		if err != nil {
			b.log.Info("game without a thread", "game", g.ID, "err", err)
			room = c.room
		}
		g.Room = room
		b.put(ctx, &g, m, a.Announced, false)
	}}, nil
}

// threadName is what the thread of a game is called.
func threadName(l *lang.Language, g *game.Game, names [len(draughts.Sides)]string) string {
	return clipped(l.Say("board.thread", "white", names[draughts.White], "black", names[draughts.Black], "id", string(g.ID)))
}
