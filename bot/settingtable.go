package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
)

// setting is the declaration of a setting of a guild, or of a preference of a user. The command that changes it and the
// message that shows it follow from it.
type setting[T any] struct {
	option        // of the command; without a name it has none
	label  string // the key of its label; empty: only the command has it
	page   string // of settingsPages
	many   bool   // of a channel: it has several of them, and the option adds one
	typed  bool   // there are too many choices for a select

	// get returns its value as its option has it: a choice, an ID, several IDs with spaces between them, or whether it is on.
	get func(*T) string
	// set changes it to such a value; "" of a channel or role is none.
	set func(*T, string)
	// text returns its value as users read it; nil: as the option says.
	text func(v *T, l, public *lang.Language) string
}

// guildSettings are the settings of a guild, in the order in which it reads them.
var guildSettings = []setting[settings]{
	{
		option: option{name: "any-channel", kind: boolean}, page: "channels",
		get: func(s *settings) string { return strconv.FormatBool(len(s.Channels) == 0) },
		set: func(s *settings, value string) {
			if isOn(value) {
				s.Channels = nil
			}
		},
	}, {
		option: option{name: "channel", kind: channel, inForums: true}, label: "settings.label.channels", page: "channels", many: true,
		get: func(s *settings) string { return strings.Join(say.Each(s.Channels, game.RoomID.String), " ") },
		set: func(s *settings, value string) {
			s.Channels = nil
			for id := range strings.FieldsSeq(value) {
				if len(s.Channels) < message.MaxOptions {
					s.Channels = append(s.Channels, idOf[game.RoomID](id))
				}
			}
		},
		text: func(s *settings, l, _ *lang.Language) string {
			if len(s.Channels) == 0 {
				return l.Say("settings.any-channel")
			}
			return l.And(s.channels())
		},
	}, {
		option: rulesOption, label: "settings.label.rules", page: "games",
		get:  (*settings).defaultRules,
		set:  func(s *settings, value string) { s.Rules = value },
		text: func(s *settings, l, _ *lang.Language) string { return say.Rules(l, s.namedRules(s.defaultRules())) },
	}, {
		label: "settings.label.own", page: "games",
		text: func(s *settings, l, _ *lang.Language) string {
			if len(s.Own) == 0 {
				return l.Say("settings.no-rules")
			}
			return l.And(say.Each(s.Own, func(r ruleSet) string { return say.Listed(r.Name) }))
		},
	}, {
		option: clockOption, label: "settings.label.clock", page: "games",
		get: func(s *settings) string { return when.ShortClock(s.clock()) },
		set: func(s *settings, value string) { s.Clock = value },
		text: func(s *settings, l, _ *lang.Language) string {
			return when.ClockName(l, s.clock())
		},
	}, {
		option: option{name: "rated", key: "rated-games", kind: boolean}, label: "settings.label.rated", page: "games",
		get: func(s *settings) string { return strconv.FormatBool(!s.Friendly) },
		set: func(s *settings, value string) { s.Friendly = !isOn(value) },
	}, {
		option: option{name: "rated-by-default", kind: boolean}, label: "settings.label.rated-by-default", page: "games",
		get: func(s *settings) string { return strconv.FormatBool(!s.ForFun && !s.Friendly) },
		set: func(s *settings, value string) {
			s.ForFun = !isOn(value)
			s.Friendly = s.Friendly && s.ForFun
		},
	}, {
		option: option{name: "public-games", kind: boolean}, label: "settings.label.public", page: "games",
		get: func(s *settings) string { return strconv.FormatBool(s.Public) },
		set: func(s *settings, value string) { s.Public = isOn(value) },
	}, {
		option: option{name: "lobby", kind: boolean, ofLobby: true}, label: "settings.label.lobby", page: "games",
		get: func(s *settings) string { return strconv.FormatBool(s.Lobby) },
		set: func(s *settings, value string) { s.Lobby = isOn(value) },
	}, {
		option: option{name: "threads", kind: boolean}, label: "settings.label.threads", page: "games",
		get: func(s *settings) string { return strconv.FormatBool(s.Threads == nil || *s.Threads) },
		set: func(s *settings, value string) { s.Threads = new(isOn(value)) },
	}, {
		option: option{name: "challenge-list", kind: channel}, label: "settings.label.list", page: "channels",
		get: func(s *settings) string { return idText(s.List.Channel) },
		set: func(s *settings, value string) {
			if id := idOf[game.RoomID](value); id == 0 {
				s.List = challengeList{}
			} else if id != s.List.Channel {
				s.List = challengeList{Channel: id, Request: s.Changed}
			}
		},
	}, {
		option: option{name: "puzzle-channel", kind: channel}, label: "settings.label.puzzles", page: "channels",
		get: func(s *settings) string { return idText(s.Puzzles) },
		set: func(s *settings, value string) { s.Puzzles = idOf[game.RoomID](value) },
	}, {
		option: option{name: "month-channel", kind: channel}, label: "settings.label.months", page: "channels",
		get: func(s *settings) string { return idText(s.Months) },
		set: func(s *settings, value string) { s.Months = idOf[game.RoomID](value) },
	}, {
		option: option{name: "champion-role", kind: role}, label: "settings.label.champion", page: "roles",
		get: func(s *settings) string { return idText(s.Champions.Role) },
		set: func(s *settings, value string) {
			if id := idOf[game.RoleID](value); id != s.Champions.Role {
				s.Champions = champions{Role: id}
			}
		},
	}, {
		option: option{name: "director-role", kind: role}, label: "settings.label.director", page: "roles",
		get: func(s *settings) string { return idText(s.Director) },
		set: func(s *settings, value string) { s.Director = idOf[game.RoleID](value) },
	}, {
		option: zoneOption, typed: true, label: "settings.label.zone", page: "roles",
		get:  func(s *settings) string { return s.Zone },
		set:  func(s *settings, value string) { s.Zone = value },
		text: func(s *settings, l, public *lang.Language) string { return when.ZoneName(l, s.zone(public).String()) },
	}, {
		option: option{name: "boards", kind: text, choices: boardChoices}, label: "settings.label.boards", page: "boards",
		get: func(s *settings) string { return cmp.Or(s.Boards, boardsUsual) },
		set: func(s *settings, value string) { s.Boards = value },
	}, {
		option: option{name: "reminders", kind: boolean}, label: "settings.label.reminders", page: "games",
		get: func(s *settings) string { return strconv.FormatBool(!s.Unasked) },
		set: func(s *settings, value string) { s.Unasked = !isOn(value) },
	}, {
		option: option{name: "theme", kind: text, choices: themeChoices}, label: "settings.label.theme", page: "boards",
		get: func(s *settings) string { return cmp.Or(themeOf(s.Theme), themeChoices[0]) },
		set: func(s *settings, value string) { s.Theme = value },
	}, {
		option: option{name: "bottom", kind: text, choices: []string{"mover", "white", "black"}}, label: "settings.label.bottom", page: "boards",
		get: func(s *settings) string { return cmp.Or(s.Bottom, "mover") },
		set: func(s *settings, value string) { s.Bottom = value },
	}, {
		option: languageOption, label: "settings.label.language", page: "roles",
		get: func(s *settings) string { return cmp.Or(s.Language, "auto") },
		set: func(s *settings, value string) { s.Language = value },
	},
}

