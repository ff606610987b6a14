package tournament

import (
	"strings"
	"testing"
)

func TestReports(t *testing.T) {
	tour := crosstable(Declaration{Name: "Spring", Tiebreaks: []Tiebreak{SonnebornBerger}}, nil, "x1= 0x1 =0x")
	name := func(id PlayerID) string { return "Player, " + string(id) }
	var trf, csv strings.Builder
	if err := tour.WriteTRF(&trf, name); err != nil {
		t.Fatal(err)
	}
	if err := tour.WriteCSV(&csv, name); err != nil {
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
	if csv.String() != wantCSV {
		t.Errorf("CSV:\n%s", &csv)
	}

	teams := begun(t, Declaration{Format: TeamMatch, Teams: [2]string{"Lions", "=Tigers"}}, 2)
	csv.Reset()
	if err := teams.WriteCSV(&csv, func(id PlayerID) string { return "@" + string(id) }); err != nil || !strings.Contains(csv.String(), ",'@B,'=Tigers,") {
		t.Errorf("CSV of teams, %v:\n%s", err, &csv)
	}
}
