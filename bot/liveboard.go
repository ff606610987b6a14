package bot

import (
	"cmp"
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/live"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// ServeLive makes the live boards of the bot. It is called before the bot handles anything.
func (b *Bot) ServeLive(c live.Config) *live.Boards {
	c.Referee, c.Now, c.Log, c.Names = b.referee, b.now, b.log, b.names.nameOf
	c.Reader = func(ctx context.Context, s *game.Session) (*lang.Language, string) {
		prefs, err := b.records.preferencesOf(ctx, s.Person)
		if err != nil {
			b.log.Warn("preferences not read", "err", err)
		}
		of := prefs[s.Person]
		client := cmp.Or(lang.For(s.Reads), lang.English())
		return b.records.naming(cmp.Or(lang.For(of.Language), client), client), of.Theme
	}
	c.IsMember = func(ctx context.Context, guild game.PlaceID, p game.PersonID) (bool, error) {
		member, err := b.discord.Member(ctx, guild, p)
		return member != nil, err
	}
	c.Friendly = func(ctx context.Context, place game.PlaceID) bool {
		s, _, err := b.records.settingsOf(ctx, place)
		return err == nil && s.Friendly
	}
	c.IsPublic = b.isPublic
	c.Picture = func(ctx context.Context, g *game.Game) ([]byte, error) {
		s, l, err := b.records.gameSettings(ctx, g)
		if err != nil {
			return nil, err
		}
		return b.composer.picture(ctx, l, g, s.Theme, s.side(bottom(g)))
	}
	b.live = live.New(c)
	b.composer.live = true
	b.Courier.Attended = b.live.Attended
	return b.live
}

// useLive sends the user a private link to the live board of a game.
func (b *Bot) useLive(req *request, g *game.Game) (delivery.Response, error) {
	if b.live == nil {
		return delivery.Response{}, errUnknown
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
