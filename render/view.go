package render

import (
	"fmt"
	"slices"

	"doublecorner/game/draughts"
)

// Widths that a picture can have, in pixels.
const (
	MinSize     = 160
	MaxSize     = 1280
	DefaultSize = 640
)

// View is a position and what to show about it. Every field except Position may be zero.
type View struct {
	Position draughts.Position
	Theme    string        // the key of a theme; empty: the first of Themes
	From     draughts.Side // whose side of the board is at the bottom
	Size     int           // width of the picture in pixels; 0: DefaultSize

	Last    Step          // the move that led to Position
	Preview draughts.Move // a legal move of Position that is not made yet
	Hints   bool          // mark pieces that may move, must capture or must be captured
	Marks   []Mark        // more marks
	Arrows  []Arrow       // more arrows

	Bars *Bars // the two players, above and below; nil: the board alone

	footerKept bool // leave room for a result that comes later
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
}

// Result is how a game ended.
type Result struct {
	Text   string        // "White wins: Black cannot move"
	Score  [2]string     // by side: "1" and "0"
	Winner draughts.Side // unless it is drawn
	Drawn  bool
}

// Player is one side's half of Bars.
type Player struct {
	Name     string
	Captured int    // how many pieces this player has captured
	Clock    string // the time left: "2 d 4 h"; empty without a clock
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
	Cross                       // a cross: not this piece
	marks  = iota
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
	arrows   = iota
)

// ViewError says why a View cannot be drawn.
type ViewError struct {
	Field string // the subject of a sentence
	Why   string // the rest of the sentence
}

func (e *ViewError) Error() string { return "the " + e.Field + " " + e.Why }

func (v *View) size() int {
	if v.Size == 0 {
		return DefaultSize
	}
	return v.Size
}

// check reports why the view cannot be drawn.
func (v *View) check() error {
	variant := v.Position.Variant()
	if variant == nil {
		return &ViewError{"position", "is missing"}
	}
	if err := checkSize(v.Size); err != nil {
		return err
	}
	if _, err := themeIndex(v.Theme); err != nil {
		return err
	}
	if v.From > draughts.Black {
		return &ViewError{"side at the bottom", "is neither white nor black"}
	}
	if !v.Last.Move.IsZero() {
		if v.Last.Before.Variant() != variant {
			return &ViewError{"last move", "is a move of another game"}
		}
		if !legal(v.Last.Before, v.Last.Move) {
			return &ViewError{"last move", "is not a legal move of the position before"}
		}
		if v.Last.Before.Play(v.Last.Move) != v.Position {
			return &ViewError{"last move", "does not lead to this position"}
		}
	}
	if !v.Preview.IsZero() && !legal(v.Position, v.Preview) {
		return &ViewError{"preview", "is not a legal move of this position"}
	}
	if b := v.Bars; b != nil {
		for _, player := range b.Players {
			if player.Captured < 0 || player.Captured > variant.Squares() {
				return &ViewError{"captured pieces", fmt.Sprintf("cannot be %d on this board", player.Captured)}
			}
		}
		if b.Result != nil && b.Result.Winner > draughts.Black {
			return &ViewError{"result", "is won by neither white nor black"}
		}
	}
	for _, m := range v.Marks {
		if !variant.Has(m.Square) {
			return &ViewError{"marks", fmt.Sprintf("name square %d, which this board does not have", m.Square)}
		}
		if m.Kind == 0 || m.Kind >= 1<<marks {
			return &ViewError{"marks", "have a kind that there is not"}
		}
	}
	for _, a := range v.Arrows {
		if len(a.Squares) < 2 {
			return &ViewError{"arrows", "must go from one square to another"}
		}
		for _, q := range a.Squares {
			if !variant.Has(q) {
				return &ViewError{"arrows", fmt.Sprintf("name square %d, which this board does not have", q)}
			}
		}
		if a.Kind >= arrows {
			return &ViewError{"arrows", "have a kind that there is not"}
		}
	}
	return nil
}

// checkSize reports why pictures cannot have a width.
func checkSize(size int) error {
	if size != 0 && (size < MinSize || size > MaxSize) {
		return &ViewError{"size", fmt.Sprintf("of %d pixels is not between %d and %d", size, MinSize, MaxSize)}
	}
	return nil
}

// legal reports whether a move is legal in a position.
func legal(p draughts.Position, m draughts.Move) bool {
	moves, err := p.AppendMoves(nil)
	return err == nil && slices.Contains(moves, m)
}
