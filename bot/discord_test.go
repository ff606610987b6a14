package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/internal/discordtest"
)

// fakeDiscord is a Discord that remembers what was posted and edited. Its channels fail as a test
// wants. Deliveries of several channels use it at once; a test reads its fields when they are done.
type fakeDiscord struct {
	t         testing.TB
	fails     map[game.RoomID]error
	mu        sync.Mutex // of everything below
	posts     []string   // channel: text
	edits     []string   // channel/message: text
	mentioned []string   // by the last post
	pings     []string   // by all posts
	threads   []string   // their names
	events    []string   // what was scheduled: name, link, subject, state and time
	roles     []string   // role user
	changes   int        // of roles that were asked for
	roleErr   error      // of changes of roles
	obstacle  delivery.RoleObstacle
	left      []game.PersonID            // who are no members
	has       map[game.PersonID][]string // roles of members
	giver     string                     // the member in the last question about an obstacle; "" for none
	told      game.RoomID                // the channel of the last interaction
	isIn      bool                       // every guild, unless the question fails
	isInErr   error
	channels  map[game.RoomID][]*dg.Message
	files     map[string]string // the content of attachments, by their addresses
}

func newFakeDiscord(t testing.TB) *fakeDiscord {
	return &fakeDiscord{t: t, fails: map[game.RoomID]error{}, channels: map[game.RoomID][]*dg.Message{}, files: map[string]string{}}
}

func (d *fakeDiscord) Post(_ context.Context, channel game.RoomID, m *message.Message, nonce string) (*dg.Message, error) {
	if err := d.fails[channel]; err != nil {
		return nil, err
	}
	discordtest.Check(d.t, "POST /channels/{id}/messages", struct {
		*message.Message
		Nonce string `json:"nonce"`
	}{m, nonce}, m.Files)
	text, err := written(m)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.posts = append(d.posts, fmt.Sprintf("%d: %s", channel, text))
	d.mentioned = m.AllowedMentions.Users
	d.pings = append(d.pings, d.mentioned...)
	d.mu.Unlock()
	return d.show(channel, m.Components), nil
}

// written writes a message as JSON, in which mentions look as in its texts, and moves as tests type them.
func written(m *message.Message) (string, error) {
	text, err := json.Marshal(m)
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&", "\u2011", "-").Replace(string(text)), err
}

// show puts a message into a channel, and returns it as Discord does.
func (d *fakeDiscord) show(channel game.RoomID, components []dg.MessageComponent) *dg.Message {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, all := range d.channels {
		n += len(all)
	}
	text, err := json.Marshal(map[string]any{"id": fmt.Sprint(7001 + n), "channel_id": channel.String(), "components": components})
	shown := &dg.Message{}
	if err == nil {
		err = json.Unmarshal(text, shown)
	}
	if err != nil {
		panic(err)
	}
	d.channels[channel] = append(d.channels[channel], shown)
	return shown
}

// change replaces the components of a message.
func (d *fakeDiscord) change(channel game.RoomID, id string, components []dg.MessageComponent) {
	for _, m := range d.channels[channel] {
		if m.ID == id {
			changed := d.show(0, components)
			m.Components = changed.Components
		}
	}
}

func (d *fakeDiscord) Edit(_ context.Context, channel game.RoomID, id game.PostID, compose func() (*message.Message, error)) error {
	if err := d.fails[channel]; err != nil {
		return err
	}
	m, err := compose()
	if err != nil {
		return err
	}
	text, err := written(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.edits = append(d.edits, fmt.Sprintf("%d/%d: %s", channel, id, text))
	return err
}

func (d *fakeDiscord) Delete(_ context.Context, channel game.RoomID, id game.PostID) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.edits = append(d.edits, fmt.Sprintf("%d/%d: deleted", channel, id))
	d.channels[channel] = slices.DeleteFunc(d.channels[channel], func(m *dg.Message) bool { return m.ID == id.String() })
	return d.fails[channel]
}

func (d *fakeDiscord) Message(_ context.Context, channel game.RoomID, id game.PostID) (*dg.Message, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.channels[channel] {
		if m.ID == id.String() {
			return m, nil
		}
	}
	return nil, delivery.ErrUnreachable
}

func (d *fakeDiscord) Recent(_ context.Context, channel game.RoomID, _ time.Time) ([]*dg.Message, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.channels[channel]), nil
}

func (d *fakeDiscord) Direct(_ context.Context, p game.PersonID) (game.RoomID, error) {
	return game.RoomID(uint64(p) + 50000), nil
}

func (d *fakeDiscord) Parent(_ context.Context, channel game.RoomID) (game.RoomID, error) {
	if err := d.fails[channel]; err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if channel == d.told {
		d.t.Errorf("Discord is asked about channel %d, which the interaction tells of", channel)
	}
	return parentOf(channel), nil
}

// parentOf returns the channel of a thread; 0 if it is none.
func parentOf(channel game.RoomID) game.RoomID {
	if channel > 100000 {
		return channel - 100000
	}
	return 0
}

func (d *fakeDiscord) Thread(_ context.Context, channel game.RoomID, name string) (game.RoomID, error) {
	discordtest.Check(d.t, "POST /channels/{id}/threads", &dg.ThreadStart{Name: name, Type: dg.ChannelTypeGuildPublicThread}, nil)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.threads = append(d.threads, name)
	return channel + 100000, d.fails[channel+100000]
}

func (d *fakeDiscord) Schedule(_ context.Context, guild game.PlaceID, e delivery.ScheduledEvent) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, fmt.Sprintf("%s %s %s %d %s",
		e.Name, e.Link, e.Subject, e.State, e.From.Format(time.DateTime)+e.Until.Format("–15:04")))
	return nil
}

func (d *fakeDiscord) GiveRole(ctx context.Context, guild game.PlaceID, user game.PersonID, role game.RoleID) error {
	if err := d.TakeRole(ctx, guild, user, role); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.roles = append(d.roles, role.String()+" "+user.String())
	return nil
}

func (d *fakeDiscord) TakeRole(_ context.Context, _ game.PlaceID, user game.PersonID, role game.RoleID) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.changes++
	d.roles = slices.DeleteFunc(d.roles, func(r string) bool { return r == role.String()+" "+user.String() })
	return d.roleErr
}

func (d *fakeDiscord) MayPost(_ context.Context, channel game.RoomID) (bool, error) {
	return d.fails[channel] == nil, nil
}

func (d *fakeDiscord) Attachment(_ context.Context, address string, most int) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, ok := d.files[address]
	switch {
	case !ok:
		return nil, errors.New("Discord does not have it")
	case len(text) > most:
		return nil, delivery.ErrTooLarge
	}
	return []byte(text), nil
}

func (d *fakeDiscord) Member(_ context.Context, _ game.PlaceID, user game.PersonID) (*dg.Member, error) {
	if slices.Contains(d.left, user) {
		return nil, nil
	}
	return &dg.Member{Roles: d.has[user]}, nil
}

func (d *fakeDiscord) IsIn(context.Context, game.PlaceID) (bool, error) { return d.isIn, d.isInErr }

func (d *fakeDiscord) RoleObstacle(_ context.Context, _ game.PlaceID, _ game.RoleID, by *dg.Member) (delivery.RoleObstacle, error) {
	if d.giver = ""; by != nil {
		d.giver = by.User.ID
	}
	return d.obstacle, nil
}
