package bot

import (
	"cmp"
	"strings"

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
	if clock, named, err := req.clock(); err != nil {
		return delivery.Response{}, err
	} else if named {
		req = req.withOption(clockOption.name, clock.String())
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
	r := changesResponse(req.lang, "settings.title", textsOf(guildSettings, &before, req.lang, req.public), textsOf(guildSettings, &after, req.lang, publicAfter))
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

// changePreferences changes the preferences that a command names, and shows all.
func (b *Bot) changePreferences(req *request) (delivery.Response, error) {
	before, changed, err := b.setPreferences(req)
	if err != nil {
		return delivery.Response{}, err
	}
	l := changed.lang
	r := changesResponse(l, "preferences.title", textsOf(userPreferences, &before, l, l), textsOf(userPreferences, &changed.prefs, l, l))
	r.Message.Text("-# " + l.Say("preferences.private"))
	return r, nil
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

// changesResponse lists settings. Those that changed come first, with their former value.
func changesResponse(l *lang.Language, title string, before, after []settingText) delivery.Response {
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
