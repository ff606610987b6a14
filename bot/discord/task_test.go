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

	"doublecorner/bot"
	"doublecorner/bot/sandbox"
)

// nothingSaid is in requests with a message of nothing.
const nothingSaid = `"components":[]`

// unsayable is what Discord does not take.
func unsayable(private bool) *bot.Message {
	data := says(&dg.Interaction{}, "", private).Response.Data
	data.Components = []dg.MessageComponent{}
	return data
}

const (
	change  = dg.InteractionResponseUpdateMessage
	message = dg.InteractionResponseChannelMessageWithSource
)

// reply replies in one way.
func reply(as dg.InteractionResponseType, data *bot.Message) bot.Reply {
	return bot.Reply{Response: &bot.Response{Type: as, Data: data}}
}

// later replies with something that takes long.
func later(data *bot.Message) bot.Reply {
	r := reply(dg.InteractionResponseDeferredChannelMessageWithSource, &bot.Message{Flags: data.Flags & dg.MessageFlagsEphemeral})
	r.Later = func(context.Context) *bot.Message { return data }
	return r
}

var aForm = reply(dg.InteractionResponseModal, &bot.Message{CustomID: "form", Title: "Form", Components: []dg.MessageComponent{
	dg.ActionsRow{Components: []dg.MessageComponent{dg.TextInput{CustomID: "words", Label: "Words", Style: dg.TextInputShort}}},
}})

// reference is by which the log knows more about what was apologised for.
var reference = regexp.MustCompile(`broken (\w{8})`)

