package bot

import (
	"context"
	"encoding/json"

	"doublecorner/game"
)

// remembered reads a note as JSON. A note that cannot be read is as good as none: it
// must keep nobody from playing.
func remembered[T any](ctx context.Context, b *Bot, about game.Subject) (T, error) {
	var v T
	note, err := b.referee.Note(ctx, about)
	if err != nil || len(note) == 0 {
		return v, err
	}
	if err := json.Unmarshal(note, &v); err != nil {
		b.log.Error("note not understood", "err", err)
	}
	return v, nil
}

// amend changes what is remembered about a subject.
func amend[T any](ctx context.Context, b *Bot, about game.Subject, change func(*T)) error {
	return b.referee.Amend(ctx, about, func(was []byte) ([]byte, error) {
		var v T
		if len(was) > 0 {
			_ = json.Unmarshal(was, &v) // what is not understood is written anew
		}
		change(&v)
		return json.Marshal(v)
	})
}
