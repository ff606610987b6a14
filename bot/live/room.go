package live

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// room is the pages that show a game.
type room struct {
	sockets map[*socket]bool
	reading bool // refresh reads the game
	again   bool // it has changed since
	seq     int  // of the last snapshots
}

// presence says who of the players looks at their game, and how many others do.
type presence struct {
	Kind     string  `json:"kind"` // "here"
	Here     [2]bool `json:"here"`
	Watching int     `json:"watching"`
}

// Changed is told of each game after its commit. It does not wait. A game between two places has no page.
func (b *Boards) Changed(g *game.Game) {
	if !g.IsBetween() {
		b.Heard(g.ID, g.Players)
	}
}

// Heard is told of games that other processes have changed. It does not wait.
func (b *Boards) Heard(id game.GameID, players [2]game.PersonID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r := b.rooms[id]; r != nil {
		b.refreshSoon(id, r)
	}
	b.relist(players[:]...)
}

// relist has the pages of people list their games and challenges anew. The mutex is held.
func (b *Boards) relist(people ...game.PersonID) {
	for s := range b.sockets {
		if slices.Contains(people, s.session.Person) {
			s.send("games", []byte(`{"kind":"games"}`))
		}
	}
}

// refreshSoon has the pages of a game shown it anew. The mutex is held.
func (b *Boards) refreshSoon(id game.GameID, r *room) {
	if r.reading {
		r.again = true
		return
	}
	r.reading = true
	go b.refresh(id, r)
}

// refresh sends the pages of a game a snapshot, until the game has not changed meanwhile.
func (b *Boards) refresh(id game.GameID, r *room) {
	for {
		s, err := b.read(context.Background(), id)
		if err != nil {
			b.Log.Warn("a live board was not brought up to date", "game", id, "err", err)
		}
		b.mu.Lock()
		var sockets []*socket
		if err == nil {
			r.seq = s.game.Seq()
			for socket := range r.sockets {
				sockets = append(sockets, socket)
			}
		}
		b.mu.Unlock()
		b.display(s, sockets)
		b.mu.Lock()
		if r.reading = r.again; !r.again {
			b.mu.Unlock()
			return
		}
		r.again = false
		b.mu.Unlock()
	}
}

// read reads a game, regardless of who may see it.
func (b *Boards) read(ctx context.Context, id game.GameID) (*state, error) {
	g, err := b.Referee.UnrestrictedGame(ctx, id)
	if err != nil {
		return nil, err
	}
	return b.stateOf(ctx, g)
}

// display sends a snapshot to pages. Those that see the same get the same bytes.
func (b *Boards) display(s *state, sockets []*socket) {
	type view struct {
		lang   *lang.Language
		player game.PersonID
	}
	made := map[view][]byte{}
	for _, to := range sockets {
		of := view{lang: to.lang}
		if _, plays := s.game.Side(to.session.Person); plays {
			of.player = to.session.Person
		}
		if made[of] == nil {
			snap, err := b.snapshot(context.Background(), s, of.player, of.lang)
			if err != nil {
				b.Log.Warn("a live board was not brought up to date", "game", s.game.ID, "err", err)
				return
			}
			made[of], _ = json.Marshal(snap)
		}
		to.send("game", made[of])
	}
}

// enter has a page shown a game instead of the one before, unless it knows that as it is.
func (b *Boards) enter(ctx context.Context, s *socket, id game.GameID, seq int) error {
	g, err := b.seen(ctx, s, id)
	if err != nil {
		return err
	}
	b.mu.Lock()
	if b.closed || s.closed {
		b.mu.Unlock()
		return nil
	}
	if s.game != id {
		b.exit(s)
		b.join(s, g)
	}
	b.mu.Unlock()
	// Read after the page entered, so that no change falls between.
	state, err := b.read(ctx, id)
	if err == nil && state.game.Seq() != seq {
		b.display(state, []*socket{s})
	}
	return err
}

// join has a page shown a game. The mutex is held.
func (b *Boards) join(s *socket, g *game.Game) {
	r := b.rooms[g.ID]
	if r == nil {
		r = &room{sockets: map[*socket]bool{}, seq: g.Seq()}
		b.rooms[g.ID] = r
	}
	r.sockets[s] = true
	s.game, s.players = g.ID, g.Players
	b.tell(g.ID)
}

// game returns a game that a viewer may see, unless it is between two places.
func (b *Boards) game(ctx context.Context, id game.GameID, v game.Viewer) (*game.Game, error) {
	g, err := b.Referee.Game(ctx, id, v)
	if err == nil && g.IsBetween() {
		return nil, &game.RequestError{Code: game.NoSuchGame}
	}
	return g, err
}

