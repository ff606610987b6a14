package game

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/tournament"
)

// Export writes everything that is stored about a person, as it stands at one moment, as JSON; of games and challenges
// only those begun on dates that begin so, as in "2026-03". It writes each game before it reads the next, because there
// can be very many, and looks at the context before each.
func (r *Referee) Export(ctx context.Context, p PersonID, dates string, w io.Writer) error {
	if !p.IsHuman() {
		return refuse(NoPerson)
	}
	return r.store.View(ctx, func(tx Reader) error {
		e := exporter{ctx: ctx, to: w, dates: dates}
		e.person(tx, p)
		return e.err
	})
}

// exporter writes a JSON object, one member after another. After the first error it writes nothing.
type exporter struct {
	ctx   context.Context
	to    io.Writer
	dates string
	begun bool
	err   error
}

func (e *exporter) text(text string) {
	if e.err == nil {
		_, e.err = io.WriteString(e.to, text)
	}
}

func (e *exporter) value(v any) {
	text, err := json.MarshalIndent(v, "", "  ")
	e.err = cmp.Or(e.err, err)
	e.text(string(text))
}

// name begins a member.
func (e *exporter) name(name string) {
	if e.begun {
		e.text(",\n")
	} else {
		e.text("{\n")
	}
	e.begun = true
	e.value(name)
	e.text(": ")
}

// add writes a member, unless its value could not be read.
func (e *exporter) add(name string, value any, err error) {
	e.err = cmp.Or(e.err, err)
	e.name(name)
	e.value(value)
}

// addList writes a member that is a list, one item after another, without those that have no form.
func addList[T any](e *exporter, name string, list iter.Seq2[T, error], form func(T) object) {
	e.name(name)
	e.text("[")
	separator := ""
	for item, err := range list {
		if e.err = cmp.Or(e.err, err, e.ctx.Err()); e.err != nil {
			return
		}
		if o := form(item); o != nil {
			e.text(separator)
			e.value(o)
			separator = ",\n"
		}
	}
	e.text("]")
}

// omits reports whether what began at a time is not exported.
func (e *exporter) omits(at time.Time) bool {
	return !strings.HasPrefix(at.UTC().Format(time.DateOnly), e.dates)
}

// object is a JSON object with its members in order, without those whose value is nil. Values
// that have a String method and no JSON of their own are written as text.
type object []member

