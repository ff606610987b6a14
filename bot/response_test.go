package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/live"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// broken are the refusals that only a mistake of ours causes. Users read that something went
// wrong, with a reference.
var broken = []game.Code{game.NoRequestID, game.RequestReused, game.NoPerson, game.NoPlace}

// Every refusal has a sentence of its own, which says all that is in it.
func TestEveryRefusalIsSaid(t *testing.T) {
	said := map[string]game.Code{}
	for _, l := range languages() {
		clear(said)
		for code := game.NoRequestID; code <= game.TournamentRefused; code++ {
			if code == game.IllegalMove {
				continue // said by its reason: see lang.TestEveryReasonHasASentence
			}
			key := lang.Key("error.", code)
			if !l.Has(key) {
				if !slices.Contains(broken, code) {
					t.Errorf("%v has no sentence", code)
				}
				continue
			}
			text := l.Say(key, "limit", 7, "id", "K7Q2", "fault", "other",
				"wrong", "other", "refusal", "other", "result", "", "button", "Decline", "until", "in a day")
			if other, ok := said[text]; ok || text == key || strings.Contains(text, "{") {
				t.Errorf("%s: %v, as %v, is said thus: %s", l.Code, code, other, text)
			}
			said[text] = code
		}
	}
	for _, code := range broken {
		if lang.English().Has(lang.Key("error.", code)) {
			t.Errorf("%v is said, and is a mistake of ours", code)
		}
	}
}

func languages() (all []*lang.Language) {
	for _, code := range lang.Codes() {
		all = append(all, lang.For(code))
	}
	return all
}

