//go:build browser

package page_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A new user changes what everything is called, and nothing else: who reads, chooses or
// types goes on.
func TestUserJoins(t *testing.T) {
	s, p := asAnna(t, list{askCommand})
	joins := func(name string) {
		t.Helper()
		who, err := s.Person(name)
		must(t, err)
		must(t, s.Join(s.world.Guilds[0].ID, who))
		p.until(name+" is there", `document.getElementById('people').innerText.includes(`+quoted(name)+`)`)
		s.says(list{text(name + " has joined")})
		p.sees(name + " has joined") // by then everything is drawn
	}

	s.says(list{text("Choose"), row(menu("menu"))})
	p.clicks(".post", "Make selections")
	p.clicks(".popup", "One")
	joins("Emil")
	p.clicks(".popup", "Two")
	p.clicks(".popup", "Done")
	if values := s.next()["data"].(object)["values"].(list); len(values) != 2 {
		t.Errorf("sent are %v", values)
	}

	p.clicks("#sidebar", "You are Anna")
	p.clicks(".popup", "The name of the new user")
	p.types("Fri")
	joins("Gerd")
	p.types("tz")
	p.until("the name is there still", `document.activeElement.value === 'Fritz'`)
	p.presses(kb.Escape)
	p.clicks("#sidebar", "You are Anna")
	p.until("the new one is there, too", named(".popup", "Gerd"))
	p.presses(kb.Escape)
}
