package postgres

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"doublecorner/store/internal/record"
)

// table is a table whose rows follow from records.
type table struct {
	name    string
	columns []string
	key     int // how many of the columns are the key; they come first

	upsert, delete, get string // statements; get returns the last column
}

func newTable(name string, key int, columns ...string) *table {
	t := &table{name: name, columns: columns, key: key}
	var values, match, set []string
	for i, c := range columns {
		values = append(values, fmt.Sprintf("$%d", i+1))
		if i < key {
			match = append(match, fmt.Sprintf("%s = $%d", c, i+1))
		} else {
			set = append(set, fmt.Sprintf("%s = excluded.%s", c, c))
		}
	}
	t.upsert = fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s) ON CONFLICT (%s) DO ", name, strings.Join(columns, ", "),
		strings.Join(values, ", "), strings.Join(columns[:key], ", "))
	if len(set) == 0 {
		t.upsert += "NOTHING"
	} else {
		t.upsert += "UPDATE SET " + strings.Join(set, ", ")
	}
	where := fmt.Sprintf(" FROM %s WHERE %s", name, strings.Join(match, " AND "))
	t.delete, t.get = "DELETE"+where, "SELECT "+columns[len(columns)-1]+where
	return t
}

// The tables.
var (
	rulesTable            = newTable("rule_sets", 1, "id", "rules")
	gamesTable            = newTable("games", 1, "id", "place", "class", "at", "rules", "pool", "first_player", "second_player", "outcome", "rated", "level")
	recordsTable          = newTable("game_records", 1, "game", "record")
	gamePeopleTable       = newTable("game_people", 4, "person", "class", "at", "game", "place")
	gameAlarmsTable       = newTable("game_alarms", 1, "game", "alarm")
	ratingsTable          = newTable("ratings", 5, "person", "pool", "place", "at", "game", "points", "deviation", "volatility")
	reviewsTable          = newTable("reviews", 1, "game", "review")
	challengesTable       = newTable("challenges", 1, "id", "place", "open", "made", "alarm", "rules", "record")
	challengePeopleTable  = newTable("challenge_people", 4, "person", "class", "made", "challenge")
	tournamentsTable      = newTable("tournaments", 1, "id", "place", "class", "made", "alarm", "rules", "record")
	tournamentPeopleTable = newTable("tournament_people", 4, "person", "class", "made", "tournament", "place")
	entriesTable          = newTable("leaderboard_entries", 4, "person", "pool", "place", "month", "rank_key", "record")
	countsTable           = newTable("rank_counts", 5, "pool", "place", "month", "level", "prefix", "entries")
	announcementsTable    = newTable("announcements", 1, "id", "at", "record")
	answersTable          = newTable("answers", 1, "request", "at", "record")
	erasuresTable         = newTable("erasures", 1, "person", "record")
	settingsTable         = newTable("settings", 2, "kind", "owner", "settings")
	puzzlesTable          = newTable("puzzles", 2, "place", "puzzle", "record")
	attemptsTable         = newTable("attempts", 2, "person", "puzzle", "record")
	dailyTable            = newTable("daily_puzzles", 1, "place", "record")
	sessionsTable         = newTable("sessions", 2, "person", "hash", "record")
	serviceTable          = newTable("service", 1, "one", "record")
)

// row is a row of a table.
type row struct {
	table  *table
	values []any
}

func (r row) key() []any { return r.values[:r.table.key] }

// name identifies a row among all of a database.
func (r row) name() string { return fmt.Sprintf("%s %#v", r.table.name, r.key()) }

// byName returns rows by their names.
func byName(rows []row) map[string]row {
	named := make(map[string]row, len(rows))
	for _, r := range rows {
		named[r.name()] = r
	}
	return named
}

// selectAll returns a statement that reads all rows.
func (t *table) selectAll() string {
	return fmt.Sprintf("SELECT %s FROM %s", strings.Join(t.columns, ", "), t.name)
}

// put writes a row.
func (t *transaction) put(r row) error { return t.write(r.table.upsert, r.values...) }

// replace replaces a record and its rows; nil deletes it.
func (t *transaction) replace(k record.Key, b []byte, before, now []row) error {
	t.learn(k, b)
	t.rows[k] = now
	for len(before) > 0 && len(now) > 0 && reflect.DeepEqual(before[len(before)-1], now[len(now)-1]) { // most people stay
		before, now = before[:len(before)-1], now[:len(now)-1]
	}
	had, has := byName(before), byName(now) // there can be a thousand voters
	for _, r := range before {
		if _, stays := has[r.name()]; !stays {
			t.write(r.table.delete, r.key()...)
		}
	}
	for _, r := range now {
		if old, ok := had[r.name()]; !ok || !reflect.DeepEqual(old, r) {
			t.put(r)
		}
	}
	return t.err
}

// stamp returns a time in the form in which it is written: in whole milliseconds, as records have it.
func stamp(at time.Time) time.Time { return time.UnixMilli(at.UnixMilli()).UTC() }
