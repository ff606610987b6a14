package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/sandbox"
)

// Answers are told in the shapes that replies have, and the bot hears how that went.
func TestAnswers(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	told := make(chan string, 10)
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
		r := says(i, "said "+what(i), what(i) == "private")
		if i.Type == dg.InteractionApplicationCommandAutocomplete && what(i) == "nothing" {
			r.Response.Data.Choices = r.Response.Data.Choices[:0]
		}
		if i.Type == dg.InteractionMessageComponent {
			r = says(i, "pressed", false)
			r.Response.Type = dg.InteractionResponseUpdateMessage
			more := says(i, "more", false).Response.Data
			r.FollowUps = []*bot.Message{more}
		}
		r.Done = func(_ context.Context, shown *dg.Message, err error) {
			switch {
			case err != nil:
				told <- err.Error()
			case shown != nil: // not of completions
				told <- shown.ID
			}
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
	out, err := w.anna.Autocomplete(t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": "x"}, Focused: "what"})
	if err != nil || len(out.Choices) != 1 {
		t.Errorf("completions: %+v, %v", out, err)
	}
	out, err = w.anna.Autocomplete(t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": "nothing"}, Focused: "what"})
	if err != nil || out.Kind != "choices" || len(out.Choices) != 0 {
		t.Errorf("no completions: %+v, %v", out, err)
	}
	_, err = w.ben.Press(t.Context(), sandbox.Press{Channel: w.room, Message: public.Message.ID, CustomID: "again"})
	must(t, err)
	more := <-told
	seen, err := w.anna.Messages(t.Context(), w.room, 0)
	must(t, err)
	if last := seen[len(seen)-1]; last.ID.String() != more || last.Components[0].Content != "more" {
		t.Errorf("after the press there is %+v, and the bot hears of %s", last, more)
	}
	if got := w.reads(w.anna); got[0] != "pressed" {
		t.Errorf("the pressed message says %q", got[0])
	}
}

// What takes long is answered nevertheless, in the place where it is due, whether it was
// known to take long or not.
func TestDeferral(t *testing.T) {
	tests := []struct {
		name, what string
		button     bool
		want       []string // what Anna reads
		fault      sandbox.Deed
	}{
		{"a public answer", "public slow", false, []string{"said public slow"}, ""},
		{"a private answer", "private slow", false, []string{"said private slow (only you)"}, ""},
		{"a public answer that was to be slow", "public later", false, []string{"later public later"}, ""},
		{"a private answer that was to be slow", "private later", false, []string{"later private later (only you)"}, ""},
		{"a promise that comes late itself", "public slow later", false, []string{"later public slow later"}, ""},
		{"a change of the pressed message", "public", true, []string{"said ", "followed"}, ""},
		{"a public answer that was to be slow, and whose promise seemed lost", "public later", false, []string{"later public later"}, sandbox.Lose},
		{"a private answer that was to be slow, and whose promise seemed lost", "private later", false, []string{"later private later (only you)"}, sandbox.Lose},
		{"a public answer after a promise that seemed lost", "public slow", false, []string{"said public slow"}, sandbox.Lose},
		{"a change after a promise that seemed lost", "public", true, []string{"said ", "followed"}, sandbox.Lose},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newTown(t, sandbox.Options{})
			done, slow := make(chan error, 1), make(chan struct{})
			w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
				text := what(i)
				button := i.Type == dg.InteractionMessageComponent
				private := strings.Contains(text, "private")
				if button || strings.Contains(text, "slow") {
					<-slow
				}
				r := says(i, "said "+text, private)
				if button {
					r.Response.Type = dg.InteractionResponseUpdateMessage
					r.FollowUps = []*bot.Message{says(i, "followed", false).Response.Data}
				}
				if strings.Contains(text, "later") {
					p := says(i, "later "+text, private).Response.Data
					r.Response = &bot.Response{
						Type: dg.InteractionResponseDeferredChannelMessageWithSource,
						Data: &bot.Message{Flags: p.Flags & dg.MessageFlagsEphemeral},
					}
					r.Later = func(context.Context) *bot.Message { return p }
				}
				r.Done = func(_ context.Context, shown *dg.Message, err error) {
					if err == nil && (shown == nil || shown.ID == "") {
						err = errors.New("nothing is shown")
					}
					done <- err
				}
				return r, true
			}, func(d *Desk) {
				d.deferAt = time.Millisecond
				if !strings.Contains(test.what, "slow") && !test.button {
					d.deferAt = time.Hour
				}
			})
			if test.fault != "" {
				_, err := w.Misbehave(sandbox.Fault{Do: test.fault, Path: "/interactions/*/*/callback", Times: 1})
				must(t, err)
			}
			if test.button {
				out, err := w.anna.Press(t.Context(), sandbox.Press{Channel: w.room, Message: w.board(), CustomID: "again"})
				if err != nil || out.Kind != "nothing" {
					t.Errorf("meanwhile: %+v, %v", out, err)
				}
			} else if out := w.does(w.anna, test.what); out.Kind != "thinking" {
				t.Errorf("meanwhile: %+v", out)
			}
			close(slow)
			must(t, <-done)
			if got := w.reads(w.anna); !slices.Equal(got, test.want) {
				t.Errorf("Anna reads %q, want %q", got, test.want)
			}
		})
	}
}

