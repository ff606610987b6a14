package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCommand prints what makes a shell complete the program's commands and flags.
type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh or fish." enum:"bash,zsh,fish"`
}

func (c *completionCommand) Run(s streams, k *kong.Kong) error {
	var err error
	switch name := k.Model.Name; c.Shell {
	case "fish":
		_, err = fmt.Fprint(s.out, fish(name, k.Model.Node))
	case "zsh":
		_, err = fmt.Fprintf(s.out, "autoload -U +X bashcompinit && bashcompinit\n%s", bash(name, k.Model.Node))
	default:
		_, err = fmt.Fprint(s.out, bash(name, k.Model.Node))
	}
	return err
}

// visit calls f for every command that people see, with the words that lead to it.
func visit(n *kong.Node, words []string, f func(n *kong.Node, words []string)) {
	f(n, words)
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			visit(child, append(words[:len(words):len(words)], child.Name), f)
		}
	}
}

// bash is a script that completes by the words before: at each command, its commands and
// flags; the shell's own completion adds files.
func bash(name string, root *kong.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "_%s() {\n\tlocal command=\"\" word\n\tfor word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n", name)
	b.WriteString("\t\tcase \"$command $word\" in\n")
	visit(root, nil, func(n *kong.Node, words []string) {
		if len(words) > 0 {
			fmt.Fprintf(&b, "\t\t\"%s\") command=\"%s\" ;;\n", " "+strings.Join(words, " "), " "+strings.Join(words, " "))
		}
	})
	b.WriteString("\t\tesac\n\tdone\n\tlocal words=\"\"\n\tcase \"$command\" in\n")
	visit(root, nil, func(n *kong.Node, words []string) {
		at := ""
		if len(words) > 0 {
			at = " " + strings.Join(words, " ")
		}
		fmt.Fprintf(&b, "\t\"%s\") words=\"%s\" ;;\n", at, strings.Join(completions(n), " "))
	})
	fmt.Fprintf(&b, "\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\ncomplete -o default -F _%s %s\n", name, name)
	return b.String()
}

// completions are the commands and flags that can follow a command.
func completions(n *kong.Node) []string {
	var words []string
	for _, child := range n.Children {
		if child.Type == kong.CommandNode && !child.Hidden {
			words = append(words, child.Name)
		}
	}
	for _, group := range n.AllFlags(true) {
		for _, flag := range group {
			words = append(words, "--"+flag.Name)
		}
	}
	return words
}

// fish is a list of what can be completed, with what it is for.
func fish(name string, root *kong.Node) string {
	var b strings.Builder
	quoted := func(text string) string { return "'" + strings.ReplaceAll(text, "'", `\'`) + "'" }
	visit(root, nil, func(n *kong.Node, words []string) {
		condition := "__fish_use_subcommand"
		if len(words) > 0 {
			condition = "__fish_seen_subcommand_from " + words[len(words)-1]
		}
		for _, child := range n.Children {
			if child.Type == kong.CommandNode && !child.Hidden {
				fmt.Fprintf(&b, "complete -c %s -n %s -f -a %s -d %s\n", name, quoted(condition), child.Name, quoted(child.Help))
			}
		}
		for _, flag := range n.Flags {
			fmt.Fprintf(&b, "complete -c %s -n %s -l %s -d %s\n", name, quoted(condition), flag.Name, quoted(flag.Help))
		}
	})
	return b.String()
}
