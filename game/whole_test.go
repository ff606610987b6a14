package game_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// playOut plays random moves to the end of a game; after many moves a player resigns.
func (h *fixture) playOut(g *game.Game, dice *rand.Rand) *game.Game {
	h.t.Helper()
	for ply := 0; !g.IsOver(); ply++ {
		history, err := g.History()
		h.must(err)
		mover := g.Player(g.Turn())
		if ply > 150 {
			return h.resign(g, mover)
		}
		p := history.Position()
		moves := p.Moves()
		m := moves[dice.IntN(len(moves))]
		a, err := h.Move(background, game.MoveRequest{GameRequest: h.at(g, mover), Text: p.Full(m, draughts.Numbers)})
		h.must(err)
		g = a.Game
	}
	return g
}

// Whole games of every rule set, from the challenge to the leaderboard. The stored games agree with
// the rules, and every index with the records.
func TestWholeGamesOfEveryRuleSet(t *testing.T) {
	h := newFixture(t)
	dice := rand.New(rand.NewPCG(3, 4))
	for i, key := range draughts.Keys() {
		terms := game.Terms{Variant: rules(t, key), Rated: true}
		if i%2 == 0 {
			terms.Clock, _ = game.Live(time.Hour, time.Second)
		}
		g := h.playOut(h.begin(ann, bob, terms), dice)
		kept := h.game(g.ID)
		history, err := kept.History()
		h.must(err)
		result, _ := kept.Result()
		if end, over := history.Ending(); over != (result.Cause == game.ByRules) || over && (end.Rule != result.Rule || end.Drawn != (result.Outcome == game.Drawn)) {
			t.Errorf("%s: the rules say %+v, the referee %+v", key, end, result)
		}
		if len(result.Changes[0]) != 2 {
			t.Errorf("%s: the game was not rated: %+v", key, result)
		}
		p, err := game.PDN(kept, nil)
		h.must(err)
		if again, err := p.Replay(kept.Variant); err != nil || again.Position() != history.Position() {
			t.Errorf("%s: as PDN the game is another: %v", key, err)
		}
		h.leap(time.Minute)
	}
	h.inOrder()
}

// The PDN of a game with a live clock has its times.
func TestClocksInArchives(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, live(t, 5*time.Minute, 3*time.Second))
	h.leap(10 * time.Second)
	g = h.play(g, "11-15")
	h.leap(20 * time.Second)
	g = h.play(g, "22-18", "15x22")
	g = h.propose(g, game.OfferTakeBack, ann, bob)
	p, err := game.PDN(g, func(p game.PersonID) string { return map[game.PersonID]string{ann: "Ann", bob: "Bob"}[p] })
	h.must(err)
	var out strings.Builder
	h.must(pdn.Write(&out, p))
	for _, want := range []string{
		`[Black "Ann"]`, `[TimeControl "300+3"]`, "1. 11-15 {[%clock W0:05:00 b0:04:53]}", "22-18 {[%clock w0:04:43 B0:04:53]} *",
	} {
		if !strings.Contains(strings.ReplaceAll(out.String(), "\n", " "), want) {
			t.Errorf("the archive does not say %q:\n%s", want, out.String())
		}
	}
}

// The PDN of a game has its result, and no times without a clock.
func TestResultsInArchives(t *testing.T) {
	h := newFixture(t)
	for want, g := range map[string]*game.Game{
		"0-1":     h.win(ann, bob, american(t)), // Ann has Black
		"1/2-1/2": h.propose(h.underway(ann, bob, american(t)), game.OfferDraw, ann, bob),
		"*":       h.propose(h.begin(ann, bob, days(t, 1)), game.OfferAbort, ann),
	} {
		p, err := game.PDN(g, nil)
		h.must(err)
		var out strings.Builder
		h.must(pdn.Write(&out, p))
		if text := out.String(); !strings.Contains(text, `[Result "`+want+`"]`) || strings.Contains(text, "%clock") {
			t.Errorf("the archive does not say %q, or tells of a clock:\n%s", want, text)
		}
	}
}

