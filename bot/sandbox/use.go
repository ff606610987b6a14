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

// A Press is a button that a person presses, or a menu they choose from.
type Press struct {
	Channel  ID       `json:"channel"`
	Message  ID       `json:"message"`
	CustomID string   `json:"custom_id"`
	Values   []string `json:"values,omitempty"`
	NoWait   bool     `json:"no_wait,omitempty"`
}

// A Submission is a modal that a person filled in.
type Submission struct {
	Interaction ID                `json:"interaction"` // that the modal was the answer to
	Fields      map[string]string `json:"fields"`      // by custom id
	// Values are what is chosen from menus. Fields may have them too, with commas.
	Values map[string][]string `json:"values,omitempty"`
	NoWait bool                `json:"no_wait,omitempty"`
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

// press presses a button or chooses from a menu.
func (s *Server) press(who ID, p Press) (*interaction, error) {
	c, err := s.seenBy(who, p.Channel)
	if err != nil {
		return nil, err
	}
	m := c.post(p.Message)
	if m == nil || !m.visible(who) {
		return nil, errors.New("there is no such message, or you cannot see it")
	}
	if m.Author.ID != s.world.App.ID {
		return nil, errors.New("this message is not the bot's")
	}
	pressed := find(m.Components, p.CustomID)
	switch {
	case pressed == nil:
		return nil, errors.New("there is no such button or menu on this message")
	case pressed.Disabled:
		return nil, errors.New("it is disabled")
	case pressed.Kind == Button && len(p.Values) > 0:
		return nil, errors.New("a button has no values to choose")
	}
	i := &interaction{kind: UsedComponent, person: who, channel: c.ID, message: m.ID}
	i.owners, i.alone = s.ownersOf(who, c)
	data := map[string]any{"custom_id": p.CustomID, "component_type": pressed.Kind, "id": pressed.ID}
	if pressed.Kind.isSelect() {
		resolved := map[string]map[ID]any{}
		if err := s.choose(c, pressed, p.Values, resolved); err != nil {
			return nil, err
		}
		data["values"] = p.Values
		if len(resolved) > 0 {
			data["resolved"] = resolved
		}
	}
	return i, s.began(i, data)
}

// choose checks what is chosen from a menu.
func (s *Server) choose(c *Channel, menu *Component, values []string, resolved map[string]map[ID]any) error {
	if len(values) < *menu.Min || len(values) > *menu.Max {
		return fmt.Errorf("%d to %d values can be chosen here", *menu.Min, *menu.Max)
	}
	kinds := map[Kind]OptionKind{UserSelect: UserOption, RoleSelect: RoleOption, MentionableSelect: MentionableOption, ChannelSelect: ChannelOption}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return errors.New("a value can be chosen once")
		}
		if menu.Kind == StringSelect {
			if !slices.ContainsFunc(menu.Options, func(o Option) bool { return o.Value == v }) {
				return fmt.Errorf("%.100q is not in this menu", v)
			}
			continue
		}
		if _, err := s.value(c, &CommandOption{Kind: kinds[menu.Kind]}, v, resolved); err != nil {
			return fmt.Errorf("the menu %w", err)
		}
	}
	return nil
}

// submit sends a modal that was filled in.
func (s *Server) submit(who ID, f Submission) (*interaction, error) {
	from := s.interactions[f.Interaction]
	if from == nil || from.person != who || from.modal == nil {
		return nil, errors.New("no form of yours is open there")
	}
	c, err := s.seenBy(who, from.channel)
	if err != nil {
		return nil, err
	}
	inputs := map[string]*Component{}
	filled := []any{}
	for k := range from.modal.Components {
		outer := &from.modal.Components[k]
		shown := map[string]any{"type": outer.Kind, "id": outer.ID}
		in := outer.Inner
		if outer.Kind == Row {
			in = &outer.Components[0]
		}
		if in != nil {
			inputs[in.CustomID] = in
			inner, err := s.fillIn(c, in, f)
			if err != nil {
				return nil, err
			}
			if outer.Kind == Row {
				shown["components"] = []any{inner}
			} else {
				shown["component"] = inner
			}
		}
		filled = append(filled, shown)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Fields)) {
		if inputs[name] == nil {
			return nil, fmt.Errorf("there is no field %.100q", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Values)) {
		if in := inputs[name]; in == nil || !in.Kind.isSelect() {
			return nil, fmt.Errorf("there is no menu %.100q", name)
		}
	}
	i := &interaction{kind: SubmittedModal, person: who, channel: from.channel, message: from.message, owners: from.owners, alone: from.alone, from: from}
	data := map[string]any{"custom_id": from.modal.CustomID, "components": filled}
	if err := s.began(i, data); err != nil {
		return nil, err
	}
	from.modal = nil // a form is sent once
	return i, nil
}

// fillIn checks what was written into a field of a modal, or chosen from a menu in it.
func (s *Server) fillIn(c *Channel, in *Component, f Submission) (map[string]any, error) {
	text, given := f.Fields[in.CustomID]
	if !given {
		text = in.Value
	}
	filled := map[string]any{"type": in.Kind, "id": in.ID, "custom_id": in.CustomID}
	required := in.Required == nil || *in.Required
	if in.Kind.isSelect() {
		values, chosen := f.Values[in.CustomID]
		if !chosen && text != "" {
			values = strings.Split(text, ",")
		}
		if values == nil {
			values = []string{}
		}
		if len(values) > 0 || required {
			if err := s.choose(c, in, values, map[string]map[ID]any{}); err != nil {
				return nil, err
			}
		}
		filled["values"] = values
		return filled, nil
	}
	n := utf8.RuneCountInString(text)
	if n == 0 && required {
		return nil, fmt.Errorf("the field %s is required", in.CustomID)
	}
	if n > 4000 || in.MaxLength != nil && n > *in.MaxLength || n > 0 && in.MinLength != nil && n < *in.MinLength {
		return nil, fmt.Errorf("the field %s takes a text of another length", in.CustomID)
	}
	filled["value"] = text
	return filled, nil
}

// mayWrite says whether a person's client lets them write in a channel.
func (s *Server) mayWrite(who ID, c *Channel) bool {
	return s.world.may(who, c).has(c.sends()) && !(c.Archived && c.Locked)
}

// say writes a plain message.
func (s *Server) say(who, channel ID, text string) (*post, *Channel, error) {
	c, err := s.seenBy(who, channel)
	if err != nil {
		return nil, nil, err
	}
	if !s.mayWrite(who, c) {
		return nil, nil, errors.New("you may not write here")
	}
	if n := utf8.RuneCountInString(text); strings.TrimSpace(text) == "" || n > maxContent {
		return nil, nil, fmt.Errorf("a message has 1 to %d characters", maxContent)
	}
	d := &draft{content: text, mentions: allowed{users: true, everyone: true}}
	return s.send(c, &post{Message: Message{Author: s.user(who)}}, d), c, nil
}
