package game

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// exportPage is how many things an export holds in memory at a time.
const exportPage = 50

// Export writes everything that is kept about a person, as JSON, as it stands at
// one moment.
func (r *Referee) Export(ctx context.Context, p PersonID, w io.Writer) error {
	if !p.IsSomebody() {
		return refuse(NobodyAsks)
	}
	return r.store.View(ctx, func(tx Reader) error {
		e := &exporter{w: w}
		e.print("{\n\"person\": ")
		e.value(p.String())
		type gameList struct {
			name  string
			games GameList
		}
		lists := []gameList{{"running games", RunningGamesOf(p)}, {"finished games", FinishedGamesOf(p)}, {"games ruled in", GamesRuled(p)}}
		all, err := names(tx, p)
		if err != nil {
			return err
		}
		for _, pseudonym := range all[1:] {
			lists = append(lists, gameList{"games before an erasure, for 24 hours", FinishedGamesOf(pseudonym)})
		}
		for _, list := range lists {
			exportList(e, list.name, func(from Cursor) (Page[*Game], error) { return tx.Games(list.games, from, exportPage) },
				func(g *Game) any { return exportedGameOf(g) })
		}
		exportList(e, "challenges", func(from Cursor) (Page[*Challenge], error) {
			return tx.Challenges(AllChallengesWith(p), from, exportPage)
		}, func(c *Challenge) any { return exportedChallengeOf(c) })
		exportList(e, "standings", func(Cursor) (Page[*Standing], error) {
			all, err := tx.Standings(p)
			return Page[*Standing]{Items: all}, err
		}, func(s *Standing) any { return exportedStandingOf(s) })
		note, err := noteOf(tx, AboutPerson(p))
		if err != nil {
			return err
		}
		e.print(",\n\"note\": ")
		if json.Valid(note) {
			e.value(json.RawMessage(note))
		} else {
			e.value(string(note))
		}
		e.print("\n}\n")
		return e.err
	})
}

// exporter writes JSON piece by piece, and stops at the first error.
type exporter struct {
	w   io.Writer
	err error
}

func (e *exporter) print(text string) {
	if e.err == nil {
		_, e.err = io.WriteString(e.w, text)
	}
}

func (e *exporter) value(v any) {
	if e.err != nil {
		return
	}
	text, err := json.MarshalIndent(v, "  ", "  ")
	if e.err = err; err == nil {
		e.print(string(text))
	}
}

// exportList writes a list as a member of the object that is being written.
func exportList[T any](e *exporter, name string, page func(Cursor) (Page[T], error), form func(T) any) {
	e.print(",\n")
	e.value(name)
	e.print(": [")
	separator := "\n  "
	for from := Cursor(""); e.err == nil; {
		items, err := page(from)
		if err != nil {
			e.err = err
			return
		}
		for _, item := range items.Items {
			e.print(separator)
			e.value(form(item))
			separator = ",\n  "
		}
		if from = items.Next; from == "" {
			break
		}
	}
	e.print("]")
}

type exportedGame struct {
	ID        GameID          `json:"id"`
	Place     string          `json:"place"`
	Room      string          `json:"room,omitempty"`
	White     string          `json:"white"`
	Black     string          `json:"black"`
	Rules     string          `json:"rules"`
	Start     string          `json:"start,omitempty"`
	Clock     string          `json:"clock"`
	Rated     bool            `json:"rated"`
	Started   time.Time       `json:"started"`
	RematchOf GameID          `json:"rematch of,omitempty"`
	Events    []exportedEvent `json:"events"`
}

type exportedEvent struct {
	At        time.Time        `json:"at"`
	Side      string           `json:"side"`
	Kind      string           `json:"kind"`
	Move      string           `json:"move,omitempty"`
	Plies     int              `json:"plies,omitempty"`
	Offer     string           `json:"offer,omitempty"`
	Cause     string           `json:"cause,omitempty"`
	Rule      string           `json:"rule,omitempty"`
	Outcome   string           `json:"outcome,omitempty"`
	Moderator string           `json:"moderator,omitempty"`
	Reason    string           `json:"reason,omitempty"`
	Weight    float64          `json:"weight,omitempty"`
	Ratings   []exportedRating `json:"ratings,omitempty"`
}

