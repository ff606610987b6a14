package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/tournament"
	"doublecorner/internal/recent"
	"doublecorner/internal/sandbox"
)

// answering returns a client whose requests a function answers.
func answering(t testing.TB, handler http.HandlerFunc) *Client {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	c, err := NewClient(ClientConfig{Base: s.URL + "/api/v10", Token: "t"})
	must(t, err)
	return c
}

// TestRegister checks that commands replace others, and retain their IDs, and that an entry point of the app stays as it is.
func TestRegister(t *testing.T) {
	t.Parallel()
	w := newTestGuild(t, sandbox.Options{})
	app, err := w.client.FetchApp(t.Context())
	must(t, err)
	path := "/applications/" + app.ID + "/commands"
	const opens = `{"type":4,"name":"launch","description":"Play here","name_localizations":{"de":"start"},"handler":2}`
	if status, answer, err := w.SendJSON(http.MethodPut, path, json.RawMessage("["+opens+"]")); status != http.StatusOK {
		t.Fatal(answer, err)
	}
	first, err := w.client.Register(t.Context(), bot.Commands(true))
	must(t, err)
	again, err := w.client.Register(t.Context(), bot.Commands(true))
	must(t, err)
	if len(first) != len(bot.Commands(true))+1 || first[0].ID == "" || again[0].ID != first[0].ID {
		t.Errorf("%d commands are registered; the first has the ID %q, and then %q", len(first), first[0].ID, again[0].ID)
	}
	_, listed, err := w.SendJSON(http.MethodGet, path+"?with_localizations=true", nil)
	must(t, err)
	for _, want := range []string{`"handler":2`, `"name_localizations":{"de":"start"}`, `"id":"` + first[len(first)-1].ID + `"`} {
		if !strings.Contains(listed, want) {
			t.Errorf("the entry point lacks %s", want)
		}
	}
}

// TestPostOnce checks that a message with a nonce is sent once, even if the first response was
// lost.
func TestPostOnce(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	w.misbehaves(sandbox.Fault{Do: sandbox.Lose, Path: "/channels/*/messages", Times: 1})
	_, err := w.client.Post(t.Context(), roomOf(w), messageData("news"), "n1")
	var failed *Error
	if !errors.As(err, &failed) || !failed.Temporary() || errors.Is(err, delivery.ErrUnreachable) {
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

// TestRecent checks that all messages since a time are found, however many there are.
func TestRecent(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
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

// TestErrors checks which errors are temporary.
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
		{sandbox.Fault{Code: sandbox.CodeTooManyOldEdits}, false, true},
		{sandbox.Fault{Code: sandbox.CodeWrongChannelType}, false, true},
		{sandbox.Fault{Status: 400, Code: invalidRecipients}, false, true},
		{sandbox.Fault{Status: 400, Code: threadArchived}, false, true},
		{sandbox.Fault{Status: 400, Code: threadLocked}, false, true},
		{sandbox.Fault{Code: sandbox.CodeInvalidForm}, false, false},
	}
	for _, test := range tests {
		w := newTestGuild(t, sandbox.Options{})
		test.fault.Do, test.fault.Path = sandbox.Fail, "/channels/*/messages"
		w.misbehaves(test.fault)
		_, err := w.client.Post(t.Context(), roomOf(w), messageData("x"), "n")
		var failed *Error
		if !errors.As(err, &failed) || failed.Temporary() != test.temporary || errors.Is(err, delivery.ErrUnreachable) != test.unreachable {
			t.Errorf("%+v gives %v", test.fault, err)
		}
	}
}

// TestErrorsOfEveryRequest checks that every request returns an error if Discord refuses it or its
// response is unreadable.
func TestErrorsOfEveryRequest(t *testing.T) {
	for answer, status := range map[string]int{`{"message":"no"}`: http.StatusBadRequest, `[1]`: http.StatusOK} {
		c := answering(t, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, answer)
		})
		for name, request := range map[string]func(context.Context) error{
			"Meet":     func(ctx context.Context) error { _, err := c.FetchApp(ctx); return err },
			"Gateway":  func(ctx context.Context) error { _, err := c.Gateway(ctx); return err },
			"Register": func(ctx context.Context) error { _, err := c.Register(ctx, words); return err },
			"Post":     func(ctx context.Context) error { _, err := c.Post(ctx, 1, messageData("x"), "n"); return err },
			"Message":  func(ctx context.Context) error { _, err := c.Message(ctx, 1, 2); return err },
			"Recent":   func(ctx context.Context) error { _, err := c.Recent(ctx, 1, time.Now()); return err },
			"Parent":   func(ctx context.Context) error { _, err := c.Parent(ctx, 1); return err },
			"Thread":   func(ctx context.Context) error { _, err := c.Thread(ctx, 1, "x"); return err },
			"Direct":   func(ctx context.Context) error { _, err := c.Direct(ctx, 1); return err },
			"May":      func(ctx context.Context) error { _, err := c.Permissions(ctx, "1"); return err },
			"respond": func(ctx context.Context) error {
				_, err := c.respond(ctx, asked, aMessage.Initial(asked))
				return err
			},
			"shown":  func(ctx context.Context) error { _, err := c.originalResponse(ctx, asked); return err },
			"follow": func(ctx context.Context) error { _, err := c.followUp(ctx, asked, messageData("x")); return err },
			"fill":   func(ctx context.Context) error { _, err := c.editOriginal(ctx, asked, messageData("x")); return err },
		} {
			if err := request(t.Context()); err == nil {
				t.Errorf("%s takes %d %s for an answer", name, status, answer)
			}
		}
	}
}

