package sandbox_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"doublecorner/internal/sandbox"
)

// wire is a connection to the gateway, spoken by hand.
type wire struct {
	t  *testing.T
	ws *websocket.Conn
}

const v10 = "?v=10&encoding=json"

type payload struct {
	Op int             `json:"op"`
	S  int             `json:"s"`
	T  string          `json:"t"`
	D  json.RawMessage `json:"d"`
}

func (w *testWorld) dial(t *testing.T, query string) wire {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(w.URL(), "http")+"/gateway/"+query, nil)
	check(t, err)
	t.Cleanup(func() { ws.Close() })
	ws.SetReadDeadline(time.Now().Add(10 * time.Second))
	return wire{t, ws}
}

// greeted connects to the gateway, and hears its hello.
func (w *testWorld) greeted(t *testing.T) wire {
	t.Helper()
	conn := w.dial(t, v10)
	conn.hear(10, "")
	return conn
}

func (c wire) say(v any) {
	c.t.Helper()
	check(c.t, c.ws.WriteJSON(v))
}

func (c wire) hear(op int, event string) payload {
	c.t.Helper()
	var p payload
	if err := c.ws.ReadJSON(&p); err != nil {
		c.t.Fatalf("instead of %d %s: %v", op, event, err)
	}
	if p.Op != op || p.T != event {
		c.t.Fatalf("got %d %s %.300s, not %d %s", p.Op, p.T, p.D, op, event)
	}
	return p
}

// closed reads on until the connection is closed, with this code.
func (c wire) closed(code int) {
	c.t.Helper()
	for {
		if _, _, err := c.ws.ReadMessage(); err != nil {
			if !websocket.IsCloseError(err, code) {
				c.t.Errorf("closed by %v, not with %d", err, code)
			}
			return
		}
	}
}

func (w *testWorld) identify(change object) object {
	d := object{"token": w.Token(), "intents": 0, "properties": object{"os": "linux"}}
	for k, v := range change {
		if d[k] = v; v == nil {
			delete(d, k)
		}
	}
	return object{"op": 2, "d": d}
}

func TestGatewayRefusals(t *testing.T) {
	w := settle(t)
	for _, c := range []struct {
		name  string
		query string
		say   []any
		code  int
	}{
		{"unknown opcode", v10, list{object{"op": 99}}, 4001},
		{"no opcode", v10, list{object{"d": 1}}, 4002},
		{"no object", v10, list{5}, 4002},
		{"too large", v10, list{object{"op": 1, "d": strings.Repeat("x", 4097)}}, 4002},
		{"half an identify", v10, list{w.identify(object{"intents": nil})}, 4002},
		{"another encoding", "?v=10&encoding=etf", nil, 4002},
		{"presence before identify", v10, list{object{"op": 3, "d": object{}}}, 4003},
		{"wrong token", v10, list{w.identify(object{"token": "x"})}, 4004},
		{"resume with wrong token", v10, list{object{"op": 6, "d": object{"token": "x", "session_id": "x", "seq": 1}}}, 4004},
		{"identify twice", v10, list{w.identify(nil), w.identify(nil)}, 4005},
		{"too many payloads", v10, many(121, func(int) any { return object{"op": 1, "d": nil} }), 4008},
		{"shard out of bounds", v10, list{w.identify(object{"shard": list{2, 2}})}, 4010},
		{"shard of none", v10, list{w.identify(object{"shard": list{0, 0}})}, 4010},
		{"old version", "?v=6&encoding=json", nil, 4012},
		{"unknown intent", v10, list{w.identify(object{"intents": 1 << 18})}, 4013},
		{"privileged intent", v10, list{w.identify(object{"intents": 1 << 15})}, 4014},
	} {
		t.Run(c.name, func(t *testing.T) {
			conn := w.dial(t, c.query)
			for _, v := range c.say {
				conn.say(v)
			}
			conn.closed(c.code)
		})
	}
	t.Run("no heartbeat", func(t *testing.T) {
		conn := w.greeted(t)
		w.clock.Advance(240*time.Hour + 120*time.Hour)
		conn.closed(4009)
	})
}

