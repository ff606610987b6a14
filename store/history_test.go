//go:build unix

package store

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/storetest"
)

// Many clients make requests about one game at the same time. Each of them says when it
// sent a request, what the response was and when it came. Porcupine looks for an order of
// all requests in which every response is what one client after another would have got.

var historyRounds = flag.Int("histories.rounds", 25, "how many rounds of eight games TestHistories judges; TestHistoriesAcrossKills judges a tenth")

// What a round is made of.
const (
	historyGames = 8
	historySteps = 16 // of each client of a game
)

// The clients of a game: both players several times, and a moderator who does not play.
const (
	historyBlack game.PersonID = 100 + iota
	historyWhite
	historyModerator
)

var historyClients = []game.PersonID{historyBlack, historyWhite, historyBlack, historyWhite, historyBlack, historyWhite, historyModerator}

// operation is a request of a client.
type operation struct {
	ID    game.RequestID
	By    game.PersonID
	Verb  string
	Game  game.GameID
	Ply   game.Ply
	Text  string     // of a move
	Offer game.Offer // proposed or dismissed
	Twin  bool       // another of the same id is sent at the same time
}

// observation is the response to an operation.
type observation struct {
	Code  string // of a refusal
	Again bool
	Game  string // all there is to know of the game, as text

	// What the client chooses its next operation by.
	Ply   game.Ply
	Over  bool
	Asked [len(game.Offers)]bool // an offer stands
	Moves []string
}

func (o observation) String() string {
	return fmt.Sprintf("%s again=%v\n%s", o.Code, o.Again, o.Game)
}

const (
	readVerb    = "read"
	restartVerb = "restart" // nobody's request: the process was killed, and started again
)

