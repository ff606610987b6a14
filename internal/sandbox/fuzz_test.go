package sandbox

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// fuzzServer is a sandbox whose handlers are called without a socket, so that a panic
// is not caught by the server.
func fuzzServer(f *testing.F) (s *Server, ann ID, ask func(method, path, kind, body string) (int, string)) {
	f.Helper()
	s, err := Start(Options{Clock: dawn{}, Limits: Limits{Off: true}})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	s.mu.Lock()
	user, err := s.addUser("Ann")
	s.mu.Unlock()
	if err != nil {
		f.Fatal(err)
	}
	guild, err := s.Guild("The Club", user.ID)
	if err != nil {
		f.Fatal(err)
	}
	if err := s.Join(guild, s.AppID()); err != nil {
		f.Fatal(err)
	}
	return s, user.ID, func(method, path, kind, body string) (int, string) {
		r := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Authorization", "Bot "+s.Token())
		w := httptest.NewRecorder()
		s.http.Handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
}

var messageSeeds = []string{
	`{"content":"hello <@5>","allowed_mentions":{"parse":["users"],"users":["5"]}}`,
	`{"flags":32768,"components":[{"type":17,"accent_color":5,"components":[{"type":10,"content":"x"},
		{"type":12,"items":[{"media":{"url":"attachment://a"},"description":"x"}]},
		{"type":9,"components":[{"type":10,"content":"y"}],"accessory":{"type":11,"media":{"url":"https://x.y/z"}}}]}]}`,
	`{"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"b","emoji":{"name":"x"}}]},
		{"type":1,"components":[{"type":3,"custom_id":"b","min_values":0,"max_values":2,"options":[
			{"label":"a","value":"b","default":true}]}]}]}`,
	`{"content":"x","embeds":[],"attachments":[{"id":"0","description":"x"}],"nonce":5}`,
	`{"flags":32768,"components":[{"type":13,"file":{"url":"attachment://f"}},{"type":14,"spacing":2}]}`,
	`{"content":null,"components":null,"flags":"64","message_reference":{"message_id":1e3}}`,
}

// settled checks what must hold whatever was sent: a refusal has its shape, and what
// was accepted can be shown and read back.
func settled(t *testing.T, status int, body string) {
	t.Helper()
	if status >= 500 {
		t.Errorf("%d %s", status, body)
	}
	if status == 204 {
		return
	}
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Errorf("%d %q: %v", status, body, err)
	}
	if m, _ := v.(map[string]any); status >= 400 && (m["message"] == nil || m["code"] == nil) {
		t.Errorf("a refusal without shape: %s", body)
	}
}

func FuzzMessage(f *testing.F) {
	s, ann, ask := fuzzServer(f)
	for _, seed := range messageSeeds {
		f.Add("application/json", seed)
		f.Add("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n"+seed+
			"\r\n--b\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a\"\r\n\r\nx\r\n--b--\r\n")
	}
	channel := s.guilds()[0].ID
	f.Fuzz(func(t *testing.T, kind, body string) {
		status, answer := ask("POST", "/api/v10/channels/"+channel.String()+"/messages", kind, body)
		settled(t, status, answer)
		if status != 200 {
			return
		}
		var m Message
		if err := json.Unmarshal([]byte(answer), &m); err != nil {
			t.Fatal(err)
		}
		status, answer = ask("PATCH", "/api/v10/channels/"+channel.String()+"/messages/"+m.ID.String(), kind, body)
		settled(t, status, answer)
		walk(m.Components, func(c *Component) {
			if c.CustomID != "" {
				s.mu.Lock()
				_, _ = s.press(ann, Press{Channel: channel, Message: m.ID, CustomID: c.CustomID, Values: []string{"a"}})
				s.mu.Unlock()
			}
		})
		if status, _ := ask("GET", "/sandbox/people/"+ann.String()+"/messages?channel="+channel.String(), "", ""); status != 200 {
			t.Errorf("Ann sees %d", status)
		}
	})
}

