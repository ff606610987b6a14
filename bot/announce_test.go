package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/discord/discordtest"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// rooms is a Poster that remembers what was posted, and fails as it is told.
type rooms struct {
	t      testing.TB
	fails  map[game.RoomID]error
	posts  []string // room: text
	called []string
	opened []string // the names of threads
	there  map[game.RoomID][]*dg.Message
	edits  []string // room/post: text
	asked  []game.PostID
	edited func() // what happens when a message has been changed
	during func() // what happens while somebody looks at the last messages of a room
}

func newRooms(t testing.TB) *rooms {
	return &rooms{t: t, fails: map[game.RoomID]error{}, there: map[game.RoomID][]*dg.Message{}}
}

func (r *rooms) Post(_ context.Context, room game.RoomID, m *Message, nonce string) (*dg.Message, error) {
	if err := r.fails[room]; err != nil {
		return nil, err
	}
	discordtest.Check(r.t, "POST /channels/{id}/messages", struct {
		*Message
		Nonce string `json:"nonce"`
	}{m, nonce}, m.Files)
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	r.posts = append(r.posts, fmt.Sprintf("%d: %s", room, text))
	r.called = m.AllowedMentions.Users
	return r.shows(room, m.Components), nil
}

// shows puts a message into a room, as Discord gives it back.
func (r *rooms) shows(room game.RoomID, components []dg.MessageComponent) *dg.Message {
	n := 0
	for _, all := range r.there {
		n += len(all)
	}
	text, err := json.Marshal(map[string]any{"id": fmt.Sprint(7001 + n), "channel_id": room.String(), "components": components})
	shown := &dg.Message{}
	if err == nil {
		err = json.Unmarshal(text, shown)
	}
	if err != nil {
		panic(err)
	}
	r.there[room] = append(r.there[room], shown)
	return shown
}

// becomes changes a message.
func (r *rooms) becomes(room game.RoomID, id string, components []dg.MessageComponent) {
	for _, m := range r.there[room] {
		if m.ID == id {
			changed := r.shows(0, components)
			m.Components = changed.Components
		}
	}
}

func (r *rooms) Edit(_ context.Context, room game.RoomID, post game.PostID, makeMessage func() (*Message, error)) error {
	if err := r.fails[room]; err != nil {
		return err
	}
	m, err := makeMessage()
	if err != nil {
		return err
	}
	text, err := json.Marshal(m)
	r.edits = append(r.edits, fmt.Sprintf("%d/%d: %s", room, post, text))
	if r.edited != nil {
		r.edited()
	}
	return err
}

func (r *rooms) Message(_ context.Context, room game.RoomID, post game.PostID) (*dg.Message, error) {
	r.asked = append(r.asked, post)
	for _, m := range r.there[room] {
		if m.ID == post.String() {
			return m, nil
		}
	}
	return nil, ErrUnreachable
}

func (r *rooms) Recent(_ context.Context, room game.RoomID, _ time.Time) ([]*dg.Message, error) {
	if during := r.during; during != nil {
		r.during = nil
		during()
	}
	return r.there[room], nil
}

func (r *rooms) Direct(_ context.Context, p game.PersonID) (game.RoomID, error) {
	return game.RoomID(uint64(p) + 50000), nil
}

func (r *rooms) Parent(_ context.Context, room game.RoomID) (game.RoomID, error) {
	if room > 100000 {
		return room - 100000, nil
	}
	return 0, nil
}

func (r *rooms) Thread(_ context.Context, room game.RoomID, name string) (game.RoomID, error) {
	discordtest.Check(r.t, "POST /channels/{id}/threads", &dg.ThreadStart{Name: name, Type: dg.ChannelTypeGuildPublicThread}, nil)
	r.opened = append(r.opened, name)
	return room + 100000, r.fails[room+100000]
}

