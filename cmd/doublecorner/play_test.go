package main

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// TestPlay has two people use every command and button, over the gateway and by signed posts.
// All requests of the bot must keep Discord's limits and fit its description.
func TestPlay(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"gateway", "posts"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			w := newFixture(t, sandbox.Options{})
			if path == "posts" {
				w.bySignedPosts()
			}
			w.withLive()
			w.settings.Lobby = true
			w.serve()
			w.tour()
			w.usesEverything()
		})
	}
}

// shares has two players make their game public, and not any more.
func (w *fixture) shares() {
	w.types(w.mod, "settings", "public-games", true)
	for _, p := range []*discordtest.Person{w.anna, w.ben} {
		w.types(p, "preferences", "public-games", true)
	}
	w.types(w.anna, "share")
	w.types(w.ben, "board")
	w.presses(w.ben, "Board")
	w.presses(w.ben, "Public link")
	w.presses(w.ben, "Stop sharing")
	w.sees(w.ben, "The link no longer works.")
}

// pictures counts the pictures of a message.
func (w *fixture) pictures(m sandbox.MessageView) (n int) {
	w.t.Helper()
	for _, c := range flat(m.Components) {
		for _, item := range c.Items {
			resp, err := http.Get(item.Media.URL)
			must(w.t, err)
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				n++
			}
		}
	}
	return n
}

// readsGames reads games of a file, and plays on from one.
func (w *fixture) readsGames() {
	const games = "1. 32-28 19-23 *\n\n[White \"W. Hart\"]\n1. 33-28 18-23 2. 39-33 *"
	file := sandbox.Upload{Name: "archive.pdn", Content: []byte(games)}
	m, err := w.anna.Attach(w.t.Context(), w.channel, "Do you know these?", file)
	must(w.t, err)
	const read = "Read this game"
	w.uses("/" + read)
	out, err := w.ben.Command(w.t.Context(), sandbox.CommandRequest{Channel: w.channel, Command: read, Target: m.ID})
	must(w.t, err)
	w.awaits(w.ben, &out)
	w.presses(w.ben, "2. W. Hart – Black")
	w.sees(w.ben, "By which rules?")
	w.presses(w.ben, "International draughts")
	w.sees(w.ben, "W. Hart (White) vs. Black (Black)")
	w.presses(w.ben, "▶")
	w.sees(w.ben, "Last move: White 33-28.")
	for _, seen := range [][2]string{
		{"Review", "Accuracy, out of 100"}, {"Best moves", "Dashed arrow"}, {"Export", "animation, and PDN file"},
	} {
		w.presses(w.ben, seen[0])
		w.sees(w.ben, seen[1])
	}
	w.presses(w.ben, "Play on from here")
	w.presses(w.ben, "1 · First game")
	w.sees(w.ben, "from a set position")
	w.types(w.ben, "review", "file", file)
	w.presses(w.ben, "1. White – Black")
}

