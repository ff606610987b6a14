package render

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"doublecorner/game/draughts"
)

var players = []string{"Anna Żółć", "Benjamin Oppenheimer-Smith", "Щука", "田中太郎", "Wolfeschlegelsteinhausenbergerdorff", "Zoë",
	"Kees van der Berg", "İbrahim", "José", "Márta", "Luigi", "Marie-Claire", "Olga", "Piet", "Quirin", "Rosa"}

// standings is a leaderboard of a Swiss after some rounds.
func standings(players []string, rounds int) Table {
	t := Table{Title: "Friday Swiss", Note: "5 / 7", Columns: []Column{{}, {Kind: Names, Head: "Player"}}}
	for r := range rounds {
		t.Columns = append(t.Columns, Column{Head: fmt.Sprint(r + 1), Kind: Results, Spare: true})
	}
	t.Columns = append(t.Columns, Column{Head: "Pts"}, Column{Head: "Buch", Spare: true})
	for i, name := range players {
		row := []Cell{{Text: fmt.Sprint(i + 1)}, {Text: name}}
		if i == 0 {
			row[0].Look = Won
		}
		for r := range rounds {
			k := (i*7 + r*3) % 4
			c := Cell{[]string{"·", "+", "=", "–"}[k] + fmt.Sprint(1+(i*5+r*7)%16),
				Look(k), []draughts.Piece{draughts.WhiteMan, draughts.BlackMan}[(i+r)%2]}
			if (i+r)%13 == 5 {
				c = Cell{Text: "bye", Look: Drawn}
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, append(row, Cell{Text: fmt.Sprint(8-i/2) + []string{"", "½"}[i%2]}, Cell{Text: fmt.Sprint(30 - i)}))
	}
	return t
}

// crossTable shows results of each against each.
func crossTable(players []string) Table {
	t := Table{Theme: "slate", Title: "Winter", Note: "87 / 132", Columns: []Column{{}, {Kind: Names}}}
	for i := range players {
		t.Columns = append(t.Columns, Column{Head: fmt.Sprint(i + 1), Kind: Results})
	}
	t.Columns = append(t.Columns, Column{Head: "Pts"})
	for i, name := range players {
		row := []Cell{{Text: fmt.Sprint(i + 1)}, {Text: name}}
		for k := range players {
			j := (i*5 + k*3) % 5
			c := Cell{Text: []string{"2", "1½", "1", "½", "·"}[j], Look: []Look{Won, Won, Drawn, Lost, Plain}[j]}
			if k == i {
				c = Cell{Look: Void}
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, append(row, Cell{Text: "12½"}))
	}
	return t
}

// bracket is a knockout whose players of the first round are known. The first two rounds are played.
func bracket(players int) Bracket {
	b := Bracket{Theme: "tournament", Title: "Cup", Note: "3"}
	for n, done := players/2, 2; n > 0; n, done = n/2, done-1 {
		r := BracketRound{Name: fmt.Sprint("1/", n)}
		for i := range n {
			var pair [2]Entrant
			if done >= 0 {
				each := players / (2 * n) // how many entrants have become one
				pair = [2]Entrant{{Name: fmt.Sprint("Player ", 2*i*each+1)}, {Name: fmt.Sprint("Player ", (2*i+1)*each+1)}}
			}
			if done > 0 {
				pair[0].Score, pair[0].Look, pair[1].Score, pair[1].Look = "1½", Won, "½", Lost
			}
			r.Pairs = append(r.Pairs, pair)
		}
		b.Rounds = append(b.Rounds, r)
	}
	if players >= 4 {
		b.Third = &BracketRound{"Third place", [][2]Entrant{{{Name: "Player 2", Look: Lost}, {Name: "Player 4", Look: Won}}}}
	}
	return b
}

// poster announces something under a title.
func poster(t testing.TB, theme, title string) Poster {
	v := board(t, "russian", "", "")
	v.Theme, v.Hints, v.Size = theme, false, 480
	return Poster{v, title, []Fact{{"Format", "Swiss, 5 rounds"}, {"Rules", "Russian draughts · 3 days a move"},
		{"Start", "Sat 28 November, 18:00"}, {"Places", "32 · 1200–1800"}, {"More", "than there is room for"}}}
}

// tournament returns the pictures of a tournament with golden pictures.
func tournament(t testing.TB) map[string]func() ([]byte, error) {
	draw := map[string]func() ([]byte, error){
		"cross-table":  crossTable(players[:12]).Picture,
		"standings":    standings(players, 9).Picture,
		"bracket":      bracket(16).Picture,
		"bracket-of-4": bracket(4).Picture,
	}
	for _, theme := range themes {
		table := standings(players[:4], 3)
		table.Theme = theme.Key
		draw["table-"+theme.Key] = table.Picture
		draw["poster-"+theme.Key] = poster(t, theme.Key, "Friday night Swiss at the club").Picture
	}
	return draw
}

func TestTablesThatCannotBeDrawn(t *testing.T) {
	names := []Column{{Kind: Names}}
	row := []Cell{{Text: "Anna"}}
	for what, table := range map[string]Table{
		"no names":         {Columns: []Column{{}}, Rows: [][]Cell{row}},
		"no rows":          {Columns: names},
		"too many rows":    {Columns: names, Rows: make([][]Cell, mostRows+1)},
		"a row too short":  {Columns: names, Rows: [][]Cell{{}}},
		"an unknown theme": {Columns: names, Rows: [][]Cell{row}, Theme: "neon"},
		"too many columns": crossTable(slicesOf("Anna", 20)),
	} {
		var wrong *ViewError
		if _, err := table.Picture(); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// slicesOf returns n equal names.
func slicesOf(name string, n int) []string {
	return strings.Split(strings.Repeat(name+"\n", n-1)+name, "\n")
}

func TestPicturesOfAnyNames(t *testing.T) {
	for _, name := range []string{"", strings.Repeat("Ẳ̂g̈", 60),
		strings.Repeat("|", 300), strings.Repeat("🔥", 99), strings.Repeat("שלום ", 40)} {
		for _, size := range []int{MinSize, 300, MaxSize} {
			table, b, p := standings(slicesOf(name, mostRows), 30), bracket(8), poster(t, "", name)
			table.Title, table.Note, table.Columns[2].Head = name, name, name
			b.Title, b.Note, b.Rounds[0].Name = name, name, name
			b.Rounds[0].Pairs[0] = [2]Entrant{{Name: name, Score: name}, {Name: name}}
			p.View.Size, p.Facts[0] = size, Fact{name, name}
			for _, draw := range []func() ([]byte, error){table.Picture, b.Picture, p.Picture} {
				if _, err := draw(); err != nil {
					t.Errorf("%.20q at %d: %v", name, size, err)
				}
			}
		}
	}
}

// Tables and brackets are also texts, whose lines are not longer than asked for.
func TestTableText(t *testing.T) {
	for what, test := range map[string]struct{ got, want string }{
		"clipped": {standings(players[:5], 9).Text(30), `
  Player        9 Pts Buch
1 Anna Żółć   ·9w   8   30
2 Benjamin … –14b  8½   29
3 Щука        =3w   7   28
4 田中太郎    +8b  7½   27
5 Wolfeschl… ·13w   6   26
`},
		"whole": {crossTable(players[:4]).Text(100), `
                             1 2  3 4 Pts
1 Anna Żółć                  # ½ 1½ · 12½
2 Benjamin Oppenheimer-Smith 2 # 1½ · 12½
3 Щука                       2 ½  # · 12½
4 田中太郎                   2 ½ 1½ # 12½
`},
		"right to left": {crossTable([]string{"Anna", "שלום", "مرحبا"}).Text(100), `
        1 2  3 Pts
1 Anna  # ½ 1½ 12½
2 ` + "\u2068שלום\u2069" + `  2 # 1½ 12½
3 ` + "\u2068مرحبا\u2069" + ` 2 ½  # 12½
`},
		"bracket": {bracket(4).Text(), `
1/2
  *Player 1 1½
– Player 2 ½
  *Player 3 1½
– Player 4 ½
1/1
  *Player 1 1½
– Player 3 ½
Third place
  Player 2
– *Player 4
`},
	} {
		if test.got != test.want[1:] {
			t.Errorf("%s:\n%s", what, test.got)
		}
	}
}

// Every pair of a bracket is in one of its parts, and each part can be drawn.
func TestBracketParts(t *testing.T) {
	for players, want := range map[int]int{2: 1, 4: 1, 16: 1, 32: 3, 64: 5, 128: 9, 256: 17} {
		parts := bracket(players).Parts()
		if len(parts) != want {
			t.Errorf("%d players: %d parts, want %d", players, len(parts), want)
		}
		first := 0
		for _, part := range parts {
			if _, err := part.Picture(); err != nil {
				t.Errorf("%d players: %v", players, err)
			}
			for _, pair := range part.Rounds[0].Pairs {
				if pair[0].Name == fmt.Sprint("Player ", 2*first+1) {
					first++
				}
			}
		}
		if first != players/2 {
			t.Errorf("%d players: %d pairs of the first round", players, first)
		}
	}
	var wrong *ViewError
	for what, b := range map[string]Bracket{"no round": {}, "too large": bracket(32), "not half as many": {Rounds: make([]BracketRound, 1)}} {
		if _, err := b.Picture(); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// BenchmarkTable draws standings of 20 players.
func BenchmarkTable(b *testing.B) {
	table := standings(slicesOf("Benjamin", 20), 7)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := table.Picture(); err != nil {
			b.Fatal(err)
		}
	}
}
