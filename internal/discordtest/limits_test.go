package discordtest

import (
	"encoding/json"
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

// v2 writes a message of components, with further fields.
func v2(components string, fields ...string) string {
	return `{"flags":32768,` + strings.Join(append(fields, `"components":[`+components+`]}`), ",")
}

const (
	words   = `{"type":10,"content":"hello"}`
	gallery = `{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"a board"}]}`
	board   = `"attachments":[{"id":"0","filename":"board.png","description":"a board"}]`
	stays   = `{"id":"1100000000000000000"}`
	old     = `{"type":12,"items":[
		{"media":{"url":"https://cdn.discordapp.com/attachments/12/1100000000000000000/board.png?ex=1\u0026is=2"}}]}`
	form = `"custom_id":"c","title":"t","components":[{"type":18,"label":"l","component":{"type":4,"custom_id":"i","style":2}}]`
)

// TestLimits has requests of each kind as Discord takes them, and others.
func TestLimits(t *testing.T) {
	tests := []struct {
		route, body string
		files       []string
		wrong       string // part of what is said; nothing: the request is right
	}{
		{post, v2(words, `"nonce":"`+strings.Repeat("x", 25)+`"`), nil, ""},
		{post, v2(words, `"nonce":"`+strings.Repeat("x", 26)+`"`), nil, "nonce: Must be 25 or fewer"},
		{post, v2(words, `"ID":""`), nil, "ID: there is no such field"},
		{post, v2(`{"type":10,"content":"hello","emoji":{}}`), nil, "components.0.emoji: there is no such field"},
		{post, `{"flags":32832,"components":[` + words + `]}`, nil, "bits other than"},
		{post, `{"content":"x"}`, nil, "lacks the one for components v2"},
		{post, `{}`, nil, "empty message"},
		{post, `null`, nil, "invalid JSON"},
		{edit, v2(words), nil, ""},
		{edit, v2(``), nil, "empty message"},
		{edit, `{}`, nil, ""},
		{edit, `{"flags":0}`, nil, "cannot be removed"},
		{"GET /channels/{id}/pins", ``, nil, "no request that is known"},
		{"GET /users/@me", `{}`, nil, "it has a body"},

		{post, v2(words, `"allowed_mentions":{"parse":[],"users":["1","2"]}`), nil, ""},
		{post, v2(words, `"allowed_mentions":{"parse":["users"]}`), nil, "allowed_mentions.parse"},
		{post, v2(words, `"allowed_mentions":{"users":["1"]}`), nil, "allowed_mentions.parse"},

		{post, v2(gallery, board), []string{"board.png"}, ""},
		{post, v2(gallery), []string{"board.png"}, "0 of 1 files are in attachments"},
		{post, v2(gallery), nil, "could not be found"},
		{post, v2(gallery, `"attachments":[`+stays+`]`), nil, "Attachment data not found"},
		{edit, v2(gallery, `"attachments":[`+stays+`]`), nil, ""},
		{edit, v2(old, `"attachments":[`+stays+`]`), nil, ""},
		{edit, v2(old, `"attachments":[]`), nil, "could not be found"},
		{edit, v2(old, board), []string{"board.png"}, "could not be found"},
		{edit, v2(gallery+","+old, `"attachments":[{"id":"0","filename":"board.png"},`+stays+`]`), []string{"board.png"}, ""},
		{edit, v2(gallery, `"attachments":[{"id":"1100000000000000000","filename":"other.png"}]`), nil, "could not be found"},

		{answer, `{"type":4,"data":` + v2(words) + `}`, nil, ""},
		{answer, `{"type":4,"data":{"flags":32832,"components":[` + words + `]}}`, nil, ""},
		{answer, `{"type":4,"data":{"content":"x"}}`, nil, "lacks the one for components v2"},
		{answer, `{"type":4}`, nil, "empty message"},
		{answer, `{"type":5,"data":{"flags":64}}`, nil, ""},
		{answer, `{"type":6}`, nil, ""},
		{answer, `{"type":6,"data":{"flags":64}}`, nil, "data.flags: there is no such field"},
		{answer, `{"type":7,"data":` + v2(old, `"attachments":[`+stays+`]`) + `}`, nil, ""},
		{answer, `{"type":2}`, nil, "type: Value must be one of"},
		{answer, `{"type":8,"data":{"choices":[{"name":"n","value":"v"}]}}`, nil, ""},
		{answer, `{"type":8,"data":{"choices":[{"name":"","value":"v"}]}}`, nil, "data.choices.0.name"},
		{answer, `{"type":9,"data":{` + form + `}}`, nil, ""},
		{answer, `{"type":9,"data":{"title":"",` + form[len(`"custom_id":"c",`):] + `}}`, nil, "data.custom_id"},

		{thread, `{"name":"n","type":11,"auto_archive_duration":4320}`, nil, ""},
		{thread, `{"name":"n","type":0}`, nil, "type: Value must be one of"},
		{command, `[{"name":"a","description":"d"},{"type":2,"name":"a"}]`, nil, ""},
		{command, `[{"name":"a","description":"d"},{"name":"a","description":"d"}]`, nil, "must be unique"},
		{command, `[{"name":"a","description":"d","descriptions":{}}]`, nil, "0.descriptions: there is no such field"},
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
		if route != test.route || test.wrong == "" && err != nil ||
			test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
			t.Errorf("%s %s is %q, %v; want %q, %q", test.method, test.address, route, err, test.route, test.wrong)
		}
	}
	if _, err := check(nil, "GET /users/@me", url.Values{"limit": {"1"}}, "", nil); err == nil {
		t.Error("a parameter of the query that Discord does not know is let through")
	}
}
