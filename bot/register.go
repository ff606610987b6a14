package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
)

// Commands returns the commands as they are registered with Discord, in every
// language there is.
func Commands() []*dg.ApplicationCommand { return register(lang.For) }

// tongues returns the language of a locale; nil if it is not spoken.
type tongues func(locale string) *lang.Language

// register returns the commands as they are registered, in the languages of locales.
func register(in tongues) []*dg.ApplicationCommand {
	var all []*dg.ApplicationCommand
	contexts := []dg.InteractionContextType{dg.InteractionContextGuild, dg.InteractionContextBotDM, dg.InteractionContextPrivateChannel}
	installs := []dg.ApplicationIntegrationType{dg.ApplicationIntegrationGuildInstall, dg.ApplicationIntegrationUserInstall}
	for _, c := range commands {
		key := "command." + c.name
		where, how := contexts, installs
		if c.servers {
			where, how = contexts[:1], installs[:1]
		}
		names, abouts := in.say(key+".name"), in.say(key+".about")
		made := &dg.ApplicationCommand{
			Type: dg.ChatApplicationCommand, Name: c.name, NameLocalizations: &names,
			Description: lang.English().Say(key + ".about"), DescriptionLocalizations: &abouts,
			Contexts: &where, IntegrationTypes: &how,
			Options: c.registered(key, in),
		}
		if c.moderators {
			manage := int64(dg.PermissionManageGuild)
			made.DefaultMemberPermissions = &manage
		}
		all = append(all, made)
	}
	return all
}

// registered returns the options or subcommands of a command.
func (c *command) registered(key string, in tongues) []*dg.ApplicationCommandOption {
	var all []*dg.ApplicationCommandOption
	for _, s := range c.subs {
		inner := key + "." + s.name
		all = append(all, &dg.ApplicationCommandOption{
			Type: dg.ApplicationCommandOptionSubCommand, Name: s.name, NameLocalizations: in.say(inner + ".name"),
			Description: lang.English().Say(inner + ".about"), DescriptionLocalizations: in.say(inner + ".about"),
			Options: s.registered(inner, in),
		})
	}
	for _, o := range c.options {
		inner := "option." + o.name
		made := &dg.ApplicationCommandOption{
			Type: o.kind, Name: o.name, NameLocalizations: in.say(inner + ".name"),
			Description: lang.English().Say(inner + ".about"), DescriptionLocalizations: in.say(inner + ".about"),
			Required: o.required, Autocomplete: o.search,
		}
		if o.kind == text {
			made.MaxLength = o.most
		}
		for _, choice := range o.choices {
			made.Choices = append(made.Choices, in.choice(o.name, choice))
		}
		all = append(all, made)
	}
	return all
}

// say returns a text in every language that Discord knows, but for English, which is the
// rule.
func (in tongues) say(key string) map[dg.Locale]string {
	all := map[dg.Locale]string{}
	for locale := range dg.Locales {
		l := in(string(locale))
		if l != nil && l != lang.English() && locale != dg.Unknown {
			all[locale] = l.Say(key)
		}
	}
	return all
}

// choice returns one of the values of an option. A language is called what those who
// speak it call it, whoever chooses.
func (in tongues) choice(option, value string) *dg.ApplicationCommandOptionChoice {
	if option == "language" && slices.Contains(lang.Codes(), value) {
		return &dg.ApplicationCommandOptionChoice{Name: lang.For(value).Name(), Value: value}
	}
	key := "choice." + option + "." + value
	return &dg.ApplicationCommandOptionChoice{Name: lang.English().Say(key), NameLocalizations: in.say(key), Value: value}
}
