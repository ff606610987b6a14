package record

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Every rule set comes back as it was written.
func TestRules(t *testing.T) {
	for _, key := range draughts.Keys() {
		rules, err := draughts.Find(key)
		must(t, err)
		read, err := ReadRules(game.IdentifyRules(rules), rules.JSON())
		if err != nil || !reflect.DeepEqual(read, rules) {
			t.Errorf("%s came back as %+v, %v, want %+v", key, read, err, rules)
		}
	}
}

// What this program does not know is not left out in silence, and no rules are taken for others.
func TestOtherRules(t *testing.T) {
	rules, err := draughts.Find("american")
	must(t, err)
	id, text := game.IdentifyRules(rules), rules.JSON()
	for _, wrong := range [][2]string{
		{`"Capture":{`, `"Capture":{"ByMoonlight":true,`}, {`"Capture":{`, `"Capture":[`}, {`"black"`, `"green"`}, {`"black"`, `"white"`},
	} {
		b := bytes.Replace(text, []byte(wrong[0]), []byte(wrong[1]), 1)
		if _, err := ReadRules(id, b); bytes.Equal(b, text) || !errors.Is(err, ErrBroken) {
			t.Errorf("with %s, the error is %v", wrong[1], err)
		}
	}
}
