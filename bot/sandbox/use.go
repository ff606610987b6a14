package sandbox

import (
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

// What people do, as far as a Discord client lets them.

// A Use is a command that a person sends, or types.
type Use struct {
	Channel ID `json:"channel"`
	// Command is its name, with those of the group and the command within it after
	// spaces: "referee abort".
	Command string         `json:"command"`
	Options map[string]any `json:"options,omitempty"` // people and channels by their ids
	// Focused is the option that choices are asked for.
	Focused string `json:"focused,omitempty"`
	NoWait  bool   `json:"no_wait,omitempty"` // do not wait for the bot's answer
}

// errClosed is what people hear of places that they cannot see.
var errClosed = errors.New("there is no such channel, or you cannot see it")

// seenBy finds a channel that a person can see.
func (s *Server) seenBy(who, channel ID) (*Channel, error) {
	c := s.world.Channels[channel]
	if c == nil || !s.world.may(who, c).has(ViewChannel) {
		return nil, errClosed
	}
	return c, nil
}

// usable lists the commands that somebody can use in a channel, as their client would.
func (s *Server) usable(who ID, c *Channel) []*Command {
	var list []*Command
	person := s.world.Users[who]
	may := s.world.may(who, c)
	g := s.world.Guilds[c.Guild]
	here := g != nil && g.Members[s.world.App.ID] != nil
	if !may.has(UseCommands) {
		return nil
	}
	for _, command := range s.world.Commands {
		byGuild := here && slices.Contains(command.Installs, GuildInstall)
		byUser := person.Installed && slices.Contains(command.Installs, UserInstall)
		in := func(context Context) bool {
			return command.Contexts == nil && (context != InBotDM || command.DMPermission) || slices.Contains(command.Contexts, context)
		}
		var ok bool
		switch {
		case command.Guild != 0:
			ok = here && command.Guild == c.Guild
		case g != nil:
			ok = in(InGuild) && (byGuild || byUser)
		case c.Kind == DirectMessages:
			ok = in(InBotDM)
		default:
			ok = in(InPrivate) && byUser
		}
		if p := command.DefaultPermissions; ok && p != nil && g != nil {
			ok = may.has(Administrator) || *p != 0 && may.has(*p)
		}
		if ok {
			list = append(list, command)
		}
	}
	return list
}

// ownersOf says through which installs a command is there.
func (s *Server) ownersOf(who ID, c *Channel) (owners map[string]ID, alone bool) {
	owners = map[string]ID{}
	if g := s.world.Guilds[c.Guild]; g != nil && g.Members[s.world.App.ID] != nil {
		owners["0"] = g.ID
	}
	if s.world.Users[who].Installed {
		owners["1"] = who
	}
	_, byGuild := owners["0"]
	return owners, !byGuild && c.Kind != DirectMessages
}

// use sends a command, or asks for choices for one of its options.
func (s *Server) use(who ID, u Use) (*interaction, error) {
	c, err := s.seenBy(who, u.Channel)
	if err != nil {
		return nil, err
	}
	if c.Archived && c.Locked {
		return nil, errors.New("this thread is locked")
	}
	words := strings.Fields(u.Command)
	if len(words) == 0 {
		return nil, errors.New("which command?")
	}
	var command *Command
	for _, usable := range s.usable(who, c) {
		// A server's own command goes before one for everywhere.
		if usable.Name == words[0] && usable.Kind == SlashCommand && (command == nil || usable.Guild != 0) {
			command = usable
		}
	}
	if command == nil {
		return nil, fmt.Errorf("you can use no command /%.40s here", words[0])
	}
	options := command.Options
	var nest []CommandOption
	for _, word := range words[1:] {
		i := slices.IndexFunc(options, func(o CommandOption) bool { return o.Name == word && o.Kind <= SubCommandGroup })
		if i < 0 {
			return nil, fmt.Errorf("/%s has no command %.40q in it", command.Name, word)
		}
		nest = append(nest, options[i])
		options = options[i].Options
	}
	if len(options) > 0 && options[0].Kind <= SubCommandGroup {
		return nil, fmt.Errorf("/%.80s needs one of the commands in it", u.Command)
	}
	i := &interaction{kind: UsedCommand, person: who, channel: c.ID, command: strings.Join(words, " "), typeOf: SlashCommand}
	if u.Focused != "" {
		i.kind = AskedForChoices
	}
	i.owners, i.alone = s.ownersOf(who, c)
	resolved := map[string]map[ID]any{}
	given, err := s.fill(c, options, u, i, resolved)
	if err != nil {
		return nil, err
	}
	for _, inner := range slices.Backward(nest) {
		given = []any{map[string]any{"name": inner.Name, "type": inner.Kind, "options": given}}
	}
	data := map[string]any{"id": command.ID, "name": command.Name, "type": command.Kind, "options": given}
	if command.Guild != 0 {
		data["guild_id"] = command.Guild
	}
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	return i, s.began(i, data)
}

// fill checks and writes the options of a command.
func (s *Server) fill(c *Channel, options []CommandOption, u Use, i *interaction, resolved map[string]map[ID]any) ([]any, error) {
	given := []any{}
	known := map[string]bool{}
	for _, o := range options {
		known[o.Name] = true
		v, ok := u.Options[o.Name]
		focused := u.Focused == o.Name
		if focused {
			if !o.Autocomplete {
				return nil, fmt.Errorf("the option %s suggests no choices", o.Name)
			}
			i.option = o.Kind
			if !ok {
				v, ok = "", true
			}
			// What is being typed need not be a value yet.
			given = append(given, map[string]any{"name": o.Name, "type": o.Kind, "value": fmt.Sprint(v), "focused": true})
			continue
		}
		if !ok || v == nil {
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
	for _, name := range slices.Sorted(maps.Keys(u.Options)) {
		if !known[name] {
			return nil, fmt.Errorf("there is no option %.40q", name)
		}
	}
	if u.Focused != "" && !known[u.Focused] {
		return nil, fmt.Errorf("there is no option %.40q", u.Focused)
	}
	return given, nil
}

// value checks one value against what its option declares.
func (s *Server) value(c *Channel, o *CommandOption, v any, resolved map[string]map[ID]any) (any, error) {
	resolve := func(sort string, id ID, shown any) {
		if resolved[sort] == nil {
			resolved[sort] = map[ID]any{}
		}
		resolved[sort][id] = shown
	}
	switch o.Kind {
	case StringOption:
		text, ok := v.(string)
		if !ok {
			return nil, errors.New("takes a text")
		}
		if n := utf8.RuneCountInString(text); n > 6000 || o.MaxLength != nil && n > *o.MaxLength || o.MinLength != nil && n < *o.MinLength || n == 0 {
			return nil, errors.New("takes a text of another length")
		}
		return text, oneOf(o, text)
	case IntegerOption, NumberOption:
		x, err := strconv.ParseFloat(fmt.Sprint(v), 64)
		if err != nil || x != x || x > 1<<53 || x < -1<<53 || o.Kind == IntegerOption && x != float64(int64(x)) {
			return nil, errors.New("takes a number")
		}
		if o.Min != nil && x < *o.Min || o.Max != nil && x > *o.Max {
			return nil, errors.New("takes a number in other bounds")
		}
		number := json.Number(strconv.FormatFloat(x, 'f', -1, 64))
		return number, oneOf(o, number.String())
	case BooleanOption:
		if _, ok := v.(bool); !ok {
			return nil, errors.New("takes true or false")
		}
		return v, nil
	case AttachmentOption:
		f, err := s.handIn(c, v)
		if err != nil {
			return nil, err
		}
		resolve("attachments", f.ID, f.Attachment)
		return f.ID, nil
	}
	id, err := ParseID(fmt.Sprint(v))
	if err != nil {
		return nil, errors.New("takes an id")
	}
	person, place := s.world.Users[id], s.world.Channels[id]
	switch {
	case (o.Kind == UserOption || o.Kind == MentionableOption) && person != nil:
		resolve("users", id, person.User.shown())
		if g := s.world.Guilds[c.Guild]; g != nil && g.Members[id] != nil {
			member := s.showMember(g.Members[id])
			member["permissions"] = s.world.may(id, c)
			delete(member, "mute")
			delete(member, "deaf")
			resolve("members", id, member)
		}
	case o.Kind == ChannelOption && place != nil && place.Guild == c.Guild && c.Guild != 0:
		if o.ChannelTypes != nil && !slices.Contains(o.ChannelTypes, place.Kind) {
			return nil, errors.New("takes a channel of another sort")
		}
		shown := s.showChannel(place)
		resolve("channels", id, map[string]any{"id": id, "name": shown["name"], "type": place.Kind, "permissions": Usual, "parent_id": shown["parent_id"]})
	case (o.Kind == RoleOption || o.Kind == MentionableOption) && id == c.Guild && c.Guild != 0:
		resolve("roles", id, s.everyone(s.world.Guilds[id]))
	default:
		return nil, errors.New("names nobody and nothing here")
	}
	return id, nil
}

// handIn keeps a file that a person gives to a command: {"name": …, "data": base64}.
func (s *Server) handIn(c *Channel, v any) (*stored, error) {
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
	f := s.store(c.ID, upload{name: fileName(name), bytes: data}, "", true)
	s.world.keep(f)
	return f, nil
}

func oneOf(o *CommandOption, text string) error {
	if len(o.Choices) == 0 || slices.ContainsFunc(o.Choices, func(c Choice) bool { return fmt.Sprint(c.Value) == text }) {
		return nil
	}
	return errors.New("takes one of its choices")
}
