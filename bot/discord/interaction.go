package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
)

// maxRepairDepth is the maximum depth at which unreadable parts of a field are removed: that of
// the permissions of a member in the options of a command.
const maxRepairDepth = 4

// readInteraction reads an interaction. discordgo reads nothing of an interaction if the type of
// one field is unexpected, so such fields are removed. Only an interaction without an ID or a
// token is an error.
func readInteraction(text []byte) (delivery.Interaction, error) {
	i := delivery.Interaction{Interaction: &dg.Interaction{}}
	if err := json.Unmarshal(text, i.Interaction); err != nil {
		var fields map[string]json.RawMessage
		if json.Unmarshal(text, &fields) != nil {
			return delivery.Interaction{}, fmt.Errorf("read an interaction: %w", err)
		}
		if fields["data"] != nil {
			fields["data"] = labelsAsRows(fields["data"])
		}
		json.Unmarshal(readableFields(fields), i.Interaction) // an error means that there is no data
	}
	var around struct { // what discordgo does not read
		Channel channelObject  `json:"channel"`
		Message mediaComponent `json:"message"`
	}
	json.Unmarshal(text, &around) // a field that cannot be read leaves the others
	i.Parent, i.ChannelType = around.Channel.ofThread(), around.Channel.Type
	if i.Message != nil {
		around.Message.attach(i.Message)
	}
	if i.Type != dg.InteractionPing && (i.ID == "" || i.Token == "") {
		return delivery.Interaction{}, errors.New("read an interaction: it has no id, or no token")
	}
	return i, nil
}

// labelsAsRows returns the data of a modal with rows of text inputs instead of labels, which discordgo does
// not know. The value of a select is what the user chose.
func labelsAsRows(data json.RawMessage) json.RawMessage {
	var modal struct {
		CustomID   string `json:"custom_id"`
		Components []struct {
			Type      dg.ComponentType `json:"type"`
			Component struct {
				CustomID string   `json:"custom_id"`
				Value    string   `json:"value"`
				Values   []string `json:"values"`
			} `json:"component"`
		} `json:"components"`
	}
	if json.Unmarshal(data, &modal) != nil || len(modal.Components) == 0 {
		return data
	}
	var rows []dg.MessageComponent
	for _, c := range modal.Components {
		if c.Type != message.LabelComponent {
			return data
		}
		value := strings.Join(append(c.Component.Values, c.Component.Value), "")
		rows = append(rows, dg.ActionsRow{Components: []dg.MessageComponent{dg.TextInput{CustomID: c.Component.CustomID, Value: value}}})
	}
	read, _ := json.Marshal(map[string]any{"custom_id": modal.CustomID, "components": rows})
	return read
}

// readableFields returns an interaction reduced to what discordgo can read. It keeps data and
// message whole or not at all: a part of the data would be another request, and a part of the
// message would replace the whole one.
func readableFields(fields map[string]json.RawMessage) json.RawMessage {
	if json.Unmarshal(fields["type"], new(dg.InteractionType)) != nil {
		delete(fields, "type")
	}
	for name, value := range fields {
		whole := name == "data" || name == "message"
		fields[name] = repair(value, whole, maxRepairDepth, func(v json.RawMessage) bool {
			alone := map[string]json.RawMessage{"type": fields["type"], "data": json.RawMessage("{}")}
			alone[name] = v
			return json.Unmarshal(marshalObject(alone), &dg.Interaction{}) == nil
		})
		if whole && fields[name] == nil {
			fields["data"], fields["message"] = nil, nil
		}
	}
	return marshalObject(fields)
}

// repair reduces a value to what can be read: permissions to the bits that fit, and an object,
// unless it must stay whole, to its readable fields. It returns nil if nothing can be read.
func repair(value json.RawMessage, whole bool, depth int, reads func(json.RawMessage) bool) json.RawMessage {
	if reads(value) {
		return value
	}
	if low := lowBits(value); low != nil && reads(low) {
		return low
	}
	var fields map[string]json.RawMessage
	if depth == 0 || json.Unmarshal(value, &fields) != nil {
		return nil
	}
	for name, inner := range fields {
		fields[name] = repair(inner, whole, depth-1, func(v json.RawMessage) bool {
			return reads(marshalObject(map[string]json.RawMessage{name: v}))
		})
		if whole && fields[name] == nil {
			return nil
		}
	}
	if repaired := marshalObject(fields); reads(repaired) {
		return repaired
	}
	return nil
}

// marshalObject writes a JSON object without its nil fields.
func marshalObject(fields map[string]json.RawMessage) json.RawMessage {
	maps.DeleteFunc(fields, func(_ string, v json.RawMessage) bool { return v == nil })
	text, _ := json.Marshal(fields)
	return text
}

// lowBits returns permissions without the bits that do not fit into an int64, or nil. Permissions
// are a number of any size in quotation marks.
func lowBits(value json.RawMessage) json.RawMessage {
	digits := strings.TrimSuffix(strings.TrimPrefix(string(value), `"`), `"`)
	if len(digits) != len(value)-2 {
		return nil
	}
	var bits uint64 // overflow keeps the low bits
	for _, digit := range []byte(digits) {
		if digit < '0' || digit > '9' {
			return nil
		}
		bits = bits*10 + uint64(digit-'0')
	}
	return fmt.Appendf(nil, `"%d"`, bits&math.MaxInt64)
}

// requester returns the user and the guild or DM whose rates an interaction counts against.
func requester(i *dg.Interaction) (user, guild string) {
	switch {
	case i.Member != nil && i.Member.User != nil:
		user = i.Member.User.ID
	case i.User != nil:
		user = i.User.ID
	}
	return user, cmp.Or(i.GuildID, i.ChannelID)
}

// subject names the command or the kind of component of an interaction, for logs and metrics.
func subject(i *dg.Interaction) string {
	switch data := i.Data.(type) {
	case dg.ApplicationCommandInteractionData:
		return data.Name
	case dg.MessageComponentInteractionData:
		return "component"
	case dg.ModalSubmitInteractionData:
		return "modal"
	}
	return "unreadable"
}
