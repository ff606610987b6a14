package bot

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
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

// What there may be of it. One command, with all its parts, holds so many characters in
// each language.
const (
	mostCommands   = 100
	mostChoices    = 25
	mostParts      = 25
	mostCharacters = 8000
)

// The commands are as Discord wants them, in every language.
func TestCommands(t *testing.T) {
	checkCommands(t, Commands())
	seen := map[string]bool{}
	for _, c := range commands {
		seen[c.name] = true
		if hears[c.name] == nil {
			t.Errorf("/%s is declared, but not answered", c.name)
		}
	}
	for name := range hears {
		if !seen[name] {
			t.Errorf("/%s is answered, but not declared", name)
		}
	}
}

// Another language needs nothing but its catalogue.
func TestCommandsInAnotherLanguage(t *testing.T) {
	var file strings.Builder
	for _, key := range lang.English().Keys() {
		said := "Ü " + key
		if strings.HasPrefix(key, "command.") || strings.HasPrefix(key, "option.") {
			if rest, ok := strings.CutSuffix(key, ".name"); ok {
				said = "ü-" + rest[strings.LastIndexByte(rest, '.')+1:]
			}
		}
		fmt.Fprintf(&file, "%q: %q\n", key, said)
	}
	german, err := lang.Read("de", []byte(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	all := register(func(locale string) *lang.Language {
		if locale == "de" {
			return german
		}
		return nil
	})
	checkCommands(t, all)
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"name":"challenge","name_localizations":{"de":"ü-challenge"}`, `"description_localizations":{"de":"Ü command.challenge.about"}`,
		`"description_localizations":{"de":"Ü command.referee.abort.about"}`, `"name_localizations":{"de":"ü-opponent"}`,
		`"name":"Drawn by lot","name_localizations":{"de":"Ü choice.colour.lot"},"value":"lot"`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in the table", part)
		}
	}
}

// Who sees a command, and where.
func TestWhereCommandsAre(t *testing.T) {
	for _, c := range Commands() {
		servers := c.Name == "settings" || c.Name == "referee"
		contexts := []dg.InteractionContextType{dg.InteractionContextGuild, dg.InteractionContextBotDM, dg.InteractionContextPrivateChannel}
		installs := []dg.ApplicationIntegrationType{dg.ApplicationIntegrationGuildInstall, dg.ApplicationIntegrationUserInstall}
		if servers {
			contexts, installs = contexts[:1], installs[:1]
			if c.DefaultMemberPermissions == nil || *c.DefaultMemberPermissions != dg.PermissionManageGuild {
				t.Errorf("/%s is shown to everybody", c.Name)
			}
		} else if c.DefaultMemberPermissions != nil {
			t.Errorf("/%s is not shown to everybody", c.Name)
		}
		if !slices.Equal(*c.Contexts, contexts) || !slices.Equal(*c.IntegrationTypes, installs) {
			t.Errorf("/%s is in %v, with %v", c.Name, *c.Contexts, *c.IntegrationTypes)
		}
	}
}

// checkCommands checks a table of commands against Discord's rules.
func checkCommands(t *testing.T, all []*dg.ApplicationCommand) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.Name] {
			t.Errorf("/%s is there twice", c.Name)
		}
		seen[c.Name] = true
		names, abouts := *c.NameLocalizations, *c.DescriptionLocalizations
		checkNames(t, "/"+c.Name, c.Name, c.Description, names, abouts)
		checkOptions(t, "/"+c.Name, c.Options, 0)
		for locale := range dg.Locales {
			n := characters(c.Name, names, locale) + characters(c.Description, abouts, locale) + within(c.Options, locale)
			if n > mostCharacters {
				t.Errorf("/%s takes %d characters in %s", c.Name, n, locale)
			}
		}
	}
	if len(all) > mostCommands {
		t.Errorf("there are %d commands", len(all))
	}
}

// characters counts what Discord counts of a text in a language.
func characters(text string, in map[dg.Locale]string, locale dg.Locale) int {
	if other, ok := in[locale]; ok {
		text = other
	}
	return utf8.RuneCountInString(text)
}

func within(options []*dg.ApplicationCommandOption, locale dg.Locale) (n int) {
	for _, o := range options {
		n += characters(o.Name, o.NameLocalizations, locale) + characters(o.Description, o.DescriptionLocalizations, locale)
		for _, choice := range o.Choices {
			n += characters(choice.Name, choice.NameLocalizations, locale) + utf8.RuneCountInString(choice.Value.(string))
		}
		n += within(o.Options, locale)
	}
	return n
}

// checkNames checks what something is called.
func checkNames(t *testing.T, what, name, about string, names, abouts map[dg.Locale]string) {
	t.Helper()
	check := func(name, about string) {
		if !nameOf.MatchString(name) || strings.ToLower(name) != name {
			t.Errorf("%s: %q is no name", what, name)
		}
		if n := utf8.RuneCountInString(about); n < 1 || n > 100 || strings.HasPrefix(about, "option.") || strings.HasPrefix(about, "command.") {
			t.Errorf("%s: %q is no description", what, about)
		}
	}
	check(name, about)
	for locale, name := range names {
		check(name, abouts[locale])
	}
	if len(names) != len(abouts) {
		t.Errorf("%s: %d names, %d descriptions", what, len(names), len(abouts))
	}
}

func checkOptions(t *testing.T, what string, options []*dg.ApplicationCommandOption, depth int) {
	t.Helper()
	if len(options) > mostParts || depth > 2 {
		t.Errorf("%s has too many options", what)
	}
	optional, seen := false, map[string]bool{}
	for _, o := range options {
		of := what + " " + o.Name
		checkNames(t, of, o.Name, o.Description, o.NameLocalizations, o.DescriptionLocalizations)
		if seen[o.Name] {
			t.Errorf("%s is there twice", of)
		}
		seen[o.Name] = true
		if o.Required && optional {
			t.Errorf("%s: what must be said comes after what need not", of)
		}
		optional = optional || !o.Required && o.Type != dg.ApplicationCommandOptionSubCommand
		if len(o.Choices) > mostChoices || len(o.Choices) > 0 && o.Autocomplete || o.Autocomplete && o.Type != text {
			t.Errorf("%s: %d choices, completed: %v", of, len(o.Choices), o.Autocomplete)
		}
		if o.MaxLength < 0 || o.MaxLength > 6000 {
			t.Errorf("%s takes %d characters", of, o.MaxLength)
		}
		labels, values := map[string]bool{}, map[any]bool{}
		for _, choice := range o.Choices {
			n, value := utf8.RuneCountInString(choice.Name), choice.Value.(string)
			if n < 1 || n > 100 || strings.HasPrefix(choice.Name, "choice.") || labels[choice.Name] || values[value] || len(value) > 100 {
				t.Errorf("%s: the choice %q, %q", of, choice.Name, value)
			}
			labels[choice.Name], values[value] = true, true
		}
		checkOptions(t, of, o.Options, depth+1)
	}
}

// Every clock that is offered is one.
func TestClockChoices(t *testing.T) {
	for _, text := range clockChoices {
		if c, err := game.ParseClock(text); err != nil || c.String() != text {
			t.Errorf("%s: %v, %v", text, c, err)
		}
	}
}

// Every key that the code says is in the catalogue, and every key of the catalogue is
// said by the code or stands for a value of the domain.
func TestEveryKeyIsThere(t *testing.T) {
	said := append(literals(t, "."), literals(t, "lesson")...)
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
		if slices.Contains([]string{"refusal", "rule-fault", "rules", "rules-with", "alt", "list", "language"}, head) {
			continue // said by package lang, and by render
		}
		if !slices.Contains(whole, key) && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("%q is in the catalogue, and nobody says it", key)
		}
	}
	for _, e := range []draughts.EndRule{draughts.NoPieces, draughts.NoMoves, draughts.KingMade, draughts.Repeated, draughts.CounterRanOut, draughts.DeadBalance, draughts.TooManyCaptures} {
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

var keyLike = regexp.MustCompile(`^(board|time|clock|move|menu|button|resign|offer|challenge|result|sorry|games|replay|export|leaderboard|profile|versus|score|help|lesson|rules|settings|preferences|rule-sets|privacy)\.[a-z.-]+[a-z]$`)

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
		file, err := parser.ParseFile(files, filepath.Join(dir, path), nil, 0)
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
