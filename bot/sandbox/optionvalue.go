package sandbox

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// resolved holds the objects whose ids an interaction has, by their kind and id.
type resolved map[string]map[ID]any

func (r resolved) add(kind string, id ID, object any) {
	if r[kind] == nil {
		r[kind] = map[ID]any{}
	}
	r[kind][id] = object
}

// value checks a value against what its option declares, and returns it as the bot gets it.
func (s *Server) value(c *Channel, o *CommandOption, v any, resolved resolved) (any, error) {
	var value any
	var err error
	switch o.Kind {
	case StringOption:
		value, err = o.textValue(v)
	case IntegerOption, NumberOption:
		value, err = o.numberValue(v)
	case BooleanOption:
		if _, ok := v.(bool); !ok {
			err = errors.New("takes true or false")
		}
		value = v
	case AttachmentOption:
		return s.fileValue(c, v, resolved)
	default:
		return s.idValue(c, o, v, resolved)
	}
	if err == nil && len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c Choice) bool { return fmt.Sprint(c.Value) == fmt.Sprint(value) }) {
		err = errors.New("takes one of its choices")
	}
	return value, err
}

func (o *CommandOption) textValue(v any) (any, error) {
	text, ok := v.(string)
	if !ok {
		return nil, errors.New("takes a text")
	}
	if n := utf8.RuneCountInString(text); n == 0 || n > 6000 || o.MaxLength != nil && n > *o.MaxLength || o.MinLength != nil && n < *o.MinLength {
		return nil, errors.New("takes a text of another length")
	}
	return text, nil
}

func (o *CommandOption) numberValue(v any) (any, error) {
	x, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil || x != x || x > maxExact || x < -maxExact || o.Kind == IntegerOption && x != float64(int64(x)) {
		return nil, errors.New("takes a number")
	}
	if o.Min != nil && x < *o.Min || o.Max != nil && x > *o.Max {
		return nil, errors.New("takes a number in other bounds")
	}
	return json.Number(strconv.FormatFloat(x, 'f', -1, 64)), nil
}

// idValue takes the id of a user, a channel or the role @everyone.
func (s *Server) idValue(c *Channel, o *CommandOption, v any, resolved resolved) (any, error) {
	id, err := ParseID(fmt.Sprint(v))
	if err != nil {
		return nil, errors.New("takes an id")
	}
	person, channel := s.world.Users[id], s.world.Channels[id]
	switch {
	case (o.Kind == UserOption || o.Kind == MentionableOption) && person != nil:
		resolved.add("users", id, person.User.shown())
		if g := s.world.Guilds[c.Guild]; g != nil && g.Members[id] != nil {
			member := memberObject(g.Members[id])
			member["permissions"] = s.world.may(id, c)
			delete(member, "mute")
			delete(member, "deaf")
			resolved.add("members", id, member)
		}
	case o.Kind == ChannelOption && channel != nil && channel.Guild == c.Guild && c.Guild != 0:
		if len(o.ChannelTypes) > 0 && !slices.Contains(o.ChannelTypes, channel.Kind) {
			return nil, errors.New("takes a channel of another kind")
		}
		object := map[string]any{"id": id, "name": channel.Name, "type": channel.Kind, "permissions": Usual, "parent_id": nil}
		if channel.Parent != 0 {
			object["parent_id"] = channel.Parent
		}
		resolved.add("channels", id, object)
	case (o.Kind == RoleOption || o.Kind == MentionableOption) && id == c.Guild && c.Guild != 0:
		resolved.add("roles", id, everyoneRole(s.world.Guilds[id]))
	default:
		return nil, errors.New("names nobody and nothing here")
	}
	return id, nil
}

// fileValue stores a file that a person gives to a command: {"name": …, "data": base64}.
func (s *Server) fileValue(c *Channel, v any, resolved resolved) (any, error) {
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
	f := s.newFile(c.ID, upload{name: fileName(name), bytes: data}, "", true)
	s.world.addFile(f)
	resolved.add("attachments", f.ID, f.Attachment)
	return f.ID, nil
}
