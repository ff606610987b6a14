package render

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// played returns a random game of so many moves, or fewer if it ends.
func played(t testing.TB, rules string, plies int) *draughts.History {
	random := rand.New(rand.NewPCG(5, 6))
	h := draughtstest.Game(t, rules, "")
	for h.Len() < plies {
		moves := h.Position().Moves()
		if len(moves) == 0 {
			break
		}
		must(t, h.PlayOn(moves[random.IntN(len(moves))]))
	}
	return h
}

func TestReplay(t *testing.T) {
	h := played(t, "international", 40)
	like := View{Theme: "tournament", Size: 240, From: draughts.Black, Hints: true}
	bars(&like)
	like.Bars.Result = &Result{Text: "Drawn", Drawn: true}
	var b bytes.Buffer
	calls := 0
	err := Replay(t.Context(), &b, h, like, nil, func(done, total int) {
		calls++
		if done != calls || total != h.Len()+1 {
			t.Errorf("progress is %d of %d, want %d of %d", done, total, calls, h.Len()+1)
		}
	})
	must(t, err)
	film, err := gif.DecodeAll(&b)
	must(t, err)
	if len(film.Image) != h.Len()+1 || calls != len(film.Image) {
		t.Fatalf("%d frames for %d moves, %d calls of progress", len(film.Image), h.Len(), calls)
	}
	if film.LoopCount != 0 {
		t.Errorf("it stops after %d turns", film.LoopCount)
	}
	last := len(film.Delay) - 1
	if film.Delay[last] <= 3*film.Delay[1] {
		t.Errorf("the last frame stands %d, others %d", film.Delay[last], film.Delay[1])
	}

	// Frame after frame it shows what a board would, pixel by pixel.
	shown := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	small := 0
	for ply, frame := range film.Image {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
		if frame.Bounds().Dy() < shown.Bounds().Dy() {
			small++
		}
		v := like
		v.Position, v.Bars = h.At(ply), barsAfter(like.Bars, h, ply)
		if ply > 0 {
			v.Last = Step{h.At(ply - 1), h.Moves()[ply-1]}
		}
		if differ, _, _ := compare(shown, decodeView(t, v)); differ != 0 {
			t.Fatalf("after %d moves %d pixels differ", ply, differ)
		}
	}
	if small == 0 {
		t.Error("every frame is as large as the picture")
	}
}

func TestReplayPauses(t *testing.T) {
	h := played(t, "american", 10)
	m := h.Moves()[6]
	arrows := []Arrow{{h.At(6).Path(m), Played}}
	var b bytes.Buffer
	must(t, Replay(t.Context(), &b, h, View{Size: 240}, []Pause{{6, arrows}}, nil))
	film, err := gif.DecodeAll(&b)
	must(t, err)
	if len(film.Image) != h.Len()+2 || film.Delay[7] != pauseDelay || film.Delay[6] >= pauseDelay {
		t.Fatalf("%d frames with delays %v", len(film.Image), film.Delay)
	}
	shown := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for _, frame := range film.Image[:8] {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
	}
	if differ, _, _ := compare(shown, decodeView(t, View{Position: h.At(6), Size: 240, Arrows: arrows})); differ != 0 {
		t.Errorf("the pause differs in %d pixels from its position with arrows", differ)
	}
}

func TestReplayIsSmall(t *testing.T) {
	for _, rules := range []string{"american", "international", "turkish"} {
		h := played(t, rules, 100)
		like := View{}
		bars(&like)
		var b bytes.Buffer
		must(t, Replay(t.Context(), &b, h, like, nil, nil))
		if perMove := b.Len() / (h.Len() + 1); perMove > 10000 {
			t.Errorf("%s: %d bytes for %d moves, over 1 MB for 100", rules, b.Len(), h.Len())
		}
		t.Logf("%s: %d KB for %d moves", rules, b.Len()>>10, h.Len())
	}
}

// full is a writer with room for so many bytes.
type full int

var errFull = errors.New("no room left")

func (f *full) Write(p []byte) (int, error) {
	if *f -= full(len(p)); *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestReplayThatCannotBeWritten(t *testing.T) {
	h := played(t, "american", 20)
	for _, room := range []full{0, 10, 5000, 20000} {
		if err := Replay(t.Context(), &room, h, View{}, nil, nil); !errors.Is(err, errFull) {
			t.Errorf("the error is %v", err)
		}
	}
	var wrong *ViewError
	if err := Replay(t.Context(), &bytes.Buffer{}, h, View{Theme: "neon"}, nil, nil); !errors.As(err, &wrong) {
		t.Errorf("an unknown theme gives %v", err)
	}
}

// BenchmarkReplay makes a replay of a game of a hundred moves.
func BenchmarkReplay(b *testing.B) {
	h := played(b, "american", 100)
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := Replay(b.Context(), &out, h, View{}, nil, nil); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len()), "bytes")
	}
}
