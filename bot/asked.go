package bot

import (
	"context"
	"sync"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// asked are the messages with the challenges that were made last: what closes one otherwise
// than by its buttons takes those off. They are forgotten when the process ends: then the
// first who presses one of them does.
type asked struct {
	mu    sync.Mutex
	where map[game.ChallengeID]oldBoard
	order [mostAsked]game.ChallengeID
	next  int
}

const mostAsked = 4096

// note notes which message shows a challenge.
func (a *asked) note(id game.ChallengeID, shown *dg.Message) {
	at, ok := placeOf(shown)
	if !ok {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.where == nil {
		a.where = map[game.ChallengeID]oldBoard{}
	}
	delete(a.where, a.order[a.next])
	a.order[a.next] = id
	a.next = (a.next + 1) % mostAsked
	a.where[id] = at
}

// take returns the message that shows a challenge, once.
func (a *asked) take(id game.ChallengeID) (oldBoard, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	old, ok := a.where[id]
	delete(a.where, id)
	return old, ok
}

// disarm takes the buttons off the message with a challenge that is closed, if that is not
// the one in which it was pressed that it should be: what becomes of that is the answer's.
func (b *Bot) disarm(ctx context.Context, id game.ChallengeID, pressed *dg.Message) {
	old, ok := b.asked.take(id)
	if ok && (pressed == nil || pressed.ID != old.post.String()) {
		b.refresh(old)
	}
}
