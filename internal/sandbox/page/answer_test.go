package page_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// A command with an option of each kind.
var tryCommand = object{"name": "try", "description": "Tries every kind of option", "name_localizations": object{"de": "versuch"}, "options": list{
	object{"type": 3, "name": "word", "description": "A short word", "required": true, "min_length": 2, "max_length": 5, "name_localizations": object{"de": "wort"}},
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
	s := rehearse(t, list{tryCommand, askCommand, object{"name": "admin", "description": "For moderators", "default_member_permissions": "32", "options": list{
		object{"type": 1, "name": "stop", "description": "Stops a game"}, object{"type": 1, "name": "go", "description": "Lets it go on"}}}})
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.sees("Play a game")
	says := func(text string) {
		t.Helper()
		p.until("the box says "+text, `document.getElementById('composer').innerText.includes(`+quoted(text)+`)`)
	}
	p.types("/")
	if p.has(".suggest", "/admin") {
		t.Error("a member is offered the commands of moderators")
	}
	p.types("try ")
	p.presses(kb.Enter)
	says("This option is required.")
	p.types("a")
	says("At least 2 characters.")
	p.presses(kb.Enter)
	p.shoot("wrong")
	p.types("bcdef")
	says("At most 5 characters.")
	p.presses(kb.Backspace, kb.Tab)
	p.types("count ")
	p.types("111")
	says("At most 2 characters.")
	p.presses(kb.Backspace, kb.Tab)
	p.types("really tr")
	p.presses(kb.Enter)
	p.types("who be")
	p.presses(kb.Enter)
	p.types("where che")
	p.presses(kb.Enter)
	p.types("size hu")
	says("Nothing in the list is called that.")
	p.presses(kb.Enter)
	says("Choose one from the list.")
	p.presses(kb.Backspace, kb.Backspace)
	p.types("la")
	p.presses(kb.Enter)
	p.types("nonsense")
	says("There is no such option.")
	for range "nonsense" {
		p.presses(kb.Backspace)
	}
	p.until("the end has the focus", `document.activeElement.className === 'line-tail'`)
	p.shoot("filled")
	p.presses(kb.Enter)
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
	p.until("it is offered in German", named(".suggest", "/versuch wort"))
	p.presses(kb.Enter)
	p.types("ja")
	p.presses(kb.Tab)
	p.types("size kl")
	p.presses(kb.Enter, kb.Enter)
	if i := s.next(); i["locale"] != "de" || i["data"].(object)["name"] != "try" {
		t.Errorf("sent as %v", i)
	}
	// Backspace and Escape leave a command.
	p.types("/ask")
	p.presses(kb.Enter, kb.Backspace)
	p.until("the command is a text again", `document.getElementById('box').value === '/ask'`)
	p.presses(kb.Enter, kb.Escape)
	p.until("the command is gone", `document.getElementById('box').value === '' && !document.querySelector('.line')`)
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
		row(object{"type": 4, "custom_id": "why", "label": "Why", "style": 2, "min_length": 3, "max_length": 100, "placeholder": "In a few words"}),
		object{"type": 18, "label": "Clock", "component": object{"type": 4, "custom_id": "clock", "style": 1, "value": "3d", "required": false}},
	}})
	p.until("the form is open", `document.querySelector('dialog.form[open]')`)
	p.shoot("form")
	p.clicks("dialog", "Submit")
	p.until("what is wrong is said", `[...document.querySelectorAll('.form-problem')].filter((n) => n.checkVisibility()).length === 2`)
	p.shoot("form-wrong")
	p.presses(kb.Enter)
	p.until("the menu of the form is open", named("dialog .popup", "Russian"))
	p.shoot("form-menu")
	p.presses(kb.Enter)
	p.until("it is chosen", `document.querySelector('dialog .menu-shown').textContent === 'American, English'`)
	p.presses(kb.Tab, kb.Tab)
	p.types("too slow")
	p.clicks("dialog", "Submit")
	// Nobody answers: the form stays, and what was written in it.
	s.next()
	s.clock.Advance(3 * time.Second)
	p.until("the form says that it failed", `document.querySelector('dialog').innerText.includes('Something went wrong')`)
	p.clicks("dialog", "Submit")
	i = s.next()
	if why := i["data"].(object)["components"].(list)[3].(object)["components"].(list)[0].(object)["value"]; why != "too slow" {
		t.Errorf("sent again, the form says %v", why)
	}
	s.answers(i, 4, object{"content": "Proposed."})
	p.sees("Proposed.")
	p.until("the form is closed", `!document.querySelector('dialog')`)

	i = ask()
	s.answers(i, 9, object{"custom_id": "form", "title": "Why", "components": list{row(object{"type": 4, "custom_id": "why", "label": "Why", "style": 1})}})
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
	p.sees("The application did not respond")
	p.clicks(".post", "Dismiss message")
	s.says(list{object{"type": 17, "components": list{text("Press"), row(button(1, "Go", "go"), button(2, "Stay", "stay"))}}})
	p.clicks(".post", "Go")
	s.next()
	p.until("the button waits", `document.querySelector('[data-id=go][aria-busy]')`)
	s.clock.Advance(3 * time.Second)
	p.sees("This interaction failed")
	p.shoot("failed")
	p.clicks(".post", "Stay")
	s.answers(s.next(), 7, object{"flags": 1 << 15, "components": list{text("Stayed")}})
	p.sees("Stayed")
	if p.shows("This interaction failed") {
		t.Error("a failure stays on a message that changed")
	}
}

