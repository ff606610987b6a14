package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// completionCommand prints what makes a shell complete the program's commands and flags.
type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh or fish." enum:"bash,zsh,fish"`
}

func (c *completionCommand) Run(s streams, k *kong.Kong) error {
	script := bash
	switch c.Shell {
	case "fish":
		script = fish
	case "zsh":
		script = zsh
	}
	_, err := fmt.Fprint(s.out, script(k.Model.Name, k.Model.Node))
	return err
}

// visit calls f for every command that people see, with the words that lead to it.
func visit(n *kong.Node, words []string, f func(n *kong.Node, words []string)) {
	f(n, words)
	for _, child := range subcommands(n) {
		visit(child, append(words[:len(words):len(words)], child.Name), f)
	}
}

// subcommands are the commands that can follow one.
func subcommands(n *kong.Node) []*kong.Node {
	var seen []*kong.Node
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			seen = append(seen, child)
		}
	}
	return seen
}

// flags are those that a command takes.
func flags(n *kong.Node) []*kong.Flag {
	var all []*kong.Flag
	for _, group := range n.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

// spellings are how a flag can be written.
func spellings(f *kong.Flag) []string {
	all := []string{"--" + f.Name}
	if f.Short != 0 {
		all = append(all, "-"+string(f.Short))
	}
	return all
}

// values are what a flag or an argument can be, if they can be listed, and whether it is a
// file. Which they are is told by what stands for it in the help.
func values(v *kong.Value) (words []string, file bool) {
	kind := v.Name
	if v.Flag != nil {
		kind = v.Flag.PlaceHolder
	}
	switch kind = strings.ToUpper(kind); {
	case v.Enum != "":
		return v.EnumSlice(), false
	case kind == "THEME":
		for _, t := range render.Themes() {
			words = append(words, t.Key)
		}
	case kind == "SIDE":
		for _, side := range draughts.Sides {
			words = append(words, side.String())
		}
	case kind == "KEY":
		words = draughts.Keys()
	}
	return words, kind == "FILE"
}

// arguments are what a command takes that is no flag.
func arguments(n *kong.Node) (words []string, files bool) {
	for _, v := range n.Positional {
		w, file := values(v)
		words, files = append(words, w...), files || file
	}
	return words, files
}