// perform makes an operation.
func perform(r *game.Referee, o operation) observation {
	q := game.GameRequest{Request: game.Request{ID: o.ID, By: game.Actor{Person: o.By, Moderator: o.By == historyModerator}, Place: 5}, Game: o.Game, Ply: o.Ply}
	var answer game.Answer
	var err error
	switch o.Verb {
	case readVerb:
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
	seen := observation{Again: answer.Again}
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
	seen observation
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
func (m gameModel) do(o operation) (gameModel, game.Code) {
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
func (m gameModel) respond(o operation) (gameModel, observation) {
	text := func(m gameModel) string { return summed(m.ply, m.history.Position().Turn(), m.over, m.events) }
	before, known := m.told[o.ID]
	switch {
	case o.Verb == readVerb:
		return m, observation{Game: text(m)}
	case o.Verb == restartVerb: // refusals are remembered by the process
		m.told = maps.Clone(m.told)
		maps.DeleteFunc(m.told, func(_ game.RequestID, t told) bool { return t.seen.Code != "" })
		return m, observation{}
	case known && before.verb != o.Verb:
		return m, observation{Code: game.RequestReused.String()}
	case known:
		before.seen.Again = before.seen.Code == ""
		return m, before.seen
	}
	next, code := m.do(o)
	seen := observation{Game: text(next)}
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
			next, want := state.(gameModel).respond(input.(operation))
			switch {
			case output == nil && want.Code != "" && !input.(operation).Twin:
				return []any{state} // nobody heard of it
			case output == nil:
				return []any{state, next}
			}
			if got := output.(observation); got.String() != want.String() {
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

// server does operations. It returns when the response came; or false, and when it died
// without one.
type server interface {
	do(operation) (seen observation, at int64, ok bool)
}

// clock measures the time since a round began.
type clock time.Time

func (c clock) now() int64 { return int64(time.Since(time.Time(c))) }

// inProcess is a server that is never killed.
type inProcess struct {
	*game.Referee
	clock
}

func (s inProcess) do(o operation) (observation, int64, bool) {
	seen := perform(s.Referee, o)
	return seen, s.now(), true
}

// history is the operations and observations of the clients of one game.
type history struct {
	game *game.Game
	clock
	mu  sync.Mutex
	ops []porcupine.Operation
}

func (h *history) record(client int, o operation, call int64, seen any, at int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, porcupine.Operation{ClientId: client, Input: o, Call: call, Output: seen, Return: at})
}

// ask has a living server do an operation, again if it dies meanwhile, and records when the
// operation was sent and what came of it.
func (h *history) ask(client int, living func() server, o operation) observation {
	for {
		s, call := living(), h.now()
		seen, at, ok := s.do(o)
		if ok {
			h.record(client, o, call, seen, at)
			return seen
		}
		if call < at { // and not sent to a server that was dead
			h.record(client, o, call, nil, at)
		}
	}
}

// client makes operations about what it saw last, sometimes twice, and sometimes about what it
// saw long before.
func (h *history) client(n int, living func() server, dice *rand.Rand) {
	by := historyClients[n]
	read := operation{By: by, Verb: readVerb, Game: h.game.ID}
	seen := h.ask(n, living, read)
	var last operation
	late := 0 // requests about a game that is known to be over
	for step := 0; step < historySteps && late < 3; step++ {
		if seen.Over {
			late++
		}
		o := operation{ID: game.RequestID(fmt.Sprintf("%s-%d-%d", h.game.ID, n, step)), By: by, Verb: "move", Game: h.game.ID, Ply: seen.Ply, Text: "nonsense"}
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
		observed := make([]observation, times)
		for twin := range times {
			wg.Go(func() { observed[twin] = h.ask(n+twin*len(historyClients), living, o) })
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

// play lets the clients of all games make their operations at the same time.
func play(histories []*history, living func() server, seed uint64) {
	var wg sync.WaitGroup
	for i, h := range histories {
		for n := range historyClients {
			wg.Go(func() { h.client(n, living, rand.New(rand.NewPCG(seed, uint64(i*100+n)))) })
		}
	}
	wg.Wait()
}

// telling returns the operations without those that were lost and tell nothing: each was
// repeated until there was a response, and had it been done before, that would have said so.
func (h *history) telling() []porcupine.Operation {
	again := map[game.RequestID]bool{}
	for _, op := range h.ops {
		if seen, ok := op.Output.(observation); ok && seen.Again {
			again[op.Input.(operation).ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(h.ops), func(op porcupine.Operation) bool {
		o := op.Input.(operation)
		return op.Output == nil && !again[o.ID] && !o.Twin // a twin can have been told what it was told
	})
}

// judge fails the test if there is no order that explains a history, and says where a
// picture of it is.
func (h *history) judge(t *testing.T, counts map[string]int) {
	t.Helper()
	var longest string
	for _, op := range h.ops {
		seen, heard := op.Output.(observation)
		if len(seen.Game) > len(longest) {
			longest = seen.Game
		}
		what := op.Input.(operation).Verb
		switch {
		case !heard && what != restartVerb:
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
	m, ops := model(h.game.Start()), h.telling()
	if porcupine.CheckOperations(m, ops) {
		return
	}
	_, info := porcupine.CheckOperationsVerbose(m, ops, 0)
	picture, err := os.CreateTemp("", "history-*.html")
	must(t, err)
	defer picture.Close()
	must(t, porcupine.Visualize(m, info, picture))
	t.Fatalf("no order of %d operations on game %s explains their responses: see %s", len(ops), h.game.ID, picture.Name())
}

// beginHistories begins games: from the start, and with few pieces, so that many end by rules.
func beginHistories(t *testing.T, r *game.Referee, round clock) []*history {
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
	var histories []*history
	for i := range historyGames {
		request := func(p game.PersonID, what string) game.Request {
			return game.Request{ID: game.RequestID(fmt.Sprintf("%s-%d", what, i)), By: game.Actor{Person: p}, Place: 5}
		}
		terms := game.Terms{Variant: v, Start: starts[i%len(starts)], Colour: game.PlayBlack}
		a, err := r.Challenge(background, game.ChallengeRequest{Request: request(historyBlack, "challenge"), To: historyWhite, Terms: terms})
		must(t, err)
		a, err = r.Accept(background, game.ReplyRequest{Request: request(historyWhite, "accept"), Challenge: a.Challenge.ID})
		must(t, err)
		histories = append(histories, &history{game: a.Game, clock: round})
	}
	return histories
}

// failUpdates makes updates that write and fail, so that those with which they share a commit
// are done anew, until it is told to stop.
func failUpdates(s *Store) (stop func()) {
	ended := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
			}
			s.Update(background, func(tx game.Tx) error {
				return errors.Join(tx.PutErasure(1, time.Time{}), errors.New("spoilt"))
			})
		}
	})
	return func() { close(ended); wg.Wait() }
}

func TestHistories(t *testing.T) {
	counts := map[string]int{}
	for round := range *historyRounds {
		s := open(t, filepath.Join(t.TempDir(), "games.db"), Options{Volatile: true})
		r := referee(s)
		must(t, r.Resume(background))
		began := clock(time.Now())
		histories := beginHistories(t, r, began)
		stop := failUpdates(s)
		play(histories, func() server { return inProcess{r, began} }, uint64(round))
		stop()
		for _, h := range histories {
			h.judge(t, counts)
		}
		must(t, s.Check())
		must(t, s.Close())
	}
	t.Logf("%d histories: %v", *historyRounds*historyGames, counts)
	for _, what := range []string{
		readVerb, "move", "move, again", "move, stale", "move, over", "move, not your turn", "move, illegal move", "move, not a player",
		"propose", "propose, again", "propose, offered before", "dismiss", "dismiss, not offered", "resign", "move, request id reused",
		"took back by", "rules", "agreement",
	} {
		if counts[what] == 0 {
			t.Errorf("no client has seen %q", what)
		}
	}
}

// serve reads operations from standard input, does all of them at the same time, and writes the
// responses to standard output.
func serve(path string) error {
	s, r, err := resumed(path)
	if err != nil {
		return err
	}
	failUpdates(s)
	var mu sync.Mutex
	out := json.NewEncoder(os.Stdout)
	in := json.NewDecoder(os.Stdin)
	for {
		var q envelope
		if err := in.Decode(&q); err != nil {
			return err
		}
		go func() {
			seen := perform(r, q.Operation)
			mu.Lock()
			defer mu.Unlock()
			out.Encode(envelope{Number: q.Number, Seen: seen})
		}()
	}
}

// envelope is an operation or its response, with a number.
type envelope struct {
	Number    int
	Operation operation
	Seen      observation
}

// mortal is a server in a process of its own.
type mortal struct {
	process *exec.Cmd
	round   clock
	in      io.Writer
	died    chan struct{} // closed once it is dead and all its responses are read
	at      int64         // when it died
	err     error         // how

	mu      sync.Mutex
	waiting []chan observation // by number
}

// startMortal starts a server that is killed a moment after a number of responses.
func startMortal(t *testing.T, path string, round clock, responses int, after time.Duration) *mortal {
	t.Helper()
	m := &mortal{process: child(t, "server", path), round: round, died: make(chan struct{})}
	in, err := m.process.StdinPipe()
	must(t, err)
	m.in = in
	out, err := m.process.StdoutPipe()
	must(t, err)
	m.process.Stderr = os.Stderr
	must(t, m.process.Start())
	go func() {
		defer close(m.died)
		read := json.NewDecoder(out)
		for n := 0; ; n++ {
			if n == responses {
				time.AfterFunc(after, func() { m.process.Process.Kill() })
			}
			var response envelope
			if read.Decode(&response) != nil { // the last one may be cut off
				break
			}
			m.mu.Lock()
			m.waiting[response.Number] <- response.Seen
			m.mu.Unlock()
		}
		m.err = m.process.Wait()
		m.at = round.now()
	}()
	return m
}

func (m *mortal) do(o operation) (observation, int64, bool) {
	response := make(chan observation, 1)
	m.mu.Lock()
	text, err := json.Marshal(envelope{Number: len(m.waiting), Operation: o})
	if err == nil {
		m.in.Write(text) // an error says that it is dying
	}
	m.waiting = append(m.waiting, response)
	m.mu.Unlock()
	select {
	case seen := <-response:
		return seen, m.round.now(), true
	case <-m.died:
	}
	select {
	case seen := <-response:
		return seen, m.round.now(), true
	default:
		return observation{}, m.at, false
	}
}

// ward replaces a mortal server whenever it dies.
type ward struct {
	mu      sync.Mutex
	born    sync.Cond
	current *mortal
}

// living returns the server, and waits for one if it is dead.
func (w *ward) living() server {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		select {
		case <-w.current.died:
			w.born.Wait()
		default:
			return w.current
		}
	}
}

func (w *ward) bear(m *mortal) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.current = m
	w.born.Broadcast()
}

// TestHistoriesAcrossKills kills the process of the referee and its store again and again, and
// repeats requests without a response.
func TestHistoriesAcrossKills(t *testing.T) {
	counts, kills := map[string]int{}, 0
	rounds := max(1, *historyRounds/10)
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "games.db")
		s := open(t, path, Options{})
		r := referee(s)
		must(t, r.Resume(background))
		began := clock(time.Now())
		histories := beginHistories(t, r, began)
		must(t, s.Close())

		dice := rand.New(rand.NewPCG(uint64(round), 1))
		start := func() *mortal {
			return startMortal(t, path, began, dice.IntN(150), time.Duration(dice.IntN(5000))*time.Microsecond)
		}
		// buried waits for the death of a server.
		buried := func(m *mortal) {
			<-m.died
			var exit *exec.ExitError
			if !errors.As(m.err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("the server ended by itself: %v", m.err)
			}
		}
		restarted := func(died int64) {
			for _, h := range histories {
				h.record(2*len(historyClients), operation{Verb: restartVerb}, died+1, observation{}, h.now())
			}
		}
		w := &ward{current: start()}
		w.born.L = &w.mu
		done := make(chan struct{})
		go func() {
			defer close(done)
			play(histories, w.living, uint64(round))
		}()
		for playing := true; playing; {
			select {
			case <-done:
				playing = false
				w.current.process.Process.Kill()
				buried(w.current)
			case <-w.current.died:
				buried(w.current)
				next := start()
				restarted(w.current.at)
				w.bear(next)
				kills++
			}
		}

		s = open(t, path, Options{})
		restarted(w.current.at)
		must(t, s.Check())
		storetest.CheckRatings(t, s)
		last := inProcess{referee(s), began}
		for _, h := range histories {
			h.ask(0, func() server { return last }, operation{By: historyBlack, Verb: readVerb, Game: h.game.ID})
			h.judge(t, counts)
		}
		must(t, s.Close())
	}
	t.Logf("%d histories, %d kills: %v", rounds*historyGames, kills, counts)
	for _, what := range []string{"move, lost", "move, again"} {
		if counts[what] == 0 {
			t.Errorf("no client has seen %q", what)
		}
	}
}