// A session with the intent for guilds is told of the guilds that the bot is in, and of those that add or remove it.
func TestGatewayGuilds(t *testing.T) {
	w := settle(t)
	conn := w.greeted(t)
	conn.say(w.identify(object{"intents": 1}))
	conn.hear(0, "READY")
	first := conn.hear(0, "GUILD_CREATE").D
	w.SetBot(w.guild, false)
	if p := conn.hear(0, "GUILD_DELETE"); string(p.D) != `{"id":"`+w.guild.String()+`"}` {
		t.Errorf("it is removed: %s", p.D)
	}
	w.refuses(t, "GET", "/guilds/"+w.guild.String(), nil, sandbox.CodeMissingAccess, "", "")
	w.clock.Advance(time.Hour)
	w.SetBot(w.guild, true)
	w.SetBot(w.guild, true) // changes nothing
	for i, text := range []json.RawMessage{first, conn.hear(0, "GUILD_CREATE").D} {
		var g struct {
			ID, Name string
			Joined   time.Time `json:"joined_at"`
			System   string    `json:"system_channel_id"`
			Channels []struct{ ID string }
			Roles    []object
		}
		check(t, json.Unmarshal(text, &g))
		joined := w.clock.Now().Add(time.Duration(i-1) * 25 * time.Hour) // at first for a day, and then anew
		if g.ID != w.guild.String() || g.Joined.Sub(joined).Abs() > time.Second ||
			g.System != g.ID || g.Channels[0].ID != g.ID || len(g.Roles) != 2 {
			t.Errorf("guild %d: %+v", i, g)
		}
	}
}

func TestGatewaySession(t *testing.T) {
	w := settle(t)
	w.register()
	conn := w.greeted(t)
	conn.say(object{"op": 1, "d": nil})
	conn.hear(11, "")
	conn.say(w.identify(object{"intents": 1 << 9}))
	var ready struct {
		Session string   `json:"session_id"`
		Guilds  []object `json:"guilds"`
	}
	check(t, json.Unmarshal(conn.hear(0, "READY").D, &ready))
	if len(ready.Guilds) != 1 || ready.Guilds[0]["id"] != w.guild.String() {
		t.Errorf("the bot is in %v", ready.Guilds)
	}
	w.asksForBoard(t)
	w.asksForBoard(t)
	conn.hear(0, "INTERACTION_CREATE")
	if p := conn.hear(0, "INTERACTION_CREATE"); p.S != 3 {
		t.Errorf("event %d: %s", p.S, p.D)
	}

	// It breaks off; what happens meanwhile is told on resuming, in order.
	conn.ws.Close()
	until(t, func() bool { return w.Sessions() == 0 })
	w.asksForBoard(t)
	conn = w.greeted(t)
	resume := func(seq int) object {
		return object{"op": 6, "d": object{"token": "Bot " + w.Token(), "session_id": ready.Session, "seq": seq}}
	}
	conn.say(resume(2))
	for _, number := range []int{3, 4} {
		if p := conn.hear(0, "INTERACTION_CREATE"); p.S != number {
			t.Errorf("replayed is number %d, not %d", p.S, number)
		}
	}
	conn.hear(0, "RESUMED")

	w.AskReconnect()
	conn.hear(7, "")
	// A number from the future.
	late := w.greeted(t)
	late.say(resume(1000))
	late.closed(4007)
	w.Invalidate(false)
	conn.hear(9, "")
	conn.say(w.identify(nil))
	conn.hear(0, "READY")

	// The old session is no more.
	gone := w.greeted(t)
	gone.say(resume(3))
	if p := gone.hear(9, ""); string(p.D) != "false" {
		t.Errorf("invalid session %s", p.D)
	}
	w.Hangup(4000)
	conn.closed(4000)
}