// tour uses everything once.
func (w *fixture) tour() {
	t := w.t
	w.types(w.anna, "help")
	w.presses(w.anna, "Deutsch")
	w.sees(w.anna, "Ich leite Damepartien:")
	w.presses(w.anna, "Wie in Discord eingestellt")
	w.presses(w.anna, "All commands")
	w.types(w.anna, "help")
	w.presses(w.anna, "Challenge someone")
	w.presses(w.anna, "Anyone here")
	w.presses(w.anna, "Make unrated")
	w.presses(w.anna, "Withdraw")
	w.types(w.anna, "challenge")
	w.presses(w.anna, "Withdraw")
	challenge := func() {
		w.types(w.anna, "challenge", "opponent", w.ben.ID, "colour", "black", "clock", "3d")
	}
	w.counter()
	challenge()
	w.presses(w.ben, "Accept")
	board := w.sees(w.anna, "Game on!")
	if !board.PingsYou || w.pictures(board) != 1 {
		t.Errorf("the board pings %v and has %d pictures", board.PingsYou, w.pictures(board))
	}
	out, err := w.anna.Autocomplete(t.Context(),
		sandbox.CommandRequest{Channel: w.channel, Command: "move", Options: map[string]any{"move": "11"}, Focused: "move"})
	must(t, err)
	if len(out.Choices) != 2 {
		t.Errorf("what may complete 11 is %+v", out)
	}
	if refused := w.types(w.anna, "move", "move", "11-14"); !refused.OnlyYou {
		t.Error("a refusal is public")
	}
	w.presses(w.anna, "📖 Moving")
	w.presses(w.anna, "Next")
	w.presses(w.anna, "11-15")
	w.sees(w.ben, "played **11-15**")
	w.types(w.ben, "move", "move", "22-18")
	w.presses(w.anna, "Play 15x22")
	w.sees(w.ben, "jumping a piece")
	w.types(w.ben, "move", "move", "25x18")
	w.eventually("one board with buttons", func() bool {
		n := 0
		for _, m := range w.messages(w.anna) {
			if _, ok := find(m, "More"); ok {
				n++
			}
		}
		return n == 1
	})
	w.eventually("3 pictures: the newest board, what explains the refusal, and that of a rules page", func() bool {
		pictures := 0
		for _, m := range w.messages(w.anna) {
			pictures += w.pictures(m)
		}
		return pictures == 3
	})
	w.presses(w.mod, "More")
	w.presses(w.mod, "Flip")
	w.presses(w.mod, "Moves")
	w.presses(w.mod, "Ping every move")
	w.types(w.anna, "takeback")
	w.presses(w.ben, "Decline")
	w.sees(w.anna, "declined the take-back")
	w.types(w.ben, "takeback")
	w.presses(w.anna, "Allow the take-back")
	w.sees(w.ben, "took back **25x18**")
	w.types(w.ben, "move", "move", "25x18")
	if board := w.sees(w.mod, "Following this game"); !board.PingsYou {
		t.Error("the board pings no follower")
	}
	w.presses(w.ben, "Draw")
	w.presses(w.anna, "Decline")
	w.sees(w.ben, "declined the draw")
	w.types(w.anna, "draw")
	w.types(w.ben, "board")
	w.presses(w.ben, "Accept the draw")
	w.sees(w.anna, "By agreement.")
	w.presses(w.ben, "Replay")
	w.presses(w.ben, "Export")
	w.presses(w.ben, "Review")
	w.sees(w.ben, "Accuracy, out of 100")
	w.presses(w.ben, "Rematch")
	w.sees(w.anna, "challenges")
	w.presses(w.anna, "Accept")
	w.sees(w.anna, "Game on!")
	w.types(w.anna, "plan") // Ben has Black
	for _, label := range []string{"11-15", "22-18", "All conditional moves", "Withdraw all"} {
		w.presses(w.anna, label)
	}
	w.types(w.anna, "plan", "moves", "11-15 22-18")
	w.types(w.ben, "move", "move", "11-15")
	w.sees(w.ben, "had planned this answer")
	w.types(w.ben, "move", "move", "15x22")
	w.types(w.anna, "move", "move", "25x18")
	for _, command := range []string{"board", "games", "replay", "review",
		"export", "profile", "leaderboard", "preferences", "privacy export", "rematch"} {
		w.types(w.anna, command)
	}
	w.presses(w.anna, "Slate, for dark screens")
	w.plansVacation()
	w.types(w.anna, "games")
	w.presses(w.anna, "Open")
	w.types(w.anna, "replay", "steps", true)
	w.presses(w.ben, "⏭")
	w.presses(w.anna, "◀")
	w.settingsPanel()
	w.shares()
	w.types(w.ben, "head-to-head", "member", w.anna.ID)
	w.types(w.ben, "resign")
	w.types(w.ben, "board")
	w.presses(w.ben, "Resign")
	w.presses(w.ben, "Yes, resign")
	w.sees(w.anna, "resigned.")
	w.types(w.ben, "replay", "steps", true)
	w.presses(w.ben, "Best moves")
	w.sees(w.ben, "Dashed arrow: the best move.")
	w.types(w.ben, "profile")
	w.types(w.ben, "challenge", "rules", "russian", "house-rules", "free-jump")
	w.presses(w.anna, "Accept")
	w.sees(w.anna, "Russian draughts")
	w.types(w.ben, "abort")
	w.meets()
	w.votesTogether()
	w.rules()
	w.readsGames()
	for _, decision := range [][]any{{"repost"}, {"end", "outcome", "draw", "reason", "late"}, {"cancel", "reason", "spam"}} {
		w.types(w.ben, "challenge")
		w.presses(w.anna, "Accept")
		use := sandbox.CommandRequest{Channel: w.channel,
			Command: "referee " + decision[0].(string), Options: map[string]any{"game": ""}, Focused: "game"}
		out, err := w.mod.Autocomplete(t.Context(), use)
		must(t, err)
		if len(out.Choices) == 0 {
			t.Fatalf("/%s: no game to choose", use.Command)
		}
		w.types(w.mod, use.Command, append(decision[1:], "game", out.Choices[0].Value)...)
	}
	w.types(w.ben, "help")
	w.presses(w.ben, "Puzzle")
	w.puzzles()
	w.types(w.anna, "export", "everything", true)
	w.sees(w.anna, "finished games, as PDN")
	w.types(w.mod, "help")
	w.presses(w.mod, "Play the bot")
	w.presses(w.mod, "Start")
	w.sees(w.mod, "Double Corner · level 2")
	w.types(w.mod, "challenge", "level", "1", "colour", "white") // the bot begins
	w.sees(w.mod, "Double Corner · level 1 is thinking")
	w.types(w.mod, "challenge", "level", "1", "colour", "black")
	w.presses(w.mod, "Hint")
	w.sees(w.mod, "Show the hint?")
	w.presses(w.mod, "Hint")
	w.sees(w.mod, "Hint 1 of 3")
	w.presses(w.mod, "More")
	w.sees(w.mod, "Hint 2 of 3")
	w.types(w.mod, "best-moves", "position", "W:WK14,K15:BK1")
	w.sees(w.mod, "White wins in")
	w.tournaments()
	w.types(w.anna, "privacy erase")
	w.presses(w.anna, "Erase everything")
	w.sees(w.ben, "A player left and deleted their data") // of the game that was reposted
	w.types(w.mod, "help")
	w.presses(w.mod, "Play the bot")
	w.presses(w.mod, "Start")
	w.sees(w.mod, "The board is in") // of a game that has hardly begun
}