// What happens in one room is heard in its order; a slow room holds up no other.
func TestOrder(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	other, err := w.Channel(w.room, "other")
	must(t, err)
	var mu sync.Mutex
	var order []string
	slow := make(chan struct{})
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
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
		_, err := w.anna.Command(t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": fmt.Sprint(i)}, NoWait: true})
		must(t, err)
		want = append(want, fmt.Sprint(i))
	}
	out, err := w.ben.Command(t.Context(), sandbox.Use{Channel: other, Command: "do", Options: map[string]any{"what": "elsewhere"}})
	if err != nil || out.Message == nil {
		t.Errorf("elsewhere: %+v, %v", out, err)
	}
	close(slow)
	eventually(t, "everything", func() bool { mu.Lock(); defer mu.Unlock(); return len(order) == 9 })
	if want = append([]string{"elsewhere"}, want...); !slices.Equal(order, want) {
		t.Errorf("heard in the order %q, want %q", order, want)
	}
}

// An interaction that Discord delivers twice is heard once.
func TestTwice(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	var heard sync.Map
	twice := make(chan string, 10)
	_, err := w.Misbehave(sandbox.Fault{Do: sandbox.Duplicate, Event: "INTERACTION_CREATE"})
	must(t, err)
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
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

// A mistake of ours is apologised for with a reference, and hurts nobody else.
func TestPanic(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	done, results := make(chan struct{}, 1), make(chan Result, 10)
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
		r := says(i, "fine", true)
		switch what(i) {
		case "panic":
			panic("at the disco")
		case "drawing":
			r.Finish = func(context.Context, bool) bot.Reply { panic("drawing") }
		case "drawn":
			return bot.Reply{Finish: func(context.Context, bool) bot.Reply { return r }}, true
		case "invalid":
			r.Response.Data = unsayable(true)
		case "later":
			r = bot.Reply{Response: &bot.Response{Type: dg.InteractionResponseDeferredChannelMessageWithSource, Data: &bot.Message{Flags: dg.MessageFlagsEphemeral}}}
			r.Later = func(context.Context) *bot.Message { panic("later") }
			r.Done = func(context.Context, *dg.Message, error) { done <- struct{}{} }
		case "done":
			r.Done = func(context.Context, *dg.Message, error) { panic("done") }
		}
		return r, true
	}, func(d *Desk) { d.observe = func(o Outcome) { results <- o.Result } })
	for _, what := range []string{"panic", "drawing", "invalid"} {
		if out := w.does(w.anna, what); out.Message == nil || !strings.HasPrefix(out.Message.Components[0].Content, "broken ") || !out.Message.OnlyYou {
			t.Errorf("%s: %+v", what, out)
		}
	}
	w.does(w.anna, "later")
	<-done
	if got := w.reads(w.anna); !strings.HasPrefix(got[len(got)-1], "broken ") {
		t.Errorf("later: %q", got)
	}
	for _, what := range []string{"done", "drawn", "fine"} {
		if out := w.does(w.anna, what); out.Message == nil || out.Message.Components[0].Content != "fine" {
			t.Errorf("%s: %+v", what, out)
		}
	}
	var got []Result
	want := []Result{Answered, Answered, Answered, Deferred, Panicked, Panicked, Unheard}
	for range want {
		got = append(got, <-results)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("the results are %q, want %q", got, want)
	}
}

