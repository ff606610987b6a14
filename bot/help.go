package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
)

// help offers what there is to begin with. It offers a choice of languages, because Discord lacks one of them, and others
// that users have.
func (b *Bot) help(req *request) (delivery.Response, error) {
	m := &message.Builder{Private: true}
	b.addFrontDoor(m, req.lang, req.i.Context != dg.InteractionContextBotDM, req.defaultRules())
	if req.prefs.Language == "" && lang.For(string(req.i.Locale)) == nil && b.isFirstLanguageHint(req) {
		m.Text(req.lang.Say("help.language"))
	}
	m.Row(languageSelect(req))
	return delivery.Response{Message: m}, nil
}

// commandList says with which commands to begin, and which others there are: Discord says what each is for.
func (b *Bot) commandList(req *request) (delivery.Response, error) {
	text, others := req.lang.Say("help.title"), []string{}
	for _, c := range b.commands {
		if c.ofLobby && !b.lobby || c.moderators && !req.by.Moderator || c.guildOnly && req.i.GuildID == "" {
			continue
		}
		switch mention := req.lang.Command(c.name); {
		case c.first:
			text += "\n" + req.lang.Say("help.line", "command", mention, "about", req.lang.Say("command."+c.name+".about"))
		case c.subcommands == nil:
			others = append(others, mention)
		}
		for _, s := range c.subcommands {
			if !s.moderators || req.by.Moderator {
				others = append(others, req.lang.Command(c.name+" "+s.name))
			}
		}
	}
	m := &message.Builder{Private: true}
	m.Text(text)
	m.Text(req.lang.Say("help.others", "commands", req.lang.And(others)))
	m.Text(req.lang.Say("help.marks"))
	if b.Guide != "" {
		m.Text("[" + req.lang.Say("help.guide") + "](" + b.Guide + ")")
	}
	return delivery.Response{Message: m}, nil
}

// isFirstLanguageHint reports whether the user has not been told yet that they can choose a language. It records that they
// are told now.
func (b *Bot) isFirstLanguageHint(req *request) bool {
	_, told := b.languageHints.Get(req.by.Person)
	b.languageHints.Put(req.by.Person, true)
	return !told
}

// languageSelect returns a select of the user's language, which users recognize whatever language it is in.
func languageSelect(req *request) dg.MessageComponent {
	now := req.lang.Labelled(req.lang.Say("settings.label.language"), say.Language(req.lang, req.prefs.Language))
	var options []dg.SelectMenuOption
	for _, code := range languageChoices {
		options = append(options, dg.SelectMenuOption{Label: say.Language(req.lang, code), Value: code})
	}
	return selectOne(customID{action: languageAction}, "🌐 "+now, options)
}

// useLanguage sets the user's language, and says in it what /help says.
func (b *Bot) useLanguage(req *request) (delivery.Response, error) {
	if !slices.Contains(languageChoices, req.id.arg) {
		return delivery.Response{}, errUnknown
	}
	_, changed, err := b.setPreferences(req.withOptions(map[string]any{"language": req.id.arg}))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.help(changed)
}
