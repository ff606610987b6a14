package tournament_test

import (
	"fmt"
	"log"

	"doublecorner/game/tournament"
)

// A round robin of three: players enter, games are played as they are due, and the standings follow.
func Example() {
	declaration := tournament.Declaration{Name: "Club evening", Format: tournament.RoundRobin}
	if fault := declaration.Fault(); fault != 0 {
		log.Fatal(fault)
	}
	t := tournament.Restore(declaration, nil)
	do := func(e tournament.Event) {
		if err := t.Do(e); err != nil {
			log.Fatal(err)
		}
	}
	do(tournament.Event{Kind: tournament.Entered, Player: "Ann", Rating: 1600})
	do(tournament.Event{Kind: tournament.Entered, Player: "Bob", Rating: 1500})
	do(tournament.Event{Kind: tournament.Entered, Player: "Cid", Rating: 1400})
	do(tournament.Event{Kind: tournament.Started, By: "director"})
	for {
		e, due := t.Due(tournament.Moment{}, 0)
		if !due {
			break
		}
		do(e)
		for _, p := range t.Waiting() {
			fmt.Printf("round %d: %s - %s\n", p.Round, p.White, p.Black)
			do(tournament.Event{Kind: tournament.GameBegan, Pairing: p.Number, Game: "K7Q2"})
			score := tournament.WhiteWins
			if p.Black < p.White { // who comes first in the alphabet wins
				score = tournament.BlackWins
			}
			do(tournament.Event{Kind: tournament.GameEnded, Pairing: p.Number, Score: score})
		}
	}
	for _, line := range t.Standings() {
		fmt.Println(line.Rank, line.Player, line.Points)
	}
	// Output:
	// round 1: Bob - Cid
	// round 2: Ann - Bob
	// round 3: Cid - Ann
	// 1 Ann 2
	// 2 Bob 1
	// 3 Cid 0
}

// An event that cannot happen is refused, and changes nothing.
func ExampleTournament_Do() {
	t := tournament.Restore(tournament.Declaration{Name: "Cup", Format: tournament.Knockout}, nil)
	enter := tournament.Event{Kind: tournament.Entered, Player: "Ann"}
	fmt.Println(t.Do(enter))
	fmt.Println(t.Do(enter))
	// Output:
	// <nil>
	// entered before
}
