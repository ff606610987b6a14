package lesson

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
)

//go:generate go run doublecorner/cmd/doublecorner rules pages ../../docs/rules

// PublishedLanguages are the languages of docs/rules: English, and those of the published
// rule pages that the rule sets follow.
var PublishedLanguages = []string{"en", "nl", "fil", "tr", "de", "hu"}

const (
	contentsFile = "README.md"
	imagesDir    = "images"
	imageName    = 6 // bytes of the hash that an image is named by
	imageSize    = 320
)

// files are rules pages, their images and a table of contents, by path.
type files map[string][]byte

// makeFiles returns a page for each language and built-in rule set. House rules have pages
// for the reference rules only, because they change all other rules in the same way.
func makeFiles(languages []string) (files, error) {
	parts := []struct {
		heading string
		keys    []string
	}{{heading: "lesson.contents"}, {heading: "lesson.variants"}}
	for _, r := range draughts.Families() {
		parts[0].keys = append(parts[0].keys, r.Key)
	}
	for _, house := range draughts.HouseRules() {
		parts[1].keys = append(parts[1].keys, Reference+"-"+house.Key)
	}
	f, chapters := files{}, map[string][]Chapter{}
	for _, key := range slices.Concat(parts[0].keys, parts[1].keys) {
		v, err := draughts.Builtin(key)
		if err != nil {
			return nil, err
		}
		chapters[key] = chaptersOf(v)
		if err := f.illustrate(chapters[key]); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	var contents strings.Builder
	fmt.Fprintf(&contents, "# %s\n", lang.English().Say("lesson.index"))
	for _, code := range languages {
		l := lang.For(code)
		fmt.Fprintf(&contents, "\n## %s\n", l.Name())
		for _, part := range parts {
			fmt.Fprintf(&contents, "\n%s\n\n", l.Say(part.heading))
			for _, key := range part.keys {
				file := code + "/" + key + ".md"
				f[file] = markdown(l, key, chapters[key])
				fmt.Fprintf(&contents, "- [%s](%s)\n", l.RulesName(key), file)
			}
		}
	}
	f[contentsFile] = []byte(contents.String())
	return f, nil
}

// illustrate adds the images of chapters to the files. Equal images are one file.
func (f files) illustrate(chapters []Chapter) error {
	for _, c := range chapters {
		for _, p := range c.points {
			if p.Diagram == nil {
				continue
			}
			p.Diagram.View.Size = imageSize
			png, err := p.Diagram.View.Picture()
			if err != nil {
				return err
			}
			sum := sha256.Sum256(png)
			p.Diagram.image = imagesDir + "/" + hex.EncodeToString(sum[:imageName]) + ".png"
			f[p.Diagram.image] = png
		}
	}
	return nil
}

// anchor returns the name by which other documents link to a point, given how many before it have the
// same key: jumping-own, draws-counter-2.
func (p *Point) anchor(before int) string {
	name := strings.ReplaceAll(strings.TrimPrefix(p.key, "lesson."), ".", "-")
	if before > 0 {
		name += fmt.Sprint("-", before+1)
	}
	return name
}

// markdown returns the page of a rule set in a language.
func markdown(l *lang.Language, key string, chapters []Chapter) []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n", l.Say("lesson.page", "rules", l.RulesName(key)))
	if key != Reference {
		known := fmt.Sprintf("[%s](%s.md)", l.RulesName(Reference), Reference)
		fmt.Fprintf(&text, "\n%s\n", l.Say("lesson.legend", "known", known))
	}
	seen := map[string]int{}
	for _, c := range chapters {
		fmt.Fprintf(&text, "\n## %s\n", l.Say("choice.topic."+string(c.Topic)))
		for _, p := range c.points {
			fmt.Fprintf(&text, "\n<a id=\"%s\"></a>\n%s\n", p.anchor(seen[p.key]), strings.ReplaceAll(p.Text(l), "\n", "  \n"))
			seen[p.key]++
			if p.Diagram == nil {
				continue
			}
			fmt.Fprintf(&text, "\n![%s](../%s)\n", p.Diagram.View.Alt(l.Say), p.Diagram.image)
		}
	}
	return text.Bytes()
}

// WritePages writes the rules pages in the given languages into a directory, and removes
// pages and images that an earlier call has left there.
func WritePages(dir string, languages []string) error {
	pages, err := makeFiles(languages)
	if err != nil {
		return err
	}
	patterns := []string{contentsFile, imagesDir + "/" + strings.Repeat("[0-9a-f]", 2*imageName) + ".png"}
	for _, code := range lang.Codes() {
		patterns = append(patterns, code+"/*.md")
	}
	for _, pattern := range patterns {
		old, _ := fs.Glob(os.DirFS(dir), pattern) // no error: all patterns are well formed
		for _, name := range old {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	for name, data := range pages {
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