// Who floods the bot is told to wait, then ignored, and nobody else waits.
func TestFlood(t *testing.T) {
	w := newTown(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
	now := time.Now()
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) { return says(i, "fine", true), true },
		func(d *Desk) {
			d.person = newLimiter(Rate{3, 1}, func() time.Time { return now })
			d.place = newLimiter(Rate{4, 1}, func() time.Time { return now })
		})
	var got []string
	for range 8 {
		out, err := w.anna.Command(t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": "x"}, NoWait: len(got) >= 6})
		must(t, err)
		if out.Message == nil {
			got = append(got, "")
			continue
		}
		got = append(got, out.Message.Components[0].Content)
	}
	if want := []string{"fine", "fine", "fine", "busy", "busy", "busy", "", ""}; !slices.Equal(got, want) {
		t.Errorf("Anna hears %q, want %q", got, want)
	}
	if out := w.does(w.ben, "x"); out.Message == nil || out.Message.Components[0].Content != "fine" {
		t.Errorf("Ben hears %+v", out)
	}
	if out := w.does(w.ben, "x"); out.Message == nil || out.Message.Components[0].Content != "busy" {
		t.Errorf("when all together have asked too much, Ben hears %+v", out)
	}
}

// Whatever happens to the bot's requests, people get one answer, and the bot knows
// whether they did.
func TestTrouble(t *testing.T) {
	callback, follow := "/interactions/*/*/callback", "/webhooks/*/*"
	tests := []struct {
		name  string
		fault sandbox.Fault
		want  []string
		err   bool
	}{
		{"an answer fails", sandbox.Fault{Do: sandbox.Fail, Status: 500, Path: callback, Times: 1}, []string{"one", "two"}, false},
		{"the way back of an answer breaks", sandbox.Fault{Do: sandbox.Lose, Path: callback, Times: 1}, []string{"one", "two"}, false},
		{"an answer comes too often", sandbox.Fault{Do: sandbox.Fail, Status: 429, RetryAfter: 0.1, Path: callback, Times: 1}, []string{"one", "two"}, false},
		{"Discord has lost the interaction", sandbox.Fault{Do: sandbox.Fail, Code: sandbox.CodeUnknownInteraction, Path: callback, Times: 1}, nil, true},
		{"what follows fails", sandbox.Fault{Do: sandbox.Fail, Status: 502, Path: follow, Times: 2}, []string{"one", "two"}, false},
		{"what follows comes too often", sandbox.Fault{Do: sandbox.Fail, Status: 429, RetryAfter: 0.1, Path: follow, Times: 1}, []string{"one", "two"}, false},
		{"the way back of what follows breaks", sandbox.Fault{Do: sandbox.Lose, Path: follow, Times: 1}, []string{"one", "two"}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newTown(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
			done := make(chan error, 1)
			w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
				r := says(i, "one", false)
				r.FollowUps = []*bot.Message{says(i, "two", false).Response.Data}
				r.Done = func(_ context.Context, _ *dg.Message, err error) { done <- err }
				return r, true
			}, nil)
			_, err := w.Misbehave(test.fault)
			must(t, err)
			_, err = w.anna.Command(t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": "x"}, NoWait: true})
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

// A desk that closes finishes what it took, takes nothing more, and does not wait for
// ever.
func TestClose(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	began, slow := make(chan struct{}), make(chan struct{})
	desk := NewDesk(DeskConfig{Client: w.client, Log: w.log, Answerer: &puppet{func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
		close(began)
		<-slow
		return says(i, "finished", false), true
	}}})
	w.listen(desk)
	_, err := w.anna.Command(t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": "x"}, NoWait: true})
	must(t, err)
	<-began
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	hurried := NewDesk(DeskConfig{Client: w.client, Log: w.log, Answerer: desk.answerer})
	hurried.work.Add(1)
	if hurried.Close(impatient) == nil {
		t.Error("nothing is said about what was not finished")
	}
	closed := make(chan error)
	go func() { closed <- desk.Close(t.Context()) }()
	eventually(t, "the end", func() bool { return !desk.Take(&dg.Interaction{ID: "1", Token: "t"}) })
	close(slow)
	must(t, <-closed)
	if got := w.reads(w.anna); !slices.Equal(got, []string{"finished"}) || desk.atWork != 0 {
		t.Errorf("Anna reads %q; %d at work", got, desk.atWork)
	}
}

// What there is no time for is not taken, and whoever counts hears of it.
func TestTurnedAway(t *testing.T) {
	var told []Result
	desk := NewDesk(DeskConfig{
		Client: answering(t, nil), Log: slog.New(slog.DiscardHandler), Observe: func(o Outcome) { told = append(told, o.Result) },
		Answerer: &puppet{func(context.Context, *dg.Interaction) (bot.Reply, bool) { return bot.Reply{}, false }},
	})
	desk.atWork = mostAtWork
	if desk.Take(&dg.Interaction{ID: "1", Type: dg.InteractionApplicationCommand}) {
		t.Error("a command is taken although there is too much to do")
	}
	desk.atWork, desk.typists = mostTyping, mostTyping
	if desk.Take(&dg.Interaction{ID: "2", Type: dg.InteractionApplicationCommandAutocomplete}) {
		t.Error("a completion is taken although so many are being looked for")
	}
	desk.atWork, desk.typists, desk.waiting = 100, 0, mostAtWork
	if desk.Take(&dg.Interaction{ID: "2", Type: dg.InteractionApplicationCommandAutocomplete}) {
		t.Error("a completion is taken although so much waits")
	}
	desk.waiting = 0
	if want := []Result{TurnedAway, TurnedAway, TurnedAway}; !slices.Equal(told, want) {
		t.Errorf("whoever counts hears %q, want %q", told, want)
	}
	if !desk.Take(&dg.Interaction{ID: "3", Type: dg.InteractionApplicationCommand}) {
		t.Error("because of completions no command is taken")
	}
	must(t, desk.Close(t.Context()))
}

// However much waits, everybody is told in time that their answer comes, and it comes; who
// only looks at something is told to come back later.
func TestNobodyUnheard(t *testing.T) {
	for _, posted := range []bool{false, true} {
		t.Run(fmt.Sprintf("posted %v", posted), func(t *testing.T) {
			w := newTown(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
			const handling = 50 * time.Millisecond
			desk := w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
				time.Sleep(handling)
				return says(i, "did "+what(i), false), true
			}, func(d *Desk) {
				d.person, d.place = newLimiter(Rate{1e6, 1e6}, time.Now), newLimiter(Rate{1e6, 1e6}, time.Now)
				d.pace = handling
			})
			if posted {
				w.takesPosts(desk)
			}
			const flood = 70 // which take longer than Discord waits
			outcomes := make(chan sandbox.Outcome, flood)
			for n := range flood {
				go func() {
					out, err := w.anna.Command(context.Background(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": fmt.Sprint("this ", n)}})
					if err != nil {
						out.Reason = err.Error()
					}
					outcomes <- out
				}()
			}
			for range flood {
				if out := <-outcomes; out.Kind != "thinking" && out.Kind != "message" {
					t.Fatalf("somebody sees %s: %s", out.Kind, out.Reason)
				}
			}
			if out := w.does(w.ben, "look"); out.Message == nil || out.Message.Components[0].Content != "busy" {
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

// A desk knows by what it has handled how long an interaction waits that comes now, and
// handles one at a time while others are to be acknowledged.
func TestTurns(t *testing.T) {
	now := time.Now()
	desk := NewDesk(DeskConfig{Client: answering(t, nil), Answerer: &puppet{}})
	desk.now = func() time.Time { return now }
	for range 200 {
		desk.handling++
		desk.handled(now.Add(-100 * time.Millisecond))
	}
	if desk.pace < 99*time.Millisecond || desk.pace > 100*time.Millisecond || desk.handling != 0 {
		t.Errorf("handling takes %v, and %d are handled", desk.pace, desk.handling)
	}
	desk.lanes["1"] = make([]*task, 3)
	if wait := desk.turnIn("1"); wait < 290*time.Millisecond || wait > 300*time.Millisecond || desk.turnIn("2") != 0 {
		t.Errorf("the fourth in a channel waits %v, the first in another %v", wait, desk.turnIn("2"))
	}
	desk.waiting = 100 * runtime.GOMAXPROCS(0)
	if wait := desk.turnIn("2"); wait != 100*usualWork {
		t.Errorf("when everybody waits, the first in a channel waits %v", wait)
	}
	if n := desk.mostHandling(); n != handledTogether*runtime.GOMAXPROCS(0) {
		t.Errorf("%d are handled at once", n)
	}
	if desk.acking++; desk.mostHandling() != 1 {
		t.Errorf("while one is to be acknowledged, %d are handled at once", desk.mostHandling())
	}
	if desk.acknowledged(); desk.acking != 0 {
		t.Errorf("then %d are to be acknowledged", desk.acking)
	}
}

func TestLimiter(t *testing.T) {
	now := time.Now()
	l := newLimiter(Rate{2, 1}, func() time.Time { return now })
	steps := []struct {
		after time.Duration
		want  verdict
	}{
		{0, granted}, {0, granted}, {0, refused}, {0, refused}, {0, ignored}, {0, ignored},
		{2 * time.Second, refused}, {time.Second, refused}, // who goes on asking waits longer
		{3 * time.Second, granted}, {time.Minute, granted}, {0, granted}, {0, refused},
	}
	for i, step := range steps {
		now = now.Add(step.after)
		if got := l.admit("anna"); got != step.want {
			t.Errorf("step %d: %d, want %d", i, got, step.want)
		}
	}
	if l.admit("ben") != granted {
		t.Error("Ben waits for Anna")
	}
	for i := range 10_000 {
		now = now.Add(100 * time.Millisecond)
		l.admit(fmt.Sprint(i))
	}
	if n := len(l.stocks); n > 200 {
		t.Errorf("%d people are remembered", n)
	}
}

// Who has what takes long worked out for them, waits when it was too much; so do those who
// are in the same place, and nobody else.
func TestWork(t *testing.T) {
	now := time.Now()
	desk := NewDesk(DeskConfig{
		Client: answering(t, nil), Log: slog.New(slog.DiscardHandler), Answerer: &puppet{},
		Limits: Limits{PersonWork: Rate{1, 0.01}, PlaceWork: Rate{10, 0.01}},
	})
	clock := func() time.Time { return now }
	desk.now, desk.byPerson.now, desk.byPlace.now = clock, clock, clock
	asks := func(person, place string, takes time.Duration) (done bool) {
		worker := &task{desk: desk, i: &dg.Interaction{User: &dg.User{ID: person}, GuildID: place, Type: dg.InteractionApplicationCommand}}
		worker.workOut(t.Context(), bot.Reply{Later: func(context.Context) *bot.Message {
			now = now.Add(takes)
			done = true
			return nil
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

// Who has used up their work gets what takes little, and who owes half as much again, nothing.
func TestWorkUsedUp(t *testing.T) {
	for _, test := range []struct {
		used      time.Duration
		reply     bot.Reply
		want      string
		worksLong bool
	}{
		{0, reply(message, messageData("done")), "done", false},
		{0, later(messageData("done")), "", true},
		{1200 * time.Millisecond, reply(message, messageData("done")), "done", false},
		{1200 * time.Millisecond, later(messageData("done")), "too much work", false},
		{1700 * time.Millisecond, reply(message, messageData("done")), "too much work", false},
	} {
		desk := NewDesk(DeskConfig{
			Log: slog.New(slog.DiscardHandler), Limits: Limits{PersonWork: Rate{1, 0.001}, PlaceWork: Rate{1, 0.001}},
			Answerer: &puppet{func(context.Context, *dg.Interaction) (bot.Reply, bool) { return test.reply, true }},
		})
		for n, who := range []string{"anna", "ben"} { // first a person has used it, then a place
			desk.worked([]string{"anna", "cleo"}[n], []string{"2", "1"}[n], test.used)
			asks := &task{desk: desk, life: t.Context(), i: &dg.Interaction{User: &dg.User{ID: who}, GuildID: "1", Type: dg.InteractionApplicationCommand}}
			got, ok := asks.hear()
			text := ""
			if len(got.Response.Data.Components) > 0 {
				text = got.Response.Data.Components[0].(dg.TextDisplay).Content
			}
			if !ok || got.Later == nil == test.worksLong || got.Later == nil && text != test.want {
				t.Errorf("who used %v is told %q, want %q; more comes: %v", test.used, text, test.want, got.Later != nil)
			}
		}
	}
}

// What was to take little and takes long counts as well: who goes on asking for it waits for
// everything in the end.
func TestWorkThatIsNotExpected(t *testing.T) {
	if processorTime() == 0 {
		t.Skip("nobody knows here how long a processor works for a thread")
	}
	handled := 0
	desk := NewDesk(DeskConfig{
		Log:    slog.New(slog.DiscardHandler),
		Limits: Limits{PersonWork: Rate{0.1, 0.001}, PlaceWork: Rate{10, 0.1}},
		Answerer: &puppet{func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
			handled++
			for began := processorTime(); processorTime() < began+2*littleWork; {
			}
			return says(i, "done", true), true
		}},
	})
	for range 10 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			busy := &task{desk: desk, life: t.Context(), i: &dg.Interaction{User: &dg.User{ID: "anna"}, GuildID: "1", Type: dg.InteractionApplicationCommand}}
			busy.hear()
		}()
		<-done
	}
	if handled != 2 {
		t.Errorf("%d of 10 were answered, want 2", handled)
	}
}

// Of what completes a text one is looked for at a time, and none any more when more of the
// text has been typed.
func TestTypingOn(t *testing.T) {
	began, ended := make(chan struct{}), make(chan error)
	var mu sync.Mutex
	handled := map[string]int{}
	desk := NewDesk(DeskConfig{Client: answering(t, nil), Log: slog.New(slog.DiscardHandler), Answerer: &puppet{func(ctx context.Context, i *dg.Interaction) (bot.Reply, bool) {
		mu.Lock()
		handled[i.User.ID]++
		mu.Unlock()
		if i.ID == "1" {
			close(began)
			<-ctx.Done()
			ended <- ctx.Err()
		}
		return bot.Reply{}, false
	}}})
	types := func(id int, person string) {
		if !desk.Take(&dg.Interaction{ID: fmt.Sprint(id), Type: dg.InteractionApplicationCommandAutocomplete, User: &dg.User{ID: person}}) {
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
	must(t, desk.Close(t.Context()))
	if handled["anna"] != 2 || handled["ben"] != 1 || len(desk.typed) != 0 {
		t.Errorf("looked for: %v; %d people are still typing", handled, len(desk.typed))
	}
}

// What cannot be told for long is given up: as news it is told by other means by then.
func TestGiveUp(t *testing.T) {
	if tellWithin >= bot.UsualPatience {
		t.Error("news is told by other means while an answer is still tried")
	}
	w := newTown(t, sandbox.Options{})
	done := make(chan error, 1)
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
		r := says(i, "said", false)
		r.FollowUps = []*bot.Message{says(i, "followed", false).Response.Data}
		r.Done = func(_ context.Context, _ *dg.Message, err error) { done <- err }
		return r, true
	}, func(d *Desk) { d.tellFor = 300 * time.Millisecond })
	_, err := w.Misbehave(sandbox.Fault{Do: sandbox.Fail, Status: 503, Path: "/webhooks/*/*"})
	must(t, err)
	w.does(w.anna, "talk")
	select {
	case err := <-done:
		if err == nil {
			t.Error("it was told")
		}
	case <-time.After(10 * time.Second):
		t.Error("it is tried for long")
	}
}
