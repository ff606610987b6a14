package sandbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What may stand where.
var (
	inPlainMessage = []Kind{Row}
	inMessage      = []Kind{Row, Section, TextDisplay, Gallery, File, Separator, Container}
	inContainer    = []Kind{Row, Section, TextDisplay, Gallery, File, Separator}
	inRow          = []Kind{Button, StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect}
	inSection      = []Kind{TextDisplay}
	besideSection  = []Kind{Button, Thumbnail}
	inModal        = []Kind{Row, TextDisplay, Label}
	inModalRow     = []Kind{TextInput}
	inLabel        = []Kind{StringSelect, TextInput, UserSelect, RoleSelect, MentionableSelect, ChannelSelect}
)

// The limits of a message's components.
const (
	maxRows       = 5
	maxComponents = 40
	maxShownText  = 4000
	maxCustomID   = 100
	maxChoices    = 25
	maxAltText    = 1024
)

// layout reads the components of one message or modal and keeps what must hold for
// all of them together.
type layout struct {
	customIDs map[string]bool
	ids       map[int]bool
	count     int
	text      int
	modal     bool
	// media resolves what a component shows; nil says there is no such attachment.
	media func(url string) *Media
}

// parseComponents reads the list of components of a message.
func parseComponents(f form, v2 bool, media func(string) *Media) []Component {
	l := &layout{customIDs: map[string]bool{}, ids: map[int]bool{}, media: media}
	allowed, most := inPlainMessage, maxRows
	if v2 {
		allowed, most = inMessage, maxComponents
	}
	return l.finish(f, l.list(f, "components", 0, most, allowed))
}

// parseModal reads the components of a modal.
func parseModal(f form) []Component {
	l := &layout{customIDs: map[string]bool{}, ids: map[int]bool{}, modal: true}
	return l.finish(f, l.list(f, "components", 1, 5, inModal))
}

// finish checks the whole and numbers the components that have no number.
func (l *layout) finish(f form, list []Component) []Component {
	if l.count > maxComponents {
		f.note("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components cannot exceed %d", maxComponents)
	}
	if l.text > maxShownText {
		f.note("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The displayable text of all components cannot exceed %d characters", maxShownText)
	}
	next := 1
	for i := range list {
		list[i].walk(func(c *Component) {
			for c.ID == 0 {
				if !l.ids[next] {
					c.ID = next
				}
				next++
			}
		})
	}
	return list
}

func (l *layout) list(f form, key string, least, most int, allowed []Kind) []Component {
	var list []Component
	for _, item := range f.forms(key, least, most) {
		list = append(list, l.component(item, allowed))
	}
	return list
}

