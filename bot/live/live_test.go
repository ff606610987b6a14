package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"doublecorner/bot/lang"
	"doublecorner/bot/live"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
	"doublecorner/store"
)

const (
	anna game.PersonID = 101
	ben  game.PersonID = 102
	cleo game.PersonID = 103
	club game.PlaceID  = 1001
	away game.PlaceID  = 1002
	room game.RoomID   = 2001
)

var background = context.Background()

// fixture is live boards over a store, with a clock that the test sets. A game waits in the club: Anna plays Black, and moves.
type fixture struct {
	*testing.T
	*live.Boards
	referee *game.Referee
	site    *httptest.Server
	names   map[game.PersonID]string
	gone    map[game.PersonID]bool // have left the guild
	asked   int                    // how often Discord was asked for members
	private bool                   // the players do not want everybody to watch
	game    *game.Game
	from    string // the address of clients, as a proxy tells it; "" if there is no proxy

	mu  sync.Mutex
	now time.Time
}

func newFixture(t *testing.T) *fixture { return newFixtureWith(t, store.Options{Volatile: true}) }

func newFixtureWith(t *testing.T, o store.Options) *fixture {
	f := &fixture{
		T: t, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), gone: map[game.PersonID]bool{},
		names: map[game.PersonID]string{anna: "Anna", ben: "Ben", cleo: "Cleo"},
	}
	kept, err := store.Open(filepath.Join(t.TempDir(), "games.db"), o)
	f.must(err)
	t.Cleanup(func() { kept.Close() })
	f.referee = game.New(game.Config{Store: kept, Now: f.time, Random: rand.Uint64, Changed: func(g *game.Game) {
		if f.Boards != nil {
			f.Changed(g)
		}
	}})
	f.site = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.ServeHTTP(w, r) }))
	f.Boards = live.New(live.Config{
		Referee: f.referee, Address: "http://" + f.site.Listener.Addr().String(), Now: f.time, Log: slog.New(slog.DiscardHandler),
		Names: func(_ context.Context, p game.PersonID, _ game.PlaceID) (string, bool) {
			name, ok := f.names[p]
			return name, ok
		},
		Reader: func(context.Context, *game.Session) (*lang.Language, live.Taste) {
			return lang.English(), live.Taste{Theme: "slate"}
		},
		SetUp:  func(context.Context, *game.Session, game.RoomID) (*live.SetUp, error) { return &live.SetUp{}, nil },
		Prefer: func(context.Context, game.PersonID, live.Taste) error { return nil },
		Terms: func(_ context.Context, _ *game.Session, c live.Choice) (game.Terms, error) {
			v, err := draughts.Builtin(c.Rules)
			return game.Terms{Variant: v, Level: 1, Colour: game.PlayWhite}, err
		},
		Friendly: func(context.Context, game.PlaceID) bool { return false },
		IsPublic: func(context.Context, *game.Game) (bool, error) { return !f.private, nil },
		Picture: func(_ context.Context, g *game.Game) ([]byte, error) {
			h, err := g.History()
			f.must(err)
			return render.View{Position: h.Position()}.Picture()
		},
		IsMember: func(_ context.Context, _ game.PlaceID, p game.PersonID) (bool, error) {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.asked++
			return !f.gone[p], nil
		},
	})
	f.site.Start()
	t.Cleanup(f.site.Close)
	f.game = f.begin(club)
	return f
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) time() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// begin has Anna and Ben begin a game in a place.
func (f *fixture) begin(place game.PlaceID) *game.Game {
	f.Helper()
	return f.beginBetween(anna, ben, place)
}

// beginBetween has two people begin a game in a place.
func (f *fixture) beginBetween(black, white game.PersonID, place game.PlaceID) *game.Game {
	f.Helper()
	v, err := draughts.Builtin("american")
	f.must(err)
	id := func() game.RequestID { return game.RequestID(strconv.FormatUint(rand.Uint64(), 36)) }
	a, err := f.referee.Challenge(background, game.ChallengeRequest{
		Request: game.Request{ID: id(), By: game.Actor{Person: black}, Place: place}, Room: room, To: white,
		Terms: game.Terms{Variant: v, Colour: game.PlayBlack},
	})
	f.must(err)
	a, err = f.referee.Accept(background, game.ReplyRequest{
		Request: game.Request{ID: id(), By: game.Actor{Person: white}, Place: place}, Challenge: a.Challenge.ID,
	})
	f.must(err)
	return a.Game
}

// link returns the token of a link for a person in a place.
func (f *fixture) link(p game.PersonID, place game.PlaceID) string {
	f.Helper()
	address, err := f.Link(background, game.Session{Person: p, Place: place, Game: f.game.ID, Name: f.names[p]})
	f.must(err)
	_, token, _ := strings.Cut(address, "#")
	return token
}

