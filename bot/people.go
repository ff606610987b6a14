package bot

import (
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

// meetAll remembers everybody an interaction tells of.
func (p *people) meetAll(users map[game.PersonID]*dg.User) {
	for id, user := range users {
		p.meet(id, called(user))
	}
}
