package storetest

import (
	"errors"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Tally adds up every game that is kept, and wants all standings to say the same:
// no game counted twice, none forgotten. It is for stores that a referee has used.
func Tally(t testing.TB, s game.Store) {
	t.Helper()
	type seat struct {
		person game.PersonID
		board  game.Board
	}
	type sums struct{ wins, draws, losses int }
	played := map[seat]sums{}
	count := func(g *game.Game, side draughts.Side, place game.PlaceID, o game.Outcome) {
		for _, month := range []game.Month{game.AllTime, game.MonthOf(g.Ended())} {
			at := seat{g.Player(side), game.Board{Pool: g.Pool, Place: place, Month: month}}
			sum := played[at]
			switch winner, won := o.Winner(); {
			case !won:
				sum.draws++
			case winner == side:
				sum.wins++
			default:
				sum.losses++
			}
			played[at] = sum
		}
	}
	err := s.View(background, func(tx game.Reader) error {
		for from := game.Cursor(""); ; {
			page, err := tx.Games(game.AllGames(), from, 100)
			if err != nil {
				return err
			}
			for _, g := range page.Items {
				result, _ := g.Result()
				for _, side := range draughts.Sides {
					for _, change := range result.Changes[side] {
						if g.Player(side).IsSomebody() {
							count(g, side, change.Place, result.Outcome)
						}
					}
				}
			}
			if from = page.Next; from == "" {
				break
			}
		}
		people := map[game.PersonID]bool{}
		for at, want := range played {
			standing, err := tx.Standing(at.person, at.board)
			if errors.Is(err, game.ErrMissing) {
				t.Errorf("%v has played on %+v, and does not stand there", at.person, at.board)
				continue
			} else if err != nil {
				return err
			}
			if got := (sums{standing.Wins, standing.Draws, standing.Losses}); got != want {
				t.Errorf("%v stands on %+v with %+v, and has played %+v", at.person, at.board, got, want)
			}
			people[at.person] = true
		}
		for p := range people {
			all, err := tx.Standings(p)
			if err != nil {
				return err
			}
			for _, standing := range all {
				if _, ok := played[seat{p, standing.Board}]; !ok {
					t.Errorf("%v stands on %+v, and has not played there", p, standing.Board)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
