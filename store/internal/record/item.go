package record

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"doublecorner/game"
)

// Kind is a kind of record that a store keeps.
type Kind string

// The kinds, in an order in which a store can be filled: what others refer to comes before them.
const (
	RulesKind        Kind = "rule set"
	GameKind         Kind = "game"
	ReviewKind       Kind = "review"
	ChallengeKind    Kind = "challenge"
	TournamentKind   Kind = "tournament"
	EntryKind        Kind = "leaderboard entry"
	AnnouncementKind Kind = "announcement"
	AnswerKind       Kind = "answer"
	ErasureKind      Kind = "erasure"
	SettingsKind     Kind = "settings"
	PuzzleKind       Kind = "puzzle"
	AttemptKind      Kind = "attempt"
	DailyPuzzleKind  Kind = "daily puzzle"
	SessionKind      Kind = "session"
	ServiceKind      Kind = "service"
	LastNumberKind   Kind = "last number" // of an announcement; a store that is filled goes on from it
)

// Key is the key of a record. A kind uses some of its fields.
type Key struct {
	Kind   Kind
	Person game.PersonID
	Place  game.PlaceID
	Text   string // an id; of an entry, the pool
	Number uint64 // of an announcement; of an entry, the month
}

// Owner returns whose settings they are, for a record of that kind.
func (k Key) Owner() game.SettingsKey {
	if k.Person != game.Anyone {
		return game.PersonSettings(k.Person)
	}
	return game.PlaceSettings(k.Place)
}

// KeyOfEntry returns the key of an entry of a leaderboard.
func KeyOfEntry(p game.PersonID, b game.Leaderboard) Key {
	return Key{Kind: EntryKind, Person: p, Text: string(b.Pool), Place: b.Place, Number: uint64(b.Month)}
}

// Leaderboard returns the leaderboard of an entry.
func (k Key) Leaderboard() game.Leaderboard {
	return game.Leaderboard{Pool: game.Pool(k.Text), Place: k.Place, Month: game.Month(k.Number)}
}

func (k Key) String() string {
	text := string(k.Kind)
	for _, part := range []struct {
		name string
		is   bool
		v    any
	}{
		{"", k.Text != "", fmt.Sprintf("%q", k.Text)}, {"number ", k.Number != 0, k.Number},
		{"of person ", k.Person != 0, uint64(k.Person)}, {"in place ", k.Place != 0, uint64(k.Place)},
	} {
		if part.is {
			text += fmt.Sprintf(" %s%v", part.name, part.v)
		}
	}
	return text
}

// Item is a record with its key.
type Item struct {
	Key   Key
	Value []byte
}

// parts returns what a record and its key consist of.
func (i Item) parts() []any {
	k := i.Key
	return []any{string(k.Kind), uint64(k.Person), uint64(k.Place), k.Text, k.Number, i.Value}
}

// Set is a set of rows and records that are compared with others. It remembers a hash of each.
type Set map[[16]byte]struct{}

func hash(parts []any) [16]byte {
	h := sha256.New()
	for _, p := range parts {
		if b, ok := p.([]byte); ok {
			p = string(b)
		}
		text := fmt.Sprint(p)
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return [16]byte(h.Sum(nil)[:16])
}

// Add adds a row.
func (s Set) Add(row []any) { s[hash(row)] = struct{}{} }

// Remove removes a row, and reports whether it was there.
func (s Set) Remove(row []any) bool {
	h := hash(row)
	_, ok := s[h]
	delete(s, h)
	return ok
}

// AddItem and RemoveItem add and remove a record.
func (s Set) AddItem(i Item)         { s.Add(i.parts()) }
func (s Set) RemoveItem(i Item) bool { return s.Remove(i.parts()) }

// Faults are what a check of a store finds.
type Faults []error

// Fault adds a fault, unless there are many.
func (f *Faults) Fault(format string, args ...any) {
	const most = 20
	if len(*f) < most {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}

// Err joins the faults.
func (f Faults) Err() error { return errors.Join(f...) }