// Every refusal that users can cause, as they cause it, has a private response and changes
// nothing.
func TestRefusals(t *testing.T) {
	type people struct {
		*world
		anna, ben, carl, mod *someone
	}
	tests := []struct {
		code game.Code
		want string
		// does brings the refusal about, after a game of Anna and Ben has begun in
		// which she has Black and moves first.
		does func(p people, board answer, g *game.Game) answer
	}{
		{game.NoSuchGame, "no game with that id", func(p people, _ answer, _ *game.Game) answer { return p.anna.types("board", "game", "ZZZZ") }},
		{game.NoSuchGame, "no game with that id",
			func(p people, _ answer, _ *game.Game) answer { return p.anna.types("board", "game", "drop table") }},
		{game.NoSuchGame, "This game is long gone.", func(p people, board answer, g *game.Game) answer {
			must(p.t, p.store.Update(p.t.Context(), func(tx game.Tx) error { return tx.DeleteGame(g.ID) }))
			return p.ben.presses(board, "Resign")
		}},
		{game.NoSuchChallenge, "long gone", func(p people, _ answer, _ *game.Game) answer {
			return p.anna.clicks(customID{action: acceptAction, challenge: "K7Q2"}.String())
		}},
		{game.OwnOpponent, "challenge yourself",
			func(p people, _ answer, _ *game.Game) answer { return p.anna.types("challenge", "opponent", p.anna) }},
		{game.RobotOpponent, "Bots can’t play", func(p people, _ answer, _ *game.Game) answer {
			i := p.anna.command("challenge", "opponent", p.carl)
			i.Data.(dg.ApplicationCommandInteractionData).Resolved.Users[p.carl.id].Bot = true
			return p.anna.do(i)
		}},
		{game.AlreadyChallenged, "Already sent", func(p people, _ answer, _ *game.Game) answer {
			p.anna.types("challenge", "opponent", p.carl)
			return p.anna.types("challenge", "opponent", p.carl)
		}},
		{game.TooManyChallenges, "2 open challenges", func(p people, _ answer, _ *game.Game) answer {
			p.carl.types("challenge")
			p.carl.types("challenge", "rules", "russian")
			return p.carl.types("challenge", "rules", "italian")
		}},
		{game.TooManyGames, "already playing 2 games", func(p people, _ answer, _ *game.Game) answer {
			p.carl.presses(p.anna.types("challenge"), "Accept")
			return p.anna.types("challenge")
		}},
		{game.OpponentBusy, "They are already playing 2 games", func(p people, _ answer, _ *game.Game) answer {
			open := p.anna.types("challenge", "opponent", p.mod)
			p.carl.presses(p.anna.types("challenge"), "Accept")
			return p.mod.presses(open, "Accept")
		}},
		{game.PlaceFull, "no room for more", func(p people, _ answer, _ *game.Game) answer {
			open := p.mod.types("challenge")
			p.carl.presses(p.anna.types("challenge"), "Accept")
			p.carl.presses(p.ben.types("challenge"), "Accept")
			return p.member(8, "Dora").presses(open, "Accept")
		}},
		{game.ChallengeClosed, "no longer open", func(p people, _ answer, _ *game.Game) answer {
			open := p.anna.types("challenge")
			p.anna.presses(open, "Withdraw")
			return p.carl.presses(open, "Accept")
		}},
		{game.NotForYou, "for someone else", func(p people, _ answer, _ *game.Game) answer {
			return p.mod.presses(p.anna.types("challenge", "opponent", p.carl), "Accept")
		}},
		{game.NotForYou, "for someone else", func(p people, _ answer, _ *game.Game) answer {
			return p.mod.presses(p.anna.types("challenge", "opponent", p.carl), "Decline")
		}},
		{game.NotYourChallenge, "Only the challenger", func(p people, _ answer, _ *game.Game) answer {
			return p.carl.presses(p.anna.types("challenge"), "Withdraw")
		}},
		{game.OwnChallenge, "your own challenge", func(p people, _ answer, _ *game.Game) answer {
			return p.anna.presses(p.anna.types("challenge"), "Accept")
		}},
		{game.NoSuchChallenge, "long gone", func(p people, _ answer, _ *game.Game) answer {
			return p.carl.do(elsewhere(p.carl.click(customIDOf(p.t, p.anna.types("challenge"), "Accept"))))
		}},
		{game.SameTerms, "the same terms", func(p people, _ answer, _ *game.Game) answer {
			p.anna.types("challenge", "opponent", p.carl)
			return p.carl.types("challenge", "opponent", p.anna)
		}},
		{game.NotAPlayer, "Only the two players", func(p people, board answer, _ *game.Game) answer { return p.carl.presses(board, "11-15") }},
		{game.NotAPlayer, "Only the two players", func(p people, _ answer, g *game.Game) answer {
			return p.carl.types("move", "move", "11-15", "game", string(g.ID))
		}},
		{game.NotYourTurn, "not your turn", func(p people, _ answer, _ *game.Game) answer { return p.ben.types("move", "move", "22-18") }},
		{game.Stale, "has moved on.", func(p people, board answer, _ *game.Game) answer {
			p.anna.presses(board, "11-15")
			return p.anna.presses(board, "11-15")
		}},
		{game.Over, "is over. Play again with", func(p people, _ answer, g *game.Game) answer {
			p.anna.presses(p.anna.types("resign"), "Yes, resign")
			return p.anna.types("move", "move", "11-15", "game", string(g.ID))
		}},
		{game.IllegalMove, "can’t move in that direction",
			func(p people, _ answer, _ *game.Game) answer { return p.anna.types("move", "move", "11-14") }},
		{game.TimeIsUp, "Time ran out.", func(p people, _ answer, _ *game.Game) answer {
			p.passes(24*time.Hour - 8*time.Second)
			p.at = p.at.Add(8 * time.Second)
			return p.anna.types("move", "move", "11-15")
		}},
		{game.OfferedBefore, "already asked", func(p people, _ answer, _ *game.Game) answer {
			p.anna.types("draw")
			return p.anna.types("draw")
		}},
		{game.NotOffered, "That offer is gone", func(p people, _ answer, g *game.Game) answer {
			return p.anna.clicks(inGame(g, declineOfferAction).with("draw").String())
		}},
		{game.OwnOffer, "your own offer", func(p people, _ answer, g *game.Game) answer {
			p.anna.types("draw")
			return p.anna.clicks(inGame(g, agreeAction).with("draw").String())
		}},
		{game.NothingToTakeBack, "no move to take back", func(p people, _ answer, _ *game.Game) answer { return p.anna.types("takeback") }},
		{game.NothingToClaim, "in a game with no time limit", func(p people, _ answer, g *game.Game) answer {
			return p.ben.clicks(inGame(g, claimWinAction).String())
		}},
		{game.BadTerms, "would be over before it starts", func(p people, _ answer, _ *game.Game) answer {
			return p.anna.types("challenge", "opening", "W:W:B1")
		}},
		{game.NotOver, "still being played",
			func(p people, _ answer, g *game.Game) answer { return p.anna.types("rematch", "game", string(g.ID)) }},
		{game.FollowsOwnGame, "You’re playing in this game", func(p people, _ answer, g *game.Game) answer {
			return p.anna.clicks(customID{action: followAction, game: g.ID, arg: "end"}.String())
		}},
		{game.TooManyFollowers, "25 people follow this game already", func(p people, board answer, _ *game.Game) answer {
			for i := range 25 {
				p.member(100+i, "Fan").pressesMore(board, "Ping at the end")
			}
			return p.carl.pressesMore(board, "Ping at the end")
		}},
		{game.NoBranches, "for games between people, with days per move", func(p people, _ answer, _ *game.Game) answer {
			g := p.carl.presses(p.anna.types("challenge", "clock", "5+3"), "Accept").Board.Game
			return p.anna.types("plan", "game", string(g.ID))
		}},
		{game.OwnTurn, "Make your move first", func(p people, _ answer, _ *game.Game) answer { return p.anna.types("plan") }},
		{game.NoAnswer, "End with a move of your own", func(p people, _ answer, g *game.Game) answer {
			return p.ben.clicks(customID{action: answerAction, game: g.ID, arg: "0"}.String())
		}},
		{game.TwoAnswers, "two answers to the same moves", func(p people, _ answer, _ *game.Game) answer {
			p.anna.types("move", "move", "11-15")
			return p.anna.types("plan", "moves", "22-17 8-11; 22-17 9-13")
		}},
		{game.BranchTooLong, "up to 10 moves of your own", func(p people, _ answer, _ *game.Game) answer {
			p.kings(p.anna, p.ben)
			return p.ben.types("plan", "moves", strings.Repeat("31-27 1-6 27-31 6-1 ", 5)+"31-27 1-6")
		}},
		{game.TooManyBranches, "up to 25 lines of conditional moves", func(p people, _ answer, _ *game.Game) answer {
			g := p.kings(p.anna, p.ben)
			for first := range 5 {
				for second := range 5 {
					p.ben.clicks(customID{action: answerAction, game: g.ID, arg: fmt.Sprint(first, ".0.", second, ".0")}.String()).mustSay(p.t, "✅")
				}
			}
			return p.ben.clicks(customID{action: answerAction, game: g.ID, arg: "0.0.5.0"}.String())
		}},
		{game.TermsChanged, "The terms changed meanwhile", func(p people, _ answer, _ *game.Game) answer {
			open := p.anna.types("challenge", "opponent", p.carl)
			p.anna.presses(open, "Make unrated")
			return p.carl.presses(open, "Accept")
		}},
		{game.NotAModerator, "server admins", func(p people, _ answer, _ *game.Game) answer { return p.carl.types("settings") }},
		{game.NotAModerator, "server admins", func(p people, _ answer, g *game.Game) answer {
			return p.carl.rules("end", 0, "game", string(g.ID), "outcome", "draw", "reason", "because")
		}},
		{game.OwnGame, "moderate a game you play in", func(p people, _ answer, g *game.Game) answer {
			return p.anna.rules("cancel", manages, "game", string(g.ID), "reason", "because")
		}},
		{game.ErasedLately, ":R>. Unrated ones are fine", func(p people, _ answer, _ *game.Game) answer {
			p.anna.clicks(customID{action: eraseAction}.String())
			return p.anna.types("challenge", "opponent", p.carl)
		}},
		{game.VacationDays, "starts tomorrow at the earliest", func(p people, _ answer, _ *game.Game) answer {
			return p.anna.types("preferences", "vacation", "2 days", "vacation-from", "today")
		}},
		{game.VacationTooLong, "30 days of vacation left", func(p people, _ answer, _ *game.Game) answer {
			return p.anna.types("preferences", "vacation", "31 days")
		}},
		{game.VotesElsewhere, "Votes count in <#78>.", func(p people, _ answer, _ *game.Game) answer {
			board := p.carl.types("challenge", "opponent", p.carl, "colour", "white", "vote", "1d")
			i := p.mod.click(inGame(board.Board.Game, voteAction).with("11-15").String())
			i.ChannelID = "79"
			return p.mod.do(i)
		}},
		{game.AlreadyVoting, "One game at a time", func(p people, _ answer, _ *game.Game) answer {
			p.carl.types("challenge", "opponent", p.carl, "vote", "1d")
			return p.mod.types("challenge", "opponent", p.mod, "vote", "1d")
		}},
		{game.PeopleVote, "not possible in a vote game", func(p people, _ answer, _ *game.Game) answer {
			p.carl.types("challenge", "opponent", p.carl, "vote", "1d")
			return p.carl.types("takeback")
		}},
		{game.Blocked, "can’t play each other", func(p people, board answer, _ *game.Game) answer {
			p.pressesBlock(p.anna, board)
			return p.ben.types("challenge", "opponent", p.anna)
		}},
		{game.TooManyBlocks, "You can block 100 people", func(p people, board answer, _ *game.Game) answer {
			blocks, err := json.Marshal(map[string]any{"blocks": slices.Repeat([]game.Block{{Person: 5}}, 100)})
			must(p.t, err)
			anna := game.PersonSettings(1001)
			must(p.t, p.bot.referee.ChangeSettings(p.t.Context(), anna, func([]byte) ([]byte, error) { return blocks, nil }))
			return p.pressesBlock(p.anna, board)
		}},
		{game.BetweenPlaces, "Find another game with /lobby", func(p people, _ answer, _ *game.Game) answer {
			ben, _, _ := p.meet(p.anna, p.ben, elsewhere)
			p.anna.clicks(inGame(p.running(p.anna), confirmResignAction).String())
			return ben.types("rematch")
		}},
		{game.NoHints, "No hints", func(p people, _ answer, g *game.Game) answer {
			return p.anna.clicks(inGame(g, hintAction).String())
		}},
		{game.ShareWithdrawn, "doesn’t want this game to be public", func(p people, _ answer, g *game.Game) answer {
			p.bot.ServeLive(live.Config{Address: "https://live.example"})
			p.decides("public-games", true)
			p.anna.types("preferences", "public-games", true)
			p.ben.types("preferences", "public-games", true)
			p.ben.presses(p.ben.types("share", "game", string(g.ID)), "Stop sharing")
			return p.anna.types("share", "game", string(g.ID))
		}},
		{game.NoReason, "Add a reason", func(p people, _ answer, g *game.Game) answer {
			return p.mod.rules("cancel", manages, "game", string(g.ID))
		}},
		{game.ReasonTooLong, "500 characters at most", func(p people, _ answer, g *game.Game) answer {
			return p.mod.rules("cancel", manages, "game", string(g.ID), "reason", strings.Repeat("long ", 200))
		}},
		{game.NoRuling, "Choose who wins", func(p people, _ answer, g *game.Game) answer {
			return p.mod.rules("end", manages, "game", string(g.ID), "reason", "because")
		}},
	}
	// Commands do another thing before people run into these, or Discord does not let
	// them, or they take more than a test can: see the referee's own tests.
	elsewhere := []game.Code{
		game.BeingErased, game.OpponentGone, // for the moment in which it is done
		game.SettingsTooLong, // settings are smaller
		game.TooManyVoters,   // they are a thousand
	}
	seen := map[game.Code]bool{}
	for i, test := range tests {
		t.Run(fmt.Sprintf("%02d %v", i, test.code), func(t *testing.T) {
			w := newWorldWithin(t, game.Quotas{GamesPerPerson: 2, GamesPerPlace: 3, ChallengesPerPerson: 2})
			p := people{w, w.member(1, "Anna"), w.member(2, "Ben"), w.member(3, "Carl"), w.member(9, "Mod")}
			board, g := w.begins(p.anna, p.ben)
			a := test.does(p, board, g)
			a.mustSay(t, test.want)
			if !a.Message.Private || a.showsBoard() || a.Announcements != nil || a.Placement != delivery.Beside {
				t.Errorf("it is said to everybody: %+v", a)
			}
			if _, pictured := a.picture(); pictured != (test.code == game.IllegalMove) {
				t.Errorf("a picture comes with it: %v", pictured)
			}
		})
		seen[test.code] = true
	}
	for code := game.NoRequestID; code <= game.SettingsTooLong; code++ {
		if !seen[code] && !slices.Contains(broken, code) && !slices.Contains(elsewhere, code) {
			t.Errorf("nobody runs into %v", code)
		}
	}
}

