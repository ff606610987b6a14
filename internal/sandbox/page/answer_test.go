//go:build browser

package page_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// A command with an option of each kind.
var tryCommand = object{"name": "try", "description": "Tries every kind of option",
	"name_localizations": object{"de": "versuch"}, "options": list{
		object{"type": 3, "name": "word", "description": "A short word", "required": true,
			"min_length": 2, "max_length": 5, "name_localizations": object{"de": "wort"}},
		object{"type": 3, "name": "count", "description": "How many", "max_length": 2},
		object{"type": 5, "name": "really", "description": "Is that meant"},
		object{"type": 6, "name": "who", "description": "A user"},
		object{"type": 7, "name": "where", "description": "Some place", "channel_types": list{0}},
		object{"type": 3, "name": "paper", "description": "A note"},
		object{"type": 3, "name": "size", "description": "How large", "choices": list{
			object{"name": "Small", "value": "s", "name_localizations": object{"de": "Klein"}}, object{"name": "Large", "value": "l"}}},
	}}

var askCommand = object{"name": "ask", "description": "Asks for something"}

// What is typed for an option is checked before it is sent, and sent as what it is.
func TestOptions(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t,
		list{tryCommand, askCommand, object{"name": "admin", "description": "For moderators", "default_member_permissions": "32", "options": list{
			object{"type": 1, "name": "stop", "description": "Stops a game"}, object{"type": 1, "name": "go", "description": "Lets it go on"}}}})
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.sees("Play a game")
	p.types("/")
	if p.has(".suggest", "/admin") {
		t.Error("a member is offered the commands of moderators")
	}
	p.types("try ")
	p.until("its first option is asked for", `document.querySelector('.suggest').innerText.includes('A short word')`)
	p.presses(kb.Enter)
	p.tells("word: This option is required.")
	p.types("a")
	p.presses(kb.Enter)
	p.tells("word: At least 2 characters.")
	p.types("bcdef")
	p.presses(kb.Enter)
	p.tells("word: At most 5 characters.")
	p.shoot("wrong")
	p.presses(kb.Backspace)
	p.types(" count:111")
	p.presses(kb.Enter)
	p.tells("count: At most 2 characters.")
	p.presses(kb.Backspace)
	p.types(" rea")
	p.until("the option is suggested", named(".suggest", "really"))
	p.presses(kb.Tab)
	p.holds("/try abcde count:11 really:")
	p.types("tr")
	p.presses(kb.Enter)
	p.presses(kb.Tab)
	p.holds("/try abcde count:11 really:True who:")
	p.types("be")
	p.presses(kb.Enter)
	p.types("where:che")
	p.presses(kb.Enter)
	p.types("size:hu")
	p.presses(kb.Enter)
	p.tells("size: Choose one from the list.")
	p.presses(kb.Backspace, kb.Backspace)
	p.types("la")
	p.presses(kb.Enter)
	p.holds("/try abcde count:11 really:True who:Ben where:#checkers size:Large ")
	p.types("pa")
	p.until("the last option is suggested", named(".suggest", "paper"))
	p.shoot("filled")
	p.presses(kb.Backspace, kb.Backspace, kb.Enter)
	i := s.next()
	got := map[string]any{}
	for _, o := range i["data"].(object)["options"].(list) {
		got[o.(object)["name"].(string)] = o.(object)["value"]
	}
	want := map[string]any{
		"word": "abcde", "count": "11", "really": true, "who": s.person("Ben").ID.String(), "where": s.room().String(), "size": "l",
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is sent as %v, not %v", name, got[name], value)
		}
	}
	s.answers(i, 4, object{"content": "Tried."})
	p.sees("Tried.")

	// In their language, the command has another name, and is the same.
	must(t, s.person("Anna").Change(s.ctx, sandbox.UserChange{Locale: new("de")}))
	p.types("/vers")
	p.until("it is offered in German", named(".suggest", "/versuch"))
	p.presses(kb.Enter)
	p.types("ja size:kl")
	p.presses(kb.Enter, kb.Enter)
	if i := s.next(); i["locale"] != "de" || i["data"].(object)["name"] != "try" {
		t.Errorf("sent as %v", i)
	}
	// Cleo owns the server: moderators' commands are hers.
	cleo := open(t, browser, s.testWorld, "Cleo", wide)
	cleo.commands("admin stop")
	cleo.presses(kb.Enter)
	if i := s.next(); i["data"].(object)["options"].(list)[0].(object)["name"] != "stop" {
		t.Errorf("sent as %v", i)
	}
}

