package discord

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/store"
)

// TestClosedRoomsAndPeople checks that games whose channels close at once, and whose players take no DMs, cost few refused
// requests, whatever exactly Discord refuses.
func TestClosedRoomsAndPeople(t *testing.T) {
	const games, most = 60, 200 // refused in ten minutes; Discord bans a bot after 10,000
	for name, refused := range map[string]func(method, path string) bool{
		"rooms and DMs cannot be seen": func(_, path string) bool { return true },
		"rooms cannot be seen, and DMs take no message": func(method, path string) bool {
			return !isDM(path) || method == http.MethodPost && !strings.HasPrefix(path, "users/")
		},
		"rooms take no message, and DMs cannot be opened": func(method, path string) bool { return method == http.MethodPost },
		"rooms and DMs take no message": func(method, path string) bool {
			return method == http.MethodPost && !strings.HasPrefix(path, "users/")
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var invalid atomic.Int64
				client, err := NewClient(ClientConfig{Token: "t", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
					time.Sleep(100 * time.Millisecond)
					path := strings.TrimPrefix(r.URL.Path, "/api/v10/")
					status, text := http.StatusOK, "[]"
					switch {
					case refused(r.Method, path):
						invalid.Add(1)
						status, text = http.StatusForbidden, `{"code":50001}`
					case strings.HasPrefix(path, "users/"):
						to, _ := io.ReadAll(r.Body)
						text = `{"id":"9` + strings.Trim(string(to), `{}":_abcdefghijklmnopqrstuvwxyz`) + `"}`
					}
					return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text))}, nil
				})})
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
					client.limits.reopen(room.String()) // players used it until now
					begin(t, referee, room, game.PersonID(1000+n), game.PersonID(2000+n))
				}
				for end := time.Now().Add(10 * time.Minute); time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
					must(t, referee.Tick(t.Context()))
					must(t, b.Courier.Announce(t.Context()))
				}
				if n := invalid.Load(); n < games || n > most {
					t.Errorf("Discord refuses %d requests", n)
				}
			})
		})
	}
}

// isDM reports whether a request opens a DM, or is about one.
func isDM(path string) bool {
	return strings.HasPrefix(path, "users/") || strings.HasPrefix(path, "channels/9")
}

// begin begins a game of two users in a channel.
func begin(t *testing.T, referee *game.Referee, room game.RoomID, from, to game.PersonID) {
	t.Helper()
	v, err := draughts.Builtin("american")
	must(t, err)
	request := func(by game.PersonID) game.Request {
		return game.Request{ID: game.RequestID(fmt.Sprint(by)), By: game.Actor{Person: by}, Place: 77}
	}
	a, err := referee.Challenge(context.Background(), game.ChallengeRequest{
		Request: request(from), Room: room, To: to, Terms: game.Terms{Variant: v, Clock: game.Clock{}},
	})
	must(t, err)
	_, err = referee.Accept(context.Background(), game.ReplyRequest{Request: request(to), Challenge: a.Challenge.ID})
	must(t, err)
}
