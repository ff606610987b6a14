package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// command is a slash command as it is declared. What it and its parts are called and
// said to be comes from the catalogues: command.NAME.name and command.NAME.about.
type command struct {
	name       string
	options    []option
	subs       []command // instead of options
	moderators bool      // shown to members with Manage Server only
	servers    bool      // of no use outside of servers
}

// option is one thing a command can be told.
type option struct {
	name     string
	kind     dg.ApplicationCommandOptionType
	required bool
	choices  []string // their keys: choice.OPTION.KEY
	search   bool     // what is typed is completed
	most     int      // how long a text can be
}

const (
	text   = dg.ApplicationCommandOptionString
	person = dg.ApplicationCommandOptionUser
	truth  = dg.ApplicationCommandOptionBoolean
	room   = dg.ApplicationCommandOptionChannel
)

// takes tells whether a value is one for the option.
func (o *option) takes(value any) bool {
	switch value := value.(type) {
	case bool:
		return o.kind == truth
	case string:
		if o.kind == person || o.kind == room {
			_, ok := snowflake(value)
			return ok
		}
		return o.kind == text && (o.choices == nil || slices.Contains(o.choices, value))
	}
	return false
}

// anyGame is the option to say which game, for those who play several.
var anyGame = option{name: "game", kind: text, search: true, most: 20}

// rulesOption chooses a rule set. There are more than a list of choices can hold.
var rulesOption = option{name: "rules", kind: text, search: true, most: 60}

// mostTypedMove is how long a move can be that is typed. Discord completes no more.
const mostTypedMove = 100

// commands are all there are, in the order of help.
var commands = []command{
	{name: "challenge", options: []option{
		{name: "opponent", kind: person},
		rulesOption,
		{name: "colour", kind: text, choices: []string{"lot", "white", "black"}},
		{name: "clock", kind: text, choices: clockChoices},
		{name: "rated", kind: truth},
		{name: "house-rules", kind: text, choices: houseRuleChoices},
	}},
	{name: "move", options: []option{{name: "move", kind: text, required: true, search: true, most: mostTypedMove}, anyGame}},
	{name: "board", options: []option{anyGame}},
	{name: "games", options: []option{{name: "whose", kind: text, choices: []string{"mine", "here"}}, {name: "member", kind: person}, {name: "finished", kind: truth}}},
	{name: "resign", options: []option{anyGame}},
	{name: "draw", options: []option{anyGame}},
	{name: "takeback", options: []option{anyGame}},
	{name: "abort", options: []option{anyGame}},
	{name: "rematch", options: []option{anyGame}},
	{name: "replay", options: []option{anyGame}},
	{name: "export", options: []option{anyGame, {name: "everything", kind: truth}}},
	{name: "profile", options: []option{{name: "member", kind: person}, rulesOption}},
	{name: "leaderboard", options: []option{
		rulesOption,
		{name: "where", kind: text, choices: []string{"here", "everywhere"}},
		{name: "period", kind: text, choices: []string{"all-time", "month"}},
	}},
	{name: "head-to-head", options: []option{{name: "member", kind: person, required: true}, {name: "other", kind: person}}},
	{name: "rules", options: []option{rulesOption, {name: "topic", kind: text, choices: topicChoices}}},
	{name: "rule-sets", subs: []command{
		{name: "show", options: []option{rulesOption}},
		{name: "add", options: []option{{name: "like", kind: text, search: true, most: 60}}},
		{name: "remove", options: []option{{name: "rules", kind: text, required: true, search: true, most: 60}}},
	}},
	{name: "settings", moderators: true, servers: true, options: []option{
		{name: "channel", kind: room},
		rulesOption,
		{name: "clock", kind: text, choices: clockChoices},
		{name: "rated", kind: truth},
		{name: "theme", kind: text, choices: themeChoices},
		{name: "language", kind: text, choices: languageChoices},
		{name: "threads", kind: truth},
		{name: "boards", kind: text, choices: []string{"new", "in-place"}},
		{name: "reminders", kind: truth},
	}},
	{name: "preferences", options: []option{
		{name: "theme", kind: text, choices: themeChoices},
		{name: "view", kind: text, choices: []string{"own", "white", "black"}},
		{name: "language", kind: text, choices: languageChoices},
		{name: "text-boards", kind: truth},
		{name: "pings", kind: truth},
	}},
	{name: "privacy", subs: []command{{name: "export"}, {name: "erase"}}},
	{name: "help"},
	{name: "referee", moderators: true, servers: true, subs: []command{
		{name: "adjudicate", options: []option{
			{name: "game", kind: text, required: true, search: true, most: 20},
			{name: "outcome", kind: text, required: true, choices: []string{"white", "black", "draw"}},
			{name: "reason", kind: text, required: true, most: 500},
		}},
		{name: "abort", options: []option{
			{name: "game", kind: text, required: true, search: true, most: 20},
			{name: "reason", kind: text, required: true, most: 500},
		}},
		{name: "unstick", options: []option{{name: "game", kind: text, required: true, search: true, most: 20}}},
	}},
}

