package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"
)

// The routes of the requests below.
const (
	post    = "POST /channels/{id}/messages"
	edit    = "PATCH /channels/{id}/messages/{id}"
	answer  = "POST /interactions/{id}/{token}/callback"
	thread  = "POST /channels/{id}/threads"
	command = "PUT /applications/{id}/commands"
)

// repeat writes so many things with commas between them; %d in them is the number of each.
func repeat(n int, each string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(each, "%d", fmt.Sprint(i))
	}
	return strings.Join(all, ",")
}

// v2 writes a message of components, with further fields.
func v2(components string, fields ...string) string {
	return `{"flags":32768,` + strings.Join(append(fields, `"components":[`+components+`]}`), ",")
}

func row(controls string) string { return `{"type":1,"components":[` + controls + `]}` }

// menu writes a menu of so many lines, with further fields.
func menu(lines int, fields string) string {
	return row(`{"type":3,"custom_id":"m",` + fields + `"options":[` + repeat(lines, `{"label":"l","value":"%d"}`) + `]}`)
}

func label(text, input string) string {
	return `{"type":18,"label":"` + text + `","component":` + input + `}`
}

func modal(title, inputs string) string {
	return `{"type":9,"data":{"custom_id":"c","title":"` + title + `","components":[` + inputs + `]}}`
}

func choices(n int, name string) string {
	return `{"type":8,"data":{"choices":[` + repeat(n, `{"name":"`+name+`","value":"v"}`) + `]}}`
}

// ordered writes a command with options.
func ordered(options string, fields ...string) string {
	return `[{"name":"move","description":"d",` + strings.Join(append(fields, `"options":[`+options+`]`), ",") + `}]`
}

func x(n int) string { return strings.Repeat("x", n) }

const (
	words   = `{"type":10,"content":"hello"}`
	button  = `{"type":2,"style":1,"label":"Move","custom_id":"%d"}`
	input   = `{"type":4,"custom_id":"c","style":2}`
	gallery = `{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"a board"}]}`
	board   = `"attachments":[{"id":"0","filename":"board.png","description":"a board"}]`
	stays   = `{"id":"1100000000000000000"}`
	old     = `{"type":12,"items":[{"media":{"url":"https://cdn.discordapp.com/attachments/12/1100000000000000000/board.png?ex=1"}}]}`
	option  = `{"type":3,"name":"o%d","description":"d"}`
)

