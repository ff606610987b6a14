package live_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"doublecorner/game"
)

// shared shares the game, and returns its address without the site.
func (f *fixture) shared() string {
	f.Helper()
	g, err := f.referee.ShareGame(background, f.game.ID, game.Viewer{Person: anna, Place: club})
	f.must(err)
	return strings.TrimPrefix(f.PublicAddress(g), f.Address)
}

// get returns the response to somebody without an account, and its body.
func (f *fixture) get(path string) (*http.Response, string) {
	f.Helper()
	response, err := http.Get(f.site.URL + path)
	f.must(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	f.must(err)
	return response, string(body)
}

// dialPublic opens the socket of a public game.
func (f *fixture) dialPublic(path string) (*websocket.Conn, *http.Response, error) {
	address := "ws" + strings.TrimPrefix(f.site.URL, "http") + path + "/socket"
	conn, response, err := small.Dial(address, http.Header{"Origin": {f.Address}, "X-Forwarded-For": {f.from}})
	if err == nil {
		f.Cleanup(func() { conn.Close() })
		err = conn.WriteJSON(map[string]any{"game": f.game.ID, "seq": -1})
	}
	return conn, response, err
}

// Somebody without an account watches a public game, and can do nothing in it.
func TestPublicGame(t *testing.T) {
	f := newFixture(t)
	path := f.shared()
	conn, _, err := f.dialPublic(path)
	f.must(err)
	before := f.hear(conn, "game")
	f.open(anna).act("aaaaaaaa", nil)
	after := f.hear(conn, "game")
	if before["made"] != "" || after["made"] != "11-15" || after["you"] != "" || len(after["moves"].([]any)) > 0 {
		t.Errorf("a watcher is shown %v, then %v", before, after)
	}
	if response, body := f.get(path + "/0"); response.StatusCode != http.StatusOK || !json.Valid([]byte(body)) {
		t.Errorf("the start is %d %s", response.StatusCode, body)
	}
	for _, secret := range []string{strings.TrimPrefix(path, "/w/"), strings.TrimPrefix(path, "/w/"+string(f.game.ID)+"-")} {
		if status, _ := (&page{f, secret, f.Address}).act("bbbbbbbb", map[string]any{"ply": 1}); status != http.StatusUnauthorized {
			t.Errorf("the secret of the address is good for a move: %d", status)
		}
	}
}

// Programs that show links find names, the result and a picture; search engines keep nothing; only the overlay can be in
// somebody else's page.
func TestPreview(t *testing.T) {
	f := newFixture(t)
	f.names[ben] = `Ben "<b>"`
	path := f.shared()
	response, body := f.get(path)
	for _, tag := range []string{
		`property="og:title" content="Ben &#34;&lt;b&gt;&#34; – Anna"`, `property="og:image" content="` + f.Address + path + `/board.png?`,
		`property="twitter:card" content="summary_large_image"`, `name="robots" content="noindex"`, `/watch.js`,
	} {
		if !strings.Contains(body, tag) {
			t.Errorf("the page lacks %s:\n%s", tag, body)
		}
	}
	if robots := response.Header.Get("X-Robots-Tag"); robots != "noindex" {
		t.Errorf("robots are told %q", robots)
	}
	for query, framed := range map[string]string{"": "frame-ancestors 'none'", "?overlay": "frame-ancestors *"} {
		if response, _ := f.get(path + query); !strings.Contains(response.Header.Get("Content-Security-Policy"), framed) {
			t.Errorf("%q has the policy %s", query, response.Header.Get("Content-Security-Policy"))
		}
	}
	picture, body := f.get(path + "/board.png")
	if _, err := png.Decode(bytes.NewReader([]byte(body))); err != nil || picture.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture: %v", err)
	}
}

// An address is dead when the game is not public, and nobody can guess one.
func TestNoPublicGame(t *testing.T) {
	for name, address := range map[string]func(*fixture) string{
		"the ID alone": func(f *fixture) string { f.shared(); return "/w/" + string(f.game.ID) },
		"no secret":    func(f *fixture) string { f.shared(); return "/w/" + string(f.game.ID) + "-" },
		"a guess":      func(f *fixture) string { f.shared(); return "/w/" + string(f.game.ID) + "-AAAAAAAAAAAAAAAAAAAAAA" },
		"never shared": func(f *fixture) string { return "/w/" + string(f.game.ID) + "-" },
		"that of another": func(f *fixture) string {
			path := f.shared()
			f.game = f.begin(club)
			return "/w/" + string(f.game.ID) + path[len("/w/K7Q2"):]
		},
		"not public anymore": func(f *fixture) string { path := f.shared(); f.private = true; return path },
		"withdrawn": func(f *fixture) string {
			path := f.shared()
			_, err := f.referee.WithdrawGame(background, f.game.ID, game.Viewer{Person: ben, Place: club})
			f.must(err)
			return path
		},
		"a player is erased": func(f *fixture) string {
			path := f.shared()
			_, err := f.referee.Erase(background, ben)
			f.must(err)
			return path
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			path := address(f)
			for _, what := range []string{"", "/board.png", "/words", "/0"} {
				response, body := f.get(path + what)
				if response.StatusCode != http.StatusNotFound || strings.Contains(body, "Ben") {
					t.Errorf("%s%s: %d %s", path, what, response.StatusCode, body)
				}
			}
			if _, response, err := f.dialPublic(path); err == nil || response.StatusCode != http.StatusNotFound {
				t.Errorf("the socket: %v", err)
			}
		})
	}
}

// Whoever watches when a game is withdrawn, or not public any more, sees no more of it.
func TestWithdrawnWhileWatched(t *testing.T) {
	for name, end := range map[string]func(*fixture){
		"withdrawn":  func(f *fixture) { f.Withdrawn(f.game.ID) },
		"not public": func(f *fixture) { f.private = true; f.Check(background) },
	} {
		t.Run(name, func(t *testing.T) { watchUntil(newFixture(t), end) })
	}
}

func watchUntil(f *fixture, end func(*fixture)) {
	f.Helper()
	conn, _, err := f.dialPublic(f.shared())
	f.must(err)
	f.hear(conn, "game")
	end(f)
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	for err == nil {
		_, _, err = conn.ReadMessage()
	}
	if !websocket.IsCloseError(err, 4001) {
		f.Errorf("the socket is not closed: %v", err)
	}
}