type exportedRating struct {
	Side   string  `json:"side"`
	Place  string  `json:"place"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	// The deviation after the game.
	Deviation float64 `json:"deviation"`
}

func exportedGameOf(g *Game) exportedGame {
	out := exportedGame{
		ID: g.ID, Place: g.Place.String(), Room: roomText(g.Room),
		White: g.Player(draughts.White).String(), Black: g.Player(draughts.Black).String(),
		Rules: string(g.Pool), Start: startText(&g.Terms), Clock: g.Clock.String(),
		Rated: g.Rated, Started: g.Started, RematchOf: g.RematchOf,
	}
	for _, e := range g.events {
		x := exportedEvent{At: e.At, Side: e.Side.String(), Kind: e.Kind.String(), Plies: e.Plies}
		switch e.Kind {
		case Moved:
			for i, q := range e.Way {
				if i > 0 {
					x.Move += "-"
				}
				x.Move += g.Variant.Name(q)
			}
		case Offered, Declined, Withdrawn:
			x.Offer = e.Offer.String()
		case Ended:
			x.Cause, x.Outcome, x.Weight = e.Result.Cause.String(), e.Result.Outcome.String(), e.Result.Weight
			if e.Result.Cause == ByRules || e.Result.Cause == ByClaim {
				x.Rule = e.Result.Rule.String()
			}
			if e.Result.Moderator != Anyone {
				x.Moderator, x.Reason = e.Result.Moderator.String(), e.Result.Reason
			}
			for _, side := range draughts.Sides {
				for _, c := range e.Result.Changes[side] {
					x.Ratings = append(x.Ratings, exportedRating{
						side.String(), c.Place.String(), c.Before.Points, c.After.Points, c.After.Deviation,
					})
				}
			}
		}
		out.Events = append(out.Events, x)
	}
	return out
}

type exportedChallenge struct {
	ID        ChallengeID `json:"id"`
	Place     string      `json:"place"`
	Room      string      `json:"room,omitempty"`
	From      string      `json:"from"`
	To        string      `json:"to"`
	Rules     string      `json:"rules"`
	Start     string      `json:"start,omitempty"`
	Clock     string      `json:"clock"`
	Rated     bool        `json:"rated"`
	Colour    string      `json:"colour"`
	Made      time.Time   `json:"made"`
	State     string      `json:"state"`
	Closed    time.Time   `json:"closed,omitzero"`
	Game      GameID      `json:"game,omitempty"`
	Counters  ChallengeID `json:"counters,omitempty"`
	RematchOf GameID      `json:"rematch of,omitempty"`
}

func exportedChallengeOf(c *Challenge) exportedChallenge {
	return exportedChallenge{
		ID: c.ID, Place: c.Place.String(), Room: roomText(c.Room), From: c.From.String(), To: c.To.String(),
		Rules: string(PoolOf(c.Variant)), Start: startText(&c.Terms), Clock: c.Clock.String(), Rated: c.Rated,
		Colour: c.Colour.String(), Made: c.Made, State: c.State.String(), Closed: c.Closed, Game: c.Game,
		Counters: c.Counters, RematchOf: c.RematchOf,
	}
}

type exportedStanding struct {
	Rules      string    `json:"rules"`
	Place      string    `json:"place"`
	Month      string    `json:"month"`
	Rating     float64   `json:"rating"`
	Deviation  float64   `json:"deviation"`
	Volatility float64   `json:"volatility"`
	Best       float64   `json:"best,omitempty"`
	Played     time.Time `json:"played"`
	Wins       int       `json:"wins"`
	Draws      int       `json:"draws"`
	Losses     int       `json:"losses"`
	Streak     int       `json:"streak"`
}

func exportedStandingOf(s *Standing) exportedStanding {
	return exportedStanding{
		string(s.Board.Pool), s.Board.Place.String(), s.Board.Month.String(),
		s.Rating.Points, s.Rating.Deviation, s.Rating.Volatility, s.Best, s.Played, s.Wins, s.Draws, s.Losses, s.Streak,
	}
}

func startText(t *Terms) string {
	if t.isRegular() {
		return ""
	}
	return pdn.FEN(t.Start)
}

func roomText(r RoomID) string {
	if r == 0 {
		return ""
	}
	return r.String()
}
