package bot

import (
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// letsShare reports whether games in a room of a place may be watched by everybody. In a DM, that is for the players alone to
// say. The first channel of an old guild has the ID of its place, too.
func (s *settings) letsShare(place game.PlaceID, room game.RoomID) bool {
	return s.Public || s.isDirect(place, room)
}

// isDirect reports whether a room is a DM.
func (s *settings) isDirect(place game.PlaceID, room game.RoomID) bool {
	return uint64(place) == uint64(room) && (s.Link == "" || s.Link == directLink)
}

// isPublic reports whether the guild of a game and both players let everybody watch it who has its address.
func (b *Bot) isPublic(ctx context.Context, g *game.Game) (bool, error) {
	if g.IsBetween() {
		return false, nil
	}
	s, _, err := b.records.settingsOf(ctx, g.Place)
	if err != nil || !s.letsShare(g.Place, g.Room) {
		return false, err
	} else if g.Public {
		return true, nil
	}
	prefs, err := b.records.preferencesOf(ctx, g.Players[:]...)
	for _, p := range g.Players {
		if p.IsPerson() && !prefs[p].Public {
			return false, err
		}
	}
	return err == nil, err
}

// share gives the user an address at which everybody can watch a game.
func (b *Bot) share(req *request, g *game.Game) (delivery.Response, error) {
	switch {
	case g.IsBetween():
		return delivery.Response{}, &game.RequestError{Code: game.BetweenPlaces, Game: g}
	case b.live == nil:
		return delivery.Response{}, errNoLive
	}
	s, _, err := b.settingsOfGame(req, g)
	if err != nil {
		return delivery.Response{}, err
	} else if !s.letsShare(g.Place, g.Room) {
		return delivery.Response{}, errNotPublicHere
	}
	if is, err := b.isPublic(req, g); err != nil {
		return delivery.Response{}, err
	} else if !is {
		return delivery.Response{}, errNotPublic
	}
	if g, err = b.referee.ShareGame(req, g.ID, req.viewer()); err != nil {
		return delivery.Response{}, err
	}
	address := b.live.PublicAddress(g)
	m := req.private("share.link", "address", address)
	row := []dg.MessageComponent{dg.Button{Label: message.ClipTo(req.lang.Say("share.watch"), message.MaxButtonLabel), Style: dg.LinkButton, URL: address}}
	if _, plays := g.Side(req.by.Person); plays {
		row = append(row, button(req.lang, customID{action: withdrawGameAction, game: g.ID}, dg.SecondaryButton))
	}
	m.Row(row...)
	return delivery.Response{Message: m, Placement: delivery.Beside}, nil
}

// withdrawGame makes the address of a game lead nowhere.
func (b *Bot) withdrawGame(req *request) (delivery.Response, error) {
	g, err := b.referee.WithdrawGame(req, req.id.game, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	if b.live != nil {
		b.live.Withdrawn(g.ID)
	}
	return delivery.Response{Message: req.private("share.stopped"), Placement: delivery.Replace}, nil
}

// shareButton returns the button that gives the address at which everybody can watch a game; nil if nobody may.
func (b *Bot) shareButton(req *request, g *game.Game) dg.MessageComponent {
	if is, err := b.isPublic(req, g); err != nil || !is {
		return nil
	}
	return button(req.lang, customID{action: shareGameAction, game: g.ID}, dg.SecondaryButton)
}
