//go:build browser

package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// Objects and lists as they go over the API.
type (
	object = map[string]any
	list   = []any
)

// stage is a seeded sandbox with a bot that says what a test wants it to say.
type stage struct {
	*testWorld
	clock *discordtest.ManualClock
	heard chan object // interactions, in order
}

// evening is when these stages stand still.
var evening = time.Date(2026, 5, 1, 18, 30, 0, 0, time.UTC)

// rehearse brings a bot into a sandbox, with commands of its own.
func rehearse(t testing.TB, commands list, change ...func(*sandbox.Options)) *stage {
	t.Helper()
	clock := discordtest.NewManualClock(evening)
	o := sandbox.Options{Clock: clock, Heartbeat: 240 * time.Hour}
	for _, f := range change {
		f(&o)
	}
	s := &stage{testWorld: seeded(t, o), clock: clock, heard: make(chan object, 100)}
	s.connect()
	s.api("PUT", "/applications/"+s.AppID().String()+"/commands", commands)
	return s
}

// asAnna brings a bot with commands of its own into a sandbox, and opens the page as Anna.
func asAnna(t *testing.T, commands list) (*stage, *window) {
	t.Helper()
	browser := chromium(t)
	s := rehearse(t, commands)
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.sees("Play a game")
	return s, p
}

// asAnnaWithDM is asAnna with a DM between Anna and the bot, which she had opened before.
func asAnnaWithDM(t *testing.T, commands list) (*stage, *window, sandbox.ChannelView) {
	t.Helper()
	browser := chromium(t)
	s := rehearse(t, commands)
	dm, err := s.person("Anna").DM(s.ctx)
	must(t, err)
	p := open(t, browser, s.testWorld, "Anna", wide)
	p.sees("Play a game")
	return s, p, dm
}

// connect opens a gateway and listens for interactions.
func (s *stage) connect() {
	conn, _, err := websocket.DefaultDialer.Dial("ws"+s.URL()[len("http"):]+"/gateway/?v=10&encoding=json", nil)
	must(s.t, err)
	s.t.Cleanup(func() { conn.Close() })
	must(s.t, conn.WriteJSON(object{"op": 2, "d": object{"token": s.Token(), "intents": 0, "properties": object{}}}))
	ready := make(chan bool)
	go func() {
		for {
			var e struct {
				T string
				D object
			}
			if conn.ReadJSON(&e) != nil {
				return
			}
			switch e.T {
			case "READY":
				close(ready)
			case "INTERACTION_CREATE":
				s.heard <- e.D
			}
		}
	}()
	<-ready
}

// file is something that comes with a message.
type file struct {
	name string
	data []byte
}

// api calls the sandbox as the bot, and returns the answer's object, if it is one.
func (s *stage) api(method, path string, body any, files ...file) object {
	s.t.Helper()
	var all []*discordgo.File
	for _, f := range files {
		all = append(all, &discordgo.File{Name: f.name, Reader: bytes.NewReader(f.data)})
	}
	status, text, err := s.SendJSON(method, path, body, all...)
	must(s.t, err)
	if status >= 300 {
		s.t.Fatalf("%s %s: %d\n%s", method, path, status, text)
	}
	var answer object
	_ = json.Unmarshal([]byte(text), &answer)
	return answer
}

// says posts a message with components to the seeded channel.
func (s *stage) says(components list, files ...file) object {
	s.t.Helper()
	return s.api("POST", "/channels/"+s.room().String()+"/messages", object{"flags": 1 << 15, "components": components}, files...)
}

// next waits for an interaction.
func (s *stage) next() object {
	s.t.Helper()
	select {
	case i := <-s.heard:
		return i
	case <-time.After(patience):
		s.t.Fatal("no interaction came")
		return nil
	}
}

// answers answers an interaction.
func (s *stage) answers(i object, kind int, data object, files ...file) {
	s.t.Helper()
	s.api("POST", fmt.Sprintf("/interactions/%s/%s/callback", i["id"], i["token"]), object{"type": kind, "data": data}, files...)
}

// edits changes the answer to an interaction.
func (s *stage) edits(i object, data object) {
	s.t.Helper()
	s.api("PATCH", fmt.Sprintf("/webhooks/%s/%s/messages/@original", s.AppID(), i["token"]), data)
}

// picture draws something of a size.
func picture(width, height int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{0xE9, 0xD8, 0xB4, 0xFF}
			if (x/40+y/40)%2 == 1 {
				c = color.NRGBA{0x7C, uint8(0x30 + 0x60*x/width), uint8(0x30 + 0x60*y/height), 0xFF}
			}
			img.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

func text(content string) object { return object{"type": 10, "content": content} }

func row(controls ...any) object { return object{"type": 1, "components": list(controls)} }

// menu is a select of two options, which both may be chosen.
func menu(id string) object {
	return object{"type": 3, "custom_id": id, "min_values": 1, "max_values": 2, "options": list{
		object{"label": "One", "value": "1"}, object{"label": "Two", "value": "2"}}}
}

func button(style int, label, id string) object {
	return object{"type": 2, "style": style, "label": label, "custom_id": id}
}
