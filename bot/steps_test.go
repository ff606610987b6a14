package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game/draughts/draughtstest"
)

// pressesOn uses the button or option with a label on a message that Discord shows.
func (s *someone) pressesOn(a answer, label string) answer {
	s.t.Helper()
	id, values := labelled(s.t, a, label)
	i := s.click(id, values...)
	i.Message = &dg.Message{}
	if a.Message.Private {
		i.Message.Flags = dg.MessageFlagsEphemeral
	}
	return s.do(i)
}

// enabled returns the labels of the buttons of a message that can be used.
func enabled(a answer) (labels []string) {
	for _, c := range a.controls() {
		if b, ok := c.(dg.Button); ok && !b.Disabled {
			labels = append(labels, b.Label)
		}
	}
	return labels
}

// A user who may see a game can step through it: alone, or with everybody in the channel.
func TestSteps(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	board, g := w.begins(anna, ben)
	if more := anna.presses(board, "More"); slices.Contains(enabled(anna.pressesOn(more, "Step through")), "▶") {
		t.Error("a game without moves has steps")
	}
	for i, move := range []string{"11-15", "22-18", "15x22", "25x18"} {
		board = []*someone{anna, ben}[i%2].types("move", "move", move)
	}

	carl.types("preferences", "text-boards", true)
	steps := carl.pressesOn(carl.presses(board, "More"), "Step through").mustSay(t,
		"**2… 25x18** · <@1002>", "32-29", "1. 11-15 22-18, 2. 15x22 25x18,")
	if labels := enabled(steps); !steps.Message.Private ||
		steps.Placement != delivery.Beside || !slices.Equal(labels, []string{"⏮", "◀", "Share"}) {
		t.Errorf("private: %v, placement %d, buttons %v", steps.Message.Private, steps.Placement, labels)
	}
	for _, step := range []struct{ label, says string }{
		{"◀", "**2. 15x22** · <@1001>"},
		{"1. 11-15 22-18", "**1… 22-18** · <@1002>"},
		{"⏮", "Before the first move"},
		{"▶", "**1. 11-15** · <@1001>"},
		{"▶", "-# Opening: Single Corner"},
		{"⏭", "**2… 25x18**"},
		{"◀", "Last move: Black 15x22, jumping 18."},
	} {
		steps = carl.pressesOn(steps, step.label).mustSay(t, step.says)
		if !steps.Message.Private || steps.Placement != delivery.Replace {
			t.Errorf("%s: private: %v, placement %d", step.label, steps.Message.Private, steps.Placement)
		}
	}

	shared := carl.pressesOn(steps, "Share").mustSay(t, "**2. 15x22**")
	if strings.Contains(said(shared), "32-29") || shared.Message.Private || shared.Placement != delivery.Beside {
		t.Errorf("private: %v, placement %d:\n%s", shared.Message.Private, shared.Placement, said(shared))
	}
	shared = ben.pressesOn(shared, "◀").mustSay(t, "**1… 22-18**")
	if shared.Message.Private || shared.Placement != delivery.Replace || slices.Contains(enabled(shared), "Share") {
		t.Errorf("private: %v, placement %d:\n%s", shared.Message.Private, shared.Placement, said(shared))
	}

	// The game goes on: ⏭ shows its newest move, and what was taken back is gone.
	anna.types("move", "move", "8-11")
	ben.pressesOn(shared, "⏭").mustSay(t, "**3. 8-11**")
	anna.types("takeback")
	ben.types("takeback")
	anna.pressesOn(anna.presses(ben.types("board"), "More"), "Step through").mustSay(t, "**2… 25x18**")
	last := ben.pressesOn(steps, "▶").mustSay(t, "**2… 25x18**")
	if id := customIDOf(t, last, "◀"); !strings.Contains(id, string(g.ID)+":3:") {
		t.Errorf("the step back is %s", id)
	}

	ben.presses(ben.types("resign"), "Yes, resign")
	end := ben.types("replay", "steps", true)
	if end.Message.Private {
		t.Error("/replay is private")
	}
	ben.pressesOn(end, "⏭").mustSay(t, "**<@1001> wins.** <@1002> resigned.")
	ben.pressesOn(ben.types("replay"), "Step through").mustSay(t, "Before the first move")
	i := ben.click(customIDOf(t, end, "▶"))
	i.GuildID, i.Message = "99", &dg.Message{Flags: dg.MessageFlagsEphemeral}
	if labels := enabled(ben.do(i)); slices.Contains(labels, "Share") {
		t.Errorf("a game of another server can be shared: %v", labels)
	}
}

// A game that was reviewed shows the chances, unless the user plays one close to it against a person.
func TestStepChances(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	over, _ := w.loses(anna, ben)
	steps := carl.pressesOn(carl.presses(over, "Replay"), "Step through")
	if strings.Contains(said(steps), "chances") {
		t.Errorf("a game that was not reviewed has chances:\n%s", said(steps))
	}
	review := carl.presses(over, "Review")
	steps = carl.pressesOn(review, "Step through").mustSay(t, "-# White’s chances: ", "Black: men on 1-12. White’s chances: ")
	end := carl.pressesOn(steps, "⏭").mustSay(t, "-# White’s chances: ", "<@1002> wins.")

	anna.presses(carl.types("challenge", "opponent", anna, "opening", "W:WK32:BK1"), "Accept")
	carl.pressesOn(end, "⏭").mustSay(t, "White’s chances: ")
	anna.presses(carl.types("challenge", "opponent", anna, "opening", "B:W21-32:B1-11"), "Accept")
	if start := carl.pressesOn(end, "⏮"); strings.Contains(said(start), "chances") {
		t.Errorf("a player reads the chances of their own position:\n%s", said(start))
	}
	ben.pressesOn(end, "⏮").mustSay(t, "White’s chances: ")
}

// The menu has all moves of most games, and of a long one those around the move that is shown.
func TestStepMenu(t *testing.T) {
	h, dice := draughtstest.Game(t, "international", ""), rand.New(rand.NewPCG(1, 1))
	for h.Len() < 77 {
		moves := h.Position().Moves()
		must(t, h.Play(moves[dice.IntN(len(moves))]))
	}
	for _, test := range []struct {
		plies, shown   int
		first, last, n int // moves
		chosen         int
	}{
		{7, 0, 1, 4, 4, 0},
		{7, 6, 1, 4, 4, 3},
		{50, 50, 1, 25, 25, 25},
		{77, 0, 1, 25, 25, 0},
		{77, 41, 9, 33, 25, 21},
		{77, 77, 15, 39, 25, 39},
	} {
		options := stepOptions(h.Until(test.plies), test.shown)
		if len(options) != test.n {
			t.Errorf("%+v: %d options", test, len(options))
			continue
		}
		for i, o := range options {
			n := test.first + i
			if to := strconv.Itoa(min(2*n, test.plies)); !strings.HasPrefix(o.Label, fmt.Sprint(n, ". ")) ||
				o.Value != to || o.Default != (n == test.chosen) {
				t.Errorf("%+v: option %d is %+v", test, i, o)
			}
		}
		if last := test.first + len(options) - 1; last != test.last {
			t.Errorf("%+v: the last move is %d", test, last)
		}
	}
}
