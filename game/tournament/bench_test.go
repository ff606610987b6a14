package tournament

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// BenchmarkRound pairs the seventh round of 200 players.
func BenchmarkRound(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 7))
	tour := Restore(Declaration{Format: Swiss, Rounds: 9, Starts: time.Unix(0, 0)}, nil)
	do := func(e Event) {
		if err := tour.Do(e); err != nil {
			b.Fatal(e, err)
		}
	}
	for i := range 200 {
		do(Event{Kind: Entered, Player: PlayerID(fmt.Sprint(i)), Rating: rng.IntN(1000)})
	}
	now := Moment{At: time.Unix(1, 0)}
	for tour.Round() < 6 || len(tour.Waiting()) > 0 {
		if e, ok := tour.Due(now, rng.Uint64()); ok {
			do(e)
		}
		for _, p := range tour.Waiting() {
			do(Event{Kind: GameBegan, Pairing: p.Number, Game: "g"})
			do(Event{Kind: GameEnded, Pairing: p.Number, Score: []Score{WhiteWins, Draw, BlackWins}[rng.IntN(3)]})
		}
	}
	for b.Loop() {
		if e, ok := tour.Due(now, 1); !ok || len(e.Pairs) != 100 {
			b.Fatal(e)
		}
	}
}
