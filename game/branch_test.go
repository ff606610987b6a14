package game_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store/storetest"
)

// branch has the player who waits add a branch of conditional moves.
func (h *fixture) branch(g *game.Game, moves string) (*game.Game, error) {
	a, err := h.AddBranches(background, h.branchBy(g, g.Player(g.Turn().Opponent()), moves))
	return a.Game, err
}

func (h *fixture) branchBy(g *game.Game, p game.PersonID, branches ...string) game.BranchRequest {
	q := game.BranchRequest{GameRequest: h.at(g, p)}
	for _, moves := range branches {
		q.Branches = append(q.Branches, strings.Fields(moves))
	}
	return q
}

// plans is branch for several branches that are legal.
func (h *fixture) plans(g *game.Game, branches ...string) *game.Game {
	h.t.Helper()
	for _, moves := range branches {
		var err error
		g, err = h.branch(g, moves)
		h.must(err)
	}
	return g
}

// branches returns a person's branches as texts, in the order of the alphabet.
func branches(g *game.Game, p game.PersonID) []string {
	var all []string
	for _, b := range g.BranchesOf(p) {
		all = append(all, branchText(g.Variant, b))
	}
	slices.Sort(all)
	return all
}

func branchText(v *draughts.Variant, b game.Branch) string {
	var moves []string
	for _, path := range b {
		var squares []string
		for _, q := range path {
			squares = append(squares, v.Name(q))
		}
		moves = append(moves, strings.Join(squares, "-"))
	}
	return strings.Join(moves, " ")
}

func wantBranches(t *testing.T, g *game.Game, p game.PersonID, want ...string) {
	t.Helper()
	if got := branches(g, p); !slices.Equal(got, want) {
		t.Errorf("the branches are %q, want %q", got, want)
	}
}

// A conditional answer is made with the move that it answers, costs no time, and goes on as planned.
func TestConditionalMoves(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, days(t, 2)), "11-15") // Ann has Black
	g = h.plans(g, "22-18 15x22 25x18 8-11", "22-18 15x22 26x17 8-11 17-13 11-15", "24-19 15x24")
	wantBranches(t, g, ann, "22-18 15-22 25-18 8-11", "22-18 15-22 26-17 8-11 17-13 11-15", "24-19 15-24")
	h.leap(time.Hour)

	move := game.MoveRequest{GameRequest: h.at(g, bob), Text: "22-18"}
	a, err := h.Move(background, move)
	h.must(err)
	g = a.Game
	answer := g.Event(g.Seq() - 1)
	if g.Len() != 3 || g.Ply() != 3 || !answer.Answers || g.Event(g.Seq()-2).Answers || answer.Side != draughts.Black ||
		!answer.At.Equal(g.Event(g.Seq()-2).At) || len(a.Announced) != 2 {
		t.Errorf("after the answer there are %+v, announced as %v", g.Events(), a.Announced)
	}
	wantBranches(t, g, ann, "25-18 8-11", "26-17 8-11 17-13 11-15")
	service := h.service()
	if left := g.Left(draughts.White, h.now(), service); left != 48*time.Hour {
		t.Errorf("the opponent has %v for the next move", left)
	}
	if again, err := h.Move(background, move); err != nil || !again.Again || again.Game.Seq() != g.Seq() {
		t.Errorf("the same request gives %+v, %v", again, err)
	}

	g = h.play(g, "26x17")
	wantBranches(t, g, ann, "17-13 11-15")
	g = h.play(g, "17-13")
	wantBranches(t, g, ann)
	if g.Turn() != draughts.White || g.Len() != 7 || g.HasLostBranches(ann) {
		t.Errorf("%d moves, %v to move", g.Len(), g.Turn())
	}
	h.inOrder()
}

