package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// bash returns a script for bash. It completes the values of a flag after the flag, and otherwise the
// arguments of the command; or its flags, after a dash or if it has no arguments. If there are none,
// the shell completes names of files. The script also runs in zsh, which has no slices of arrays by
// names of variables.
func bash(name string, root *kong.Node) string {
	var commands, afterFlag, afterDash, plain strings.Builder
	visit(root, nil, func(n *kong.Node, words []string) {
		at := ""
		if len(words) > 0 {
			at = " " + strings.Join(words, " ")
			fmt.Fprintf(&commands, "\t\t\"%s\") command=\"%s\" ;;\n", at, at)
		}
		var all []string
		for _, flag := range flags(n) {
			all = append(all, "--"+flag.Name)
			if flag.Tag.Negatable != "" {
				all = append(all, "--no-"+flag.Name)
			}
			if flag.IsBool() {
				continue
			}
			can, _ := values(flag.Value)
			for _, spelling := range spellings(flag) {
				fmt.Fprintf(&afterFlag, "\t\"%s|%s\") words=\"%s\" ;;\n", at, spelling, strings.Join(can, " "))
			}
		}
		can, files := arguments(n)
		for _, child := range subcommands(n) {
			can = append(can, child.Name)
		}
		if len(can) == 0 && !files {
			can = all
		}
		fmt.Fprintf(&afterDash, "\t\t\"%s|-\"*) words=\"%s\" ;;\n", at, strings.Join(all, " "))
		fmt.Fprintf(&plain, "\t\t\"%s|\"*) words=\"%s\" ;;\n", at, strings.Join(can, " "))
	})
	return fmt.Sprintf(`_%[1]s() {
	local command="" words="" begin="" i
	local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "$command ${COMP_WORDS[i]}" in
%[2]s		esac
	done
	case "$current" in
	=) before="${COMP_WORDS[COMP_CWORD-1]}" current="" ;;
	--*=*) before="${current%%%%=*}" current="${current#*=}" begin="$before=" ;;
	*) if [ "$before" = "=" ]; then before="${COMP_WORDS[COMP_CWORD-2]}"; fi ;;
	esac
	case "$command|$before" in
%[3]s	*)
		case "$command|$current" in
%[4]s%[5]s		esac ;;
	esac
	COMPREPLY=($(compgen -P "$begin" -W "$words" -- "$current"))
}
complete -o default -F _%[1]s %[1]s
`, name, &commands, &afterFlag, &afterDash, &plain)
}

// zsh returns the script for bash, with what zsh needs to run it.
func zsh(name string, root *kong.Node) string {
	return `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit
` + bash(name, root)
}

// fish returns a script for fish: a list of what can be completed, with descriptions.
func fish(name string, root *kong.Node) string {
	var b strings.Builder
	visit(root, nil, func(n *kong.Node, words []string) {
		condition := "__fish_use_subcommand"
		var seen []string
		for _, word := range words {
			seen = append(seen, "__fish_seen_subcommand_from "+word)
		}
		var children []string
		for _, child := range subcommands(n) {
			children = append(children, child.Name)
		}
		if len(words) > 0 {
			if len(children) > 0 {
				seen = append(seen, "not __fish_seen_subcommand_from "+strings.Join(children, " "))
			}
			condition = strings.Join(seen, "; and ")
		}
		line := func(format string, about ...any) {
			fmt.Fprintf(&b, "complete -c %s -n %s %s\n", name, fishWord(condition), fmt.Sprintf(format, about...))
		}
		if can, files := arguments(n); len(can) > 0 {
			line("-f -a %s", fishWord(strings.Join(can, " ")))
		} else if !files {
			line("-f")
		}
		for _, child := range subcommands(n) {
			line("-a %s -d %s", child.Name, fishWord(child.Help))
		}
		for _, flag := range n.Flags {
			if flag.Hidden {
				continue
			}
			short := ""
			if flag.Short != 0 {
				short = " -s " + string(flag.Short)
			}
			takes := ""
			if !flag.IsBool() {
				takes = " -x"
				if can, file := values(flag.Value); file {
					takes = " -r -F"
				} else if len(can) > 0 {
					takes += " -a " + fishWord(strings.Join(can, " "))
				}
			}
			line("-l %s%s%s -d %s", flag.Name, short, takes, fishWord(flag.Help))
			if flag.Tag.Negatable != "" {
				line("-l no-%s -d %s", flag.Name, fishWord("Not: "+flag.Help))
			}
		}
	})
	return b.String()
}

// fishWord quotes a text for fish.
func fishWord(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
