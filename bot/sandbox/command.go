package sandbox

// CommandKind says where a command appears.
type CommandKind int

const (
	SlashCommand   CommandKind = 1
	UserCommand    CommandKind = 2
	MessageCommand CommandKind = 3
)

// A Command is what an app registered for people to use.
type Command struct {
	ID                   ID                `json:"id"`
	Application          ID                `json:"application_id"`
	Guild                ID                `json:"guild_id,omitzero"` // zero: everywhere
	Version              ID                `json:"version"`
	Kind                 CommandKind       `json:"type"`
	Name                 string            `json:"name"`
	NameLocalizations    map[string]string `json:"name_localizations"`
	Description          string            `json:"description"`
	DescriptionIn        map[string]string `json:"description_localizations"`
	Options              []CommandOption   `json:"options,omitempty"`
	DefaultPermissions   *Permissions      `json:"default_member_permissions"`
	DMPermission         bool              `json:"dm_permission"`
	Contexts             []Context         `json:"contexts"`
	Installs             []Install         `json:"integration_types"`
	NSFW                 bool              `json:"nsfw"`
	NameLocalized        string            `json:"name_localized,omitempty"`
	DescriptionLocalized string            `json:"description_localized,omitempty"`
}

// A Context is a sort of place in which a command can be used.
type Context int

const (
	InGuild   Context = 0
	InBotDM   Context = 1
	InPrivate Context = 2 // group messages, and direct messages between people
)

// An Install is how an app came to be there: with a server, or with a person.
type Install int

const (
	GuildInstall Install = 0
	UserInstall  Install = 1
)

// OptionKind is the type of an option's value, by Discord's numbers.
type OptionKind int

const (
	SubCommand        OptionKind = 1
	SubCommandGroup   OptionKind = 2
	StringOption      OptionKind = 3
	IntegerOption     OptionKind = 4
	BooleanOption     OptionKind = 5
	UserOption        OptionKind = 6
	ChannelOption     OptionKind = 7
	RoleOption        OptionKind = 8
	MentionableOption OptionKind = 9
	NumberOption      OptionKind = 10
	AttachmentOption  OptionKind = 11
)

// A CommandOption is a value that a command takes, or a command within it.
type CommandOption struct {
	Kind              OptionKind        `json:"type"`
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Description       string            `json:"description"`
	DescriptionIn     map[string]string `json:"description_localizations,omitempty"`
	Required          bool              `json:"required,omitempty"`
	Options           []CommandOption   `json:"options,omitempty"`
	Choices           []Choice          `json:"choices,omitempty"`
	Autocomplete      bool              `json:"autocomplete,omitempty"`
	Min               *float64          `json:"min_value,omitempty"`
	Max               *float64          `json:"max_value,omitempty"`
	MinLength         *int              `json:"min_length,omitempty"`
	MaxLength         *int              `json:"max_length,omitempty"`
	ChannelTypes      []ChannelKind     `json:"channel_types,omitempty"`
}

// A Choice is one of the values that an option may have, or one that is suggested.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"` // string or json.Number
}

// register puts commands in place of all that were registered for a server or, with
// no server, for everywhere. A command keeps its id as long as it keeps its name.
func (s *Server) register(guild ID, list []*Command) {
	var kept []*Command
	for _, c := range s.world.Commands {
		if c.Guild != guild {
			kept = append(kept, c)
		}
	}
	for _, c := range list {
		s.identify(c)
		kept = append(kept, c)
	}
	s.world.Commands = kept
	s.tell(&Event{Kind: "commands"})
	s.touch()
}

func (s *Server) identify(c *Command) {
	if old := s.command(c.Guild, c.Kind, c.Name); old != nil {
		c.ID = old.ID
	} else {
		c.ID = s.nextID()
	}
	c.Version = s.nextID()
}

func (s *Server) command(guild ID, kind CommandKind, name string) *Command {
	for _, c := range s.world.Commands {
		if c.Guild == guild && c.Kind == kind && c.Name == name {
			return c
		}
	}
	return nil
}

// registered lists the commands of one server, or those for everywhere.
func (s *Server) registered(guild ID) []*Command {
	list := []*Command{}
	for _, c := range s.world.Commands {
		if c.Guild == guild {
			list = append(list, c)
		}
	}
	return list
}
