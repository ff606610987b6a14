package sandbox

import "slices"

// SlashCommand is the only type of command that people can use in the sandbox.
const SlashCommand = 1

// A Command is what an app registered for people to use.
type Command struct {
	ID                       ID                `json:"id"`
	Application              ID                `json:"application_id"`
	Guild                    ID                `json:"guild_id,omitzero"` // in states of old sandboxes only; zero: everywhere
	Version                  ID                `json:"version"`
	Kind                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []CommandOption   `json:"options,omitempty"`
	DefaultPermissions       *Permissions      `json:"default_member_permissions"`
	DMPermission             bool              `json:"dm_permission"`
	Contexts                 []Context         `json:"contexts"`
	IntegrationTypes         []IntegrationType `json:"integration_types"`
	NSFW                     bool              `json:"nsfw"`
	NameLocalized            string            `json:"name_localized,omitempty"`
	DescriptionLocalized     string            `json:"description_localized,omitempty"`
}

// A Context is the kind of channel in which a command is used.
type Context int

const (
	InGuild   Context = 0
	InBotDM   Context = 1
	InPrivate Context = 2 // group messages, and direct messages between people
)

// An IntegrationType tells whether a guild or a user has installed the app.
type IntegrationType int

const (
	GuildInstall IntegrationType = 0
	UserInstall  IntegrationType = 1
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
	Kind                     OptionKind        `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Options                  []CommandOption   `json:"options,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	Min                      *float64          `json:"min_value,omitempty"`
	Max                      *float64          `json:"max_value,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	ChannelTypes             []ChannelKind     `json:"channel_types,omitempty"`
}

// A Choice is one of the values that an option may have, or one that is suggested.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"` // string or json.Number
}

// register replaces all commands. A command keeps its id as long as it keeps its name.
func (s *Server) register(list []*Command) {
	for _, c := range list {
		at := slices.IndexFunc(s.world.Commands, func(old *Command) bool { return old.Name == c.Name && old.Guild == 0 })
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
