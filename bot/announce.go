package bot

import (
	"context"
	"errors"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// UsualPatience is how long news waits for the answer that tells it along the way. It is
// longer than answers are tried.
const UsualPatience = 15 * time.Second

// mostNews is how much news is looked at together.
const mostNews = 200

// Announce has people told what they have not heard yet: what time brought about, and what
// an answer should have told but did not. What cannot be told now waits. Call it every few
// seconds, from one goroutine.
func (b *Bot) Announce(ctx context.Context) error {
	for _, old := range b.retired.take() {
		b.refresh(old)
	}
	var after game.AnnouncementID
	for {
		news, err := b.referee.Waiting(ctx, after, mostNews)
		if err != nil {
			return err
		}
		for _, story := range stories(news) {
			last := story.last()
			if !b.isDue(story) || b.willShow(last) {
				continue
			}
			if !b.outbox.put(lane{channel: last.Room}, storyKey(last.Game, last.Challenge), func(ctx context.Context, _ func()) error { return b.try(ctx, story) }) {
				return nil // the rest is told when there is room for it
			}
		}
		if len(news) < mostNews {
			return nil
		}
		after = news[len(news)-1].ID
	}
}

// Wait waits until all is told that Announce has found to tell, and all old boards are up to
// date that can be.
func (b *Bot) Wait() { b.outbox.wait() }

// Stop waits until that is done, or until the context ends: then what is left is not done.
func (b *Bot) Stop(ctx context.Context) {
	defer context.AfterFunc(ctx, b.outbox.end)()
	b.outbox.wait()
	b.outbox.end()
}

// storyKey is the key of a delivery that tells of a game, or of a challenge.
func storyKey(g game.GameID, ch game.ChallengeID) string {
	if g != "" {
		return "game " + string(g)
	}
	return "challenge " + string(ch)
}

// willShow tells whether a board is about to tell some news.
func (b *Bot) willShow(n game.Announcement) bool {
	return n.Game != "" && b.outbox.holds(boardKey(n.Game)) && n.At.After(b.now().Add(-b.patience-longestLaneWait))
}

// try tells a story, unless it was told meanwhile, and notes whether it could be told.
func (b *Bot) try(ctx context.Context, s story) error {
	id := s.last().ID
	if still, err := b.referee.Waiting(ctx, id-1, 1); err == nil && (len(still) == 0 || still[0].ID != id) {
		return nil
	}
	err := b.tell(ctx, s)
	if _, limited := askedToWait(err); limited {
		return err
	}
	if err != nil && ctx.Err() == nil {
		b.log.Warn("news waits", "err", err)
	}
	b.delays.note(s.last().ID, err == nil, b.now())
	return nil
}

// settling is how long what another process said before it was killed may still be on its
// way into a room.
const settling = 3 * time.Second

// isDue tells whether a story is to be told now. An answer of this process may be about to
// tell it; those of one before are there soon, or not at all.
func (b *Bot) isDue(s story) bool {
	now, wait := b.now(), b.patience
	from := s.last().At
	if from.Before(b.began) {
		from, wait = b.began, settling
	}
	return !from.After(now.Add(-wait)) && b.delays.isDue(s.last().ID, now)
}

// story is the news about one game or challenge. Only how it ends is told.
type story []game.Announcement

func (s story) last() game.Announcement { return s[len(s)-1] }

// ids are those of all of it.
func (s story) ids() []game.AnnouncementID {
	ids := make([]game.AnnouncementID, len(s))
	for i, n := range s {
		ids[i] = n.ID
	}
	return ids
}

// stories puts together what is about the same thing, in the order of its beginning.
func stories(news []game.Announcement) []story {
	var all []story
	about := map[string]int{} // which story is about a game or a challenge
	for _, n := range news {
		subject := storyKey(n.Game, n.Challenge)
		i, begun := about[subject]
		if !begun {
			i = len(all)
			about[subject] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], n)
	}
	return all
}

// tell tells a story in its room; if nobody can be told there, to each player alone.
func (b *Bot) tell(ctx context.Context, s story) error {
	t, err := b.tidings(ctx, s)
	if err != nil {
		return err
	}
	if t != nil {
		err = b.post(ctx, t)
		if errors.Is(err, ErrUnreachable) {
			b.log.Warn("news goes to its readers directly", "room", t.room, "err", err)
			err = b.whisper(ctx, t, err)
		}
	}
	if err != nil {
		return err
	}
	if err := b.referee.Delivered(ctx, s.ids()...); err != nil {
		return err
	}
	for _, n := range s {
		if n.Kind != game.ChallengeMade {
			b.disarm(ctx, n.Challenge, nil)
		}
	}
	return nil
}

// post tells everybody in the room.
func (b *Bot) post(ctx context.Context, t *tidings) error {
	shown, err := b.postOnce(ctx, t.room, t.message, t.at)
	if err != nil {
		return err
	}
	if t.game != nil {
		b.settle(ctx, t.game, shown, nil)
	}
	if t.asks != "" {
		b.asked.note(t.asks, shown)
	}
	return nil
}

// whisper tells each of those whom something concerns alone. If that reaches nobody, the
// room may open again: then there is still why it cannot be told there, for as long as it
// is worth telling.
func (b *Bot) whisper(ctx context.Context, t *tidings, closed error) error {
	reached := 0
	for _, p := range t.people {
		direct, err := b.poster.Direct(ctx, p)
		if err == nil {
			_, err = b.postOnce(ctx, direct, t.message, t.at)
		}
		switch {
		case err == nil:
			reached++
		case !errors.Is(err, ErrUnreachable):
			return err
		}
	}
	if reached == 0 && t.at.After(b.now().Add(-worthTelling)) {
		return closed
	}
	return nil
}

// worthTelling is for how long it is tried to tell news that reaches nobody.
const worthTelling = 24 * time.Hour

// postOnce posts a message, unless one that tells the same is there: told by an answer
// that was not known to arrive, or by a process that fell before it could note it. Rooms
// whose messages may not be read are trusted not to have it. What it tells happened at a
// time.
func (b *Bot) postOnce(ctx context.Context, room game.RoomID, m *message, at time.Time) (*dg.Message, error) {
	recent, err := b.poster.Recent(ctx, room, at.Add(-skew))
	if err != nil && !errors.Is(err, ErrUnreachable) {
		return nil, err
	}
	for _, there := range recent {
		if bears(there, m.mark) {
			return there, nil
		}
	}
	return b.poster.Post(ctx, room, m.outgoing(), m.nonce())
}

// skew is by how much Discord's clock may be behind ours.
const skew = time.Minute
