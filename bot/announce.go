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

// Announce tells people what they have not heard yet: what time brought about, and what
// an answer should have told but did not. What cannot be told now waits; the error says
// why. Call it every few seconds, from one goroutine.
func (b *Bot) Announce(ctx context.Context) error {
	for _, old := range b.retired.take() {
		b.retire(ctx, old)
	}
	var failed []error
	var after game.AnnouncementID
	for {
		news, err := b.referee.Waiting(ctx, after, mostNews)
		if err != nil {
			return err
		}
		for _, story := range stories(news) {
			if !b.isDue(story) {
				continue
			}
			err := b.tell(ctx, story)
			if err != nil {
				failed = append(failed, err)
			}
			b.delays.note(story.last.ID, err == nil, b.now())
		}
		if len(news) < mostNews {
			return errors.Join(failed...)
		}
		after = news[len(news)-1].ID
	}
}

// settling is how long what another process said before it was killed may still be on its
// way into a room.
const settling = 3 * time.Second

// isDue tells whether a story is to be told now. An answer of this process may be about to
// tell it; those of one before are there soon, or not at all.
func (b *Bot) isDue(s *story) bool {
	now, wait := b.now(), b.patience
	from := s.last.At
	if from.Before(b.began) {
		from, wait = b.began, settling
	}
	return !from.After(now.Add(-wait)) && b.delays.isDue(s.last.ID, now)
}

// delays are how long news waits that could not be told: longer each time, up to a few
// minutes, so that a room in trouble is not asked all the time. Only the goroutine that
// announces uses them.
type delays map[game.AnnouncementID]delay

type delay struct {
	tries int
	until time.Time
}

const (
	firstDelay   = 2 * time.Second
	longestDelay = 5 * time.Minute
)

func (d delays) isDue(id game.AnnouncementID, now time.Time) bool { return !now.Before(d[id].until) }

func (d delays) note(id game.AnnouncementID, told bool, now time.Time) {
	if told {
		delete(d, id)
		return
	}
	for other, wait := range d {
		if now.Sub(wait.until) > longestDelay { // it has been told otherwise
			delete(d, other)
		}
	}
	wait := d[id]
	wait.until = now.Add(min(longestDelay, firstDelay<<min(wait.tries, 16)))
	wait.tries++
	d[id] = wait
}

// story is the news about one game or challenge. Only how it ends is told.
type story struct {
	last game.Announcement
	ids  []game.AnnouncementID
}

// stories puts together what is about the same thing, in the order of its beginning.
func stories(news []game.Announcement) []*story {
	var all []*story
	about := map[string]*story{}
	for _, n := range news {
		subject := string(n.Game)
		if subject == "" {
			subject = "c" + string(n.Challenge)
		}
		s := about[subject]
		if s == nil {
			s = &story{}
			about[subject] = s
			all = append(all, s)
		}
		s.last = n
		s.ids = append(s.ids, n.ID)
	}
	return all
}

// tell tells a story in its room; if nobody can be told there, to each player alone.
func (b *Bot) tell(ctx context.Context, s *story) error {
	m, g, people, err := b.tidings(ctx, s.last)
	if err != nil {
		return err
	}
	if m == nil {
		return b.referee.Delivered(ctx, s.ids...)
	}
	room := s.last.Room
	if g != nil {
		room = g.Room
	}
	shown, err := b.postOnce(ctx, room, m, s.last.At)
	if err == nil {
		if g != nil {
			b.settle(ctx, g, shown, nil)
		}
		return b.referee.Delivered(ctx, s.ids...)
	}
	if !errors.Is(err, ErrUnreachable) {
		return err
	}
	b.log.Warn("news goes to its readers directly", "room", room, "err", err)
	reached := 0
	for _, p := range people {
		direct, err := b.poster.Direct(ctx, p)
		if err == nil {
			_, err = b.postOnce(ctx, direct, m, s.last.At)
		}
		switch {
		case err == nil:
			reached++
		case !errors.Is(err, ErrUnreachable):
			return err
		}
	}
	if reached == 0 && s.last.At.After(b.now().Add(-worthTelling)) {
		return err // the room may open again
	}
	return b.referee.Delivered(ctx, s.ids...)
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
	return b.poster.Post(ctx, room, m.post(), m.nonce())
}

// skew is by how much Discord's clock may be behind ours.
const skew = time.Minute

// tidings returns the message that tells of an announcement, the game it shows if it
// does, and whom it concerns. There is no message about what is no longer there, nor about
// what something has followed: that has an announcement of its own, which an answer may
// just be telling.
func (b *Bot) tidings(ctx context.Context, n game.Announcement) (*message, *game.Game, []game.PersonID, error) {
	var refused *game.Refusal
	if n.Game != "" {
		g, err := b.referee.Game(ctx, n.Game)
		if errors.As(err, &refused) {
			return nil, nil, nil, nil
		} else if err != nil {
			return nil, nil, nil, err
		}
		if g.Seq() > n.Seq {
			return nil, nil, nil, nil
		}
		here, err := remembered[settings](ctx, b, game.AboutPlace(g.Place))
		if err != nil {
			return nil, nil, nil, err
		}
		if here.Unasked && isReminder(g) {
			return nil, nil, nil, nil
		}
		m, err := b.board(ctx, here.read(), g)
		if err != nil {
			return nil, nil, nil, err
		}
		if _, ended := g.Result(); ended {
			m.pings = somebody(g.Players[:])
		}
		return m, g, somebody(g.Players[:]), nil
	}
	ch, err := b.referee.ChallengeOf(ctx, n.Challenge)
	if errors.As(err, &refused) {
		return nil, nil, nil, nil
	} else if err != nil {
		return nil, nil, nil, err
	}
	if ch.State != statesTold[n.Kind] { // if it was accepted, the board says so
		return nil, nil, nil, nil
	}
	here, err := remembered[settings](ctx, b, game.AboutPlace(ch.Place))
	if err != nil {
		return nil, nil, nil, err
	}
	return challengeMessage(here.read(), ch), nil, somebody([]game.PersonID{ch.From, ch.To}), nil
}

// statesTold are the states of challenges that announcements tell of.
var statesTold = map[game.AnnouncementKind]game.ChallengeState{
	game.ChallengeMade: game.Open, game.ChallengeDeclined: game.Refused, game.ChallengeWithdrawn: game.Retracted,
	game.ChallengeCountered: game.Countered, game.ChallengeExpired: game.Expired,
}

// isReminder tells whether the last thing in a game was that a player was reminded of
// their time.
func isReminder(g *game.Game) bool {
	return g.Seq() > 0 && g.Event(g.Seq()-1).Kind == game.Reminded
}

// somebody leaves out who is nobody in particular.
func somebody(all []game.PersonID) []game.PersonID {
	var some []game.PersonID
	for _, p := range all {
		if p.IsSomebody() {
			some = append(some, p)
		}
	}
	return some
}

// post returns a message as one in a channel.
func (m *message) post() *dg.MessageSend {
	return &dg.MessageSend{Components: m.components(), Files: m.attached(), Flags: m.flags(), AllowedMentions: m.mentions()}
}