func TestResumeTooLate(t *testing.T) {
	w := settle(t)
	conn := w.greeted(t)
	conn.say(w.identify(nil))
	var ready struct {
		Session string `json:"session_id"`
	}
	check(t, json.Unmarshal(conn.hear(0, "READY").D, &ready))
	w.Hangup(0)
	until(t, func() bool { return w.Sessions() == 0 })
	w.clock.Advance(6 * time.Minute)
	conn = w.greeted(t)
	conn.say(object{"op": 6, "d": object{"token": w.Token(), "session_id": ready.Session, "seq": 1}})
	conn.hear(9, "")
}

func TestIdentifyOneByOne(t *testing.T) {
	w := settle(t, func(o *sandbox.Options) { o.IdentifyEvery, o.Concurrency = 5*time.Second, 2 })
	shard := func(n, op int, event string) {
		t.Helper()
		conn := w.greeted(t)
		conn.say(w.identify(object{"shard": list{n, 4}}))
		conn.hear(op, event)
	}
	shard(0, 0, "READY")
	shard(1, 0, "READY")
	shard(2, 9, "")
	w.clock.Advance(5 * time.Second)
	shard(2, 0, "READY")
	shard(3, 0, "READY")
	if answer := w.ok(t, "GET", "/gateway/bot", nil); !strings.Contains(answer, `"remaining":996`) ||
		!strings.Contains(answer, `"max_concurrency":2`) {
		t.Errorf("gateway: %s", answer)
	}
}

// until waits for something that happens in another goroutine without telling.
func until(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !done(); {
		if time.Now().After(deadline) {
			t.Fatal("it does not happen")
		}
		time.Sleep(time.Millisecond)
	}
}

// The real discordgo resumes after a connection broke, and hears what it missed.
func TestDiscordgoResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("discordgo sleeps a second when it closes")
	}
	w := settle(t)
	w.register()
	got := make(chan string, 10)
	bot := w.online(func(s *discordgo.Session, i *discordgo.InteractionCreate) { got <- i.ID })
	resumed := make(chan bool, 1)
	bot.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { resumed <- true })
	w.Hangup(4000)
	asked := w.asksForBoard(t)
	select {
	case id := <-got:
		if id != asked {
			t.Errorf("got %s, not %s", id, asked)
		}
	case <-w.ctx.Done():
		t.Fatal("nothing was replayed")
	}
	select {
	case <-resumed:
	case <-w.ctx.Done():
		t.Fatal("the session was not resumed")
	}
}

func TestFaultsOfEvents(t *testing.T) {
	w := settle(t)
	w.register()
	w.listen()
	twice := w.fault(sandbox.Fault{Do: sandbox.Duplicate, Event: "INTERACTION_CREATE", Skip: 1, Times: 1})
	first, second := w.asksForBoard(t), w.asksForBoard(t)
	for _, want := range []string{first, second, second} {
		// discordgo runs handlers in no order: each must come, so often.
		if i := w.next(t); i.ID != want && i.ID != first && i.ID != second {
			t.Errorf("got %s, not %s", i.ID, want)
		}
	}
	if n := w.RemoveFault(twice); n != 1 {
		t.Errorf("happened %d times", n)
	}

	w.fault(sandbox.Fault{Do: sandbox.Drop, Event: "INTERACTION_CREATE", Times: 1})
	w.asksForBoard(t)
	if third := w.asksForBoard(t); w.next(t).ID != third {
		t.Error("what was dropped came")
	}

	waiting := w.clock.Waiting()
	w.fault(sandbox.Fault{Do: sandbox.Delay, Event: "INTERACTION_CREATE", Times: 1, Millis: 2000})
	late := w.asksForBoard(t)
	if w.clock.Waiting() <= waiting {
		t.Error("nothing waits")
	}
	w.clock.Advance(2 * time.Second)
	if w.next(t).ID != late {
		t.Error("what was late is another")
	}
}

