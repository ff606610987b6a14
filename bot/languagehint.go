package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
)

// maxLanguageHints limits how many users are remembered to know that they can choose a language that Discord
// lacks.
const maxLanguageHints = 1000

// addLanguageHint adds to the first private response of a user whose client is in English that the bot speaks the
// guild's language, too, if Discord has no such language.
func (b *Bot) addLanguageHint(req *request, r delivery.Response) {
	l := lang.For(req.settings.Language)
	if l == nil || isOfDiscord(l) || req.prefs.Language != "" || req.client != lang.English() ||
		r.Message == nil || !r.Message.Private {
		return
	}
	if _, given := b.languageHints.Get(req.by.Person); given {
		return
	}
	b.languageHints.Put(req.by.Person, true)
	r.Message.Text("-# " + b.naming(l, req.client).Say("preferences.hint", "language", l.Name()))
}

// isOfDiscord reports whether Discord can be set to a language.
func isOfDiscord(l *lang.Language) bool {
	for locale := range dg.Locales {
		if lang.For(string(locale)) == l {
			return true
		}
	}
	return false
}
