package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
)

// panel is a private message that shows settings, each with its value and the control that changes it.
type panel[T any] struct {
	settings []setting[T]
	title    string // the key of its heading
	action   action // of its controls; their arg is an option, and its value unless a select of roles or channels has that
}

var (
	settingsPanel    = panel[settings]{guildSettings, "settings.title", settingAction}
	preferencesPanel = panel[preferences]{userPreferences, "preferences.title", preferenceAction}
)

// settingsPages are the pages of the panel of a guild.
var settingsPages = []string{"games", "boards", "channels", "roles"}

// message returns a page of the panel. Changes of it that a command has made come first, with the former values.
func (p *panel[T]) message(b *Bot, req *request, page string, before, after *T, public *lang.Language) *message.Builder {
	l := req.lang
	m := &message.Builder{Private: true}
	lines := []string{"**" + l.Say(p.title) + "**"}
	if req.id == nil {
		now := textsOf(p.settings, after, l, public)
		for i, was := range textsOf(p.settings, before, l, req.public) {
			if now[i].value != was.value {
				lines = append(lines, l.Say("settings.changed", "label", was.label, "now", now[i].value, "before", was.value))
			}
		}
	}
	m.Text(strings.Join(lines, "\n"))
	for i := range p.settings {
		if s := &p.settings[i]; s.label != "" && s.page == page {
			text := l.Labelled(l.Say(s.label), "**"+s.valueText(after, l, public)+"**")
			s.addControl(m, b, req, p.action, text, after)
		}
	}
	return m
}

// addControl adds the text of a setting, with the control that changes it.
func (s *setting[T]) addControl(m *message.Builder, b *Bot, req *request, a action, text string, v *T) {
	id := customID{action: a, arg: s.name}
	switch {
	case s.name == "":
		m.Text(text)
	case s.kind == boolean:
		on := !isOn(s.get(v))
		id.arg += " " + strconv.FormatBool(on)
		m.Section(text, buttonLabelled(req.lang.Say("button.turn", "on", on), id, dg.SecondaryButton))
	case s.typed:
		id.action = typeSettingAction
		m.Section(text, button(req.lang, id, dg.SecondaryButton))
	case s.kind == channel || s.kind == role:
		m.Text(text)
		m.Row(s.idSelect(id, req.lang, strings.Fields(s.get(v))))
	default:
		m.Text(text)
		m.Row(selectOne(id, "", s.selectOptions(b, req, s.get(v))))
	}
}

// idSelect returns a select of channels or roles, in which those of the setting are selected.
func (s *setting[T]) idSelect(id customID, l *lang.Language, now []string) dg.MessageComponent {
	menu := dg.SelectMenu{
		MenuType: dg.RoleSelectMenu, CustomID: id.String(), Placeholder: l.Say("settings.choose"), MinValues: new(0), MaxValues: 1,
	}
	kind := dg.SelectMenuDefaultValueRole
	if s.kind == channel {
		kind = dg.SelectMenuDefaultValueChannel
		menu.MenuType, menu.ChannelTypes = dg.ChannelSelectMenu, s.channelTypes()
	}
	if s.many {
		menu.MaxValues = message.MaxOptions
	}
	for _, id := range now {
		menu.DefaultValues = append(menu.DefaultValues, dg.SelectMenuDefaultValue{ID: id, Type: kind})
	}
	return menu
}

// selectOptions returns the choices of a setting, of which the one that it has is selected.
func (s *setting[T]) selectOptions(b *Bot, req *request, now string) (options []dg.SelectMenuOption) {
	add := func(label, value string) {
		options = append(options, dg.SelectMenuOption{Label: message.Clip(label), Value: s.name + " " + value, Default: value == now})
	}
	for _, value := range s.choices {
		add(s.choiceText(req.lang, value), value)
	}
	if s.complete == nil {
		return options
	}
	offered := s.complete(b, req.withOptions(map[string]any{}))
	if !slices.ContainsFunc(offered, func(c *message.Choice) bool { return c.Value == now }) {
		offered = append(s.complete(b, req.withOptions(map[string]any{s.name: now})), offered...)
	}
	for _, c := range offered[:min(len(offered), message.MaxOptions)] {
		add(c.Name, c.Value.(string))
	}
	return options
}

// chosen returns a request with the option that a control of the panel sets; false if there is no such control.
func (p *panel[T]) chosen(req *request) (*request, bool) {
	name, value, _ := strings.Cut(req.id.arg, " ")
	i := slices.IndexFunc(p.settings, func(s setting[T]) bool { return s.label != "" && s.name == name })
	if name == "" || i < 0 {
		return nil, false
	}
	s := &p.settings[i]
	var given any = value
	ok := true
	switch s.kind {
	case boolean:
		given = isOn(value)
	case channel, role:
		given = strings.Join(req.selected, " ")
		ok = !slices.ContainsFunc(req.selected, func(id string) bool { return !s.accepts(id) }) && (s.many || len(req.selected) <= 1)
	default:
		ok = s.accepts(value)
	}
	return req.withOptions(map[string]any{name: given}), ok
}

// pageOf returns the page of the setting that a request changes; "" if it changes none.
func (p *panel[T]) pageOf(req *request) string {
	for _, s := range p.settings {
		if _, named := req.options[s.name]; named {
			return s.page
		}
	}
	return ""
}
