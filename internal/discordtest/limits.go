package discordtest

import (
	"errors"
	"fmt"
	"strconv"
)

// queries are the parameters that the query of a request can have.
var queries = map[string][]string{
	"GET /applications/{id}/commands":          {"with_localizations"},
	"GET /channels/{id}/messages":              {"limit", "before"},
	"POST /interactions/{id}/{token}/callback": {"with_response"},
	"POST /webhooks/{id}/{token}":              {"wait"},
}

// Bits of the flags of a message.
const (
	ephemeral    = 1 << 6
	componentsV2 = 1 << 15
)

// The types of interaction callbacks that have a message.
const (
	callbackMessage = 4
	callbackUpdate  = 7
)

// promised returns what is wrong with a message of the bot that Discord would accept: each has components of version 2, only
// responses can be for one person, nobody is pinged who is not named, and each file has its line.
func promised(m map[string]any, isResponse, isEdit bool, files int) error {
	var wrong []error
	note := func(format string, values ...any) { wrong = append(wrong, fmt.Errorf(format, values...)) }
	known := componentsV2
	if isResponse {
		known |= ephemeral
	}
	switch flags := whole(m["flags"], 0); {
	case flags&^known != 0:
		note("flags: %d has bits other than %d", flags, known)
	case flags&componentsV2 == 0 && (!isEdit || m["components"] != nil || m["flags"] != nil):
		note("flags: %d lacks the one for components v2", flags)
	}
	if mentions := object(m, "allowed_mentions"); mentions != nil {
		if parse, ok := mentions["parse"].([]any); !ok || len(parse) > 0 {
			note("allowed_mentions.parse: is %v, and not empty", mentions["parse"])
		}
	}
	listed := 0
	attachments, _ := m["attachments"].([]any)
	for _, a := range attachments {
		if whole(object(a)["id"], files) < files {
			listed++
		}
	}
	if listed != files {
		note("%d of %d files are in attachments", listed, files)
	}
	return errors.Join(wrong...)
}

// whole returns a whole number, or another if there is none.
func whole(v any, other int) int {
	if n, err := strconv.Atoi(fmt.Sprint(v)); err == nil {
		return n
	}
	return other
}

// controls returns the custom ids of components.
func controls(v any) (ids []string) {
	switch v := v.(type) {
	case []any:
		for _, v := range v {
			ids = append(ids, controls(v)...)
		}
	case map[string]any:
		if id, ok := v["custom_id"].(string); ok {
			ids = append(ids, id)
		}
		ids = append(append(ids, controls(v["components"])...), controls(v["accessory"])...)
	}
	return ids
}
