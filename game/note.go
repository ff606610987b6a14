package game

import "context"

// Subject is what a note is about: a person or a place. The zero value is the place
// Everywhere, whose note is the referee's own.
type Subject struct {
	person PersonID
	place  PlaceID
}

// AboutPerson is the subject of what is remembered about somebody.
func AboutPerson(p PersonID) Subject { return Subject{person: p} }

// AboutPlace is the subject of what is remembered about a place.
func AboutPlace(p PlaceID) Subject { return Subject{place: p} }

// keySubject is the subject of the referee's own note: the key of pseudonyms.
var keySubject = AboutPlace(Everywhere)

// Person returns whom the subject is, if it is somebody.
func (s Subject) Person() (PersonID, bool) { return s.person, s.person.IsSomebody() }

// Place returns which place the subject is, if it is one.
func (s Subject) Place() (PlaceID, bool) { return s.place, s.place != Everywhere }

func (s Subject) exists() bool {
	_, person := s.Person()
	_, place := s.Place()
	return person || place
}

// maxNote is how long a note can be.
const maxNote = 64 << 10

// Note returns what is remembered about a subject: settings, or what people like.
// It means nothing to the referee, who keeps it with everything else: it is in
// backups, and a person's is exported and erased with all that is theirs. There is
// none until Amend makes one.
func (r *Referee) Note(ctx context.Context, s Subject) ([]byte, error) {
	if !s.exists() {
		return nil, nil
	}
	return look(ctx, r, func(tx Reader) ([]byte, error) { return noteOf(tx, s) })
}

// Amend changes what is remembered about a subject, by a function of what it was; an
// empty note is forgotten. The function may be run again, and has no effects.
func (r *Referee) Amend(ctx context.Context, s Subject, change func(was []byte) ([]byte, error)) error {
	if !s.exists() {
		return refuse(NobodyAsks)
	}
	return r.store.Update(ctx, func(tx Tx) error {
		if p, ok := s.Person(); ok {
			if err := notErasing(tx, p); err != nil {
				return err
			}
		}
		was, err := noteOf(tx, s)
		if err != nil {
			return err
		}
		now, err := change(was)
		if err != nil {
			return err
		}
		if len(now) > maxNote {
			return &Refusal{Code: LongNote, Limit: maxNote}
		}
		return tx.PutNote(s, now)
	})
}

func noteOf(tx Reader, s Subject) ([]byte, error) {
	note, err := tx.Note(s)
	if missing(err) {
		return nil, nil
	}
	return note, err
}
