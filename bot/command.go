package bot

import (
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// handler responds to a request.
type handler func(*Bot, *request) (delivery.Response, error)

// command is a slash command, declared once. The names and descriptions of a command and its
// options are in the catalogues: command.NAME.name and command.NAME.about.
type command struct {
	name        string
	handle      handler
	options     []option
	subcommands []command // instead of a handler and options
	moderators  bool      // only for members with Manage Server
	guildOnly   bool      // DMs do not have it
	readsOnly   bool      // it only shows something
	menu        string    // the key of its name in the context menu of members, who are its option “opponent” there
}

// option is an option of a command.
type option struct {
	name         string
	key          string // of its catalogue keys: option.KEY; empty: its name
	kind         dg.ApplicationCommandOptionType
	required     bool
	choices      []string // their names are in the catalogues: choice.OPTION.CHOICE
	autocomplete bool
	maxLength    int
}

const (
	text    = dg.ApplicationCommandOptionString
	user    = dg.ApplicationCommandOptionUser
	boolean = dg.ApplicationCommandOptionBoolean
	channel = dg.ApplicationCommandOptionChannel
)

// accepts reports whether the option can have a value.
func (o *option) accepts(value any) bool {
	switch value := value.(type) {
	case bool:
		return o.kind == boolean
	case string:
		if o.kind == user || o.kind == channel {
			_, ok := message.Snowflake[uint64](value)
			return ok
		}
		return o.kind == text && (o.choices == nil || slices.Contains(o.choices, value))
	}
	return false
}

// gameOption chooses one of several games.
var gameOption = option{name: "game", kind: text, autocomplete: true, maxLength: 20}

// rulesOption chooses a rule set. There are more rule sets than an option can have choices.
var rulesOption = option{name: "rules", kind: text, autocomplete: true, maxLength: 60}

// clockOption is a clock of the user's own, or one of the common ones.
var clockOption = option{name: "clock", kind: text, autocomplete: true, maxLength: 60}

// required returns an option that must be given.
func required(o option) option {
	o.required = true
	return o
}

// maxTypedMove is the length of the longest choice that Discord allows.
const maxTypedMove = 100

// commands are the declarations of all commands, in the order of /help.
var commands = []command{
	{name: "challenge", menu: "menu.challenge", handle: (*Bot).challenge, options: []option{
		{name: "opponent", kind: user},
		rulesOption,
		{name: "colour", kind: text, choices: []string{"lot", "white", "black"}},
		clockOption,
		{name: "rated", kind: boolean},
		{name: "house-rules", kind: text, choices: houseRuleChoices},
		{name: "position", kind: text, autocomplete: true, maxLength: 1000},
	}},
	{name: "move", handle: act((*Bot).move), options: []option{
		{name: "move", kind: text, required: true, autocomplete: true, maxLength: maxTypedMove}, gameOption,
	}},
	{name: "board", handle: about((*Bot).chosenGame, (*Bot).showBoard), options: []option{gameOption}},
	{name: "games", handle: (*Bot).games, readsOnly: true, options: []option{
		{name: "whose", kind: text, choices: []string{"mine", "here", "followed"}}, {name: "member", kind: user}, {name: "finished", kind: boolean},
	}},
	{name: "resign", handle: about((*Bot).playedGame, (*Bot).confirmResignation), options: []option{gameOption}},
	{name: "draw", handle: propose(game.OfferDraw), options: []option{gameOption}},
	{name: "takeback", handle: propose(game.OfferTakeBack), options: []option{gameOption}},
	{name: "abort", handle: propose(game.OfferAbort), options: []option{gameOption}},
	{name: "rematch", handle: about((*Bot).playedBefore, (*Bot).rematch), options: []option{gameOption}},
	{name: "replay", handle: about((*Bot).finishedOrChosenGame, (*Bot).replay), readsOnly: true, options: []option{gameOption}},
	{name: "export", handle: (*Bot).export, readsOnly: true, options: []option{gameOption, {name: "everything", kind: boolean}}},
	{name: "profile", handle: (*Bot).profile, readsOnly: true, options: []option{{name: "member", kind: user}, rulesOption}},
	{name: "leaderboard", handle: (*Bot).leaderboard, readsOnly: true, options: []option{
		rulesOption,
		{name: "where", kind: text, choices: []string{"here", "everywhere"}},
		{name: "period", kind: text, choices: []string{"all-time", "month"}},
	}},
	{name: "head-to-head", handle: (*Bot).headToHead, readsOnly: true, options: []option{
		{name: "member", kind: user, required: true}, {name: "other", kind: user},
	}},
	{name: "rules", handle: (*Bot).showRules, readsOnly: true, options: []option{rulesOption, {name: "topic", kind: text, choices: topicChoices}}},
	{name: "custom-rules", moderators: true, guildOnly: true, subcommands: []command{
		{name: "show", handle: (*Bot).showRuleSet, options: []option{rulesOption}},
		{name: "add", moderators: true, handle: (*Bot).openRuleSetModal, options: []option{{name: "like", kind: text, autocomplete: true, maxLength: 60}}},
		{name: "remove", moderators: true, handle: (*Bot).removeRuleSet, options: []option{required(rulesOption)}},
	}},
	{name: "settings", handle: (*Bot).changeSettings, moderators: true, guildOnly: true, options: []option{
		{name: "channel", kind: channel},
		{name: "any-channel", kind: boolean},
		rulesOption,
		clockOption,
		{name: "rated", kind: boolean},
		{name: "theme", kind: text, choices: themeChoices},
		{name: "bottom", kind: text, choices: []string{"mover", "white", "black"}},
		{name: "language", kind: text, choices: languageChoices},
		{name: "threads", kind: boolean},
		{name: "challenge-list", kind: channel},
		{name: "boards", kind: text, choices: []string{"new", "in-place"}},
		{name: "reminders", kind: boolean},
	}},
	{name: "preferences", handle: (*Bot).changePreferences, options: []option{
		{name: "theme", key: "own-theme", kind: text, choices: themeChoices},
		{name: "view", kind: text, choices: []string{"own", "white", "black"}},
		{name: "language", kind: text, choices: languageChoices},
		{name: "text-boards", kind: boolean},
		{name: "pings", kind: boolean},
	}},
	{name: "privacy", subcommands: []command{{name: "export", handle: (*Bot).exportPersonalData}, {name: "erase", handle: (*Bot).confirmErasure}}},
	{name: "help", handle: (*Bot).help, readsOnly: true},
	{name: "referee", moderators: true, guildOnly: true, subcommands: []command{
		{name: "end", handle: act((*Bot).adjudicate), options: []option{
			required(gameOption),
			{name: "outcome", kind: text, required: true, choices: []string{"white", "black", "draw"}},
			{name: "reason", kind: text, required: true, maxLength: 500},
		}},
		{name: "cancel", handle: act((*Bot).annul), options: []option{
			required(gameOption),
			{name: "reason", kind: text, required: true, maxLength: 500},
		}},
		{name: "repost", handle: about((*Bot).chosenGame, (*Bot).unstick), options: []option{required(gameOption)}},
	}},
}

var (
	houseRuleChoices = append(keysOf(draughts.HouseRules(), func(r draughts.HouseRule) string { return r.Key }),
		"misere+free-jump", "breakthrough+free-jump")
	themeChoices    = keysOf(render.Themes(), func(t render.Theme) string { return t.Key })
	topicChoices    = keysOf(lesson.Topics(), func(t lesson.Topic) string { return string(t) })
	languageChoices = append([]string{"auto"}, lang.Codes()...)
)

// keysOf returns the keys of values.
func keysOf[T any](all []T, key func(T) string) []string {
	keys := make([]string, len(all))
	for i, v := range all {
		keys[i] = key(v)
	}
	return keys
}

// help lists the commands.
func (b *Bot) help(req *request) (delivery.Response, error) {
	text := req.lang.Say("help.title")
	for _, c := range b.commands {
		if c.moderators && !req.by.Moderator {
			continue
		}
		if c.subcommands == nil {
			text += helpLine(req.lang, c.name)
		}
		for _, s := range c.subcommands {
			if !s.moderators || req.by.Moderator {
				text += helpLine(req.lang, c.name+" "+s.name)
			}
		}
	}
	m := &message.Builder{Private: true}
	m.Text(text)
	m.Text(req.lang.Say("help.marks"))
	return delivery.Response{Message: m}, nil
}

// helpLine returns the line about a command or a subcommand.
func helpLine(l *lang.Language, path string) string {
	about := l.Say("command." + strings.ReplaceAll(path, " ", ".") + ".about")
	return "\n" + l.Say("help.line", "command", l.Command(path), "about", about)
}

// Registered has the bot mention commands by their IDs, so that users can click them. It is called before
// the bot handles anything.
func (b *Bot) Registered(commands []*dg.ApplicationCommand) {
	b.commandIDs = map[string]string{}
	for _, c := range commands {
		b.commandIDs[c.Name] = c.ID
	}
}

// naming returns a language that mentions commands. A command without an ID is named as in the language of
// the user's Discord client, where the user types it.
func (b *Bot) naming(l, client *lang.Language) *lang.Language {
	return l.NamingCommands(func(path string) string {
		name, _, _ := strings.Cut(path, " ")
		if id, ok := b.commandIDs[name]; ok {
			return "</" + path + ":" + id + ">"
		}
		return client.Command(path)
	})
}

// component is the declaration of a button or a select.
type component struct {
	handle    handler
	placement delivery.Placement // of the response, unless the handler chooses another one
	readsOnly bool               // it only shows something
}

// components are the declarations of all buttons and selects.
var components = map[action]component{
	moveAction:          {handle: act((*Bot).useMove), placement: delivery.Follow},
	pieceAction:         {handle: about((*Bot).playedGame, (*Bot).usePiece)},
	chooseGameAction:    {handle: (*Bot).useChosenGame, placement: delivery.Follow},
	drawAction:          {handle: (*Bot).useDraw},
	takeBackAction:      {handle: propose(game.OfferTakeBack), placement: delivery.Follow},
	abortAction:         {handle: propose(game.OfferAbort), placement: delivery.Follow},
	agreeAction:         {handle: act((*Bot).useAgree), placement: delivery.Follow},
	declineOfferAction:  {handle: act((*Bot).useDeclineOffer), placement: delivery.Follow},
	moreAction:          {handle: about((*Bot).chosenGame, (*Bot).useMore), readsOnly: true},
	resignAction:        {handle: about((*Bot).playedGame, (*Bot).confirmResignation)},
	confirmResignAction: {handle: act((*Bot).resign)},
	claimWinAction:      {handle: act((*Bot).claimWin), placement: delivery.Follow},
	rematchAction:       {handle: about((*Bot).playedBefore, (*Bot).rematch)},
	acceptAction:        {handle: (*Bot).useAccept, placement: delivery.Follow},
	joinAction:          {handle: (*Bot).useJoin},
	declineAction:       {handle: (*Bot).useDecline},
	withdrawAction:      {handle: (*Bot).useWithdraw},
	counterAction:       {handle: (*Bot).useCounter},
	retryAction:         {handle: (*Bot).useRetry},
	eraseAction:         {handle: (*Bot).useErase, placement: delivery.Replace},
	followAction:        {handle: (*Bot).useFollow},
	threadAction:        {handle: about((*Bot).playedGame, (*Bot).useThread)},
	flipAction:          {handle: about((*Bot).chosenGame, (*Bot).useFlip), readsOnly: true},
	moveListAction:      {handle: about((*Bot).chosenGame, (*Bot).useMoveList), readsOnly: true},
	replayAction:        {handle: about((*Bot).finishedOrChosenGame, (*Bot).replay), readsOnly: true},
	exportAction:        {handle: (*Bot).export, readsOnly: true},
	gamesAction:         {handle: (*Bot).games, placement: delivery.Replace, readsOnly: true},
	leaderboardAction:   {handle: (*Bot).leaderboard, placement: delivery.Replace, readsOnly: true},
	profileAction:       {handle: (*Bot).profile, placement: delivery.Replace, readsOnly: true},
	headToHeadAction:    {handle: (*Bot).headToHead, placement: delivery.Replace, readsOnly: true},
	rulesAction:         {handle: (*Bot).useRules, readsOnly: true},
	rulesPageAction:     {handle: (*Bot).useRulesPage, readsOnly: true},
}

// modals are the handlers of submitted modals.
var modals = map[action]handler{
	addRuleSetAction:   (*Bot).addRuleSet,
	counterTermsAction: (*Bot).counter,
}

// command returns the declaration of the request's command or subcommand; nil if there is none.
func (req *request) command(all []command, name string) *command {
	for n := range all {
		c := &all[n]
		if c.name == name && c.subcommands != nil {
			return req.command(c.subcommands, req.sub)
		} else if c.name == name {
			return c
		}
	}
	return nil
}

// accepts reports whether a command has the options of a request. Discord checks them, perhaps
// against another version of the command.
func (c *command) accepts(req *request) bool {
	for name, given := range req.options {
		n := slices.IndexFunc(c.options, func(o option) bool { return o.name == name })
		if n < 0 || !c.options[n].accepts(given) {
			return false
		}
	}
	return true
}

// Commands returns the commands to register with Discord, in every language.
func Commands() []*dg.ApplicationCommand { return register(lang.For) }

// localeLanguages returns the language of a locale; nil if there is none.
type localeLanguages func(locale string) *lang.Language

// register returns the commands to register, in some languages.
func register(in localeLanguages) []*dg.ApplicationCommand {
	var all []*dg.ApplicationCommand
	allContexts := []dg.InteractionContextType{dg.InteractionContextGuild, dg.InteractionContextBotDM, dg.InteractionContextPrivateChannel}
	allInstalls := []dg.ApplicationIntegrationType{dg.ApplicationIntegrationGuildInstall, dg.ApplicationIntegrationUserInstall}
	for _, c := range commands {
		key := "command." + c.name
		contexts, installs := allContexts, allInstalls
		if c.guildOnly {
			contexts, installs = contexts[:1], installs[:1]
		}
		names, descriptions := in.names(key, c.name), in.say(key+".about")
		registered := &dg.ApplicationCommand{
			Type: dg.ChatApplicationCommand, Name: c.name, NameLocalizations: &names,
			Description: lang.English().Say(key + ".about"), DescriptionLocalizations: &descriptions,
			Contexts: &contexts, IntegrationTypes: &installs,
			Options: c.registered(key, in),
		}
		if c.moderators {
			manage := int64(dg.PermissionManageGuild)
			registered.DefaultMemberPermissions = &manage
		}
		all = append(all, registered)
		if c.menu != "" {
			names, contexts := in.say(c.menu), []dg.InteractionContextType{dg.InteractionContextGuild, dg.InteractionContextPrivateChannel}
			all = append(all, &dg.ApplicationCommand{
				Type: dg.UserApplicationCommand, Name: lang.English().Say(c.menu), NameLocalizations: &names,
				Contexts: &contexts, IntegrationTypes: &installs,
			})
		}
	}
	return all
}

// registered returns the subcommands and options of a command.
func (c *command) registered(key string, in localeLanguages) []*dg.ApplicationCommandOption {
	var all []*dg.ApplicationCommandOption
	for _, s := range c.subcommands {
		subcommandKey := key + "." + s.name
		all = append(all, &dg.ApplicationCommandOption{
			Type: dg.ApplicationCommandOptionSubCommand, Name: s.name, NameLocalizations: in.names(subcommandKey, s.name),
			Description: lang.English().Say(subcommandKey + ".about"), DescriptionLocalizations: in.say(subcommandKey + ".about"),
			Options: s.registered(subcommandKey, in),
		})
	}
	for _, o := range c.options {
		optionKey := "option." + or(o.key, o.name)
		registered := &dg.ApplicationCommandOption{
			Type: o.kind, Name: o.name, NameLocalizations: in.names(optionKey, o.name),
			Description: lang.English().Say(optionKey + ".about"), DescriptionLocalizations: in.say(optionKey + ".about"),
			Required: o.required, Autocomplete: o.autocomplete,
		}
		if o.kind == text {
			registered.MaxLength = o.maxLength
		}
		for _, choice := range o.choices {
			registered.Choices = append(registered.Choices, in.choice(o.name, choice))
		}
		all = append(all, registered)
	}
	return all
}

// names returns the names of a command or option in all languages of Discord. American English has one of
// its own where it is spelled differently from the declared one.
func (in localeLanguages) names(key, declared string) map[dg.Locale]string {
	all := in.say(key + ".name")
	if english := lang.English().Say(key + ".name"); english != declared {
		all[dg.EnglishUS] = english
	}
	return all
}

// say returns the texts of a key in all languages of Discord except English, which is the default.
func (in localeLanguages) say(key string) map[dg.Locale]string {
	all := map[dg.Locale]string{}
	for locale := range dg.Locales {
		l := in(string(locale))
		if l != nil && l != lang.English() && locale != dg.Unknown {
			all[locale] = l.Say(key)
		}
	}
	return all
}

// choice returns a choice of an option. A language has its own name in every language.
func (in localeLanguages) choice(option, value string) *dg.ApplicationCommandOptionChoice {
	if option == "language" && slices.Contains(lang.Codes(), value) {
		return &dg.ApplicationCommandOptionChoice{Name: lang.For(value).Name(), Value: value}
	}
	// The name of a choice of several values joins theirs.
	all := &dg.ApplicationCommandOptionChoice{NameLocalizations: map[dg.Locale]string{}, Value: value}
	separator := ""
	for key := range strings.SplitSeq(value, "+") {
		key = "choice." + option + "." + key
		all.Name += separator + lang.English().Say(key)
		for locale, name := range in.say(key) {
			all.NameLocalizations[locale] += separator + name
		}
		separator = " + "
	}
	return all
}
