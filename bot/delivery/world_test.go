package delivery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store"
)

const (
	guild   game.PlaceID  = 77
	channel game.RoomID   = 78
	anna    game.PersonID = 1001 // she plays Black and moves first
	ben     game.PersonID = 1002
)

// errBusy is an error after which Discord can be tried again.
var errBusy = errors.New("503")

// errGone says that a channel is unreachable.
var errGone = fmt.Errorf("unknown channel: %w", ErrUnreachable)

// world is a courier between a referee over a real store and a Discord in memory.
type world struct {
	t        testing.TB
	clock    atomic.Int64 // in nanoseconds
	store    *countingStore
	referee  *game.Referee
	discord  *fakeDiscord
	composer *fakeComposer
	courier  *Courier
	requests int
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, composer: &fakeComposer{reminds: true}}
	w.clock.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	s, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w.store = &countingStore{Store: s}
	w.referee = game.New(game.Config{Store: w.store, Now: w.now, Random: rand.New(rand.NewPCG(1, 1)).Uint64})
	w.must(w.referee.Resume(t.Context()))
	w.discord = newFakeDiscord(t, w.now)
	w.restart()
	w.pass(time.Second)
	return w
}

// restart replaces the courier by one of a new process.
func (w *world) restart() {
	w.courier = New(Config{
		Referee: w.referee, Discord: w.discord, Composer: w.composer, Now: w.now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
}

func (w *world) now() time.Time { return time.Unix(0, w.clock.Load()).UTC() }

// pass lets time pass in which the referee gives signs of life, and nothing is due.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	w.clock.Add(int64(d))
	w.must(w.store.Store.Update(w.t.Context(), func(tx game.Tx) error {
		s, err := tx.Service()
		if err != nil {
			return err
		}
		s.LastAlive = w.now()
		return tx.PutService(s)
	}))
}

// tick lets time pass, while the referee runs.
func (w *world) tick(d time.Duration) {
	w.t.Helper()
	for ; d > 0; d -= 20 * time.Second {
		w.pass(min(d, 20*time.Second))
		w.must(w.referee.Tick(w.t.Context()))
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// countingStore counts the updates of a store, and fails them if the test wants.
type countingStore struct {
	game.Store
	updates atomic.Int64
	fails   atomic.Bool
}

func (s *countingStore) Update(ctx context.Context, f func(game.Tx) error) error {
	if s.fails.Load() {
		return game.ErrNotStored
	}
	s.updates.Add(1)
	return s.Store.Update(ctx, f)
}

// fakeComposer composes boards and challenges of a paragraph and a button.
type fakeComposer struct {
	reminds bool
	deletes bool // boards that are not the newest
	fails   error
	list    *BulletinMessage
	listed  string // in the list
}

func (c *fakeComposer) ComposeBoard(_ context.Context, g *game.Game, mentions Mentions) (*message.Builder, error) {
	if c.fails != nil {
		return nil, c.fails
	}
	m := &message.Builder{Fingerprint: GameFingerprint(g)}
	m.Text(boardText(g))
	for side, mentioned := range mentions.Sides {
		if mentioned {
			m.Mentions = append(m.Mentions, g.Players[side].String())
		}
	}
	m.Row(dg.Button{Label: "Resign", Style: dg.SecondaryButton, CustomID: "resign"})
	return m, nil
}

// boardText returns the text of a board: all events of the game.
func boardText(g *game.Game) string {
	text := []string{"board"}
	for i := range g.Seq() {
		e := g.Event(i)
		if e.Kind == game.Moved {
			text = append(text, fmt.Sprint(e.Path))
		} else {
			text = append(text, e.Kind.String())
		}
	}
	return strings.Join(text, ", ")
}

func (c *fakeComposer) ComposeChallenge(_ context.Context, ch *game.Challenge) (*message.Builder, error) {
	if c.fails != nil {
		return nil, c.fails
	}
	m := &message.Builder{Fingerprint: ChallengeFingerprint(ch)}
	m.Text("challenge " + ch.State.String())
	if ch.State == game.Open {
		m.Row(dg.Button{Label: "Accept", Style: dg.SuccessButton, CustomID: "accept"})
	}
	return m, nil
}

func (c *fakeComposer) DeletesBoard(context.Context, *game.Game) (bool, error) { return c.deletes, nil }

func (c *fakeComposer) ComposeResult(_ context.Context, g *game.Game) (*message.Builder, error) {
	m := &message.Builder{}
	m.Text("result of " + boardText(g))
	return m, c.fails
}

func (c *fakeComposer) ComposeLine(_ context.Context, g *game.Game) (*message.Builder, error) {
	if c.fails != nil {
		return nil, c.fails
	}
	m := &message.Builder{Fingerprint: GameFingerprint(g)}
	m.Text(fmt.Sprintf("line %d", g.Seq()))
	return m, nil
}

func (c *fakeComposer) ComposeLink(_ context.Context, newest *game.Game) (*message.Builder, error) {
	m := &message.Builder{}
	m.Text(fmt.Sprintf("link to %d", newest.Post))
	return m, nil
}

func (c *fakeComposer) ComposeNote(_ context.Context, g *game.Game, since int) (*message.Builder, error) {
	if c.fails != nil {
		return nil, c.fails
	}
	m := &message.Builder{Fingerprint: GameFingerprint(g)}
	for i := since; i < g.Seq(); i++ {
		e := g.Event(i)
		m.Text("note: " + e.Kind.String())
		if e.Kind == game.Offered && g.Offered(e.Side, e.Offer) {
			m.Row(dg.Button{Label: "Decline", Style: dg.SecondaryButton, CustomID: "decline"})
		}
	}
	for side, mentioned := range Mentioned(g, since).Sides {
		if mentioned {
			m.Mentions = append(m.Mentions, g.Players[side].String())
		}
	}
	return m, nil
}

func (c *fakeComposer) ComposeBulletin(context.Context, Bulletin) (*BulletinMessage, error) {
	if c.list == nil {
		return nil, c.fails
	}
	m := &message.Builder{Fingerprint: message.NewFingerprint("l", "", uint64(c.list.Post))}
	m.Text("list" + c.listed)
	return &BulletinMessage{Message: m, Channel: c.list.Channel, Post: c.list.Post, Final: c.list.Final}, c.fails
}

func (c *fakeComposer) ChoosePuzzle(context.Context, game.PlaceID) (game.PuzzleID, int, error) {
	return "", 0, nil
}

func (c *fakeComposer) ComposePuzzle(context.Context, *game.DailyPuzzle) (*message.Builder, error) {
	return nil, nil
}

func (c *fakeComposer) ListChannel(context.Context, game.PlaceID) (game.RoomID, error) { return 0, nil }

func (c *fakeComposer) BulletinPosted(_ context.Context, _ Bulletin, shown game.ShownPost) error {
	c.list = &BulletinMessage{Channel: shown.Room, Post: shown.Post}
	return nil
}

func (c *fakeComposer) Reminds(context.Context, game.PlaceID) (bool, error) { return c.reminds, nil }

// request returns a new request by a user.
func (w *world) request(by game.PersonID) game.Request {
	w.requests++
	w.pass(time.Second)
	return game.Request{ID: game.RequestID(fmt.Sprint(w.requests)), By: game.Actor{Person: by}, Place: guild}
}

// challenge has one user challenge another, who moves second.
func (w *world) challenge(from, to game.PersonID) game.Answer {
	w.t.Helper()
	a, err := w.referee.Challenge(w.t.Context(), game.ChallengeRequest{Request: w.request(from), Room: channel, To: to, Terms: w.terms()})
	w.must(err)
	return a
}

// terms returns the terms of all challenges.
func (w *world) terms() game.Terms {
	w.t.Helper()
	v, err := draughts.Builtin("american")
	w.must(err)
	clock, err := game.ParseClock("1d")
	w.must(err)
	return game.Terms{Variant: v, Clock: clock, Rated: true, Colour: game.PlayBlack}
}

// accept has the challenged user accept a challenge.
func (w *world) accept(ch *game.Challenge) game.Answer {
	w.t.Helper()
	a, err := w.referee.Accept(w.t.Context(), game.ReplyRequest{Request: w.request(ch.To), Challenge: ch.ID})
	w.must(err)
	return a
}

// begin has Anna and Ben begin a game, whose board a response shows. It returns that message.
func (w *world) begin() (*game.Game, *dg.Message) {
	w.t.Helper()
	made := w.challenge(anna, ben)
	w.done(Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced})
	begun := w.accept(made.Challenge)
	shown := w.done(w.boardResponse(begun, JustBegun))
	w.discord.take("edit")
	return w.game(begun.Game.ID), shown
}

// move has a user move in a game.
func (w *world) move(by game.PersonID, g *game.Game, text string) game.Answer {
	w.t.Helper()
	a, err := w.referee.Move(w.t.Context(), game.MoveRequest{GameRequest: w.about(by, g), Text: text})
	w.must(err)
	return a
}

// about returns a request about a game as it is now.
func (w *world) about(by game.PersonID, g *game.Game) game.GameRequest {
	return game.GameRequest{Request: w.request(by), Game: g.ID, Ply: w.game(g.ID).Ply()}
}

func (w *world) game(id game.GameID) *game.Game {
	w.t.Helper()
	g, err := w.referee.UnrestrictedGame(w.t.Context(), id)
	w.must(err)
	return g
}

// boardResponse returns a response whose message is the board of a game.
func (w *world) boardResponse(a game.Answer, since int) Response {
	w.t.Helper()
	mentions := Mentioned(a.Game, since)
	m, err := w.composer.ComposeBoard(w.t.Context(), a.Game, mentions)
	w.must(err)
	return Response{Message: m, Board: &Board{Game: a.Game, Mentions: mentions}, Announcements: a.Announced}
}

// boardIn returns a response whose board is shown elsewhere.
func (w *world) boardIn(in Target, a game.Answer) Response {
	return Response{
		Message: notice(), Announcements: a.Announced,
		Board: &Board{Game: a.Game, Mentions: Mentioned(a.Game, a.Game.Seq()-1), In: in, Parent: channel, Thread: "Anna against Ben"},
	}
}

// notice returns the message of a response whose board is elsewhere.
func notice() *message.Builder {
	m := &message.Builder{Private: true}
	m.Text("the board is elsewhere")
	return m
}

func (w *world) composeChallenge(ch *game.Challenge) *message.Builder {
	w.t.Helper()
	m, err := w.composer.ComposeChallenge(w.t.Context(), ch)
	w.must(err)
	return m
}

// send sends a response to a command, and returns the message that Discord shows. What the
// response delivers elsewhere is under way then.
func (w *world) send(r Response) *dg.Message {
	w.t.Helper()
	shown := w.discord.show(channel, r.Initial(&dg.Interaction{}).Data)
	w.courier.Shown(w.t.Context(), &dg.Interaction{}, r, shown, nil)
	return shown
}

// done sends a response, and waits until all of it is delivered.
func (w *world) done(r Response) *dg.Message {
	w.t.Helper()
	shown := w.send(r)
	w.courier.Wait()
	return shown
}

// announce delivers what is due.
func (w *world) announce() {
	w.t.Helper()
	w.must(w.courier.Announce(w.t.Context()))
	w.courier.Wait()
}

// announces fails the test unless, after some time, messages with certain ends are posted.
func (w *world) announces(after time.Duration, ends ...string) []call {
	w.t.Helper()
	w.pass(after)
	w.discord.take("post")
	w.announce()
	posts := w.discord.take("post")
	if len(posts) != len(ends) {
		w.t.Fatalf("posted: %+v, want %q", posts, ends)
	}
	for i, end := range ends {
		if !strings.HasSuffix(posts[i].text, end) {
			w.t.Errorf("posted: %+v, want %q", posts[i], end)
		}
	}
	return posts
}

// pending fails the test unless so many announcements are not delivered.
func (w *world) pending(want int) {
	w.t.Helper()
	all, err := w.referee.PendingAnnouncements(w.t.Context(), 0, 100)
	if err != nil || len(all) != want {
		w.t.Errorf("pending are %+v, want %d; %v", all, want, err)
	}
}

// shows fails the test unless a message is recorded as the one that shows a game as it is.
func (w *world) shows(g *game.Game, shown *dg.Message) {
	w.t.Helper()
	now := w.game(g.ID)
	if now.Room.String() != shown.ChannelID || now.Post.String() != shown.ID || now.Shown != now.Seq() {
		w.t.Errorf("%d of %d events are shown in %d/%d, want all in %s/%s", now.Shown, now.Seq(), now.Room, now.Post, shown.ChannelID, shown.ID)
	}
}

// occupy keeps a lane of the queue busy until free is called.
func (w *world) occupy(in lane) (free func()) {
	busy := make(chan struct{})
	w.courier.queue.add(in, "busy", func(context.Context, func()) error {
		<-busy
		return nil
	})
	return func() { close(busy) }
}

func (c *fakeComposer) ComposeEvent(context.Context, *game.Tournament) (ScheduledEvent, error) {
	return ScheduledEvent{State: EventActive}, nil
}

func (c *fakeComposer) ComposeNews(_ context.Context, t *game.Tournament, seq int) (*message.Builder, error) {
	m := &message.Builder{Fingerprint: message.NewFingerprint("n", string(t.ID), uint64(seq))}
	m.Text(t.Event(seq - 1).Kind.String())
	return m, c.fails
}

func (c *fakeComposer) ComposeSeason(context.Context, *game.Announcement) (*message.Builder, game.RoomID, error) {
	return nil, 0, c.fails
}

func (c *fakeComposer) Crown(context.Context, *game.Announcement) (string, error) { return "", nil }
