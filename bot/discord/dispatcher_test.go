package discord

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/internal/rate"
	"doublecorner/internal/sandbox"
	"doublecorner/internal/work"
)

// TestChannelsInUse checks that closed channels are tried again soon that a user uses, or names in a command.
func TestChannelsInUse(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	limits, post := w.client.limits, func(channel string) route { return routeOf(http.MethodPost, "channels/"+channel+"/messages") }
	now := time.Now()
	for range 10 {
		for _, channel := range []string{"1", "2", "3"} {
			limits.invalid.record(post(channel), http.StatusForbidden, 0, now)
		}
	}
	d := NewDispatcher(DispatcherConfig{Handler: &fakeHandler{}, Client: w.client, Log: w.log})
	must(t, d.Close(t.Context()))
	d.Dispatch(arrives(&dg.Interaction{ChannelID: "1", Data: dg.ApplicationCommandInteractionData{
		Resolved: &dg.ApplicationCommandInteractionDataResolved{Channels: map[string]*dg.Channel{"2": {}}},
	}}))
	for channel, open := range map[string]bool{"1": true, "2": true, "3": false} {
		if err := limits.invalid.check(post(channel), now.Add(firstClosedTime), 1); (err == nil) != open {
			t.Errorf("channel %s: %v", channel, err)
		}
	}
}

// TestAnswers checks every type of response, and that Shown gets the result.
func TestAnswers(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	told := make(chan string, 10)
	w.shown = func(_ *dg.Interaction, shown *dg.Message, err error) {
		switch {
		case err != nil:
			told <- err.Error()
		case shown != nil: // not of completions
			told <- shown.ID
		}
	}
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		r := says(i, "said "+what(i), what(i) == "private")
		if i.Type == dg.InteractionApplicationCommandAutocomplete && what(i) == "nothing" {
			r.Choices = nil
		}
		if i.Type == dg.InteractionMessageComponent {
			r = followed("pressed", saying("more", false))
		}
		return r, true
	}, nil)

	public := w.does(w.anna, "public")
	if id := <-told; public.Message == nil || id != public.Message.ID.String() {
		t.Errorf("the bot hears of message %s, and people see %+v", id, public)
	}
	private := w.does(w.anna, "private")
	if id := <-told; !private.Message.OnlyYou || id != private.Message.ID.String() {
		t.Errorf("the bot hears of message %s, and people see %+v", id, private)
	}
	if out := w.types(w.anna, "x"); len(out.Choices) != 1 {
		t.Errorf("completions: %+v", out)
	}
	if out := w.types(w.anna, "nothing"); out.Kind != "choices" || len(out.Choices) != 0 {
		t.Errorf("no completions: %+v", out)
	}
	w.presses(w.ben, public.Message.ID)
	more := <-told
	seen, err := w.anna.Messages(t.Context(), w.room, 0)
	must(t, err)
	if last := seen[len(seen)-1]; last.ID.String() != more || firstText(last.Components) != "more" {
		t.Errorf("after the press there is %+v, and the bot hears of %s", last, more)
	}
	if got := w.reads(w.anna); got[0] != "pressed" {
		t.Errorf("the pressed message says %q", got[0])
	}
}

// TestDeferral checks that slow responses are deferred and arrive in the right place, whether the
// response or the timer defers them.
func TestDeferral(t *testing.T) {
	tests := []struct {
		name  string
		asks  string // "private", "slow" to answer, "later" when its message is drawn later
		press bool   // of a button, instead of a command
		lost  bool   // the promise seems so
		reads []string
	}{
		{name: "a public answer",
			asks: "public slow", reads: []string{"said public slow"}},
		{name: "a private answer",
			asks: "private slow", reads: []string{"said private slow (only you)"}},
		{name: "a public answer that was to be slow",
			asks: "public later", reads: []string{"later public later"}},
		{name: "a private answer that was to be slow",
			asks: "private later", reads: []string{"later private later (only you)"}},
		{name: "a promise that comes late itself",
			asks: "public slow later", reads: []string{"later public slow later"}},
		{name: "a public answer that was to be slow, and whose promise seemed lost",
			asks: "public later", lost: true, reads: []string{"later public later"}},
		{name: "a private answer that was to be slow, and whose promise seemed lost",
			asks: "private later", lost: true, reads: []string{"later private later (only you)"}},
		{name: "a public answer after a promise that seemed lost",
			asks: "public slow", lost: true, reads: []string{"said public slow"}},

		{name: "a change of the pressed message",
			press: true, asks: "public", reads: []string{"said ", "followed"}},
		{name: "a change after a promise that seemed lost",
			press: true, asks: "public", lost: true, reads: []string{"said ", "followed"}},
		{name: "a change that was to be slow",
			press: true, asks: "later", reads: []string{"later "}},
		{name: "a change that was to be slow, and whose promise seemed lost",
			press: true, asks: "later", lost: true, reads: []string{"later "}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newTestGuild(t, sandbox.Options{})
			done, slow := make(chan error, 1), make(chan struct{})
			w.shown = func(_ *dg.Interaction, shown *dg.Message, err error) {
				if err == nil && (shown == nil || shown.ID == "") {
					err = errors.New("nothing is shown")
				}
				done <- err
			}
			w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
				if test.press || strings.Contains(test.asks, "slow") {
					<-slow
				}
				return responseFor(i, test.asks), true
			}, func(d *Dispatcher) {
				d.deferAfter = time.Millisecond
				if !strings.Contains(test.asks, "slow") && !test.press {
					d.deferAfter = time.Hour
				}
			})
			if test.lost {
				w.misbehaves(sandbox.Fault{Do: sandbox.Lose, Path: "/interactions/*/*/callback", Times: 1})
			}
			if test.press {
				if out := w.presses(w.anna, w.board()); out.Kind != "nothing" {
					t.Errorf("meanwhile: %+v", out)
				}
			} else if out := w.does(w.anna, test.asks); out.Kind != "thinking" {
				t.Errorf("meanwhile: %+v", out)
			}
			close(slow)
			must(t, <-done)
			if got := w.reads(w.anna); !slices.Equal(got, test.reads) {
				t.Errorf("Anna reads %q, want %q", got, test.reads)
			}
		})
	}
}

