package bot

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/puzzle"
	"doublecorner/render"
)

// ChoosePuzzle returns the puzzle of today for a guild, and its points.
func (c *composer) ChoosePuzzle(ctx context.Context, guild game.PlaceID) (game.PuzzleID, int, error) {
	s, _, err := c.records.settingsOf(ctx, guild)
	if err != nil {
		return "", 0, err
	}
	p, err := c.puzzleOfDay(ctx, s, guild)
	if err != nil {
		return "", 0, err
	}
	return game.PuzzleID(p.ID), p.Points, nil
}

// ComposePuzzle returns the message with the puzzle of the day of a guild.
func (c *composer) ComposePuzzle(ctx context.Context, d *game.DailyPuzzle) (*message.Builder, error) {
	s, l, err := c.records.settingsOf(ctx, d.Place)
	if err != nil {
		return nil, err
	}
	return c.dailyMessage(ctx, s, l, d)
}

// puzzleOfDay chooses a puzzle for a guild: by its default rules if there are puzzles for these, and one that
// nobody has tried there, as long as there are. Then it is the one of the day that was so longest ago.
func (c *composer) puzzleOfDay(ctx context.Context, s *settings, place game.PlaceID) (*puzzle.Puzzle, error) {
	all, err := c.allPuzzles(ctx, place, puzzleRules(s.defaultRules()))
	if err != nil {
		return nil, err
	}
	records, err := c.referee.PuzzleRecords(ctx, place)
	if err != nil {
		return nil, err
	}
	used := map[puzzle.ID]int{} // 0: nobody has tried it; else one more than the day
	for _, r := range records {
		if r.Solved+r.Failed+r.Daily > 0 {
			used[puzzle.ID(r.ID)] = r.Daily + 1
		}
	}
	if len(all) == 0 {
		return nil, errNoPuzzles
	}
	h := fnv.New64a()
	h.Write([]byte(place.String() + " " + strconv.Itoa(game.DayOf(c.now()))))
	at := h.Sum64() % uint64(len(all))
	return slices.MinFunc(slices.Concat(all[at:], all[:at]), func(p, other *puzzle.Puzzle) int { // the first of several
		return cmp.Compare(used[p.ID], used[other.ID])
	}), nil
}

// dailyMessage returns the message with the puzzle of the day of a guild, and the solution of the one before.
func (c *composer) dailyMessage(ctx context.Context, s *settings, l *lang.Language, d *game.DailyPuzzle) (*message.Builder, error) {
	p, err := c.findPuzzle(ctx, d.Place, puzzle.ID(d.Puzzle))
	if err != nil {
		return nil, err
	}
	m := &message.Builder{
		Accent: playingAccent, Fingerprint: message.NewFingerprint("d", d.Place.String(), uint64(d.Day), uint64(d.Room)),
	}
	m.Text(l.Say("puzzle.daily", "rules", l.RulesName(p.ID.Key()), "points", p.Points))
	m.Text(say.PuzzleTask(l, p, 0))
	side := p.Start.Turn()
	view := render.View{Position: p.Start, Theme: themeOf(s.Theme), From: s.side(side), Numbers: true}
	if err := m.Board(l, puzzleFile, view); err != nil {
		return nil, err
	}
	if before, err := c.findPuzzle(ctx, d.Place, puzzle.ID(d.Before)); err == nil {
		record, err := c.referee.PuzzleRecord(ctx, d.Place, d.Before)
		if err != nil {
			return nil, err
		}
		m.Text(l.Say("puzzle.daily-before", "line", say.Moves(before.Start, before.Moves), "n", record.Solved))
	} else if !errors.Is(err, errUnknown) {
		return nil, err
	}
	m.Row(
		button(l, customID{action: puzzleDailyAction, arg: beginPuzzle(p, "").ref()}, dg.PrimaryButton),
		button(l, customID{action: puzzleLeaderboardAction, arg: puzzleLeaderboard}, dg.SecondaryButton),
	)
	return m, nil
}

// useDailyPuzzle shows the puzzle of a day, or beside a review that of its game, to a user who wants to solve it. One that
// the user has tried before does not count again.
func (b *Bot) useDailyPuzzle(req *request) (delivery.Response, error) {
	p, err := b.firstPage(req, req.id.arg)
	if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.showPuzzle(req, p)
	if req.id.game != "" {
		r.Placement = delivery.Beside
	}
	return r, err
}
