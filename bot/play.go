package bot

import (
	"slices"
	"strings"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// move makes a move that somebody typed.
func (b *Bot) move(c *call) (answer, error) {
	g, err := b.mine(c)
	if err != nil {
		return answer{}, err
	}
	return b.moves(c, g.ID, g.Ply(), c.text("move"))
}

// moves makes a move, and shows the board after it.
func (b *Bot) moves(c *call, id game.GameID, ply game.Ply, text string) (answer, error) {
	return b.shown(c)(b.referee.Move(c, game.MoveRequest{GameRequest: c.of(id, ply), Text: text}))
}

// shown turns what the referee answers into the board as it is now.
func (b *Bot) shown(c *call) func(game.Answer, error) (answer, error) {
	return func(a game.Answer, err error) (answer, error) {
		if err != nil {
			return answer{}, err
		}
		there, l, err := b.decided(c, a.Game)
		if err != nil {
			return answer{message: b.unshown(c, a.Game, err)}, nil
		}
		return b.placed(c, there, l, a), nil
	}
}

// showBoard shows a game anew. If a player asks for it in its place, that is where it is
// from then on, and the other is called if they are to do something. All others only
// look: the game stays where it is, nobody is called, and what is of another place only who
// asks sees.
func (b *Bot) showBoard(c *call) (answer, error) {
	g, err := b.mine(c)
	if err != nil {
		return answer{}, err
	}
	_, plays := g.Side(c.by.Person)
	here := g.Place == c.place
	l := c.here
	if !here {
		l = c.lang
	}
	var calls sides
	if plays && here {
		calls = awaited(g).without(g, c.by.Person)
	}
	m, err := b.board(c, l, g, calls)
	if err != nil {
		return answer{}, err
	}
	if plays && here {
		return answer{message: m, shows: g}, nil
	}
	m.private = !here
	if !plays && !g.IsOver() {
		m.parts = slices.DeleteFunc(m.parts, isRow)
	}
	return answer{message: m}, nil
}

func (b *Bot) pressMove(c *call, pressed control) (answer, error) {
	text := pressed.arg
	if strings.HasPrefix(text, "#") {
		g, h, err := b.opened(c, pressed.game)
		if err != nil {
			return answer{}, err
		}
		if g.Ply() == pressed.ply {
			text = moveText(h.Position(), text)
		}
	}
	return then(b.moves(c, pressed.game, pressed.ply, text))
}

// pressPiece shows where the piece that was chosen can go.
func (b *Bot) pressPiece(c *call, pressed control) (answer, error) {
	g, err := b.referee.Game(c, pressed.game, c.viewer())
	if err != nil {
		return answer{}, err
	}
	side, plays := g.Side(c.by.Person)
	switch {
	case !plays:
		return answer{}, &game.Refusal{Code: game.NotAPlayer, Game: g}
	case g.IsOver():
		return answer{}, &game.Refusal{Code: game.Over, Game: g}
	case g.Ply() != pressed.ply:
		return answer{}, &game.Refusal{Code: game.Stale, Game: g}
	case g.Turn() != side:
		return answer{}, &game.Refusal{Code: game.NotYourTurn, Game: g}
	}
	h, err := g.History()
	if err != nil {
		return answer{}, err
	}
	p := h.Position()
	legal, err := p.Moves()
	if err != nil {
		return answer{}, err
	}
	moves := slices.DeleteFunc(legal, func(m draughts.Move) bool { return p.Variant().Name(m.From()) != pressed.arg })
	if len(moves) == 0 {
		return answer{}, errUnknown
	}
	m := &message{private: true}
	m.say(c.lang.Say("menu.where", "square", pressed.arg))
	m.menus(control{verb: moveVerb, game: g.ID, ply: g.Ply()}, c.lang.Say("menu.move"), moveOptions(c.lang, p, moves))
	return answer{message: m}, nil
}
