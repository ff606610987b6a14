package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
)

// panel is a private message that shows settings, each with its value and the control that changes it.
type panel[T any] struct {
	settings []setting[T]
	title    string // the key of its heading
	action   action // of its controls; their arg is an option, and its value unless a select of roles or channels has that
	typing   action // of its buttons that open a modal; their arg is an option
	typed    action // of these modals
}

var (
	settingsPanel    = panel[settings]{guildSettings, "settings.title", settingAction, typeSettingAction, typedSettingAction}
	preferencesPanel = panel[preferences]{userPreferences, "preferences.title", preferenceAction, typeOwnAction, typedOwnAction}
)

// settingsPages are the pages of the panel of a guild.
var settingsPages = []string{"games", "boards", "channels", "roles"}

// heading returns the message of the panel with its heading, and below that what a command has changed, with the former values.
func (p *panel[T]) heading(req *request, before, after *T, public *lang.Language) *message.Builder {
	l := req.lang
	lines := []string{"**" + l.Say(p.title) + "**"}
	if req.id == nil {
		now := textsOf(p.settings, after, l, public)
		for i, was := range textsOf(p.settings, before, l, req.public) {
			if now[i].value != was.value {
				lines = append(lines, l.Say("settings.changed", "label", was.label, "now", now[i].value, "before", was.value))
			}
		}
	}
	m := &message.Builder{Private: true}
	m.Text(strings.Join(lines, "\n"))
	return m
}

// add adds the settings of a page.
func (p *panel[T]) add(m *message.Builder, b *Bot, req *request, page string, v *T, public *lang.Language) {
	for i := range p.settings {
		if s := &p.settings[i]; s.label != "" && s.page == page && (b.lobby || !s.ofLobby) {
			s.addTo(m, b, req, p, v, public)
		}
	}
}

// addTo adds a setting with its value and the control that changes it. A select shows the value itself.
func (s *setting[T]) addTo(m *message.Builder, b *Bot, req *request, p *panel[T], v *T, public *lang.Language) {
	l, id := req.lang, customID{action: p.action, arg: s.name}
	label, value := l.Say(s.label), s.valueText(v, l, public)
	text := l.Labelled(label, "**"+value+"**")
	switch {
	case s.name == "":
		m.Text(text)
	case s.kind == boolean:
		on := !isOn(s.get(v))
		id.arg += " " + strconv.FormatBool(on)
		m.Section(text, buttonLabelled(l.Say("button.turn", "on", on), id, dg.SecondaryButton))
	case s.typed:
		id.action = p.typing
		m.Section(text, buttonLabelled(l.Say("button.type-setting"), id, dg.SecondaryButton))
	case s.kind == channel || s.kind == role:
		m.Text(label)
		m.Row(s.idSelect(id, value, strings.Fields(s.get(v))))
	default:
		m.Text(label)
		m.Row(selectOne(id, "", s.selectOptions(b, req, s.get(v))))
	}
}

// idSelect returns a select of channels or roles, in which those of the setting are selected. If it has none, the select
// shows what that means.
func (s *setting[T]) idSelect(id customID, none string, now []string) dg.MessageComponent {
	menu := dg.SelectMenu{
		MenuType: dg.RoleSelectMenu, CustomID: id.String(), Placeholder: none, MinValues: new(0), MaxValues: 1,
	}
	kind := dg.SelectMenuDefaultValueRole
	if s.kind == channel {
		kind = dg.SelectMenuDefaultValueChannel
		menu.MenuType, menu.ChannelTypes = dg.ChannelSelectMenu, s.channelTypes()
	}
	if s.many {
		menu.MaxValues = message.MaxOptions
	}
	if len(now) > 0 {
		menu.Placeholder = ""
	}
	for _, id := range now {
		menu.DefaultValues = append(menu.DefaultValues, dg.SelectMenuDefaultValue{ID: id, Type: kind})
	}
	return menu
}

// selectOptions returns the choices of a setting, with the one that it has selected.
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

// settingInput is the input of the modal for a setting.
const settingInput = "value"

// openModal opens the modal for a setting that is typed, with a value in its input.
func (p *panel[T]) openModal(req *request, value func(*setting[T]) string) (delivery.Response, error) {
	i := slices.IndexFunc(p.settings, func(s setting[T]) bool { return s.typed && s.name == req.id.arg })
	if i < 0 {
		return delivery.Response{}, errUnknown
	}
	s, l := &p.settings[i], req.lang
	label := message.ClipTo(l.Say(s.label), message.MaxInputLabel)
	return delivery.Response{Modal: &message.Modal{
		CustomID: customID{action: p.typed, arg: s.name}.String(), Title: label,
		Inputs: []message.Input{{
			CustomID: settingInput, Label: label, About: message.Clip(l.Say("option." + cmp.Or(s.key, s.name) + ".about")), Short: true, Optional: true,
			Value: value(s), Most: s.maxLength,
		}},
	}}, nil
}
