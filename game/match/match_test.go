package match_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/match"
)

// fake plays the move that choose finds.
type fake struct {
	choose func(h *draughts.History) (draughts.Move, error)
	mu     *sync.Mutex
	said   *[]string
}

func (f *fake) say(word string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	*f.said = append(*f.said, word)
}

func (f *fake) NewGame(context.Context, int) error { f.say("new"); return nil }
func (f *fake) Close() error                       { f.say("close"); return nil }
func (f *fake) Move(_ context.Context, h *draughts.History) (draughts.Move, error) {
	return f.choose(h)
}

func contender(name string, choose func(h *draughts.History) (draughts.Move, error)) (match.Contender, *[]string) {
	said, mu := &[]string{}, &sync.Mutex{}
	return match.Contender{Name: name, Start: func(context.Context) (match.Player, error) {
		f := &fake{choose, mu, said}
		f.say("start")
		return f, nil
	}}, said
}

func first(h *draughts.History) (draughts.Move, error) {
	return h.Position().Moves()[0], nil
}

var game = draughtstest.Game

// Each opening is played with both sides, and the winner is who has the winning side.
func TestBothSides(t *testing.T) {
	a, _ := contender("a", first)
	b, _ := contender("b", first)
	var games []*match.EngineGame
	m := match.Match{
		Contenders: [2]match.Contender{a, b},
		Openings: []*draughts.History{
			game(t, "american", "B:W14:B9"),    // 9x18: Black wins
			game(t, "american", "W:W18:B14,9"), // 18x11: and loses another
		},
		Games: 5, Longest: 100,
		Report: func(g *match.EngineGame, _ match.Score) { games = append(games, g) },
	}
	score, err := m.Run(t.Context())
	if err != nil || len(games) != 5 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	if white := []int{games[0].White, games[1].White, games[2].White, games[3].White, games[4].White}; white[0] != 1 ||
		white[1] != 0 || white[2] != 0 || white[3] != 1 || white[4] != 1 {
		t.Errorf("A and B have White as %v", white)
	}
	for i, want := range []int{2, 0} {
		if got := games[i].Points(); got != want || games[i].Reason() != "no pieces" {
			t.Errorf("game %d: %d points, %s", i+1, got, games[i].Reason())
		}
	}
	if score.Games() != 5 || score.Wins < 2 || score.Losses < 1 {
		t.Errorf("%+v", score)
	}
}

// What loses a game without an end of it: errors and moves that are not legal. The loser is
// started again.
func TestForfeit(t *testing.T) {
	errBroken := errors.New("broken")
	for name, choose := range map[string]func(h *draughts.History) (draughts.Move, error){
		"broken":  func(*draughts.History) (draughts.Move, error) { return draughts.Move{}, errBroken },
		"illegal": func(h *draughts.History) (draughts.Move, error) { return draughts.Move{}, nil },
	} {
		a, _ := contender("a", first)
		b, said := contender("b", choose)
		var last *match.EngineGame
		m := match.Match{
			Contenders: [2]match.Contender{a, b},
			Openings:   []*draughts.History{game(t, "american", "B:W21-32:B1-12")}, Games: 2, Longest: 100,
			Report: func(g *match.EngineGame, _ match.Score) { last = g },
		}
		score, err := m.Run(t.Context())
		if err != nil || score.Wins != 2 || score.Forfeits != [2]int{0, 2} {
			t.Errorf("%s: %+v, %v", name, score, err)
		}
		if got := strings.Join(*said, " "); got != "start new close start new close" {
			t.Errorf("%s: %s", name, got)
		}
		if last.Why != match.ByForfeit || !strings.HasPrefix(last.Reason(), "b forfeits as black: ") {
			t.Errorf("%s: %s", name, last.Reason())
		}
		var out strings.Builder
		if err := pdn.Write(&out, last.PDN()); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`[Black "b"]`, `[Result "1-0"]`, "{b forfeits as black", " 1-0\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is not in\n%s", name, want, out.String())
			}
		}
	}
}

// Draws that need a claim come by themselves, and so does one by the limit of moves.
func TestDraws(t *testing.T) {
	const kings = "W:WK32,29:BK1,4" // kings walk to and fro
	shuffle := func(h *draughts.History) (draughts.Move, error) {
		moves := h.Position().Moves()
		for _, m := range moves {
			if h.Position().At(m.From()).IsKing() && (h.Len() < 2 || m.To() == h.Moves()[h.Len()-2].From()) {
				return m, nil
			}
		}
		return moves[0], nil
	}
	for _, test := range []struct {
		longest int
		reason  string
		byLimit int
	}{{100, "repeated", 0}, {5, "drawn by the limit of moves", 1}} {
		a, _ := contender("a", shuffle)
		b, _ := contender("b", shuffle)
		m := match.Match{
			Contenders: [2]match.Contender{a, b},
			Openings:   []*draughts.History{game(t, "american", kings)}, Games: 1, Longest: test.longest,
			Report: func(g *match.EngineGame, _ match.Score) {
				if g.Reason() != test.reason || g.History.Len() > 8 {
					t.Errorf("%s after %d moves", g.Reason(), g.History.Len())
				}
			},
		}
		if score, err := m.Run(t.Context()); err != nil || score.Draws != 1 || score.ByLimit != test.byLimit {
			t.Errorf("%+v, %v", score, err)
		}
	}
}

