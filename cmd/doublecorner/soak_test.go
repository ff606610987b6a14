package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

var (
	soakTime = flag.Duration("soak.time", 5*time.Second, "have people play for so long while the sandbox misbehaves")
	soakSeed = flag.Uint64("soak.seed", 0, "what faults and people's whims are drawn from; 0: anything")
)

// silence is longer than a started bot waits before it repeats what one before it may have
// announced.
const silence = 8 * time.Second

// TestSoak has people play, half of their moves on live boards, while the sandbox misbehaves in every way it can, again and
// again at random, and the bot is killed. In the end every game is in order and on its live boards as it is stored, no
// announcement is pending, none was delivered twice, and none is of something that is not stored.
func TestSoak(t *testing.T) {
	t.Parallel()
	seed := *soakSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("the seed is %d", seed)
	w := newWitness()
	fixture := newUncheckedFixture(t, sandbox.Options{Observe: w.see, Heartbeat: 2 * time.Second})
	fixture.withLive()
	bot := newProcess(fixture)
	bot.begin()

	pairs := fixture.gather(w, seed)
	over, end := context.WithTimeout(t.Context(), *soakTime)
	defer end()
	var playing sync.WaitGroup
	for _, p := range pairs {
		playing.Go(func() { p.play(over) })
	}
	chaos := &chaos{process: bot, dice: rand.New(rand.NewPCG(seed, 0)), happened: map[string]int{}}
	chaos.run(over)
	playing.Wait()
	chaos.clear()

	touched := 0
	for _, p := range pairs {
		p.lookAgain()
		touched += p.touched
	}
	t.Logf("%d moves were made on live boards", touched)
	bot.deliverAll(w)
	chaos.report()
	w.check(fixture, pairs)
}

// deliverAll stops the bot. The next process delivers what is not recorded as delivered.
func (p *process) deliverAll(w *witness) {
	p.t.Helper()
	p.stop()
	for starts := 1; p.pending() > 0; starts++ {
		if starts > 3 {
			p.t.Fatalf("%d announcements are not delivered", p.pending())
		}
		p.start()
		// The clocks of games that nobody plays on run out one after another.
		p.within(3*time.Minute, "silence", func() bool { return p.Sessions() == 1 && time.Since(w.lastRequest()) > silence })
		p.stop()
	}
}

