package discordtest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	dg "github.com/bwmarrin/discordgo"
)

// rule records what is wrong with a JSON value at a place in a body.
type rule func(b *body, at string, v any)

// body is the body of a request during its check, with what is checked across all of it.
type body struct {
	files    []file // sent along
	mistakes []error

	count     int // components
	texts     int // characters in text displays
	customIDs []string
	ids       map[string]bool // numbers of components
	media     []string        // addresses of what components show
}

// file is a file of a multipart body, such as files[0].
type file struct {
	part, name string
}

func (b *body) note(at, format string, values ...any) {
	b.mistakes = append(b.mistakes, fmt.Errorf("%s: "+format, append([]any{strings.TrimPrefix(at, ".")}, values...)...))
}

func flag(b *body, at string, v any) {
	if _, ok := v.(bool); !ok {
		b.note(at, "%v is not true or false", v)
	}
}

// text accepts a string of a number of characters.
func text(least, most int) rule {
	return func(b *body, at string, v any) {
		s, ok := v.(string)
		if n := utf8.RuneCountInString(s); !ok || n < least || n > most {
			b.note(at, "has %d characters, not %d to %d: %v", n, least, most, v)
		}
	}
}

var (
	commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	fileName    = regexp.MustCompile(`^[A-Za-z0-9._-]{1,260}$`)
)

func matching(form *regexp.Regexp) rule {
	return func(b *body, at string, v any) {
		if s, ok := v.(string); !ok || !form.MatchString(s) || form == commandName && s != strings.ToLower(s) {
			b.note(at, "%v is no name", v)
		}
	}
}

// number accepts a whole number, which may be written as a string.
func number(least, most float64) rule {
	return func(b *body, at string, v any) {
		n, err := strconv.ParseFloat(fmt.Sprint(v), 64)
		if err != nil || n != float64(int64(n)) || n < least || n > most {
			b.note(at, "%v is not from %.0f to %.0f", v, least, most)
		}
	}
}

func bits(known int64) rule {
	return func(b *body, at string, v any) {
		if n, err := strconv.ParseInt(fmt.Sprint(v), 10, 64); err != nil || n&^known != 0 {
			b.note(at, "%v has bits other than %d", v, known)
		}
	}
}

func oneOf(values ...string) rule {
	return func(b *body, at string, v any) {
		if !slices.Contains(values, fmt.Sprint(v)) {
			b.note(at, "%v is none of %v", v, values)
		}
	}
}

func list(least, most int, item rule) rule {
	return func(b *body, at string, v any) {
		items, ok := v.([]any)
		if n := len(items); !ok || n < least || n > most {
			b.note(at, "has %d items, not %d to %d", n, least, most)
		}
		for i, v := range items[:min(len(items), most)] {
			item(b, fmt.Sprintf("%s[%d]", at, i), v)
		}
	}
}

// shaped accepts an object of a shape.
func shaped(name string) rule {
	return func(b *body, at string, v any) { b.fields(at, v, shapes[name]) }
}

// fields checks the fields of an object. A field that is null is not there.
func (b *body) fields(at string, v any, s shape) map[string]any {
	fields, ok := v.(map[string]any)
	if !ok {
		b.note(at, "%v is no object", v)
		return nil
	}
	for key, v := range fields {
		check, ok := s[key]
		if !ok {
			check, ok = s[key+"!"]
		}
		switch {
		case v == nil:
		case !ok:
			b.note(at+"."+key, "there is no such field")
		default:
			check(b, at+"."+key, v)
		}
	}
	for key := range s {
		if key, must := strings.CutSuffix(key, "!"); must && fields[key] == nil {
			b.note(at+"."+key, "is missing")
		}
	}
	return fields
}

// localized takes an object of texts by their locale.
func localized(each rule) rule {
	return func(b *body, at string, v any) {
		in, ok := v.(map[string]any)
		if !ok {
			b.note(at, "%v is no object", v)
		}
		for locale, v := range in {
			if _, ok := dg.Locales[dg.Locale(locale)]; !ok || locale == "" {
				b.note(at, "Discord has no locale %q", locale)
			}
			each(b, at+"."+locale, v)
		}
	}
}

// mentions takes allowed_mentions.
func mentions(b *body, at string, v any) {
	fields := b.fields(at, v, shape{"parse!": list(0, 0, nil), "users": list(0, 100, number(1, 1<<63)), "replied_user": flag})
	users, _ := fields["users"].([]any)
	b.unique(at+".users", users)
}

