package render

import (
	"image"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPrintable(t *testing.T) {
	b := string(box)
	tests := []struct{ what, text, want string }{
		{"plain", "Anna", "Anna"},
		{"diacritics", "Żółć Őű Ğış Ñandú Þór Łódź ẞ", "Żółć Őű Ğış Ñandú Þór Łódź ẞ"},
		{"Cyrillic", "Щука Ґанок Їжак Ўладзь", "Щука Ґанок Їжак Ўладзь"},
		{"Greek", "Ωμέγα Ἀθῆναι", "Ωμέγα Ἀθῆναι"},
		{"decomposed", "Zoe\u0301", "Zoé"},
		{"a heap of marks", "a\u0300\u0301\u0302\u0303\u0304\u0305b", "à\u0301b"},
		{"another script: a box for each sign", "田中 Anna", b + b + " Anna"},
		{"several code points of one character count as one", "नि", b},
		{"pictographs are left out", "🔥 Anna 🔥", "Anna"},
		{"unless nothing else is there", "👨‍👩‍👧‍👦🏳️‍🌈", b + b},
		{"fancy letters", "𝕬𝓷𝓷𝒂 Ｂｅｎ Ⓒ 𝟙", "Anna Ben C 1"},
		{"one line", "An\nna\t x", "An na x"},
		{"directions", "\u202eAnna\u202c\u200f\u2066", "Anna"},
		{"right to left", "שלום", b + b + b + b},
		{"minus and hyphens", "−12 a‐b‑c", "–12 a-b-c"},
		{"broken UTF-8", "A\xff\xfeB", "AB"},
		{"nothing", "", ""},
		{"only space", " \u00a0\u3000 ", ""},
	}
	for _, test := range tests {
		if got := printable(test.text); got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.what, test.text, got, test.want)
		}
	}
	if n := len(printable(strings.Repeat("A", 1<<20))); n > 200 {
		t.Errorf("a very long name has %d characters", n)
	}
}

func TestCanDraw(t *testing.T) {
	for name, want := range map[string]bool{
		"Anna Żółć": true, "Щука": true, "Ωμέγα": true, "Zoe\u0301": true, "𝕬𝓷𝓷𝒂": true, "🔥 Anna": true, "_x_": true,
		"田中太郎": false, "ひらがな": false, "김민수": false, "مرحبا": false, "שלום": false, "สวัสดี": false,
		"田中 Anna": false, "🔥👑": false, "\u0301": false, "\u3000": false, "": false,
	} {
		if CanDraw(name) != want {
			t.Errorf("%q can be drawn: %v, want %v", name, !want, want)
		}
	}
}

func TestFontCoversLanguages(t *testing.T) {
	for language, letters := range map[string]string{
		"German": "äöüßÄÖÜẞ", "Dutch": "éëïóöüĳ", "Hungarian": "áéíóöőúüűÁÉÍÓÖŐÚÜŰ", "Turkish": "çğıiİöşüâîûÇĞŞ",
		"Filipino": "ñÑáàâ", "Spanish": "áéíñóúü¿¡", "French": "àâæçéèêëîïôœùûüÿ«»", "Portuguese": "ãâáàçéêíõôóú",
		"Polish": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "Russian": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "Italian": "àèéìòù",
		"Czech": "áčďéěíňóřšťúůýž", "Ukrainian": "ґєії", "Greek": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ", "Vietnamese": "ăâđêôơưạảấầẩẫậắằẳẵặ",
		"symbols": "×¼½¾…·–—’“”„‚€",
	} {
		for _, r := range letters {
			if !has(r) {
				t.Errorf("%s: the font has no %c (%U)", language, r, r)
			}
		}
	}
}

func TestFit(t *testing.T) {
	l := newLettering(20)
	name := "Wolfeschlegelsteinhausenbergerdorff"
	if got := l.fit(name, 10000); got != name {
		t.Errorf("a name that fits becomes %q", got)
	}
	for room := range 400 {
		got := l.fit(name, room)
		if w := l.width(got); w > room {
			t.Fatalf("%q is %d wide, in %d", got, w, room)
		}
		if got != "" && got != name && !strings.HasSuffix(got, "…") {
			t.Fatalf("%q is cut without saying so", got)
		}
	}
	lines := l.wrap("White wins: Black has no pieces left on the board", 150, 3)
	if len(lines) != 3 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if l.width(line) > 150 {
			t.Errorf("%q is too wide", line)
		}
	}
}

// TestNamesStayInTheirBar draws with and without names and looks for pixels that
// differ outside of the bars.
func TestNamesStayInTheirBar(t *testing.T) {
	v := board(t, "american", "", "")
	blank := with(v, func(v *View) { v.Bars = &Bars{} })
	empty := decodeView(t, blank)
	for _, name := range []string{
		strings.Repeat("Ẳ̂g̈", 60), strings.Repeat("|", 300),
		"Z̷̧̢̛̫͚̈́̽͝a̵̛͎͌l̸͕̎g̶͕̈́o̶͙͂", strings.Repeat("🔥", 99), strings.Repeat("שלום ", 40),
	} {
		named := with(v, func(v *View) {
			v.Bars = &Bars{Note: name, Players: [2]Player{{Name: name, Clock: name, Captured: 32}, {Name: name, Clock: name, Captured: 32}}}
		})
		_, _, diff := compare(decodeView(t, named), empty)
		l := newLayout(&named)
		inside := l.frame()
		for y := inside.Min.Y; y < inside.Max.Y; y++ {
			for x := inside.Min.X; x < inside.Max.X; x++ {
				if c := diff.RGBAAt(x, y); c.R == 255 && c.G == 0 {
					t.Fatalf("%.20q reaches the board at %d, %d", name, x, y)
				}
			}
		}
	}
}

func decodeView(t *testing.T, v View) image.Image {
	t.Helper()
	picture, err := v.Picture()
	must(t, err)
	return decode(t, picture)
}

func FuzzNames(f *testing.F) {
	f.Add("Anna", "K7Q2 · 14", 640)
	f.Add("👨‍👩‍👧‍👦 Zoe\u0301", "\u202e", 160)
	f.Fuzz(func(t *testing.T, name, note string, size int) {
		v := board(t, "american", "", "11-15")
		v.Size = MinSize + (size&0x7FFFFFFF)%(MaxSize-MinSize)/4
		v.Bars = &Bars{Note: note, Players: [2]Player{{Name: name, Captured: size & 31, Clock: note}, {Name: note, Clock: name}},
			Result: &Result{Text: name, Score: [2]string{note, name}}}
		decodeView(t, v)
		if alt := v.Alt(sayPlainly(t)); !utf8.ValidString(alt) {
			t.Errorf("the description is %q", alt)
		}
	})
}
