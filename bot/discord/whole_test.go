package discord

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/rate"
	"doublecorner/internal/sandbox"
	"doublecorner/store"
)

// judgedSandbox is a sandbox with a guild and users. It checks and stores the bot's messages.
type judgedSandbox struct {
	*discordtest.Server
	guild, channel, direct string
	users                  [4]map[string]any // Anna, Ben, and two who do not play, the last a moderator
	inputs                 int
}

func newJudgedSandbox(t *testing.T) *judgedSandbox {
	t.Helper()
	s := &judgedSandbox{}
	var err error
	s.Server, err = discordtest.Start(sandbox.Options{Limits: sandbox.Limits{Off: true}})
	must(t, err)
	names := []string{"Anna", "Ben", "Mallory", "Mod"}
	guild, people := s.Club(t, names...)
	for i, p := range people {
		s.users[i] = map[string]any{"id": p.ID.String(), "username": names[i]}
	}
	s.guild, s.channel = guild.String(), guild.String()
	direct, err := people[0].DM(t.Context())
	must(t, err)
	s.direct = direct.ID.String()
	return s
}

// call makes a request to the sandbox's API.
func (s *judgedSandbox) call(method, path, kind string, body []byte, result any) error {
	status, text, err := s.Send(method, path, kind, body)
	if err != nil || result == nil {
		return err
	}
	if status >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, text)
	}
	return json.Unmarshal([]byte(text), result)
}

// fuzzedBot is a bot from its dispatcher to its store in a judgedSandbox, with an input that
// determines what happens to it.
type fuzzedBot struct {
	*judgedSandbox
	t           *testing.T
	tape        []byte
	description *discordtest.Description
	log         bytes.Buffer
	at          time.Time
	store       *store.Store
	bot         *bot.Bot
	client      *Client
	dispatcher  *Dispatcher
	outcomes    chan Handled

	sent   []sent
	shown  []map[string]any // the bot's messages, the newest last
	modals []string         // custom IDs
	grew   bool             // a game has, by the last interaction

	mu       sync.Mutex
	now      sent
	answers  int
	said     []any  // the messages that came of it
	original string // the message that is the response
	wrong    []string
}

// sent is an interaction that was sent.
type sent struct {
	text    string
	channel string
	message string // with the button or select that was used
	genuine bool   // the bot knows only what Discord would tell it
}

// anyRate limits nobody.
var anyRate = rate.Limit{AtOnce: 1e12, ASecond: 1e12}

func newFuzzedBot(t *testing.T, s *judgedSandbox, tape []byte, d *discordtest.Description) *fuzzedBot {
	t.Helper()
	w := &fuzzedBot{judgedSandbox: s, t: t, tape: tape, description: d, at: time.Now().Add(-time.Hour), outcomes: make(chan Handled, 10)}
	var err error
	w.store, err = store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { w.store.Close() })
	now := func() time.Time { return w.at }
	referee := game.New(game.Config{Store: w.store, Now: now, Random: rand.New(rand.NewPCG(1, 2)).Uint64})
	must(t, referee.Resume(t.Context()))
	w.client, err = NewClient(ClientConfig{Base: s.URL() + "/api/v10", Token: s.Token(), Transport: w})
	must(t, err)
	_, err = w.client.FetchApp(t.Context())
	must(t, err)
	logged := slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelError}))
	w.bot = bot.New(bot.Config{Referee: referee, Discord: w.client, Now: now, Log: logged}, mind.New(mind.Options{}))
	w.restart()
	return w
}

// restart replaces the dispatcher by one that remembers no interactions.
func (w *fuzzedBot) restart() {
	w.dispatcher = NewDispatcher(DispatcherConfig{
		Handler: w.bot, Client: w.client, Log: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelError})),
		Rates:   Rates{User: anyRate, Autocomplete: anyRate, Guild: anyRate, UserWork: anyRate, GuildWork: anyRate},
		Observe: func(o Handled) { w.outcomes <- o },
	})
}

