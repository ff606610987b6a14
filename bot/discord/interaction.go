package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	dg "github.com/bwmarrin/discordgo"
)

// deepest is how far into a field of an interaction is looked for what cannot be read of it: to
// the permissions of a member whom an option of a command names.
const deepest = 4

// read reads an interaction; it fails only for one without an id or a token. discordgo reads
// nothing of an interaction in which one field is of a type that it does not expect, so such
// a field is left out.
func read(text []byte) (*dg.Interaction, error) {
	i := &dg.Interaction{}
	if err := json.Unmarshal(text, i); err != nil {
		var fields map[string]json.RawMessage
		if json.Unmarshal(text, &fields) != nil {
			return nil, fmt.Errorf("read an interaction: %w", err)
		}
		json.Unmarshal(legible(fields), i) // it may say again that there is no data
	}
	if i.Message != nil {
		var around struct {
			Message shown `json:"message"`
		}
		if json.Unmarshal(text, &around) == nil {
			around.Message.attach(i.Message)
		}
	}
	if i.Type != dg.InteractionPing && (i.ID == "" || i.Token == "") {
		return nil, errors.New("read an interaction: it has no id, or no token")
	}
	return i, nil
}

// legible writes an interaction with what discordgo can read of its fields. Data and message
// are there whole or not at all: half of what somebody asks for is another request, and half
// of a message would be shown in the place of the whole one.
func legible(fields map[string]json.RawMessage) json.RawMessage {
	if json.Unmarshal(fields["type"], new(dg.InteractionType)) != nil {
		delete(fields, "type")
	}
	for name, value := range fields {
		whole := name == "data" || name == "message"
		mended, ok := mend(value, whole, deepest, func(v json.RawMessage) bool {
			alone := map[string]json.RawMessage{"type": fields["type"], "data": json.RawMessage("{}")}
			alone[name] = v
			return json.Unmarshal(object(alone), &dg.Interaction{}) == nil
		})
		switch {
		case ok:
			fields[name] = mended
		case whole:
			delete(fields, "data")
			delete(fields, "message")
		default:
			delete(fields, name)
		}
	}
	return object(fields)
}

// mend returns what can be read of a value: of a set of permissions the bits that fit, and of
// another object that need not be whole the fields that can be read.
func mend(value json.RawMessage, whole bool, depth int, reads func(json.RawMessage) bool) (_ json.RawMessage, ok bool) {
	if reads(value) {
		return value, true
	}
	if low, ok := lowBits(value); ok && reads(low) {
		return low, true
	}
	var fields map[string]json.RawMessage
	if depth == 0 || json.Unmarshal(value, &fields) != nil {
		return nil, false
	}
	for name, inner := range fields {
		mended, ok := mend(inner, whole, depth-1, func(v json.RawMessage) bool {
			return reads(object(map[string]json.RawMessage{name: v}))
		})
		switch {
		case ok:
			fields[name] = mended
		case whole:
			return nil, false
		default:
			delete(fields, name)
		}
	}
	mended := object(fields)
	return mended, reads(mended)
}

// object writes an object of JSON that has been read.
func object(fields map[string]json.RawMessage) json.RawMessage {
	text, _ := json.Marshal(fields)
	return text
}

// lowBits returns a set of permissions, which is a number of any size in quotation marks,
// without the bits that an int64 has no room for.
func lowBits(value json.RawMessage) (json.RawMessage, bool) {
	digits := strings.TrimSuffix(strings.TrimPrefix(string(value), `"`), `"`)
	if len(digits) != len(value)-2 {
		return nil, false
	}
	var bits uint64 // what overflows leaves the bits below as they are
	for _, digit := range []byte(digits) {
		if digit < '0' || digit > '9' {
			return nil, false
		}
		bits = bits*10 + uint64(digit-'0')
	}
	return fmt.Appendf(nil, `"%d"`, bits&math.MaxInt64), true
}

// asks tells for whom, and where, an interaction counts against the limits.
func asks(i *dg.Interaction) (person, place string) {
	switch {
	case i.Member != nil && i.Member.User != nil:
		person = i.Member.User.ID
	case i.User != nil:
		person = i.User.ID
	}
	place = i.GuildID
	if place == "" {
		place = i.ChannelID
	}
	return person, place
}

// subject names what an interaction is about, for logs and counts: a command's name, or
// the kind of the control. It is one of few words, whatever clients send.
func subject(i *dg.Interaction) string {
	switch data := i.Data.(type) {
	case dg.ApplicationCommandInteractionData:
		return data.Name
	case dg.MessageComponentInteractionData:
		return "control"
	case dg.ModalSubmitInteractionData:
		return "form"
	}
	return "unreadable"
}
