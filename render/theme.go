package render

import (
	"fmt"
	"slices"
	"strings"

	"doublecorner/game/draughts"
)

// Theme holds the colours of boards. All themes draw the same things in the same places.
type Theme struct {
	Key     string // by which people choose it
	Literal bool   // the squares played on are the dark ones, and Black's pieces are black

	Square Colour // squares that are played on
	Other  Colour // squares that are not
	Line   Colour // between squares if all are played on
	Rim    Colour // around the board
	Edge   Colour // letters and digits on the rim
	Number Colour // of squares, in their corners

	White, Black Men

	Last     Colour // squares where the last move began and ended
	Arrow    Colour // the path of the last move
	May      Colour // glow under pieces that may move
	Must     Colour // frame of pieces that must capture, target on pieces that must be captured, and what is refused
	Halo     Colour // along marks, to set them off
	Proposed Colour // the path of a move that can be made, and where a piece may go

	Bar, BarText, BarNote    Colour // the bar of the player who waits
	Turn, TurnText, TurnNote Colour // the bar of the player to move
}

// Men are the colours of one side's pieces.
type Men struct {
	Face   Colour // seen from above
	Wall   Colour // the side of the disc, and its outline
	Groove Colour // a ring: in the middle of white discs, along the edge of black ones
	Crown  Colour
}

// The themes, in the order people are offered them.
var themes = []Theme{
	{
		Key: "classic", Literal: true,
		Square: 0xB5804D, Other: 0xEBD5AC, Line: 0x8A5A2E,
		Rim: 0x5B3820, Edge: 0xEBD5AC, Number: 0x2E1706,
		White: Men{Face: 0xFBF1DC, Wall: 0x8F7551, Groove: 0xD3BE96, Crown: 0x9A5B13},
		Black: Men{Face: 0x3B2A25, Wall: 0x17100D, Groove: 0x7A625A, Crown: 0xF2C14E},
		Last:  0xD9B24A, Arrow: 0x1A4F8A, May: 0xF6E27F, Must: 0xE3202B, Halo: 0xFFFFFF, Proposed: 0x1E7A46,
		Bar: 0x3A2718, BarText: 0xE8D9C0, BarNote: 0xB59F82,
		Turn: 0xF2C14E, TurnText: 0x2A1A0C, TurnNote: 0x5C4013,
	},
	{
		Key:    "tournament",
		Square: 0x76A67F, Other: 0xF0E6C8, Line: 0x47704F,
		Rim: 0x2F5238, Edge: 0xF0E6C8, Number: 0x14351C,
		White: Men{Face: 0xFFFDF6, Wall: 0x8C8873, Groove: 0xCFCAB5, Crown: 0x9A1B1E},
		Black: Men{Face: 0xA91E22, Wall: 0x560A0C, Groove: 0xE08A80, Crown: 0xFFE9A8},
		Last:  0xC9C15A, Arrow: 0x1D4E9E, May: 0xF4F09A, Must: 0xFFD21F, Halo: 0x101010, Proposed: 0x5A2A82,
		Bar: 0x22392A, BarText: 0xE9EFE3, BarNote: 0xA5BBA6,
		Turn: 0xF0D264, TurnText: 0x1C2A16, TurnNote: 0x55501A,
	},
	{
		Key:    "slate",
		Square: 0x6F8198, Other: 0x39434F, Line: 0x39434F,
		Rim: 0x20252C, Edge: 0xA9B5C3, Number: 0x080C12,
		White: Men{Face: 0xEEF2F6, Wall: 0x6B7683, Groove: 0xB7C1CC, Crown: 0x2D5DA8},
		Black: Men{Face: 0x1B2027, Wall: 0x05070A, Groove: 0x66727F, Crown: 0xFFC857},
		Last:  0x5FA0A6, Arrow: 0x7FE3D0, May: 0xB9D4F2, Must: 0xFFB000, Halo: 0x05070A, Proposed: 0xC9A6FF,
		Bar: 0x2A3038, BarText: 0xD5DCE4, BarNote: 0x97A3B0,
		Turn: 0x7FE3D0, TurnText: 0x0E1F1C, TurnNote: 0x23524A,
	},
	{
		Key:    "paper",
		Square: 0xFFFFFF, Other: 0xB4B4B4, Line: 0x707070,
		Rim: 0xFFFFFF, Edge: 0x202020, Number: 0x404040,
		White: Men{Face: 0xFFFFFF, Wall: 0x101010, Groove: 0x8C8C8C, Crown: 0x101010},
		Black: Men{Face: 0x1A1A1A, Wall: 0x000000, Groove: 0xA8A8A8, Crown: 0xFFFFFF},
		Last:  0xE4E4E4, Arrow: 0x6A6A6A, May: 0xC8C8C8, Must: 0x000000, Halo: 0xFFFFFF, Proposed: 0x4A4A4A,
		Bar: 0xFFFFFF, BarText: 0x202020, BarNote: 0x6A6A6A,
		Turn: 0x202020, TurnText: 0xFFFFFF, TurnNote: 0xC8C8C8,
	},
	{
		Key: "contrast", Literal: true,
		Square: 0x757575, Other: 0xF4F4F4, Line: 0x303030,
		Rim: 0x000000, Edge: 0xFFFFFF, Number: 0x000000,
		White: Men{Face: 0xFFFFFF, Wall: 0x000000, Groove: 0x8A8A8A, Crown: 0x000000},
		Black: Men{Face: 0x000000, Wall: 0x000000, Groove: 0xB0B0B0, Crown: 0xFFFFFF},
		Last:  0x5C7FA8, Arrow: 0x00264D, May: 0xD8D8D8, Must: 0xF5E642, Halo: 0x000000, Proposed: 0xFFFFFF,
		Bar: 0x2A2A2A, BarText: 0xFFFFFF, BarNote: 0xCFCFCF,
		Turn: 0xF5E642, TurnText: 0x000000, TurnNote: 0x3A3A00,
	},
}

