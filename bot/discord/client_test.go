package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/sandbox"
	"doublecorner/game"
)

// answering is a client of a server that answers everything with one function.
func answering(t testing.TB, handler http.HandlerFunc) *Client {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	c, err := NewClient(ClientConfig{Base: s.URL + "/api/v10", Token: "t"})
	must(t, err)
	return c
}

// Commands are written when they differ, and only then.
func TestRegister(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	writes := func() (n int) {
		for _, e := range w.Exchanges() {
			if strings.HasPrefix(e.Route, "PUT ") {
				n++
			}
		}
		return n
	}
	before := writes()
	if changed, err := w.client.Register(t.Context(), bot.Commands()); err != nil || !changed || writes() != before+1 {
		t.Errorf("other commands: changed %v, %v, %d writes", changed, err, writes()-before)
	}
	if changed, err := w.client.Register(t.Context(), bot.Commands()); err != nil || changed || writes() != before+1 {
		t.Errorf("the same commands: changed %v, %v, %d writes", changed, err, writes()-before)
	}
	others := bot.Commands()
	others[0].Description += "!"
	if changed, err := w.client.Register(t.Context(), others); err != nil || !changed || writes() != before+2 {
		t.Errorf("one other word: changed %v, %v, %d writes", changed, err, writes()-before)
	}
}

// A message is sent once, even if it is not known whether it was.
func TestPostOnce(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	w.misbehaves(sandbox.Fault{Do: sandbox.Lose, Path: "/channels/*/messages", Times: 1})
	_, err := w.client.Post(t.Context(), roomOf(w), messageData("news"), "n1")
	var failed *Error
	if !errors.As(err, &failed) || !failed.Temporary() || errors.Is(err, bot.ErrUnreachable) {
		t.Errorf("a broken line gives %v", err)
	}
	first, err := w.client.Post(t.Context(), roomOf(w), messageData("news"), "n1")
	must(t, err)
	second, err := w.client.Post(t.Context(), roomOf(w), messageData("news"), "n1")
	must(t, err)
	if got := w.reads(w.anna); len(got) != 1 || first.ID != second.ID {
		t.Errorf("Anna reads %q", got)
	}
	_, err = w.client.Post(t.Context(), roomOf(w), messageData("other news"), "n2")
	must(t, err)
	if got := w.reads(w.anna); len(got) != 2 {
		t.Errorf("then Anna reads %q", got)
	}
}

// However much is said in a room, what was said since a time is found.
func TestRecent(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	_, err := w.client.Post(t.Context(), roomOf(w), messageData("news"), "n1")
	must(t, err)
	before := time.Now().Add(-time.Minute)
	for n := range 3*recentPage - 1 {
		_, err := w.anna.Say(t.Context(), w.room, fmt.Sprint(n))
		must(t, err)
	}
	for _, test := range []struct {
		since time.Time
		want  int
	}{{before, 1}, {time.Now().Add(time.Minute), 0}} {
		if all, err := w.client.Recent(t.Context(), roomOf(w), test.since); err != nil || len(all) != test.want {
			t.Errorf("since %v there are %d messages of the bot, %v; want %d", test.since, len(all), err, test.want)
		}
	}
}

// Errors say whether trying again helps.
func TestErrors(t *testing.T) {
	tests := []struct {
		fault                  sandbox.Fault
		temporary, unreachable bool
	}{
		{sandbox.Fault{Status: 500}, true, false},
		{sandbox.Fault{Status: 502}, true, false},
		{sandbox.Fault{Status: 429, RetryAfter: 0.01}, true, false},
		{sandbox.Fault{Code: sandbox.CodeUnknownChannel}, false, true},
		{sandbox.Fault{Code: sandbox.CodeMissingAccess}, false, true},
		{sandbox.Fault{Code: sandbox.CodeMissingPermissions}, false, true},
		{sandbox.Fault{Code: sandbox.CodeCannotMessageUser}, false, true},
		{sandbox.Fault{Code: sandbox.CodeInvalidForm}, false, false},
	}
	for _, test := range tests {
		w := newTown(t, sandbox.Options{})
		test.fault.Do, test.fault.Path = sandbox.Fail, "/channels/*/messages"
		w.misbehaves(test.fault)
		_, err := w.client.Post(t.Context(), roomOf(w), messageData("x"), "n")
		var failed *Error
		if !errors.As(err, &failed) || failed.Temporary() != test.temporary || errors.Is(err, bot.ErrUnreachable) != test.unreachable {
			t.Errorf("%+v gives %v", test.fault, err)
		}
	}
}

