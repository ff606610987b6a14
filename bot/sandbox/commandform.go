package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxCommands    = 100
	maxOtherKind   = 5
	maxCommandText = 8000
)

// commandName is what a name consists of. How long it may be is looked at before: as a part
// of this it would be written out as often, which takes a megabyte.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// parseCommand reads a command as it is registered.
func parseCommand(f form, app, guild ID) *Command {
	c := &Command{Application: app, Guild: guild, Kind: SlashCommand}
	if f.given("type") {
		c.Kind = CommandKind(f.integer("type", 1, 3))
	}
	if c.Kind == SlashCommand {
		c.Name = chatName(f)
		c.Description = f.requiredText("description", 1, 100)
		c.Options = parseOptions(f, 0)
	} else {
		c.Name = f.requiredText("name", 1, 32)
		if f.text("description", 0, 100) != "" {
			f.note("description", "APPLICATION_COMMAND_INVALID_DESCRIPTION", "Context menu commands cannot have description")
		}
		if len(f.values("options", 0, 25)) > 0 {
			f.note("options", "APPLICATION_COMMAND_INVALID_OPTIONS", "Context menu commands cannot have options")
		}
	}
	c.NameLocalizations = localized(f, "name_localizations", 32, c.Kind == SlashCommand)
	c.DescriptionIn = localized(f, "description_localizations", 100, false)
	if f.given("default_member_permissions") {
		// Discord takes the number as a string as well, and so it writes it.
		p := Permissions(f.integer("default_member_permissions", 0, 1<<54-1))
		c.DefaultPermissions = &p
	}
	c.DMPermission = guild == 0 && (!f.given("dm_permission") || f.yes("dm_permission"))
	c.NSFW = f.yes("nsfw")
	for _, n := range numbers(f, "contexts", 0, 2) {
		c.Contexts = append(c.Contexts, Context(n))
	}
	for _, n := range numbers(f, "integration_types", 0, 1) {
		c.Installs = append(c.Installs, Install(n))
	}
	if c.Installs == nil {
		c.Installs = []Install{GuildInstall}
	}
	if guild != 0 && c.Contexts != nil {
		f.note("contexts", "APPLICATION_COMMAND_CONTEXTS_NOT_ALLOWED", "Guild commands cannot have contexts")
	}
	if c.Contexts != nil {
		c.DMPermission = slices.Contains(c.Contexts, InBotDM)
	}
	for _, locale := range append([]string{""}, locales...) {
		if n := c.size(locale); n > maxCommandText {
			f.note("", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (%d) with %d characters in %q", maxCommandText, n, locale)
			break
		}
	}
	return c
}

// numbers reads a set of numbers that must not be empty when it is given.
func numbers(f form, key string, least, most int) []int {
	var list []int
	for i, v := range f.values(key, 1, most-least+1) {
		n, err := strconv.Atoi(fmt.Sprint(v))
		switch {
		case err != nil || n < least || n > most:
			f.note(key+"/"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be between %d and %d.", least, most)
		case slices.Contains(list, n):
			f.note(key+"/"+strconv.Itoa(i), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		default:
			list = append(list, n)
		}
	}
	return list
}

// chatName reads the name of a slash command or an option.
func chatName(f form) string {
	name := f.requiredText("name", 1, 32)
	if name != "" {
		checkName(f, "name", name)
	}
	return name
}

func checkName(f form, key, name string) {
	if !commandName.MatchString(name) || name != strings.ToLower(name) {
		f.note(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func localized(f form, key string, most int, isName bool) map[string]string {
	in, ok := f.object(key)
	if !ok {
		return nil
	}
	read := map[string]string{}
	for _, locale := range slices.Sorted(maps.Keys(in.fields)) {
		if !slices.Contains(locales, locale) {
			in.note(locale, "BASE_TYPE_CHOICES", "Value must be one of Discord's locales.")
			continue
		}
		read[locale] = in.requiredText(locale, 1, most)
		if isName && read[locale] != "" {
			checkName(in, locale, read[locale])
		}
	}
	return read
}

// parseOptions reads options; depth says how many commands they are in already.
func parseOptions(f form, depth int) []CommandOption {
	var list []CommandOption
	seen := map[string]bool{}
	optional, values, commands := false, false, false
	for _, item := range f.forms("options", 0, 25) {
		o := parseOption(item, depth)
		if seen[o.Name] && o.Name != "" {
			item.note("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		seen[o.Name] = true
		// A translation must not make two options alike either.
		for locale, name := range o.NameLocalizations {
			if seen[locale+"\x00"+name] {
				item.note("name_localizations/"+locale, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
			}
			seen[locale+"\x00"+name] = true
		}
		if o.Kind <= SubCommandGroup {
			commands = true
		} else {
			values = true
			if o.Required && optional {
				item.note("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
			}
			optional = optional || !o.Required
		}
		list = append(list, o)
	}
	if values && commands {
		f.note("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	return list
}

func parseOption(f form, depth int) CommandOption {
	o := CommandOption{Name: chatName(f), Description: f.requiredText("description", 1, 100)}
	o.NameLocalizations = localized(f, "name_localizations", 32, true)
	o.DescriptionIn = localized(f, "description_localizations", 100, false)
	if !f.require("type") {
		return o
	}
	o.Kind = OptionKind(f.integer("type", 1, 11))
	o.Required = f.yes("required")
	if o.Kind == SubCommand && depth > 1 || o.Kind == SubCommandGroup && depth > 0 {
		f.note("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Commands can be nested only as command, group, command")
		return o
	}
	if o.Kind == SubCommand || o.Kind == SubCommandGroup {
		// Inside a command are values, inside a group are commands.
		if o.Kind == SubCommandGroup {
			o.Options = parseOptions(f, 1)
			for i, inner := range o.Options {
				if inner.Kind != SubCommand {
					f.note("options/"+strconv.Itoa(i)+"/type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
				}
			}
			return o
		}
		o.Options = parseOptions(f, 2)
		return o
	}
	if len(f.values("options", 0, 25)) > 0 {
		f.note("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only commands and groups can have options")
	}
	o.Autocomplete = f.yes("autocomplete")
	numeric := o.Kind == IntegerOption || o.Kind == NumberOption
	choosable := numeric || o.Kind == StringOption
	o.Choices = parseChoices(f, o.Kind)
	if o.Autocomplete && len(o.Choices) > 0 {
		f.note("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete may not be set to true if choices are present")
	}
	if !choosable && (o.Autocomplete || len(o.Choices) > 0) {
		f.note("", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only strings and numbers can have choices or autocomplete")
	}
	if numeric && f.given("min_value") {
		x := f.number("min_value")
		o.Min = &x
	}
	// discordgo writes its maximums only when they are not zero.
	if numeric && f.given("max_value") {
		x := f.number("max_value")
		o.Max = &x
	}
	if o.Min != nil && o.Max != nil && *o.Min > *o.Max {
		f.note("max_value", "APPLICATION_COMMAND_OPTIONS_MAX_VALUE_INVALID", "max_value must be greater than or equal to min_value")
	}
	if o.Kind == StringOption && f.given("min_length") {
		n := int(f.integer("min_length", 0, 6000))
		o.MinLength = &n
	}
	if o.Kind == StringOption && f.given("max_length") {
		n := int(f.integer("max_length", 1, 6000))
		o.MaxLength = &n
	}
	if o.MinLength != nil && o.MaxLength != nil && *o.MinLength > *o.MaxLength {
		f.note("max_length", "APPLICATION_COMMAND_OPTIONS_MAX_LENGTH_INVALID", "max_length must be greater than or equal to min_length")
	}
	if o.Kind == ChannelOption {
		for _, n := range numbers(f, "channel_types", 0, 20) {
			o.ChannelTypes = append(o.ChannelTypes, ChannelKind(n))
		}
	}
	return o
}

// parseChoices reads the choices of an option, or those suggested while one types.
func parseChoices(f form, kind OptionKind) []Choice {
	var list []Choice
	names, values := map[string]bool{}, map[string]bool{}
	for _, item := range f.forms("choices", 0, maxChoices) {
		c := Choice{Name: item.requiredText("name", 1, 100), NameLocalizations: localized(item, "name_localizations", 100, false)}
		item.require("value")
		switch v := item.fields["value"].(type) {
		case string:
			c.Value = v
			if kind != StringOption {
				item.note("value", "NUMBER_TYPE_COERCE", "Value %.40q is not a number.", v)
			}
			if most := 100; utf8.RuneCountInString(v) > most {
				item.note("value", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and %d in length.", most)
			}
		case json.Number:
			c.Value = v
			if kind == StringOption {
				item.note("value", "STRING_TYPE_CONVERT", "Could not interpret the value as string.")
			}
			if x, err := v.Float64(); err != nil || kind == IntegerOption && x != float64(int64(x)) || x > 1<<53 || x < -1<<53 {
				item.note("value", "NUMBER_TYPE_COERCE", "Value %.40q is not int.", v)
			}
		default:
			if item.given("value") {
				item.note("value", "STRING_TYPE_CONVERT", "Could not interpret the value as string.")
			}
		}
		if names[c.Name] {
			item.note("name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Option choice name already exists")
		}
		if key := fmt.Sprint(c.Value); values[key] {
			item.note("value", "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS", "Option choice value already exists")
		} else {
			values[key] = true
		}
		names[c.Name] = true
		list = append(list, c)
	}
	return list
}

// size counts the characters of a command in one language: names, descriptions and
// values. What is not translated counts as it is.
func (c *Command) size(locale string) int {
	n := length(c.Name, c.NameLocalizations, locale) + length(c.Description, c.DescriptionIn, locale)
	return n + optionsSize(c.Options, locale)
}

func optionsSize(options []CommandOption, locale string) int {
	n := 0
	for _, o := range options {
		n += length(o.Name, o.NameLocalizations, locale) + length(o.Description, o.DescriptionIn, locale)
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
