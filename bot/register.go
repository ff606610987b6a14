package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
)

// Commands returns the commands to register with Discord, in every language.
func Commands() []*dg.ApplicationCommand { return register(lang.For) }

// localeLanguages returns the language of a locale; nil if there is none.
type localeLanguages func(locale string) *lang.Language

// register returns the commands to register, in some languages.
func register(in localeLanguages) []*dg.ApplicationCommand {
	var all []*dg.ApplicationCommand
	allContexts := []dg.InteractionContextType{dg.InteractionContextGuild, dg.InteractionContextBotDM, dg.InteractionContextPrivateChannel}
	allInstalls := []dg.ApplicationIntegrationType{dg.ApplicationIntegrationGuildInstall, dg.ApplicationIntegrationUserInstall}
	for _, c := range commands {
		key := "command." + c.name
		contexts, installs := allContexts, allInstalls
		if c.guildOnly {
			contexts, installs = contexts[:1], installs[:1]
		}
		names, descriptions := in.say(key+".name"), in.say(key+".about")
		registered := &dg.ApplicationCommand{
			Type: dg.ChatApplicationCommand, Name: c.name, NameLocalizations: &names,
			Description: lang.English().Say(key + ".about"), DescriptionLocalizations: &descriptions,
			Contexts: &contexts, IntegrationTypes: &installs,
			Options: c.registered(key, in),
		}
		if c.moderators {
			manage := int64(dg.PermissionManageGuild)
			registered.DefaultMemberPermissions = &manage
		}
		all = append(all, registered)
	}
	return all
}

// registered returns the subcommands and options of a command.
func (c *command) registered(key string, in localeLanguages) []*dg.ApplicationCommandOption {
	var all []*dg.ApplicationCommandOption
	for _, s := range c.subcommands {
		subcommandKey := key + "." + s.name
		all = append(all, &dg.ApplicationCommandOption{
			Type: dg.ApplicationCommandOptionSubCommand, Name: s.name, NameLocalizations: in.say(subcommandKey + ".name"),
			Description: lang.English().Say(subcommandKey + ".about"), DescriptionLocalizations: in.say(subcommandKey + ".about"),
			Options: s.registered(subcommandKey, in),
		})
	}
	for _, o := range c.options {
		optionKey := "option." + o.name
		registered := &dg.ApplicationCommandOption{
			Type: o.kind, Name: o.name, NameLocalizations: in.say(optionKey + ".name"),
			Description: lang.English().Say(optionKey + ".about"), DescriptionLocalizations: in.say(optionKey + ".about"),
			Required: o.required, Autocomplete: o.autocomplete,
		}
		if o.kind == text {
			registered.MaxLength = o.maxLength
		}
		for _, choice := range o.choices {
			registered.Choices = append(registered.Choices, in.choice(o.name, choice))
		}
		all = append(all, registered)
	}
	return all
}

// say returns the texts of a key in all languages of Discord except English, which is the default.
func (in localeLanguages) say(key string) map[dg.Locale]string {
	all := map[dg.Locale]string{}
	for locale := range dg.Locales {
		l := in(string(locale))
		if l != nil && l != lang.English() && locale != dg.Unknown {
			all[locale] = l.Say(key)
		}
	}
	return all
}

// choice returns a choice of an option. A language has its own name in every language.
func (in localeLanguages) choice(option, value string) *dg.ApplicationCommandOptionChoice {
	if option == "language" && slices.Contains(lang.Codes(), value) {
		return &dg.ApplicationCommandOptionChoice{Name: lang.For(value).Name(), Value: value}
	}
	key := "choice." + option + "." + value
	return &dg.ApplicationCommandOptionChoice{Name: lang.English().Say(key), NameLocalizations: in.say(key), Value: value}
}