// TestMayPost checks that the bot knows where it cannot post.
func TestMayPost(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	for _, deny := range []sandbox.Permissions{0, sandbox.AttachFiles, sandbox.SendMessages, sandbox.ViewChannel} {
		must(t, w.Overwrite(w.room, w.AppID(), sandbox.Overwrite{Deny: deny}))
		if may, err := w.client.MayPost(t.Context(), game.RoomID(w.room)); may != (deny == 0) || err != nil {
			t.Errorf("without the permissions %d it may post: %t, %v", deny, may, err)
		}
	}
	if _, err := w.client.MayPost(t.Context(), game.RoomID(w.room)); err == nil {
		t.Error("what Discord said a minute ago is taken for what it says now")
	}
	const pictures = dg.PermissionViewChannel | dg.PermissionAttachFiles
	for _, test := range []struct {
		kind        dg.ChannelType
		permissions int64
		want        bool
	}{
		{dg.ChannelTypeGuildText, pictures | dg.PermissionSendMessages, true},
		{dg.ChannelTypeGuildText, pictures | dg.PermissionSendMessagesInThreads, false},
		{dg.ChannelTypeGuildPublicThread, pictures | dg.PermissionSendMessages, false},
		{dg.ChannelTypeGuildPublicThread, pictures | dg.PermissionSendMessagesInThreads, true},
		{dg.ChannelTypeGuildPublicThread, dg.PermissionAdministrator, true},
	} {
		c := answering(t, func(w http.ResponseWriter, r *http.Request) {
			kind := test.kind
			switch {
			case strings.Contains(r.URL.Path, "/members/"):
				io.WriteString(w, "{}")
				return
			case strings.HasSuffix(r.URL.Path, "/channels/8"):
				kind = dg.ChannelTypeGuildText
			}
			fmt.Fprintf(w,
				`{"id":"9","type":%d,"guild_id":"9","owner_id":"1","parent_id":"8","roles":[{"id":"9","permissions":"%d"}]}`,
				kind, test.permissions)
		})
		if may, err := c.MayPost(t.Context(), 7); may != test.want || err != nil {
			t.Errorf("%+v: it may post: %t, %v", test, may, err)
		}
	}
}

