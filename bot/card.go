package bot

import (
	"fmt"
	"strings"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// cardWidth is how wide the card of a game is, in pixels.
const cardWidth = 960

// card adds the card of a finished game to a message, as a keepsake: its last board, who
// played, and what it did to their ratings.
func (b *Bot) card(c *call, m *message, g *game.Game) error {
	result, over := g.Result()
	if !over {
		return nil
	}
	h, err := g.History()
	if err != nil {
		return err
	}
	names := b.names(c, c.lang, g)
	ended := resultBar(c.lang, g, result, names)
	card := render.Card{
		View:   render.View{Position: h.Position(), Last: lastStep(h), Theme: c.theme(), From: c.side(g), Size: cardWidth},
		Title:  plainRulesName(c.lang, h.Position().Variant().Rules()),
		Result: *ended,
		Note:   fmt.Sprintf("%s · %d", g.ID, moveNumber(g)),
	}
	if result.Moderator == game.Anyone { // whose reason may be long
		card.Result.Text += " " + why(c.lang, g, result)
	}
	described := card.View
	described.Bars = &render.Bars{Result: ended}
	for _, s := range draughts.Sides {
		card.Players[s].Name, described.Bars.Players[s].Name = names[s], names[s]
		for _, change := range result.Changes[s] {
			if change.Place == g.Place {
				before, after := int(change.Before.Points+.5), int(change.After.Points+.5)
				card.Players[s].Rating = strings.Replace(fmt.Sprintf("%d %+d", after, after-before), "-", "−", 1)
			}
		}
	}
	png, err := render.Finish(card)
	if err != nil {
		return err
	}
	alt, err := render.Alt(described, c.lang.Say)
	if err != nil {
		return err
	}
	m.show(file{"card.png", "image/png", png}, alt)
	return nil
}
