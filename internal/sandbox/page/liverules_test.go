//go:build browser

package page_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"doublecorner/bot/lang"
	"doublecorner/bot/live"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store"
)

var everyRuleSet = flag.Bool("every-rule-set", false, "play by all rule sets on the live board, instead of one of each family")

// hall has live boards alone, without a bot, on which people play who are nowhere else.
type hall struct {
	t       *testing.T
	referee *game.Referee
	boards  *live.Boards

	mu     sync.Mutex
	people game.PersonID
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, people: 1000}
	kept, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{Volatile: true})
	must(t, err)
	t.Cleanup(func() { kept.Close() })
	h.referee = game.New(game.Config{
		Store: kept, Now: time.Now, Random: rand.Uint64, Changed: func(g *game.Game) { h.boards.Changed(g) },
		Quotas: game.Quotas{GamesPerPlace: 1000},
	})
	must(t, h.referee.Resume(t.Context()))
	asked := 0
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		asked++ // the limits are not for those who play so fast
		r.Header.Set("X-Forwarded-For", fmt.Sprint(asked))
		h.mu.Unlock()
		h.boards.ServeHTTP(w, r)
	}))
	t.Cleanup(site.Close)
	h.boards = live.New(live.Config{
		Referee: h.referee, Address: site.URL, Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Names: func(_ context.Context, p game.PersonID, _ game.PlaceID) (string, bool) {
			return fmt.Sprint("Player ", p), true
		},
		Reader: func(context.Context, *game.Session) (*lang.Language, live.Taste) {
			return lang.English(), live.Taste{Usual: "classic"}
		},
		SetUp: func(context.Context, *game.Session, game.RoomID) (*live.SetUp, error) { return nil, nil },
	})
	return h
}

const hallPlace game.PlaceID = 77

// couple returns two people who have not played yet.
func (h *hall) couple() [2]game.PersonID {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.people += 2
	return [2]game.PersonID{h.people, h.people + 1}
}

// begins begins a game of two people; the first of them moves first.
func (h *hall) begins(t *testing.T, who [2]game.PersonID, v *draughts.Variant, start draughts.Position) *game.Game {
	t.Helper()
	color := game.PlayWhite
	if start.Turn() == draughts.Black {
		color = game.PlayBlack
	}
	request := func(p game.PersonID) game.Request {
		return game.Request{ID: game.RequestID(fmt.Sprint("begins ", rand.Uint64())), By: game.Actor{Person: p}, Place: hallPlace}
	}
	a, err := h.referee.Challenge(t.Context(), game.ChallengeRequest{
		Request: request(who[0]), Room: game.RoomID(hallPlace), To: who[1], Terms: game.Terms{Variant: v, Start: start, Colour: color},
	})
	must(t, err)
	a, err = h.referee.Accept(t.Context(), game.ReplyRequest{Request: request(who[1]), Challenge: a.Challenge.ID})
	must(t, err)
	return a.Game
}

// visits opens the board of a game as one of its players.
func (p *window) visits(h *hall, g *game.Game, who game.PersonID) {
	p.t.Helper()
	address, err := h.boards.Link(p.t.Context(), game.Session{Person: who, Place: hallPlace, Direct: true, Game: g.ID, Name: fmt.Sprint(who)})
	must(p.t, err)
	p.do(chromedp.Navigate(strings.Replace(address, "#", "?"+who.String()+"#", 1))) // else the browser would stay on the page
	p.boards(g)
}

// seats opens the boards of a game of two people.
func (h *hall) seats(pair [2]*window, who [2]game.PersonID, g *game.Game) {
	for i, p := range pair {
		p.visits(h, g, who[i])
	}
}

// turnsTo goes to another game of the person by their list.
func (p *window) turnsTo(g *game.Game) {
	p.t.Helper()
	p.until("the game is listed", `(() => {
		const button = document.querySelector('.lists [title="`+string(g.ID)+`"]')
		button?.click()
		return button
	})()`)
	p.boards(g)
}

