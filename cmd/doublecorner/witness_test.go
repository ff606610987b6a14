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

	"doublecorner/game"
	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// witness records what the bot has sent over the API.
type witness struct {
	mu     sync.Mutex
	last   time.Time                 // the time of the bot's last request
	shown  map[arrival][]string      // by which requests each was delivered
	owners map[sandbox.ID]sandbox.ID // of channels in which only one person reads
	active []sight                   // messages with buttons or selects, the oldest first
}

func newWitness() *witness {
	return &witness{shown: map[arrival][]string{}, owners: map[sandbox.ID]sandbox.ID{}}
}

// arrival is a message with a fingerprint.
type arrival struct {
	channel, message sandbox.ID
	fingerprint      int
}

// sight is a message, with its only reader if not everybody sees it.
type sight struct {
	sandbox.MessageView
	only  sandbox.ID
	about []sandbox.ID // whom it names
}

var named = regexp.MustCompile(`<@(\d+)>`)

// mostActive bounds how many messages with buttons or selects are recorded.
const mostActive = 300

// firstFingerprint is the lowest number that is a fingerprint.
const firstFingerprint = 1 << 30

func (w *witness) see(e sandbox.Exchange) {
	w.mu.Lock()
	w.last = time.Now()
	w.mu.Unlock()
	if e.Status >= 300 || e.Response == "" || strings.HasPrefix(e.Route, "GET ") {
		return
	}
	if e.Route == "POST /users/@me/channels" {
		w.recordDM(e.Response)
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
	w.record(sight{MessageView: m}, e)
}

// lastRequest returns the time of the bot's last request.
func (w *witness) lastRequest() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// recordDM records who owns a channel that only they can read.
func (w *witness) recordDM(text string) {
	var channel struct {
		ID         sandbox.ID `json:"id"`
		Recipients []struct {
			ID sandbox.ID `json:"id"`
		} `json:"recipients"`
	}
	if json.Unmarshal([]byte(text), &channel) != nil || len(channel.Recipients) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.owners[channel.ID] = channel.Recipients[0].ID
}

// record records a message as it is now.
func (w *witness) record(m sight, e sandbox.Exchange) {
	if m.Flags&sandbox.Ephemeral != 0 && m.Interaction != nil {
		m.only = m.Interaction.User.ID
	}
	for _, match := range named.FindAllStringSubmatch(said(m.MessageView), -1) {
		who, _ := sandbox.ParseID(match[1])
		m.about = append(m.about, who)
	}
	pressable := false
	for _, c := range flat(m.Components) {
		if c.ID >= firstFingerprint {
			d := arrival{m.ChannelID, m.ID, c.ID}
			how := e.At.Format("15:04:05.000 ") + e.Route
			if by := m.Interaction; by != nil {
				how += fmt.Sprintf(" for interaction %v: %q of user %v on message %v", by.ID, by.Name, by.User.ID, by.Message)
			}
			w.shown[d] = append(w.shown[d], how)
		}
		pressable = pressable || c.CustomID != ""
	}
	w.active = slices.DeleteFunc(w.active, func(old sight) bool { return old.ID == m.ID })
	if !pressable {
		return
	}
	if len(w.active) == mostActive {
		w.active = slices.Delete(w.active, 0, 1)
	}
	w.active = append(w.active, m)
}

// newest returns the newest message by which the game of a pair can go on.
func (w *witness) newest(players [2]*discordtest.Person) (sight, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, m := range slices.Backward(w.active) {
		for _, p := range players {
			if w.isFor(m, p.ID) {
				return m, true
			}
		}
	}
	return sight{}, false
}

// isFor reports whether a message is about a person and is more than a look at a board.
func (w *witness) isFor(m sight, who sandbox.ID) bool {
	if m.only != 0 {
		return m.only == who && !has("More")(m.MessageView) && !has("Flip")(m.MessageView)
	}
	return w.owners[m.ChannelID] == who || slices.Contains(m.about, who)
}

// ownerOf returns the only reader of a channel; 0 if there are others.
func (w *witness) ownerOf(channel sandbox.ID) sandbox.ID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.owners[channel]
}