// RoundTrip plays Discord: it accepts responses to interactions, and has the sandbox check and
// store their messages.
func (w *fuzzedBot) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	path, _ := strings.CutPrefix(r.URL.Path, "/api/v10")
	kind := r.Header.Get("Content-Type")
	if !strings.HasPrefix(path, "/interactions/") && !strings.HasPrefix(path, "/webhooks/") {
		forward := r.Clone(r.Context())
		forward.Body = io.NopCloser(bytes.NewReader(body))
		return http.DefaultTransport.RoundTrip(forward)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	payload, files := opened(kind, body)
	var answer any
	var err error
	switch {
	case strings.HasSuffix(path, "/callback"):
		w.checks("POST /interactions/{id}/{token}/callback", kind, body)
		answer, err = w.respond(payload, files)
	case strings.Contains(path, "/messages/"):
		message := path[strings.LastIndex(path, "/")+1:]
		if message == "@original" {
			message = w.original
		}
		switch said := w.said; r.Method {
		case http.MethodPatch:
			if answer, err = w.say(message, payload, files); message != w.original {
				w.said = said // it came before
			}
		case http.MethodDelete:
			err = w.call(r.Method, "/channels/"+w.now.channel+"/messages/"+message, "", nil, nil)
		default:
			answer = w.known(message)
		}
	default:
		w.checks("POST /webhooks/{id}/{token}", kind, body)
		answer, err = w.say("", payload, files)
	}
	status := http.StatusOK
	if err != nil {
		status, answer = http.StatusBadRequest, map[string]any{"code": 50035, "message": err.Error()}
		if w.now.genuine {
			w.wrong = append(w.wrong, err.Error())
		}
	}
	text, err := json.Marshal(answer)
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(text)), Request: r}, err
}

// checks checks a request of the bot.
func (w *fuzzedBot) checks(route, kind string, body []byte) {
	if !w.now.genuine {
		return
	}
	if err := w.description.CheckRequest(route, kind, body); err != nil {
		w.wrong = append(w.wrong, err.Error())
	}
}

// respond accepts the response to an interaction.
func (w *fuzzedBot) respond(payload map[string]any, files []*dg.File) (any, error) {
	w.answers++
	data, _ := payload["data"].(map[string]any)
	switch kind := payload["type"]; kind {
	case 4.0, 7.0:
		message := ""
		if kind == 7.0 {
			message = w.now.message
		}
		shown, err := w.say(message, data, files)
		if err != nil {
			return nil, err
		}
		w.original, _ = shown["id"].(string)
		return map[string]any{"resource": map[string]any{"message": shown}}, nil
	case 5.0:
		w.original = ""
	case 6.0:
		w.original = w.now.message
	case 8.0:
	case 9.0:
		w.modals = append(w.modals, data["custom_id"].(string))
	default:
		return nil, fmt.Errorf("a response of type %v", kind)
	}
	return map[string]any{}, nil
}

// known returns a message of the bot, or nil.
func (w *fuzzedBot) known(id string) map[string]any {
	if i := slices.IndexFunc(w.shown, func(m map[string]any) bool { return m["id"] == id }); i >= 0 {
		return w.shown[i]
	}
	return nil
}

// say has the sandbox store a new or edited message.
func (w *fuzzedBot) say(message string, data map[string]any, files []*dg.File) (map[string]any, error) {
	w.said = append(w.said, data["components"])
	data = maps.Clone(data)
	flags, _ := data["flags"].(float64)
	private := int(flags) & int(dg.MessageFlagsEphemeral)
	if data["flags"] = int(flags) &^ int(dg.MessageFlagsEphemeral); data["flags"] == 0 {
		delete(data, "flags")
	}
	kind, body := "application/json", []byte(nil)
	var err error
	if len(files) > 0 {
		kind, body, err = dg.MultipartBodyWithJSON(data, files)
	} else {
		body, err = json.Marshal(data)
	}
	if err != nil {
		return nil, err
	}
	var shown map[string]any
	method, path := http.MethodPost, "/channels/"+w.now.channel+"/messages"
	if before := w.known(message); before != nil {
		method, path = http.MethodPatch, fmt.Sprintf("/channels/%v/messages/%s", before["channel_id"], message)
	}
	if err := w.call(method, path, kind, body, &shown); err != nil {
		return nil, err
	}
	if flags, ok := shown["flags"].(float64); ok {
		shown["flags"] = int(flags) | private
	}
	if before := w.known(message); before != nil {
		maps.Copy(before, shown)
	} else {
		w.shown = append(w.shown, shown)
	}
	return shown, nil
}

