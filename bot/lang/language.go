package lang

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
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
}

// languages are all languages by code. A catalogue is read when it is first used, because reading all of
// them takes longer than most commands of the program.
var languages = func() map[string]func() *Language {
	entries, err := fs.ReadDir(files, "catalogue")
	if err != nil {
		panic(err) // the files are part of the program
	}
	all := map[string]func() *Language{}
	for _, entry := range entries {
		code := strings.TrimSuffix(entry.Name(), ".yaml")
		all[code] = sync.OnceValue(func() *Language {
			text, err := files.ReadFile(path.Join("catalogue", entry.Name()))
			if err != nil {
				panic(err)
			}
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
	base, _, _ := strings.Cut(locale, "-")
	for _, code := range []string{locale, base} {
		if l := languages[code]; l != nil {
			return l()
		}
	}
	for code, l := range languages {
		if strings.HasPrefix(code, base+"-") {
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
	if len(m) == 1 && m[0].kind == plain {
		return m[0].text
	}
	var b strings.Builder
	m.say(&b, l.tag, args, 0)
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

// list joins items.
func (l *Language) list(key string, items []string) string {
	switch n := len(items); n {
	case 0:
		return ""
	case 1:
		return items[0]
	default:
		return l.Say(key, "most", strings.Join(items[:n-1], l.Say("list.comma")), "last", items[n-1])
	}
}

// Read reads the catalogue of a language: keys and messages, in sections.
func Read(code string, text []byte) (*Language, error) {
	tag, err := language.Parse(code)
	if err != nil {
		return nil, fmt.Errorf("%s.yaml: the name is no language: %w", code, err)
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return nil, fmt.Errorf("%s.yaml: %w", code, err)
	}
	l := &Language{Code: code, tag: tag, messages: map[string]message{}}
	if err := l.add("", tree); err != nil {
		return nil, fmt.Errorf("%s.yaml: %w", code, err)
	}
	return l, nil
}

// add adds the messages of a section.
func (l *Language) add(prefix string, tree map[string]any) error {
	for name, v := range tree {
		key := prefix + name
		switch v := v.(type) {
		case map[string]any:
			if err := l.add(key+".", v); err != nil {
				return err
			}
		case string:
			m, err := parse(v)
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			l.messages[key] = m
		default:
			return fmt.Errorf("%s: a message is text, not %T", key, v)
		}
	}
	return nil
}
