package discordtest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"doublecorner/internal/sandbox"
)

// A Person acts as a user of a sandbox by its API for people, as a script would.
type Person struct {
	Base   string // the sandbox's address
	ID     sandbox.ID
	Client *http.Client // nil: http.DefaultClient
}

// As returns a client that acts as a user of a sandbox.
func As(s interface{ URL() string }, who sandbox.ID) *Person {
	return &Person{Base: s.URL(), ID: who}
}

// open sends a call about the person, and returns the body of the response. It is a GET if in is nil,
// and a PATCH without a path.
func (p *Person) open(ctx context.Context, path string, query url.Values, in any) (io.ReadCloser, error) {
	method, address := http.MethodPost, p.Base+"/sandbox/people/"+p.ID.String()
	switch {
	case in == nil:
		method = http.MethodGet
	case path == "":
		method = http.MethodPatch
	}
	if path != "" {
		address += "/" + path + "?" + query.Encode()
	}
	return call(ctx, cmp.Or(p.Client, http.DefaultClient), method, address, in)
}

// call sends a call of the API for people, and returns the body of the response.
func call(ctx context.Context, client *http.Client, method, address string, in any) (io.ReadCloser, error) {
	text, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 400 {
		return resp.Body, nil
	}
	defer resp.Body.Close()
	c := &sandbox.RequestError{Status: resp.StatusCode}
	if err := json.NewDecoder(resp.Body).Decode(c); err != nil {
		return nil, fmt.Errorf("the sandbox answers %s", resp.Status)
	}
	return nil, c
}

func ask[T any](ctx context.Context, p *Person, path string, query url.Values, in any) (out T, err error) {
	body, err := p.open(ctx, path, query, in)
	if err != nil {
		return out, err
	}
	defer body.Close()
	return out, json.NewDecoder(body).Decode(&out)
}

// Command sends a slash command and waits for the response.
func (p *Person) Command(ctx context.Context, u sandbox.CommandRequest) (sandbox.Response, error) {
	return ask[sandbox.Response](ctx, p, "command", nil, u)
}

// Autocomplete asks which choices there are for the focused option.
func (p *Person) Autocomplete(ctx context.Context, u sandbox.CommandRequest) (sandbox.Response, error) {
	return ask[sandbox.Response](ctx, p, "autocomplete", nil, u)
}

// Press presses a button, or chooses Values from a menu.
func (p *Person) Press(ctx context.Context, press sandbox.Press) (sandbox.Response, error) {
	return ask[sandbox.Response](ctx, p, "press", nil, press)
}

// Submit sends a modal that was filled in.
func (p *Person) Submit(ctx context.Context, f sandbox.Submission) (sandbox.Response, error) {
	return ask[sandbox.Response](ctx, p, "submit", nil, f)
}

// Say writes a plain message.
func (p *Person) Say(ctx context.Context, channel sandbox.ID, text string) (*sandbox.MessageView, error) {
	return ask[*sandbox.MessageView](ctx, p, "say", nil, map[string]any{"channel": channel, "content": text})
}

// Attach writes a message with a file.
func (p *Person) Attach(ctx context.Context, channel sandbox.ID, text string, file sandbox.Upload) (*sandbox.MessageView, error) {
	return ask[*sandbox.MessageView](ctx, p, "say", nil, map[string]any{"channel": channel, "content": text, "files": []sandbox.Upload{file}})
}

// DM opens the direct messages with the bot.
func (p *Person) DM(ctx context.Context) (sandbox.ChannelView, error) {
	return ask[sandbox.ChannelView](ctx, p, "dm", nil, struct{}{})
}

// Change changes what the person has chosen of their own.
func (p *Person) Change(ctx context.Context, change sandbox.UserChange) error {
	_, err := ask[sandbox.UserView](ctx, p, "", nil, change)
	return err
}

// Channels lists the channels that the person sees.
func (p *Person) Channels(ctx context.Context) ([]sandbox.ChannelView, error) {
	return ask[[]sandbox.ChannelView](ctx, p, "channels", nil, nil)
}

// Commands lists the commands that the person can use in a channel.
func (p *Person) Commands(ctx context.Context, channel sandbox.ID) ([]sandbox.Command, error) {
	return ask[[]sandbox.Command](ctx, p, "commands", url.Values{"channel": {channel.String()}}, nil)
}

// Messages lists the messages of a channel after one, oldest first, as the person sees them.
func (p *Person) Messages(ctx context.Context, channel, after sandbox.ID) ([]sandbox.MessageView, error) {
	query := url.Values{"channel": {channel.String()}, "after": {after.String()}, "limit": {"500"}}
	return ask[[]sandbox.MessageView](ctx, p, "messages", query, nil)
}

// Events is a stream of what happens, from when it was opened on.
type Events struct {
	body  io.ReadCloser
	lines *bufio.Scanner
}

// Listen opens a stream of what happens in a channel or, with channel 0, everywhere. What happens
// after it has returned is in the stream.
func (p *Person) Listen(ctx context.Context, channel sandbox.ID) (*Events, error) {
	body, err := p.open(ctx, "events", url.Values{"channel": {channel.String()}}, nil)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 4<<20)
	return &Events{body, lines}, nil
}

// Next waits for the next event.
func (e *Events) Next() (event sandbox.Event, err error) {
	for e.lines.Scan() {
		if data, ok := strings.CutPrefix(e.lines.Text(), "data: "); ok {
			return event, json.Unmarshal([]byte(data), &event)
		}
	}
	return event, errors.Join(e.lines.Err(), io.ErrUnexpectedEOF)
}

// Close ends the stream.
func (e *Events) Close() error { return e.body.Close() }
