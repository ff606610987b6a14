package lesson

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
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
// for the reference rules only, because they change all other rules in the same path.
func makeFiles(languages []string) (files, error) {
	f := files{}
	var games, houses []*rulesPage
	for _, r := range draughts.Families() {
		p, err := f.illustrate(r.Key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Key, err)
		}
		games = append(games, p)
	}
	for _, house := range draughts.HouseRules() {
		p, err := f.illustrate(Reference + "-" + house.Key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", house.Key, err)
		}
		houses = append(houses, p)
	}
	var contents strings.Builder
	fmt.Fprintf(&contents, "# %s\n", lang.English().Say("lesson.index"))
	for _, code := range languages {
		l := lang.For(code)
		fmt.Fprintf(&contents, "\n## %s\n", l.Name())
		for _, part := range []struct {
			heading string
			pages   []*rulesPage
		}{{"lesson.contents", games}, {"lesson.variants", houses}} {
			fmt.Fprintf(&contents, "\n%s\n\n", l.Say(part.heading))
			for _, p := range part.pages {
				file := path.Join(code, p.key+".md")
				var err error
				if f[file], err = p.markdown(l); err != nil {
					return nil, fmt.Errorf("%s: %w", file, err)
				}
				fmt.Fprintf(&contents, "- [%s](%s)\n", l.RulesName(p.key), file)
			}
		}
	}
	f[contentsFile] = []byte(contents.String())
	return f, nil
}

// rulesPage is the page about a rule set, in no language yet.
type rulesPage struct {
	key      string
	chapters []Chapter
	images   map[*Diagram]string // paths
}

// illustrate adds the images of a rule set to the files, and returns its page. Equal
// images are one file.
func (f files) illustrate(key string) (*rulesPage, error) {
	v, err := draughts.Builtin(key)
	if err != nil {
		return nil, err
	}
	p := &rulesPage{key: key, chapters: chaptersOf(v), images: map[*Diagram]string{}}
	for _, c := range p.chapters {
		for _, point := range c.points {
			if point.Diagram == nil {
				continue
			}
			point.Diagram.View.Size = imageSize
			png, err := point.Diagram.View.Picture()
			if err != nil {
				return nil, err
			}
			sum := sha256.Sum256(png)
			file := path.Join(imagesDir, hex.EncodeToString(sum[:imageName])+".png")
			f[file], p.images[point.Diagram] = png, file
		}
	}
	return p, nil
}

// markdown returns the page in a language.
func (p *rulesPage) markdown(l *lang.Language) ([]byte, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n", l.Say("lesson.page", "rules", l.RulesName(p.key)))
	if p.key != Reference {
		fmt.Fprintf(&text, "\n%s\n", l.Say("lesson.legend", "known", fmt.Sprintf("[%s](%s.md)", l.RulesName(Reference), Reference)))
	}
	for _, c := range p.chapters {
		fmt.Fprintf(&text, "\n## %s\n", l.Say("choice.topic."+string(c.Topic)))
		for _, point := range c.points {
			fmt.Fprintf(&text, "\n%s\n", strings.ReplaceAll(point.Text(l), "\n", "  \n"))
			if point.Diagram == nil {
				continue
			}
			alt, err := point.Diagram.View.Alt(l.Say)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&text, "\n![%s](../%s)\n", alt, p.images[point.Diagram])
		}
	}
	return text.Bytes(), nil
}

// WritePages writes the rules pages in the given languages into a directory, and removes
// pages and images that an earlier call has left there.
func WritePages(dir string, languages []string) error {
	pages, err := makeFiles(languages)
	if err != nil {
		return err
	}
	old, err := writtenFiles(os.DirFS(dir))
	if err != nil {
		return err
	}
	for _, name := range old {
		if pages[name] != nil {
			continue
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	for name, data := range pages {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writtenFiles lists the files of a directory whose names are those of files that
// WritePages writes.
func writtenFiles(dir fs.FS) ([]string, error) {
	patterns := []string{contentsFile, path.Join(imagesDir, strings.Repeat("[0-9a-f]", 2*imageName)+".png")}
	for _, code := range lang.Codes() {
		patterns = append(patterns, path.Join(code, "*.md"))
	}
	var names []string
	for _, pattern := range patterns {
		found, err := fs.Glob(dir, pattern)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	return names, nil
}