// responseFor returns the response to a command or a press, whose message is drawn later if that is asked.
func responseFor(i *dg.Interaction, asks string) delivery.Response {
	text, press := what(i), i.Type == dg.InteractionMessageComponent
	private := strings.Contains(text, "private")
	switch {
	case strings.Contains(asks, "later"):
		r := later(saying("later "+text, private))
		if press {
			r.Placement = delivery.Replace
		}
		return r
	case press:
		return followed("said ", saying("followed", false))
	}
	return says(i, "said "+text, private)
}

// TestOrder checks that the interactions of a channel are handled in their order, and that a slow
// channel delays no other.
func TestOrder(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	other, err := w.Channel(w.room, "other")
	must(t, err)
	var mu sync.Mutex
	var order []string
	slow := make(chan struct{})
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		if what(i) == "0" {
			<-slow
		}
		mu.Lock()
		order = append(order, what(i))
		mu.Unlock()
		return says(i, what(i), true), true
	}, nil)
	var want []string
	for i := range 8 {
		w.asks(w.anna, fmt.Sprint(i))
		want = append(want, fmt.Sprint(i))
	}
	use := w.command("elsewhere")
	use.Channel = other
	out, err := w.ben.Command(t.Context(), use)
	if err != nil || out.Message == nil {
		t.Errorf("elsewhere: %+v, %v", out, err)
	}
	close(slow)
	eventually(t, "everything", func() bool { mu.Lock(); defer mu.Unlock(); return len(order) == 9 })
	if want = append([]string{"elsewhere"}, want...); !slices.Equal(order, want) {
		t.Errorf("heard in the order %q, want %q", order, want)
	}
}

// TestWait checks that the interactions of a channel are handled while the responses to many before them wait.
func TestWait(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	stored := make(chan struct{})
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		if what(i) == "last" {
			close(stored)
			return says(i, "handled", true), true
		}
		return delivery.Response{Wait: func(context.Context) delivery.Response {
			<-stored
			return says(i, "stored", true)
		}}, true
	}, nil)
	for range 50 { // more than are handled at once
		w.asks(w.anna, "first")
	}
	out, err := w.ben.Command(t.Context(), w.command("last"))
	if err != nil || out.Message == nil {
		t.Errorf("the last one: %+v, %v", out, err)
	}
}

// TestDuplicate checks that an interaction that arrives twice is handled once.
func TestDuplicate(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	var heard sync.Map
	twice := make(chan string, 10)
	w.misbehaves(sandbox.Fault{Do: sandbox.Duplicate, Event: "INTERACTION_CREATE"})
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		if _, again := heard.LoadOrStore(i.ID, true); again {
			twice <- i.ID
		}
		return says(i, what(i), false), true
	}, nil)
	for range 5 {
		w.does(w.anna, "x")
	}
	if n := len(w.reads(w.anna)); n != 5 || len(twice) > 0 {
		t.Errorf("%d messages for 5 commands, %d heard twice", n, len(twice))
	}
}