// TestSchedule checks that the scheduled event of what goes on ends when that does, as far as it is known, and links to where it
// goes on.
func TestSchedule(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	from := time.Now().Add(time.Hour).Truncate(time.Second)
	e := delivery.ScheduledEvent{Name: "Cup", Subject: "K7Q2", From: from}
	for _, test := range []struct {
		state delivery.EventState
		until time.Duration // after its planned start; 0: nobody knows
		link  string
		want  time.Duration
	}{
		{delivery.EventPlanned, time.Hour, "a", time.Hour},
		{delivery.EventActive, -time.Minute, "a", time.Hour}, // it began early, and Discord takes no end before the planned start
		{delivery.EventActive, 2 * time.Hour, "a", 2 * time.Hour},
		{delivery.EventActive, 24 * time.Hour, "a", 24 * time.Hour},
		{delivery.EventActive, 3 * time.Hour, "a", 3 * time.Hour},
		{delivery.EventActive, 0, "b", 3 * time.Hour},
	} {
		e.State, e.Link, e.Until = test.state, test.link, time.Time{}
		if test.until != 0 {
			e.Until = from.Add(test.until)
		}
		must(t, w.client.Schedule(t.Context(), game.PlaceID(w.room), e)) // the first channel has the ID of its guild
		now := w.ScheduledEvents(w.room)[0]
		if now.Until.Sub(from) != test.want || now.Location != test.link+" · K7Q2" || now.Active != (test.state == delivery.EventActive) {
			t.Errorf("%+v: it is %+v", test, now)
		}
	}
}

// The scheduled event of what is repeated says so, and goes when it is over or not to be repeated any more: the next one has its
// own.
func TestRepeatedEvent(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	from := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	week, day := (from.Day()-1)/7+1, (int(from.Weekday())+6)%7
	e := delivery.ScheduledEvent{Name: "Cup", Subject: "K7Q2", Link: "a", From: from, Until: from.Add(time.Hour)}
	for _, test := range []struct {
		tournament.Repetition
		state delivery.EventState
		want  string // its rule; "": there is no event
	}{
		{tournament.Weekly, delivery.EventPlanned, fmt.Sprintf("2 1 [%d] <nil>", day)},
		{tournament.Weekly, delivery.EventActive, fmt.Sprintf("2 1 [%d] <nil>", day)},
		{tournament.Weekly, delivery.EventOver, ""},
		{tournament.Monthly, delivery.EventPlanned, fmt.Sprintf("1 1 <nil> [map[day:%d n:%d]]", day, week)},
		{tournament.Once, delivery.EventPlanned, "<nil> <nil> <nil> <nil>"},
		{tournament.Once, delivery.EventCancelled, ""},
	} {
		e.Repetition, e.State = test.Repetition, test.state
		must(t, w.client.Schedule(t.Context(), game.PlaceID(w.room), e))
		got := ""
		for _, now := range w.ScheduledEvents(w.room) {
			got += fmt.Sprint(now.Rule["frequency"], now.Rule["interval"], now.Rule["by_weekday"], now.Rule["by_n_weekday"])
		}
		if got != test.want {
			t.Errorf("%v, %v: %q, want %q", test.Repetition, test.state, got, test.want)
		}
	}
}

// TestParent checks that only threads have a parent.
func TestParent(t *testing.T) {
	for answer, parent := range map[string]game.RoomID{`{"id":"7","type":11,"parent_id":"8"}`: 8, `{"id":"7","type":0,"parent_id":"8"}`: 0} {
		c := answering(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, answer) })
		if got, err := c.Parent(t.Context(), 7); got != parent || err != nil {
			t.Errorf("the parent of %s is %d, %v", answer, got, err)
		}
		i, err := readInteraction([]byte(`{"id":"5","token":"t","type":2,"channel":` + answer + `}`))
		if i.Parent != parent || err != nil {
			t.Errorf("an interaction in %s comes from a thread of %d, %v", answer, i.Parent, err)
		}
		if got, err := c.Thread(t.Context(), 8, "x"); got != 7 || err != nil {
			t.Errorf("%s is the thread %d, %v", answer, got, err)
		}
		if got, err := c.Direct(t.Context(), 5); got != 7 || err != nil {
			t.Errorf("%s is the room %d, %v", answer, got, err)
		}
	}
	i, err := readInteraction([]byte(`{"id":"5","token":"t","type":2,"channel":{"flags":"unforeseen","type":11,"parent_id":"8"}}`))
	if i.Parent != 8 || err != nil {
		t.Errorf("with a field that cannot be read an interaction comes from a thread of %d, %v", i.Parent, err)
	}
}

