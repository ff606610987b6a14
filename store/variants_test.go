package store

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// homemade returns a rule set that is not built in.
func homemade(t *testing.T, name string) *draughts.Variant {
	t.Helper()
	rules, err := draughts.Find("russian")
	must(t, err)
	rules.Key, rules.Name = "mine", name
	v, err := game.VariantOf(rules)
	must(t, err)
	return v
}

// ruleSets counts the rule sets in a file.
func ruleSets(t *testing.T, s *Store) int {
	t.Helper()
	n := 0
	must(t, s.db.View(func(tx *bolt.Tx) error {
		n = tx.Bucket([]byte("rule sets")).Stats().KeyN
		return nil
	}))
	return n
}

// A rule set is in the file as long as a game or a challenge is played by it.
func TestRuleSetsGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	s := open(t, path, Options{Volatile: true})
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	v, other := homemade(t, "Mine"), homemade(t, "Mine, too")
	challenge := func(id game.ChallengeID, v *draughts.Variant) func(game.Tx) error {
		return func(tx game.Tx) error {
			return tx.PutChallenge(&game.Challenge{ID: id, Place: 5, From: 1, To: 2,
				Rules: game.IdentifyRules(v.Rules()), Terms: game.Terms{Variant: v}, Made: at})
		}
	}
	without := func(id game.ChallengeID) func(game.Tx) error {
		return func(tx game.Tx) error { return tx.DeleteChallenge(id) }
	}
	begun := func(tx game.Tx) error {
		return tx.PutGame(game.Restore(game.Header{
			ID: "AAAA", Place: 5, Players: [2]game.PersonID{1, 2}, Terms: game.Terms{Variant: v},
			Rules: game.IdentifyRules(v.Rules()), Pool: game.PoolOf(v), Started: at,
		}, nil))
	}
	for _, step := range []struct {
		name string
		do   func(game.Tx) error
		want int
	}{
		{"a challenge", challenge("AAAA", v), 1},
		{"another by the same rules", challenge("BBBB", v), 1},
		{"one by others", challenge("CCCC", other), 2},
		{"without the first", without("AAAA"), 2},
		{"without the second", without("BBBB"), 1},
		{"without it again", without("BBBB"), 1},
		{"rules that were there before", challenge("DDDD", v), 2},
		{"which become others", challenge("DDDD", other), 1},
		{"and come back", challenge("DDDD", v), 2},
		{"a game", begun, 2},
		{"without its challenge", without("DDDD"), 2},
		{"without any", without("CCCC"), 1},
		{"one that comes and goes at once", func(tx game.Tx) error {
			if err := challenge("EEEE", other)(tx); err != nil {
				return err
			}
			return without("EEEE")(tx)
		}, 1},
		{"one that goes and comes at once", func(tx game.Tx) error {
			for _, do := range []func(game.Tx) error{challenge("EEEE", other), without("EEEE"), challenge("FFFF", other)} {
				if err := do(tx); err != nil {
					return err
				}
			}
			return nil
		}, 2},
	} {
		must(t, s.Update(background, step.do))
		if got := ruleSets(t, s); got != step.want {
			t.Errorf("%s: %d rule sets are there, want %d", step.name, got, step.want)
		}
		if err := s.Check(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
	}
	must(t, s.Close())
	s = open(t, path, Options{}) // with nothing remembered
	must(t, s.View(background, func(tx game.Reader) error {
		c, err := tx.Challenge("FFFF")
		if err == nil && c.Variant.Rules().Name != "Mine, too" {
			t.Errorf("it is played by %q", c.Variant.Rules().Name)
		}
		return err
	}))
}

// However many rule sets people think of, what is left when they are done is as it was.
func TestRuleSetsDoNotGather(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "games.db"), Options{Volatile: true})
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	n := uint64(0)
	r := game.New(game.Config{Store: s, Now: func() time.Time { return at }, Random: func() uint64 { n++; return n * 0x9E3779B97F4A7C15 }})
	must(t, r.Resume(background))
	const many = 50
	for i := range many {
		q := game.Request{ID: game.RequestID(fmt.Sprint("ask", i)), By: game.Actor{Person: 1}, Place: 5}
		answer, err := r.Challenge(background,
			game.ChallengeRequest{Request: q, To: 2, Terms: game.Terms{Variant: homemade(t, fmt.Sprint("Mine ", i))}})
		must(t, err)
		q.ID = game.RequestID(fmt.Sprint("withdraw", i))
		_, err = r.Withdraw(background, game.ReplyRequest{Request: q, Challenge: answer.Challenge.ID})
		must(t, err)
	}
	if got := ruleSets(t, s); got != many {
		t.Fatalf("%d rule sets are there, want %d", got, many)
	}
	erase(t, r, 1)
	if got := ruleSets(t, s); got != 0 {
		t.Errorf("%d rule sets are left that nobody plays by", got)
	}
	must(t, s.Check())
}

// A rule set that nothing is played by is found, and one that is missing also if it is
// remembered.
func TestCheckFindsRuleSets(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{Volatile: true})
	id := []byte("sixteen bytes of")
	edit := func(edit func(b *bolt.Bucket) error) {
		must(t, s.db.Update(func(tx *bolt.Tx) error { return edit(tx.Bucket([]byte("rule sets"))) }))
	}
	edit(func(b *bolt.Bucket) error {
		_, text := b.Cursor().First()
		return b.Put(id, text)
	})
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "no game, challenge or tournament is played by it") {
		t.Errorf("with one too many, the error is %v", err)
	}
	edit(func(b *bolt.Bucket) error { return b.Delete(id) })
	must(t, s.Check())
	edit(func(b *bolt.Bucket) error {
		k, _ := b.Cursor().First()
		return b.Delete(k)
	})
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "its rule set is not stored") {
		t.Errorf("with one too few, the error is %v", err)
	}
}
