package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// ruleFlags name a rule set.
type ruleFlags struct {
	Rules     string `help:"Rule set, by its key; \"doublecorner rules\" lists them." placeholder:"KEY" xor:"rules"`
	RulesFile string `help:"Rule set of your own, as a YAML file; \"doublecorner rules show KEY\" prints one to start from." placeholder:"FILE" type:"path" xor:"rules"`
}

// variant returns the rule set that the flags name; nil if they name none.
func (f *ruleFlags) variant() (*draughts.Variant, error) {
	switch {
	case f.RulesFile != "":
		return readRules(f.RulesFile)
	case f.Rules != "":
		v, err := draughts.Builtin(strings.ToLower(f.Rules))
		return v, asUsage(err)
	}
	return nil, nil
}

// needed is variant for commands that need a rule set.
func (f *ruleFlags) needed() (*draughts.Variant, error) {
	v, err := f.variant()
	if err == nil && v == nil {
		err = usageError{errors.New("say which rules: --rules KEY or --rules-file FILE")}
	}
	return v, err
}

// readRules reads a rule set from a file.
func readRules(name string) (*draughts.Variant, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, usageError{err}
	}
	defer in.Close()
	v, err := rulefile.Read(in)
	if wrong, ok := errors.AsType[*draughts.RulesError](err); ok {
		err = errors.New(strings.Join(lang.English().WrongRules(wrong), "\n"))
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	return v, nil
}

// rulesCommand lists the rule sets, prints one, or writes the pages about them.
type rulesCommand struct {
	List  listRulesCommand `cmd:"" default:"1" help:"List the built-in rule sets."`
	Show  showRulesCommand `cmd:"" help:"Print a rule set as a file, to read or to change and use with --rules-file." example:"russian"`
	Pages pagesCommand     `cmd:"" help:"Write the rules with diagrams, as in docs/rules." example:"--all-languages pages"`
}

type listRulesCommand struct{}

func (listRulesCommand) Run(s streams) error {
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for _, r := range draughts.Families() {
		fmt.Fprintf(out, "%s\t%s\t%d×%d\t%s starts\n", r.Key, r.Name, r.Board.Size, r.Board.Size, r.Starts)
	}
	out.Flush()
	fmt.Fprint(s.out, `
Each also with one of these behind its key:
  -misere        a side that cannot move wins
  -breakthrough  the first king wins
and behind that, or alone:
  -free-jump     nobody has to capture, and a capture may stop half-way
as in american-free-jump or russian-misere-free-jump.
`)
	return nil
}

type showRulesCommand struct {
	Key       string `arg:"" optional:"" help:"Key of a built-in rule set."`
	RulesFile string `help:"Show the rule set of a file instead, complete and checked." placeholder:"FILE" type:"path"`
}

func (c *showRulesCommand) Run(s streams) error {
	flags := ruleFlags{Rules: c.Key, RulesFile: c.RulesFile}
	v, err := flags.variant()
	if err != nil {
		return err
	}
	if v == nil || c.Key != "" && c.RulesFile != "" {
		return usageError{fmt.Errorf("name one rule set, as in \"doublecorner rules show russian\"")}
	}
	return rulefile.Write(s.out, v.Rules(), v.Remarks())
}

// pagesCommand writes the rules pages of docs/rules.
type pagesCommand struct {
	AllLanguages bool   `help:"In all languages of the bot, not only those of docs/rules."`
	Dir          string `arg:"" help:"Directory to write to. Pages in it that are no longer needed are removed." type:"path"`
}

func (c *pagesCommand) Run() error {
	languages := lesson.PublishedLanguages
	if c.AllLanguages {
		languages = lang.Codes()
	}
	return lesson.WritePages(c.Dir, languages)
}