// boards waits until the board of a game is there, which has no moves yet.
func (p *window) boards(g *game.Game) {
	p.t.Helper()
	p.until("it shows "+string(g.ID),
		`document.querySelector('.title')?.textContent.includes(`+quoted(string(g.ID))+`) && !document.querySelector('.list li')`)
}

// point is a place in a window.
type point struct{ X, Y float64 }

// cells are the squares of the board by their numbers, as an expression.
const cells = `[...document.querySelectorAll('[data-square]')].sort((a, b) => a.dataset.square - b.dataset.square)`

// squares returns where the squares of the board are, by their numbers.
func (p *window) squares() []point {
	p.t.Helper()
	return value[[]point](p, `[{X: 0, Y: 0}, ...`+cells+`.map((cell) => {
		const b = cell.getBoundingClientRect()
		return {X: b.x + b.width / 2, Y: b.y + b.height / 2}
	})]`)
}

// after waits until a board shows so many moves, and returns what it says stands on each square.
func (p *window) after(moves int) (labels []string, err error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[[]string](fmt.Sprintf(`new Promise((done) => {
		const list = document.querySelector('.list'), watcher = new MutationObserver(() => look())
		const look = () => {
			if (list.children.length !== %d) return
			watcher.disconnect()
			done(`+cells+`.map((cell) => cell.ariaLabel))
		}
		watcher.observe(list, { childList: true })
		look()
	})`, moves), chromedp.EvalAwaitPromise))
}

// standing returns what a board says stands on each square of a position.
func standing(p draughts.Position) (labels []string) {
	v := p.Variant()
	for q := draughts.Square(1); v.Has(q); q++ {
		label := v.Name(q)
		if piece := p.At(q); piece != draughts.NoPiece {
			label = map[draughts.Piece]string{
				draughts.WhiteMan: "Man on %s, White", draughts.WhiteKing: "King on %s, White",
				draughts.BlackMan: "Man on %s, Black", draughts.BlackKing: "King on %s, Black",
			}[piece]
			label = fmt.Sprintf(label, v.Name(q))
		}
		labels = append(labels, label)
	}
	return labels
}

// slides drags from place to place with the mouse.
func (p *window) slides(from, to point) {
	for _, e := range []input.DispatchMouseEventParams{
		{Type: chromedp.MousePressed, X: from.X, Y: from.Y, Button: input.MouseButtonLeft, ClickCount: 1},
		{Type: "mouseMoved", X: to.X, Y: to.Y, Button: input.MouseButtonLeft, Buttons: 1},
		{Type: chromedp.MouseReleased, X: to.X, Y: to.Y, Button: input.MouseButtonLeft, ClickCount: 1},
	} {
		call(p, input.DispatchMouseEvent, e)
	}
}

// draws drags from place to place with a finger, in a time.
func (p *window) draws(from, to point, within time.Duration) {
	began := time.Now()
	for _, e := range []struct {
		what input.DispatchTouchEventType
		at   []*input.TouchPoint
		when time.Time
	}{
		{"touchStart", []*input.TouchPoint{{X: from.X, Y: from.Y}}, began},
		{"touchMove", []*input.TouchPoint{{X: to.X, Y: to.Y}}, began.Add(within / 2)},
		{"touchEnd", []*input.TouchPoint{}, began.Add(within)},
	} {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: e.what, TouchPoints: e.at, Timestamp: input.TimeSinceEpoch(float64(e.when.UnixMicro()) / 1e6),
		})
	}
}

// makes makes a move, jump by jump, and stops where it could go on.
func (p *window) makes(position draughts.Position, m draughts.Move, at []point) {
	p.t.Helper()
	way := position.Path(m)
	for i, to := range way[1:] {
		if p.touch {
			p.draws(at[way[i]], at[to], time.Second)
		} else {
			p.slides(at[way[i]], at[to])
		}
	}
	goesOn := func(other draughts.Move) bool {
		path := position.Path(other)
		return len(path) > len(way) && slices.Equal(path[:len(way)], way)
	}
	if last := at[way[len(way)-1]]; slices.ContainsFunc(position.Moves(), goesOn) {
		p.do(chromedp.MouseClickXY(last.X, last.Y))
	}
}