// userPreferences are the preferences of a user, in the order in which they read them.
var userPreferences = []setting[preferences]{
	{
		option: option{name: "theme", key: "own-theme", kind: text, choices: append([]string{serverTheme}, themeChoices...)}, label: "preferences.label.theme",
		get: func(p *preferences) string { return cmp.Or(themeOf(p.Theme), serverTheme) },
		set: func(p *preferences, value string) { p.Theme = themeOf(value) },
	}, {
		option: option{name: "view", kind: text, choices: []string{"own", "white", "black"}}, label: "preferences.label.view",
		get: func(p *preferences) string { return cmp.Or(p.View, "own") },
		set: func(p *preferences, value string) { p.View = value },
	}, {
		option: option{name: "text-boards", kind: boolean}, label: "preferences.label.text",
		get: func(p *preferences) string { return strconv.FormatBool(p.Text) },
		set: func(p *preferences, value string) { p.Text = isOn(value) },
	}, {
		option: option{name: "pings", kind: boolean}, label: "preferences.label.pings",
		get: func(p *preferences) string { return strconv.FormatBool(!p.Quiet) },
		set: func(p *preferences, value string) { p.Quiet = !isOn(value) },
	}, {
		option: option{name: "puzzles", kind: boolean}, label: "preferences.label.puzzles",
		get: func(p *preferences) string { return strconv.FormatBool(p.Puzzles) },
		set: func(p *preferences, value string) { p.Puzzles = isOn(value) },
	}, {
		option: option{name: "public-games", key: "own-public-games", kind: boolean}, label: "settings.label.public",
		get: func(p *preferences) string { return strconv.FormatBool(p.Public) },
		set: func(p *preferences, value string) { p.Public = isOn(value) },
	}, {
		option: option{name: "name-elsewhere", kind: text, maxLength: maxNameElsewhere, ofLobby: true}, typed: true,
		label: "preferences.label.elsewhere",
		get:   func(p *preferences) string { return p.Far },
		set:   func(p *preferences, value string) { p.Far = cleanName(value, maxNameElsewhere) },
		text: func(p *preferences, l, _ *lang.Language) string {
			return message.Escape(cmp.Or(p.Far, l.Say("preferences.usual-name")))
		},
	}, {
		option: ownZoneOption,
		get:    func(p *preferences) string { return p.Zone },
		set:    func(p *preferences, value string) { p.Zone = value },
	}, {
		option: languageOption, label: "settings.label.language",
		get: func(p *preferences) string { return cmp.Or(p.Language, "auto") },
		set: func(p *preferences, value string) { p.Language = value },
	},
}

