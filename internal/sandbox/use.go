package sandbox

import (
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
	Options map[string]any `json:"options,omitempty"` // people, channels and roles by their ids; an attachment as an Upload
	Focused string         `json:"focused,omitempty"` // the option that choices are asked for
	Target  ID             `json:"target,omitzero"`   // the member or the message whose context menu has the command
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
		return command.Kind == EntryPoint || !may.has(UseCommands) || !installed || !permitted
	})
}

// use sends a slash command, or a command of the context menu of a member or of a message.
func (s *Server) use(who ID, u CommandRequest) (*interaction, error) {
	c, err := s.seenBy(who, u.Channel)
	if err != nil {
		return nil, err
	}
	if u.Target == 0 {
		u.Focused = ""
		return s.useSlash(who, c, u, ApplicationCommand)
	}
	if m := c.message(u.Target); m != nil && m.visible(who) {
		return s.useOnMessage(who, c, u, m)
	}
	command := s.findCommand(who, c, UserCommand, u.Command)
	if command == nil {
		return nil, fmt.Errorf("there is no command %.40q in the menu of a member here", u.Command)
	}
	i := &interaction{kind: ApplicationCommand, person: who, channel: c.ID, command: u.Command, resolved: resolved{}}
	if _, err := s.idValue(c, UserOption, u.Target, i.resolved); err != nil {
		return nil, fmt.Errorf("the menu %w", err)
	}
	return s.start(i, map[string]any{"id": command.ID, "name": u.Command, "type": UserCommand, "target_id": u.Target}), nil
}

// useOnMessage sends a command of the context menu of a message.
func (s *Server) useOnMessage(who ID, c *Channel, u CommandRequest, m *message) (*interaction, error) {
	command := s.findCommand(who, c, MessageCommand, u.Command)
	if command == nil {
		return nil, fmt.Errorf("there is no command %.40q in the menu of a message here", u.Command)
	}
	i := &interaction{kind: ApplicationCommand, person: who, channel: c.ID, command: u.Command, resolved: resolved{}}
	i.resolved.add("messages", m.ID, m.Message)
	return s.start(i, map[string]any{"id": command.ID, "name": u.Command, "type": MessageCommand, "target_id": m.ID}), nil
}

// autocomplete asks for choices for an option.
func (s *Server) autocomplete(who ID, u CommandRequest) (*interaction, error) {
	if u.Focused == "" {
		return nil, errors.New("which option is focused?")
	}
	c, err := s.seenBy(who, u.Channel)
	if err != nil {
		return nil, err
	}
	return s.useSlash(who, c, u, AutocompleteRequest)
}

// findCommand finds a command that a person can use in a channel.
func (s *Server) findCommand(who ID, c *Channel, kind int, name string) *Command {
	for _, command := range s.usable(who, c) {
		if command.Kind == kind && command.Name == name {
			return command
		}
	}
	return nil
}

// useSlash sends a slash command, or asks for choices for one.
func (s *Server) useSlash(who ID, c *Channel, u CommandRequest, kind InteractionKind) (*interaction, error) {
	name, inner, isInner := strings.Cut(strings.Join(strings.Fields(u.Command), " "), " ")
	command := s.findCommand(who, c, SlashCommand, name)
	if command == nil {
		return nil, fmt.Errorf("you can use no command /%.40s here", name)
	}
	options := command.Options
	if isInner {
		at := slices.IndexFunc(options, func(o CommandOption) bool { return o.Name == inner && o.Kind == SubCommand })
		if at < 0 {
			return nil, fmt.Errorf("/%s has no command %.40q in it", name, inner)
		}
		options = options[at].Options
	} else if len(options) > 0 && options[0].Kind == SubCommand {
		return nil, fmt.Errorf("/%s needs one of the commands in it", name)
	}
	i := &interaction{kind: kind, person: who, channel: c.ID, command: strings.TrimSpace(name + " " + inner), resolved: resolved{}}
	given, err := s.fillOptions(c, options, u, i)
	if err != nil {
		return nil, err
	}
	if isInner {
		given = []any{map[string]any{"name": inner, "type": SubCommand, "options": given}}
	}
	return s.start(i, map[string]any{"id": command.ID, "name": name, "type": SlashCommand, "options": given}), nil
}

// fillOptions checks the options that a person gives to a command, and returns them as the bot gets them.
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
		if err := checkLength(text, o.MinLength, o.MaxLength, 6000); err != nil {
			return nil, err
		}
	case BooleanOption:
		if _, ok := v.(bool); !ok {
			return nil, errors.New("takes true or false")
		}
	case AttachmentOption:
		return s.attachmentValue(c, v, resolved)
	case ChannelOption:
		id, _ := ParseID(fmt.Sprint(v))
		if named := s.world.Channels[id]; named != nil && len(o.ChannelTypes) > 0 && !slices.Contains(o.ChannelTypes, named.Kind) {
			return nil, errors.New("takes a channel of another type")
		}
		fallthrough
	default:
		return s.idValue(c, o.Kind, v, resolved)
	}
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == v }) {
		return nil, errors.New("takes one of its choices")
	}
	return v, nil
}

// checkLength returns an error that says how long a text can be, unless it is so long. Without bounds it has 1 to usual
// characters.
func checkLength(text string, least, most *int, usual int) error {
	from, to := 1, usual
	if least != nil {
		from = max(from, *least)
	}
	if most != nil {
		to = min(to, *most)
	}
	if n := utf8.RuneCountInString(text); n < from || n > to {
		return fmt.Errorf("takes a text of %d to %d characters", from, to)
	}
	return nil
}

// idValue takes the id of a user, or of a channel or role of the same server.
func (s *Server) idValue(c *Channel, kind OptionKind, v any, resolved resolved) (any, error) {
	id, err := ParseID(fmt.Sprint(v))
	if err != nil {
		return nil, errors.New("takes an id")
	}
	person, channel, g := s.world.Users[id], s.world.Channels[id], s.world.Guilds[c.Guild]
	switch {
	case kind == UserOption && person != nil:
		resolved.add("users", id, person.User)
		if g != nil && g.Members[id] != nil {
			member := s.memberObject(g, id)
			member["permissions"] = s.world.may(id, c)
			maps.DeleteFunc(member, func(key string, _ any) bool { return key == "user" || key == "mute" || key == "deaf" })
			resolved.add("members", id, member)
		}
	case kind == ChannelOption && channel != nil && channel.Guild == c.Guild && g != nil:
		object := map[string]any{"id": id, "name": channel.Name, "type": channel.Kind, "permissions": Usual, "parent_id": nil}
		if channel.Parent != 0 {
			object["parent_id"] = channel.Parent
		}
		resolved.add("channels", id, object)
	case kind == RoleOption && g != nil && s.roleObject(g, id) != nil:
		resolved.add("roles", id, s.roleObject(g, id))
	default:
		return nil, errors.New("names nobody and nothing here")
	}
	return id, nil
}
