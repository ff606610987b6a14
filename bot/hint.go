package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/review"
	"doublecorner/game/search"
	"doublecorner/render"
)

// The steps of a hint: each says more than the one before. The argument of hintAction is one of them, or on the game's
// board "".
const (
	hintPieces = iota + 1 // which pieces to move
	hintMoves             // where to
	hintLines             // why
)

// useHint shows the player to move a hint. Only they see it. The first one asks before, because the game does
// not count after that, unless there is only one move.
func (b *Bot) useHint(req *request, g *game.Game) (delivery.Response, error) {
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	q := game.GameRequest{Request: req.gameRequest(), Game: g.ID, Ply: req.id.ply}
	if moves := h.Position().Moves(); len(moves) == 1 {
		if _, err := b.referee.Hint(req, q); err != nil {
			return delivery.Response{}, err
		}
		m, err := forcedHint(req, g, h.Position(), moves[0])
		return delivery.Response{Message: m, Placement: req.replacing()}, err
	}
	next := inGame(g, hintAction).with(strconv.Itoa(hintPieces))
	step, err := strconv.Atoi(req.id.arg)
	switch {
	case req.id.arg == "" && g.CountsAgainstComputer() && g.Player(g.Turn()) == req.by.Person:
		m := req.private("hint.really")
		m.Row(button(req.lang, next, dg.PrimaryButton))
		return delivery.Response{Message: m}, nil
	case req.id.arg == "":
		step = hintPieces
	case err != nil || step < hintPieces || step > hintLines:
		return delivery.Response{}, errUnknown
	}
	if g.HasComputer() { // otherwise the referee refuses it
		if !b.mind.IsOn() {
			return delivery.Response{}, errThinkingOff
		}
		if err := b.checkFair(req, req, h.Position()); err != nil {
			return delivery.Response{}, err
		}
	}
	if _, err := b.referee.Hint(req, q); err != nil {
		return delivery.Response{}, err
	}
	key := momentKey{g.ID, g.Ply()}
	if t, known := b.thoughts.Get(key); known {
		m, err := b.hintMessage(req, g, h, step, t)
		return delivery.Response{Message: m, Placement: req.replacing()}, err
	}
	return thinkingResponse(b, req, true, func(ctx context.Context) (search.Thought, error) {
		t, err := b.bestMoves(ctx, req, mind.Help, h)
		if err == nil {
			t.Lines = ideas(h.Position(), t.Lines)
			b.thoughts.Put(key, t)
		}
		return t, err
	}, func(_ context.Context, t search.Thought) (*message.Builder, error) {
		return b.hintMessage(req, g, h, step, t)
	}), nil
}

// forcedHint returns the message of a hint in a position with only one move.
func forcedHint(req *request, g *game.Game, p draughts.Position, only draughts.Move) (*message.Builder, error) {
	l := req.lang
	text := l.Say("hint.forced", "move", p.Text(only))
	view := render.View{Position: p, Theme: req.theme(), From: req.side(g), Size: turnSize}
	view.Arrows = []render.Arrow{{Squares: p.Path(only), Kind: render.Proposed}}
	m := &message.Builder{Private: true, Accent: playingAccent}
	m.Text(text)
	if err := m.PNG(boardFile, view, text+" "+view.Alt(l.Say)); err != nil {
		return nil, err
	}
	addTextBoard(m, l, p, view.From, req.prefs.Text)
	addMovesOf(m, l, p, []draughts.Move{only}, view.From, inGame(g, moveAction).with)
	return m, nil
}

// asGood is how much of the chance to win a move may cost that is about as good as the best one.
const asGood = .05

// ideas returns the lines whose moves are about as good as the best one.
func ideas(p draughts.Position, lines []search.Line) []search.Line {
	curve := review.CurveOf(p.Variant())
	n := 1
	for n < len(lines) && curve.ChanceOf(lines[0].Value)-curve.ChanceOf(lines[n].Value) < asGood {
		n++
	}
	return lines[:n]
}

// hintMessage returns the message of a step of a hint.
func (b *Bot) hintMessage(req *request, g *game.Game, h *draughts.History, step int, t search.Thought) (*message.Builder, error) {
	l, p := req.lang, h.Position()
	view := render.View{Position: p, Theme: req.theme(), From: req.side(g), Size: turnSize}
	var squares, moves []string
	for _, line := range t.Lines {
		move := line.Moves[0]
		if square := p.Variant().Name(move.From()); !slices.Contains(squares, square) {
			squares = append(squares, square)
		}
		moves = append(moves, p.Text(move))
		if step == hintPieces {
			view.Marks = append(view.Marks, render.Mark{Square: move.From(), Kind: render.May})
		} else {
			view.Arrows = append(view.Arrows, render.Arrow{Squares: p.Path(move), Kind: render.Proposed})
		}
	}
	text := l.Say("hint.pieces", "n", len(squares), "squares", l.Or(squares))
	if step >= hintMoves {
		text = l.Say("hint.moves", "moves", l.Or(moves))
	}
	m := &message.Builder{Private: true, Accent: playingAccent}
	m.Text(l.Say("hint.title", "n", step, "of", hintLines) + "\n" + text)
	if err := m.PNG(boardFile, view, text+" "+view.Alt(l.Say)); err != nil {
		return nil, err
	}
	addTextBoard(m, l, p, view.From, req.prefs.Text)
	if step < hintLines {
		next := inGame(g, hintAction).with(strconv.Itoa(step + 1))
		m.Row(buttonLabelled(l.Say("button.more"), next, dg.SecondaryButton))
		return m, nil
	}
	for i, line := range t.Lines {
		words := []string{say.Idea(l, p, line), say.Merit(l, p, line.Moves), l.Say("hint.line", "moves", say.Line(h, h.Len(), line.Moves))}
		m.Text(strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), "\n"))
		after := h.Clone()
		after.PlayLine(line.Moves)
		if err := m.Board(l, fmt.Sprintf("line-%d.png", i+1), render.After(after, after.Len(), view)); err != nil {
			return nil, err
		}
	}
	best := []draughts.Move{t.Lines[0].Moves[0]}
	addMovesOf(m, l, p, best, view.From, inGame(g, moveAction).with)
	return m, nil
}
