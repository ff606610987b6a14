package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Submission is a modal that a person filled in.
type Submission struct {
	Interaction ID                `json:"interaction"` // that the modal was the answer to
	Fields      map[string]string `json:"fields"`      // by custom id
	// Values are what is chosen from menus. Fields may have them too, with commas.
	Values map[string][]string `json:"values,omitempty"`
	NoWait bool                `json:"no_wait,omitempty"`
}

// submit sends a modal that was filled in. It is sent once, unless nobody answers.
func (s *Server) submit(who ID, f Submission) (*interaction, error) {
	from := s.interactions[f.Interaction]
	if from == nil || from.person != who || from.modal == nil || from.sent != nil && !from.sent.over {
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
	from.sent = i
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
