package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// wiretap is below a client of a bot, and keeps every byte of its requests.
type wiretap struct {
	next http.RoundTripper

	mu  sync.Mutex
	all []tapped
}

// tapped is a request: its path below that of the API, and everything in it.
type tapped struct{ path, text string }

func (w *wiretap) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	_, path, _ := strings.Cut(r.URL.Path, "/api/v10/")
	w.mu.Lock()
	w.all = append(w.all, tapped{r.Method + " " + path, r.URL.String() + "\n" + string(body)})
	w.mu.Unlock()
	return w.next.RoundTrip(r)
}

// overheard keeps the IDs of the interactions of a person.
type overheard struct {
	mu  sync.Mutex
	ids map[string]bool
}

var interactionID = regexp.MustCompile(`"interaction":"(\d+)"`)

func (o *overheard) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(body))
	o.mu.Lock()
	for _, found := range interactionID.FindAllStringSubmatch(string(body), -1) {
		o.ids[found[1]] = true
	}
	o.mu.Unlock()
	return response, err
}

// camp is where one of two strangers plays: a server with a channel, or their DM with the bot.
type camp struct {
	*fixture
	player  *discordtest.Person
	heard   *overheard
	secrets []string // that nobody elsewhere may learn
}

// camp makes a server with a player and an admin.
func (w *fixture) camp(server, admin, player string) *camp {
	w.t.Helper()
	here := *w
	c := &camp{fixture: &here, heard: &overheard{ids: map[string]bool{}}}
	owner, err := w.Person(admin)
	must(w.t, err)
	c.channel, err = w.Guild(server, owner)
	must(w.t, err)
	must(w.t, w.Join(c.channel, w.AppID()))
	must(w.t, w.Overwrite(c.channel, w.AppID(), sandbox.Overwrite{Deny: sandbox.CreatePublicThread}))
	c.mod, c.player = discordtest.As(w.Server, owner), w.joins(c.channel, player)
	for _, p := range []*discordtest.Person{c.mod, c.player} {
		p.Client = &http.Client{Transport: c.heard}
	}
	c.secrets = []string{c.channel.String(), owner.String(), c.player.ID.String(), server, admin, player}
	return c
}

// openLobby has the admins of camps open the lobby.
func (w *fixture) openLobby(camps ...*camp) {
	w.t.Helper()
	for _, c := range camps {
		c.types(c.mod, "settings", "lobby", true)
	}
}

// direct moves the player of a camp into the DM with the bot.
func (c *camp) direct() {
	c.t.Helper()
	dm, err := c.player.DM(c.t.Context())
	must(c.t, err)
	c.channel = dm.ID
	c.secrets = append(c.secrets, dm.ID.String())
}

// tokens are the tokens of the interactions of a camp, by which the bot responds.
func (c *camp) tokens(all []tapped) map[string]bool {
	tokens := map[string]bool{}
	for _, r := range all {
		if parts := strings.Split(r.path, "/"); parts[0] == "POST interactions" && c.heard.ids[parts[1]] {
			tokens[parts[2]] = true
		}
	}
	return tokens
}

// receives reports whether a request of the bot goes to a camp.
func (c *camp) receives(r tapped, tokens map[string]bool) bool {
	_, path, _ := strings.Cut(r.path, " ")
	switch parts := strings.Split(path, "/"); parts[0] {
	case "channels", "guilds":
		return slices.Contains(c.secrets, parts[1])
	case "interactions", "webhooks":
		return tokens[parts[2]]
	case "users":
		return strings.Contains(r.text, `"recipient_id":"`+c.player.ID.String())
	}
	return false
}

// toNobody are the requests that go to no server.
var toNobody = []string{"GET applications/", "PUT applications/", "GET users/@me", "GET gateway/bot"}