// TestThreadOfAnnouncements checks that a channel gets a thread of the type that it can have, and that a voice channel, which
// can have none, is unreachable.
func TestThreadOfAnnouncements(t *testing.T) {
	for accepted, want := range map[dg.ChannelType]string{
		dg.ChannelTypeGuildPublicThread: "11", dg.ChannelTypeGuildNewsThread: "11 10", 0: "11 10",
	} {
		var tried []string
		c := answering(t, func(w http.ResponseWriter, r *http.Request) {
			var asked dg.ThreadStart
			if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
				t.Error(err)
			}
			tried = append(tried, fmt.Sprint(int(asked.Type)))
			if asked.Type != accepted {
				w.WriteHeader(http.StatusBadRequest)
				fmt.Fprintf(w, `{"code":%d}`, map[dg.ChannelType]int{dg.ChannelTypeGuildPublicThread: wrongChannelType}[asked.Type])
				return
			}
			io.WriteString(w, `{"id":"7"}`)
		})
		thread, err := c.Thread(t.Context(), 8, "x")
		if refused := errors.Is(err, delivery.ErrUnreachable); strings.Join(tried, " ") != want ||
			(thread == 7) == refused || refused != (accepted == 0) {
			t.Errorf("of threads of type %d, it tries %v, and gets %d, %v", accepted, tried, thread, err)
		}
	}
}

// TestRetry checks the times between the tries of a request.
func TestRetry(t *testing.T) {
	const within = 2 * time.Second
	for _, test := range []struct {
		name string
		err  error
		want []time.Duration // when it is tried
	}{
		{"no answer", &Error{}, []time.Duration{0, 50e6, 150e6, 350e6, 750e6, 1550e6}},
		{"a wait", &Error{Status: 429, After: 900 * time.Millisecond}, []time.Duration{0, 900e6, 1800e6}},
		{"too long a wait", &Error{Status: 429, After: within + 1}, []time.Duration{0}},
		{"a refusal", &Error{Status: 403}, []time.Duration{0}},
		{"another error", errPanic, []time.Duration{0}},
		{"nothing wrong", nil, []time.Duration{0}},
	} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			var tried []time.Duration
			err := retry(ctx, (*Error).Temporary, func() error {
				tried = append(tried, time.Since(begin))
				return test.err
			})
			if err != test.err || !slices.Equal(tried, test.want) {
				t.Errorf("%s: tried after %v, want %v; %v", test.name, tried, test.want, err)
			}
		})
	}
}

// TestFilesAreSentAgain checks that each try of a request has the files.
func TestFilesAreSentAgain(t *testing.T) {
	m := messageData("x")
	m.Files = []*dg.File{{Name: "board.png", Reader: strings.NewReader("picture")}}
	for _, body := range []any{m, nonceMessage{m, "n", true}, &message.Response{Data: m}} {
		for range 2 {
			if kind, text, err := encode(body); err != nil || !strings.HasPrefix(kind, "multipart/") || !strings.Contains(string(text), "picture") {
				t.Errorf("%T is sent as %s %q; %v", body, kind, text, err)
			}
		}
	}
}

