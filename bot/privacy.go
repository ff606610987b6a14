package bot

import (
	"bytes"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// eraseVerb erases everything about who presses the button.
const eraseVerb verb = "erase"

// privacy gives people what is kept about them, or erases it.
func (b *Bot) privacy(c *call) (answer, error) {
	m := &message{private: true}
	if c.sub == "erase" {
		m.say(c.lang.Say("privacy.really"))
		m.row(button(c.lang, control{verb: eraseVerb}, dg.DangerButton))
		return answer{message: m}, nil
	}
	var out bytes.Buffer
	if err := b.referee.Export(c, c.by.Person, &out); err != nil {
		return answer{}, err
	}
	m.say(c.lang.Say("privacy.here"))
	m.give(file{"doublecorner.json", "application/json", out.Bytes()})
	return answer{message: m}, nil
}

func (b *Bot) pressErase(c *call, _ control) (answer, error) {
	if err := b.referee.Erase(c, c.by.Person); err != nil {
		return answer{}, err
	}
	b.people.forget(c.by.Person)
	m := &message{private: true}
	m.say(c.lang.Say("privacy.erased"))
	return answer{message: m, replaces: true}, nil
}

// forget forgets a name.
func (p *people) forget(id game.PersonID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.names, id)
}
