package pdn

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"doublecorner/game/draughts"
)

// width is how long lines of moves get; PDN asks for less than 80 columns.
const width = 79

// Write writes a game with its tags, moves numbered from 1, in lines of less than
// 80 columns, and its result.
func Write(w io.Writer, g *Record) error {
	p := printer{w: bufio.NewWriter(w)}
	for _, t := range g.Tags {
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(inLine(t.Value))
		p.w.WriteString("[" + t.Name + ` "` + value + "\"]\n")
	}
	if len(g.Tags) > 0 {
		p.w.WriteByte('\n')
	}
	p.line(g.Line, 0)
	result := g.Result
	if result == "" {
		result = Unfinished
	}
	p.word(string(result))
	p.w.WriteString("\n\n")
	return p.w.Flush()
}

// inLine replaces characters that would break a line.
func inLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}

// printer lays out words in lines.
type printer struct {
	w      *bufio.Writer
	column int
	glue   bool // the next word follows without a space
	turn   bool // the next word starts a line
}

// line prints a line whose first move is the given ply of the game.
func (p *printer) line(line Line, ply int) {
	numbered := false
	for i, n := range line {
		switch n.Kind {
		case Move:
			if ply%2 == 0 {
				p.word(strconv.Itoa(ply/2+1) + ".")
			} else if !numbered {
				p.word(strconv.Itoa(ply/2+1) + "...")
			}
			p.word(n.Text)
			ply++
		case Strength:
			p.glue = i > 0 && line[i-1].Kind == Move
			p.word(n.Text)
		case NAG:
			p.word("$" + n.Text)
		case Comment:
			if text := inLine(n.Text); strings.Contains(text, "}") {
				p.word("; " + text)
				p.turn = true
			} else {
				p.word("{" + text + "}")
			}
		case Setup:
			p.word("/" + n.Text + "/")
		case Variation:
			p.word("(")
			p.glue = len(n.Variation) == 0 || n.Variation[0].Kind != Strength
			p.line(n.Variation, max(0, ply-1))
			p.glue = true
			p.word(")")
		case Unknown:
			if i > 0 && isSquare(n.Text) && line[i-1].Kind == Unknown && endsInSeparator(line[i-1].Text) {
				p.word(strconv.Itoa(ply/2+1) + ".") // else the two would be read as a move
			}
			p.word(n.Text)
			// Followed by more on the line, these would be read as something else.
			p.turn = n.Text == "[" || n.Text == "/" || endsInSeparator(n.Text) || isSquare(withoutNumbers(n.Text))
		}
		numbered = n.Kind == Move || numbered && (n.Kind == Strength || n.Kind == NAG)
	}
}

func (p *printer) word(text string) {
	length := utf8.RuneCountInString(text)
	switch {
	case p.column == 0:
	case p.turn || !p.glue && p.column+1+length > width:
		p.w.WriteByte('\n')
		p.column = 0
	case !p.glue:
		p.w.WriteByte(' ')
		p.column++
	}
	if p.column == 0 && strings.HasPrefix(text, "%") {
		p.w.WriteByte(' ') // at the start of a line it would hide the line
		p.column++
	}
	p.w.WriteString(text)
	p.column += length
	p.glue, p.turn = false, false
}

// FromHistory returns a game to be written: with some tags, those that name the rules and the
// position it starts from, and its result if it is over.
func FromHistory(h *draughts.History, tags ...Tag) *Record {
	start := h.Start()
	v := start.Variant()
	g := &Record{Tags: slices.Clone(tags), Result: Unfinished}
	if gameType := gameTypeOf(v); gameType != "" {
		g.SetTag("GameType", gameType)
	} else {
		g.SetTag("Variant", v.Rules().Key)
	}
	if start != v.Start() {
		g.SetTag("SetUp", "1")
		g.SetTag("FEN", FEN(start))
	}
	for i, m := range h.Moves() {
		g.Line = append(g.Line, Node{Kind: Move, Text: h.At(i).Text(m)})
	}
	if end, over := h.Ending(); over {
		g.Result = ResultOf(v, end)
	}
	g.SetTag("Result", string(g.Result))
	return g
}

// ClockComment returns what the players' clocks showed after a move, as a comment says it, and whose runs then:
// [%clock W0:10:00 b0:09:55].
func ClockComment(left [len(draughts.Sides)]time.Duration, running draughts.Side) string {
	var clocks [len(draughts.Sides)]string
	for _, side := range draughts.Sides {
		letter := letterOf(side)
		if side != running {
			letter = strings.ToLower(letter)
		}
		seconds := int(left[side] / time.Second)
		clocks[side] = fmt.Sprintf("%s%d:%02d:%02d", letter, seconds/3600, seconds/60%60, seconds%60)
	}
	return "[%clock " + strings.Join(clocks[:], " ") + "]"
}
