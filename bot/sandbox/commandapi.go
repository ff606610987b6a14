package sandbox

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
)

// The calls by which an app registers its commands.

// commandScope reads whose commands a call is about.
func (s *Server) commandScope(c *call) (guild ID, refusal *Refusal) {
	if c.id("application") != s.world.App.ID {
		if c.id("application") == 0 {
			return 0, refuse(CodeUnknownApplication)
		}
		return 0, refuse(CodeMissingAccess)
	}
	if c.r.PathValue("guild") == "" {
		return 0, nil
	}
	g := s.world.Guilds[c.id("guild")]
	if g == nil || g.Members[s.world.App.ID] == nil {
		return 0, refuse(CodeMissingAccess)
	}
	return g.ID, nil
}

func (s *Server) listCommands(c *call) (any, *Refusal) {
	guild, refusal := s.commandScope(c)
	if refusal != nil {
		return nil, refusal
	}
	full := c.r.URL.Query().Get("with_localizations") == "true"
	list := []*Command{}
	for _, command := range s.registered(guild) {
		if !full {
			short := *command
			short.NameLocalizations, short.DescriptionIn = nil, nil
			command = &short
		}
		list = append(list, command)
	}
	return list, nil
}

// overwriteCommands is the bulk overwrite: all of them, or none.
func (s *Server) overwriteCommands(c *call) (any, *Refusal) {
	guild, refusal := s.commandScope(c)
	if refusal != nil {
		return nil, refusal
	}
	all := form{notes: &notes{}, fields: map[string]any{"": c.list}}
	list := []*Command{}
	count := map[CommandKind]int{}
	for i, v := range c.list {
		f, ok := all.asForm(strconv.Itoa(i), v)
		if !ok {
			continue
		}
		command := parseCommand(f, s.world.App.ID, guild)
		if slices.ContainsFunc(list, func(o *Command) bool { return o.Name == command.Name && o.Kind == command.Kind }) {
			f.note("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		count[command.Kind]++
		list = append(list, command)
	}
	if count[SlashCommand] > maxCommands || count[UserCommand] > maxOtherKind || count[MessageCommand] > maxOtherKind {
		return nil, refuse(codeCommandLimit)
	}
	if refusal := all.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	s.register(guild, list)
	return s.registered(guild), nil
}

func (s *Server) createCommand(c *call) (any, *Refusal) {
	guild, refusal := s.commandScope(c)
	if refusal != nil {
		return nil, refusal
	}
	command := parseCommand(c.body.form, s.world.App.ID, guild)
	if refusal := c.body.form.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	status, most := http.StatusCreated, maxOtherKind
	if command.Kind == SlashCommand {
		most = maxCommands
	}
	kinds := 0
	for _, other := range s.registered(guild) {
		if other.Kind == command.Kind {
			kinds++
		}
	}
	old := s.command(guild, command.Kind, command.Name)
	if old != nil {
		status = http.StatusOK
	} else if kinds >= most {
		return nil, refuse(codeCommandLimit)
	}
	s.identify(command)
	s.world.Commands = append(slices.DeleteFunc(s.world.Commands, func(o *Command) bool { return o == old }), command)
	s.tell(&Event{Kind: "commands"})
	s.touch()
	c.status = status
	return command, nil
}

func (s *Server) oneCommand(c *call) (*Command, *Refusal) {
	guild, refusal := s.commandScope(c)
	if refusal != nil {
		return nil, refusal
	}
	for _, command := range s.registered(guild) {
		if command.ID == c.id("command") {
			return command, nil
		}
	}
	return nil, refuse(CodeUnknownCommand)
}

func (s *Server) getCommand(c *call) (any, *Refusal) {
	command, refusal := s.oneCommand(c)
	return command, refusal
}

func (s *Server) deleteCommand(c *call) (any, *Refusal) {
	command, refusal := s.oneCommand(c)
	if refusal != nil {
		return nil, refusal
	}
	s.world.Commands = slices.DeleteFunc(s.world.Commands, func(o *Command) bool { return o == command })
	s.tell(&Event{Kind: "commands"})
	s.touch()
	return nil, nil
}

// editCommand changes the fields that are given and checks the whole again.
func (s *Server) editCommand(c *call) (any, *Refusal) {
	command, refusal := s.oneCommand(c)
	if refusal != nil {
		return nil, refusal
	}
	text, err := json.Marshal(command)
	if err != nil {
		return nil, plain(http.StatusInternalServerError)
	}
	merged, refusal := parseForm(text)
	if refusal != nil {
		return nil, refusal
	}
	for key, v := range c.body.form.fields {
		merged.fields[key] = v
	}
	changed := parseCommand(merged, s.world.App.ID, command.Guild)
	if other := s.command(command.Guild, command.Kind, changed.Name); other != nil && other != command {
		merged.note("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
	}
	if refusal := merged.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	changed.ID, changed.Version, changed.Kind = command.ID, s.nextID(), command.Kind
	*command = *changed
	s.tell(&Event{Kind: "commands"})
	s.touch()
	return command, nil
}
