package bot

import (
	"context"
	"maps"
	"strings"
	"sync"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// people remembers what people call themselves, and what they are called where they meet,
// for pictures; in texts they are mentioned by their ids, and Discord writes their names.
// It is bounded, and forgets.
type people struct {
	mu    sync.Mutex
	names map[known]string
}

// known is a person as they are known in a place, or Everywhere.
type known struct {
	person game.PersonID
	place  game.PlaceID
}

// mostPeople is how many names are remembered.
const mostPeople = 20000

// mostName is how many characters of a name are remembered. Discord lets nobody have more
// than 32.
const mostName = 64

// meet remembers a name; "" is that there is none. Names are remembered on one line and
// without what turns the text around them, so that they are harmless in alt text, titles of
// threads, menus and files.
func (p *people) meet(who known, name string) {
	name = clippedTo(strings.Join(strings.Fields(lang.Inline(name)), " "), mostName)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.names == nil {
		p.names = map[known]string{}
	}
	if _, met := p.names[who]; !met {
		for other := range p.names { // any will do
			if len(p.names) < mostPeople {
				break
			}
			delete(p.names, other)
		}
	}
	p.names[who] = name
}

// meetAll remembers everybody a call tells of.
func (p *people) meetAll(c *call) {
	for id, user := range c.people {
		if name := called(user); name != "" {
			p.meet(known{id, game.Everywhere}, name)
		}
	}
	for id, nick := range c.nicks {
		p.meet(known{id, c.place}, nick)
	}
}

// name returns what a person is called in a place, if it is known.
func (p *people) name(id game.PersonID, place game.PlaceID) (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if nick := p.names[known{id, place}]; nick != "" {
		return nick, true
	}
	name, ok := p.names[known{id, game.Everywhere}]
	return name, ok
}

// forget forgets all that a person is called.
func (p *people) forget(id game.PersonID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.names, func(who known, _ string) bool { return who.person == id })
}

// nameOf returns what a person is called in a place, if that is known, or kept.
func (b *Bot) nameOf(ctx context.Context, p game.PersonID, place game.PlaceID) (string, bool) {
	name, met := b.people.name(p, place)
	if !met && p.IsSomebody() {
		kept, err := remembered[preferences](ctx, b, game.AboutPerson(p))
		if err != nil {
			return "", false
		}
		b.people.meet(known{p, game.Everywhere}, kept.Name) // also that there is none, so that it is not looked for again
		name, _ = b.people.name(p, place)
	}
	return name, name != ""
}

// keepName stores the name of the user who makes a request, so that boards still have it
// after a restart. It is called for who challenges or accepts. The names of others, whom
// the request mentions, are never stored.
func (b *Bot) keepName(c *call) {
	user := c.people[c.by.Person]
	if user == nil {
		return
	}
	name := called(user)
	if name == "" || name == c.preferences.Name {
		return
	}
	err := amend(c, b, game.AboutPerson(c.by.Person), func(p *preferences) { p.Name = name })
	if err != nil {
		b.log.Warn("name not kept", "err", err)
	}
}
