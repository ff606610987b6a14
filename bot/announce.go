package bot

import (
	"context"
	"errors"
	"strconv"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Poster sends messages that answer nobody.
type Poster interface {
	// Post sends a message to a room. Sending one of the same nonce again within a few
	// minutes sends nothing.
	Post(ctx context.Context, room game.RoomID, m *dg.MessageSend, nonce string) (*dg.Message, error)
	// Direct returns the room in which only a person reads.
	Direct(ctx context.Context, p game.PersonID) (game.RoomID, error)
}

// ErrUnreachable is what a Poster's errors wrap when trying again is of no use: the
// room is gone, or nothing may be said there.
var ErrUnreachable = errors.New("unreachable")

// patience is how long news waits for the answer that tells it along the way.
const patience = 15 * time.Second

// mostNews is how much news is looked at together.
const mostNews = 200

// Announce tells people what they have not heard yet: what time brought about, and what
// an answer should have told but did not. What cannot be told now waits; the error says
// why. Call it every few seconds, from one goroutine.
func (b *Bot) Announce(ctx context.Context, to Poster) error {
	var failed []error
	var after game.AnnouncementID
	for {
		news, err := b.referee.Waiting(ctx, after, mostNews)
		if err != nil {
			return err
		}
		for _, story := range stories(news) {
			if story.last.At.After(b.now().Add(-patience)) {
				continue
			}
			if err := b.tell(ctx, to, story); err != nil {
				failed = append(failed, err)
			}
		}
		if len(news) < mostNews {
			return errors.Join(failed...)
		}
		after = news[len(news)-1].ID
	}
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
func (b *Bot) tell(ctx context.Context, to Poster, s *story) error {
	m, g, people, err := b.tidings(ctx, s.last)
	if err != nil {
		return err
	}
	if m == nil { // it is about what is no longer there
		return b.referee.Delivered(ctx, s.ids...)
	}
	room := s.last.Room
	if g != nil {
		room = g.Room
	}
	nonce := "news" + strconv.FormatUint(uint64(s.last.ID), 36)
	shown, err := to.Post(ctx, room, m.post(), nonce)
	if err == nil {
		if g != nil {
			b.note(ctx, g, shown)
		}
		return b.referee.Delivered(ctx, s.ids...)
	}
	if !errors.Is(err, ErrUnreachable) {
		return err
	}
	b.log.Warn("news goes to its readers directly", "room", room, "err", err)
	for _, p := range people {
		direct, err := to.Direct(ctx, p)
		if err == nil {
			_, err = to.Post(ctx, direct, m.post(), nonce)
		}
		if err != nil && !errors.Is(err, ErrUnreachable) {
			return err
		}
	}
	return b.referee.Delivered(ctx, s.ids...)
}

// tidings returns the message that tells of an announcement, the game it shows if it
// does, and whom it concerns. There is no message about what is no longer there.
func (b *Bot) tidings(ctx context.Context, n game.Announcement) (*message, *game.Game, []game.PersonID, error) {
	l := lang.English()
	var refused *game.Refusal
	if n.Game != "" {
		g, err := b.referee.Game(ctx, n.Game)
		if errors.As(err, &refused) {
			return nil, nil, nil, nil
		} else if err != nil {
			return nil, nil, nil, err
		}
		m, err := b.board(ctx, l, g)
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
	return challengeMessage(l, ch), nil, somebody([]game.PersonID{ch.From, ch.To}), nil
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

// note notes where a game is shown now. Should that fail, the old board keeps its
// controls, and nothing else is lost.
func (b *Bot) note(ctx context.Context, g *game.Game, shown *dg.Message) {
	room, ok := snowflake(shown.ChannelID)
	post, known := snowflake(shown.ID)
	if !ok || !known {
		return
	}
	q := game.ShowRequest{
		Request: game.Request{ID: game.RequestID("p" + shown.ID), By: game.Actor{Person: g.Player(draughts.White)}, Place: g.Place},
		Game:    g.ID, Room: game.RoomID(room), Post: game.PostID(post),
	}
	if !q.By.Person.IsSomebody() {
		q.By.Person = g.Player(draughts.Black)
	}
	if _, err := b.referee.Show(ctx, q); err != nil {
		b.log.Error("board not noted", "game", g.ID, "err", err)
	}
}

// post returns a message as one in a channel.
func (m *message) post() *dg.MessageSend {
	return &dg.MessageSend{Components: m.components(), Files: m.attached(), Flags: m.flags(), AllowedMentions: m.mentions()}
}