// kings has Anna resign, and begin another game with Ben, with a few kings.
func (w *world) kings(anna, ben *someone) *game.Game {
	anna.presses(anna.types("resign"), "Yes, resign")
	position := anna.types("challenge", "opponent", ben, "colour", "white", "clock", "1d", "opening", "W:WK30,K31,K32:BK1,K2")
	return ben.presses(position, "Accept").Board.Game
}

// A mistake of ours is called one, with the reference that the log has.
func TestOurMistakes(t *testing.T) {
	w := newWorld(t)
	var written strings.Builder
	w.bot.log = slog.New(slog.NewTextHandler(&written, nil))
	anna := w.member(1, "Anna")
	i := anna.command("help")
	c, _ := newRequest(context.Background(), w.arriving(i))
	for err, want := range map[error]string{
		io.ErrUnexpectedEOF:                                "Something went wrong.",
		&game.RequestError{Code: game.NoPerson}:            "Something went wrong.",
		errors.Join(errors.New("x"), game.ErrUncertain):    "Something went wrong.",
		errors.Join(errors.New("full"), game.ErrNotStored): "I can’t save anything right now",
	} {
		written.Reset()
		a := answer{w.bot.errorResponse(c, err)}
		a.mustSay(t, want, i.ID)
		if !strings.Contains(written.String(), i.ID) || !a.Message.Failed {
			t.Errorf("%v: failed is %v, and the log says %q", err, a.Message.Failed, &written)
		}
	}
}