// TestLimits has requests at each limit, and beyond it.
func TestLimits(t *testing.T) {
	tests := []struct {
		route, body string
		files       []string
		wrong       string // part of what is said; nothing: the request is right
	}{
		{post, v2(words, `"nonce":"`+x(25)+`"`), nil, ""},
		{post, v2(words, `"nonce":"`+x(26)+`"`), nil, "nonce: has 26 characters"},
		{post, v2(words, `"flags":64`), nil, "bits other than"},
		{post, v2(words, `"ID":""`), nil, "ID: there is no such field"},
		{post, v2(words, `"embeds":[{"title":"x"}]`), nil, "embeds: there is no such field"},
		{post, `{"components":[` + words + `]}`, nil, "lacks the one for components v2"},
		{post, `{}`, nil, "the message is empty"},
		{post, `null`, nil, "no object"},
		{edit, v2(words), nil, ""},
		{edit, v2(``), nil, "the message is empty"},
		{edit, `{}`, nil, ""},
		{edit, `{"flags":0}`, nil, "lacks the one for components v2"},
		{"GET /channels/{id}/pins", ``, nil, "no request that is known"},
		{"GET /users/@me", `{}`, nil, "there is one"},

		{post, v2(repeat(40, words)), nil, ""},
		{post, v2(`{"type":17,"components":[` + repeat(40, words) + `]}`), nil, "41 components"},
		{post, v2(`{"type":10,"content":"` + x(4000) + `"}`), nil, ""},
		{post, v2(`{"type":10,"content":"` + x(4000) + `"},` + words), nil, "4005 characters of text"},
		{post, v2(`{"type":10,"content":""}`), nil, "content: has 0 characters"},
		{post, v2(`{"type":10}`), nil, "content: is missing"},
		{post, v2(`{"type":4}`), nil, "type 4 does not stand in a message"},
		{post, v2(`{"type":17,"components":[{"type":17,"components":[]}]}`), nil, "type 17 does not stand in a container"},
		{post, v2(`{"type":10,"content":"x","id":7},{"type":10,"content":"x","id":7}`), nil, "the id 7 is there twice"},
		{post, v2(row(repeat(5, button))), nil, ""},
		{post, v2(row(repeat(6, button))), nil, "has 6 items"},
		{post, v2(row(button + "," + button)), nil, "is there twice"},
		{post, v2(row(`{"type":2,"style":1,"label":"` + x(81) + `","custom_id":"c"}`)), nil, "label: has 81 characters"},
		{post, v2(row(`{"type":2,"style":1,"label":"","custom_id":"c"}`)), nil, "label: has 0 characters"},
		{post, v2(row(`{"type":2,"style":1,"label":"l","custom_id":"` + x(101) + `"}`)), nil, "custom_id: has 101 characters"},
		{post, v2(row(`{"type":2,"style":1,"label":"l"}`)), nil, "custom_id: is missing"},
		{post, v2(row(`{"type":2,"style":5,"label":"l","custom_id":"c"}`)), nil, "style: 5 is not from 1 to 4"},
		{post, v2(menu(25, `"placeholder":"`+x(150)+`",`)), nil, ""},
		{post, v2(menu(26, ``)), nil, "options: has 26 items"},
		{post, v2(menu(0, ``)), nil, "options: has 0 items"},
		{post, v2(menu(1, `"placeholder":"`+x(151)+`",`)), nil, "placeholder: has 151 characters"},
		{post, v2(row(`{"type":3,"custom_id":"m","options":[{"label":"l","value":"v"},{"label":"l","value":"v"}]}`)), nil, "v is there twice"},
		{post, v2(row(`{"type":3,"custom_id":"m","options":[{"label":"` + x(101) + `","value":"` + x(101) + `","description":"` + x(101) + `"}]}`)), nil, "description: has 101 characters"},
		{post, v2(row(`{"type":3,"custom_id":"m","options":[{"label":"l","value":"v"}]},` + button)), nil, "stands beside others"},
		{post, v2(`{"type":12,"items":[` + repeat(11, `{"media":{"url":"https://x"}}`) + `]}`), nil, "items: has 11 items"},
		{post, v2(`{"type":12,"items":[{"media":{"url":"https://x"},"description":"` + x(1025) + `"}]}`), nil, "description: has 1025 characters"},
		{post, v2(`{"type":17,"accent_color":16777216,"components":[` + words + `]}`), nil, "accent_color: 16777216 is not"},

		{post, v2(words, `"allowed_mentions":{"parse":[],"users":["1","2"]}`), nil, ""},
		{post, v2(words, `"allowed_mentions":{"parse":["users"]}`), nil, "parse: has 1 items"},
		{post, v2(words, `"allowed_mentions":{"users":["1"]}`), nil, "parse: is missing"},
		{post, v2(words, `"allowed_mentions":{"parse":[],"users":["1","1"]}`), nil, "1 is there twice"},
		{post, v2(words, `"allowed_mentions":{"parse":[],"users":[`+repeat(101, `"1%d"`)+`]}`), nil, "users: has 101 items"},

		{post, v2(gallery, board), []string{"board.png"}, ""},
		{post, v2(gallery), []string{"board.png"}, "0 of 1 files are in attachments"},
		{post, v2(gallery, `"attachments":[]`), []string{"board.png"}, "0 of 1 files are in attachments"},
		{post, v2(gallery), nil, "which is not attached"},
		{post, v2(words), []string{"a board.png"}, `called "a board.png"`},
		{post, v2(words, `"attachments":[`+repeat(10, `{"id":"%d","filename":"%d"}`)+`]`), strings.Split("0123456789", ""), ""},
		{post, v2(words, `"attachments":[`+repeat(11, `{"id":"%d"}`)+`]`), nil, "attachments: has 11 items"},
		{post, v2(words), strings.Split("0123456789a", ""), "there are 11"},
		{post, v2(gallery, `"attachments":[{"id":0,"filename":"board.png","description":"`+x(1024)+`"}]`), []string{"board.png"}, ""},
		{post, v2(gallery, `"attachments":[{"id":0,"filename":"board.png","description":"`+x(1025)+`"}]`), []string{"board.png"}, "has 1025 characters"},
		{post, v2(gallery, `"attachments":[{"id":"0","filename":"board.png"},{"id":"0","filename":"board.png"}]`), []string{"board.png"}, "0 is there twice"},
		{post, v2(gallery, `"attachments":[{"id":1,"filename":"board.png"}]`), []string{"board.png"}, "is no file"},
		{post, v2(gallery, `"attachments":[{"id":0,"filename":"other.png"}]`), []string{"board.png"}, `calls "board.png" "other.png"`},
		{post, v2(gallery, `"attachments":[`+stays+`]`), nil, "is no file"},
		{post, v2(gallery, `"attachments":[{"id":0,"url":"x"}]`), nil, "url: there is no such field"},
		{edit, v2(gallery, `"attachments":[`+stays+`]`), nil, ""},
		{edit, v2(old, `"attachments":[`+stays+`]`), nil, ""},
		{edit, v2(old, `"attachments":[]`), nil, "which is not attached"},
		{edit, v2(old, board), []string{"board.png"}, "which is not attached"},
		{edit, v2(gallery+","+old, `"attachments":[{"id":"0","filename":"board.png"},`+stays+`]`), []string{"board.png"}, ""},
		{edit, v2(gallery, `"attachments":[{"id":"1100000000000000000","filename":"other.png"}]`), nil, "which is not attached"},

		{answer, `{"type":4,"data":` + v2(words, `"flags":32832`) + `}`, nil, ""},
		{answer, `{"type":4}`, nil, "data: is missing"},
		{answer, `{"type":5,"data":{"flags":64}}`, nil, ""},
		{answer, `{"type":5,"data":{"flags":32832}}`, nil, "bits other than 64"},
		{answer, `{"type":6}`, nil, ""},
		{answer, `{"type":6,"data":{"flags":64}}`, nil, "flags: there is no such field"},
		{answer, `{"type":2}`, nil, "no callback of type 2"},
		{answer, choices(25, x(100)), nil, ""},
		{answer, choices(26, "n"), nil, "choices: has 26 items"},
		{answer, choices(1, x(101)), nil, "name: has 101 characters"},
		{answer, choices(1, ""), nil, "name: has 0 characters"},
		{answer, modal(x(45), label(x(45), `{"type":4,"custom_id":"c","style":2,"max_length":4000}`)), nil, ""},
		{answer, modal(x(46), label("l", input)), nil, "title: has 46 characters"},
		{answer, modal("t", label(x(46), input)), nil, "label: has 46 characters"},
		{answer, modal("t", label("l", `{"type":4,"custom_id":"c","style":3}`)), nil, "3 is none of"},
		{answer, modal("t", label("l", button)), nil, "does not stand in a label"},
		{answer, modal("t", input), nil, "does not stand in a modal"},
		{answer, modal("t", label("l", `{"type":4,"custom_id":"c","style":2,"max_length":4001}`)), nil, "max_length: 4001"},
		{answer, modal("t", ""), nil, "has 0 items"},

		{thread, `{"name":"` + x(100) + `","type":11,"auto_archive_duration":4320}`, nil, ""},
		{thread, `{"name":"` + x(101) + `","type":11}`, nil, "name: has 101 characters"},
		{thread, `{"name":"n","type":11,"auto_archive_duration":4321}`, nil, "4321 is none of"},
		{thread, `{"name":"n","type":0}`, nil, "type: 0 is none of"},

		{command, ordered(repeat(25, option)), nil, ""},
		{command, ordered(repeat(26, option)), nil, "options: has 26 items"},
		{command, ordered(option + "," + option), nil, "o%d is there twice"},
		{command, `[{"name":"Move","description":"d"}]`, nil, "Move is no name"},
		{command, `[{"name":"` + x(33) + `","description":"d"}]`, nil, "is no name"},
		{command, `[{"name":"a","description":"` + x(101) + `"}]`, nil, "description: has 101 characters"},
		{command, `[` + repeat(101, `{"name":"a%d","description":"d"}`) + `]`, nil, "has 101 items"},
		{command, `[{"name":"a","description":"d"},{"name":"a","description":"d"}]`, nil, "a is there twice"},
		{command, `[{"name":"a","description":"d"},{"type":2,"name":"a"},{"type":2,"name":"A B"}]`, nil, ""},
		{command, `[{"type":2,"name":"A"},{"type":2,"name":"A"}]`, nil, "A is there twice"},
		{command, `[{"type":2,"name":"A","description":"d"}]`, nil, "description"},
		{command, ordered(``, `"name_localizations":{"fil":"x"}`), nil, `no locale "fil"`},
		{command, ordered(``, `"name_localizations":{"de":"Zug"}`), nil, "Zug is no name"},
		{command, ordered(option + `,{"type":3,"name":"b","description":"d","required":true}`), nil, "stands after what need not be"},
		{command, ordered(`{"type":3,"name":"b","description":"d","autocomplete":true,"choices":[{"name":"n","value":"v"}]}`), nil, "not these and completions"},
		{command, ordered(`{"type":6,"name":"b","description":"d","autocomplete":true}`), nil, "cannot have choices"},
		{command, ordered(`{"type":3,"name":"b","description":"d","choices":[` + repeat(25, `{"name":"%d","value":"%d"}`) + `]}`), nil, ""},
		{command, ordered(`{"type":3,"name":"b","description":"d","choices":[` + repeat(26, `{"name":"%d","value":"%d"}`) + `]}`), nil, "choices: has 26 items"},
		{command, ordered(`{"type":3,"name":"b","description":"d","choices":[{"name":"n","value":"v"},{"name":"n","value":"w"}]}`), nil, "n is there twice"},
		{command, ordered(`{"type":1,"name":"b","description":"d"},` + option), nil, "subcommands stand beside values"},
		{command, ordered(`{"type":1,"name":"b","description":"d","options":[` + repeat(1, option) + `]}`), nil, ""},
		{command, ordered(`{"type":1,"name":"b","description":"d","options":[{"type":1,"name":"c","description":"d"}]}`), nil, "is a subcommand, and has some"},
		{command, ordered(`{"type":3,"name":"b","description":"d","options":[` + option + `]}`), nil, "is a value, and has options"},
		{command, ordered(`{"type":3,"name":"b","description":"d","max_length":6001}`), nil, "max_length: 6001"},
		{command, ordered(repeat(2, `{"type":3,"name":"o%d","description":"d","choices":[`+repeat(22, `{"name":"%d`+x(90)+`","value":"%d`+x(90)+`"}`)+`]}`)), nil, "characters in"},
	}
	for _, test := range tests {
		var files []*dg.File
		for _, name := range test.files {
			files = append(files, &dg.File{Name: name, ContentType: "image/png", Reader: strings.NewReader("png")})
		}
		kind, text := "application/json", []byte(test.body)
		if len(files) > 0 {
			var err error
			if kind, text, err = dg.MultipartBodyWithJSON(json.RawMessage(test.body), files); err != nil {
				t.Fatal(err)
			}
		}
		if test.body == "" {
			kind = ""
		}
		_, err := check(nil, test.route, nil, kind, text)
		if test.wrong == "" && err != nil || test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%s %.200s\nwith %v is said to be %.600v\nwant %q", test.route, test.body, test.files, err, test.wrong)
		}
	}
}

