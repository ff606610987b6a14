package game

import (
	"fmt"
	"strings"
	"testing"

	"doublecorner/game/tournament"
)

// Every value of an enumeration has its own word.
func TestWords(t *testing.T) {
	checkWords(t, NoSession)
	checkWords(t, ByInactivity)
	checkWords(t, EndSoon)
	checkWords(t, BlackWon)
	checkWords(t, CameBack)
	checkWords(t, OfferAbort)
	checkWords(t, PlayBlack)
	checkWords(t, BadQuorum)
	checkWords(t, Expired)
	checkWords(t, SeasonEnded)
	checkWords(t, tournament.Simul)
	checkWords(t, tournament.HostAlternates)
	checkWords(t, tournament.BadSources)
	checkWords(t, tournament.Qualified)
	checkWords(t, tournament.Monthly)
	checkWords(t, tournament.Out)
	checkWords(t, tournament.Performance)
	checkWords(t, tournament.CalledOff)
	if got := Offer(len(Offers)).String(); got != "unknown(3)" {
		t.Errorf("an offer that there is not is %q", got)
	}
}

func checkWords[E interface {
	~uint8
	String() string
}](t *testing.T, last E) {
	t.Helper()
	if after := last + 1; after.String() != fmt.Sprintf("unknown(%d)", uint8(after)) {
		t.Errorf("%T has %d values and more words: %q", last, after, after)
	}
	seen := map[string]bool{}
	for e := range last + 1 {
		w := e.String()
		if w == "" || strings.HasPrefix(w, "unknown(") || seen[w] {
			t.Errorf("%T %d has the word %q", last, uint8(e), w)
		}
		seen[w] = true
	}
}