// A match that is stopped tells the score of the games that have ended.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	a, _ := contender("a", first)
	b, said := contender("b", first)
	m := match.Match{
		Contenders: [2]match.Contender{a, b},
		Openings:   []*draughts.History{game(t, "american", "B:W21-32:B1-12")}, Games: 1000, Longest: 300, Jobs: 3,
		Report: func(_ *match.EngineGame, s match.Score) {
			if s.Games() == 10 {
				stop()
			}
		},
	}
	score, err := m.Run(ctx)
	if err != nil || score.Games() < 10 || score.Games() > 15 {
		t.Errorf("%+v, %v", score, err)
	}
	if starts, ends := strings.Count(strings.Join(*said, " "), "start"), strings.Count(strings.Join(*said, " "), "close"); starts != ends {
		t.Errorf("%d players were started, %d closed", starts, ends)
	}
}

// A contender that cannot be started ends the match.
func TestCannotStart(t *testing.T) {
	a, _ := contender("a", first)
	b := match.Contender{Name: "b", Start: func(context.Context) (match.Player, error) { return nil, errors.New("gone") }}
	m := match.Match{
		Contenders: [2]match.Contender{a, b},
		Openings:   []*draughts.History{game(t, "american", "B:W21-32:B1-12")}, Games: 10, Longest: 300, Jobs: 2,
	}
	score, err := m.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "b cannot be started: gone") || score.Games() != 0 {
		t.Errorf("%+v, %v", score, err)
	}
}

// Openings that are played again, or lead to the same position, tell nothing new about who is stronger.
func TestOpeningsPlayedAgain(t *testing.T) {
	won, lost := game(t, "american", "B:W14:B9"), game(t, "american", "W:W18:B14,9,1")
	even, again := game(t, "american", "", "9-13", "24-20", "11-15"), game(t, "american", "", "11-15", "24-20", "9-13")
	a, _ := contender("a", first)
	b, _ := contender("b", func(h *draughts.History) (draughts.Move, error) {
		moves := h.Position().Moves()
		return moves[len(moves)-1], nil
	})
	interval := func(games int, openings ...*draughts.History) (low, high float64) {
		m := match.Match{Contenders: [2]match.Contender{a, b}, Openings: openings, Games: games, Longest: 30}
		score, err := m.Run(t.Context())
		if err != nil || score.Games() != games {
			t.Fatalf("%d games, %v", score.Games(), err)
		}
		return score.Interval()
	}
	low, high := interval(6, won, lost, even)
	if low == 0 && high == 1 {
		t.Fatalf("nothing is known of three openings: %v to %v", low, high)
	}
	if lower, higher := interval(24, won, lost, even); lower != low || higher != high {
		t.Errorf("%v to %v, want %v to %v", lower, higher, low, high)
	}
	if lower, higher := interval(12, won, lost, even, won, lost, again); lower != low || higher != high {
		t.Errorf("twice in the list: %v to %v, want %v to %v", lower, higher, low, high)
	}
	if low, high := interval(10, even); low != 0 || high != 1 {
		t.Errorf("of one opening %v to %v is known", low, high)
	}
}

func TestElo(t *testing.T) {
	for share, want := range map[float64]float64{0.5: 0, 0.75: 190.85, 0.25: -190.85, 0.91: 401.91, 1: math.Inf(1), 0: math.Inf(-1)} {
		if got := match.Elo(share); got != want && math.Abs(got-want) > 0.01 {
			t.Errorf("%v is %v, want %v", share, got, want)
		}
	}
}

// The interval holds the true share in 95 % of matches.
func TestInterval(t *testing.T) {
	score := match.Score{}
	if low, high := score.Interval(); low != 0 || high != 1 || score.Share() != 0.5 {
		t.Errorf("nothing is known of no games, but %v to %v", low, high)
	}
	held, matches := 0, 400
	for n := range matches {
		points := func(g int) match.EngineGame {
			x := math.Mod(math.Sin(float64(n*1000+g))*43758.5453, 1) // as good as random
			return match.EngineGame{Number: g, White: 0, Drawn: math.Abs(x) < 0.5, Winner: draughts.Side(int(math.Abs(x)*100) % 2)}
		}
		s := match.ScoreOf(100, points)
		if low, high := s.Interval(); low <= 0.5 && 0.5 <= high {
			held++
		}
	}
	if held < matches*92/100 || held > matches*98/100 {
		t.Errorf("%d of %d intervals hold the true share", held, matches)
	}
	all := match.ScoreOf(100, func(g int) match.EngineGame { return match.EngineGame{Number: g, Winner: draughts.White} })
	if low, high := all.Interval(); low < 0.9 || low > 0.95 || high != 1 {
		t.Errorf("after 100 wins the share is between %v and %v", low, high)
	}
	for n := range 100 {
		for _, s := range draughts.Sides {
			all := match.ScoreOf(n, func(g int) match.EngineGame { return match.EngineGame{Number: g, Winner: s} })
			if low, high := all.Interval(); s == draughts.White && high != 1 || s == draughts.Black && low != 0 {
				t.Errorf("after %d wins of %v the share is between %v and %v", n, s, low, high)
			}
		}
	}
}
