package tournament

import (
	"errors"
	"testing"
	"time"
)

// Nobody makes a tournament grow without end, whatever they repeat; and it can be ended after that.
func TestGrowth(t *testing.T) {
	const patience = 3 * maxDirected
	isNotNow := func(err error) bool { return errors.Is(err, NotNow) || errors.Is(err, ChallengedBefore) }
	for name, test := range map[string]struct {
		Declaration
		begun  bool
		repeat []Event
		most   int
	}{
		"enter and leave": {
			Declaration: Declaration{Format: Knockout}, most: 2 * maxEntries,
			repeat: []Event{{Kind: Withdrew, Player: "A"}, {Kind: Entered, Player: "A"}},
		},
		"leave and return": {
			Declaration: Declaration{Format: Arena, Length: time.Hour}, begun: true, most: 2 * maxEntries,
			repeat: []Event{{Kind: Withdrew, Player: "A"}, {Kind: Entered, Player: "A"}},
		},
		"check in": {
			Declaration: Declaration{Format: Knockout, Starts: time.Unix(3600, 0), CheckIn: time.Hour}, most: 1,
			repeat: []Event{{Kind: CheckedIn, Player: "A", Moment: Moment{At: time.Unix(60, 0)}}},
		},
		"pause and resume": {
			Declaration: Declaration{Format: Knockout}, begun: true, most: maxDirected,
			repeat: []Event{{Kind: Paused, By: "director"}, {Kind: Resumed, By: "director"}},
		},
		"extend": {
			Declaration: Declaration{Format: Knockout, Starts: time.Unix(3600, 0)}, most: 13,
			repeat: []Event{{Kind: Extended, By: "director", Extension: 30 * 24 * time.Hour}},
		},
		"abort": {
			Declaration: Declaration{Format: Knockout}, begun: true, most: 2 * maxVoided,
			repeat: []Event{{Kind: Voided, Pairing: 1}, {Kind: GameBegan, Pairing: 1, Game: "g"}},
		},
		"refuse in turns": {
			Declaration: Declaration{Format: Ladder, Reach: 3, Reply: time.Hour}, begun: true, most: 4 * maxChallenges,
			repeat: []Event{
				{Kind: Challenged, Player: "B", Opponent: "A"}, {Kind: Refused, Player: "A", Opponent: "B"},
				{Kind: Challenged, Player: "A", Opponent: "B"}, {Kind: Refused, Player: "B", Opponent: "A"},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tour := Restore(test.Declaration, nil)
			if test.begun {
				tour = begun(t, test.Declaration, 2)
			} else {
				do(t, tour, Event{Kind: Entered, Player: "A"})
				do(t, tour, Event{Kind: Entered, Player: "B"})
			}
			n := 0
			var err error
			for ; err == nil && n < patience; n++ {
				err = tour.Do(test.repeat[n%len(test.repeat)])
			}
			if !isNotNow(err) || n-1 > test.most {
				t.Errorf("after %d events, at most %d, the next one has the answer %v", n-1, test.most, err)
			}
			do(t, tour, Event{Kind: Cancelled, By: "director"})
		})
	}
}