// page is a page with a session, or without.
type page struct {
	f      *fixture
	token  string
	origin string
}

// open opens the page of a person in the club.
func (f *fixture) open(p game.PersonID) *page { return f.openIn(club, p) }

// openIn opens the page of a person in a place.
func (f *fixture) openIn(place game.PlaceID, p game.PersonID) *page {
	f.Helper()
	none := &page{f, "", f.Address}
	status, body := none.send("POST", "/api/session", map[string]any{"link": f.link(p, place)})
	if status != http.StatusOK {
		f.Fatalf("no session: %d", status)
	}
	return &page{f, body["token"].(string), f.Address}
}

// send makes a request.
func (p *page) send(method, path string, body any) (int, map[string]any) {
	p.f.Helper()
	text, _ := json.Marshal(body)
	r, err := http.NewRequest(method, p.f.site.URL+path, bytes.NewReader(text))
	p.f.must(err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", p.origin)
	r.Header.Set("X-Forwarded-For", p.f.from)
	r.Header.Set("Authorization", "Bearer "+p.token)
	response, err := http.DefaultClient.Do(r)
	p.f.must(err)
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	p.f.must(err)
	var answer map[string]any
	json.Unmarshal(text, &answer)
	return response.StatusCode, answer
}

// act does something in the game.
func (p *page) act(id string, more map[string]any) (int, map[string]any) {
	p.f.Helper()
	body := map[string]any{"id": id, "ply": 0, "do": "move", "move": "11-15"}
	for name, value := range more {
		body[name] = value
	}
	return p.send("POST", "/api/games/"+string(p.f.game.ID), body)
}

// moves returns how many moves the game has.
func (f *fixture) moves() int {
	f.Helper()
	g, err := f.referee.UnrestrictedGame(background, f.game.ID)
	f.must(err)
	return g.Len()
}

// small dials sockets that need little memory.
var small = websocket.Dialer{ReadBufferSize: 512, WriteBufferSize: 512}

// dial opens a socket and says something.
func (p *page) dial(says map[string]any) (*websocket.Conn, error) {
	address := "ws" + strings.TrimPrefix(p.f.site.URL, "http") + "/api/socket"
	conn, _, err := small.Dial(address, http.Header{"Origin": {p.origin}, "X-Forwarded-For": {p.f.from}})
	if err != nil {
		return nil, err
	}
	p.f.Cleanup(func() { conn.Close() })
	return conn, conn.WriteJSON(says)
}

// watch opens a socket that shows the game.
func (p *page) watch() *websocket.Conn {
	p.f.Helper()
	conn, err := p.dial(map[string]any{"token": p.token, "game": p.f.game.ID, "seq": -1})
	p.f.must(err)
	return conn
}

// hear returns the next thing of a kind that a socket says.
func (f *fixture) hear(conn *websocket.Conn, kind string) map[string]any {
	f.Helper()
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	for {
		var said map[string]any
		f.must(conn.ReadJSON(&said))
		if said["kind"] == kind {
			return said
		}
	}
}

// A move on one page is seen on the others: its legal moves only by the player who is to move.
func TestMove(t *testing.T) {
	f := newFixture(t)
	a, b, c := f.open(anna), f.open(ben), f.open(cleo)
	sockets := map[string]*websocket.Conn{"Anna": a.watch(), "Ben": b.watch(), "Cleo": c.watch()}
	for name, conn := range sockets {
		said := f.hear(conn, "game")
		if moves := len(said["moves"].([]any)); (moves > 0) != (name == "Anna") {
			t.Errorf("before the move, %s gets %d moves", name, moves)
		}
	}
	status, snap := a.act("aaaaaaaa", nil)
	if status != http.StatusOK || snap["made"] != "11-15" {
		t.Fatalf("the move: %d %v", status, snap)
	}
	for name, conn := range sockets {
		said := f.hear(conn, "game")
		if moves := len(said["moves"].([]any)); said["made"] != "11-15" || (moves > 0) != (name == "Ben") {
			t.Errorf("%s is shown %v, with %d moves", name, said["made"], moves)
		}
	}
}

// A request that arrives twice is done once, and a stale one is refused with the board as it is.
func TestTwice(t *testing.T) {
	f := newFixture(t)
	a := f.open(anna)
	for range 2 {
		if status, snap := a.act("aaaaaaaa", nil); status != http.StatusOK || snap["made"] != "11-15" {
			t.Errorf("%d %v", status, snap)
		}
	}
	_, refused := a.act("bbbbbbbb", map[string]any{"move": "9-14"})
	if refused["why"] == nil || refused["game"].(map[string]any)["made"] != "11-15" {
		t.Errorf("a stale move: %v", refused)
	}
	if n := f.moves(); n != 1 {
		t.Errorf("%d moves", n)
	}
}

// A wrong move is explained in the words of the bot.
func TestWhy(t *testing.T) {
	f := newFixture(t)
	_, refused := f.open(anna).act("aaaaaaaa", map[string]any{"move": "1-6"})
	if want := "There’s already a piece on 6."; refused["why"] != want {
		t.Errorf("why: %v, want %s", refused["why"], want)
	}
}

// A channel that votes is called by its name, not by its mention, which only Discord shows.
func TestChannelThatVotes(t *testing.T) {
	f := newFixture(t)
	f.names[game.TeamOf(room)] = "#checkers"
	clock, err := game.Correspondence(1)
	f.must(err)
	terms := game.Terms{Variant: f.game.Variant, Colour: game.PlayBlack, Clock: clock, Voting: true}
	a, err := f.referee.Challenge(background, game.ChallengeRequest{
		Request: game.Request{ID: "challenge", By: game.Actor{Person: anna}, Place: club}, Room: room, To: ben, Terms: terms,
	})
	f.must(err)
	f.game = f.accept(ben, a.Challenge)
	if says := f.hear(f.open(anna).watch(), "game")["says"].(string); !strings.Contains(says, "#checkers") {
		t.Errorf("the page says %q", says)
	}
}

// Discord is asked for a member when a session begins, and then at most every ten minutes.
func TestMembership(t *testing.T) {
	f := newFixture(t)
	p := f.open(anna)
	for _, c := range []struct {
		after time.Duration
		asked int
	}{{time.Minute, 1}, {8 * time.Minute, 1}, {2 * time.Minute, 2}, {time.Minute, 2}} {
		f.pass(c.after)
		p.send("GET", "/api/games", nil)
		if f.asked != c.asked {
			t.Errorf("%v later Discord was asked %d times, want %d", c.after, f.asked, c.asked)
		}
	}
}

// A page that comes back says how far it knows the game, and gets what it missed, or nothing.
func TestSince(t *testing.T) {
	f := newFixture(t)
	p := f.open(ben)
	f.open(anna).act("aaaaaaaa", nil)
	conn, err := p.dial(map[string]any{"token": p.token, "game": f.game.ID, "seq": 0})
	f.must(err)
	seq := f.hear(conn, "game")["seq"]
	conn, err = p.dial(map[string]any{"token": p.token, "game": f.game.ID, "seq": seq})
	f.must(err)
	f.must(conn.WriteJSON(map[string]any{"ping": true}))
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	for said := (map[string]any{}); said["kind"] != "pong"; {
		said = map[string]any{}
		f.must(conn.ReadJSON(&said))
		if said["kind"] == "game" {
			t.Error("it gets again what it knows")
		}
	}
}

// Both players are here as long as somebody looks at the page of each.
func TestAttended(t *testing.T) {
	f := newFixture(t)
	a, b := f.open(anna).watch(), f.open(ben).watch()
	here := func(want bool) {
		t.Helper()
		for said := []any(nil); len(said) == 0 || said[0] != true || said[1] != want; {
			said = f.hear(b, "here")["here"].([]any) // White, who is Ben, and Black
		}
		if f.Attended(f.game) != want {
			t.Errorf("attended: %v", !want)
		}
	}
	here(true)
	f.must(a.WriteJSON(map[string]any{"away": true}))
	here(false)
	f.must(a.WriteJSON(map[string]any{"away": false}))
	here(true)
	a.Close()
	here(false)
}

// Names go out as JSON, and nothing of the page is kept or framed by others.
func TestHeaders(t *testing.T) {
	f := newFixture(t)
	f.names[ben] = `<script>alert(1)</script>`
	_, snap := f.open(anna).send("GET", "/api/games/"+string(f.game.ID), nil)
	if name := snap["players"].([]any)[0].(map[string]any)["name"]; name != f.names[ben] {
		t.Errorf("the name is %v", name)
	}
	for _, path := range []string{"/", "/api/games/" + string(f.game.ID)} {
		response, err := http.Get(f.site.URL + path)
		f.must(err)
		response.Body.Close()
		policy := response.Header.Get("Content-Security-Policy")
		if response.Header.Get("Cache-Control") != "private, no-store" || !strings.Contains(policy, "script-src 'self'") ||
			!strings.Contains(policy, "require-trusted-types-for 'script'") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s has the headers %v", path, response.Header)
		}
	}
}
