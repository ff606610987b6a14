package live

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"path"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/render"
)

//go:embed web
var web embed.FS

// kinds are the content types of the page's files.
var kinds = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

// version is a hash of all files of the page. It is a part of their addresses, so that browsers can keep them.
var version = func() string {
	h := sha256.New()
	files, err := web.ReadDir("web")
	for _, f := range files {
		text, failed := web.ReadFile("web/" + f.Name())
		if failed != nil {
			err = failed
		}
		h.Write(text)
	}
	if err != nil {
		panic(err) // the files are embedded
	}
	h.Write(themes())
	return "v" + hex.EncodeToString(h.Sum(nil)[:8])
}()

// servePage serves the page. It says that it is closed in the language that the browser asks for: without a session, nobody knows
// another one.
func (b *Boards) servePage(w http.ResponseWriter, r *http.Request) {
	l := accepted(r)
	b.writePage(w, http.StatusOK, l, "main.js", l.Say("live.over"), "")
}

// writePage writes the page, which begins with one of its scripts, in a language. It says over when there is nothing to show. More
// tags can be in its head.
func (b *Boards) writePage(w http.ResponseWriter, status int, l *lang.Language, script, over, tags string) {
	text, err := web.ReadFile("web/index.html")
	if err != nil {
		b.refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	strings.NewReplacer("{version}", version, "{script}", script, "{lang}", l.Code, "{over}", html.EscapeString(over), "{tags}", tags).
		WriteString(w, string(text))
}

// accepted returns the first language that a browser asks for and the bot speaks, or else English. Browsers name the languages in the
// order of their users.
func accepted(r *http.Request) *lang.Language {
	for _, one := range strings.Split(r.Header.Get("Accept-Language"), ",") {
		code, _, _ := strings.Cut(strings.TrimSpace(one), ";")
		if l := lang.For(code); l != nil {
			return l
		}
	}
	return lang.English()
}

func serveFile(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	kind := kinds[path.Ext(name)]
	text, err := web.ReadFile("web/" + name)
	if name == "themes.css" {
		text, err = themes(), nil
	}
	if err != nil || kind == "" || r.PathValue("version") != version {
		fail(w, http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Write(text)
}

// themes returns the colors of the themes of package render as a style sheet.
func themes() []byte {
	var out bytes.Buffer
	for i, t := range render.Themes() {
		selector := fmt.Sprintf("[data-theme=%q]", t.Key)
		if i == 0 {
			selector = ":root, " + selector
		}
		var lines []string
		for _, c := range []struct {
			name  string
			color render.Colour
		}{
			{"square", t.Square}, {"other", t.Other}, {"line", t.Line}, {"rim", t.Rim}, {"edge", t.Edge}, {"number", t.Number},
			{"white", t.White.Face}, {"white-wall", t.White.Wall}, {"white-groove", t.White.Groove}, {"white-crown", t.White.Crown},
			{"black", t.Black.Face}, {"black-wall", t.Black.Wall}, {"black-groove", t.Black.Groove}, {"black-crown", t.Black.Crown},
			{"last", t.Last}, {"may", t.May}, {"must", t.Must}, {"halo", t.Halo}, {"proposed", t.Proposed},
			{"bar", t.Bar}, {"bar-text", t.BarText}, {"bar-note", t.BarNote}, {"turn", t.Turn}, {"turn-text", t.TurnText},
		} {
			lines = append(lines, fmt.Sprintf("--%s: #%06x;", c.name, int(c.color)))
		}
		fmt.Fprintf(&out, "%s { %s }\n", selector, strings.Join(lines, " "))
	}
	return out.Bytes()
}
