package sandbox

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The commands that people send, as far as a Discord client lets them.

// A CommandRequest is a command that a person sends, or types.
type CommandRequest struct {
	Channel ID             `json:"channel"`
	Command string         `json:"command"`           // a command within it follows after a space: "referee abort"
	Options map[string]any `json:"options,omitempty"` // people and channels by their ids
	Focused string         `json:"focused,omitempty"` // the option that choices are asked for
	Target  ID             `json:"target,omitzero"`   // the member whose context menu has the command
	NoWait  bool           `json:"no_wait,omitempty"` // do not wait for the response
}

// seenBy finds a channel that a person can see.
func (s *Server) seenBy(who, channel ID) (*Channel, error) {
	c := s.world.Channels[channel]
	if c == nil || !s.world.may(who, c).has(ViewChannel) {
		return nil, errors.New("there is no such channel, or you cannot see it")
	}
	return c, nil
}

// usable lists the commands that a person can use in a channel, as their client would.
func (s *Server) usable(who ID, c *Channel) []*Command {
	may, g, context := s.world.may(who, c), s.world.Guilds[c.Guild], c.context()
	owners, _ := s.ownersOf(who, c)
	return slices.DeleteFunc(slices.Clone(s.world.Commands), func(command *Command) bool {
		installed := context == InBotDM
		for _, by := range command.IntegrationTypes {
			_, ok := owners[strconv.Itoa(by)]
			installed = installed || ok
		}
		if command.Contexts != nil {
			installed = installed && slices.Contains(command.Contexts, context)
		} else if context == InBotDM {
			installed = command.DMPermission
		}
		needed := command.DefaultPermissions
		permitted := g == nil || needed == nil || may.has(Administrator) || *needed != 0 && may.has(*needed)
		return !may.has(UseCommands) || !installed || !permitted
	})
}

// findCommand finds the command that a person names, the commands within it that lead to its
// options, and those.
func (s *Server) findCommand(who ID, c *Channel, words []string) (command *Command, nest, options []CommandOption, err error) {
	if len(words) == 0 {
		return nil, nil, nil, errors.New("which command?")
	}
	usable := s.usable(who, c)
	at := slices.IndexFunc(usable, func(c *Command) bool { return c.Name == words[0] && c.Kind == SlashCommand })
	if at < 0 {
		return nil, nil, nil, fmt.Errorf("you can use no command /%.40s here", words[0])
	}
	command = usable[at]
	options = command.Options
	for _, word := range words[1:] {
		i := slices.IndexFunc(options, func(o CommandOption) bool { return o.Name == word && o.Kind <= SubCommandGroup })
		if i < 0 {
			return nil, nil, nil, fmt.Errorf("/%s has no command %.40q in it", command.Name, word)
		}
		nest = append(nest, options[i])
		options = options[i].Options
	}
	if len(options) > 0 && options[0].Kind <= SubCommandGroup {
		return nil, nil, nil, fmt.Errorf("/%.80s needs one of the commands in it", strings.Join(words, " "))
	}
	return command, nest, options, nil
}

// use sends a command.
func (s *Server) use(who ID, u CommandRequest) (*interaction, error) {
	if u.Target != 0 {
		return s.useMenu(who, u)
	}
	u.Focused = ""
	return s.sendCommand(who, u, ApplicationCommand)
}

// useMenu sends a command of the context menu of a member.
func (s *Server) useMenu(who ID, u CommandRequest) (*interaction, error) {
	c, err := s.seenBy(who, u.Channel)
	if err != nil {
		return nil, err
	}
	usable := s.usable(who, c)
	at := slices.IndexFunc(usable, func(c *Command) bool { return c.Name == u.Command && c.Kind == UserCommand })
	if at < 0 {
		return nil, fmt.Errorf("there is no command %.40q in the menu of a member here", u.Command)
	}
	i := &interaction{kind: ApplicationCommand, person: who, channel: c.ID, command: u.Command, resolved: resolved{}}
	if _, err := s.idValue(c, &CommandOption{Kind: UserOption}, u.Target, i.resolved); err != nil {
		return nil, fmt.Errorf("the menu %w", err)
	}
	return s.start(i, map[string]any{"id": usable[at].ID, "name": u.Command, "type": UserCommand, "target_id": u.Target}), nil
}

// autocomplete asks for choices for an option.
func (s *Server) autocomplete(who ID, u CommandRequest) (*interaction, error) {
	if u.Focused == "" {
		return nil, errors.New("which option is focused?")
	}
	return s.sendCommand(who, u, AutocompleteRequest)
}

func (s *Server) sendCommand(who ID, u CommandRequest, kind InteractionKind) (*interaction, error) {
	c, err := s.seenBy(who, u.Channel)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(u.Command)
	command, nest, options, err := s.findCommand(who, c, words)
	if err != nil {
		return nil, err
	}
	i := &interaction{kind: kind, person: who, channel: c.ID, command: strings.Join(words, " "), resolved: resolved{}}
	given, err := s.fillOptions(c, options, u, i)
	if err != nil {
		return nil, err
	}
	for _, inner := range slices.Backward(nest) {
		given = []any{map[string]any{"name": inner.Name, "type": inner.Kind, "options": given}}
	}
	return s.start(i, map[string]any{"id": command.ID, "name": command.Name, "type": command.Kind, "options": given}), nil
}

