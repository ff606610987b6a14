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

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/internal/discordtest"
)

// Discord accepts the commands, and each has a handler or subcommands.
func TestCommands(t *testing.T) {
	checkCommands(t, Commands(true))
	for _, c := range commands {
		for _, s := range append(c.subcommands, c) {
			if (s.handle == nil) != (s.subcommands != nil) {
				t.Errorf("/%s has no handler, or subcommands and one", s.name)
			}
		}
	}
}

// A channel to which the bot posts is one that has messages, and games can also begin in the posts of a forum.
func TestChannelsOfCommands(t *testing.T) {
	for _, c := range Commands(true) {
		for _, o := range c.Options {
			hasForums := slices.Contains(o.ChannelTypes, dg.ChannelTypeGuildForum)
			if o.Type == channel && (!slices.Contains(o.ChannelTypes, dg.ChannelTypeGuildText) || hasForums != (o.Name == "channel")) {
				t.Errorf("%s of /%s is a channel of the types %v", o.Name, c.Name, o.ChannelTypes)
			}
		}
	}
}

// A new language needs only its catalogue.
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
	must(t, err)
	all := register(commands, func(locale string) *lang.Language {
		if locale == "de" {
			return german
		}
		return nil
	})
	checkCommands(t, all)
	text, err := json.Marshal(all)
	must(t, err)
	for _, part := range []string{
		`"name":"challenge","name_localizations":{"de":"ü-challenge"}`, `"description_localizations":{"de":"Ü command.challenge.about"}`,
		`"description_localizations":{"de":"Ü command.referee.cancel.about"}`, `"name_localizations":{"de":"ü-opponent"}`,
		`"name":"Random color","name_localizations":{"de":"Ü choice.colour.lot"},"value":"lot"`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in the commands", part)
		}
	}
}

// Commands for moderators are shown to moderators only, in guilds only; the others to everybody, and everywhere except
// those of tournaments.
func TestContextsOfCommands(t *testing.T) {
	for _, c := range Commands(true) {
		servers := slices.Contains([]string{"settings", "referee", "custom-rules"}, c.Name)
		contexts := []dg.InteractionContextType{dg.InteractionContextGuild, dg.InteractionContextBotDM, dg.InteractionContextPrivateChannel}
		if c.Type == dg.UserApplicationCommand { // nobody else is in the DM with the bot
			contexts = slices.Delete(contexts, 1, 2)
		}
		installs := []dg.ApplicationIntegrationType{dg.ApplicationIntegrationGuildInstall, dg.ApplicationIntegrationUserInstall}
		if servers || c.Name == "tournament" || c.Name == "ladder" || c.Name == "grand-prix" {
			contexts, installs = contexts[:1], installs[:1]
		}
		if servers {
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

// checkCommands checks commands against Discord's limits, and that all their texts are in the catalogues.
func checkCommands(t *testing.T, all []*dg.ApplicationCommand) {
	t.Helper()
	discordtest.Check(t, "PUT /applications/{id}/commands", all, nil)
	text, err := json.Marshal(all)
	must(t, err)
	for _, key := range regexp.MustCompile(`"(command|option|choice)\.[^"]*"`).FindAll(text, -1) {
		t.Errorf("%s is in no catalogue", key)
	}
}

// Every key that the code contains is in the catalogue, and the code contains every key of the
// catalogue or the group of its key.
func TestEveryKeyIsThere(t *testing.T) {
	var said []string
	for _, dir := range []string{".", "lesson", "when", "say", "standings", "live"} {
		said = append(said, literals(t, dir)...)
	}
	var whole, prefixes []string
	for _, text := range said {
		switch {
		case strings.HasSuffix(text, ".") && strings.Count(text, " ") == 0 && len(text) > 2:
			prefixes = append(prefixes, text)
		case strings.HasSuffix(text, ".png"), strings.HasSuffix(text, ".gif"), strings.HasSuffix(text, ".yaml"),
			strings.HasSuffix(text, ".pdn"), strings.HasSuffix(text, ".csv"), strings.HasSuffix(text, ".trf"): // files
		case keyLike.MatchString(text):
			whole = append(whole, text)
		}
	}
	english := lang.English()
	for _, key := range whole {
		if !english.Has(key) {
			t.Errorf("%q is not in the catalogue", key)
		}
	}
	for _, key := range english.Keys() {
		head, _, _ := strings.Cut(key, ".")
		if slices.Contains([]string{"refusal", "rule-fault", "rules", "rules-with", "alt", "list", "number", "language"}, head) {
			continue // contained by package lang, and by render
		}
		if !slices.Contains(whole, key) && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) }) {
			t.Errorf("%q is in the catalogue, and not used", key)
		}
	}
	for _, e := range []draughts.EndRule{draughts.NoPieces, draughts.NoMoves,
		draughts.KingMade, draughts.Repeated, draughts.CounterRanOut, draughts.DeadBalance} {
		if !english.Has(lang.Key("result.rule.", e)) {
			t.Errorf("%v has no sentence", e)
		}
	}
	for _, r := range draughts.Families() {
		if !english.Has("rules." + r.Key) {
			t.Errorf("%s has no name", r.Key)
		}
	}
	for action := range components {
		switch action {
		case moveAction, pieceAction, voteAction, votePieceAction, chooseGameAction, openAction, gamesAction, profileAction,
			headToHeadAction, quizMoveAction, quizPieceAction, climbAction, manageAction, sourceAction, languageAction,
			settingAction, settingsPageAction, preferenceAction, typeOwnAction, meetAction, setUpAction,
			withdrawOfferAction, // selects, pages, and many names
			readAction, readGameAction, readRulesAction, readReviewAction, readAnalyseAction, readExportAction, playOnWithAction, grandPrixAction:
		default:
			if !english.Has("button." + string(action)) {
				t.Errorf("the button %s has no name", action)
			}
		}
	}
}

var keyLike = regexp.MustCompile(`^(read|review|analysis|hint|board|computer|time|clock|move|menu|button|` +
	`plan|resign|offer|follow|challenge|result|error|games|replay|export|leaderboard|profile|` +
	`versus|score|steps|help|lesson|rules|settings|preferences|rule-sets|privacy|live|share|` +
	`puzzle|exercise|tournament|grand-prix|vote|when|lobby|block|report)\.[a-z.-]+[a-z]$`)

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
	must(t, err)
	return found
}
