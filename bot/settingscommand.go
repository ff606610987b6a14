package bot

import (
	"cmp"
	"slices"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
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
	if _, _, err := req.clock(); err != nil {
		return delivery.Response{}, err
	}
	if zone := req.text("time-zone"); !when.IsZone(zone) && zone != "" {
		return delivery.Response{}, errZone
	}
	isFull := len(req.settings.Channels) >= message.MaxOptions && !req.boolean("any-channel", false)
	if id := req.channelOf("channel"); isFull && id != 0 && !req.settings.allows(id) {
		return delivery.Response{}, errChannels
	}
	if err := b.checkRoles(req); err != nil {
		return delivery.Response{}, err
	}
	before, after, err := applyOptions(b, req, game.PlaceSettings(req.place), req.settings, (*settings).apply)
	if err != nil {
		return delivery.Response{}, err
	}
	b.storePlace(req)
	publicAfter := b.records.naming(cmp.Or(lang.For(after.Language), guildLanguage(req.i.Interaction)), req.client)
	if before.List.Post != 0 && before.List.Channel != after.List.Channel {
		b.Courier.RemoveControls(before.List.Channel, before.List.Post)
	}
	if after.List.Channel != 0 {
		b.Courier.UpdateBulletin(delivery.Bulletin{Guild: req.place}, after.List.Channel)
	}
	if len(req.options) > 0 { // also if an earlier change was stored, and then the process was killed
		if err := b.referee.SetPuzzleRoom(req, req.place, after.Puzzles); err != nil {
			return delivery.Response{}, err
		}
		b.Courier.PostDailyPuzzle(req.place)
	}
	r := changesResponse(req.lang, "settings.title", before.shown(req.lang, req.public), after.shown(req.lang, publicAfter))
	if req.boolean("threads", false) && req.canHaveThreads() && !req.mayThread() {
		r.Message.Text(req.lang.Say(string(errThreads)))
	}
	for _, chosen := range []struct {
		option string
		now    game.RoomID
	}{{"challenge-list", after.List.Channel}, {"puzzle-channel", after.Puzzles}, {"month-channel", after.Months}} {
		if req.text(chosen.option) == "" || chosen.now == 0 {
			continue
		}
		if may, err := b.discord.MayPost(req, chosen.now); err == nil && !may {
			r.Message.Text(req.lang.Say("settings.closed", "channel", say.Channel(chosen.now)))
		}
	}
	return r, nil
}

// checkRoles returns why the roles that /settings names cannot be those of champions or directors; nil if
// they can.
func (b *Bot) checkRoles(req *request) error {
	if director, ok := message.Snowflake[game.RoleID](req.text("director-role")); ok && req.roleOf("director-role") == 0 {
		return &roleError{"error.role", []game.RoleID{director}, delivery.EverybodysRole}
	}
	role, ok := message.Snowflake[game.RoleID](req.text("champion-role"))
	if !ok || role == req.settings.Champions.Role {
		return nil
	}
	obstacle, err := b.discord.RoleObstacle(req, req.place, role, req.i.Member)
	if err == nil && obstacle != "" {
		err = &roleError{"error.role", []game.RoleID{role}, obstacle}
	}
	return err
}

// applyOptions changes settings or preferences as the options of a command say, and returns them before and
// after.
func applyOptions[T any](
	b *Bot, req *request, key game.SettingsKey, now T, apply func(*T, *request),
) (before, after T, err error) {
	if len(req.options) == 0 {
		return now, now, nil
	}
	err = change(req, b.referee, key, func(v *T) {
		before = *v
		apply(v, req)
		after = *v
	})
	return before, after, err
}

// apply sets the settings that the options of /settings name. It adds a channel or a role, or removes it if
// it is a setting already.
func (s *settings) apply(req *request) {
	if s.Changed == req.i.ID {
		return
	}
	s.Changed = req.i.ID
	s.Rules = cmp.Or(req.text("rules"), s.Rules)
	if clock, named, err := req.clock(); named && err == nil {
		s.Clock = clock.String()
	}
	s.Theme = cmp.Or(req.text("theme"), s.Theme)
	s.Bottom = cmp.Or(req.text("bottom"), s.Bottom)
	s.Language = cmp.Or(req.text("language"), s.Language)
	s.Friendly = !req.boolean("rated", !s.Friendly)
	if req.options["threads"] != nil {
		threads := req.boolean("threads", false)
		s.Threads = &threads
	}
	s.Unasked = !req.boolean("reminders", !s.Unasked)
	s.Boards = cmp.Or(req.text("boards"), s.Boards)
	if req.boolean("any-channel", false) {
		s.Channels = nil
	}
	if id := req.channelOf("channel"); id != 0 {
		others := slices.DeleteFunc(slices.Clone(s.Channels), func(c game.RoomID) bool { return c == id })
		if len(others) == len(s.Channels) && len(others) < message.MaxOptions {
			others = append(others, id)
		}
		s.Channels = others
	}
	s.Puzzles = toggled(s.Puzzles, req.channelOf("puzzle-channel"))
	s.Months = toggled(s.Months, req.channelOf("month-channel"))
	if role := req.roleOf("champion-role"); role != 0 {
		s.Champions = champions{Role: toggled(s.Champions.Role, role)}
	}
	s.Director = toggled(s.Director, req.roleOf("director-role"))
	s.Zone = cmp.Or(req.text("time-zone"), s.Zone)
	switch id := req.channelOf("challenge-list"); id {
	case 0:
	case s.List.Channel:
		s.List = challengeList{}
	default:
		s.List = challengeList{Channel: id, Request: req.i.ID}
	}
}

