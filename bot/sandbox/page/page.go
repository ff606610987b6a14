// Package page is a web page on which people use a sandbox as they use Discord: it
// shows channels, messages and what can be done with them, and does it by the calls
// under /sandbox/, which docs/sandbox.md tells of.
//
// It is plain HTML, CSS and JavaScript, as it is under web/: nothing builds it, nothing
// is fetched from elsewhere, and its content security policy says so to the browser.
// Text is only ever made into text nodes; the policy forbids anything else.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed web
var web embed.FS

// policy is what the page may do: show and run what came with it, and talk to the
// sandbox that served it.
var policy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
}, "; ")

// asset is one file of the page, with what is said about it.
type asset struct {
	kind    string
	tag     string
	content []byte
}

// Handler serves the page at / and what belongs to it below. It is made for
// sandbox.Options.Page: the calls it needs must be at the same address.
func Handler() http.Handler {
	assets := map[string]asset{}
	err := fs.WalkDir(web, "web", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := web.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		at := strings.TrimPrefix(name, "web")
		if at == "/index.html" {
			at = "/"
		}
		assets[at] = asset{kinds[path.Ext(name)], `"` + hex.EncodeToString(sum[:8]) + `"`, content}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "The page can only be read.", http.StatusMethodNotAllowed)
			return
		}
		a, ok := assets[r.URL.Path]
		if !ok {
			http.Error(w, "There is no such page. The sandbox is at /", http.StatusNotFound)
			return
		}
		h.Set("Content-Type", a.kind)
		h.Set("ETag", a.tag)
		h.Set("Cache-Control", "no-cache") // asked again, and answered by the tag
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.content))
	})
}

// kinds are the content types of the page's files. They are not left to the machine's
// own table, which may say anything.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}
