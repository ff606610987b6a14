package bot

import (
	"context"
	"errors"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts/pdn"
	"doublecorner/render"
)

// updateList has the list of a guild updated after a change of a challenge to anyone there.
func (b *Bot) updateList(req *request, ch *game.Challenge) {
	if ch.Place == req.place {
		b.updateListOf(&req.settings, ch)
	}
}

func (b *Bot) updateListOf(s *settings, ch *game.Challenge) {
	if s.List.Channel != 0 && ch.To == game.Anyone {
		b.Courier.UpdateBulletin(delivery.Bulletin{Guild: ch.Place}, s.List.Channel)
	}
}

// challengeMessage returns the message that shows a challenge, with buttons while it is open.
func (c *composer) challengeMessage(ctx context.Context, l *lang.Language, ch *game.Challenge) *message.Builder {
	return c.linkedChallenge(ctx, l, ch, say.Code(ch.Game))
}

// linkedChallenge returns the message that shows a challenge, with a link to the game that it began.
func (c *composer) linkedChallenge(ctx context.Context, l *lang.Language, ch *game.Challenge, link string) *message.Builder {
	m := &message.Builder{Accent: challengeAccent, Fingerprint: delivery.ChallengeFingerprint(ch)}
	m.Text(say.Challenge(l, ch))
	if !ch.IsRegular() && ch.State == game.Open {
		if err := m.Board(l, boardFile, render.View{Position: ch.Start}); err != nil {
			m.Text("`" + pdn.FEN(ch.Start) + "`")
		}
	}
	if ch.State != game.Open {
		m.Text(l.Say("challenge.state", "state", ch.State, "from", say.Mention(ch.From), "to", say.Named(l, &ch.Terms, ch.To), "game", link))
		return m
	}
	m.Text(c.ratingsText(ctx, l, ch))
	var buttons []dg.MessageComponent
	if !ch.Everywhere || !ch.Voting && !isDirect(ctx, c.records, ch) { // else nobody here can accept it
		buttons = append(buttons, button(l, onChallenge(ch, acceptAction), dg.SuccessButton))
	}
	if ch.To == game.Anyone && c.mind.IsOn() {
		buttons = append(buttons, button(l, customID{action: playAction, challenge: ch.ID}, dg.PrimaryButton))
	}
	if ch.To != game.Anyone {
		m.Mentions = []string{ch.To.String()}
		buttons = append(buttons, button(l, customID{action: declineAction, challenge: ch.ID}, dg.SecondaryButton))
	}
	if ch.To != game.Anyone && !ch.Voting {
		buttons = append(buttons, button(l, customID{action: counterAction, challenge: ch.ID}, dg.SecondaryButton))
	}
	m.Row(buttons...)
	m.Row(c.ratedButton(ctx, l, ch), button(l, customID{action: withdrawAction, challenge: ch.ID}, dg.SecondaryButton))
	return m
}

// isDirect reports whether a challenge was made in the DM with the bot.
func isDirect(ctx context.Context, r *records, ch *game.Challenge) bool {
	s, _, err := r.settingsOf(ctx, ch.Place)
	return err == nil && s.isDirect(ch.Place, ch.Room)
}

// ratedButton returns the button by which the challenger makes the game of a challenge rated, or not; nil if that cannot be
// chosen.
func (c *composer) ratedButton(ctx context.Context, l *lang.Language, ch *game.Challenge) dg.MessageComponent {
	s, _, err := c.records.settingsOf(ctx, ch.Place)
	if err != nil || s.Friendly || !ch.IsRegular() || ch.HasOdds() || ch.Voting {
		return nil
	}
	other := "yes"
	if ch.Rated {
		other = "no"
	}
	return buttonLabelled(l.Say("button.rated", "rated", ch.Rated), onChallenge(ch, ratedAction).with(other), dg.SecondaryButton)
}

