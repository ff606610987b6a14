// Package opponent plays for the Computer: it does what the Computer's games wait for. What that is
// follows from the stored games alone, so nothing is lost if the process is killed, and what is requested
// twice happens once.
package opponent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/game/search"
)

// Mind thinks about positions, as *mind.Mind does.
type Mind interface {
	Think(context.Context, mind.Task) (search.Thought, error)
}

// Opponent plays all games of the Computer. It is safe for use by many goroutines.
type Opponent struct {
	mind  Mind
	now   func() time.Time
	log   *slog.Logger
	holds func(game.PlaceID) bool
	look  chan struct{} // receives something when all games are to be looked at

	referee *game.Referee
	working sync.WaitGroup

	mu     sync.Mutex
	ctx    context.Context // of Run; nil while it does not run
	games  map[game.GameID]*work
	paused map[game.GameID][]game.GameID // by the game in which the other player is to move first
}

// work is one game that the Computer attends to.
type work struct {
	interrupt context.CancelFunc // ends the thinking
	again     bool               // the game has changed since it was read
}

const (
	// scanEvery is how often all games are looked at, in case something was missed.
	scanEvery = time.Minute
	// retryAfter is how long a game waits after an error of the mind, which may be full, or of the store.
	retryAfter = 2 * time.Second
	// page is the number of games that a scan reads at once.
	page = 100
)

// New returns an Opponent, which plays while it runs. If several processes play, holds reports whether this one looks
// after the games in a place. Each also plays the games that Changed names.
func New(m Mind, now func() time.Time, log *slog.Logger, holds func(game.PlaceID) bool) *Opponent {
	return &Opponent{mind: m, now: now, log: log, holds: holds, look: make(chan struct{}, 1), games: map[game.GameID]*work{}, paused: map[game.GameID][]game.GameID{}}
}

// Look has all games looked at soon, because this process looks after more than before.
func (o *Opponent) Look() {
	select {
	case o.look <- struct{}{}:
	default:
	}
}

