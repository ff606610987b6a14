package live_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

const (
	thread  game.RoomID = 2002
	kitchen game.RoomID = 2003
)

// challenge has somebody challenge somebody, or anyone, in a room of the club.
func (f *fixture) challenge(from, to game.PersonID, in game.RoomID) *game.Challenge {
	f.Helper()
	v, err := draughts.Builtin("american")
	f.must(err)
	a, err := f.referee.Challenge(background, game.ChallengeRequest{
		Request: game.Request{ID: game.RequestID(fmt.Sprint("challenge ", from, to, in)), By: game.Actor{Person: from}, Place: club},
		Room:    in, To: to, Terms: game.Terms{Variant: v},
	})
	f.must(err)
	return a.Challenge
}

// accept has somebody accept a challenge.
func (f *fixture) accept(by game.PersonID, c *game.Challenge) *game.Game {
	f.Helper()
	a, err := f.referee.Accept(background, game.ReplyRequest{
		Request: game.Request{ID: game.RequestID("accept " + string(c.ID)), By: game.Actor{Person: by}, Place: club}, Challenge: c.ID,
	})
	f.must(err)
	return a.Game
}

// ids returns the ids of a list in an answer.
func ids(list any) (all []string) {
	for _, line := range list.([]any) {
		all = append(all, line.(map[string]any)["id"].(string))
	}
	return all
}

// The lists have the person's own games wherever they are played, and of others those of the channel and of its threads.
func TestLists(t *testing.T) {
	f := newFixture(t)
	inThread := f.accept(cleo, f.challenge(ben, game.Anyone, room))
	f.must(f.referee.RecordChallengeShown(background, inThread.ID, room, 1))
	_, err := f.referee.RecordShown(background, inThread.ID, game.ShownPost{Room: thread, Post: 2, Seq: inThread.Seq()})
	f.must(err)
	f.accept(ben, f.challenge(cleo, ben, kitchen))
	open := f.challenge(cleo, game.Anyone, room)
	toAnna := f.challenge(ben, anna, kitchen)
	f.challenge(ben, game.Anyone, kitchen)
	_, lists := f.open(anna).send("GET", "/api/games", nil)
	for _, c := range []struct {
		list string
		want []string
	}{
		{"yours", []string{string(f.game.ID)}},
		{"here", []string{string(inThread.ID)}},
		{"challenges", []string{string(toAnna.ID), string(open.ID)}},
	} {
		if got := ids(lists[c.list]); strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: %v, want %v", c.list, got, c.want)
		}
	}
}

// A challenge is accepted once, by those whom it is for, and by its terms as they were shown.
func TestAccept(t *testing.T) {
	f := newFixture(t)
	c := f.challenge(ben, game.Anyone, room)
	path := "/api/challenges/" + string(c.ID)
	a, b := f.open(anna), f.open(ben)
	for _, one := range []struct {
		what    string
		by      *page
		changes int
		why     string // the key of what the page says; "": the game begins
	}{
		{"its maker", b, 0, "error.own-challenge"},
		{"of other terms", a, 1, "error.terms-changed"},
		{"a member", a, 0, ""},
		{"the same once more", a, 0, ""},
		{"a member of another place", f.openIn(away, cleo), 0, "error.no-such-challenge"},
		{"too late", f.open(cleo), 0, "error.challenge-closed"},
	} {
		status, answer := one.by.send("POST", path, map[string]any{"id": fmt.Sprintf("accept-%d", one.changes), "changes": one.changes})
		why, _ := answer["why"].(string)
		if status != http.StatusOK || one.why != "" && why != lang.English().Say(one.why) || one.why == "" && answer["game"] == nil {
			t.Errorf("%s: %d %v", one.what, status, answer)
		}
	}
}

// Who is asked for a rematch hears of it at once, and accepts it among the challenges.
func TestRematch(t *testing.T) {
	f := newFixture(t)
	a, b := f.open(anna), f.open(ben)
	conn := a.watch()
	f.hear(conn, "game")
	b.act("aaaaaaaa", map[string]any{"do": "resign", "move": ""})
	f.hear(conn, "games")
	b.act("bbbbbbbb", map[string]any{"do": "again", "move": ""})
	f.hear(conn, "games")
	_, lists := a.send("GET", "/api/games", nil)
	open := ids(lists["challenges"])
	if len(open) != 1 {
		t.Fatalf("the challenges are %v", open)
	}
	_, begun := a.send("POST", "/api/challenges/"+open[0], map[string]any{"id": "cccccccc", "changes": 0})
	_, lists = b.send("GET", "/api/games", nil)
	if next := lists["yours"].([]any)[0].(map[string]any); next["id"] != begun["game"] || next["after"] != string(f.game.ID) {
		t.Errorf("%v begins, and Ben's list has %v", begun, next)
	}
}

