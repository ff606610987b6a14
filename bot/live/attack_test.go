package live_test

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// What nobody may do changes nothing, and says nothing of the game.
func TestAttacks(t *testing.T) {
	for _, c := range []struct {
		name   string
		attack func(*fixture) (status int, answer map[string]any)
		want   int
	}{
		{"no token", func(f *fixture) (int, map[string]any) {
			return (&page{f, "", f.Address}).act("aaaaaaaa", nil)
		}, http.StatusUnauthorized},
		{"a guessed token", func(f *fixture) (int, map[string]any) {
			return (&page{f, strconv.FormatUint(uint64(anna), 36) + ".AAAAAAAAAAAAAAAAAAAAAA", f.Address}).act("aaaaaaaa", nil)
		}, http.StatusUnauthorized},
		{"the token of a link", func(f *fixture) (int, map[string]any) {
			return (&page{f, f.link(anna, club), f.Address}).act("aaaaaaaa", nil)
		}, http.StatusUnauthorized},
		{"a used link", func(f *fixture) (int, map[string]any) {
			link := map[string]any{"link": f.link(anna, club)}
			p := &page{f, "", f.Address}
			p.send("POST", "/api/session", link)
			return p.send("POST", "/api/session", link)
		}, http.StatusUnauthorized},
		{"an old link", func(f *fixture) (int, map[string]any) {
			link := map[string]any{"link": f.link(anna, club)}
			f.pass(2 * time.Minute)
			return (&page{f, "", f.Address}).send("POST", "/api/session", link)
		}, http.StatusUnauthorized},
		{"the secret of another person's link", func(f *fixture) (int, map[string]any) {
			_, secret, _ := strings.Cut(f.link(cleo, club), ".")
			link := map[string]any{"link": strconv.FormatUint(uint64(anna), 36) + "." + secret}
			return (&page{f, "", f.Address}).send("POST", "/api/session", link)
		}, http.StatusUnauthorized},
		{"an old session", func(f *fixture) (int, map[string]any) {
			p := f.open(anna)
			f.pass(12 * time.Hour)
			return p.act("aaaaaaaa", nil)
		}, http.StatusUnauthorized},
		{"a session that was ended", func(f *fixture) (int, map[string]any) {
			p := f.open(anna)
			f.must(f.referee.EndSessions(background, anna))
			return p.act("aaaaaaaa", nil)
		}, http.StatusUnauthorized},
		{"a user who left the server", func(f *fixture) (int, map[string]any) {
			p := f.open(anna)
			f.gone[anna] = true
			f.pass(10 * time.Minute)
			return p.act("aaaaaaaa", nil)
		}, http.StatusUnauthorized},
		{"a user who left before the session", func(f *fixture) (int, map[string]any) {
			f.gone[anna] = true
			return (&page{f, "", f.Address}).send("POST", "/api/session", map[string]any{"link": f.link(anna, club)})
		}, http.StatusUnauthorized},
		{"a game of another place", func(f *fixture) (int, map[string]any) {
			p := f.open(cleo)
			f.game = f.begin(away)
			return p.send("GET", "/api/games/"+string(f.game.ID), nil)
		}, http.StatusNotFound},
		{"a past position of a game of another place", func(f *fixture) (int, map[string]any) {
			p := f.open(cleo)
			f.game = f.begin(away)
			return p.send("GET", "/api/games/"+string(f.game.ID)+"/0", nil)
		}, http.StatusNotFound},
		{"a page from another origin", func(f *fixture) (int, map[string]any) {
			p := f.open(anna)
			p.origin = "https://example.com"
			return p.act("aaaaaaaa", nil)
		}, http.StatusForbidden},
		{"a page without an origin", func(f *fixture) (int, map[string]any) {
			p := f.open(anna)
			p.origin = ""
			return p.act("aaaaaaaa", nil)
		}, http.StatusForbidden},
		{"a time that the page claims", func(f *fixture) (int, map[string]any) {
			return f.open(anna).act("aaaaaaaa", map[string]any{"arrived": "2020-01-01T00:00:00Z"})
		}, http.StatusBadRequest},
		{"somebody else as the player", func(f *fixture) (int, map[string]any) {
			return f.open(cleo).act("aaaaaaaa", map[string]any{"person": anna})
		}, http.StatusBadRequest},
		{"a request id with other signs", func(f *fixture) (int, map[string]any) {
			return f.open(anna).act("aaaa aaaa", nil)
		}, http.StatusBadRequest},
		{"a very long request", func(f *fixture) (int, map[string]any) {
			return f.open(anna).act("aaaaaaaa", map[string]any{"move": strings.Repeat("1", 5000)})
		}, http.StatusBadRequest},
		{"a watcher's move", func(f *fixture) (int, map[string]any) {
			return f.open(cleo).act("aaaaaaaa", nil)
		}, http.StatusOK}, // with the reason
		{"the move of who waits", func(f *fixture) (int, map[string]any) {
			return f.open(ben).act("aaaaaaaa", nil)
		}, http.StatusOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			status, answer := c.attack(f)
			if status != c.want {
				t.Errorf("status %d, want %d", status, c.want)
			}
			if why := answer["why"]; (why != nil) != (c.want == http.StatusOK) || answer["id"] != nil {
				t.Errorf("the answer is %v", answer)
			}
			if n := f.moves(); n != 0 {
				t.Errorf("%d moves were made", n)
			}
		})
	}
}

// The request id of another person is not theirs: they get no answer that was meant for somebody else.
func TestRequestIDOfAnother(t *testing.T) {
	f := newFixture(t)
	f.open(anna).act("aaaaaaaa", nil)
	if _, answer := f.open(cleo).act("aaaaaaaa", nil); answer["why"] == nil {
		t.Errorf("the answer is %v", answer)
	}
}

// Sockets are for pages of the site, within a session, and of games that the person may see.
func TestSocketAttacks(t *testing.T) {
	f := newFixture(t)
	p := f.open(cleo)
	p.origin = "https://example.com"
	if _, err := p.dial(map[string]any{"token": p.token}); !errors.Is(err, websocket.ErrBadHandshake) {
		t.Errorf("from another origin: %v", err)
	}
	p.origin = f.Address
	conn, err := p.dial(map[string]any{"token": "2t.AAAA", "game": f.game.ID})
	f.must(err)
	if _, _, err := conn.ReadMessage(); !websocket.IsCloseError(err, 4001) {
		t.Errorf("with a guessed token: %v", err)
	}
	f.game = f.begin(away)
	f.hear(p.watch(), "gone")
}

// A person has so many sockets, and so many requests.
func TestFloods(t *testing.T) {
	f := newFixture(t)
	p := f.open(anna)
	for range 8 {
		f.hear(p.watch(), "game")
	}
	if _, _, err := p.watch().ReadMessage(); err == nil {
		t.Error("there is no end of sockets")
	}
	status := 0
	for n := 0; n < 100 && status != http.StatusTooManyRequests; n++ {
		status, _ = p.send("GET", "/api/games", nil)
	}
	if status != http.StatusTooManyRequests {
		t.Errorf("after many requests the status is %d", status)
	}
}
