package pdn_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// The kinds of files that servers, programs and people make, each with a short sample under testdata/kinds.
func TestKindsOfFiles(t *testing.T) {
	type game struct {
		rules, leads string
		result       pdn.Result
		remarks      []pdn.Remark
	}
	otherCorner, crowned := []pdn.Remark{pdn.OtherCorner}, []pdn.Remark{pdn.Crowned}
	for file, want := range map[string][]game{
		"kurnik":         {{"international", "W:W31-36,38-50:B1-9,11-18,20,23", "2-0", otherCorner}},
		"split-captures": {{"american", "W:W23:B25", "*", nil}, {"russian", "B:Wg7,a1:Bd6", "*", nil}},
		"portuguese":     {{"spanish", "B:W17,18,23-32:B1-9,11,12,14", "1-1", otherCorner}},
		"frysk":          {{"frisian", "W:W41,47-50:B1-4,10:+0+0", "*", nil}},
		"ghosts":         {{"international", "W:W31,K46:B10", "*", nil}},
		"utf-16":         {{"international", "W:W31,33-50:B1-13,15-18,20,23", "1-1", nil}},
		"letters-only":   {{"russian", "W:Wa3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,c7,e7,g7,d6,f6,h6,c5", "*", nil}},
		"points": {
			{"american", "W:W19,21,22,24-32:B1-7,9-12,15", "12-0", nil},
			{"american", "B:W19,21,22,24-32:B1-10,12,15", "4-6", nil},
		},
		"last-row": {{"international", "B:W28,K3:B1,K46", "*", crowned}},
		"untagged": {
			{"international frisian", "W:W31,33-50:B1-13,15-18,20,23", "*", nil},
			{"international frisian", "B:W28,31-38,40-50:B1-17,19,20,23", "*", nil},
		},
	} {
		t.Run(file, func(t *testing.T) {
			f, err := os.Open("testdata/kinds/" + file + ".pdn")
			must(t, err)
			defer f.Close()
			games := readAll(t, f)
			if len(games) != len(want) {
				t.Fatalf("%d games, want %d", len(games), len(want))
			}
			var unsaid pdn.Recognition
			for i, g := range games {
				rules, h, remarks, err := replayed(g, &unsaid)
				must(t, err)
				got := game{rules, pdn.FEN(h.Position()), g.Result, remarks}
				if !reflect.DeepEqual(got, want[i]) {
					t.Errorf("game %d: %+v, want %+v", i+1, got, want[i])
				}
			}
		})
	}
}

// replayed replays a game by the rules that its tags say, or that all games without such tags can be played by.
func replayed(g *pdn.Record, unsaid *pdn.Recognition) (string, *draughts.History, []pdn.Remark, error) {
	v, err := g.Variant()
	if err == nil {
		h, remarks, err := g.ReplayRemarked(v)
		return v.Rules().Key, h, remarks, err
	}
	again := unsaid.Replay(g)
	var keys []string
	for _, v := range unsaid.Rules() {
		keys = append(keys, v.Rules().Key)
	}
	return strings.Join(keys, " "), again.History, again.Remarks, again.Err
}