// Forms, answers that take a while, and answers that never come.
func TestAnswers(t *testing.T) {
	s, p := asAnna(t, list{askCommand})
	ask := func() object {
		t.Helper()
		p.commands("ask")
		p.presses(kb.Enter)
		return s.next()
	}
	i := ask()
	s.answers(i, 5, object{"flags": 64})
	p.sees("Double Corner is thinking")
	p.sees("Anna used /ask")
	p.shoot("thinking")
	s.edits(i, object{"content": "It is **done**."})
	p.sees("It is done.")
	p.sees("Only you can see this")
	p.until("it thinks no more", `!document.querySelector('.thinking')`)

	i = ask()
	s.answers(i, 9, object{"custom_id": "form", "title": "Propose other terms", "components": list{
		object{"type": 18, "label": "Rules", "description": "Which game", "component": object{"type": 3, "custom_id": "rules", "options": list{
			object{"label": "American, English", "value": "a,e"}, object{"label": "Russian", "value": "r"}}}},
		object{"type": 18, "label": "Opponent", "component": object{"type": 3, "custom_id": "who", "required": false, "options": list{
			object{"label": "Ben", "value": "ben"}}}},
		object{"type": 10, "content": "Some **words** between"},
		row(object{"type": 4, "custom_id": "why", "label": "Why", "style": 2,
			"min_length": 3, "max_length": 100, "placeholder": "In a few words"}),
		object{"type": 18, "label": "Clock", "component": object{"type": 4, "custom_id": "clock", "style": 1, "value": "3d", "required": false}},
	}})
	p.until("the form is open", `document.querySelector('dialog.form[open]')`)
	p.shoot("form")
	p.until("the first field has the focus", `document.activeElement.matches('dialog .menu')`)
	p.presses(kb.Enter)
	p.until("the menu of the form is open", named("dialog .popup", "Russian"))
	p.shoot("form-menu")
	p.presses(kb.Enter)
	p.until("it is chosen", `document.querySelector('dialog .menu-shown').textContent === 'American, English'`)
	p.presses(kb.Tab, kb.Tab)
	p.clicks("dialog", "Submit")
	p.until("a field that is empty is shown", `document.activeElement.matches('dialog textarea:user-invalid')`)
	p.shoot("form-wrong")
	p.types("too slow")
	p.clicks("dialog", "Submit")
	// Nobody answers: the form stays, and what was written in it.
	s.next()
	s.clock.Advance(3 * time.Second)
	p.until("the form says that it failed", `document.querySelector('dialog').innerText.includes('The application did not respond')`)
	p.clicks("dialog", "Submit")
	i = s.next()
	if why := i["data"].(object)["components"].(list)[3].(object)["components"].(list)[0].(object)["value"]; why != "too slow" {
		t.Errorf("sent again, the form says %v", why)
	}
	s.answers(i, 4, object{"content": "Proposed."})
	p.sees("Proposed.")
	p.until("the form is closed", `!document.querySelector('dialog')`)

	i = ask()
	s.answers(i, 9,
		object{"custom_id": "form", "title": "Why", "components": list{row(object{"type": 4, "custom_id": "why", "label": "Why", "style": 1})}})
	p.until("the form is open", `document.querySelector('dialog.form[open]')`)
	p.types("tired")
	p.presses(kb.Enter)
	i = s.next()
	if value := i["data"].(object)["components"].(list)[0].(object)["components"].(list)[0].(object)["value"]; value != "tired" {
		t.Errorf("the form says %v", value)
	}
	s.answers(i, 4, object{"content": "Understood."})
	p.sees("Understood.")
	p.until("the form is closed", `!document.querySelector('dialog')`)

	ask()
	s.clock.Advance(3 * time.Second)
	p.tells("This interaction failed: The application did not respond")
	p.holds("/ask")
	p.do(focusBox)
	p.presses(kb.Backspace, kb.Backspace, kb.Backspace, kb.Backspace)
	s.says(list{object{"type": 17, "components": list{text("Press"), row(button(1, "Go", "go"), button(2, "Stay", "stay"))}}})
	p.clicks(".post", "Go")
	s.next()
	p.until("the button waits", `document.querySelector('[data-id=go][aria-busy]')`)
	s.clock.Advance(3 * time.Second)
	p.tells("This interaction failed: The application did not respond")
	p.shoot("failed")
	p.clicks(".post", "Stay")
	s.answers(s.next(), 7, object{"flags": 1 << 15, "components": list{text("Stayed")}})
	p.sees("Stayed")
	p.tells("")
}

