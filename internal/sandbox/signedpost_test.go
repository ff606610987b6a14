package sandbox_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"

	"doublecorner/internal/sandbox"
)

// An app can change what people see of it, and what it gets when it is added.
func TestAppProfile(t *testing.T) {
	w := settle(t)
	installs := func(scope string) object {
		return object{"0": object{"oauth2_install_params": object{"scopes": list{scope}, "permissions": 3072}}}
	}
	for _, c := range []struct {
		body           object
		place, mistake string
	}{
		{object{"description": strings.Repeat("x", 401)}, "description", "BASE_TYPE_MAX_LENGTH"},
		{object{"tags": list{"a", "b", "c", "d", "e", "f"}}, "tags", "BASE_TYPE_BAD_LENGTH"},
		{object{"tags": list{strings.Repeat("x", 21)}}, "tags.0", "BASE_TYPE_BAD_LENGTH"},
		{object{"integration_types_config": installs("email")}, "integration_types_config.0.oauth2_install_params.scopes.0", "BASE_TYPE_CHOICES"},
	} {
		w.refuses(t, "PATCH", "/applications/@me", c.body, sandbox.CodeInvalidForm, c.place, c.mistake)
	}
	w.ok(t, "PATCH", "/applications/@me", object{"description": "x", "tags": list{"game"}, "integration_types_config": installs("bot")})
	w.ok(t, "PATCH", "/applications/@me", object{"description": "y"})
	var app struct {
		Description string
		Tags        []string
		Installs    map[string]sandbox.Install `json:"integration_types_config"`
	}
	check(t, json.Unmarshal([]byte(w.ok(t, "GET", "/applications/@me", nil)), &app))
	if app.Description != "y" || len(app.Tags) != 1 || app.Installs["0"].Params.Permissions != 3072 {
		t.Errorf("the app is %+v", app)
	}
}

// Processes of a bot get interactions in turn, and one that does not run gets none.
func TestBalancedInteractions(t *testing.T) {
	w := settle(t)
	w.register()
	got := make(chan int, 100)
	var addresses []string
	for n := range 3 {
		app := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if !discordgo.VerifyInteraction(r, w.PublicKey()) {
				t.Error("the signature is wrong")
			}
			got <- n
			rw.Header().Set("Content-Type", "application/json")
			io.WriteString(rw, `{"type": 4, "data": {"content": "here"}}`)
		}))
		addresses = append(addresses, app.URL)
		if n == 1 {
			app.Close()
		} else {
			defer app.Close()
		}
	}
	w.Balance(addresses...)
	counts := map[int]int{}
	for range 6 {
		out, err := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "board"})
		check(t, err)
		if out.Kind != "message" {
			t.Errorf("outcome %+v", out)
		}
		counts[<-got]++
	}
	if counts[0] != 2 || counts[2] != 4 {
		t.Errorf("interactions by process: %v", counts)
	}
}

func TestSignedInteractions(t *testing.T) {
	w := settle(t)
	w.register()
	var careless, slow atomic.Bool
	var got atomic.Int32
	release := make(chan struct{})
	app := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !discordgo.VerifyInteraction(r, w.PublicKey()) && !careless.Load() {
			rw.WriteHeader(http.StatusUnauthorized)
			return
		}
		text, _ := io.ReadAll(r.Body)
		var i discordgo.Interaction
		if err := json.Unmarshal(text, &i); err != nil {
			t.Error(err)
		}
		if i.Type == discordgo.InteractionPing {
			rw.Header().Set("Content-Type", "application/json")
			io.WriteString(rw, `{"type":1}`)
			return
		}
		got.Add(1)
		if slow.Load() {
			<-release
		}
		// The answer with a picture: multipart, as over the API.
		payload, _ := json.Marshal(&discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: board("here")})
		var b bytes.Buffer
		m := multipart.NewWriter(&b)
		m.WriteField("payload_json", string(payload))
		f, _ := m.CreateFormFile("files[0]", "board.png")
		f.Write(picture())
		m.Close()
		rw.Header().Set("Content-Type", m.FormDataContentType())
		rw.Write(b.Bytes())
	}))
	defer app.Close()
	defer close(release)

	careless.Store(true)
	if err := w.SetInteractionsURL(w.ctx, app.URL); err == nil {
		t.Error("an app that checks no signature was accepted")
	}
	w.refuses(t, "PATCH", "/applications/@me", object{"interactions_endpoint_url": app.URL},
		sandbox.CodeInvalidForm, "interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID")
	careless.Store(false)
	w.ok(t, "PATCH", "/applications/@me", object{"interactions_endpoint_url": app.URL})

	out, err := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "board"})
	check(t, err)
	if out.Kind != "message" || out.Message.Components[0].Components[1].Items[0].Media.Width != 8 {
		t.Errorf("outcome %+v", out)
	}
	w.fault(sandbox.Fault{Do: sandbox.Duplicate, Event: "INTERACTION_CREATE", Times: 1})
	before := got.Load()
	_, err = w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "board"})
	check(t, err)
	until(t, func() bool { return got.Load() == before+2 })

	slow.Store(true)
	waiting := make(chan sandbox.Response)
	go func() {
		out, _ := w.ann.Command(w.ctx, sandbox.CommandRequest{Channel: w.general, Command: "board"})
		waiting <- out
	}()
	until(t, func() bool { return got.Load() == before+3 })
	w.clock.Advance(3e9)
	if out := <-waiting; out.Kind != "failed" || out.Reason == "" {
		t.Errorf("outcome %+v", out)
	}
}
