package game_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store"
)

// hall is another room of the club.
const hall game.RoomID = 2002

// voting returns terms under which the people of the challenger's room vote for ten minutes a move, and begin.
func voting(t testing.TB, quorum int) game.Terms {
	clock, err := game.PerMove(10 * time.Minute)
	must(t, err)
	return game.Terms{Variant: rules(t, "american"), Colour: game.PlayBlack, Clock: clock, Voting: true, Quorum: quorum}
}

// team begins a game of the people of the table against a person of their place.
func (h *fixture) team(against game.PersonID, terms game.Terms) *game.Game {
	h.t.Helper()
	a, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(against), Room: table, To: against, Terms: terms})
	h.must(err)
	return a.Game
}

// vote votes at the table.
func (h *fixture) vote(g *game.Game, p game.PersonID, text string) error {
	return h.cast(game.VoteRequest{GameRequest: h.at(g, p), Room: table, Text: text})
}

// cast votes, and waits until the vote is stored.
func (h *fixture) cast(q game.VoteRequest) error {
	stored, err := h.Vote(background, q)
	if err != nil {
		return err
	}
	_, err = stored(background)
	return err
}

// votes has people vote, one after the other: p(text).
func (h *fixture) votes(g *game.Game, from game.PersonID, texts ...string) {
	h.t.Helper()
	for i, text := range texts {
		h.must(h.vote(g, from+game.PersonID(i), text))
	}
}

// bubbled runs a test with a fixture in a bubble, in which nobody waits for the next commit of votes.
func bubbled(t *testing.T, run func(t *testing.T, h *fixture)) {
	synctest.Test(t, func(t *testing.T) {
		h := newFixture(t)
		run(t, h)
		h.inOrder()
		h.must(h.store.Close())
	})
}

// The move with most votes is made at the deadline; of those with as many, the one whose last vote came first.
func TestVotesAreCounted(t *testing.T) {
	for name, test := range map[string]struct {
		votes []string // of people from 301 on
		again string   // for what the first votes then
		want  string
	}{
		"one":       {[]string{"11-15"}, "", "11-15"},
		"most":      {[]string{"11-15", "9-14", "9-14"}, "", "9-14"},
		"tie":       {[]string{"9-14", "11-15", "11-15", "9-14"}, "", "11-15"},
		"changed":   {[]string{"9-14", "11-15", "9-14"}, "11-15", "11-15"},
		"confirmed": {[]string{"9-14", "11-15"}, "9-14", "11-15"},
	} {
		t.Run(name, func(t *testing.T) {
			bubbled(t, func(t *testing.T, h *fixture) {
				g := h.team(ann, voting(t, 0))
				h.votes(g, 301, test.votes...)
				if test.again != "" {
					h.must(h.vote(g, 301, test.again))
				}
				h.leap(10 * time.Minute)
				if now := h.game(g.ID); now.Len() != 0 {
					t.Errorf("the votes are counted before the time of grace is over")
				}
				h.leap(grace)
				now := h.game(g.ID)
				e := now.Event(now.Seq() - 1)
				history, err := now.History()
				h.must(err)
				if got := history.At(0).Text(history.Moves()[0]); now.Len() != 1 || got != test.want {
					t.Fatalf("%q is made, want %q", got, test.want)
				}
				total := 0
				for _, tallied := range e.Tally {
					total += tallied.Votes
				}
				if total != len(test.votes) || !slices.Equal(e.Tally[0].Path, e.Path) || len(now.Votes) != 0 {
					t.Errorf("%d votes are counted: %v; %d are left", total, e.Tally, len(now.Votes))
				}
			})
		})
	}
}