// TestHead has requests that do not say who asks, or of what.
func TestHead(t *testing.T) {
	const agent = "DiscordBot (https://example.org/bot, v1.2) bot"
	tests := []struct {
		method, address, agent, token string
		route, wrong                  string
	}{
		{"GET", "/api/v10/channels/12/messages/345?limit=1", agent, "Bot t", "GET /channels/{id}/messages/{id}", ""},
		{"GET", "/proxy/api/v10/gateway/bot", agent, "Bot t", "GET /gateway/bot", ""},
		{"POST", "/api/v10/interactions/12/a.b-c/callback", agent, "", "POST /interactions/{id}/{token}/callback", ""},
		{"PATCH", "/api/v10/webhooks/12/34/messages/@original", agent, "", "PATCH /webhooks/{id}/{token}/messages/@original", ""},
		{"GET", "/api/v9/gateway/bot", agent, "Bot t", "", "version 10"},
		{"GET", "/api/v10/gateway/bot", agent, "t", "GET /gateway/bot", "who asks"},
		{"GET", "/api/v10/gateway/bot", "DiscordBot (bot)", "Bot t", "GET /gateway/bot", "user agent"},
		{"GET", "/api/v10/gateway/bot", "Go-http-client/1.1", "Bot t", "GET /gateway/bot", "user agent"},
	}
	for _, test := range tests {
		r, err := http.NewRequest(test.method, "http://localhost"+test.address, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("User-Agent", test.agent)
		r.Header.Set("Authorization", test.token)
		route, err := head(r)
		if route != test.route || test.wrong == "" && err != nil || test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%s %s is %q, %v; want %q, %q", test.method, test.address, route, err, test.route, test.wrong)
		}
	}
	if _, err := check(nil, "GET /users/@me", url.Values{"limit": {"1"}}, "", nil); err == nil {
		t.Error("a parameter of the query that Discord does not know is let through")
	}
}
