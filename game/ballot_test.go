package game_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/openings"
)

// ballotTerms returns the terms of a game with a ballot.
func ballotTerms(t testing.TB) game.Terms {
	terms := american(t)
	terms.Ballot = true
	return terms
}

// ballotOf returns the number of the ballot of a game; 0 if it has none.
func (h *fixture) ballotOf(g *game.Game) int {
	h.t.Helper()
	history, err := g.History()
	h.must(err)
	b, _ := openings.BallotOf(history)
	if b.Play != openings.Crossboard || g.Len() < 3 {
		h.t.Errorf("ballot %d of %v is not played at the board", b.Number, history.Moves())
	}
	return b.Number
}

// lose has a side resign once the game counts.
func (h *fixture) lose(g *game.Game, s draughts.Side) *game.Game {
	h.t.Helper()
	for !g.IsUnderway() {
		history, err := g.History()
		h.must(err)
		p := history.Position()
		g = h.play(g, p.Full(p.Moves()[0], draughts.Numbers))
	}
	return h.resign(g, g.Player(s))
}

// rematch has both players of a game ask for a rematch.
func (h *fixture) rematch(g *game.Game) *game.Game {
	h.t.Helper()
	for _, p := range g.Players {
		a, err := h.Rematch(background, game.RematchRequest{Request: h.by(p), Game: g.ID, Room: table})
		h.must(err)
		if a.Game != nil {
			return a.Game
		}
	}
	h.t.Fatal("no rematch began")
	return nil
}

// A ballot's moves belong to the game: it goes on after them, and they cannot be taken back. Nobody made them, so
// they take no time, and make no game count.
func TestBallotGame(t *testing.T) {
	h := newFixture(t)
	terms := ballotTerms(t)
	var err error
	terms.Clock, err = game.Live(5*time.Minute, 3*time.Second)
	h.must(err)
	g := h.begin(ann, bob, terms)
	number := h.ballotOf(g)
	if number == 0 || g.Len() != 3 || g.Ply() != 0 || g.Seq() != 0 || g.Turn() != draughts.White || g.IsUnderway() {
		t.Fatalf("ballot %d: %d moves, ply %d, %d events, %v to move", number, g.Len(), g.Ply(), g.Seq(), g.Turn())
	}
	for _, p := range g.Players {
		_, err = h.Propose(background, h.offer(g, p, game.OfferTakeBack))
		refused(t, err, game.NothingToTakeBack)
	}
	history, err := g.History()
	h.must(err)
	move := history.Position().Full(history.Position().Moves()[0], draughts.Numbers)
	g = h.play(g, move)
	if g.Left(draughts.White, h.now(), game.Service{}) != 303*time.Second ||
		g.Left(draughts.Black, h.now(), game.Service{}) != 300*time.Second {
		t.Error("the ballot's moves took or gave time")
	}
	g = h.propose(g, game.OfferTakeBack, g.Player(draughts.White), g.Player(draughts.Black))
	if g.Len() != 3 || g.Turn() != draughts.White {
		t.Errorf("after a take-back there are %d moves, and %v is to move", g.Len(), g.Turn())
	}
	g = h.lose(g, draughts.Black)
	if result, _ := g.Result(); g.Len() != 7 || result.Outcome != game.WhiteWon || len(result.Changes[draughts.White]) == 0 {
		t.Errorf("after %d moves: %+v", g.Len(), result)
	}
	h.inOrder()

	kept := h.game(g.ID)
	h.must(kept.Verify())
	record, err := game.PDN(kept, nil)
	h.must(err)
	if record.Tag("Ballot") != fmt.Sprint(number) || record.Tag("FEN") != "" {
		t.Errorf("its tags are %v", record.Tags)
	}
	var moves []string
	for i, n := range record.Line {
		if n.Kind == pdn.Move {
			moves = append(moves, n.Text)
		} else if i < 3 {
			t.Errorf("a move of the ballot has the comment %q", n.Text)
		}
	}
	if len(moves) != 7 {
		t.Errorf("its moves are %v", moves)
	}
	again, err := record.Replay(g.Variant)
	h.must(err)
	if whole, err := g.History(); err != nil || again.Position() != whole.Position() {
		t.Errorf("its record leads to another position, %v", err)
	}
	var exported strings.Builder
	h.must(h.Export(background, ann, "", &exported))
	opening := `"opening": "` + strings.NewReplacer("x", "-").Replace(strings.Join(moves[:3], " "))
	if !strings.Contains(exported.String(), opening) ||
		!strings.Contains(exported.String(), `"ballot": true`) {
		t.Errorf("what is stored of a player lacks %s", opening)
	}
}

// In a match, both play each ballot with each side; then the lot draws another.
func TestBallotInRematches(t *testing.T) {
	h := newFixture(t)
	first := h.lose(h.begin(ann, bob, ballotTerms(t)), draughts.Black)
	second := h.rematch(first)
	if h.ballotOf(second) != h.ballotOf(first) || second.Player(draughts.White) != first.Player(draughts.Black) {
		t.Errorf("ballot %d after ballot %d, %v and %v", h.ballotOf(second), h.ballotOf(first), second.Players, first.Players)
	}
	a, err := h.Propose(background, h.offer(second, ann, game.OfferAbort))
	h.must(err)
	again := h.rematch(a.Game) // which does not count either
	if h.ballotOf(again) != h.ballotOf(second) || again.Players != second.Players {
		t.Errorf("ballot %d is canceled for ballot %d", h.ballotOf(second), h.ballotOf(again))
	}
	third := h.rematch(h.lose(again, draughts.White))
	if h.ballotOf(third) == h.ballotOf(first) {
		t.Errorf("ballot %d is played a third time", h.ballotOf(first))
	}
	h.inOrder()
}

// Nobody can cancel a game for another ballot.
func TestBallotIsKeptAfterAbort(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, ballotTerms(t))
	first := h.ballotOf(g)
	for range 3 {
		h.propose(g, game.OfferAbort, ann)
		g = h.begin(bob, ann, ballotTerms(t))
		if again := h.ballotOf(g); again != first {
			t.Errorf("ballot %d is canceled for ballot %d", first, again)
		}
	}
	h.lose(g, draughts.White)
	if next := h.ballotOf(h.begin(ann, bob, ballotTerms(t))); next == first {
		t.Errorf("ballot %d is drawn again", next)
	}
}

// Every ballot that is drawn is of the deck at the board.
func TestBallotsAreDrawn(t *testing.T) {
	h := newFixture(t, game.Quotas{GamesPerPerson: 300, GamesPerPlace: 300, ChallengesPerPerson: 10})
	drawn := map[int]bool{}
	for range 100 {
		drawn[h.ballotOf(h.begin(ann, bob, ballotTerms(t)))] = true
	}
	if len(drawn) < 50 {
		t.Errorf("only %d of 144 ballots are drawn in 100 games", len(drawn))
	}
}
