package render

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fogleman/gg"
	"golang.org/x/image/font/opentype"

	"doublecorner/game/draughts"
)

func TestViewsThatCannotBeDrawn(t *testing.T) {
	fine := board(t, "american", "", "11-15")
	tests := []struct {
		what string
		view View
		says string
	}{
		{"nothing", View{}, "position"},
		{"an unknown theme", with(fine, func(v *View) { v.Theme = "neon" }), "classic, tournament, slate, paper, contrast"},
		{"too small", with(fine, func(v *View) { v.Size = MinSize - 1 }), "160"},
		{"too large", with(fine, func(v *View) { v.Size = 1 << 40 }), "1280"},
		{"a negative size", with(fine, func(v *View) { v.Size = -640 }), "160"},
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			_, err := test.view.Picture()
			var wrong *ViewError
			if !errors.As(err, &wrong) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("Picture says %v, which does not name %q", err, test.says)
			}
			if _, err := (Card{View: test.view}).Picture(); !errors.As(err, &wrong) {
				t.Errorf("the card says %v", err)
			}
		})
	}
}

// TestEveryBoard draws every rule set from both sides in positions of random games.
func TestEveryBoard(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, rules := range draughts.Families() {
		variant, err := draughts.Compile(rules)
		must(t, err)
		h := draughts.NewHistory(variant.Start())
		for range 60 {
			moves := h.Position().Moves()
			if len(moves) == 0 || h.PlayOn(moves[random.IntN(len(moves))]) != nil {
				break
			}
			if h.Len()%3 != 0 {
				continue
			}
			v := View{
				Position: h.Position(), Last: Step{h.At(h.Len() - 1), h.Moves()[h.Len()-1]},
				Hints: true, From: draughts.Sides[h.Len()%2], Size: MinSize + random.IntN(300),
				Theme: themes[random.IntN(len(themes))].Key,
			}
			bars(&v)
			picture, err := v.Picture()
			if err != nil {
				t.Fatal(rules.Key, err)
			}
			if got := decode(t, picture).Bounds().Dx(); got != v.Size {
				t.Fatalf("%s: %d wide, want %d", rules.Key, got, v.Size)
			}
		}
	}
}

// TestTogether draws many pictures at once and compares them with those drawn alone.
func TestTogether(t *testing.T) {
	views := pictures(t)
	alone := map[string][]byte{}
	for name, v := range views {
		picture, err := v.Picture()
		must(t, err)
		alone[name] = picture
	}
	styles = cache{} // so that everything is drawn anew, at once
	var wait sync.WaitGroup
	for range 8 {
		for name, v := range views {
			wait.Go(func() {
				picture, err := v.Picture()
				if err != nil || !bytes.Equal(picture, alone[name]) {
					t.Errorf("%s is another picture when others are drawn (%v)", name, err)
				}
			})
		}
	}
	wait.Wait()
}

// TestMemory draws every size of every theme and measures what is kept.
func TestMemory(t *testing.T) {
	const most = 32 << 20
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	styles = cache{}
	for len(canvases) > 0 {
		<-canvases
	}
	before := heap()
	v := board(t, "canadian", "", "")
	bars(&v)
	peak := int64(0)
	for size := MinSize; size <= MaxSize; size += 40 {
		for _, theme := range themes {
			v.Size, v.Theme = size, theme.Key
			if _, err := v.Picture(); err != nil {
				t.Fatal(err)
			}
			peak = max(peak, styles.size())
		}
	}
	if peak > mostStyleBytes {
		t.Errorf("styles took %d bytes", peak)
	}
	if kept := int64(heap()) - int64(before); kept > most {
		t.Errorf("%d MB are kept, more than %d", kept>>20, most>>20)
	} else {
		t.Logf("%d styles and %d canvases take %.1f MB", len(styles.kept), len(canvases), float64(kept)/(1<<20))
	}
	if len(styles.kept) < 3 {
		t.Errorf("only %d styles are kept", len(styles.kept))
	}
}

// usual is the view whose cost is measured: the board alone, after a move.
func usual(t testing.TB) View { return board(t, "american", "", "11-15") }

func TestCost(t *testing.T) {
	v := usual(t)
	picture, err := v.Picture()
	must(t, err)
	if len(picture) > 24<<10 {
		t.Errorf("a picture takes %d bytes, over 24 KB", len(picture))
	}
	full := board(t, "american", busy, "22x6")
	bars(&full)
	if picture, err := full.Picture(); err != nil || len(picture) > 40<<10 {
		t.Errorf("a picture full of kings and marks takes %d bytes, over 40 KB (%v)", len(picture), err)
	}
	bars(&v)
	if n := testing.AllocsPerRun(20, func() {
		if _, err := v.Picture(); err != nil {
			t.Fatal(err)
		}
	}); n >= 50 {
		t.Errorf("a picture takes %.0f allocations, not less than 50", n)
	}
}