// Two players and a moderator make random requests at once. Each event of the stored games was
// allowed when it happened.
func TestAllAtOnce(t *testing.T) {
	h := newFixture(t)
	var promised answers
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	happened, answered := map[game.EventKind]int{}, 0
	for round := range rounds {
		terms := american(t)
		terms.Variant = rules(t, []string{"american", "russian", "american-breakthrough", "gamezer-free-jump"}[round%4])
		g := h.begin(ann, bob, terms)
		var wg sync.WaitGroup
		for who, person := range []game.PersonID{ann, bob, mod} {
			wg.Go(func() {
				dice := rand.New(rand.NewPCG(uint64(round), uint64(who)))
				for step := 0; h.anything(g.ID, person, dice, fmt.Sprintf("%d/%d/%d", round, who, step), &promised); step++ {
					runtime.Gosched()
				}
			})
		}
		wg.Wait()
		kept := h.game(g.ID)
		explain(t, kept, &promised)
		for _, e := range kept.Events() {
			happened[e.Kind]++
			if e.Answers {
				answered++
			}
		}
	}
	for _, kind := range []game.EventKind{game.Moved, game.TookBack, game.Offered, game.Declined, game.Withdrawn, game.Ended} {
		if happened[kind] == 0 && !testing.Short() {
			t.Errorf("in no game a player %v: %v", kind, happened)
		}
	}
	if answered == 0 && !testing.Short() {
		t.Error("no move was conditional")
	}
	h.inOrder()
}

// answers are the conditional moves that players have planned, each with its game and all moves before it.
type answers struct{ sync.Map }

func answerKey(g *game.Game, moves []game.Path) string {
	return fmt.Sprint(g.ID, " ", branchText(g.Variant, moves))
}

// anything makes one random request, which may be refused, and reports whether the game goes on and has
// few events.
func (h *fixture) anything(id game.GameID, p game.PersonID, dice *rand.Rand, request string, promised *answers) bool {
	g, err := h.UnrestrictedGame(background, id)
	if err != nil {
		h.t.Error(err)
		return false
	}
	if g.IsOver() || g.Seq() >= 250 {
		return false
	}
	q := game.GameRequest{Request: game.Request{ID: game.RequestID(request), By: game.Actor{Person: p, Moderator: p == mod}, Place: club}, Game: id, Ply: g.Ply()}
	offer := game.OfferRequest{GameRequest: q, Offer: game.OfferTakeBack}
	if dice.IntN(10) == 0 {
		offer.Offer = game.OfferDraw
	}
	n := dice.IntN(100)
	if g.Offered(draughts.White, offer.Offer) || g.Offered(draughts.Black, offer.Offer) {
		n /= 5 // and the player asked most likely responds
	}
	switch {
	case p == mod && n < 2 && g.Len() > 60:
		_, err = h.Adjudicate(background, game.RulingRequest{GameRequest: q, Outcome: game.Drawn, Reason: "enough"})
	case n < 5:
		_, err = h.Propose(background, offer)
	case n < 11:
		_, err = h.Dismiss(background, offer)
	case n < 15:
		_, err = h.RecordShown(background, id, game.ShownPost{Room: table, Post: game.PostID(n), Seq: g.Seq()})
	case n < 40:
		history, e := g.History()
		if e != nil {
			h.t.Error(e)
			return false
		}
		line, moves := randomLine(history.Clone(), dice, 4), game.Branch(g.Moves())
		if len(line)%2 != 0 {
			return true
		}
		ahead, e := g.Ahead(line)
		if e != nil {
			h.t.Error(e)
			return false
		}
		for i, m := range ahead.Moves()[g.Len():] { // before the request: it can be answered at once
			moves = append(moves, ahead.At(g.Len()+i).Path(m))
			promised.Store(answerKey(g, moves), true)
		}
		_, err = h.AddBranch(background, game.BranchRequest{GameRequest: q, Moves: line})
	default:
		var moves []draughts.Move
		history, e := g.History()
		if e != nil {
			h.t.Error(e)
			return false
		}
		if moves = history.Position().Moves(); len(moves) == 0 {
			return true
		}
		text := history.Position().Full(moves[dice.IntN(len(moves))], draughts.Numbers)
		_, err = h.Move(background, game.MoveRequest{GameRequest: q, Text: text})
	}
	if _, ok := err.(*game.RequestError); err != nil && !ok {
		h.t.Error(err)
		return false
	}
	return true
}

