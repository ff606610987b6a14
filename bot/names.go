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
)

// names caches the names of users for pictures, which cannot contain mentions. Its size is limited.
type names struct {
	mu  sync.Mutex
	all map[nameKey]string
}

// nameKey is a user, and the guild of a nickname or Everywhere.
type nameKey struct {
	person game.PersonID
	place  game.PlaceID
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
			n.remember(nameKey{id, game.Everywhere}, name)
		}
	}
	for id, nick := range req.nicks {
		n.remember(nameKey{id, req.place}, nick)
	}
}

// name returns the cached name of a user in a guild, if there is one.
func (n *names) name(id game.PersonID, place game.PlaceID) (string, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if nick := n.all[nameKey{id, place}]; nick != "" {
		return nick, true
	}
	name, ok := n.all[nameKey{id, game.Everywhere}]
	return name, ok
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
	if !known && p.IsSomebody() {
		stored, err := b.preferencesOf(ctx, p)
		if err != nil {
			return "", false
		}
		b.names.remember(nameKey{p, game.Everywhere}, stored.Name) // also if there is none
		name, _ = b.names.name(p, place)
	}
	return name, name != ""
}

// playerNames returns the names of the players of a game for pictures.
func (b *Bot) playerNames(ctx context.Context, l *lang.Language, g *game.Game) [len(draughts.Sides)]string {
	var names [len(draughts.Sides)]string
	for _, s := range draughts.Sides {
		p := g.Player(s)
		name, known := b.nameOf(ctx, p, g.Place)
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
// restart. The bot never stores names of other users.
func (b *Bot) storeName(req *request) {
	user := req.users[req.by.Person]
	name := cmp.Or(user.GlobalName, user.Username)
	if name == "" || name == req.prefs.Name {
		return
	}
	if err := change(req, b, game.PersonSettings(req.by.Person), func(p *preferences) { p.Name = name }); err != nil {
		b.log.Warn("name not stored", "err", err)
	}
}
