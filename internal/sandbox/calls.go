package sandbox

import (
	"context"
	"slices"
	"time"
)

// The calls about the app, its commands and its guilds.

func (s *Server) getMe(*call) (any, error) {
	return complete("me", map[string]any{"id": s.world.App.ID, "username": s.world.App.Name}), nil
}

func (s *Server) getApplication(*call) (any, error) { return s.applicationObject(), nil }

var (
	installShape = shape{"oauth2_install_params": object(shape{
		"scopes!": set(1, 2, oneOf(text(1, 100), "applications.commands", "bot")), "permissions!": permissions,
	})}
	applicationShape = shape{
		"interactions_endpoint_url": text(0, 2048), "description": text(0, 400), "tags": set(0, 5, text(1, 20)),
		"integration_types_config": object(shape{"0": object(installShape), "1": object(installShape)}),
	}
)

// editApplication changes what people see of the app, what it gets when it is added, and the address for signed interactions.
func (s *Server) editApplication(c *call) (any, error) {
	read, err := c.body.read(applicationShape)
	if err != nil {
		return nil, err
	}
	c.body.at.convert(read, &s.world.App.Profile)
	if c.body.has("interactions_endpoint_url") {
		// The app is asked without the lock: it may well call the API meanwhile.
		s.mu.Unlock()
		ctx, cancel := context.WithTimeout(c.Context(), 2*respondWithin+time.Second)
		err := s.SetInteractionsURL(ctx, read.text("interactions_endpoint_url"))
		cancel()
		s.mu.Lock()
		if err != nil {
			c.body.at.in("interactions_endpoint_url").note("APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint url could not be verified: %s", err)
		}
	}
	return s.applicationObject(), c.body.at.err()
}

func (s *Server) getGateway(*call) (any, error) {
	return map[string]any{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	left, reset := s.startsLeft()
	return map[string]any{
		"url": s.gatewayURL(), "shards": s.options.Shards,
		"session_start_limit": map[string]any{
			"total": startsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": s.options.Concurrency,
		},
	}, nil
}

func (s *Server) gatewayURL() string { return "ws" + s.url[len("http"):] + "/gateway" }

// ofApplication checks that a call is about the bot's own app.
func ofApplication(s *Server, c *call) error {
	if c.id("application") != s.world.App.ID {
		return newError(CodeMissingAccess)
	}
	return nil
}

func (s *Server) listCommands(c *call) (any, error) {
	list := []Command{}
	for _, command := range s.world.Commands {
		shown := *command
		if c.URL.Query().Get("with_localizations") != "true" {
			shown.NameLocalizations, shown.DescriptionLocalizations = nil, nil
		}
		list = append(list, shown)
	}
	return list, nil
}

// overwriteCommands registers all commands, or none if one of them is wrong.
func (s *Server) overwriteCommands(c *call) (any, error) {
	if len(c.body.list) > maxCommands {
		return nil, newError(codeCommandLimit)
	}
	list := readCommands(c.body.at, c.body.list, s.world.App.ID)
	if err := c.body.at.err(); err != nil {
		return nil, err
	}
	isEntryPoint := func(command *Command) bool { return command.Kind == EntryPoint }
	if slices.ContainsFunc(s.world.Commands, isEntryPoint) && !slices.ContainsFunc(list, isEntryPoint) {
		return nil, newError(codeEntryPoint)
	}
	s.register(list)
	return list, nil
}

// inGuild finds a guild that the bot is in.
func inGuild(s *Server, c *call) error {
	c.guild = s.world.Guilds[c.id("guild")]
	if c.guild == nil {
		return newError(CodeUnknownGuild)
	}
	if c.guild.Members[s.world.App.ID] == nil {
		return newError(CodeMissingAccess)
	}
	return nil
}

func (s *Server) getGuild(c *call) (any, error) { return s.guildObject(c.guild), nil }

// listGuildChannels lists the channels of a guild, also those that the bot cannot see, without threads.
func (s *Server) listGuildChannels(c *call) (any, error) {
	list := []any{}
	for _, channel := range s.channelsOf(c.guild) {
		list = append(list, s.channelObject(channel))
	}
	return list, nil
}

func (s *Server) getGuildMember(c *call) (any, error) {
	who := c.id("user")
	if s.world.Users[who] == nil {
		return nil, newError(CodeUnknownUser)
	}
	if c.guild.Members[who] == nil {
		return nil, newError(CodeUnknownMember)
	}
	return s.memberObject(c.guild, who), nil
}
