package tournament

import (
	"strings"
	"testing"
)

// A player sits out the next round for half a point, as often as there are points for it, and not in the last round; a director
// gives it all the same.
func TestSittingOut(t *testing.T) {
	tour := begun(t, Declaration{Format: Swiss, Rounds: 4, Byes: 1}, 5)
	half, none := Score{White: tour.HalfPoints()}, Score{}
	ask := func(id PlayerID, by PlayerID, s Score, want error) {
		t.Helper()
		if err := tour.Do(Event{Kind: SatOut, Player: id, By: by, Score: s}); err != want {
			t.Errorf("%s asks for %v in round %d: %v, want %v", id, s.White, tour.Round()+1, err, want)
		}
	}
	ask("A", "", half, nil)
	ask("A", "", none, NotNow) // sits out already
	do(t, tour, Event{Kind: Rejoined, Player: "A"})
	ask("A", "", half, nil)
	ask("B", "", WhiteWins, BadScore)
	drawAll(t, tour)
	if p := tour.PairingsOf("A")[1]; !p.Requested || p.Score.White != 1 || tour.SitsOut("A") {
		t.Errorf("round 2 has %+v", p)
	}
	ask("A", "", half, NoByeLeft)
	ask("A", "A", half, NoByeLeft) // a director who plays
	ask("A", "director", half, nil)
	ask("B", "", none, nil)
	drawAll(t, tour)
	if tour.pointsOf("A") != 1+1+1 || tour.pointsOf("B") != 1+1 && tour.pointsOf("B") != 1+2 {
		t.Errorf("A has %v points, B %v", tour.pointsOf("A"), tour.pointsOf("B"))
	}
	ask("C", "", half, NoByeLeft) // the last round
	ask("C", "", none, nil)
	drawAll(t, tour)
	ask("D", "", none, NotNow)
	row := func(id PlayerID) string {
		text := ""
		for round := 1; round <= 4; round++ {
			text += tour.roundTRF(id, round) + ", "
		}
		return text
	}
	if got := row("A"); !strings.Contains(got, "0000 - H, 0000 - H, ") {
		t.Errorf("A is reported as %s", got)
	}
	if got := row("C"); !strings.HasSuffix(got, "0000 - Z, ") {
		t.Errorf("C is reported as %s", got)
	}
}

// A round begins even if all sit it out, and who sits out the first one need not check in.
func TestAllSitOut(t *testing.T) {
	tour := begun(t, Declaration{Format: Swiss, Rounds: 2}, 2)
	for _, id := range []PlayerID{"A", "B"} {
		do(t, tour, Event{Kind: SatOut, Player: id})
	}
	win(t, tour, "A")
	if tour.Round() != 2 || len(tour.Pairings(2)) != 2 || tour.Phase() != Provisional {
		t.Errorf("it is %v, and round %d has %d pairings", tour.Phase(), tour.Round(), len(tour.Pairings(2)))
	}
}

// Tie-breaks take a round that a player has sat out for one that they gave away (FIDE Handbook, C.07, 16.1.2 and 16.4.2). For
// opponents it counts what it gave, or a draw if the player did not come back (16.3).
func TestTiebreaksOfByes(t *testing.T) {
	for _, test := range []struct {
		points     Points
		comesBack  bool
		own, other float64 // what the round counts for the player, and what the player counts for their first opponent
	}{
		{0, true, 1, 1}, {1, true, 1.5, 1.5}, {0, false, 0, .5}, {1, false, .5, .5},
	} {
		tour := begun(t, Declaration{Format: Swiss, Rounds: 3, Byes: 1, Tiebreaks: []Tiebreak{Buchholz, BuchholzCut1}}, 4)
		id := tour.Pairing(1).White
		for _, p := range tour.Pairings(1) {
			do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: BlackWins})
		}
		do(t, tour, Event{Kind: SatOut, Player: id, Score: Score{White: test.points}})
		advance(t, tour)
		s := &scores{tour, map[PlayerID]*Standing{}}
		for _, e := range tour.Entrants() {
			s.lines[e.Player] = &Standing{Entrant: e, Points: tour.pointsOf(e.Player)}
		}
		if test.comesBack {
			for _, p := range tour.Pairings(2) {
				if !p.Over {
					do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: Draw})
				}
			}
			advance(t, tour)
			of := tour.PairingsOf(id)
			last := of[len(of)-1]
			score := WhiteWins
			if last.Black == id {
				score = BlackWins
			}
			do(t, tour, Event{Kind: GameEnded, Pairing: last.Number, Score: score})
			for _, e := range tour.Entrants() {
				s.lines[e.Player].Points = tour.pointsOf(e.Player)
			}
		}
		round := s.contributions(tour.Entrant(id))[1]
		if round.points != test.own || !round.skipped {
			t.Errorf("%+v: the round counts %+v", test, round)
		}
		if got := s.adjusted(id); got != test.other {
			t.Errorf("%+v: the player counts %g", test, got)
		}
	}
}
