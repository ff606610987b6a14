package bot

import (
	"fmt"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// pressFlip shows a game to the one who asks, from the side they ask for or as they like
// it best. Nothing can be done on that board but turn it.
func (b *Bot) pressFlip(c *call, pressed control) (answer, error) {
	g, h, err := b.opened(c, pressed.game)
	if err != nil {
		return answer{}, err
	}
	turned, known := sideOf(pressed.arg)
	if !known {
		return answer{}, errUnknown
	}
	manner, from := instead, turned
	if !c.pressedPrivately() {
		manner = beside
		if c.preferences.View != "" {
			from = c.side(g)
		}
	}
	m := &message{private: true}
	if err := b.draw(c, c.lang, m, g, h, look{theme: c.theme(), from: from}); err != nil {
		return answer{}, err
	}
	m.row(button(c.lang, control{verb: flipVerb, game: g.ID, ply: g.Ply(), arg: sideWord(from.Opponent())}, dg.SecondaryButton))
	return answer{message: m, manner: manner}, nil
}

// side is the side at the bottom of a board that only who asks sees: as they like it, or
// their own; White to who does not play.
func (c *call) side(g *game.Game) draughts.Side {
	if side, known := sideOf(c.preferences.View); known {
		return side
	}
	side, _ := g.Side(c.by.Person)
	return side
}

// longestScore is how long a list of moves can be in a message; longer ones are files.
const longestScore = 3000

// pressScore lists the moves so far to the one who asks.
func (b *Bot) pressScore(c *call, pressed control) (answer, error) {
	g, h, err := b.opened(c, pressed.game)
	if err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	if h.Len() == 0 {
		m.say(c.lang.Say("score.none"))
		return answer{message: m}, nil
	}
	text := score(h)
	m.say(c.lang.Say("score.title", "id", string(g.ID), "n", h.Len()))
	if len(text) <= longestScore {
		m.say("```\n" + text + "```")
	} else {
		m.give(file{string(g.ID) + ".txt", "text/plain; charset=utf-8", []byte(text)})
	}
	return answer{message: m}, nil
}

// score writes the moves of a game in two columns, in the order in which the sides move.
func score(h *draughts.History) string {
	notation := h.Start().Variant().Rules().Board.Notation
	var b strings.Builder
	for i, m := range h.Moves() {
		text := h.At(i).TextIn(m, notation)
		if i%2 == 0 {
			fmt.Fprintf(&b, "%3d. %-12s", i/2+1, text)
		} else {
			b.WriteString(" " + text + "\n")
		}
	}
	if h.Len()%2 == 1 {
		b.WriteString("\n")
	}
	return b.String()
}

// sideWord is a side in controls and choices.
func sideWord(s draughts.Side) string {
	if s == draughts.Black {
		return "black"
	}
	return "white"
}

func sideOf(word string) (draughts.Side, bool) {
	for _, s := range draughts.Sides {
		if sideWord(s) == word {
			return s, true
		}
	}
	return 0, false
}
