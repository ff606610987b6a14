package bot

import (
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// mine returns the game a command is about: the one it names, or the only one that who
// asks is playing here, or anywhere.
func (b *Bot) mine(c *call) (*game.Game, error) {
	if text := c.text("game"); text != "" {
		id, ok := game.ParseGameID(text)
		if !ok {
			return nil, &game.Refusal{Code: game.NoSuchGame}
		}
		return b.referee.Game(c, id)
	}
	games, err := b.playing(c)
	if err != nil {
		return nil, err
	}
	switch len(games) {
	case 0:
		return nil, errNoGame
	case 1:
		return games[0], nil
	}
	return nil, errWhichGame
}

// opened returns a game, and its moves.
func (b *Bot) opened(c *call, id game.GameID) (*game.Game, *draughts.History, error) {
	g, err := b.referee.Game(c, id)
	if err != nil {
		return nil, nil, err
	}
	h, err := g.History()
	return g, h, err
}

// playing lists the games that who asks is playing in this place; if none, anywhere.
func (b *Bot) playing(c *call) ([]*game.Game, error) {
	page, err := b.referee.Games(c, game.RunningGamesOf(c.by.Person), "", mostOptions)
	if err != nil {
		return nil, err
	}
	var here []*game.Game
	for _, g := range page.Items {
		if g.Place == c.place {
			here = append(here, g)
		}
	}
	if len(here) > 0 {
		return here, nil
	}
	return page.Items, nil
}

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
			return b.unshown(c, a.Game, err), nil
		}
		m, err := b.board(c, l, a.Game)
		if err != nil {
			return b.unshown(c, a.Game, err), nil
		}
		return b.placed(c, there, answer{message: m, shows: a.Game, announced: a.Announced}), nil
	}
}

// showBoard shows a game anew. If a player asks for it in its place, that is where it is
// from then on. All others only look: the game stays where it is, nobody is called, and
// what is of another place only who asks sees.
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
	m, err := b.board(c, l, g)
	if err != nil {
		return answer{}, err
	}
	if plays && here {
		return answer{message: m, shows: g}, nil
	}
	m.private, m.pings = !here, nil
	if !plays && !g.IsOver() {
		m.parts = slices.DeleteFunc(m.parts, isRow)
	}
	return answer{message: m}, nil
}

func (b *Bot) resign(c *call) (answer, error) {
	g, err := b.mine(c)
	if err != nil {
		return answer{}, err
	}
	return b.reallyResign(c, g)
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

// proposes answers a command that goes for what an offer is about.
func proposes(o game.Offer) func(*Bot, *call) (answer, error) {
	return func(b *Bot, c *call) (answer, error) {
		g, err := b.mine(c)
		if err != nil {
			return answer{}, err
		}
		return b.shown(c)(b.referee.Propose(c, game.OfferRequest{GameRequest: c.of(g.ID, g.Ply()), Offer: o}))
	}
}

// pressProposes answers a button that goes for what an offer is about.
func pressProposes(o game.Offer) func(*Bot, *call, control) (answer, error) {
	return func(b *Bot, c *call, pressed control) (answer, error) {
		q := game.OfferRequest{GameRequest: c.of(pressed.game, pressed.ply), Offer: o}
		return then(b.shown(c)(b.referee.Propose(c, q)))
	}
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
	g, err := b.referee.Game(c, pressed.game)
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
	var moves []draughts.Move
	for _, m := range p.Moves() {
		if p.Variant().Name(m.From()) == pressed.arg {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 {
		return answer{}, errUnknown
	}
	m := &message{private: true}
	m.say(c.lang.Say("menu.where", "square", pressed.arg))
	m.menus(control{verb: moveVerb, game: g.ID, ply: g.Ply()}, c.lang.Say("menu.move"), moveOptions(c.lang, p, moves))
	return answer{message: m}, nil
}

// pressRefuse says no to an offer.
func (b *Bot) pressRefuse(c *call, pressed control) (answer, error) {
	for _, o := range game.Offers {
		if offerKey(o) == pressed.arg {
			q := game.OfferRequest{GameRequest: c.of(pressed.game, pressed.ply), Offer: o}
			return then(b.shown(c)(b.referee.Dismiss(c, q)))
		}
	}
	return answer{}, errUnknown
}

func (b *Bot) pressResign(c *call, pressed control) (answer, error) {
	g, err := b.referee.Game(c, pressed.game)
	if err != nil {
		return answer{}, err
	}
	a, err := b.reallyResign(c, g)
	if err == nil && g.Ply() != pressed.ply {
		return answer{}, &game.Refusal{Code: game.Stale, Game: g}
	}
	return a, err
}

func (b *Bot) pressResigned(c *call, pressed control) (answer, error) {
	return b.shown(c)(b.referee.Resign(c, c.of(pressed.game, pressed.ply)))
}

// offerKey is what an offer is called in keys and controls.
func offerKey(o game.Offer) string {
	switch o {
	case game.OfferDraw:
		return "draw"
	case game.OfferTakeBack:
		return "back"
	default:
		return "abort"
	}
}