// Who waits for an answer that cannot be shown reads that, however it was to be shown, and
// the log has the reference.
func TestUnsayable(t *testing.T) {
	followed := reply(change, messageData("bare"))
	followed.FollowUps = []*bot.Message{unsayable(false)}
	tests := []struct {
		name             string
		button, deferred bool
		reply            bot.Reply
		want             []string // what Anna reads
	}{
		{"a private answer", false, false, reply(message, unsayable(true)), []string{"broken (only you)"}},
		{"a private answer after a promise", false, true, reply(message, unsayable(true)), []string{"broken (only you)"}},
		{"a public answer after a promise", false, true, reply(message, unsayable(false)), []string{"broken (only you)"}},
		{"a private answer that was to be slow", false, false, later(unsayable(true)), []string{"broken (only you)"}},
		{"a public answer that was to be slow", false, false, later(unsayable(false)), []string{"broken"}},
		{"a promise that comes late itself", false, true, later(unsayable(false)), []string{"broken (only you)"}},
		{"a form after a promise", false, true, aForm, []string{"broken (only you)"}},
		{"a change of the pressed message", true, false, reply(change, unsayable(false)), []string{"a board", "broken (only you)"}},
		{"a change after a promise", true, true, reply(change, unsayable(false)), []string{"a board", "broken (only you)"}},
		{"a press that is answered after a promise", true, true, reply(message, unsayable(false)), []string{"a board", "broken (only you)"}},
		{"a form for who pressed after a promise", true, true, aForm, []string{"a board", "broken (only you)"}},
		{"what follows a change", true, false, followed, []string{"bare", "broken (only you)"}},
		{"what follows a change after a promise", true, true, followed, []string{"bare", "broken (only you)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := newTown(t, sandbox.Options{})
			var log bytes.Buffer
			w.log = slog.New(slog.NewTextHandler(&log, nil))
			done, over, slow := make(chan error, 1), make(chan bool, 1), make(chan struct{})
			w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
				<-slow
				r := test.reply
				r.Done = func(_ context.Context, _ *dg.Message, err error) { done <- err }
				return r, true
			}, func(d *Desk) {
				d.observe = func(Outcome) { over <- true }
				d.deferAt = time.Hour
				if test.deferred {
					d.deferAt = time.Millisecond
				}
			})
			if !test.deferred {
				close(slow)
			}
			if test.button {
				_, err := w.anna.Press(t.Context(), sandbox.Press{Channel: w.room, Message: w.board(), CustomID: "again"})
				must(t, err)
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

// It may not be known whether Discord heard that an answer comes later. It arrives
// nevertheless, whichever it was.
func TestUnsure(t *testing.T) {
	callback := "/interactions/*/*/callback"
	lost := []sandbox.Fault{{Do: sandbox.Lose, Path: callback}}
	lostOnce := []sandbox.Fault{{Do: sandbox.Lose, Path: callback, Times: 1}, {Do: sandbox.Fail, Status: 403, Path: callback, Times: 1}}
	unheard := []sandbox.Fault{{Do: sandbox.Fail, Status: 404, Path: callback, Times: 1}}
	halfHeard := append(unheard, sandbox.Fault{Do: sandbox.Lose, Path: callback, Times: 1}) // the promise is lost, and that the answer arrived
	public, private := messageData("said"), says(&dg.Interaction{}, "said", true).Response.Data
	said, saidToAnna, broken := []string{"said"}, []string{"said (only you)"}, []string{"broken (only you)"}
	tests := []struct {
		name   string
		button bool
		faults []sandbox.Fault
		reply  bot.Reply
		want   []string // what Anna reads
	}{
		{"a public answer", false, lost, reply(message, public), said},
		{"a private answer", false, lost, reply(message, private), saidToAnna},
		{"a public answer that was to be slow", false, lost, later(public), said},
		{"a private answer that was to be slow", false, lost, later(private), saidToAnna},
		{"a change of the pressed message", true, lost, reply(change, public), said},
		{"a press that is answered", true, lost, reply(message, public), []string{"a board", "said"}},
		{"a form", false, lost, aForm, broken},
		{"what cannot be said", false, lost, reply(message, unsayable(true)), broken},

		{"a form while there is time", false, lostOnce, aForm, broken},

		{"a public answer to who was not told to wait", false, unheard, reply(message, public), said},
		{"a private answer to who was not told to wait", false, unheard, reply(message, private), saidToAnna},
		{"a slow public answer to who was not told to wait", false, unheard, later(public), said},
		{"a slow private answer to who was not told to wait", false, unheard, later(private), saidToAnna},
		{"a change to who was not told to wait", true, unheard, reply(change, public), said},
		{"a press of who was not told to wait", true, unheard, reply(message, public), []string{"a board", "said"}},
		{"a form to who was not told to wait", false, unheard, aForm, nil},
		{"what cannot be said to who was not told to wait", false, unheard, reply(message, unsayable(true)), broken},

		{"a public answer that arrived the first time", false, halfHeard, reply(message, public), said},
		{"a private answer that arrived the first time", false, halfHeard, reply(message, private), saidToAnna},
		{"a change that arrived the first time", true, halfHeard, reply(change, public), said},
		{"a press that was answered the first time", true, halfHeard, reply(message, public), []string{"a board", "said"}},
		{"a press that was answered privately the first time", true, halfHeard, reply(message, private), []string{"a board", "said (only you)"}},
		{"a slow public answer that arrived the first time", false, halfHeard, later(public), said},
		{"a form that arrived the first time", false, halfHeard, aForm, nil},
		{"a form of who pressed that arrived the first time", true, halfHeard, aForm, []string{"a board"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newTown(t, sandbox.Options{Limits: sandbox.Limits{Off: true}})
			results, slow := make(chan Result, 1), make(chan struct{})
			w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
				<-slow
				return test.reply, true
			}, func(d *Desk) {
				d.observe = func(o Outcome) { results <- o.Result }
				d.deferAt = time.Millisecond
				if test.faults[0].Times == 0 { // until there is no time left for first answers
					d.now = func() time.Time { return time.Now().Add(500*time.Millisecond - answerUntil) }
				}
			})
			board := w.board()
			for _, f := range test.faults {
				w.misbehaves(f)
			}
			var err error
			if test.button {
				_, err = w.anna.Press(t.Context(), sandbox.Press{Channel: w.room, Message: board, CustomID: "again", NoWait: true})
			} else {
				_, err = w.anna.Command(t.Context(), sandbox.Use{Channel: w.room, Command: "do", Options: map[string]any{"what": "x"}, NoWait: true})
			}
			must(t, err)
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
			if !slices.Equal(got, test.want) || (result == Unheard) != slices.Equal(test.want, broken) {
				t.Errorf("Anna reads %q, want %q; it was %s", got, test.want, result)
			}
		})
	}
}

// What was said meanwhile to one person goes away before everybody is told, even if it is
// not known that it went.
func TestLostRemoval(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	done, slow := make(chan error, 1), make(chan struct{})
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
		<-slow
		r := says(i, "said", false)
		r.Done = func(_ context.Context, _ *dg.Message, err error) { done <- err }
		return r, true
	}, func(d *Desk) { d.deferAt = time.Millisecond })
	w.misbehaves(sandbox.Fault{Do: sandbox.Lose, Method: "DELETE", Path: "/webhooks/*/*/messages/*", Times: 1})
	w.does(w.anna, "x")
	close(slow)
	must(t, <-done)
	if got := w.reads(w.anna); !slices.Equal(got, []string{"said"}) {
		t.Errorf("Anna reads %q", got)
	}
}