// clockChoices are the clocks people are offered, as game.ParseClock reads them.
var clockChoices = []string{"none", "1d", "2d", "3d", "7d", "180+2", "300+3", "600+5", "1200+10"}

// What else people choose from is what there is.
var (
	houseRuleChoices = keysOf(draughts.HouseRules(), func(r draughts.HouseRule) string { return r.Key })
	themeChoices     = keysOf(render.Themes(), func(t render.Theme) string { return t.Key })
	topicChoices     = keysOf(lesson.Topics(), func(t lesson.Topic) string { return string(t) })
	languageChoices  = append([]string{"auto"}, lang.Codes()...)
)

func keysOf[T any](all []T, key func(T) string) []string {
	keys := make([]string, len(all))
	for i, v := range all {
		keys[i] = key(v)
	}
	return keys
}

// Commands returns the commands as they are registered with Discord, in every
// language there is.
func Commands() []*dg.ApplicationCommand { return register(lang.For) }

// tongues returns the language of a locale; nil if it is not spoken.
type tongues func(locale string) *lang.Language

// register returns the commands as they are registered, in the languages of locales.
func register(in tongues) []*dg.ApplicationCommand {
	var all []*dg.ApplicationCommand
	contexts := []dg.InteractionContextType{dg.InteractionContextGuild, dg.InteractionContextBotDM, dg.InteractionContextPrivateChannel}
	installs := []dg.ApplicationIntegrationType{dg.ApplicationIntegrationGuildInstall, dg.ApplicationIntegrationUserInstall}
	for _, c := range commands {
		key := "command." + c.name
		where, how := contexts, installs
		if c.servers {
			where, how = contexts[:1], installs[:1]
		}
		names, abouts := in.say(key+".name"), in.say(key+".about")
		made := &dg.ApplicationCommand{
			Type: dg.ChatApplicationCommand, Name: c.name, NameLocalizations: &names,
			Description: lang.English().Say(key + ".about"), DescriptionLocalizations: &abouts,
			Contexts: &where, IntegrationTypes: &how,
			Options: c.registered(key, in),
		}
		if c.moderators {
			manage := int64(dg.PermissionManageGuild)
			made.DefaultMemberPermissions = &manage
		}
		all = append(all, made)
	}
	return all
}

// registered returns the options or subcommands of a command.
func (c *command) registered(key string, in tongues) []*dg.ApplicationCommandOption {
	var all []*dg.ApplicationCommandOption
	for _, s := range c.subs {
		inner := key + "." + s.name
		all = append(all, &dg.ApplicationCommandOption{
			Type: dg.ApplicationCommandOptionSubCommand, Name: s.name, NameLocalizations: in.say(inner + ".name"),
			Description: lang.English().Say(inner + ".about"), DescriptionLocalizations: in.say(inner + ".about"),
			Options: s.registered(inner, in),
		})
	}
	for _, o := range c.options {
		inner := "option." + o.name
		made := &dg.ApplicationCommandOption{
			Type: o.kind, Name: o.name, NameLocalizations: in.say(inner + ".name"),
			Description: lang.English().Say(inner + ".about"), DescriptionLocalizations: in.say(inner + ".about"),
			Required: o.required, Autocomplete: o.search,
		}
		if o.kind == text {
			made.MaxLength = o.most
		}
		for _, choice := range o.choices {
			made.Choices = append(made.Choices, in.choice(o.name, choice))
		}
		all = append(all, made)
	}
	return all
}

// say returns a text in every language that Discord knows, but for English, which is the
// rule.
func (in tongues) say(key string) map[dg.Locale]string {
	all := map[dg.Locale]string{}
	for locale := range dg.Locales {
		l := in(string(locale))
		if l != nil && l != lang.English() && locale != dg.Unknown {
			all[locale] = l.Say(key)
		}
	}
	return all
}

// choice returns one of the values of an option. A language is called what those who
// speak it call it, whoever chooses.
func (in tongues) choice(option, value string) *dg.ApplicationCommandOptionChoice {
	if option == "language" && slices.Contains(lang.Codes(), value) {
		return &dg.ApplicationCommandOptionChoice{Name: lang.For(value).Name(), Value: value}
	}
	key := "choice." + option + "." + value
	return &dg.ApplicationCommandOptionChoice{Name: lang.English().Say(key), NameLocalizations: in.say(key), Value: value}
}
