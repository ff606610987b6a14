// Package pdn reads and writes draughts games and positions: PDN 3.0, the Portable Draughts
// Notation, and the FEN in it.
//
// A [Reader] reads a file game by game and needs no more memory than the longest one. It accepts
// what real archives contain: missing move numbers, results of every style or none, odd
// separators, Latin-1, tags with quotes in them. A [Record] keeps everything in its order, also
// what means nothing, so that writing it again loses only white space and move numbers.
//
// A game that was read can have illegal moves. [Record.Replay] plays them by a rule set and says
// which one is illegal, and why. [ParseFEN] and [FEN] read and write positions.
package pdn

import (
	"slices"
	"strings"
	"unicode"
)

// Record is one game of a file, as it is written there.
type Record struct {
	Tags   []Tag
	Line   Line   // moves and all that stands between them
	Result Result // Unfinished if the file does not say
	LineNo int    // where in the file the game starts, from 1; 0 if it was not read
	// Unclosed is the line of the file in which a comment or a variation begins that is never
	// closed, so that what follows may have been read as a part of it; or 0.
	Unclosed int
}

// Line is a sequence of moves with remarks.
type Line []Node

// Node is one element of a line.
type Node struct {
	Kind      Kind
	Text      string // as read, without white space and enclosing signs
	Variation Line   // for a Variation
}

// Kind says what a node is.
type Kind uint8

const (
	Move      Kind = iota // a move: 11-15, 22x15x8, c3-d4
	Comment               // a remark, without its braces
	NAG                   // a numeric glyph, without its dollar sign
	Strength              // !, ?, *, or the like, about the move before
	Variation             // other moves instead of the move before
	Setup                 // a position set up in the middle of a game, a PDN extension
	Unknown               // a word that is none of these
)

// Tag returns the value of a tag, or "".
func (g *Record) Tag(name string) string {
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// SetTag gives a tag a value, adding it at the end if it is new.
func (g *Record) SetTag(name, value string) {
	for i := range g.Tags {
		if strings.EqualFold(g.Tags[i].Name, name) {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// attempts returns the moves, the positions set up, and the words that must be moves but
// cannot be read. Words before the first move are a preamble, and words without digits are a
// remark, such as "resigns". If the game has no move at all, every word counts. It returns at
// most one attempt more than MaxMoves.
func (g *Record) attempts() []Node {
	begun := !slices.ContainsFunc(g.Line, func(n Node) bool { return n.Kind == Move })
	meant := unicode.IsDigit
	if begun {
		meant = func(r rune) bool { return unicode.IsDigit(r) || unicode.IsLetter(r) }
	}
	var all []Node
	for _, n := range g.Line {
		begun = begun || n.Kind == Move
		if len(all) > MaxMoves {
			break
		}
		switch {
		case n.Kind == Move, n.Kind == Setup, n.Kind == Unknown && begun && strings.ContainsFunc(n.Text, meant):
			all = append(all, n)
		}
	}
	return all
}
