package pdn

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
)

// A MoveError says which move of a game is not legal, and why.
type MoveError struct {
	Ply  int    // counted from 1
	Text string // an Excerpt of what is written in the file
	Err  error  // a *draughts.Refusal, *draughts.AmbiguousError or *draughts.UnreadableError
	// Position is where the move was tried.
	Position draughts.Position
}

// mostQuoted is how many bytes of a text errors quote at most.
const mostQuoted = 200

// Excerpt returns a text if an error can quote it whole, and its beginning if not.
func Excerpt(text string) string {
	if len(text) <= mostQuoted {
		return text
	}
	return strings.ToValidUTF8(text[:mostQuoted], "") + "…"
}

func (e *MoveError) Error() string { return fmt.Sprintf("ply %d, %q: %v", e.Ply, e.Text, e.Err) }

func (e *MoveError) Unwrap() error { return e.Err }

// ErrNoVariant says that a game's tags do not tell which rules it is played by.
var ErrNoVariant = errors.New("the tags do not say which game this is: there is no GameType that is known, nor a Variant")

// ErrSetup says that a game cannot be replayed because a position is set up in the
// middle of it.
var ErrSetup = errors.New("a position is set up in the middle of the moves, between slashes: what stands before and after it are two games")

// MaxMoves is how many moves Replay plays at most. Real games have a few hundred.
const MaxMoves = 10_000

// ErrTooManyMoves says that a game has more than MaxMoves moves.
var ErrTooManyMoves = fmt.Errorf("it has more than %d moves, as no game has; are results missing between games?", MaxMoves)

// An UnknownVariantError says that a game's Variant tag names none that is built in.
type UnknownVariantError struct{ Name string }

func (e *UnknownVariantError) Error() string {
	return fmt.Sprintf("the tag Variant says %q, which is no rule set that is known", e.Name)
}

// noVariants are values of a Variant tag that say nothing of the rules.
var noVariants = []string{"", "?", "-", "from position", "fromposition", "casual", "normal"}

// variantTags are the names under which lidraughts and others write rule sets,
// besides our own keys.
var variantTags = map[string]string{
	"standard":     "international",
	"english":      "american",
	"antidraughts": "international-misere",
	"breakthrough": "international-breakthrough",
}

// byGameType holds the keys of the built-in rule sets by their GameType number.
var byGameType = func() map[int]string {
	m := map[int]string{}
	for _, r := range draughts.Families() {
		if r.GameType != 0 {
			m[r.GameType] = r.Key
		}
	}
	return m
}()

// Variant returns the rule set that a game's tags name: a Variant tag before the
// GameType, which several games share. If they name none that is built in, the
// error is ErrNoVariant or an UnknownVariantError.
func (g *Game) Variant() (*draughts.Variant, error) {
	name := strings.ToLower(strings.TrimSpace(g.Tag("Variant")))
	if key, ok := variantTags[name]; ok {
		name = key
	}
	if v, err := draughts.Builtin(name); err == nil {
		return v, nil
	}
	if !slices.Contains(noVariants, name) {
		return nil, &UnknownVariantError{Excerpt(g.Tag("Variant"))}
	}
	if t, ok := parseGameType(g.Tag("GameType")); ok {
		if key, ok := byGameType[t.number]; ok {
			return draughts.Builtin(key)
		}
	}
	return nil, ErrNoVariant
}

// Start returns the position a game starts from under a rule set: that of its FEN
// tag, if it has one.
func (g *Game) Start(v *draughts.Variant) (draughts.Position, error) {
	fen := g.Tag("FEN")
	if fen == "" || g.Tag("SetUp") == "0" {
		return v.Start(), nil
	}
	t := g.counting(v)
	if t.corner == topLeft {
		return ParseFEN(v, fen)
	}
	return parseFEN(v, fen, func(name string) draughts.Square {
		if isNumber(name) {
			return t.square(v, v.Named(name))
		}
		return v.Named(name)
	})
}

// Replay plays a game's moves by a rule set. The error is a FENError, a MoveError,
// ErrSetup or ErrTooManyMoves; the history then holds the moves before it.
func (g *Game) Replay(v *draughts.Variant) (*draughts.History, error) {
	start, err := g.Start(v)
	if err != nil {
		return nil, err
	}
	numbers := g.counting(v)
	h := draughts.NewHistory(start)
	attempts := g.attempts()
	if len(attempts) > MaxMoves {
		return h, ErrTooManyMoves
	}
	for i, n := range attempts {
		var m draughts.Move
		switch n.Kind {
		case Move:
			m, err = readMove(h, numbers, n.Text)
		case Setup:
			return h, ErrSetup
		default:
			err = &draughts.UnreadableError{Text: Excerpt(n.Text)}
		}
		if err == nil {
			err = h.PlayOn(m)
		}
		if err != nil {
			return h, &MoveError{Ply: i + 1, Text: Excerpt(n.Text), Err: err, Position: h.Position()}
		}
	}
	return h, nil
}

var digits = regexp.MustCompile(`\d+`)

func readMove(h *draughts.History, numbers gameType, text string) (draughts.Move, error) {
	p := h.Position()
	if v := p.Variant(); numbers.corner != topLeft && !strings.ContainsAny(strings.ToLower(text), "abcdefghijkl") {
		text = digits.ReplaceAllStringFunc(text, func(number string) string {
			if q := numbers.square(v, v.Named(number)); q != 0 {
				return strconv.Itoa(int(q))
			}
			return number
		})
	}
	m, err := p.Read(text)
	if err != nil {
		if end, over := p.Over(); over && end.Rule != draughts.TooManyCaptures {
			err = &draughts.Refusal{Reason: draughts.GameOver}
		}
	}
	return m, err
}

// FromHistory returns a game as PDN has it: with the tags given, those that tell
// the rules and the position it starts from, and its result if it is over.
func FromHistory(h *draughts.History, tags ...Tag) *Game {
	start := h.Start()
	v := start.Variant()
	g := &Game{Tags: slices.Clone(tags), Result: Unfinished}
	if gameType := gameTypeOf(v); gameType != "" {
		g.SetTag("GameType", gameType)
	} else {
		g.SetTag("Variant", v.Rules().Key)
	}
	if start != v.Start() {
		g.SetTag("SetUp", "1")
		g.SetTag("FEN", FEN(start))
	}
	for i, m := range h.Moves() {
		g.Line = append(g.Line, Node{Kind: Move, Text: h.At(i).Text(m)})
	}
	if end, over := h.Ending(); over {
		g.Result = ResultOf(v, end)
	}
	g.SetTag("Result", string(g.Result))
	return g
}