// TestPanic checks that a panic is counted, and answered with a reference if there is no response yet, and that it affects
// no other interaction.
func TestPanic(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	done, results := make(chan struct{}, 1), make(chan Status, 10)
	w.shown = func(i *dg.Interaction, _ *dg.Message, _ error) {
		switch what(i) {
		case "later":
			done <- struct{}{}
		case "done":
			panic("done")
		}
	}
	dispatcher := w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		r := says(i, "fine", true)
		switch what(i) {
		case "panic":
			panic("at the disco")
		case "drawing":
			r.Compose = func(context.Context) *message.Builder { panic("drawing") }
		case "drawn":
			return delivery.Response{Compose: func(context.Context) *message.Builder { return r.Message }}, true
		case "invalid":
			r.Message = invalidMessage(true)
		case "later":
			r = delivery.Response{Slow: true, Compose: func(context.Context) *message.Builder { panic("later") }}
		}
		return r, true
	}, func(d *Dispatcher) { d.observe = func(o Handled) { results <- o.Status } })
	for _, what := range []string{"declared panic", "panic", "drawing", "invalid"} {
		if out := w.does(w.anna, what); out.Message == nil ||
			!strings.HasPrefix(firstText(out.Message.Components), "broken ") || !out.Message.OnlyYou {
			t.Errorf("%s: %+v", what, out)
		}
	}
	w.does(w.anna, "later")
	<-done
	if got := w.reads(w.anna); !strings.HasPrefix(got[len(got)-1], "broken ") {
		t.Errorf("later: %q", got)
	}
	for _, what := range []string{"done", "drawn", "fine"} {
		if out := w.does(w.anna, what); out.Message == nil || firstText(out.Message.Components) != "fine" {
			t.Errorf("%s: %+v", what, out)
		}
	}
	var got []Status
	want := []Status{Answered, Answered, Panicked, Panicked, Panicked, Panicked, Panicked, Undelivered}
	for range want {
		got = append(got, <-results)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("the results are %q, want %q", got, want)
	}
	must(t, dispatcher.Close(t.Context())) // nothing is left of them
}

// TestFailedRequests checks that a response which says that the request failed is counted as that, also one that is slow or
// does not arrive.
func TestFailedRequests(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	results := make(chan Status, 1)
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		failure := saying("something went wrong", true)
		failure.Failed = true
		switch what(i) {
		case "slow":
			return later(failure), true
		case "undelivered":
			failure = invalidMessage(true)
			failure.Failed = true
		}
		return reply(newMessage, failure), true
	}, func(d *Dispatcher) { d.observe = func(o Handled) { results <- o.Status } })
	for _, what := range []string{"at once", "slow", "undelivered"} {
		w.does(w.anna, what)
		if got := <-results; got != Failed {
			t.Errorf("%s: the result is %q", what, got)
		}
	}
}

// TestFlood checks that a user who floods the bot is answered by Busy each time, and delays nobody else.
func TestFlood(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
	now := time.Now()
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		return says(i, "fine", true), true
	},
		func(d *Dispatcher) {
			d.userRate = rate.NewLimiter[string](rate.Limit{AtOnce: 3, ASecond: 1}, func() time.Time { return now })
			d.guildRate = rate.NewLimiter[string](rate.Limit{AtOnce: 4, ASecond: 1}, func() time.Time { return now })
		})
	var got []string
	for range 8 {
		got = append(got, firstText(w.does(w.anna, "x").Message.Components))
	}
	if want := []string{"fine", "fine", "fine", "busy", "busy", "busy", "busy", "busy"}; !slices.Equal(got, want) {
		t.Errorf("Anna hears %q, want %q", got, want)
	}
	if out := w.does(w.ben, "x"); out.Message == nil || firstText(out.Message.Components) != "fine" {
		t.Errorf("Ben hears %+v", out)
	}
	if out := w.does(w.ben, "x"); out.Message == nil || firstText(out.Message.Components) != "busy" {
		t.Errorf("when all together have asked too much, Ben hears %+v", out)
	}
}

// TestFaults checks that users get one response whatever happens to the requests, and that Shown
// learns whether they did.
func TestFaults(t *testing.T) {
	t.Parallel()
	callback, follow := "/interactions/*/*/callback", "/webhooks/*/*"
	tests := []struct {
		name  string
		fault sandbox.Fault
		want  []string
		err   bool
	}{
		{"an answer fails", sandbox.Fault{Do: sandbox.Fail, Status: 500, Path: callback, Times: 1}, []string{"one", "two"}, false},
		{"the way back of an answer breaks", sandbox.Fault{Do: sandbox.Lose, Path: callback, Times: 1}, []string{"one", "two"}, false},
		{"an answer comes too often",
			sandbox.Fault{Do: sandbox.Fail, Status: 429, RetryAfter: 0.1, Path: callback, Times: 1},
			[]string{"one", "two"}, false},
		{"Discord has lost the interaction",
			sandbox.Fault{Do: sandbox.Fail, Code: sandbox.CodeUnknownInteraction, Path: callback, Times: 1},
			[]string{"a board"}, true},
		{"what follows fails", sandbox.Fault{Do: sandbox.Fail, Status: 502, Path: follow, Times: 2}, []string{"one", "two"}, false},
		{"what follows comes too often",
			sandbox.Fault{Do: sandbox.Fail, Status: 429, RetryAfter: 0.1, Path: follow, Times: 1},
			[]string{"one", "two"}, false},
		{"the way back of what follows breaks", sandbox.Fault{Do: sandbox.Lose, Path: follow, Times: 1}, []string{"one", "two"}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newTestGuild(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
			done := make(chan error, 1)
			w.shown = func(_ *dg.Interaction, _ *dg.Message, err error) { done <- err }
			w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
				return followed("one", saying("two", false)), true
			}, nil)
			board := w.board()
			w.misbehaves(test.fault)
			_, err := w.anna.Press(t.Context(), sandbox.Press{Channel: w.room, Message: board, CustomID: "again", NoWait: true})
			must(t, err)
			if err := <-done; (err != nil) != test.err {
				t.Errorf("the bot hears %v", err)
			}
			if got := w.reads(w.ben); !slices.Equal(got, test.want) {
				t.Errorf("Ben reads %q, want %q", got, test.want)
			}
		})
	}
}

