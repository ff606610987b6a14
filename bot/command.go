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
	looks      bool      // only shows something
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
	{name: "games", looks: true, options: []option{{name: "whose", kind: text, choices: []string{"mine", "here"}}, {name: "member", kind: person}, {name: "finished", kind: truth}}},
	{name: "resign", options: []option{anyGame}},
	{name: "draw", options: []option{anyGame}},
	{name: "takeback", options: []option{anyGame}},
	{name: "abort", options: []option{anyGame}},
	{name: "rematch", options: []option{anyGame}},
	{name: "replay", looks: true, options: []option{anyGame}},
	{name: "export", looks: true, options: []option{anyGame, {name: "everything", kind: truth}}},
	{name: "profile", looks: true, options: []option{{name: "member", kind: person}, rulesOption}},
	{name: "leaderboard", looks: true, options: []option{
		rulesOption,
		{name: "where", kind: text, choices: []string{"here", "everywhere"}},
		{name: "period", kind: text, choices: []string{"all-time", "month"}},
	}},
	{name: "head-to-head", looks: true, options: []option{{name: "member", kind: person, required: true}, {name: "other", kind: person}}},
	{name: "rules", looks: true, options: []option{rulesOption, {name: "topic", kind: text, choices: topicChoices}}},
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
	{name: "help", looks: true},
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
