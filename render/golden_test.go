package render

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

var update = flag.Bool("update", false, "write the golden pictures anew; look at every one of them")

// board sets up a position, plays a last move if there is one, and shows hints.
func board(t testing.TB, rules, fen, last string) View {
	t.Helper()
	v := View{Position: draughtstest.Position(t, rules, fen), Hints: true}
	if last != "" {
		before := v.Position
		m, err := before.Read(last)
		must(t, err)
		v.Last, v.Position = Step{before, m}, before.Play(m)
	}
	return v
}

// with returns a view changed a little.
func with(v View, change func(*View)) View {
	change(&v)
	return v
}

// bars adds two players.
func bars(v *View) {
	v.Bars = &Bars{
		Players: [2]Player{{Name: "Anna Żółć", Clock: "2 d 4 h"}, {Name: "Ben", Captured: 3, Clock: "17 h"}},
		Note:    "K7Q2 · 14",
	}
}

// busy has a double jump just made, kings of both sides, and a capture to be made.
const busy = "W:W20,21,22,30,31,K7,K24:B3,8,10,11,12,13,18,K27"

// pictures are the views with golden pictures.
func pictures(t testing.TB) map[string]View {
	views := map[string]View{
		"start-american":      with(board(t, "american", "", ""), bars),
		"start-russian":       with(board(t, "russian", "", ""), bars),
		"start-italian":       board(t, "italian", "", ""),
		"start-turkish":       with(board(t, "turkish", "", ""), func(v *View) { v.Theme = "tournament" }),
		"start-international": with(board(t, "international", "", "32-28"), bars),
		"start-canadian":      with(board(t, "canadian", "", ""), func(v *View) { v.Theme = "slate"; bars(v) }),
		"from-black": with(board(t, "russian", "W:Wc3,e1,h2,Kb8:Bd4,d6,f6,Kh8", "c3xc7"),
			func(v *View) { v.From = draughts.Black; bars(v) }),
		"straight-capture": with(board(t, "frisian", "W:W33,47:B23,7,4", "33x13"), func(v *View) { v.Theme = "contrast" }),
		"circle":           board(t, "international", "W:W33:B28,18,19,29,40", "33x33"),
		"free-jump":        with(board(t, "american-free-jump", "W:W22,25,K7:B18,3,10", ""), func(v *View) { v.Theme = "slate" }),
		"mixed-scripts": with(board(t, "american", "", ""), func(v *View) {
			v.Bars = &Bars{Players: [2]Player{{Name: "田中太郎 🔥 Ωμέγα Щука"}, {Name: "👨‍👩‍👧‍👦🏳️‍🌈"}}}
		}),
		"long-names": with(board(t, "american", "", ""), func(v *View) {
			v.Bars = &Bars{Note: "K7Q2 · 123", Players: [2]Player{
				{Name: "Wolfeschlegelsteinhausenbergerdorff the Third", Clock: "12 d 23 h", Captured: 12},
				{Name: "שלום עולם \u202e مرحبا بالعالم Zo\u0308e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 Ångström",
					Clock: "3:59:59", Captured: 11},
			}}
		}),
		"low-clock": with(board(t, "american", "W:W25,K30,24:B12,K9,3,K17", "24-20"), func(v *View) {
			bars(v)
			v.Bars.Players[draughts.White].Clock = "1:07"
			v.Bars.Players[draughts.Black].Clock, v.Bars.Players[draughts.Black].Low = "0:24", true
		}),
		"kings-canadian": with(board(t, "canadian", "B:W31,40,K70,61:BK12,K28,45,K66,22", ""), bars),
		"ghosts":         with(board(t, "international", "W:W33,47,K36:B29,19,23,K5,10", "33x13"), bars),
		"puzzle":         with(board(t, "american", "W:W21,25,K23:B5,13,K14", ""), func(v *View) { v.Hints, v.Numbers = false, true }),
		"refused": with(board(t, "american", "B:W18,25:B15,11,4", ""), func(v *View) {
			v.Arrows = []Arrow{{[]draughts.Square{11, 16}, Refused}}
			v.Marks = []Mark{{18, Target}, {22, Goal}, {16, Wrong}}
		}),
		"refused-from-here": with(board(t, "american", "B:W18,25:BK11,4", ""), func(v *View) {
			v.Arrows = []Arrow{{[]draughts.Square{11, 20}, Refused}}
			v.Marks = []Mark{{15, Goal}, {16, Goal}, {7, Goal}, {8, Goal}, {20, Wrong}}
		}),
		"marks": with(board(t, "american", "B:W18,25,K32:B15,11,4,K1", ""), func(v *View) {
			v.Hints = false
			v.Marks = []Mark{{4, May}, {11, Must}, {15, Target}, {19, Goal},
				{18, Target | Must}, {25, Wrong}, {32, May | Wrong}, {30, Must}, {6, Wrong}}
			v.Arrows = []Arrow{{[]draughts.Square{4, 8, 12}, Played}, {[]draughts.Square{22, 26}, Proposed}, {[]draughts.Square{32, 24}, Refused}}
		}),
		"won": with(board(t, "russian", "W:Wa3,e3,d2,f2:Bg3,g5", "f2xf6"), func(v *View) {
			bars(v)
			v.Bars.Result = &Result{Text: "White wins: Black has no pieces left", Score: [2]string{"1", "0"}, Winner: draughts.White}
		}),
		"drawn": with(board(t, "american", "W:WK32:BK1", ""), func(v *View) {
			bars(v)
			v.Theme, v.Hints = "paper", false
			v.Bars.Result = &Result{Text: "Drawn by agreement", Score: [2]string{"½", "½"}, Drawn: true}
		}),
	}
	for _, theme := range themes {
		views["chance-"+theme.Key] = with(board(t, "american", busy, ""), func(v *View) {
			bars(v)
			v.Theme, v.Hints, v.Size, v.Bars.Chance = theme.Key, false, 300, &Chance{White: .8}
		})
		views["theme-"+theme.Key] = with(board(t, "american", busy, "22x6"), func(v *View) { v.Theme = theme.Key; bars(v) })
	}
	for name, size := range map[string]int{"160": 160, "300": 300, "1280": 1280} {
		views["size-"+name] = with(board(t, "international", "", "32-28"), func(v *View) { v.Size = size; bars(v) })
	}
	return views
}