// TestClose checks that a closed dispatcher finishes what it accepted, accepts nothing more, and
// does not wait for ever.
func TestClose(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	began, slow := make(chan struct{}), make(chan struct{})
	dispatcher := NewDispatcher(DispatcherConfig{Client: w.client, Log: w.log,
		Handler: &fakeHandler{handle: func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
			close(began)
			<-slow
			return says(i, "finished", false), true
		}}})
	w.listen(dispatcher)
	w.asks(w.anna, "x")
	<-began
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	hurried := NewDispatcher(DispatcherConfig{Client: w.client, Log: w.log, Handler: dispatcher.handler})
	hurried.responders.Add(1)
	if hurried.Close(impatient) == nil {
		t.Error("nothing is said about what was not finished")
	}
	closed := make(chan error)
	go func() { closed <- dispatcher.Close(t.Context()) }()
	eventually(t, "the end", func() bool { return !dispatcher.Dispatch(arrives(&dg.Interaction{ID: "1", Token: "t"})) })
	close(slow)
	must(t, <-closed)
	if got := w.reads(w.anna); !slices.Equal(got, []string{"finished"}) || dispatcher.accepted != 0 {
		t.Errorf("Anna reads %q; %d at work", got, dispatcher.accepted)
	}
}

// TestRefused checks that everybody who is refused hears so, and that the log has their number.
func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var busy, fine atomic.Int64
		client, err := NewClient(ClientConfig{Token: "t", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			text, _ := io.ReadAll(r.Body)
			busy.Add(int64(bytes.Count(text, []byte("busy"))))
			fine.Add(int64(bytes.Count(text, []byte("fine"))))
			return &http.Response{StatusCode: http.StatusNoContent, Header: http.Header{}, Body: http.NoBody}, nil
		})})
		must(t, err)
		var log bytes.Buffer
		d := NewDispatcher(DispatcherConfig{Client: client, Log: slog.New(slog.NewTextHandler(&log, nil)), Handler: &fakeHandler{
			handle: func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
				return says(i, "fine", true), true
			},
		}})
		arrive := func(n int) {
			d.Dispatch(arrives(&dg.Interaction{
				ID: fmt.Sprint(n), Token: "t", Type: dg.InteractionApplicationCommand, ChannelID: "1", GuildID: "2", User: &dg.User{ID: fmt.Sprint(n)},
			}))
		}
		for n := range 1000 { // people in one room at once
			arrive(n)
		}
		time.Sleep(responseDeadline)
		synctest.Wait()
		if busy.Load() != 700 || fine.Load() != 300 {
			t.Errorf("of 1000, %d are answered and %d refused", fine.Load(), busy.Load())
		}
		d.accepted += maxAccepted
		arrive(1000)
		time.Sleep(refusedPause)
		synctest.Wait()
		d.accepted -= maxAccepted
		if busy.Load() != 701 {
			t.Error("nobody says that there is too much to do")
		}
		if text := log.String(); strings.Count(text, "refused") != 1 || !strings.Contains(text, "rate_limited=700 overloaded=1") {
			t.Errorf("the log has\n%s", text)
		}
		must(t, d.Close(t.Context()))
	})
}

// TestOverload checks that an overloaded dispatcher drops what it cannot answer any more, and that the observer
// learns of it.
func TestOverload(t *testing.T) {
	var told []Status
	dispatcher := NewDispatcher(DispatcherConfig{
		Client: answering(t, nil), Log: slog.New(slog.DiscardHandler), Observe: func(o Handled) { told = append(told, o.Status) },
		Handler: &fakeHandler{handle: func(context.Context, *dg.Interaction) (delivery.Response, bool) { return delivery.Response{}, false }},
	})
	dispatcher.accepted = maxAccepted + maxRefused
	if dispatcher.Dispatch(arrives(&dg.Interaction{ID: "1", Type: dg.InteractionApplicationCommand})) {
		t.Error("a command is taken although there is too much to do")
	}
	dispatcher.accepted, dispatcher.autocompleting = maxAutocompletes, maxAutocompletes
	if dispatcher.Dispatch(arrives(&dg.Interaction{ID: "2", Type: dg.InteractionApplicationCommandAutocomplete})) {
		t.Error("a completion is taken although so many are being looked for")
	}
	dispatcher.accepted, dispatcher.autocompleting, dispatcher.waiting = 100, 0, maxAccepted
	if dispatcher.Dispatch(arrives(&dg.Interaction{ID: "2", Type: dg.InteractionApplicationCommandAutocomplete})) {
		t.Error("a completion is taken although so much waits")
	}
	dispatcher.waiting = 0
	if want := []Status{Overloaded, Overloaded, Overloaded}; !slices.Equal(told, want) {
		t.Errorf("the observer sees %q, want %q", told, want)
	}
	if !dispatcher.Dispatch(arrives(&dg.Interaction{ID: "3", Type: dg.InteractionApplicationCommand})) {
		t.Error("because of completions no command is taken")
	}
	must(t, dispatcher.Close(t.Context()))
}

