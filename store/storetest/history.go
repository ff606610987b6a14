package storetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Many clients make requests about one game at the same time. Each of them says when it
// sent a request, what the response was and when it came. Porcupine looks for an order of
// all requests in which every response is what one client after another would have got.

// What a round is made of.
const (
	HistoryGames = 8
	historySteps = 16 // of each client of a game
)

// The people of a game: both players, and a moderator who does not play.
const (
	HistoryBlack game.PersonID = 100 + iota
	historyWhite
	historyModerator
)

// HistoryClients are the clients of a game: each player three times, and the moderator.
var HistoryClients = []game.PersonID{HistoryBlack, historyWhite, HistoryBlack, historyWhite, HistoryBlack, historyWhite, historyModerator}

// Server does operations. It returns when the response came; or false, and when it died
// without one.
type Server interface {
	Do(Operation) (seen Observation, at int64, ok bool)
}

// Clock measures the time since a round began.
type Clock time.Time

func (c Clock) Now() int64 { return int64(time.Since(time.Time(c))) }

// InProcess is a server that is never killed.
type InProcess struct {
	*game.Referee
	Clock
}

func (s InProcess) Do(o Operation) (Observation, int64, bool) {
	seen := Perform(s.Referee, o)
	return seen, s.Now(), true
}

// History is the operations and observations of the clients of one game.
type History struct {
	Game *game.Game
	Clock
	mu  sync.Mutex
	ops []porcupine.Operation
}

func (h *History) Record(client int, o Operation, call int64, seen any, at int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, porcupine.Operation{ClientId: client, Input: o, Call: call, Output: seen, Return: at})
}

// Ask has a living server do an operation, again if it dies meanwhile, and records when the
// operation was sent and what came of it.
func (h *History) Ask(client int, living func() Server, o Operation) Observation {
	for {
		s, call := living(), h.Now()
		seen, at, ok := s.Do(o)
		if ok {
			h.Record(client, o, call, seen, at)
			return seen
		}
		if call < at { // and not sent to a server that was dead
			h.Record(client, o, call, nil, at)
		}
	}
}

// client makes operations about what it saw last, sometimes twice, and sometimes about what it
// saw long before.
func (h *History) client(n int, living func() Server, dice *rand.Rand) {
	by := HistoryClients[n]
	read := Operation{By: by, Verb: ReadVerb, Game: h.Game.ID}
	seen := h.Ask(n, living, read)
	var last Operation
	late := 0 // requests about a game that is known to be over
	for step := 0; step < historySteps && late < 3; step++ {
		if seen.Over {
			late++
		}
		o := Operation{ID: game.RequestID(fmt.Sprintf("%s-%d-%d", h.Game.ID, n, step)), By: by, Verb: "move", Game: h.Game.ID, Ply: seen.Ply, Text: "nonsense"}
		if len(seen.Moves) > 0 {
			o.Text = seen.Moves[dice.IntN(len(seen.Moves))]
		}
		o.Offer = [...]game.Offer{game.OfferTakeBack, game.OfferTakeBack, game.OfferDraw, game.OfferAbort}[dice.IntN(4)]
		kind := dice.IntN(100)
		if seen.Asked[o.Offer] {
			kind /= 3 // the player who is asked most likely answers
		}
		switch {
		case by == historyModerator && kind < 1:
			o.Verb = "adjudicate"
		case by == historyModerator && kind < 90:
			o = read
		case kind < 18:
			o.Verb = "propose"
			if o.Offer == game.OfferAbort && seen.Ply < 8 {
				o.Offer = game.OfferTakeBack // or most games would be over at once
			}
		case kind < 28:
			o.Verb = "dismiss"
		case kind < 29:
			o.Verb = "resign"
		case kind < 40:
			o = read
		case kind < 45:
			o.Text = "1-32"
		case kind < 50 && last.ID != "":
			o = last
		case kind < 52 && last.ID != "":
			o.ID = last.ID
		}
		times := 1
		if dice.IntN(4) == 0 {
			o.Twin = o.ID != ""
			times = 2
		}
		var wg sync.WaitGroup
		observed := make([]Observation, times)
		for twin := range times {
			wg.Go(func() { observed[twin] = h.Ask(n+twin*len(HistoryClients), living, o) })
		}
		wg.Wait()
		if o.ID != "" {
			last = o
		}
		if observed[0].Code != game.RequestReused.String() {
			seen = observed[0]
		}
	}
}