// apart fails if a request to one of two camps, or a message there, tells of the other. Every request must be to one of them.
func (w *fixture) apart(wire *wiretap, camps ...*camp) {
	w.t.Helper()
	tokens := map[*camp]map[string]bool{}
	for _, c := range camps {
		tokens[c] = c.tokens(wire.all)
		for _, m := range c.messages(c.player) {
			c.secrets = append(c.secrets, m.ID.String())
		}
	}
	for i, c := range camps {
		other := camps[1-i]
		received := 0
		learn := func(where, text string) {
			w.t.Helper()
			text = strings.ToLower(text)
			for _, secret := range other.secrets {
				if strings.Contains(text, strings.ToLower(secret)) {
					w.t.Errorf("camp %d learns of %s by %s:\n%.2000q", i, secret, where, text)
				}
			}
		}
		for _, r := range wire.all {
			if c.receives(r, tokens[c]) {
				received++
				learn(r.path, r.text)
			}
		}
		for _, m := range c.messages(c.player) {
			shown, err := json.Marshal(m)
			must(w.t, err)
			learn("a message", string(shown))
		}
		if received < 10 {
			w.t.Errorf("camp %d received %d requests", i, received)
		}
	}
	for _, r := range wire.all {
		toOne := slices.ContainsFunc(camps, func(c *camp) bool { return c.receives(r, tokens[c]) })
		if !toOne && !slices.ContainsFunc(toNobody, func(start string) bool { return strings.HasPrefix(r.path, start) }) {
			w.t.Errorf("nobody looked at %s", r.path)
		}
	}
}

// TestStrangers has two strangers find each other in the lobby and play a rated game to its end, each where they are. No byte that
// the bot sends to one of the two places tells anything of the other.
func TestStrangers(t *testing.T) {
	t.Parallel()
	for name, inDM := range map[string]bool{"two servers": false, "a server and a DM": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t, sandbox.Options{})
			w.settings.Lobby = true
			wire := &wiretap{next: w.recorder}
			w.transport = wire
			ice, wood := w.camp("Eisbergen", "Aurelius", "Balthasar"), w.camp("Waldheim", "Cornelius", "Desdemona")
			w.serve()
			w.openLobby(ice, wood)
			if inDM {
				wood.direct()
			}
			ice.types(ice.player, "preferences", "name-elsewhere", "Blue Fox")
			wood.types(wood.player, "preferences", "name-elsewhere", "Night Owl")
			ice.types(ice.player, "challenge", "everywhere", true, "colour", "black", "clock", "3d")
			wood.types(wood.player, "lobby")
			wood.sees(wood.player, "Someone elsewhere is looking for an opponent!")
			wood.presses(wood.player, "Accept")
			ice.sees(ice.player, "Night Owl (White) vs. <@"+ice.player.ID.String()+"> (Black)")
			ice.sees(ice.player, "Accepted")

			ice.presses(ice.player, "11-15")
			wood.sees(wood.player, "Blue Fox played **11-15**")
			wood.presses(wood.player, "22-18")
			ice.presses(ice.player, "Play 15x22")
			wood.types(wood.player, "move", "move", "25x18")
			ice.sees(ice.player, "Night Owl played **25x18**")
			wood.presses(wood.player, "Draw")
			ice.presses(ice.player, "Decline")
			wood.sees(wood.player, "Blue Fox declined the draw")
			for _, c := range []*camp{ice, wood} {
				for _, command := range []string{"games", "board", "export", "replay", "profile"} {
					c.types(c.player, command)
				}
				c.presses(c.player, "More")
			}
			ice.presses(ice.player, "Resign")
			ice.presses(ice.player, "Yes, resign")
			wood.sees(wood.player, "Blue Fox resigned.")
			for _, c := range []*camp{ice, wood} {
				c.sees(c.player, "more rated games until a rating")
				c.types(c.player, "review")
				c.types(c.player, "rematch")
				c.types(c.player, "privacy export")
				c.presses(c.player, "More")
				c.presses(c.player, "Block")
				c.types(c.player, "preferences")
			}
			ice.types(ice.player, "challenge", "everywhere", true)
			wood.types(wood.player, "lobby")
			wood.sees(wood.player, "Nobody’s waiting.")
			w.apart(wire, ice, wood)
		})
	}
}

