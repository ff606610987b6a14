package bot

import (
	"cmp"
	"context"
	"slices"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// preferences are what a user has chosen, and their name.
type preferences struct {
	Name     string `json:"name,omitempty"`     // their display name
	Username string `json:"username,omitempty"` // if pictures cannot show Name
	Theme    string `json:"theme,omitempty"`    // of pictures that only they see
	View     string `json:"view,omitempty"`     // the side at the bottom of boards that only they see: own, white or black
	Language string `json:"language,omitempty"`
	Read     string `json:"read,omitempty"`    // the language of their Discord, when they last began a game in the DM with the bot
	Text     bool   `json:"text,omitempty"`    // boards also as text
	Quiet    bool   `json:"quiet,omitempty"`   // not to be mentioned when it is their turn
	Level    int    `json:"level,omitempty"`   // of their last game against the computer
	Puzzles  bool   `json:"puzzles,omitempty"` // their games may give puzzles
}

// preferencesOf returns the preferences of users.
func (b *Bot) preferencesOf(ctx context.Context, users ...game.PersonID) (map[game.PersonID]preferences, error) {
	users = slices.Compact(slices.Sorted(slices.Values(users)))
	keys := make([]game.SettingsKey, len(users))
	for i, p := range users {
		keys[i] = game.PersonSettings(p)
	}
	records, err := b.referee.Settings(ctx, keys...)
	all := map[game.PersonID]preferences{}
	for i, p := range users {
		all[p] = understood[preferences](b, keys[i], records[i])
	}
	return all, err
}

// changePreferences changes the preferences that a command names, and shows all.
func (b *Bot) changePreferences(req *request) (delivery.Response, error) {
	before, after, err := applyOptions(b, req, game.PersonSettings(req.by.Person), req.prefs, (*preferences).apply)
	if err != nil {
		return delivery.Response{}, err
	}
	req.prefs, req.lang = after, b.naming(cmp.Or(lang.For(after.Language), req.client), req.client)
	r := changesResponse(req.lang, "preferences.title", before.shown(req.lang), after.shown(req.lang))
	r.Message.Text("-# " + req.lang.Say("preferences.private"))
	return r, nil
}

// serverTheme is the choice of a theme that takes the user's own away.
const serverTheme = "server"

// apply sets the preferences that the options of /preferences name.
func (p *preferences) apply(req *request) {
	p.Theme = cmp.Or(req.text("theme"), p.Theme)
	if p.Theme == serverTheme {
		p.Theme = ""
	}
	p.View = cmp.Or(req.text("view"), p.View)
	p.Language = cmp.Or(req.text("language"), p.Language)
	p.Text = req.boolean("text-boards", p.Text)
	p.Quiet = !req.boolean("pings", !p.Quiet)
	p.Puzzles = req.boolean("puzzles", p.Puzzles)
}

// shown returns every preference.
func (p *preferences) shown(l *lang.Language) []setting {
	label := func(key string) string { return l.Say("preferences.label." + key) }
	return []setting{
		{label("theme"), l.Say("choice.theme." + cmp.Or(themeOf(p.Theme), serverTheme))},
		{label("view"), l.Say("choice.view." + cmp.Or(p.View, "own"))},
		{label("text"), say.OnOff(l, p.Text)},
		{label("pings"), say.OnOff(l, !p.Quiet)},
		{label("puzzles"), say.OnOff(l, p.Puzzles)},
		{l.Say("settings.label.language"), say.Language(l, p.Language)},
	}
}
