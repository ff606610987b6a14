package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/internal/sandbox"
	"doublecorner/store"
	"doublecorner/store/postgres/postgrestest"
)

// listening finds in the log where the bot listens, and for which setting.
type listening struct {
	slog.Handler
	found chan string // settings and addresses
}

func (l listening) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "listening" {
		r.Attrs(func(a slog.Attr) bool {
			l.found <- a.Value.String()
			return true
		})
	}
	return nil
}

func (l listening) Enabled(context.Context, slog.Level) bool { return true }

// TestStoppedWithoutDatabase checks that to stop while the database is away is no error.
func TestStoppedWithoutDatabase(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	settings := config.Default()
	settings.Data = "postgres://doublecorner@127.0.0.1:1/doublecorner" // where nothing listens
	if err := (&service{config: settings, log: slog.New(slog.DiscardHandler)}).run(ctx); err != nil {
		t.Error(err)
	}
}

// TestDiscordIsTriedAgainSoon checks that the first tries to reach Discord at the start follow each other within two seconds.
func TestDiscordIsTriedAgainSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{log: slog.New(slog.DiscardHandler)}
		var tries []time.Time
		must(t, s.retry(t.Context(), func() error {
			if tries = append(tries, time.Now()); len(tries) <= 2 {
				return &discord.Error{Status: http.StatusBadGateway}
			}
			return nil
		}))
		for i := range 2 {
			if pause := tries[i+1].Sub(tries[i]); pause > 2*time.Second {
				t.Errorf("after try %d it waits for %v", i+1, pause)
			}
		}
	})
}

// TestDatabaseAwayAtTheStart checks that a process that starts while its database is away is alive, says what it waits for,
// and goes on by itself.
func TestDatabaseAwayAtTheStart(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	w := newFixture(t, sandbox.Options{})
	w.settings.Data, w.settings.Watch.Listen = server.Address("postgres"), "127.0.0.1:0"
	server.Kill()
	ctx, cancel := context.WithCancel(t.Context())
	log := listening{slog.DiscardHandler, make(chan string, 10)}
	ready, over := make(chan string, 1), make(chan error, 1)
	s := &service{config: w.settings, log: slog.New(log), ready: func(string) { ready <- "ready" }}
	go func() { over <- s.run(ctx) }()
	<-log.found
	address := <-log.found
	w.eventually("waiting for the database", func() bool {
		status, text := look(t, address, "/readyz")
		return status == http.StatusServiceUnavailable &&
			strings.HasPrefix(text, "the bot is not at work yet: it waits for the database postgres on ")
	})
	for _, page := range []string{"/healthz", "/metrics"} {
		if status, text := look(t, address, page); status != http.StatusOK {
			t.Errorf("%s: %d %s", page, status, text)
		}
	}
	must(t, server.Run())
	<-ready
	w.eventually("being ready", func() bool {
		status, _ := look(t, address, "/readyz")
		return status == http.StatusOK
	})
	server.Kill()
	w.eventually("no lease", func() bool {
		_, text := look(t, address, "/readyz")
		return strings.Contains(text, "no valid lease") && strings.Contains(text, "the games cannot be read")
	})
	if status, text := look(t, address, "/healthz"); status != http.StatusOK {
		t.Errorf("it is not alive: %d %s", status, text)
	}
	cancel()
	must(t, <-over)
}

