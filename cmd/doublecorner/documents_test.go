package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents are what people read, apart from docs/rules, which is generated.
func documents(t *testing.T) map[string]string {
	t.Helper()
	t.Chdir("../..")
	files, err := filepath.Glob("docs/*.md")
	must(t, err)
	texts := map[string]string{}
	for _, file := range append(files, "README.md", "CHANGELOG.md") {
		text, err := os.ReadFile(file)
		must(t, err)
		texts[file] = string(text)
	}
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

// TestNames checks that the tests and files of code that the documents name exist, and the functions and methods that
// two of them name.
func TestNames(t *testing.T) {
	var code, paths strings.Builder
	texts := documents(t)
	must(t, filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		paths.WriteString("/" + filepath.ToSlash(path) + "\n")
		text, err := os.ReadFile(path)
		code.Write(text)
		return err
	}))
	declared := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(?:func|type|const|var) (?:\(\w+ \*?(\w+)[^)]*\) )?(\w+)`).FindAllStringSubmatch(code.String(), -1) {
		declared[m[1]+"."+m[2]] = true
	}
	for file, text := range texts {
		for _, name := range regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`).FindAllString(text, -1) {
			if !strings.Contains(code.String(), "\nfunc "+name) {
				t.Errorf("%s names %s, which does not exist", file, name)
			}
		}
		for _, m := range regexp.MustCompile(`(\w[\w/]*\.go)[^.\w]`).FindAllStringSubmatch(text, -1) {
			if !strings.Contains(paths.String(), "/"+m[1]+"\n") {
				t.Errorf("%s names %s, which does not exist", file, m[1])
			}
		}
	}
	for _, file := range []string{"docs/ARCHITECTURE.md", "docs/mutants.md"} {
		for _, m := range regexp.MustCompile("`(\\w+)\\.(\\w+)`").FindAllStringSubmatch(texts[file], -1) {
			if m[2] != "go" && !declared[m[1]+"."+m[2]] && !declared["."+m[2]] {
				t.Errorf("%s names %s.%s, which does not exist", file, m[1], m[2])
			}
		}
	}
}

// TestExamples checks that the commands of docs/TOOLS.md print what the page shows.
func TestExamples(t *testing.T) {
	example := regexp.MustCompile(`(?m)^    \$ doublecorner (.*)\n((?:    [^$].*\n)+)`)
	speed := regexp.MustCompile(`\d+ nodes, [\d.]+ s, \d+ nodes a second`)
	found := example.FindAllStringSubmatch(documents(t)["docs/TOOLS.md"], -1)
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
