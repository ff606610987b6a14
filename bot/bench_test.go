package bot

import (
	"context"
	"fmt"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// again gives an interaction another id, so that it is another one.
func (w *world) again(i *dg.Interaction) *dg.Interaction {
	w.next++
	w.at = w.at.Add(time.Second)
	i.ID = fmt.Sprint(900000 + w.next)
	return i
}

// BenchmarkMove is a move typed, kept, drawn and answered, with a store that waits for no
// disk.
func BenchmarkMove(b *testing.B) {
	w, anna, ben := newPair(b)
	_, g := w.begins(anna, ben)
	id, ctx := string(g.ID), context.Background()
	players := map[string]*someone{anna.id: anna, ben.id: ben}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		g := w.storedGame(game.GameID(id))
		if g.IsOver() || g.Len() > 60 { // begin another, so that all are like those that people play
			if !g.IsOver() {
				ben.presses(ben.types("resign", "game", id), "Yes, resign")
			}
			_, g = w.begins(anna, ben)
			id = string(g.ID)
		}
		h, err := g.History()
		if err != nil {
			b.Fatal(err)
		}
		p := h.Position()
		moves := p.Moves()
		i := players[g.Player(g.Turn()).String()].command("move", "game", id,
			"move", p.Full(moves[g.Len()%len(moves)], p.Variant().Rules().Board.Notation))
		b.StartTimer()
		if reply, ok := w.handle(ctx, i); !ok || reply.Message.Private {
			b.Fatal("the move is refused")
		}
	}
}

// BenchmarkAutocomplete measures the response to each key while a user types a move.
func BenchmarkAutocomplete(b *testing.B) {
	for _, typed := range []string{"", "1", "22-1"} {
		b.Run(fmt.Sprintf("%q", typed), func(b *testing.B) {
			w, anna, ben := newPair(b)
			w.begins(anna, ben)
			i := typing(anna, "move", "move", typed)
			b.ReportAllocs()
			for b.Loop() {
				w.handle(context.Background(), i)
			}
		})
	}
	b.Run("game", func(b *testing.B) {
		w := newWorld(b)
		anna := w.member(1, "Anna")
		for n := range 24 {
			other := w.member(100+n, fmt.Sprint("Member ", n))
			other.presses(anna.types("challenge", "opponent", other), "Accept")
		}
		i := typing(anna, "board", "game", "")
		b.ReportAllocs()
		for b.Loop() {
			w.handle(context.Background(), i)
		}
	})
}

// BenchmarkBoardAnswer is a board shown again: read, drawn and described, nothing kept.
func BenchmarkBoardAnswer(b *testing.B) {
	for _, rules := range []string{"american", "international", "canadian"} {
		b.Run(rules, func(b *testing.B) {
			w, anna, ben := newPair(b)
			ben.presses(anna.types("challenge", "opponent", ben, "rules", rules), "Accept")
			benchmark(b, w, anna.command("board"))
		})
	}
}

// BenchmarkRefusal is a move that is not legal: why, what must be done, and where to read on.
func BenchmarkRefusal(b *testing.B) {
	w, anna, ben := newPair(b)
	w.begins(anna, ben)
	anna.types("move", "move", "11-15")
	ben.types("move", "move", "22-18")
	benchmark(b, w, anna.command("move", "move", "8-11"))
}

// BenchmarkRulePage is a page of the rules, with its pictures.
func BenchmarkRulePage(b *testing.B) {
	for _, rules := range []string{"american", "frisian"} {
		for _, topic := range []string{"board", "several", "draws"} {
			b.Run(rules+"/"+topic, func(b *testing.B) {
				w := newWorld(b)
				benchmark(b, w, w.member(1, "Anna").command("rules", "rules", rules, "topic", topic))
			})
		}
	}
}

// BenchmarkChart is a profile with all the ratings that a chart shows.
func BenchmarkChart(b *testing.B) {
	w, anna, ben := newPair(b)
	for range maxChartPoints {
		w.finishes(anna, ben, "american")
	}
	benchmark(b, w, anna.command("profile"))
}

// BenchmarkReplay is a whole game as a moving picture, which comes later.
func BenchmarkReplay(b *testing.B) {
	w, anna, ben := newPair(b)
	_, g := w.begins(anna, ben)
	players := map[string]*someone{anna.id: anna, ben.id: ben}
	for range 60 {
		if g = players[g.Player(g.Turn()).String()].types("move", "move", firstMove(b, g)).Board.Game; g.IsOver() {
			break
		}
	}
	i := anna.command("replay", "game", string(g.ID))
	b.ReportAllocs()
	for b.Loop() {
		reply, _ := w.handle(context.Background(), w.again(i))
		reply.Compose(context.Background())
	}
}

// benchmark has an interaction answered again and again.
func benchmark(b *testing.B, w *world, i *dg.Interaction) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if reply, ok := w.handle(context.Background(), w.again(i)); !ok || reply.Message == nil {
			b.Fatal("it is not answered")
		}
	}
}

// BenchmarkExportEverything is a file of all games that a user has finished, each reviewed. It takes as long for each
// of them, however many there are.
func BenchmarkExportEverything(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w, anna, ben := newPair(b)
			_, played := w.loses(anna, ben)
			w.copies(played.ID, n-1)
			i := anna.command("export", "everything", true)
			for b.Loop() {
				reply, _ := w.handle(context.Background(), w.again(i))
				if m := reply.Compose(context.Background()); len(m.Files) == 0 {
					b.Fatal("there is no file")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/game")
		})
	}
}
