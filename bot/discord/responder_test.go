package discord

import (
	"bytes"
	"context"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/internal/sandbox"
)

// noComponents is in requests that send an empty message.
const noComponents = `"components":[]`

// invalidMessage returns a message that Discord refuses.
func invalidMessage(private bool) *message.Builder {
	return &message.Builder{Private: private, Parts: []dg.MessageComponent{}}
}

const (
	change     = delivery.Replace
	newMessage = delivery.Beside
)

// reply returns a response in its place.
func reply(placed delivery.Placement, m *message.Builder) delivery.Response {
	return delivery.Response{Message: m, Placement: placed}
}

// followed returns the response that changes the message whose button was pressed, and follows it.
func followed(changed string, m *message.Builder) delivery.Response {
	return delivery.Response{Before: saying(changed, false), Message: m, Placement: delivery.Follow}
}

// later returns a slow response.
func later(m *message.Builder) delivery.Response {
	return delivery.Response{Slow: true, Private: m.Private, Compose: func(context.Context) *message.Builder { return m }}
}

var aMessage = reply(newMessage, saying("x", false))

var aModal = delivery.Response{Modal: &message.Modal{
	CustomID: "form", Title: "Form", Inputs: []message.Input{{CustomID: "words", Label: "Words", Short: true}},
}}

// reference matches the reference of an error response.
var reference = regexp.MustCompile(`broken (\w{8})`)

// TestUnsayable checks that a response that Discord refuses is replaced by an error response,
// whatever its type, and that the log has the reference.
func TestUnsayable(t *testing.T) {
	followed := followed("no buttons", invalidMessage(false))
	tests := []struct {
		name             string
		button, deferred bool
		reply            delivery.Response
		want             []string // what Anna reads
	}{
		{"a private answer", false, false, reply(newMessage, invalidMessage(true)), []string{"broken (only you)"}},
		{"a private answer after a promise", false, true, reply(newMessage, invalidMessage(true)), []string{"broken (only you)"}},
		{"a public answer after a promise", false, true, reply(newMessage, invalidMessage(false)), []string{"broken (only you)"}},
		{"a private answer that was to be slow", false, false, later(invalidMessage(true)), []string{"broken (only you)"}},
		{"a public answer that was to be slow", false, false, later(invalidMessage(false)), []string{"broken"}},
		{"a promise that comes late itself", false, true, later(invalidMessage(false)), []string{"broken (only you)"}},
		{"a form after a promise", false, true, aModal, []string{"broken (only you)"}},
		{"a change of the pressed message", true, false, reply(change, invalidMessage(false)), []string{"a board", "broken (only you)"}},
		{"a change after a promise", true, true, reply(change, invalidMessage(false)), []string{"a board", "broken (only you)"}},
		{"a press that is answered after a promise", true, true,
			reply(newMessage, invalidMessage(false)), []string{"a board", "broken (only you)"}},
		{"a form for who pressed after a promise", true, true, aModal, []string{"a board", "broken (only you)"}},
		{"what follows a change", true, false, followed, []string{"no buttons", "broken (only you)"}},
		{"what follows a change after a promise", true, true, followed, []string{"no buttons", "broken (only you)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newTestGuild(t, sandbox.Options{})
			var log bytes.Buffer
			w.log = slog.New(slog.NewTextHandler(&log, nil))
			done, over, slow := make(chan error, 1), make(chan bool, 1), make(chan struct{})
			w.shown = func(_ *dg.Interaction, _ *dg.Message, err error) { done <- err }
			w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
				<-slow
				return test.reply, true
			}, func(d *Dispatcher) {
				d.observe = func(Handled) { over <- true }
				d.deferAfter = time.Hour
				if test.deferred {
					d.deferAfter = time.Millisecond
				}
			})
			if !test.deferred {
				close(slow)
			}
			if test.button {
				w.presses(w.anna, w.board())
			} else {
				w.does(w.anna, "x")
			}
			if test.deferred {
				close(slow)
			}
			if <-done == nil {
				t.Error("the bot hears that it was shown")
			}
			<-over
			got := w.reads(w.anna)
			for n, text := range got {
				if found := reference.FindStringSubmatch(text); found != nil && !strings.Contains(log.String(), "reference="+found[1]) {
					t.Errorf("of %s the log knows nothing:\n%s", found[1], &log)
				}
				got[n] = reference.ReplaceAllString(text, "broken")
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Anna reads %q, want %q", got, test.want)
			}
		})
	}
}

// TestFormInTime checks that a response that can be a form is not deferred soon, since no form can follow.
func TestFormInTime(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	w.serve(func(context.Context, *dg.Interaction) (delivery.Response, bool) {
		time.Sleep(20 * time.Millisecond)
		return aModal, true
	}, func(d *Dispatcher) { d.deferAfter = time.Millisecond })
	if out := w.does(w.anna, "form"); out.Kind != "modal" {
		t.Errorf("Anna sees %+v", out)
	}
}

