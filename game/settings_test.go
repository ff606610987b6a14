package game_test

import (
	"bytes"
	"errors"
	"testing"

	"doublecorner/game"
)

func TestNotes(t *testing.T) {
	h := newFixture(t)
	about := game.PlaceSettings(5)
	add := func(text string) error {
		return h.ChangeSettings(background, about, func(was []byte) ([]byte, error) { return append(was, text...), nil })
	}
	if note, err := h.Settings(background, about); note != nil || err != nil {
		t.Errorf("before there is any: %q, %v", note, err)
	}
	h.must(add("one "))
	h.must(add("two"))
	if note, err := h.Settings(background, about); string(note) != "one two" || err != nil {
		t.Errorf("%q, %v", note, err)
	}
	if note, err := h.Settings(background, game.PersonSettings(5)); note != nil || err != nil {
		t.Errorf("a person is no place: %q, %v", note, err)
	}
	failed := errors.New("failed")
	if err := h.ChangeSettings(background, about, func([]byte) ([]byte, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	var refused *game.RequestError
	long := bytes.Repeat([]byte("x"), 64<<10)
	h.must(h.ChangeSettings(background, game.PlaceSettings(6), func([]byte) ([]byte, error) { return long, nil }))
	long = append(long, 'x')
	if err := h.ChangeSettings(background, about, func([]byte) ([]byte, error) { return long, nil }); !errors.As(err, &refused) || refused.Code != game.SettingsTooLong {
		t.Errorf("a long note: %v", err)
	}
	if note, _ := h.Settings(background, about); string(note) != "one two" {
		t.Errorf("after what failed: %q", note)
	}
	for _, nobody := range []game.SettingsKey{{}, game.PersonSettings(game.FormerPlayer), game.PlaceSettings(game.Everywhere)} {
		if err := h.ChangeSettings(background, nobody, func([]byte) ([]byte, error) { return []byte("x"), nil }); !errors.As(err, &refused) {
			t.Errorf("about nobody: %v", err)
		}
	}
	h.must(h.ChangeSettings(background, about, func([]byte) ([]byte, error) { return nil, nil }))
	if note, err := h.Settings(background, about); note != nil || err != nil {
		t.Errorf("after it was forgotten: %q, %v", note, err)
	}
}