// What everybody reads is not told once its news may be told by other means, however long
// it took to find; what only one person reads is, and what was to be slow.
func TestFoundLate(t *testing.T) {
	arrived := time.Now()
	found := arrived.Add(time.Minute)
	followed := reply(change, says(&dg.Interaction{}, "bare", true).Response.Data)
	followed.FollowUps = []*bot.Message{messageData("news")}
	private := says(&dg.Interaction{}, "said", true)
	tests := []struct {
		name  string
		reply bot.Reply
		want  time.Time
	}{
		{"a public answer", says(&dg.Interaction{}, "said", false), arrived.Add(tellWithin)},
		{"a private answer", private, found.Add(tellWithin)},
		{"a public one that follows a private one", followed, arrived.Add(tellWithin)},
		{"a form", aForm, arrived.Add(tellWithin)},
		{"a public answer that was to be slow", later(messageData("said")), arrived.Add(tokenLives)},
		{"a private answer that was to be slow", later(private.Response.Data), arrived.Add(tokenLives)},
	}
	late := &task{at: arrived, desk: &Desk{now: func() time.Time { return found }, tellFor: tellWithin}}
	for _, test := range tests {
		if got := late.until(test.reply); !got.Equal(test.want) {
			t.Errorf("%s that was found after a minute is tried for %v, want %v", test.name, got.Sub(arrived), test.want.Sub(arrived))
		}
	}

	w := newTown(t, sandbox.Options{})
	results, slow := make(chan Result, 1), make(chan struct{})
	desk := w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
		<-slow
		return says(i, "news", false), true
	}, func(d *Desk) {
		d.deferAt, d.tellFor = time.Millisecond, 10*time.Millisecond
		d.observe = func(o Outcome) { results <- o.Result }
	})
	w.does(w.anna, "x")
	time.Sleep(desk.tellFor)
	close(slow)
	if result, got := <-results, w.reads(w.anna); result != Unheard || len(got) != 1 || !strings.HasPrefix(got[0], "broken") {
		t.Errorf("Anna reads %q; it was %s", got, result)
	}
}

// What nobody read because of a mistake of ours, the bot does not take for told, and who
// waits hears of it.
func TestPanicWhileTelling(t *testing.T) {
	w := newTown(t, sandbox.Options{})
	done := make(chan error, 1)
	w.serve(func(_ context.Context, i *dg.Interaction) (bot.Reply, bool) {
		return bot.Reply{Done: func(_ context.Context, _ *dg.Message, err error) { done <- err }}, true // with no response
	}, nil)
	if out := w.does(w.anna, "x"); out.Message == nil || !strings.HasPrefix(out.Message.Components[0].Content, "broken ") {
		t.Errorf("Anna hears %+v", out)
	}
	if <-done == nil {
		t.Error("the bot hears that it was told")
	}
}
