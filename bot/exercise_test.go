package bot

import (
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/endgame"
	"doublecorner/game/mind"
)

// A reader of the rules finds the move of a picture: a move that is not allowed is explained, another one is not what
// the picture is about, and the right one is shown.
func TestPicture(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	page := anna.types("rules", "rules", "american", "topic", "obligatory")
	asked := anna.presses(page, "Try it").mustSay(t, "You play White. Find the move that shows this rule.", "If you can jump, you must.")
	if !asked.Message.Private || strings.Contains(said(asked), "Allowed:") {
		t.Errorf("the question is\n%s", said(asked))
	}
	anna.presses(asked, "17-14").mustSay(t, "❌ **17-14** · You must jump", "Find the move")
	typed := anna.presses(asked, "Type a move")
	anna.fills(typed, map[string]string{quizMoveInput: "15-11"}).mustSay(t, "❌ **15-11**", "Find the move")
	anna.fills(typed, map[string]string{quizMoveInput: "hello"}).mustSay(t, "can’t read", "Find the move")
	right := anna.presses(asked, "15x8").mustSay(t, "✅ **15x8** is right!", "Not allowed: 17-14.")
	anna.presses(right, "Back to the rules").mustSay(t, "**American checkers · Must you jump?**", "(Try it)")
	next := anna.presses(right, "Next picture").mustSay(t, "Find the move that shows this rule.")
	anna.presses(next, "Show the solution").mustSay(t, "Solution: **18x9 and 18x11x2**.")

	// A house's own game, and a king that may stop where the picture does not.
	ben := w.member(2, "Ben")
	w.begins(anna, ben)
	w.restart()
	moving := anna.types("rules", "rules", "russian", "topic", "several")
	land := anna.presses(anna.presses(moving, "Next"), "Previous").mustSay(t, "(Try it)")
	anna.presses(anna.presses(land, "Try it"), "d4xf6").mustSay(t, "❌ **d4xf6**")
	ofGame := anna.types("rules", "topic", "jumping")
	anna.presses(anna.presses(ofGame, "Try it"), "15x8").mustSay(t, "is right!")
}

// shownExercise returns the exercise that a response shows.
func shownExercise(t testing.TB, a answer) *exercise {
	t.Helper()
	for _, c := range a.controls() {
		b, _ := c.(dg.Button)
		id, ok := parseCustomID(b.CustomID)
		if !ok || id.action != quizTypeAction {
			continue
		}
		parts := strings.SplitN(id.arg, "/", 4)
		at := draughtstest.Position(t, parts[1], parts[3])
		return &exercise{lesson.ExerciseOf(at.Variant(), parts[2]), at, int(id.ply)}
	}
	t.Fatalf("there is no exercise in\n%s", said(a))
	return nil
}

// playsWell makes the best move of an exercise of three pieces.
func (s *someone) playsWell(a answer) answer {
	s.t.Helper()
	e := shownExercise(s.t, a)
	set := endgame.Embedded(e.at.Variant())
	worth := func(m draughts.Move) endgame.Result {
		node := e.at.Play(m).Node()
		r, _ := set.Probe(&node)
		return r.Before()
	}
	return s.plays(e, slices.MaxFunc(e.at.Moves(), func(a, b draughts.Move) int { return worth(a).Compare(worth(b)) }))
}

// plays makes a move of an exercise with the menu.
func (s *someone) plays(e *exercise, m draughts.Move) answer {
	s.t.Helper()
	return s.clicks(e.customID(quizMoveAction, "").String(), e.customID(quizMoveAction, e.at.Full(m, draughts.Numbers)).arg)
}

// An exercise is won against the best defence, by several processes one after the other, and is ticked off.
func TestExerciseWon(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	list := anna.types("rules", "rules", "american", "topic", "exercises").mustSay(t,
		"**American checkers · Exercises**", "▫️ **Two kings against one** · White to move and win within 14 moves.",
		"<Choose an exercise: One jump, Two jumps, You must jump, The bait, A new king, Two kings against one,")
	a := anna.presses(list, "Two kings against one").mustSay(t,
		"**Exercise** · Two kings against one · American checkers", "drive the lone king out")
	for n := 1; !strings.Contains(said(a), "🎉"); n++ {
		a = anna.playsWell(a)
		if n > 9 {
			t.Fatalf("after %d moves:\n%s", n, said(a))
		}
		w.restart()
	}
	a.mustSay(t, "🎉 Won in 9 moves!", "(Next exercise) (All exercises)")
	anna.presses(a, "Next exercise").mustSay(t, "**Exercise** · One jump")
	anna.presses(a, "All exercises").mustSay(t, "✅ **Two kings against one**")
	if row := anna.puzzleRating(); row.Games() != 0 {
		t.Errorf("the user stands at %+v", row.LeaderboardEntry)
	}
	anna.presses(list, "Previous").mustSay(t, "· Draws** (3 of 3)")
}

