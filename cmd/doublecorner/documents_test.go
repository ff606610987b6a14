package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"doublecorner/bot"
	"doublecorner/bot/lang"
	"doublecorner/cmd/doublecorner/internal/config"
)

// documents are what people read, apart from docs/rules, which is generated.
func documents(t *testing.T) map[string]string {
	t.Helper()
	t.Chdir("../..")
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/deploy/*/*.md", "docs/notes/*.md"} {
		files, err := filepath.Glob(pattern)
		must(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			must(t, err)
			texts[filepath.ToSlash(file)] = string(text)
		}
	}
	return texts
}

// currentDocuments are the documents that say what is true today. Notes may name what is gone.
func currentDocuments(t *testing.T) map[string]string {
	t.Helper()
	texts := documents(t)
	maps.DeleteFunc(texts, func(file, _ string) bool { return strings.HasPrefix(file, "docs/notes/") })
	return texts
}

var (
	links    = regexp.MustCompile(`\]\(([^)\s]+)\)|src="([^"]+)"`)
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noAnchor = regexp.MustCompile(`[^\pL\pN_ -]`)
)

// TestLinks checks that each link of the documents leads to a file, and to a heading of it.
func TestLinks(t *testing.T) {
	texts := documents(t)
	for file, text := range texts {
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			link := m[1] + m[2]
			if strings.HasPrefix(link, "http") {
				continue
			}
			path, anchor, _ := strings.Cut(link, "#")
			to := file
			if path != "" {
				to = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s: %v", file, link, err)
			}
			found := anchor == ""
			for _, h := range headings.FindAllStringSubmatch(texts[to], -1) {
				found = found || strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-") == anchor
			}
			if !found {
				t.Errorf("%s links to %s: there is no such heading", file, link)
			}
		}
	}
}

// source returns all Go code, and the paths of its files, each behind a slash.
func source(t *testing.T) (code, paths string) {
	t.Helper()
	var all, names strings.Builder
	must(t, filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		names.WriteString("/" + filepath.ToSlash(path) + "\n")
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	}))
	return all.String(), names.String()
}

var (
	settings = regexp.MustCompile("`(?:discord|gateway|posts|limits|thinking|help|watch|log)\\.([a-z-]+)\\b")
	fileName = regexp.MustCompile(`\.(?:go|md|yaml|json|txt|pdn|db|key|crt|conf|cfg)$`)
)

// TestNames checks that what the pages name exists: tests, files, functions and methods, targets of make, and settings.
func TestNames(t *testing.T) {
	texts := currentDocuments(t)
	code, paths := source(t)
	declared := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(?:func|type|const|var) (?:\(\w+ \*?(\w+)[^)]*\) )?(\w+)`).FindAllStringSubmatch(code, -1) {
		declared[m[1]+"."+m[2]] = true
	}
	makefile, err := os.ReadFile("Makefile")
	must(t, err)
	example, err := os.ReadFile("config.example.yaml")
	must(t, err)
	exists := func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	}
	kinds := []struct {
		what  string
		named *regexp.Regexp
		is    func(name string) bool
	}{
		{"test", regexp.MustCompile(`\b((?:Test|Fuzz|Benchmark)[A-Z]\w+)`),
			func(name string) bool { return strings.Contains(code, "\nfunc "+name) }},
		{"file of code", regexp.MustCompile(`(\w[\w/]*\.go)(?:[^.\w]|\.\W)`),
			func(name string) bool { return strings.Contains(paths, "/"+name+"\n") }},
		{"file", regexp.MustCompile("`((?:bot|cmd|docs|game|internal|render|store)/[\\w./-]*\\w)`"), exists},
		{"function", regexp.MustCompile("`(\\w+\\.\\w+)`"), func(name string) bool {
			_, member, _ := strings.Cut(name, ".")
			return declared[name] || declared["."+member] || settings.MatchString("`"+name) || fileName.MatchString(name) || lang.English().Has(name)
		}},
		{"target of make", regexp.MustCompile("`make (\\w+)`"),
			func(name string) bool { return strings.Contains(string(makefile), "\n"+name+":") }},
		{"setting", settings, func(name string) bool { return strings.Contains(string(example), "\n  "+name+":") }},
		{"variable", regexp.MustCompile(`(DOUBLECORNER_[A-Z_]+)`), func(name string) bool {
			_, err := config.Load("", []string{name + "=/nowhere"})
			return err == nil || !strings.Contains(err.Error(), "is no setting")
		}},
	}
	for file, text := range texts {
		for _, k := range kinds {
			for _, m := range k.named.FindAllStringSubmatch(text, -1) {
				if !k.is(m[1]) {
					t.Errorf("%s names %s, and there is no such %s", file, m[1], k.what)
				}
			}
		}
	}
}

// TestCommandLines checks that the commands of this program in the pages exist, with their flags.
func TestCommandLines(t *testing.T) {
	cli := newParser(&commands{}, streams{}, func(int) {})
	line := regexp.MustCompile("(?m)(?:^    .*|`)(?:doublecorner|cmd/doublecorner) ([a-z][^`\\n]*)")
	found := 0
	for file, text := range currentDocuments(t) {
		for _, m := range line.FindAllStringSubmatch(text, -1) {
			node, asked := cli.Model.Node, m[1]
			asked, _, _ = strings.Cut(asked, " && ")
			for i, word := range strings.Fields(asked) {
				if flag, ok := strings.CutPrefix(word, "--"); ok {
					flag, _, _ = strings.Cut(flag, "=")
					if !hasFlag(node, flag) {
						t.Errorf("%s: doublecorner %s: %s has no flag --%s", file, asked, node.Name, flag)
					}
				} else if child := childNamed(node, word); child != nil {
					node = child
				} else if i == 0 {
					t.Errorf("%s: doublecorner %s: there is no such command", file, asked)
				}
			}
			found++
		}
	}
	if found < 40 {
		t.Errorf("only %d command lines were found", found)
	}
}

func childNamed(n *kong.Node, name string) *kong.Node {
	for _, c := range n.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func hasFlag(n *kong.Node, name string) bool {
	for _, group := range n.AllFlags(false) {
		for _, f := range group {
			if f.Name == strings.TrimPrefix(name, "no-") || f.Name == name {
				return true
			}
		}
	}
	return false
}

// TestSlashCommands checks that the commands of the bot in the pages exist, with their subcommands and options.
func TestSlashCommands(t *testing.T) {
	known := map[string][]string{}
	for _, c := range bot.Commands(true) {
		known[c.Name] = []string{}
		for _, o := range c.Options {
			known[c.Name] = append(known[c.Name], o.Name)
		}
	}
	named := regexp.MustCompile("`/([a-z-]+)(?: ([a-z-]+))?[^`/]*`")
	found := 0
	for file, text := range currentDocuments(t) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if slices.Contains([]string{"healthz", "readyz", "metrics"}, m[1]) {
				continue
			}
			options, ok := known[m[1]]
			if !ok {
				t.Errorf("%s: there is no command %s", file, m[0])
			} else if m[2] != "" && !slices.Contains(options, m[2]) {
				t.Errorf("%s: %s: the command has no %s", file, m[0], m[2])
			}
			found++
		}
	}
	if found < 60 {
		t.Errorf("only %d commands were found", found)
	}
}

// TestArrows checks that each package imports only those that stand below it in the table of docs/ARCHITECTURE.md.
func TestArrows(t *testing.T) {
	place := map[string]int{}
	for i, row := range regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|").FindAllStringSubmatch(currentDocuments(t)["docs/ARCHITECTURE.md"], -1) {
		for _, m := range regexp.MustCompile("`([\\w/]+)`").FindAllStringSubmatch(row[1], -1) {
			place[m[1]] = i
		}
	}
	if len(place) < 20 {
		t.Errorf("only %d packages were found", len(place))
	}
	for dir, i := range place {
		files, err := filepath.Glob(dir + "/*.go")
		must(t, err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			must(t, err)
			for _, imported := range parsed.Imports {
				path, ours := strings.CutPrefix(strings.Trim(imported.Path.Value, `"`), "doublecorner/")
				if j, ok := place[path]; ours && ok && j < i {
					t.Errorf("%s imports %s, which stands above %s", file, path, dir)
				}
			}
		}
	}
}

// TestExamples checks that the commands of docs/TOOLS.md print what the page shows.
func TestExamples(t *testing.T) {
	example := regexp.MustCompile(`(?m)^    \$ doublecorner (.*)\n((?:    [^$].*\n)+)`)
	speed := regexp.MustCompile(`\d+ nodes, [\d.]+ s, \d+ nodes a second`)
	found := example.FindAllStringSubmatch(currentDocuments(t)["docs/TOOLS.md"], -1)
	if len(found) < 4 {
		t.Fatalf("%d examples were found", len(found))
	}
	for _, m := range found {
		var out strings.Builder
		run(strings.Fields(m[1]), streams{strings.NewReader(""), &out, &out})
		want := strings.ReplaceAll("\n"+m[2], "\n    ", "\n")[1:]
		if got := out.String(); speed.ReplaceAllString(got, "") != speed.ReplaceAllString(want, "") {
			t.Errorf("%s prints\n%swant\n%s", m[1], got, want)
		}
	}
}
