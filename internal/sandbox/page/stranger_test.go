package page_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// If there is no user of the name that was asked for, the page says so, and who one is instead.
func TestStranger(t *testing.T) {
	browser := chromium(t)
	w := seeded(t, sandbox.Options{})
	const told = `document.getElementById('notice').checkVisibility()`
	for _, l := range []looks{wide, {width: 1280, height: 800, light: true}, narrow} {
		p := open(t, browser, w, "Anna", l)
		p.sees("Play a game")
		visit := func(query string) {
			t.Helper()
			p.do(chromedp.Navigate(w.URL() + "/" + query))
			p.until("the page is there at /"+query[:min(len(query), 30)], `document.title.endsWith("· Anna") && document.querySelector(".post")`)
		}
		for _, query := range []string{"?as=Anna", "?as=anna", "", "?as=", "?as=" + w.person("Anna").ID.String()} {
			visit(query)
			if value[bool](p, told) {
				t.Errorf("at /%s it says %q", query, p.text())
			}
		}
		for name, shown := range map[string]string{
			"Nobody": "Nobody", "<b>Zoë</b> & co": "<b>Zoë</b> & co", strings.Repeat("é", 300): strings.Repeat("é", 40) + "…",
		} {
			visit("?as=" + url.QueryEscape(name))
			want := "There is nobody called " + shown + " here. You are Anna."
			p.until("it is said", told+` && document.querySelector('#notice p').textContent === `+quoted(want))
			p.until("it is heard", `document.getElementById('announcer').textContent.includes(`+quoted(want)+`)`)
			p.until("the address says who one is", `location.search === '?as=Anna'`)
		}
		p.shoot(fmt.Sprintf("told-%d-%t", l.width, l.light))
		for _, problem := range value[[]string](p, audit) {
			t.Error(problem)
		}
		if over := value[bool](p, `document.getElementById('room').scrollWidth > innerWidth`); over {
			t.Error("it does not fit into the width")
		}
		if l.touch {
			p.clicks("#notice", "Dismiss")
		} else {
			p.tabsTo("Dismiss", true)
			p.presses(kb.Enter)
		}
		p.until("it is gone", `!`+told)
		p.until("one can write", `document.activeElement.id === 'box'`)
		visit(value[string](p, `location.search`))
		if value[bool](p, told) {
			t.Error("it is said again")
		}
	}
}
