package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers has the packages below bot, and which packages of bot each may know. Discord's types are for those that build
// messages or send them.
var layers = []struct {
	name         string
	knows        []string
	knowsDiscord bool
}{
	{name: "lang"},
	{name: "message", knows: []string{"lang"}, knowsDiscord: true},
	{name: "lesson", knows: []string{"lang"}},
	{name: "when", knows: []string{"lang"}},
	{name: "say", knows: []string{"lang", "lesson", "message", "when"}},
	{name: "standings", knows: []string{"lang", "message", "say", "when"}},
	{name: "live", knows: []string{"lang", "message", "say"}},
	{name: "delivery", knows: []string{"message"}, knowsDiscord: true},
}

// A package knows none of the layers above it.
func TestLayers(t *testing.T) {
	for _, layer := range layers {
		for _, file := range parsed(t, token.NewFileSet(), layer.name) {
			for _, spec := range file.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value)
				of, isOfBot := strings.CutPrefix(imported, "doublecorner/bot")
				of = strings.TrimPrefix(of, "/")
				switch {
				case isOfBot && !slices.Contains(layer.knows, of):
					t.Errorf("bot/%s knows %s, which is above it", layer.name, imported)
				case strings.HasSuffix(imported, "/discordgo") && !layer.knowsDiscord:
					t.Errorf("bot/%s knows types of Discord", layer.name)
				}
			}
		}
	}
}

// order has the files of package bot, in the order in which to read them: each uses what those before it define.
var order = []struct {
	group string
	files []string
}{
	{"declarations", []string{"doc.go", "component.go", "usererror.go", "bot.go"}},
	{"what a request is, and what is stored about who makes it", []string{
		"settings.go", "rulesets.go", "request.go", "channel.go", "names.go", "declaration.go",
	}},
	{"messages", []string{"movemenu.go", "ownpuzzles.go", "rulespage.go", "board.go"}},
	{"responses", []string{"error.go", "chosengame.go", "privateboard.go", "share.go", "liveboard.go", "response.go", "draft.go", "terms.go",
		"challengeresponse.go"}},
	{"games that were played", []string{"review.go", "analysis.go", "hint.go", "export.go", "replay.go", "gamefile.go", "readgame.go"}},
	{"tournaments", []string{"champion.go", "tournament.go", "qualify.go", "tournamentform.go", "tournamenttable.go", "director.go",
		"grandprix.go", "ladder.go"}},
	{"games", []string{
		"offer.go", "play.go", "vote.go", "plan.go", "boardcommand.go", "counter.go", "lobby.go", "computer.go", "challenge.go",
		"block.go", "report.go", "playon.go", "games.go", "moderation.go",
	}},
	{"quizzes", []string{"quiz.go", "puzzle.go", "turnquiz.go", "dailypuzzle.go", "exercise.go", "picture.go", "rules.go"}},
	{"members and guilds", []string{"leaderboard.go", "profile.go", "rulesetcommand.go", "frontdoor.go", "guild.go"}},
	{"what needs nearly all of it", []string{
		"composer.go", "privacy.go", "complete.go", "settingtable.go", "panel.go", "vacation.go", "settingscommand.go", "help.go",
		"command.go", "dispatch.go", "livepage.go",
	}},
}

// mostUp is how many pairs of files there may be in which the earlier one uses what the later one defines.
const mostUp = 5

// A file uses what is defined in files before it, with few exceptions.
func TestFilesInOrder(t *testing.T) {
	place := map[string]int{}
	for _, of := range order {
		for _, file := range of.files {
			place[file] = len(place) + 1
		}
	}
	set := token.NewFileSet()
	files := parsed(t, set, ".")
	for name := range files {
		if place[name] == 0 {
			t.Errorf("%s has no place in the order", name)
		}
	}
	if len(files) != len(place) {
		t.Errorf("the order has %d files, and the package %d", len(place), len(files))
	}
	var up []string
	for from, used := range uses(set, files) {
		for to, name := range used {
			if place[from] < place[to] {
				up = append(up, from+" uses "+name+" of "+to)
			}
		}
	}
	if len(up) > mostUp {
		slices.Sort(up)
		t.Errorf("in %d pairs of files the earlier one uses the later one, instead of in %d:\n%s", len(up), mostUp, strings.Join(up, "\n"))
	}
}

// Nobody changes a request once it is read: others get a copy.
func TestRequestsAreReadOnly(t *testing.T) {
	set := token.NewFileSet()
	files := parsed(t, set, ".")
	info := checked(set, files)
	for name, file := range files {
		if name == "request.go" {
			continue
		}
		for node := range ast.Preorder(file) {
			assigned, _ := node.(*ast.AssignStmt)
			if assigned == nil {
				continue
			}
			for _, to := range assigned.Lhs {
				if isOfRequest(info, to) {
					t.Errorf("%s: %s is changed", set.Position(to.Pos()), types.ExprString(to))
				}
			}
		}
	}
}

// isOfRequest reports whether an expression is a part of a request.
func isOfRequest(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return isOfRequest(info, e.X)
	case *ast.SelectorExpr:
		of := info.Types[e.X].Type
		return of != nil && strings.TrimPrefix(of.String(), "*") == "bot.request" || isOfRequest(info, e.X)
	}
	return false
}

// uses returns which files each file of a package uses, and one name that it uses of each.
func uses(set *token.FileSet, files map[string]*ast.File) map[string]map[string]string {
	info := checked(set, files)
	fileOf := func(at token.Pos) string { return path.Base(set.Position(at).Filename) }
	used := map[string]map[string]string{}
	for id, of := range info.Uses {
		from, to := fileOf(id.Pos()), fileOf(of.Pos())
		if used[from] == nil {
			used[from] = map[string]string{}
		}
		if of.Pos().IsValid() && from != to {
			used[from][to] = id.Name
		}
	}
	return used
}

// checked returns the types of package bot. It reads no other package, and so omits what is reached only through a value
// of another package's type.
func checked(set *token.FileSet, files map[string]*ast.File) *types.Info {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	unread := types.Config{Importer: emptyPackages{}, Error: func(error) {}}
	unread.Check("bot", set, slices.Collect(maps.Values(files)), info)
	return info
}

// emptyPackages imports every package as an empty one.
type emptyPackages struct{}

func (emptyPackages) Import(of string) (*types.Package, error) {
	p := types.NewPackage(of, path.Base(of))
	p.MarkComplete()
	return p, nil
}

// parsed returns the files of a package in a directory, without its tests.
func parsed(t *testing.T, set *token.FileSet, dir string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	must(t, err)
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		must(t, err)
		files[filepath.Base(name)] = file
	}
	return files
}
