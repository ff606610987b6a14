package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/bot/sandbox"
	"doublecorner/game"
	"doublecorner/store"
)

// witness records what the bot has sent over the API.
type witness struct {
	mu     sync.Mutex
	last   time.Time                 // when it heard the bot
	shown  map[telling][]string      // how each was told
	owners map[sandbox.ID]sandbox.ID // of rooms in which only one person reads
	active []sight                   // messages that have something to press, the oldest first
}

// telling is a message with a fingerprint.
type telling struct {
	room, message sandbox.ID
	mark          int
}

// sight is a message, with its only reader if not everybody sees it.
type sight struct {
	sandbox.MessageView
	only  sandbox.ID
	about []sandbox.ID // whom it names
}

var named = regexp.MustCompile(`<@(\d+)>`)

// mostActive bounds how many messages with controls are recorded.
const mostActive = 300

// firstMark is the lowest number that is a fingerprint.
const firstMark = 1 << 30

func (w *witness) see(e sandbox.Exchange) {
	w.mu.Lock()
	w.last = time.Now()
	w.mu.Unlock()
	if e.Status >= 300 || e.Response == "" || strings.HasPrefix(e.Route, "GET ") {
		return
	}
	if e.Route == "POST /users/@me/channels" {
		w.meet(e.Response)
		return
	}
	if !strings.Contains(e.Response, `"channel_id"`) {
		return
	}
	m, err := shown(e.Response)
	if err != nil || m.ID == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.note(sight{MessageView: m}, e)
}

// heard returns the time of the bot's last message.
func (w *witness) heard() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// meet records who owns a channel that only they can read.
func (w *witness) meet(text string) {
	var room struct {
		ID         sandbox.ID `json:"id"`
		Recipients []struct {
			ID sandbox.ID `json:"id"`
		} `json:"recipients"`
	}
	if json.Unmarshal([]byte(text), &room) != nil || len(room.Recipients) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.owners[room.ID] = room.Recipients[0].ID
}

// note records a message as it is now.
func (w *witness) note(m sight, e sandbox.Exchange) {
	if m.Flags&sandbox.Ephemeral != 0 && m.Interaction != nil {
		m.only = m.Interaction.User.ID
	}
	for _, match := range named.FindAllStringSubmatch(said(m.MessageView), -1) {
		who, _ := sandbox.ParseID(match[1])
		m.about = append(m.about, who)
	}
	pressable := false
	for _, c := range flat(m.Components) {
		if c.ID >= firstMark {
			told := telling{m.ChannelID, m.ID, c.ID}
			w.shown[told] = append(w.shown[told], e.At.Format("15:04:05.000 ")+e.Route)
		}
		pressable = pressable || c.CustomID != ""
	}
	for i, old := range w.active {
		if old.ID == m.ID {
			w.active = append(w.active[:i], w.active[i+1:]...)
			break
		}
	}
	if !pressable {
		return
	}
	if len(w.active) == mostActive {
		w.active = append(w.active[:0], w.active[1:]...)
	}
	w.active = append(w.active, m)
}

// newest returns the newest message by which the game of a pair can go on.
func (w *witness) newest(players [2]*sandbox.Person) (sight, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := len(w.active) - 1; i >= 0; i-- {
		m := w.active[i]
		for _, p := range players {
			if w.concerns(m, p.ID) {
				return m, true
			}
		}
	}
	return sight{}, false
}

// concerns reports whether a message is about a person and is more than a look at a board.
func (w *witness) concerns(m sight, who sandbox.ID) bool {
	if m.only != 0 {
		return m.only == who && !has("Flip")(m.MessageView)
	}
	return w.owners[m.ChannelID] == who || slices.Contains(m.about, who)
}

// ownerOf returns the only reader of a channel; 0 if there are others.
func (w *witness) ownerOf(room sandbox.ID) sandbox.ID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.owners[room]
}

// markOf returns the fingerprint of a message about an event of a game or a challenge, as the
// bot makes it.
func markOf(kind, id string, n int, at time.Time) int {
	h := fnv.New32a()
	fmt.Fprint(h, kind, id)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(n)))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())))
	return int(h.Sum32()&(1<<31-1) | firstMark)
}

// became returns when a challenge got its state.
func became(c *game.Challenge, state game.ChallengeState) time.Time {
	if state == game.Open {
		return c.Made
	}
	return c.Closed
}