// TestDeferredForm checks what a user reads whose form, which the button of a message opened, was deferred.
func TestDeferredForm(t *testing.T) {
	public, private := saying("said", false), saying("said", true)
	slowChange := later(public)
	slowChange.Placement = delivery.Replace
	failed := saying("failed", true)
	failed.Aside = true
	failedChange := later(failed)
	failedChange.Placement = delivery.Replace
	tests := []struct {
		name  string
		reply delivery.Response
		want  []string
	}{
		{"a change of the message", reply(change, public), []string{"said"}},
		{"a slow change of the message", slowChange, []string{"said"}},
		{"a slow change that fails", failedChange, []string{"a board", "failed (only you)"}},
		{"what follows a change", followed("no buttons", public), []string{"no buttons", "said"}},
		{"a public answer", reply(newMessage, public), []string{"a board", "said"}},
		{"a private answer", reply(newMessage, private), []string{"a board", "said (only you)"}},
		{"a slow private answer", later(private), []string{"a board", "said (only you)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newTestGuild(t, sandbox.Options{})
			over, slow := make(chan bool, 2), make(chan struct{})
			w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
				if i.Type == dg.InteractionMessageComponent {
					return aModal, true
				}
				<-slow
				return test.reply, true
			}, func(d *Dispatcher) {
				d.observe = func(Handled) { over <- true }
				d.deferAfter = 100 * time.Millisecond
			})
			form := w.presses(w.anna, w.board())
			<-over
			_, err := w.anna.Submit(t.Context(), sandbox.Submission{Interaction: form.Interaction, Fields: map[string]string{"words": "x"}})
			must(t, err)
			close(slow)
			<-over
			if got := w.reads(w.anna); !slices.Equal(got, test.want) {
				t.Errorf("Anna reads %q, want %q", got, test.want)
			}
		})
	}
}

// TestUnsure checks that a response arrives if it is not known whether Discord received the
// deferral, both if it did and if it did not.
func TestUnsure(t *testing.T) {
	t.Parallel()
	callback := "/interactions/*/*/callback"
	lost := []sandbox.Fault{{Do: sandbox.Lose, Path: callback}}
	lostOnce := []sandbox.Fault{{Do: sandbox.Lose, Path: callback, Times: 1}, {Do: sandbox.Fail, Status: 403, Path: callback, Times: 1}}
	unheard := []sandbox.Fault{{Do: sandbox.Fail, Status: 404, Path: callback, Times: 1}}
	halfHeard := append(unheard, sandbox.Fault{Do: sandbox.Lose, Path: callback, Times: 1}) // the promise is lost, and that the answer arrived
	public, private := saying("said", false), saying("said", true)
	said, saidToAnna, broken := []string{"said"}, []string{"said (only you)"}, []string{"broken (only you)"}
	tests := []struct {
		name   string
		button bool
		faults []sandbox.Fault
		reply  delivery.Response
		want   []string // what Anna reads
	}{
		{"a public answer", false, lost, reply(newMessage, public), said},
		{"a private answer", false, lost, reply(newMessage, private), saidToAnna},
		{"a public answer that was to be slow", false, lost, later(public), said},
		{"a private answer that was to be slow", false, lost, later(private), saidToAnna},
		{"a change of the pressed message", true, lost, reply(change, public), said},
		{"a press that is answered", true, lost, reply(newMessage, public), []string{"a board", "said"}},
		{"a form", false, lost, aModal, broken},
		{"what cannot be said", false, lost, reply(newMessage, invalidMessage(true)), broken},

		{"a form while there is time", false, lostOnce, aModal, broken},

		{"a public answer to who was not told to wait", false, unheard, reply(newMessage, public), said},
		{"a private answer to who was not told to wait", false, unheard, reply(newMessage, private), saidToAnna},
		{"a slow public answer to who was not told to wait", false, unheard, later(public), said},
		{"a slow private answer to who was not told to wait", false, unheard, later(private), saidToAnna},
		{"a change to who was not told to wait", true, unheard, reply(change, public), said},
		{"a press of who was not told to wait", true, unheard, reply(newMessage, public), []string{"a board", "said"}},
		{"a form to who was not told to wait", false, unheard, aModal, nil},
		{"what cannot be said to who was not told to wait", false, unheard, reply(newMessage, invalidMessage(true)), broken},

		{"a public answer that arrived the first time", false, halfHeard, reply(newMessage, public), said},
		{"a private answer that arrived the first time", false, halfHeard, reply(newMessage, private), saidToAnna},
		{"a change that arrived the first time", true, halfHeard, reply(change, public), said},
		{"a press that was answered the first time", true, halfHeard, reply(newMessage, public), []string{"a board", "said"}},
		{"a press that was answered privately the first time", true, halfHeard,
			reply(newMessage, private), []string{"a board", "said (only you)"}},
		{"a slow public answer that arrived the first time", false, halfHeard, later(public), said},
		{"a form that arrived the first time", false, halfHeard, aModal, nil},
		{"a form of who pressed that arrived the first time", true, halfHeard, aModal, []string{"a board"}},
	}
	for _, test := range tests { // nor does Discord know what it did, if it only refuses
		if test.faults[0].Status == 404 {
			test.name += ", whose promise was refused"
			test.faults = slices.Clone(test.faults)
			test.faults[0].Status = 403
			tests = append(tests, test)
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newTestGuild(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
			results, slow := make(chan Status, 1), make(chan struct{})
			w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
				<-slow
				return test.reply, true
			}, func(d *Dispatcher) {
				d.observe = func(o Handled) { results <- o.Status }
				d.deferAfter = time.Millisecond
				if test.faults[0].Times == 0 { // until there is no time left for first answers
					d.now = func() time.Time { return time.Now().Add(500*time.Millisecond - responseDeadline) }
				}
			})
			board := w.board()
			for _, f := range test.faults {
				w.misbehaves(f)
			}
			if test.button {
				_, err := w.anna.Press(t.Context(), sandbox.Press{Channel: w.room, Message: board, CustomID: "again", NoWait: true})
				must(t, err)
			} else {
				w.asks(w.anna, "x")
			}
			eventually(t, "the promise", func() bool { return w.Faults()[0].Happened > 0 })
			close(slow)
			result := <-results
			got := w.reads(w.anna)
			if !test.button {
				got = got[1:] // the board
			}
			for n, text := range got {
				got[n] = reference.ReplaceAllString(text, "broken")
			}
			if !slices.Equal(got, test.want) || (result == Undelivered) != slices.Equal(test.want, broken) {
				t.Errorf("Anna reads %q, want %q; it was %s", got, test.want, result)
			}
		})
	}
}