// counter challenges from a context menu, and answers with other terms in a form.
func (w *fixture) counter() {
	t := w.t
	w.uses("/Challenge")
	_, err := w.anna.Command(t.Context(), sandbox.CommandRequest{Channel: w.channel, Command: "Challenge", Target: w.ben.ID})
	must(t, err)
	form := w.presses(w.ben, "Other terms")
	w.uses(actionOf(form.Modal.CustomID))
	out, err := w.ben.Submit(t.Context(), sandbox.Submission{
		Interaction: form.Interaction,
		Fields:      map[string]string{"clock": "2d"},
		Values:      map[string][]string{"rules": {"="}, "colour": {"white"}, "rated": {"false"}, "opening": {"free"}},
	})
	must(t, err)
	if out.Message == nil {
		t.Fatalf("other terms: %+v", out)
	}
	w.sees(w.anna, "2 days per move · unrated")
	w.presses(w.anna, "Decline")
}

// plansVacation has Anna plan a vacation in her preferences, and cancel it.
func (w *fixture) plansVacation() {
	form := w.presses(w.anna, "Plan")
	w.uses(actionOf(form.Modal.CustomID))
	_, err := w.anna.Submit(w.t.Context(), sandbox.Submission{
		Interaction: form.Interaction,
		Fields:      map[string]string{"vacation-from": "tomorrow", "vacation": "14 days", "time-zone": "Europe/Berlin"},
	})
	must(w.t, err)
	w.presses(w.anna, "Cancel the vacation")
	w.sees(w.anna, "30 days left")
}

// votesTogether has the channel vote against Anna.
func (w *fixture) votesTogether() {
	w.types(w.anna, "challenge", "opponent", w.anna.ID, "colour", "white", "vote", "1 day", "votes-needed", "1")
	w.presses(w.ben, "11-15")
	w.sees(w.anna, "🗳️ 1 vote: 11-15 ×1")
	w.presses(w.ben, "Talk")
	w.sees(w.ben, "let me create threads")
	w.types(w.mod, "resign")
	w.presses(w.mod, "Yes, resign")
}

