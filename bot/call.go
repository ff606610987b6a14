package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// call is an interaction, understood: who asks, where, and in which language.
type call struct {
	context.Context
	i     *dg.Interaction
	by    game.Actor
	place game.PlaceID
	room  game.RoomID
	lang  *lang.Language // of who asks
	usual *lang.Language // what that is if they have chosen none
	here  *lang.Language // of the place, for what everybody reads
	// options are a command's, by name, those of its subcommand among them.
	options map[string]*dg.ApplicationCommandInteractionDataOption
	sub     string            // the subcommand
	fields  map[string]string // what was written into a form
	people  map[game.PersonID]*dg.User
	nicks   map[game.PersonID]string // what members are called here; "": as they call themselves

	settings    settings    // of the place
	preferences preferences // of who asks
}

// newCall understands an interaction; false if it says too little, as one that Discord
// did not send may.
func newCall(ctx context.Context, i *dg.Interaction) (*call, bool) {
	c := &call{Context: ctx, i: i, people: map[game.PersonID]*dg.User{}, nicks: map[game.PersonID]string{}}
	user := i.User
	if i.Member != nil {
		user = i.Member.User
		c.by.Moderator = i.Member.Permissions&dg.PermissionManageGuild != 0
	}
	if user == nil {
		return nil, false
	}
	person, ok := snowflake(user.ID)
	if !ok {
		return nil, false
	}
	c.by.Person = game.PersonID(person)
	c.meet(user, i.Member)
	room, ok := snowflake(i.ChannelID)
	if !ok {
		return nil, false
	}
	c.room, c.place = game.RoomID(room), game.PlaceID(room)
	if i.GuildID != "" {
		guild, ok := snowflake(i.GuildID)
		if !ok {
			return nil, false
		}
		c.place = game.PlaceID(guild)
	}
	c.here = lang.English()
	if i.GuildLocale != nil {
		c.here = understood(string(*i.GuildLocale), c.here)
	}
	c.usual = understood(string(i.Locale), c.here)
	c.lang = c.usual
	if data, ok := i.Data.(dg.ApplicationCommandInteractionData); ok {
		c.take(data)
	}
	return c, true
}

// acquaint finds out what has been decided in the place, and what who asks likes.
func (b *Bot) acquaint(c *call) (err error) {
	if c.settings, err = remembered[settings](c, b, game.AboutPlace(c.place)); err != nil {
		return err
	}
	if c.preferences, err = remembered[preferences](c, b, game.AboutPerson(c.by.Person)); err != nil {
		return err
	}
	c.lang = understood(c.preferences.Language, c.usual)
	if c.i.GuildID == "" { // a talk between people, which has no language but theirs
		c.here = understood(c.settings.Read, c.lang)
	}
	c.here = understood(c.settings.Language, c.here)
	return nil
}

// understood returns the language of a locale, or another if we do not speak it.
func understood(locale string, other *lang.Language) *lang.Language {
	if l := lang.For(locale); l != nil {
		return l
	}
	return other
}

// request returns what every request to the referee has. One interaction makes one
// request at most, so its id tells requests apart.
func (c *call) request() game.Request {
	return game.Request{ID: game.RequestID("i" + c.i.ID), By: c.by, Place: c.place}
}

// viewer returns who asks, and from where, for what is only looked at.
func (c *call) viewer() game.Viewer { return game.Viewer{Person: c.by.Person, Place: c.place} }

// of returns what every request about a game has.
func (c *call) of(id game.GameID, ply game.Ply) game.GameRequest {
	return game.GameRequest{Request: c.request(), Game: id, Ply: ply}
}

// take reads the options of a command.
func (c *call) take(data dg.ApplicationCommandInteractionData) {
	c.options = map[string]*dg.ApplicationCommandInteractionDataOption{}
	for _, o := range data.Options {
		if o == nil {
			continue
		}
		if o.Type == dg.ApplicationCommandOptionSubCommand {
			c.sub = o.Name
			for _, inner := range o.Options {
				if inner != nil {
					c.options[inner.Name] = inner
				}
			}
			continue
		}
		c.options[o.Name] = o
	}
	if data.Resolved != nil {
		for id, user := range data.Resolved.Users {
			c.meet(user, data.Resolved.Members[id])
		}
	}
}

// fits tells whether a command has been given what the table of commands says it takes.
// Discord sees to that, but it may remember a table of another version, and what is not
// from Discord may say anything.
func (c *call) fits(name string) bool {
	i := slices.IndexFunc(commands, func(d command) bool { return d.name == name })
	if i < 0 {
		return false
	}
	options := commands[i].options
	if subs := commands[i].subs; subs != nil {
		i := slices.IndexFunc(subs, func(d command) bool { return d.name == c.sub })
		if i < 0 {
			return false
		}
		options = subs[i].options
	}
	for name, given := range c.options {
		i := slices.IndexFunc(options, func(o option) bool { return o.name == name })
		if i < 0 || !options[i].takes(given.Value) {
			return false
		}
	}
	return true
}

// meet remembers a user of whom the interaction tells, and if it is told, which member of
// the server they are.
func (c *call) meet(user *dg.User, as *dg.Member) {
	if user == nil {
		return
	}
	id, ok := snowflake(user.ID)
	if !ok {
		return
	}
	c.people[game.PersonID(id)] = user
	if as != nil {
		c.nicks[game.PersonID(id)] = as.Nick
	}
}

// text returns an option that is text; "" if it is not there, or is none.
func (c *call) text(name string) string {
	if o := c.options[name]; o != nil {
		if text, ok := o.Value.(string); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// truth returns an option that is yes or no, or what it is when nothing is said.
func (c *call) truth(name string, otherwise bool) bool {
	if o := c.options[name]; o != nil {
		if yes, ok := o.Value.(bool); ok {
			return yes
		}
	}
	return otherwise
}

// person returns an option that is a person.
func (c *call) person(name string) (*dg.User, game.PersonID, bool) {
	id, ok := snowflake(c.text(name))
	if !ok {
		return nil, 0, false
	}
	return c.people[game.PersonID(id)], game.PersonID(id), true
}

// pressedPrivately tells whether a control was pressed of a message that only who asks sees.
func (c *call) pressedPrivately() bool {
	return c.i.Message != nil && c.i.Message.Flags&dg.MessageFlagsEphemeral != 0
}

// called is what a user calls themselves.
func called(user *dg.User) string {
	if user.GlobalName != "" {
		return user.GlobalName
	}
	return user.Username
}

// snowflake reads one of Discord's ids.
func snowflake(text string) (uint64, bool) {
	id, err := strconv.ParseUint(text, 10, 63)
	return id, err == nil && id != 0
}
