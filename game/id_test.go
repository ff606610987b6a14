package game

import (
	"math/rand/v2"
	"testing"
)

// Ids become longer where the short ones are taken.
func TestNewID(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, shortest := range []int{4, 5, 8, longestID} {
		id, err := newID(dice, func(id GameID) (*Game, error) {
			if len(id) < shortest {
				return &Game{}, nil
			}
			return nil, ErrNotFound
		})
		if err != nil || len(id) != shortest {
			t.Errorf("the id is %q, %v, want one of %d letters", id, err, shortest)
		}
		if read, ok := ParseGameID(string(id)); !ok || read != id {
			t.Errorf("%q reads as %q", id, read)
		}
	}
}

func TestParseGameID(t *testing.T) {
	for text, want := range map[string]GameID{
		" #k7q2 ": "K7Q2", "`K7Q2`": "K7Q2", "2222": "2222", "K7Q2K7Q2K7Q2": "K7Q2K7Q2K7Q2",
		"K7Q": "", "K7Q2K7Q2K7Q2K": "", "K7Q1": "", "K7 Q2": "", "": "",
	} {
		if id, ok := ParseGameID(text); id != want || ok != (want != "") {
			t.Errorf("%q is %q, %v", text, id, ok)
		}
	}
}

// A parsed id parses as itself.
func FuzzParseGameID(f *testing.F) {
	f.Add(" #k7q2 ")
	f.Add("O0I1")
	f.Fuzz(func(t *testing.T, text string) {
		if id, ok := ParseGameID(text); ok {
			if again, ok := ParseGameID(string(id)); !ok || again != id {
				t.Errorf("%q is %q, which reads as %q", text, id, again)
			}
		}
	})
}
