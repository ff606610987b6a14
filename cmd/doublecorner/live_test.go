package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// withLive has the bot serve live boards.
func (w *fixture) withLive() {
	w.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(w.t, err)
	w.settings.Live.Listen = l.Addr().String()
	w.settings.Live.Address = "http://" + w.settings.Live.Listen
	must(w.t, l.Close())
}

// livePage is the live board of a user, as their browser has it: it connects again whenever the connection is lost.
type livePage struct {
	w     *fixture
	token string

	mu    sync.Mutex
	game  string
	conn  *websocket.Conn
	shown map[string]any // the last snapshot
}

// opens opens the live board by the newest Board button that a user sees.
func (w *fixture) opens(p *discordtest.Person) *livePage {
	w.t.Helper()
	w.presses(p, "Board")
	link := ""
	w.eventually("the link", func() bool {
		for _, m := range w.messages(p) {
			if m.OnlyYou {
				link = cmp.Or(linkIn(m), link)
			}
		}
		return link != ""
	})
	var page *livePage
	w.eventually("the live board", func() bool {
		page = w.follows(link)
		return page != nil
	})
	return page
}

// linkIn returns the link to a live board in a message; "" if there is none.
func linkIn(m sandbox.MessageView) (link string) {
	for _, c := range flat(m.Components) {
		link = cmp.Or(c.URL, link)
	}
	return link
}

// follows opens the live board by its link, which can be used once; nil if it does not open.
func (w *fixture) follows(link string) *livePage {
	page := &livePage{w: w}
	_, link, _ = strings.Cut(link, "#")
	var session struct{ Token, Game string }
	if !page.ask(http.MethodPost, "/api/session", map[string]any{"link": link}, &session) {
		return nil
	}
	page.token, page.game = session.Token, session.Game
	stop := make(chan struct{})
	var listening sync.WaitGroup
	listening.Go(func() { page.listen(stop) })
	w.t.Cleanup(func() { close(stop); listening.Wait() })
	return page
}

// ask sends a request, and reports whether it was answered.
func (p *livePage) ask(method, path string, body, answer any) bool {
	text, err := json.Marshal(body)
	if err != nil {
		return false
	}
	r, err := http.NewRequest(method, p.w.settings.Live.Address+path, bytes.NewReader(text))
	if err != nil {
		return false
	}
	r.Header.Set("Origin", p.w.settings.Live.Address)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+p.token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK && json.NewDecoder(response.Body).Decode(answer) == nil
}

// post sends a request until it is answered.
func (p *livePage) post(path string, body any) (answer json.RawMessage) {
	p.w.t.Helper()
	p.w.eventually("an answer to "+path, func() bool { return p.ask(http.MethodPost, path, body, &answer) })
	return answer
}

// turnsTo has the page show another game.
func (p *livePage) turnsTo(game string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.game, p.shown = game, nil
	if p.conn != nil {
		p.conn.Close()
	}
}

// moves makes a move, twice, as a page does that heard no answer.
func (p *livePage) moves(ply int, move string) {
	p.w.t.Helper()
	for range 2 {
		p.post("/api/games/"+p.game, map[string]any{"id": fmt.Sprintf("request-%d", ply), "ply": ply, "do": "move", "move": move})
	}
}

func (p *livePage) listen(stop chan struct{}) {
	address := strings.Replace(p.w.settings.Live.Address, "http", "ws", 1) + "/api/socket"
	for {
		select {
		case <-stop:
			return
		case <-time.After(50 * time.Millisecond):
		}
		conn, _, err := websocket.DefaultDialer.Dial(address, http.Header{"Origin": {p.w.settings.Live.Address}})
		if err != nil {
			continue
		}
		done := make(chan struct{})
		go func() {
			select {
			case <-stop:
			case <-done:
			}
			conn.Close()
		}()
		p.mu.Lock()
		p.conn = conn
		conn.WriteJSON(map[string]any{"token": p.token, "game": p.game, "seq": -1})
		p.mu.Unlock()
		for {
			var said map[string]any
			if conn.ReadJSON(&said) != nil {
				break
			}
			p.mu.Lock()
			if said["kind"] == "game" && said["id"] == p.game {
				p.shown = said
			}
			p.mu.Unlock()
		}
		close(done)
	}
}

// forgets has the page show nothing until it hears of the game again.
func (p *livePage) forgets() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = nil
}

// shows waits until the page shows the last move.
func (p *livePage) shows(move string) {
	p.w.t.Helper()
	p.until(move, func(shown map[string]any) bool { return shown["made"] == move })
}

// until waits until the page shows something.
func (p *livePage) until(what string, is func(shown map[string]any) bool) {
	p.w.t.Helper()
	p.w.eventually("the live board shows "+what, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.shown != nil && is(p.shown)
	})
}

// Two play on their live boards, and the bot is killed between two moves. The pages are back by themselves, and in the
// channel the message of the game shows the last move, also if it was made right after the start. No other one was sent, so
// nobody was pinged.
func TestLiveBoardKilled(t *testing.T) {
	t.Parallel()
	w := newUncheckedFixture(t, sandbox.Options{})
	w.withLive()
	p := newProcess(w)
	p.begin()
	w.begins(w.anna, w.ben, "3d")
	anna, ben := w.opens(w.anna), w.opens(w.ben)
	before := len(w.messages(w.mod))
	anna.moves(0, "11-15")
	ben.shows("11-15")
	ben.moves(1, "24-20")
	anna.shows("24-20")
	p.kill()
	w.eventually("the end", p.isOver)
	anna.forgets()
	ben.forgets()
	p.start()
	anna.moves(2, "8-11") // as soon as she is heard, perhaps before Ben is back
	ben.shows("8-11")
	anna.shows("8-11")
	w.eventually("the board in the channel", func() bool { return w.count(w.mod, "8-11") > 0 })
	if now := len(w.messages(w.mod)); now != before { // an edit pings nobody
		t.Errorf("the channel has %d messages, and had %d", now, before)
	}
}

// A user plays the bot on the live board, resigns, has a rematch, and closes all boards.
func TestLiveBoardAgainstBot(t *testing.T) {
	t.Parallel()
	w := newUncheckedFixture(t, sandbox.Options{})
	w.withLive()
	w.serve()
	w.types(w.anna, "challenge", "level", "1", "colour", "black")
	anna := w.opens(w.anna)
	anna.moves(0, "11-15")
	anna.until("the bot's move", func(shown map[string]any) bool { return shown["turn"] == "black" && len(shown["list"].([]any)) == 2 })
	anna.post("/api/games/"+anna.game, map[string]any{"id": "resigning", "ply": 2, "do": "resign"})
	anna.until("the end", func(shown map[string]any) bool { return shown["over"] == true })
	var again struct{ ID, You string }
	must(t, json.Unmarshal(anna.post("/api/games/"+anna.game, map[string]any{"id": "once-more", "do": "again"}), &again))
	if again.ID == anna.game || again.You == "" {
		t.Errorf("the rematch is %+v", again)
	}
	w.eventually("the rematch in the channel", func() bool { return w.count(w.anna, again.ID) > 0 })

	w.types(w.anna, "privacy export")
	w.presses(w.anna, "Close all boards")
	w.sees(w.anna, "Your boards are closed.")
	r, err := http.NewRequest(http.MethodGet, w.settings.Live.Address+"/api/games", nil)
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+anna.token)
	response, err := http.DefaultClient.Do(r)
	must(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the session goes on: %s", response.Status)
	}
}
