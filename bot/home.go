package bot

import (
	"context"
	"errors"
	"sync"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// settle notes that a game is shown in a message, and takes the controls off the message
// that is out of date then: the one before, or this one if it comes late. Should that
// fail, the old board keeps controls that do nothing, and nothing else is lost. bare is a
// message that is known to have lost them, if there is one. A message that is changed again
// and again can be changed late, too, in the place of what it has shown since: then it is
// brought up to date.
func (b *Bot) settle(ctx context.Context, g *game.Game, shown, bare *dg.Message) {
	at, ok := placeOf(shown)
	if !ok {
		return
	}
	old, err := b.referee.Show(ctx, g.ID, game.Showing{Room: at.room, Post: at.post, Seq: g.Seq()})
	if err != nil {
		b.log.Error("board not noted", "game", g.ID, "err", err)
		return
	}
	switch {
	case old.Post == 0, bare != nil && bare.ID == old.Post.String():
	case old.Post == at.post && b.isHome(ctx, g.ID, old.Post):
		b.renew(ctx, oldBoard{room: old.Room, post: old.Post, game: g.ID})
	default:
		b.retire(ctx, oldBoard{room: old.Room, post: old.Post})
	}
}

// isHome tells whether a game is shown in a message.
func (b *Bot) isHome(ctx context.Context, id game.GameID, post game.PostID) bool {
	g, err := b.referee.UnrestrictedGame(ctx, id)
	return err == nil && g.Post == post
}

// renew shows a game as it is now in the message in which it is. If that cannot be done
// now, it is done later.
func (b *Bot) renew(ctx context.Context, old oldBoard) {
	g, err := b.referee.UnrestrictedGame(ctx, old.game)
	if err != nil || g.Post != old.post {
		return // it is shown elsewhere by now
	}
	here, err := remembered[settings](ctx, b, game.AboutPlace(g.Place))
	if err == nil {
		var m *message
		if m, err = b.board(ctx, here.read(), g, sides{}); err == nil {
			err = b.poster.Edit(ctx, old.room, old.post, m.outgoing())
		}
	}
	if err == nil {
		b.settle(ctx, g, &dg.Message{ID: old.post.String(), ChannelID: old.room.String()}, nil)
		return
	}
	if errors.Is(err, ErrUnreachable) || !b.retired.wait(old) {
		b.log.Warn("a board is out of date", "game", g.ID, "err", err)
	}
}

// retire takes the controls off a message. If Discord is busy, that is done later.
func (b *Bot) retire(ctx context.Context, old oldBoard) {
	m, err := b.poster.Message(ctx, old.room, old.post)
	if err == nil && m != nil && active(m.Components) {
		err = b.poster.Edit(ctx, old.room, old.post, withoutControls(m))
	}
	if err != nil && !errors.Is(err, ErrUnreachable) && !b.retired.wait(old) {
		b.log.Warn("an old board keeps its controls", "room", old.room, "post", old.post, "err", err)
	}
}

// oldBoard is a message whose controls are to be taken off or, if it is that of a game, one
// that is to show the game as it is now.
type oldBoard struct {
	room  game.RoomID
	post  game.PostID
	game  game.GameID
	tries int
}

// placeOf returns where a message is, if it says so.
func placeOf(m *dg.Message) (oldBoard, bool) {
	room, ok := snowflake(m.ChannelID)
	post, known := snowflake(m.ID)
	return oldBoard{room: game.RoomID(room), post: game.PostID(post)}, ok && known
}

// retired are the messages to which that is still to be done. They are few, and forgotten
// when the process ends: such controls do nothing, and the next move shows the game anew.
type retired struct {
	mu  sync.Mutex
	all []oldBoard
}

const (
	mostRetired  = 1000
	mostRetiring = 5 // tries for one message
)

// wait has a message wait; it returns false if that is of no use any more.
func (r *retired) wait(old oldBoard) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	old.tries++
	if old.tries >= mostRetiring || len(r.all) >= mostRetired {
		return false
	}
	r.all = append(r.all, old)
	return true
}

// take takes all that wait.
func (r *retired) take() []oldBoard {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.all
	r.all = nil
	return all
}