type member struct {
	name  string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	separator := '{'
	for _, m := range o {
		switch v := m.value.(type) {
		case nil:
			continue
		case json.Marshaler:
		case fmt.Stringer:
			m.value = v.String()
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%c%q:%s", separator, m.name, value)
		separator = ','
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// optional returns a value, or nil for the zero value.
func optional[T comparable](value T) any {
	if value == *new(T) {
		return nil
	}
	return value
}

// person writes everything about a person.
func (e *exporter) person(tx Reader, p PersonID) {
	own := func(g *Game) *Game { return Viewer{Person: p}.from(g, g.ID) }
	addGames := func(name string, list GameList) {
		addList(e, name, All(tx.Games, list), func(g *Game) object {
			if e.omits(g.Started) {
				return nil
			}
			review, err := orNone(tx.Review(g.ID.home()))
			e.err = cmp.Or(e.err, err)
			if review == nil {
				return exportGame(own(g), p)
			}
			return append(exportGame(own(g), p), member{"review", jsonOf(review)})
		})
	}
	settings, err := orNone(tx.Settings(PersonSettings(p))) // before anything is written, as View may run this again
	e.add("person", p.String(), err)
	addGames("running games", RunningGamesOf(p))
	addGames("finished games", FinishedGamesOf(p))
	addGames("games ruled in", GamesRuled(p))
	addList(e, "followed games", All(tx.Games, FollowedGamesOf(p)), func(g *Game) object {
		return object{{"id", g.ID}, {"place", g.Place}, {"follows", g.Following(p)}}
	})
	addList(e, "challenges", All(tx.Challenges, AllChallengesWith(p)), func(c *Challenge) object {
		if e.omits(c.Made) {
			return nil
		}
		return exportChallenge(c)
	})
	addList(e, "tournaments", All(tx.Tournaments, TournamentsOf(p)), func(t *Tournament) object { return exportTournament(t, p) })
	entries, err := tx.LeaderboardEntries(p)
	exportedEntries := []object{}
	for _, e := range entries {
		exportedEntries = append(exportedEntries, exportEntry(e))
	}
	e.add("leaderboard entries", exportedEntries, err)
	attempts, err := tx.Attempts(p)
	puzzles := []object{}
	for _, a := range attempts {
		days := []string{}
		for _, day := range a.Days {
			days = append(days, time.Unix(int64(day)*24*60*60, 0).UTC().Format(time.DateOnly))
		}
		puzzles = append(puzzles, object{
			{"id", a.Puzzle}, {"at", a.At}, {"hinted", a.Hinted}, {"failed", a.Failed}, {"solved", a.Solved}, {"days", days},
		})
	}
	e.add("puzzles", puzzles, err)
	open, err := tx.Sessions(p)
	sessions := []object{}
	for _, s := range open {
		sessions = append(sessions, object{{"place", s.Place}, {"game", optional(s.Game)}, {"name", s.Name}, {"begun", s.Begun}, {"until", s.Until}})
	}
	if e.err = cmp.Or(e.err, err); len(sessions) > 0 {
		e.add("live boards", sessions, nil)
	}
	e.add("settings", exportSettings(settings), nil)
	until, err := orNone(tx.Erasure(p))
	if e.err = cmp.Or(e.err, err); !until.IsZero() {
		e.add("nothing rated until", until, nil)
	}
	e.text("\n}\n")
}

// jsonOf returns a record as the JSON that it is, or else as text.
func jsonOf(record []byte) any {
	if json.Valid(record) {
		return json.RawMessage(record)
	}
	return string(record)
}

// exportGame returns the exported form of a game, with the conditional moves of a person.
func exportGame(g *Game, p PersonID) object {
	var events []object
	var opening []string
	for _, path := range g.Opening {
		opening = append(opening, exportPath(g.Variant, path))
	}
	for i := range g.events {
		events = append(events, exportEvent(g.Variant, &g.events[i]))
	}
	var branches any // nil for none
	if own := g.BranchesOf(p); len(own) > 0 {
		branches = exportBranches(g.Variant, own)
	}
	var vote any // nil for none
	if path := g.VoteOf(p); path != nil {
		vote = exportPath(g.Variant, path)
	}
	return object{
		{"id", g.ID.Code()}, {"place", g.Place}, {"room", optional(g.Room)},
		{"white", g.Player(draughts.White)}, {"black", g.Player(draughts.Black)},
		{"rules", g.Pool}, {"start", exportStart(&g.Terms)}, {"opening", optional(strings.Join(opening, " "))},
		{"clock", g.Clock}, {"clock of the challenged", optional(g.Odds)}, {"rated", g.Rated}, {"voting", optional(g.Voting)}, {"quorum", optional(g.Quorum)},
		{"level", optional(g.Level)}, {"hinted", optional(g.Hinted)}, {"public", optional(g.Public)},
		{"started", g.Started}, {"rematch of", optional(g.RematchOf)}, {"tournament", optional(g.Tournament)}, {"events", events},
		{"vote", vote}, {"conditional moves", branches}, {"lost conditional moves", optional(g.HasLostBranches(p))},
	}
}

func exportBranches(v *draughts.Variant, branches []Branch) (all [][]string) {
	for _, b := range branches {
		var moves []string
		for _, path := range b {
			moves = append(moves, exportPath(v, path))
		}
		all = append(all, moves)
	}
	return all
}

func exportTally(v *draughts.Variant, tally []Tallied) (all []object) {
	for _, t := range tally {
		all = append(all, object{{"move", exportPath(v, t.Path)}, {"votes", t.Votes}})
	}
	return all
}

func exportEvent(v *draughts.Variant, e *Event) object {
	event := object{{"at", e.Happened()}, {"side", e.Side}, {"kind", e.Kind}}
	switch e.Kind {
	case Moved:
		event = append(event, member{"move", exportPath(v, e.Path)}, member{"conditional", optional(e.Answers)})
		if len(e.Tally) > 0 {
			event = append(event, member{"votes", exportTally(v, e.Tally)})
		}
	case TookBack:
		event = append(event, member{"plies", e.Plies})
	case Offered, Declined, Withdrawn:
		event = append(event, member{"offer", e.Offer})
	case Paused:
		event = append(event, member{"game", optional(e.Game)})
	case WentAway:
		event = append(event, member{"until", e.Until})
	case Ended:
		event = append(event, exportResult(e.Result)...)
	}
	return event
}

func exportPath(v *draughts.Variant, path Path) string {
	var squares []string
	for _, s := range path {
		squares = append(squares, v.Name(s))
	}
	return strings.Join(squares, "-")
}

func exportResult(r *Result) object {
	var rule any
	if r.Cause == ByRules || r.Cause == ByClaim {
		rule = r.Rule
	}
	result := object{
		{"cause", r.Cause}, {"rule", rule}, {"outcome", r.Outcome},
		{"moderator", optional(r.Moderator)}, {"reason", optional(r.Reason)}, {"weight", optional(r.Weight)},
	}
	var ratings []object
	for _, side := range draughts.Sides {
		for _, c := range r.Changes[side] {
			ratings = append(ratings, object{
				{"side", side}, {"place", c.Place},
				{"before", c.Before.Points}, {"after", c.After.Points}, {"deviation", c.After.Deviation},
			})
		}
	}
	if ratings != nil {
		result = append(result, member{"ratings", ratings})
	}
	return result
}

func exportChallenge(c *Challenge) object {
	return object{
		{"id", c.ID}, {"place", c.Place}, {"room", optional(c.Room)}, {"from", c.From}, {"to", c.To},
		{"rules", PoolOf(c.Variant)}, {"start", exportStart(&c.Terms)}, {"ballot", optional(c.Ballot)},
		{"clock", c.Clock}, {"clock of the challenged", optional(c.Odds)}, {"rated", c.Rated}, {"level", optional(c.Level)}, {"public", optional(c.Public)},
		{"colour", c.Colour}, {"made", c.Made}, {"state", c.State}, {"closed", optional(c.Closed)},
		{"game", optional(c.Game)}, {"counters", optional(c.CounterTo)}, {"rematch of", optional(c.RematchOf)},
	}
}

func exportEntry(e *LeaderboardEntry) object {
	return object{
		{"rules", e.Leaderboard.Pool}, {"place", e.Leaderboard.Place}, {"month", e.Leaderboard.Month},
		{"rating", e.Rating.Points}, {"deviation", e.Rating.Deviation}, {"volatility", e.Rating.Volatility},
		{"best", optional(e.Best)}, {"played", e.Played},
		{"wins", e.Wins}, {"draws", e.Draws}, {"losses", e.Losses}, {"streak", e.Streak},
	}
}

func exportStart(t *Terms) any {
	if t.IsRegular() {
		return nil
	}
	return pdn.FEN(t.Start)
}

// concerns reports whether an event is about a player, or by them.
func (t *Tournament) concerns(e *tournament.Event, id tournament.PlayerID) bool {
	pairing := t.Pairing(e.Pairing)
	return e.Player == id || e.Opponent == id || e.By == id || pairing != nil && pairing.Has(id)
}

// exportTournament returns the exported form of a tournament, with what happened to a person in it.
func exportTournament(t *Tournament, p PersonID) object {
	id := PlayerOf(p)
	var events []object
	for _, e := range t.Events() {
		if t.concerns(&e, id) {
			events = append(events, object{
				{"at", e.At}, {"kind", e.Kind}, {"by", optional(e.By)}, {"player", optional(e.Player)}, {"opponent", optional(e.Opponent)},
				{"rating", optional(e.Rating)}, {"reason", optional(e.Reason)},
			})
		}
	}
	exported := object{
		{"id", t.ID}, {"place", t.Place}, {"name", t.Name}, {"format", t.Format}, {"directed", optional(t.Director == p)}, {"made", t.Made},
		{"events", events},
	}
	for _, line := range t.Standings() {
		if line.Player == id {
			exported = append(exported, member{"rank", line.Rank}, member{"points", line.Points.Float()}, member{"status", line.Status})
		}
	}
	return exported
}
