package game_test

import (
	"errors"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// againstComputer returns terms under which the challenger has Black and begins.
func againstComputer(t testing.TB, level int) game.Terms {
	return game.Terms{Variant: rules(t, "american"), Colour: game.PlayBlack, Level: level}
}

func TestLevels(t *testing.T) {
	if game.Levels != search.Levels {
		t.Errorf("there are %d levels, and the engine has %d", game.Levels, search.Levels)
	}
}

// A challenge to the Computer begins the game at once. Nobody can make it rated, or have it without a level.
func TestChallengeComputer(t *testing.T) {
	h := newFixture(t)
	challenge := func(to game.PersonID, terms game.Terms) (game.Answer, error) {
		return h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), Room: table, To: to, Terms: terms})
	}
	rated := againstComputer(t, 3)
	rated.Rated = true
	for _, wrong := range []struct {
		to    game.PersonID
		terms game.Terms
		fault game.TermsFault
	}{
		{game.Computer, againstComputer(t, 0), game.NoLevel},
		{game.Computer, againstComputer(t, game.Levels+1), game.NoLevel},
		{game.Computer, rated, game.ComputerRated},
		{game.Anyone, againstComputer(t, 3), game.NoLevel},
		{bob, againstComputer(t, 3), game.NoLevel},
	} {
		_, err := challenge(wrong.to, wrong.terms)
		if r := refused(t, err, game.BadTerms); r.Terms != wrong.fault {
			t.Errorf("level %d to %v is refused because %v, want %v", wrong.terms.Level, wrong.to, r.Terms, wrong.fault)
		}
	}
	a, err := challenge(game.Computer, againstComputer(t, 3))
	h.must(err)
	g := a.Game
	if a.Challenge.State != game.Accepted || g.Player(draughts.White) != game.Computer || g.Level != 3 || len(a.Announced) != 1 {
		t.Fatalf("%+v", a)
	}
	g = h.play(g, "11-15", "24-20")
	announced := h.pending()
	if last := announced[len(announced)-1]; last.Requested {
		t.Error("the answer to a request must announce the Computer's move")
	}
	pdn, err := game.PDN(g, nil)
	h.must(err)
	if name := pdn.Tag("White"); name != "Double Corner (level 3)" {
		t.Errorf("the Computer is %s", name)
	}
	h.inOrder()
}

// The challenger of an open challenge can play the Computer instead of waiting, and others cannot.
func TestPlayComputer(t *testing.T) {
	h := newFixture(t)
	a, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), Room: table, Terms: american(t)})
	h.must(err)
	id := a.Challenge.ID
	ask := func(p game.PersonID, level int) (game.Answer, error) {
		return h.PlayComputer(background, game.ReplyRequest{Request: h.by(p), Challenge: id}, level)
	}
	_, err = ask(bob, 3)
	refused(t, err, game.NotYourChallenge)
	_, err = ask(ann, 0)
	refused(t, err, game.BadTerms)
	a, err = ask(ann, 3)
	h.must(err)
	if g := a.Game; g.Rated || g.Level != 3 || g.Player(draughts.Black) != ann || g.Player(draughts.White) != game.Computer {
		t.Errorf("%+v", g.Header)
	}
	_, err = ask(ann, 3)
	refused(t, err, game.ChallengeClosed)
	h.inOrder()
}

// While the Computer waits for a move in another game, no clock runs; then both do.
func TestPause(t *testing.T) {
	h := newFixture(t)
	for clock, loses := range map[string]time.Duration{"60+0": 2 * time.Minute, "1d": 25 * time.Hour, "none": 15 * 24 * time.Hour} {
		terms := againstComputer(t, 8)
		terms.Clock, _ = game.ParseClock(clock)
		a, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), Room: table, To: game.Computer, Terms: terms})
		h.must(err)
		g := h.play(a.Game, "11-15")
		h.pass(20 * time.Second)
		a, err = h.Pause(background, h.at(g, game.Computer), "K7Q2")
		h.must(err)
		before := a.Game.Left(draughts.White, h.now(), h.service())
		h.leap(loses)
		g = h.game(g.ID)
		if other, paused := g.Paused(); !paused || other != "K7Q2" || g.IsOver() || g.Left(draughts.White, h.now(), h.service()) != before {
			t.Errorf("%s: %v, %q, %v", clock, paused, other, g.Left(draughts.White, h.now(), h.service()))
		}
		g = h.play(g, "24-20")
		if _, paused := g.Paused(); paused || clock == "60+0" && g.Left(draughts.White, h.now(), h.service()) != 40*time.Second {
			t.Errorf("%s: paused %v with %v", clock, paused, g.Left(draughts.White, h.now(), h.service()))
		}
		h.leap(loses)
		if !h.game(g.ID).IsOver() {
			t.Errorf("%s: no clock runs any more", clock)
		}
	}
}

