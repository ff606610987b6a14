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

// View is a position and what is to be shown about it. The zero value of every
// field but Position is useful.
type View struct {
	Position draughts.Position
	Theme    string        // the key of a theme; empty: the first of Themes
	From     draughts.Side // whose side of the board is at the bottom
	Size     int           // width of the picture in pixels; 0: DefaultSize

	Last    Step          // the move that led to Position
	Preview draughts.Move // a legal move of Position that is only thought of
	Hints   bool          // mark what may move, and what must take and be taken
	Marks   []Mark        // further marks, as for the squares of a refusal
	Arrows  []Arrow       // further arrows

	Bars *Bars // the two players, above and below; nil: the board alone

	strip bool // keep room for the result before there is one
}

// Step is a move and the position it was made in. The zero Step is none.
type Step struct {
	Before draughts.Position
	Move   draughts.Move
}

// Bars is what is told about a game around its board. All words come from the
// caller, in the readers' language.
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
	Name  string
	Taken int    // how many pieces this player has taken
	Clock string // the time left: "2 d 4 h"; empty without a clock
}

// Mark draws attention to a square.
type Mark struct {
	Square draughts.Square
	Kind   MarkKind
}

// MarkKind says what a mark means.
type MarkKind uint8

const (
	May    MarkKind = 1 << iota // a glow: this piece may move
	Must                        // a frame: this piece must take, or this square must be gone to
	Target                      // a target: this piece must be taken
	Goal                        // a dot: it may go here
	Cross                       // a cross: not this one
	marks  = iota
)

// Arrow shows a way over squares.
type Arrow struct {
	Squares []draughts.Square
	Kind    ArrowKind
}

// ArrowKind says what an arrow means.
type ArrowKind uint8

const (
	Played   ArrowKind = iota // a move that was made
	Proposed                  // a move that can be made: dashed
	Refused                   // an attempt that is not legal
	arrows   = iota
)

// A ViewError says what of a View cannot be drawn.
type ViewError struct {
	Field string // what it is about, as the subject of a sentence
	Why   string // the rest of the sentence
}

func (e *ViewError) Error() string { return "the " + e.Field + " " + e.Why }

func (v *View) size() int {
	if v.Size == 0 {
		return DefaultSize
	}
	return v.Size
}

// check tells whether the view can be drawn.
func (v *View) check() error {
	variant := v.Position.Variant()
	if variant == nil {
		return &ViewError{"position", "is missing"}
	}
	if err := checkSize(v.Size); err != nil {
		return err
	}
	if _, err := themeKeyed(v.Theme); err != nil {
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
		return &ViewError{"move thought of", "is not a legal move of this position"}
	}
	if b := v.Bars; b != nil {
		for _, player := range b.Players {
			if player.Taken < 0 || player.Taken > variant.Squares() {
				return &ViewError{"pieces taken", fmt.Sprintf("cannot be %d on this board", player.Taken)}
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

// checkSize tells whether pictures can be drawn so many pixels wide.
func checkSize(size int) error {
	if size != 0 && (size < MinSize || size > MaxSize) {
		return &ViewError{"size", fmt.Sprintf("of %d pixels is not between %d and %d", size, MinSize, MaxSize)}
	}
	return nil
}

// legal tells whether a move is one of a position's legal moves.
func legal(p draughts.Position, m draughts.Move) bool {
	moves, err := p.AppendMoves(nil)
	return err == nil && slices.Contains(moves, m)
}
