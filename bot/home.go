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
		b.refresh(oldBoard{room: old.Room, post: old.Post, game: g.ID})
	default:
		b.refresh(oldBoard{room: old.Room, post: old.Post})
	}
}

// isHome tells whether a game is shown in a message.
func (b *Bot) isHome(ctx context.Context, id game.GameID, post game.PostID) bool {
	g, err := b.referee.UnrestrictedGame(ctx, id)
	return err == nil && g.Post == post
}

// refresh brings an old board up to date when its channel can take it.
func (b *Bot) refresh(old oldBoard) {
	ok := false
	if old.game != "" {
		ok = b.outbox.put(lane{old.room, true}, boardKey(old.game), func(ctx context.Context, begun func()) error { return b.update(ctx, old, begun) })
	} else {
		ok = b.outbox.put(lane{old.room, true}, "message "+old.post.String(), func(ctx context.Context, _ func()) error { return b.retire(ctx, old) })
	}
	if !ok && !b.retired.wait(old) {
		b.untold.take(old.game)
	}
}

// boardKey is the key of a delivery that brings the board of a game up to date.
func boardKey(id game.GameID) string { return "board " + string(id) }

// errMoved says that a game is shown in another message by now.
var errMoved = errors.New("the game is shown elsewhere")

// update changes the message that shows a game to show it as it is now, and so tells what was
// not told of it. If that message cannot be changed any more, another shows the game; if it
// cannot be changed now, that is done later.
func (b *Bot) update(ctx context.Context, old oldBoard, begun func()) error {
	g, err := b.referee.UnrestrictedGame(ctx, old.game)
	if err != nil {
		b.untold.take(old.game)
		b.log.Error("a board is out of date", "game", old.game, "err", err)
		return nil
	}
	if g.Post == 0 {
		b.untold.take(old.game) // Announce tells it
		return nil
	}
	old.room, old.post = g.Room, g.Post
	var m *message
	var news undelivered
	err = b.poster.Edit(ctx, old.room, old.post, func() (*Message, error) {
		begun()
		news.add(b.untold.take(old.game))
		var err error
		if g, err = b.referee.UnrestrictedGame(ctx, old.game); err != nil {
			return nil, err
		}
		if g.Post != old.post {
			return nil, errMoved
		}
		m, err = b.boardIn(ctx, g, sides{})
		if err != nil {
			return nil, err
		}
		return m.outgoing(), nil
	})
	shown := &dg.Message{ID: old.post.String(), ChannelID: old.room.String()}
	if errors.Is(err, ErrUnreachable) && m != nil && len(news.ids) > 0 {
		shown, err = b.postOnce(ctx, g.Room, m, b.now())
	}
	if err == nil {
		b.settle(ctx, g, shown, nil)
		err = b.referee.Delivered(ctx, news.ids...)
	}
	if err == nil {
		return nil
	}
	b.untold.put(old.game, news)
	if _, limited := askedToWait(err); limited {
		return err
	}
	if errors.Is(err, errMoved) {
		b.refresh(oldBoard{room: g.Room, post: g.Post, game: g.ID})
	} else if errors.Is(err, ErrUnreachable) || !b.retired.wait(old) {
		b.untold.take(old.game) // Announce tells it
		b.log.Warn("a board is out of date", "game", old.game, "err", err)
	}
	return nil
}

// boardIn returns the board of a game in the language of its place.
func (b *Bot) boardIn(ctx context.Context, g *game.Game, calls sides) (*message, error) {
	here, err := remembered[settings](ctx, b, game.AboutPlace(g.Place))
	if err != nil {
		return nil, err
	}
	return b.board(ctx, here.read(), g, calls)
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

// undelivered is what a board will tell of a game: announcements, and whom they concern.
type undelivered struct {
	ids   []game.AnnouncementID
	calls sides
}

func (u *undelivered) add(more undelivered) {
	u.ids, u.calls = append(u.ids, more.ids...), u.calls.or(more.calls)
}

// untold is what boards will tell when it is their turn, by their games.
type untold struct {
	mu  sync.Mutex
	all map[game.GameID]undelivered
}

func (u *untold) put(id game.GameID, news undelivered) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all == nil {
		u.all = map[game.GameID]undelivered{}
	}
	if len(news.ids) > 0 {
		all := u.all[id]
		all.add(news)
		u.all[id] = all
	}
}

func (u *untold) take(id game.GameID) undelivered {
	u.mu.Lock()
	defer u.mu.Unlock()
	news := u.all[id]
	delete(u.all, id)
	return news
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
