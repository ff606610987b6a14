package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// words is what looks like something said to people: two words beside each other.
var words = regexp.MustCompile(`\pL{2,} \pL{2,}`)

// unseen are the functions whose texts people do not see: they are for logs and for other
// programs.
var unseen = []string{"errors.New", "fmt.Errorf", "panic", "log.Error", "log.Warn", "log.Info", "log.Debug"}

// Whatever is said to people is in the catalogues, and nowhere in the code that makes
// messages and rule pages.
func TestNoWordsInCode(t *testing.T) {
	for _, dir := range []string{".", "lesson"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, found := range spoken(t, file, nil) {
				t.Errorf("%s is said to people and belongs into the catalogues", found)
			}
		}
	}
	code := `package p
		import "fmt"
		var e = fmt.Errorf("not for people")
		func f(m *message) { m.say("This is for people."); log.Warn("this not", "err", 1) }`
	if found := spoken(t, "example.go", code); len(found) != 1 || !strings.Contains(found[0], "This is for people.") {
		t.Errorf("found %q", found)
	}
}

// spoken finds the literals in a file that look like something said to people.
func spoken(t *testing.T, file string, code any) (found []string) {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, code, 0)
	must(t, err)
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !slices.Contains(unseen, funcName(n.Fun))
		case *ast.Field: // a tag
			return n.Tag == nil
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && words.MatchString(text) {
				found = append(found, set.Position(n.Pos()).String()+": "+n.Value)
			}
		}
		return true
	})
	return found
}

// funcName names a function that is called, by its last two names.
func funcName(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		name := funcName(f.X)
		if i := strings.LastIndex(name, "."); i >= 0 {
			name = name[i+1:]
		}
		return name + "." + f.Sel.Name
	}
	return ""
}
