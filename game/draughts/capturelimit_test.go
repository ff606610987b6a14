package draughts_test

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// crowdedPosition is a line of testdata/crowded.txt.
type crowdedPosition struct {
	rules, fen string
	moves      int
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
		moves, err := strconv.Atoi(fields[1])
		must(t, err)
		all = append(all, crowdedPosition{fields[0], fields[2], moves})
	}
	return all
}

// However crowded a position is, its moves are the same for every question and however often, so that a stored
// game replays the same.
func TestCrowdedPositions(t *testing.T) {
	for _, c := range crowdedPositions(t) {
		t.Run(c.rules, func(t *testing.T) {
			p := position(t, c.rules, c.fen)
			moves := p.Moves()
			for range 2 {
				again, n := p.Moves(), p.Perft(1)
				if !slices.Equal(again, moves) || len(moves) != c.moves || n != uint64(c.moves) {
					t.Errorf("%d moves are listed, then %d, and %d counted, want %d", len(moves), len(again), n, c.moves)
				}
				draughts.ForgetCrowded()
			}
			if c.moves < 20 {
				var replies uint64
				for _, m := range moves {
					replies += p.Play(m).Perft(1)
				}
				if n := p.Perft(2); n != replies {
					t.Errorf("%d replies are counted, want %d", n, replies)
				}
			}
			for i := 0; i < c.moves; i += 1 + c.moves/20 {
				m := moves[i]
				if got, err := p.Read(p.Text(m)); err != nil || got != m {
					t.Errorf("%s is read as %v, %v", p.Text(m), got, err)
				}
				if got, err := p.Along(p.Path(m)); err != nil || got != m {
					t.Errorf("%s is replayed as %v, %v", p.Text(m), got, err)
				}
			}
		})
	}
}

// Where a capture must go on as long as it can, those that are listed of a crowded position do.
func TestCrowdedCapturesAreWhole(t *testing.T) {
	r, err := draughts.Find("canadian")
	must(t, err)
	r.Key, r.GameType, r.Capture.Prefer = "any-capture", 0, nil
	v, err := draughts.Compile(r)
	must(t, err)
	p, err := pdn.ParseFEN(v, "W:WK7,K12,K67,K71,K72:B8,14,16,17,21,25,27,29,32,34,35,45-47,49,55,58,64,K13,K44,K53,K57,K60-62")
	must(t, err)
	moves := p.Moves()
	for i := 0; i < len(moves); i += 1 + len(moves)/100 {
		if m, err := p.Along(p.Path(moves[i])); err != nil || m != moves[i] {
			t.Errorf("%v is replayed as %v, %v", moves[i], m, err)
		}
	}
}

// freezing is a rule set by which two people who help each other come to captures without number, on a board of
// that size.
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

// crowding returns the one of some moves that leaves the most to choose from.
func crowding(p draughts.Position, moves []draughts.Move) draughts.Move {
	var best draughts.Move
	most := -1
	for _, m := range moves {
		if n := len(p.Play(m).Moves()) - 5*m.Captured().Len(); n > most || best.IsZero() {
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
