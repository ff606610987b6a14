package game_test

import (
	"bytes"
	"errors"
	"testing"

	"doublecorner/game"
)

func TestNotes(t *testing.T) {
	h := newHall(t)
	about := game.AboutPlace(5)
	add := func(text string) error {
		return h.Amend(background, about, func(was []byte) ([]byte, error) { return append(was, text...), nil })
	}
	if note, err := h.Note(background, about); note != nil || err != nil {
		t.Errorf("before there is any: %q, %v", note, err)
	}
	h.must(add("one "))
	h.must(add("two"))
	if note, err := h.Note(background, about); string(note) != "one two" || err != nil {
		t.Errorf("%q, %v", note, err)
	}
	if note, err := h.Note(background, game.AboutPerson(5)); note != nil || err != nil {
		t.Errorf("a person is no place: %q, %v", note, err)
	}
	failed := errors.New("failed")
	if err := h.Amend(background, about, func([]byte) ([]byte, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
	var refused *game.Refusal
	long := bytes.Repeat([]byte("x"), 64<<10)
	h.must(h.Amend(background, game.AboutPlace(6), func([]byte) ([]byte, error) { return long, nil }))
	long = append(long, 'x')
	if err := h.Amend(background, about, func([]byte) ([]byte, error) { return long, nil }); !errors.As(err, &refused) || refused.Code != game.LongNote {
		t.Errorf("a long note: %v", err)
	}
	if note, _ := h.Note(background, about); string(note) != "one two" {
		t.Errorf("after what failed: %q", note)
	}
	for _, nobody := range []game.Subject{{}, game.AboutPerson(game.FormerPlayer), game.AboutPlace(game.Everywhere)} {
		if err := h.Amend(background, nobody, func([]byte) ([]byte, error) { return []byte("x"), nil }); !errors.As(err, &refused) {
			t.Errorf("about nobody: %v", err)
		}
	}
	h.must(h.Amend(background, about, func([]byte) ([]byte, error) { return nil, nil }))
	if note, err := h.Note(background, about); note != nil || err != nil {
		t.Errorf("after it was forgotten: %q, %v", note, err)
	}
}
