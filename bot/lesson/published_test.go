package lesson

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/rulefile"
)

// Every statement of the published pages is taught by sentences of a rules page in the language of that page, and
// enforced by what it names: rules that the declaration has, or tests and claims of that name.
func TestPublishedPages(t *testing.T) {
	const dir = "../../docs/rules/"
	tables, err := os.ReadFile(dir + publishedFile)
	must(t, err)
	link := regexp.MustCompile(`\[([^]]+)\]\(([^)#]+)(?:#([^)]+))?\)`)
	rule := regexp.MustCompile("`(?:([a-z-]+)\\.)?([a-z-]+: [a-z0-9-]+)`")
	statements, languages := 0, []string(nil)
	for line := range strings.Lines(string(tables)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) < 2 || strings.HasPrefix(cells[1], "-") {
			continue
		}
		said, taught, enforced := cells[1], cells[2:len(cells)-2], cells[len(cells)-2]
		if said == " the page says " {
			languages = taught
			continue
		}
		statements++
		if len(taught) != len(languages) || strings.TrimSpace(said) == "" || strings.TrimSpace(enforced) == "" {
			t.Errorf("a row has an empty cell, or too few: %s", line)
			continue
		}
		key := ""
		for i, cell := range taught {
			sentences := link.FindAllStringSubmatch(cell, -1)
			if len(sentences) == 0 {
				t.Errorf("%s: no sentence teaches it in %s", said, languages[i])
			}
			for _, m := range sentences {
				page, err := os.ReadFile(dir + m[2])
				must(t, err)
				if l := lang.For(filepath.Dir(m[2])); " "+l.Name()+" " != languages[i] {
					t.Errorf("%s: %s is not in %s", said, m[2], languages[i])
				}
				if !strings.Contains(sentenceAt(string(page), m[3]), m[1]) {
					t.Errorf("%s: %s#%s does not say “%s”", said, m[2], m[3], m[1])
				}
				key = strings.TrimSuffix(filepath.Base(m[2]), ".md")
			}
		}
		for _, m := range link.FindAllStringSubmatch(enforced, -1) {
			test, err := os.ReadFile(dir + m[2])
			if err != nil || !bytes.Contains(test, []byte(`"`+m[1]+`"`)) && !bytes.Contains(test, []byte("func "+m[1]+"(")) {
				t.Errorf("%s: %s is not in %s (%v)", said, m[1], m[2], err)
			}
		}
		var declared strings.Builder
		v := draughtstest.Variant(t, key)
		must(t, rulefile.Write(&declared, v.Rules(), v.Remarks()))
		for _, m := range rule.FindAllStringSubmatch(enforced, -1) {
			text := `(?m)^` + m[2] + `( #|$)`
			if m[1] != "" {
				text = `(?m)^` + m[1] + `:\n(  .*\n)*  ` + m[2] + `( #|$)`
			}
			if !regexp.MustCompile(text).MatchString(declared.String()) {
				t.Errorf("%s: %s does not declare %s", said, key, m[0])
			}
		}
	}
	if statements < 100 {
		t.Errorf("the tables have only %d statements", statements)
	}
}

// sentenceAt returns the sentence of a point on a page, without its picture.
func sentenceAt(page, anchor string) string {
	_, after, _ := strings.Cut(page, `<a id="`+anchor+`"></a>`)
	sentence, _, _ := strings.Cut(strings.TrimSpace(after), "\n")
	return sentence
}
