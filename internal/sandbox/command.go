package sandbox

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The types of commands, by Discord's numbers.
const (
	SlashCommand   = 1
	UserCommand    = 2 // in the context menu of a member
	MessageCommand = 3 // in the context menu of a message
	EntryPoint     = 4 // opens the activity of the app; nobody uses it in the sandbox
)

// A Command is what an app registered for people to use.
type Command struct {
	named
	ID                   ID              `json:"id"`
	Application          ID              `json:"application_id"`
	Version              ID              `json:"version"`
	Kind                 int             `json:"type"`
	Options              []CommandOption `json:"options,omitempty"`
	DefaultPermissions   *Permissions    `json:"default_member_permissions"`
	DMPermission         bool            `json:"dm_permission"`
	Contexts             []Context       `json:"contexts"`
	IntegrationTypes     []int           `json:"integration_types"` // 0: guilds have installed the app, 1: users have
	NSFW                 bool            `json:"nsfw"`
	Handler              int             `json:"handler,omitempty"` // of an entry point
	NameLocalized        string          `json:"name_localized,omitempty"`
	DescriptionLocalized string          `json:"description_localized,omitempty"`
}

// named is what commands and their options have in common.
type named struct {
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
}

// A Context is the kind of channel in which a command is used.
type Context int

const (
	InGuild   Context = 0
	InBotDM   Context = 1
	InPrivate Context = 2 // group messages, and direct messages between people
)

// OptionKind is the type of an option's value, by Discord's numbers.
type OptionKind int

const (
	SubCommand    OptionKind = 1
	StringOption  OptionKind = 3
	BooleanOption OptionKind = 5
	UserOption    OptionKind = 6
	ChannelOption OptionKind = 7
	RoleOption    OptionKind = 8

	AttachmentOption OptionKind = 11
)

var optionKinds = []OptionKind{SubCommand, StringOption, BooleanOption, UserOption, ChannelOption, RoleOption, AttachmentOption}

