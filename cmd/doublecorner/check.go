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
	Rules string `json:"rules,omitempty"` // by which it was tried, if the tags do not say them
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
	b.WriteString(": " + f.Why)
	if f.Rules != "" {
		fmt.Fprintf(&b, " (by %s)", f.Rules)
	}
	return b.String()
}

// note is said once about several games of a file.
type note struct {
	File  string   `json:"file"`
	Game  int      `json:"game,omitempty"`  // the first of them
	Rules []string `json:"rules,omitempty"` // that were recognised
	Note  string   `json:"note"`
}

func (n *note) String() string {
	if n.Game == 0 {
		return n.File + ": " + n.Note
	}
	return fmt.Sprintf("%s: game %d: %s", n.File, n.Game, n.Note)
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
		f := fileCheck{name: called(name), rules: v, report: report}
		for g, err := range gamesIn(s, name, bar) {
			if err != nil {
				unread = errors.Join(unread, err)
				break
			}
			f.check(g)
		}
		f.sayRules()
		total.Games += f.Games
		total.Legal += f.Legal
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

// fileCheck referees the games of a file.
type fileCheck struct {
	summary
	name   string
	rules  *draughts.Variant // of all games; nil: each has those that its tags name
	report func(fmt.Stringer)
	said   [len(remarkNotes)]bool

	recognition         pdn.Recognition // of the rules of games whose tags name none
	untold, untoldLegal int             // such games, and the legal ones
}

// remarkNotes are sentences about how games were understood.
var remarkNotes = [...]string{
	pdn.OtherCorner: "its moves count the squares from the usual corner, and not from the one that its GameType says; such games are checked so",
	pdn.Crowned:     "a man that stands on its last row in the FEN is taken for a king, in this and other games",
}

// check referees the next game.
func (f *fileCheck) check(g *pdn.Record) {
	f.Games++
	found := f.refereed(g)
	if found == nil {
		return
	}
	found.File, found.Game, found.Line = f.name, f.Games, g.LineNo
	found.White, found.Black = pdn.Excerpt(g.Tag("White")), pdn.Excerpt(g.Tag("Black"))
	f.report(found)
}

// refereed plays a game, counts it if it is legal, and returns what is wrong with it otherwise.
func (f *fileCheck) refereed(g *pdn.Record) *finding {
	v, legal := f.rules, &f.Legal
	if v == nil {
		var err error
		switch v, err = g.Variant(); err {
		case nil:
		case pdn.ErrNoVariant:
			legal = &f.untoldLegal
		default:
			return &finding{Why: err.Error() + "; " + howToSayRules}
		}
	}
	game := pdn.Recognised{Rules: v}
	if v == nil {
		f.untold++
		game = f.recognition.Replay(g)
	} else {
		game.History, game.Remarks, game.Err = g.ReplayRemarked(v)
	}
	f.remark(game.Remarks)
	found := faultOf(g, game)
	switch {
	case found == nil:
		*legal++
	case v == nil && found.Ply > 0:
		found.Rules = game.Rules.Rules().Key
	}
	return found
}

// remark reports how a game was understood, unless that was said of another.
func (f *fileCheck) remark(remarks []pdn.Remark) {
	for _, r := range remarks {
		if !f.said[r] {
			f.said[r] = true
			f.report(&note{File: f.name, Game: f.Games, Note: remarkNotes[r]})
		}
	}
}

// howToSayRules tells how to name rules.
const howToSayRules = "say which rules with --rules KEY"

// sayRules reports which rules were recognised. Games that are legal by several rules count as legal by none.
func (f *fileCheck) sayRules() {
	if f.untold == 0 {
		return
	}
	keys := keysOf(f.recognition.Rules())
	text := fmt.Sprintf("the tags of %s do not say by which rules; ", counted(f.untold, "game"))
	switch {
	case len(keys) == 1:
		f.Legal += f.untoldLegal
		text += "checked by " + keys[0]
	case f.untoldLegal == 0:
		keys = nil
		text += howToSayRules
	default:
		text += fmt.Sprintf("legal by %s: %s", strings.Join(keys, ", "), howToSayRules)
	}
	f.report(&note{File: f.name, Rules: keys, Note: text})
}

func keysOf(rules []*draughts.Variant) []string {
	keys := make([]string, len(rules))
	for i, v := range rules {
		keys[i] = v.Rules().Key
	}
	return keys
}

// faultOf returns what is wrong with a game that was replayed, or nil.
func faultOf(g *pdn.Record, game pdn.Recognised) *finding {
	illegal, ok := errors.AsType[*pdn.MoveError](game.Err)
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
	case game.Err != nil:
		return &finding{Why: game.Err.Error()}
	case g.Unclosed > 0:
		return &finding{Why: fmt.Sprintf("what begins in line %d with { or ( is never closed, and what follows may have been taken for a part of it", g.Unclosed)}
	case game.History.Len() == 0:
		return &finding{Why: "it has no moves"}
	}
	return nil
}
