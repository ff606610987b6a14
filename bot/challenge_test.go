package bot

import (
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// A challenge that is closed otherwise than by its own buttons loses them.
func TestClosedChallenges(t *testing.T) {
	for name, closes := range map[string]func(w *world, anna, ben *someone) answer{
		"asked for by both, as a rematch": func(w *world, anna, ben *someone) answer { return ben.types("rematch") },
		"answered with other terms": func(w *world, anna, ben *someone) answer {
			return ben.types("challenge", "opponent", anna, "rules", "russian")
		},
		"accepted from a list": func(w *world, anna, ben *someone) answer { return ben.presses(ben.types("games"), "Accept") },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
			board, _ := w.begins(anna, ben)
			anna.presses(board, "11-15")
			w.arrives(ben.presses(ben.types("resign"), "Yes, resign"), 78)
			asked := w.arrives(anna.types("rematch"), 78)
			w.rooms.edits = nil
			w.arrives(closes(w, anna, ben), 78)
			w.bare(asked)
		})
	}

	t.Run("pressed twice", func(t *testing.T) {
		w := newWorld(t)
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		asked := anna.types("challenge", "opponent", ben)
		i, again := ben.click(customID(t, asked, "Decline")), ben.click(customID(t, asked, "Decline"))
		i.Message = w.arrives(asked, 78)
		again.Message = i.Message
		declined := ben.do(i).mustSay(t, "It was declined.")
		w.rooms.becomes(78, i.Message.ID, declined.message.components())
		w.bot.told(i, declined)(t.Context(), i.Message, nil)
		w.bot.Wait()
		ben.do(again).mustSay(t, "no longer open")
		if len(w.rooms.edits) != 0 {
			t.Errorf("what became of it is written over: %v", w.rooms.edits)
		}
	})

	t.Run("declined by an answer that is lost", func(t *testing.T) {
		w := newWorld(t)
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		challenge := anna.types("challenge", "opponent", ben)
		asked := w.arrives(challenge, 78)
		ben.presses(challenge, "Decline")
		w.at = w.at.Add(UsualPatience + time.Second)
		if err := w.announce(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.bare(asked)
	})

	t.Run("pressed though it is closed", func(t *testing.T) {
		w := newWorld(t)
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		asked := anna.types("challenge", "opponent", ben)
		ben.presses(asked, "Decline")
		// It was made by a process that has ended.
		there := w.rooms.shows(78, asked.message.components())
		i := anna.click(customID(t, asked, "Withdraw"))
		i.Message = there
		anna.do(i).mustSay(t, "no longer open")
		w.bare(there)

		i = anna.click(customID(t, asked, "Withdraw"))
		i.Message = &dg.Message{ID: "5"}
		if a := anna.do(i); a.afterwards != nil {
			t.Error("another message loses its controls")
		}
	})
}

// bare fails unless one message, and no other, has lost its controls.
func (w *world) bare(m *dg.Message) {
	w.t.Helper()
	if len(w.rooms.edits) != 1 || !strings.HasPrefix(w.rooms.edits[0], "78/"+m.ID+": ") || strings.Contains(w.rooms.edits[0], "custom_id") {
		w.t.Errorf("the edits are %v, want one of %s", w.rooms.edits, m.ID)
	}
}