// Run plays until the context is done.
func (o *Opponent) Run(ctx context.Context, referee *game.Referee) {
	o.mu.Lock()
	o.ctx, o.referee = ctx, referee
	o.mu.Unlock()
	defer o.working.Wait()
	for tick := time.Tick(scanEvery); ctx.Err() == nil; {
		if err := o.scan(ctx); err != nil && ctx.Err() == nil {
			o.log.Error("the computer's games were not looked at", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-tick:
		case <-o.look:
		}
	}
	o.mu.Lock()
	o.ctx = nil
	o.mu.Unlock()
}

// scan attends to all games that wait for the Computer.
func (o *Opponent) scan(ctx context.Context) error {
	read := func(list game.GameList, from game.Cursor, _ int) (game.Page[*game.Game], error) {
		return o.referee.Games(ctx, list, game.Viewer{Person: game.Computer}, from, page)
	}
	for g, err := range game.All(read, game.RunningGamesOf(game.Computer)) {
		if err != nil {
			return err
		}
		if isAwaited(g) && o.holds(g.Place) {
			o.begin(g.ID)
		}
	}
	return nil
}

// Changed attends to a game of the Computer's that has changed, and to those that paused because of another one. It does
// not wait, and may be called at any time. What the Computer thinks about the game as it was before is given up.
func (o *Opponent) Changed(g *game.Game) {
	if g.HasComputer() {
		o.begin(g.ID)
		return
	}
	o.mu.Lock()
	paused := o.paused[g.ID]
	delete(o.paused, g.ID)
	o.mu.Unlock()
	for _, id := range paused {
		o.begin(id)
	}
}

// begin attends to a game, anew if it does already.
func (o *Opponent) begin(id game.GameID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ctx == nil || o.ctx.Err() != nil {
		return // the next scan finds it
	}
	if w := o.games[id]; w != nil {
		w.again = true
		w.interrupt()
		return
	}
	w := &work{}
	o.games[id] = w
	ctx, thinking := o.ctx, w.begin(o.ctx)
	o.working.Go(func() { o.attend(ctx, thinking, id, w) })
}

// begin returns the context of the next thinking about a game.
func (w *work) begin(ctx context.Context) context.Context {
	w.again = false
	ctx, w.interrupt = context.WithCancel(ctx)
	return ctx
}

// attend does what a game waits for, until it waits for its other player.
func (o *Opponent) attend(ctx, thinking context.Context, id game.GameID, w *work) {
	for {
		err := o.act(ctx, thinking, id)
		o.mu.Lock()
		w.interrupt()
		if !w.again || ctx.Err() != nil {
			delete(o.games, id)
			o.mu.Unlock()
			o.finish(ctx, id, err)
			return
		}
		thinking = w.begin(ctx)
		o.mu.Unlock()
	}
}

// finish logs what went wrong with a game, and tries again if that may help.
func (o *Opponent) finish(ctx context.Context, id game.GameID, err error) {
	if _, refused := errors.AsType[*game.RequestError](err); refused || err == nil || ctx.Err() != nil || errors.Is(err, mind.ErrOff) {
		return // the game has changed, and Changed is called; or the Computer plays no games
	}
	o.log.Warn("the computer does not move yet", "game", id, "err", err)
	time.AfterFunc(retryAfter, func() { o.begin(id) })
}

// act does the next thing that a game waits for, if there is one.
func (o *Opponent) act(ctx, thinking context.Context, id game.GameID) error {
	g, err := o.referee.UnrestrictedGame(ctx, id)
	if err != nil || !isAwaited(g) {
		return err
	}
	if paused, err := o.pauses(ctx, g); paused || err != nil {
		return err
	}
	service, err := o.referee.Service(ctx)
	if err != nil {
		return err
	}
	d, err := decide(thinking, o.mind, g, g.Left(computerSide(g), o.now(), service))
	if err != nil {
		return err
	}
	q := game.GameRequest{Request: requestOf(g), Game: g.ID, Ply: g.Ply()}
	switch d.kind {
	case move:
		_, err = o.referee.Move(ctx, game.MoveRequest{GameRequest: q, Text: d.move})
	case agree:
		_, err = o.referee.Propose(ctx, game.OfferRequest{GameRequest: q, Offer: d.offer, Answers: true})
	case claim:
		_, err = o.referee.Propose(ctx, game.OfferRequest{GameRequest: q, Offer: game.OfferDraw})
	case decline:
		_, err = o.referee.Dismiss(ctx, game.OfferRequest{GameRequest: q, Offer: d.offer})
	case resign:
		_, err = o.referee.Resign(ctx, q)
	}
	return err
}

// pauses reports whether the Computer does not move because the other player is to move in the same position of a game
// against a person, and says so once. It allows a take-back and an abort nevertheless.
func (o *Opponent) pauses(ctx context.Context, g *game.Game) (bool, error) {
	side := computerSide(g)
	opponent := side.Opponent()
	if g.Turn() != side || g.Offered(opponent, game.OfferTakeBack) || g.Offered(opponent, game.OfferAbort) {
		return false, nil
	}
	h, err := g.History()
	if err != nil {
		return false, err
	}
	played, err := o.referee.Played(ctx, g.Player(opponent))
	if err != nil {
		return false, err
	}
	other := played.Awaits(h.Position())
	if other == nil {
		return false, nil
	}
	o.mu.Lock()
	if !slices.Contains(o.paused[other.ID], g.ID) {
		o.paused[other.ID] = append(o.paused[other.ID], g.ID)
	}
	o.mu.Unlock()
	named := other.ID
	if other.Place != g.Place {
		named = ""
	}
	if known, paused := g.Paused(); paused && known == named {
		return true, nil
	}
	_, err = o.referee.Pause(ctx, game.GameRequest{Request: requestOf(g), Game: g.ID, Ply: g.Ply()}, named)
	return true, err
}

// requestOf returns the request of what the Computer does in a game as it stands: the same one whenever it
// is made.
func requestOf(g *game.Game) game.Request {
	return game.Request{
		ID: game.RequestID(fmt.Sprintf("computer %s %d", g.ID, g.Seq())),
		By: game.Actor{Person: game.Computer}, Place: g.Place,
	}
}