// Only the player who waits, in a game without seconds, can have conditional moves, and they are legal.
func TestRefusedBranches(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, days(t, 2)), "11-15")
	for _, test := range []struct {
		by    game.PersonID
		moves string
		code  game.Code
		limit int
	}{
		{ann, "", game.NoAnswer, 0},
		{ann, "22-18", game.NoAnswer, 0},
		{ann, "22-18 15x22 25x18", game.NoAnswer, 0},
		{ann, "22-18 8-11", game.IllegalMove, 0},
		{ann, "15-18 22x15", game.IllegalMove, 0},
		{ann, "22-18 hello", game.IllegalMove, 0},
		{ann, strings.Repeat("22-18 15x22 ", 2), game.IllegalMove, 0},
		{bob, "22-18 15x22", game.OwnTurn, 0},
		{cid, "22-18 15x22", game.NotAPlayer, 0},
	} {
		_, err := h.AddBranches(background, h.branchBy(g, test.by, test.moves))
		if r := refused(t, err, test.code); r.Limit != test.limit {
			t.Errorf("%q: the limit is %d", test.moves, r.Limit)
		}
	}
	_, err := h.branch(g, "22-18 8-11")
	p, illegal := refused(t, err, game.IllegalMove).Before.Position(), new(draughts.IllegalMove)
	if !errors.As(err, &illegal) || illegal.Reason != draughts.CaptureObligatory ||
		p.At(18) != draughts.WhiteMan || p.Turn() != draughts.Black {
		t.Errorf("the reason is %v, after %v", err, p)
	}

	old := h.branchBy(g, ann, "22-18 15x22")
	h.play(g, "24-19", "15x24")
	_, err = h.AddBranches(background, old)
	refused(t, err, game.Stale)
	g = h.play(h.begin(ann, bob, live(t, time.Hour, 0)), "11-15")
	_, err = h.branch(g, "22-18 15x22")
	refused(t, err, game.NoBranches)
	computer, err := h.Challenge(background, game.ChallengeRequest{
		Request: h.by(ann), Room: table, To: game.Computer, Terms: game.Terms{Variant: rules(t, "american"), Level: 1, Colour: game.PlayWhite},
	})
	h.must(err)
	_, err = h.branch(computer.Game, "11-15 22-18")
	refused(t, err, game.NoBranches)
	if g := h.plans(h.begin(ann, bob, position(t, "american", "W:WK1:BK32")), "1-5 32-27"); len(g.Branches) != 1 {
		t.Error("without a clock there are no conditional moves")
	}
}

// A player has a limited number of branches, each of a limited length.
func TestManyBranches(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, position(t, "american", "W:WK31,K32,K30:BK1,K2"))
	walk := strings.Repeat("31-27 1-6 27-31 6-1 ", 5)
	g = h.plans(g, walk)
	_, err := h.branch(g, walk+"31-27 1-6")
	if r := refused(t, err, game.BranchTooLong); r.Limit != 10 {
		t.Errorf("the limit is %d", r.Limit)
	}
	err = nil
	for first := 0; err == nil; first++ {
		for second := 0; err == nil && second < 6; second++ { // the same answers after different moves
			history, e := g.History()
			h.must(e)
			var line []string
			for _, index := range []int{first, 0, second, 0} {
				p := history.Position()
				path := p.Path(p.Moves()[index])
				line = append(line, branchText(p.Variant(), game.Branch{path}))
				h.must(history.Repeat(path))
			}
			var next *game.Game
			if next, err = h.branch(g, strings.Join(line, " ")); err == nil {
				g = next
			}
		}
	}
	if r := refused(t, err, game.TooManyBranches); r.Limit != 25 || len(g.Branches) != 25 {
		t.Errorf("%d branches, the limit is %d", len(g.Branches), r.Limit)
	}
}

// Several branches are added at once, or none of them if one cannot be.
func TestSeveralBranches(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, days(t, 2)), "11-15")
	for _, test := range []struct {
		branches []string
		code     game.Code
		wrong    int
	}{
		{[]string{"22-18 15x22", "24-19 8-11"}, game.IllegalMove, 2},
		{[]string{"22-18", "24-19 15x24"}, game.NoAnswer, 1},
		{[]string{"22-18 15x22", "24-19 15x24", "22-18 15x22 25x18"}, game.NoAnswer, 3},
		{[]string{"22-17 8-11", "24-19 15x24", "22-17 9-14"}, game.TwoAnswers, 3},
		{slices.Repeat([]string{"22-18 15x22"}, 26), game.TooManyBranches, 0},
	} {
		_, err := h.AddBranches(background, h.branchBy(g, ann, test.branches...))
		if r := refused(t, err, test.code); r.Branch != test.wrong {
			t.Errorf("%q: branch %d is refused, not %d", test.branches, r.Branch, test.wrong)
		}
		wantBranches(t, h.game(g.ID), ann)
	}
	a, err := h.AddBranches(background, h.branchBy(g, ann, "24-19 15x24", "22-18 15x22", "22-18 15x22 25x18 8-11"))
	h.must(err)
	wantBranches(t, a.Game, ann, "22-18 15-22 25-18 8-11", "24-19 15-24")
}

