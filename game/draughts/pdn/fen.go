package pdn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"doublecorner/game/draughts"
)

// A FENError says what is wrong with a FEN, and where.
type FENError struct {
	Offset int    // where in the text, in bytes
	Part   string // the piece of text it is about; empty for the whole
	Err    error  // a *draughts.SetupError, or one of the errors below
}

// What can be wrong with a FEN besides its pieces.
var (
	ErrFENTurn    = errors.New(`a FEN starts with W: or B:, the side to move, as in W:W31,K32:B1-12`)
	ErrFENSide    = errors.New(`each part lists the pieces of one side, after W or B`)
	ErrFENSides   = errors.New(`both sides must be listed, W and B, even one without pieces, as in W:W31:B`)
	ErrFENTwice   = errors.New(`this side was listed before`)
	ErrFENSquare  = errors.New(`this is not a square of the board`)
	ErrFENRange   = errors.New(`a range goes from a lower number to a higher one, as in 1-12`)
	ErrFENLetters = errors.New(`only numbers are a range, as in 1-12; squares with letters are listed one by one, as in a1,c1`)
	ErrFENRun     = errors.New(`a king's run is written as +0, or + with its moves and its square, white's first`)
	ErrFENLong    = errors.New(`this is too long for a FEN`)
)

func (e *FENError) Error() string {
	if e.Part == "" {
		return "FEN: " + e.Err.Error()
	}
	return fmt.Sprintf("FEN, at character %d, %q: %v", e.Offset+1, e.Part, e.Err)
}

func (e *FENError) Unwrap() error { return e.Err }

// maxFEN is longer than any position needs.
const maxFEN = 2000

// ParseFEN reads a position under a rule set.
func ParseFEN(v *draughts.Variant, text string) (draughts.Position, error) {
	return parseFEN(v, text, v.Named)
}

// parseFEN is ParseFEN with other names of squares.
func parseFEN(v *draughts.Variant, text string, named func(string) draughts.Square) (draughts.Position, error) {
	f, err := readFEN(v, text, named)
	if err != nil {
		return draughts.Position{}, err
	}
	p, err := v.Position(f.setup)
	if err != nil {
		return draughts.Position{}, f.fault(err)
	}
	return p, nil
}

// parseFENCrowning is parseFEN that makes men on their last row kings, and reports whether there are any.
func parseFENCrowning(v *draughts.Variant, text string, named func(string) draughts.Square) (draughts.Position, bool, error) {
	f, err := readFEN(v, text, named)
	if err != nil {
		return draughts.Position{}, false, err
	}
	for crowned := false; ; crowned = true {
		p, err := v.Position(f.setup)
		wrong, ok := errors.AsType[*draughts.SetupError](err)
		if !ok {
			return p, crowned, nil
		}
		if wrong.Problem != draughts.ManOnLastRow {
			return draughts.Position{}, false, f.fault(err)
		}
		at := slices.IndexFunc(f.setup.Pieces, func(placed draughts.Placed) bool { return placed.Square == wrong.Square })
		f.setup.Pieces[at].Piece = wrong.Side.King()
	}
}

// readFEN reads the pieces of a FEN and the side to move.
func readFEN(v *draughts.Variant, text string, named func(string) draughts.Square) (*fenParser, error) {
	if len(text) > maxFEN {
		return nil, &FENError{Err: ErrFENLong}
	}
	if strings.ContainsRune(text, 'Ч') { // for Black, so that Б is no B
		text = strings.NewReplacer("Б", "W", "Ч", "B").Replace(text)
	}
	text = strings.Map(latin, text)
	f := &fenParser{variant: v, named: named, numbers: numberedPiece.MatchString(text)}
	const around = " \t\r\n\"'.`]" // as in [FEN "W:W31:B1"]
	trimmed := strings.Trim(strings.TrimPrefix(strings.Trim(text, around), "[FEN"), around)
	offset := strings.Index(text, trimmed)
	for i, part := range strings.Split(trimmed, ":") {
		if err := f.part(i, offset, part); err != nil {
			return nil, err
		}
		offset += len(part) + 1
	}
	if !f.listed[draughts.White] || !f.listed[draughts.Black] {
		return nil, &FENError{Err: ErrFENSides}
	}
	return f, nil
}

// numberedPiece is a piece whose square is a number.
var numberedPiece = regexp.MustCompile(`(?::[WBwb]|,) *K? *\d`)

// fault says where in the FEN the piece stands that cannot be set up.
func (f *fenParser) fault(err error) *FENError {
	fault := &FENError{Err: err}
	if setup, ok := errors.AsType[*draughts.SetupError](err); ok && setup.Square != 0 && setup.Problem != draughts.BadRun {
		// The last piece on that square is the one too many.
		for i, placed := range f.setup.Pieces {
			if placed.Square == setup.Square {
				fault.Offset, fault.Part = f.written[i].Offset, f.written[i].Part
			}
		}
	}
	return fault
}

type fenParser struct {
	variant *draughts.Variant
	named   func(string) draughts.Square
	numbers bool // squares are numbers, so that G3 is no square
	setup   draughts.Setup
	written []FENError // where and how the pieces of the setup are written
	listed  [2]bool
}