func TestGolden(t *testing.T) {
	for name, v := range pictures(t) {
		t.Run(name, func(t *testing.T) {
			picture, err := v.Picture()
			must(t, err)
			golden(t, name, picture)
		})
	}
	t.Run("chart", func(t *testing.T) {
		picture, err := ups(80).Picture()
		must(t, err)
		golden(t, "chart", picture)
	})
	t.Run("chart-one", func(t *testing.T) {
		picture, err := Chart{Title: "Ben", Points: []Rating{{1500, 350}}, First: "today"}.Picture()
		must(t, err)
		golden(t, "chart-one", picture)
	})
	for _, theme := range themes {
		t.Run("course-"+theme.Key, func(t *testing.T) {
			picture, err := Course{
				Theme: theme.Key, Title: "Anna Żółć – Ben", Turns: []int{9, 30, 47},
				Chances: []float64{.5, .5, .52, .5, .49, .5, .47, .48, .45, .52, .7, .72, .7, .71, .7, .68, .7, .72, .75, .71, .7, .7, .69,
					.7, .7, .7, .71, .7, .72, .74, .76, .3, .31, .3, .28, .3, .27, .25, .3, .28, .3, .3, .29, .28, .3, .25, .2, .2, 0, 0, 0, 0},
			}.Picture()
			must(t, err)
			golden(t, "course-"+theme.Key, picture)
		})
	}
	for name, draw := range tournament(t) {
		t.Run(name, func(t *testing.T) {
			picture, err := draw()
			must(t, err)
			golden(t, name, picture)
		})
	}
	t.Run("turn", func(t *testing.T) { // what was played and what was better
		v := with(board(t, "american", "B:W18,25,27:B15,11,4,K9", ""), func(v *View) {
			v.Hints, v.Size = false, 480
			v.Arrows = []Arrow{{[]draughts.Square{11, 16}, Played}, {[]draughts.Square{15, 22, 29}, Proposed}}
		})
		picture, err := v.Picture()
		must(t, err)
		golden(t, "turn", picture)
	})
	t.Run("card", func(t *testing.T) {
		picture, err := finished(t).Picture()
		must(t, err)
		golden(t, "card", picture)
	})
}