// unique notes what is in a list twice.
func (b *body) unique(at string, all []any) {
	seen := map[any]bool{}
	for _, v := range all {
		if v != nil && seen[v] {
			b.note(at, "%v is there twice", v)
		}
		seen[v] = true
	}
}

// column returns a field of each object in a list; nil where it has none.
func column(items any, key string) []any {
	list, _ := items.([]any)
	all := make([]any, len(list))
	for i, item := range list {
		all[i] = object(item)[key]
	}
	return all
}

// component takes a component that can stand in a place.
func component(place string) rule {
	return func(b *body, at string, v any) {
		kind := fmt.Sprint(object(v)["type"])
		if !slices.Contains(stands[place], kind) {
			b.note(at, "a component of type %s does not stand in a %s", kind, place)
			return
		}
		fields := b.fields(at, v, components[kind].with(shape{"type!": number(1, 99), "id": number(0, 1<<31-1)}))
		b.count++
		if id := fmt.Sprint(fields["id"]); fields["id"] != nil && id != "0" {
			if b.ids[id] {
				b.note(at, "the id %s is there twice", id)
			}
			b.ids[id] = true
		}
		if custom, ok := fields["custom_id"].(string); ok {
			if slices.Contains(b.customIDs, custom) {
				b.note(at, "the custom id %q is there twice", custom)
			}
			b.customIDs = append(b.customIDs, custom)
		}
		for _, shown := range append(column(fields["items"], "media"), fields["file"]) {
			if url, ok := object(shown)["url"].(string); ok {
				b.media = append(b.media, url)
			}
		}
		b.component(at, kind, fields)
	}
}

// component checks what must hold between the fields of a component.
func (b *body) component(at, kind string, fields map[string]any) {
	inner, _ := fields["components"].([]any)
	switch kind {
	case "1":
		for _, kind := range column(inner, "type") {
			if fmt.Sprint(kind) != "2" && len(inner) > 1 {
				b.note(at, "a menu stands beside others")
			}
		}
	case "3":
		b.unique(at+".options", column(fields["options"], "value"))
	case "10":
		text, _ := fields["content"].(string)
		b.texts += utf8.RuneCountInString(text)
	}
}

// whole returns a whole number, or another if there is none.
func whole(v any, other int) int {
	if n, err := strconv.Atoi(fmt.Sprint(v)); err == nil {
		return n
	}
	return other
}

// message takes a message of a shape with the files that come along, or what a message
// becomes by an edit.
func message(name string, edit bool) rule {
	return func(b *body, at string, v any) {
		b.ids = map[string]bool{}
		fields := b.fields(at, v, shapes[name])
		if flags := whole(fields["flags"], 0); flags&componentsV2 == 0 && (!edit || b.count > 0 || fields["flags"] != nil) {
			b.note(at+".flags", "%d lacks the one for components v2", flags)
		}
		if b.count == 0 && (!edit || fields["components"] != nil) {
			b.note(at, "the message is empty")
		}
		b.components(at)
		b.attached(at, fields, edit)
	}
}

// components checks what must hold of all components.
func (b *body) components(at string) {
	if b.count > maxComponents || b.texts > maxTexts {
		b.note(at, "it has %d components with %d characters of text", b.count, b.texts)
	}
}

// attached checks that the files of a message, what it says of them and what it shows agree.
// attachments lists all files that the message has afterwards: each new one by its place among
// those sent along, and of an edit those that stay by their ids.
func (b *body) attached(at string, fields map[string]any, edit bool) {
	said, _ := fields["attachments"].([]any)
	b.unique(at+".attachments", column(said, "id"))
	names, stay, unnamed := map[string]bool{}, map[string]bool{}, false
	listed := 0
	for i, a := range said {
		id := fmt.Sprint(object(a)["id"])
		name, named := object(a)["filename"].(string)
		new := slices.IndexFunc(b.files, func(f file) bool { return f.part == "files["+id+"]" })
		switch {
		case new >= 0 && name != b.files[new].name:
			b.note(at, "attachments[%d] calls %q %q", i, b.files[new].name, name)
		case new >= 0:
			listed++
		case !edit || len(id) < 17: // no id of Discord's
			b.note(at, "attachments[%d] is no file: %v", i, a)
		default:
			stay[id] = true
			unnamed = unnamed || !named // it is called as it was
		}
		names[name] = true
	}
	if listed != len(b.files) {
		b.note(at, "%d of %d files are in attachments", listed, len(b.files))
	}
	for _, shown := range b.media {
		name, ours := strings.CutPrefix(shown, "attachment://")
		old := attachmentURL.FindStringSubmatch(shown)
		if ours && !names[name] && !unnamed || old != nil && !stay[old[1]] {
			b.note(at, "%s is shown, which is not attached", shown)
		}
	}
}