func FuzzCallback(f *testing.F) {
	s, ann, ask := fuzzServer(f)
	channel := s.guilds()[0].ID
	for _, seed := range messageSeeds {
		f.Add(byte(2), `{"type":4,"data":`+seed+`}`)
		f.Add(byte(3), `{"type":7,"data":`+seed+`}`)
	}
	f.Add(byte(4), `{"type":8,"data":{"choices":[{"name":"a","value":"b","name_localizations":{"nl":"c"}}]}}`)
	f.Add(byte(2), `{"type":9,"data":{"custom_id":"m","title":"x","components":[
		{"type":18,"label":"l","component":{"type":4,"custom_id":"a","style":1}},
		{"type":1,"components":[{"type":4,"custom_id":"b","style":2}]},
		{"type":10,"content":"x"}]}}`)
	f.Add(byte(5), `{"type":5,"data":{"flags":64}}`)
	status, said := ask("POST", "/sandbox/people/"+ann.String()+"/say",
		"application/json", `{"channel":"`+channel.String()+`","content":"press me"}`)
	var pressed Message
	if err := json.Unmarshal([]byte(said), &pressed); err != nil || status != 201 {
		f.Fatal(status, said, err)
	}
	f.Fuzz(func(t *testing.T, kind byte, body string) {
		s.mu.Lock()
		i := &interaction{kind: InteractionKind(2 + kind%4), person: ann, channel: channel, message: pressed.ID, command: "x"}
		s.start(i, map[string]any{})
		s.mu.Unlock()
		status, answer := ask("POST", "/api/v10/interactions/"+i.id.String()+"/"+i.token+"/callback?with_response=1", "application/json", body)
		settled(t, status, answer)
		if i.response.Modal != nil {
			s.mu.Lock()
			_, _ = s.submit(ann, Submission{Interaction: i.id, Fields: map[string]string{"a": "b"}})
			s.mu.Unlock()
		}
	})
}

func FuzzCommands(f *testing.F) {
	s, ann, ask := fuzzServer(f)
	channel := s.guilds()[0].ID
	f.Add(`[{"name":"move","description":"x","options":[{"type":3,"name":"a","description":"x","autocomplete":true,"min_length":1}]}]`,
		"move", `{"a":"b"}`)
	f.Add(`[{"name":"r","description":"x","default_member_permissions":"32","options":[
		{"type":1,"name":"a","description":"x","options":[{"type":4,"name":"n","description":"x","choices":[{"name":"a","value":1e2}]}]}]}]`,
		"r a", `{"n":100}`)
	f.Add(`[{"name":"r","description":"x","contexts":[0],"integration_types":[0,1],"options":[
		{"type":6,"name":"u","description":"x"},
		{"type":7,"name":"c","description":"x","channel_types":[0]},
		{"type":9,"name":"m","description":"x"}]}]`,
		"r", `{"u":"5","c":"6"}`)
	f.Fuzz(func(t *testing.T, commands, name, options string) {
		status, answer := ask("PUT", "/api/v10/applications/"+s.AppID().String()+"/commands", "application/json", commands)
		settled(t, status, answer)
		var given map[string]any
		if decode([]byte(options), &given) != nil {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		_, _ = s.use(ann, CommandRequest{Channel: channel, Command: name, Options: given})
		for key := range given {
			_, _ = s.autocomplete(ann, CommandRequest{Channel: channel, Command: name, Options: given, Focused: key})
		}
	})
}

func FuzzGateway(f *testing.F) {
	s, _, _ := fuzzServer(f)
	f.Add([]byte(`{"op":1,"d":null}`))
	f.Add([]byte(`{"op":2,"d":{"token":"` + s.Token() + `","intents":513,"shard":[0,1],"properties":{}}}`))
	f.Add([]byte(`{"op":6,"d":{"token":"` + s.Token() + `","session_id":"x","seq":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := &connection{server: s, out: make(chan outgoing, 100), drop: func() {}}
		s.mu.Lock()
		defer s.mu.Unlock()
		for range 2 {
			if code := c.handle(websocket.TextMessage, text); code != 0 {
				c.close(code)
			}
		}
		if c.stopBeat != nil {
			c.stopBeat()
		}
		c.close(0)
		clear(s.sessions)
		clear(s.identified)
	})
}