// Branches with the same moves have the same answers: a new one replaces those that answer otherwise.
func TestBranchesAreATree(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, days(t, 2)), "11-15")
	for _, step := range []struct {
		add, remove string
		want        []string
	}{
		{"22-18 15x22", "", []string{"22-18 15-22"}},
		{"22-18 15x22 25x18 8-11", "", []string{"22-18 15-22 25-18 8-11"}},
		{"22-18 15x22", "", []string{"22-18 15-22 25-18 8-11"}},
		{"22-18 15x22 26x17 8-11", "", []string{"22-18 15-22 25-18 8-11", "22-18 15-22 26-17 8-11"}},
		{"22-18 15x22 25x18 9-13", "", []string{"22-18 15-22 25-18 9-13", "22-18 15-22 26-17 8-11"}},
		{"22-17 15-19", "", []string{"22-17 15-19", "22-18 15-22 25-18 9-13", "22-18 15-22 26-17 8-11"}},
		{"", "22-18 15x22 26x17", []string{"22-17 15-19", "22-18 15-22 25-18 9-13"}},
		{"", "22-18 15x22 25x18 9-13", []string{"22-17 15-19", "22-18 15-22"}},
		{"", "22-18 15x22 25x18 9-13", []string{"22-17 15-19", "22-18 15-22"}}, // it is gone
		{"", "22-17", []string{"22-18 15-22"}},
		{"22-17 15-19", "", []string{"22-17 15-19", "22-18 15-22"}},
		{"", "", nil},
		{"", "22-18 15x22 25x18", nil},
	} {
		change := h.RemoveBranches
		if step.add != "" {
			change = h.AddBranches
		}
		a, err := change(background, h.branchBy(g, ann, step.add+step.remove))
		h.must(err)
		wantBranches(t, a.Game, ann, step.want...)
	}
}

// What drops conditional moves, and what leaves them alone. A player who lost some knows it until the next move.
func TestBranchesDropped(t *testing.T) {
	h := newFixture(t)
	begin := func() *game.Game {
		g := h.play(h.begin(ann, bob, days(t, 2)), "11-15", "22-18", "15x22", "25x18", "8-11")
		return h.plans(g, "18-14 9x18", "18-15 11x18")
	}
	wantLost := func(g *game.Game, want bool) {
		t.Helper()
		wantBranches(t, g, ann)
		if g.HasLostBranches(ann) != want || g.HasLostBranches(bob) {
			t.Errorf("Ann knows that branches are lost: %v", g.HasLostBranches(ann))
		}
	}

	g := h.play(begin(), "29-25")
	wantLost(g, true)
	wantLost(h.play(g, "4-8"), false)

	g = begin()
	g = h.propose(g, game.OfferDraw, bob)
	g = h.propose(g, game.OfferTakeBack, ann)
	wantBranches(t, g, ann, "18-14 9-18", "18-15 11-18")
	if g = h.play(g, "18-14"); g.Turn() != draughts.White {
		t.Error("an offer stops conditional moves")
	}
	g = h.propose(h.plans(g, "23x14 10x17"), game.OfferTakeBack, bob, ann)
	if g.Len() != 5 {
		t.Errorf("%d moves stand", g.Len())
	}
	wantLost(g, true)
	wantLost(h.propose(begin(), game.OfferTakeBack, ann, bob), true)

	wantLost(h.resign(begin(), bob), false)
	h.inOrder()
}

