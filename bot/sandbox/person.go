package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// A Person acts in a sandbox through its local calls, as a script would.
type Person struct {
	Base   string // the sandbox's address
	ID     ID
	Client *http.Client // nil: http.DefaultClient
}

// A Complaint is what the sandbox says to a person who asks for what a Discord client
// would not let them do.
type Complaint struct {
	Status int
	Reason string `json:"error"`
}

func (c *Complaint) Error() string { return c.Reason }

// As acts as somebody in this sandbox.
func (s *Server) As(who ID) *Person { return &Person{Base: s.URL(), ID: who} }

func (p *Person) request(ctx context.Context, method, path string, in any) (*http.Response, error) {
	var text io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(ctx, method, p.Base+"/sandbox/people/"+p.ID.String()+path, text)
	if err != nil {
		return nil, err
	}
	client := p.Client
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		defer resp.Body.Close()
		c := &Complaint{Status: resp.StatusCode}
		if err := json.NewDecoder(resp.Body).Decode(c); err != nil {
			return nil, fmt.Errorf("the sandbox answers %s", resp.Status)
		}
		return nil, c
	}
	return resp, nil
}

func ask[T any](ctx context.Context, p *Person, method, path string, in any) (T, error) {
	var out T
	resp, err := p.request(ctx, method, path, in)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	dec := json.NewDecoder(resp.Body)
	return out, dec.Decode(&out)
}

// Command sends a slash command and waits for the answer.
func (p *Person) Command(ctx context.Context, u Use) (Outcome, error) {
	return ask[Outcome](ctx, p, "POST", "/command", u)
}

// Autocomplete asks which choices there are for the focused option.
func (p *Person) Autocomplete(ctx context.Context, u Use) (Outcome, error) {
	return ask[Outcome](ctx, p, "POST", "/autocomplete", u)
}

// Press presses a button, or chooses Values from a menu.
func (p *Person) Press(ctx context.Context, press Press) (Outcome, error) {
	return ask[Outcome](ctx, p, "POST", "/press", press)
}

// Submit sends a modal that was filled in.
func (p *Person) Submit(ctx context.Context, f Submission) (Outcome, error) {
	return ask[Outcome](ctx, p, "POST", "/submit", f)
}

// Say writes a plain message.
func (p *Person) Say(ctx context.Context, channel ID, text string) (*Sight, error) {
	return ask[*Sight](ctx, p, "POST", "/say", map[string]any{"channel": channel, "content": text})
}

// DM opens the direct messages with the bot.
func (p *Person) DM(ctx context.Context) (Place, error) {
	return ask[Place](ctx, p, "POST", "/dm", nil)
}

// Channels lists the channels that the person sees.
func (p *Person) Channels(ctx context.Context) ([]Place, error) {
	return ask[[]Place](ctx, p, "GET", "/channels", nil)
}

// Commands lists the commands that the person can use in a channel.
func (p *Person) Commands(ctx context.Context, channel ID) ([]Command, error) {
	return ask[[]Command](ctx, p, "GET", "/commands?channel="+channel.String(), nil)
}

// Messages lists the latest messages of a channel after one, or all that are kept,
// oldest first, as the person sees them.
func (p *Person) Messages(ctx context.Context, channel, after ID) ([]Sight, error) {
	q := url.Values{"channel": {channel.String()}, "limit": {fmt.Sprint(maxPosts)}}
	if after != 0 {
		q.Set("after", after.String())
	}
	return ask[[]Sight](ctx, p, "GET", "/messages?"+q.Encode(), nil)
}

// Events is a stream of what happens, from when it was opened on.
type Events struct {
	body  io.ReadCloser
	lines *bufio.Scanner
}

// Listen opens a stream of what happens in a channel, or, with channel 0, in all that
// the person sees. What happens after it has returned is in the stream.
func (p *Person) Listen(ctx context.Context, channel ID) (*Events, error) {
	path := "/events"
	if channel != 0 {
		path += "?channel=" + channel.String()
	}
	resp, err := p.request(ctx, "GET", path, nil)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 4<<20)
	return &Events{resp.Body, lines}, nil
}

// Next waits for the next event.
func (e *Events) Next() (Event, error) {
	for e.lines.Scan() {
		if data, ok := strings.CutPrefix(e.lines.Text(), "data: "); ok {
			var event Event
			err := json.Unmarshal([]byte(data), &event)
			return event, err
		}
	}
	return Event{}, errors.Join(e.lines.Err(), io.ErrUnexpectedEOF)
}

// NextMessage waits for the next new message.
func (e *Events) NextMessage() (*Sight, error) {
	for {
		event, err := e.Next()
		if err != nil || event.Kind == "message" {
			return event.Message, err
		}
	}
}

// Close ends the stream.
func (e *Events) Close() error { return e.body.Close() }
