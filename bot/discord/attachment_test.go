package discord

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"doublecorner/bot/delivery"
)

// urlTransport notes the requests of a client, and responds to each with a text.
type urlTransport struct {
	asked    []*http.Request
	response func(*http.Request) *http.Response
}

func (t *urlTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.asked = append(t.asked, r)
	return t.response(r), nil
}

// Attachments are read from Discord's two hosts, by https, and from nowhere else. The token is sent to neither.
func TestAttachmentHosts(t *testing.T) {
	t.Parallel()
	served := &urlTransport{response: func(*http.Request) *http.Response { return responding(http.StatusOK, "1. 11-15 *") }}
	c, err := NewClient(ClientConfig{Token: "secret", Transport: served})
	must(t, err)
	for address, allowed := range map[string]bool{
		"https://cdn.discordapp.com/attachments/1/2/x.pdn?ex=1&hm=2":    true,
		"https://media.discordapp.net/ephemeral-attachments/1/2/x.pdn":  true,
		"http://cdn.discordapp.com/attachments/1/2/x.pdn":               false,
		"https://cdn.discordapp.com.evil.example/attachments/1/2/x.pdn": false,
		"https://cdn.discordapp.com:8443/attachments/1/2/x.pdn":         false,
		"https://cdn.discordapp.com@evil.example/attachments/1/2/x.pdn": false,
		"https://user@cdn.discordapp.com/attachments/1/2/x.pdn":         false,
		"https://discord.com/api/v10/users/@me":                         false,
		"https://169.254.169.254/latest/meta-data/":                     false,
		"http://127.0.0.1:8080/attachments/1/2/x.pdn":                   false,
		"file:///etc/passwd":                         false,
		"//cdn.discordapp.com/attachments/1/2/x.pdn": false,
		"": false, "https://": false, "https://cdn.discordapp.com/%zz": false,
	} {
		served.asked = nil
		text, err := c.Attachment(t.Context(), address, 100)
		if allowed != (err == nil) || allowed != (len(served.asked) > 0) || allowed && string(text) != "1. 11-15 *" {
			t.Errorf("%q: %q, %v, after %d requests", address, text, err, len(served.asked))
		}
		for _, r := range served.asked {
			if r.Header.Get("Authorization") != "" {
				t.Errorf("%q gets the token", address)
			}
		}
	}
}

func responding(status int, body string) *http.Response {
	r := httptest.NewRecorder()
	r.WriteHeader(status)
	r.WriteString(body)
	return r.Result()
}

// What is too large is not read to its end, a redirect is not followed, and nothing else than a file is read.
func TestAttachmentRefused(t *testing.T) {
	t.Parallel()
	const at = "https://cdn.discordapp.com/attachments/1/2/x.pdn"
	for name, c := range map[string]struct {
		status int
		body   string
		want   error // nil: any
	}{
		"too large": {http.StatusOK, strings.Repeat("x", 101), delivery.ErrTooLarge},
		"gone":      {http.StatusNotFound, "x", nil},
		"moved":     {http.StatusFound, "", nil},
	} {
		served := &urlTransport{response: func(*http.Request) *http.Response {
			r := responding(c.status, c.body)
			r.Header.Set("Location", "http://127.0.0.1/")
			return r
		}}
		client, err := NewClient(ClientConfig{Transport: served})
		must(t, err)
		if _, err := client.Attachment(t.Context(), at, 100); err == nil || c.want != nil && !errors.Is(err, c.want) || len(served.asked) != 1 {
			t.Errorf("%s: %v, after %d requests", name, err, len(served.asked))
		}
	}
}

// Where the API is another server's, as in the sandbox, so are its attachments.
func TestAttachmentOfOtherServer(t *testing.T) {
	t.Parallel()
	c := answering(t, func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(r.URL.Path)) })
	own := strings.TrimSuffix(c.base, "/api/v10/") + "/attachments/1/2/x.pdn"
	if text, err := c.Attachment(t.Context(), own, 100); err != nil || string(text) != "/attachments/1/2/x.pdn" {
		t.Errorf("%s: %q, %v", own, text, err)
	}
	if _, err := c.Attachment(t.Context(), "http://127.0.0.1:1/attachments/1/2/x.pdn", 100); !errors.Is(err, errNotDiscords) {
		t.Errorf("another address: %v", err)
	}
}
