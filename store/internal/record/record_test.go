package record

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/tournament"
)

var update = flag.Bool("update", false, "write the records of versions that testdata does not have")

var start = time.Date(2026, time.January, 2, 3, 4, 5, 6e6, time.UTC)

// sample is a game in which everything happens that can be written down.
func sample(t testing.TB) *game.Game {
	t.Helper()
	p := draughtstest.Position(t, "american", "B:W31,K32:BK1,2")
	v := p.Variant()
	clock, err := game.Live(5*time.Minute, 3*time.Second)
	must(t, err)
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	return game.Restore(game.Header{
		ID: "K7Q2", Place: 5, Room: 6, Post: 7, Shown: 9, ChallengeRoom: 3, ChallengePost: 4, Players: [2]game.PersonID{11, game.FormerPlayer},
		Terms: game.Terms{Variant: v, Start: p, Clock: clock, Rated: true, Public: true, Colour: game.PlayBlack, Voting: true, Quorum: 5},
		Rules: game.RulesID{1, 2, 3}, Pool: "american", Started: start, Downtime: time.Second, RematchOf: "K7Q1", Challenger: draughts.Black,
		Followers: []game.Follower{{Person: 13, Follows: game.FollowsEnd}, {Person: 14, Follows: game.FollowsMoves}},
		Branches:  []game.Branch{{{32, 28}, {6, 9}}, {{32, 27}, {6, 10}, {27, 24}, {10, 15}}}, LostBranches: [2]bool{false, true},
		Tournament: "TTTT", Pairing: 200, NoShow: 10 * time.Minute,
		Share:  game.Share{Secret: "jQ7TAXp1qE2u3gA6vU1vWQ", Withdrawn: [2]bool{true, false}},
		Votes:  []game.Vote{{Person: 21, Path: game.Path{32, 28}}},
		Voters: []game.Voter{{Person: 21}, {Person: 22, Side: draughts.Black}},
		Abroad: &game.Home{Place: 15, Room: 16, Post: 17, Shown: 8, Talk: 19}, Talk: 18, Names: [2]string{"Anna", ""},
	}, []game.Event{
		{Kind: game.Moved, Side: draughts.Black, At: at(1), Downtime: time.Second, Path: game.Path{1, 6},
			Tally: []game.Tallied{{Path: game.Path{1, 6}, Votes: 3}, {Path: game.Path{2, 6}, Votes: 1}}},
		{Kind: game.Moved, Side: draughts.White, At: at(70), Downtime: time.Hour, Path: game.Path{32, 27}, Answers: true},
		{Kind: game.Offered, Side: draughts.White, At: at(71), Downtime: time.Hour, Offer: game.OfferTakeBack},
		{Kind: game.Declined, Side: draughts.Black, At: at(72), Downtime: time.Hour, Offer: game.OfferTakeBack},
		{Kind: game.Offered, Side: draughts.Black, At: at(73), Downtime: time.Hour, Offer: game.OfferAbort},
		{Kind: game.Withdrawn, Side: draughts.Black, At: at(74), Downtime: time.Hour, Offer: game.OfferAbort},
		{Kind: game.Reminded, Side: draughts.Black, At: at(75), Downtime: time.Hour},
		{Kind: game.TookBack, Side: draughts.White, At: at(76), Downtime: time.Hour, Plies: 1},
		{Kind: game.Ended, Side: draughts.White, At: at(77), Downtime: time.Hour, Result: &game.Result{
			Cause: game.ByRuling, Outcome: game.Drawn, Rule: draughts.Repeated, Moderator: 77, Reason: "because", Weight: 0.5,
			Changes: [2][]game.RatingChange{{{
				Place: 5, Before: game.InitialRating, After: game.Rating{Points: 1400, Deviation: 200, Volatility: 0.06},
			}}, nil},
		}},
	})
}

