package storetest

import (
	"errors"
	"fmt"
	"strings"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Operation is a request of a client.
type Operation struct {
	ID    game.RequestID
	By    game.PersonID
	Verb  string
	Game  game.GameID
	Ply   game.Ply
	Text  string     // of a move
	Offer game.Offer // proposed or dismissed
	Twin  bool       // another of the same id is sent at the same time
}

// Observation is the response to an operation.
type Observation struct {
	Code  string // of a refusal
	Again bool
	Game  string // all there is to know of the game, as text

	// What the client chooses its next operation by.
	Ply   game.Ply
	Over  bool
	Asked [len(game.Offers)]bool // an offer stands
	Moves []string
}

func (o Observation) String() string {
	return fmt.Sprintf("%s again=%v\n%s", o.Code, o.Again, o.Game)
}

// ReadVerb is the verb of an operation that only looks.
const ReadVerb = "read"

// Perform makes an operation.
func Perform(r *game.Referee, o Operation) Observation {
	q := game.GameRequest{Request: game.Request{ID: o.ID, By: game.Actor{Person: o.By, Moderator: o.By == historyModerator}, Place: 5}, Game: o.Game, Ply: o.Ply}
	var answer game.Answer
	var err error
	switch o.Verb {
	case ReadVerb:
		answer.Game, err = r.Game(background, o.Game, game.Viewer{Person: o.By, Place: 5})
	case "move":
		answer, err = r.Move(background, game.MoveRequest{GameRequest: q, Text: o.Text})
	case "propose":
		answer, err = r.Propose(background, game.OfferRequest{GameRequest: q, Offer: o.Offer})
	case "dismiss":
		answer, err = r.Dismiss(background, game.OfferRequest{GameRequest: q, Offer: o.Offer})
	case "resign":
		answer, err = r.Resign(background, q)
	case "adjudicate":
		answer, err = r.Adjudicate(background, game.RulingRequest{GameRequest: q, Outcome: game.Drawn, Reason: "enough"})
	}
	seen := Observation{Again: answer.Again}
	if refusal := new(game.RequestError); errors.As(err, &refusal) {
		seen.Code, answer.Game = refusal.Code.String(), refusal.Game
	} else if err != nil {
		seen.Code = "error: " + err.Error()
	}
	if g := answer.Game; g != nil {
		seen.Ply, seen.Over = g.Ply(), g.IsOver()
		for _, offer := range game.Offers {
			seen.Asked[offer] = g.Offered(draughts.White, offer) || g.Offered(draughts.Black, offer)
		}
		text := strings.Builder{}
		for _, e := range g.Events() {
			text.WriteString(written(e))
		}
		seen.Game = summed(g.Ply(), g.Turn(), g.IsOver(), text.String())
		if history, err := g.History(); err != nil {
			seen.Code = "error: " + err.Error()
		} else {
			p := history.Position()
			for _, m := range p.Moves() {
				seen.Moves = append(seen.Moves, p.Full(m, draughts.Numbers))
			}
		}
	}
	return seen
}

func written(e game.Event) string {
	text := fmt.Sprintf("%v by %v %v %d %v", e.Kind, e.Side, e.Path, e.Plies, e.Offer)
	if e.Result != nil {
		text += fmt.Sprintf(" %v %v %v", e.Result.Cause, e.Result.Outcome, e.Result.Rule)
	}
	return text + "\n"
}

func summed(ply game.Ply, turn draughts.Side, over bool, events string) string {
	return fmt.Sprintf("ply %d, %v to move, over %v\n%s", ply, turn, over, events)
}
