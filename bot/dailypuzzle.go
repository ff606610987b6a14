package bot

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/puzzle"
	"doublecorner/render"
)

const (
	// dailyCheck is how often the bot looks for guilds that lack the puzzle of the day.
	dailyCheck = time.Minute
	// dailyRetry is how long it does not try again where it could not post one.
	dailyRetry = time.Hour
)

// Announce delivers what is due: the puzzles of the day, and what the courier announces. It is called twice a
// second, by one goroutine.
func (b *Bot) Announce(ctx context.Context) error {
	if due := b.dailyDue.Load(); due == nil || !b.now().Before(*due) {
		next := b.now().Add(dailyCheck)
		b.dailyDue.Store(&next)
		if err := b.postDailyPuzzles(ctx); err != nil {
			return err
		}
	}
	return b.Courier.Announce(ctx)
}

// postDailyPuzzles has the puzzle of the day posted in every guild that wants one and lacks it.
func (b *Bot) postDailyPuzzles(ctx context.Context) error {
	all, err := b.referee.DailyPuzzles(ctx)
	if err != nil {
		return err
	}
	for _, d := range all {
		if !b.lacksPuzzle(d) || !b.Holds(d.Place) {
			continue
		}
		if until, failed := b.dailyFailed.Get(d.Place); failed && b.now().Before(until) {
			continue
		}
		b.Post(d.Room, "puzzle "+d.Place.String(), func(ctx context.Context) error { return b.postDailyPuzzle(ctx, d.Place) })
	}
	return nil
}

// lacksPuzzle reports whether the puzzle of today is to be posted.
func (b *Bot) lacksPuzzle(d *game.DailyPuzzle) bool {
	return d.Room != 0 && (!d.IsOf(game.DayOf(b.now())) || d.Post == 0)
}

// postDailyPuzzle chooses the puzzle of today of a guild, unless it is chosen, and posts it, unless it is posted.
func (b *Bot) postDailyPuzzle(ctx context.Context, place game.PlaceID) error {
	d, err := b.referee.DailyPuzzle(ctx, place)
	if err == nil && b.lacksPuzzle(&d) && b.Holds(place) {
		err = b.beginDay(ctx, &d)
	}
	if err != nil && !delivery.IsRateLimit(err) {
		b.dailyFailed.Put(place, b.now().Add(dailyRetry))
		b.log.Warn("puzzle of the day not posted", "guild", place, "err", err)
	}
	return err
}

func (b *Bot) beginDay(ctx context.Context, d *game.DailyPuzzle) error {
	s, l, err := b.settingsOf(ctx, d.Place)
	if err != nil {
		return err
	}
	if !d.IsOf(game.DayOf(b.now())) {
		p, err := b.puzzleOfDay(ctx, s, d.Place)
		if err != nil {
			return err
		}
		if *d, err = b.referee.BeginDay(ctx, d.Place, game.PuzzleID(p.ID), p.Points); err != nil || !b.lacksPuzzle(d) {
			return err
		}
	}
	m, err := b.dailyMessage(ctx, s, l, d)
	if err != nil {
		return err
	}
	post, err := b.PostOnce(ctx, d.Room, m, d.Begun)
	if err != nil {
		return err
	}
	return b.referee.DailyPosted(ctx, d.Place, d.Day, post)
}

// puzzleOfDay chooses a puzzle for a guild: by its default rules if there are puzzles for these, and one that
// nobody has tried there, as long as there are. Then it is the one of the day that was so longest ago.
func (b *Bot) puzzleOfDay(ctx context.Context, s *settings, place game.PlaceID) (*puzzle.Puzzle, error) {
	all, err := b.allPuzzles(ctx, place, s.puzzleRules())
	if err != nil {
		return nil, err
	}
	records, err := b.referee.PuzzleRecords(ctx, place)
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
	h.Write([]byte(place.String() + " " + strconv.Itoa(game.DayOf(b.now()))))
	at := h.Sum64() % uint64(len(all))
	return slices.MinFunc(slices.Concat(all[at:], all[:at]), func(p, other *puzzle.Puzzle) int { // the first of several
		return cmp.Compare(used[p.ID], used[other.ID])
	}), nil
}

// dailyMessage returns the message with the puzzle of the day of a guild, and the solution of the one before.
func (b *Bot) dailyMessage(ctx context.Context, s *settings, l *lang.Language, d *game.DailyPuzzle) (*message.Builder, error) {
	p, err := b.findPuzzle(ctx, d.Place, puzzle.ID(d.Puzzle))
	if err != nil {
		return nil, err
	}
	m := &message.Builder{
		Accent: playingAccent, Fingerprint: message.NewFingerprint("d", d.Place.String(), uint64(d.Day), uint64(d.Room)),
	}
	m.Text(l.Say("puzzle.daily", "rules", l.RulesName(p.ID.Key()), "points", p.Points))
	m.Text(say.PuzzleTask(l, p, 0))
	side := p.Start.Turn()
	view := render.View{Position: p.Start, Theme: themeOf(s.Theme), From: s.side(side)}
	if err := m.Board(l, puzzleFile, view); err != nil {
		return nil, err
	}
	if before, err := b.findPuzzle(ctx, d.Place, puzzle.ID(d.Before)); err == nil {
		record, err := b.referee.PuzzleRecord(ctx, d.Place, d.Before)
		if err != nil {
			return nil, err
		}
		m.Text(l.Say("puzzle.daily-before", "line", say.Moves(before.Start, before.Moves), "n", record.Solved))
	} else if !errors.Is(err, errUnknown) {
		return nil, err
	}
	m.Row(
		button(l, customID{action: puzzleDailyAction, arg: string(p.ID)}, dg.PrimaryButton),
		button(l, customID{action: puzzleLeaderboardAction, arg: puzzleLeaderboard}, dg.SecondaryButton),
	)
	return m, nil
}

// useDailyPuzzle shows the puzzle of a day to a user who wants to solve it. One that the user has tried before
// does not count again.
func (b *Bot) useDailyPuzzle(req *request) (delivery.Response, error) {
	p, err := b.findPuzzle(req, req.place, puzzle.ID(strings.TrimSpace(req.id.arg)))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.showPuzzle(req, puzzlePage{p, "", 0})
}
