package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"doublecorner/game"
)

// tidings are what is told of a story.
type tidings struct {
	message *message
	at      time.Time // when that happened
	room    game.RoomID
	game    *game.Game       // whose board the message is, if it is one
	asks    game.ChallengeID // the open challenge that it shows, if it does
	people  []game.PersonID
}

// tidings returns what is to be told of a story; nil if nothing is. Nothing is of what is no
// longer there, nor of what something has followed: that has an announcement of its own,
// which an answer may just be telling.
func (b *Bot) tidings(ctx context.Context, s story) (*tidings, error) {
	tell := b.ofChallenge
	if s.last().Game != "" {
		tell = b.ofGame
	}
	t, err := tell(ctx, s)
	var refused *game.Refusal
	if errors.As(err, &refused) {
		return nil, nil
	}
	return t, err
}

func (b *Bot) ofGame(ctx context.Context, s story) (*tidings, error) {
	n := s.last()
	g, err := b.referee.UnrestrictedGame(ctx, n.Game)
	if err != nil || g.Seq() > n.Seq {
		return nil, err
	}
	here, err := remembered[settings](ctx, b, game.AboutPlace(g.Place))
	if err != nil || here.Unasked && !slices.ContainsFunc(s, func(n game.Announcement) bool { return !isReminder(g, n.Seq) }) {
		return nil, err
	}
	m, err := b.board(ctx, here.read(), g, concerned(g, s[0].Seq-1))
	if err != nil {
		return nil, err
	}
	return &tidings{message: m, at: n.At, room: g.Room, game: g, people: somebody(g.Players[:])}, nil
}

func (b *Bot) ofChallenge(ctx context.Context, s story) (*tidings, error) {
	n := s.last()
	ch, err := b.referee.UnrestrictedChallenge(ctx, n.Challenge)
	if err != nil || ch.State != statesTold[n.Kind] { // if it was accepted, the board says so
		return nil, err
	}
	here, err := remembered[settings](ctx, b, game.AboutPlace(ch.Place))
	if err != nil {
		return nil, err
	}
	m := challengeMessage(here.read(), ch)
	t := &tidings{message: m, at: n.At, room: n.Room, people: somebody([]game.PersonID{ch.From, ch.To})}
	if ch.State == game.Open {
		t.asks = ch.ID
	}
	return t, nil
}

// statesTold are the states of challenges that announcements tell of.
var statesTold = map[game.AnnouncementKind]game.ChallengeState{
	game.ChallengeMade: game.Open, game.ChallengeDeclined: game.Refused, game.ChallengeWithdrawn: game.Retracted,
	game.ChallengeCountered: game.Countered, game.ChallengeExpired: game.Expired,
}

// isReminder tells whether the last of so many things in a game was that a player was
// reminded of their time.
func isReminder(g *game.Game, seq int) bool {
	return seq > 0 && seq <= g.Seq() && g.Event(seq-1).Kind == game.Reminded
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