// fingerprintOf returns the fingerprint of a message about an event of a game or a challenge, as the
// bot makes it.
func fingerprintOf(kind, id string, n int, at time.Time) int {
	h := fnv.New32a()
	fmt.Fprint(h, kind, id)
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(n)))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())))
	return int(h.Sum32()&(1<<31-1) | firstFingerprint)
}

// became returns when a challenge got its state.
func became(c *game.Challenge, state game.ChallengeState) time.Time {
	if state == game.Open {
		return c.Made
	}
	return c.Closed
}

// check compares what was sent with what is stored. Games and challenges are in order; the
// last event of each was announced; no event was announced twice in one channel, and none that
// did not happen.
func (w *witness) check(fixture *fixture, pairs []*pair) {
	t := fixture.t
	kept := fixture.stored()
	defer kept.Close()
	happened := map[int][]string{} // by fingerprints
	var last []int

	games := allGames(t, kept)
	moves := 0
	for _, g := range games {
		explain(t, g)
		for seq := range g.Seq() + 1 {
			fingerprint := fingerprintOf("g", string(g.ID), seq, g.AsOf(seq).Changed())
			what := "begun"
			if seq > 0 {
				e := g.Event(seq - 1)
				what = e.Kind.String()
				if e.Kind == game.Moved {
					moves++
				}
			}
			happened[fingerprint] = append(happened[fingerprint], fmt.Sprintf("game %s, event %d: %s", g.ID, seq, what))
		}
		last = append(last, fingerprintOf("g", string(g.ID), g.Seq(), g.Changed()))
	}
	challenges := map[game.ChallengeID]*game.Challenge{}
	for _, p := range pairs {
		for _, player := range p.players { // either may have challenged anyone
			list := game.AllChallengesWith(game.PersonID(player.ID))
			for _, c := range listed(t, kept, func(tx game.Reader, from game.Cursor) (game.Page[*game.Challenge], error) {
				return tx.Challenges(list, from, 100)
			}) {
				challenges[c.ID] = c
			}
		}
	}
	for _, c := range challenges {
		for state := game.Open; state <= c.State; state++ {
			if state == game.Open || state == c.State {
				fingerprint := fingerprintOf("c", string(c.ID), int(state), became(c, state))
				happened[fingerprint] = append(happened[fingerprint], fmt.Sprintf("challenge %s: %v", c.ID, state))
			}
		}
		if c.State != game.Accepted && c.State != game.Countered { // what follows announces that
			last = append(last, fingerprintOf("c", string(c.ID), int(c.State), became(c, c.State)))
		}
	}

	w.mu.Lock()
	defer w.mu.Unlock()
	type announcement struct {
		channel     sandbox.ID
		fingerprint int
	}
	announced, messages := map[int]bool{}, map[announcement][]string{}
	for one, how := range w.shown {
		announced[one.fingerprint] = true
		this := announcement{one.channel, one.fingerprint}
		messages[this] = append(messages[this], fmt.Sprintf("message %v: %v", one.message, how))
	}
	for this, all := range messages {
		if n := len(happened[this.fingerprint]); n == 0 {
			t.Errorf("in channel %v was announced what is not stored, by\n%s", this.channel, strings.Join(all, "\n"))
		} else if len(all) > n {
			t.Errorf("in channel %v was announced %d times: %s, by\n%s", this.channel,
				len(all), strings.Join(happened[this.fingerprint], ", or "), strings.Join(all, "\n"))
		}
	}
	for _, fingerprint := range last {
		if !announced[fingerprint] {
			t.Errorf("it was never announced: %s", strings.Join(happened[fingerprint], ", or "))
		}
	}
	along := 0
	for fingerprint := range happened {
		if !announced[fingerprint] {
			along++
		}
	}
	t.Logf("%d games with %d moves, and %d challenges: of %d announcements %d were delivered along with what followed",
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

func allGames(t *testing.T, kept game.Store) []*game.Game {
	t.Helper()
	return listed(t, kept, func(tx game.Reader, from game.Cursor) (game.Page[*game.Game], error) {
		return tx.Games(game.AllGames(), from, 100)
	})
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
