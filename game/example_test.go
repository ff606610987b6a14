package game_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/store"
)

// A game from the challenge to the end, as a program that uses the referee sees it.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	games, err := store.Open(filepath.Join(dir, "games.db"), store.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer games.Close()
	referee := game.New(game.Config{Store: games, Now: time.Now, Random: rand.Uint64})
	ctx := context.Background()
	if err := referee.Resume(ctx); err != nil {
		log.Fatal(err)
	}

	const ann, bob, server = 101, 102, 1001
	request := func(id string, p game.PersonID) game.Request {
		return game.Request{ID: game.RequestID(id), By: game.Actor{Person: p}, Place: server}
	}
	rules, err := draughts.Builtin("american")
	if err != nil {
		log.Fatal(err)
	}
	terms := game.Terms{Variant: rules, Rated: true, Colour: game.PlayBlack}
	challenged, err := referee.Challenge(ctx, game.ChallengeRequest{Request: request("1", ann), To: bob, Terms: terms})
	if err != nil {
		log.Fatal(err)
	}
	accepted, err := referee.Accept(ctx, game.ReplyRequest{Request: request("2", bob), Challenge: challenged.Challenge.ID})
	if err != nil {
		log.Fatal(err)
	}
	g := accepted.Game

	// The referee refuses the move with a reason; the game does not change.
	_, err = referee.Move(ctx,
		game.MoveRequest{GameRequest: game.GameRequest{Request: request("3", ann), Game: g.ID, Ply: g.Ply()}, Text: "11-19"})
	var refusal *game.RequestError
	var why *draughts.IllegalMove
	if errors.As(err, &refusal) && errors.As(err, &why) {
		fmt.Println(refusal.Code, "–", why.Reason)
	}

	for _, move := range []string{"11-15", "22-18", "15x22", "25x18"} {
		moved, err := referee.Move(ctx, game.MoveRequest{
			GameRequest: game.GameRequest{Request: request(move, g.Player(g.Turn())), Game: g.ID, Ply: g.Ply()}, Text: move,
		})
		if err != nil {
			log.Fatal(err)
		}
		g = moved.Game
	}
	fmt.Println(g.Len(), "moves,", g.Turn(), "to move")

	resigned, err := referee.Resign(ctx, game.GameRequest{Request: request("5", bob), Game: g.ID, Ply: g.Ply()})
	if err != nil {
		log.Fatal(err)
	}
	result, _ := resigned.Game.Result()
	change := result.Changes[draughts.Black][0]
	fmt.Printf("%v by %v: %.0f → %.0f\n", result.Outcome, result.Cause, change.Before.Points, change.After.Points)

	waiting, err := referee.PendingAnnouncements(ctx, 0, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(waiting), "announcements wait")
	// Output:
	// illegal move – not in line
	// 4 moves, black to move
	// black won by resignation: 1500 → 1662
	// 7 announcements wait
}
