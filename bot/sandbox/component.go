package sandbox

import (
	"encoding/json"
)

// Kind is what a component is, by Discord's numbers.
type Kind int

const (
	Row               Kind = 1
	Button            Kind = 2
	StringSelect      Kind = 3
	TextInput         Kind = 4
	UserSelect        Kind = 5
	RoleSelect        Kind = 6
	MentionableSelect Kind = 7
	ChannelSelect     Kind = 8
	Section           Kind = 9
	TextDisplay       Kind = 10
	Thumbnail         Kind = 11
	Gallery           Kind = 12
	File              Kind = 13
	Separator         Kind = 14
	Container         Kind = 17
	Label             Kind = 18
)

func (k Kind) isSelect() bool { return k == StringSelect || k >= UserSelect && k <= ChannelSelect }

// A Component is a part of a message or a modal, as Discord shows it. Which fields
// mean something depends on its kind.
type Component struct {
	Kind       Kind          `json:"type"`
	ID         int           `json:"id"`
	CustomID   string        `json:"custom_id,omitempty"`
	Style      int           `json:"style,omitempty"`
	Label      string        `json:"label,omitempty"`
	Emoji      *Emoji        `json:"emoji,omitempty"`
	URL        string        `json:"url,omitempty"`
	Disabled   bool          `json:"disabled,omitempty"`
	Prompt     string        `json:"placeholder,omitempty"`
	Min        *int          `json:"min_values,omitempty"`
	Max        *int          `json:"max_values,omitempty"`
	MinLength  *int          `json:"min_length,omitempty"`
	MaxLength  *int          `json:"max_length,omitempty"`
	Required   *bool         `json:"required,omitempty"`
	Value      string        `json:"value,omitempty"`
	Options    []Option      `json:"options,omitempty"`
	Content    string        `json:"content,omitempty"`
	Accent     *int          `json:"accent_color,omitempty"`
	Spoiler    bool          `json:"spoiler,omitempty"`
	Divider    *bool         `json:"divider,omitempty"`
	Spacing    int           `json:"spacing,omitempty"`
	Items      []GalleryItem `json:"items,omitempty"`
	Media      *Media        `json:"media,omitempty"`
	File       *Media        `json:"file,omitempty"`
	Name       string        `json:"name,omitempty"`
	Size       int           `json:"size,omitempty"`
	About      string        `json:"description,omitempty"`
	Accessory  *Component    `json:"accessory,omitempty"`
	Inner      *Component    `json:"component,omitempty"`
	Components []Component   `json:"components,omitempty"`
}

// An Option is a line of a menu.
type Option struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	About   string `json:"description,omitempty"`
	Emoji   *Emoji `json:"emoji,omitempty"`
	Default bool   `json:"default,omitempty"`
}

// An Emoji is one of Unicode's, by its name, or a server's own, by its id.
type Emoji struct {
	ID       ID     `json:"id,omitzero"`
	Name     string `json:"name"`
	Animated bool   `json:"animated,omitempty"`
}

// A GalleryItem is a picture with its alt text.
type GalleryItem struct {
	Media   Media  `json:"media"`
	About   string `json:"description"`
	Spoiler bool   `json:"spoiler"`
}

// Media is a picture or a file: an attachment of the same message, or something
// elsewhere.
type Media struct {
	ID           ID     `json:"id,omitzero"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID ID     `json:"attachment_id,omitzero"`

	size int // bytes, of an attachment
}

// MarshalJSON adds what Discord always writes for a kind, even when it is empty.
func (c Component) MarshalJSON() ([]byte, error) {
	type fields Component
	always := struct {
		fields
		Accent     *any  `json:"accent_color,omitempty"`
		Spoiler    *bool `json:"spoiler,omitempty"`
		Divider    *bool `json:"divider,omitempty"`
		About      *any  `json:"description,omitempty"`
		Components any   `json:"components,omitempty"`
		Name       any   `json:"name,omitempty"`
		Size       any   `json:"size,omitempty"`
	}{fields: fields(c), Components: any(nil), Divider: c.Divider}
	if len(c.Components) > 0 {
		always.Components = c.Components
	}
	var accent, about any
	if c.Accent != nil {
		accent = *c.Accent
	}
	if c.About != "" {
		about = c.About
	}
	switch c.Kind {
	case Container:
		always.Accent, always.Spoiler = &accent, &c.Spoiler
	case Thumbnail:
		always.About, always.Spoiler = &about, &c.Spoiler
	case File:
		always.Name, always.Size, always.Spoiler = c.Name, c.Size, &c.Spoiler
	case Label:
		if about != nil {
			always.About = &about
		}
	}
	return json.Marshal(always)
}

// walk visits a component and everything in it, from the outside in.
func (c *Component) walk(visit func(*Component)) {
	visit(c)
	for i := range c.Components {
		c.Components[i].walk(visit)
	}
	for _, inner := range []*Component{c.Accessory, c.Inner} {
		if inner != nil {
			inner.walk(visit)
		}
	}
}

// find returns the component that answers to a custom id, or nil.
func find(components []Component, customID string) *Component {
	var found *Component
	for i := range components {
		components[i].walk(func(c *Component) {
			if c.CustomID == customID && customID != "" {
				found = c
			}
		})
	}
	return found
}
