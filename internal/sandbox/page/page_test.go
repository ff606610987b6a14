package page_test

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"doublecorner/internal/sandbox"
	"doublecorner/internal/sandbox/page"
)

// get asks the page for a file.
func get(method, at string, header ...string) *http.Response {
	r := httptest.NewRequest(method, at, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	page.Handler().ServeHTTP(w, r)
	return w.Result()
}

// files are those of the page, by the address they are served at.
func files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, fs.WalkDir(os.DirFS("web"), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path.Join("web", name))
		at := "/" + name
		if name == "index.html" {
			at = "/"
		}
		all[at] = string(content)
		return err
	}))
	return all
}

// Every file is served as what it is, with all that keeps the page to itself, and once
// only as long as it stays the same.
func TestFilesAreServed(t *testing.T) {
	kinds := map[string]string{"/": "text/html", ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
	all := files(t)
	if len(all) < 25 {
		t.Fatalf("there are %d files only", len(all))
	}
	for at, content := range all {
		resp := get("GET", at)
		body, err := io.ReadAll(resp.Body)
		must(t, err)
		kind := kinds["/"]
		if at != "/" {
			kind = kinds[path.Ext(at)]
		}
		if got := resp.Header.Get("Content-Type"); resp.StatusCode != 200 ||
			string(body) != content || kind == "" || !strings.HasPrefix(got, kind) {
			t.Errorf("%s: %s, %s, %d bytes of %d", at, resp.Status, got, len(body), len(content))
		}
		if again := get("GET", at, "If-None-Match", resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s is sent again: %s", at, again.Status)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", at, name, got)
			}
		}
	}
	for at, status := range map[string]int{"/index.html": 404, "/web": 404,
		"/script": 404, "/script/": 404, "/../page.go": 404, "/script/none.js": 404} {
		if resp := get("GET", at); resp.StatusCode != status {
			t.Errorf("%s: %s", at, resp.Status)
		}
	}
	if resp := get("POST", "/"); resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST /: %s", resp.Status)
	}
	if resp := get("HEAD", "/?as=Anna"); resp.StatusCode != 200 {
		t.Errorf("HEAD /?as=Anna: %s", resp.Status)
	}
}

// The policy lets the page use what came with it, and nothing else.
func TestPolicy(t *testing.T) {
	said := map[string]string{}
	for _, directive := range strings.Split(get("GET", "/").Header.Get("Content-Security-Policy"), "; ") {
		name, value, _ := strings.Cut(directive, " ")
		said[name] = value
	}
	for name, want := range map[string]string{
		"default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self'", "connect-src": "'self'",
		"base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
		"require-trusted-types-for": "'script'", "trusted-types": "'none'",
	} {
		if said[name] != want {
			t.Errorf("%s is %q, not %q", name, said[name], want)
		}
		delete(said, name)
	}
	for name, value := range said {
		t.Errorf("%s is %q, unexpectedly", name, value)
	}
}

var (
	asked   = regexp.MustCompile(`(?:from|import|href=|src=)\s*\(?["']([^"']+)["']`)
	careful = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|` +
		`DOMParser|createContextualFragment|\son\w+=|\sstyle=`)
)

// What the files ask for is there, none of it is from elsewhere, and nothing reads HTML.
func TestFilesKeepToThemselves(t *testing.T) {
	all := files(t)
	used := map[string]bool{"/": true}
	for at, content := range all {
		for _, m := range asked.FindAllStringSubmatch(content, -1) {
			to := m[1]
			if strings.HasPrefix(to, "#") || strings.HasPrefix(to, "http") && strings.HasSuffix(at, ".svg") {
				continue
			}
			if !strings.HasPrefix(to, "/") {
				to = path.Join(path.Dir(at), to)
			}
			if _, ok := all[to]; !ok {
				t.Errorf("%s asks for %s, which is not there", at, m[1])
			}
			used[to] = true
		}
		if found := careful.FindString(content); found != "" && !strings.HasSuffix(at, ".svg") {
			t.Errorf("%s has %q in it", at, found)
		}
		if strings.Contains(content, "@import") || strings.Contains(content, "url(") {
			t.Errorf("%s fetches something", at)
		}
	}
	for at := range all {
		if !used[at] {
			t.Errorf("nothing uses %s", at)
		}
	}
}

// The page is served beside the calls it uses, and does not hide them.
func TestBesideTheSandbox(t *testing.T) {
	w, err := sandbox.Start(sandbox.Options{Page: page.Handler()})
	must(t, err)
	defer w.Close()
	for at, status := range map[string]int{"/": 200, "/?as=Ben": 200, "/script/main.js": 200,
		"/sandbox/world": 200, "/api/v10/gateway": 200, "/sandbox/none": 404, "/none": 404} {
		resp, err := http.Get(w.URL() + at)
		must(t, err)
		resp.Body.Close()
		if resp.StatusCode != status {
			t.Errorf("%s: %s", at, resp.Status)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
