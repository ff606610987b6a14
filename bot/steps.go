package bot

import (
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// The arguments of stepAction. A number is of the move to show, and comes from the menu. All others show the
// game after as many moves as the custom ID's ply.
const (
	stepOpen  = "open"  // from the start, or the newest move of a running game, in a private message of its own
	stepShare = "share" // in a message of its own that everybody sees
	stepFirst = "first"
	stepBack  = "back"
	stepNext  = "next"
	stepLast  = "last" // after the last move, whichever that is now
	stepMenu  = "menu" // the custom ID of the menu
)

// useSteps shows a game after some of its moves. Where everybody sees the message, everybody who may see the game
// can step through it.
func (b *Bot) useSteps(req *request, g *game.Game) (delivery.Response, error) {
	ply, arg := int(req.id.ply), req.id.arg
	switch arg {
	case stepOpen:
		if ply = 0; !g.IsOver() {
			ply = g.Len()
		}
		return b.showSteps(req, g, ply, true)
	case stepShare:
		return b.showSteps(req, g, ply, g.Place != req.place)
	case stepFirst, stepBack, stepNext:
	case stepLast:
		ply = g.Len()
	default:
		n, err := strconv.ParseUint(arg, 10, 31)
		if err != nil {
			return delivery.Response{}, errUnknown
		}
		ply = int(n)
	}
	r, err := b.showSteps(req, g, ply, req.isPrivate())
	r.Placement = delivery.Replace
	return r, err
}

// showSteps shows a game after some of its moves, with controls to step through it, and once it was reviewed with
// the chances of both sides.
func (b *Bot) showSteps(req *request, g *game.Game, ply int, private bool) (delivery.Response, error) {
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	ply = min(ply, h.Len()) // moves may have been taken back
	l, look := req.look(g, private)
	look.Bars = b.bars(req, l, g)
	if look.Bars.Chance, err = b.chanceAfter(req, l, g, ply); err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{Private: private, Accent: overAccent}
	if !g.IsOver() {
		m.Accent = playingAccent
	}
	m.Text(say.Title(l, g))
	m.Text(say.Step(l, g, h, ply))
	if err := m.Board(l, boardFile, render.After(h, ply, look)); err != nil {
		return delivery.Response{}, err
	}
	if chance := look.Bars.Chance; chance != nil {
		m.Text("-# " + chance.Text)
	}
	m.Text(say.Opening(l, h.Until(ply), 1))
	if result, over := g.Result(); over && ply == h.Len() {
		m.Text(say.Result(l, g, result))
	}
	addTextBoard(m, l, h.At(ply), look.From, private && req.prefs.Text)
	addSteps(m, l, g, h, ply)
	row := []dg.MessageComponent{b.analyseButton(l, g, h, ply)}
	if private && g.Place == req.place && req.i.GuildID != "" {
		share := customID{action: stepAction, game: g.ID, ply: game.Ply(ply), arg: stepShare}
		row = append(row, buttonLabelled(l.Say("button.share"), share, dg.SecondaryButton))
	}
	m.Row(row...)
	return delivery.Response{Message: m}, nil
}

// isPersonal reports whether only the user sees what a request shows of a whole game: after a button, and in
// another guild than that of the game.
func (req *request) isPersonal(g *game.Game) bool { return req.id != nil || g.Place != req.place }

// look returns the language and the look of pictures of a whole game, for the user or for everybody.
func (req *request) look(g *game.Game, private bool) (*lang.Language, render.View) {
	if private {
		return req.lang, render.View{Theme: req.theme(), From: req.side(g)}
	}
	return req.public, render.View{Theme: themeOf(req.settings.Theme), From: req.settings.side(draughts.White)}
}

// addSteps adds the controls that step through a game: to its ends, one move back and on, and a menu of moves.
func addSteps(m *message.Builder, l *lang.Language, g *game.Game, h *draughts.History, ply int) {
	if h.Len() == 0 {
		return
	}
	var row []dg.MessageComponent
	for _, step := range []struct {
		label, arg string
		to         int
		stays      bool
	}{
		{"⏮", stepFirst, 0, ply == 0},
		{"◀", stepBack, max(0, ply-1), ply == 0},
		{"▶", stepNext, min(ply+1, h.Len()), ply == h.Len()},
		{"⏭", stepLast, h.Len(), ply == h.Len()},
	} {
		id := customID{action: stepAction, game: g.ID, ply: game.Ply(step.to), arg: step.arg}
		row = append(row, dg.Button{Label: step.label, Style: dg.SecondaryButton, CustomID: id.String(), Disabled: step.stays})
	}
	m.Row(row...)
	id := customID{action: stepAction, game: g.ID, arg: stepMenu}
	m.Row(selectOne(id, l.Say("menu.step"), stepOptions(h, ply)))
}

// stepOptions returns the moves of a game as a score sheet has them, the one that is shown among them: one of
// each side is a move. Of a long game it returns those around that one.
func stepOptions(h *draughts.History, ply int) []dg.SelectMenuOption {
	all, shown := say.FullMoves(h.Len()), say.FullMoves(ply)
	first := max(0, min(shown-1-maxOptions/2, all-maxOptions))
	var options []dg.SelectMenuOption
	for n := first; n < min(first+maxOptions, all); n++ {
		to := min(2*n+2, h.Len())
		options = append(options, dg.SelectMenuOption{
			Label: message.Clip(say.Score(h, 2*n, to)), Value: strconv.Itoa(to), Default: n+1 == shown,
		})
	}
	return options
}
