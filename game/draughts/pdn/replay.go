package pdn

import (
	"errors"
	"fmt"
	"slices"
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

// Remark says how a game was understood that is not quite what its file says.
type Remark uint8

const (
	OtherCorner Remark = iota // its squares are counted from the usual corner, and not from that of its GameType
	Crowned                   // men that stand on their last row in its FEN were made kings
)

// Replay plays a game's moves by a rule set. The error is a [FENError], a [MoveError],
// [ErrSetup] or [ErrTooManyMoves]; the history then holds the moves before it.
func (g *Record) Replay(v *draughts.Variant) (*draughts.History, error) {
	h, _, err := g.ReplayRemarked(v)
	return h, err
}

// ReplayRemarked is Replay that also returns how the game was understood.
//
// Some programs write games of numbered boards by files and ranks, and some as Black sees these:
// playstrategy.org writes American games so. Some number squares as everybody does, and say otherwise in
// the GameType: kurnik.org and PlayOK. If a move is illegal, ReplayRemarked replays the game so, too, and returns
// the replay that gets further.
func (g *Record) ReplayRemarked(v *draughts.Variant) (*draughts.History, []Remark, error) {
	n := g.naming(v)
	h, remarks, err := g.replay(n)
	failedAt, others := failure(err), n.others()
	for i := 0; i < len(others) && failedAt != noFailure; i++ {
		other, otherRemarks, otherErr := g.replay(others[i])
		if at := failure(otherErr); at > failedAt {
			h, remarks, err, failedAt = other, otherRemarks, otherErr, at
			if others[i].corner != n.corner {
				remarks = append(remarks, OtherCorner)
			}
		}
	}
	return h, remarks, err
}

// noFailure is more than the number of any move.
const noFailure = MaxMoves + 1

// failure returns which move is illegal, 0 for the start of the game, or noFailure if other names of squares
// would not help.
func failure(err error) int {
	if wrong, ok := errors.AsType[*MoveError](err); ok {
		return wrong.Ply
	}
	if _, ok := errors.AsType[*FENError](err); ok {
		return 0
	}
	return noFailure
}

// start returns the position a game starts from: that of its FEN tag, if it has one.
func (g *Record) start(n naming) (draughts.Position, []Remark, error) {
	fen := g.Tag("FEN")
	switch {
	case fen != "" && g.Tag("SetUp") != "0":
		p, crowned, err := parseFENCrowning(n.variant, fen, n.square)
		if crowned {
			return p, []Remark{Crowned}, err
		}
		return p, nil, err
	case g.variantName() == fryskTag && n.variant.Squares() == fryskSquares:
		p, err := ParseFEN(n.variant, fryskStart)
		return p, nil, err
	}
	return n.variant.Start(), nil, nil
}

func (g *Record) replay(names naming) (*draughts.History, []Remark, error) {
	start, remarks, err := g.start(names)
	if err != nil {
		return nil, nil, err
	}
	r := replayer{naming: names, history: draughts.NewHistory(start), nodes: g.attempts(), left: mostRetried}
	if len(r.nodes) > MaxMoves {
		return r.history, remarks, ErrTooManyMoves
	}
	for r.next < len(r.nodes) {
		if r.nodes[r.next].Kind == Setup {
			return r.history, remarks, ErrSetup
		}
		err := r.play()
		if err == nil {
			continue
		}
		if g.Result == Unfinished && r.next > 0 && r.next == len(r.nodes)-1 && isShared(r.nodes[r.next].Text) {
			break
		}
		r.note(err)
		if !r.retry() {
			return r.furthest, remarks, r.failed
		}
	}
	return r.history, remarks, nil
}

// replayer plays the moves of a game.
type replayer struct {
	naming
	history *draughts.History
	nodes   []Node
	next    int // the node to play
	forks   []fork
	left    int // how many more moves may be played behind forks

	failed   *MoveError        // the last of the moves that were found illegal
	furthest *draughts.History // the game before it
}

// fork is a capture that was written so that it fits several, and the others that it can be.
type fork struct {
	ply, next int // before it, and the node behind it
	others    []draughts.Move
}

// mostRetried is how many moves are played to find out which capture one means. Each takes some microseconds.
const mostRetried = 2_000

// play plays the next node.
func (r *replayer) play() error {
	moves, nodes, err := r.read(r.history.Position(), r.nodes[r.next:])
	if err != nil {
		return err
	}
	ply := r.history.Len()
	if err := r.history.PlayOn(moves[0]); err != nil {
		return err
	}
	r.next += nodes
	if len(moves) > 1 {
		r.forks = append(r.forks, fork{ply, r.next, moves[1:]})
	}
	if r.failed != nil {
		r.left--
	}
	return nil
}

// note keeps why the next node cannot be played, unless another attempt got further.
func (r *replayer) note(err error) {
	ply := r.history.Len() + 1
	if r.failed != nil && r.failed.Ply >= ply {
		return
	}
	text := Excerpt(r.nodes[r.next].Text)
	r.failed = &MoveError{Ply: ply, Text: text, Move: r.move(text), Err: err, Position: r.history.Position()}
	r.furthest = r.history
}

// retry goes back to the last capture that can be another one and plays that. It reports whether there is one.
func (r *replayer) retry() bool {
	for len(r.forks) > 0 && r.left > 0 {
		f := &r.forks[len(r.forks)-1]
		if len(f.others) == 0 {
			r.forks = r.forks[:len(r.forks)-1]
			continue
		}
		m := f.others[0]
		f.others = f.others[1:]
		r.history, r.next = r.history.Until(f.ply), f.next
		r.left--
		if r.history.PlayOn(m) == nil {
			return true
		}
	}
	return false
}

// read returns the move that the first of some nodes names, or the captures that it can be, and how many nodes it
// takes: a capture can be written jump by jump.
func (n naming) read(p draughts.Position, nodes []Node) (moves []draughts.Move, taken int, err error) {
	if nodes[0].Kind != Move {
		return nil, 0, &draughts.UnreadableError{Text: Excerpt(nodes[0].Text)}
	}
	text := nodes[0].Text
	moves, err = n.readText(p, text)
	if err == nil {
		return moves, 1, nil
	}
	if _, over := p.Over(); over {
		return nil, 0, &draughts.IllegalMove{Reason: draughts.GameOver}
	}
	for i := 1; i < len(nodes) && nodes[i].Kind == Move; i++ {
		whole, ok := n.joined(text, nodes[i].Text)
		if !ok {
			break
		}
		text = whole
		if moves, jumpErr := n.readText(p, text); jumpErr == nil {
			return moves, i + 1, nil
		}
	}
	return nil, 0, err
}

// readText returns the move that a text names, or the captures that it can be.
func (n naming) readText(p draughts.Position, text string) ([]draughts.Move, error) {
	if n.corner != topLeft || n.turned {
		text = n.move(text)
	}
	m, err := p.Read(text)
	if several, ok := errors.AsType[*draughts.AmbiguousError](err); ok && several.Moves[0].IsCapture() {
		return several.Moves, nil
	}
	return []draughts.Move{m}, err
}

// joined returns a jump and the one that begins where it ends as one capture; false if it begins elsewhere.
func (n naming) joined(jump, next string) (string, bool) {
	first, _ := draughts.SquareNames(jump)
	second, _ := draughts.SquareNames(next)
	if len(first) == 0 || len(second) < 2 || n.square(second[0]) != n.square(first[len(first)-1]) {
		return "", false
	}
	return strings.Join(slices.Concat(first, second[1:]), "x"), true
}
