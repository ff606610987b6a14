package bot

import (
	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// moderate returns the handler of a command that decides about a game of the guild.
func moderate(decide func(*Bot, *request, *game.Game) (delivery.Response, error)) func(*Bot, *request) (delivery.Response, error) {
	return func(b *Bot, req *request) (delivery.Response, error) {
		g, err := b.chosenGame(req)
		if err != nil {
			return delivery.Response{}, err
		}
		if g.Place != req.place {
			return delivery.Response{}, &game.RequestError{Code: game.NotAModerator, Game: g}
		}
		return decide(b, req, g)
	}
}

// adjudicate ends a game with a result.
func (b *Bot) adjudicate(req *request, g *game.Game) (delivery.Response, error) {
	q := game.RulingRequest{GameRequest: req.about(g.ID, g.Ply()), Reason: req.text("reason")}
	switch req.text("outcome") {
	case "white":
		q.Outcome = game.WhiteWon
	case "black":
		q.Outcome = game.BlackWon
	case "draw":
		q.Outcome = game.Drawn
	}
	a, err := b.referee.Adjudicate(req, q)
	return b.boardResponse(req, a, err)
}

// annul ends a game without a result.
func (b *Bot) annul(req *request, g *game.Game) (delivery.Response, error) {
	a, err := b.referee.Annul(req, game.RulingRequest{GameRequest: req.about(g.ID, g.Ply()), Reason: req.text("reason")})
	return b.boardResponse(req, a, err)
}

// unstick moves a game to this channel, in case its message or channel is lost. The response delivers
// the game's pending announcements.
func (b *Bot) unstick(req *request, g *game.Game) (delivery.Response, error) {
	if !req.by.Moderator {
		return delivery.Response{}, &game.RequestError{Code: game.NotAModerator, Game: g}
	}
	var announced []game.AnnouncementID
	mentions := delivery.ToAct(g)
	for after := game.AnnouncementID(0); ; {
		page, err := b.referee.PendingAnnouncements(req, after, delivery.Page)
		if err != nil {
			return delivery.Response{}, err
		}
		for _, a := range page {
			if a.Game == g.ID {
				announced = append(announced, a.ID)
				mentions = mentions.Or(delivery.Mentioned(g, a.Seq-1))
			}
		}
		if len(page) < delivery.Page {
			break
		}
		after = page[len(page)-1].ID
	}
	m, err := b.board(req, req.public, g, mentions.Without(g, req.by.Person))
	if err != nil {
		return delivery.Response{}, err
	}
	m.Text(req.public.Say("board.unstuck"))
	return delivery.Response{Message: m, Board: &delivery.Board{Game: g}, Announcements: announced}, nil
}
