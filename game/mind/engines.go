package mind

import (
	"context"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
	"doublecorner/game/search/evaluation"
)

// engines are the engines of a core: those that thought last, the latest first.
type engines [2]*engine

// engine is an engine for one rule set.
type engine struct {
	pieces bool // it counts them and knows nothing else
	search *search.Engine
}

// of returns an engine for a rule set, which may have been read anew: one that only counts pieces, or one that
// knows more.
func (e *engines) of(v *draughts.Variant, pieces bool, o Options) *engine {
	for i, known := range e {
		if known != nil && known.pieces == pieces && known.search.Plays(v) {
			copy(e[1:i+1], e[:i])
			e[0] = known
			return known
		}
	}
	copy(e[1:], e[:])
	// Only endings of the built-in rules are solved: it takes long, and servers may have many rule sets of their own.
	set := endgame.Embedded(v)
	if set.Pieces() > 0 && o.Library != nil {
		set = o.Library.Set(v)
	}
	options := search.Options{Hash: o.Hash, Endgames: set}
	if pieces {
		options.Evaluator = evaluation.Pieces(v)
	}
	e[0] = &engine{pieces, search.New(v, options)}
	return e[0]
}

// think thinks about a position. If the processor was busy with something else until the time was over, it looks at
// each move once.
func (e *engine) think(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
	t, err := e.search.Think(ctx, h, l)
	if err != nil || t.Depth > 0 || len(t.Lines[0].Moves) == 0 || ctx.Err() != nil {
		return t, err
	}
	l.Time, l.Depth = Longest, 1
	t, err = e.search.Think(ctx, h, l)
	t.Late = true
	return t, err
}