// A CommandOption is a value that a command takes, or a command within it.
type CommandOption struct {
	named
	Kind         OptionKind      `json:"type"`
	Required     bool            `json:"required,omitempty"`
	Options      []CommandOption `json:"options,omitempty"`
	Choices      []Choice        `json:"choices,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
	MinLength    *int            `json:"min_length,omitempty"`
	MaxLength    *int            `json:"max_length,omitempty"`
	ChannelTypes []ChannelKind   `json:"channel_types,omitempty"`
}

// A Choice is one of the values that an option may have, or one that is suggested.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             string            `json:"value"`
}

// register replaces all commands. A command keeps its id as long as it keeps its name and type.
func (s *Server) register(list []*Command) {
	for _, c := range list {
		at := slices.IndexFunc(s.world.Commands, func(old *Command) bool { return old.Name == c.Name && old.Kind == c.Kind })
		if at >= 0 {
			c.ID = s.world.Commands[at].ID
		} else {
			c.ID = s.nextID()
		}
		c.Version = s.nextID()
	}
	s.world.Commands = list
	s.publish(&Event{Kind: "commands"})
}

const (
	maxCommands    = 100
	maxCommandText = 8000 // characters of a command in one language
)

// Commands and their options have names and descriptions.
var namedShape = shape{
	"name!": commandName, "name_localizations": localized(commandName),
	"description!": text(1, 100), "description_localizations": localized(text(1, 100)),
}

var (
	anyCommandShape = shape{
		"type": oneOfNumbers(SlashCommand, UserCommand, MessageCommand, EntryPoint), "nsfw": flag, "dm_permission": flag, "default_member_permissions": permissions,
		"contexts": set(1, 3, oneOfNumbers(0, 1, 2)), "integration_types": set(1, 2, oneOfNumbers(0, 1)),
	}

	commandShape = namedShape.with(anyCommandShape)

	// entryPointShape has what Discord adds, too: bots send an entry point back as it is.
	entryPointShape = commandShape.with(shape{
		"handler": oneOfNumbers(1, 2), "options": list(0, 0, nil), "id": snowflake, "application_id": snowflake, "version": snowflake,
	})

	// menuCommandShape has names of any form, and neither descriptions nor options.
	menuCommandShape = anyCommandShape.with(shape{
		"name!": text(1, 32), "name_localizations": localized(text(1, 32)), "description": text(0, 0), "options": list(0, 0, nil),
	})

	commandOptionShape = namedShape.with(shape{
		"type!": integer(1, 11), "required": flag, "autocomplete": flag,
		"min_length": integer(0, 6000), "max_length": integer(1, 6000),
		"channel_types": set(0, 11, oneOfNumbers(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15)),
	})

	commandOptionConstraints = []constraint{
		{func(o fields) bool { return o["autocomplete"] == true && len(o.list("choices")) > 0 },
			"autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete may not be set to true if choices are present"},
		{func(o fields) bool {
			return o.kind() != StringOption && (o["autocomplete"] == true || len(o.list("choices")) > 0)
		}, "", wrongOption, "Only strings can have choices or autocomplete"},
		ordered("min_length", "max_length", "max_length", "APPLICATION_COMMAND_OPTIONS_MAX_LENGTH_INVALID"),
	}
)

// wrongOption is Discord's code for an option that is not allowed where it is.
const wrongOption = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"

// kind returns the type of an option.
func (o fields) kind() OptionKind { return OptionKind(o.number("type", 0)) }

var commandNameForm = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// commandName takes the name of a command or an option.
func commandName(at place, v any) any {
	v = text(1, 32)(at, v)
	if name, _ := v.(string); name != "" && (!commandNameForm.MatchString(name) || name != strings.ToLower(name)) {
		at.note("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
	return v
}

func permissions(at place, v any) any {
	n, _ := integer(0, 1<<54-1)(at, v).(int64)
	return Permissions(n)
}

// readCommands checks commands as they are registered.
func readCommands(at place, all []any, app ID) []*Command {
	list, names := []*Command{}, map[int]map[any]bool{SlashCommand: {}, UserCommand: {}, MessageCommand: {}, EntryPoint: {}}
	for i, v := range all {
		at := at.in(i)
		given := at.object(v)
		kind, commandShape := SlashCommand, commandShape
		switch fmt.Sprint(given["type"]) {
		case fmt.Sprint(UserCommand):
			kind, commandShape = UserCommand, menuCommandShape
		case fmt.Sprint(MessageCommand):
			kind, commandShape = MessageCommand, menuCommandShape
		case fmt.Sprint(EntryPoint):
			kind, commandShape = EntryPoint, entryPointShape
		}
		read := commandShape.read(at, given)
		if v := given["options"]; v != nil && kind == SlashCommand {
			read["options"] = options(false)(at.in("options"), v)
		}
		at.in("name").once(names[kind], read["name"], "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		if len(at.errors) > 0 {
			continue
		}
		c := &Command{Application: app, Kind: kind, DMPermission: true, IntegrationTypes: []int{0}}
		at.convert(read, c)
		if c.Contexts != nil {
			c.DMPermission = slices.Contains(c.Contexts, InBotDM)
		}
		for _, locale := range append([]string{""}, locales...) {
			if n := c.size(c.Options, locale); n > maxCommandText {
				at.note("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d) with %d characters in %q", maxCommandText, n, locale)
				break
			}
		}
		list = append(list, c)
	}
	return list
}

// options takes the options of a command, or of a command within it.
func options(isInner bool) rule {
	return func(at place, v any) any {
		read, _ := list(0, 25, option(isInner))(at, v).([]any)
		names := map[string]map[any]bool{"": {}} // by language
		optional, values, commands := false, false, false
		for i, v := range read {
			o, _ := v.(fields)
			const code, message = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"
			at.in(i).in("name").once(names[""], o["name"], code, message)
			for locale, name := range field[fields](o, "name_localizations") {
				if names[locale] == nil {
					names[locale] = map[any]bool{}
				}
				at.in(i).in("name").once(names[locale], name, code, message)
			}
			if o.kind() == SubCommand {
				commands = true
				continue
			}
			values = true
			if o["required"] == true && optional {
				at.in(i).note("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
			}
			optional = optional || o["required"] != true
		}
		if values && commands {
			at.note(wrongOption, "Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
		return read
	}
}

// option takes one option.
func option(isInner bool) rule {
	return func(at place, v any) any {
		given := at.object(v)
		read := commandOptionShape.read(at, given)
		kind := read.kind()
		isCommand := kind == SubCommand
		switch {
		case kind == 0:
			return read
		case !slices.Contains(optionKinds, kind):
			return at.in("type").notServed("options of type %d", kind)
		case isCommand && isInner:
			at.in("type").note(wrongOption, "Commands can be nested only as command, group, command")
			return read
		}
		if inner := given["options"]; inner != nil && isCommand {
			read["options"] = options(true)(at.in("options"), inner)
		} else if list, _ := inner.([]any); len(list) > 0 {
			at.in("options").note(wrongOption, "Only commands and groups can have options")
		}
		if listed := given["choices"]; listed != nil && !isCommand {
			read["choices"] = choices(at.in("choices"), listed)
		}
		at.hold(read, commandOptionConstraints)
		return read
	}
}

var choiceShape = shape{"name!": text(1, 100), "name_localizations": localized(text(1, 100)), "value!": text(1, 100)}

// choices takes the choices of an option, or those suggested while one types.
func choices(at place, v any) any {
	read, _ := list(0, 25, object(choiceShape))(at, v).([]any)
	names, values := map[any]bool{}, map[any]bool{}
	for i, v := range read {
		c, _ := v.(fields)
		at.in(i).in("name").once(names, c["name"], "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
		at.in(i).in("value").once(values, c["value"], "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS", "Option choice value already exists")
	}
	return read
}

// size counts the characters of a command or an option in one language: names, descriptions and
// values. What is not translated counts as it is.
func (n named) size(options []CommandOption, locale string) int {
	sum := length(n.Name, n.NameLocalizations, locale) + length(n.Description, n.DescriptionLocalizations, locale)
	for _, o := range options {
		sum += o.size(o.Options, locale)
		for _, choice := range o.Choices {
			sum += length(choice.Name, choice.NameLocalizations, locale) + utf8.RuneCountInString(choice.Value)
		}
	}
	return sum
}

func length(text string, in map[string]string, locale string) int {
	if translated, ok := in[locale]; ok {
		text = translated
	}
	return utf8.RuneCountInString(text)
}
