package tournament

import (
	"encoding/csv"
	"strings"
	"testing"
)

func TestReports(t *testing.T) {
	tour := crosstable(Declaration{Name: "Spring", Tiebreaks: []Tiebreak{SonnebornBerger}}, "x1= 0x1 =0x")
	name := func(id PlayerID) string { return "Player, " + string(id) }
	var trf, table strings.Builder
	if err := tour.WriteTRF(&trf, name); err != nil {
		t.Fatal(err)
	}
	if err := tour.WriteCSV(&table, name); err != nil {
		t.Fatal(err)
	}
	const wantTRF = `012 Spring
062 3
092 Individual: Round-Robin
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
round,board,white,black,white points,black points,forfeit,games
1,1,"Player, B","Player, C",1,0,false,g
2,1,"Player, A","Player, B",1,0,false,g
3,1,"Player, C","Player, A",0.5,0.5,false,g
`
	if table.String() != wantCSV {
		t.Errorf("CSV:\n%s", &table)
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
	if err := tour.WriteTRF(&trf, func(id PlayerID) string { return string(id) }); err != nil {
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
		if err := tour.WriteTRF(&trf, nameOf); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(trf.String(), "\n001"); n != 2 {
			t.Errorf("of %q, a TRF has %d players:\n%s", name, n, &trf)
		}
		if err := tour.WriteCSV(&out, nameOf); err != nil {
			t.Fatal(err)
		}
		read := csv.NewReader(strings.NewReader(out.String()))
		read.FieldsPerRecord = -1
		rows, err := read.ReadAll()
		if err != nil || rows[1][1] != want {
			t.Errorf("%q is written as %q, want %q (%v)", name, rows[1][1], want, err)
		}
	}
	teams := begun(t, Declaration{Format: TeamMatch, Teams: [2]string{"Lions", "=Tigers"}}, 2)
	var out strings.Builder
	if err := teams.WriteCSV(&out, func(id PlayerID) string { return "@" + string(id) }); err != nil ||
		!strings.Contains(out.String(), ",'@B,'=Tigers,") {
		t.Errorf("CSV of teams, %v:\n%s", err, &out)
	}
}
