package draughts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Draws says when a game without progress is drawn, besides by agreement.
type Draws struct {
	// Repetition is how many times a position must stand on the board with the same
	// side to move; 0: repetition draws nothing.
	Repetition int `yaml:"repetition,omitempty" json:"Repetition"`
	// RepetitionClaimed: the game goes on until a player claims it.
	RepetitionClaimed bool `yaml:"repetition-claimed,omitempty" json:"RepetitionClaimed"`
	// Counters draw a game in which nothing happens for too long.
	Counters []Counter `yaml:"counters,omitempty" json:"Counters"`
	// Dead are balances of pieces that are drawn as soon as they stand on the board
	// and the side to move has no capture.
	Dead []Balance `yaml:"dead,omitempty" json:"Dead"`
	// Unwinnable are balances with which the strong side does not win when the weak side's
	// time runs out. They end no game by themselves.
	Unwinnable []Balance `yaml:"unwinnable,omitempty" json:"Unwinnable"`
}

// Counter draws a game after a number of moves in which nothing happens. It starts from 0 when
// its balance of pieces comes about and, unless it lasts, at every capture.
type Counter struct {
	Moves int  `yaml:"moves" json:"Moves"`           // how many
	By    By   `yaml:"by" json:"By"`                 // whose moves are counted
	Quiet bool `yaml:"quiet,omitempty" json:"Quiet"` // a man's move starts it anew
	Exact bool `yaml:"exact,omitempty" json:"Exact"` // a crowning starts it anew, even if the balance still holds
	// Lasts: once it runs, captures neither start it anew nor end it, even if they change the
	// balance.
	Lasts   bool    `yaml:"lasts,omitempty" json:"Lasts,omitempty"`
	Balance Balance `yaml:"balance,omitempty" json:"Balance,omitzero"` // it runs while this holds
	Claimed bool    `yaml:"claimed,omitempty" json:"Claimed"`          // the game goes on until a player claims the draw
}

// By says whose moves a counter counts.
type By uint8

const (
	EachSide     By = iota // moves by one side and by the other are one
	EitherSide             // every move by either side is one
	StrongerSide           // only moves of the side that the balance calls strong
	WeakerSide             // only moves of the other side
)

// Balance is a condition on the pieces of both sides. The zero value always holds.
type Balance struct {
	Strong Force `yaml:"strong,omitempty" json:"Strong,omitzero"` // what one side has
	Weak   Force `yaml:"weak,omitempty" json:"Weak,omitzero"`     // what the other has
	Total  Span  `yaml:"total,omitempty" json:"Total,omitzero"`   // pieces on the board
	// LongDiagonal: all of the weak side's pieces stand on the long diagonal.
	// OffLongDiagonal: they do not.
	LongDiagonal    bool `yaml:"long-diagonal,omitempty" json:"LongDiagonal"`
	OffLongDiagonal bool `yaml:"off-long-diagonal,omitempty" json:"OffLongDiagonal"`
	// StrongOnDiagonal: a piece of the strong side stands on the long diagonal.
	StrongOnDiagonal bool `yaml:"strong-on-diagonal,omitempty" json:"StrongOnDiagonal,omitempty"`
}

// Force is a condition on one side's pieces, written "3+ kings", "1 king, 2 men"
// or "3 pieces, 1+ kings". The zero value always holds. If Pieces is set, Men is not compared,
// and Kings only if it is set, too; else the side has just these kings and men.
type Force struct{ Pieces, Kings, Men Span }

// Span is a range of numbers, written "3", "3+" or "4-5". The zero value is 0.
type Span struct{ Min, Max int }

// many is the Max of an open span.
const many = 255

// IsOpen reports whether the range has no end.
func (s Span) IsOpen() bool { return s.Max == many }

func (s Span) has(n int) bool { return s.Min <= n && n <= s.Max }