// TestChannelsMeet has the channels of two servers vote against each other. No byte that the bot sends to one of the two tells
// anything of the other.
func TestChannelsMeet(t *testing.T) {
	t.Parallel()
	w := newFixture(t, sandbox.Options{})
	w.settings.Lobby = true
	wire := &wiretap{next: w.recorder}
	w.transport = wire
	ice, wood := w.camp("Eisbergen", "Aurelius", "Balthasar"), w.camp("Waldheim", "Cornelius", "Desdemona")
	w.serve()
	w.openLobby(ice, wood)
	terms := []any{"everywhere", true, "as", "The Penguins", "vote", "1 day", "votes-needed", "2", "colour", "black"}
	ice.types(ice.player, "challenge", terms...)
	wood.types(wood.player, "lobby")
	wood.sees(wood.player, "A whole channel plays together and votes for each move.")
	wood.presses(wood.player, "Accept")
	ice.sees(ice.player, "A channel elsewhere (White) vs. <#"+ice.channel.String()+"> (Black)")
	wood.sees(wood.player, "<#"+wood.channel.String()+"> (White) vs. The Penguins (Black)")

	ice.presses(ice.player, "11-15")
	ice.sees(ice.player, "Your vote: **11-15**.")
	ice.types(ice.mod, "move", "move", "11-15")
	ice.sees(ice.player, "🗳️ 2 votes: 11-15 ×2")
	wood.sees(wood.player, "The Penguins played **11-15**.")
	if n := wood.count(wood.player, "2 votes: "); n > 0 {
		t.Error("the other channel is told how many voted, and for what")
	}
	wood.presses(wood.player, "22-18")
	wood.types(wood.mod, "move", "move", "22-18")
	ice.sees(ice.player, "A channel elsewhere played **22-18**.")
	ice.presses(ice.player, "Play 15x22") // the only move needs one vote
	wood.sees(wood.player, "The Penguins played **15x22**")
	for _, c := range []*camp{ice, wood} {
		for _, command := range []string{"games", "board", "export"} {
			c.types(c.player, command)
		}
		c.presses(c.player, "More")
	}
	ice.types(ice.mod, "resign")
	ice.presses(ice.mod, "Yes, resign")
	wood.sees(wood.player, "The Penguins resigned.")
	w.apart(wire, ice, wood)
}

// The bot is killed after each step of a game between strangers, and both go on where they are.
func TestStrangersAcrossKills(t *testing.T) {
	t.Parallel()
	w := newUncheckedFixture(t, sandbox.Options{})
	w.settings.Lobby = true
	ice, wood := w.camp("Eisbergen", "Aurelius", "Balthasar"), w.camp("Waldheim", "Cornelius", "Desdemona")
	p := newProcess(w)
	p.begin()
	again := func() {
		t.Helper()
		p.kill()
		w.eventually("the end of the process", func() bool { return p.isOver() && w.Sessions() == 0 })
		p.start()
		p.connected()
	}
	w.openLobby(ice, wood)
	ice.types(ice.player, "challenge", "everywhere", true, "colour", "black", "clock", "3d")
	again()
	wood.types(wood.player, "lobby")
	wood.presses(wood.player, "Accept")
	again()
	ice.sees(ice.player, "Desdemona (White)")
	ice.presses(ice.player, "11-15")
	again()
	wood.sees(wood.player, "Balthasar played **11-15**")
	wood.types(wood.player, "move", "move", "22-18")
	again()
	ice.sees(ice.player, "Desdemona played **22-18**")
	ice.presses(ice.player, "Resign")
	ice.presses(ice.player, "Yes, resign")
	again()
	wood.sees(wood.player, "Balthasar resigned.")
	for _, c := range []*camp{ice, wood} {
		if n := c.count(c.player, "moves first."); n > 1 {
			t.Errorf("the first board is there %d times", n)
		}
	}
}