// A person who has never played wins the first five exercises by trying one move after the other: of every rule set in
// English, and of one in every other language.
func TestBeginnerWins(t *testing.T) {
	for _, code := range lang.Codes() {
		t.Run(code, func(t *testing.T) {
			l := lang.For(code)
			_, anna, _, _ := newTour(t, l)
			families := draughts.Families()
			if code != "en" {
				families = families[:1]
			}
			for _, r := range families {
				list := anna.types("rules", "rules", r.Key, "topic", string(exercisesTopic))
				for _, key := range []string{"one-jump", "two-jumps", "must-jump", "bait", "crowning"} {
					name := l.Say("exercise.name." + key)
					begun := anna.presses(list, name).mustSay(t, name, l.Say("exercise.idea."+key))
					list = anna.presses(anna.triesMoves(begun), l.Say("button.exercises"))
				}
				if n := strings.Count(said(list), "✅"); n != 5 {
					t.Errorf("%s: %d exercises are won:\n%s", r.Key, n, said(list))
				}
			}
		})
	}
}

// triesMoves plays an exercise by trying one move after the other, until it is won.
func (s *someone) triesMoves(a answer) answer {
	s.t.Helper()
	e := shownExercise(s.t, a)
	for _, m := range e.at.Moves() {
		next := s.plays(e, m)
		switch text := said(next); {
		case strings.Contains(text, "🎉"):
			return next
		case strings.Contains(text, "❌"): // it spoils the win: another one
		case strings.Contains(text, "⏳"):
			s.t.Fatalf("no move is left:\n%s", text)
		default:
			return s.triesMoves(next)
		}
	}
	s.t.Fatalf("nothing wins:\n%s", said(a))
	return a
}

// Where there are many moves, users select a piece first, and can change their minds.
func TestExerciseByPiece(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	a := anna.presses(anna.types("rules", "rules", "canadian", "topic", "exercises"), "Three kings against one")
	a = anna.presses(a, "King on 41").mustSay(t, "Where does the piece on 41 go?")
	a = anna.presses(a, "King on 48").mustSay(t, "Where does the piece on 48 go?")
	anna.presses(a, "48-42").mustSay(t, "48-42")
}

// A move that gives the aim away is told at once, and can be taken back; then the exercise is solved after all. So is one
// that takes too many moves.
func TestExerciseSpoiled(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	a := anna.presses(anna.types("rules", "rules", "russian", "topic", "exercises"), "The main road").mustSay(t, "hold the draw for 5 moves")
	best := anna.presses(a, "Show the best move").mustSay(t, "💡 Best is **a3-b2")
	spoiled := anna.presses(best, "a3-b4").mustSay(t, "❌ **a3-b4** loses: I answer **")
	a = anna.presses(spoiled, "Take that back").mustSay(t, "hold the draw for 5 moves")
	for n := 5; n > 0; n-- {
		a.mustSay(t, "hold the draw for "+map[bool]string{true: "1 move.", false: string(rune('0'+n)) + " moves."}[n == 1])
		a = anna.playsWell(a)
	}
	a.mustSay(t, "🎉 Draw! You held out for 5 moves.")

	e := beginExercise(lesson.ExerciseOf(draughtstest.Variant(t, "american"), "two-kings"))
	e.ply = 2 * (e.Moves - 1)
	late := anna.clicks(e.customID(quizAction, "").String()).mustSay(t, "White to move and win within 1 move.")
	anna.playsWell(late).mustSay(t, "⏳ You’ve made 14 moves and it isn’t won yet.", "(Start again)")
}

// A move that wins is good, also if a draw counter might run out before by what solved endings know.
func TestExerciseWonSlowly(t *testing.T) {
	w := newWorld(t)
	e := beginExercise(lesson.ExerciseOf(draughtstest.Variant(t, "frisian"), "two-kings"))
	m, err := e.at.Read("41-46")
	must(t, err)
	w.member(1, "Anna").plays(e, m).mustSay(t, "**41-46** is good. I answer **")
}