// Where an arrow passes under the number of a square, the number stands out from it.
func TestNumbersAreAboveArrows(t *testing.T) {
	for _, theme := range themes {
		v := with(board(t, "american", busy, "22x6"), func(v *View) { v.Theme, v.Hints = theme.Key, false })
		p := newPainter(&v)
		inked := func(c Colour) uint8 { return p.style.near[c>>19<<10|c>>11&31<<5|c>>3&31] }
		number, arrow := inked(theme.Number), inked(theme.Arrow)
		c := v.draw()
		at, pixels := p.at(15), 0
		for y := at.Y + 1; y < at.Y+p.cell/4; y++ {
			for x := at.X + 1; x < at.X+p.cell/3; x++ {
				if c.row(x, y, 1)[0] != number {
					continue
				}
				pixels++
				for dy := -1; dy <= 1; dy++ {
					if bytes.IndexByte(c.row(x-1, y+dy, 3), arrow) >= 0 {
						t.Fatalf("%s: the arrow touches the number at %d, %d", theme.Key, x, y)
					}
				}
			}
		}
		if pixels < 40 {
			t.Errorf("%s: only %d pixels of the number are seen", theme.Key, pixels)
		}
		c.release()
	}
}

// naive draws a view without keeping anything: every square, number and arrow by gg, encoded
// with 32 bits a pixel.
func naive(v View) ([]byte, error) {
	l := newLayout(&v)
	theme := &themes[0]
	letters, err := opentype.NewFace(typeface(), &opentype.FaceOptions{Size: float64(l.cell) * .18, DPI: 72})
	if err != nil {
		return nil, err
	}
	dc := gg.NewContext(l.width, l.height)
	setColour(dc, theme.Rim, 256)
	dc.Clear()
	dc.SetFontFace(letters)
	p := painter{View: &v, layout: l}
	p.chooseFaces()
	variant := v.Position.Variant()
	for y := range l.rules.Board.Size {
		for x := range l.rules.Board.Size {
			at, q := l.square(x, y), variant.SquareAt(x, y)
			dc.Push()
			dc.Translate(float64(at.X), float64(at.Y))
			drawSquare(dc, theme, float64(l.cell), p.faces[q])
			if q != 0 {
				setColour(dc, theme.Number, 256)
				dc.DrawString(fmt.Sprint(int(q)), 4, 15)
			}
			dc.Pop()
		}
	}
	for i, path := 0, v.Last.Before.Path(v.Last.Move); i+1 < len(path); i++ {
		x, y := variant.XY(path[i])
		toX, toY := variant.XY(path[i+1])
		s := segment{toX - x, toY - y, Played, i == len(path)-2}
		at := l.square(x, y)
		origin := s.origin(l.cell)
		dc.DrawImage(drawSegment(s, l.cell).Image(), at.X+l.cell/2-origin.X, at.Y+l.cell/2-origin.Y)
	}
	var b bytes.Buffer
	err = png.Encode(&b, dc.Image())
	return b.Bytes(), err
}

// BenchmarkBoard draws the same picture without and with kept styles, in turns, and reports
// how many times faster the second is.
func BenchmarkBoard(b *testing.B) {
	v := usual(b)
	draw := func(how func(View) ([]byte, error)) (time.Duration, int) {
		start := time.Now()
		picture, err := how(v)
		if err != nil {
			b.Fatal(err)
		}
		return time.Since(start), len(picture)
	}
	var fresh, kept time.Duration
	var freshBytes, keptBytes, n int
	for b.Loop() {
		n++
		d, bytes := draw(naive)
		fresh, freshBytes = fresh+d, bytes
		d, bytes = draw(View.Picture)
		kept, keptBytes = kept+d, bytes
	}
	b.ReportMetric(float64(fresh)/float64(kept), "times-faster")
	b.ReportMetric(float64(fresh.Microseconds())/float64(n), "naive-us")
	b.ReportMetric(float64(kept.Microseconds())/float64(n), "board-us")
	b.ReportMetric(float64(freshBytes), "naive-bytes")
	b.ReportMetric(float64(keptBytes), "board-bytes")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkPicture draws a board with bars and counts its allocations.
func BenchmarkPicture(b *testing.B) {
	v := usual(b)
	bars(&v)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := v.Picture(); err != nil {
			b.Fatal(err)
		}
	}
}
