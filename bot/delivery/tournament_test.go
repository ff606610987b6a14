package delivery

import (
	"errors"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/tournament"
)

// refusedError is an error after which Discord need not be tried again.
type refusedError struct{ error }

func (refusedError) Temporary() bool { return false }

// The news of a tournament never waits for its scheduled event, which is tried again unless Discord refuses it for good.
func TestNewsBeforeScheduledEvent(t *testing.T) {
	for _, test := range []struct {
		name   string
		err    error
		isLeft int // announcements to try again
	}{
		{"busy", errBusy, 1},
		{"a rate limit", limitedError(maxWait), 1},
		{"refused for good", refusedError{errors.New("400")}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(t)
			made, err := w.referee.CreateTournament(t.Context(), game.TournamentDraft{
				Request: w.request(anna), Room: channel, Terms: w.terms(),
				Declaration: tournament.Declaration{Name: "Spring", Format: tournament.RoundRobin, Starts: w.now().Add(time.Hour)},
			})
			w.must(err)
			w.pass(ResponseTimeout)
			w.announce()
			_, err = w.referee.ActInTournament(t.Context(), game.TournamentRequest{
				Request: w.request(anna), Tournament: made.Tournament.ID, Act: tournament.Cancelled, Reason: "rain",
			})
			w.must(err)
			w.discord.fail("schedule", game.RoomID(guild), test.err)
			w.announces(ResponseTimeout, "cancelled")
			w.pending(test.isLeft)
			w.discord.fail("schedule", game.RoomID(guild), nil)
			w.announces(firstBackoff)
			w.pending(0)
		})
	}
}