// The page goes on when the sandbox was away, and where it left off.
func TestSurvives(t *testing.T) {
	browser := chromium(t)
	file := filepath.Join(t.TempDir(), "sandbox.json")
	s := rehearse(t, list{askCommand}, func(o *sandbox.Options) { o.State = file })
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.forgive("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "the server responded with a status of 404")
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
	p.commands("try")
	p.presses(kb.Escape, kb.Escape)
	must(t, s2.Close())

	// Another world, with nothing of the old one: the page begins anew, as the same person.
	s3 := rehearse(t, list{askCommand}, func(o *sandbox.Options) { o.Listen = address })
	p.until("it is the new world", `document.title.endsWith('Anna') && document.querySelector('.post') && !document.getElementById('timeline').innerText.includes('before')`)
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
	p.until("they follow each other", `((all) => all.every((x, i) => i === 0 || Number(x.slice(1)) === Number(all[i - 1].slice(1)) + 1) && all.at(-1) === 'n`+fmt.Sprint(many-1)+`')(`+numbers+`)`)
	if n := value[int](p, numbers+".length"); n > 401 {
		t.Errorf("%d messages are kept on the page", n)
	}
	// Scrolling up shows the older ones, down to the first.
	p.until("the first message is reached", `(document.getElementById('scroller').scrollTop = 0, document.querySelector('.intro') !== null)`)
	if n := value[int](p, numbers+".length"); n != many {
		t.Errorf("%d of %d messages are there", n, many)
	}
	_, err := ben.Say(s.ctx, s.room(), "the last one")
	must(t, err)
	p.until("it is told that there is something new", `document.getElementById('newer').textContent.startsWith('1 new message')`)
	p.shoot("newer")
	p.clicks("#room", "1 new message")
	p.until("the newest is in sight", `[...document.querySelectorAll('.post')].at(-1).getBoundingClientRect().bottom <= document.getElementById('scroller').getBoundingClientRect().bottom`)
}

// A message may be drawn anew while something is pressed or chosen in it: what is under way
// stays, and that it failed is still told.
func TestPressingWhatChanges(t *testing.T) {
	s, p := asAnna(t, list{askCommand})
	m := s.says(list{text("Press"), row(button(1, "Go", "go")), row(menu("menu"))})
	changes := func(to string) {
		t.Helper()
		s.api("PATCH", "/channels/"+s.room().String()+"/messages/"+m["id"].(string), object{"flags": 1 << 15, "components": list{text(to), row(button(1, "Go", "go")), row(menu("menu"))}})
	}
	busy := func(id string) string { return `document.querySelector('[data-id=` + id + `][aria-busy]') !== null` }

	p.tabsTo("Go", true)
	p.presses(kb.Enter, kb.Enter) // the second is one too many
	s.next()
	p.until("the press is under way", busy("go"))
	changes("The first change")
	p.sees("The first change")
	p.until("the press is under way still", busy("go"))
	s.clock.Advance(3 * time.Second)
	p.sees("This interaction failed")
	p.until("it is not under way any more", "!("+busy("go")+")")

	// What was chosen is sent as it was meant, and then the change is shown.
	p.clicks(".post", "Make selections")
	p.clicks(".popup", "One")
	changes("The second change")
	changes("The third change")
	s.says(list{text("Something else")})
	p.sees("Something else")
	p.until("the menu is open", named(".popup", "Two"))
	if p.shows("The third change") {
		t.Error("the message changed under the menu")
	}
	p.clicks(".popup", "Two")
	p.clicks(".popup", "Done")
	if values := fmt.Sprint(s.next()["data"].(object)["values"]); values != "[1 2]" { // and not another press
		t.Errorf("sent are %v", values)
	}
	p.sees("The third change")
	p.until("the choice is under way", busy("menu"))
	if p.shows("This interaction failed") {
		t.Error("what failed before is told still")
	}
}
