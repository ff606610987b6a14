package lesson

import (
	"strings"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// A game that a counter or the repetition ended says by which rule, and leads to the page about it.
func TestDrawPages(t *testing.T) {
	for _, r := range draughts.Families() {
		t.Run(r.Key, func(t *testing.T) {
			v := draughtstest.Variant(t, r.Key)
			c, _ := ChapterOn(v, "draws")
			ends := []draughts.Ending{}
			for _, counter := range r.Draws.Counters {
				ends = append(ends, draughts.Ending{Rule: draughts.CounterRanOut, Drawn: true, Counter: counter})
			}
			if r.Draws.Repetition > 0 {
				ends = append(ends, draughts.Ending{Rule: draughts.Repeated, Drawn: true})
			}
			for _, end := range ends {
				topic, page, says, ok := DrawPage(lang.English(), v, end)
				if !ok || topic != "draws" || page >= c.Pages() {
					t.Errorf("%v has page %s %d, %v", end, topic, page, ok)
					continue
				}
				var texts []string
				for _, p := range c.Page(page) {
					texts = append(texts, p.Sentence(lang.English()))
				}
				if !strings.Contains(strings.Join(texts, "\n"), says) {
					t.Errorf("page %d says\n%s\nand not\n%s", page, strings.Join(texts, "\n"), says)
				}
			}
			if _, _, _, ok := DrawPage(lang.English(), v, draughts.Ending{Rule: draughts.NoMoves}); ok {
				t.Error("a game without moves has a page about draws")
			}
		})
	}
}
