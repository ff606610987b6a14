package game_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

// den is a room of the other place.
const den game.RoomID = 3001

// far returns a request of a person in the other place.
func (h *fixture) far(p game.PersonID) game.Request {
	q := h.by(p)
	q.Place = other
	return q
}

// meet begins a game of ann in the club and bob in the other place.
func (h *fixture) meet(terms game.Terms) (here, there *game.Game) {
	h.t.Helper()
	made, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), Room: table, Everywhere: true, Name: "Anna", Terms: terms})
	h.must(err)
	begun, err := h.Accept(background, game.ReplyRequest{Request: h.far(bob), Challenge: made.Challenge.ID, Room: den, Name: "Bob"})
	h.must(err)
	here, err = h.Game(background, begun.Game.ID, game.Viewer{Person: ann, Place: club})
	h.must(err)
	return here, begun.Game
}

// tells reports which of some things a value tells of.
func tells(t *testing.T, value any, things ...any) (told []string) {
	t.Helper()
	text, err := json.Marshal(value)
	must(t, err)
	if g, ok := value.(*game.Game); ok {
		text = fmt.Appendf(text, "%+v", g.Events())
	}
	for _, thing := range things {
		if strings.Contains(string(text), fmt.Sprint(thing)) {
			told = append(told, fmt.Sprint(thing))
		}
	}
	return told
}

// A challenge to anyone everywhere is seen by all, who learn nothing of who made it, and where.
func TestLobby(t *testing.T) {
	h := newFixture(t)
	terms := american(t)
	made, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), Room: table, Everywhere: true, Name: "Anna", Terms: terms})
	h.must(err)
	_, err = h.Challenge(background, game.ChallengeRequest{Request: h.by(cid), Room: table, Terms: terms})
	h.must(err)
	for _, v := range []game.Viewer{{Person: bob, Place: other}, {Person: cid, Place: club}} {
		seen, err := h.Lobby(background, v, 10)
		h.must(err)
		if len(seen) != 1 || seen[0].ID != made.Challenge.ID || seen[0].Variant != terms.Variant || !seen[0].Rated {
			t.Fatalf("%v sees %+v", v, seen)
		}
		if told := tells(t, seen[0], ann, club, table, "Anna"); (len(told) > 0) != (v.Place == club) {
			t.Errorf("%v is told of %v", v, told)
		}
	}
	if seen, err := h.Lobby(background, game.Viewer{Person: bob, Place: other}, 10); err != nil || seen[0].From != game.Stranger {
		t.Errorf("it is by %v: %v", seen[0].From, err)
	}
	accepted, err := h.Accept(background, game.ReplyRequest{Request: h.far(bob), Challenge: made.Challenge.ID, Room: den})
	h.must(err)
	if told := tells(t, accepted, ann, club, table); len(told) > 0 {
		t.Errorf("who accepts it is told of %v", told)
	}
	if seen, _ := h.Lobby(background, game.Viewer{Person: bob, Place: other}, 10); len(seen) != 0 {
		t.Errorf("%d are left", len(seen))
	}
}

// The lobby tells the challenger's rating everywhere once it is certain, and only there: it is not stored.
func TestLobbyTellsRatings(t *testing.T) {
	h := newFixture(t)
	terms := american(t)
	rating := func() *game.Rating {
		t.Helper()
		made, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), Room: table, Everywhere: true, Terms: terms})
		h.must(err)
		seen, err := h.Lobby(background, game.Viewer{Person: bob, Place: other}, 10)
		h.must(err)
		_, err = h.Withdraw(background, game.ReplyRequest{Request: h.by(ann), Challenge: made.Challenge.ID})
		h.must(err)
		return seen[0].Rating
	}
	if r := rating(); r != nil {
		t.Errorf("who has never played has %v", r)
	}
	h.must(h.store.Update(background, func(tx game.Tx) error {
		return tx.PutLeaderboardEntry(&game.LeaderboardEntry{
			Person: ann, Leaderboard: game.Leaderboard{Pool: "american"}, Wins: 30, Played: noon,
			Rating: game.Rating{Points: 1700, Deviation: 50, Volatility: .06},
		})
	}))
	h.win(ann, bob, terms)
	if r := rating(); r == nil || r.IsProvisional() {
		t.Errorf("who has played much has %v", r)
	}
}