// dealt is a game against the Computer that begins with a ballot, with what only such games and few others have.
func dealt(t testing.TB) *game.Game {
	t.Helper()
	h := sample(t).Header
	odds, err := game.ParseClock("60+5")
	must(t, err)
	h.Terms = game.Terms{Variant: h.Variant, Clock: h.Clock, Odds: odds, Ballot: true, Vacations: true, Level: 3, Colour: game.PlayWhite}
	h.Opening, h.SecondOfBallot, h.Hinted = []game.Path{{9, 14}, {23, 18}, {14, 23}}, true, true
	h.Tournament, h.Pairing, h.NoShow, h.Votes, h.Voters, h.Abroad, h.Names = "", 0, 0, nil, nil, nil, [2]string{}
	return game.Restore(h, []game.Event{
		{Kind: game.WentAway, Side: draughts.Black, At: start, Instant: -5, Until: start.Add(time.Hour)},
		{Kind: game.CameBack, Side: draughts.Black, At: start, Instant: 1 << 40},
		{Kind: game.Moved, Side: draughts.White, At: start, Downtime: time.Second, Path: game.Path{27, 18}, Waited: time.Minute},
		{Kind: game.Paused, Side: draughts.Black, At: start, Downtime: time.Second, Game: "M3XA"},
	})
}

// sampleTournament is a tournament in which everything happened that can be written down.
func sampleTournament(v *draughts.Variant, clock game.Clock) *game.Tournament {
	at := tournament.Moment{At: start}
	events := []tournament.Event{
		{Kind: tournament.Entered, Player: "11", Rating: 1500, Lot: 1 << 62, Apart: true},
		{Kind: tournament.Entered, Player: "12", Rating: 1600},
		{Kind: tournament.Entered, Player: "13", Rating: 900, By: "77"},
		{Kind: tournament.Entered, Player: "14", Rating: 1700, Group: 2, Place: 3},
		{Kind: tournament.CheckedIn, Player: "11"},
		{Kind: tournament.Parted, By: "77", Player: "11", Opponent: "14"},
		{Kind: tournament.Paused, By: "77"},
		{Kind: tournament.Resumed, By: "77"},
		{Kind: tournament.Qualified, Extension: time.Minute},
		{Kind: tournament.Started, By: "77", Lot: 1},
		{Kind: tournament.Paired, By: "77", Player: "11", Opponent: "13"},
		{Kind: tournament.RoundBegan, Lot: 1 << 63, Pairs: []tournament.Pair{{White: "11", Black: "13"}, {White: "14", Black: "12"}}},
		{Kind: tournament.GameBegan, Pairing: 1, Game: "GGGG"},
		{Kind: tournament.Voided, Pairing: 1},
		{Kind: tournament.GameBegan, Pairing: 1, Game: "HHHH"},
		{Kind: tournament.GameEnded, Pairing: 1, Score: tournament.Score{White: 1, Black: 1, Quick: true}},
		{Kind: tournament.Adjudicated, By: "77", Pairing: 2, Score: tournament.WhiteWins, Reason: "because"},
		{Kind: tournament.Extended, By: "77", Extension: time.Minute},
		{Kind: tournament.GameBegan, Pairing: 1, Game: "JJJJ"},
		{Kind: tournament.GameEnded, Pairing: 1, Score: tournament.BlackWins, Claimed: true},
		{Kind: tournament.SatOut, Player: "14", Score: tournament.Score{White: 2}},
		{Kind: tournament.SatOut, By: "77", Player: "13"},
		{Kind: tournament.Rejoined, Player: "14"},
		{Kind: tournament.Rested, Player: "14", Extension: time.Hour},
		{Kind: tournament.Idled},
		{Kind: tournament.Withdrew, Player: "12"},
		{Kind: tournament.Completed},
		{Kind: tournament.Removed, By: "77", Player: "11", Reason: "had help", Kept: true},
		{Kind: tournament.Ended, By: "77"},
	}
	for i := range events {
		at.At = at.At.Add(time.Second)
		at.Downtime += time.Duration(len(events[i].By)) * time.Second
		events[i].Moment = at
	}
	return game.RestoreTournament(game.TournamentHeader{
		ID: "TTTT", Place: 5, Room: 6, Director: 77, Terms: game.Terms{Variant: v, Clock: clock, Rated: true, Colour: game.PlayWhite},
		Role: 1 << 60, SecondRole: 9, ApartRole: 10, Rules: game.RulesID{1, 2, 3}, Made: start, Post: 7, Shown: 8, Downtime: time.Second,
		ReplayClock: clock,
	}, tournament.Declaration{
		Name: "Spring", Format: tournament.Swiss, Starts: start.Add(time.Hour), CheckIn: time.Hour, MaxPlayers: 200,
		MinRating: 1000, MaxRating: 1900, Games: 2, MatchPoints: true, Rounds: 9, LateRounds: 3, Interval: 24 * time.Hour, Zone: "Europe/Berlin",
		NoShow: 10 * time.Minute, Tiebreaks: []tournament.Tiebreak{tournament.Buchholz, tournament.Wins},
		Byes: 2, Prize: "a board", From: []string{"RRRR", "SSSS"}, Best: 4,
	}, events)
}

