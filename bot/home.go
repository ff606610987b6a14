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
		b.refresh(ctx, oldBoard{room: old.Room, post: old.Post, game: g.ID})
	default:
		b.refresh(ctx, oldBoard{room: old.Room, post: old.Post})
	}
}

// isHome tells whether a game is shown in a message.
func (b *Bot) isHome(ctx context.Context, id game.GameID, post game.PostID) bool {
	g, err := b.referee.UnrestrictedGame(ctx, id)
	return err == nil && g.Post == post
}

// refresh brings an old board up to date when its channel can take it.
func (b *Bot) refresh(ctx context.Context, old oldBoard) {
	key, do := "message "+old.post.String(), b.retire
	if old.game != "" {
		key, do = renewKey(old.game), b.renew
	}
	if !b.outbox.put(ctx, lane{old.room, true}, key, func(ctx context.Context) error { return do(ctx, old) }) {
		b.retired.wait(old)
	}
}

// renewKey is the key of a delivery that shows a game in the message in which it is.
func renewKey(id game.GameID) string { return "board " + string(id) }

// renewNow shows a game as it is when its channel can take that, in the message in which it
// is. That tells what was announced, too.
func (b *Bot) renewNow(ctx context.Context, g *game.Game, announced []game.AnnouncementID) {
	b.untold.add(g.ID, announced)
	b.refresh(ctx, oldBoard{room: g.Room, post: g.Post, game: g.ID})
}

// renew shows a game as it is now in the message in which it is. If that cannot be done
// now, it is done later; if that message cannot be changed any more, another shows it.
func (b *Bot) renew(ctx context.Context, old oldBoard) error {
	var g *game.Game
	var m *message
	var announced []game.AnnouncementID
	err := b.poster.Edit(ctx, old.room, old.post, func() (*Message, error) {
		b.outbox.begun(renewKey(old.game))
		announced = append(announced, b.untold.take(old.game)...)
		var err error
		if g, err = b.referee.UnrestrictedGame(ctx, old.game); err != nil {
			return nil, err
		}
		here, err := remembered[settings](ctx, b, game.AboutPlace(g.Place))
		if err != nil {
			return nil, err
		}
		if m, err = b.board(ctx, here.read(), g, sides{}); err != nil {
			return nil, err
		}
		return m.outgoing(), nil
	})
	if _, limited := askedToWait(err); limited {
		b.untold.add(old.game, announced)
		return err
	}
	shown := &dg.Message{ID: old.post.String(), ChannelID: old.room.String()}
	if errors.Is(err, ErrUnreachable) && m != nil && g.Post == old.post && len(announced) > 0 {
		shown, err = b.postOnce(ctx, g.Room, m, b.now())
	}
	if err == nil {
		b.settle(ctx, g, shown, nil)
		err = b.referee.Delivered(ctx, announced...)
	}
	if err != nil {
		b.untold.add(old.game, announced)
		if errors.Is(err, ErrUnreachable) || !b.retired.wait(old) {
			b.untold.take(old.game)
			b.log.Warn("a board is out of date", "game", old.game, "err", err)
		}
	}
	return nil
}

// retire takes the controls off a message. If Discord is busy, that is done later.
func (b *Bot) retire(ctx context.Context, old oldBoard) error {
	m, err := b.poster.Message(ctx, old.room, old.post)
	if err == nil && m != nil && active(m.Components) {
		err = b.poster.Edit(ctx, old.room, old.post, func() (*Message, error) { return withoutControls(m), nil })
	}
	if _, limited := askedToWait(err); limited {
		return err
	}
	if err != nil && !errors.Is(err, ErrUnreachable) && !b.retired.wait(old) {
		b.log.Warn("an old board keeps its controls", "room", old.room, "post", old.post, "err", err)
	}
	return nil
}

// untold are the announcements that a board will tell when it is renewed.
type untold struct {
	mu  sync.Mutex
	ids map[game.GameID][]game.AnnouncementID
}

func (u *untold) add(id game.GameID, announced []game.AnnouncementID) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ids == nil {
		u.ids = map[game.GameID][]game.AnnouncementID{}
	}
	if len(announced) > 0 {
		u.ids[id] = append(u.ids[id], announced...)
	}
}

func (u *untold) take(id game.GameID) []game.AnnouncementID {
	u.mu.Lock()
	defer u.mu.Unlock()
	ids := u.ids[id]
	delete(u.ids, id)
	return ids
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
