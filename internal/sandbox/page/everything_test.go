//go:build browser

package page_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// Everything that a message can show, in all looks.
func TestEverything(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{object{"name": "ask", "description": "Asks for something"}})
	anna, ben := s.person("Anna"), s.person("Ben")
	_, err := anna.Say(s.ctx, s.room(),
		"Hello <@"+ben.ID.String()+">, **bold** *italic* __under__ ~~struck~~ `code` ||hidden|| https://example.org/x?a=1\nsecond line")
	must(t, err)
	_, err = anna.Say(s.ctx, s.room(), "and right after it")
	must(t, err)
	_, err = ben.Say(s.ctx, s.room(),
		"<img src=x onerror=alert(1)> <script>alert(2)</script> [a](javascript:alert(3)) [b](https://example.org \"title\")")
	must(t, err)
	s.says(list{object{"type": 17, "accent_color": 0xF2C14E, "components": list{
		text("# Heading one\n## Heading two\n### Heading three\n-# Small print, with <t:1700000000:R> and <t:1700000000:F>\nPlain with <@" +
			anna.ID.String() + ">, <#" + s.room().String() +
			">, </ask:123> and \\*no stars\\*.\n> A quote\n> of two lines\n" +
			"- one\n- two\n  - two and a half\n1. first\n2. second\n```\n. b . b\nb . b .\n```"),
		row(button(1, "Primary", "b1"), button(2, "Secondary", "b2"), button(3, "Success", "b3"),
			button(4, "Danger", "b4"), object{"type": 2, "style": 5, "label": "Link", "url": "https://example.org"}),
		row(object{"type": 2, "style": 1, "label": "Off", "custom_id": "b5", "disabled": true},
			object{"type": 2, "style": 2, "emoji": object{"name": "🏳️"}, "custom_id": "b6"},
			object{"type": 2, "style": 2, "label": "Draw", "emoji": object{"name": "🤝"}, "custom_id": "b7"}),
		row(object{"type": 3, "custom_id": "m1", "placeholder": "Choose a move", "options": list{
			object{"label": "9-13", "value": "a", "description": "to the edge"},
			object{"label": "9-14", "value": "b", "emoji": object{"name": "⭐"}}, object{"label": "10-14", "value": "c"}}}),
		row(object{"type": 3, "custom_id": "m2", "min_values": 2, "max_values": 3, "options": list{
			object{"label": "One", "value": "1", "default": true},
			object{"label": "Two", "value": "2", "default": true}, object{"label": "Three", "value": "3"}}}),
		object{"type": 9, "components": list{text("**Ben** waits for your move in the game K7Q2, which has a long name")},
			"accessory": button(2, "Open", "b8")},
		row(object{"type": 5, "custom_id": "m5", "placeholder": "Nobody yet"}),
		row(object{"type": 6, "custom_id": "m3", "min_values": 0, "placeholder": "No role"}),
		row(object{"type": 8, "custom_id": "m4", "channel_types": list{0}, "default_values": list{object{"type": "channel", "id": s.room()}}}),
		object{"type": 12, "items": list{object{"media": object{"url": "attachment://b.png"}, "description": "a small board"}}},
	}}}, file{"b.png", picture(80, 80)})
	s.says(list{
		text("Outside of a container, with files:"),
		object{"type": 12,
			"items": list{object{"media": object{"url": "attachment://a.png"}, "description": "one"},
				object{"media": object{"url": "attachment://b.png"}, "description": "two"},
				object{"media": object{"url": "attachment://c.png"}, "description": "three", "spoiler": true}}},
		object{"type": 13, "file": object{"url": "attachment://game.pdn"}},
		object{"type": 13, "file": object{"url": "attachment://all.zip"}},
		object{"type": 17, "spoiler": true, "components": list{text("A hidden container")}},
	}, file{"a.png", picture(320, 240)}, file{"b.png", picture(240, 320)}, file{"c.png", picture(200, 200)},
		file{"game.pdn", []byte("[White \"Anna\"]\n[Black \"Ben\"]\n1. 9-13 22-17 *\n")},
		file{"all.zip", append([]byte("PK\x03\x04"), make([]byte, 3000)...)})
	s.says(list{text("The newest one")})
	if err := s.Overwrite(s.room(), s.AppID(), sandbox.Overwrite{}); err != nil { // the first channel denies threads
		t.Fatal(err)
	}
	thread := s.api("POST", fmt.Sprintf("/channels/%s/threads", s.room()), object{"name": "Game K7Q2", "type": 11})
	s.api("POST", fmt.Sprintf("/channels/%s/messages", thread["id"]), object{"content": "In the thread, <@" + anna.ID.String() + ">"})

	for name, l := range map[string]looks{
		"dark": {width: 1280, height: 3400}, "light": {width: 1280, height: 3400, light: true},
		"narrow": {width: 360, height: 4200, touch: true}, "narrow-light": {width: 360, height: 4200, light: true, touch: true},
	} {
		p := open(t, browser, s.testWorld, "Anna", l)
		p.sees("The newest one")
		p.settled()
		p.shoot(name)
		for _, problem := range value[[]string](p, audit) {
			t.Errorf("%s: %s", name, problem)
		}
	}

	p := open(t, browser, s.testWorld, "Anna", wide)
	p.sees("The newest one")
	if n := value[int](p,
		`document.querySelectorAll('#timeline :is(script, iframe, object), [onerror], [href^="javascript:"], img[src="x"]').length`); n > 0 {
		t.Errorf("what people wrote became %d elements", n)
	}
	if alts := value[[]string](p,
		`[...document.querySelectorAll('.picture img')].map((i) => i.alt)`); !slices.Contains(alts, "a small board") ||
		!slices.Contains(alts, "three") {
		t.Errorf("the pictures say %q", alts)
	}
	p.clicks(".post", "One")
	p.clicks(".popup", "Two")
	p.clicks(".popup", "Three")
	p.shoot("several")
	p.clicks(".popup", "Done")
	if i := s.next(); fmt.Sprint(i["data"].(object)["values"]) != "[1 3]" {
		t.Errorf("chosen: %v", i["data"])
	}
	s.clock.Advance(3 * time.Second)
	p.clicks(".post", "Nobody yet")
	p.types("nobody")
	p.until("nobody is called that", `document.querySelector('.popup .choices-hint').checkVisibility()`)
	p.shoot("search")
	p.presses(kb.Enter, kb.Backspace, kb.Backspace, kb.Backspace, kb.Backspace, kb.Backspace, kb.Backspace)
	p.types("be")
	p.presses(kb.Enter)
	if i := s.next(); i["data"].(object)["resolved"].(object)["users"].(object)[ben.ID.String()] == nil {
		t.Errorf("chosen: %v", i["data"])
	}
	s.clock.Advance(3 * time.Second)
	p.clicks(".post", "No role")
	p.clicks(".popup", "@Champion")
	if i := s.next(); len(i["data"].(object)["resolved"].(object)["roles"].(object)) != 1 {
		t.Errorf("chosen: %v", i["data"])
	}
	s.clock.Advance(3 * time.Second)
	// A thread is mentioned by its name, and a link to a message of Discord's leads to it here.
	there := s.api("POST", fmt.Sprintf("/channels/%s/messages", thread["id"]), object{"content": "The board is here"})
	s.says(list{text(fmt.Sprintf("Follow <#%s>: [the board](https://discord.com/channels/%s/%s/%s)",
		thread["id"], s.world.Guilds[0].ID, thread["id"], there["id"]))})
	p.sees("Follow #Game K7Q2")
	p.clicks(".post", "the board")
	p.sees("The board is here")
	p.until("the message is shown", `document.querySelector('.post[data-found]').innerText.includes('The board is here')`)
	p.until("the thread is open",
		`document.querySelector('#head .about')?.textContent === 'Thread of #checkers' && document.title.startsWith('#Game K7Q2')`)
	p.do(focusBox)
	p.types("Thank you")
	p.presses(kb.Enter)
	p.sees("Thank you")
	said, err := ben.Messages(s.ctx, idOf(t, thread), 0)
	must(t, err)
	if last := said[len(said)-1]; last.Content != "Thank you" {
		t.Errorf("Ben reads %+v", last)
	}
	p.shoot("thread")
}

