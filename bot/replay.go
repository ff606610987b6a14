package bot

import (
	"bytes"
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/internal/work"
	"doublecorner/render"
)

// replay shows a game from its beginning as an animation, which takes long to draw and pauses at the turning
// points if the game was reviewed, or step by step.
func (b *Bot) replay(req *request, g *game.Game) (delivery.Response, error) {
	private := req.isPersonal(g)
	if req.boolean("steps", false) {
		return b.showSteps(req, g, 0, private)
	}
	l, look := req.look(g, private)
	return b.slowResponse(req, private, func(ctx context.Context) (*message.Builder, error) {
		played, err := b.referee.Played(ctx, req.by.Person)
		if err != nil {
			return nil, err
		}
		r, h, err := b.fairReview(ctx, g, played)
		if err != nil {
			return nil, err
		}
		var pauses []render.Pause
		if r != nil {
			for _, t := range r.Turns() {
				pauses = append(pauses, render.Pause{Ply: t.Ply, Arrows: turnArrows(h, t)})
			}
		}
		var out bytes.Buffer
		look.Bars = b.bars(ctx, l, g)
		err = work.Cause(ctx, render.Replay(ctx, &out, h, look, pauses, nil))
		m := &message.Builder{}
		m.Text(say.Title(l, g))
		switch alt := l.Say("replay.alt", "id", string(g.ID), "n", say.FullMoves(h.Len())); err {
		case nil:
			m.Picture(message.File{Name: "replay.gif", Type: "image/gif", Data: out.Bytes(), Alt: alt})
		case work.ErrSpent:
			m.Text(l.Say("replay.too-long"))
		default:
			return nil, err
		}
		if h.Len() > 0 {
			m.Row(button(l, customID{action: stepAction, game: g.ID, arg: stepOpen}, dg.SecondaryButton))
		}
		return m, nil
	}), nil
}