// TestNobodyUnheard checks that every interaction is deferred in time and answered however many
// wait, and that those that only read are answered by Busy.
func TestNobodyUnheard(t *testing.T) {
	t.Parallel()
	for _, posted := range []bool{false, true} {
		t.Run(fmt.Sprintf("posted %v", posted), func(t *testing.T) {
			t.Parallel()
			w := newTestGuild(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
			const handling = 50 * time.Millisecond
			dispatcher := w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
				time.Sleep(handling)
				return says(i, "did "+what(i), false), true
			}, func(d *Dispatcher) {
				boundless := rate.Limit{AtOnce: 1e6, ASecond: 1e6}
				d.userRate, d.guildRate = rate.NewLimiter[string](boundless, time.Now), rate.NewLimiter[string](boundless, time.Now)
				d.handlingTime = handling
			})
			if posted {
				w.takesPosts(dispatcher)
			}
			const flood = 70 // which take longer than Discord waits
			outcomes := make(chan sandbox.Response, flood)
			for n := range flood {
				go func() {
					out, err := w.anna.Command(context.Background(), w.command(fmt.Sprint("this ", n)))
					if err != nil {
						out.Reason = err.Error()
					}
					outcomes <- out
				}()
			}
			for range flood {
				if out := <-outcomes; out.Kind != "thinking" && out.Kind != "message" {
					t.Fatalf("a user sees %s: %s", out.Kind, out.Reason)
				}
			}
			if out := w.does(w.ben, "look"); out.Message == nil || firstText(out.Message.Components) != "busy" {
				t.Errorf("who only looks sees %+v", out)
			}
			eventually(t, "all answers", func() bool {
				n := 0
				for _, text := range w.reads(w.anna) {
					if strings.HasPrefix(text, "did this") {
						n++
					}
				}
				return n == flood
			})
			for _, e := range w.Exchanges() {
				if e.Status >= 400 {
					t.Errorf("%s is answered %d %s", e.Route, e.Status, e.Response)
				}
			}
		})
	}
}

// TestLaneWait checks the estimate of how long an interaction waits.
func TestLaneWait(t *testing.T) {
	now := time.Now()
	dispatcher := NewDispatcher(DispatcherConfig{Client: answering(t, nil), Handler: &fakeHandler{}})
	dispatcher.now = func() time.Time { return now }
	for range 200 {
		dispatcher.slots <- struct{}{}
		dispatcher.freeSlot(now.Add(-100 * time.Millisecond))
	}
	if dispatcher.handlingTime < 99*time.Millisecond || dispatcher.handlingTime > 100*time.Millisecond || len(dispatcher.slots) != 0 {
		t.Errorf("handling takes %v, and %d are handled", dispatcher.handlingTime, len(dispatcher.slots))
	}
	dispatcher.lanes["1"] = make([]*responder, 3)
	if wait := dispatcher.laneWait("1"); wait < 290*time.Millisecond || wait > 300*time.Millisecond || dispatcher.laneWait("2") != 0 {
		t.Errorf("the fourth in a channel waits %v, the first in another %v", wait, dispatcher.laneWait("2"))
	}
	dispatcher.waiting = 100 * runtime.GOMAXPROCS(0)
	if wait := dispatcher.laneWait("2"); wait != 100*typicalWork {
		t.Errorf("when everybody waits, the first in a channel waits %v", wait)
	}
	if n := cap(dispatcher.slots); n != handledPerProcessor*runtime.GOMAXPROCS(0) {
		t.Errorf("%d are handled at once", n)
	}
	if n := cap(dispatcher.slowSlots); n != max(1, runtime.GOMAXPROCS(0)/2) {
		t.Errorf("%d of %d processors work out what takes long", n, runtime.GOMAXPROCS(0))
	}
}

// TestRush checks that all interactions of a rush are deferred before more are handled, and that
// an endless rush does not stop the handling.
func TestRush(t *testing.T) {
	const takes = 20 * time.Millisecond
	capacity := handledPerProcessor * runtime.GOMAXPROCS(0) * int(time.Second/takes) // a second
	synctest.Test(t, func(t *testing.T) {
		client, err := NewClient(ClientConfig{Token: "t", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody, Request: r}, nil
		})})
		must(t, err)
		var handled atomic.Int64
		dispatcher := NewDispatcher(DispatcherConfig{Client: client, Log: slog.New(slog.DiscardHandler), Handler: &fakeHandler{
			handle: func(context.Context, *dg.Interaction) (delivery.Response, bool) {
				time.Sleep(takes)
				handled.Add(1)
				return delivery.Response{}, false
			},
		}})
		arrived := 0
		arrive := func() {
			arrived++
			id := fmt.Sprint(arrived)
			press := &dg.Interaction{ID: id, ChannelID: id, User: &dg.User{ID: id}, Type: dg.InteractionMessageComponent}
			if _, ok := dispatcher.dispatch(arrives(press), true); !ok {
				t.Fatalf("number %s is not taken", id)
			}
		}
		waiting := func() int {
			dispatcher.mu.Lock()
			defer dispatcher.mu.Unlock()
			return dispatcher.waiting
		}

		for range 2 * capacity { // within a second
			arrive()
			time.Sleep(time.Second / time.Duration(2*capacity))
		}
		if n := int(handled.Load()); n > capacity/3 {
			t.Errorf("while %d arrived, %d were handled", arrived, n)
		}
		behind := waiting()
		for range 20 * capacity / 2 { // in 20 seconds
			arrive()
			time.Sleep(2 * time.Second / time.Duration(capacity))
		}
		if n := waiting(); n > behind/8 {
			t.Errorf("after a rush %d wait, and after 20 s of half of what can be handled still %d", behind, n)
		}
		must(t, dispatcher.Close(t.Context()))
		if int(handled.Load()) != arrived {
			t.Errorf("of %d, %d were handled", arrived, handled.Load())
		}
	})
}