// languageOption chooses a language.
var languageOption = option{name: "language", kind: text, choices: languageChoices, languages: true}

// languageChoices are the languages that a user or a guild can have: that of Discord, or one of the bot's.
var languageChoices = append([]string{"auto"}, lang.Codes()...)

// serverTheme is the choice of a theme that takes the user's own away.
const serverTheme = "server"

// clock returns the clock of a challenge that names none.
func (s *settings) clock() game.Clock {
	clock, _ := game.ParseClock(cmp.Or(s.Clock, when.DefaultClock))
	return clock
}

// isOn reads a boolean value of a setting.
func isOn(value string) bool { return value == strconv.FormatBool(true) }

// idOf reads an ID that a setting has; 0 if it has none.
func idOf[ID ~uint64](value string) ID {
	id, _ := message.Snowflake[ID](value)
	return id
}

// idText writes an ID as a setting has it.
func idText[ID ~uint64](id ID) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(id), 10)
}

// optionsOf returns the options of the command that changes settings.
func optionsOf[T any](all []setting[T]) (options []option) {
	for _, s := range all {
		if s.name != "" {
			options = append(options, s.option)
		}
	}
	return options
}

// apply sets the settings that the options of a request name. A channel or a role that the option of a command names again
// is removed; a control of the panel has all that a setting is to have.
func apply[T any](all []setting[T], v *T, req *request) {
	for _, s := range all {
		switch value := req.options[s.name].(type) {
		case bool:
			s.set(v, strconv.FormatBool(value))
		case string:
			if value = strings.TrimSpace(value); req.id != nil {
				s.set(v, value)
			} else if value != "" {
				s.set(v, s.after(s.get(v), value))
			}
		}
	}
}

// after returns the value of a setting once an option has named another one.
func (s *setting[T]) after(now, named string) string {
	if s.kind != channel && s.kind != role {
		return named
	}
	all := strings.Fields(now)
	others := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return id == named })
	switch {
	case len(others) < len(all):
		return strings.Join(others, " ")
	case s.many:
		return strings.Join(append(all, named), " ")
	}
	return named
}

// settingText is a setting as users read it.
type settingText struct{ label, value string }

// textsOf returns every setting that has a label.
func textsOf[T any](all []setting[T], v *T, l, public *lang.Language) (texts []settingText) {
	for _, s := range all {
		if s.label != "" {
			texts = append(texts, settingText{l.Say(s.label), s.valueText(v, l, public)})
		}
	}
	return texts
}

// valueText returns the value of a setting as users read it.
func (s *setting[T]) valueText(v *T, l, public *lang.Language) string {
	if s.text != nil {
		return s.text(v, l, public)
	}
	value := s.get(v)
	switch {
	case s.kind == boolean:
		return say.OnOff(l, isOn(value))
	case s.kind == channel:
		return say.ChannelOrNone(l, idOf[game.RoomID](value))
	case s.kind == role:
		return say.RoleOrNone(l, idOf[game.RoleID](value))
	}
	return s.choiceText(l, value)
}

// choiceText returns the name of a choice.
func (s *setting[T]) choiceText(l *lang.Language, value string) string {
	if s.languages {
		return say.Language(l, value)
	}
	return l.Say("choice." + s.name + "." + value)
}