// A guild's own rule set has exercises, too, whatever its key.
func TestExercisesOfOwnRules(t *testing.T) {
	w := newWorld(t)
	anna, mod := w.member(1, "Anna"), w.member(9, "Mod")
	key := strings.Repeat("own-", 9) + "game"
	mod.submits(mod.sub("custom-rules", "add", manages).Modal, manages, "base: american\nkey: "+key+"\nname: Ours\n")
	list := anna.types("rules", "rules", key, "topic", "exercises").mustSay(t, "**Ours · Exercises**")
	a := anna.presses(list, "One jump").mustSay(t, "**Exercise** · One jump · Ours", "Jump over Black’s last man.")
	a = anna.presses(anna.presses(a, "Play 17x10").mustSay(t, "🎉 Won in 1 move!"), "Next exercise").mustSay(t, "Two jumps")
	a = anna.presses(a, "Play 20x4").mustSay(t, "🎉 Won in 1 move!")
	anna.presses(a, "All exercises").mustSay(t, "✅ **One jump**", "✅ **Two jumps**", "▫️ **You must jump**")
	for _, name := range []string{"You must jump", "The bait", "A new king"} {
		anna.presses(anna.presses(list, name), "Show the best move").mustSay(t, "💡 Best is")
	}
}

// A move that wins too late is told at once.
func TestExerciseSlow(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	a := anna.presses(anna.types("rules", "rules", "american", "topic", "exercises"), "A new king").mustSay(t, "win within 3 moves")
	anna.presses(a, "↖ 7 → 2 · crowns").mustSay(t, "❌ **7-2** takes too long: I answer **", "(Take that back)")
}

// What a client makes up shows nothing, and a position of the user's running game is not played.
func TestForgedExercise(t *testing.T) {
	w, anna, ben := newPair(t)
	for _, arg := range []string{
		"picture", "picture/american/obligatory/0", "picture/american/obligatory/9/0", "picture/american/obligatory/0/9",
		"picture/american/notation/0/0", "picture/american/castling/0/0", "picture//obligatory/0/0",
		"exercise", "exercise/american", "exercise/chess/two-kings/W:WK18,K19:BK32", "exercise/american/nonsense/W:WK18,K19:BK32",
		"exercise/american/two-kings/", "exercise/american/two-kings/W:WK18,K19:BK28", "exercise/american/two-kings/nonsense",
	} {
		for _, a := range []action{quizAction, quizMoveAction, quizPieceAction, quizTypeAction, quizSolutionAction} {
			anna.clicks(customID{action: a, arg: arg}.String()).mustSay(t, "out of date")
		}
	}
	for _, fen := range []string{
		"B:WK18,K19:BK32", "W:WK18,K19,K22:BK32", "W:WK18,K19:B12", "W:WK18:BK32,K28", "W:WK18,K19:B",
	} {
		id := customID{action: quizAction, ply: 2, arg: "exercise/american/two-kings/" + fen}
		anna.clicks(id.String()).mustSay(t, "out of date")
	}
	anna.clicks(customID{action: quizAction, ply: 28, arg: "exercise/american/two-kings/W:WK18,K19:BK32"}.String()).mustSay(t, "out of date")
	anna.clicks(customID{action: quizMoveAction, arg: "exercise/american/two-kings/W:WK18,K19:BK32 hello"}.String()).mustSay(t, "out of date")
	anna.clicks(customID{action: puzzleHintAction, arg: "exercise/american/two-kings/W:WK18,K19:BK32"}.String()).mustSay(t, "out of date")

	list := anna.types("rules", "rules", "american", "topic", "exercises")
	ben.presses(anna.types("challenge", "opponent", ben, "opening", "W:WK18,K19:BK32", "rated", false), "Accept")
	anna.presses(list, "Two kings against one").mustSay(t, "too close to a game")

	w.bot.mind = mind.New(mind.Options{})
	anna.types("rules", "topic", "exercises", "rules", "american").mustSay(t, "Analysis is off")
	if strings.Contains(said(anna.types("rules", "rules", "american")), "Exercises") {
		t.Error("a bot that does not think offers exercises")
	}
	anna.types("rules", "rules", "american-misere-free-jump", "topic", "exercises").mustSay(t, "no exercises for these rules")
}