// audit lists what those would miss who see little or nothing: names of controls, alt
// texts, and contrast.
const audit = `(() => {
	const problems = []
	const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })
	const paint = (colour) => {
		canvas.clearRect(0, 0, 1, 1)
		canvas.fillStyle = colour
		canvas.fillRect(0, 0, 1, 1)
		return [...canvas.getImageData(0, 0, 1, 1).data]
	}
	const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] / 255 + below[i] * (1 - top[3] / 255))
	const ground = (n) => n === null ? [255, 255, 255] : over(paint(getComputedStyle(n).backgroundColor), ground(n.parentElement))
	const light = (c) => c.slice(0, 3).map((v) => v / 255)
		.map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
		.reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0)
	for (const n of document.querySelectorAll('body *')) {
		if (!n.checkVisibility({ visibilityProperty: true })) continue
		const says = n.getAttribute('aria-label') ?? n.getAttribute('title') ?? n.textContent
		if (n.matches('button, a[href], [role=option]') && !says.trim()) problems.push('nothing names ' + n.outerHTML.slice(0, 90))
		if (n.matches('input, select, textarea') && !n.getAttribute('aria-label') && n.labels.length === 0) {
			problems.push('nothing names ' + n.outerHTML.slice(0, 90))
		}
		if (n.matches('img') && !n.hasAttribute('alt')) problems.push('no alt: ' + n.src)
		const own = [...n.childNodes].some((c) => c.nodeType === 3 && c.data.trim())
		if (!own || n.closest(':disabled, [aria-disabled], [inert], .cover, .unseen, .skip')) continue
		const style = getComputedStyle(n)
		const below = ground(n)
		const [a, b] = [light(over(paint(style.color), below)), light(below)].sort((x, y) => y - x)
		const ratio = (a + .05) / (b + .05)
		if (ratio < 4.5) {
			problems.push('contrast ' + ratio.toFixed(2) + ' of ' + n.tagName + '.' + n.className + ': ' + n.textContent.slice(0, 40))
		}
	}
	return [...new Set(problems)]
})()`

func idOf(t *testing.T, shown object) sandbox.ID {
	t.Helper()
	id, err := sandbox.ParseID(shown["id"].(string))
	must(t, err)
	return id
}
