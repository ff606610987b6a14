package bot

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// What Discord demands of names: small letters of any script, digits, strokes.
var nameOf = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// The commands are as Discord wants them, in every language.
func TestCommands(t *testing.T) {
	all := Commands()
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.Name] {
			t.Errorf("/%s is there twice", c.Name)
		}
		seen[c.Name] = true
		total := checkNames(t, "/"+c.Name, c.Name, c.Description, *c.NameLocalizations, *c.DescriptionLocalizations)
		total += checkOptions(t, "/"+c.Name, c.Options, 0)
		if total > 8000 {
			t.Errorf("/%s takes %d characters, more than 8000", c.Name, total)
		}
		if _, err := json.Marshal(c); err != nil {
			t.Error(err)
		}
	}
	for name := range hears {
		if !seen[name] {
			t.Errorf("/%s is answered, but not declared", name)
		}
	}
	for name := range seen {
		if hears[name] == nil {
			t.Errorf("/%s is declared, but not answered", name)
		}
	}
}

// checkNames checks what something is called, and counts the characters it takes.
func checkNames(t *testing.T, what, name, about string, names, abouts map[dg.Locale]string) int {
	t.Helper()
	longest := 0
	check := func(name, about string) {
		if !nameOf.MatchString(name) || strings.ToLower(name) != name {
			t.Errorf("%s: %q is no name", what, name)
		}
		if n := utf8.RuneCountInString(about); n < 1 || n > 100 || strings.HasPrefix(about, "option.") || strings.HasPrefix(about, "command.") {
			t.Errorf("%s: %q is no description", what, about)
		}
		longest = max(longest, utf8.RuneCountInString(name)+utf8.RuneCountInString(about))
	}
	check(name, about)
	for locale, name := range names {
		check(name, abouts[locale])
	}
	return longest
}

func checkOptions(t *testing.T, what string, options []*dg.ApplicationCommandOption, depth int) int {
	t.Helper()
	total, optional := 0, false
	if len(options) > 25 || depth > 2 {
		t.Errorf("%s has too many options", what)
	}
	for _, o := range options {
		of := what + " " + o.Name
		total += checkNames(t, of, o.Name, o.Description, o.NameLocalizations, o.DescriptionLocalizations)
		if o.Required && optional {
			t.Errorf("%s: what must be said comes after what need not", of)
		}
		optional = optional || !o.Required && o.Type != dg.ApplicationCommandOptionSubCommand
		if len(o.Choices) > 25 || len(o.Choices) > 0 && o.Autocomplete {
			t.Errorf("%s: %d choices, completed: %v", of, len(o.Choices), o.Autocomplete)
		}
		for _, choice := range o.Choices {
			if n := utf8.RuneCountInString(choice.Name); n < 1 || n > 100 || strings.HasPrefix(choice.Name, "choice.") {
				t.Errorf("%s: the choice %q", of, choice.Name)
			}
			total += utf8.RuneCountInString(choice.Name)
		}
		total += checkOptions(t, of, o.Options, depth+1)
	}
	return total
}

// Every clock that is offered is one.
func TestClockChoices(t *testing.T) {
	for _, text := range clockChoices {
		if c, err := game.ParseClock(text); err != nil || c.String() != text {
			t.Errorf("%s: %v, %v", text, c, err)
		}
	}
	for key := range houseRules {
		if !slices.ContainsFunc(commands[0].options, func(o option) bool { return slices.Contains(o.choices, key) }) {
			t.Errorf("%s cannot be chosen", key)
		}
	}
}

// Every key that the code says is in the catalogue, and every key of the catalogue is
// said by the code or stands for a value of the domain.
func TestEveryKeyIsThere(t *testing.T) {
	said := literals(t, ".")
	var whole, prefixes []string
	for _, text := range said {
		switch {
		case strings.HasSuffix(text, ".") && strings.Count(text, " ") == 0 && len(text) > 2:
			prefixes = append(prefixes, text)
		case strings.HasSuffix(text, ".png"), strings.HasSuffix(text, ".gif"), strings.HasSuffix(text, ".yaml"), strings.HasSuffix(text, ".pdn"): // files
		case keyLike.MatchString(text):
			whole = append(whole, text)
		}
	}
	english := lang.English()
	for _, key := range whole {
		if !english.Has(key) {
			t.Errorf("%q is said, and not in the catalogue", key)
		}
	}
	for _, key := range english.Keys() {
		head, _, _ := strings.Cut(key, ".")
		if head == "refusal" || head == "alt" || head == "list" {
			continue // said by package lang, and by render
		}
		if !slices.Contains(whole, key) && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("%q is in the catalogue, and nobody says it", key)
		}
	}
	for _, e := range []draughts.EndRule{draughts.NoPieces, draughts.NoMoves, draughts.KingMade, draughts.Repeated, draughts.CounterRanOut, draughts.DeadBalance} {
		if !english.Has(rules[e]) {
			t.Errorf("nothing is said of %v", e)
		}
	}
	for _, r := range draughts.Families() {
		if !english.Has("rules." + r.Key) {
			t.Errorf("%s has no name", r.Key)
		}
	}
	for verb := range presses {
		switch verb {
		case moveVerb, pieceVerb, gamesVerb, profileVerb, versusVerb: // menus, and pages
		default:
			if !english.Has("button." + string(verb)) {
				t.Errorf("the button %s has no name", verb)
			}
		}
	}
}

var keyLike = regexp.MustCompile(`^(board|time|clock|move|menu|button|resign|offer|challenge|result|sorry|games|replay|export|leaderboard|profile|versus|score|help|rules|settings|preferences|rule-sets|privacy)\.[a-z.-]+[a-z]$`)

// literals returns all text literals of the package's code.
func literals(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	files := token.NewFileSet()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && path != "." {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					found = append(found, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
