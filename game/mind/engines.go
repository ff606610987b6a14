package mind

import (
	"context"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/search"
)

// engines are the engines of a core: those of the rule sets that it thought about last, the latest first.
type engines [2]*engine

// engine is an engine for one rule set.
type engine struct {
	variant *draughts.Variant
	search  *search.Engine
	isClean bool // its hash table is empty
}

// of returns the engine for a rule set.
func (e *engines) of(v *draughts.Variant, o Options) *engine {
	for i, known := range e {
		if known != nil && known.variant == v {
			copy(e[1:i+1], e[:i])
			e[0] = known
			return known
		}
	}
	copy(e[1:], e[:])
	// A rule set of a server's own may be solved nowhere: that takes long, and there may be many of them.
	set := endgame.Embedded(v)
	if builtin, err := draughts.Builtin(v.Rules().Key); err == nil && builtin == v && o.Library != nil {
		set = o.Library.Set(v)
	}
	e[0] = &engine{v, search.New(v, search.Options{Hash: o.Hash, Endgames: set}), true}
	return e[0]
}

// think thinks about a position. A level that sees less far than the table remembers begins with an empty
// one.
func (e *engine) think(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
	if l.Level > 0 && !e.isClean {
		e.search.Forget()
	}
	e.isClean = false
	return e.search.Think(ctx, h, l)
}
