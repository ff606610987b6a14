package discordtest

import (
	"maps"
	"strings"
)

// routes are the requests that the bot may make, each with the names of its query's
// parameters and what its body must be.
var routes = map[string]struct {
	query []string
	body  rule
}{
	"DELETE /guilds/{id}/members/{id}/roles/{id}":      {},
	"DELETE /guilds/{id}/scheduled-events/{id}":        {},
	"DELETE /webhooks/{id}/{token}/messages/@original": {},
	"GET /applications/@me":                            {},
	"GET /applications/{id}/commands":                  {query: []string{"with_localizations"}},
	"GET /channels/{id}":                               {},
	"GET /channels/{id}/messages":                      {query: []string{"limit", "before"}},
	"GET /channels/{id}/messages/{id}":                 {},
	"GET /gateway/bot":                                 {},
	"GET /guilds/{id}":                                 {},
	"GET /guilds/{id}/members/{id}":                    {},
	"GET /guilds/{id}/scheduled-events":                {},
	"GET /users/@me":                                   {},
	"GET /webhooks/{id}/{token}/messages/@original":    {},
	"GET /webhooks/{id}/{token}/messages/{id}":         {},
	"PATCH /channels/{id}/messages/{id}":               {body: message("edit", true)},
	"PATCH /guilds/{id}/scheduled-events/{id}":         {body: shaped("changed event")},
	"PATCH /webhooks/{id}/{token}/messages/@original":  {body: message("edit", true)},
	"PATCH /webhooks/{id}/{token}/messages/{id}":       {body: message("edit", true)},
	"POST /channels/{id}/messages":                     {body: message("message", false)},
	"POST /channels/{id}/threads":                      {body: shaped("thread")},
	"POST /guilds/{id}/scheduled-events":               {body: shaped("scheduled event")},
	"POST /interactions/{id}/{token}/callback":         {query: []string{"with_response"}, body: callback},
	"POST /users/@me/channels":                         {body: shaped("direct message")},
	"POST /webhooks/{id}/{token}":                      {query: []string{"wait"}, body: message("follow-up", false)},
	"PUT /applications/{id}/commands":                  {body: commands},
	"PUT /guilds/{id}/members/{id}/roles/{id}":         {},
}

// callbacks are what the data of each type of interaction callback must be.
var callbacks = map[string]rule{
	"4": message("follow-up", false), "5": shaped("deferral"), "6": shaped("acknowledgement"), "7": message("update", true), "8": shaped("choices"), "9": form,
}

// The limits of a request with files.
const (
	maxFiles = 10
	maxBytes = 10 << 20
)

// Bits of the flags of a message.
const (
	ephemeral    = 1 << 6
	componentsV2 = 1 << 15
)

// The limits of all components of a message, and of a command in one language.
const (
	maxComponents   = 40
	maxTexts        = 4000
	maxCommandTexts = 8000
)

// shape lists all fields of an object that the bot sends, with their rules; "!" marks a required
// field.
type shape map[string]rule

// shapes are the objects of requests by name, and components the components by type.
var (
	shapes     map[string]shape
	components map[string]shape
)

// stands are the types of the components that can stand in each place.
var stands = map[string][]string{
	"message":   {"1", "10", "12", "13", "17"},
	"container": {"1", "10", "12", "13"},
	"row":       {"2", "3"},
	"modal":     {"18"},
	"label":     {"3", "4"},
}

