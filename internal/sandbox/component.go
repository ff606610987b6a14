package sandbox

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"unicode/utf8"
)

// ComponentType is the type of a component, by Discord's numbers.
type ComponentType int

const (
	ActionRow     ComponentType = 1
	Button        ComponentType = 2
	StringSelect  ComponentType = 3
	TextInput     ComponentType = 4
	UserSelect    ComponentType = 5
	RoleSelect    ComponentType = 6
	ChannelSelect ComponentType = 8
	Section       ComponentType = 9
	TextDisplay   ComponentType = 10
	MediaGallery  ComponentType = 12
	File          ComponentType = 13
	Container     ComponentType = 17
	Label         ComponentType = 18
)

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
	Defaults    []DefaultValue  `json:"default_values,omitempty"`
	Channels    []ChannelKind   `json:"channel_types,omitempty"`
	Accessory   *Component      `json:"accessory,omitempty"`
	Content     string          `json:"content,omitempty"`
	AccentColor json.RawMessage `json:"accent_color,omitempty"`
	Spoiler     *bool           `json:"spoiler,omitempty"`
	Items       []GalleryItem   `json:"items,omitempty"`
	File        *Media          `json:"file,omitempty"`
	Name        string          `json:"name,omitempty"`
	Size        int             `json:"size,omitempty"`
	Description string          `json:"description,omitempty"`
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

// A DefaultValue is a user, a role or a channel that is chosen in a menu at first.
type DefaultValue struct {
	ID   ID     `json:"id"`
	Kind string `json:"type"`
}

// An Emoji is one of Unicode's.
type Emoji struct {
	Name string `json:"name"`
}

// A GalleryItem is a picture with its alt text.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
	Spoiler     bool   `json:"spoiler"`
}