// A conditional move can end the game. After a move that ends it there is none.
func TestBranchesEndGames(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.plans(h.begin(ann, bob, position(t, "american", "W:W21:B14")), "21-17 14x21"), "21-17")
	result, over := g.Result()
	if !over || result.Cause != game.ByRules || result.Outcome != game.BlackWon || g.Event(2).Side != draughts.Black {
		t.Errorf("the result is %+v, after %+v", result, g.Events())
	}
	g = h.begin(ann, bob, position(t, "american", "W:W22:B18"))
	_, err := h.branch(g, "22x15 18-23")
	illegal := new(draughts.IllegalMove)
	if refused(t, err, game.IllegalMove); !errors.As(err, &illegal) || illegal.Reason != draughts.GameOver {
		t.Errorf("the reason is %v", err)
	}
	h.inOrder()
}

// Conditional moves that change between the plan of a move and its transaction are those of the transaction.
func TestBranchesChangeMeanwhile(t *testing.T) {
	for first, want := range map[string]int{"": 3, "22-18 15x22": 2} {
		h := newFixture(t)
		g := h.play(h.begin(ann, bob, days(t, 2)), "11-15")
		if first != "" {
			g = h.plans(g, first)
		}
		slow := &late{overtaken: overtaken{Store: h.store}}
		second := game.New(game.Config{Store: slow, Now: h.now, Random: h.random})
		slow.before = func() {
			if first == "" {
				g = h.plans(g, "22-18 15x22")
				return
			}
			_, err := h.RemoveBranches(background, h.branchBy(g, ann, ""))
			h.must(err)
		}
		a, err := second.Move(background, game.MoveRequest{GameRequest: h.at(g, bob), Text: "22-18"})
		h.must(err)
		if a.Game.Len() != want {
			t.Errorf("branches were %q before: %d moves", first, a.Game.Len())
		}
		h.inOrder()
	}
}

// A move and its conditional answer are stored together or not at all.
func TestBranchesSurvive(t *testing.T) {
	h := newFixture(t)
	g := h.plans(h.play(h.begin(ann, bob, days(t, 2)), "11-15"), "22-18 15x22 25x18 8-11")
	s := &failing{}
	h.Referee = game.New(game.Config{Store: storetest.Failing(h.store, s.fails), Now: h.now, Random: h.random})
	q := game.MoveRequest{GameRequest: h.at(g, bob), Text: "22-18"}
	for s.at = 1; ; s.at++ {
		n := s.at
		a, err := h.Move(background, q)
		if err == nil {
			g = a.Game
			break
		}
		s.at = 0
		now := h.game(g.ID)
		if now.Len() != 1 || len(now.Branches) != 1 {
			t.Errorf("after read or write %d of the store failed (%v), the game has %d moves and %d branches", n, err, now.Len(), len(now.Branches))
		}
		s.at = n
	}
	wantBranches(t, g, ann, "25-18 8-11")
	h.inOrder()
}

// Nobody but their player sees conditional moves, or that there are any.
func TestBranchesArePrivate(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begin(ann, bob, days(t, 2)), "11-15")
	pending := h.pending()
	export := func(p game.PersonID) string {
		var out bytes.Buffer
		h.must(h.Export(background, p, "", &out))
		return out.String()
	}
	before := export(bob)
	h.nap(time.Second)
	now := h.plans(g, "22-18 15x22")
	after := h.pending()
	alarm, _ := g.Alarm()
	alarmNow, _ := now.Alarm()
	if now.Seq() != g.Seq() || !now.Changed().Equal(g.Changed()) || len(after) != len(pending) || alarm != alarmNow {
		t.Error("conditional moves leave traces in the game")
	}
	wantBranches(t, now, bob)
	wantBranches(t, now, cid)
	if export(bob) != before {
		t.Errorf("the opponent's export is\n%s", export(bob))
	}
	if own := export(ann); !strings.Contains(own, "conditional moves") || !strings.Contains(own, "15-22") {
		t.Errorf("the player's export is\n%s", own)
	}
	repeated := h.branchBy(now, ann, "23-19 8-11")
	_, err := h.AddBranches(background, repeated)
	h.must(err)
	h.plans(h.play(now, "24-20"), "8-11 22-18") // they are the opponent's
	a, err := h.AddBranches(background, repeated)
	if h.must(err); !a.Again {
		t.Error("the request was done twice")
	}
	wantBranches(t, a.Game, ann)
	h.erase(ann)
	if g = h.game(g.ID); len(g.Branches) > 0 {
		t.Errorf("an erased person has the branches %v", g.Branches)
	}
}