// meets has Anna, who is here, and Ben, who is in his DM with the bot, meet as strangers.
func (w *fixture) meets() {
	w.types(w.mod, "settings", "lobby", true)
	w.types(w.anna, "preferences")
	name := w.presses(w.anna, "Change")
	w.submits(w.anna, &name, map[string]string{"value": "Annie"})
	w.types(w.anna, "lobby")
	w.presses(w.anna, "Challenge everyone")
	w.presses(w.anna, "Withdraw")
	w.types(w.anna, "challenge", "everywhere", true, "colour", "white")
	there := *w
	dm, err := w.ben.DM(w.t.Context())
	must(w.t, err)
	there.channel = dm.ID
	there.types(w.ben, "lobby")
	there.presses(w.ben, "Accept")
	there.sees(w.ben, "Annie")
	w.sees(w.anna, "<@"+w.anna.ID.String()+"> (White) vs. Ben (Black)")
	there.presses(w.ben, "More")
	report := there.presses(w.ben, "Report")
	w.submits(w.ben, &report, map[string]string{"what": "He is rude."})
	operator, err := w.mod.DM(w.t.Context())
	must(w.t, err)
	told := *w
	told.channel = operator.ID
	told.sees(w.mod, "He is rude.")
	there.presses(w.ben, "Block")
	there.presses(w.ben, "Unblock")
	there.presses(w.ben, "Take back")
	there.presses(w.ben, "Cancel game")
	w.sees(w.anna, "Ben called it off.")
	there.presses(w.ben, "Lobby")
	there.sees(w.ben, "Nobody’s waiting.")
}

// settingsPanel has a moderator change settings in their panel.
func (w *fixture) settingsPanel() {
	w.types(w.mod, "settings")
	w.presses(w.mod, "Boards")
	w.presses(w.mod, "Slate, for dark screens")
	w.presses(w.mod, "Roles and language")
	form := w.presses(w.mod, "Change")
	w.uses(actionOf(form.Modal.CustomID))
	_, err := w.mod.Submit(w.t.Context(), sandbox.Submission{Interaction: form.Interaction, Fields: map[string]string{"value": "Asia/Tokyo"}})
	must(w.t, err)
	w.sees(w.mod, "Time zone: **Tokyo**")
}

// tournaments has two people play a round robin and a ladder.
func (w *fixture) tournaments() {
	w.createsTournament("round-robin", "Cup", "in 2 hours")
	w.sees(w.anna, "Any number of players")
	w.presses(w.anna, "Join")
	w.types(w.ben, "tournament join")
	w.presses(w.mod, "Join")
	w.presses(w.mod, "Leave")
	w.types(w.mod, "tournament leave")
	w.types(w.mod, "tournament manage")
	later := w.presses(w.mod, "More time")
	w.submits(w.mod, &later, nil)
	w.presses(w.mod, "Start now")
	w.sees(w.ben, "**Round 1**")
	w.types(w.mod, "tournament manage")
	w.presses(w.mod, "Pause")
	w.types(w.mod, "tournament manage")
	w.presses(w.mod, "Resume")
	w.types(w.ben, "tournament my-game")
	w.presses(w.anna, "My game")
	w.types(w.ben, "tournament pairings")
	w.presses(w.anna, "Pairings")
	w.types(w.ben, "tournament standings")
	w.presses(w.anna, "Standings")
	w.presses(w.anna, "Cross-table")
	w.presses(w.anna, "Files")
	w.decides(w.mod, w.anna)
	w.sees(w.ben, "has won!")
	w.types(w.mod, "grand-prix create", "name", "Season", "tournaments", "Cup")
	w.types(w.ben, "grand-prix show")
	w.sees(w.ben, "1 tournament")
	w.presses(w.ben, "Files")
	w.types(w.mod, "grand-prix remove", "name", "Season")

	w.createsTournament("ladder", "Ladder", "")
	w.sees(w.anna, "## 🏆 Ladder")
	w.types(w.anna, "tournament join")
	w.types(w.ben, "tournament join")
	w.eventually("the ladder with its players", func() bool {
		return slices.ContainsFunc(w.messages(w.anna), func(m sandbox.MessageView) bool {
			_, open := find(m, "Join")
			_, plays := find(m, "My game")
			return open && plays && w.pictures(m) == 1 // of the standings
		})
	})
	w.types(w.ben, "ladder")
	w.presses(w.ben, "Anna")
	w.sees(w.anna, "challenges you for your place")
	w.presses(w.anna, "Refuse")
	w.sees(w.ben, "takes the place")
	w.presses(w.ben, "Rest 14 days")
	w.proposesTournament("swiss", "Swiss", "")
	w.presses(w.mod, "Cup") // whose players enter
	w.presses(w.mod, "Create")
	w.sees(w.ben, "The players are in!")
	w.eventually("the tournament whose players are in", func() bool {
		return slices.ContainsFunc(w.messages(w.anna), func(m sandbox.MessageView) bool {
			_, open := find(m, "Join")
			_, leaves := find(m, "Leave")
			_, plays := find(m, "My game")
			return leaves && !open && !plays
		})
	})
	w.directs(w.mod, nil, "Start now")
	w.types(w.anna, "tournament my-game")
	w.presses(w.anna, "Skip next (0 points)")
	w.directs(w.mod, map[string]string{"reason": "enough"}, "Cancel")
}