// Enough votes for one move make it at once; so does a vote for the only move.
func TestQuorum(t *testing.T) {
	bubbled(t, func(t *testing.T, h *fixture) {
		g := h.team(ann, voting(t, 2))
		h.votes(g, 301, "11-15", "9-14")
		if g = h.game(g.ID); g.Len() != 0 {
			t.Fatal("two votes for two moves are a quorum")
		}
		h.must(h.vote(g, 303, "11-15"))
		g = h.play(h.game(g.ID), "22-18")
		h.must(h.vote(g, 304, "15x22"))
		if g = h.game(g.ID); g.Len() != 3 {
			t.Errorf("the only move is not made at once: %d moves", g.Len())
		}
		pending := h.pending()
		if last := pending[len(pending)-1]; last.Seq != 3 || last.Requested {
			t.Errorf("no answer delivers the move, but it waits for one: %+v", last)
		}
	})
}

// If nobody votes in time, there is as much time again, and then the team resigns.
func TestNobodyVotes(t *testing.T) {
	bubbled(t, func(t *testing.T, h *fixture) {
		g := h.team(ann, voting(t, 0))
		h.votes(g, 301, "11-15")
		h.leap(10*time.Minute + grace)
		g = h.play(h.game(g.ID), "22-18")
		h.votes(g, 301, "15x22")
		g = h.play(h.game(g.ID), "25x18")

		h.leap(10*time.Minute + grace)
		g = h.game(g.ID)
		if deadline, ok := g.Deadline(h.service()); g.IsOver() || !g.IsExtended() || !ok || deadline.Sub(h.now()) != 10*time.Minute-grace {
			t.Fatalf("after one time: over %v, extended %v, until %v", g.IsOver(), g.IsExtended(), deadline.Sub(h.now()))
		}
		late := g
		h.leap(10 * time.Minute)
		g = h.game(g.ID)
		if result, over := g.Result(); !over || result.Cause != game.ByResignation || result.Outcome != game.WhiteWon {
			t.Errorf("after two times: %+v", result)
		}
		refused(t, h.vote(late, 301, "12-16"), game.Over)
	})
}

// Who may vote, where, and for what.
func TestVotesAreRefused(t *testing.T) {
	bubbled(t, func(t *testing.T, h *fixture) {
		g := h.team(ann, voting(t, 0))
		refused(t, h.vote(g, ann, "11-15"), game.NotYourTurn)
		refused(t, h.vote(g, 301, "11-18"), game.IllegalMove)
		elsewhere := game.VoteRequest{GameRequest: h.at(g, 301), Room: hall, Text: "11-15"}
		refused(t, h.cast(elsewhere), game.VotesElsewhere)
		elsewhere.Place = other
		refused(t, h.cast(elsewhere), game.NoSuchGame)
		_, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, 301), Text: "11-15"})
		refused(t, err, game.NotAPlayer)

		h.must(h.vote(g, 301, "11-15"))
		h.leap(10*time.Minute + grace)
		refused(t, h.vote(g, 301, "9-14"), game.Stale)
		refused(t, h.vote(h.game(g.ID), 301, "22-18"), game.NotYourTurn)
		_, err = h.Propose(background, h.offer(h.game(g.ID), ann, game.OfferTakeBack))
		refused(t, err, game.PeopleVote)
	})
}

// A room votes in one game at a time. A game in which people vote is not rated, and has a time for each move.
func TestVoteTerms(t *testing.T) {
	h := newFixture(t)
	g := h.team(ann, voting(t, 0))
	_, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(bob), Room: table, To: game.Computer, Terms: func() game.Terms {
		terms := voting(t, 0)
		terms.Level = 1
		return terms
	}()})
	if r := refused(t, err, game.AlreadyVoting); r.Game.ID != g.ID {
		t.Errorf("the room votes in %s", r.Game.ID)
	}
	minutes := voting(t, 0).Clock
	for fault, spoil := range map[game.TermsFault]func(*game.Terms){
		game.VoteRated: func(terms *game.Terms) { terms.Rated = true },
		game.VoteClock: func(terms *game.Terms) { terms.Clock = game.Clock{} },
		game.BadQuorum: func(terms *game.Terms) { terms.Quorum = -1 },
	} {
		terms := voting(t, 0)
		spoil(&terms)
		_, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(bob), Room: hall, To: bob, Terms: terms})
		if r := refused(t, err, game.BadTerms); r.Terms != fault {
			t.Errorf("the fault is %v, want %v", r.Terms, fault)
		}
	}
	_, err = h.Challenge(background, game.ChallengeRequest{Request: h.by(bob), To: ann, Terms: game.Terms{
		Variant: rules(t, "american"), Clock: minutes,
	}})
	if r := refused(t, err, game.BadTerms); r.Terms != game.VoteClock {
		t.Errorf("between two people, minutes for a move are %v", r.Terms)
	}
}