func (f Force) holds(kings, men int) bool {
	switch {
	case f == Force{}:
		return true
	case f.Pieces != Span{}:
		return f.Pieces.has(kings+men) && (f.Kings == Span{} || f.Kings.has(kings))
	default:
		return f.Kings.has(kings) && f.Men.has(men)
	}
}

func (s Span) String() string {
	switch {
	case s.Max == many:
		return fmt.Sprintf("%d+", s.Min)
	case s.Min != s.Max:
		return fmt.Sprintf("%d-%d", s.Min, s.Max)
	}
	return strconv.Itoa(s.Min)
}

// MarshalText writes the span.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes, except the zero value, which would be no
// condition.
func (s *Span) UnmarshalText(text []byte) error {
	span, err := parseSpan(string(text))
	if err != nil {
		return err
	}
	if span == (Span{}) {
		return &RulesFault{Code: EmptySpan, Text: string(text)}
	}
	*s = span
	return nil
}

func parseSpan(text string) (Span, error) {
	low, high, ranged := strings.Cut(text, "-")
	low, open := strings.CutSuffix(low, "+")
	from, err := strconv.ParseUint(low, 10, 7)
	to := from
	switch {
	case err != nil:
	case open && !ranged:
		to = many
	case ranged && !open:
		to, err = strconv.ParseUint(high, 10, 7)
	}
	if err != nil || open && ranged || to < from {
		return Span{}, &RulesFault{Code: NotASpan, Text: text}
	}
	return Span{int(from), int(to)}, nil
}

// forceWords name what Force.spans returns, one and several.
var forceWords = [3][2]string{{"piece", "pieces"}, {"king", "kings"}, {"man", "men"}}

func (f *Force) spans() [3]*Span { return [3]*Span{&f.Pieces, &f.Kings, &f.Men} }

func (f Force) String() string {
	var parts []string
	for i, span := range f.spans() {
		switch *span {
		case Span{}:
		case Span{1, 1}:
			parts = append(parts, "1 "+forceWords[i][0])
		default:
			parts = append(parts, span.String()+" "+forceWords[i][1])
		}
	}
	return strings.Join(parts, ", ")
}

// MarshalText writes the force.
func (f Force) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (f *Force) UnmarshalText(text []byte) error {
	var force Force
	wrong := func(code FaultCode) error { return &RulesFault{Code: code, Text: string(text)} }
	var named [len(forceWords)]bool
	for part := range strings.SplitSeq(string(text), ",") {
		number, word, _ := strings.Cut(strings.TrimSpace(part), " ")
		word = strings.TrimSpace(word)
		i := slices.IndexFunc(forceWords[:], func(known [2]string) bool { return slices.Contains(known[:], word) })
		switch {
		case i < 0:
			return wrong(NotAForce)
		case named[i]:
			return &RulesFault{Code: NamedTwice, Text: word}
		}
		named[i] = true
		var err error
		if *force.spans()[i], err = parseSpan(number); err != nil {
			return err
		}
	}
	pieces, kings, men := named[0], named[1], named[2]
	switch {
	case pieces && men:
		return wrong(PiecesAndMen)
	case force == Force{}, pieces && force.Pieces == Span{}:
		return wrong(NobodyThere)
	case pieces && kings && force.Kings == Span{}:
		return wrong(PiecesWithoutKing)
	}
	*f = force
	return nil
}

// withoutBalances returns the draws that depend on no balance of pieces.
func (d Draws) withoutBalances() Draws {
	d = d.clone()
	d.Counters = copyOf(slices.DeleteFunc(d.Counters, func(c Counter) bool { return c.Balance != Balance{} }))
	d.Dead, d.Unwinnable = nil, nil
	return d
}

func (d Draws) clone() Draws {
	d.Counters, d.Dead, d.Unwinnable = copyOf(d.Counters), copyOf(d.Dead), copyOf(d.Unwinnable)
	return d
}

// copyOf returns a copy of a list, or nil if it is empty, so that equal rules compare equal.
func copyOf[T any](list []T) []T { return append([]T(nil), list...) }
