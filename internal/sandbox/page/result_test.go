//go:build browser

package page_test

import (
	"testing"

	"doublecorner/internal/sandbox"
)

// Who watches only the channel sees a challenge become the result of its game in a thread, and replays it there.
func TestChallengeBecomesItsResult(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	must(t, w.Overwrite(w.room(), w.AppID(), sandbox.Overwrite{})) // the first channel denies threads
	cleo := open(t, browser, w, "Cleo", looks{width: 390, height: 844, touch: true})
	ben := open(t, browser, w, "Ben", looks{width: 1280, height: 860})
	room := w.room()
	as := func(name, command string, options map[string]any) {
		t.Helper()
		out, err := w.person(name).Command(w.ctx, sandbox.CommandRequest{Channel: room, Command: command, Options: options})
		must(t, err)
		if out.Kind == "failed" || out.Message != nil && out.Message.OnlyYou {
			t.Fatalf("%s is refused: %+v", command, out)
		}
	}
	as("Anna", "challenge", map[string]any{"colour": "black", "house-rules": "breakthrough", "opponent": w.person("Ben").ID})
	ben.clicks(".post", "Accept")
	cleo.sees("Accepted · #")
	room = w.World().Channels[1].ID
	for ply, move := range shortGame {
		as([]string{"Anna", "Ben"}[ply%2], "move", map[string]any{"move": move})
	}
	cleo.sees("@Anna wins. @Anna made the first king.")
	cleo.sees("4 moves")
	cleo.settled()
	cleo.shoot("result")
	cleo.until("it no longer says that the challenge was accepted",
		`!document.getElementById('timeline').innerText.includes('Accepted · ')`)
	cleo.clicks(".post", "Replay")
	cleo.until("the replay is there", `document.querySelectorAll('.picture img').length === 2`)
}
