package bot

import (
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/say"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/render"
)

// The rules are shown a picture at a time, to the user who asks, what one needs to play first.
func TestRules(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	first := anna.types("rules").mustSay(t, "**American checkers · Moving** (1 of 4)\n", "A man moves one square",
		"[attachment://rule1.png", "<Choose a topic: Moving, Jumping, Must you jump?, Multiple jumps, Crowning, How it ends, The board,",
		"(Next)")
	if !first.Message.Private || strings.Contains(said(first), "(Previous)") || strings.Contains(said(first), "◆") {
		t.Errorf("the first page is\n%s", said(first))
	}
	anna.presses(first, "Next").mustSay(t, "**American checkers · Moving** (2 of 4)\n", "(Previous) (Next)")
	draws := anna.types("rules", "rules", "russian", "topic", "draws").mustSay(t,
		"**Russian draughts · Draws** (1 of 8)", "-# ◆ Different from American checkers.")
	last := anna.presses(draws, "Previous").mustSay(t, "Writing moves** (3 of 3)", "There are two ways to move")
	anna.presses(last, "Next").mustSay(t, "Draws** (1 of 8)")
	anna.presses(draws, "Crowning").mustSay(t, "**Russian draughts · Crowning**", "e7-f8")
	anna.types("rules", "rules", "thai-misere-free-jump", "topic", "ending").mustSay(t, "Lose all your pieces and you win.")
	anna.types("rules", "rules", "chess").mustSay(t, "I don’t know these rules.")
	anna.types("rules", "topic", "castling").mustSay(t, "out of date")
}

// The diagrams of a page that speaks of dark squares have dark squares, in whichever theme the user sees boards.
func TestThemesOfRulesPages(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	picture := func(theme string) string {
		anna.types("preferences", "theme", theme)
		f, _ := anna.types("rules", "rules", "american", "topic", "board").picture()
		return string(f.Data)
	}
	classic := picture("classic")
	for _, theme := range render.Themes() {
		if own := picture(theme.Key) != classic; own != (theme.Key == "contrast") {
			t.Errorf("%s: the page has a theme of its own: %v", theme.Key, own)
		}
	}
}

// A player asks about the rules of their game, and is led from a refused move to the page that
// explains it.
func TestWhyNotLeadsToTheRules(t *testing.T) {
	_, anna, ben := newPair(t)
	board := ben.presses(anna.types("challenge", "opponent", ben, "colour", "white", "rules", "russian", "house-rules", "misere"), "Accept")
	anna.types("rules").mustSay(t, "Russian draughts (misère) · Moving")
	wrong := anna.types("move", "move", "c3-c5").mustSay(t, "(📖 Moving)")
	if page := anna.presses(wrong, "📖 Moving").mustSay(t, "(misère) · Moving**"); page.Placement != delivery.Beside ||
		!page.Message.Private {
		t.Error("the page stands delivery.Beside the refusal, privately")
	}
	anna.presses(board, "c3-d4")
	ben.types("move", "move", "f6-e5")
	wrong = anna.types("move", "move", "a3-b4").mustSay(t, "You must jump", "(📖 Must you jump?)")
	anna.presses(wrong, "📖 Must you jump?").mustSay(t, "If you can jump, you must.")
	anna.types("move", "move", "hello").mustSay(t, "(📖 Writing moves)")
}

// A server's own rules have their pages like all others.
func TestPagesOfOwnRules(t *testing.T) {
	w := newWorld(t)
	anna, mod := w.member(1, "Anna"), w.member(9, "Mod")
	mod.submits(mod.sub("custom-rules", "add", manages).Modal, manages,
		"base: american\nkey: our-own\nname: Ours\nboard:\n  rows: 2\nman:\n  crowning: goes-on\n")
	page := anna.types("rules", "rules", "our-own", "topic", "setup").mustSay(t,
		"**Ours · Setup**", "◆ Each side starts with 8 men on the 2 rows")
	anna.presses(anna.presses(page, "Crowning"), "Next").mustSay(t, "◆ A man that jumps onto the king row is a king at once")
	if got := anna.completes("rules", "rules", "our"); len(got) == 0 || got[0] != "Ours" {
		t.Errorf("completed is %q", got)
	}
	mod.sub("custom-rules", "remove", manages, "rules", "our-own")
	anna.presses(page, "Next").mustSay(t, "This button or command is out of date.")
}

// Every page of every game is a message that Discord takes.
func TestEveryPageFits(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	keys := []string{"russian-misere", "turkish-breakthrough", "international-free-jump"}
	for _, r := range draughts.Families() {
		keys = append(keys, r.Key)
	}
	for _, key := range keys {
		v := draughtstest.Variant(t, key)
		for _, topic := range lesson.Topics() {
			chapter, _ := lesson.ChapterOn(v, topic)
			for page := range chapter.Pages() {
				of := rulesPage{rules: key, topic: chapter.Topic, page: page}
				a := anna.do(anna.interaction(dg.InteractionMessageComponent,
					dg.MessageComponentInteractionData{CustomID: of.customID(rulesPageAction).String()}))
				if a.Message == nil || !strings.Contains(said(a), say.Topic(lang.English(), chapter.Topic)) {
					t.Errorf("%+v is\n%s", of, said(a))
				}
			}
		}
	}
}

// Pages are turned in place where only who asks sees them.
func TestTurning(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	i := anna.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{CustomID: "1:leaf::0:american moving 0"})
	i.Message = &dg.Message{Flags: dg.MessageFlagsEphemeral}
	if a := anna.do(i); a.Placement != delivery.Replace {
		t.Error("a private page is not turned in place")
	}
	i.Message = &dg.Message{}
	if a := anna.do(i); a.Placement != delivery.Beside || !a.Message.Private {
		t.Error("a page that everybody sees is turned")
	}
}

// Whatever a control says that we did not write, there is an answer.
func TestForgedLeaves(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for _, id := range []string{
		"1:leaf::0:", "1:leaf::0:american", "1:leaf::0:american moving", "1:leaf::0:american moving 9", "1:leaf::0:american moving -1",
		"1:leaf::0:american moving 99999999999", "1:leaf::0:american castling 0",
		"1:leaf::0: moving 0", "1:leaf::0:american moving 0 0", "1:leaf::0:chess moving 0",
		"1:leaf:K7Q2:0:american moving 0", "1:rules:cK7Q2:0:american moving 0",
	} {
		a := anna.do(anna.interaction(dg.InteractionMessageComponent, dg.MessageComponentInteractionData{CustomID: id}))
		if id == "1:rules:cK7Q2:0:american moving 0" {
			continue // a challenge says nothing about a page
		}
		a.mustSay(t, "out of date")
	}
	anna.do(anna.interaction(dg.InteractionMessageComponent,
		dg.MessageComponentInteractionData{CustomID: "1:leaf:K7Q2:0: moving 0"})).mustSay(t,
		"This game is long gone")
}
