package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"doublecorner/game/draughts"
)

// completionCommand prints a script with which a shell completes the program's commands and flags.
// Completion libraries for kong lack what it has: descriptions, names of files in fish, and flags
// such as --no-hints.
type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh or fish." enum:"bash,zsh,fish"`
}

func (c *completionCommand) Run(s streams) error {
	fmt.Fprint(s.out, scripts[c.Shell])
	return nil
}

// bash asks the program for the words. If there are none, the shell completes names of files.
const bash = `_doublecorner() {
	local program="${COMP_WORDS[0]/#\~/$HOME}" current="${COMP_WORDS[COMP_CWORD]}"
	local words="$("$program" complete "${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null | cut -f1)"
	COMPREPLY=($(compgen -W "$words" -- "${current#=}"))
}
complete -o default -F _doublecorner doublecorner
`

// scripts are the scripts for each shell. The one for bash runs in zsh, too.
var scripts = map[string]string{
	"bash": bash,
	"zsh": `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit
` + bash,
	"fish": `function __doublecorner_words
	set -l words (commandline -opc) (commandline -ct)
	set -l program (string replace -r '^~' $HOME $words[1])
	set -g __doublecorner_words ($program complete $words[2..-1] 2>/dev/null)
	test (count $__doublecorner_words) -gt 0
end
complete -c doublecorner -n __doublecorner_words -f -k -a '$__doublecorner_words'
`,
}

// completeCommand prints the words that can be the last of a command line, with descriptions after
// a tab. It prints none where the word is the name of a file, which the shell completes.
type completeCommand struct {
	Words []string `arg:"" optional:""`
}

func (c *completeCommand) Run(s streams, k *kong.Kong) error {
	current := len(c.Words) - 1
	if current < 0 {
		return nil
	}
	node, flag := k.Model.Node, (*kong.Flag)(nil)
	for _, word := range c.Words[:current] {
		switch {
		case word == "=": // bash makes three words of --theme=slate
		case word == "help": // the words after it are those of a command
		case flag != nil:
			flag = nil
		case strings.HasPrefix(word, "-"):
			flag = valueFlag(node, word)
		default:
			if i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word }); i >= 0 {
				node = node.Children[i]
			}
		}
	}
	begin := ""
	if name, _, ok := strings.Cut(c.Words[current], "="); ok && name != "" { // in zsh and fish
		flag, begin = valueFlag(node, name), name+"="
	}
	for _, word := range candidates(node, flag, strings.HasPrefix(c.Words[current], "-")) {
		fmt.Fprintf(s.out, "%s%s\n", begin, word)
	}
	return nil
}

// candidates returns the values of a flag; or if there is none, the subcommands of a command and the
// values of its arguments; or its flags, after a dash or if the command has no arguments.
func candidates(n *kong.Node, flag *kong.Flag, dash bool) (words []string) {
	if flag != nil {
		return values(flag.Value, flag.PlaceHolder)
	}
	for _, child := range n.Children {
		if !child.Hidden {
			words = append(words, child.Name+"\t"+child.Help)
		}
	}
	for _, argument := range n.Positional {
		words = append(words, values(argument, strings.ToUpper(argument.Name))...)
	}
	if !dash && len(words)+len(n.Positional) > 0 {
		return words
	}
	words = nil
	for _, f := range slices.Concat(n.AllFlags(true)...) {
		words = append(words, "--"+f.Name+"\t"+f.Help)
		if f.Short != 0 {
			words = append(words, "-"+string(f.Short)+"\t"+f.Help)
		}
		if f.Tag.Negatable != "" {
			words = append(words, "--no-"+f.Name+"\tNot: "+f.Help)
		}
	}
	return words
}

// values returns the values of a flag or an argument, if they can be listed.
func values(v *kong.Value, kind string) []string {
	switch {
	case v.Enum != "":
		return v.EnumSlice()
	case kind == "THEME":
		return themes()
	case kind == "SIDE":
		return []string{draughts.White.String(), draughts.Black.String()}
	case kind == "KEY":
		return draughts.Keys()
	}
	return nil
}

// valueFlag returns the flag that is written so, if it needs a value; nil if there is none.
func valueFlag(n *kong.Node, text string) *kong.Flag {
	for _, f := range slices.Concat(n.AllFlags(true)...) {
		if !f.IsBool() && (text == "--"+f.Name || f.Short != 0 && text == "-"+string(f.Short)) {
			return f
		}
	}
	return nil
}
