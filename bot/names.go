package bot

import (
	"cmp"
	"context"
	"maps"
	"strings"
	"sync"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// names caches the names of users for pictures, which cannot contain mentions. Its size is limited.
type names struct {
	mu  sync.Mutex
	all map[nameKey]string
}

// nameKey identifies a name of a user: the nickname in a guild, the display name Everywhere, or the username.
type nameKey struct {
	person   game.PersonID
	place    game.PlaceID
	username bool
}

const (
	maxNames      = 20000
	maxNameLength = 64 // Discord allows 32
)

// remember caches a name; "" means that the user has none. It removes line breaks and control
// characters, so that names are harmless in alt text, threads, selects and files.
func (n *names) remember(key nameKey, name string) {
	name = message.ClipTo(strings.Join(strings.Fields(lang.Inline(name)), " "), maxNameLength)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.all == nil {
		n.all = map[nameKey]string{}
	}
	for other := range n.all { // in any order
		if len(n.all) < maxNames {
			break
		}
		delete(n.all, other)
	}
	n.all[key] = name
}

// rememberAll caches the names of all users whom a request describes.
func (n *names) rememberAll(req *request) {
	for id, user := range req.users {
		if name := cmp.Or(user.GlobalName, user.Username); name != "" {
			n.remember(nameKey{person: id, place: game.Everywhere}, name)
			n.remember(nameKey{person: id, username: true}, user.Username)
		}
	}
	for id, nick := range req.nicks {
		n.remember(nameKey{person: id, place: req.place}, nick)
	}
}

// name returns the cached name of a user in a guild, if there is one.
func (n *names) name(id game.PersonID, place game.PlaceID) (string, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if nick := n.all[nameKey{person: id, place: place}]; nick != "" {
		return nick, true
	}
	name, ok := n.all[nameKey{person: id, place: game.Everywhere}]
	return name, ok
}

// drawable returns the first cached name of a user in a guild that pictures can show; false if they can show none.
func (n *names) drawable(id game.PersonID, place game.PlaceID) (string, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, key := range []nameKey{{person: id, place: place}, {person: id, place: game.Everywhere}, {person: id, username: true}} {
		if name := n.all[key]; render.CanDraw(name) {
			return name, true
		}
	}
	return "", false
}

// forget deletes the names of a user.
func (n *names) forget(id game.PersonID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.all, func(key nameKey, _ string) bool { return key.person == id })
}

// nameOf returns the cached or stored name of a user in a guild, if there is one.
func (b *Bot) nameOf(ctx context.Context, p game.PersonID, place game.PlaceID) (string, bool) {
	name, known := b.names.name(p, place)
	if !known && p.IsPerson() {
		stored, err := b.preferencesOf(ctx, p)
		if err != nil {
			return "", false
		}
		b.names.remember(nameKey{person: p, place: game.Everywhere}, stored.Name) // also if there is none
		b.names.remember(nameKey{person: p, username: true}, stored.Username)
		name, _ = b.names.name(p, place)
	}
	return name, name != ""
}

// drawableNameOf returns the name of a user in a guild for pictures; false if the font has no name of theirs.
func (b *Bot) drawableNameOf(ctx context.Context, p game.PersonID, place game.PlaceID) (string, bool) {
	if _, known := b.nameOf(ctx, p, place); !known {
		return "", false
	}
	return b.names.drawable(p, place)
}

// nameFunc returns the name of a user in a guild, if there is one.
type nameFunc func(context.Context, game.PersonID, game.PlaceID) (string, bool)

// playerNames returns the names of the players of a game, where there can be no mentions.
func playerNames(ctx context.Context, l *lang.Language, g *game.Game, nameOf nameFunc) [len(draughts.Sides)]string {
	var names [len(draughts.Sides)]string
	for _, s := range draughts.Sides {
		p := g.Player(s)
		name, known := nameOf(ctx, p, g.Place)
		switch {
		case p.IsFormer():
			name = l.Say("board.former")
		case !known:
			name = l.Say("board.side", "side", s)
		}
		names[s] = name
	}
	return names
}

// storeName stores the name of a user who challenges or accepts, so that boards show it after a
// restart, and the username if pictures cannot show the name. The bot never stores names of other users.
func (b *Bot) storeName(req *request) {
	user := req.users[req.by.Person]
	name := cmp.Or(user.GlobalName, user.Username)
	username := ""
	if !render.CanDraw(name) {
		username = user.Username
	}
	if name == "" || name == req.prefs.Name && username == req.prefs.Username {
		return
	}
	store := func(p *preferences) { p.Name, p.Username = name, username }
	if err := change(req, b, game.PersonSettings(req.by.Person), store); err != nil {
		b.log.Warn("name not stored", "err", err)
	}
}
