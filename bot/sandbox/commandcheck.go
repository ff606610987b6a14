package sandbox

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxCommands    = 100
	maxCommandText = 8000 // characters of a command in one language
	maxExact       = 1 << 53
)

// Commands and their options have names and descriptions.
var namedShape = shape{
	"name!": commandName, "name_localizations": localized(commandName),
	"description!": text(1, 100), "description_localizations": localized(text(1, 100)),
}

var (
	commandShape = namedShape.with(shape{
		"type": oneOfNumbers(1), "nsfw": flag, "dm_permission": flag, "default_member_permissions": permissions,
		"contexts": set(1, 3, oneOfNumbers(0, 1, 2)), "integration_types": set(1, 2, oneOfNumbers(0, 1)),
	})

	commandOptionShape = namedShape.with(shape{
		"type!": integer(1, 11), "required": flag, "autocomplete": flag, "min_value": number, "max_value": number,
		"min_length": integer(0, 6000), "max_length": integer(1, 6000), "channel_types": set(0, 20, integer(0, 20)),
	})

	commandOptionConstraints = []constraint{
		{func(o fields) bool { return o["autocomplete"] == true && len(o.list("choices")) > 0 },
			"autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete may not be set to true if choices are present"},
		{func(o fields) bool {
			return !o.choosable() && (o["autocomplete"] == true || len(o.list("choices")) > 0)
		},
			"", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only strings and numbers can have choices or autocomplete"},
		{func(o fields) bool { return o.exceeds("min_value", "max_value") },
			"max_value", "APPLICATION_COMMAND_OPTIONS_MAX_VALUE_INVALID", "max_value must be greater than or equal to min_value"},
		{func(o fields) bool { return o.exceeds("min_length", "max_length") },
			"max_length", "APPLICATION_COMMAND_OPTIONS_MAX_LENGTH_INVALID", "max_length must be greater than or equal to min_length"},
	}
)

// choosable tells whether the values of an option can be listed or suggested.
func (o fields) choosable() bool {
	kind := OptionKind(o.number("type", 0))
	return kind == StringOption || kind == IntegerOption || kind == NumberOption
}

var commandNameForm = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// commandName takes the name of a command or an option.
func commandName(at place, v any) any {
	name, ok := text(1, 32)(at, v).(string)
	if ok && name != "" && (!commandNameForm.MatchString(name) || name != strings.ToLower(name)) {
		at.note("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
	return v
}

func permissions(at place, v any) any {
	n, _ := integer(0, 1<<54-1)(at, v).(int64)
	return Permissions(n)
}

// readCommand checks a command as it is registered.
func readCommand(at place, v any, app ID) *Command {
	c := &Command{Application: app, Kind: SlashCommand, DMPermission: true, IntegrationTypes: []IntegrationType{GuildInstall}}
	given, ok := at.object(v)
	if !ok {
		return c
	}
	read := commandShape.read(at, given)
	if v := given["options"]; v != nil {
		read["options"] = options(0)(at.in("options"), v)
	}
	if len(at.errors) > 0 {
		c.Name = read.text("name")
		return c
	}
	at.convert(read, c)
	if c.Contexts != nil {
		c.DMPermission = slices.Contains(c.Contexts, InBotDM)
	}
	for _, locale := range append([]string{""}, locales...) {
		if n := c.size(locale); n > maxCommandText {
			at.note("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d) with %d characters in %q", maxCommandText, n, locale)
			break
		}
	}
	return c
}

// options takes the options of a command, of a group of commands or of a command within it.
func options(of OptionKind) rule {
	return func(at place, v any) any {
		read, ok := list(0, 25, option(of))(at, v).([]any)
		if !ok {
			return nil
		}
		names := map[string]bool{}
		optional, values, commands := false, false, false
		for i, v := range read {
			o, _ := v.(fields)
			at.item(i).unique(o, names)
			if OptionKind(o.number("type", 0)) <= SubCommandGroup {
				commands = true
				continue
			}
			values = true
			if o["required"] == true && optional {
				at.item(i).note("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
			}
			optional = optional || o["required"] != true
		}
		if values && commands {
			at.note("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
		}
		return read
	}
}

// unique notes an option that has the name of another, in any language.
func (at place) unique(o fields, names map[string]bool) {
	in, _ := o["name_localizations"].(fields)
	all := maps.Clone(in)
	if all == nil {
		all = fields{}
	}
	all[""] = o["name"]
	for locale, name := range all {
		key := fmt.Sprint(locale, "\x00", name)
		if names[key] {
			at.in("name").note("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		names[key] = true
	}
}

// option takes one option. Commands are nested only as command, group, command.
func option(of OptionKind) rule {
	return func(at place, v any) any {
		given, ok := at.object(v)
		if !ok {
			return nil
		}
		read := commandOptionShape.read(at, given)
		kind := OptionKind(read.number("type", 0))
		isCommand := kind <= SubCommandGroup
		switch {
		case kind == 0:
			return read
		case of == SubCommandGroup && kind != SubCommand:
			at.in("type").note("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			return read
		case of == SubCommand && isCommand:
			at.in("type").note("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Commands can be nested only as command, group, command")
			return read
		}
		if inner := given["options"]; inner != nil && isCommand {
			read["options"] = options(kind)(at.in("options"), inner)
		} else if list, _ := inner.([]any); len(list) > 0 {
			at.in("options").note("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only commands and groups can have options")
		}
		if listed := given["choices"]; listed != nil && !isCommand {
			read["choices"] = choices(kind)(at.in("choices"), listed)
		}
		at.hold(read, commandOptionConstraints)
		return read
	}
}

// choices takes the choices of an option, or those suggested while one types.
func choices(kind OptionKind) rule {
	s := shape{"name!": text(1, 100), "name_localizations": localized(text(1, 100)), "value!": choiceValue(kind)}
	return func(at place, v any) any {
		read, _ := list(0, 25, object(s))(at, v).([]any)
		names, values := map[any]bool{}, map[any]bool{}
		for i, v := range read {
			c, _ := v.(fields)
			if names[c["name"]] {
				at.item(i).in("name").note("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
			}
			if values[c["value"]] {
				at.item(i).in("value").note("APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS", "Option choice value already exists")
			}
			names[c["name"]], values[c["value"]] = true, true
		}
		return read
	}
}

// choiceValue takes a value that fits an option.
func choiceValue(kind OptionKind) rule {
	if kind == StringOption {
		return text(1, 100)
	}
	return func(at place, v any) any {
		n := number(at, v)
		if kind == IntegerOption && n != nil {
			return integer(-maxExact, maxExact)(at, n)
		}
		return n
	}
}

// size counts the characters of a command in one language: names, descriptions and
// values. What is not translated counts as it is.
func (c *Command) size(locale string) int {
	n := length(c.Name, c.NameLocalizations, locale) + length(c.Description, c.DescriptionLocalizations, locale)
	return n + optionsSize(c.Options, locale)
}

func optionsSize(options []CommandOption, locale string) int {
	n := 0
	for _, o := range options {
		n += length(o.Name, o.NameLocalizations, locale) + length(o.Description, o.DescriptionLocalizations, locale)
		for _, choice := range o.Choices {
			n += length(choice.Name, choice.NameLocalizations, locale)
			if text, ok := choice.Value.(string); ok {
				n += utf8.RuneCountInString(text)
			}
		}
		n += optionsSize(o.Options, locale)
	}
	return n
}

func length(text string, in map[string]string, locale string) int {
	if translated, ok := in[locale]; ok {
		text = translated
	}
	return utf8.RuneCountInString(text)
}