// fillOptions checks the options that a person gives to a command, and returns them as the bot gets
// them.
func (s *Server) fillOptions(c *Channel, options []CommandOption, u CommandRequest, i *interaction) ([]any, error) {
	for _, name := range append(slices.Sorted(maps.Keys(u.Options)), u.Focused) {
		if name != "" && !slices.ContainsFunc(options, func(o CommandOption) bool { return o.Name == name }) {
			return nil, fmt.Errorf("there is no option %.40q", name)
		}
	}
	given := []any{}
	for _, o := range options {
		v := u.Options[o.Name]
		filled := map[string]any{"name": o.Name, "type": o.Kind}
		switch {
		case u.Focused == o.Name && !o.Autocomplete:
			return nil, fmt.Errorf("the option %s suggests no choices", o.Name)
		case u.Focused == o.Name:
			i.option = o.Kind
			if v == nil {
				v = ""
			}
			filled["value"], filled["focused"] = fmt.Sprint(v), true // it need not be a value yet
		case v == nil && o.Required && u.Focused == "":
			return nil, fmt.Errorf("the option %s is required", o.Name)
		case v == nil:
			continue
		default:
			value, err := s.value(c, &o, v, i.resolved)
			if err != nil {
				return nil, fmt.Errorf("the option %s %w", o.Name, err)
			}
			filled["value"] = value
		}
		given = append(given, filled)
	}
	return given, nil
}

// resolved holds the objects whose ids an interaction has, by their kind and id.
type resolved map[string]map[ID]any

func (r resolved) add(kind string, id ID, object any) {
	if r[kind] == nil {
		r[kind] = map[ID]any{}
	}
	r[kind][id] = object
}

// value checks a value against what its option declares, and returns it as the bot gets it.
func (s *Server) value(c *Channel, o *CommandOption, v any, resolved resolved) (any, error) {
	switch o.Kind {
	case StringOption:
		text, ok := v.(string)
		if !ok {
			return nil, errors.New("takes a text")
		}
		if n := utf8.RuneCountInString(text); n == 0 || n > 6000 || isOutside(n, o.MinLength, o.MaxLength) {
			return nil, errors.New("takes a text of another length")
		}
	case IntegerOption, NumberOption:
		x, err := strconv.ParseFloat(fmt.Sprint(v), 64)
		if err != nil || x != x || x > maxExact || x < -maxExact || o.Kind == IntegerOption && x != float64(int64(x)) {
			return nil, errors.New("takes a number")
		}
		if isOutside(x, o.Min, o.Max) {
			return nil, errors.New("takes a number in other bounds")
		}
		v = json.Number(strconv.FormatFloat(x, 'f', -1, 64))
	case BooleanOption:
		if _, ok := v.(bool); !ok {
			return nil, errors.New("takes true or false")
		}
	case AttachmentOption:
		return s.fileValue(c, v, resolved)
	default:
		return s.idValue(c, o, v, resolved)
	}
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c Choice) bool { return fmt.Sprint(c.Value) == fmt.Sprint(v) }) {
		return nil, errors.New("takes one of its choices")
	}
	return v, nil
}

// isOutside reports whether a number is not within bounds; nil is no bound.
func isOutside[T cmp.Ordered](n T, least, most *T) bool {
	return least != nil && n < *least || most != nil && n > *most
}

// idValue takes the id of a user, a channel or the role @everyone.
func (s *Server) idValue(c *Channel, o *CommandOption, v any, resolved resolved) (any, error) {
	id, err := ParseID(fmt.Sprint(v))
	if err != nil {
		return nil, errors.New("takes an id")
	}
	person, channel := s.world.Users[id], s.world.Channels[id]
	switch {
	case (o.Kind == UserOption || o.Kind == MentionableOption) && person != nil:
		resolved.add("users", id, person.User)
		if g := s.world.Guilds[c.Guild]; g != nil && g.Members[id] != nil {
			member := s.memberObject(g, id)
			member["permissions"] = s.world.may(id, c)
			maps.DeleteFunc(member, func(key string, _ any) bool { return key == "user" || key == "mute" || key == "deaf" })
			resolved.add("members", id, member)
		}
	case o.Kind == ChannelOption && channel != nil && channel.Guild == c.Guild && c.Guild != 0:
		if len(o.ChannelTypes) > 0 && !slices.Contains(o.ChannelTypes, channel.Kind) {
			return nil, errors.New("takes a channel of another kind")
		}
		object := map[string]any{"id": id, "name": channel.Name, "type": channel.Kind, "permissions": Usual, "parent_id": nil}
		if channel.Parent != 0 {
			object["parent_id"] = channel.Parent
		}
		resolved.add("channels", id, object)
	case (o.Kind == RoleOption || o.Kind == MentionableOption) && id == c.Guild && c.Guild != 0:
		resolved.add("roles", id, everyoneRole(s.world.Guilds[id]))
	default:
		return nil, errors.New("names nobody and nothing here")
	}
	return id, nil
}

// fileValue stores a file that a person gives to a command: {"name": …, "data": base64}.
func (s *Server) fileValue(c *Channel, v any, resolved resolved) (any, error) {
	given, _ := v.(map[string]any)
	name, _ := given["name"].(string)
	text, ok := given["data"].(string)
	if !ok || name == "" || len(given) != 2 {
		return nil, errors.New("takes a file: its name, and its data in base64")
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("takes a file whose data is in base64")
	}
	f := s.newFile(c.ID, upload{name: fileName(name), bytes: data}, "", true)
	s.world.addFile(f)
	resolved.add("attachments", f.ID, f.Attachment)
	return f.ID, nil
}
