package bot

import (
	"context"
	"fmt"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// mostOptions is how many lines a menu can have.
const mostOptions = 25

// picture is what a board's picture is called in its message.
const picture = "board.png"

// The edges of messages, by what they tell.
const (
	playingEdge   = 0xF2C14E
	overEdge      = 0x5B8C5A
	challengeEdge = 0x4F7CAC
)

// board is the message that shows a game: its picture, what just happened, whose turn
// it is, and what can be done. It calls those who play some sides, but for who does not want
// to be called.
func (b *Bot) board(ctx context.Context, l *lang.Language, g *game.Game, calls sides) (*message, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	p := h.Position()
	m := &message{edge: playingEdge, mark: markOfGame(g)}
	m.say(title(l, g))
	happened, err := lastChange(l, g, h)
	if err != nil {
		return nil, err
	}
	m.say(happened)
	turn := g.Turn()
	letters := false
	for _, s := range draughts.Sides {
		p := g.Player(s)
		moves := s == turn && !g.IsOver()
		if !p.IsSomebody() || !calls[s] && !moves {
			continue
		}
		likes, err := remembered[preferences](ctx, b, game.AboutPerson(p))
		if err != nil {
			return nil, err
		}
		if calls[s] && !likes.Quiet {
			m.pings = append(m.pings, p)
		}
		letters = letters || moves && likes.Text
	}
	here, err := remembered[settings](ctx, b, game.AboutPlace(g.Place))
	if err != nil {
		return nil, err
	}
	if isReminder(g, g.Seq()) && !here.Unasked {
		m.say(l.Say("board.reminder", "player", mention(g.Player(g.Turn()))))
	}
	if err := b.draw(ctx, l, m, g, h, look{theme: themeOf(here.Theme)}); err != nil {
		return nil, err
	}
	if result, ended := g.Result(); ended {
		m.edge = overEdge
		m.say(resultText(l, g, result))
		m.row(
			button(l, control{verb: rematchVerb, game: g.ID}, dg.PrimaryButton),
			button(l, control{verb: replayVerb, game: g.ID}, dg.SecondaryButton),
			button(l, control{verb: exportVerb, game: g.ID}, dg.SecondaryButton),
			button(l, control{verb: scoreVerb, game: g.ID}, dg.SecondaryButton),
		)
		return m, nil
	}
	if letters {
		m.say("```\n" + render.Text(p, turn) + "```")
	}
	text, err := b.turn(ctx, l, g, h)
	if err != nil {
		return nil, err
	}
	m.say(text)
	m.chooseMove(l, g, p)
	m.row(offerControls(l, g)...)
	m.row(
		button(l, control{verb: drawVerb, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, control{verb: takeBackVerb, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, control{verb: flipVerb, game: g.ID, ply: g.Ply(), arg: sideWord(draughts.Black)}, dg.SecondaryButton),
		button(l, control{verb: scoreVerb, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, control{verb: resignVerb, game: g.ID, ply: g.Ply()}, dg.DangerButton),
	)
	return m, nil
}

// look is how somebody wants to see a board. What everybody sees has White at the bottom.
type look struct {
	theme string
	from  draughts.Side
}

// draw adds the picture of a game as it is now to a message.
func (b *Bot) draw(ctx context.Context, l *lang.Language, m *message, g *game.Game, h *draughts.History, as look) error {
	left, err := b.timing(ctx, g)
	if err != nil {
		return err
	}
	names := b.names(ctx, l, g)
	view := render.View{
		Position: h.Position(), Last: lastStep(h), Hints: !g.IsOver(), Theme: as.theme, From: as.from,
		Bars: &render.Bars{Note: fmt.Sprintf("%s · %d", g.ID, moveNumber(g))},
	}
	for _, s := range draughts.Sides {
		view.Bars.Players[s] = render.Player{Name: names[s], Taken: lost(h, s.Opponent())}
		if left != nil && (g.Clock.PerMove() == 0 || s == g.Turn()) {
			view.Bars.Players[s].Clock = duration(l, left(s))
		}
	}
	if result, ended := g.Result(); ended {
		view.Bars.Result = resultBar(l, g, result, names)
	}
	return m.draw(l, picture, view)
}

// moveNumber is the number of the move that is to be made, or was the last.
func moveNumber(g *game.Game) int {
	if g.IsOver() {
		return max(1, (g.Len()+1)/2)
	}
	return g.Len()/2 + 1
}

// lastStep is the last move of a game, if there is one.
func lastStep(h *draughts.History) render.Step {
	n := h.Len()
	if n == 0 {
		return render.Step{}
	}
	return render.Step{Before: h.At(n - 1), Move: h.Moves()[n-1]}
}

// lost counts the pieces a side has lost.
func lost(h *draughts.History, s draughts.Side) int {
	return h.Start().Pieces(s).Len() - h.Position().Pieces(s).Len()
}
