package page_test

import (
	"fmt"
	"testing"
)

// Everything that a message can show, in all looks.
func TestEverything(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{object{"name": "ask", "description": "Asks for something"}})
	anna, ben := s.person("Anna"), s.person("Ben")
	_, err := anna.Say(s.ctx, s.room(), "Hello <@"+ben.ID.String()+">, **bold** *italic* __under__ ~~struck~~ `code` ||hidden|| https://example.org/x?a=1\nsecond line")
	must(t, err)
	_, err = anna.Say(s.ctx, s.room(), "and right after it")
	must(t, err)
	_, err = ben.Say(s.ctx, s.room(), "<img src=x onerror=alert(1)> <script>alert(2)</script> [a](javascript:alert(3)) [b](https://example.org \"title\")")
	must(t, err)
	s.says(list{object{"type": 17, "accent_color": 0xF2C14E, "components": list{
		text("# Heading one\n## Heading two\n### Heading three\n-# Small print, with <t:1700000000:R> and <t:1700000000:F>\nPlain with <@" + anna.ID.String() + ">, <#" + s.room().String() + ">, </ask:123> and \\*no stars\\*.\n> A quote\n> of two lines\n- one\n- two\n  - two and a half\n1. first\n2. second\n```\n. b . b\nb . b .\n```"),
		object{"type": 14, "spacing": 2},
		object{"type": 9, "components": list{text("**A section** beside a thumbnail"), text("-# with two texts")}, "accessory": object{"type": 11, "media": object{"url": "attachment://b.png"}, "description": "a small board"}},
		object{"type": 9, "components": list{text("A section beside a button")}, "accessory": button(2, "Press", "beside")},
		object{"type": 14, "divider": false},
		row(button(1, "Primary", "b1"), button(2, "Secondary", "b2"), button(3, "Success", "b3"), button(4, "Danger", "b4"), object{"type": 2, "style": 5, "label": "Link", "url": "https://example.org"}),
		row(object{"type": 2, "style": 1, "label": "Off", "custom_id": "b5", "disabled": true}, object{"type": 2, "style": 2, "emoji": object{"name": "🏳️"}, "custom_id": "b6"}, object{"type": 2, "style": 2, "label": "Draw", "emoji": object{"name": "🤝"}, "custom_id": "b7"}),
		row(object{"type": 3, "custom_id": "m1", "placeholder": "Choose a move", "options": list{
			object{"label": "9-13", "value": "a", "description": "to the edge"}, object{"label": "9-14", "value": "b", "emoji": object{"name": "⭐"}}, object{"label": "10-14", "value": "c"}}}),
		row(object{"type": 3, "custom_id": "m2", "min_values": 2, "max_values": 3, "options": list{
			object{"label": "One", "value": "1", "default": true}, object{"label": "Two", "value": "2", "default": true}, object{"label": "Three", "value": "3"}}}),
		row(object{"type": 5, "custom_id": "m3", "placeholder": "Choose somebody"}),
		row(object{"type": 8, "custom_id": "m4", "disabled": true}),
	}}}, file{"a.png", picture(640, 640)}, file{"b.png", picture(80, 80)})
	s.says(list{
		text("Outside of a container, with files:"),
		object{"type": 12, "items": list{object{"media": object{"url": "attachment://a.png"}, "description": "one"}, object{"media": object{"url": "attachment://b.png"}, "description": "two"}, object{"media": object{"url": "attachment://c.png"}, "description": "three", "spoiler": true}}},
		object{"type": 12, "items": list{object{"media": object{"url": "https://example.org/elsewhere.png"}, "description": "not from here"}}},
		object{"type": 13, "file": object{"url": "attachment://game.pdn"}},
		object{"type": 13, "file": object{"url": "attachment://all.zip"}},
		object{"type": 17, "spoiler": true, "components": list{text("A hidden container")}},
	}, file{"a.png", picture(320, 240)}, file{"b.png", picture(240, 320)}, file{"c.png", picture(200, 200)},
		file{"game.pdn", []byte("[White \"Anna\"]\n[Black \"Ben\"]\n1. 9-13 22-17 *\n")}, file{"all.zip", append([]byte("PK\x03\x04"), make([]byte, 3000)...)})
	s.api("POST", "/channels/"+s.room().String()+"/messages", object{"content": "With an embed", "embeds": list{object{
		"title": "Title", "url": "https://example.org", "description": "Some **bold** text", "color": 0x5B8C5A,
		"fields": list{object{"name": "White", "value": "Anna", "inline": true}, object{"name": "Black", "value": "Ben", "inline": true}},
		"footer": object{"text": "the foot"}, "author": object{"name": "An author"}, "image": object{"url": "attachment://e.png"}}}}, file{"e.png", picture(300, 100)})
	threaded := s.says(list{text("This one has a thread")})
	thread := s.api("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", s.room(), threaded["id"]), object{"name": "Game K7Q2"})
	s.api("POST", fmt.Sprintf("/channels/%s/messages", thread["id"]), object{"content": "In the thread, <@" + anna.ID.String() + ">"})

	p := open(t, browser, s.town, "Anna", looks{width: 1280, height: 3400})
	p.sees("This one has a thread")
	p.settled()
	p.shoot("dark")
	for _, l := range []struct {
		name string
		looks
	}{{"light", looks{width: 1280, height: 3400, light: true}}, {"narrow", looks{width: 360, height: 4200, touch: true}}, {"narrow-light", looks{width: 360, height: 4200, light: true, touch: true}}} {
		p := open(t, browser, s.town, "Anna", l.looks)
		p.sees("This one has a thread")
		p.settled()
		p.shoot(l.name)
	}
}