func init() { // shapes hold each other
	sent := shape{
		"components":       list(0, maxComponents, component("message")),
		"allowed_mentions": mentions, "attachments": list(0, maxFiles, shaped("attachment")),
	}
	answered := shape{"flags": bits(ephemeral | componentsV2)}
	about := shape{
		"name!": matching(commandName), "name_localizations": localized(matching(commandName)),
		"description!": text(1, 100), "description_localizations": localized(text(1, 100)),
		"options": options,
	}
	everyCommand := shape{
		"type": oneOf("1", "2"), "default_member_permissions": number(0, 1<<63),
		"contexts": list(0, 3, oneOf("0", "1", "2")), "integration_types": list(1, 2, oneOf("0", "1")),
	}
	shapes = map[string]shape{
		"message":         sent.with(shape{"flags": bits(componentsV2), "nonce": text(1, 25), "enforce_nonce": flag}),
		"follow-up":       sent.with(answered),
		"update":          sent.with(answered),
		"edit":            sent.with(shape{"flags": bits(componentsV2)}),
		"acknowledgement": {},
		"deferral":        {"flags": bits(ephemeral)},
		"choices":         {"choices!": list(0, 25, shaped("choice"))},
		"modal":           {"custom_id!": text(1, 100), "title!": text(1, 45), "components!": list(1, 5, component("modal"))},
		"attachment":      {"id!": number(0, 1<<63), "filename": matching(fileName), "description": text(0, 1024)},
		"media":           {"url!": text(1, 2048)},
		"item":            {"media!": shaped("media"), "description": text(1, 1024), "spoiler": flag},
		"line":            {"label!": text(1, 100), "value!": text(1, 100), "description": text(0, 100), "default": flag},
		"thread":          {"name!": text(1, 100), "type!": oneOf("11"), "auto_archive_duration": oneOf("60", "1440", "4320", "10080"), "invitable": flag},
		"scheduled event": {
			"name!": text(1, 100), "description": text(1, 1000), "scheduled_start_time!": text(1, 40), "scheduled_end_time!": text(1, 40),
			"privacy_level!": oneOf("2"), "entity_type!": oneOf("3"), "entity_metadata!": shaped("place"),
		},
		"changed event": {
			"name": text(1, 100), "description": text(1, 1000), "scheduled_start_time": text(1, 40), "scheduled_end_time": text(1, 40),
			"privacy_level": oneOf("2"), "entity_type": oneOf("3"), "entity_metadata": shaped("place"), "status": oneOf("2", "3"),
		},
		"place":          {"location!": text(1, 100)},
		"direct message": {"recipient_id!": number(1, 1<<63)},
		"command":        about.with(everyCommand),
		"user command": everyCommand.with(shape{ // of the context menu of members
			"name!": text(1, 32), "name_localizations": localized(text(1, 32)), "options": list(0, 0, nil),
		}),
		"option": about.with(shape{
			"type!": number(1, 11), "required": flag, "autocomplete": flag, "choices": list(0, 25, shaped("choice")),
			"min_length": number(0, 6000), "max_length": number(1, 6000),
			"channel_types": list(0, 12, number(0, 15)),
		}),
		"choice": {"name!": text(1, 100), "name_localizations": localized(text(1, 100)), "value!": text(1, 100)},
	}
	components = map[string]shape{
		"1": {"components!": list(1, 5, component("row"))},
		"2": {"style!": number(1, 4), "label!": text(1, 80), "custom_id!": text(1, 100), "disabled": flag},
		"3": {"custom_id!": text(1, 100), "placeholder": text(0, 150), "disabled": flag, "required": flag, "options!": list(1, 25, shaped("line"))},
		"4": {
			"custom_id!": text(1, 100), "style!": oneOf("1", "2"), "value": text(0, 4000), "required": flag, "max_length": number(1, 4000),
		},
		"10": {"content!": text(1, maxTexts)},
		"12": {"items!": list(1, 10, shaped("item"))},
		"13": {"file!": shaped("media"), "spoiler": flag},
		"17": {"components!": list(1, maxComponents, component("container")), "accent_color": number(0, 0xFFFFFF), "spoiler": flag},
		"18": {"label!": text(1, 45), "description": text(0, 100), "component!": component("label")},
	}
}

// with returns a shape with more fields.
func (s shape) with(more shape) shape {
	all := maps.Clone(s)
	for key := range more {
		delete(all, strings.TrimSuffix(key, "!"))
	}
	maps.Copy(all, more)
	return all
}