// Themes lists the themes in the order people are offered them.
func Themes() []Theme { return slices.Clone(themes) }

// themeIndex returns the index of the theme with a key. An empty key means the first theme.
func themeIndex(key string) (int, error) {
	var keys []string
	for i := range themes {
		if key == "" || key == themes[i].Key {
			return i, nil
		}
		keys = append(keys, themes[i].Key)
	}
	return 0, &ViewError{"theme", fmt.Sprintf("%q is none of %s", key, strings.Join(keys, ", "))}
}

// men returns the colours of the pieces of a side.
func (t *Theme) men(s draughts.Side) Men {
	if s == draughts.White {
		return t.White
	}
	return t.Black
}

// ground returns the colour of an empty square.
func (t *Theme) ground(g ground) Colour {
	return [...]Colour{other: t.Other, plain: t.Square, lined: t.Square, visited: t.Last}[g]
}

// bar returns the colours of a bar: the ground, the text and less important text.
func (t *Theme) bar(bright bool) (ground, text, note Colour) {
	if bright {
		return t.Turn, t.TurnText, t.TurnNote
	}
	return t.Bar, t.BarText, t.BarNote
}

// The colours of a clock with little time left, in all themes.
const (
	lowGround Colour = 0xC8102E
	lowText   Colour = 0xFFFFFF
)

// label returns the colours of a large number on a square, and of what is under it.
func (t *Theme) label(f face) (text, ground Colour) {
	if f.piece == draughts.NoPiece || f.ghost {
		return t.Number, t.ground(f.ground)
	}
	men := t.men(sideOf(f.piece))
	return men.Crown, men.Face
}

// look returns the colours of a text that stands out: the ground and the text.
func (t *Theme) look(l Look) (ground, text Colour) {
	switch l {
	case Won:
		return t.Turn, t.TurnText
	case Drawn:
		return t.Turn.over(t.Bar, bandPart), t.BarText
	case Void:
		return t.line(), t.BarText
	}
	return t.Bar, t.BarNote
}

// line returns the colour of lines between the rows of a table. It is a step of the palette.
func (t *Theme) line() Colour { return t.BarNote.over(t.Bar, 256/(steps+1)) }
