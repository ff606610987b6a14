package bot

import (
	"bytes"
	"context"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// replay shows a game from its beginning, as a moving picture. A player who asks in
// another place than the game's sees it alone.
func (b *Bot) replay(c *call) (answer, error) {
	g, err := b.record(c)
	if err != nil {
		return answer{}, err
	}
	return b.film(c, g, g.Place != c.place), nil
}

// pressReplay shows a game from its beginning to the one who asks.
func (b *Bot) pressReplay(c *call, pressed control) (answer, error) {
	g, err := b.referee.Game(c, pressed.game, c.viewer())
	if err != nil {
		return answer{}, err
	}
	return b.film(c, g, true), nil
}

// film makes a moving picture of a game, which takes a while.
func (b *Bot) film(c *call, g *game.Game, private bool) answer {
	l, theme := c.here, themeOf(c.settings.Theme)
	if private {
		l, theme = c.lang, c.theme()
	}
	return b.slowly(c, private, func(ctx context.Context) (*message, error) {
		h, err := g.History()
		if err != nil {
			return nil, err
		}
		names := b.names(ctx, l, g)
		view := render.View{Theme: theme, Bars: &render.Bars{Note: string(g.ID)}}
		for _, s := range draughts.Sides {
			view.Bars.Players[s].Name = names[s]
		}
		if result, ended := g.Result(); ended {
			view.Bars.Result = resultBar(l, g, result, names)
		}
		var out bytes.Buffer
		if err := render.Replay(&out, h, view, nil); err != nil {
			return nil, err
		}
		m := &message{}
		m.say(title(l, g))
		m.show(file{"replay.gif", "image/gif", out.Bytes()}, l.Say("replay.alt", "id", string(g.ID), "n", h.Len()))
		return m, nil
	})
}