// toggled returns what a user has chosen; 0 if it is the setting already, and the setting if it is 0.
func toggled[ID ~uint64](now, chosen ID) ID {
	switch chosen {
	case 0:
		return now
	case now:
		return 0
	}
	return chosen
}

// setting is a setting or a preference as users read it.
type setting struct{ label, value string }

// shown returns every setting.
func (s *settings) shown(l, public *lang.Language) []setting {
	clock, _ := game.ParseClock(cmp.Or(s.Clock, when.DefaultClock))
	channels, own := l.Say("settings.any-channel"), l.Say("settings.no-rules")
	if len(s.Channels) > 0 {
		channels = l.And(s.channels())
	}
	if len(s.Own) > 0 {
		own = l.And(say.Each(s.Own, func(r ruleSet) string { return say.Listed(r.Name) }))
	}
	label := func(key string) string { return l.Say("settings.label." + key) }
	return []setting{
		{label("channels"), channels},
		{label("rules"), say.Rules(l, s.namedRules(s.defaultRules()))},
		{label("own"), own},
		{label("clock"), when.ClockName(l, clock)},
		{label("rated"), say.OnOff(l, !s.Friendly)},
		{label("threads"), say.OnOff(l, s.Threads == nil || *s.Threads)},
		{label("list"), say.ChannelOrOff(l, s.List.Channel)},
		{label("puzzles"), say.ChannelOrOff(l, s.Puzzles)},
		{label("months"), say.ChannelOrOff(l, s.Months)},
		{label("champion"), say.RoleOrOff(l, s.Champions.Role)},
		{label("director"), say.RoleOrOff(l, s.Director)},
		{label("zone"), s.zone(public).String()},
		{label("boards"), l.Say("choice.boards." + cmp.Or(s.Boards, boardsUsual))},
		{label("reminders"), say.OnOff(l, !s.Unasked)},
		{label("theme"), l.Say("choice.theme." + cmp.Or(themeOf(s.Theme), render.Themes()[0].Key))},
		{label("bottom"), l.Say("choice.bottom." + cmp.Or(s.Bottom, "mover"))},
		{label("language"), say.Language(l, s.Language)},
	}
}

// languageChoices are the languages that a user or a guild can have: that of Discord, or one of the bot's.
var languageChoices = append([]string{"auto"}, lang.Codes()...)

// changePreferences changes the preferences that a command names, and shows all.
func (b *Bot) changePreferences(req *request) (delivery.Response, error) {
	before, changed, err := b.setPreferences(req)
	if err != nil {
		return delivery.Response{}, err
	}
	l := changed.lang
	r := changesResponse(l, "preferences.title", before.shown(l), changed.prefs.shown(l))
	r.Message.Text("-# " + l.Say("preferences.private"))
	return r, nil
}

// setPreferences changes the preferences that the options of a request name. It returns those before, and the request with
// those after.
func (b *Bot) setPreferences(req *request) (before preferences, changed *request, err error) {
	before, after, err := applyOptions(b, req, game.PersonSettings(req.by.Person), req.prefs, (*preferences).apply)
	if err != nil {
		return before, nil, err
	}
	if after.Language != "" {
		b.languageHints.Put(req.by.Person, true) // who has chosen a language needs no hint
	}
	l := b.records.naming(cmp.Or(lang.For(after.Language), req.client), req.client)
	return before, req.withPreferences(after, l), nil
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

// changesResponse lists settings. Those that changed come first, with their former value.
func changesResponse(l *lang.Language, title string, before, after []setting) delivery.Response {
	m := &message.Builder{Private: true}
	var changes []string
	lines := []string{"**" + l.Say(title) + "**"}
	for i, now := range after {
		if now.value != before[i].value {
			changes = append(changes, l.Say("settings.changed", "label", now.label, "now", now.value, "before", before[i].value))
		} else {
			lines = append(lines, l.Labelled(now.label, "**"+now.value+"**"))
		}
	}
	m.Text(strings.Join(changes, "\n"))
	m.Text(strings.Join(lines, "\n"))
	return delivery.Response{Message: m}
}
