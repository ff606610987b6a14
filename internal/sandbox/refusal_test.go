package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"doublecorner/internal/sandbox"
)

type object = map[string]any
type list = []any

func many(n int, v func(i int) any) list {
	l := make(list, n)
	for i := range l {
		l[i] = v(i)
	}
	return l
}

func row(inner ...any) object {
	if inner == nil {
		inner = list{}
	}
	return object{"type": 1, "components": inner}
}

// inRow is a message whose only row has these components.
func inRow(inner ...any) object { return object{"components": list{row(inner...)}} }

func button(id string) object {
	return object{"type": 2, "style": 1, "label": "x", "custom_id": id}
}
func menu(id string, n int) object {
	return object{"type": 3, "custom_id": id, "options": many(n, func(i int) any {
		return object{"label": fmt.Sprint(i), "value": fmt.Sprint(i)}
	})}
}
func text(n int) object { return object{"type": 10, "content": strings.Repeat("ä", n)} }

// v2 is a message of components.
func v2(components ...any) object { return object{"flags": 32768, "components": components} }

// refused checks that an answer is a refusal with this code that names this place,
// in dots, and this mistake, if they are not empty.
func refused(t *testing.T, status int, body string, code sandbox.Code, place, mistake string) {
	t.Helper()
	var answer struct {
		Code    sandbox.Code
		Message string
		Errors  any
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status < 400 {
		t.Fatalf("not refused: %d %.500s", status, body)
	}
	if answer.Code != code || answer.Message == "" {
		t.Errorf("refused with %d %.500s, not with %d", status, body, code)
	}
	if place == "" && mistake == "" {
		return
	}
	at := answer.Errors
	if place != "" {
		for _, step := range strings.Split(place, ".") {
			m, _ := at.(object)
			at = m[step]
		}
	}
	m, _ := at.(object)
	here, _ := json.Marshal(m["_errors"])
	if m["_errors"] == nil || mistake != "" && !strings.Contains(string(here), `"`+mistake+`"`) {
		t.Errorf("refused with %s, not at %s with %s", body, place, mistake)
	}
}

// refuses checks that a request of the bot is refused so.
func (w *testWorld) refuses(t *testing.T, method, path string, body any, code sandbox.Code, place, mistake string) {
	t.Helper()
	status, answer := w.raw(method, path, body)
	refused(t, status, answer, code, place, mistake)
}

// A message is refused alike wherever it is sent: to a channel, and as an answer.
var badMessages = []struct {
	name    string
	body    object
	place   string
	mistake string // "" says that the message is empty
}{
	{"nothing", object{}, "", ""},
	{"blank", object{"content": " \n"}, "", ""},
	{"v2 with nothing", v2(), "", ""},
	{"long content", object{"content": strings.Repeat("ä", 2001)},
		"content", "BASE_TYPE_MAX_LENGTH"},
	{"content a number", object{"content": 5},
		"content", "STRING_TYPE_CONVERT"},
	{"content with v2", object{"flags": 32768, "content": "x", "components": list{text(1)}},
		"content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
	{"embeds", object{"flags": 32768, "embeds": list{object{"title": "x"}}, "components": list{text(1)}},
		"embeds", "SANDBOX_NOT_SERVED"},
	{"v2 components without the flag", object{"components": list{text(1)}},
		"components.0.type", "UNION_TYPE_CHOICES"},
	{"components no list", object{"components": "x"},
		"components", "LIST_TYPE_CONVERT"},
	{"component no object", object{"components": list{5}},
		"components.0", "MODEL_TYPE_CONVERT"},
	{"no type", object{"components": list{object{}}},
		"components.0.type", "BASE_TYPE_REQUIRED"},
	{"six rows", object{"components": many(6, func(i int) any { return row(button(fmt.Sprint(i))) })},
		"components", "BASE_TYPE_BAD_LENGTH"},
	{"empty row", inRow(list{}...),
		"components.0.components", "BASE_TYPE_BAD_LENGTH"},
	{"six buttons", inRow(many(6, func(i int) any { return button(fmt.Sprint(i)) })...),
		"components.0.components", "BASE_TYPE_BAD_LENGTH"},
	{"button beside menu", inRow(button("a"), menu("b", 1)),
		"components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
	{"long custom id", inRow(button(strings.Repeat("x", 101))),
		"components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"},
	{"no custom id", inRow(object{"type": 2, "style": 1, "label": "x"}),
		"components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"},
	{"custom id twice", object{"components": list{row(button("a")), row(button("a"))}},
		"components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"id twice", v2(object{"type": 10, "id": 7, "content": "x"}, object{"type": 10, "id": 7, "content": "x"}),
		"components.1.id", "COMPONENT_ID_DUPLICATED"},
	{"long label", inRow(object{"type": 2, "style": 1, "label": strings.Repeat("x", 81), "custom_id": "a"}),
		"components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"},
	{"no label", inRow(object{"type": 2, "style": 1, "custom_id": "a"}),
		"components.0.components.0", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
	{"unknown style", inRow(object{"type": 2, "style": 9, "label": "x", "custom_id": "a"}),
		"components.0.components.0.style", "BASE_TYPE_CHOICES"},
	{"link with custom id",
		inRow(object{"type": 2, "style": 5, "label": "x", "custom_id": "a", "url": "https://x.y"}),
		"components.0.components.0.custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},
	{"link to nowhere", inRow(object{"type": 2, "style": 5, "label": "x", "url": "javascript:x"}),
		"components.0.components.0.url", "URL_TYPE_INVALID_SCHEME"},
	{"26 options", inRow(menu("a", 26)),
		"components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
	{"long placeholder",
		inRow(object{"type": 3, "custom_id": "a", "placeholder": strings.Repeat("x", 151), "options": list{object{"label": "x", "value": "v"}}}),
		"components.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH"},
	{"no options", inRow(menu("a", 0)),
		"components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"},
	{"option twice",
		inRow(object{"type": 3, "custom_id": "a", "options": list{object{"label": "x", "value": "v"}, object{"label": "y", "value": "v"}}}),
		"components.0.components.0.options.1.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
	{"long option",
		inRow(object{"type": 3, "custom_id": "a", "options": list{object{"label": strings.Repeat("x", 101), "value": "v"}}}),
		"components.0.components.0.options.0.label", "BASE_TYPE_BAD_LENGTH"},
	{"more values than options",
		inRow(object{"type": 3, "custom_id": "a", "max_values": 2, "options": list{object{"label": "x", "value": "v"}}}),
		"components.0.components.0.max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"},
	{"41 components",
		v2(text(1), object{"type": 17, "components": many(39, func(int) any { return text(1) })}),
		"components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
	{"4001 characters", v2(text(2000), text(2001)),
		"components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
	{"empty text", v2(text(0)),
		"components.0.content", "BASE_TYPE_BAD_LENGTH"},
	{"no color", v2(object{"type": 17, "accent_color": 1 << 24, "components": list{text(1)}}),
		"components.0.accent_color", "NUMBER_TYPE_MAX"},
	{"container in container",
		v2(object{"type": 17, "components": list{object{"type": 17, "components": list{text(1)}}}}),
		"components.0.components.0.type", "UNION_TYPE_CHOICES"},
	{"button without a row", v2(button("a")),
		"components.0.type", "UNION_TYPE_CHOICES"},
	{"section without its accessory", v2(object{"type": 9, "components": list{text(1)}}),
		"components.0.accessory", "BASE_TYPE_REQUIRED"},
	{"section with four texts", v2(object{"type": 9, "components": many(4, func(int) any { return text(1) }), "accessory": button("a")}),
		"components.0.components", "BASE_TYPE_BAD_LENGTH"},
	{"section of buttons", v2(object{"type": 9, "components": list{button("a")}, "accessory": button("b")}),
		"components.0.components.0.type", "UNION_TYPE_CHOICES"},
	{"menu as an accessory", v2(object{"type": 9, "components": list{text(1)}, "accessory": menu("a", 1)}),
		"components.0.accessory.type", "UNION_TYPE_CHOICES"},
	{"custom id of an accessory twice",
		v2(object{"type": 9, "components": list{text(1)}, "accessory": button("a")}, row(button("a"))),
		"components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"channel chosen in a menu of roles",
		inRow(object{"type": 6, "custom_id": "a", "default_values": list{object{"id": "5", "type": "channel"}}}),
		"components.0.components.0.default_values.0.type", "BASE_TYPE_CHOICES"},
	{"more roles chosen than can be", inRow(object{"type": 6, "custom_id": "a",
		"default_values": list{object{"id": "5", "type": "role"}, object{"id": "6", "type": "role"}}}),
		"components.0.components.0.default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"},
	{"role chosen in a menu of users",
		inRow(object{"type": 5, "custom_id": "a", "default_values": list{object{"id": "5", "type": "role"}}}),
		"components.0.components.0.default_values.0.type", "BASE_TYPE_CHOICES"},
	{"select of everything", inRow(object{"type": 7, "custom_id": "a"}),
		"components.0.components.0.type", "SANDBOX_NOT_SERVED"},
	{"11 pictures",
		v2(object{"type": 12, "items": many(11, func(int) any { return object{"media": object{"url": "https://x.y/z"}} })}),
		"components.0.items", "BASE_TYPE_BAD_LENGTH"},
	{"picture that is not there",
		v2(object{"type": 12, "items": list{object{"media": object{"url": "attachment://x.png"}}}}),
		"components.0.items.0.media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
	{"long alt text",
		v2(object{"type": 12, "items": list{object{"media": object{"url": "https://x.y/z"}, "description": strings.Repeat("x", 1025)}}}),
		"components.0.items.0.description", "BASE_TYPE_MAX_LENGTH"},
	{"file from elsewhere", v2(object{"type": 13, "file": object{"url": "https://x.y/z"}}),
		"components.0.file.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
	{"attachment that did not come",
		object{"content": "x", "attachments": list{object{"id": 0, "filename": "x.png"}}},
		"attachments.0.id", "ATTACHMENT_NOT_FOUND"},
	{"mention of what", object{"content": "x", "allowed_mentions": object{"parse": list{"cats"}}},
		"allowed_mentions.parse.0", "BASE_TYPE_CHOICES"},
	{"mentions both ways",
		object{"content": "x", "allowed_mentions": object{"parse": list{"users"}, "users": list{"5"}}},
		"allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
	{"mention of nobody", object{"content": "x", "allowed_mentions": object{"users": list{"Ben"}}},
		"allowed_mentions.users.0", "NUMBER_TYPE_COERCE"},
	{"101 mentions",
		object{"content": "x", "allowed_mentions": object{"users": many(101, func(i int) any { return fmt.Sprint(i + 1) })}},
		"allowed_mentions.users", "BASE_TYPE_BAD_LENGTH"},
	{"flags a word", object{"content": "x", "flags": "many"},
		"flags", "NUMBER_TYPE_COERCE"},
}

func TestRefusedMessages(t *testing.T) {
	w := settle(t)
	w.register()
	for _, c := range badMessages {
		t.Run(c.name, func(t *testing.T) {
			code, answer := sandbox.CodeInvalidForm, strings.TrimSuffix("data."+c.place, ".")
			if c.mistake == "" {
				code, answer = sandbox.CodeEmptyMessage, ""
			}
			w.refuses(t, "POST", "/channels/"+w.general.String()+"/messages", c.body, code, c.place, c.mistake)
			w.refuses(t, "POST", w.begin(t).callback(), object{"type": 4, "data": c.body}, code, answer, c.mistake)
		})
	}
	if messages, err := w.ann.Messages(w.ctx, w.general, 0); err != nil || len(messages) != 0 {
		t.Errorf("what was refused is there: %v %v", messages, err)
	}
}

// open is an interaction that waits for an answer.
type open struct {
	ID    string
	Token string
	App   string
}

func (o open) callback() string { return "/interactions/" + o.ID + "/" + o.Token + "/callback" }
func (o open) webhook() string  { return "/webhooks/" + o.App + "/" + o.Token }
func (o open) original() string { return o.webhook() + "/messages/@original" }

// listen connects to the gateway, and keeps the interactions.
func (w *testWorld) listen() {
	w.t.Helper()
	got := make(chan open, 100)
	w.online(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		got <- open{i.ID, i.Token, i.AppID}
	})
	w.inbox = got
}

// begin lets Ann ask for a board, and returns what the bot got.
func (w *testWorld) begin(t *testing.T) open {
	t.Helper()
	if w.inbox == nil {
		w.listen()
	}
	w.asksForBoard(t)
	return w.next(t)
}

// asksForBoard lets Ann ask for a board, and returns the id of the interaction.
func (w *testWorld) asksForBoard(t *testing.T) string {
	t.Helper()
	out, err := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "board", NoWait: true})
	check(t, err)
	return out.Interaction.String()
}

func (w *testWorld) next(t *testing.T) open {
	t.Helper()
	select {
	case i := <-w.inbox:
		return i
	case <-w.ctx.Done():
		t.Fatal("no interaction came")
	}
	return open{}
}

func (w *testWorld) ok(t *testing.T, method, path string, body any) string {
	t.Helper()
	status, answer := w.raw(method, path, body)
	if status >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}

func TestInteractionRules(t *testing.T) {
	w := settle(t)
	w.register()
	said := object{"type": 4, "data": object{"content": "hello"}}
	is := func(method, path string, body any, code sandbox.Code) {
		t.Helper()
		w.refuses(t, method, path, body, code, "", "")
	}

	i := w.begin(t)
	is("PATCH", i.original(), object{"content": "x"}, sandbox.CodeUnknownMessage)
	is("POST", i.webhook(), object{"content": "x"}, sandbox.CodeUnknownWebhook)
	is("POST", "/interactions/"+i.ID+"/other/callback", said, sandbox.CodeInvalidWebhookToken)
	is("POST", "/interactions/5/"+i.Token+"/callback", said, sandbox.CodeUnknownInteraction)
	for _, wrong := range []any{0, 1, 2, 6, 7, 8, 10, 12, "x", nil} {
		w.refuses(t, "POST", i.callback(), object{"type": wrong, "data": object{"content": "x"}}, sandbox.CodeInvalidForm, "", "")
	}
	w.ok(t, "POST", i.callback(), said)
	is("POST", i.callback(), said, sandbox.CodeAlreadyAcknowledged)
	w.ok(t, "PATCH", i.original(), object{"content": "x"})
	w.ok(t, "POST", i.webhook(), object{"content": "more"})
	is("GET", i.webhook()+"/messages/5", nil, sandbox.CodeUnknownMessage)
	is("GET", "/webhooks/5/"+i.Token+"/messages/@original", nil, sandbox.CodeUnknownWebhook)
	is("GET", "/webhooks/"+i.App+"/x/messages/@original", nil, sandbox.CodeInvalidWebhookToken)
	w.clock.Advance(15*time.Minute - time.Second)
	w.ok(t, "PATCH", i.original(), object{"content": "y"})
	w.clock.Advance(time.Second)
	is("PATCH", i.original(), object{"content": "z"}, sandbox.CodeInvalidWebhookToken)
	is("POST", i.webhook(), object{"content": "z"}, sandbox.CodeInvalidWebhookToken)
	is("POST", i.callback(), said, sandbox.CodeUnknownInteraction)

	// Three seconds, and not a millisecond more.
	i = w.begin(t)
	w.clock.Advance(3*time.Second - time.Millisecond)
	w.ok(t, "POST", i.callback(), said)
	i = w.begin(t)
	w.clock.Advance(3 * time.Second)
	is("POST", i.callback(), said, sandbox.CodeUnknownInteraction)

	// The first follow-up to what was deferred is the answer, and stays as private.
	i = w.begin(t)
	w.ok(t, "POST", i.callback()+"?with_response=true", object{"type": 5, "data": object{"flags": 64}})
	is("GET", "/channels/"+w.general.String()+"/messages/"+idOf(t, w.ok(t, "GET", i.original(), nil)), nil, sandbox.CodeUnknownMessage)
	first := idOf(t, w.ok(t, "POST", i.webhook(), object{"content": "public?"}))
	if first != idOf(t, w.ok(t, "GET", i.original(), nil)) {
		t.Error("a follow-up to a deferred answer is another message")
	}
	if seen, _ := w.ben.Messages(w.ctx, w.general, 0); strings.Contains(fmt.Sprint(seen), "public?") {
		t.Error("Ben sees what was deferred to Ann alone")
	}
	w.ok(t, "DELETE", i.original(), nil)
	is("GET", i.original(), nil, sandbox.CodeUnknownMessage)

	// A modal, and what may be in it.
	i = w.begin(t)
	for place, bad := range map[string]object{
		"data.title": {"custom_id": "m", "title": strings.Repeat("x", 46),
			"components": list{row(object{"type": 4, "custom_id": "a", "style": 1, "label": "x"})}},
		"data.custom_id": {"title": "x",
			"components": list{row(object{"type": 4, "custom_id": "a", "style": 1, "label": "x"})}},
		"data.components": {"custom_id": "m", "title": "x"},
		"data.components.0.label": {"custom_id": "m", "title": "x",
			"components": list{object{"type": 18, "label": strings.Repeat("x", 46), "component": object{"type": 4, "custom_id": "a", "style": 1}}}},
		"data.components.0.components.0.type": {"custom_id": "m", "title": "x", "components": list{row(button("a"))}},
	} {
		w.refuses(t, "POST", i.callback(), object{"type": 9, "data": bad}, sandbox.CodeInvalidForm, place, "")
	}
}

func idOf(t *testing.T, body string) string {
	t.Helper()
	var m struct{ ID string }
	check(t, json.Unmarshal([]byte(body), &m))
	return m.ID
}

func TestAutocompleteRules(t *testing.T) {
	w := settle(t)
	w.register()
	w.listen()
	choice := func(name, value any) object { return object{"name": name, "value": value} }
	for _, c := range []struct {
		name  string
		body  object
		place string
	}{
		{"a message", object{"type": 4, "data": object{"content": "x"}}, "type"},
		{"no choices at all", object{"type": 8, "data": object{}}, "data.choices"},
		{"26",
			object{"type": 8, "data": object{"choices": many(26, func(i int) any { return choice(fmt.Sprint(i), fmt.Sprint(i)) })}},
			"data.choices"},
		{"long name", object{"type": 8, "data": object{"choices": list{choice(strings.Repeat("ä", 101), "x")}}}, "data.choices.0.name"},
		{"empty name", object{"type": 8, "data": object{"choices": list{choice("", "x")}}}, "data.choices.0.name"},
		{"long value", object{"type": 8, "data": object{"choices": list{choice("x", strings.Repeat("ä", 101))}}}, "data.choices.0.value"},
		{"a number for a text", object{"type": 8, "data": object{"choices": list{choice("x", 5)}}}, "data.choices.0.value"},
		{"no value", object{"type": 8, "data": object{"choices": list{object{"name": "x"}}}}, "data.choices.0.value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := w.ann.Autocomplete(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "move", Focused: "move", NoWait: true})
			check(t, err)
			i := w.next(t)
			w.refuses(t, "POST", i.callback(), c.body, sandbox.CodeInvalidForm, c.place, "")
		})
	}
}

func TestRefusedCommands(t *testing.T) {
	w := settle(t)
	path := "/applications/" + w.AppID().String() + "/commands"
	command := func(change object) object {
		c := object{"name": "play", "description": "Play"}
		maps.Copy(c, change)
		return c
	}
	option := func(change object) object {
		o := object{"type": 3, "name": "move", "description": "A move"}
		maps.Copy(o, change)
		return command(object{"options": list{o}})
	}
	words := func(name string) object { return object{"type": 3, "name": name, "description": "x"} }
	sub := func(name string) object { return object{"type": 1, "name": name, "description": "x"} }
	for _, c := range []struct {
		name    string
		body    list
		place   string
		mistake string
	}{
		{"no name", list{object{"description": "x"}},
			"0.name", "BASE_TYPE_REQUIRED"},
		{"upper case", list{command(object{"name": "Play"})},
			"0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"space in name", list{command(object{"name": "play now"})},
			"0.name", "APPLICATION_COMMAND_INVALID_NAME"},
		{"long name", list{command(object{"name": strings.Repeat("x", 33)})},
			"0.name", "BASE_TYPE_BAD_LENGTH"},
		{"no description", list{object{"name": "play"}},
			"0.description", "BASE_TYPE_REQUIRED"},
		{"long description", list{command(object{"description": strings.Repeat("ä", 101)})},
			"0.description", "BASE_TYPE_BAD_LENGTH"},
		{"twice", list{command(nil), command(nil)},
			"1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{"unknown language", list{command(object{"name_localizations": object{"tlh": "x"}})},
			"0.name_localizations.tlh", "BASE_TYPE_CHOICES"},
		{"translated badly", list{command(object{"name_localizations": object{"nl": "Zet Nu"}})},
			"0.name_localizations.nl", "APPLICATION_COMMAND_INVALID_NAME"},
		{"long translation",
			list{command(object{"description_localizations": object{"nl": strings.Repeat("x", 101)}})},
			"0.description_localizations.nl", "BASE_TYPE_BAD_LENGTH"},
		{"26 options",
			list{command(object{"options": many(26, func(i int) any { return words(fmt.Sprint("o", i)) })})},
			"0.options", "BASE_TYPE_BAD_LENGTH"},
		{"option twice", list{command(object{"options": many(2, func(i int) any { return words("o") })})},
			"0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
		{"required after optional",
			list{command(object{"options": list{words("a"), object{"type": 3, "name": "b", "description": "x", "required": true}}})},
			"0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"command beside value", list{command(object{"options": list{words("a"), sub("b")}})},
			"0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"command in command", list{option(object{"type": 1, "options": list{sub("b")}})},
			"0.options.0.options.0.type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"group", list{option(object{"type": 2, "options": list{sub("b")}})},
			"0.options.0.type", "SANDBOX_NOT_SERVED"},
		{"unknown type", list{option(object{"type": 12})},
			"0.options.0.type", "NUMBER_TYPE_MAX"},
		{"26 choices",
			list{option(object{"choices": many(26, func(i int) any { return object{"name": fmt.Sprint(i), "value": fmt.Sprint(i)} })})},
			"0.options.0.choices", "BASE_TYPE_BAD_LENGTH"},
		{"choice twice",
			list{option(object{"choices": list{object{"name": "a", "value": "x"}, object{"name": "a", "value": "y"}}})},
			"0.options.0.choices.1.name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"},
		{"choice of another type", list{option(object{"choices": list{object{"name": "a", "value": 5}}})},
			"0.options.0.choices.0.value", "STRING_TYPE_CONVERT"},
		{"number", list{option(object{"type": 4})},
			"0.options.0.type", "SANDBOX_NOT_SERVED"},
		{"channels of no type", list{option(object{"type": 7, "channel_types": list{9}})},
			"0.options.0.channel_types.0", "BASE_TYPE_CHOICES"},
		{"choices and autocomplete",
			list{option(object{"autocomplete": true, "choices": list{object{"name": "a", "value": "x"}}})},
			"0.options.0.autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES"},
		{"autocomplete of people", list{option(object{"type": 6, "autocomplete": true})},
			"0.options.0", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		{"bounds crossed", list{option(object{"min_length": 5, "max_length": 3})},
			"0.options.0.max_length", "APPLICATION_COMMAND_OPTIONS_MAX_LENGTH_INVALID"},
		{"unknown context", list{command(object{"contexts": list{3}})},
			"0.contexts.0", "BASE_TYPE_CHOICES"},
		{"context twice", list{command(object{"contexts": list{1, 1}})},
			"0.contexts.1", "SET_TYPE_ALREADY_CONTAINS_VALUE"},
		{"no install", list{command(object{"integration_types": list{}})},
			"0.integration_types", "BASE_TYPE_BAD_LENGTH"},
		{"too large",
			list{command(object{"options": many(4, func(i int) any {
				return object{"type": 3, "name": fmt.Sprint("o", i), "description": "x",
					"choices": many(25, func(j int) any { return object{"name": fmt.Sprintf("%040d", j), "value": fmt.Sprintf("%041d", j)} })}
			})})},
			"0", "APPLICATION_COMMAND_TOO_LARGE"},
		{"too large in Dutch",
			list{command(object{"options": many(20, func(i int) any {
				return object{"type": 3, "name": fmt.Sprint("o", i), "description": "x", "choices": many(25, func(j int) any {
					return object{"name": fmt.Sprint(j), "value": fmt.Sprint(j), "name_localizations": object{"nl": fmt.Sprintf("%016d", j)}}
				})}
			})})},
			"0", "APPLICATION_COMMAND_TOO_LARGE"},
		{"description in a menu", list{object{"type": 2, "name": "A b", "description": "d"}},
			"0.description", "BASE_TYPE_MAX_LENGTH"},
		{"options in a menu", list{object{"type": 2, "name": "A b", "options": list{object{}}}},
			"0.options", "BASE_TYPE_BAD_LENGTH"},
		{"same name in a menu", list{object{"type": 2, "name": "A"}, object{"type": 2, "name": "A"}},
			"1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.refuses(t, "PUT", path, c.body, sandbox.CodeInvalidForm, c.place, c.mistake)
		})
	}
	w.refuses(t, "PUT", path, many(101, func(i int) any { return command(object{"name": fmt.Sprint("c", i)}) }), 30032, "", "")
	if got := w.ok(t, "GET", path, nil); got != "[]" {
		t.Errorf("what was refused is there: %s", got)
	}
	id := func(commands string) string {
		var list []struct{ ID string }
		check(t, json.Unmarshal([]byte(commands), &list))
		return list[0].ID
	}
	first := id(w.ok(t, "PUT", path, list{command(nil)}))
	if again := id(w.ok(t, "PUT", path, list{command(object{"description": "other"})})); again != first {
		t.Errorf("a command with the same name has the id %s, not %s", again, first)
	}
	w.ok(t, "PUT", path, list{command(object{"type": 4, "handler": 2})})
	w.refuses(t, "PUT", path, list{command(nil)}, 50240, "", "")
	w.refuses(t, "PUT", "/applications/5/commands", list{}, sandbox.CodeMissingAccess, "", "")
}

func TestRefusedCalls(t *testing.T) {
	w := settle(t)
	hello := object{"content": "hello"}
	channel := "/channels/" + w.general.String()
	mine := idOf(t, w.ok(t, "POST", channel+"/messages", hello))
	hers, err := w.ann.Say(w.ctx, w.general, "mine")
	check(t, err)
	dark, err := w.Channel(w.guild, "dark")
	check(t, err)
	check(t, w.Overwrite(dark, w.AppID(), sandbox.Overwrite{Deny: sandbox.ViewChannel}))
	mute, err := w.Channel(w.guild, "mute")
	check(t, err)
	check(t, w.Overwrite(mute, w.AppID(), sandbox.Overwrite{Deny: sandbox.SendMessages | sandbox.CreatePublicThread | sandbox.AttachFiles}))
	var dm struct{ ID string }
	check(t, json.Unmarshal([]byte(w.ok(t, "POST", "/users/@me/channels", object{"recipient_id": w.ben.ID})), &dm))
	check(t, w.ben.Change(w.ctx, sandbox.UserChange{ClosedDMs: new(true)}))
	thread := idOf(t, w.ok(t, "POST", channel+"/threads", object{"name": "t", "type": 11}))
	other, err := w.Guild("Elsewhere", w.ann.ID)
	check(t, err)
	events := "/guilds/" + w.guild.String() + "/scheduled-events"
	event := func(from string) object {
		return object{"name": "x", "privacy_level": 2, "entity_type": 3, "scheduled_start_time": from,
			"scheduled_end_time": "2099-01-01T20:00:00Z", "entity_metadata": object{"location": "x"}}
	}
	made := idOf(t, w.ok(t, "POST", events, event("2099-01-01T18:00:00Z")))
	if got := w.ok(t, "GET", events, nil); !strings.Contains(got, made) || len(w.ScheduledEvents(w.guild)) != 1 {
		t.Errorf("the scheduled events are %s", got)
	}
	w.ok(t, "PATCH", events+"/"+made, object{"scheduled_start_time": "2099-01-01T19:00:00Z", "status": 2})
	if now := w.ScheduledEvents(w.guild)[0]; now.From.Hour() != 19 || !now.Active || now.Name != "x" {
		t.Errorf("the event is %+v", now)
	}
	planned := idOf(t, w.ok(t, "POST", events, event("2099-01-01T18:00:00Z")))
	w.ok(t, "PATCH", events+"/"+made, object{"status": 3})
	if left := w.ScheduledEvents(w.guild); len(left) != 1 || left[0].ID.String() != planned {
		t.Errorf("the events are %+v", left)
	}

	for _, c := range []struct {
		name, method, path string
		body               any
		status             int
		code               sandbox.Code
	}{
		{"no such channel", "POST", "/channels/5/messages", hello, 404, sandbox.CodeUnknownChannel},
		{"channel a word", "GET", "/channels/x", nil, 404, sandbox.CodeUnknownChannel},
		{"no such server", "GET", "/guilds/5", nil, 404, sandbox.CodeUnknownGuild},
		{"another's server", "GET", "/guilds/" + other.String(), nil, 403, sandbox.CodeMissingAccess},
		{"no such message", "GET", channel + "/messages/5", nil, 404, sandbox.CodeUnknownMessage},
		{"edit no such message", "PATCH", channel + "/messages/5", hello, 404, sandbox.CodeUnknownMessage},
		{"edit another's message", "PATCH", channel + "/messages/" + hers.ID.String(), hello, 403, sandbox.CodeNotYourMessage},
		{"channel unseen", "POST", "/channels/" + dark.String() + "/messages", hello, 403, sandbox.CodeMissingAccess},
		{"channel mute", "POST", "/channels/" + mute.String() + "/messages", hello, 403, sandbox.CodeMissingPermissions},
		{"no thread here", "POST", "/channels/" + mute.String() + "/threads",
			object{"name": "x", "type": 11}, 403, sandbox.CodeMissingPermissions},
		{"thread without name", "POST", channel + "/threads", object{"type": 11}, 400, sandbox.CodeInvalidForm},
		{"thread for an odd time", "POST", channel + "/threads",
			object{"type": 11, "name": "x", "auto_archive_duration": 5}, 400, sandbox.CodeInvalidForm},
		{"thread in a thread", "POST", "/channels/" + thread + "/threads", object{"name": "x"}, 400, sandbox.CodeWrongChannelType},
		{"reply", "POST", channel + "/messages",
			object{"content": "x", "message_reference": object{"message_id": mine}}, 400, sandbox.CodeInvalidForm},
		{"closed to messages", "POST", "/channels/" + dm.ID + "/messages", hello, 403, sandbox.CodeCannotMessageUser},
		{"to itself", "POST", "/users/@me/channels", object{"recipient_id": w.AppID()}, 403, sandbox.CodeCannotMessageUser},
		{"to nobody", "POST", "/users/@me/channels", object{"recipient_id": "5"}, 400, 50033},
		{"to what", "POST", "/users/@me/channels", object{}, 400, sandbox.CodeInvalidForm},
		{"thread in private", "POST", "/channels/" + dm.ID + "/threads", object{"name": "x"}, 400, sandbox.CodeWrongChannelType},
		{"event without an end", "POST", events,
			object{"name": "x", "privacy_level": 2, "entity_type": 3,
				"scheduled_start_time": "2099-01-01T18:00:00Z", "entity_metadata": object{"location": "x"}},
			400, sandbox.CodeInvalidForm},
		{"event in the past", "POST", events, event("2001-01-01T18:00:00Z"), 400, sandbox.CodeInvalidForm},
		{"event at no time", "POST", events, event("Saturday"), 400, sandbox.CodeInvalidForm},
		{"no such event", "DELETE", events + "/5", nil, 404, 10070},
		{"no such event to change", "PATCH", events + "/5", object{}, 404, 10070},
		{"event that ends before it began", "PATCH", events + "/" + planned, object{"status": 3}, 400, sandbox.CodeInvalidForm},
		{"event moved into the past", "PATCH", events + "/" + planned,
			object{"scheduled_start_time": "2001-01-01T18:00:00Z"}, 400, sandbox.CodeInvalidForm},
		{"no such member", "GET", "/guilds/" + w.guild.String() + "/members/5", nil, 404, sandbox.CodeUnknownUser},
		{"list after a message", "GET", channel + "/messages?after=" + mine, nil, 400, sandbox.CodeInvalidForm},
		{"limit of a list", "GET", channel + "/messages?limit=101", nil, 400, sandbox.CodeInvalidForm},
		{"no such call", "GET", "/cats", nil, 404, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := w.raw(c.method, c.path, c.body)
			refused(t, status, body, c.code, "", "")
			if status != c.status {
				t.Errorf("status %d, not %d", status, c.status)
			}
		})
	}
	for _, c := range []struct {
		name, kind, text string
		code             sandbox.Code
	}{
		{"broken JSON", "application/json", `{"content":`, sandbox.CodeInvalidJSON},
		{"two values", "application/json", `{} {}`, sandbox.CodeInvalidJSON},
		{"a list", "application/json", `[]`, sandbox.CodeInvalidJSON},
		{"another type", "text/plain", `{"content":"x"}`, sandbox.CodeInvalidJSON},
		{"broken multipart", "multipart/form-data; boundary=x", "--x\r\n", 0},
		{"too large", "application/json", strings.Repeat(" ", 25<<20+1), sandbox.CodeTooLarge},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body, err := w.Send("POST", channel+"/messages", c.kind, []byte(c.text))
			check(t, err)
			refused(t, status, body, c.code, "", "")
		})
	}
	t.Run("files", func(t *testing.T) {
		status, body := w.upload("/channels/"+mute.String()+"/messages", object{"content": "x"}, 1, 10)
		refused(t, status, body, sandbox.CodeMissingPermissions, "", "")
		status, body = w.upload(channel+"/messages", object{"content": "x"}, 11, 10)
		refused(t, status, body, 30015, "", "")
		status, body = w.upload(channel+"/messages", object{"content": "x"}, 1, 10<<20+1)
		refused(t, status, body, sandbox.CodeTooLarge, "", "")
		status, body = w.upload(channel+"/messages",
			object{"attachments": list{object{"id": "0", "description": strings.Repeat("x", 1025)}}}, 1, 10)
		refused(t, status, body, sandbox.CodeInvalidForm, "attachments.0.description", "BASE_TYPE_MAX_LENGTH")
		status, body = w.upload(channel+"/messages", object{"attachments": list{object{"id": "0", "description": "seen"}}}, 1, 10)
		if status != 200 || !strings.Contains(body, `"description":"seen"`) {
			t.Errorf("%d %s", status, body)
		}
	})
	t.Run("token", func(t *testing.T) {
		r, _ := http.NewRequest("GET", w.URL()+"/api/v10/users/@me", nil)
		r.Header.Set("Authorization", "Bot wrong")
		resp, err := http.DefaultClient.Do(r)
		check(t, err)
		resp.Body.Close()
		if resp.StatusCode != 401 {
			t.Errorf("status %d", resp.StatusCode)
		}
		resp, err = http.Get(w.URL() + "/api/v6/gateway")
		check(t, err)
		resp.Body.Close()
		if resp.StatusCode != 400 {
			t.Errorf("status %d for an old version", resp.StatusCode)
		}
	})
	t.Run("old message", func(t *testing.T) {
		id := idOf(t, w.ok(t, "POST", channel+"/messages", hello))
		for range 5 {
			w.ok(t, "PATCH", channel+"/messages/"+id, hello)
		}
		w.clock.Advance(time.Hour + time.Second)
		for range 3 {
			w.ok(t, "PATCH", channel+"/messages/"+id, hello)
		}
		w.refuses(t, "PATCH", channel+"/messages/"+id, hello, sandbox.CodeTooManyOldEdits, "", "")
		w.clock.Advance(time.Hour)
		w.ok(t, "PATCH", channel+"/messages/"+id, hello)
	})
	t.Run("v2 stays v2", func(t *testing.T) {
		id := idOf(t, w.ok(t, "POST", channel+"/messages", v2(text(1))))
		w.refuses(t, "PATCH", channel+"/messages/"+id, object{"content": "x"},
			sandbox.CodeInvalidForm, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
		w.refuses(t, "PATCH", channel+"/messages/"+id, object{"flags": 0},
			sandbox.CodeInvalidForm, "flags", "MESSAGE_FLAGS_CANNOT_UNSET_COMPONENTS_V2")
		w.ok(t, "PATCH", channel+"/messages/"+id, object{"components": list{text(2)}})
	})
}

func (w *testWorld) upload(path string, payload object, files, size int) (int, string) {
	w.t.Helper()
	return w.uploadBy("POST", path, payload, files, size)
}

func (w *testWorld) uploadBy(method, path string, payload object, files, size int) (int, string) {
	w.t.Helper()
	var all []*discordgo.File
	for i := range files {
		all = append(all, &discordgo.File{Name: fmt.Sprintf("f%d.bin", i), Reader: bytes.NewReader(make([]byte, size))})
	}
	return w.raw(method, path, payload, all...)
}