// TestDatabaseAwayBeforeTheGamesAreTakenUp checks that a process whose database goes away while it waits for Discord goes on by
// itself.
func TestDatabaseAwayBeforeTheGamesAreTakenUp(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{Durable: true})
	w := newFixture(t, sandbox.Options{})
	w.settings.Data, w.settings.Watch.Listen = server.Address("postgres"), "127.0.0.1:0"
	id, err := w.AddFault(sandbox.Fault{Do: sandbox.Fail, Status: http.StatusBadGateway, Path: "/applications/@me"})
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	log := listening{slog.DiscardHandler, make(chan string, 10)}
	ready, over := make(chan string, 1), make(chan error, 1)
	s := &service{config: w.settings, log: slog.New(log), ready: func(string) { ready <- "ready" }}
	go func() { over <- s.run(ctx) }()
	<-log.found
	address := <-log.found
	waits := func(why string) {
		t.Helper()
		w.eventually(why, func() bool {
			_, text := look(t, address, "/readyz")
			return strings.HasPrefix(text, "the bot is not at work yet: it waits for "+why)
		})
	}
	waits("Discord")
	server.Kill()
	w.RemoveFault(id)
	waits("the database postgres")
	must(t, server.Run())
	<-ready
	cancel()
	must(t, <-over)
}

// look fetches a page of the watch.
func look(t *testing.T, address, page string) (int, string) {
	t.Helper()
	resp, err := http.Get("http://" + address + page)
	must(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	must(t, err)
	return resp.StatusCode, string(text)
}

// TestWithoutDiscord checks that while Discord cannot be reached, the bot serves metrics and
// backups, says that it is not ready, refuses posts, and can be stopped.
func TestWithoutDiscord(t *testing.T) {
	t.Parallel()
	w := newFixture(t, sandbox.Options{})
	w.settings.Watch.Listen, w.settings.Posts.Listen = "127.0.0.1:0", "127.0.0.1:0"
	begin := func() (address, posts string, ready chan string, stop func() error) {
		ctx, cancel := context.WithCancel(t.Context())
		log := listening{slog.DiscardHandler, make(chan string, 10)}
		ready, over := make(chan string, 1), make(chan error, 1)
		s := &service{config: w.settings, log: slog.New(log), ready: func(string) { ready <- "ready" }}
		go func() { over <- s.run(ctx) }()
		select {
		case setting := <-log.found:
			if setting != "watch.listen" {
				t.Fatalf("it listens for %s first", setting)
			}
		case err := <-over:
			t.Fatalf("it ends by itself: %v", err)
		}
		address = <-log.found
		if setting := <-log.found; setting != "posts.listen" {
			t.Fatalf("then it listens for %s", setting)
		}
		return address, <-log.found, ready, func() error { cancel(); return <-over }
	}
	post := func(address string) int {
		t.Helper()
		resp, err := http.Post("http://"+address, "application/json", strings.NewReader(`{"type":1}`))
		must(t, err)
		resp.Body.Close()
		return resp.StatusCode
	}
	unreached := func(address, posts string) {
		t.Helper()
		if status := post(posts); status != http.StatusServiceUnavailable {
			t.Errorf("a post gets status %d", status)
		}
		if status, text := look(t, address, "/healthz"); status != http.StatusOK {
			t.Errorf("it is not alive: %d %s", status, text)
		}
		status, text := look(t, address, "/readyz")
		if status != http.StatusServiceUnavailable || !strings.Contains(text, "not at work yet: it waits for Discord") {
			t.Errorf("it is ready: %d %s", status, text)
		}
		if status, text := look(t, address, "/metrics"); status != http.StatusOK || !strings.Contains(text, "doublecorner_file_bytes") {
			t.Errorf("there are no figures: %d %s", status, text)
		}
		w.eventually("a copy", func() bool { return store.FetchBackup(w.settings.Data, new(bytes.Buffer)) == nil })
	}

	w.misbehaves(sandbox.Fault{Do: sandbox.Fail, Status: http.StatusServiceUnavailable})
	address, posts, ready, stop := begin()
	unreached(address, posts)
	must(t, stop())
	if len(ready) > 0 {
		t.Error("it says that it is at work")
	}
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("the address is still open")
	}
	if err := store.FetchBackup(w.settings.Data, io.Discard); !errors.Is(err, store.ErrNotServed) {
		t.Errorf("for a copy there is %v", err)
	}

	// Discord comes back.
	address, posts, ready, stop = begin()
	unreached(address, posts)
	for _, f := range w.Faults() {
		w.RemoveFault(f.ID)
	}
	<-ready
	w.eventually("being ready", func() bool {
		status, _ := look(t, address, "/readyz")
		return status == http.StatusOK
	})
	if status := post(posts); status != http.StatusUnauthorized {
		t.Errorf("a post that is not signed gets status %d", status)
	}
	must(t, stop())
}

