package game

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"doublecorner/game/draughts"
)

// MaxVoteTime is how long people can vote for a move at most, so that a game that nobody wants keeps no room for long.
const MaxVoteTime = 7 * day

const (
	maxQuorum = 1000
	// maxVoters is how many people can vote in a game. The game is stored with all of them.
	maxVoters = 1000
	// votesEvery is the time between two commits of votes, however many people vote.
	votesEvery = time.Second
)

// Vote is a vote of a person for the next move of a team.
type Vote struct {
	Person PersonID
	Path   Path
}

// Voter is a person who has voted in a game, for the moves of a side.
type Voter struct {
	Person PersonID
	Side   draughts.Side
}

// Tallied is a move with its votes.
type Tallied struct {
	Path  Path
	Votes int
}

// IsTeam reports whether people vote for the moves of a side.
func (g *Game) IsTeam(s draughts.Side) bool {
	return g.Player(s).IsTeam() || g.Voting && g.Player(s) == Stranger
}

// IsExtended reports whether nobody had voted in time, so that the people of the team that is to move have as long again.
func (g *Game) IsExtended() bool { return !g.IsOver() && g.IsTeam(g.Turn()) && g.reminders > 0 }

// VoteOf returns the move for which a person has voted now; nil for none.
func (g *Game) VoteOf(p PersonID) Path {
	if i := slices.IndexFunc(g.Votes, func(v Vote) bool { return v.Person == p }); i >= 0 {
		return g.Votes[i].Path
	}
	return nil
}

// LastTally returns the votes for the last move of a team; nil if there was none.
func (g *Game) LastTally() []Tallied {
	for i := range slices.Backward(g.events) {
		if len(g.events[i].Tally) > 0 {
			return g.events[i].Tally
		}
	}
	return nil
}

// VotesFor returns the side for whose moves a person has voted.
func (g *Game) VotesFor(p PersonID) (draughts.Side, bool) {
	if i := slices.IndexFunc(g.Voters, func(v Voter) bool { return v.Person == p }); i >= 0 {
		return g.Voters[i].Side, true
	}
	return 0, false
}

// tally counts votes: the move with most of them comes first, and of those with as many that whose last vote came first.
func tally(votes []Vote) []Tallied {
	var all []Tallied
	last := map[string]int{} // the number of the last vote for a move, by its path
	for n, v := range votes {
		i := slices.IndexFunc(all, func(t Tallied) bool { return slices.Equal(t.Path, v.Path) })
		if i < 0 {
			i = len(all)
			all = append(all, Tallied{Path: v.Path})
		}
		all[i].Votes++
		last[string(v.Path)] = n
	}
	slices.SortFunc(all, func(a, b Tallied) int { return cmp.Or(b.Votes-a.Votes, last[string(a.Path)]-last[string(b.Path)]) })
	return all
}

// VoteRequest votes for a move of the team of a room.
type VoteRequest struct {
	GameRequest
	Room   RoomID
	Parent RoomID // of Room, if that is a thread of another one
	Text   string // the move in any notation that draughts.Position.Read understands
}

// isIn reports whether a vote is made in a room or a thread of it.
func (q *VoteRequest) isIn(r RoomID) bool { return r != 0 && (q.Room == r || q.Parent == r) }

// ballot is a vote that waits for the next commit.
type ballot struct {
	VoteRequest
	plan *plan
	game *Game // after the vote
	err  error
	done chan struct{}
}

// ballots are the votes that wait for the next commit.
type ballots struct {
	mu        sync.Mutex
	waiting   []*ballot
	scheduled bool
	committed time.Time // when the last commit began
}

