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
	"doublecorner/render"
)

//go:generate go run doublecorner/cmd/doublecorner rules pages ../../docs/rules

// What a book is made of: a page for each language and rule set, the pictures of all,
// and the contents.
const (
	contentsFile = "README.md"
	imagesDir    = "images"
	imageName    = 6 // bytes of what is in it
	imageSize    = 320
)

// book is files by their paths.
type book map[string][]byte

// bind returns the pages of built-in rule sets in every language. House rules have pages
// in the form of the game that most people know: what they change is the same with all
// others.
func bind() (book, error) {
	b := book{}
	var games, houses []*page
	for _, r := range draughts.Families() {
		p, err := b.illustrate(r.Key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Key, err)
		}
		games = append(games, p)
	}
	for _, house := range draughts.HouseRules() {
		p, err := b.illustrate(Known + "-" + house.Key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", house.Key, err)
		}
		houses = append(houses, p)
	}
	var contents strings.Builder
	fmt.Fprintf(&contents, "# %s\n", lang.English().Say("lesson.index"))
	for _, code := range lang.Codes() {
		l := lang.For(code)
		fmt.Fprintf(&contents, "\n## %s\n", l.Name())
		for _, part := range []struct {
			about string
			pages []*page
		}{{"lesson.contents", games}, {"lesson.variants", houses}} {
			fmt.Fprintf(&contents, "\n%s\n\n", l.Say(part.about))
			for _, p := range part.pages {
				file := path.Join(code, p.key+".md")
				var err error
				if b[file], err = p.write(l); err != nil {
					return nil, fmt.Errorf("%s: %w", file, err)
				}
				fmt.Fprintf(&contents, "- [%s](%s)\n", l.RulesName(p.key), file)
			}
		}
	}
	b[contentsFile] = []byte(contents.String())
	return b, nil
}

// page is all about a rule set, to be written in one language or another.
type page struct {
	key      string
	chapters []Chapter
	images   map[*Scene]string // their files
}

// illustrate adds the pictures of a rule set to the book, and returns its page. The same
// picture is one file, whoever shows it.
func (b book) illustrate(key string) (*page, error) {
	v, err := draughts.Builtin(key)
	if err != nil {
		return nil, err
	}
	p := &page{key: key, chapters: Of(v), images: map[*Scene]string{}}
	for _, c := range p.chapters {
		for _, point := range c.Points {
			if point.Scene == nil {
				continue
			}
			point.Scene.View.Size = imageSize
			png, err := render.Board(point.Scene.View)
			if err != nil {
				return nil, err
			}
			sum := sha256.Sum256(png)
			file := path.Join(imagesDir, hex.EncodeToString(sum[:imageName])+".png")
			b[file], p.images[point.Scene] = png, file
		}
	}
	return p, nil
}

// write writes the page in a language.
func (p *page) write(l *lang.Language) ([]byte, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n", l.Say("lesson.page", "rules", l.RulesName(p.key)))
	if p.key != Known {
		fmt.Fprintf(&text, "\n%s\n", l.Say("lesson.legend", "known", fmt.Sprintf("[%s](%s.md)", l.RulesName(Known), Known)))
	}
	for _, c := range p.chapters {
		fmt.Fprintf(&text, "\n## %s\n", l.Say("choice.topic."+string(c.Topic)))
		for _, point := range c.Points {
			fmt.Fprintf(&text, "\n%s\n", strings.ReplaceAll(point.Text(l), "\n", "  \n"))
			if point.Scene == nil {
				continue
			}
			alt, err := render.Alt(point.Scene.View, l.Say)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&text, "\n![%s](../%s)\n", alt, p.images[point.Scene])
		}
	}
	return text.Bytes(), nil
}

// WriteBook writes the book into a directory, where it takes the place of an older one.
func WriteBook(dir string) error {
	b, err := bind()
	if err != nil {
		return err
	}
	old, err := bound(os.DirFS(dir))
	if err != nil {
		return err
	}
	for _, name := range old {
		if _, stays := b[name]; stays {
			continue
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	for name, data := range b {
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

// bound lists the files of a directory that are of a book: its contents, the pages of
// each language, and pictures. Whatever else is there is somebody else's.
func bound(dir fs.FS) ([]string, error) {
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
