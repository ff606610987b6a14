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
// message that is known to have lost them, if there is one.
func (b *Bot) settle(ctx context.Context, g *game.Game, shown, bare *dg.Message) {
	room, ok := snowflake(shown.ChannelID)
	post, known := snowflake(shown.ID)
	if !ok || !known {
		return
	}
	old, err := b.referee.Show(ctx, g.ID, game.Showing{Room: game.RoomID(room), Post: game.PostID(post), Seq: g.Seq()})
	if err != nil {
		b.log.Error("board not noted", "game", g.ID, "err", err)
		return
	}
	if old.Post != 0 && (bare == nil || bare.ID != old.Post.String()) {
		b.retire(ctx, oldBoard{room: old.Room, post: old.Post})
	}
}

// retire takes the controls off a message. If Discord is busy, that is done later.
func (b *Bot) retire(ctx context.Context, old oldBoard) {
	m, err := b.poster.Message(ctx, old.room, old.post)
	if err == nil && m != nil && active(m.Components) {
		data := withoutControls(m)
		err = b.poster.Edit(ctx, old.room, old.post, &dg.MessageEdit{
			Components: &data.Components, Attachments: data.Attachments, AllowedMentions: data.AllowedMentions, Flags: data.Flags,
		})
	}
	if err != nil && !errors.Is(err, ErrUnreachable) && !b.retired.wait(old) {
		b.log.Warn("an old board keeps its controls", "room", old.room, "post", old.post, "err", err)
	}
}

// oldBoard is a message whose controls are to be taken off.
type oldBoard struct {
	room  game.RoomID
	post  game.PostID
	tries int
}

// retired are the messages whose controls are still to be taken off. They are few, and
// forgotten when the process ends: such controls do nothing.
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
