package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// handler responds to a request.
type handler func(*Bot, *request) (delivery.Response, error)

// completion returns the choices of an option for what the user has typed; none if an error occurs.
type completion func(*Bot, *request) []*message.Choice

// command is a slash command, declared once. The names and descriptions of a command and its
// options are in the catalogues: command.NAME.name and command.NAME.about.
type command struct {
	name        string
	handle      handler
	options     []option
	subcommands []command     // instead of a handler and options
	moderators  bool          // only for members with Manage Server; of one with subcommands, it is only shown to them, unless the guild shows it to more
	guildOnly   bool          // DMs do not have it
	ofLobby     bool          // it is offered only if there is a lobby
	readsOnly   bool          // it only shows something
	opensModal  bool          // its response can be a modal
	budget      time.Duration // if its response can be slow, how long a processor may work for that
	first       bool          // newcomers need it: /help says what it is for
	menu        string        // the key of its name in the context menu of members, who are its option “opponent” there
	messageMenu string        // the key of its name in the context menu of messages: see request.target
	exact       bool          // a wrong guess would cost: what is typed for an option must be a choice, not a part of it

	// Of a command that is about the game that chosenGame chooses:
	shows       bool                            // it only shows the game, which others may play
	awaited     func(*request, *game.Game) bool // whether a game of the user waits for the command; nil: if it is their turn
	onlyAwaited bool                            // it is refused in other games
}

// option is an option of a command.
type option struct {
	name      string
	key       string // of its catalogue keys: option.KEY; empty: its name
	kind      dg.ApplicationCommandOptionType
	required  bool
	choices   []string // their names are in the catalogues: choice.OPTION.CHOICE
	complete  completion
	named     bool                   // of a completed option: its choices can be typed by their names
	isValue   func(text string) bool // whether what is typed is a value, not a name; nil: no text is
	repeated  bool                   // a menu of games repeats it
	maxLength int
	inForums  bool                // of a channel: it can be a forum, too
	languages bool                // its choices are languages, which have their own names everywhere
	ofLobby   bool                // it is offered only if there is a lobby
	only      []tournament.Format // the tournaments that it means something for; nil: all
}

// required returns an option that must be given.
func required(o option) option {
	o.required = true
	return o
}

// completedBy returns an option with another completion.
func (o option) completedBy(complete completion) option {
	o.complete = complete
	return o
}

// channelTypes returns the types of channels that the option can name.
func (o *option) channelTypes() []dg.ChannelType {
	if o.inForums {
		return append(slices.Clone(channelTypes), dg.ChannelTypeGuildForum)
	}
	return channelTypes
}

// accepts reports whether the option can have a value.
func (o *option) accepts(value any) bool {
	switch value := value.(type) {
	case bool:
		return o.kind == boolean
	case string:
		if o.kind == user || o.kind == channel || o.kind == role || o.kind == attachment {
			_, ok := message.Snowflake[uint64](value)
			return ok
		}
		return o.kind == text && (o.choices == nil || slices.Contains(o.choices, value))
	}
	return false
}

// brief writes a value of the option with as few letters as custom IDs can spare; "" if it has none.
func (o *option) brief(value any) string {
	switch text, _ := value.(string); {
	case value == true:
		return "1"
	case value == false:
		return "0"
	case text == "":
		return ""
	case o.kind == role || o.kind == user:
		id, _ := message.Snowflake[uint64](text)
		return strconv.FormatUint(id, 36)
	case o.choices != nil:
		return strconv.Itoa(slices.Index(o.choices, text))
	default:
		return text
	}
}

// full reads what brief has written. It returns nil if the option has no value, or none that it accepts.
func (o *option) full(text string) any {
	var value any = text
	switch {
	case o.kind == boolean:
		value = text == "1"
	case o.kind == role || o.kind == user:
		id, _ := strconv.ParseUint(text, 36, 64)
		value = strconv.FormatUint(id, 10)
	case o.choices != nil:
		if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < len(o.choices) {
			value = o.choices[n]
		}
	}
	if text == "" || !o.accepts(value) {
		return nil
	}
	return value
}

// Budgets of slow responses. No response needs nearly as much here, and processors differ.
const (
	pictureBudget = 3 * time.Second        // a GIF, or several pictures
	exportBudget  = 250 * time.Millisecond // what is read before the first game of a file
	gameBudget    = 50 * time.Millisecond  // each game of a file, in addition
	dataBudget    = 10 * time.Second       // all that is stored about a user
)

// component is the declaration of a button, a select or a submitted modal.
type component struct {
	handle     handler
	placement  delivery.Placement // of the response, unless the handler chooses one or the response is a note
	moderators bool               // only for members with Manage Server
	readsOnly  bool               // it only shows something
	opensModal bool               // its response can be a modal
	budget     time.Duration      // if its response can be slow, how long a processor may work for that
	// reopen opens a modal again with what the user wrote; nil: that is not offered.
	reopen func(b *Bot, req *request, modal customID, inputs map[string]string) (delivery.Response, error)
}

