package bot

import (
	"cmp"
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
)

// changeSettings changes the settings that a command names, and shows all.
func (b *Bot) changeSettings(req *request) (delivery.Response, error) {
	if key := req.text("rules"); key != "" {
		if _, err := req.settings.variant(key); err != nil {
			return delivery.Response{}, err
		}
	}
	if clock, named, err := req.clock(clockOption.name); err != nil {
		return delivery.Response{}, err
	} else if named {
		req = req.withOption(clockOption.name, clock.String())
	}
	req, err := req.withZone()
	if err != nil {
		return delivery.Response{}, err
	}
	isFull := req.id == nil && len(req.settings.Channels) >= message.MaxOptions && !req.boolean("any-channel", false)
	if id := req.channelOf("channel"); isFull && id != 0 && !req.settings.allows(id) {
		return delivery.Response{}, errChannels
	}
	if err := b.checkRoles(req); err != nil {
		return delivery.Response{}, err
	}
	before, after, err := changeOptions(b, req, game.PlaceSettings(req.place), req.settings, func(s *settings) {
		if s.Changed != req.i.ID {
			s.Changed = req.i.ID
			apply(guildSettings, s, req)
		}
	})
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
	m := b.settingsMessage(req, cmp.Or(settingsPanel.pageOf(req), settingsPages[0]), &before, &after, publicAfter)
	if req.boolean("threads", false) && req.canHaveThreads() && !req.mayThread() {
		m.Text(req.lang.Say(string(errThreads)))
	}
	for _, chosen := range []struct {
		option string
		now    game.RoomID
	}{{"challenge-list", after.List.Channel}, {"puzzle-channel", after.Puzzles}, {"month-channel", after.Months}} {
		if req.text(chosen.option) == "" || chosen.now == 0 {
			continue
		}
		if may, err := b.discord.MayPost(req, chosen.now); err == nil && !may {
			m.Text(req.lang.Say("settings.closed", "channel", say.Channel(chosen.now)))
		}
	}
	return delivery.Response{Message: m}, nil
}

// withZone returns the request with the ID of the time zone that it names, if it names one.
func (req *request) withZone() (*request, error) {
	typed := req.text("time-zone")
	if typed == "" {
		return req, nil
	}
	id := when.ZoneOf(req.lang, typed)
	if id == "" {
		return nil, errZone
	}
	return req.withOption("time-zone", id), nil
}

// settingsMessage returns a page of the settings, with a select of the others.
func (b *Bot) settingsMessage(req *request, page string, before, after *settings, public *lang.Language) *message.Builder {
	m := settingsPanel.heading(req, before, after, public)
	var pages []dg.SelectMenuOption
	for _, p := range settingsPages {
		pages = append(pages, dg.SelectMenuOption{Label: req.lang.Say("settings.page." + p), Value: p, Default: p == page})
	}
	m.Row(selectOne(customID{action: settingsPageAction}, "", pages))
	settingsPanel.add(m, b, req, page, after, public)
	return m
}

// useSettingsPage shows another page of the settings.
func (b *Bot) useSettingsPage(req *request) (delivery.Response, error) {
	if !slices.Contains(settingsPages, req.id.arg) {
		return delivery.Response{}, errUnknown
	}
	return delivery.Response{Message: b.settingsMessage(req, req.id.arg, &req.settings, &req.settings, req.public)}, nil
}

// useSetting changes the setting of a control, and shows its page again.
func (b *Bot) useSetting(req *request) (delivery.Response, error) {
	changed, ok := settingsPanel.chosen(req)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	return b.changeSettings(changed)
}

// openSettingModal opens the modal for a setting that is typed.
func (b *Bot) openSettingModal(req *request) (delivery.Response, error) {
	return settingsPanel.openModal(req, func(s *setting[settings]) string { return s.get(&req.settings) })
}

// typeSetting changes the setting of a modal.
func (b *Bot) typeSetting(req *request) (delivery.Response, error) {
	typed := *req.id
	typed.arg += " " + req.inputs[settingInput]
	r, err := b.useSetting(req.withID(typed))
	r.Placement = req.replacing()
	return r, err
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

// changeOptions changes settings or preferences as the options of a request say, and returns them before and
// after.
func changeOptions[T any](b *Bot, req *request, key game.SettingsKey, now T, apply func(*T)) (before, after T, err error) {
	if len(req.options) == 0 {
		return now, now, nil
	}
	err = change(req, b.referee, key, func(v *T) {
		before = *v
		apply(v)
		after = *v
	})
	return before, after, err
}

// changePreferences changes the preferences that a request names, and shows all.
func (b *Bot) changePreferences(req *request) (delivery.Response, error) {
	req, err := req.withZone()
	if err != nil {
		return delivery.Response{}, err
	}
	before, changed, err := b.setPreferences(req)
	if err != nil {
		return delivery.Response{}, err
	}
	if changed, err = b.changeVacation(changed); err != nil {
		return delivery.Response{}, err
	}
	m := preferencesPanel.heading(changed, &before, &changed.prefs, changed.lang)
	if req.id == nil && req.text(vacationInput) != "" {
		m.Text("✅ " + b.vacationText(changed))
	}
	preferencesPanel.add(m, b, changed, "", &changed.prefs, changed.lang)
	b.addVacation(m, changed)
	b.addBlocks(m, changed)
	return delivery.Response{Message: m}, nil
}

// usePreference changes the preference of a control, and shows all again.
func (b *Bot) usePreference(req *request) (delivery.Response, error) {
	changed, ok := preferencesPanel.chosen(req)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	return b.changePreferences(changed)
}

// openPreferenceModal opens the modal for a preference that is typed.
func (b *Bot) openPreferenceModal(req *request) (delivery.Response, error) {
	return preferencesPanel.openModal(req, func(s *setting[preferences]) string { return s.get(&req.prefs) })
}

// typePreference changes the preference of a modal.
func (b *Bot) typePreference(req *request) (delivery.Response, error) {
	typed := *req.id
	typed.arg += " " + req.inputs[settingInput]
	r, err := b.usePreference(req.withID(typed))
	r.Placement = req.replacing()
	return r, err
}

// planVacation does what the modal for a vacation says.
func (b *Bot) planVacation(req *request) (delivery.Response, error) {
	options := map[string]any{}
	for name, value := range req.inputs {
		options[name] = value
	}
	r, err := b.changePreferences(req.withOptions(options))
	r.Placement = req.replacing()
	return r, err
}

// endVacation cancels the vacation of the user, or has it end today.
func (b *Bot) endVacation(req *request) (delivery.Response, error) {
	return b.changePreferences(req.withOptions(map[string]any{vacationInput: "0"}))
}

// setPreferences changes the preferences that the options of a request name. It returns those before, and the request with
// those after.
func (b *Bot) setPreferences(req *request) (before preferences, changed *request, err error) {
	before, after, err := changeOptions(b, req, game.PersonSettings(req.by.Person), req.prefs, func(p *preferences) {
		apply(userPreferences, p, req)
	})
	if err != nil {
		return before, nil, err
	}
	if after.Language != "" {
		b.languageHints.Put(req.by.Person, true) // who has chosen a language needs no hint
	}
	l := b.records.naming(cmp.Or(lang.For(after.Language), req.client), req.client)
	return before, req.withPreferences(after, l), nil
}
