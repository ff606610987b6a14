package sandbox

import "encoding/json"

// ComponentType is the type of a component, by Discord's numbers.
type ComponentType int

const (
	ActionRow         ComponentType = 1
	Button            ComponentType = 2
	StringSelect      ComponentType = 3
	TextInput         ComponentType = 4
	UserSelect        ComponentType = 5
	RoleSelect        ComponentType = 6
	MentionableSelect ComponentType = 7
	ChannelSelect     ComponentType = 8
	Section           ComponentType = 9
	TextDisplay       ComponentType = 10
	Thumbnail         ComponentType = 11
	MediaGallery      ComponentType = 12
	File              ComponentType = 13
	Separator         ComponentType = 14
	Container         ComponentType = 17
	Label             ComponentType = 18
)

func (k ComponentType) isSelect() bool {
	return k == StringSelect || k >= UserSelect && k <= ChannelSelect
}

// A Component is a part of a message or a modal, as Discord shows it. Which fields
// mean something depends on its kind.
type Component struct {
	Kind        ComponentType   `json:"type"`
	ID          int             `json:"id"`
	CustomID    string          `json:"custom_id,omitempty"`
	Style       int             `json:"style,omitempty"`
	Label       string          `json:"label,omitempty"`
	Emoji       *Emoji          `json:"emoji,omitempty"`
	URL         string          `json:"url,omitempty"`
	Disabled    bool            `json:"disabled,omitempty"`
	Placeholder string          `json:"placeholder,omitempty"`
	Min         *int            `json:"min_values,omitempty"`
	Max         *int            `json:"max_values,omitempty"`
	MinLength   *int            `json:"min_length,omitempty"`
	MaxLength   *int            `json:"max_length,omitempty"`
	Required    *bool           `json:"required,omitempty"`
	Value       string          `json:"value,omitempty"`
	Options     []Option        `json:"options,omitempty"`
	Content     string          `json:"content,omitempty"`
	AccentColor json.RawMessage `json:"accent_color,omitempty"`
	Spoiler     *bool           `json:"spoiler,omitempty"`
	Divider     *bool           `json:"divider,omitempty"`
	Spacing     int             `json:"spacing,omitempty"`
	Items       []GalleryItem   `json:"items,omitempty"`
	Media       *Media          `json:"media,omitempty"`
	File        *Media          `json:"file,omitempty"`
	Name        string          `json:"name,omitempty"`
	Size        int             `json:"size,omitempty"`
	Description json.RawMessage `json:"description,omitempty"`
	Accessory   *Component      `json:"accessory,omitempty"`
	Component   *Component      `json:"component,omitempty"`
	Components  []Component     `json:"components,omitempty"`
}

// An Option is a line of a menu.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// An Emoji is one of Unicode's, by its name, or a guild's own, by its id.
type Emoji struct {
	ID       ID     `json:"id,omitzero"`
	Name     string `json:"name"`
	Animated bool   `json:"animated,omitempty"`
}

// A GalleryItem is a picture with its alt text.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
	Spoiler     bool   `json:"spoiler"`
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

// walk visits components and everything in them, from the outside in.
func walk(components []Component, visit func(*Component)) {
	for i := range components {
		components[i].walk(visit)
	}
}

func (c *Component) walk(visit func(*Component)) {
	visit(c)
	walk(c.Components, visit)
	for _, inner := range []*Component{c.Accessory, c.Component} {
		if inner != nil {
			inner.walk(visit)
		}
	}
}

// find returns the component with a custom id, or nil.
func find(components []Component, customID string) (found *Component) {
	walk(components, func(c *Component) {
		if c.CustomID == customID && customID != "" {
			found = c
		}
	})
	return found
}