// Media is a picture or a file: an attachment of the same message.
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
		c := &components[i]
		visit(c)
		walk(c.Components, visit)
		for _, inner := range []*Component{c.Component, c.Accessory} {
			if inner != nil {
				visit(inner)
			}
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

// The limits of all components of a message.
const (
	maxRows       = 5
	maxComponents = 40
	maxShownText  = 4000
	maxAltText    = 1024
)

// A layout is what the components of one message or modal have in common.
type layout struct {
	modal bool
	media func(url string) *Media // returns what a component shows, or nil if the message has no such file
	ids   map[any]bool            // numbers and custom ids
	count int
	text  int // characters
}

// allowedIn lists the kinds of components that can be in each place.
var allowedIn = map[string][]ComponentType{
	"message":            {ActionRow},
	"message of layouts": {ActionRow, Section, TextDisplay, MediaGallery, File, Container},
	"container":          {ActionRow, Section, TextDisplay, MediaGallery, File},
	"row":                {Button, StringSelect, UserSelect, RoleSelect, ChannelSelect},
	"section":            {TextDisplay},
	"accessory":          {Button},
	"modal":              {ActionRow, TextDisplay, Label},
	"modal row":          {TextInput},
	"label":              {StringSelect, TextInput},
}

// A componentRule says what a component of a kind must be. Its defaults are the fields that Discord fills in.
type componentRule struct {
	fields      shape
	defaults    fields
	constraints []constraint
}

// componentRules hold the rules of every kind of component.
var componentRules map[ComponentType]componentRule

func init() { // components hold each other
	componentRules = map[ComponentType]componentRule{
		ActionRow: {fields: shape{"components!": inRow}, constraints: []constraint{
			{tooWide, "", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"},
		}},
		Button: {fields: shape{
			"style!": oneOfNumbers(1, 2, 3, 4, 5), "label": text(0, 80), "emoji": emoji, "disabled": flag,
			"custom_id": unless("", text(1, 100)), "url": unless("", address),
		}, constraints: buttonConstraints},
		StringSelect: {
			fields: shape{
				"custom_id!": text(1, 100), "placeholder": text(0, 150), "disabled": flag, "required": flag, "options!": menuOptions,
				"min_values": integer(0, 25), "max_values": unless("0", integer(1, 25)),
			},
			defaults:    fields{"min_values": int64(1), "max_values": int64(1)},
			constraints: menuConstraints,
		},
		UserSelect:    selectOf("user", shape{}),
		RoleSelect:    selectOf("role", shape{}),
		ChannelSelect: selectOf("channel", shape{"channel_types": set(0, 20, integer(0, 20))}),
		Section: {fields: shape{
			"components!": list(1, 3, component("section")), "accessory!": component("accessory"),
		}},
		TextInput: {
			fields: shape{
				"custom_id!": text(1, 100), "label": text(0, 45), "style!": oneOfNumbers(1, 2), "placeholder": text(0, 100),
				"value": text(0, 4000), "required": flag, "min_length": integer(0, 4000), "max_length": integer(1, 4000),
			},
			constraints: []constraint{ordered("min_length", "max_length", "min_length", "TEXT_INPUT_MIN_LENGTH_TOO_LARGE")},
		},
		TextDisplay: {fields: shape{"content!": text(1, maxShownText)}},
		MediaGallery: {fields: shape{"items!": list(1, 10, object(shape{
			"media!": media, "description": text(0, maxAltText), "spoiler": flag,
		}))}},
		File: {fields: shape{"file!": media, "spoiler": flag}, defaults: fields{"spoiler": false}},
		Container: {fields: shape{
			"components!": list(1, maxComponents, component("container")), "accent_color": integer(0, 0xFFFFFF), "spoiler": flag,
		}, defaults: fields{"accent_color": json.RawMessage("null"), "spoiler": false}},
		Label: {fields: shape{"label!": text(1, 45), "description": text(0, 100), "component!": component("label")}},
	}
}

// selectOf returns the rule of a menu of users, roles or channels.
func selectOf(kind string, more shape) componentRule {
	chosen := list(0, 25, object(shape{"id!": snowflake, "type!": oneOf(text(1, 20), kind)}))
	return componentRule{
		fields: shape{
			"custom_id!": text(1, 100), "placeholder": text(0, 150), "disabled": flag, "default_values": chosen,
			"min_values": integer(0, 25), "max_values": unless("0", integer(1, 25)),
		}.with(more),
		defaults: fields{"min_values": int64(1), "max_values": int64(1)},
		constraints: []constraint{
			ordered("min_values", "max_values", "min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE"),
			{func(o fields) bool { return len(o.list("default_values")) > o.number("max_values", 0) },
				"default_values", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More values are chosen than max_values allows"},
		},
	}
}

var (
	buttonConstraints = []constraint{
		{func(o fields) bool { return !isLink(o) && o["url"] != nil },
			"url", "BUTTON_COMPONENT_INVALID_URL", "A url cannot be specified for this button style"},
		{func(o fields) bool { return !isLink(o) && o["custom_id"] == nil },
			"custom_id", "BASE_TYPE_REQUIRED", "This field is required"},
		{func(o fields) bool { return isLink(o) && o["custom_id"] != nil },
			"custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified"},
		{func(o fields) bool { return isLink(o) && o["url"] == nil },
			"url", "BASE_TYPE_REQUIRED", "This field is required"},
		{func(o fields) bool { return o.text("label") == "" && o["emoji"] == nil },
			"", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji"},
	}

	menuConstraints = []constraint{
		ordered("min_values", "max_values", "min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE"),
		{func(o fields) bool { return o.number("max_values", 0) > len(o.list("options")) },
			"max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values cannot exceed the number of options"},
		{func(o fields) bool { return o.number("min_values", 0) > len(o.list("options")) },
			"min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "min_values cannot exceed the number of options"},
		{func(o fields) bool { return chosenByDefault(o) > o.number("max_values", 0) },
			"options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More options are chosen than max_values allows"},
	}
)

func isLink(o fields) bool { return o.number("style", 0) == 5 }

// tooWide reports whether a row holds a menu together with other components.
func tooWide(row fields) bool {
	inner := row.list("components")
	return len(inner) > 1 && slices.ContainsFunc(inner, func(v any) bool {
		c, _ := v.(fields)
		return c != nil && c["type"] != Button
	})
}

func chosenByDefault(menu fields) (chosen int) {
	for _, v := range menu.list("options") {
		if o, _ := v.(fields); o["default"] == true {
			chosen++
		}
	}
	return chosen
}

// menuOptions takes the options of a menu.
func menuOptions(at place, v any) any {
	s := shape{"label!": text(1, 100), "value!": text(1, 100), "description": text(0, 100), "emoji": emoji, "default": flag}
	read, _ := list(1, 25, object(s))(at, v).([]any)
	values := map[any]bool{}
	for i, v := range read {
		o, _ := v.(fields)
		at.in(i).in("value").once(values, o["value"], "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
	}
	return read
}

// inRow takes the components of a row.
func inRow(at place, v any) any {
	if at.layout.modal {
		return list(1, 1, component("modal row"))(at, v)
	}
	return list(1, 5, component("row"))(at, v)
}

// component takes a component that is allowed in a place.
func component(where string) rule {
	return func(at place, v any) any {
		given := at.object(v)
		read := shape{"type!": integer(0, 1000), "id": unless("0", integer(1, 1<<31-1))}.read(at, given)
		if read["type"] == nil {
			return nil
		}
		kind := ComponentType(read.number("type", 0))
		of, isServed := componentRules[kind]
		switch {
		case !isServed:
			return at.in("type").notServed("components of type %d", kind)
		case !slices.Contains(allowedIn[where], kind):
			return at.in("type").note("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %d.", allowedIn[where])
		}
		maps.Copy(read, of.defaults)
		maps.Copy(read, of.fields.read(at, given))
		read["type"] = kind
		at.hold(read, of.constraints)
		at.count(kind, read)
		return read
	}
}

// count checks a component against the others of its message, and fills in fields that Discord derives.
func (at place) count(kind ComponentType, read fields) {
	l := &at.layout
	l.count++
	l.text += utf8.RuneCountInString(read.text("content"))
	at.in("id").once(l.ids, read["id"], "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	at.in("custom_id").once(l.ids, read["custom_id"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	if l.modal && read["required"] == nil && (kind == TextInput || kind == StringSelect) {
		read["required"] = true
	}
	if file, ok := read["file"].(*Media); ok {
		read["name"], read["size"] = path.Base(file.URL), file.size
	}
}

// readComponents checks the components of a message or of a modal, and numbers those that have no number.
func readComponents(at place, v any, where string, least, most int, media func(string) *Media) []Component {
	at.layout = layout{modal: where == "modal", media: media, ids: map[any]bool{}}
	read := list(least, most, component(where))(at, v)
	if at.layout.count > maxComponents {
		at.note("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed %d", maxComponents)
	}
	if at.layout.text > maxShownText {
		at.note("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The displayable text of all components cannot exceed %d characters", maxShownText)
	}
	if len(at.errors) > 0 {
		return nil
	}
	var components []Component
	at.convert(read, &components)
	next := 1
	walk(components, func(c *Component) {
		for ; c.ID == 0; next++ {
			if !at.layout.ids[int64(next)] {
				c.ID = next
			}
		}
	})
	return components
}

// media takes the address of a file of the message, and returns what a component shows of it.
func media(at place, v any) any {
	read, _ := object(shape{"url!": text(1, 2048)})(at, v).(fields)
	if read == nil {
		return nil
	}
	if shown := at.layout.media(read.text("url")); shown != nil {
		return shown
	}
	return at.in("url").note(noAttachment, "The specified attachment could not be found. The sandbox has no files from elsewhere.")
}

// emoji takes an emoji. discordgo writes an empty one for none.
func emoji(at place, v any) any {
	read, _ := object(shape{"id": unless("", notServed("emojis of servers")), "name": text(0, 32)})(at, v).(fields)
	if read.text("name") == "" {
		return nil
	}
	return read
}
