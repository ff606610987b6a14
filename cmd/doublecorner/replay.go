package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/render"
)

// replayCommand draws a game as an animated picture.
type replayCommand struct {
	ruleFlags
	lookFlags
	Game   int    `help:"Which game of the file, counted from 1." default:"1" placeholder:"N"`
	File   string `arg:"" help:"PDN file; - is standard input."`
	Output string `short:"o" help:"Where to write the GIF picture." type:"path" placeholder:"FILE"`
}

func (c *replayCommand) Run(s streams) error {
	if err := checkOutput(c.Output, ".gif", c.File, c.RulesFile); err != nil {
		return err
	}
	g, err := c.find(s)
	if err != nil {
		return err
	}
	v, err := c.variant()
	if err != nil {
		return err
	}
	if v == nil {
		if v, err = rulesOf(g); err != nil {
			return usageError{fmt.Errorf("%s: %w; %s", called(c.File), err, howToSayRules)}
		}
	}
	h, err := g.Replay(v)
	if err != nil {
		if illegal, ok := errors.AsType[*pdn.MoveError](err); ok {
			err = fmt.Errorf("ply %d, %q: %s", illegal.Ply, illegal.Text, lang.English().WhyNot(illegal.Position, illegal.Err))
		}
		return fmt.Errorf("%s: %w", called(c.File), err)
	}
	look := render.View{Theme: c.Theme, From: c.From, Size: c.Size}
	if !c.Bare {
		look.Bars = bars(g, h)
	}
	progress := newProgress(s.err, int64(h.Len()+1))
	defer progress.clear()
	err = writePicture(s.out, c.Output, func(w io.Writer) error {
		return render.Replay(context.Background(), w, h, look, nil, func(done, _ int) { progress.to(int64(done)) })
	})
	if _, ok := errors.AsType[*render.ViewError](err); ok {
		return usageError{err}
	}
	return err
}

// rulesOf returns the rules that a game's tags name, or else the only ones that it can be played by.
func rulesOf(g *pdn.Record) (*draughts.Variant, error) {
	v, err := g.Variant()
	if err != pdn.ErrNoVariant {
		return v, err
	}
	var r pdn.Recognition
	r.Replay(g)
	if can := r.Rules(); len(can) > 1 {
		return nil, fmt.Errorf("its tags do not say by which rules; it can be %s", strings.Join(keysOf(can), ", "))
	}
	return r.Rules()[0], nil
}

// find reads the game of the file that --game names.
func (c *replayCommand) find(s streams) (*pdn.Record, error) {
	if c.Game < 1 {
		return nil, usageError{fmt.Errorf("--game %d: games are counted from 1", c.Game)}
	}
	n := 0
	for g, err := range gamesIn(s, c.File, io.Discard) {
		if n++; err != nil || n == c.Game {
			return g, err
		}
	}
	return nil, usageError{fmt.Errorf("%s: there is no game %d in it; the last is %d", called(c.File), c.Game, n)}
}

// bars returns the players and the result of a game.
func bars(g *pdn.Record, h *draughts.History) *render.Bars {
	b := &render.Bars{}
	for _, s := range draughts.Sides {
		name := [2]string{draughts.White: "White", draughts.Black: "Black"}[s]
		b.Players[s].Name = cmp.Or(g.Tag(name), name)
	}
	result := g.Result
	if end, over := h.Ending(); over {
		result = pdn.ResultOf(h.Position().Variant(), end)
	}
	winner, won := result.Winner()
	switch {
	case won:
		b.Result = &render.Result{Text: b.Players[winner].Name + " wins", Winner: winner}
		b.Result.Score[winner], b.Result.Score[winner.Opponent()] = "1", "0"
	case result.Drawn():
		b.Result = &render.Result{Text: "Drawn", Drawn: true, Score: [2]string{"½", "½"}}
	}
	return b
}