// TestWork checks that slow responses wait once the work budget of their user or guild is used up,
// and that nobody else waits.
func TestWork(t *testing.T) {
	now := time.Now()
	dispatcher := NewDispatcher(DispatcherConfig{
		Client: answering(t, nil), Log: slog.New(slog.DiscardHandler), Handler: &fakeHandler{},
		Rates: Rates{UserWork: rate.Limit{AtOnce: 1, ASecond: 0.01}, GuildWork: rate.Limit{AtOnce: 10, ASecond: 0.01}},
	})
	dispatcher.now = func() time.Time { return now }
	asks := func(person, place string, takes time.Duration) (done bool) {
		worker := &responder{dispatcher: dispatcher,
			i: &dg.Interaction{User: &dg.User{ID: person}, GuildID: place, Type: dg.InteractionApplicationCommand}}
		worker.composeLater(t.Context(), &delivery.Response{Slow: true, Compose: func(context.Context) *message.Builder {
			now = now.Add(takes)
			done = true
			return saying("done", false)
		}})
		return done
	}
	steps := []struct {
		person, place string
		after, takes  time.Duration
		want          bool
	}{
		{"anna", "1", 0, 900 * time.Millisecond, true},
		{"anna", "1", 0, 700 * time.Millisecond, true}, // there was a little left
		{"anna", "1", 0, 0, false},
		{"anna", "2", 0, 0, false},
		{"ben", "1", 0, 9 * time.Second, true},
		{"ben", "2", 12 * time.Minute, 0, false},
		{"ben", "2", 2 * time.Minute, 2 * time.Hour, true},
		{"ben", "2", 59 * time.Minute, 0, false},
		{"ben", "2", 2 * time.Minute, 0, true}, // nobody waits longer than an hour
		{"cleo", "1", 0, 14 * time.Second, true},
		{"dora", "1", 0, 0, false},
		{"dora", "2", 0, 0, true},
	}
	for i, s := range steps {
		now = now.Add(s.after)
		if got := asks(s.person, s.place, s.takes); got != s.want {
			t.Errorf("step %d: done is %v, want %v", i, got, s.want)
		}
	}
}