// Nobody accepts a challenge of another place without a room in which to see the game.
func TestNowhereToMeet(t *testing.T) {
	h := newFixture(t)
	made, err := h.Challenge(background, game.ChallengeRequest{Request: h.by(ann), Room: table, Everywhere: true, Terms: american(t)})
	h.must(err)
	_, err = h.Accept(background, game.ReplyRequest{Request: h.far(bob), Challenge: made.Challenge.ID})
	refused(t, err, game.NoSuchChallenge)
}

// The board of each place is brought up to date when deadlines move.
func TestDeadlinesInBothPlaces(t *testing.T) {
	h := newFixture(t)
	here, there := h.meet(days(t, 3))
	next, err := h.NextDeadlines(background, 5)
	h.must(err)
	if len(next) != 2 || next[0].ID != here.ID || next[1].ID != there.ID || next[1].Room != den {
		t.Errorf("%d games: %+v", len(next), next)
	}
}

// Each of two places sees the game as its own, with a player of the other who has only a name.
func TestGameBetweenPlaces(t *testing.T) {
	h := newFixture(t)
	here, there := h.meet(american(t))
	record, err := game.PDN(here, nil)
	h.must(err)
	for name, want := range map[string]string{"White": "Bob", "Black": ann.String(), "Round": here.ID.Code()} {
		if is := record.Tag(name); is != want {
			t.Errorf("the PDN says %s %q", name, is)
		}
	}
	if told := tells(t, here, bob, other, den); len(told) > 0 || here.Place != club || here.Room != table {
		t.Errorf("the first place is told of %v: %+v", told, here.Header)
	}
	if told := tells(t, there, ann, club, table); len(told) > 0 || there.Place != other || there.Room != den {
		t.Errorf("the second place is told of %v: %+v", told, there.Header)
	}
	same := here.ID.Code() == there.ID.Code()
	if here.Names[draughts.White] != "Bob" || there.Names[draughts.Black] != "Anna" || here.ID == there.ID || !same {
		t.Errorf("they are %q and %q in %s and %s", here.Names, there.Names, here.ID, there.ID)
	}

	move := func(q game.Request, g *game.Game, text string) *game.Game {
		t.Helper()
		a, err := h.Move(background, game.MoveRequest{GameRequest: game.GameRequest{Request: q, Game: g.ID, Ply: g.Ply()}, Text: text})
		h.must(err)
		return a.Game
	}
	here = move(h.by(ann), here, "11-15")
	there, err = h.Game(background, there.ID, game.Viewer{Person: bob, Place: other})
	h.must(err)
	there = move(h.far(bob), there, "22-18")
	if told := tells(t, there, ann, club, table); len(told) > 0 || there.Len() != 2 {
		t.Errorf("after a move the second place is told of %v", told)
	}

	shown := func(id game.GameID, post game.PostID) {
		t.Helper()
		_, err := h.RecordShown(background, id, game.ShownPost{Room: den, Post: post, Seq: 2})
		h.must(err)
	}
	shown(there.ID, 77)
	shown(here.ID, 66)
	near, far := h.game(here.ID), h.game(there.ID)
	if near.Post != 66 || far.Post != 77 || near.Place != club || far.Place != other {
		t.Errorf("it is shown by %d in %v and by %d in %v", near.Post, near.Place, far.Post, far.Place)
	}

	again := game.GameRequest{Request: h.far(bob), Game: there.ID, Ply: there.Ply()}
	_, err = h.Move(background, game.MoveRequest{GameRequest: again, Text: "18-14"})
	if told := tells(t, refused(t, err, game.NotYourTurn).Game, ann, club, table); len(told) > 0 {
		t.Errorf("a refusal tells of %v", told)
	}
	_, err = h.Game(background, here.ID, game.Viewer{Person: cid, Place: 1003})
	refused(t, err, game.NoSuchGame)
	h.inOrder()
}

// What happens is announced in both places. The answer delivers it where the request was made, and there alone.
func TestAnnouncedInBothPlaces(t *testing.T) {
	h := newFixture(t)
	here, there := h.meet(american(t))
	before := len(h.pending())
	a, err := h.Move(background, game.MoveRequest{GameRequest: h.at(here, ann), Text: "11-15"})
	h.must(err)
	pending := h.pending()[before:]
	if len(pending) != 2 || len(a.Announced) != 1 {
		t.Fatalf("%d announcements, %d by the answer", len(pending), len(a.Announced))
	}
	for _, p := range pending {
		answered := p.ID == a.Announced[0]
		if answered != (p.Place == club) || answered != p.Requested || (p.Game == here.ID) != answered || (p.Game == there.ID) == answered {
			t.Errorf("%+v", p)
		}
	}
}