func (f *fenParser) part(i, offset int, part string) *FENError {
	text := strings.TrimSpace(part)
	if text == "" {
		if i == 0 {
			return &FENError{Err: ErrFENTurn}
		}
		return nil
	}
	offset += strings.Index(part, text)
	side, known := sideOf(text[0])
	switch {
	case i == 0 && (!known || len(text) > 1):
		return &FENError{offset, text, ErrFENTurn}
	case i == 0:
		f.setup.Turn = side
		return nil
	case text[0] == '+':
		if !f.runs(text[1:]) {
			return &FENError{offset, text, ErrFENRun}
		}
		return nil
	case (text[0] == 'H' || text[0] == 'F') && isNumber(text[1:]):
		return nil // lidraughts' move counters, which a game knows by itself
	case !known:
		return &FENError{offset, text, ErrFENSide}
	case f.listed[side]:
		return &FENError{offset, text, ErrFENTwice}
	}
	f.listed[side] = true
	offset++
	for item := range strings.SplitSeq(text[1:], ",") {
		if err := f.item(offset, item, side); err != nil {
			return err
		}
		offset += len(item) + 1
	}
	return nil
}

// sideLetters stand for White and Black.
const sideLetters = "WB"

func letterOf(s draughts.Side) string { return sideLetters[s : s+1] }

func sideOf(letter byte) (draughts.Side, bool) {
	i := strings.IndexRune(sideLetters, unicode.ToUpper(rune(letter)))
	return draughts.Side(max(i, 0)), i >= 0
}

const digits = "0123456789"

func isNumber(text string) bool {
	if strings.TrimLeft(text, digits) != "" {
		return false // without the cost of an error
	}
	_, err := strconv.ParseUint(text, 10, 32)
	return err == nil
}

// item reads a square, a range of squares, either with a K for kings.
func (f *fenParser) item(offset int, item string, side draughts.Side) *FENError {
	text := strings.TrimSpace(item)
	if text == "" {
		return nil
	}
	if f.isGhost(text) {
		return nil
	}
	offset += strings.Index(item, text)
	piece := side.Man()
	low, high, ranged := strings.Cut(strings.ToLower(text), "-")
	low, high = strings.TrimSpace(low), strings.TrimSpace(high)
	// A small k can be the file of a board that has eleven.
	if text[0] == 'K' || text[0] == 'k' && f.named(low) == 0 {
		piece, low = side.King(), strings.TrimSpace(low[1:])
	}
	names := []string{low}
	if ranged {
		first, err := strconv.Atoi(low)
		last, err2 := strconv.Atoi(high)
		switch {
		case f.named(low) != 0 && f.named(high) != 0 && (err != nil || err2 != nil):
			return &FENError{offset, text, ErrFENLetters}
		case err != nil || err2 != nil || first > last:
			return &FENError{offset, text, ErrFENRange}
		}
		// The squares between have the numbers between, in whichever corner square 1 is.
		for n := first + 1; n <= min(last, first+f.variant.Squares()); n++ {
			names = append(names, strconv.Itoa(n))
		}
	}
	for _, name := range names {
		q := f.named(name)
		if q == 0 {
			return &FENError{offset, text, ErrFENSquare}
		}
		f.setup.Pieces = append(f.setup.Pieces, draughts.Placed{Square: q, Piece: piece})
		f.written = append(f.written, FENError{Offset: offset, Part: text})
	}
	return nil
}

// isGhost reports whether a piece has been captured and is still to be removed, a man as in G28 or a king as in
// P28, as lidraughts writes in the middle of a capture.
func (f *fenParser) isGhost(piece string) bool {
	letter, square := piece[0], piece[1:]
	return (letter == 'P' || letter == 'G' && f.numbers) && f.named(strings.ToLower(square)) != 0
}

// latin maps the dashes of telephones to a hyphen, and Cyrillic letters to those that look or sound like them.
func latin(r rune) rune {
	switch {
	case strings.ContainsRune(dashes, r):
		return '-'
	case unicode.Is(unicode.Cyrillic, r):
		return draughts.Fold(r)
	}
	return r
}

// runs reads how long the sides' kings have been moving, and reports whether it can: 0+346 says
// that White's has not, and that Black's on 46 has made three moves.
func (f *fenParser) runs(text string) bool {
	parts := strings.Split(text, "+")
	if len(parts) != len(draughts.Sides) {
		return false
	}
	for i, part := range parts {
		if !isNumber(part) {
			return false
		}
		run := draughts.Run{Moves: int(part[0] - '0'), King: f.named(part[1:])}
		if run.Moves == 0 {
			continue
		}
		if run.King == 0 {
			return false
		}
		f.setup.Runs[draughts.Sides[i]] = run
	}
	return true
}

// FEN writes a position: the side to move, White's pieces, Black's pieces, by
// number with ranges where the rule set counts squares, else by file and rank.
func FEN(p draughts.Position) string {
	var b strings.Builder
	b.WriteString(letterOf(p.Turn()))
	for _, side := range draughts.Sides {
		b.WriteString(":" + letterOf(side))
		items := p.Variant().Names(p.Men(side))
		for _, king := range p.Variant().Names(p.Kings(side)) {
			items = append(items, "K"+king)
		}
		b.WriteString(strings.Join(items, ","))
	}
	if p.Variant().Rules().King.RunLimit > 0 {
		b.WriteString(":")
		for _, side := range draughts.Sides {
			b.WriteString("+")
			if run := p.Run(side); run.Moves > 0 {
				fmt.Fprintf(&b, "%d%d", run.Moves, run.King)
			} else {
				b.WriteString("0")
			}
		}
	}
	return b.String()
}