// The page goes on when the sandbox was away, and where it left off.
func TestSurvives(t *testing.T) {
	browser := chromium(t)
	file := filepath.Join(t.TempDir(), "sandbox.json")
	s := rehearse(t, list{askCommand}, func(o *sandbox.Options) { o.State = file })
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.forgive("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING",
		"ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "the server responded with a status of 404")
	_, err := s.person("Ben").Say(s.ctx, s.room(), "before")
	must(t, err)
	p.sees("before")
	_, err = s.person("Ben").DM(s.ctx)
	must(t, err)
	address := strings.TrimPrefix(s.URL(), "http://")
	must(t, s.Close())
	p.until("it says that it is lost", `document.getElementById('lost').checkVisibility()`)
	p.shoot("lost")
	p.types("still typing")
	p.presses(kb.Enter)
	p.until("what was written is not lost", `document.getElementById('box').value === 'still typing'`)

	s2 := rehearse(t, list{askCommand, tryCommand}, func(o *sandbox.Options) { o.State, o.Listen = file, address })
	p.until("it is back", `!document.getElementById('lost').checkVisibility()`)
	_, err = s2.person("Ben").Say(s2.ctx, s2.room(), "after")
	must(t, err)
	p.sees("before")
	p.sees("after")
	if n := value[int](p, `[...document.querySelectorAll('.post')].filter((n) => n.innerText.includes('before')).length`); n != 1 {
		t.Errorf("a message is there %d times", n)
	}
	p.presses(kb.Enter)
	p.sees("still typing")
	must(t, s2.Close())

	// Another world, with nothing of the old one: the page begins anew, as the same person.
	s3 := rehearse(t, list{askCommand}, func(o *sandbox.Options) { o.Listen = address })
	p.until("it is the new world",
		`document.title.endsWith('Anna') && document.querySelector('.post') && !document.getElementById('timeline').innerText.includes('before')`)
	_, err = s3.person("Ben").Say(s3.ctx, s3.room(), "a new world")
	must(t, err)
	p.sees("a new world")
}

// However fast messages come, and whatever is opened meanwhile, each is there once and
// in its place.
func TestNothingIsLost(t *testing.T) {
	s, p, _ := asAnnaWithDM(t, list{askCommand})
	ben := s.person("Ben")
	const many = 450
	said := make(chan error)
	go func() {
		defer close(said)
		for i := range many {
			if _, err := ben.Say(s.ctx, s.room(), fmt.Sprintf("n%03d", i)); err != nil {
				said <- err
				return
			}
		}
	}()
	for range 6 {
		p.clicks("#sidebar", "Double Corner")
		p.clicks("#sidebar", "checkers")
	}
	must(t, <-said)
	p.sees(fmt.Sprintf("n%03d", many-1))
	numbers := `[...document.querySelectorAll('.post .text')].map((n) => n.textContent).filter((x) => /^n\d{3}$/.test(x))`
	p.until("they follow each other",
		`((all) => all.every((x, i) => i === 0 || Number(x.slice(1)) === Number(all[i - 1].slice(1)) + 1) && all.at(-1) === 'n`+
			fmt.Sprint(many-1)+`')(`+numbers+`)`)

	p.do(chromedp.Reload())
	p.sees(fmt.Sprintf("n%03d", many-1))
	p.clicks("#timeline", "Older messages")
	p.until("all messages are there", numbers+".length === "+fmt.Sprint(many))
	// Somebody who reads older messages stays there, until they go to the newest.
	p.until("older messages are read", `(document.getElementById('scroller').scrollTop = -3000, !document.getElementById('newest').hidden)`)
	const first = `[...document.querySelectorAll('.post')].find((n) => n.getBoundingClientRect().top > 100).getBoundingClientRect().top`
	before := value[float64](p, first)
	s.says(list{text("the last one")})
	p.sees("the last one")
	if now := value[float64](p, first); math.Abs(now-before) > 1 {
		t.Errorf("what was at %v is at %v", before, now)
	}
	p.shoot("older")
	p.clicks("#room", "To the newest")
	p.until("the newest is in sight",
		`[...document.querySelectorAll('.post')].at(-1).getBoundingClientRect().bottom <=
			document.getElementById('scroller').getBoundingClientRect().bottom`)
}

// A message may change while something is chosen in it: that is sent as it was meant, and then
// the change is shown.
func TestChoosingFromWhatChanges(t *testing.T) {
	s, p := asAnna(t, list{askCommand})
	m := s.says(list{text("Press"), row(menu("menu"))})
	p.clicks(".post", "Make selections")
	p.clicks(".popup", "One")
	s.api("PATCH", "/channels/"+s.room().String()+"/messages/"+m["id"].(string),
		object{"flags": 1 << 15, "components": list{text("Changed"), row(menu("menu"))}})
	s.says(list{text("Something else")})
	p.sees("Something else")
	if p.shows("Changed") {
		t.Error("the message changed under the menu")
	}
	p.clicks(".popup", "Two")
	p.clicks(".popup", "Done")
	if values := fmt.Sprint(s.next()["data"].(object)["values"]); values != "[1 2]" {
		t.Errorf("sent are %v", values)
	}
	p.sees("Changed")
}