// TestTakenAddress checks that an address in use is an error of the settings, found before
// Discord is asked for anything.
func TestTakenAddress(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	for setting, set := range map[string]func(w *fixture, address string){
		"watch.listen": func(w *fixture, address string) { w.settings.Watch.Listen = address },
		"posts.listen": func(w *fixture, address string) {
			w.settings.Watch.Listen, w.settings.Posts.Listen = "127.0.0.1:0", address
		},
	} {
		w := newFixture(t, sandbox.Options{})
		set(w, taken.Addr().String())
		s := &service{config: w.settings, log: slog.New(slog.DiscardHandler), ready: func(string) { t.Error("it is at work") }}
		err := s.run(t.Context())
		if _, ok := errors.AsType[usageError](err); !ok || !strings.HasPrefix(err.Error(), setting+": listen tcp") {
			t.Errorf("%s: the error is %v", setting, err)
		}
		if asked := w.Exchanges(); len(asked) > 0 {
			t.Errorf("%s: Discord was asked for %s", setting, asked[0].Route)
		}
	}
}

// TestServerStops checks that a server responds to the requests that have begun before it stops.
func TestServerStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var responded atomic.Bool
	slow := func(http.ResponseWriter, *http.Request) {
		cancel()
		time.Sleep(100 * time.Millisecond) // a server that does not wait has stopped by then
		responded.Store(true)
	}
	log := listening{slog.DiscardHandler, make(chan string, 2)}
	s := &service{log: slog.New(log), connections: new(errgroup.Group)}
	must(t, s.serve(ctx, "posts.listen", "127.0.0.1:0", http.HandlerFunc(slow)))
	<-log.found
	address := <-log.found
	asked := make(chan error, 1)
	go func() {
		resp, err := http.Get("http://" + address)
		if err == nil {
			resp.Body.Close()
		}
		asked <- err
	}()
	must(t, s.connections.Wait())
	if !responded.Load() {
		t.Error("it stopped before it had responded")
	}
	must(t, <-asked)
}

// TestStopWithSilentClient checks that a client whose post never ends does not delay a stop, nor does Discord, if it
// does not answer.
func TestStopWithSilentClient(t *testing.T) {
	t.Parallel()
	w := newFixture(t, sandbox.Options{})
	w.settings.Posts.Listen = "127.0.0.1:0"
	ctx, cancel := context.WithCancel(t.Context())
	log := listening{slog.DiscardHandler, make(chan string, 10)}
	ready, over := make(chan string, 1), make(chan error, 1)
	s := &service{config: w.settings, log: slog.New(log), ready: func(string) { ready <- "ready" }}
	go func() { over <- s.run(ctx) }()
	<-log.found
	silent, err := net.Dial("tcp", <-log.found)
	must(t, err)
	defer silent.Close()
	<-ready
	w.connected()
	w.misbehaves(sandbox.Fault{Do: sandbox.Hang, Method: "PATCH"})
	_, err = w.anna.Command(t.Context(), sandbox.CommandRequest{Channel: w.channel, Command: "privacy export"})
	must(t, err)
	_, err = io.WriteString(silent,
		"POST / HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: 1\r\nX-Signature-Ed25519: "+
			strings.Repeat("00", 64)+"\r\nContent-Length: 9\r\n\r\n")
	must(t, err)
	time.Sleep(100 * time.Millisecond)
	began := time.Now()
	cancel()
	<-over // with what was not finished
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it stops after %v", took)
	}
}