// TestUnknownChannel checks that an unknown channel is requested once, and that other missing
// objects close nothing.
func TestUnknownChannel(t *testing.T) {
	for code, want := range map[int]int{unknownChannel: 1, 10008: 2} {
		requests := 0
		c := answering(t, func(w http.ResponseWriter, r *http.Request) {
			requests++
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprintf(w, `{"code":%d,"message":"gone"}`, code)
		})
		_, err := c.Message(t.Context(), 1, 2)
		var failed *Error
		if !errors.As(err, &failed) || failed.Code != code || failed.Message != "gone" {
			t.Errorf("%d gives %v", code, err)
		}
		c.Message(t.Context(), 1, 2)
		if requests != want {
			t.Errorf("after %d there are %d requests, want %d", code, requests, want)
		}
	}
}

// TestReach checks that a message is edited by its interaction token, and by its channel only if
// the token is no longer valid.
func TestReach(t *testing.T) {
	for status, want := range map[int]int{0: 1, 400: 1, 429: 1, 500: 1, 401: 2, 403: 2, 404: 2} {
		c := &Client{tokens: recent.NewMap[string, tokenAddress](maxTokens)}
		for range 2 {
			c.tokens.Put("7", newTokenAddress(asked, "7", false, time.Now()))
			var tried []string
			c.reach(1, 7, func(address string) error {
				tried = append(tried, address)
				if status == 0 {
					return nil
				}
				return &Error{Status: status}
			})
			if len(tried) != want || tried[0] != dg.EndpointWebhookMessage("2", "t", "7") ||
				want == 2 && tried[1] != dg.EndpointChannelMessage("1", "7") {
				t.Errorf("%d: tried %q", status, tried)
			}
			if _, known := c.tokens.Get("7"); known == (want == 2) {
				t.Errorf("%d: the interaction is remembered %v", status, want == 2)
			}
		}
	}
}

// TestTokens checks for how long the token of an interaction is used.
func TestTokens(t *testing.T) {
	begin := time.Now()
	known := newTokenAddress(asked, "first", false, begin)
	for age, want := range map[time.Duration]bool{0: true, tokenLifetime - 1: true, tokenLifetime: false} {
		if got := known.isValid(begin.Add(age)); got != want {
			t.Errorf("after %v it is valid: %v, want %v", age, got, want)
		}
	}
}

// TestRecentPages checks how many pages Recent reads, and that it omits messages of others and of
// no author.
func TestRecentPages(t *testing.T) {
	for _, test := range []struct{ messages, pages, want int }{
		{0, 1, 0}, {recentPage - 1, 1, recentPage - 1}, {recentPage, 2, recentPage}, {1e6, maxRecentPages, maxRecentPages * recentPage},
	} {
		pages, left := 0, test.messages
		c := answering(t, func(w http.ResponseWriter, r *http.Request) {
			pages++
			var texts []string
			for range min(left, recentPage) {
				texts = append(texts, fmt.Sprintf(`{"id":"%d","author":{"id":"4"}}`, left))
				left--
			}
			fmt.Fprintf(w, "[%s]", strings.Join(texts, ","))
		})
		c.identity.Store(&identity{user: "4"})
		all, err := c.Recent(t.Context(), 1, time.Time{})
		if err != nil || len(all) != test.want || pages != test.pages {
			t.Errorf("of %d messages %d are read in %d pages, want %d in %d; %v", test.messages, len(all), pages, test.want, test.pages, err)
		}
	}
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `[{"id":"3"},{"id":"2","author":{"id":"5"}},{"id":"1","author":{"id":"4"},"type":"x"},{"id":"1","author":{"id":"4"}}]`)
	})
	c.identity.Store(&identity{user: "4"})
	if all, err := c.Recent(t.Context(), 1, time.Time{}); err != nil || len(all) != 1 {
		t.Errorf("%d messages are the bot's, %v", len(all), err)
	}
}

// TestFetchAppRace makes requests while another goroutine fetches the app, as the service does
// when it tries again. The race detector checks it.
func TestFetchAppRace(t *testing.T) {
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/messages") {
			io.WriteString(w, "[]")
			return
		}
		io.WriteString(w, `{"id":"4"}`)
	})
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			_, err := c.FetchApp(t.Context())
			must(t, err)
		})
		work.Go(func() {
			c.Invitation()
			_, err := c.Recent(t.Context(), 1, time.Time{})
			must(t, err)
		})
	}
	work.Wait()
	if !strings.Contains(c.Invitation(), "client_id=4") {
		t.Errorf("the invitation is %s", c.Invitation())
	}
}

