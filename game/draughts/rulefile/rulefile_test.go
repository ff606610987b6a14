package rulefile

import (
	"bytes"
	"reflect"
	"testing"

	"doublecorner/game/draughts"
)

// Every built-in rule set can be written as a file and read back.
func TestBuiltInRuleSetsSurviveAFile(t *testing.T) {
	for _, key := range draughts.Keys() {
		r, err := draughts.Find(key)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := Write(&text, r); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		v, err := Read(bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v\n%s", key, err, text.String())
		}
		if got := v.Rules(); !reflect.DeepEqual(got, r) {
			t.Errorf("%s came back as\n%+v\nnot\n%+v\n%s", key, got, r, text.String())
		}
	}
}
func TestShow(t *testing.T) {
	r, _ := draughts.Find("frisian")
	var text bytes.Buffer
	Write(&text, r)
	t.Log(text.String())
}
