package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"doublecorner/game"
	"doublecorner/internal/work"
)

// copies stores a finished game again and again, under other IDs, each with a review.
func (w *world) copies(id game.GameID, n int) {
	w.t.Helper()
	must(w.t, w.store.Update(context.Background(), func(tx game.Tx) error {
		for i := range n {
			g, err := tx.Game(id)
			must(w.t, err)
			g.ID = game.GameID(fmt.Sprintf("Z%05d", i))
			must(w.t, tx.PutGame(g))
			must(w.t, tx.PutReview(g.ID, []byte(blunderReview)))
		}
		return nil
	}))
}

// budget is a context whose budget is spent after so many looks at it.
type budget struct {
	context.Context
	looks int
}

func (b *budget) Err() error {
	if b.looks--; b.looks < 0 {
		return work.ErrSpent
	}
	return nil
}

// TestBudgetSpent checks that what is slow stops when its budget is spent, and that users read what they can do instead.
func TestBudgetSpent(t *testing.T) {
	w, anna, ben := newPair(t)
	_, g := w.loses(anna, ben)
	w.copies(g.ID, 20)
	slow := func(looks int, command string, options ...any) answer {
		r, _ := w.bot.Handle(t.Context(), w.arriving(anna.command(command, options...)))
		return answerOf(r.Compose(&budget{t.Context(), looks}))
	}
	slow(5, "replay", "game", string(g.ID)).mustSay(t, "too long for a GIF", "(Step through)")
	slow(0, "export", "everything", true).mustSay(t, "Ask for less, or try again later.")
	part := slow(30, "export", "everything", true).mustSay(t, "One file can’t hold all of them.")
	if n := strings.Count(string(part.Message.Files[0].Data), "[Event "); n < 2 || n > 19 {
		t.Errorf("%d of 21 games are in the file", n)
	}
	r, _ := w.bot.Handle(t.Context(), w.arriving(anna.subcommand("privacy", "export")))
	answerOf(r.Compose(&budget{t.Context(), 10})).mustSay(t, "Get it in parts")
}
