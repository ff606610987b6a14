package storetest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/anishathalye/porcupine"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// gameModel is a model of a game. Its values are never changed.
type gameModel struct {
	events  string
	history *draughts.History // the judge of moves, and of nothing else
	ply     game.Ply
	offers  map[offered]bool // since the last ply; true: it stands
	over    bool
	told    map[game.RequestID]told // of requests that were done
}

type offered struct {
	side  draughts.Side
	offer game.Offer
}

type told struct {
	verb string
	seen Observation
}

// after returns the game after one more event.
func (m gameModel) after(e game.Event) gameModel {
	m.events += written(e)
	m.offers = maps.Clone(m.offers)
	switch e.Kind {
	case game.Moved, game.TookBack:
		m.ply++
		m.offers = map[offered]bool{}
	case game.Offered:
		m.offers[offered{e.Side, e.Offer}] = true
	case game.Declined:
		m.offers[offered{e.Side.Opponent(), e.Offer}] = false
	case game.Withdrawn:
		m.offers[offered{e.Side, e.Offer}] = false
	case game.Ended:
		m.over = true
	}
	return m
}

// end returns the game after its end.
func (m gameModel) end(side draughts.Side, result game.Result) gameModel {
	if m.history.Len() < 4 && result.Cause != game.ByRules {
		result.Outcome = game.NoOutcome
	}
	return m.after(game.Event{Kind: game.Ended, Side: side, Result: &result})
}

// do does an operation by the rules of one game, or says why not.
func (m gameModel) do(o Operation) (gameModel, game.Code) {
	turn := m.history.Position().Turn()
	side := draughts.Black
	switch o.By {
	case historyWhite:
		side = draughts.White
	case historyModerator:
		if o.Verb != "adjudicate" {
			return m, game.NotAPlayer
		}
	}
	switch {
	case m.over:
		return m, game.Over
	case o.Ply != m.ply:
		return m, game.Stale
	}
	switch o.Verb {
	case "adjudicate":
		return m.end(turn, game.Result{Cause: game.ByRuling, Outcome: game.Drawn}), 0
	case "resign":
		return m.end(side, game.Result{Cause: game.ByResignation, Outcome: game.WonBy(side.Opponent())}), 0
	case "dismiss":
		switch {
		case m.offers[offered{side.Opponent(), o.Offer}]:
			return m.after(game.Event{Kind: game.Declined, Side: side, Offer: o.Offer}), 0
		case m.offers[offered{side, o.Offer}]:
			return m.after(game.Event{Kind: game.Withdrawn, Side: side, Offer: o.Offer}), 0
		}
		return m, game.NotOffered
	case "move":
		if side != turn {
			return m, game.NotYourTurn
		}
		return m.move(side, o.Text)
	}
	return m.propose(side, o.Offer)
}

// move makes a move of a side.
func (m gameModel) move(side draughts.Side, text string) (gameModel, game.Code) {
	position := m.history.Position()
	move, err := position.Read(text)
	if err != nil {
		return m, game.IllegalMove
	}
	m.history = m.history.Clone()
	if m.history.Play(move) != nil {
		return m, game.IllegalMove
	}
	m = m.after(game.Event{Kind: game.Moved, Side: side, Path: position.Path(move)})
	if end, over := m.history.Ending(); over {
		result := game.Result{Cause: game.ByRules, Rule: end.Rule, Outcome: game.Drawn}
		if !end.Drawn {
			result.Outcome = game.WonBy(end.Winner)
		}
		m = m.end(side, result)
	}
	return m, 0
}

// propose makes an offer of a side, or agrees to that of the other.
func (m gameModel) propose(side draughts.Side, offer game.Offer) (gameModel, game.Code) {
	if end, ok := m.history.Claim(side); ok && offer == game.OfferDraw {
		return m.end(side, game.Result{Cause: game.ByClaim, Rule: end.Rule, Outcome: game.Drawn}), 0
	}
	asked := m.offers[offered{side.Opponent(), offer}]
	_, made := m.offers[offered{side, offer}]
	switch {
	case offer == game.OfferAbort && (m.history.Len() < 4 || asked):
		return m.end(side, game.Result{Cause: game.Aborted}), 0
	case offer == game.OfferDraw && asked:
		return m.end(side, game.Result{Cause: game.ByAgreement, Outcome: game.Drawn}), 0
	case offer == game.OfferTakeBack && asked:
		e := game.Event{Kind: game.TookBack, Side: side.Opponent(), Plies: m.back(side.Opponent())}
		earlier := draughts.NewHistory(m.history.Start())
		for _, move := range m.history.Moves()[:m.history.Len()-e.Plies] {
			earlier.PlayOn(move)
		}
		m.history = earlier
		return m.after(e), 0
	case made:
		return m, game.OfferedBefore
	case offer == game.OfferTakeBack && m.back(side) == 0:
		return m, game.NothingToTakeBack
	}
	return m.after(game.Event{Kind: game.Offered, Side: side, Offer: offer}), 0
}

// back returns how many moves lead back to before the last one of a side; 0 if it has made none.
func (m gameModel) back(side draughts.Side) int {
	n := 1
	if m.history.Position().Turn() == side {
		n = 2
	}
	if m.history.Len() < n {
		return 0
	}
	return n
}

// respond does an operation, unless a request of its id was done before. One of two twins may be told that the game has
// moved on, by the other.
func (m gameModel) respond(o Operation) (next gameModel, possible []Observation) {
	text := func(m gameModel) string { return summed(m.ply, m.history.Position().Turn(), m.over, m.events) }
	if o.Verb == ReadVerb {
		return m, []Observation{{Game: text(m)}}
	}
	before, known := m.told[o.ID]
	if known && before.verb != o.Verb {
		return m, []Observation{{Code: game.RequestReused.String()}}
	}
	if known {
		before.seen.Again = true
		possible = append(possible, before.seen)
	}
	if known && !o.Twin {
		return m, possible
	}
	next, code := m.do(o)
	switch {
	case code != 0:
		return m, append(possible, Observation{Game: text(m), Code: code.String()})
	case known:
		return m, possible
	}
	seen := Observation{Game: text(next)}
	next.told = maps.Clone(m.told)
	next.told[o.ID] = told{o.Verb, seen}
	return next, []Observation{seen}
}

// model is the model of a game from a position on. An operation whose response was lost,
// with the output nil, was done or not.
func model(start draughts.Position) porcupine.Model {
	nondeterministic := porcupine.NondeterministicModel{
		Init: func() []any {
			return []any{gameModel{history: draughts.NewHistory(start), offers: map[offered]bool{}, told: map[game.RequestID]told{}}}
		},
		Step: func(state, input, output any) []any {
			next, possible := state.(gameModel).respond(input.(Operation))
			if output == nil {
				return []any{state, next}
			}
			seen := output.(Observation).String()
			if !slices.ContainsFunc(possible, func(o Observation) bool { return o.String() == seen }) {
				return nil
			}
			return []any{next}
		},
		Equal: func(a, b any) bool {
			x, y := a.(gameModel), b.(gameModel)
			return x.events == y.events && maps.EqualFunc(x.told, y.told, func(a, b told) bool {
				return a.verb == b.verb && a.seen.Game == b.seen.Game
			})
		},
		DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v → %+v", input, output) },
		DescribeState:     func(state any) string { return state.(gameModel).events },
	}
	return nondeterministic.ToModel()
}
