package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Submission is a modal that a person filled in.
type Submission struct {
	Interaction ID                  `json:"interaction"`      // that the modal was the response to
	Fields      map[string]string   `json:"fields"`           // by custom id
	Values      map[string][]string `json:"values,omitempty"` // chosen from menus; also in Fields, with commas
	NoWait      bool                `json:"no_wait,omitempty"`
}

// submit sends a modal that was filled in. It is sent once, unless nobody responds.
func (s *Server) submit(who ID, f Submission) (*interaction, error) {
	from := s.interactions[f.Interaction]
	if from == nil || from.person != who || from.modal == nil || from.submitted != nil && !from.submitted.failed {
		return nil, errors.New("no form of yours is open there")
	}
	c, err := s.seenBy(who, from.channel)
	if err != nil {
		return nil, err
	}
	for name := range f.Fields {
		if find(from.modal.Components, name) == nil {
			return nil, fmt.Errorf("there is no field %.100q", name)
		}
	}
	for name := range f.Values {
		if in := find(from.modal.Components, name); in == nil || !in.Kind.isSelect() {
			return nil, fmt.Errorf("there is no menu %.100q", name)
		}
	}
	filled, err := s.fillIn(c, from.modal.Components, f)
	if err != nil {
		return nil, err
	}
	i := &interaction{kind: ModalSubmit, person: who, channel: from.channel, message: from.message, owners: from.owners, alone: from.alone, opener: from}
	from.submitted = s.start(i, map[string]any{"custom_id": from.modal.CustomID, "components": filled})
	return from.submitted, nil
}

// fillIn returns the components of a modal with what a person wrote and chose.
func (s *Server) fillIn(c *Channel, components []Component, f Submission) ([]map[string]any, error) {
	list := []map[string]any{}
	for _, in := range components {
		filled := map[string]any{"type": in.Kind, "id": in.ID}
		var err error
		switch {
		case in.Kind == ActionRow:
			filled["components"], err = s.fillIn(c, in.Components, f)
		case in.Kind == Label:
			var inner []map[string]any
			if inner, err = s.fillIn(c, []Component{*in.Component}, f); err == nil {
				filled["component"] = inner[0]
			}
		case in.Kind == TextInput:
			filled["custom_id"] = in.CustomID
			filled["value"], err = in.written(f)
		case in.Kind.isSelect():
			filled["custom_id"] = in.CustomID
			filled["values"], err = s.chosen(c, &in, f)
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
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0 && *c.Required:
		return "", fmt.Errorf("the field %s is required", c.CustomID)
	case n > 4000 || c.MaxLength != nil && n > *c.MaxLength || n > 0 && c.MinLength != nil && n < *c.MinLength:
		return "", fmt.Errorf("the field %s takes a text of another length", c.CustomID)
	}
	return text, nil
}

// chosen returns what a person chose from a menu of a modal.
func (s *Server) chosen(c *Channel, menu *Component, f Submission) ([]string, error) {
	values, given := f.Values[menu.CustomID]
	if text := f.Fields[menu.CustomID]; !given && text != "" {
		values = strings.Split(text, ",")
	}
	if len(values) == 0 && !*menu.Required {
		return []string{}, nil
	}
	return values, s.choose(c, menu, values, resolved{})
}
