// Package puzzle finds puzzles in games, proves them, and keeps a collection of them for every family of
// rule sets.
//
// A puzzle is a position with one solution: at each of the solver's moves one move wins a man or more, or
// saves the game, and no other does. That is judged by what is proven and by counting pieces.
package puzzle

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Puzzle is a position with its solution.
type Puzzle struct {
	ID    ID
	Start draughts.Position
	// Moves are the solver's first one, the reply, and so on. The solver has to find those before
	// Asked; the others show what comes of it.
	Moves  []draughts.Move
	Asked  int
	Saves  bool // the solution saves the game; else it wins
	Points int  // its rating before anybody has tried it
	Source string
	Themes []Theme // at least one
}

// ID identifies a puzzle: the key of its rule set, a hyphen, and seven small letters and digits that follow
// from the position.
type ID string

// Key returns the key of the rule set.
func (id ID) Key() string { return string(id)[:max(0, strings.LastIndex(string(id), "-"))] }

// identify returns the ID of the puzzle of a position. Turned by half with the sides exchanged it has the
// same.
func identify(p draughts.Position) ID { return idOf(p.Variant().Rules().Key, alike(p)) }

// IDsAt returns the IDs of the puzzles that can begin in a position, each by other rules: there need not be such puzzles.
func IDsAt(p draughts.Position) (ids []ID) {
	like := alike(p)
	for _, key := range keys() {
		ids = append(ids, idOf(key, like))
	}
	return ids
}

// idOf returns the ID of the puzzle by the rule set with a key in positions that are alike.
func idOf(key, like string) ID {
	sum := sha256.Sum256([]byte(key + " " + like))
	return ID(key + "-" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))[:7])
}

// alike returns a text that is the same for positions in which the same is to be found: those that are
// turned, and where all squares are used also those that are mirrored.
func alike(p draughts.Position) string {
	v := p.Variant()
	text := func(mirrored bool) string {
		var pieces []string
		for q := range p.Occupied().All() {
			x, y := v.XY(q)
			if p.Turn() == draughts.Black {
				size := v.Rules().Board.Size
				x, y = size-1-x, size-1-y
			}
			if mirrored {
				x = v.Rules().Board.Size - 1 - x
			}
			pieces = append(pieces, fmt.Sprint(y, x, p.At(q).Is(p.Turn()), p.At(q).IsKing()))
		}
		slices.Sort(pieces)
		return strings.Join(pieces, ",")
	}
	if v.Rules().Board.Playable == draughts.All {
		return min(text(false), text(true))
	}
	return text(false)
}

// Asks returns how many moves the solver has to find.
func (p *Puzzle) Asks() int { return (p.Asked + 1) / 2 }

// WithPoints returns the puzzle with another rating.
func (p *Puzzle) WithPoints(points int) *Puzzle {
	rated := *p
	rated.Points = points
	return &rated
}

// At returns the position after some moves of the solution.
func (p *Puzzle) At(plies int) draughts.Position {
	at := p.Start
	for _, m := range p.Moves[:plies] {
		at = at.Play(m)
	}
	return at
}

// History returns the solution as a game, up to some moves.
func (p *Puzzle) History(plies int) *draughts.History {
	h := draughts.NewHistory(p.Start)
	for _, m := range p.Moves[:plies] {
		if h.PlayOn(m) != nil {
			break
		}
	}
	return h
}

// String writes a puzzle as Parse reads it: on a line, with tabs between its position, moves, the number
// of those asked, aim, points and source.
func (p *Puzzle) String() string {
	var moves []string
	at := p.Start
	for _, m := range p.Moves {
		moves = append(moves, at.Full(m, draughts.Numbers))
		at = at.Play(m)
	}
	aim := "wins"
	if p.Saves {
		aim = "saves"
	}
	return strings.Join([]string{
		pdn.FEN(p.Start), strings.Join(moves, " "), strconv.Itoa(p.Asked), aim, strconv.Itoa(p.Points), p.Source,
	}, "\t")
}

// Parse reads a puzzle. It checks that its moves are legal, not that they are a solution.
func Parse(v *draughts.Variant, line string) (*Puzzle, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 6 {
		return nil, errors.New("a puzzle has six fields")
	}
	p := &Puzzle{Saves: fields[3] == "saves", Source: fields[5]}
	var err error
	if p.Start, err = pdn.ParseFEN(v, fields[0]); err != nil {
		return nil, err
	}
	at := p.Start
	for _, text := range strings.Fields(fields[1]) {
		m, err := at.Read(text)
		if err != nil {
			return nil, err
		}
		p.Moves = append(p.Moves, m)
		at = at.Play(m)
	}
	if p.Asked, err = strconv.Atoi(fields[2]); err != nil || p.Asked < 1 || p.Asked > len(p.Moves) || p.Asked%2 == 0 {
		return nil, errors.New("a puzzle asks for moves that it has")
	}
	if p.Points, err = strconv.Atoi(fields[4]); err != nil {
		return nil, err
	}
	p.ID, p.Themes = identify(p.Start), themesOf(p)
	return p, nil
}