// Vote votes for a move of the team of a room, instead of what the person has voted for before. The move is made when the
// time of the team is over, or once it has as many votes as the quorum, or if it is the only one. Votes that arrive within
// a second are stored together: the function that Vote returns waits for that, and returns the game after it.
func (r *Referee) Vote(ctx context.Context, q VoteRequest) (stored func(context.Context) (*Game, error), err error) {
	plan, err := r.planVote(ctx, q)
	if err != nil {
		return nil, err
	}
	b := &ballot{VoteRequest: q, plan: plan, done: make(chan struct{})}
	r.ballots.mu.Lock()
	r.ballots.waiting = append(r.ballots.waiting, b)
	if !r.ballots.scheduled {
		r.ballots.scheduled = true
		time.AfterFunc(votesEvery-time.Since(r.ballots.committed), r.commitVotes)
	}
	r.ballots.mu.Unlock()
	return func(ctx context.Context) (*Game, error) {
		select {
		case <-b.done:
			return b.game, b.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}, nil
}

// planVote reads a move, and refuses a vote that will be refused whatever happens meanwhile.
func (r *Referee) planVote(ctx context.Context, q VoteRequest) (*plan, error) {
	v := Viewer{Person: q.By.Person, Place: q.Place}
	g, err := view(ctx, r, func(tx Reader) (*Game, error) {
		Expect(tx, Expectation{Game: q.Game.home(), Only: true})
		return v.game(tx, q.Game)
	})
	if err == nil {
		err = checkVoter(g, &q)
	}
	if err != nil {
		return nil, v.refusal(err, q.Game)
	}
	history, err := g.History()
	if err != nil {
		return nil, err
	}
	position := history.Position()
	m, err := position.Read(q.Text)
	if isIllegal(err) {
		return nil, &RequestError{Code: IllegalMove, Game: v.from(g, q.Game), Move: err, Before: history}
	} else if err != nil {
		return nil, err
	}
	return &plan{path: position.Path(m), only: len(position.Moves()) == 1}, nil
}

// commitVotes stores the votes that wait.
func (r *Referee) commitVotes() {
	r.ballots.mu.Lock()
	all := r.ballots.waiting
	r.ballots.waiting, r.ballots.scheduled, r.ballots.committed = nil, false, time.Now()
	r.ballots.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err := r.update(ctx, func(s *step) error { return s.vote(all) })
	for _, b := range all {
		if err != nil {
			b.game, b.err = nil, err
		}
		b.share()
		close(b.done)
	}
}

// share gives a voter a game of their own, since many share one.
func (b *ballot) share() {
	if b.game != nil {
		own := *b.game
		b.game = &own
	}
	if refused, ok := errors.AsType[*RequestError](b.err); ok && refused.Game != nil {
		own, again := *refused.Game, *refused
		again.Game = &own
		b.err = &again
	}
}

// vote takes votes, one after the other.
func (s *step) vote(all []*ballot) error {
	games := map[GameID]*Game{}
	changed := map[GameID]bool{}
	for _, b := range all {
		v := Viewer{Person: b.By.Person, Place: b.Place}
		id := b.Game.home()
		g, err := games[id], error(nil)
		if g == nil {
			if g, err = v.game(s.tx, b.Game); err != nil && !isRefusal(err) {
				return err
			}
			games[id] = g
		}
		if err == nil {
			err = s.checkVote(g, b)
		}
		if b.game, b.err = nil, v.refusal(err, b.Game); err != nil {
			if !isRefusal(err) {
				return err
			}
			continue
		}
		g.setVote(b.By.Person, b.plan.path)
		changed[id] = true
		if b.plan.only || g.Quorum > 0 && tally(g.Votes)[0].Votes >= g.Quorum {
			if err := s.countVotes(g); err != nil {
				return err
			}
			changed[id] = false // it was stored
		}
		b.game = v.from(g, b.Game)
	}
	for id, g := range games {
		if changed[id] {
			if err := s.tx.PutGame(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkVote refuses a vote.
func (s *step) checkVote(g *Game, b *ballot) error {
	if err := checkNotErasing(s.tx, b.By.Person); err != nil {
		return err
	}
	v := Viewer{Person: b.By.Person, Place: b.Place}
	if !v.sees(g) {
		return refuse(NoSuchGame)
	}
	if err := checkVoter(g, &b.VoteRequest); err != nil {
		return err
	}
	if deadline, ok := g.deadline(); ok && deadline <= s.service.Instant(b.arrivedBy(s.now)) {
		return &RequestError{Code: TimeIsUp, Game: g}
	}
	if _, voted := g.VotesFor(b.By.Person); !voted && len(g.Voters) >= maxVoters {
		return &RequestError{Code: TooManyVoters, Game: g, Limit: maxVoters}
	}
	return nil
}

// checkVoter refuses a vote of a person who cannot vote there for the next move.
func checkVoter(g *Game, q *VoteRequest) error {
	if err := q.checkCurrent(g); err != nil {
		return err
	}
	side, voted := g.VotesFor(q.By.Person)
	_, plays := g.Side(q.By.Person)
	switch turn := g.Turn(); {
	case plays || !g.IsTeam(turn) || voted && side != turn:
		return &RequestError{Code: NotYourTurn, Game: g}
	case !q.isIn(g.room(turn)) && !q.isIn(g.Player(turn).TeamRoom()):
		return &RequestError{Code: VotesElsewhere, Game: g}
	}
	return nil
}

// RecordTalk records the room in which people talk about the votes of a game, unless there is one. It returns the room that
// there is.
func (r *Referee) RecordTalk(ctx context.Context, id GameID, room RoomID) (talk RoomID, err error) {
	err = r.store.Update(ctx, func(tx Tx) error {
		g, err := Viewer{unrestricted: true}.game(tx, id)
		if err != nil {
			return err
		}
		of := &g.Talk
		if id.isAbroad() && g.Abroad != nil {
			of = &g.Abroad.Talk
		}
		if *of != 0 {
			talk = *of
			return nil
		}
		*of, talk = room, room
		return tx.PutGame(g)
	})
	return talk, err
}

// VoteIn returns the running game in which the people of a room vote; nil for none.
func (r *Referee) VoteIn(ctx context.Context, room RoomID, v Viewer) (*Game, error) {
	return view(ctx, r, func(tx Reader) (*Game, error) {
		page, err := tx.Games(RunningGamesOf(TeamOf(room)), "", 1)
		if err != nil || len(page.Items) == 0 || !v.sees(page.Items[0]) {
			return nil, err
		}
		return v.from(page.Items[0], page.Items[0].ID), nil
	})
}

// teamIn returns the side for whose moves people of a place vote.
func (g *Game) teamIn(p PlaceID) (draughts.Side, bool) {
	for _, side := range draughts.Sides {
		if g.Player(side).IsTeam() && (g.Abroad == nil || side == g.Challenger) == (p == g.Place) {
			return side, true
		}
	}
	return 0, false
}

// room returns the room in which the people of a team vote: where the game is shown to them, which may be a thread by now.
func (g *Game) room(s draughts.Side) RoomID {
	if g.Abroad != nil && s != g.Challenger {
		return g.Abroad.Room
	}
	return g.Room
}

// setVote sets what a person votes for.
func (g *Game) setVote(p PersonID, path Path) {
	g.Votes = append(slices.DeleteFunc(slices.Clone(g.Votes), func(v Vote) bool { return v.Person == p }), Vote{p, path})
	if _, voted := g.VotesFor(p); !voted {
		g.Voters = append(slices.Clone(g.Voters), Voter{p, g.Turn()})
	}
}

// countVotes makes the move with most votes.
func (s *step) countVotes(g *Game) error {
	counted := tally(g.Votes)
	g.Votes = nil
	history, err := g.History()
	if err != nil {
		return err
	}
	p := &plan{path: counted[0].Path, tally: counted, branches: g.Branches, history: history}
	if err := history.Repeat(p.path); err != nil {
		return err
	}
	p.result = resultOf(history)
	p.planAnswer(g.Ply())
	if p.result == nil {
		p.result = claimOfTeams(g, history)
	}
	return s.makeMoves(g, p)
}

// claimOfTeams returns the draw that a team can claim, or nil: nobody could claim it for them.
func claimOfTeams(g *Game, history *draughts.History) *Result {
	for _, side := range draughts.Sides {
		if end, ok := history.Claim(side); ok && g.IsTeam(side) {
			return &Result{Cause: ByClaim, Rule: end.Rule, Outcome: Drawn}
		}
	}
	return nil
}

// closeVote ends the time in which a team could vote: the votes are counted. If there is none, the time is extended once,
// and then the team resigns.
func (s *step) closeVote(g *Game) error {
	side := g.Turn()
	switch {
	case len(g.Votes) > 0:
		return s.countVotes(g)
	case !g.IsExtended():
		return s.addEvent(g, Event{Kind: Reminded, Side: side})
	}
	return s.end(g, side, Result{Cause: ByResignation, Outcome: WonBy(side.Opponent())})
}