// TestLostRemoval checks that a private deferral is deleted before a public response, even if it
// is not known whether the deletion arrived.
func TestLostRemoval(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	done, slow := make(chan error, 1), make(chan struct{})
	w.shown = func(_ *dg.Interaction, _ *dg.Message, err error) { done <- err }
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		<-slow
		return says(i, "said", false), true
	}, func(d *Dispatcher) { d.deferAfter = time.Millisecond })
	w.misbehaves(sandbox.Fault{Do: sandbox.Lose, Method: "DELETE", Path: "/webhooks/*/*/messages/*", Times: 1})
	w.does(w.anna, "x")
	close(slow)
	must(t, <-done)
	if got := w.reads(w.anna); !slices.Equal(got, []string{"said"}) {
		t.Errorf("Anna reads %q", got)
	}
}

// TestFoundLate checks that a public response is not sent once its announcements may be delivered
// by other means, and that private and slow responses are.
func TestFoundLate(t *testing.T) {
	arrived := time.Now()
	found := arrived.Add(time.Minute)
	private := says(&dg.Interaction{}, "said", true)
	tests := []struct {
		name  string
		reply delivery.Response
		want  time.Time
	}{
		{"a public answer", says(&dg.Interaction{}, "said", false), arrived.Add(sendTimeout)},
		{"a private answer", private, found.Add(sendTimeout)},
		{"a public one that follows a private one", followed("no buttons", saying("news", false)), arrived.Add(sendTimeout)},
		{"a form", aModal, arrived.Add(sendTimeout)},
		{"a public answer that was to be slow", later(saying("said", false)), arrived.Add(tokenLifetime)},
		{"a private answer that was to be slow", later(private.Message), arrived.Add(tokenLifetime)},
	}
	late := &responder{received: delivery.Interaction{Arrived: arrived},
		dispatcher: &Dispatcher{now: func() time.Time { return found }, sendTimeout: sendTimeout}}
	for _, test := range tests {
		if got := late.deadline(&test.reply); !got.Equal(test.want) {
			t.Errorf("%s that was found after a minute is tried for %v, want %v", test.name, got.Sub(arrived), test.want.Sub(arrived))
		}
	}

	w := newTestGuild(t, sandbox.Options{})
	results, slow := make(chan Status, 1), make(chan struct{})
	dispatcher := w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		<-slow
		return says(i, "news", false), true
	}, func(d *Dispatcher) {
		d.deferAfter, d.sendTimeout = time.Millisecond, 10*time.Millisecond
		d.observe = func(o Handled) { results <- o.Status }
	})
	w.does(w.anna, "x")
	time.Sleep(dispatcher.sendTimeout)
	close(slow)
	if result, got := <-results, w.reads(w.anna); result != Undelivered || len(got) != 1 || !strings.HasPrefix(got[0], "broken") {
		t.Errorf("Anna reads %q; it was %s", got, result)
	}
}

// TestPanicWhileSending checks that a panic while a response is sent counts as not delivered and
// gets an error response.
func TestPanicWhileSending(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	done := make(chan error, 1)
	w.shown = func(_ *dg.Interaction, _ *dg.Message, err error) { done <- err }
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		return delivery.Response{}, true // with no message
	}, nil)
	if out := w.does(w.anna, "x"); out.Message == nil || !strings.HasPrefix(firstText(out.Message.Components), "broken ") {
		t.Errorf("Anna hears %+v", out)
	}
	if <-done == nil {
		t.Error("the bot hears that it was told")
	}
}