// TestThink checks that waiting for the mind holds no slot and no budget of those who compose.
func TestThink(t *testing.T) {
	d := NewDispatcher(DispatcherConfig{
		Client: answering(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") }),
		Log:    slog.New(slog.DiscardHandler), Handler: &fakeHandler{},
		Rates: Rates{UserWork: rate.Limit{AtOnce: 1, ASecond: 0.01}, GuildWork: rate.Limit{AtOnce: 1, ASecond: 0.01}},
	})
	now := time.Now()
	d.now = func() time.Time { return now }
	asker := func(user string) *responder {
		return &responder{dispatcher: d, i: &dg.Interaction{User: &dg.User{ID: user}, GuildID: "1", Type: dg.InteractionApplicationCommand}}
	}
	var order []string
	composes := func(what string) func(context.Context) *message.Builder {
		return func(context.Context) *message.Builder {
			order = append(order, what)
			return saying(what, false)
		}
	}
	_, err := asker("anna").sendLater(t.Context(), &delivery.Response{
		Think: func(ctx context.Context) {
			now = now.Add(time.Hour)
			asker("ben").composeLater(ctx, &delivery.Response{Compose: composes("another's")})
		},
		Compose: composes("what was thought"),
	})
	if err != nil || !slices.Equal(order, []string{"another's", "what was thought"}) {
		t.Errorf("composed are %q, %v", order, err)
	}
}

// TestWorkUsedUp checks that slow responses wait once the work budget of their user or their guild is used up, and that
// everything else is answered at once: moves wait for nobody's replays.
func TestWorkUsedUp(t *testing.T) {
	move, replay := reply(newMessage, saying("moved", false)), later(saying("replayed", false))
	for _, test := range []struct {
		who, asks string
		used      time.Duration
		response  delivery.Response
		want      string
	}{
		{"who has used nothing", "a replay", 0, replay, "later"},
		{"who has used a little", "a replay", 900 * time.Millisecond, replay, "later"},
		{"who has used all", "a replay", 1200 * time.Millisecond, replay, "too much work"},
		{"who has used all", "a move", 1200 * time.Millisecond, move, "moved"},
		{"who has used far more", "a move", time.Hour, move, "moved"},
	} {
		dispatcher := NewDispatcher(DispatcherConfig{
			Log:     slog.New(slog.DiscardHandler),
			Rates:   Rates{UserWork: rate.Limit{AtOnce: 1, ASecond: 0.001}, GuildWork: rate.Limit{AtOnce: 1, ASecond: 0.001}},
			Handler: &fakeHandler{handle: func(context.Context, *dg.Interaction) (delivery.Response, bool) { return test.response, true }},
		})
		for n, user := range []string{"anna", "ben"} { // first Anna has used it, then others of Ben's guild
			used := &dg.Interaction{User: &dg.User{ID: []string{"anna", "cleo"}[n]}, GuildID: []string{"2", "1"}[n]}
			dispatcher.spendWork(used, test.used)
			asks := &responder{dispatcher: dispatcher, ctx: t.Context(),
				i: &dg.Interaction{User: &dg.User{ID: user}, GuildID: "1", Type: dg.InteractionApplicationCommand}}
			response, _ := asks.handle()
			got := "later"
			if !response.Slow {
				got = response.Message.Parts[0].(dg.TextDisplay).Content
			}
			if got != test.want {
				t.Errorf("%s, %s, asks for %s: %q, want %q", user, test.who, test.asks, got, test.want)
			}
		}
	}
}

// TestBudgetOfARequest checks that the context of a request ends after mostWork, and that of a slow response after the
// budget that is declared of it.
func TestBudgetOfARequest(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nobody knows here how long a processor works for a thread")
	}
	var handled, composed error
	works := func(ctx context.Context) error {
		for began := time.Now(); ctx.Err() == nil && time.Since(began) < 10*time.Second; {
		}
		return context.Cause(ctx)
	}
	slow := delivery.Response{Slow: true, Compose: func(ctx context.Context) *message.Builder {
		composed = works(ctx)
		return saying("done", false)
	}}
	dispatcher := NewDispatcher(DispatcherConfig{
		Client: answering(t, nil), Log: slog.New(slog.DiscardHandler), Rates: Rates{UserWork: rate.Limit{AtOnce: 60, ASecond: 1}},
		Handler: &fakeHandler{handle: func(ctx context.Context, _ *dg.Interaction) (delivery.Response, bool) {
			handled = works(ctx)
			return slow, true
		}},
	})
	asks := &responder{dispatcher: dispatcher, ctx: t.Context(), i: &dg.Interaction{User: &dg.User{ID: "anna"}, GuildID: "1"}}
	began := time.Now()
	asks.handle()
	if took := time.Since(began); handled != work.ErrSpent || took < mostWork {
		t.Errorf("a request ends after %v: %v", took, handled)
	}
	asks.composeLater(t.Context(), &slow)
	if composed != work.ErrSpent {
		t.Errorf("a slow response ends: %v", composed)
	}
}

// TestUnexpectedWork checks that responses that take long count against the work budget, also if they are not slow.
func TestUnexpectedWork(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nobody knows here how long a processor works for a thread")
	}
	works := func(ctx context.Context) {
		for ctx.Err() == nil { // until a processor has worked for all of its budget
			sha256.Sum256(make([]byte, 1<<10))
		}
	}
	dispatcher := NewDispatcher(DispatcherConfig{
		Log:   slog.New(slog.DiscardHandler),
		Rates: Rates{UserWork: rate.Limit{AtOnce: 1.5 * freeWork.Seconds(), ASecond: 0.001}},
		Handler: &fakeHandler{handle: func(ctx context.Context, i *dg.Interaction) (delivery.Response, bool) {
			works(ctx)
			return says(i, "done", true), true
		}},
	})
	for what, does := range map[string]func(*responder){
		"an answer": func(r *responder) { r.handle() },
		"a thought": func(r *responder) { r.think(t.Context(), &delivery.Response{Think: works}) },
	} {
		busy := &responder{dispatcher: dispatcher, ctx: t.Context(),
			i: &dg.Interaction{User: &dg.User{ID: what}, GuildID: what, Type: dg.InteractionApplicationCommand}}
		if does(busy); dispatcher.workWait(busy.i) == 0 {
			t.Errorf("%s that takes long costs nothing", what)
		}
	}
}

