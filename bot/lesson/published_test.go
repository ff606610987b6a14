package lesson

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/rulefile"
)

// Every statement of the published pages has a point of a rules page that teaches it, which is there,
// and what enforces it: rules that the declaration has, or tests and claims of that name.
func TestPublishedPages(t *testing.T) {
	const dir = "../../docs/rules/"
	tables, err := os.ReadFile(dir + publishedFile)
	must(t, err)
	link := regexp.MustCompile(`\[([^]]+)\]\(([^)#]+)(?:#([^)]+))?\)`)
	rule := regexp.MustCompile("`(?:([a-z-]+)\\.)?([a-z-]+: [a-z0-9-]+)`")
	statements := 0
	for line := range strings.Lines(string(tables)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) < 2 || strings.HasPrefix(cells[1], "-") || cells[1] == " the page says " {
			continue
		}
		statements++
		if len(cells) != 5 || strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[3]) == "" {
			t.Errorf("a row has not three cells: %s", line)
			continue
		}
		taught, key := link.FindAllStringSubmatch(cells[2], -1), ""
		for _, m := range taught {
			page, err := os.ReadFile(dir + m[2])
			if anchor := `<a id="` + m[3] + `"></a>`; err != nil || !bytes.Contains(page, []byte(anchor)) {
				t.Errorf("%s: there is no %s#%s (%v)", cells[1], m[2], m[3], err)
			}
			key = strings.TrimSuffix(filepath.Base(m[2]), ".md")
		}
		if key == "" {
			t.Errorf("%s: no page teaches it", cells[1])
			continue
		}
		for _, m := range link.FindAllStringSubmatch(cells[3], -1) {
			test, err := os.ReadFile(dir + m[2])
			if err != nil || !bytes.Contains(test, []byte(`"`+m[1]+`"`)) && !bytes.Contains(test, []byte("func "+m[1]+"(")) {
				t.Errorf("%s: %s is not in %s (%v)", cells[1], m[1], m[2], err)
			}
		}
		var declared strings.Builder
		v := draughtstest.Variant(t, key)
		must(t, rulefile.Write(&declared, v.Rules(), v.Remarks()))
		for _, m := range rule.FindAllStringSubmatch(cells[3], -1) {
			text := `(?m)^` + m[2] + `( #|$)`
			if m[1] != "" {
				text = `(?m)^` + m[1] + `:\n(  .*\n)*  ` + m[2] + `( #|$)`
			}
			if !regexp.MustCompile(text).MatchString(declared.String()) {
				t.Errorf("%s: %s does not declare %s", cells[1], key, m[0])
			}
		}
	}
	if statements < 100 {
		t.Errorf("the tables have only %d statements", statements)
	}
}