// A picture shows what is wrong with a move: what was tried, and what must be done.
func TestIllegalMovesAreShown(t *testing.T) {
	tests := []struct{ rules, fen, text, want string }{
		{"american", "W:W31,22:B18", "31-27", "You must jump: 22x15."},
		{"american", "W:W22:B18,10", "22x15", "it goes on to 6."},
		{"american", "W:W22:B1", "1-5", "your opponent’s"},
		{"russian", "W:Wc3:Bh8", "c3-c4", "c4 isn’t a square you can play on"},
		{"international", "W:W28,27:B22,12,21,17", "27x16", "as many pieces as you can"},
		{"american", "W:W22:B1", "@everyone [x](https://x)", `@` + "\u200b" + `everyone \[x\]\(https`},
		{"american", "W:W22:B1", "\u202e11-15\u202c", ""},
		{"american", "W:W22:B1", strings.Repeat("x", 6000), "…"},
	}
	for _, test := range tests {
		w := newWorld(t)
		anna := w.member(1, "Anna")
		p := draughtstest.Position(t, test.rules, test.fen)
		_, why := p.Read(test.text)
		if why == nil {
			t.Errorf("%s is legal", test.text)
			continue
		}
		g := game.Restore(game.Header{ID: "K7Q2", Players: [2]game.PersonID{1001, 1002}, Terms: game.Terms{Variant: p.Variant(), Start: p}}, nil)
		c, _ := newRequest(context.Background(), w.arriving(anna.command("move")))
		must(t, w.bot.loadRecords(c))
		a := answer{w.bot.errorResponse(c, &game.RequestError{Code: game.IllegalMove, Game: g, Move: why, Before: draughts.NewHistory(p)})}
		fits(t, a.Message)
		if text := said(a); !strings.Contains(text, test.want) || strings.Contains(text, "\u202e") {
			t.Errorf("%.40s: it says\n%s", test.text, text)
		}
		var reason *draughts.IllegalMove
		if _, ok := a.picture(); ok != errors.As(why, &reason) {
			t.Errorf("%.40s: a picture comes with it: %v", test.text, ok)
		}
	}
}