func TestAnnounce(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	c := w.rooms
	announce := func(after time.Duration) error {
		w.at = w.at.Add(after)
		c.posts = nil
		return w.announce(ctx)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}

	// What an answer is about to tell waits for it; then it is told once, how it ended.
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "1d"), "Accept")
	anna.presses(board, "11-15")
	must(announce(0))
	if len(c.posts) != 0 {
		t.Errorf("told at once: %v", c.posts)
	}
	must(announce(UsualPatience + time.Second))
	if len(c.posts) != 1 || !strings.Contains(c.posts[0], "played **11-15**") { // and that the challenge was accepted
		t.Fatalf("told: %v", c.posts)
	}
	if len(c.called) != 1 || c.called[0] != ben.id {
		t.Errorf("called are %v", c.called)
	}
	must(announce(time.Minute))
	if len(c.posts) != 0 {
		t.Errorf("told again: %v", c.posts)
	}
	if g, err := w.bot.referee.UnrestrictedGame(ctx, board.shows.ID); err != nil || g.Room != 78 || g.Post != 7001 {
		t.Errorf("the board is in %v, %v: %v", g.Room, g.Post, err)
	}

	// What cannot be told now waits.
	ben.types("move", "move", "22-17")
	c.fails[78] = errors.New("503")
	must(announce(time.Minute))
	if len(c.posts) != 0 {
		t.Errorf("told: %v", c.posts)
	}
	c.fails[78] = nil
	must(announce(0))
	if len(c.posts) != 0 {
		t.Errorf("a room in trouble is asked again at once, and told: %v", c.posts)
	}
	must(announce(firstDelay))
	if len(c.posts) != 1 {
		t.Errorf("told: %v", c.posts)
	}

	// When the room is gone, players hear by themselves; one who cannot be reached
	// holds nobody up.
	anna.types("move", "move", "15-18")
	c.fails[78] = fmt.Errorf("unknown channel: %w", ErrUnreachable)
	c.fails[51001] = fmt.Errorf("no direct messages: %w", ErrUnreachable)
	must(announce(time.Minute))
	if len(c.posts) != 1 || !strings.HasPrefix(c.posts[0], "51002: ") {
		t.Errorf("told: %v", c.posts)
	}

	// What reaches nobody waits, but not for ever.
	ben.types("move", "move", "23x14")
	c.fails[51002] = c.fails[51001]
	must(announce(time.Minute))
	if len(c.posts) != 0 {
		t.Errorf("told: %v", c.posts)
	}
	must(announce(worthTelling))
	c.fails = map[game.RoomID]error{}
	must(announce(time.Minute))
	if len(c.posts) != 0 {
		t.Errorf("told after a day: %v", c.posts)
	}

	// Time brings news, too.
	ben.presses(ben.types("resign"), "Yes, resign")
	must(announce(time.Minute))
	must(w.bot.referee.Resume(ctx))
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black", "clock", "180+2"), "Accept")
	must(announce(UsualPatience + time.Second))
	for range 12 {
		w.at = w.at.Add(20 * time.Second)
		must(w.bot.referee.Tick(ctx))
	}
	must(announce(UsualPatience + time.Second))
	if len(c.posts) != 1 || !strings.Contains(c.posts[0], "Time ran out.") || len(c.called) != 2 {
		t.Errorf("told: %v, calling %v", c.posts, c.called)
	}
}

// News is left to what followed while others were told theirs: an answer is just telling it.
func TestOvertaken(t *testing.T) {
	w := newWorld(t)
	people := []*someone{w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl"), w.member(4, "Dora"), w.member(5, "Emma"), w.member(6, "Fritz")}
	people[1].presses(people[0].types("challenge", "opponent", people[1], "colour", "black"), "Accept")
	people[3].presses(people[2].types("challenge", "opponent", people[3], "colour", "black"), "Accept")
	challenge := people[4].types("challenge", "opponent", people[5])
	w.at = w.at.Add(UsualPatience)
	w.rooms.during = func() {
		people[2].types("move", "move", "11-15")
		people[5].presses(challenge, "Decline")
	}
	told := func(want ...string) {
		t.Helper()
		w.rooms.posts = nil
		if err := w.announce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(w.rooms.posts) != len(want) {
			t.Fatalf("told: %v", w.rooms.posts)
		}
		for i, text := range want {
			if !strings.Contains(w.rooms.posts[i], text) {
				t.Errorf("%q is not told by %s", text, w.rooms.posts[i])
			}
		}
	}
	told("The game begins.")
	w.at = w.at.Add(UsualPatience)
	told("played **11-15**", "declined")
}

// A game that was restored from a backup may go on otherwise than people have read: what
// happens then is news, though it is as many events long.
func TestMarksOfRestoredGames(t *testing.T) {
	w := newWorld(t)
	_, g := w.begins(w.member(1, "Anna"), w.member(2, "Ben"))
	marks := map[mark]bool{markOfGame(g): true}
	for i, way := range []game.Way{{11, 15}, {12, 16}} {
		e := game.Event{Kind: game.Moved, Side: draughts.Black, At: w.at.Add(time.Duration(i+1) * time.Second), Way: way}
		marks[markOfGame(game.Restore(g.Header, []game.Event{e}))] = true
		marks[markOfGame(game.Restore(g.Header, []game.Event{e}))] = true
	}
	if len(marks) != 3 {
		t.Errorf("there are %d marks of three boards", len(marks))
	}
}