// A game against the computer begins in the channel of the session, once for each request.
func TestBegin(t *testing.T) {
	f := newFixture(t)
	a := f.open(anna)
	asked := map[string]any{"id": "aaaaaaaa", "level": "1", "colour": "white", "rules": "russian"}
	_, first := a.send("POST", "/api/games", asked)
	_, second := a.send("POST", "/api/games", asked)
	if first["game"] == nil || first["game"] != second["game"] {
		t.Fatalf("%v, and then %v", first, second)
	}
	g, err := f.referee.UnrestrictedGame(background, game.GameID(first["game"].(string)))
	f.must(err)
	if !g.HasComputer() || g.Room != room || g.Variant.Rules().Key != "russian" {
		t.Errorf("it began in %v, by %s", g.Room, g.Variant.Rules().Key)
	}
}

// What a player expects is seen by nobody else, and asked for only by those who wait.
func TestAhead(t *testing.T) {
	f := newFixture(t)
	a, b, c := f.open(anna), f.open(ben), f.open(cleo)
	path := "/api/games/" + string(f.game.ID)
	for _, one := range []struct {
		name   string
		by     *page
		after  string
		status int
	}{
		{"the player to move", a, "", http.StatusNotFound},
		{"a watcher", c, "", http.StatusNotFound},
		{"the player who waits", b, "", http.StatusOK},
		{"the same, after a move", b, "?move=11-15", http.StatusOK},
		{"the same, after what is no move", b, "?move=1-32", http.StatusNotFound},
	} {
		if status, _ := one.by.send("GET", path+"/ahead"+one.after, nil); status != one.status {
			t.Errorf("%s: %d", one.name, status)
		}
	}
	b.act("bbbbbbbb", map[string]any{"do": "plan", "move": "", "moves": []string{"11-15", "24-20"}})
	for name, p := range map[string]*page{"Anna": a, "Ben": b, "Cleo": c} {
		_, snap := p.send("GET", path, nil)
		if n := len(snap["plans"].([]any)); (n == 1) != (p == b) {
			t.Errorf("%s sees %d conditional moves", name, n)
		}
	}
	_, snap := b.act("cccccccc", map[string]any{"do": "unplan", "move": "", "moves": []string{"11-15", "24-20"}})
	if n := len(snap["plans"].([]any)); n != 0 {
		t.Errorf("%d are left after it is withdrawn", n)
	}
}

// A theme that there is not is not stored.
func TestPrefer(t *testing.T) {
	f := newFixture(t)
	a := f.open(anna)
	for theme, want := range map[string]int{"slate": http.StatusOK, "": http.StatusOK, "x; color: red": http.StatusBadRequest} {
		if status, _ := a.send("POST", "/api/me", map[string]any{"theme": theme, "silent": true}); status != want {
			t.Errorf("%q: %d", theme, status)
		}
	}
}

// A game between two places has no page: it is in no list, cannot be opened, and its changes are not told.
func TestNoPageBetweenPlaces(t *testing.T) {
	f := newFixture(t)
	request := func(id string, p game.PersonID, place game.PlaceID) game.Request {
		return game.Request{ID: game.RequestID(id), By: game.Actor{Person: p}, Place: place}
	}
	terms := f.game.Terms
	terms.Colour = game.PlayBlack
	made, err := f.referee.Challenge(background, game.ChallengeRequest{
		Request: request("1", anna, club), Room: room, Everywhere: true, Terms: terms,
	})
	f.must(err)
	begun, err := f.referee.Accept(background, game.ReplyRequest{Request: request("2", ben, away), Challenge: made.Challenge.ID, Room: 9})
	f.must(err)
	p := f.open(anna)
	if _, lists := p.send("GET", "/api/games", nil); len(lists["yours"].([]any)) != 1 { // the other one
		t.Errorf("Anna plays %v", lists["yours"])
	}
	if status, _ := p.send("GET", "/api/games/"+begun.Game.ID.Code(), nil); status != http.StatusNotFound {
		t.Errorf("it is shown: %d", status)
	}
}