// A moderator can resign for the people of their place, and nobody else can.
func TestModeratorResignsForTeam(t *testing.T) {
	h := newFixture(t)
	g := h.team(ann, voting(t, 0))
	_, err := h.Resign(background, h.at(g, 301))
	refused(t, err, game.NotAPlayer)
	q := h.at(g, mod)
	q.By.Moderator = true
	a, err := h.Resign(background, q)
	h.must(err)
	if !a.Game.IsOver() || a.Game.Event(0).Side != draughts.Black {
		t.Errorf("%+v", a.Game.Events())
	}
}

// A game is in the lists of all who have voted, counts as none of their games, and forgets those who are erased.
func TestVotersAreListed(t *testing.T) {
	bubbled(t, func(t *testing.T, h *fixture) {
		h.Referee = game.New(game.Config{Store: h.store, Now: h.now, Random: h.random, Quotas: game.Quotas{GamesPerPerson: 1}})
		g := h.team(ann, voting(t, 0))
		h.votes(g, bob, "11-15", "9-14")
		for _, p := range []game.PersonID{bob, cid, ann, game.TeamOf(table)} {
			if games := h.listed(game.RunningGamesOf(p)); len(games) != 1 {
				t.Errorf("%v has %d games", p, len(games))
			}
		}
		h.begin(bob, cid, american(t))
		h.erase(cid)
		g = h.game(g.ID)
		if len(g.Voters) != 1 || len(g.Votes) != 1 || g.IsOver() {
			t.Errorf("after an erasure, %v have voted: %v", g.Voters, g.Votes)
		}
	})
}

// countedCommits counts the updates of a store.
type countedCommits struct {
	game.Store
	mu      sync.Mutex
	updates int
}

func (s *countedCommits) Update(ctx context.Context, f func(game.Tx) error) error {
	s.mu.Lock()
	s.updates++
	s.mu.Unlock()
	return s.Store.Update(ctx, f)
}

// However many people vote, the store commits their votes once a second; and no vote that was acknowledged is lost.
func TestVotesShareCommits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFixture(t)
		counted := &countedCommits{Store: h.store}
		h.Referee = game.New(game.Config{Store: counted, Now: h.now, Random: h.random})
		g := h.team(ann, voting(t, 0))
		before, begun := counted.updates, time.Now()
		var people sync.WaitGroup
		const voters = 50
		for i := range voters {
			people.Go(func() {
				time.Sleep(time.Duration(i) * 60 * time.Millisecond)
				for _, text := range []string{"9-14", "11-15"} {
					if err := h.vote(g, game.PersonID(301+i), text); err != nil {
						t.Error(err)
					}
				}
			})
		}
		people.Wait()
		if took := time.Since(begun); counted.updates-before > int(took/time.Second)+1 {
			t.Errorf("%d commits in %v", counted.updates-before, took)
		}
		h.must(h.store.Close())

		again, err := store.Open(h.path, store.Options{})
		h.must(err)
		h.must(again.View(background, func(tx game.Reader) error {
			now, err := tx.Game(g.ID)
			if err == nil && (len(now.Votes) != voters || len(now.Voters) != voters) {
				t.Errorf("%d votes of %d people are stored", len(now.Votes), len(now.Voters))
			}
			return err
		}))
		h.must(again.Close())
	})
}
