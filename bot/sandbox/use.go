package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The commands that people send, as far as a Discord client lets them.

// A CommandRequest is a command that a person sends, or types.
type CommandRequest struct {
	Channel ID `json:"channel"`
	// Command is its name, with those of the group and the command within it after
	// spaces: "referee abort".
	Command string         `json:"command"`
	Options map[string]any `json:"options,omitempty"` // people and channels by their ids
	// Focused is the option that choices are asked for.
	Focused string `json:"focused,omitempty"`
	NoWait  bool   `json:"no_wait,omitempty"` // do not wait for the response
}

// seenBy finds a channel that a person can see.
func (s *Server) seenBy(who, channel ID) (*Channel, error) {
	c := s.world.Channels[channel]
	if c == nil || !s.world.may(who, c).has(ViewChannel) {
		return nil, errors.New("there is no such channel, or you cannot see it")
	}
	return c, nil
}

// usable lists the commands that somebody can use in a channel, as their client would.
func (s *Server) usable(who ID, c *Channel) []*Command {
	person, may, g := s.world.Users[who], s.world.may(who, c), s.world.Guilds[c.Guild]
	inGuild := g != nil && g.Members[s.world.App.ID] != nil
	return slices.DeleteFunc(slices.Clone(s.world.Commands), func(command *Command) bool {
		installed := person.Installed && slices.Contains(command.IntegrationTypes, UserInstall)
		switch c.context() {
		case InGuild:
			installed = installed || inGuild && slices.Contains(command.IntegrationTypes, GuildInstall)
		case InBotDM:
			installed = true
		}
		if command.Guild != 0 && command.Guild != c.Guild {
			installed = false
		} else if command.Contexts != nil {
			installed = installed && slices.Contains(command.Contexts, c.context())
		} else if c.context() == InBotDM {
			installed = command.DMPermission
		}
		needed := command.DefaultPermissions
		permitted := g == nil || needed == nil || may.has(Administrator) || *needed != 0 && may.has(*needed)
		return !may.has(UseCommands) || !installed || !permitted
	})
}

// ownersOf returns the installs of the app through which its commands are in a channel, and whether
// only the person has it there.
func (s *Server) ownersOf(who ID, c *Channel) (owners map[string]ID, alone bool) {
	owners = map[string]ID{}
	g := s.world.Guilds[c.Guild]
	inGuild := g != nil && g.Members[s.world.App.ID] != nil
	if inGuild {
		owners["0"] = g.ID
	}
	if s.world.Users[who].Installed {
		owners["1"] = who
	}
	return owners, !inGuild && c.Kind != DirectMessages
}

// findCommand finds the command that a person names, the commands within it that lead to its
// options, and those.
func (s *Server) findCommand(who ID, c *Channel, words []string) (command *Command, nest, options []CommandOption, err error) {
	if len(words) == 0 {
		return nil, nil, nil, errors.New("which command?")
	}
	for _, usable := range s.usable(who, c) {
		if usable.Name == words[0] && usable.Kind == SlashCommand {
			command = usable
		}
	}
	if command == nil {
		return nil, nil, nil, fmt.Errorf("you can use no command /%.40s here", words[0])
	}
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
	u.Focused = ""
	return s.sendCommand(who, u, ApplicationCommand)
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
	i := &interaction{kind: kind, person: who, channel: c.ID, command: strings.Join(words, " ")}
	i.owners, i.alone = s.ownersOf(who, c)
	resolved := resolved{}
	given, err := s.fillOptions(c, options, u, i, resolved)
	if err != nil {
		return nil, err
	}
	for _, inner := range slices.Backward(nest) {
		given = []any{map[string]any{"name": inner.Name, "type": inner.Kind, "options": given}}
	}
	data := map[string]any{"id": command.ID, "name": command.Name, "type": command.Kind, "options": given}
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	return s.start(i, data), nil
}

// fillOptions checks the options that a person gives to a command, and returns them as the bot gets
// them.
func (s *Server) fillOptions(c *Channel, options []CommandOption, u CommandRequest, i *interaction, resolved resolved) ([]any, error) {
	given := []any{}
	known := map[string]bool{}
	for _, o := range options {
		known[o.Name] = true
		v := u.Options[o.Name]
		if u.Focused == o.Name {
			if !o.Autocomplete {
				return nil, fmt.Errorf("the option %s suggests no choices", o.Name)
			}
			i.option = o.Kind
			if v == nil {
				v = ""
			}
			// What is being typed need not be a value yet.
			given = append(given, map[string]any{"name": o.Name, "type": o.Kind, "value": fmt.Sprint(v), "focused": true})
			continue
		}
		if v == nil {
			if o.Required && u.Focused == "" {
				return nil, fmt.Errorf("the option %s is required", o.Name)
			}
			continue
		}
		value, err := s.value(c, &o, v, resolved)
		if err != nil {
			return nil, fmt.Errorf("the option %s %w", o.Name, err)
		}
		given = append(given, map[string]any{"name": o.Name, "type": o.Kind, "value": value})
	}
	for _, name := range append(slices.Sorted(maps.Keys(u.Options)), u.Focused) {
		if name != "" && !known[name] {
			return nil, fmt.Errorf("there is no option %.40q", name)
		}
	}
	return given, nil
}