// TestRefusalsAreLogged checks that the log says when Discord refuses many requests, and on which
// route.
func TestRefusalsAreLogged(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, `{"code":50013}`)
	}))
	defer s.Close()
	var log bytes.Buffer
	c, err := NewClient(ClientConfig{Base: s.URL + "/api/v10", Token: "t", Log: slog.New(slog.NewTextHandler(&log, nil))})
	must(t, err)
	for range maxInvalidUnknown + 10 {
		c.editOriginal(t.Context(), asked, messageData("x"))
	}
	if c.InvalidRequests() != maxInvalidUnknown+10 ||
		strings.Count(log.String(), "refuses many requests") != 1 ||
		!strings.Contains(log.String(), fmt.Sprint("refused_in_ten_minutes=", maxInvalidUnknown)) {
		t.Errorf("of %d the log says:\n%s", c.InvalidRequests(), &log)
	}
}

// TestEditFlags checks that an edit keeps only the flags that an edit may have.
func TestEditFlags(t *testing.T) {
	var flags dg.MessageFlags
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		var m struct{ Flags dg.MessageFlags }
		json.NewDecoder(r.Body).Decode(&m)
		flags = m.Flags
	})
	for given, want := range map[dg.MessageFlags]dg.MessageFlags{
		0: 0,
		dg.MessageFlagsEphemeral | dg.MessageFlagsIsComponentsV2: dg.MessageFlagsIsComponentsV2,
	} {
		m := messageData("x")
		m.Flags = given
		_, err := c.editOriginal(t.Context(), asked, m)
		must(t, err)
		if flags != want {
			t.Errorf("of %d comes %d, want %d", given, flags, want)
		}
	}
}

// TestErrorText checks the texts of errors.
func TestErrorText(t *testing.T) {
	cause := errors.New("cause")
	answer := func(status int, body string) error {
		return newResponseError(&http.Response{StatusCode: status, Header: http.Header{"Retry-After": {"7"}}}, []byte(body))
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{&Error{Cause: cause}, "Discord cannot be reached: cause"},
		{&Error{Status: 429, Message: "slower", After: 1234567 * time.Microsecond, Code: 1}, "Discord says 429: slower (again in 1.235s)"},
		{&Error{Status: 403, Message: "no", Code: 50001}, "Discord says 403: no (50001)"},
		{&Error{Status: 500, Message: "oh"}, "Discord says 500: oh"},
		{&GatewayError{Text: "wrong", Code: 4004, Cause: cause}, "wrong (Discord's code 4004)"},
		{&GatewayError{Text: "wrong", Cause: cause}, "wrong: cause"},
		{&GatewayError{Text: "wrong"}, "wrong"},
		{answer(400, `{"errors":"where"}`), `Discord says 400: {"errors":"where"}`},
		{answer(404, `x`), "Discord says 404: Not Found"},
		{answer(404, `{"code":10003}`), "Discord says 404: Not Found (10003)"},
		{answer(403, `{"code":7,"message":"no"}`), "Discord says 403: no (7)"},
		{answer(429, `{"message":"slower","retry_after":1.5}`), "Discord says 429: slower (again in 1.5s)"},
		{answer(429, `too many`), "Discord says 429: Too Many Requests (again in 7s)"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%#v says %q, want %q", test.err, got, test.want)
		}
	}
}

// TestRetryAfter checks how long each error asks to wait.
func TestRetryAfter(t *testing.T) {
	for _, test := range []struct {
		err  Error
		want time.Duration
	}{
		{Error{Status: 429, After: 3 * time.Second}, 3 * time.Second},
		{Error{Status: 429}, time.Second},
		{Error{Status: 429, Code: tooManyOldEdits, After: 3 * time.Second}, 0},
		{Error{Status: 503, After: 3 * time.Second}, 0},
		{Error{Status: 403, After: 3 * time.Second}, 0},
	} {
		if got := test.err.RetryAfter(); got != test.want {
			t.Errorf("after %v it waits %v, want %v", &test.err, got, test.want)
		}
	}
}