// Records are read and written in the form that testdata has.
func TestVersions(t *testing.T) {
	v := draughtstest.Variant(t, "american")
	variants := func(game.RulesID) (*draughts.Variant, error) { return v, nil }
	games := []*game.Game{sample(t), dealt(t)}
	readGame := func(want *game.Game) func(b []byte) (any, error) {
		return func(b []byte) (any, error) {
			g, err := ReadGame(want.ID, b, variants)
			if err != nil {
				return nil, err
			}
			if !reflect.DeepEqual(g.Header, want.Header) {
				t.Errorf("the header is %+v, want %+v", g.Header, want.Header)
			}
			return g.Events(), nil
		}
	}
	clock, err := game.Correspondence(3)
	must(t, err)
	challenge := &game.Challenge{
		ID: "CCCC", Place: 5, Room: 6, From: 11, To: 12, Rules: game.RulesID{1, 2, 3},
		Terms: game.Terms{Variant: v, Clock: clock, Rated: true, Colour: game.PlayWhite},
		Made:  start, Downtime: time.Minute, State: game.Accepted,
		Closed: start.Add(time.Hour), Game: "K7Q2", CounterTo: "DDDD", RematchOf: "K7Q1", Changes: 3, Everywhere: true, Name: "Anna",
	}
	drawn := &game.Challenge{ID: "EEEE", From: 11, Terms: games[1].Terms, Made: start}
	tour := sampleTournament(v, clock)
	board := game.Leaderboard{Pool: "american", Place: 5, Month: game.MonthOf(start)}
	entry := &game.LeaderboardEntry{Person: 11, Leaderboard: board, Rating: game.InitialRating,
		Best: 1600, Played: start, Wins: 3, Draws: 2, Losses: 1, Streak: -4}
	announcement := game.Announcement{ID: 9, Kind: game.GameChanged, At: start, Place: 5, Room: 6,
		Challenge: "CCCC", Game: "K7Q2", Seq: 300, Requested: true, Tournament: "TTTT", Pool: "american", Month: 24312}
	answered := game.AnswerRecord{At: start, Kind: 3, Game: "K7Q2", Seq: 12, Challenge: "CCCC",
		State: game.Accepted, Announced: []game.AnnouncementID{1, 300}, Tournament: "TTTT", TournamentSeq: 200}
	service := game.Service{LastAlive: start, Downtime: 90 * time.Minute}
	rating := game.InitialRating
	puzzle := &game.PuzzleRecord{
		Place: 5, ID: "ab2cd3e", Text: "a line", Rules: "russian", Rating: rating, Played: start, Solved: 3, Failed: 200, Daily: 20000,
	}
	attempt := &game.Attempt{Person: 11, Puzzle: "ab2cd3e", At: start, Hinted: true, Failed: true, Solved: true, Days: []int{20000, 20123}}
	session := &game.Session{
		Person: 11, Hash: "ab12", Place: 5, Direct: true, Game: "K7Q2", Name: "Anna", Reads: "de", Link: true,
		Begun: start, Until: start.Add(time.Hour),
	}
	daily := &game.DailyPuzzle{Place: 5, Room: 6, Day: 20000, Puzzle: "ab2cd3e", Begun: start, Post: 7, Before: "fg4hi5j"}

	for _, kind := range []struct {
		name    string
		version int
		written []byte
		want    any
		read    func(b []byte) (any, error)
	}{
		{"game", gameVersion, Game(games[0]), games[0].Events(), readGame(games[0])},
		{"dealt", gameVersion, Game(games[1]), games[1].Events(), readGame(games[1])},
		{"challenge", challengeVersion, Challenge(challenge), challenge,
			func(b []byte) (any, error) { return ReadChallenge("CCCC", b, variants) }},
		{"drawn", challengeVersion, Challenge(drawn), drawn,
			func(b []byte) (any, error) { return ReadChallenge("EEEE", b, variants) }},
		{"tournament", tournamentVersion, Tournament(tour), tour, func(b []byte) (any, error) { return ReadTournament("TTTT", b, variants) }},
		{"entry", int(Entry.version), Entry.Write(entry), entry, func(b []byte) (any, error) {
			read := &game.LeaderboardEntry{Person: 11, Leaderboard: board}
			return read, Entry.Read(b, read)
		}},
		{"announcement", int(Announcement.version), Announcement.Write(&announcement), &announcement, func(b []byte) (any, error) {
			read := &game.Announcement{ID: 9}
			return read, Announcement.Read(b, read)
		}},
		{"answered", int(Answered.version), Answered.Write(&answered), &answered, func(b []byte) (any, error) {
			read := new(game.AnswerRecord)
			return read, Answered.Read(b, read)
		}},
		{"service", int(Service.version), Service.Write(&service), &service, func(b []byte) (any, error) {
			read := new(game.Service)
			return read, Service.Read(b, read)
		}},
		{"puzzle", int(Puzzle.version), Puzzle.Write(puzzle), puzzle, func(b []byte) (any, error) {
			read := &game.PuzzleRecord{Place: 5, ID: "ab2cd3e"}
			return read, Puzzle.Read(b, read)
		}},
		{"attempt", int(Attempt.version), Attempt.Write(attempt), attempt, func(b []byte) (any, error) {
			read := &game.Attempt{Person: 11, Puzzle: "ab2cd3e"}
			return read, Attempt.Read(b, read)
		}},
		{"session", int(Session.version), Session.Write(session), session, func(b []byte) (any, error) {
			read := &game.Session{Person: 11, Hash: "ab12"}
			return read, Session.Read(b, read)
		}},
		{"daily", int(Daily.version), Daily.Write(daily), daily, func(b []byte) (any, error) {
			read := &game.DailyPuzzle{Place: 5}
			return read, Daily.Read(b, read)
		}},
		{"erasure", int(Erasure.version), Erasure.Write(&start), &start, func(b []byte) (any, error) {
			read := new(time.Time)
			return read, Erasure.Read(b, read)
		}},
		{"rating", ratingVersion, Rating(rating), rating, func(b []byte) (any, error) { return ReadRating(b) }},
	} {
		name := func(version int) string {
			return filepath.Join("testdata", fmt.Sprintf("%s-%d.hex", kind.name, version))
		}
		if _, err := os.Stat(name(kind.version)); *update && err != nil { // others never change
			must(t, os.WriteFile(name(kind.version), []byte(hex.EncodeToString(kind.written)+"\n"), 0o666))
		}
		for earlier := 1; earlier < kind.version; earlier++ {
			if _, err := kind.read(fromHex(t, name(earlier))); err != nil {
				t.Errorf("%s of version %d: %v", kind.name, earlier, err)
			}
		}
		b := fromHex(t, name(kind.version))
		got, err := kind.read(b)
		if err != nil {
			t.Errorf("%s: %v", kind.name, err)
		} else if !reflect.DeepEqual(got, kind.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", kind.name, got, kind.want)
		}
		if !bytes.Equal(b, kind.written) {
			t.Errorf("%s is not written as in %s", kind.name, name(kind.version))
		}
		// What comes from a later program, or is not whole, is an error.
		later := append([]byte{byte(kind.version) + 1}, b[1:]...)
		if _, err := kind.read(later); !errors.Is(err, ErrBroken) {
			t.Errorf("%s of a later version: %v", kind.name, err)
		}
		for cut := range b {
			if _, err := kind.read(b[:cut]); !errors.Is(err, ErrBroken) {
				t.Errorf("%s, cut to %d of %d bytes: %v", kind.name, cut, len(b), err)
			}
		}
		if _, err := kind.read(append(b[:len(b):len(b)], 0)); !errors.Is(err, ErrBroken) {
			t.Errorf("%s with a byte too many: %v", kind.name, err)
		}
	}
}

