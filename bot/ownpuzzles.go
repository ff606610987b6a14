package bot

import (
	"context"
	"errors"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
)

// effort is how long the bot thinks about finished games.
var effort = puzzle.Effort{Scan: 3000, Prove: 60_000}

// noteFinished has the puzzles found in a finished game, if both players agree to that.
func (b *Bot) noteFinished(ctx context.Context, g *game.Game) {
	v, err := draughts.Builtin(g.Variant.Rules().Key)
	if err != nil || v != g.Variant || len(puzzle.Of(v.Rules().Key)) == 0 || !g.IsOver() {
		return
	}
	if _, known := b.searched.Get(g.ID); known {
		return
	}
	prefs, err := b.preferencesOf(ctx, g.Players[:]...)
	for _, p := range g.Players {
		if err != nil || p != game.Computer && !(p.IsPerson() && prefs[p].Puzzles) {
			return
		}
	}
	select {
	case b.finished <- g:
		b.searched.Put(g.ID, true)
	default:
	}
}

// FindPuzzles finds puzzles in finished games until the context ends.
func (b *Bot) FindPuzzles(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case g := <-b.finished:
			if err := b.findPuzzles(ctx, g); err != nil && ctx.Err() == nil {
				b.log.Info("puzzles of a game not found", "game", g.ID, "err", err)
			}
		}
	}
}

// findPuzzles adds the puzzles of a game to those of its guild or DM. Nobody waits for them, so everything else
// that is thought about goes first.
func (b *Bot) findPuzzles(ctx context.Context, g *game.Game) error {
	h, err := g.History()
	if err != nil {
		return err
	}
	think := func(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
		t, err := b.mind.Think(ctx, mind.Task{
			Purpose: mind.Spare, Place: g.Place, Person: g.Players[0], History: h, Pieces: true, Limit: l,
		})
		if err == nil && t.Late {
			err = errCut
		}
		return t, err
	}
	found, err := puzzle.Search(ctx, think, h, effort)
	for _, p := range found {
		if puzzle.Find(p.ID) != nil {
			continue
		}
		p.Source = "game " + string(g.ID)
		record := game.PuzzleRecord{Place: g.Place, ID: game.PuzzleID(p.ID), Text: p.String(), Rules: p.ID.Key()}
		err = errors.Join(err, b.referee.AddPuzzle(ctx, record, p.Points))
	}
	return err
}

// errCut says that there was no time to prove a puzzle.
var errCut = errors.New("thinking was cut short")