// TestNoTokensInErrors checks that errors do not contain the tokens of interactions.
func TestNoTokensInErrors(t *testing.T) {
	c := answering(t, func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := c.respond(ctx, &dg.Interaction{ID: "1", Token: "secret"}, aMessage.Initial(asked))
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error is %v", err)
	}
}

// TestFollowUpIsSentOnce checks that a followup message is not sent again if Discord may have sent it.
func TestFollowUpIsSentOnce(t *testing.T) {
	for status, want := range map[int]int32{502: 2, 504: 1} {
		var sent atomic.Int32
		c := answering(t, func(w http.ResponseWriter, r *http.Request) {
			if sent.Add(1) == 1 {
				w.WriteHeader(status)
			}
			io.WriteString(w, `{"id":"1"}`)
		})
		_, err := c.followUp(t.Context(), asked, messageData("x"))
		if n := sent.Load(); n != want || (err == nil) != (want == 2) {
			t.Errorf("after status %d it is sent %d times, %v", status, n, err)
		}
	}
}

// TestResponsesLeaveNoBuckets checks that responses leave no buckets behind, as discordgo's do.
func TestResponsesLeaveNoBuckets(t *testing.T) {
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
			_, err := c.respond(t.Context(), i, aMessage.Initial(i))
			must(t, err)
			_, err = c.editOriginal(t.Context(), i, messageData("y"))
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

// TestGlobalLimit checks that the global limit does not delay responses, as it does in discordgo.
func TestGlobalLimit(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	w.misbehaves(sandbox.Fault{Do: sandbox.Fail, Status: 429, RetryAfter: 3600, Global: true, Path: "/channels/*/messages", Times: 1})
	w.serve(func(_ context.Context, i *dg.Interaction) (delivery.Response, bool) {
		return says(i, "answer", false), true
	}, nil)
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

// TestParallelEdits checks that responses are edited in parallel, unlike discordgo's.
func TestParallelEdits(t *testing.T) {
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
			_, err := c.editOriginal(t.Context(), &dg.Interaction{ID: "1", AppID: "1", Token: newReference()}, messageData("y"))
			if err != nil {
				t.Error(err)
			}
		})
	}
	filling.Wait()
}

// TestInvitation checks the scopes and permissions of the invitation.
func TestInvitation(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	app, err := w.client.FetchApp(t.Context())
	must(t, err)
	const rights = 1<<10 | 1<<11 | 1<<15 | 1<<16 | 1<<35 | 1<<38 | 1<<44
	want := fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&permissions=%d&scope=bot+applications.commands", app.ID, rights)
	if got := w.client.Invitation(); got != want {
		t.Errorf("it is %s\nwant %s", got, want)
	}
}

func TestBase(t *testing.T) {
	for _, base := range []string{"discord.com", "ftp://discord.com/api/v10", "https://discord.com/api",
		"://", "https:///api/v10", "https://discord.com/v10", "https://discord.com/api/v"} {
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

// BenchmarkRespond measures a response with and without a picture, including the server's half in
// the same process.
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
			r := aMessage.Initial(i)
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

// Reports go to the owner of the app, or to that of its team, as a team stands for no user.
func TestOperator(t *testing.T) {
	for text, want := range map[string]game.PersonID{
		`{"owner": {"id": "17"}, "team": null}`:                    17,
		`{"owner": {"id": "17"}, "team": {"owner_user_id": "18"}}`: 18,
		`{"id": "1"}`: game.Anyone,
	} {
		app := &App{}
		if err := json.Unmarshal([]byte(text), app); err != nil || app.Operator() != want {
			t.Errorf("%s is of %v, %v", text, app.Operator(), err)
		}
	}
}
