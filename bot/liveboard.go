package bot

import (
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// useLive sends the user a private link to the live board of a game.
func (b *Bot) useLive(req *request, g *game.Game) (delivery.Response, error) {
	switch {
	case g.IsBetween():
		return delivery.Response{}, &game.RequestError{Code: game.BetweenPlaces, Game: g}
	case b.live == nil:
		return delivery.Response{}, errNoLive
	}
	name, _ := b.names.cachedName(req.by.Person, req.place)
	address, err := b.live.Link(req, game.Session{
		Person: req.by.Person, Place: req.place, Direct: req.i.GuildID == "", Game: g.ID, Name: name, Reads: req.lang.Code,
	})
	if err != nil {
		return delivery.Response{}, err
	}
	m := req.private("live.link")
	m.Row(
		dg.Button{Label: message.ClipTo(req.lang.Say("live.open"), message.MaxButtonLabel), Style: dg.LinkButton, URL: address},
		b.shareButton(req, g),
	)
	return delivery.Response{Message: m, Placement: delivery.Beside}, nil
}

// addSessions adds how many live boards the user has open, and the button that closes them; nothing if there are none.
func (b *Bot) addSessions(ctx context.Context, req *request, m *message.Builder) error {
	open, err := b.referee.Sessions(ctx, req.by.Person)
	if len(open) > 0 {
		m.Text(req.lang.Say("live.open-boards", "n", len(open)))
		m.Row(button(req.lang, customID{action: endBoardsAction}, dg.SecondaryButton))
	}
	return err
}

// useEndBoards closes all live boards of the user.
func (b *Bot) useEndBoards(req *request) (delivery.Response, error) {
	if err := b.referee.EndSessions(req, req.by.Person); err != nil {
		return delivery.Response{}, err
	}
	if b.live != nil {
		b.live.End(req.by.Person)
	}
	return delivery.Response{Message: req.private("live.closed"), Placement: delivery.Beside}, nil
}
