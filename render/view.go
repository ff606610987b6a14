// Package render turns positions into pictures: boards as PNG ([View]), whole games as animated
// GIF ([Replay]), charts of ratings ([Chart]) and cards of finished games ([Card]); and it draws tables ([Table]),
// brackets ([Bracket]) and posters ([Poster]). For people who do not look at pictures it gives descriptions
// ([View.Alt]) and boards of letters ([Text]).
//
// A board is put together from squares. Each square that looks different is drawn once for a
// theme and a size, by gg, and brought onto the theme's palette. After that a picture costs
// little more than copying and compressing. What is kept between pictures is bounded, and
// all functions are safe for use by many goroutines.
//
// The package has no words of its own in pictures: names, notes and results come from
// the caller, in the language of the reader.
package render

import (
	"cmp"
	"fmt"

	"doublecorner/game/draughts"
)

// Widths that a picture can have, in pixels. Tables, brackets, charts and courses have the default one.
const (
	MinSize     = 160
	MaxSize     = 1280
	DefaultSize = 768
)

// View is a position and what to show about it. Every field except Position may be zero. Moves are legal, and
// squares are those of the board.
type View struct {
	Position draughts.Position
	Theme    string        // the key of a theme; empty: the first of Themes
	From     draughts.Side // whose side of the board is at the bottom
	Size     int           // width of the picture in pixels; 0: DefaultSize

	Last    Step    // the move that led to Position
	Hints   bool    // mark pieces that may move, must capture or must be captured; with Numbers
	Numbers bool    // large numbers on the pieces that can move and where they can go
	Marks   []Mark  // more marks
	Arrows  []Arrow // more arrows

	Bars *Bars // the two players, above and below, and a strip for the result; nil: the board alone
}

// Step is a move and the position before it. The zero Step is none.
type Step struct {
	Before draughts.Position
	Move   draughts.Move
}

// Bars is what a picture says about a game above and below the board. All words come from the
// caller, in the language of the reader.
type Bars struct {
	Players [2]Player // by side
	Note    string    // the game's id and move number: "K7Q2 · 14"
	Result  *Result   // nil while the game goes on
	Chance  *Chance   // a strip below the board; nil: none
}

// Result is how a game ended.
type Result struct {
	Text   string        // "White wins: Black cannot move"
	Score  [2]string     // by side: "1" and "0"
	Winner draughts.Side // unless it is drawn
	Drawn  bool
}

// Chance is how good the sides' chances are.
type Chance struct {
	White float64 // White's chance to win, from 0 to 1: a draw counts half
	Text  string  // a sentence that says so in words: "White's chances: 63 %."
}

// Player is one side's half of Bars.
type Player struct {
	Name     string
	Captured int    // how many pieces this player has captured
	Clock    string // the time left: "2 d 4 h"; empty without a clock
	Low      bool   // little time is left: the clock is red
}

// Mark marks a square.
type Mark struct {
	Square draughts.Square
	Kind   MarkKind
}

// MarkKind is the meaning of a mark.
type MarkKind uint8

const (
	May    MarkKind = 1 << iota // a glow: this piece may move
	Must                        // a frame: this piece must capture, or a piece must go to this square
	Target                      // a target: this piece must be captured
	Goal                        // a dot: a piece may go here
	Wrong                       // a cross: not this piece, or not here
)

// Arrow shows a path over squares.
type Arrow struct {
	Squares []draughts.Square
	Kind    ArrowKind
}

// ArrowKind is the meaning of an arrow.
type ArrowKind uint8

const (
	Played   ArrowKind = iota // a move that was made
	Proposed                  // a move that can be made; dashed
	Refused                   // an attempt that is not legal
)

// ViewError says why a [View] cannot be drawn.
type ViewError struct {
	Field string // the subject of a sentence
	Why   string // the rest of the sentence
}

func (e *ViewError) Error() string { return "the " + e.Field + " " + e.Why }

// showsMoves reports whether the view shows which pieces can move.
func (v *View) showsMoves() bool { return v.Hints || v.Numbers }

func (v *View) size() int { return cmp.Or(v.Size, DefaultSize) }

// check reports why the view cannot be drawn.
func (v *View) check() error {
	if v.Position.Variant() == nil {
		return &ViewError{"position", "is missing"}
	}
	if v.Size != 0 && (v.Size < MinSize || v.Size > MaxSize) {
		return &ViewError{"size", fmt.Sprintf("of %d pixels is not between %d and %d", v.Size, MinSize, MaxSize)}
	}
	_, err := themeIndex(v.Theme)
	return err
}
