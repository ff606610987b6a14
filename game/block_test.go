package game_test

import (
	"strings"
	"testing"

	"doublecorner/game"
)

// Who has blocked somebody, or was blocked by them, plays no game with them: here, there or from the lobby.
func TestBlocks(t *testing.T) {
	h := newFixture(t)
	here, _ := h.meet(american(t))
	_, err := h.BlockOpponent(background, here.ID, game.Viewer{Person: cid, Place: club})
	refused(t, err, game.NotAPlayer)
	block, err := h.BlockOpponent(background, here.ID, game.Viewer{Person: ann, Place: club})
	h.must(err)
	if block.Person != bob || block.Name != "Bob" {
		t.Errorf("blocked is %+v", block)
	}
	for _, pair := range [][2]game.PersonID{{ann, bob}, {bob, ann}} {
		_, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(pair[0]), Room: table, To: pair[1], Terms: american(t)})
		refused(t, err, game.Blocked)
		open, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(pair[0]), Room: table, Everywhere: true, Terms: american(t)})
		h.must(err)
		seen, err := h.Lobby(background, game.Viewer{Person: pair[1], Place: other}, 10)
		h.must(err)
		if len(seen) != 0 {
			t.Errorf("%v sees the challenge of %v", pair[1], pair[0])
		}
		_, err = h.Accept(background, game.ReplyRequest{Request: h.far(pair[1]), Challenge: open.Challenge.ID, Room: den})
		refused(t, err, game.Blocked)
		_, err = h.Withdraw(background, game.ReplyRequest{Request: h.by(pair[0]), Challenge: open.Challenge.ID})
		h.must(err)
	}
	h.must(h.ChangeSettings(background, game.PersonSettings(ann), func(before []byte) ([]byte, error) { return before, nil }))
	h.must(h.Unblock(background, ann, bob))
	_, err = h.challenge(ann, bob, american(t))
	h.must(err)
}

// The export of a person who has blocked a stranger says the name, and not who that is.
func TestExportedBlocks(t *testing.T) {
	h := newFixture(t)
	here, _ := h.meet(american(t))
	for _, g := range []*game.Game{here, h.begin(ann, cid, american(t))} {
		_, err := h.BlockOpponent(background, g.ID, game.Viewer{Person: ann, Place: club})
		h.must(err)
	}
	var out strings.Builder
	h.must(h.Export(background, ann, "", &out))
	text := strings.Join(strings.Fields(out.String()), "")
	if strings.Contains(text, bob.String()) || !strings.Contains(text, `"blocks":[{"name":"Bob"},{"person":"`+cid.String()) {
		t.Errorf("the export has:\n%s", text)
	}
}
