package postgres

import (
	"errors"
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/store/internal/record"
	"doublecorner/store/storetest"
)

// TestCheck checks that rows that do not follow from the records are found.
func TestCheck(t *testing.T) {
	s := open(t, database(t))
	r := storetest.NewReferee(s)
	must(t, r.Resume(background))
	g := storetest.BeginGame(t, r, 1)
	for range 5 {
		a, err := r.Move(background, storetest.NextMove(g))
		must(t, err)
		g = a.Game
	}
	storetest.Fill(t, s, 20)
	must(t, s.Check())
	for _, damage := range [][2]string{ // the last one changes what follows from the records
		{"UPDATE game_alarms SET alarm = alarm + 1", "table game_alarms has a row that no record makes"},
		{"DELETE FROM game_people WHERE class = 'running'", "table game_people lacks 2 rows"},
		{"UPDATE rank_counts SET entries = entries + 1 WHERE level = 1 AND prefix = (SELECT max(prefix) FROM rank_counts WHERE level = 1)",
			"table rank_counts has a row"},
		{"UPDATE games SET at = at + interval '1 second' WHERE id = '" + string(g.ID) + "'", "table games has a row"},
		{"UPDATE leaderboard_entries SET rank_key = rank_key + 1 WHERE person = 3", "table leaderboard_entries has a row"},
		{"UPDATE game_records SET record = '\\x05' WHERE game = '" + string(g.ID) + "'", "broken record"},
	} {
		sql, want := damage[0], damage[1]
		_, err := s.pool.Exec(background, sql)
		must(t, err)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after %s it says %v, want %s", sql, err, want)
		}
	}
	// A record that cannot be read is no fault of the server, which would be tried again.
	_, err := s.pool.Exec(background, "UPDATE announcements SET record = '\\x7f'")
	must(t, err)
	reruns := s.Counts().Reruns
	for name, err := range map[string]error{
		"view":   s.View(background, func(tx game.Reader) error { _, err := tx.Announcements(0, 10); return err }),
		"update": s.Update(background, func(tx game.Tx) error { _, err := tx.Announcements(0, 10); return err }),
	} {
		if !errors.Is(err, record.ErrBroken) || errors.Is(err, game.ErrNotStored) ||
			strings.Contains(err.Error(), "does not answer") || s.Counts().Reruns > reruns {
			t.Errorf("%s: %v", name, err)
		}
	}
}
