//go:build browser

package page_test

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"doublecorner/internal/sandbox"
)

// If there is no user of the name that was asked for, the page says so, and its address says who one is instead.
func TestStranger(t *testing.T) {
	browser := chromium(t)
	w := seeded(t, sandbox.Options{})
	p := open(t, browser, w, "Anna", wide)
	for query, want := range map[string]string{
		"?as=anna": "", "": "", "?as=" + w.person("Anna").ID.String(): "",
		"?as=" + url.QueryEscape("<b>Zoë</b> & co"): "There is nobody called <b>Zoë</b> & co here.",
	} {
		p.do(chromedp.Navigate(w.URL() + "/" + query))
		p.until("the page is there", `document.title.endsWith('· Anna') && document.querySelector('.post')`)
		p.tells(want)
		p.until("the address says who one is", `location.search === '?as=Anna'`)
	}
}
