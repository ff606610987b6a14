package game

import "testing"

// Every value of an enumeration has its own word.
func TestWords(t *testing.T) {
	check := func(name string, words []string, last uint8) {
		t.Helper()
		if len(words) != int(last)+1 {
			t.Errorf("%s has %d values and %d words", name, last+1, len(words))
		}
		seen := map[string]bool{}
		for _, w := range words {
			if w == "" || seen[w] {
				t.Errorf("%s has the word %q twice", name, w)
			}
			seen[w] = true
		}
	}
	check("Code", codeWords, uint8(SettingsTooLong))
	check("Cause", causeWords, uint8(ByLength))
	check("Outcome", outcomeWords, uint8(BlackWon))
	check("EventKind", eventWords, uint8(Ended))
	check("Offer", offerWords, uint8(OfferAbort))
	check("Colour", colourWords, uint8(PlayBlack))
	check("TermsFault", termsFaultWords, uint8(NoColour))
	check("ChallengeState", challengeWords, uint8(Expired))
	check("AnnouncementKind", announcementWords, uint8(GameChanged))
	if got := word(offerWords, Offer(len(offerWords))); got != "unknown(3)" {
		t.Errorf("an offer that there is not is %q", got)
	}
}
