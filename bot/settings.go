package bot

import (
	"cmp"
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/render"
)

// changeSettings changes the settings that a command names, and shows all.
func (b *Bot) changeSettings(req *request) (delivery.Response, error) {
	if key := req.text("rules"); key != "" {
		if _, err := req.settings.variant(key); err != nil {
			return delivery.Response{}, err
		}
	}
	before, after, err := applyOptions(b, req, game.PlaceSettings(req.place), req.settings, (*settings).apply)
	if err != nil {
		return delivery.Response{}, err
	}
	req.public = languageOf(after.Language, req.public)
	return changesResponse(req.lang, "settings.title", before.lines(req.lang), after.lines(req.lang)), nil
}

// applyOptions changes settings or preferences as the options of a command say, and returns them before and after.
func applyOptions[T any](b *Bot, req *request, key game.SettingsKey, now T, apply func(*T, *request)) (before, after T, err error) {
	if len(req.options) == 0 {
		return now, now, nil
	}
	err = change(req, b, key, func(v *T) {
		before = *v
		apply(v, req)
		after = *v
	})
	return before, after, err
}

// apply sets the settings that the options of /settings name. It adds a channel, or removes it if
// it is a setting already.
func (s *settings) apply(req *request) {
	s.Rules = cmp.Or(req.text("rules"), s.Rules)
	s.Clock = cmp.Or(req.text("clock"), s.Clock)
	s.Theme = cmp.Or(req.text("theme"), s.Theme)
	s.Language = cmp.Or(req.text("language"), s.Language)
	s.Friendly = !req.boolean("rated", !s.Friendly)
	s.Threads = req.boolean("threads", s.Threads)
	s.Unasked = !req.boolean("reminders", !s.Unasked)
	if chosen := req.text("boards"); chosen != "" {
		s.InPlace = chosen == "in-place"
	}
	if id, ok := message.Snowflake[game.RoomID](req.text("channel")); ok {
		others := slices.DeleteFunc(slices.Clone(s.Channels), func(c game.RoomID) bool { return c == id })
		if len(others) == len(s.Channels) && len(others) < maxOptions {
			others = append(others, id)
		}
		s.Channels = others
	}
}

// lines returns a sentence for each setting.
func (s *settings) lines(l *lang.Language) []string {
	rules := rulesName(l, s.poolRules(game.Pool(s.defaultRules())))
	clock, _ := game.ParseClock(or(s.Clock, "none"))
	var custom []string
	for _, r := range s.Own {
		custom = append(custom, message.Escape(r.Name))
	}
	return []string{
		l.Say("settings.channels", "any", len(s.Channels) == 0, "channels", l.And(s.channels())),
		l.Say("settings.rules", "rules", rules),
		l.Say("settings.own", "n", len(custom), "rules", l.And(custom)),
		l.Say("settings.clock", "clock", clockName(l, clock)),
		l.Say("settings.rated", "rated", !s.Friendly),
		l.Say("settings.threads", "threads", s.Threads),
		l.Say("settings.boards", "in-place", s.InPlace),
		l.Say("settings.reminders", "reminders", !s.Unasked),
		l.Say("settings.theme", "theme", l.Say("choice.theme."+or(themeOf(s.Theme), render.Themes()[0].Key))),
		l.Say("settings.language", "language", languageName(l, s.Language)),
	}
}

// storeLanguage stores the language of a guild or group DM for announcements. The DM with the bot has
// the language of its user.
func (b *Bot) storeLanguage(req *request) {
	read := req.settings.Read
	if req.i.Context == dg.InteractionContextBotDM || read == req.public.Code || read == "" && req.public == lang.English() {
		return
	}
	if err := change(req, b, game.PlaceSettings(req.place), func(s *settings) { s.Read = req.public.Code }); err != nil {
		b.log.Warn("language not stored", "place", req.place, "err", err)
	}
}

// changesResponse lists settings, with the former value of those that changed.
func changesResponse(l *lang.Language, title string, before, after []string) delivery.Response {
	m := &message.Builder{Private: true}
	lines := []string{"**" + l.Say(title) + "**"}
	for i, line := range after {
		if line != before[i] {
			line = l.Say("settings.changed", "now", line, "before", before[i])
		}
		lines = append(lines, line)
	}
	m.Text(strings.Join(lines, "\n"))
	return delivery.Response{Message: m}
}

// languageName returns the name of a language, or of the automatic choice.
func languageName(l *lang.Language, code string) string {
	if slices.Contains(lang.Codes(), code) {
		return lang.For(code).Name()
	}
	return l.Say("choice.language.auto")
}

// changePreferences changes the preferences that a command names, and shows all.
func (b *Bot) changePreferences(req *request) (delivery.Response, error) {
	before, after, err := applyOptions(b, req, game.PersonSettings(req.by.Person), req.prefs, (*preferences).apply)
	if err != nil {
		return delivery.Response{}, err
	}
	req.lang = languageOf(after.Language, req.client)
	return changesResponse(req.lang, "preferences.title", before.lines(req.lang), after.lines(req.lang)), nil
}

// apply sets the preferences that the options of /preferences name.
func (p *preferences) apply(req *request) {
	p.Theme = cmp.Or(req.text("theme"), p.Theme)
	p.View = cmp.Or(req.text("view"), p.View)
	p.Language = cmp.Or(req.text("language"), p.Language)
	p.Text = req.boolean("text-boards", p.Text)
	p.Quiet = !req.boolean("pings", !p.Quiet)
}

// lines returns a sentence for each preference.
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