// puzzles has the puzzle of the day posted, and tries it and another one.
func (w *fixture) puzzles() {
	t := w.t
	w.types(w.mod, "settings", "puzzle-channel", w.channel.String())
	w.sees(w.anna, "Puzzle of the day")
	w.presses(w.anna, "Solve it")
	w.presses(w.anna, "Hint")
	form := w.presses(w.anna, "Type a move")
	w.uses(actionOf(form.Modal.CustomID))
	out, err := w.anna.Submit(t.Context(), sandbox.Submission{Interaction: form.Interaction, Fields: map[string]string{"move": "hello"}})
	must(t, err)
	if out.Message == nil || !strings.Contains(said(*out.Message), "can’t read") {
		t.Fatalf("a move that cannot be read: %+v", out)
	}
	for dice := rand.New(rand.NewPCG(1, 1)); out.Kind != "nothing"; { // moves are tried until the bot has to think about one
		press, _ := choose(dice, *out.Message)
		if press.CustomID == "" { // the puzzle is solved
			out = w.presses(w.anna, "Next puzzle")
			continue
		}
		press.Channel = w.channel
		w.uses(actionOf(press.CustomID))
		if isMoveButton(press) {
			time.Sleep(secondClick)
		}
		out, err = w.anna.Press(t.Context(), press)
		must(t, err)
	}
	w.sees(w.anna, "Try again!")
	w.types(w.ben, "puzzle", "rules", "russian", "theme", "shot")
	w.presses(w.ben, "Show the solution")
	w.presses(w.ben, "Leaderboard")
	w.presses(w.ben, "Next puzzle")
	w.types(w.ben, "rules", "rules", "russian", "topic", "crowning")
	w.presses(w.ben, "Try it")
	w.presses(w.ben, "Show the solution")
}

// rules adds a rule set of the server's own and removes it.
func (w *fixture) rules() {
	t := w.t
	w.types(w.ben, "rules", "rules", "russian")
	w.types(w.mod, "custom-rules show", "rules", "russian")
	w.uses("/custom-rules add")
	asked, err := w.mod.Command(t.Context(),
		sandbox.CommandRequest{Channel: w.channel, Command: "custom-rules add", Options: map[string]any{"like": "russian"}})
	must(t, err)
	w.uses(actionOf(asked.Modal.CustomID))
	out, err := w.mod.Submit(t.Context(), sandbox.Submission{Interaction: asked.Interaction, Fields: map[string]string{
		"file": "base: russian\nkey: ours\nname: Ours\n",
	}})
	must(t, err)
	if out.Message == nil {
		t.Fatalf("rules of our own: %+v", out)
	}
	w.sees(w.mod, "**Ours**") // to examine them takes a while
	w.types(w.mod, "custom-rules remove", "rules", "ours")
}

// pages are the rule sets of the five published rule pages.
var pages = []string{"american", "american-free-jump", "gamezer", "angol", "angol-free-jump"}

// choose chooses a move or a piece on a message; typed is the text of the move.
func choose(dice *rand.Rand, m sandbox.MessageView) (press sandbox.Press, typed string) {
	var buttons []sandbox.Component // of moves
	for _, c := range flat(m.Components) {
		if n := len(c.Options); n > 0 {
			o := c.Options[dice.IntN(n)]
			if strings.Contains(c.CustomID, ":move:") {
				typed = o.Label
			}
			return sandbox.Press{Message: m.ID, CustomID: c.CustomID, Values: []string{o.Value}}, typed
		}
		if press := (sandbox.Press{CustomID: c.CustomID}); isMoveButton(press) {
			buttons = append(buttons, c)
		}
	}
	if len(buttons) == 0 {
		return sandbox.Press{}, ""
	}
	c := buttons[dice.IntN(len(buttons))]
	time.Sleep(secondClick)
	return sandbox.Press{Message: m.ID, CustomID: c.CustomID}, strings.TrimPrefix(c.Label, "Play ")
}

// secondClick is how long the button of a move does nothing, because it may be a second click on the one before.
const secondClick = 700 * time.Millisecond

// isMoveButton reports whether a press is of a button that makes a move.
func isMoveButton(press sandbox.Press) bool {
	of := func(action string) bool { return strings.Contains(press.CustomID, ":"+action+":") }
	return len(press.Values) == 0 && (of("move") || of("vote") || of("solve"))
}
