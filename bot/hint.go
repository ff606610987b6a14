package bot

import (
	"sync"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/internal/recent"
	"doublecorner/bot/lang"
	"doublecorner/game"
)

// hints remembers which users know that they can choose a language that Discord lacks. Its size is limited.
type hints struct {
	mu    sync.Mutex
	given *recent.Map[game.PersonID, bool]
}

const maxHints = 1000

// first reports whether a user has had no hint yet, and remembers that they have one now.
func (h *hints) first(p game.PersonID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.given == nil {
		h.given = recent.NewMap[game.PersonID, bool](maxHints)
	}
	had, _ := h.given.Get(p)
	h.given.Put(p, true)
	return !had
}

// addHint adds to the first private response of a user whose client is in English that the bot speaks the
// guild's language, too, if Discord has no such language.
func (b *Bot) addHint(req *request, r delivery.Response) {
	l := lang.For(req.settings.Language)
	if l == nil || isOfDiscord(l) || req.prefs.Language != "" || req.client != lang.English() ||
		r.Message == nil || !r.Message.Private || !b.hints.first(req.by.Person) {
		return
	}
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