// opened returns the JSON and the files of a request.
func opened(kind string, body []byte) (payload map[string]any, files []*dg.File) {
	media, parameters, _ := mime.ParseMediaType(kind)
	if media != "multipart/form-data" {
		json.Unmarshal(body, &payload)
		return payload, nil
	}
	parts := multipart.NewReader(bytes.NewReader(body), parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil {
			return payload, files
		}
		text, _ := io.ReadAll(part)
		if part.FormName() == "payload_json" {
			json.Unmarshal(text, &payload)
		} else {
			files = append(files, &dg.File{Name: part.FileName(), ContentType: part.Header.Get("Content-Type"), Reader: bytes.NewReader(text)})
		}
	}
}

// draw returns a number below n from the input.
func (w *fuzzedBot) draw(n int) int {
	if len(w.tape) == 0 {
		return 0
	}
	drawn := int(w.tape[0])
	w.tape = w.tape[1:]
	return drawn % n
}

func drawn[T any](w *fuzzedBot, all []T) T { return all[w.draw(len(all))] }

// strange are values that no client should send.
var strange = []any{
	nil, true, "", "\x00", "\xff\xfe", "\u202e\u2066x", "@everyone <@1>",
	"{name} %s%n", "`x` ||y|| [z](https://z)", "../../etc/passwd", "11-15", "K7Q2",
	strings.Repeat("\u0300", 3000), strings.Repeat("🏁", 3000),
	strings.Repeat("9", 400), "18446744073709551616", "9223372036854775808", "0", "-1",
	0, -1, 1e300, 1.5, json.Number("9223372036854775808"), json.Number("18446744073709551615"),
	[]any{}, []any{nil}, []any{"x", 1}, map[string]any{}, map[string]any{"id": nil},
}

// value returns a value of a kind, or a strange one.
func (w *fuzzedBot) value(kind string) any {
	if w.draw(4) == 0 {
		return drawn(w, strange)
	}
	switch kind {
	case "snowflake":
		return drawn(w, []any{w.users[0]["id"], w.users[1]["id"], w.users[2]["id"], w.guild, w.channel, w.direct, "1", "4242"})
	case "integer":
		return drawn(w, []any{0, 1, 2, 32, 64, 1 << 15, 1<<31 - 1, 1 << 53})
	case "boolean":
		return w.draw(2) == 0
	case "array":
		return []any{w.object()}
	case "object":
		return w.object()
	}
	return drawn(w, []any{"x", "0", "8", "32", "9007199254740992", "en-US", "de", "2026-03-01T12:00:00Z", "1:move::0:"})
}

// object returns an object of the grammar with some of its fields.
func (w *fuzzedBot) object() map[string]any {
	object := map[string]any{}
	shape := grammar[drawn(w, grammarNames)]
	names := slices.Sorted(maps.Keys(shape))
	for range w.draw(4) {
		name := drawn(w, names)
		if kind := strings.TrimSuffix(shape[name], "?"); kind != "object" && kind != "array" {
			object[name] = w.value(kind)
		}
	}
	return object
}

var (
	grammarNames     = slices.Sorted(maps.Keys(grammar))
	enumerationNames = slices.Sorted(maps.Keys(enumerations))
)