// ups is a chart of a rating with some ups and downs.
func ups(n int) Chart {
	c := Chart{Theme: "slate", Title: "Anna · Russian draughts", First: "1 March", Last: "21 November"}
	value, deviation := 1500.0, 350.0
	for i := range n {
		value += float64((i*37)%41) - 18
		deviation = max(60, deviation*.93)
		c.Points = append(c.Points, Rating{value, deviation})
	}
	return c
}

func finished(t testing.TB) Card {
	v := board(t, "russian", "W:Wa3,e3,d2,f2:Bg3,g5", "f2xf6")
	v.Size = 800
	return Card{
		View:    v,
		Title:   "Russian draughts",
		Players: [2]CardPlayer{{"Anna Żółć", "1523 +12"}, {"Benjamin Oppenheimer-Smith", "1498 −12"}},
		Result:  Result{Text: "White wins: Black has no pieces left on the board", Score: [2]string{"1", "0"}},
		Note:    "K7Q2 · 100 moves",
	}
}

// golden compares a picture with the golden one of a name.
func golden(t *testing.T, name string, picture []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name+".png")
	take := func() { // not called if the picture looks the same
		must(t, os.WriteFile(file, picture, 0o644))
	}
	kept, err := os.ReadFile(file)
	if *update && errors.Is(err, fs.ErrNotExist) {
		take()
		return
	} else if err != nil {
		t.Fatal(err)
	}
	got, want := decode(t, picture), decode(t, kept)
	if got.Bounds() != want.Bounds() {
		if *update {
			take()
			return
		}
		t.Fatalf("the picture is %v, the golden one %v", got.Bounds().Size(), want.Bounds().Size())
	}
	differ, worst, diff := compare(got, want)
	// Processors that fuse multiplications and additions round curves a little
	// differently, so a few pixels may be one shade off.
	if worst <= 48 && differ*1000 <= got.Bounds().Dx()*got.Bounds().Dy() {
		return
	}
	if *update {
		take()
		return
	}
	dir := t.ArtifactDir()
	save := func(kind string, img image.Image) string {
		out := filepath.Join(dir, name+"-"+kind+".png")
		var b bytes.Buffer
		must(t, png.Encode(&b, img))
		must(t, os.WriteFile(out, b.Bytes(), 0o644))
		return out
	}
	save("got", got)
	t.Errorf("%d pixels differ, by up to %d of 255: red in %s (go test -artifacts keeps it; -update takes the new picture)",
		differ, worst, save("diff", diff))
}

func decode(t testing.TB, picture []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(picture))
	must(t, err)
	return img
}

// compare counts the pixels that differ, finds the greatest difference, and shows the pixels
// in red on a faded picture.
func compare(got, want image.Image) (differ, worst int, diff *image.RGBA) {
	diff = image.NewRGBA(got.Bounds())
	for y := got.Bounds().Min.Y; y < got.Bounds().Max.Y; y++ {
		for x := got.Bounds().Min.X; x < got.Bounds().Max.X; x++ {
			a := color.RGBAModel.Convert(got.At(x, y)).(color.RGBA)
			b := color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			d := max(abs(int(a.R)-int(b.R)), abs(int(a.G)-int(b.G)), abs(int(a.B)-int(b.B)))
			worst = max(worst, d)
			grey := uint8(200 + (int(b.R)+int(b.G)+int(b.B))/14)
			diff.SetRGBA(x, y, color.RGBA{grey, grey, grey, 255})
			if d > 0 {
				differ++
				diff.SetRGBA(x, y, color.RGBA{255, 0, 0, 255})
			}
		}
	}
	return differ, worst, diff
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