// explain fails unless each event of a game was allowed, and each conditional move was planned.
func explain(t *testing.T, g *game.Game, promised *answers) {
	t.Helper()
	events := g.Events()
	history := draughts.NewHistory(g.Start())
	type made struct {
		side  draughts.Side
		offer game.Offer
	}
	var standing, ever []made
	var moves []game.Path // that stand
	for i, e := range events {
		fail := func(why string) { t.Errorf("event %d (%v by %v) of %d: %s", i+1, e.Kind, e.Side, len(events), why) }
		mine, theirs := made{e.Side, e.Offer}, made{e.Side.Opponent(), e.Offer}
		switch e.Kind {
		case game.Moved:
			p := history.Position()
			if p.Turn() != e.Side {
				fail("it was not its turn")
			}
			at := slices.IndexFunc(p.Moves(), func(m draughts.Move) bool { return slices.Equal(p.Path(m), e.Path) })
			if at < 0 {
				fail("the move is not legal")
				return
			}
			if err := history.Play(p.Moves()[at]); err != nil {
				fail(err.Error())
				return
			}
			moves = append(moves[:history.Len()-1:history.Len()-1], e.Path)
			if _, planned := promised.Load(answerKey(g, moves)); e.Answers && (!planned || events[i-1].Kind != game.Moved) {
				fail("nobody had planned it")
			}
			standing, ever = nil, nil
		case game.Offered:
			if slices.Contains(ever, mine) {
				fail("it was offered before")
			}
			standing, ever = append(standing, mine), append(ever, mine)
		case game.Declined:
			if !slices.Contains(standing, theirs) {
				fail("there was no offer")
			}
			standing = slices.DeleteFunc(standing, func(m made) bool { return m == theirs })
		case game.Withdrawn:
			if !slices.Contains(standing, mine) {
				fail("there was no offer")
			}
			standing = slices.DeleteFunc(standing, func(m made) bool { return m == mine })
		case game.TookBack:
			if !slices.Contains(standing, made{e.Side, game.OfferTakeBack}) {
				fail("nobody had asked for it")
			}
			if e.Plies > history.Len() {
				fail("there was nothing to take back")
				return
			}
			history = beforeLast(t, history, e.Plies)
			if history.Position().Turn() != e.Side {
				fail("it is not the turn of the player who took back")
			}
			standing, ever = nil, nil
		case game.Ended:
			if i != len(events)-1 {
				fail("it went on")
			}
			end, over := history.Ending()
			if over != (e.Result.Cause == game.ByRules) || over && end.Rule != e.Result.Rule {
				fail("the rules say otherwise")
			}
			if e.Result.Cause == game.ByAgreement && !slices.Contains(standing, made{e.Side.Opponent(), game.OfferDraw}) {
				fail("nobody had offered a draw")
			}
		}
		if i > 0 && e.At.Before(events[i-1].At) {
			fail("it was before the last")
		}
	}
	if kept, err := g.History(); err != nil || kept.Position() != history.Position() {
		t.Errorf("the game does not follow from its events: %v", err)
	}
}

// beforeLast returns a game as it was before its last plies.
func beforeLast(t *testing.T, h *draughts.History, plies int) *draughts.History {
	t.Helper()
	earlier := draughts.NewHistory(h.Start())
	for _, m := range h.Moves()[:h.Len()-plies] {
		must(t, earlier.PlayOn(m))
	}
	return earlier
}
