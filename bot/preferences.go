package bot

import (
	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/render"
)

// preferences are what a person likes.
type preferences struct {
	Name     string `json:"name,omitempty"`  // what they call themselves
	Theme    string `json:"theme,omitempty"` // of what only they see
	View     string `json:"view,omitempty"`  // the side at the bottom of what only they see: own, white or black
	Language string `json:"language,omitempty"`
	Text     bool   `json:"text,omitempty"`  // boards as letters, too
	Quiet    bool   `json:"quiet,omitempty"` // not to be called when it is their turn
}

// changePreferences changes what is said, and shows how it is then.
func (b *Bot) changePreferences(c *call) (answer, error) {
	was, is := c.preferences, c.preferences
	if len(c.options) > 0 {
		if err := amend(c, b, game.AboutPerson(c.by.Person), func(p *preferences) {
			was = *p
			p.change(c)
			is = *p
		}); err != nil {
			return answer{}, err
		}
	}
	c.lang = understood(is.Language, c.usual)
	return compared(c.lang, "preferences.title", was.lines(c.lang), is.lines(c.lang)), nil
}

// change does what the options of /preferences say.
func (p *preferences) change(c *call) {
	set(&p.Theme, c.text("theme"))
	set(&p.View, c.text("view"))
	set(&p.Language, c.text("language"))
	p.Text = c.truth("text-boards", p.Text)
	p.Quiet = !c.truth("pings", !p.Quiet)
}

// lines say everything a person likes, always in the same order.
func (p *preferences) lines(l *lang.Language) []string {
	theme := themeOf(p.Theme)
	return []string{
		l.Say("preferences.theme", "own", theme != "", "theme", l.Say("choice.theme."+or(theme, render.Themes()[0].Key))),
		l.Say("preferences.view", "view", or(p.View, "own")),
		l.Say("preferences.text", "text", p.Text),
		l.Say("preferences.pings", "pings", !p.Quiet),
		l.Say("preferences.language", "language", languageName(l, p.Language)),
	}
}

// theme is that of what only who asks sees.
func (c *call) theme() string { return or(themeOf(c.preferences.Theme), themeOf(c.settings.Theme)) }
