package record

import (
	"bytes"
	"errors"
	"time"

	"doublecorner/game"
)

// Records are the records of a store in a transaction.
type Records interface {
	// GetRecord returns a record, which the caller owns, or game.ErrNotFound.
	GetRecord(Key) ([]byte, error)
	PutRecord(Key, []byte) error
	// DeleteRecord deletes a record if there is one.
	DeleteRecord(Key) error
	// ListRecords lists the entries, attempts or sessions of a person, the puzzles of a place, the settings of all places, or all
	// daily puzzles, erasures or sessions, by their keys. Nobody changes what it returns.
	ListRecords(Key) ([]Item, error)
}

// ByKey implements, for every store, those methods of game.Tx that find a record by its key alone.
type ByKey struct{ Records }

// get reads a record into a value that of makes from the key.
func get[T any](r Records, k Key, form Form[T], of func(Key) *T) (*T, error) {
	b, err := r.GetRecord(k)
	if err != nil {
		return nil, err
	}
	v := of(k)
	return v, form.Read(b, v)
}

// getAll reads the records that ListRecords lists.
func getAll[T any](r Records, k Key, form Form[T], of func(Key) *T) ([]*T, error) {
	items, err := r.ListRecords(k)
	var all []*T
	for _, i := range items {
		v := of(i.Key)
		if err := form.Read(i.Value, v); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, err
}

// deleteAll deletes the records that ListRecords lists.
func deleteAll(r Records, k Key) error {
	items, err := r.ListRecords(k)
	for _, i := range items {
		err = errors.Join(err, r.DeleteRecord(i.Key))
	}
	return err
}

func settingsKey(s game.SettingsKey) Key {
	person, _ := s.Person()
	return Key{Kind: SettingsKind, Person: person, Place: s.Place()}
}

func (r ByKey) Settings(s game.SettingsKey) ([]byte, error) { return r.GetRecord(settingsKey(s)) }

func (r ByKey) PutSettings(s game.SettingsKey, b []byte) error {
	if len(b) == 0 {
		return r.DeleteRecord(settingsKey(s))
	}
	return r.PutRecord(settingsKey(s), b)
}

func (r ByKey) SettingsOfPlaces() (map[game.PlaceID][]byte, error) {
	items, err := r.ListRecords(Key{Kind: SettingsKind})
	all := map[game.PlaceID][]byte{}
	for _, i := range items {
		all[i.Key.Place] = bytes.Clone(i.Value)
	}
	return all, err
}

func reviewKey(id game.GameID) Key {
	return Key{Kind: ReviewKind, Text: string(id)}
}

func (r ByKey) Review(id game.GameID) ([]byte, error) { return r.GetRecord(reviewKey(id)) }

func (r ByKey) PutReview(id game.GameID, b []byte) error { return r.PutRecord(reviewKey(id), b) }

func (r ByKey) DeleteReview(id game.GameID) error { return r.DeleteRecord(reviewKey(id)) }

var serviceKey = Key{Kind: ServiceKind}

func (r ByKey) Service() (s game.Service, err error) {
	b, err := r.GetRecord(serviceKey)
	if errors.Is(err, game.ErrNotFound) {
		return s, nil
	} else if err != nil {
		return s, err
	}
	return s, Service.Read(b, &s)
}

func (r ByKey) PutService(s game.Service) error {
	return r.PutRecord(serviceKey, Service.Write(&s))
}

func erasureKey(p game.PersonID) Key { return Key{Kind: ErasureKind, Person: p} }

func (r ByKey) Erasure(p game.PersonID) (until time.Time, err error) {
	b, err := r.GetRecord(erasureKey(p))
	if err != nil {
		return until, err
	}
	return until, Erasure.Read(b, &until)
}

func (r ByKey) Erasures(by time.Time) (people []game.PersonID, err error) {
	items, err := r.ListRecords(Key{Kind: ErasureKind})
	for _, i := range items {
		var until time.Time
		if err := Erasure.Read(i.Value, &until); err != nil {
			return nil, err
		}
		if !until.After(by) {
			people = append(people, i.Key.Person)
		}
	}
	return people, err
}

func (r ByKey) PutErasure(p game.PersonID, until time.Time) error {
	return r.PutRecord(erasureKey(p), Erasure.Write(&until))
}

func (r ByKey) DeleteErasure(p game.PersonID) error { return r.DeleteRecord(erasureKey(p)) }

func entryOf(k Key) *game.LeaderboardEntry {
	return &game.LeaderboardEntry{Person: k.Person, Leaderboard: k.Leaderboard()}
}

func (r ByKey) LeaderboardEntry(p game.PersonID, b game.Leaderboard) (*game.LeaderboardEntry, error) {
	return get(r, KeyOfEntry(p, b), Entry, entryOf)
}

func (r ByKey) LeaderboardEntries(p game.PersonID) ([]*game.LeaderboardEntry, error) {
	return getAll(r, Key{Kind: EntryKind, Person: p}, Entry, entryOf)
}

func puzzleKey(place game.PlaceID, id game.PuzzleID) Key {
	return Key{Kind: PuzzleKind, Place: place, Text: string(id)}
}

func puzzleOf(k Key) *game.PuzzleRecord {
	return &game.PuzzleRecord{Place: k.Place, ID: game.PuzzleID(k.Text)}
}

func (r ByKey) PuzzleRecord(place game.PlaceID, id game.PuzzleID) (*game.PuzzleRecord, error) {
	return get(r, puzzleKey(place, id), Puzzle, puzzleOf)
}

func (r ByKey) PuzzleRecords(place game.PlaceID) ([]*game.PuzzleRecord, error) {
	return getAll(r, puzzleKey(place, ""), Puzzle, puzzleOf)
}

func (r ByKey) PutPuzzleRecord(p *game.PuzzleRecord) error {
	return r.PutRecord(puzzleKey(p.Place, p.ID), Puzzle.Write(p))
}

func (r ByKey) DeletePuzzles(place game.PlaceID) error {
	return errors.Join(deleteAll(r, puzzleKey(place, "")), r.DeleteRecord(dailyKey(place)))
}

func attemptKey(p game.PersonID, id game.PuzzleID) Key {
	return Key{Kind: AttemptKind, Person: p, Text: string(id)}
}

func attemptOf(k Key) *game.Attempt {
	return &game.Attempt{Person: k.Person, Puzzle: game.PuzzleID(k.Text)}
}

func (r ByKey) Attempt(p game.PersonID, id game.PuzzleID) (*game.Attempt, error) {
	return get(r, attemptKey(p, id), Attempt, attemptOf)
}

func (r ByKey) Attempts(p game.PersonID) ([]*game.Attempt, error) {
	return getAll(r, attemptKey(p, ""), Attempt, attemptOf)
}

func (r ByKey) PutAttempt(a *game.Attempt) error {
	return r.PutRecord(attemptKey(a.Person, a.Puzzle), Attempt.Write(a))
}

func (r ByKey) DeleteAttempts(p game.PersonID) error { return deleteAll(r, attemptKey(p, "")) }

func dailyKey(place game.PlaceID) Key {
	return Key{Kind: DailyPuzzleKind, Place: place}
}

func dailyOf(k Key) *game.DailyPuzzle { return &game.DailyPuzzle{Place: k.Place} }

func (r ByKey) DailyPuzzle(place game.PlaceID) (*game.DailyPuzzle, error) {
	return get(r, dailyKey(place), Daily, dailyOf)
}

func (r ByKey) DailyPuzzles() ([]*game.DailyPuzzle, error) {
	return getAll(r, Key{Kind: DailyPuzzleKind}, Daily, dailyOf)
}

func (r ByKey) PutDailyPuzzle(d *game.DailyPuzzle) error {
	return r.PutRecord(dailyKey(d.Place), Daily.Write(d))
}

func sessionKey(p game.PersonID, hash string) Key {
	return Key{Kind: SessionKind, Person: p, Text: hash}
}

func sessionOf(k Key) *game.Session { return &game.Session{Person: k.Person, Hash: k.Text} }

func (r ByKey) Session(p game.PersonID, hash string) (*game.Session, error) {
	return get(r, sessionKey(p, hash), Session, sessionOf)
}

func (r ByKey) Sessions(p game.PersonID) ([]*game.Session, error) {
	return getAll(r, sessionKey(p, ""), Session, sessionOf)
}

func (r ByKey) PutSession(s *game.Session) error {
	return r.PutRecord(sessionKey(s.Person, s.Hash), Session.Write(s))
}

func (r ByKey) DeleteSession(p game.PersonID, hash string) error {
	return r.DeleteRecord(sessionKey(p, hash))
}
