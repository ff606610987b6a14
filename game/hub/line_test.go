package hub_test

import (
	"reflect"
	"testing"
	"time"

	"doublecorner/game/hub"
)

func TestLine(t *testing.T) {
	for _, test := range []struct {
		text string
		want hub.Line
	}{
		{"", hub.Line{}},
		{"  ping\t", hub.Line{Command: "ping"}},
		{"go think", hub.Line{Command: "go", Args: []hub.Arg{{Name: "think"}}}},
		{`pos pos=Wbe  moves="38-15 5-41" x=`, hub.Line{Command: "pos", Args: []hub.Arg{{"pos", "Wbe"}, {"moves", "38-15 5-41"}, {"x", ""}}}},
		{`a b=""c=1=2 d="=x`, hub.Line{}},
		{`a b=""c=1=2 d="="`, hub.Line{Command: "a", Args: []hub.Arg{{"b", ""}, {"c", "1=2"}, {"d", "="}}}},
		{"a =b", hub.Line{}},
	} {
		got, err := hub.ParseLine(test.text)
		if err != nil {
			if test.want.Command != "" {
				t.Errorf("%q: %v", test.text, err)
			}
			continue
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %#v, want %#v", test.text, got, test.want)
		}
	}
}

func TestLineIsWritten(t *testing.T) {
	l := hub.Line{Command: "id"}.With("name", "Double Corner").With("flag", "").With("q", "a \"b\"\nc").With("n", "1")
	if got, want := l.String(), `id name="Double Corner" flag q="a 'b' c" n=1`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzLine: what is read is written so that it means the same.
func FuzzLine(f *testing.F) {
	for _, text := range []string{`pos pos=Wbe moves="38-15 5-41"`, "go think", `a b="c`, "a =b", `a b="=" c=d"e"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := hub.ParseLine(text)
		if err != nil || l.Command == "" {
			return
		}
		written, err := hub.ParseLine(l.String()) // without quotation marks inside values
		if err != nil || written.Command != l.Command || len(written.Args) != len(l.Args) {
			t.Errorf("%q is written as %q, %v", text, l.String(), err)
		}
		if again, err := hub.ParseLine(written.String()); err != nil || !reflect.DeepEqual(again, written) {
			t.Errorf("%q is written as %q, and this as %q, %v", text, written.String(), again.String(), err)
		}
	})
}

func TestShare(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"level infinite":             0,
		"level depth=9":              0,
		"level move-time=0.25":       250 * time.Millisecond,
		"level time=30":              990 * time.Millisecond,
		"level time=30 moves=10":     2990 * time.Millisecond,
		"level time=30 moves=1":      26240 * time.Millisecond,
		"level time=33 inc=3":        3990 * time.Millisecond,
		"level time=0.001":           time.Millisecond,
		"level time=0 inc=0":         time.Millisecond,
		"level inc=2":                1740 * time.Millisecond,
		"level inc=2 moves=5":        1740 * time.Millisecond,
		"level inc=0":                time.Millisecond,
		"level move-time=1e300":      365 * 24 * time.Hour,
		"level time=30 moves=100000": 990 * time.Millisecond,
	} {
		if got, err := hub.Share(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"level", "level depth", "level depth=0", "level depth=x", "level nodes=-1", "level move-time=NaN",
		"level time=-1", "level moves=0 time=3", "level moves=9", "level unknown=3",
	} {
		if got, err := hub.Share(text); err == nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}