// gather makes pairs of players: some with a channel of their own and some among others, in
// servers where boards follow each other, are edited in place, or are in threads.
func (w *fixture) gather(see *witness, seed uint64) (pairs []*pair) {
	for _, club := range []struct {
		name     string
		channels []int // how many pairs play in each
		settings map[string]any
	}{
		{"Plain", []int{1, 2, 5}, map[string]any{"threads": false}},
		{"In place", []int{1, 2}, map[string]any{"boards": "in-place", "threads": false}},
		{"Threads", []int{3}, map[string]any{"threads": true}},
	} {
		guild, err := w.Guild(club.name, w.mod.ID)
		must(w.t, err)
		must(w.t, w.Join(guild, w.AppID()))
		if club.settings != nil {
			out, err := w.mod.Command(w.t.Context(), sandbox.CommandRequest{Channel: guild, Command: "settings", Options: club.settings})
			must(w.t, err)
			if out.Message == nil {
				w.t.Fatalf("/settings: %+v", out)
			}
		}
		for n, pairsThere := range club.channels {
			channel, err := w.Channel(guild, fmt.Sprintf("channel-%d", n))
			must(w.t, err)
			for range pairsThere {
				dice := rand.New(rand.NewPCG(seed, uint64(len(pairs)+1)))
				p := &pair{fixture: w, see: see, channel: channel, dice: dice, pages: map[sandbox.ID]*livePage{}}
				for k := range p.players {
					p.players[k] = w.joins(guild, fmt.Sprintf("%s %d", []string{"Ann", "Bob"}[k], len(pairs)))
				}
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

// pair is two people who play with each other.
type pair struct {
	*fixture
	see     *witness
	channel sandbox.ID
	players [2]*discordtest.Person
	dice    *rand.Rand
	pages   map[sandbox.ID]*livePage // of the players
	touched int                      // how many moves were made there
}

// play plays one game after another. A player who sees no effect tries again.
func (p *pair) play(over context.Context) {
	for over.Err() == nil {
		before, _ := p.see.newest(p.players)
		p.act(over)
		if p.dice.IntN(10) == 0 {
			p.act(over) // the other one is as quick
		}
		for n := p.dice.IntN(100); n > 0 && over.Err() == nil; n-- {
			if now, _ := p.see.newest(p.players); now.ID != before.ID || now.Edited != before.Edited {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(time.Duration(p.dice.IntN(600)) * time.Millisecond)
	}
}

// act has one of the two do what is due, or something else.
func (p *pair) act(over context.Context) {
	actor := p.players[p.dice.IntN(2)]
	m, ok := p.see.newest(p.players)
	if !ok || p.dice.IntN(200) == 0 {
		p.challenge(over)
		return
	}
	if m.only != 0 || p.see.ownerOf(m.ChannelID) != 0 {
		for _, reader := range p.players {
			if reader.ID == max(m.only, p.see.ownerOf(m.ChannelID)) {
				actor = reader
			}
		}
	} else if awaited := awaits(m.MessageView, p.players); awaited != nil && p.dice.IntN(20) > 0 {
		actor = awaited
	}
	switch chance := p.dice.IntN(100); {
	case chance < 8: // whatever is there
		p.press(over, actor, m, p.any(m.MessageView))
	case chance < 10:
		p.command(over, actor, []string{"games", "profile", "takeback", "draw", "resign", "help"}[p.dice.IntN(6)], nil)
	case has("Accept")(m.MessageView):
		p.press(over, actor, m, labelled(m.MessageView, "Accept"))
	case has("Yes, resign")(m.MessageView):
		p.press(over, actor, m, labelled(m.MessageView, "Yes, resign"))
	case has("Rematch")(m.MessageView):
		if p.dice.IntN(2) == 0 {
			p.challenge(over)
			return
		}
		p.press(over, actor, m, labelled(m.MessageView, "Rematch"))
	case chance < 55 && p.settings.Live.Address != "" && has("Board")(m.MessageView):
		p.touch(over, actor, m)
	default:
		press, typed := choose(p.dice, m.MessageView)
		if text, _, _ := strings.Cut(typed, " · "); text != "" && chance < 70 {
			p.command(over, actor, "move", map[string]any{"move": text})
			return
		}
		p.press(over, actor, m, press)
	}
}

// touch makes a move on a player's live board, as somebody does who has it open beside the channel.
func (p *pair) touch(over context.Context, who *discordtest.Person, m sight) {
	page := p.pages[who.ID]
	if page == nil {
		press := labelled(m.MessageView, "Board")
		press.Channel, press.Message = m.ChannelID, m.ID
		out, err := who.Press(over, press)
		if err != nil || out.Message == nil {
			return
		}
		if page = p.follows(linkIn(*out.Message)); page == nil {
			return
		}
		p.pages[who.ID] = page
	}
	if page.touch(p.dice) {
		p.touched++
	}
}

// touch makes a move in a game that waits for the player, again and again until it is answered, and reports whether it was made.
func (p *livePage) touch(dice *rand.Rand) bool {
	var list struct {
		Yours []struct {
			ID    string
			Waits bool
		}
	}
	if !p.ask(http.MethodGet, "/api/games", nil, &list) || len(list.Yours) == 0 || !list.Yours[0].Waits {
		return false
	}
	if id := list.Yours[0].ID; p.game != id {
		p.turnsTo(id)
	}
	var now struct {
		Kind    string
		Ply     int
		Moves   [][]int
		Squares []struct{ Name string }
	}
	if !p.ask(http.MethodGet, "/api/games/"+p.game, nil, &now) || len(now.Moves) == 0 {
		return false
	}
	var squares []string
	for _, square := range now.Moves[dice.IntN(len(now.Moves))] {
		squares = append(squares, now.Squares[square-1].Name)
	}
	move := map[string]any{"id": fmt.Sprintf("touch-%x", dice.Uint64()), "ply": now.Ply, "do": "move", "move": strings.Join(squares, "-")}
	for range 50 {
		if answer := now; p.ask(http.MethodPost, "/api/games/"+p.game, move, &answer) {
			return answer.Kind == "game"
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

// lookAgain waits until the live boards show the games as they are.
func (p *pair) lookAgain() {
	for _, page := range p.pages {
		var now struct{ Seq float64 }
		p.eventually("all that happened, on the live board", func() bool {
			page.mu.Lock()
			defer page.mu.Unlock()
			return page.ask(http.MethodGet, "/api/games/"+page.game, nil, &now) && page.shown["seq"] == now.Seq
		})
	}
}

func (p *pair) challenge(over context.Context) {
	options := map[string]any{"opponent": p.players[1].ID, "rules": pages[p.dice.IntN(len(pages))]}
	if p.dice.IntN(4) == 0 {
		options["clock"] = "1+1" // so that some are lost on time
	}
	p.command(over, p.players[0], "challenge", options)
}

func (p *pair) command(over context.Context, who *discordtest.Person, command string, options map[string]any) {
	who.Command(over, sandbox.CommandRequest{Channel: p.channel, Command: command, Options: options, NoWait: true})
}

// press uses a button or a select, which may have gone meanwhile.
func (p *pair) press(over context.Context, who *discordtest.Person, m sight, press sandbox.Press) {
	if press.CustomID == "" {
		return
	}
	press.Channel, press.NoWait = m.ChannelID, true
	who.Press(over, press)
}

// any returns a random button or option of a select on a message.
func (p *pair) any(m sandbox.MessageView) sandbox.Press {
	var all []sandbox.Press
	for _, c := range flat(m.Components) {
		if c.CustomID == "" {
			continue
		}
		press := sandbox.Press{Message: m.ID, CustomID: c.CustomID}
		if n := len(c.Options); n > 0 {
			press.Values = []string{c.Options[p.dice.IntN(n)].Value}
		}
		all = append(all, press)
	}
	if len(all) == 0 {
		return sandbox.Press{}
	}
	return all[p.dice.IntN(len(all))]
}

func labelled(m sandbox.MessageView, label string) sandbox.Press {
	press, _ := find(m, label)
	return press
}

// awaits returns whose turn it is by a message, or else whom it mentions.
func awaits(m sandbox.MessageView, people [2]*discordtest.Person) *discordtest.Person {
	for _, p := range people {
		for _, c := range flat(m.Components) {
			if strings.Contains(c.Content, "<@"+p.ID.String()+">, your move.") {
				return p
			}
		}
	}
	for _, p := range people {
		for _, u := range m.Mentions {
			if u.ID == p.ID {
				return p
			}
		}
	}
	return nil
}
