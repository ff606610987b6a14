package game_test

import (
	"bytes"
	"errors"
	"testing"

	"doublecorner/game"
)

func TestSettings(t *testing.T) {
	h := newFixture(t)
	about := game.PlaceSettings(5)
	add := func(text string) error {
		return h.ChangeSettings(background, about, func(was []byte) ([]byte, error) { return append(was, text...), nil })
	}
	if got, err := h.Settings(background, about); got[0] != nil || err != nil {
		t.Errorf("before there are any: %q, %v", got, err)
	}
	h.must(add("one "))
	h.must(add("two"))
	if got, err := h.Settings(background, about); string(got[0]) != "one two" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := h.Settings(background, game.PersonSettings(5)); got[0] != nil || err != nil {
		t.Errorf("a person is no place: %q, %v", got, err)
	}
	failed := errors.New("failed")
	if err := h.ChangeSettings(background, about, func([]byte) ([]byte, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	var refused *game.RequestError
	long := bytes.Repeat([]byte("x"), 64<<10)
	h.must(h.ChangeSettings(background, game.PlaceSettings(6), func([]byte) ([]byte, error) { return long, nil }))
	long = append(long, 'x')
	if err := h.ChangeSettings(background, about, func([]byte) ([]byte, error) { return long, nil }); !errors.As(err, &refused) ||
		refused.Code != game.SettingsTooLong {
		t.Errorf("long settings: %v", err)
	}
	if got, _ := h.Settings(background, about); string(got[0]) != "one two" {
		t.Errorf("after what failed: %q", got)
	}
	for _, nobody := range []game.SettingsKey{{}, game.PersonSettings(game.FormerPlayer), game.PlaceSettings(game.Everywhere)} {
		if err := h.ChangeSettings(background, nobody, func([]byte) ([]byte, error) { return []byte("x"), nil }); !errors.As(err, &refused) {
			t.Errorf("about nobody: %v", err)
		}
	}
	h.must(h.ChangeSettings(background, about, func([]byte) ([]byte, error) { return nil, nil }))
	if got, err := h.Settings(background, about); got[0] != nil || err != nil {
		t.Errorf("after they were deleted: %q, %v", got, err)
	}
}

// What belongs to a place can be deleted; its games and ratings belong to their players.
func TestDeletePlace(t *testing.T) {
	h := newFixture(t)
	g := h.win(ann, bob, american(t))
	set := func(place game.PlaceID, text string) {
		h.must(h.ChangeSettings(background, game.PlaceSettings(place), func([]byte) ([]byte, error) { return []byte(text), nil }))
	}
	set(club, "ours")
	set(club+1, "theirs")
	h.must(h.AddPuzzle(background, game.PuzzleRecord{Place: club, ID: "aaaaaaa", Text: "a line", Rules: "russian"}, 1400))
	h.must(h.SetPuzzleRoom(background, club, 9))
	h.must(h.DeletePlace(background, club, []byte("others")))
	if all, err := h.SettingsOfPlaces(background); err != nil || string(all[club]) != "ours" {
		t.Errorf("settings that have changed meanwhile: %q, %v", all, err)
	}
	h.must(h.DeletePlace(background, club, []byte("ours")))

	all, err := h.SettingsOfPlaces(background)
	if h.must(err); len(all) != 1 || string(all[club+1]) != "theirs" {
		t.Errorf("settings: %q", all)
	}
	puzzles, err := h.PuzzleRecords(background, club)
	if h.must(err); len(puzzles) > 0 {
		t.Errorf("%d puzzles", len(puzzles))
	}
	if daily, err := h.DailyPuzzles(background); err != nil || len(daily) > 0 {
		t.Errorf("%d puzzles of the day, %v", len(daily), err)
	}
	if after := h.game(g.ID); after.Place != club {
		t.Errorf("the game: %+v", after)
	}
	if row, _, err := h.Rank(background, ann, game.Leaderboard{Pool: "american", Place: club}); err != nil || row.Games() != 1 {
		t.Errorf("the rating: %+v, %v", row, err)
	}
	h.inOrder()
}
