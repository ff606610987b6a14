package bot

// help says what there is, to the one who asks.
func (b *Bot) help(c *call) (answer, error) {
	m := &message{private: true}
	text := c.lang.Say("help.title")
	for _, command := range commands {
		if command.moderators && !c.by.Moderator {
			continue
		}
		text += "\n" + c.lang.Say("help.line", "name", c.lang.Say("command."+command.name+".name"), "about", c.lang.Say("command."+command.name+".about"))
	}
	m.say(text)
	return answer{message: m}, nil
}
