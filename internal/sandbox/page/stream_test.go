//go:build browser

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"doublecorner/internal/sandbox"
)

// However often a user becomes another in one window, the page goes on: pages that
// the browser keeps to go back to keep no connection, and open one when they come back.
func TestStreamOfPagesLeft(t *testing.T) {
	browser := chromium(t)
	w := seeded(t, sandbox.Options{})
	p := open(t, browser, w, "Anna", wide)
	becomes := func(name string) {
		t.Helper()
		p.clicks("#sidebar", "You are ")
		p.clicks(".popup", name)
		p.until("this is "+name+"'s window", `document.title.endsWith('· `+name+`') && document.querySelector('.post')`)
	}
	for range 4 {
		becomes("Ben")
		becomes("Anna")
	}
	p.do(chromedp.Evaluate[chromedp.Void](`window.kept = true`))
	becomes("Ben")
	p.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	p.until("Anna's page is back", `window.kept`)
	_, err := w.person("Ben").Say(w.ctx, w.room(), "Are you there?")
	must(t, err)
	p.sees("Are you there?")
}
