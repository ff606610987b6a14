package bot

import (
	"context"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// challengeList is the message of a guild that lists its open challenges to anyone: in one channel, and kept
// up to date. Zero: there is none.
type challengeList struct {
	Channel game.RoomID `json:"channel,omitempty"`
	Post    game.PostID `json:"post,omitempty"`
	Request string      `json:"request,omitempty"` // the interaction that asked for it
}

const (
	maxListed = 10  // challenges in the list, each with three components
	maxRead   = 100 // challenges that are searched for those to anyone
)

// updateList has the list of a guild updated after a change of a challenge to anyone.
func (b *Bot) updateList(s *settings, ch *game.Challenge) {
	if s.List.Channel != 0 && ch.To == game.Anyone {
		b.UpdateBulletin(delivery.Bulletin{Guild: ch.Place}, s.List.Channel)
	}
}

// ComposeBulletin returns the list of open challenges of a guild, or the message of a tournament; nil if the
// guild wants none.
func (b *Bot) ComposeBulletin(ctx context.Context, of delivery.Bulletin) (*delivery.BulletinMessage, error) {
	if of.Tournament != "" {
		return b.composeTournament(ctx, of.Tournament)
	}
	s, l, err := b.settingsOf(ctx, of.Guild)
	if err != nil || s.List.Channel == 0 {
		return nil, err
	}
	open, err := b.referee.Challenges(ctx, game.OpenChallengesIn(of.Guild), game.Viewer{Place: of.Guild}, maxRead)
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Accent: challengeAccent}
	m.Text("**" + l.Say("challenge.list") + "**")
	var ids []string
	for _, ch := range open {
		if ch.To != game.Anyone {
			continue
		}
		ids = append(ids, string(ch.ID))
		if len(ids) > maxListed {
			continue
		}
		m.Text(strings.TrimSpace(say.Challenge(l, ch) + "\n" + b.ratingsText(ctx, l, ch)))
		m.Row(button(l, customID{action: joinAction, challenge: ch.ID}, dg.SuccessButton))
	}
	switch {
	case len(ids) == 0:
		m.Text(l.Say("challenge.list-empty"))
	case len(ids) > maxListed:
		m.Text(l.Say("list.more", "n", len(ids)-maxListed))
	}
	m.Fingerprint = message.NewFingerprint("l", s.List.Request+" "+strings.Join(ids, " "), uint64(s.List.Post))
	return &delivery.BulletinMessage{Message: m, Channel: s.List.Channel, Post: s.List.Post}, nil
}

// BulletinPosted records which message lists the open challenges of a guild, or shows a tournament.
func (b *Bot) BulletinPosted(ctx context.Context, of delivery.Bulletin, shown game.ShownPost) error {
	if of.Tournament != "" {
		return b.referee.RecordTournamentShown(ctx, of.Tournament, shown)
	}
	return change(ctx, b, game.PlaceSettings(of.Guild), func(s *settings) {
		if s.List.Channel == shown.Room {
			s.List.Post = shown.Post
		}
	})
}

// useJoin accepts a challenge of the list. The list stays as it is, and the game is played where the
// challenge was made.
func (b *Bot) useJoin(req *request) (delivery.Response, error) {
	if req.settings.List.Channel != 0 {
		b.UpdateBulletin(delivery.Bulletin{Guild: req.place}, req.settings.List.Channel) // also if the challenge is closed
	}
	r, err := b.useAccept(req)
	if err != nil || r.Board == nil {
		return r, err
	}
	return req.begunThere(r), nil
}

// begunThere returns a response that shows a new game where its challenge was made, and links to it.
func (req *request) begunThere(r delivery.Response) delivery.Response {
	g := r.Board.Game
	r.Placement, r.Compose, r.Message = delivery.Beside, nil, req.linkTo(g)
	switch r.Board.In {
	case delivery.InResponse:
		r.Board.In = delivery.InChannel
	case delivery.InThread:
		r.Board.Parent = g.Room
	}
	return r
}