// play is a rule set, and moves of a game by it.
type play struct {
	variant *draughts.Variant
	moves   []draughts.Move
}

// randomPlay plays at random, to the end or for so many moves.
func randomPlay(t testing.TB, v *draughts.Variant, seed uint64, most int) (moves []draughts.Move, isOver bool) {
	dice := rand.New(rand.NewPCG(seed, 2))
	h := draughts.NewHistory(v.Start())
	for len(h.Moves()) < most {
		if _, over := h.Ending(); over {
			return h.Moves(), true
		}
		legal := h.Position().Moves()
		must(t, h.Play(legal[dice.IntN(len(legal))]))
	}
	_, isOver = h.Ending()
	return h.Moves(), isOver
}

const (
	tries   = 200 // random games; the shortest is played
	longest = 2000
	tables  = 2 // at which games are played at once
)

// shortPlay returns the moves of a short whole game.
func shortPlay(t testing.TB, v *draughts.Variant) []draughts.Move {
	best := longest
	var found []draughts.Move
	for seed := range uint64(tries) {
		if moves, isOver := randomPlay(t, v, seed, best); isOver && (found == nil || len(moves) < best) {
			best, found = len(moves), moves
		}
	}
	if found == nil {
		t.Fatalf("no game of %s ends", v.Rules().Key)
	}
	return found
}

// plays returns whole games, by families: one of the first rule set of each, or of all.
func plays(t testing.TB) (families [][]play) {
	n := 0
	for _, r := range draughts.Families() {
		var all []play
		for _, key := range draughts.Keys() {
			if key == r.Key || *everyRuleSet && strings.HasPrefix(key, r.Key+"-") {
				v, err := draughts.Builtin(key)
				must(t, err)
				all = append(all, play{v, shortPlay(t, v)})
			}
		}
		families, n = append(families, all), n+len(all)
	}
	if *everyRuleSet && n != len(draughts.Keys()) {
		t.Fatalf("%d of %d rule sets are played", n, len(draughts.Keys()))
	}
	return families
}

// Each family of rules is played by drags, with the mouse at one end and with a finger on a phone at the other, and each board shows
// what stands where.
func TestLiveRules(t *testing.T) {
	browser := chromium(t)
	h := newHall(t)
	all := plays(t)
	todo := make(chan []play, len(all))
	for _, family := range all {
		todo <- family
	}
	close(todo)
	for n := range tables {
		t.Run(fmt.Sprint("table ", n+1), func(t *testing.T) {
			t.Parallel()
			pair := [2]*window{empty(t, browser, "first", wide), empty(t, browser, "second", phone)}
			for family := range todo {
				h.plays(t, pair, family)
			}
		})
	}
}

// plays has two people play some games, one after another.
func (h *hall) plays(t *testing.T, pair [2]*window, all []play) {
	t.Helper()
	who := h.couple()
	var games []*game.Game
	for _, one := range all {
		games = append(games, h.begins(t, who, one.variant, one.variant.Start()))
	}
	h.seats(pair, who, games[0])
	for i, one := range all {
		if i > 0 {
			pair[0].turnsTo(games[i])
			pair[1].turnsTo(games[i])
		}
		key, position := one.variant.Rules().Key, one.variant.Start()
		at := [2][]point{pair[0].squares(), pair[1].squares()}
		for ply, m := range one.moves {
			pair[ply%2].makes(position, m, at[ply%2])
			position = position.Play(m)
			want := standing(position)
			for _, p := range pair {
				if got, err := p.after(ply + 1); err != nil || !slices.Equal(got, want) {
					p.shoot("failed " + key)
					t.Fatalf("%s, move %d: %s's board shows %v (%v), want %v", key, ply+1, p.name, got, err, want)
				}
			}
		}
	}
}
