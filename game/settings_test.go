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
