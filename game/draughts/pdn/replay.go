package pdn

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"doublecorner/game/draughts"
)

// A MoveError says which move of a game is illegal, and why.
type MoveError struct {
	Ply  int    // counted from 1
	Text string // an Excerpt of what is written in the file
	Move string // the same move in the rule set's notation, in which Err names squares
	Err  error  // a *draughts.IllegalMove, *draughts.AmbiguousError or *draughts.UnreadableError
	// Position is where the move was tried.
	Position draughts.Position
}

// mostQuoted is how many bytes of a text errors quote at most.
const mostQuoted = 200

// Excerpt returns a text as an error quotes it: its beginning, if it is long, and without what a terminal obeys or
// what turns the text around it.
func Excerpt(text string) string {
	const enough = 4*mostQuoted + 4 // bytes; a rune has four at most
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text[:min(len(text), enough)])
	if len(text) <= mostQuoted {
		return text
	}
	return strings.ToValidUTF8(text[:mostQuoted], "") + "…"
}

func (e *MoveError) Error() string { return fmt.Sprintf("ply %d, %q: %v", e.Ply, e.Text, e.Err) }

func (e *MoveError) Unwrap() error { return e.Err }

// ErrSetup says that a game cannot be replayed because a position is set up in the
// middle of it.
var ErrSetup = errors.New("a position is set up in the middle of the moves, between slashes: what stands before and after it are two games")

// MaxMoves is how many moves Replay plays at most. Real games have a few hundred.
const MaxMoves = 10_000

// ErrTooManyMoves says that a game has more than MaxMoves moves.
var ErrTooManyMoves = fmt.Errorf("it has more than %d moves, as no game has; are results missing between games?", MaxMoves)

// start returns the position a game starts from: that of its FEN tag, if it has one.
func (g *Record) start(n naming) (draughts.Position, error) {
	fen := g.Tag("FEN")
	if fen == "" || g.Tag("SetUp") == "0" {
		return n.variant.Start(), nil
	}
	return parseFEN(n.variant, fen, n.square)
}

// Replay plays a game's moves by a rule set. The error is a [FENError], a [MoveError],
// [ErrSetup] or [ErrTooManyMoves]; the history then holds the moves before it.
//
// Some programs write games of numbered boards by files and ranks, and some as Black sees these:
// playstrategy.org writes American games so. If a move is illegal, Replay
// replays the game from Black's view, too, and returns the replay that gets further.
func (g *Record) Replay(v *draughts.Variant) (*draughts.History, error) {
	n := g.naming(v)
	h, err := g.replay(n)
	if failed, ok := errors.AsType[*MoveError](err); ok && v.Rules().Board.Notation == draughts.Numbers {
		n.turned = true
		turned, err := g.replay(n)
		if later, ok := errors.AsType[*MoveError](err); err == nil || ok && later.Ply > failed.Ply {
			return turned, err
		}
	}
	return h, err
}

func (g *Record) replay(names naming) (*draughts.History, error) {
	start, err := g.start(names)
	if err != nil {
		return nil, err
	}
	h := draughts.NewHistory(start)
	attempts := g.attempts()
	if len(attempts) > MaxMoves {
		return h, ErrTooManyMoves
	}
	for i, n := range attempts {
		if n.Kind == Setup {
			return h, ErrSetup
		}
		if err := names.play(h, n); err != nil {
			text := Excerpt(n.Text)
			return h, &MoveError{Ply: i + 1, Text: text, Move: names.move(text), Err: err, Position: h.Position()}
		}
	}
	return h, nil
}

// play makes the move that a node names.
func (n naming) play(h *draughts.History, node Node) error {
	if node.Kind != Move {
		return &draughts.UnreadableError{Text: Excerpt(node.Text)}
	}
	text := node.Text
	if n.corner != topLeft || n.turned {
		text = n.move(text)
	}
	p := h.Position()
	m, err := p.Read(text)
	if err != nil {
		if _, over := p.Over(); over {
			return &draughts.IllegalMove{Reason: draughts.GameOver}
		}
		return err
	}
	return h.PlayOn(m)
}