// TestNewerAutocomplete checks that a user's autocompletes are handled one at a time, and that a
// newer one replaces those before.
func TestNewerAutocomplete(t *testing.T) {
	began, ended := make(chan struct{}), make(chan error)
	var mu sync.Mutex
	handled := map[string]int{}
	dispatcher := NewDispatcher(DispatcherConfig{Client: answering(t, nil), Log: slog.New(slog.DiscardHandler),
		Handler: &fakeHandler{handle: func(ctx context.Context, i *dg.Interaction) (delivery.Response, bool) {
			mu.Lock()
			handled[i.User.ID]++
			mu.Unlock()
			if i.ID == "1" {
				close(began)
				<-ctx.Done()
				ended <- ctx.Err()
			}
			return delivery.Response{}, false
		}}})
	types := func(id int, person string) {
		typed := &dg.Interaction{ID: fmt.Sprint(id), User: &dg.User{ID: person}, Type: dg.InteractionApplicationCommandAutocomplete}
		if !dispatcher.Dispatch(arrives(typed)) {
			t.Errorf("what %s types is turned away", person)
		}
	}
	types(1, "anna")
	<-began
	types(2, "ben")
	select {
	case err := <-ended:
		t.Fatalf("Ben's typing ends Anna's: %v", err)
	default:
	}
	for id := range 50 {
		types(3+id, "anna")
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	must(t, dispatcher.Close(t.Context()))
	if handled["anna"] != 2 || handled["ben"] != 1 || len(dispatcher.latestTyped) != 0 {
		t.Errorf("looked for: %v; %d people are still typing", handled, len(dispatcher.latestTyped))
	}
}

// TestLimitedAutocompletes checks that autocompletes above a user's rate do not count as finished
// ones of those that are limited together.
func TestLimitedAutocompletes(t *testing.T) {
	dispatcher := NewDispatcher(DispatcherConfig{
		Client: answering(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
		Log:    slog.New(slog.DiscardHandler), Rates: Rates{Autocomplete: rate.Limit{AtOnce: 1, ASecond: 1}},
		Handler: &fakeHandler{handle: func(context.Context, *dg.Interaction) (delivery.Response, bool) { return delivery.Response{}, false }},
	})
	for id := range 3 {
		dispatcher.Dispatch(arrives(&dg.Interaction{ID: fmt.Sprint(1 + id),
			Type: dg.InteractionApplicationCommandAutocomplete, User: &dg.User{ID: "anna"}}))
	}
	must(t, dispatcher.Close(t.Context()))
	if dispatcher.autocompleting != 0 || dispatcher.accepted != 0 {
		t.Errorf("%d of %d interactions are autocompletes", dispatcher.autocompleting, dispatcher.accepted)
	}
}

// TestGiveUp checks that a public response is given up before its announcements are delivered by
// other means.
func TestGiveUp(t *testing.T) {
	if sendTimeout >= delivery.ResponseTimeout {
		t.Error("news is told by other means while an answer is still tried")
	}
	w := newTestGuild(t, sandbox.Options{})
	done := make(chan error, 1)
	w.shown = func(_ *dg.Interaction, _ *dg.Message, err error) { done <- err }
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		return followed("said", saying("followed", false)), true
	}, func(d *Dispatcher) { d.sendTimeout = 300 * time.Millisecond })
	board := w.board()
	w.misbehaves(sandbox.Fault{Do: sandbox.Fail, Status: 503, Path: "/webhooks/*/*"})
	w.presses(w.anna, board)
	select {
	case err := <-done:
		if err == nil {
			t.Error("it was told")
		}
	case <-time.After(10 * time.Second):
		t.Error("it is tried for long")
	}
}

// listener is a handler that passes on what arrives.
type listener struct {
	fakeHandler
	heard chan delivery.Interaction
}

func (h *listener) Handle(_ context.Context, i delivery.Interaction) (delivery.Response, bool) {
	h.heard <- i
	return delivery.Response{}, false
}

// The handler gets what Discord says of the channel of an interaction.
func TestChannelIsPassedOn(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	h := &listener{heard: make(chan delivery.Interaction, 1)}
	d := NewDispatcher(DispatcherConfig{Handler: h, Client: w.client, Log: w.log})
	sent := delivery.Interaction{
		Interaction: &dg.Interaction{ID: "1", Token: "t", Type: dg.InteractionApplicationCommand, Data: dg.ApplicationCommandInteractionData{}},
		Parent:      7, ChannelType: dg.ChannelTypeGuildNewsThread,
	}
	d.Dispatch(sent)
	got := <-h.heard
	if sent.Arrived = got.Arrived; got != sent {
		t.Errorf("the handler gets %+v of %+v", got, sent)
	}
	must(t, d.Close(t.Context()))
}

// An interaction that waits for others of its channel says when it arrived.
func TestArrival(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	h := &listener{heard: make(chan delivery.Interaction)}
	d := NewDispatcher(DispatcherConfig{Handler: h, Client: w.client, Log: w.log})
	clock := time.Now()
	d.now = func() time.Time { return clock }
	for _, id := range []string{"slow", "move"} {
		d.Dispatch(arrives(&dg.Interaction{ID: id, Token: "t", ChannelID: "7",
			Type: dg.InteractionApplicationCommand, Data: dg.ApplicationCommandInteractionData{}}))
	}
	arrived := clock
	d.mu.Lock()
	clock = clock.Add(4 * time.Second)
	d.mu.Unlock()
	<-h.heard
	if got := <-h.heard; !got.Arrived.Equal(arrived) {
		t.Errorf("it arrived at %v, want %v", got.Arrived, arrived)
	}
	must(t, d.Close(t.Context()))
}