// place places a response to the component where its handler did not.
func (c *component) place(r *delivery.Response) {
	if !r.IsNote() {
		r.Placement = cmp.Or(r.Placement, c.placement)
	}
	r.Placement = cmp.Or(r.Placement, delivery.Beside)
}

// commandNamed returns the declaration of a command, or of its subcommand if it has some; nil if there is none.
func commandNamed(all []command, name, sub string) *command {
	for n := range all {
		c := &all[n]
		if c.name == name && c.subcommands != nil {
			return commandNamed(c.subcommands, sub, "")
		} else if c.name == name {
			return c
		}
	}
	return nil
}

// option returns the declaration of an option; nil if there is none of that name.
func (c *command) option(name string) *option {
	if n := slices.IndexFunc(c.options, func(o option) bool { return o.name == name }); n >= 0 {
		return &c.options[n]
	}
	return nil
}

// accepts reports whether a command has the options of a request. Discord checks them, perhaps
// against another version of the command.
func (c *command) accepts(req *request) bool {
	for name, given := range req.options {
		if o := c.option(name); o == nil || !o.accepts(given) {
			return false
		}
	}
	return true
}

// offered returns commands without what needs a lobby, unless there is one.
func offered(all []command, lobby bool) (some []command) {
	for _, c := range all {
		if c.ofLobby && !lobby {
			continue
		}
		c.options = slices.DeleteFunc(slices.Clone(c.options), func(o option) bool { return o.ofLobby && !lobby })
		some = append(some, c)
	}
	return some
}

// localeLanguages returns the language of a locale; nil if there is none.
type localeLanguages func(locale string) *lang.Language

// register returns the commands to register, in some languages.
func register(commands []command, in localeLanguages) []*dg.ApplicationCommand {
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
		inMenu := func(kind dg.ApplicationCommandType, key string, contexts ...dg.InteractionContextType) {
			names := in.say(key)
			all = append(all, &dg.ApplicationCommand{
				Type: kind, Name: lang.English().Say(key), NameLocalizations: &names, Contexts: &contexts, IntegrationTypes: &installs,
			})
		}
		if c.menu != "" {
			inMenu(dg.UserApplicationCommand, c.menu, dg.InteractionContextGuild, dg.InteractionContextPrivateChannel)
		}
		if c.messageMenu != "" {
			inMenu(dg.MessageApplicationCommand, c.messageMenu, contexts...)
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
		optionKey := "option." + cmp.Or(o.key, o.name)
		registered := &dg.ApplicationCommandOption{
			Type: o.kind, Name: o.name, NameLocalizations: in.names(optionKey, o.name),
			Description: lang.English().Say(optionKey + ".about"), DescriptionLocalizations: in.say(optionKey + ".about"),
			Required: o.required, Autocomplete: o.complete != nil,
		}
		switch o.kind {
		case text:
			registered.MaxLength = o.maxLength
		case channel:
			registered.ChannelTypes = o.channelTypes()
		}
		for _, choice := range o.choices {
			registered.Choices = append(registered.Choices, in.choice(&o, choice))
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

// choice returns a choice of an option.
func (in localeLanguages) choice(o *option, value string) *dg.ApplicationCommandOptionChoice {
	if o.languages && slices.Contains(lang.Codes(), value) {
		return &dg.ApplicationCommandOptionChoice{Name: lang.For(value).Name(), Value: value}
	}
	// The name of a choice of several values joins theirs.
	all := &dg.ApplicationCommandOptionChoice{NameLocalizations: map[dg.Locale]string{}, Value: value}
	separator := ""
	for key := range strings.SplitSeq(value, "+") {
		key = "choice." + o.name + "." + key
		all.Name += separator + lang.English().Say(key)
		for locale, name := range in.say(key) {
			all.NameLocalizations[locale] += separator + name
		}
		separator = " + "
	}
	return all
}

// channelTypes are the types of channels that have messages.
var channelTypes = []dg.ChannelType{
	dg.ChannelTypeGuildText, dg.ChannelTypeGuildVoice, dg.ChannelTypeGuildNews, dg.ChannelTypeGuildNewsThread,
	dg.ChannelTypeGuildPublicThread, dg.ChannelTypeGuildPrivateThread, dg.ChannelTypeGuildStageVoice,
}

const (
	text    = dg.ApplicationCommandOptionString
	user    = dg.ApplicationCommandOptionUser
	boolean = dg.ApplicationCommandOptionBoolean
	channel = dg.ApplicationCommandOptionChannel
	role    = dg.ApplicationCommandOptionRole

	attachment = dg.ApplicationCommandOptionAttachment
)