// fromHex returns the bytes that a file says.
func fromHex(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	must(t, err)
	b, err := hex.DecodeString(strings.TrimSpace(string(text)))
	must(t, err)
	return b
}

// What no game can hold is not read.
func TestImpossible(t *testing.T) {
	v := draughtstest.Variant(t, "american")
	variants := func(game.RulesID) (*draughts.Variant, error) { return v, nil }
	h := sample(t).Header
	before := len(Game(game.Restore(h, nil)))
	for name, wrong := range map[string]struct {
		event game.Event
		at    int // counted from the event's first byte, which is followed by a time
		to    byte
	}{
		"kind":    {game.Event{Kind: game.Reminded}, 0, 15},
		"offer":   {game.Event{Kind: game.Offered}, 2, 9},
		"square":  {game.Event{Kind: game.Moved, Path: game.Path{1, 6}}, 4, 99},
		"cause":   {game.Event{Kind: game.Ended, Result: new(game.Result)}, 2, 99},
		"outcome": {game.Event{Kind: game.Ended, Result: new(game.Result)}, 3, 9},
	} {
		wrong.event.At, wrong.event.Downtime = h.Started, h.Downtime
		b := Game(game.Restore(h, []game.Event{wrong.event}))
		if _, err := ReadGame("K7Q2", b, variants); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		b[before+wrong.at] = wrong.to
		if _, err := ReadGame("K7Q2", b, variants); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// Whatever bytes there are, reading them does no harm; what can be read can be
// written and read again.
func FuzzReadGame(f *testing.F) {
	v := draughtstest.Variant(f, "american")
	variants := func(game.RulesID) (*draughts.Variant, error) { return v, nil }
	f.Add(Game(sample(f)))
	f.Add(Game(dealt(f)))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := ReadGame("K7Q2", b, variants)
		if err != nil {
			return
		}
		g.History()
		g.Alarm()
		again, err := ReadGame("K7Q2", Game(g), variants)
		if err != nil {
			t.Fatalf("%+v %+v: %v", g.Header, g.Events(), err)
		}
		if !bytes.Equal(Game(again), Game(g)) {
			t.Errorf("%+v is written otherwise when it was read", g.Events())
		}
	})
}