// Whoever answers an interaction has a token in the address, which no error shows.
func TestNoTokensInErrors(t *testing.T) {
	c := answering(t, func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := c.respond(ctx, &dg.Interaction{ID: "1", Token: "secret"}, says(&dg.Interaction{}, "x", false).Response)
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error is %v", err)
	}
}

// discordgo keeps a bucket for every interaction there ever was.
func TestAnswersLeaveNothing(t *testing.T) {
	c := answering(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "{}") })
	used := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	answer := func(n int) {
		for range n {
			i := &dg.Interaction{ID: newReference(), AppID: "1", Token: newReference()}
			_, err := c.respond(t.Context(), i, says(i, "x", false).Response)
			must(t, err)
			_, err = c.fill(t.Context(), i, messageData("y"))
			must(t, err)
		}
	}
	answer(200)
	before := used()
	answer(2000)
	if after := used(); after > before+200_000 {
		t.Errorf("2000 answers left %d bytes; discordgo's would have left about 900000", after-before)
	}
	runtime.KeepAlive(c)
}

// discordgo lets answers wait for a limit that does not apply to them.
func TestGlobalLimit(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	w.misbehaves(sandbox.Fault{Do: sandbox.Fail, Status: 429, RetryAfter: 3600, Global: true, Path: "/channels/*/messages", Times: 1})
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) { return says(i, "answer", false), true }, nil)
	asked := len(w.Exchanges())
	for range 2 {
		_, err := w.client.Post(t.Context(), roomOf(w), messageData("x"), "n")
		var failed *Error
		if !errors.As(err, &failed) || !failed.Temporary() || failed.After < 59*time.Minute {
			t.Errorf("a message gives %v", err)
		}
	}
	if n := len(w.Exchanges()) - asked; n != 1 {
		t.Errorf("%d requests were made, though the first said to wait", n)
	}
	if out := w.does(w.anna, "x"); out.Message == nil {
		t.Errorf("an interaction gets %+v", out)
	}
}

// discordgo makes one change of an answer after another, in the whole process.
func TestFillsTogether(t *testing.T) {
	const together = 20
	var there atomic.Int32
	all := make(chan struct{})
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if there.Add(1) == together {
			close(all)
		}
		select {
		case <-all: // every one of them waits for all others
		case <-r.Context().Done():
		}
		io.WriteString(w, "{}")
	})
	var filling sync.WaitGroup
	for range together {
		filling.Go(func() {
			_, err := c.fill(t.Context(), &dg.Interaction{ID: "1", AppID: "1", Token: newReference()}, messageData("y"))
			if err != nil {
				t.Error(err)
			}
		})
	}
	filling.Wait()
}

// The invitation asks for what makes a bot of the app, and for all that it needs.
func TestInvitation(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	app, err := w.client.Meet(t.Context())
	must(t, err)
	const rights = 1<<10 | 1<<11 | 1<<15 | 1<<16 | 1<<35 | 1<<38
	want := fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&permissions=%d&scope=bot+applications.commands", app.ID, rights)
	if got := w.client.Invitation(); got != want {
		t.Errorf("it is %s\nwant %s", got, want)
	}
}

func TestBase(t *testing.T) {
	for _, base := range []string{"discord.com", "ftp://discord.com/api/v10", "https://discord.com/api", "://", "https:///api/v10", "https://discord.com/v10", "https://discord.com/api/v"} {
		if _, err := NewClient(ClientConfig{Base: base}); err == nil {
			t.Errorf("%q is taken for the address of an API", base)
		}
	}
	var path atomic.Value
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path.Store(r.URL.RequestURI())
		io.WriteString(w, `{"id":"7"}`)
	}))
	defer s.Close()
	c, err := NewClient(ClientConfig{Base: s.URL + "/discord/api/v10/", Token: "t"})
	must(t, err)
	_, err = c.Direct(t.Context(), game.PersonID(5))
	must(t, err)
	if got := path.Load(); got != "/discord/api/v10/users/@me/channels" {
		t.Errorf("asked %v", got)
	}
}

// What an answer costs, with a picture of a usual size and without. The server's half is in
// it, as it is the same process.
func BenchmarkRespond(b *testing.B) {
	picture := make([]byte, 16<<10)
	for name, files := range map[string][]*dg.File{
		"words":   nil,
		"picture": {{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(picture)}},
	} {
		b.Run(name, func(b *testing.B) {
			c := answering(b, func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				io.WriteString(w, "{}")
			})
			i := &dg.Interaction{ID: "1", AppID: "1", Token: "t"}
			r := says(i, "x", false).Response
			r.Data.Files = files
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.respond(b.Context(), i, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