func (l *layout) component(f form, allowed []Kind) Component {
	c := Component{Kind: Kind(f.integer("type", 0, 1000)), ID: int(f.integer("id", 0, 1<<31-1))}
	if !f.require("type") {
		return c
	}
	if !slices.Contains(allowed, c.Kind) {
		names := make([]string, len(allowed))
		for i, k := range allowed {
			names[i] = strconv.Itoa(int(k))
		}
		f.note("type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (%s).", strings.Join(names, ", "))
		return c
	}
	l.count++
	if c.ID != 0 {
		if l.ids[c.ID] {
			f.note("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		l.ids[c.ID] = true
	}
	switch c.Kind {
	case Row:
		l.row(f, &c)
	case Button:
		l.button(f, &c)
	case TextInput:
		l.textInput(f, &c)
	case Section:
		if f.require("components") {
			c.Components = l.list(f, "components", 1, 3, inSection)
		}
		if f.require("accessory") {
			if accessory, ok := f.object("accessory"); ok {
				inner := l.component(accessory, besideSection)
				c.Accessory = &inner
			}
		}
	case TextDisplay:
		c.Content = f.requiredText("content", 1, maxShownText)
		l.text += utf8.RuneCountInString(c.Content)
	case Thumbnail:
		c.Media = l.required(f, "media", "http", "https", "attachment")
		c.About, c.Spoiler = f.text("description", 0, maxAltText), f.yes("spoiler")
	case Gallery:
		if f.require("items") {
			for _, item := range f.forms("items", 1, 10) {
				shown := GalleryItem{About: item.text("description", 0, maxAltText), Spoiler: item.yes("spoiler")}
				if media := l.required(item, "media", "http", "https", "attachment"); media != nil {
					shown.Media = *media
				}
				c.Items = append(c.Items, shown)
			}
		}
	case File:
		c.File, c.Spoiler = l.required(f, "file", "attachment"), f.yes("spoiler")
		if c.File != nil {
			c.Name, c.Size = c.File.URL[strings.LastIndexByte(c.File.URL, '/')+1:], c.File.size
		}
	case Separator:
		divider := !f.given("divider") || f.yes("divider")
		c.Divider, c.Spacing = &divider, 1
		if f.given("spacing") {
			c.Spacing = int(f.integer("spacing", 1, 2))
		}
	case Container:
		if f.given("accent_color") {
			accent := int(f.integer("accent_color", 0, 0xFFFFFF))
			c.Accent = &accent
		}
		c.Spoiler = f.yes("spoiler")
		if f.require("components") {
			c.Components = l.list(f, "components", 1, maxComponents, inContainer)
		}
	case Label:
		c.Label, c.About = f.requiredText("label", 1, 45), f.text("description", 0, 100)
		if f.require("component") {
			if inner, ok := f.object("component"); ok {
				in := l.component(inner, inLabel)
				c.Inner = &in
			}
		}
	default:
		l.menu(f, &c)
	}
	return c
}

func (l *layout) row(f form, c *Component) {
	if !f.require("components") {
		return
	}
	if l.modal {
		c.Components = l.list(f, "components", 1, 1, inModalRow)
		return
	}
	c.Components = l.list(f, "components", 1, 5, inRow)
	buttons := 0
	for _, inner := range c.Components {
		if inner.Kind == Button {
			buttons++
		}
	}
	if menus := len(c.Components) - buttons; menus > 1 || menus == 1 && buttons > 0 {
		f.note("", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
	}
}

func (l *layout) button(f form, c *Component) {
	c.Disabled, c.Label = f.yes("disabled"), f.text("label", 0, 80)
	c.Emoji = emoji(f)
	if !f.require("style") {
		return
	}
	c.Style = int(f.integer("style", 0, 100))
	switch {
	case c.Style >= 1 && c.Style <= 4:
		if f.given("url") {
			f.note("url", "BUTTON_COMPONENT_INVALID_URL", "A url cannot be specified for this button style")
		}
		l.customID(f, c)
	case c.Style == 5:
		if f.given("custom_id") && f.fields["custom_id"] != "" {
			f.note("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if f.require("url") {
			c.URL = f.url("url", 512, "http", "https", "discord")
		}
	default:
		f.note("style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5}.")
	}
	if c.Label == "" && c.Emoji == nil {
		f.note("", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
}

func (l *layout) menu(f form, c *Component) {
	l.customID(f, c)
	c.Disabled, c.Prompt = f.yes("disabled"), f.text("placeholder", 0, 150)
	if l.modal {
		required := !f.given("required") || f.yes("required")
		c.Required = &required
	}
	least, most := 1, 1
	if f.given("min_values") {
		least = int(f.integer("min_values", 0, maxChoices))
	}
	// discordgo writes 0 for "not said".
	if f.given("max_values") && fmt.Sprint(f.fields["max_values"]) != "0" {
		most = int(f.integer("max_values", 1, maxChoices))
	}
	c.Min, c.Max = &least, &most
	if least > most {
		f.note("min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "min_values cannot exceed max_values")
	}
	if c.Kind != StringSelect || !f.require("options") {
		return
	}
	seen, chosen := map[string]bool{}, 0
	for _, item := range f.forms("options", 1, maxChoices) {
		o := Option{
			Label:   item.requiredText("label", 1, 100),
			Value:   item.requiredText("value", 1, 100),
			About:   item.text("description", 0, 100),
			Emoji:   emoji(item),
			Default: item.yes("default"),
		}
		if seen[o.Value] {
			item.note("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
		if o.Default {
			chosen++
		}
		c.Options = append(c.Options, o)
	}
	if len(c.Options) > 0 && most > len(c.Options) {
		f.note("max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values cannot exceed the number of options")
	}
	if len(c.Options) > 0 && least > len(c.Options) {
		f.note("min_values", "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "min_values cannot exceed the number of options")
	}
	if chosen > most {
		f.note("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More options are chosen than max_values allows")
	}
}

func (l *layout) textInput(f form, c *Component) {
	l.customID(f, c)
	if f.require("style") {
		c.Style = int(f.integer("style", 1, 2))
	}
	c.Label = f.text("label", 0, 45)
	c.Value, c.Prompt = f.text("value", 0, 4000), f.text("placeholder", 0, 100)
	required := !f.given("required") || f.yes("required")
	c.Required = &required
	if f.given("min_length") {
		n := int(f.integer("min_length", 0, 4000))
		c.MinLength = &n
	}
	if f.given("max_length") {
		n := int(f.integer("max_length", 1, 4000))
		c.MaxLength = &n
	}
	if c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength {
		f.note("min_length", "TEXT_INPUT_MIN_LENGTH_TOO_LARGE", "min_length cannot exceed max_length")
	}
}

// customID reads what a component answers to, which no other of its message may.
func (l *layout) customID(f form, c *Component) {
	c.CustomID = f.requiredText("custom_id", 1, maxCustomID)
	if c.CustomID == "" {
		return
	}
	if l.customIDs[c.CustomID] {
		f.note("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[c.CustomID] = true
}

// required reads what a component shows.
func (l *layout) required(f form, key string, schemes ...string) *Media {
	if !f.require(key) {
		return nil
	}
	item, ok := f.object(key)
	if !ok || !item.require("url") {
		return nil
	}
	address := item.url("url", 2048, schemes...)
	if address == "" {
		return nil
	}
	media := l.media(address)
	if media == nil {
		item.note("url", noAttachment, "The specified attachment could not be found.")
	}
	return media
}

func emoji(f form) *Emoji {
	e, ok := f.object("emoji")
	if !ok {
		return nil
	}
	read := Emoji{ID: 0, Name: e.text("name", 0, 32), Animated: e.yes("animated")}
	if e.given("id") && e.fields["id"] != "" {
		read.ID = e.id("id")
	}
	if read.ID == 0 && read.Name == "" {
		return nil // discordgo writes an empty one for none
	}
	return &read
}