// A tournament that pairs a player who never entered is broken: that player has no place in the standings.
func TestStrangerInTournament(t *testing.T) {
	v := draughtstest.Variant(t, "american")
	whole := sampleTournament(v, game.Clock{})
	events := whole.Events()
	round := slices.IndexFunc(events, func(e tournament.Event) bool { return e.Kind == tournament.RoundBegan })
	events = events[:round+1]
	events[round].Pairs = []tournament.Pair{{White: "98", Black: events[0].Player}}
	wrong := Tournament(game.RestoreTournament(whole.TournamentHeader, whole.Declaration, events))
	if _, err := ReadTournament("TTTT", wrong, func(game.RulesID) (*draughts.Variant, error) { return v, nil }); !errors.Is(err, ErrBroken) {
		t.Errorf("it is read: %v", err)
	}
}

func FuzzReadTournament(f *testing.F) {
	v := draughtstest.Variant(f, "american")
	variants := func(game.RulesID) (*draughts.Variant, error) { return v, nil }
	f.Add(Tournament(sampleTournament(v, game.Clock{})))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		tour, err := ReadTournament("TTTT", b, variants)
		if err != nil {
			return
		}
		tour.Alarm()
		tour.People()
		tour.Winners()
		again, err := ReadTournament("TTTT", Tournament(tour), variants)
		if err != nil {
			t.Fatalf("%+v %+v: %v", tour.TournamentHeader, tour.Events(), err)
		}
		if !bytes.Equal(Tournament(again), Tournament(tour)) {
			t.Errorf("%+v is written otherwise when it was read", tour.Events())
		}
	})
}

func FuzzReadRest(f *testing.F) {
	v := draughtstest.Variant(f, "american")
	variants := func(game.RulesID) (*draughts.Variant, error) { return v, nil }
	f.Add([]byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(_ *testing.T, b []byte) {
		ReadChallenge("CCCC", b, variants)
		Entry.Read(b, new(game.LeaderboardEntry))
		Announcement.Read(b, new(game.Announcement))
		Answered.Read(b, new(game.AnswerRecord))
		Service.Read(b, new(game.Service))
		Puzzle.Read(b, new(game.PuzzleRecord))
		Attempt.Read(b, new(game.Attempt))
		Daily.Read(b, new(game.DailyPuzzle))
		ReadRating(b)
		ReadRules(game.RulesID{}, b)
	})
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
