package sandbox

import (
	"errors"
	"fmt"
	"slices"
)

// A Press is a button that a person presses, or a menu they choose from.
type Press struct {
	Channel  ID       `json:"channel"`
	Message  ID       `json:"message"`
	CustomID string   `json:"custom_id"`
	Values   []string `json:"values,omitempty"`
	NoWait   bool     `json:"no_wait,omitempty"`
}

// press presses a button or chooses from a menu.
func (s *Server) press(who ID, p Press) (*interaction, error) {
	c, err := s.seenBy(who, p.Channel)
	if err != nil {
		return nil, err
	}
	m := c.message(p.Message)
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
	i := &interaction{kind: MessageComponent, person: who, channel: c.ID, message: m.ID}
	data := map[string]any{"custom_id": p.CustomID, "component_type": pressed.Kind, "id": pressed.ID}
	if pressed.Kind != Button {
		i.resolved = resolved{}
		if err := s.choose(c, pressed, p.Values, i.resolved); err != nil {
			return nil, err
		}
		data["values"] = p.Values
	}
	return s.start(i, data), nil
}

// choose checks the values that a person chooses from a menu of a message, and resolves users, roles and channels.
func (s *Server) choose(c *Channel, menu *Component, values []string, resolved resolved) error {
	if menu.Kind == StringSelect {
		return menu.choose(values)
	}
	if err := menu.checkNumber(values); err != nil {
		return err
	}
	option := CommandOption{Kind: optionOf[menu.Kind], ChannelTypes: menu.Channels}
	for _, v := range values {
		if id, err := ParseID(v); menu.Kind == UserSelect && err == nil && !s.isIn(c, id) {
			return errors.New("the menu takes somebody who is here")
		}
		if _, err := s.value(c, &option, v, resolved); err != nil {
			return fmt.Errorf("the menu %w", err)
		}
	}
	return nil
}

// optionOf holds the options of commands that take what a menu does.
var optionOf = map[ComponentType]OptionKind{UserSelect: UserOption, RoleSelect: RoleOption, ChannelSelect: ChannelOption}

// isIn reports whether somebody is in the server of a channel, or in a private channel.
func (s *Server) isIn(c *Channel, who ID) bool {
	if g := s.world.Guilds[c.Guild]; g != nil {
		return g.Members[who] != nil
	}
	return slices.Contains(c.Recipients, who)
}

// choose checks the values that a person chooses from a menu of texts.
func (c *Component) choose(values []string) error {
	if err := c.checkNumber(values); err != nil {
		return err
	}
	for _, v := range values {
		if !slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == v }) {
			return fmt.Errorf("%.100q is not in this menu", v)
		}
	}
	return nil
}

// checkNumber checks how many values a person chooses from a menu.
func (c *Component) checkNumber(values []string) error {
	if len(values) < *c.Min || len(values) > *c.Max {
		return fmt.Errorf("%d to %d values can be chosen here", *c.Min, *c.Max)
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return errors.New("a value can be chosen once")
		}
	}
	return nil
}

// A Submission is a modal that a person filled in.
type Submission struct {
	Interaction ID                  `json:"interaction"`      // that the modal was the response to
	Fields      map[string]string   `json:"fields"`           // by custom id
	Values      map[string][]string `json:"values,omitempty"` // chosen from menus, likewise
	NoWait      bool                `json:"no_wait,omitempty"`
}

// submit sends a modal that was filled in. It is sent once, unless nobody responds.
func (s *Server) submit(who ID, f Submission) (*interaction, error) {
	from := s.interactions[f.Interaction]
	if from == nil || from.person != who || from.response.Modal == nil || from.submitted != nil && !from.submitted.failed {
		return nil, errors.New("no modal of yours is open there")
	}
	if _, err := s.seenBy(who, from.channel); err != nil {
		return nil, err
	}
	for name := range f.Fields {
		if in := find(from.response.Modal.Components, name); in == nil || in.Kind != TextInput {
			return nil, fmt.Errorf("there is no field %.100q", name)
		}
	}
	for name := range f.Values {
		if in := find(from.response.Modal.Components, name); in == nil || in.Kind != StringSelect {
			return nil, fmt.Errorf("there is no select menu %.100q", name)
		}
	}
	filled, err := fillIn(from.response.Modal.Components, f)
	if err != nil {
		return nil, err
	}
	i := &interaction{kind: ModalSubmit, person: who, channel: from.channel, message: from.message, opener: from}
	from.submitted = s.start(i, map[string]any{"custom_id": from.response.Modal.CustomID, "components": filled})
	return from.submitted, nil
}

// fillIn returns the components of a modal with what a person wrote and chose.
func fillIn(components []Component, f Submission) ([]map[string]any, error) {
	list := []map[string]any{}
	for _, in := range components {
		filled := map[string]any{"type": in.Kind, "id": in.ID}
		var err error
		switch in.Kind {
		case ActionRow:
			filled["components"], err = fillIn(in.Components, f)
		case Label:
			var inner []map[string]any
			if inner, err = fillIn([]Component{*in.Component}, f); err == nil {
				filled["component"] = inner[0]
			}
		case TextInput:
			filled["custom_id"] = in.CustomID
			filled["value"], err = in.written(f)
		case StringSelect:
			values := append([]string{}, f.Values[in.CustomID]...)
			filled["custom_id"], filled["values"] = in.CustomID, values
			if len(values) > 0 || *in.Required {
				err = in.choose(values)
			}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, filled)
	}
	return list, nil
}

// written returns what a person wrote into a text input.
func (c *Component) written(f Submission) (string, error) {
	text, given := f.Fields[c.CustomID]
	if !given {
		text = c.Value
	}
	switch {
	case text == "" && *c.Required:
		return "", fmt.Errorf("the field %s is required", c.CustomID)
	case text == "":
		return "", nil
	}
	if err := checkLength(text, c.MinLength, c.MaxLength, 4000); err != nil {
		return "", fmt.Errorf("the field %s %w", c.CustomID, err)
	}
	return text, nil
}
