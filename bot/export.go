package bot

import (
	"bytes"
	"context"

	"doublecorner/game"
	"doublecorner/game/draughts/pdn"
)

// export gives a game to keep, as PDN, or all that who asks has played.
func (b *Bot) export(c *call) (answer, error) {
	if c.truth("everything", false) {
		return b.everything(c), nil
	}
	g, err := b.record(c)
	if err != nil {
		return answer{}, err
	}
	return b.recorded(c, g)
}

// pressExport gives a game to keep to the one who asks.
func (b *Bot) pressExport(c *call, pressed control) (answer, error) {
	g, err := b.referee.Game(c, pressed.game, c.viewer())
	if err != nil {
		return answer{}, err
	}
	return b.recorded(c, g)
}

// recorded gives a game as PDN to the one who asks, and as a card if it is over.
func (b *Bot) recorded(c *call, g *game.Game) (answer, error) {
	var out bytes.Buffer
	if err := b.write(c, &out, g); err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	m.say(c.lang.Say("export.here", "id", string(g.ID)))
	m.give(file{string(g.ID) + ".pdn", "text/plain; charset=utf-8", out.Bytes()})
	return answer{message: m}, b.card(c, m, g)
}

// mostBytes is how much of files is sent with a message. Discord takes 10 MB.
const mostBytes = 8 << 20

// everything gives who asks all the games they have finished, the newest first, which
// takes a while.
func (b *Bot) everything(c *call) answer {
	who, l := c.viewer(), c.lang
	return b.slowly(c, true, func(ctx context.Context) (*message, error) {
		var out bytes.Buffer
		n, whole := 0, true
		for from := game.Cursor(""); whole; {
			page, err := b.referee.Games(ctx, game.FinishedGamesOf(who.Person), who, from, 100)
			if err != nil {
				return nil, err
			}
			for _, g := range page.Items {
				before := out.Len()
				if err := b.write(ctx, &out, g); err != nil {
					return nil, err
				}
				if whole = out.Len() <= mostBytes; !whole {
					out.Truncate(before)
					break
				}
				n++
			}
			if from = page.Next; from == "" {
				break
			}
		}
		m := &message{}
		m.say(l.Say("export.everything", "n", n, "whole", whole))
		if n > 0 {
			m.give(file{"games.pdn", "text/plain; charset=utf-8", out.Bytes()})
		}
		return m, nil
	})
}

// write writes a game as PDN.
func (b *Bot) write(ctx context.Context, out *bytes.Buffer, g *game.Game) error {
	record, err := game.PDN(g, func(p game.PersonID) string {
		name, _ := b.nameOf(ctx, p, g.Place)
		return name
	})
	if err != nil {
		return err
	}
	if out.Len() > 0 {
		out.WriteByte('\n')
	}
	return pdn.Write(out, record)
}