// A rated game between two places counts for the overall ratings, and in no place.
func TestRatedBetweenPlaces(t *testing.T) {
	h := newFixture(t)
	here, _ := h.meet(american(t))
	g := here
	for i, text := range []string{"11-15", "22-18", "15x22", "25x18"} {
		q := h.by(ann)
		if i%2 == 1 {
			q = h.far(bob)
		}
		a, err := h.Move(background, game.MoveRequest{GameRequest: game.GameRequest{Request: q, Game: g.ID, Ply: game.Ply(i)}, Text: text})
		h.must(err)
		g = a.Game
	}
	a, err := h.Resign(background, game.GameRequest{Request: h.far(bob), Game: g.ID, Ply: g.Ply()})
	h.must(err)
	result, _ := a.Game.Result()
	for _, side := range draughts.Sides {
		if changes := result.Changes[side]; len(changes) != 1 || changes[0].Place != game.Everywhere {
			t.Errorf("%v: %+v", side, changes)
		}
	}
	if games := h.listed(game.FinishedGamesIn(club)); len(games) != 0 {
		t.Errorf("%d games are listed in the first place", len(games))
	}
	if games := h.listed(game.FinishedGamesOf(bob)); len(games) != 1 {
		t.Errorf("%d games are listed for a player", len(games))
	}
	h.inOrder()
}

// Nobody rules in a game between two places, follows it, shares it or asks for a rematch.
func TestRefusedBetweenPlaces(t *testing.T) {
	h := newFixture(t)
	here, _ := h.meet(american(t))
	q := game.RulingRequest{GameRequest: h.at(here, mod), Outcome: game.Drawn, Reason: "because"}
	q.By.Moderator = true
	_, err := h.Adjudicate(background, q)
	refused(t, err, game.NotAModerator)
	_, err = h.follow(cid, here, game.FollowsMoves)
	refused(t, err, game.BetweenPlaces)
	_, err = h.ShareGame(background, here.ID, game.Viewer{Person: ann, Place: club})
	refused(t, err, game.BetweenPlaces)
	over := h.resign(here, ann)
	_, err = h.Rematch(background, game.RematchRequest{Request: h.by(ann), Game: over.ID, Room: table})
	refused(t, err, game.BetweenPlaces)
}

// People of two rooms vote against each other, each side in its own room.
func TestRoomsMeet(t *testing.T) {
	bubbled(t, func(t *testing.T, h *fixture) {
		made, err := h.Challenge(background, game.ChallengeRequest{
			Request: h.by(ann), Room: table, Everywhere: true, Name: "Chess Café", Terms: voting(t, 1),
		})
		h.must(err)
		begun, err := h.Accept(background, game.ReplyRequest{Request: h.far(bob), Challenge: made.Challenge.ID, Room: den})
		h.must(err)
		there := begun.Game
		here, err := h.Game(background, there.ID, game.Viewer{Person: ann, Place: club})
		h.must(err)
		if !here.IsTeam(draughts.White) || !here.IsTeam(draughts.Black) || there.Names[draughts.Black] != "Chess Café" {
			t.Fatalf("%+v", there.Header)
		}
		cast := func(q game.Request, room game.RoomID, g *game.Game, text string) error {
			return h.cast(game.VoteRequest{GameRequest: game.GameRequest{Request: q, Game: g.ID, Ply: g.Ply()}, Room: room, Text: text})
		}
		refused(t, cast(h.far(301), den, there, "11-15"), game.VotesElsewhere)
		h.must(cast(h.by(301), table, here, "11-15"))
		there, here = h.game(there.ID), h.game(here.ID)
		refused(t, cast(h.by(302), table, here, "22-18"), game.VotesElsewhere)
		h.must(cast(h.far(401), den, there, "22-18"))
		if now := h.game(here.ID); now.Len() != 2 || len(tells(t, now, 401, den, other)) > 0 {
			t.Errorf("the first place sees %d moves and %+v", now.Len(), now.Header)
		}
	})
}
