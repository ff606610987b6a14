// Package page is a web page on which people use a sandbox as they use Discord: it
// shows channels, messages and what can be done with them, and does it by the calls
// under /sandbox/, which docs/sandbox.md describes.
//
// It is plain HTML, CSS and JavaScript, as it is under web/: nothing builds it, nothing
// is fetched from elsewhere, and its content security policy says so to the browser.
// Text is only ever made into text nodes; the policy forbids anything else.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"net/http"
	"path"
	"time"
)

//go:embed web
var web embed.FS

// headers are those of every response. The policy lets the page show and run what came with it, and
// talk to the sandbox that served it.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cache-Control":                "no-cache", // the browser asks again, and the tag says whether it changed
}

// kinds are the content types of the page's files. They are not left to the machine's own table,
// which may say anything.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// Handler serves the page at / and what belongs to it below. It is made for
// sandbox.Options.Page: the calls it needs must be at the same address.
func Handler() http.Handler { return http.HandlerFunc(serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "The page can only be read.", http.StatusMethodNotAllowed)
		return
	}
	name := r.URL.Path
	switch name {
	case "/":
		name = "/index.html"
	case "/index.html":
		name = ""
	}
	content, err := web.ReadFile("web" + name)
	if err != nil {
		http.Error(w, "There is no such page. The sandbox is at /", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(content)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}