// A rematch begins at once, with the colours exchanged, and only one at a time.
func TestComputerRematch(t *testing.T) {
	h := newFixture(t)
	g := h.begun(t, ann, 3)
	g = h.play(g, "11-15", "24-20", "8-11", "28-24")
	g = h.resign(g, ann)
	rematch := func() *game.Game {
		a, err := h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: g.ID, Room: table})
		h.must(err)
		return a.Game
	}
	first := rematch()
	if first.ID == g.ID || first.Level != 3 || first.Player(draughts.White) != ann {
		t.Errorf("%+v", first.Header)
	}
	if again := rematch(); again.ID != first.ID {
		t.Error("there are two of the same rematch")
	}
	scores, err := h.ComputerRecord(background, ann, other)
	h.must(err)
	if want := (game.Score{Pool: "american", Level: 3, Losses: 1}); len(scores) != 1 || scores[0] != want {
		t.Errorf("the record is %+v", scores)
	}
	if entry, _, err := h.Rank(background, game.Computer, game.Leaderboard{Pool: "american"}); err != nil || entry.Games() != 0 {
		t.Errorf("the Computer is rated: %+v, %v", entry, err)
	}
	if result, _ := g.Result(); result.Weight != 0 {
		t.Error("the game is rated")
	}
}

// A rematch can be at another level, but not beyond the last one, and not between people.
func TestRematchAtAnotherLevel(t *testing.T) {
	h := newFixture(t)
	g := h.begun(t, ann, game.Levels-1)
	g = h.play(g, "11-15", "24-20", "8-11", "28-24")
	g = h.resign(g, ann)
	people := h.win(ann, bob, game.Terms{Variant: rules(t, "american"), Colour: game.PlayBlack})
	for _, test := range []struct {
		of    *game.Game
		level int
		fault game.TermsFault
	}{
		{g, game.Levels + 1, game.NoLevel}, {g, -1, game.NoLevel}, {people, 3, game.NoLevel}, {g, game.Levels, 0},
	} {
		q := game.RematchRequest{Request: h.by(ann), Game: test.of.ID, Room: table, Level: test.level}
		a, err := h.Rematch(background, q)
		refused, _ := errors.AsType[*game.RequestError](err)
		if isRefused := refused != nil && refused.Terms == test.fault; isRefused != (test.fault != 0) {
			t.Errorf("level %d: %v", test.level, err)
		}
		if err == nil && a.Game.Level != test.level {
			t.Errorf("level %d: it is %d", test.level, a.Game.Level)
		}
	}
}

// Hints are only for the player to move against the Computer, and a game with hints counts for nothing.
func TestHint(t *testing.T) {
	h := newFixture(t)
	between := h.play(h.begin(ann, bob, american(t)), "11-15")
	g := h.play(h.begun(t, ann, 3), "11-15", "24-20", "8-11", "28-24")
	hint := func(g *game.Game, p game.PersonID) error {
		_, err := h.Hint(background, h.at(g, p))
		return err
	}
	for _, p := range between.Players {
		refused(t, hint(between, p), game.NoHints)
	}
	refused(t, hint(g, cid), game.NotAPlayer)
	refused(t, hint(g, game.Computer), game.NotYourTurn)
	if now := h.game(g.ID); now.Hinted || !now.CountsAgainstComputer() {
		t.Error("a refused hint counts")
	}
	forced := h.play(h.begun(t, ann, 3), "11-15", "22-18")
	h.must(hint(forced, forced.Player(forced.Turn())))
	if h.game(forced.ID).Hinted {
		t.Error("a hint in a forced position counts")
	}
	h.must(hint(g, ann))
	if g = h.game(g.ID); !g.Hinted || g.Seq() != 4 {
		t.Errorf("%+v", g.Header)
	}
	h.lose(g, draughts.White)
	refused(t, hint(g, ann), game.Over)
	if scores, err := h.ComputerRecord(background, ann, other); err != nil || len(scores) != 0 {
		t.Errorf("the record is %+v, %v", scores, err)
	}
}

// The Computer does not claim the win of a player who is away. There is one reminder before the game ends.
func TestIdleAgainstComputer(t *testing.T) {
	h := newFixture(t)
	g := h.play(h.begun(t, ann, 3), "11-15", "24-20", "8-11", "28-24")
	for i, want := range []game.Idleness{game.NotIdle, game.EndSoon} {
		h.leap([]time.Duration{12, 1}[i] * 24 * time.Hour)
		now := h.game(g.ID)
		if now.Idleness() != want || now.CanClaimWin(draughts.White) {
			t.Errorf("after %d days it is %v", 12+i, now.Idleness())
		}
	}
}

// The Computer has no quota, and is not erased. Its opponents can be.
func TestEraseOpponent(t *testing.T) {
	h := newFixture(t, game.Quotas{GamesPerPerson: 2})
	var games []*game.Game
	for _, p := range []game.PersonID{ann, bob, cid} {
		games = append(games, h.begun(t, p, 1))
	}
	_, err := h.Erase(background, game.Computer)
	refused(t, err, game.NoPerson)
	h.erase(ann)
	g := h.game(games[0].ID)
	if !g.IsOver() || g.Player(draughts.Black) != game.FormerPlayer || g.Player(draughts.White) != game.Computer {
		t.Errorf("%+v", g.Header)
	}
	h.inOrder()
}

// begun returns a game of a person, who has Black, against the Computer.
func (h *fixture) begun(t testing.TB, p game.PersonID, level int) *game.Game {
	t.Helper()
	a, err := h.Challenge(background,
		game.ChallengeRequest{Request: h.by(p), Room: table, To: game.Computer, Terms: againstComputer(t, level)})
	h.must(err)
	return a.Game
}
