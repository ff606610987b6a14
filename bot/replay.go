package bot

import (
	"bytes"
	"context"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/render"
)

// replay shows a game from its beginning as an animation, which takes long to draw. If a button was used,
// or in another guild, only the user sees it.
func (b *Bot) replay(req *request) (delivery.Response, error) {
	g, err := b.finishedOrChosenGame(req)
	if err != nil {
		return delivery.Response{}, err
	}
	private := req.id != nil || g.Place != req.place
	l, theme := req.public, themeOf(req.settings.Theme)
	if private {
		l, theme = req.lang, req.theme()
	}
	return b.slowResponse(req, private, func(ctx context.Context) (*message.Builder, error) {
		h, err := g.History()
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := render.Replay(&out, h, render.View{Theme: theme, Bars: b.bars(ctx, l, g)}, nil); err != nil {
			return nil, err
		}
		m := &message.Builder{}
		m.Text(title(l, g))
		m.Picture(message.File{Name: "replay.gif", Type: "image/gif", Data: out.Bytes()}, l.Say("replay.alt", "id", string(g.ID), "n", h.Len()))
		return m, nil
	}), nil
}