// testify compares what was sent with what is stored. Games and challenges are in order; the
// last event of each was announced; no event was announced twice in one channel, and none that
// did not happen.
func (w *witness) testify(town *town, pairs []*pair) {
	t := town.t
	kept, err := store.Open(town.settings.Data, store.Options{ReadOnly: true})
	must(t, err)
	defer kept.Close()
	happened := map[int][]string{} // by marks
	var last []int

	games := listed(t, kept, func(tx game.Reader, from game.Cursor) (game.Page[*game.Game], error) {
		return tx.Games(game.AllGames(), from, 100)
	})
	moves := 0
	for _, g := range games {
		explain(t, g)
		for seq := range g.Seq() + 1 {
			mark := markOf("g", string(g.ID), seq, g.AsOf(seq).Changed())
			what := "begun"
			if seq > 0 {
				e := g.Event(seq - 1)
				what = e.Kind.String()
				if e.Kind == game.Moved {
					moves++
				}
			}
			happened[mark] = append(happened[mark], fmt.Sprintf("game %s, event %d: %s", g.ID, seq, what))
		}
		last = append(last, markOf("g", string(g.ID), g.Seq(), g.Changed()))
	}
	challenges := map[game.ChallengeID]*game.Challenge{}
	for _, p := range pairs {
		list := game.AllChallengesWith(game.PersonID(p.players[0].ID)) // and so with the other
		for _, c := range listed(t, kept, func(tx game.Reader, from game.Cursor) (game.Page[*game.Challenge], error) {
			return tx.Challenges(list, from, 100)
		}) {
			challenges[c.ID] = c
		}
	}
	for _, c := range challenges {
		for state := game.Open; state <= c.State; state++ {
			if state == game.Open || state == c.State {
				mark := markOf("c", string(c.ID), int(state), became(c, state))
				happened[mark] = append(happened[mark], fmt.Sprintf("challenge %s: %v", c.ID, state))
			}
		}
		if c.State != game.Accepted && c.State != game.Countered { // what follows tells of that
			last = append(last, markOf("c", string(c.ID), int(c.State), became(c, c.State)))
		}
	}

	w.mu.Lock()
	defer w.mu.Unlock()
	type news struct {
		room sandbox.ID
		mark int
	}
	told, messages := map[int]bool{}, map[news][]string{}
	for one, how := range w.shown {
		told[one.mark] = true
		this := news{one.room, one.mark}
		messages[this] = append(messages[this], fmt.Sprintf("message %v: %v", one.message, how))
	}
	for this, all := range messages {
		if n := len(happened[this.mark]); n == 0 {
			t.Errorf("in room %v it was told what is not kept, by\n%s", this.room, strings.Join(all, "\n"))
		} else if len(all) > n {
			t.Errorf("in room %v it was told %d times: %s, by\n%s", this.room, len(all), strings.Join(happened[this.mark], ", or "), strings.Join(all, "\n"))
		}
	}
	for _, mark := range last {
		if !told[mark] {
			t.Errorf("it was never told: %s", strings.Join(happened[mark], ", or "))
		}
	}
	along := 0
	for mark := range happened {
		if !told[mark] {
			along++
		}
	}
	t.Logf("%d games with %d moves, and %d challenges: of %d pieces of news %d were told along with what followed",
		len(games), moves, len(challenges), len(happened), along)
}

// listed reads all pages of a list.
func listed[T any](t *testing.T, kept game.Store, page func(game.Reader, game.Cursor) (game.Page[T], error)) (all []T) {
	t.Helper()
	must(t, kept.View(t.Context(), func(tx game.Reader) error {
		all = nil
		for from := game.Cursor(""); ; {
			p, err := page(tx, from)
			if err != nil {
				return err
			}
			all = append(all, p.Items...)
			if from = p.Next; from == "" {
				return nil
			}
		}
	}))
	return all
}

// explain checks that each event of a game was possible after those before it.
func explain(t *testing.T, g *game.Game) {
	t.Helper()
	for seq := range g.Seq() + 1 {
		before := g.AsOf(seq)
		h, err := before.History()
		if err != nil {
			t.Errorf("game %s after %d of its events: %v", g.ID, seq, err)
			return
		}
		if seq == g.Seq() {
			return
		}
		switch e := g.Event(seq); {
		case before.IsOver():
			t.Errorf("game %s goes on after its end, with event %d", g.ID, seq+1)
		case e.Kind == game.Moved && e.Side != h.Position().Turn():
			t.Errorf("in game %s event %d is a move out of turn", g.ID, seq+1)
		case seq > 0 && e.At.Before(g.Event(seq-1).At):
			t.Errorf("in game %s event %d was before the last", g.ID, seq+1)
		}
	}
}

// shown reads a message from a response of the API.
func shown(text string) (sandbox.MessageView, error) {
	var answer struct {
		sandbox.Message
		Resource struct {
			Message *sandbox.Message `json:"message"`
		} `json:"resource"`
	}
	err := json.Unmarshal([]byte(text), &answer)
	if m := answer.Resource.Message; m != nil {
		return sandbox.MessageView{Message: *m}, err
	}
	return sandbox.MessageView{Message: answer.Message}, err
}
