package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/internal/discordtest"
)

// fakeDiscord is a Discord in memory. Its messages change when they are edited, and its channels
// fail and block as a test wants.
type fakeDiscord struct {
	t   testing.TB
	now func() time.Time

	mu       sync.Mutex
	channels map[game.RoomID][]*dg.Message
	nonces   map[string]*dg.Message // by channel and nonce
	lastID   int
	calls    []call
	faults   map[string]error // by operation and channel; the operation "" stands for all
	held     map[string]*hold // by operation and channel
	during   map[string]func()
}

// call is a call that was not refused.
type call struct {
	operation string // "post", "edit", "message", "recent" or "thread"
	channel   game.RoomID
	id        string   // of the message
	text      string   // of the message, or the name of the thread
	controls  bool     // the message has buttons
	mentions  []string // the users who are notified
}

// hold is a post or an edit that waits for the test.
type hold struct{ reached, released chan struct{} }

func newFakeDiscord(t testing.TB, now func() time.Time) *fakeDiscord {
	return &fakeDiscord{
		t: t, now: now, lastID: 7000, channels: map[game.RoomID][]*dg.Message{}, nonces: map[string]*dg.Message{},
		faults: map[string]error{}, held: map[string]*hold{}, during: map[string]func(){},
	}
}

func at(operation string, channel game.RoomID) string { return operation + " " + channel.String() }

// fail makes an operation in a channel fail; nil ends that. "edit" fails once the message is
// composed. "" stands for all operations, which fail at once. A rate limit fails one operation.
func (d *fakeDiscord) fail(operation string, channel game.RoomID, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults[at(operation, channel)] = err
}

// hold makes the next "post" or "edit" in a channel block, once its message is composed.
func (d *fakeDiscord) hold(operation string, channel game.RoomID) *hold {
	d.mu.Lock()
	defer d.mu.Unlock()
	h := &hold{make(chan struct{}), make(chan struct{})}
	d.held[at(operation, channel)] = h
	return h
}

// release lets the operation go on.
func (h *hold) release() { close(h.released) }

// once calls a function during the next operation in a channel.
func (d *fakeDiscord) once(operation string, channel game.RoomID, f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.during[at(operation, channel)] = f
}

