package game

import (
	"bytes"
	"context"
	"errors"
)

// SettingsKey says whose settings a record holds: a person's or a place's. The zero value is nobody's.
type SettingsKey struct {
	person PersonID
	place  PlaceID
}

// PersonSettings returns the key of a person's settings.
func PersonSettings(p PersonID) SettingsKey { return SettingsKey{person: p} }

// PlaceSettings returns the key of a place's settings.
func PlaceSettings(p PlaceID) SettingsKey { return SettingsKey{place: p} }

// Person returns the person whose settings they are, if they are a person's.
func (s SettingsKey) Person() (PersonID, bool) { return s.person, s.person.IsPerson() }

// Place returns the place whose settings they are; Everywhere if they are a person's.
func (s SettingsKey) Place() PlaceID { return s.place }

func (s SettingsKey) exists() bool { return s.person.IsPerson() || s.place != Everywhere }

// maxSettings is the greatest size of a settings record in bytes.
const maxSettings = 64 << 10

// Settings returns the settings record of each key, or nil if there is none. Apart from VacationsOf and BlocksOf a person, its content means
// nothing to the referee, who only stores it with everything else: backups hold it, and a person's is exported
// and erased with the person.
func (r *Referee) Settings(ctx context.Context, keys ...SettingsKey) ([][]byte, error) {
	records := make([][]byte, len(keys))
	return records, r.store.View(ctx, func(tx Reader) (err error) {
		read := func() {
			for i, s := range keys {
				if err == nil && s.exists() {
					records[i], err = orNone(tx.Settings(s))
				}
			}
		}
		Expect(tx, Expectation{Reads: read, Only: true})
		read()
		return err
	})
}

// SettingsOfPlaces returns the settings records of all places.
func (r *Referee) SettingsOfPlaces(ctx context.Context) (map[PlaceID][]byte, error) {
	all, err := view(ctx, r, Reader.SettingsOfPlaces)
	delete(all, leavesKey.place)
	return all, err
}

// DeletePlace deletes what belongs to a place, unless its settings record has changed since it was read: that record, the
// place's own puzzles, what became of others there, and its puzzle of the day. Games, tournaments and leaderboard entries
// belong to their players and stay.
func (r *Referee) DeletePlace(ctx context.Context, place PlaceID, settings []byte) error {
	return r.store.Update(ctx, func(tx Tx) error {
		now, err := orNone(tx.Settings(PlaceSettings(place)))
		if err != nil || !bytes.Equal(now, settings) {
			return err
		}
		return errors.Join(tx.PutSettings(PlaceSettings(place), nil), tx.DeletePuzzles(place))
	})
}

// ChangeSettings replaces a settings record by a function of the record, and deletes it if that
// is empty. The function may run again, and must have no effects.
func (r *Referee) ChangeSettings(ctx context.Context, s SettingsKey, change func(before []byte) ([]byte, error)) error {
	if !s.exists() {
		return refuse(NoPerson)
	}
	return r.store.Update(ctx, func(tx Tx) error {
		if err := checkNotErasing(tx, s.person); err != nil {
			return err
		}
		before, err := orNone(tx.Settings(s))
		if err != nil {
			return err
		}
		after, err := change(before)
		if err != nil {
			return err
		}
		if len(after) > maxSettings {
			return &RequestError{Code: SettingsTooLong, Limit: maxSettings}
		}
		return tx.PutSettings(s, after)
	})
}
