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
	i.owners, i.alone = s.ownersOf(who, c)
	data := map[string]any{"custom_id": p.CustomID, "component_type": pressed.Kind, "id": pressed.ID}
	if pressed.Kind.isSelect() {
		resolved := resolved{}
		if err := s.choose(c, pressed, p.Values, resolved); err != nil {
			return nil, err
		}
		data["values"] = p.Values
		if len(resolved) > 0 {
			data["resolved"] = resolved
		}
	}
	return s.start(i, data), nil
}

// choose checks the values that a person chooses from a menu.
func (s *Server) choose(c *Channel, menu *Component, values []string, resolved resolved) error {
	if len(values) < *menu.Min || len(values) > *menu.Max {
		return fmt.Errorf("%d to %d values can be chosen here", *menu.Min, *menu.Max)
	}
	kinds := map[ComponentType]OptionKind{UserSelect: UserOption, RoleSelect: RoleOption, MentionableSelect: MentionableOption, ChannelSelect: ChannelOption}
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
