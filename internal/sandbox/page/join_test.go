package page_test

import (
	"testing"
	"time"

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

	p.commands("ask")
	p.presses(kb.Enter)
	s.next()
	s.clock.Advance(3 * time.Second)
	p.sees("The application did not respond")
	joins("Dora")
	p.sees("The application did not respond")

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

	for range 30 {
		s.says(list{text("One\nTwo\nThree")})
	}
	p.until("there is a lot", `document.querySelectorAll('.post').length > 30`)
	p.until("older messages are read", `(document.getElementById('scroller').scrollTop = 500, !document.getElementById('newer').hidden)`)
	joins("Hilde")
	if top := value[float64](p, `document.getElementById('scroller').scrollTop`); top != 500 {
		t.Errorf("it is scrolled from 500 to %v", top)
	}
}
