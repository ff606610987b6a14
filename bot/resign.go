package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

func (b *Bot) resign(c *call) (answer, error) {
	g, err := b.mine(c)
	if err != nil {
		return answer{}, err
	}
	return b.reallyResign(c, g)
}

func (b *Bot) pressResign(c *call, pressed control) (answer, error) {
	g, err := b.referee.Game(c, pressed.game, c.viewer())
	if err != nil {
		return answer{}, err
	}
	a, err := b.reallyResign(c, g)
	if err == nil && g.Ply() != pressed.ply {
		return answer{}, &game.Refusal{Code: game.Stale, Game: g}
	}
	return a, err
}

// reallyResign asks a player, before a game is given up.
func (b *Bot) reallyResign(c *call, g *game.Game) (answer, error) {
	if _, plays := g.Side(c.by.Person); !plays {
		return answer{}, &game.Refusal{Code: game.NotAPlayer, Game: g}
	} else if g.IsOver() {
		return answer{}, &game.Refusal{Code: game.Over, Game: g}
	}
	m := &message{private: true}
	m.say(c.lang.Say("resign.really", "id", string(g.ID)))
	m.row(button(c.lang, control{verb: resignedVerb, game: g.ID, ply: g.Ply()}, dg.DangerButton))
	return answer{message: m}, nil
}

func (b *Bot) pressResigned(c *call, pressed control) (answer, error) {
	return b.shown(c)(b.referee.Resign(c, c.of(pressed.game, pressed.ply)))
}