// seen returns a game that the viewer of a page may see.
func (b *Boards) seen(ctx context.Context, s *socket, id game.GameID) (*game.Game, error) {
	if s.watches == "" {
		return b.game(ctx, id, s.session.Viewer())
	}
	g, err := b.publicGame(ctx, s.watches)
	if err == nil && g.ID != id {
		err = &game.RequestError{Code: game.NoSuchGame}
	}
	return g, err
}

// exit has a page shown no game. The mutex is held.
func (b *Boards) exit(s *socket) {
	id := s.game
	r := b.rooms[id]
	if r == nil {
		return
	}
	delete(r.sockets, s)
	s.game = ""
	if len(r.sockets) == 0 {
		delete(b.rooms, id)
	}
	b.tell(id)
}

// tell tells the pages of a game who is here. The mutex is held.
func (b *Boards) tell(id game.GameID) {
	r := b.rooms[id]
	if r == nil {
		return
	}
	p := presence{Kind: "here"}
	watching := map[game.PersonID]bool{}
	for s := range r.sockets {
		for _, side := range draughts.Sides {
			p.Here[side] = p.Here[side] || s.players[side] == game.Computer
		}
		side := slices.Index(s.players[:], s.session.Person)
		switch {
		case s.watches != "":
			p.Watching++
		case side < 0:
			watching[s.session.Person] = true
		case !s.away:
			p.Here[side] = true
		}
	}
	p.Watching += len(watching)
	text, _ := json.Marshal(p)
	for s := range r.sockets {
		s.send("here", text)
	}
}

// Attended reports whether all people who play a game look at its page in this process.
func (b *Boards) Attended(g *game.Game) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.rooms[g.ID]
	if r == nil {
		return false
	}
	here := map[game.PersonID]bool{game.Computer: true}
	for s := range r.sockets {
		here[s.session.Person] = here[s.session.Person] || !s.away
	}
	return here[g.Player(draughts.White)] && here[g.Player(draughts.Black)]
}

// End closes the pages of a person, whose sessions are over.
func (b *Boards) End(p game.PersonID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.sockets {
		if s.session.Person == p {
			s.end()
		}
	}
}

const (
	lookEvery  = time.Second // for games that other processes changed
	lookRarely = 5           // if this process hears of them: one that was killed may not have told
	checkEvery = time.Minute // whether sessions still are
)

// Run keeps the pages up to date until the context ends, and then has them connect again.
func (b *Boards) Run(ctx context.Context) {
	look, check := time.NewTicker(lookEvery), time.NewTicker(checkEvery)
	defer look.Stop()
	defer check.Stop()
	var checking sync.Mutex // which takes long where many pages are open
	for n := 0; ; {
		select {
		case <-ctx.Done():
			b.mu.Lock()
			b.closed = true
			for s := range b.sockets {
				s.close()
			}
			b.mu.Unlock()
			return
		case <-look.C:
			if n++; b.Hears != nil && (n%lookRarely == 0 || !b.Hears()) {
				b.look(ctx)
			}
		case <-check.C:
			if checking.TryLock() {
				go func() {
					defer checking.Unlock()
					b.check(ctx)
				}()
			}
		}
	}
}

// look finds the games that other processes have changed, of those that pages show.
func (b *Boards) look(ctx context.Context) {
	b.mu.Lock()
	seqs := map[game.GameID]int{}
	for id, r := range b.rooms {
		seqs[id] = r.seq
	}
	b.mu.Unlock()
	for id, seq := range seqs {
		g, err := b.Referee.UnrestrictedGame(ctx, id)
		if err != nil || g.Seq() == seq {
			continue
		}
		b.mu.Lock()
		if r := b.rooms[id]; r != nil {
			b.refreshSoon(id, r)
		}
		b.mu.Unlock()
	}
}

// check closes the sockets of sessions that are over, and of people who have left the guild.
func (b *Boards) check(ctx context.Context) {
	b.mu.Lock()
	var open []*socket
	for s := range b.sockets {
		open = append(open, s)
	}
	b.mu.Unlock()
	public := map[string]error{}
	for _, s := range open {
		err, known := public[s.watches]
		switch {
		case s.watches == "":
			_, err = b.session(ctx, s.token)
		case !known:
			_, err = b.publicGame(ctx, s.watches)
			public[s.watches] = err
		}
		if isRefused(err) {
			s.end()
		}
	}
}