// A slow response that fails explains that in the language of the user.
func TestSlowError(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	anna.types("preferences", "language", "fil")
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for _, i := range []*dg.Interaction{anna.command("export", "everything", true), anna.subcommand("privacy", "export")} {
		a, _ := w.bot.Handle(context.Background(), w.arriving(i))
		m := a.Compose(gone)
		answerOf(m).mustSay(t, "May nagkaproblema", i.ID)
		if !m.Private {
			t.Error("others read it")
		}
	}
}

// A player is promised a mention only if they will have one: neither if boards are edited in
// place, nor if they do not want mentions.
func TestMentionsArePromised(t *testing.T) {
	w, anna, ben := newPair(t)
	ben.presses(anna.types("challenge", "opponent", ben, "colour", "black"), "Accept")
	const promise = "I’ll ping you when it is."
	ben.types("move", "move", "22-18").mustSay(t, "It’s not your turn", promise)
	ben.types("preferences", "pings", false)
	if text := said(ben.types("move", "move", "22-18")); strings.Contains(text, promise) {
		t.Errorf("a player who is not mentioned reads\n%s", text)
	}
	ben.types("preferences", "pings", true)
	w.decides("boards", "in-place")
	if text := said(ben.types("move", "move", "22-18")); strings.Contains(text, promise) {
		t.Errorf("where an edit mentions nobody a player reads\n%s", text)
	}
}
