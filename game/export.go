package game

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Export writes everything that is stored about a person, as it stands at one moment, as JSON.
func (r *Referee) Export(ctx context.Context, p PersonID, w io.Writer) error {
	if !p.IsSomebody() {
		return refuse(NoPerson)
	}
	document, err := view(ctx, r, func(tx Reader) (exportedDocument, error) { return exportedDocumentOf(tx, p) })
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(document)
}

// exportedDocument is a JSON object with its members in order. It is no struct, because a name in
// it has a comma.
type exportedDocument []exportedMember

type exportedMember struct {
	name  string
	value any
}

func (d exportedDocument) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	separator := byte('{')
	for _, m := range d {
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out.WriteByte(separator)
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
		separator = ','
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func exportedDocumentOf(tx Reader, p PersonID) (exportedDocument, error) {
	document := exportedDocument{{"person", p.String()}}
	var errs []error
	add := func(name string, value any, err error) {
		document = append(document, exportedMember{name, value})
		errs = append(errs, err)
	}
	addGames := func(name string, list GameList) {
		games, err := exportedList(exportedGameOf, func(from Cursor) (Page[*Game], error) { return tx.Games(list, from, batch) })
		add(name, games, err)
	}
	addGames("running games", RunningGamesOf(p))
	addGames("finished games", FinishedGamesOf(p))
	addGames("games ruled in", GamesRuled(p))
	ids, err := withPseudonym(tx, p)
	for _, pseudonym := range ids[1:] {
		addGames("games before an erasure, for 24 hours", FinishedGamesOf(pseudonym))
	}
	challenges, challengesErr := exportedList(exportedChallengeOf, func(from Cursor) (Page[*Challenge], error) {
		return tx.Challenges(AllChallengesWith(p), from, batch)
	})
	add("challenges", challenges, challengesErr)
	entries, entriesErr := exportedList(exportedEntryOf, func(Cursor) (Page[*LeaderboardEntry], error) {
		all, err := tx.LeaderboardEntries(p)
		return Page[*LeaderboardEntry]{Items: all}, err
	})
	add("standings", entries, entriesErr)
	settings, settingsErr := settingsOf(tx, PersonSettings(p))
	var note any = string(settings)
	if json.Valid(settings) {
		note = json.RawMessage(settings)
	}
	add("note", note, settingsErr)
	return document, errors.Join(append(errs, err)...)
}

// exportedList returns the exported forms of a whole list.
func exportedList[T, E any](form func(T) E, page func(Cursor) (Page[T], error)) ([]E, error) {
	list := []E{}
	for from := Cursor(""); ; {
		items, err := page(from)
		if err != nil {
			return nil, err
		}
		for _, item := range items.Items {
			list = append(list, form(item))
		}
		if from = items.Next; from == "" {
			return list, nil
		}
	}
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
			for i, q := range e.Path {
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
		Counters: c.CounterTo, RematchOf: c.RematchOf,
	}
}

type exportedEntry struct {
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

func exportedEntryOf(e *LeaderboardEntry) exportedEntry {
	return exportedEntry{
		string(e.Leaderboard.Pool), e.Leaderboard.Place.String(), e.Leaderboard.Month.String(),
		e.Rating.Points, e.Rating.Deviation, e.Rating.Volatility, e.Best, e.Played, e.Wins, e.Draws, e.Losses, e.Streak,
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
