package lang

import (
	"regexp"
	"strings"
)

// Command returns the text that names a command or a subcommand, such as “rule-sets add”.
func (l *Language) Command(path string) string {
	if l.naming != nil {
		return l.naming(path)
	}
	var names []string
	key := "command"
	for _, word := range strings.Fields(path) {
		key += "." + word
		names = append(names, l.Say(key+".name"))
	}
	return "/" + strings.Join(names, " ")
}

// NamingCommands returns the language with other texts for the commands that its messages name. Users type
// the names that their Discord client shows, which can have another language than the sentences they read.
func (l *Language) NamingCommands(naming func(path string) string) *Language {
	other := *l
	other.naming = naming
	return &other
}

// commandNamed finds what may be a command or a subcommand in a text.
var commandNamed = regexp.MustCompile(`(?:^|[^\pL\pN])(/\pL[\pL\pN_-]*(?: \pL[\pL\pN_-]*)?)`)

// findCommands makes parts of the commands that messages name in the language's own words.
func (l *Language) findCommands() {
	paths := map[string]string{} // of commands, by their texts
	for key := range l.messages {
		path, isCommand := strings.CutPrefix(key, "command.")
		path, isName := strings.CutSuffix(path, ".name")
		if isCommand && isName {
			path = strings.ReplaceAll(path, ".", " ")
			paths[l.Command(path)] = path
		}
	}
	for key, m := range l.messages {
		l.messages[key] = m.withCommands(paths)
	}
}

// withCommands returns a message with parts for the commands that it names.
func (m message) withCommands(paths map[string]string) message {
	var all message
	for _, p := range m {
		for i := range p.cases {
			p.cases[i].say = p.cases[i].say.withCommands(paths)
		}
		rest := p
		for from := 0; strings.Contains(rest.text[from:], "/"); { // few texts name commands, and the expression is slow
			found := commandNamed.FindStringSubmatchIndex(rest.text[from:])
			if found == nil {
				break
			}
			start, end := from+found[2], from+found[3]
			path, known := paths[rest.text[start:end]]
			if first := strings.IndexByte(rest.text[start:end], ' '); !known && first > 0 {
				end = start + first
				path, known = paths[rest.text[start:end]]
			}
			if !known {
				from = end
				continue
			}
			all = append(all, part{text: rest.text[:start]}, part{kind: command, name: path})
			rest.text, from = rest.text[end:], 0
		}
		all = append(all, rest)
	}
	return all
}