func TestDeafGateway(t *testing.T) {
	w := settle(t)
	id := w.fault(sandbox.Fault{Do: sandbox.Deaf, Skip: 1, Times: 1})
	conn := w.greeted(t)
	conn.say(object{"op": 1, "d": nil})
	conn.hear(11, "")
	conn.say(object{"op": 1, "d": nil}) // unheard
	conn.say(w.identify(nil))
	conn.hear(0, "READY")
	if n := w.RemoveFault(id); n != 1 {
		t.Errorf("happened %d times", n)
	}
}

func TestFaultsOfRequests(t *testing.T) {
	w := settle(t)
	bot := w.bot()
	send := func() error {
		_, err := bot.ChannelMessageSend(w.general.String(), "hello")
		return err
	}
	happens := func(f sandbox.Fault) error {
		t.Helper()
		f.Path, f.Method, f.Times = "/channels/*/messages", "POST", 1
		id := w.fault(f)
		err := send()
		if n := w.RemoveFault(id); n != 1 {
			t.Errorf("%s happened %d times", f.Do, n)
		}
		return err
	}
	for _, code := range []sandbox.Code{sandbox.CodeMissingPermissions, sandbox.CodeUnknownChannel, sandbox.CodeUnknownMessage} {
		var rest *discordgo.RESTError
		if err := happens(sandbox.Fault{Do: sandbox.Fail, Code: code}); !errors.As(err, &rest) || rest.Message.Code != int(code) {
			t.Errorf("failed with %v, not %d", err, code)
		}
	}
	var rest *discordgo.RESTError
	if err := happens(sandbox.Fault{Do: sandbox.Fail, Status: 500}); !errors.As(err, &rest) || rest.Response.StatusCode != 500 {
		t.Errorf("failed with %v, not 500", err)
	}
	var limit *discordgo.RateLimitError
	if err := happens(sandbox.Fault{Do: sandbox.Fail, Status: 429, RetryAfter: 0.25}); !errors.As(err, &limit) ||
		limit.RetryAfter != 250*time.Millisecond {
		t.Errorf("failed with %v, not 429", err)
	}
	if got, _ := w.ann.Messages(w.ctx, w.general, 0); len(got) != 0 {
		t.Errorf("%d messages in spite of failures", len(got))
	}
	// An answer is lost, but the thing is done.
	if err := happens(sandbox.Fault{Do: sandbox.Lose}); err == nil {
		t.Error("a lost answer came")
	}
	if got, _ := w.ann.Messages(w.ctx, w.general, 0); len(got) != 1 {
		t.Errorf("%d messages after a lost answer", len(got))
	}
	// A request hangs until the fault is withdrawn, and is not done.
	hang := w.fault(sandbox.Fault{Do: sandbox.Hang, Method: "POST"})
	done := make(chan error)
	go func() { done <- send() }()
	until(t, func() bool { return w.Faults()[0].Happened == 1 })
	w.RemoveFault(hang)
	if err := <-done; err == nil {
		t.Error("a request that hung was answered")
	}
	// A delay, and then all goes well.
	w.fault(sandbox.Fault{Do: sandbox.Delay, Method: "POST", Millis: 5000, Times: 1})
	before := w.clock.Waiting()
	go func() { done <- send() }()
	until(t, func() bool { return w.clock.Waiting() > before })
	w.clock.Advance(5 * time.Second)
	check(t, <-done)
	if got, _ := w.ann.Messages(w.ctx, w.general, 0); len(got) != 2 {
		t.Errorf("%d messages at the end", len(got))
	}
	told := w.Exchanges()
	if last := told[len(told)-1]; last.Fault == 0 || last.Status != 200 || last.Route != "POST /channels/{channel}/messages" {
		t.Errorf("told of %+v", last)
	}
}