// attachmentURL is the address of a file that a message has, with its id.
var attachmentURL = regexp.MustCompile(`/(?:ephemeral-)?attachments/[0-9]+/([0-9]+)/`)

// form takes a modal.
func form(b *body, at string, v any) {
	b.ids = map[string]bool{}
	shaped("modal")(b, at, v)
	id, _ := object(v)["custom_id"].(string)
	b.customIDs = []string{id} // its inputs do nothing
	b.components(at)
}

// callback takes what answers an interaction.
func callback(b *body, at string, v any) {
	fields, _ := v.(map[string]any)
	data, ok := callbacks[fmt.Sprint(fields["type"])]
	if !ok {
		b.note(at, "there is no callback of type %v", fields["type"])
		return
	}
	s := shape{"type!": number(1, 12), "data!": data}
	if kind := whole(fields["type"], 0); kind == 5 || kind == 6 {
		s = shape{"type!": number(1, 12), "data": data}
	}
	b.fields(at, v, s)
}

// options takes the options of a command.
func options(b *body, at string, v any) {
	list(0, 25, shaped("option"))(b, at, v)
	optional := false
	for i, item := range v.([]any) {
		o := object(item)
		kind, required := whole(o["type"], 0), o["required"] == true
		optional = optional || kind > 2 && !required
		choices, _ := o["choices"].([]any)
		switch {
		case required && optional:
			b.note(at, "%v must be given, and stands after what need not be", o["name"])
		case (len(choices) > 0 || o["autocomplete"] == true) && (kind != 3 || len(choices) > 0 && o["autocomplete"] == true):
			b.note(at, "%v cannot have choices, or not these and completions", o["name"])
		case kind == 1 && slices.ContainsFunc(column(o["options"], "type"), func(v any) bool { return whole(v, 0) <= 2 }):
			b.note(at, "%v is a subcommand, and has some", o["name"])
		case kind > 2 && o["options"] != nil:
			b.note(at, "%v is a value, and has options", o["name"])
		case (kind <= 2) != (whole(object(v.([]any)[0])["type"], 0) <= 2):
			b.note(at, "subcommands stand beside values")
		}
		b.unique(fmt.Sprintf("%s[%d].choices", at, i), column(choices, "value"))
		b.named(fmt.Sprintf("%s[%d].choices", at, i), choices)
	}
	b.named(at, v.([]any))
}

// named notes what is called the same in a language as what stands beside it.
func (b *body) named(at string, items []any) {
	for _, locale := range locales() {
		var names []any
		for _, item := range items {
			names = append(names, translated(item, "name", locale))
		}
		b.unique(at+" in "+string(locale), names)
	}
}

// commands takes all commands of an app.
func commands(b *body, at string, v any) {
	isUserCommand := func(v any) bool { return whole(object(v)["type"], 1) == 2 }
	list(0, 100, func(b *body, at string, v any) {
		name := "command"
		if isUserCommand(v) {
			name = "user command"
		}
		shaped(name)(b, at, v)
	})(b, at, v)
	items, _ := v.([]any)
	b.named(at, slices.DeleteFunc(slices.Clone(items), isUserCommand))
	b.named(at, slices.DeleteFunc(slices.Clone(items), func(v any) bool { return !isUserCommand(v) }))
	for _, item := range items {
		for _, locale := range locales() {
			if n := characters(item, locale); n > maxCommandTexts {
				b.note(at, "%v takes %d characters in %s", object(item)["name"], n, locale)
			}
		}
	}
}

// characters counts the characters of a command, an option or a choice with all in it.
func characters(v any, locale dg.Locale) (n int) {
	o := object(v)
	for _, key := range []string{"name", "description"} {
		n += utf8.RuneCountInString(translated(v, key, locale))
	}
	if value, ok := o["value"].(string); ok {
		n += utf8.RuneCountInString(value)
	}
	for _, key := range []string{"options", "choices"} {
		inner, _ := o[key].([]any)
		for _, v := range inner {
			n += characters(v, locale)
		}
	}
	return n
}

// locales are Discord's, and first that of the texts that are not translated.
var locales = sync.OnceValue(func() []dg.Locale { return slices.Sorted(maps.Keys(dg.Locales)) })

// translated returns a text of an object in a language.
func translated(v any, key string, locale dg.Locale) string {
	text, ok := object(v, key+"_localizations")[string(locale)].(string)
	if !ok {
		text, _ = object(v)[key].(string)
	}
	return text
}
