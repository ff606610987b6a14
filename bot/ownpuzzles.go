package bot

import (
	"context"
	"errors"
	"strings"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/puzzle"
	"doublecorner/game/search"
)

// effort is how long the bot thinks about finished games.
var effort = puzzle.Effort{Scan: 3000, Prove: 60_000}

// Changed has puzzles found in a game once it is over. It is told of each game after its commit.
func (b *Bot) Changed(g *game.Game) {
	v, err := draughts.Builtin(g.Variant.Rules().Key)
	if err != nil || v != g.Variant || len(puzzle.Of(v.Rules().Key)) == 0 || !g.IsOver() {
		return
	}
	select {
	case b.finder.finished <- g.ID:
	default:
	}
}

// FindPuzzles finds puzzles in finished games until the context ends.
func (b *Bot) FindPuzzles(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-b.finder.finished:
			if err := b.finder.find(ctx, id); err != nil && ctx.Err() == nil {
				b.log.Info("puzzles of a game not found", "game", id, "err", err)
			}
		}
	}
}

// agree reports whether the players of a game agree that it gives puzzles.
func (f *puzzleFinder) agree(ctx context.Context, g *game.Game) (bool, error) {
	prefs, err := f.records.preferencesOf(ctx, g.Players[:]...)
	for _, p := range g.Players {
		if err != nil || p != game.Computer && !(p.IsPerson() && prefs[p].Puzzles) {
			return false, err
		}
	}
	return true, nil
}

// find adds the puzzles of a game to those of its guild or DM, if both players agree to that. Nobody waits for them, so
// everything else that is thought about goes first.
func (f *puzzleFinder) find(ctx context.Context, id game.GameID) error {
	g, err := f.referee.UnrestrictedGame(ctx, id)
	if err != nil {
		return err
	}
	if agreed, err := f.agree(ctx, g); err != nil || !agreed {
		return err
	}
	h, err := g.History()
	if err != nil {
		return err
	}
	think := func(ctx context.Context, h *draughts.History, l search.Limit) (search.Thought, error) {
		t, err := f.mind.Think(ctx, mind.Task{
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
		p.Source = sourceOf(g)
		record := game.PuzzleRecord{Place: g.Place, ID: game.PuzzleID(p.ID), Text: p.String(), Rules: p.ID.Key()}
		err = errors.Join(err, f.referee.AddPuzzle(ctx, record, p.Points))
	}
	return err
}

// puzzleOf returns the puzzle that was found in a game at one of some positions; "" if there is none.
func (c *composer) puzzleOf(ctx context.Context, g *game.Game, at ...draughts.Position) (game.PuzzleID, error) {
	for _, p := range at {
		for _, id := range puzzle.IDsAt(p) {
			r, err := c.referee.PuzzleRecord(ctx, g.Place, game.PuzzleID(id))
			if err != nil || strings.HasSuffix(r.Text, "\t"+sourceOf(g)) {
				return r.ID, err
			}
		}
	}
	return "", nil
}

// sourceOf returns the source of the puzzles of a game.
func sourceOf(g *game.Game) string { return "game " + string(g.ID) }

// errCut says that there was no time to prove a puzzle.
var errCut = errors.New("thinking was cut short")
