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

// bind returns the pages of all built-in games in every language as files, by their
// paths. The same picture is one file, whoever shows it. House rules have pages in the
// form of the game that most people know: what they change is the same with all others.
func bind() (map[string][]byte, error) {
	var games, houses []string
	for _, r := range draughts.Families() {
		games = append(games, r.Key)
	}
	for _, house := range draughts.HouseRules() {
		houses = append(houses, Known+"-"+house.Key)
	}
	book := map[string][]byte{}
	var contents strings.Builder
	fmt.Fprintf(&contents, "# %s\n", lang.English().Say("lesson.index"))
	for _, code := range lang.Codes() {
		l := lang.For(code)
		fmt.Fprintf(&contents, "\n## %s\n", l.Name())
		for _, part := range []struct {
			about string
			keys  []string
		}{{"lesson.contents", games}, {"lesson.variants", houses}} {
			fmt.Fprintf(&contents, "\n%s\n\n", l.Say(part.about))
			for _, key := range part.keys {
				page := path.Join(code, key+".md")
				var err error
				if book[page], err = paper(l, key, book); err != nil {
					return nil, fmt.Errorf("%s: %w", page, err)
				}
				fmt.Fprintf(&contents, "- [%s](%s)\n", l.RulesName(key), page)
			}
		}
	}
	book[contentsFile] = []byte(contents.String())
	return book, nil
}

// paper writes the page of a rule set, and adds its pictures to a book.
func paper(l *lang.Language, key string, book map[string][]byte) ([]byte, error) {
	v, err := draughts.Builtin(key)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, "# %s\n", l.Say("lesson.page", "rules", l.RulesName(key)))
	if key != Known {
		fmt.Fprintf(&page, "\n%s\n", l.Say("lesson.legend", "known", fmt.Sprintf("[%s](%s.md)", l.RulesName(Known), Known)))
	}
	for _, c := range Of(v) {
		fmt.Fprintf(&page, "\n## %s\n", l.Say("choice.topic."+string(c.Topic)))
		for _, p := range c.Points {
			fmt.Fprintf(&page, "\n%s\n", strings.ReplaceAll(p.Text(l), "\n", "  \n"))
			if p.Scene == nil {
				continue
			}
			view := p.Scene.View
			view.Size = imageSize
			png, err := render.Board(view)
			if err != nil {
				return nil, err
			}
			alt, err := render.Alt(view, l.Say)
			if err != nil {
				return nil, err
			}
			sum := sha256.Sum256(png)
			image := path.Join(imagesDir, hex.EncodeToString(sum[:imageName])+".png")
			book[image] = png
			fmt.Fprintf(&page, "\n![%s](../%s)\n", alt, image)
		}
	}
	return page.Bytes(), nil
}

// WriteBook writes the book into a directory, where it takes the place of an older one.
func WriteBook(dir string) error {
	book, err := bind()
	if err != nil {
		return err
	}
	old, err := bound(os.DirFS(dir))
	if err != nil {
		return err
	}
	for _, name := range old {
		if _, stays := book[name]; stays {
			continue
		}
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	for name, data := range book {
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
