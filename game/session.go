package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Session is a person who uses the live board, or a Link that lets them begin to. Whoever knows its secret is that person;
// the store has only a hash of it.
type Session struct {
	Person PersonID
	Hash   string // of the secret, in hexadecimal
	Place  PlaceID
	Direct bool   // the place is a direct message, whose members nobody can ask for
	Game   GameID // that it began with
	Name   string // of the person in the place
	Reads  string // the code of the language that the person read in Discord
	Link   bool   // it begins one session, once
	Begun  time.Time
	Until  time.Time
}

// Viewer returns the person as the viewer of games.
func (s *Session) Viewer() Viewer { return Viewer{Person: s.Person, Place: s.Place} }

const (
	linkTime    = 2 * time.Minute
	sessionTime = 12 * time.Hour
	maxSessions = 10 // of a person; the oldest one makes room
	sweepEvery  = 10 * time.Minute
)

// PutLink stores a link to the live board of a person, for a short time.
func (r *Referee) PutLink(ctx context.Context, link Session) error {
	return r.update(ctx, func(s *step) error {
		if err := checkNotErasing(s.tx, link.Person); err != nil {
			return err
		}
		link.Link, link.Begun, link.Until = true, s.now, s.now.Add(linkTime)
		return s.putSession(&link)
	})
}

// UseLink exchanges a link for a session with another hash.
func (r *Referee) UseLink(ctx context.Context, p PersonID, link, hash string) (session *Session, err error) {
	err = r.update(ctx, func(s *step) error {
		if session, err = findSession(s.tx, p, link, true, s.now); err != nil {
			return err
		}
		if err := s.tx.DeleteSession(p, link); err != nil {
			return err
		}
		session.Hash, session.Link, session.Begun, session.Until = hash, false, s.now, s.now.Add(sessionTime)
		return s.putSession(session)
	})
	return session, err
}

// Session returns a session of a person.
func (r *Referee) Session(ctx context.Context, p PersonID, hash string) (*Session, error) {
	return view(ctx, r, func(tx Reader) (*Session, error) { return findSession(tx, p, hash, false, r.now()) })
}

// findSession returns a session or a link that is not over.
func findSession(tx Reader, p PersonID, hash string, link bool, now time.Time) (*Session, error) {
	found, err := orNone(tx.Session(p, hash))
	if err == nil && (found == nil || found.Link != link || !now.Before(found.Until)) {
		err = refuse(NoSession)
	}
	if err != nil {
		return nil, err
	}
	return found, nil
}

// putSession stores a session or a link, in the place of the oldest one of the person if there are many.
func (s *step) putSession(session *Session) error {
	all, err := s.tx.Sessions(session.Person)
	if err != nil {
		return err
	}
	oldestFirst(all)
	for _, old := range all[:max(0, len(all)+1-maxSessions)] {
		if err := s.tx.DeleteSession(old.Person, old.Hash); err != nil {
			return err
		}
	}
	return s.tx.PutSession(session)
}

// oldestFirst sorts sessions by when they began.
func oldestFirst(all []*Session) {
	slices.SortFunc(all, func(a, b *Session) int { return a.Begun.Compare(b.Begun) })
}

// Sessions returns the sessions of a person, the oldest first.
func (r *Referee) Sessions(ctx context.Context, p PersonID) ([]*Session, error) {
	all, err := view(ctx, r, func(tx Reader) ([]*Session, error) { return tx.Sessions(p) })
	all = slices.DeleteFunc(all, func(s *Session) bool { return s.Link || !r.now().Before(s.Until) })
	oldestFirst(all)
	return all, err
}

// EndSession ends one session of a person.
func (r *Referee) EndSession(ctx context.Context, p PersonID, hash string) error {
	return r.store.Update(ctx, func(tx Tx) error { return tx.DeleteSession(p, hash) })
}

// EndSessions ends all sessions of a person, and what links they have.
func (r *Referee) EndSessions(ctx context.Context, p PersonID) error {
	return r.store.Update(ctx, func(tx Tx) error { return deleteSessions(tx, p, time.Time{}) })
}

// deleteSessions deletes the sessions of a person, or of all people for Anyone, that are over at a time; without a time all.
func deleteSessions(tx Tx, p PersonID, at time.Time) error {
	all, err := tx.Sessions(p)
	for _, s := range all {
		if at.IsZero() || !at.Before(s.Until) {
			err = errors.Join(err, tx.DeleteSession(s.Person, s.Hash))
		}
	}
	return err
}

// deleteOldSessions deletes the sessions that are over, now and then.
func (r *Referee) deleteOldSessions(ctx context.Context) error {
	now := r.now()
	if before := r.sessionsDeleted.Load(); now.UnixMilli()-before < sweepEvery.Milliseconds() || !r.sessionsDeleted.CompareAndSwap(before, now.UnixMilli()) {
		return nil
	}
	all, err := view(ctx, r, func(tx Reader) ([]*Session, error) { return tx.Sessions(Anyone) })
	if err != nil || !slices.ContainsFunc(all, func(s *Session) bool { return !now.Before(s.Until) }) {
		return err
	}
	return r.store.Update(ctx, func(tx Tx) error { return deleteSessions(tx, Anyone, now) })
}
