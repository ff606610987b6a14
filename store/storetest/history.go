package storetest

import (
	"errors"
	"fmt"
	"maps"
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

// Operation is a request of a client.
type Operation struct {
	ID    game.RequestID
	By    game.PersonID
	Verb  string
	Game  game.GameID
	Ply   game.Ply
	Text  string     // of a move
	Offer game.Offer // proposed or dismissed
	Twin  bool       // another of the same id is sent at the same time
}

// Observation is the response to an operation.
type Observation struct {
	Code  string // of a refusal
	Again bool
	Game  string // all there is to know of the game, as text

	// What the client chooses its next operation by.
	Ply   game.Ply
	Over  bool
	Asked [len(game.Offers)]bool // an offer stands
	Moves []string
}

func (o Observation) String() string {
	return fmt.Sprintf("%s again=%v\n%s", o.Code, o.Again, o.Game)
}

const (
	ReadVerb    = "read"
	RestartVerb = "restart" // nobody's request: the process was killed, and started again
)

// Perform makes an operation.
func Perform(r *game.Referee, o Operation) Observation {
	q := game.GameRequest{Request: game.Request{ID: o.ID, By: game.Actor{Person: o.By, Moderator: o.By == historyModerator}, Place: 5}, Game: o.Game, Ply: o.Ply}
	var answer game.Answer
	var err error
	switch o.Verb {
	case ReadVerb:
		answer.Game, err = r.Game(background, o.Game, game.Viewer{Person: o.By, Place: 5})
	case "move":
		answer, err = r.Move(background, game.MoveRequest{GameRequest: q, Text: o.Text})
	case "propose":
		answer, err = r.Propose(background, game.OfferRequest{GameRequest: q, Offer: o.Offer})
	case "dismiss":
		answer, err = r.Dismiss(background, game.OfferRequest{GameRequest: q, Offer: o.Offer})
	case "resign":
		answer, err = r.Resign(background, q)
	case "adjudicate":
		answer, err = r.Adjudicate(background, game.RulingRequest{GameRequest: q, Outcome: game.Drawn, Reason: "enough"})
	}
	seen := Observation{Again: answer.Again}
	if refusal := new(game.RequestError); errors.As(err, &refusal) {
		seen.Code, answer.Game = refusal.Code.String(), refusal.Game
	} else if err != nil {
		seen.Code = "error: " + err.Error()
	}
	if g := answer.Game; g != nil {
		seen.Ply, seen.Over = g.Ply(), g.IsOver()
		for _, offer := range game.Offers {
			seen.Asked[offer] = g.Offered(draughts.White, offer) || g.Offered(draughts.Black, offer)
		}
		text := strings.Builder{}
		for _, e := range g.Events() {
			text.WriteString(written(e))
		}
		seen.Game = summed(g.Ply(), g.Turn(), g.IsOver(), text.String())
		if history, err := g.History(); err != nil {
			seen.Code = "error: " + err.Error()
		} else {
			p := history.Position()
			for _, m := range listed(p.Moves()) {
				seen.Moves = append(seen.Moves, p.Full(m, draughts.Numbers))
			}
		}
	}
	return seen
}

func written(e game.Event) string {
	text := fmt.Sprintf("%v by %v %v %d %v", e.Kind, e.Side, e.Path, e.Plies, e.Offer)
	if e.Result != nil {
		text += fmt.Sprintf(" %v %v %v", e.Result.Cause, e.Result.Outcome, e.Result.Rule)
	}
	return text + "\n"
}

func summed(ply game.Ply, turn draughts.Side, over bool, events string) string {
	return fmt.Sprintf("ply %d, %v to move, over %v\n%s", ply, turn, over, events)
}

// gameModel is a model of a game. Its values are never changed.
type gameModel struct {
	events  string
	history *draughts.History // the judge of moves, and of nothing else
	ply     game.Ply
	offers  map[offered]bool // since the last ply; true: it stands
	over    bool
	told    map[game.RequestID]told
}

type offered struct {
	side  draughts.Side
	offer game.Offer
}

type told struct {
	verb string
	seen Observation
}

// after returns the game after one more event.
func (m gameModel) after(e game.Event) gameModel {
	m.events += written(e)
	m.offers = maps.Clone(m.offers)
	switch e.Kind {
	case game.Moved, game.TookBack:
		m.ply++
		m.offers = map[offered]bool{}
	case game.Offered:
		m.offers[offered{e.Side, e.Offer}] = true
	case game.Declined:
		m.offers[offered{e.Side.Opponent(), e.Offer}] = false
	case game.Withdrawn:
		m.offers[offered{e.Side, e.Offer}] = false
	case game.Ended:
		m.over = true
	}
	return m
}

// end returns the game after its end.
func (m gameModel) end(side draughts.Side, result game.Result) gameModel {
	if m.history.Len() < 4 && result.Cause != game.ByRules {
		result.Outcome = game.NoOutcome
	}
	return m.after(game.Event{Kind: game.Ended, Side: side, Result: &result})
}

// do does an operation by the rules of one game, or says why not.
func (m gameModel) do(o Operation) (gameModel, game.Code) {
	turn := m.history.Position().Turn()
	side := draughts.Black
	switch o.By {
	case historyWhite:
		side = draughts.White
	case historyModerator:
		if o.Verb != "adjudicate" {
			return m, game.NotAPlayer
		}
	}
	switch {
	case m.over:
		return m, game.Over
	case o.Ply != m.ply:
		return m, game.Stale
	}
	mine, theirs := offered{side, o.Offer}, offered{side.Opponent(), o.Offer}
	stands, made := m.offers[mine]
	switch o.Verb {
	case "adjudicate":
		return m.end(turn, game.Result{Cause: game.ByRuling, Outcome: game.Drawn}), 0
	case "resign":
		return m.end(side, game.Result{Cause: game.ByResignation, Outcome: game.WonBy(side.Opponent())}), 0
	case "dismiss":
		switch {
		case m.offers[theirs]:
			return m.after(game.Event{Kind: game.Declined, Side: side, Offer: o.Offer}), 0
		case stands:
			return m.after(game.Event{Kind: game.Withdrawn, Side: side, Offer: o.Offer}), 0
		}
		return m, game.NotOffered
	case "move":
		if side != turn {
			return m, game.NotYourTurn
		}
		move, err := m.history.Position().Read(o.Text)
		if err != nil {
			return m, game.IllegalMove
		}
		position := m.history.Position()
		m.history = m.history.Clone()
		if m.history.Play(move) != nil {
			return m, game.IllegalMove
		}
		m = m.after(game.Event{Kind: game.Moved, Side: side, Path: position.Path(move)})
		if end, over := m.history.Ending(); over {
			result := game.Result{Cause: game.ByRules, Rule: end.Rule, Outcome: game.Drawn}
			if !end.Drawn {
				result.Outcome = game.WonBy(end.Winner)
			}
			m = m.end(side, result)
		}
		return m, 0
	}
	// An offer is made, or agreed to.
	if end, ok := m.history.Claim(side); ok && o.Offer == game.OfferDraw {
		return m.end(side, game.Result{Cause: game.ByClaim, Rule: end.Rule, Outcome: game.Drawn}), 0
	}
	back := func(side draughts.Side) int { // moves to the last one of a side
		n := 1
		if turn == side {
			n = 2
		}
		if m.history.Len() < n {
			return 0
		}
		return n
	}
	switch {
	case o.Offer == game.OfferAbort && (m.history.Len() < 4 || m.offers[theirs]):
		return m.end(side, game.Result{Cause: game.Aborted}), 0
	case o.Offer == game.OfferDraw && m.offers[theirs]:
		return m.end(side, game.Result{Cause: game.ByAgreement, Outcome: game.Drawn}), 0
	case o.Offer == game.OfferTakeBack && m.offers[theirs]:
		e := game.Event{Kind: game.TookBack, Side: side.Opponent(), Plies: back(side.Opponent())}
		earlier := draughts.NewHistory(m.history.Start())
		for _, made := range m.history.Moves()[:m.history.Len()-e.Plies] {
			earlier.PlayOn(made)
		}
		m.history = earlier
		return m.after(e), 0
	case made:
		return m, game.OfferedBefore
	case o.Offer == game.OfferTakeBack && back(side) == 0:
		return m, game.NothingToTakeBack
	}
	return m.after(game.Event{Kind: game.Offered, Side: side, Offer: o.Offer}), 0
}

// respond does an operation, unless a request of its id was answered before.
func (m gameModel) respond(o Operation) (gameModel, Observation) {
	text := func(m gameModel) string { return summed(m.ply, m.history.Position().Turn(), m.over, m.events) }
	before, known := m.told[o.ID]
	switch {
	case o.Verb == ReadVerb:
		return m, Observation{Game: text(m)}
	case o.Verb == RestartVerb: // refusals are remembered by the process
		m.told = maps.Clone(m.told)
		maps.DeleteFunc(m.told, func(_ game.RequestID, t told) bool { return t.seen.Code != "" })
		return m, Observation{}
	case known && before.verb != o.Verb:
		return m, Observation{Code: game.RequestReused.String()}
	case known:
		before.seen.Again = before.seen.Code == ""
		return m, before.seen
	}
	next, code := m.do(o)
	seen := Observation{Game: text(next)}
	if code != 0 {
		seen.Code = code.String()
	}
	next.told = maps.Clone(m.told)
	next.told[o.ID] = told{o.Verb, seen}
	return next, seen
}

// model is the model of a game from a position on. An operation whose response was lost,
// with the output nil, was done or not.
func model(start draughts.Position) porcupine.Model {
	nondeterministic := porcupine.NondeterministicModel{
		Init: func() []any {
			return []any{gameModel{history: draughts.NewHistory(start), offers: map[offered]bool{}, told: map[game.RequestID]told{}}}
		},
		Step: func(state, input, output any) []any {
			next, want := state.(gameModel).respond(input.(Operation))
			switch {
			case output == nil && want.Code != "" && !input.(Operation).Twin:
				return []any{state} // nobody heard of it
			case output == nil:
				return []any{state, next}
			}
			if got := output.(Observation); got.String() != want.String() {
				return nil
			}
			return []any{next}
		},
		Equal: func(a, b any) bool {
			x, y := a.(gameModel), b.(gameModel)
			return x.events == y.events && maps.EqualFunc(x.told, y.told, func(a, b told) bool {
				return a.verb == b.verb && a.seen.Code == b.seen.Code && a.seen.Game == b.seen.Game
			})
		},
		DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v → %+v", input, output) },
		DescribeState:     func(state any) string { return state.(gameModel).events },
	}
	return nondeterministic.ToModel()
}

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
		return op.Output == nil && !again[o.ID] && !o.Twin // a twin can have been told what it was told
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
		case !heard && what != RestartVerb:
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

// listed returns moves that are few enough to be listed.
func listed(moves []draughts.Move, err error) []draughts.Move {
	if err != nil {
		panic(err)
	}
	return moves
}
