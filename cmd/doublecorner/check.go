package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// checkCommand referees archives.
type checkCommand struct {
	ruleFlags
	JSON  bool     `name:"json" help:"Print one JSON object a line instead of sentences."`
	Files []string `arg:"" name:"file" help:"PDN files; - is standard input."`
}

// finding is what is wrong with one game.
type finding struct {
	File  string `json:"file"`
	Game  int    `json:"game"`
	Line  int    `json:"line"`
	White string `json:"white,omitempty"`
	Black string `json:"black,omitempty"`
	Ply   int    `json:"ply,omitempty"`
	Move  string `json:"move,omitempty"`
	Means string `json:"means,omitempty"` // the move in the notation of the rules, if it is written in another
	FEN   string `json:"fen,omitempty"`   // where the move was tried
	Why   string `json:"why"`
}

func (f *finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: game %d", f.File, f.Game)
	if f.White != "" || f.Black != "" {
		fmt.Fprintf(&b, " (%s - %s)", cmp.Or(f.White, "?"), cmp.Or(f.Black, "?"))
	}
	if f.Ply > 0 {
		fmt.Fprintf(&b, ", ply %d, %q", f.Ply, f.Move)
	}
	if f.Means != "" {
		fmt.Fprintf(&b, " (%s)", f.Means)
	}
	return b.String() + ": " + f.Why
}

// summary is the last line.
type summary struct {
	Games int `json:"games"`
	Legal int `json:"legal"`
}

func (s summary) String() string {
	return fmt.Sprintf("%s, %d legal", counted(s.Games, "game"), s.Legal)
}

func (c *checkCommand) Run(s streams) error {
	v, err := c.variant()
	if err != nil {
		return err
	}
	bar := newProgress(s.err, size(c.Files))
	defer bar.clear()
	report := func(line fmt.Stringer) {
		bar.clear()
		if c.JSON {
			json.NewEncoder(s.out).Encode(line)
		} else {
			fmt.Fprintln(s.out, line)
		}
	}
	var total summary
	var unread error
	for _, name := range c.Files {
		n := 0
		for g, err := range gamesIn(s, name, bar) {
			if err != nil {
				unread = errors.Join(unread, err)
				break
			}
			n++
			total.Games++
			found := refereed(g, v)
			if found == nil {
				total.Legal++
				continue
			}
			found.File, found.Game, found.Line = called(name), n, g.LineNo
			found.White, found.Black = pdn.Excerpt(g.Tag("White")), pdn.Excerpt(g.Tag("Black"))
			report(found)
		}
	}
	bar.clear()
	if unread == nil || total.Games > 0 {
		report(total)
	}
	if unread == nil && total.Legal < total.Games {
		return errWrong
	}
	return unread
}

// refereed plays a game by the given rules, or by those its tags name, and returns
// what is wrong with it, or nil.
func refereed(g *pdn.Record, v *draughts.Variant) *finding {
	if v == nil {
		var err error
		if v, err = g.Variant(); err != nil {
			return &finding{Why: err.Error() + "; say which rules with --rules KEY"}
		}
	}
	h, err := g.Replay(v)
	illegal, ok := errors.AsType[*pdn.MoveError](err)
	switch {
	case ok:
		found := &finding{
			Ply: illegal.Ply, Move: illegal.Text, FEN: pdn.FEN(illegal.Position),
			Why: lang.English().WhyNot(illegal.Position, illegal.Err),
		}
		if illegal.Move != illegal.Text {
			found.Means = illegal.Move
		}
		return found
	case err != nil:
		return &finding{Why: err.Error()}
	case g.Unclosed > 0:
		return &finding{Why: fmt.Sprintf("what begins in line %d with { or ( is never closed, and what follows may have been taken for a part of it", g.Unclosed)}
	case h.Len() == 0:
		return &finding{Why: "it has no moves"}
	}
	return nil
}
