package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// completionCommand prints a script by which a shell completes the program's commands and flags.
// Completion libraries for kong lack what it has: descriptions, names of files in fish, and flags
// such as --no-hints.
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

// visit calls f for every command that is not hidden, with its words.
func visit(n *kong.Node, words []string, f func(n *kong.Node, words []string)) {
	f(n, words)
	for _, child := range subcommands(n) {
		visit(child, append(words[:len(words):len(words)], child.Name), f)
	}
}

// subcommands returns the commands below a command that are not hidden.
func subcommands(n *kong.Node) []*kong.Node {
	var list []*kong.Node
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			list = append(list, child)
		}
	}
	return list
}

// flags returns the flags of a command.
func flags(n *kong.Node) []*kong.Flag {
	var all []*kong.Flag
	for _, group := range n.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

// spellings returns the long and the short form of a flag.
func spellings(f *kong.Flag) []string {
	all := []string{"--" + f.Name}
	if f.Short != 0 {
		all = append(all, "-"+string(f.Short))
	}
	return all
}

// values returns the values of a flag or an argument, if they can be listed, and whether it is a file.
// Its placeholder in the help says what it is.
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

// arguments returns the values of the arguments of a command, and whether one of them is a file.
func arguments(n *kong.Node) (words []string, files bool) {
	for _, v := range n.Positional {
		w, file := values(v)
		words, files = append(words, w...), files || file
	}
	return words, files
}
