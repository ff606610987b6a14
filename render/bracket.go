package render

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"
)

// Bracket shows who meets whom in a knockout. All words come from the caller.
type Bracket struct {
	Theme  string // as View.Theme
	Title  string
	Note   string         // beside the title
	Rounds []BracketRound // each has half as many pairs as the one before; at most four
	Third  *BracketRound  // the meeting for the third place, below the final; nil if there is none
}

// BracketRound is a round of a knockout.
type BracketRound struct {
	Name  string
	Pairs [][2]Entrant // the winners of two neighbours meet in the next round; at most eight
}

// Entrant is one of a pair. The zero Entrant is not known yet.
type Entrant struct {
	Name  string
	Score string
	Look  Look // Won goes on, Lost is out
}

// How much of a bracket one picture shows.
const (
	mostBracketRounds = 4
	mostBracketPairs  = 8
)

// check reports why the bracket cannot be drawn.
func (b *Bracket) check() error {
	wrong := &ViewError{"bracket's rounds", fmt.Sprintf("must be from one to %d, the first of at most %d pairs, each other of half as many as the one before",
		mostBracketRounds, mostBracketPairs)}
	if n := len(b.Rounds); n == 0 || n > mostBracketRounds {
		return wrong
	}
	if b.Third != nil && len(b.Third.Pairs) != 1 {
		return &ViewError{"meeting for the third place", "must be one pair"}
	}
	for i, r := range b.Rounds {
		n := len(r.Pairs)
		if n == 0 || n > mostBracketPairs || i > 0 && 2*n != len(b.Rounds[i-1].Pairs) {
			return wrong
		}
	}
	_, err := themeIndex(b.Theme)
	return err
}

// Parts splits a bracket into those that have pictures of their own. The last one shows the last three rounds
// also if others show the first of these.
func (b Bracket) Parts() []Bracket {
	var parts []Bracket
	for start := 0; ; start = min(start+mostBracketRounds, len(b.Rounds)-3) {
		end := min(start+mostBracketRounds, len(b.Rounds))
		for from := 0; from < len(b.Rounds[start].Pairs); from += mostBracketPairs {
			part := b
			part.Rounds = nil
			if end < len(b.Rounds) {
				part.Third = nil
			}
			for i, r := range b.Rounds[start:end] {
				r.Pairs = r.Pairs[from>>i : min(len(r.Pairs), (from+mostBracketPairs)>>i)]
				part.Rounds = append(part.Rounds, r)
			}
			parts = append(parts, part)
		}
		if end == len(b.Rounds) {
			return parts
		}
	}
}

// Picture draws the bracket as a PNG picture. The error is a ViewError.
func (b Bracket) Picture() ([]byte, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	const width = DefaultSize
	s := panelStyle(b.Theme, width)
	unit := width / 32
	line := unit * 3 / 2
	slot := 2*line + unit/2 // a pair of the first round, and the gap to the next
	top := headingHeight(unit) + unit*3/2
	height := top + slot*len(b.Rounds[0].Pairs) + unit/2
	last := len(b.Rounds) - 1
	final := top + slot<<last/2 - unit/4 // its middle
	third := final + line + unit/2       // where the name of the meeting for the third place begins
	if b.Third != nil {
		height = max(height, third+unit*5/4+2*line+unit/2)
	}
	to := newCanvas(width, height, s.palette)
	defer to.release()
	to.fill(image.Rect(0, 0, width, height), s.theme.Bar)
	s.heading(to, b.Title, b.Note)

	gap := unit
	box := (width - unit - gap*(len(b.Rounds)-1)) / len(b.Rounds)
	thick := max(1, unit/12)
	for i, r := range b.Rounds {
		x := unit/2 + i*(box+gap)
		head := image.Rect(x, headingHeight(unit), x+box, top-unit/4)
		s.text(to, s.note, head, Names, r.Name, s.theme.BarNote)
		for k, pair := range r.Pairs {
			high := slot << i // the height of the branch
			middle := top + high*k + high/2 - unit/4
			at := image.Rect(x, middle-line, x+box, middle+line)
			s.pair(to, at, pair)
			if i+1 < len(b.Rounds) { // to the next round
				join := x + box + gap/2
				next := middle + high/2*(1-2*(k%2))
				to.fill(image.Rect(at.Max.X, middle, join+thick, middle+thick), s.theme.BarNote)
				to.fill(image.Rect(join, min(middle, next), join+thick, max(middle, next)+thick), s.theme.BarNote)
				to.fill(image.Rect(join, next, x+box+gap, next+thick), s.theme.BarNote)
			}
		}
	}
	if b.Third != nil {
		x := unit/2 + last*(box+gap)
		s.text(to, s.note, image.Rect(x, third, x+box, third+unit*5/4), Names, b.Third.Name, s.theme.BarNote)
		s.pair(to, image.Rect(x, third+unit*5/4, x+box, third+unit*5/4+2*line), b.Third.Pairs[0])
	}
	return to.png(), nil
}

// Text writes the bracket with letters, each name on a line of its own.
func (b Bracket) Text() string {
	var out strings.Builder
	rounds := b.Rounds
	if b.Third != nil {
		rounds = append(slices.Clip(rounds), *b.Third)
	}
	for _, r := range rounds {
		out.WriteString(r.Name + "\n")
		for _, pair := range r.Pairs {
			fmt.Fprintf(&out, "  %s\n– %s\n", pair[0].letters(), pair[1].letters())
		}
	}
	return out.String()
}

// letters returns the name and score of an entrant, with a star if they go on.
func (e Entrant) letters() string {
	name := cmp.Or(isolate(e.Name), "?")
	if e.Look == Won {
		name = "*" + name
	}
	return strings.TrimSpace(name + " " + e.Score)
}

// pair paints the box of a pair.
func (s *style) pair(to *canvas, at image.Rectangle, pair [2]Entrant) {
	half := at.Dy() / 2
	for i, e := range pair {
		line := image.Rect(at.Min.X, at.Min.Y+i*half, at.Max.X, at.Min.Y+(i+1)*half)
		if e.Look == Plain {
			e.Look = Drawn // so far
		}
		ground, colour := s.theme.look(e.Look)
		s.chip(to, line.Inset(max(1, s.bar/48)), ground)
		pad := s.bar / 8
		right := s.note.writeBefore(to, e.Score, line.Max.X-pad, s.note.baseline(line), line.Dx()/3, colour)
		line.Max.X = right
		s.text(to, s.note, line, Names, e.Name, colour)
	}
}
