package bot

import (
	"context"
	"sync"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// people remembers what people call themselves, for pictures; in texts they are
// mentioned by their ids, and Discord writes their names. It is bounded, and forgets.
type people struct {
	mu    sync.Mutex
	names map[game.PersonID]string
}

// mostPeople is how many names are remembered.
const mostPeople = 20000

// meet remembers a name.
func (p *people) meet(id game.PersonID, name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.names == nil {
		p.names = map[game.PersonID]string{}
	}
	if _, known := p.names[id]; !known {
		for other := range p.names { // any will do
			if len(p.names) < mostPeople {
				break
			}
			delete(p.names, other)
		}
	}
	p.names[id] = name
}

// name returns a name, if it is known.
func (p *people) name(id game.PersonID) (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	name, ok := p.names[id]
	return name, ok
}

// nameOf returns what a person calls themselves, if that is known, or kept.
func (b *Bot) nameOf(ctx context.Context, p game.PersonID) (string, bool) {
	if name, ok := b.people.name(p); ok {
		return name, name != ""
	}
	if !p.IsSomebody() {
		return "", false
	}
	kept, err := remembered[preferences](ctx, b, game.AboutPerson(p))
	if err != nil {
		return "", false
	}
	b.people.meet(p, kept.Name) // also that there is none, so that it is not looked for again
	return kept.Name, kept.Name != ""
}

// keep keeps the name of somebody who plays, so that boards still have it after a
// restart. Others' names are only remembered.
func (b *Bot) keep(ctx context.Context, user *dg.User) {
	id, ok := snowflake(user.ID)
	if !ok {
		return
	}
	about, name := game.AboutPerson(game.PersonID(id)), called(user)
	kept, err := remembered[preferences](ctx, b, about)
	if err == nil && kept.Name != name && name != "" {
		err = amend(ctx, b, about, func(p *preferences) { p.Name = name })
	}
	if err != nil {
		b.log.Warn("name not kept", "err", err)
	}
}

// meetAll remembers everybody an interaction tells of.
func (p *people) meetAll(users map[game.PersonID]*dg.User) {
	for id, user := range users {
		if name := called(user); name != "" {
			p.meet(id, name)
		}
	}
}
