package discord

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/store"
)

// closedDiscord is a Discord that refuses what a test says, in a bubble of testing/synctest. The DM with a user has
// the ID of the user after a 9.
type closedDiscord struct {
	refuses func(method, path string) bool

	mu      sync.Mutex
	refused int
	posts   []string // the paths of messages
}

func (d *closedDiscord) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(100 * time.Millisecond)
	path := strings.TrimPrefix(r.URL.Path, "/api/v10/")
	status, text := http.StatusOK, "[]"
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.refuses(r.Method, path):
		d.refused++
		status, text = http.StatusForbidden, `{"code":50001}`
	case opensDM(path):
		body, _ := io.ReadAll(r.Body)
		text = strings.Replace(string(body), `"recipient_id":"`, `"id":"9`, 1)
	case r.Method == http.MethodPost:
		d.posts = append(d.posts, path)
		text = fmt.Sprintf(`{"id":"%d","channel_id":"%s"}`, 7000+len(d.posts), strings.Split(path, "/")[1])
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text))}, nil
}

func opensDM(path string) bool { return strings.HasPrefix(path, "users/") }

// isAboutDM reports whether a request opens a DM, or is about its messages.
func isAboutDM(path string) bool { return opensDM(path) || strings.HasPrefix(path, "channels/9") }

// announceGames begins games in channels that are in use, and announces them for ten minutes.
func (d *closedDiscord) announceGames(t *testing.T, games int) {
	t.Helper()
	client, err := NewClient(ClientConfig{Token: "t", Transport: d})
	must(t, err)
	s, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	defer s.Close()
	referee := game.New(game.Config{Store: s, Now: time.Now, Random: rand.New(rand.NewPCG(1, 2)).Uint64})
	must(t, referee.Resume(t.Context()))
	b := bot.New(bot.Config{Referee: referee, Discord: client, Now: time.Now, Log: slog.New(slog.DiscardHandler)}, mind.New(mind.Options{}))
	defer b.Courier.Stop(t.Context())
	for n := range games {
		room := game.RoomID(100 + n)
		client.limits.reopen(room.String())
		beginGame(t, referee, room, game.PersonID(1000+n), game.PersonID(2000+n))
	}
	for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		must(t, referee.Tick(t.Context()))
		must(t, b.Courier.Announce(t.Context()))
	}
}

// beginGame begins a game of two users in a channel.
func beginGame(t *testing.T, referee *game.Referee, room game.RoomID, from, to game.PersonID) {
	t.Helper()
	v, err := draughts.Builtin("american")
	must(t, err)
	request := func(by game.PersonID) game.Request {
		return game.Request{ID: game.RequestID(fmt.Sprint(by)), By: game.Actor{Person: by}, Place: 77}
	}
	a, err := referee.Challenge(context.Background(), game.ChallengeRequest{
		Request: request(from), Room: room, To: to, Terms: game.Terms{Variant: v},
	})
	must(t, err)
	_, err = referee.Accept(context.Background(), game.ReplyRequest{Request: request(to), Challenge: a.Challenge.ID})
	must(t, err)
}

// TestClosedRoomsAndPeople checks that games whose channels close at once, and whose players take no DMs, cost few refused
// requests, whatever exactly Discord refuses.
func TestClosedRoomsAndPeople(t *testing.T) {
	const games, most = 60, 200 // refused in ten minutes; Discord bans a bot after 10,000
	posts := func(method, path string) bool { return method == http.MethodPost && !opensDM(path) }
	for name, refuses := range map[string]func(method, path string) bool{
		"nothing can be seen":                             func(method, path string) bool { return true },
		"rooms cannot be seen, and DMs take no message":   func(method, path string) bool { return !isAboutDM(path) || posts(method, path) },
		"rooms take no message, and DMs cannot be opened": func(method, path string) bool { return opensDM(path) || posts(method, path) },
		"rooms and DMs take no message":                   posts,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &closedDiscord{refuses: refuses}
				d.announceGames(t, games)
				if d.refused < games || d.refused > most {
					t.Errorf("Discord refuses %d requests", d.refused)
				}
			})
		})
	}
}

// TestRoomClosedForAWhile checks that news is told in its channel if that is closed for less than a minute, and in DMs if it
// is closed for longer.
func TestRoomClosedForAWhile(t *testing.T) {
	for closed, want := range map[time.Duration]string{
		40 * time.Second: "channels/100/messages",
		5 * time.Minute:  "channels/91000/messages channels/92000/messages",
	} {
		synctest.Test(t, func(t *testing.T) {
			opens := time.Now().Add(closed)
			d := &closedDiscord{refuses: func(_, path string) bool { return !isAboutDM(path) && time.Now().Before(opens) }}
			d.announceGames(t, 1)
			slices.Sort(d.posts)
			if got := strings.Join(d.posts, " "); got != want {
				t.Errorf("closed for %v: posted is %q, want %q", closed, got, want)
			}
		})
	}
}
