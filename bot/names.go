package bot

import (
	"cmp"
	"context"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// cleanName returns a name without line breaks and control characters, so that it is harmless in alt text, threads, selects and
// files, and cut short.
func cleanName(name string, most int) string {
	return message.ClipTo(strings.Join(strings.Fields(lang.Inline(name)), " "), most)
}

// nameElsewhere returns what people elsewhere call the user: as they chose, or else as all do.
func (req *request) nameElsewhere() string {
	user := req.users[req.by.Person]
	return cleanName(cmp.Or(req.prefs.Far, user.GlobalName, user.Username), maxNameElsewhere)
}

// rememberName caches a name, because pictures cannot contain mentions; "" means that the user has none.
func (n *names) rememberName(key nameKey, name string) {
	name = cleanName(name, maxNameLength)
	if known, ok := n.known.Get(key); !ok || known != name {
		n.known.Put(key, name)
	}
}

// rememberNames caches the names of all users whom a request describes.
func (b *Bot) rememberNames(req *request) {
	for id, user := range req.users {
		if name := cmp.Or(user.GlobalName, user.Username); name != "" {
			b.names.rememberName(nameKey{person: id, place: game.Everywhere}, name)
			b.names.rememberName(nameKey{person: id, username: true}, user.Username)
		}
	}
	if req.i.ChannelName != "" && !req.inThread() {
		b.names.rememberName(nameKey{person: game.TeamOf(req.channel), place: game.Everywhere}, req.channelName())
	}
	for id, member := range req.members {
		b.names.rememberName(nameKey{person: id, place: req.place}, member.Nick)
	}
}

// channelName returns the name of the channel of a request as Discord writes it.
func (req *request) channelName() string { return "#" + req.i.ChannelName }

// cachedName returns the cached name of a user in a guild, if there is one.
func (n *names) cachedName(id game.PersonID, place game.PlaceID) (string, bool) {
	if nick, _ := n.known.Get(nameKey{person: id, place: place}); nick != "" {
		return nick, true
	}
	return n.known.Get(nameKey{person: id, place: game.Everywhere})
}

// forgetNames deletes the names of a user.
func (n *names) forgetNames(id game.PersonID) {
	n.known.Forget(func(key nameKey) bool { return key.person == id })
}

// nameOf returns the cached or stored name of a user in a guild, if there is one.
func (n *names) nameOf(ctx context.Context, p game.PersonID, place game.PlaceID) (string, bool) {
	name, known := n.cachedName(p, place)
	if !known && p.IsPerson() {
		prefs, err := n.records.preferencesOf(ctx, p)
		if err != nil {
			return "", false
		}
		n.rememberName(nameKey{person: p, place: game.Everywhere}, prefs[p].Name) // also if there is none
		n.rememberName(nameKey{person: p, username: true}, prefs[p].Username)
		name, _ = n.cachedName(p, place)
	}
	return name, name != ""
}

// drawableNameOf returns the name of a user in a guild for pictures; false if the font has no name of theirs.
func (n *names) drawableNameOf(ctx context.Context, p game.PersonID, place game.PlaceID) (string, bool) {
	if _, known := n.nameOf(ctx, p, place); !known {
		return "", false
	}
	for _, key := range []nameKey{{person: p, place: place}, {person: p, place: game.Everywhere}, {person: p, username: true}} {
		if name, _ := n.known.Get(key); render.CanDraw(name) {
			return name, true
		}
	}
	return "", false
}

// pictureName returns the name of a user in a guild for pictures, even if the font lacks some of it, or else the ID.
func (n *names) pictureName(ctx context.Context, l *lang.Language, p game.PersonID, place game.PlaceID) string {
	if name, ok := n.drawableNameOf(ctx, p, place); ok {
		return name
	}
	if name, ok := n.nameOf(ctx, p, place); ok {
		return name
	}
	if p.IsPerson() { // who has never said their name here, such as a player whom a director entered
		return p.String()
	}
	return l.Say("board.former")
}

// storeName stores the name of a user who challenges or accepts, so that boards show it after a
// restart, and the username if pictures cannot show the name; and in the DM with the bot, the language of its announcements. The bot
// never stores names of other users.
func (b *Bot) storeName(req *request) {
	user := req.users[req.by.Person]
	name := cmp.Or(user.GlobalName, user.Username)
	store := func(p *preferences) {
		p.Name, p.Username = name, ""
		if !render.CanDraw(name) {
			p.Username = user.Username
		}
		if req.i.Context == dg.InteractionContextBotDM {
			p.Read = req.client.Code
		}
	}
	after := req.prefs
	if store(&after); name == "" || after == req.prefs {
		return
	}
	if err := change(req, b.referee, game.PersonSettings(req.by.Person), store); err != nil {
		b.log.Warn("name not stored", "err", err)
	}
}

// threadName returns what the thread of a game is called.
func (b *Bot) threadName(req *request, g *game.Game) string {
	names := say.Players(req, req.public, g, b.names.nameOf)
	return message.Clip(req.public.Say("board.thread", "white", names[draughts.White], "black", names[draughts.Black], "id", g.ID.Code()))
}

// gameChoice returns the choice of a game: what describes it, and last its ID.
func (b *Bot) gameChoice(req *request, g *game.Game) *message.Choice {
	id := " · " + g.ID.Code()
	return &message.Choice{Name: message.ClipTo(b.gameLabel(req, g), message.MaxLabel-len(id)) + id, Value: g.ID.Code()}
}

// gameOption returns the option of a select that stands for a game, with the ID in its small line.
func (b *Bot) gameOption(req *request, g *game.Game, value string) dg.SelectMenuOption {
	return dg.SelectMenuOption{Label: message.Clip(b.gameLabel(req, g)), Description: g.ID.Code(), Value: value}
}

// gameLabel describes a game: the user's opponent or both players, the rules, and whose turn it is.
func (b *Bot) gameLabel(req *request, g *game.Game) string {
	names := say.Players(req, req.lang, g, b.names.nameOf)
	side, plays := g.Side(req.by.Person)
	turn := g.Turn().String()
	switch {
	case g.IsOver():
		turn = "over"
	case plays && side == g.Turn():
		turn = "own"
	case plays:
		turn = "theirs"
	}
	return req.lang.Say("menu.game", "plays", plays, "opponent", names[side.Opponent()], "white", names[draughts.White],
		"black", names[draughts.Black], "rules", say.Rules(req.lang, g.Variant.Rules()), "turn", turn)
}
