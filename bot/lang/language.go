// Package lang has every sentence that users read, in every language.
//
// The catalogue of a language is a file of keys and messages, in the message format of ICU, which
// translators know. {name} is replaced by an argument, {n, plural, one {…} other {…}} chooses by a
// number as the language counts, and {side, select, white {…} other {…}} chooses by a word. All
// catalogues have the keys of the English one, and their messages the same arguments.
package lang

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/language"
)

//go:embed catalogue/*.yaml
var files embed.FS

// Language is the catalogue of a language. It is safe for use by many goroutines.
type Language struct {
	Code     string // of Discord, but "en" for "en-US" and "en-GB", or "fil"
	tag      language.Tag
	messages map[string]message
	naming   func(path string) string // names commands; nil if the language does it itself
}

// languages are all languages by code. A catalogue is read when it is first used, because reading all of
// them takes longer than most commands of the program.
var languages = func() map[string]func() *Language {
	all := map[string]func() *Language{}
	entries, _ := files.ReadDir("catalogue") // no error: the files are part of the program
	for _, entry := range entries {
		code := strings.TrimSuffix(entry.Name(), ".yaml")
		all[code] = sync.OnceValue(func() *Language {
			text, _ := files.ReadFile("catalogue/" + entry.Name())
			l, err := Read(code, text)
			if err != nil {
				panic(err)
			}
			return l
		})
	}
	return all
}()

// English returns English, whose catalogue has every key.
func English() *Language { return languages["en"]() }

// Codes returns the codes of all languages.
func Codes() []string { return slices.Sorted(maps.Keys(languages)) }

// For returns the language of a locale, or a language with the same first part, such as pt-BR for pt. It
// returns nil if there is none.
func For(locale string) *Language {
	if l := languages[locale]; l != nil {
		return l()
	}
	base, _, _ := strings.Cut(locale, "-")
	for code, l := range languages {
		if first, _, _ := strings.Cut(code, "-"); first == base {
			return l()
		}
	}
	return nil
}

// Say returns a message with its arguments, which are names and values in turns:
//
//	l.Say("refusal.target-occupied", "to", "18")
//
// It returns the key if there is no such message, so that users can read the rest of the text. Tests find
// such keys.
func (l *Language) Say(key string, args ...any) string {
	m, ok := l.messages[key]
	if !ok {
		return key
	}
	var b strings.Builder
	m.say(&b, l, args, 0)
	return b.String()
}

// Key returns the key of the message for a value: its group, and the value's word.
func Key(group string, word fmt.Stringer) string {
	return group + keyWords.Replace(word.String())
}

var keyWords = strings.NewReplacer(" ", "-", "'", "")

// Name returns the language's own name.
func (l *Language) Name() string { return l.Say("language") }

// Has reports whether a key has a message.
func (l *Language) Has(key string) bool {
	_, ok := l.messages[key]
	return ok
}

// Keys returns the keys of all messages.
func (l *Language) Keys() []string { return slices.Sorted(maps.Keys(l.messages)) }

// Or lists alternatives: a, b or c.
func (l *Language) Or(items []string) string { return l.list("list.or", items) }

// And lists things: a, b and c.
func (l *Language) And(items []string) string { return l.list("list.and", items) }

// Labelled writes a value behind its name: “Format: Swiss”.
func (l *Language) Labelled(label, value string) string {
	return l.Say("list.labelled", "label", label, "value", value)
}

// list joins items.
func (l *Language) list(key string, items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return l.Say(key, "most", strings.Join(items[:last], l.Say("list.comma")), "last", items[last])
}

// Read reads the catalogue of a language: keys and messages, in sections.
func Read(code string, text []byte) (*Language, error) {
	l := &Language{Code: code, messages: map[string]message{}}
	var err error
	if l.tag, err = language.Parse(code); err != nil {
		return nil, fmt.Errorf("%s.yaml: the name is no language: %w", code, err)
	}
	var tree map[string]any
	if err = yaml.Unmarshal(text, &tree); err == nil {
		err = l.add("", tree)
	}
	if err != nil {
		return nil, fmt.Errorf("%s.yaml: %w", code, err)
	}
	l.findCommands()
	return l, nil
}

// add adds the messages of a section.
func (l *Language) add(prefix string, tree map[string]any) error {
	for name, v := range tree {
		var err error
		switch key := prefix + name; v := v.(type) {
		case map[string]any:
			err = l.add(key+".", v)
		case string:
			if l.messages[key], err = parse(v); err != nil {
				err = fmt.Errorf("%s: %w", key, err)
			}
		default:
			err = fmt.Errorf("%s: a message is text, not %T", key, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
