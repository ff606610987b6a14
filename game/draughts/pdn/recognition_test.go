package pdn_test

import (
	"strings"
	"testing"

	"doublecorner/game/draughts/pdn"
)

// The rules of games without tags are those under which all of them are legal.
func TestRecognition(t *testing.T) {
	for text, want := range map[string]string{
		"1. 11-15 23-19 *":                  "american pool",           // Black starts
		"1. c3-d4 d6-c5 *":                  "russian brazilian czech", // letters
		"1. c3-c4 d6-d5 *":                  "turkish",
		"1. 22-19 11-14 *":                  "filipino italian spanish", // the other corner
		"1. c3-d4 d6-c5 * 1. 32-28 19-23 *": "russian brazilian czech",  // the second is illegal

		`[FEN "W:Wc3:Bd4,f6"] 1. c3:g7 * [FEN "W:Wc3:Bb4,d4,f6"] 1. c3xa5 *`: "russian czech", // not the most pieces
	} {
		var r pdn.Recognition
		for _, g := range readAll(t, strings.NewReader(text)) {
			r.Replay(g)
		}
		var keys []string
		for _, v := range r.Rules() {
			keys = append(keys, v.Rules().Key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
