package bot

import (
	"bytes"
	"context"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/review"
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
		look.Bars = b.composer.bars(ctx, l, g)
		err = work.Cause(ctx, render.Replay(ctx, &out, h, look, pauses, nil))
		m := &message.Builder{}
		m.Text(say.Title(l, g))
		switch alt := l.Say("replay.alt", "n", say.FullMoves(h.Len())); err {
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

// useSteps shows a game after some of its moves. Where everybody sees the message, everybody who may see the game
// can step through it.
func (b *Bot) useSteps(req *request, g *game.Game) (delivery.Response, error) {
	ply := int(req.id.ply)
	switch req.id.arg {
	case stepOpen:
		if ply = 0; !g.IsOver() {
			ply = g.Len()
		}
		return b.showSteps(req, g, ply, true)
	case stepShare:
		return b.showSteps(req, g, ply, g.Place != req.place)
	}
	ply, err := req.step(g.Len())
	if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.showSteps(req, g, ply, req.isPrivate())
	r.Placement = delivery.Replace
	return r, err
}

// step returns after how many moves the control of addSteps that was used shows a game. The game ends after last.
func (req *request) step(last int) (ply int, err error) {
	switch req.id.arg {
	case stepFirst, stepBack, stepNext:
		return int(req.id.ply), nil
	case stepLast:
		return last, nil
	}
	n, err := strconv.ParseUint(req.id.arg, 10, 31)
	if err != nil {
		return 0, errUnknown
	}
	return int(n), nil
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
	look.Bars = b.composer.bars(req, l, g)
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
	addSteps(m, l, customID{action: stepAction, game: g.ID}, h, ply)
	row := []dg.MessageComponent{b.analyseButton(l, g, h, ply)}
	if private && g.Place == req.place && req.i.GuildID != "" {
		share := customID{action: stepAction, game: g.ID, ply: game.Ply(ply), arg: stepShare}
		row = append(row, buttonLabelled(l.Say("button.share"), share, dg.SecondaryButton))
	}
	m.Row(row...)
	return delivery.Response{Message: m}, nil
}

// analyseButton returns the button that shows the best moves after some moves of a game; nil if the game is
// not over, nobody can move then, or nobody thinks.
func (b *Bot) analyseButton(l *lang.Language, g *game.Game, h *draughts.History, ply int) dg.MessageComponent {
	if _, ended := h.Until(ply).Ending(); ended || !g.IsOver() || !b.mind.IsOn() {
		return nil
	}
	return button(l, customID{action: analyseAction, game: g.ID, ply: game.Ply(ply)}, dg.SecondaryButton)
}

// chanceAfter returns the chances of both sides after some moves of a game; nil if the game was not reviewed,
// or they would help the user in a running game.
func (b *Bot) chanceAfter(req *request, l *lang.Language, g *game.Game, ply int) (*render.Chance, error) {
	r, h, err := b.keptReview(req, g)
	if r == nil || err != nil {
		return nil, err
	}
	played, err := b.referee.Played(req, req.by.Person)
	if err != nil || played.Has(h.At(ply)) {
		return nil, err
	}
	chance := r.Chance(ply)
	return &render.Chance{White: chance, Text: l.Say("review.bar", "percent", review.Percent(chance))}, nil
}

// addSteps adds the controls that step through a game, whose custom IDs are like one: to its ends, one move back and on, and a
// menu of moves.
func addSteps(m *message.Builder, l *lang.Language, like customID, h *draughts.History, ply int) {
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
		id := like.with(step.arg)
		id.ply = game.Ply(step.to)
		row = append(row, dg.Button{Label: step.label, Style: dg.SecondaryButton, CustomID: id.String(), Disabled: step.stays})
	}
	m.Row(row...)
	m.Row(selectOne(like.with(stepMenu), l.Say("menu.step"), stepOptions(h, ply)))
}

// stepOptions returns the moves of a game as a score sheet has them, the one that is shown among them: one of
// each side is a move. Of a long game it returns those around that one.
func stepOptions(h *draughts.History, ply int) []dg.SelectMenuOption {
	all, shown := say.FullMoves(h.Len()), say.FullMoves(ply)
	first := max(0, min(shown-1-message.MaxOptions/2, all-message.MaxOptions))
	var options []dg.SelectMenuOption
	for n := first; n < min(first+message.MaxOptions, all); n++ {
		to := min(2*n+2, h.Len())
		options = append(options, dg.SelectMenuOption{
			Label: message.Clip(say.Score(h, 2*n, to)), Value: strconv.Itoa(to), Default: n+1 == shown,
		})
	}
	return options
}
