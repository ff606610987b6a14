package pdn

import (
	"slices"
	"strings"
	"unicode"

	"doublecorner/game/draughts"
)

// Recognition finds out by which rules the games of a file are played whose tags do not say so: by those of the
// built-in games under which all are legal. The zero value has seen no game.
type Recognition struct {
	left []*draughts.Variant
}

// Rules returns the rules under which all games so far are legal, or all but those that are illegal under every one.
func (r *Recognition) Rules() []*draughts.Variant { return slices.Clone(r.left) }

// Recognised is a game as Record.ReplayRemarked replays it by recognised rules.
type Recognised struct {
	Rules   *draughts.Variant
	History *draughts.History
	Remarks []Remark
	Err     error
}

// Replay replays a game by the rules that are left, and leaves out those under which it is illegal, unless it is
// under all. It returns how the game goes by the rules under which it gets furthest.
func (r *Recognition) Replay(g *Record) Recognised {
	if r.left == nil {
		r.left = candidates(g)
	}
	var legal []*draughts.Variant
	var best Recognised
	furthest := -1
	for _, v := range r.left {
		h, remarks, err := g.ReplayRemarked(v)
		if err == nil {
			legal = append(legal, v)
		}
		if at := failure(err); at > furthest {
			best, furthest = Recognised{v, h, remarks, err}, at
		}
	}
	if len(legal) > 0 {
		r.left = legal
	}
	return best
}

// candidates returns the built-in games that a game can be: if its moves have letters, those that are
// written so.
func candidates(g *Record) (all []*draughts.Variant) {
	lettered := slices.ContainsFunc(g.Line, func(n Node) bool {
		return n.Kind == Move && strings.ContainsFunc(n.Text, func(r rune) bool {
			return unicode.IsLetter(r) && draughts.Fold(r) != ' '
		})
	})
	for _, family := range draughts.Families() {
		if lettered && family.Board.Notation != draughts.Letters {
			continue
		}
		if v, err := draughts.Builtin(family.Key); err == nil {
			all = append(all, v)
		}
	}
	return all
}
