package draughts_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// crowdedPosition is a line of testdata/crowded.txt.
type crowdedPosition struct {
	rules, fen string
	moves      int // 0: too many
}

func crowdedPositions(t testing.TB) []crowdedPosition {
	t.Helper()
	text, err := os.ReadFile("testdata/crowded.txt")
	must(t, err)
	var all []crowdedPosition
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		c := crowdedPosition{rules: fields[0], fen: fields[2]}
		if fields[1] != "-" {
			if c.moves, err = strconv.Atoi(fields[1]); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, c)
	}
	return all
}

// However crowded a position is, its moves are listed, or it is said that there are too many,
// the same for every question and however often.
func TestCrowdedPositions(t *testing.T) {
	for _, c := range crowdedPositions(t) {
		t.Run(c.rules, func(t *testing.T) {
			p := position(t, c.rules, c.fen)
			for range 2 {
				n, counting := p.Perft(1)
				moves, err := p.Moves()
				if len(moves) != c.moves || n != uint64(c.moves) {
					t.Errorf("%d moves are listed and %d counted, want %d", len(moves), n, c.moves)
				}
				var tooMany *draughts.TooManyCapturesError
				if errors.As(err, &tooMany) != (c.moves == 0) || errors.As(counting, &tooMany) != (c.moves == 0) {
					t.Errorf("listing: %v; counting: %v", err, counting)
				}
			}
			if c.moves > 0 && c.moves < 20 {
				var replies uint64
				for _, m := range draughtstest.Listed(p.Moves()) {
					n, err := p.Play(m).Perft(1)
					must(t, err)
					replies += n
				}
				if n, err := p.Perft(2); err != nil || n != replies {
					t.Errorf("%d replies are counted, %v, want %d", n, err, replies)
				}
			}
			for i := 0; i < c.moves; i += 1 + c.moves/20 {
				m := draughtstest.Listed(p.Moves())[i]
				if got, err := p.Read(p.Text(m)); err != nil || got != m {
					t.Errorf("%s is read as %v, %v", p.Text(m), got, err)
				}
			}
		})
	}
}

// A position with too many captures is a draw, whatever is asked of it.
func TestTooManyCaptures(t *testing.T) {
	for _, c := range crowdedPositions(t) {
		if c.moves > 0 {
			continue
		}
		p := position(t, c.rules, c.fen)
		h := draughts.NewHistory(p)
		if end := ended(t, h, draughts.TooManyCaptures); !end.Drawn {
			t.Errorf("%s: %+v", c.rules, end)
		}
		from := p.Kings(draughts.White).List()[0]
		if refusal := p.WhyNot(from, from+1); refusal == nil || refusal.Reason != draughts.GameOver {
			t.Errorf("%s: why not: %v", c.rules, refusal)
		}
		var tooMany *draughts.TooManyCapturesError
		if _, err := p.Read("1-2"); !errors.As(err, &tooMany) {
			t.Errorf("%s: reading without a game: %v", c.rules, err)
		}
	}
}

// freezing is a rule set by which two people who help each other come to captures that
// would take for ever to list, on a board of that size.
func freezing(t testing.TB, size int) *draughts.Variant {
	t.Helper()
	r, err := draughts.Find("frisian")
	must(t, err)
	r.Key, r.Name, r.GameType = "freezing", "Freezing", 0
	r.Board.Size, r.Board.Rows = size, 4
	r.Man.Captures = draughts.Diagonals | draughts.Straights
	r.King.TurnsBack = true
	r.Capture = draughts.Capture{Removal: draughts.AtOnce}
	r.Draws = draughts.Draws{}
	v, err := draughts.Compile(r)
	must(t, err)
	return v
}

// Two people who help each other bring a game by the freezing rules to a position whose
// captures would take for ever to list. There it ends.
func TestFreeze(t *testing.T) {
	h := draughts.NewHistory(freezing(t, 12).Start())
	for {
		if end, over := h.Ending(); over {
			if end.Rule != draughts.TooManyCaptures {
				t.Fatalf("after %d moves the game ended by %v", h.Len(), end.Rule)
			}
			t.Logf("after %d moves", h.Len())
			return
		}
		moves := draughtstest.Listed(h.Position().Moves())
		must(t, h.Play(crowding(h.Position(), moves[:min(len(moves), 100)])))
	}
}

// crowding returns the one of some moves that leaves the most to choose from.
func crowding(p draughts.Position, moves []draughts.Move) draughts.Move {
	var best draughts.Move
	most := -1
	for _, m := range moves {
		replies, err := p.Play(m).Moves()
		if err != nil {
			return m
		}
		if n := len(replies) - 5*m.Captured().Len(); n > most || best.IsZero() {
			best, most = m, n
		}
	}
	return best
}

// Rule sets by which crowded positions would often be too crowded are refused; those that
// are built in are not, nor is one by which few would.
func TestCheckCaptures(t *testing.T) {
	for _, key := range draughts.Keys() {
		if err := variant(t, key).CheckCaptures(); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if err := freezing(t, 10).CheckCaptures(); err != nil {
		t.Errorf("freezing on a smaller board: %v", err)
	}
	var wrong *draughts.RulesError
	if err := freezing(t, 12).CheckCaptures(); !errors.As(err, &wrong) || wrong.Faults[0].Code != draughts.Overcrowded {
		t.Errorf("freezing: %v", err)
	}
}