// PlayHistories lets the clients of all games make their operations at the same time.
func PlayHistories(histories []*History, living func() Server, seed uint64) {
	var wg sync.WaitGroup
	for i, h := range histories {
		for n := range HistoryClients {
			wg.Go(func() { h.client(n, living, rand.New(rand.NewPCG(seed, uint64(i*100+n)))) })
		}
	}
	wg.Wait()
}

// telling returns the operations without those that were lost and tell nothing: each was
// repeated until there was a response, and had it been done before, that would have said so.
func (h *History) telling() []porcupine.Operation {
	again := map[game.RequestID]bool{}
	for _, op := range h.ops {
		if seen, ok := op.Output.(Observation); ok && seen.Again {
			again[op.Input.(Operation).ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(h.ops), func(op porcupine.Operation) bool {
		o := op.Input.(Operation)
		return op.Output == nil && !again[o.ID]
	})
}

// Judge fails the test if there is no order that explains a history, and says where a
// picture of it is.
func (h *History) Judge(t *testing.T, counts map[string]int) {
	t.Helper()
	var longest string
	for _, op := range h.ops {
		seen, heard := op.Output.(Observation)
		if len(seen.Game) > len(longest) {
			longest = seen.Game
		}
		what := op.Input.(Operation).Verb
		switch {
		case !heard:
			what += ", lost"
		case seen.Code != "":
			what += ", " + seen.Code
		case seen.Again:
			what += ", again"
		}
		counts[what]++
	}
	for _, kind := range []string{"took back by", "rules", "claim", "agreement"} {
		counts[kind] += strings.Count(longest, kind)
	}
	m, ops := model(h.Game.Start()), h.telling()
	if porcupine.CheckOperations(m, ops) {
		return
	}
	_, info := porcupine.CheckOperationsVerbose(m, ops, 0)
	picture, err := os.CreateTemp("", "history-*.html")
	must(t, err)
	defer picture.Close()
	must(t, porcupine.Visualize(m, info, picture))
	t.Fatalf("no order of %d operations on game %s explains their responses: see %s", len(ops), h.Game.ID, picture.Name())
}

// BeginHistories begins games: from the start, and with few pieces, so that many end by rules.
func BeginHistories(t *testing.T, r *game.Referee, round Clock) []*History {
	t.Helper()
	v, err := draughts.Builtin("american")
	must(t, err)
	few := func(pieces ...draughts.Placed) draughts.Position {
		p, err := v.Position(draughts.Setup{Turn: draughts.Black, Pieces: pieces})
		must(t, err)
		return p
	}
	starts := []draughts.Position{
		v.Start(),
		few(draughts.Placed{Square: 10, Piece: draughts.BlackKing}, draughts.Placed{Square: 18, Piece: draughts.WhiteKing}),
		few(draughts.Placed{Square: 15, Piece: draughts.BlackKing}, draughts.Placed{Square: 2, Piece: draughts.BlackMan}, draughts.Placed{Square: 23, Piece: draughts.WhiteMan}, draughts.Placed{Square: 32, Piece: draughts.WhiteKing}),
	}
	var histories []*History
	for i := range HistoryGames {
		request := func(p game.PersonID, what string) game.Request {
			return game.Request{ID: game.RequestID(fmt.Sprintf("%s-%d", what, i)), By: game.Actor{Person: p}, Place: 5}
		}
		terms := game.Terms{Variant: v, Start: starts[i%len(starts)], Colour: game.PlayBlack}
		a, err := r.Challenge(background, game.ChallengeRequest{Request: request(HistoryBlack, "challenge"), To: historyWhite, Terms: terms})
		must(t, err)
		a, err = r.Accept(background, game.ReplyRequest{Request: request(historyWhite, "accept"), Challenge: a.Challenge.ID})
		must(t, err)
		histories = append(histories, &History{Game: a.Game, Clock: round})
	}
	return histories
}