// enter begins an operation. It returns an error if that fails at once.
func (d *fakeDiscord) enter(operation string, channel game.RoomID) error {
	d.mu.Lock()
	f := d.during[at(operation, channel)]
	delete(d.during, at(operation, channel))
	d.mu.Unlock()
	if f != nil {
		f()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.fault("", channel); err != nil || operation == "edit" {
		return err
	}
	return d.fault(operation, channel)
}

// fault returns the error with which an operation fails now.
func (d *fakeDiscord) fault(operation string, channel game.RoomID) error {
	err := d.faults[at(operation, channel)]
	if _, limited := err.(limitedError); limited {
		delete(d.faults, at(operation, channel))
	}
	return err
}

// wait blocks an operation that is held.
func (d *fakeDiscord) wait(operation string, channel game.RoomID) {
	d.mu.Lock()
	h := d.held[at(operation, channel)]
	delete(d.held, at(operation, channel))
	d.mu.Unlock()
	if h != nil {
		close(h.reached)
		<-h.released
	}
}

func (d *fakeDiscord) Post(_ context.Context, channel game.RoomID, m *message.Message, nonce string) (*dg.Message, error) {
	if err := d.enter("post", channel); err != nil {
		return nil, err
	}
	discordtest.Check(d.t, "POST /channels/{id}/messages", struct {
		*message.Message
		Nonce string `json:"nonce"`
	}{m, nonce}, m.Files)
	d.wait("post", channel)
	d.mu.Lock()
	defer d.mu.Unlock()
	if sent := d.nonces[channel.String()+nonce]; sent != nil {
		return sent, nil
	}
	shown := d.put(channel, m)
	d.nonces[channel.String()+nonce] = shown
	d.record("post", channel, shown, m)
	return shown, nil
}

// show puts the message of a response into a channel, and returns it as Discord does.
func (d *fakeDiscord) show(channel game.RoomID, m *message.Message) *dg.Message {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.put(channel, m)
}

func (d *fakeDiscord) put(channel game.RoomID, m *message.Message) *dg.Message {
	d.lastID++
	shown := &dg.Message{ID: strconv.Itoa(d.lastID), ChannelID: channel.String(), Timestamp: d.now(), Components: d.received(m)}
	d.channels[channel] = append(d.channels[channel], shown)
	return shown
}

// received returns the components of a message as they are read from Discord.
func (d *fakeDiscord) received(m *message.Message) []dg.MessageComponent {
	text, err := json.Marshal(map[string]any{"components": m.Components})
	read := &dg.Message{}
	if err == nil {
		err = json.Unmarshal(text, read)
	}
	if err != nil {
		d.t.Error(err)
	}
	return read.Components
}

func (d *fakeDiscord) Edit(_ context.Context, channel game.RoomID, id game.PostID, compose func() (*message.Message, error)) error {
	if err := d.enter("edit", channel); err != nil {
		return err
	}
	m, err := compose()
	if err != nil {
		return err
	}
	d.wait("edit", channel)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.fault("edit", channel); err != nil {
		return err
	}
	shown := d.find(channel, id.String())
	if shown == nil {
		return fmt.Errorf("unknown message: %w", ErrUnreachable)
	}
	shown.Components = d.received(m)
	d.record("edit", channel, shown, m)
	return nil
}

func (d *fakeDiscord) Delete(_ context.Context, channel game.RoomID, id game.PostID) error {
	if err := d.enter("delete", channel); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	shown := d.find(channel, id.String())
	if shown == nil {
		return fmt.Errorf("unknown message: %w", ErrUnreachable)
	}
	d.channels[channel] = slices.DeleteFunc(d.channels[channel], func(m *dg.Message) bool { return m == shown })
	d.record("delete", channel, shown, nil)
	return nil
}

func (d *fakeDiscord) Message(_ context.Context, channel game.RoomID, id game.PostID) (*dg.Message, error) {
	if err := d.enter("message", channel); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	shown := d.find(channel, id.String())
	if shown == nil {
		return nil, fmt.Errorf("unknown message: %w", ErrUnreachable)
	}
	d.record("message", channel, shown, nil)
	copied := *shown
	return &copied, nil
}

func (d *fakeDiscord) Recent(_ context.Context, channel game.RoomID, since time.Time) (all []*dg.Message, err error) {
	if err := d.enter("recent", channel); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = append(d.calls, call{operation: "recent", channel: channel})
	for _, m := range d.channels[channel] {
		if !m.Timestamp.Before(since) {
			copied := *m
			all = append(all, &copied)
		}
	}
	return all, nil
}

// directChannel is the channel of the DM with a user.
func directChannel(user game.PersonID) game.RoomID { return game.RoomID(user) + 50000 }

func (d *fakeDiscord) Direct(_ context.Context, user game.PersonID) (game.RoomID, error) {
	return directChannel(user), d.enter("direct", directChannel(user))
}

func (d *fakeDiscord) Parent(context.Context, game.RoomID) (game.RoomID, error) { return 0, nil }

// threadIn is the channel of the thread that is created in a channel.
func threadIn(channel game.RoomID) game.RoomID { return channel + 100000 }

func (d *fakeDiscord) Thread(_ context.Context, channel game.RoomID, name string) (game.RoomID, error) {
	if err := d.enter("thread", channel); err != nil {
		return 0, err
	}
	discordtest.Check(d.t, "POST /channels/{id}/threads", &dg.ThreadStart{Name: name, Type: dg.ChannelTypeGuildPublicThread}, nil)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = append(d.calls, call{operation: "thread", channel: channel, text: name})
	return threadIn(channel), nil
}

func (d *fakeDiscord) find(channel game.RoomID, id string) *dg.Message {
	for _, m := range d.channels[channel] {
		if m.ID == id {
			return m
		}
	}
	return nil
}

func (d *fakeDiscord) record(operation string, channel game.RoomID, shown *dg.Message, sent *message.Message) {
	c := call{operation: operation, channel: channel, id: shown.ID, text: textOf(shown.Components), controls: message.HasControls(shown)}
	if sent != nil && sent.AllowedMentions != nil {
		c.mentions = sent.AllowedMentions.Users
	}
	d.calls = append(d.calls, c)
}

// textOf returns the paragraphs of a message.
func textOf(components []dg.MessageComponent) (text string) {
	for _, c := range components {
		switch c := c.(type) {
		case *dg.Container:
			text += textOf(c.Components)
		case *dg.TextDisplay:
			text += c.Content
		}
	}
	return text
}

// take returns the calls of an operation since the last take of it, and forgets them.
func (d *fakeDiscord) take(operation string) (taken []call) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = slices.DeleteFunc(d.calls, func(c call) bool {
		if c.operation == operation {
			taken = append(taken, c)
		}
		return c.operation == operation
	})
	return taken
}

// text returns what a message shows now.
func (d *fakeDiscord) text(m *dg.Message) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return textOf(m.Components)
}

// hasControls reports whether a message has buttons now.
func (d *fakeDiscord) hasControls(m *dg.Message) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return message.HasControls(m)
}

func (d *fakeDiscord) Schedule(_ context.Context, guild game.PlaceID, _ ScheduledEvent) error {
	return d.enter("schedule", game.RoomID(guild))
}
func (d *fakeDiscord) GiveRole(context.Context, game.PlaceID, game.PersonID, game.RoleID) error {
	return nil
}
func (d *fakeDiscord) TakeRole(context.Context, game.PlaceID, game.PersonID, game.RoleID) error {
	return nil
}
func (d *fakeDiscord) Member(context.Context, game.PlaceID, game.PersonID) (*dg.Member, error) {
	return &dg.Member{}, nil
}
func (d *fakeDiscord) MayPost(context.Context, game.RoomID) (bool, error)      { return true, nil }
func (d *fakeDiscord) IsIn(context.Context, game.PlaceID) (bool, error)        { return true, nil }
func (d *fakeDiscord) Attachment(context.Context, string, int) ([]byte, error) { return nil, nil }
func (d *fakeDiscord) RoleObstacle(context.Context, game.PlaceID, game.RoleID, *dg.Member) (RoleObstacle, error) {
	return "", nil
}