// mutate changes a field somewhere in an interaction, and returns its outermost field.
func (w *fuzzedBot) mutate(root map[string]any) (top string) {
	at, shape := root, "interaction"
	for depth := 0; ; depth++ {
		names := slices.Sorted(maps.Keys(at))
		for name := range grammar[shape] {
			if _, ok := at[name]; !ok {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		if len(names) == 0 {
			names = []string{"x"}
		}
		name := drawn(w, names)
		if depth == 0 {
			top = name
		}
		inner := at[name]
		if list, ok := inner.([]any); ok && len(list) > 0 {
			inner = drawn(w, list)
		}
		if next, ok := inner.(map[string]any); ok && w.draw(4) > 0 {
			at, shape = next, name
			if name == "user" || name == "author" {
				shape = "user"
			}
			continue
		}
		kind := strings.TrimSuffix(grammar[shape][name], "?")
		text, isText := at[name].(string)
		switch w.draw(5) {
		case 0:
			delete(at, name)
		case 1:
			at[name] = drawn(w, strange)
		case 2:
			at[name] = drawn(w, enumerations[drawn(w, enumerationNames)])
		case 3:
			if isText && len(text) > 0 { // as a custom ID that is forged
				i := w.draw(len(text))
				at[name] = text[:i] + drawn(w, []string{"", ":", "1", "99999999999", "x", "\u202e"}) + text[min(len(text), i+1):]
				break
			}
			fallthrough
		default:
			at[name] = w.value(kind)
		}
		return top
	}
}

// use returns the data of a command with options from the input.
func (w *fuzzedBot) use(c *dg.ApplicationCommand, kind dg.InteractionType) map[string]any {
	options, data := c.Options, map[string]any{"id": "7", "name": c.Name, "type": 1}
	given := []any{}
	data["options"] = given
	into := func(all []any) { data["options"] = all }
	if len(options) > 0 && options[0].Type == dg.ApplicationCommandOptionSubCommand {
		sub := drawn(w, options)
		options = sub.Options
		into = func(all []any) {
			data["options"] = []any{map[string]any{"name": sub.Name, "type": 1, "options": all}}
		}
	}
	for _, o := range options {
		if !o.Required && w.draw(3) > 0 {
			continue
		}
		var value any
		switch {
		case len(o.Choices) > 0:
			value = drawn(w, o.Choices).Value
		case o.Type == dg.ApplicationCommandOptionString:
			value = drawn(w, []any{"11-15", "22-18", "russian", "american", "1", "x", ""})
		case o.Type == dg.ApplicationCommandOptionBoolean:
			value = w.draw(2) == 0
		default:
			user := drawn(w, w.users[:])
			value = user["id"]
			data["resolved"] = map[string]any{"users": map[string]any{user["id"].(string): user}}
		}
		option := map[string]any{"name": o.Name, "type": int(o.Type), "value": value}
		if kind == dg.InteractionApplicationCommandAutocomplete && o.Autocomplete {
			option["focused"] = true
		}
		given = append(given, option)
	}
	into(given)
	return data
}

// customIDs appends the buttons and selects of a message, each with its values.
func customIDs(v any, found [][]any) [][]any {
	switch v := v.(type) {
	case []any:
		for _, inner := range v {
			found = customIDs(inner, found)
		}
	case map[string]any:
		if id, ok := v["custom_id"].(string); ok {
			control := []any{id}
			lines, _ := v["options"].([]any)
			for _, line := range lines {
				control = append(control, line.(map[string]any)["value"])
			}
			found = append(found, control)
		}
		found = customIDs(v["components"], found)
	}
	return found
}

// notAMove reports whether a component makes no move.
func notAMove(control []any) bool { return !strings.HasPrefix(control[0].(string), "1:move:") }

// interaction returns a valid interaction of a user.
func (w *fuzzedBot) interaction(user int, kind dg.InteractionType, data map[string]any) map[string]any {
	i := map[string]any{
		"id": strconv.Itoa(900000 + len(w.sent)), "application_id": "1", "type": int(kind), "data": data, "token": "token", "version": 1,
		"channel_id": w.channel, "locale": "en-US", "entitlements": []any{}, "context": 0,
	}
	if user == 0 && len(w.sent) > 4 && w.draw(8) == 0 {
		i["channel_id"], i["user"], i["context"] = w.direct, w.users[user], 1
		return i
	}
	permissions := "0"
	if user == 3 {
		permissions = strconv.Itoa(dg.PermissionManageGuild)
	}
	i["guild_id"], i["guild_locale"] = w.guild, "en-US"
	i["member"] = map[string]any{"user": w.users[user], "nick": nil, "roles": []any{}, "permissions": permissions}
	return i
}

// next returns the next interaction from the input.
func (w *fuzzedBot) next(commands []*dg.ApplicationCommand) sent {
	user := drawn(w, []int{0, 0, 0, 1, 1, 1, 2, 3})
	kind := w.draw(16)
	if kind == 0 && len(w.sent) > 0 { // one that came before
		if w.draw(2) == 0 {
			w.restart()
		}
		return w.sent[max(0, len(w.sent)-1-w.draw(4))]
	}
	var i map[string]any
	message := ""
	switch {
	case kind < 9 && len(w.shown) > 0:
		m, ids := drawn(w, w.shown), [][]any(nil)
		if kind < 6 { // of the newest board
			for _, board := range slices.Backward(w.shown) {
				if ids = slices.DeleteFunc(customIDs(board["components"], nil), notAMove); len(ids) > 0 {
					m = board
					break
				}
			}
		}
		if len(ids) == 0 {
			ids = customIDs(m["components"], nil)
		}
		data := map[string]any{"custom_id": "x", "component_type": 2}
		if len(ids) > 0 {
			control := drawn(w, ids)
			data["custom_id"] = control[0]
			if len(control) > 1 {
				data["component_type"], data["values"] = 3, []any{drawn(w, control[1:])}
			}
		}
		i = w.interaction(user, dg.InteractionMessageComponent, data)
		i["message"], i["channel_id"] = m, m["channel_id"]
		message, _ = m["id"].(string)
	case kind < 11 && len(w.modals) > 0:
		i = w.interaction(user, dg.InteractionModalSubmit, map[string]any{"custom_id": drawn(w, w.modals), "components": []any{
			map[string]any{"type": 1,
				"components": []any{map[string]any{"type": 4, "custom_id": "file",
					"value": drawn(w, []any{"base: russian", "x: [", "", strange[17]})}}},
		}})
	case kind < 13:
		i = w.interaction(user, dg.InteractionApplicationCommandAutocomplete,
			w.use(drawn(w, commands), dg.InteractionApplicationCommandAutocomplete))
	default:
		i = w.interaction(user, dg.InteractionApplicationCommand, w.use(drawn(w, commands), dg.InteractionApplicationCommand))
	}
	return w.written(i, message, max(0, w.draw(8)-4))
}

// written encodes an interaction with a number of mutations.
func (w *fuzzedBot) written(i map[string]any, message string, mutations int) sent {
	s := sent{message: message, genuine: true}
	s.channel, _ = i["channel_id"].(string)
	text, err := json.Marshal(i) // what is changed must not be shared
	must(w.t, err)
	for range mutations {
		var copied map[string]any
		must(w.t, json.Unmarshal(text, &copied))
		switch w.mutate(copied) {
		case "message", "type", "channel_id":
			s.genuine = false
		}
		text, err = json.Marshal(copied)
		must(w.t, err)
	}
	s.text = string(text)
	return s
}

// facts are what an interaction must not change, unless its user may.
type facts struct {
	games map[game.GameID]*game.Game
	notes map[game.SettingsKey]string
}

func (w *fuzzedBot) facts() facts {
	w.t.Helper()
	f := facts{games: map[game.GameID]*game.Game{}, notes: map[game.SettingsKey]string{}}
	subjects := []game.SettingsKey{game.PlaceSettings(game.PlaceID(parsedID(w.guild)))}
	for _, u := range w.users {
		subjects = append(subjects, game.PersonSettings(game.PersonID(parsedID(u["id"]))))
	}
	must(w.t, w.store.View(w.t.Context(), func(tx game.Reader) error {
		page, err := tx.Games(game.AllGames(), "", 1000)
		for _, g := range page.Items {
			f.games[g.ID] = g
		}
		for _, s := range subjects {
			note, noteErr := tx.Settings(s)
			if noteErr != nil && !errors.Is(noteErr, game.ErrNotFound) {
				err = errors.Join(err, noteErr)
			}
			var known map[string]any
			if json.Unmarshal(note, &known) == nil {
				delete(known, "read") // the language of the last user who asked
				if known["link"] == w.guild || known["link"] == "@me" {
					delete(known, "link") // whether the last user who asked was in a guild
				}
				if note = nil; len(known) > 0 {
					note, _ = json.Marshal(known)
				}
			}
			f.notes[s] = string(note)
		}
		return err
	}))
	return f
}

// parsedID reads an ID; 0 if it is invalid.
func parsedID(id any) uint64 {
	n, _ := message.Snowflake[uint64](fmt.Sprint(id))
	return n
}

// happens dispatches an interaction, waits until it is finished, and checks the invariants.
func (w *fuzzedBot) happens(s sent) {
	w.t.Helper()
	w.at = w.at.Add(time.Second / 2) // all that happens takes less than an absence of the referee, whose time is given back
	i, err := readInteraction([]byte(s.text))
	if err != nil || i.Type == dg.InteractionPing || !plain(i.ID) || !plain(i.Token) {
		return // what Discord itself makes up is as it says
	}
	before := w.facts()
	again := slices.ContainsFunc(w.sent, func(o sent) bool { return o.text == s.text })
	atOnce := len(w.sent) > 0 && w.sent[len(w.sent)-1].text == s.text
	w.sent = append(w.sent, s)
	w.mu.Lock()
	said := w.said
	w.now, w.answers, w.said, w.original = s, 0, nil, ""
	w.mu.Unlock()
	taken := time.Now()
	if !w.dispatcher.Dispatch(i) {
		w.t.Fatalf("turned away: %s", s.text)
	}
	outcome := <-w.outcomes
	w.bot.Courier.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if outcome.Status == Duplicate {
		w.said = said
	}
	fail := func(format string, args ...any) {
		w.t.Helper()
		w.t.Errorf("%s\ncame of %s", fmt.Sprintf(format, args...), s.text)
	}
	asks := i.User
	if i.Member != nil {
		asks = i.Member.User
	}
	understood := asks != nil && parsedID(asks.ID) != 0 && parsedID(i.ChannelID) != 0 &&
		(i.GuildID == "" || parsedID(i.GuildID) != 0) && i.Type <= dg.InteractionModalSubmit
	switch {
	case outcome.Status == Panicked || strings.Contains(w.log.String(), "panic"):
		fail("a panic: %s", w.log.String())
	case outcome.Status == Duplicate && w.answers != 0:
		fail("%d responses to a duplicate", w.answers)
	case time.Since(taken) > responseDeadline/2: // of a machine that is busy, Discord may have heard nothing in time
	case outcome.Status == Undelivered && s.genuine:
		fail("no response: %v %s", w.wrong, w.log.String())
	case understood && s.genuine && outcome.Status != Duplicate && w.answers != 1:
		fail("%d responses", w.answers)
	}
	// Which boards are edited after the response depends on what shows the game by then.
	both := min(len(said), len(w.said))
	erases := strings.Contains(s.text, ":erase:") // which forgets that it was asked for
	if atOnce && w.grew && !erases && outcome.Status != Duplicate && !reflect.DeepEqual(w.said[:both], said[:both]) {
		fail("said now is %v, and was %v", w.said, said)
	}
	for _, wrong := range w.wrong {
		fail("Discord refuses %s", wrong)
	}
	w.wrong = nil

	var person game.PersonID
	if asks != nil {
		person = game.PersonID(parsedID(asks.ID))
	}
	moderator := i.Member != nil && i.Member.Permissions&dg.PermissionManageGuild != 0
	after := w.facts()
	w.grew = w.grew && atOnce
	for id, g := range after.games {
		was := before.games[id]
		if was == nil {
			if !slices.Contains(g.Players[:], person) {
				fail("game %s between %v begins", id, g.Players)
			}
			continue
		}
		grown := g.Events()[was.Seq():]
		w.grew = w.grew || len(grown) > 0
		side, plays := was.Side(person)
		if len(grown) > 2 || len(grown) > 0 && (again || !plays && !(moderator && i.GuildID == w.guild)) {
			fail("game %s has %d events more", id, len(grown))
		}
		for n, e := range grown {
			if e.Kind == game.Moved && (n > 0 || e.Side != side || !plays) || n == 1 && e.Kind != game.Ended {
				fail("event %d more of game %s is %v by %v", n+1, id, e.Kind, e.Side)
			}
		}
		delete(before.games, id)
	}
	if len(before.games) > 0 {
		fail("%d games are gone", len(before.games))
	}
	for subject, note := range after.notes {
		whose, _ := subject.Person()
		place := subject.Place() != game.Everywhere
		if note != before.notes[subject] && (place && !moderator || !place && whose != person || again) {
			fail("the note about %v is %s, and was %s", subject, note, before.notes[subject])
		}
	}
}

// plain reports whether an ID or a token looks like Discord's.
func plain(id string) bool {
	return id != "" && len(id) < 100 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// FuzzWhole begins a game and sends interactions from the input to a whole bot. It checks that
// nothing panics, that every response is one and valid, that users change only what they may, and
// that the store stays consistent.
func FuzzWhole(f *testing.F) {
	d, err := discordtest.Load()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.Fatal(err)
	}
	commands := bot.Commands(true)
	if flag.Lookup("test.fuzz").Value.String() != "" {
		d = nil // it takes long
	}
	f.Add([]byte{6, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}) // Mallory moves, and then Anna, twice
	f.Add([]byte{6, 7, 1, 1, 0})                                  // Mallory offers a draw
	dice := rand.New(rand.NewPCG(5, 6))
	seeds := 40
	if testing.Short() {
		seeds = 10
	}
	for range seeds {
		seed := make([]byte, 20+dice.IntN(100))
		for i := range seed {
			seed[i] = byte(dice.UintN(256))
		}
		f.Add(seed)
	}
	var s *judgedSandbox
	f.Fuzz(func(t *testing.T, tape []byte) {
		if s == nil || s.inputs == 100 { // the sandbox keeps what was said
			if s != nil {
				s.Close()
			}
			s = newJudgedSandbox(t)
		}
		s.inputs++
		w := newFuzzedBot(t, s, tape, d)
		challenge := map[string]any{"id": "7", "name": "challenge", "type": 1, "options": []any{
			map[string]any{"name": "opponent", "type": 6, "value": w.users[1]["id"]}, map[string]any{"name": "colour", "type": 3, "value": "black"},
		}, "resolved": map[string]any{"users": map[string]any{w.users[1]["id"].(string): w.users[1]}}}
		w.happens(w.written(w.interaction(0, dg.InteractionApplicationCommand, challenge), "", 0))
		m := w.shown[0]
		accept := map[string]any{"custom_id": customIDs(m["components"], nil)[0][0], "component_type": 2}
		i := w.interaction(1, dg.InteractionMessageComponent, accept)
		i["message"] = m
		w.happens(w.written(i, m["id"].(string), 0))
		for len(w.tape) > 0 && len(w.sent) < 16 && !t.Failed() {
			w.happens(w.next(commands))
		}
		must(t, w.dispatcher.Close(t.Context()))
		must(t, w.store.Check())
	})
}
