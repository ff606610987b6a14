package tournament

import (
	"encoding/csv"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestReports(t *testing.T) {
	tour := crosstable(Declaration{Name: "Spring", Tiebreaks: []Tiebreak{SonnebornBerger}}, "x1= 0x1 =0x")
	name := func(id PlayerID) string { return "Player, " + string(id) }
	var trf, table, games strings.Builder
	err := errors.Join(tour.WriteTRF(&trf, name, "Dirk", "300+5"), tour.WriteStandings(&table, name), tour.WritePairings(&games, name))
	if err != nil {
		t.Fatal(err)
	}
	const wantTRF = `012 Spring
062 3
092 Individual: Round-Robin
102 Dirk
122 300+5
132                                                                                        01/01/01  01/01/01  01/01/01
212 PTS,SB
XXR 3
001    1      Player, A                         1000                             1.5    1  0000 - Z     2 w 1     3 b =
001    2      Player, B                          999                             1.0    2     3 w 1     1 b 0  0000 - Z
001    3      Player, C                          998                             0.5    3     2 b 0  0000 - Z     1 w =
`
	if trf.String() != wantTRF {
		t.Errorf("TRF:\n%s", &trf)
	}
	const wantCSV = `rank,player,team,rating,points,games,wins,draws,losses,Sonneborn-Berger,status
1,"Player, A",,1000,1.5,2,1,1,0,1.25,active
2,"Player, B",,999,1,2,1,0,1,0.5,active
3,"Player, C",,998,0.5,2,0,1,1,0.75,active
`
	const wantGames = `round,board,white,black,white points,black points,kind,games
1,1,"Player, B","Player, C",1,0,played,g
2,1,"Player, A","Player, B",1,0,played,g
3,1,"Player, C","Player, A",0.5,0.5,played,g
`
	if table.String() != wantCSV {
		t.Errorf("CSV:\n%s", &table)
	}
	if games.String() != wantGames {
		t.Errorf("CSV:\n%s", &games)
	}
}

// The pairings say how each came to its score, and the report ends with the last game, not with what was decided later.
func TestKindsInReport(t *testing.T) {
	tour := begun(t, Declaration{Format: Swiss, Rounds: 2, Byes: 1}, 4)
	do(t, tour, Event{Kind: Adjudicated, Pairing: 1, Score: WhiteWins, By: "director"})
	do(t, tour, Event{Kind: GameEnded, Pairing: 2, Score: BlackForfeits})
	do(t, tour, Event{Kind: SatOut, Player: tour.Pairing(1).White})
	do(t, tour, Event{Kind: RoundBegan, By: "director", Moment: Moment{At: start}})
	for _, p := range tour.Waiting() {
		do(t, tour, Event{Kind: GameBegan, Pairing: p.Number, Game: "g"})
		do(t, tour, Event{Kind: GameEnded, Pairing: p.Number, Score: Draw})
	}
	do(t, tour, Event{Kind: Completed, Moment: Moment{At: start}})
	do(t, tour, Event{Kind: Ended, Moment: Moment{At: start.AddDate(0, 0, 1)}})
	var kinds []string
	for _, p := range tour.Pairings(0) {
		kinds = append(kinds, p.kind())
	}
	if got := strings.Join(kinds, ", "); got != "decided, forfeit, played, bye, sat out" {
		t.Errorf("the pairings are: %s", got)
	}
	var trf strings.Builder
	if err := tour.WriteTRF(&trf, func(id PlayerID) string { return string(id) }, "Dirk", "none"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(trf.String(), "\n052 2026/11/21\n") {
		t.Errorf("it does not end with the last game:\n%s", &trf)
	}
}

// What was decided about games that were not played is no game in a TRF: a draw is a bye of half a point.
func TestDecisionsInReport(t *testing.T) {
	draw := Draw
	draw.Forfeit = true
	for score, want := range map[Score][2]string{
		WhiteWins: {"2 w 1", "1 b 0"}, {}: {"2 w 0", "1 b 0"}, BlackForfeits: {"2 w +", "1 b -"},
		BothForfeit: {"2 w -", "1 b -"}, draw: {"0000 - H", "0000 - H"},
	} {
		tour := begun(t, Declaration{Format: RoundRobin}, 2)
		do(t, tour, Event{Kind: Adjudicated, Pairing: 1, Score: score, By: "director"})
		for i, id := range []PlayerID{tour.Pairing(1).White, tour.Pairing(1).Black} {
			if got := strings.TrimSpace(tour.roundTRF(id, 1)); got != want[i] {
				t.Errorf("%+v is written %q, want %q", score, got, want[i])
			}
			if line := tour.Standings()[i]; line.Draws > 0 || line.Wins+line.Losses > 0 == score.Forfeit {
				t.Errorf("%+v is counted as %+v", score, line)
			}
		}
	}
}

// A player who was removed before the beginning has no starting number, and is in no TRF.
func TestRemovedBeforeReport(t *testing.T) {
	tour := Restore(Declaration{Name: "Spring", Format: RoundRobin}, nil)
	for _, id := range []PlayerID{"A", "B", "C"} {
		do(t, tour, Event{Kind: Entered, Player: id})
	}
	do(t, tour, Event{Kind: Removed, Player: "A", By: "director"})
	do(t, tour, Event{Kind: Started, By: "director"})
	var trf strings.Builder
	if err := tour.WriteTRF(&trf, func(id PlayerID) string { return string(id) }, "Dirk", "none"); err != nil {
		t.Fatal(err)
	}
	if got := trf.String(); !strings.Contains(got, "062 2\n") || strings.Count(got, "\n001") != 2 {
		t.Errorf("TRF:\n%s", got)
	}
}

// No name is a formula in a spreadsheet, wherever that is used, or makes a line of a TRF.
func TestHostileNames(t *testing.T) {
	for name, want := range map[string]string{
		"=1+1":                 "'=1+1",
		"＠SUM(A1)":             "'＠SUM(A1)",
		"Ann;=1+1":             "Ann;'=1+1",
		"Ann,\t -1":            "Ann,'\t -1",
		"Ann\n001 2 = Mallory": "Ann\n001 2 = Mallory",
		"Ann-Marie; a+b":       "Ann-Marie; a+b",
	} {
		tour := crosstable(Declaration{Name: "Spring\n001 3"}, "x1 0x")
		nameOf := func(PlayerID) string { return name }
		var trf, out strings.Builder
		if err := tour.WriteTRF(&trf, nameOf, "Dirk", "none"); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(trf.String(), "\n001"); n != 2 {
			t.Errorf("of %q, a TRF has %d players:\n%s", name, n, &trf)
		}
		if err := tour.WriteStandings(&out, nameOf); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
		if err != nil || rows[1][1] != want {
			t.Errorf("%q is written as %q, want %q (%v)", name, rows[1][1], want, err)
		}
	}
	teams := begun(t, Declaration{Format: TeamMatch, Teams: [2]string{"Lions", "=Tigers"}}, 2)
	var out strings.Builder
	if err := teams.WriteStandings(&out, func(id PlayerID) string { return "@" + string(id) }); err != nil ||
		!strings.Contains(out.String(), ",'@B,'=Tigers,") {
		t.Errorf("CSV of teams, %v:\n%s", err, &out)
	}
}

// Reports of any state of a tournament are what bbpPairings reads, which FIDE has endorsed: where it is installed, it reads
// those of many, and testdata has two that it has read.
func TestReportsAreRead(t *testing.T) {
	program, missing := exec.LookPath("bbpPairings")
	for _, format := range []Format{Swiss, RoundRobin} {
		for seed := range uint64(40) {
			rng := rand.New(rand.NewPCG(seed, 8))
			d := declare(format, rng)
			d.Games = 1
			s := newSimulation(t, rng, d)
			for range 2 + rng.IntN(11) {
				s.enter(0)
			}
			s.now.At = start.Add(-5 * time.Minute)
			for _, e := range s.Entrants() {
				if s.CheckIn > 0 && !s.chance(6) {
					s.do(Event{Kind: CheckedIn, Player: e.Player})
				}
			}
			s.run()
			for _, seq := range []int{s.Seq(), s.Seq() / 2, s.Seq() * 3 / 4} {
				tour := s.AsOf(seq)
				if !tour.HasTRF() {
					continue
				}
				var trf strings.Builder
				if err := tour.WriteTRF(&trf, func(id PlayerID) string { return "Player " + string(id) }, "Dirk", "300+5"); err != nil {
					t.Fatal(err)
				}
				if files := map[Format]uint64{Swiss: 5, RoundRobin: 9}; seed == files[format] && seq == s.Seq()*3/4 {
					compareWithFile(t, "testdata/"+strings.ToLower(strings.ReplaceAll(format.String(), " ", ""))+".trf", trf.String())
				}
				if missing == nil {
					readReport(t, program, trf.String(), tour)
				}
			}
		}
	}
}

// readReport has a program read a report, and pair the next round of a Swiss if there is one.
func readReport(t *testing.T, program, report string, tour *Tournament) {
	t.Helper()
	path := t.TempDir() + "/report.trf"
	if err := os.WriteFile(path, []byte(report), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"-c", "-p"} {
		const unpairable = 1 // all have met
		out, err := exec.Command(program, "--dutch", path, what).CombinedOutput()
		failed, isExit := errors.AsType[*exec.ExitError](err)
		switch {
		case what == "-p" && (tour.Format != Swiss || tour.played().rounds == tour.Rounds):
		case err != nil && (what == "-c" || !isExit || failed.ExitCode() != unpairable):
			t.Errorf("%s: %v, %s\n%s", what, err, out, report)
		}
	}
}

var update = flag.Bool("update", false, "write the files of testdata")

func compareWithFile(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || got != string(want) {
		t.Errorf("%s is %q, %v; now it is\n%s", path, want, err, got)
	}
}
