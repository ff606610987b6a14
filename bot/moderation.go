package bot

import (
	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// adjudicate ends a game with a result.
func (b *Bot) adjudicate(req *request, q game.GameRequest) (game.Answer, error) {
	outcome := map[string]game.Outcome{"white": game.WhiteWon, "black": game.BlackWon, "draw": game.Drawn}[req.text("outcome")]
	return b.referee.Adjudicate(req, game.RulingRequest{GameRequest: q, Reason: req.text("reason"), Outcome: outcome})
}

// annul ends a game without a result.
func (b *Bot) annul(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Annul(req, game.RulingRequest{GameRequest: q, Reason: req.text("reason")})
}

// repost moves a game to this channel, in case its message or channel is lost. The response delivers
// the game's pending announcements.
func (b *Bot) repost(req *request, g *game.Game) (delivery.Response, error) {
	if !req.by.Moderator || g.Place != req.place {
		return delivery.Response{}, &game.RequestError{Code: game.NotAModerator, Game: g}
	}
	var announced []game.AnnouncementID
	mentions := delivery.ToAct(g)
	for page, err := range delivery.Pending(req, b.referee) {
		if err != nil {
			return delivery.Response{}, err
		}
		for _, a := range page {
			if a.Game == g.ID {
				announced = append(announced, a.ID)
				mentions = mentions.Or(delivery.Mentioned(g, a.Seq-1))
			}
		}
	}
	m, err := b.composer.board(req, &req.settings, req.public, g, mentions.Without(g, req.by.Person))
	if err != nil {
		return delivery.Response{}, err
	}
	if !g.IsOver() {
		m.Text(req.public.Say("board.unstuck"))
	}
	return delivery.Response{Message: m, Board: &delivery.Board{Game: g}, Announcements: announced}, nil
}