// ratingsText returns the ratings of the players of a challenge in its guild or DM; "" if they have none.
func (c *composer) ratingsText(ctx context.Context, l *lang.Language, ch *game.Challenge) string {
	var texts []string
	known := false
	for _, p := range []game.PersonID{ch.From, ch.To} {
		if p == game.Anyone {
			continue
		}
		last, err := c.referee.RatingHistory(ctx, p, game.PoolOf(ch.Variant), ch.Place, 1)
		if err != nil {
			c.log.Warn("challenge without ratings", "challenge", ch.ID, "err", err)
			return ""
		}
		rated, rating := len(last) > 0 && !last[0].Rating.IsProvisional(), game.Rating{}
		if rated {
			known, rating = true, last[0].Rating
		}
		texts = append(texts, l.Say("challenge.rating", "player", say.Mention(p), "rated", rated, "rating", say.Round(rating.Points)))
	}
	if !known {
		return ""
	}
	return strings.Join(texts, " · ")
}

// reply returns the request to answer the challenge of a button.
func (req *request) reply() game.ReplyRequest {
	return game.ReplyRequest{Request: req.gameRequest(), Challenge: req.id.challenge, Changes: int(req.id.ply)}
}

// begunBefore returns the response to a second click on the button that began a game: a link to the game. If it is
// none, it returns why the referee refused the request.
func (b *Bot) begunBefore(req *request, err error) (delivery.Response, error) {
	refused, ok := errors.AsType[*game.RequestError](err)
	if !ok || refused.Code != game.ChallengeClosed {
		return delivery.Response{}, err
	}
	g, gone := b.referee.Game(req, refused.Challenge.Game, game.Viewer{Person: req.by.Person})
	if gone != nil {
		return delivery.Response{}, err
	}
	r := delivery.Response{Message: req.linkTo(g)}
	if delivery.OpenFingerprint(refused.Challenge).IsOn(req.i.Message) { // as it was at the click
		r.Before = b.composer.challengeMessage(req, req.public, refused.Challenge)
	}
	return r, nil
}

// acceptedResponse returns the response that shows the game of a challenge that was accepted.
func (b *Bot) acceptedResponse(req *request, a game.Answer) delivery.Response {
	b.updateList(req, a.Challenge)
	r := b.beginResponse(req, a)
	switch {
	case r.Board != nil && a.Game.Room != req.channel && !req.canBegin():
		r = req.begunThere(r)
	case r.Board == nil || r.Board.In != delivery.InResponse:
		r.Placement = delivery.Replace
	case delivery.OpenFingerprint(a.Challenge).IsOn(req.i.Message):
		r.Before = b.composer.challengeMessage(req, req.public, a.Challenge)
	}
	r.Closed = a.Challenge.ID // the button of /games is on another message
	return r
}

// closedResponse returns the response that shows how a challenge ended.
func (b *Bot) closedResponse(req *request, a game.Answer) delivery.Response {
	b.updateList(req, a.Challenge)
	return delivery.Response{
		Message: b.composer.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced, Closed: a.Challenge.ID,
		Placement: delivery.Replace,
	}
}

// beginResponse returns the response that shows a new game. If the guild wants threads, the board goes
// into a new thread, and the response shows that the challenge was accepted.
// Discord creates no threads in threads, so in a thread the board stays where it is. So does that of a game
// against the computer, which is one message.
func (b *Bot) beginResponse(req *request, a game.Answer) delivery.Response {
	b.storePlace(req)
	staysHere := req.inThread() && a.Game.Room == req.channel || a.Game.HasComputer() || a.Game.Voting
	if staysHere || a.Game.Place != req.place || !req.settings.threads(req) {
		return b.boardResponse(req, a)
	}
	return delivery.Response{
		Message: b.composer.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced,
		Board: &delivery.Board{
			Game: a.Game, Mentions: delivery.Mentioned(a.Game, delivery.JustBegun), // which has Discord add them to the thread
			In: delivery.InThread, Parent: req.channel, Thread: b.threadName(req, a.Game),
		},
	}
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
