package game_test

import (
	"testing"
	"time"

	"doublecorner/game"
)

// A link begins one session of its person, soon; and the session ends by itself, or with the person's data.
func TestSession(t *testing.T) {
	h := newFixture(t)
	link := game.Session{Person: ann, Hash: "aa", Place: club, Name: "Ann"}
	use := func(p game.PersonID, link, hash string) error {
		_, err := h.UseLink(background, p, link, hash)
		return err
	}
	session := func(hash string) error {
		_, err := h.Session(background, ann, hash)
		return err
	}
	h.must(h.PutLink(background, link))
	refused(t, session("aa"), game.NoSession) // a link is none
	refused(t, use(bob, "aa", "bb"), game.NoSession)
	h.must(use(ann, "aa", "bb"))
	h.must(session("bb"))
	refused(t, use(ann, "aa", "cc"), game.NoSession) // it was used
	refused(t, use(ann, "bb", "cc"), game.NoSession) // a session is no link

	link.Hash = "dd"
	h.must(h.PutLink(background, link))
	h.pass(2 * time.Minute)
	refused(t, use(ann, "dd", "ee"), game.NoSession) // it was old
	h.pass(12 * time.Hour)
	refused(t, session("bb"), game.NoSession)
	h.must(h.store.View(background, func(tx game.Reader) error {
		left, err := tx.Sessions(game.Anyone)
		if len(left) > 0 {
			t.Errorf("sessions that are over stay stored: %d", len(left))
		}
		return err
	}))

	h.must(h.PutLink(background, link))
	h.must(use(ann, "dd", "ff"))
	h.erase(ann)
	refused(t, session("ff"), game.NoSession)
}

// The oldest session of a person makes room for a new one.
func TestManySessions(t *testing.T) {
	h := newFixture(t)
	for n := range 12 {
		hash := string(rune('a' + n))
		h.must(h.PutLink(background, game.Session{Person: ann, Hash: "link", Place: club}))
		_, err := h.UseLink(background, ann, "link", hash)
		h.must(err)
		h.pass(time.Second)
	}
	_, err := h.Session(background, ann, "a")
	refused(t, err, game.NoSession)
	sessions, err := h.Sessions(background, ann)
	h.must(err)
	if n := len(sessions); n != 10 {
		t.Errorf("%d sessions", n)
	}
}

// What nobody answers is announced at once.
func TestUnanswered(t *testing.T) {
	h := newFixture(t)
	g := h.begin(ann, bob, american(t))
	q := game.MoveRequest{GameRequest: h.at(g, g.Player(g.Turn())), Text: "11-15"}
	q.Unanswered = true
	_, err := h.Move(background, q)
	h.must(err)
	pending := h.pending()
	if last := pending[len(pending)-1]; last.Kind != game.GameChanged || last.Requested {
		t.Errorf("announced as %+v", last)
	}
}
