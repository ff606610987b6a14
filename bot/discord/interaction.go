package discord

import (
	"encoding/json"
	"errors"
	"fmt"

	dg "github.com/bwmarrin/discordgo"
)

// read reads an interaction. discordgo knows not all that may be in one, and then leaves
// out everything: what is around it is read nevertheless, so that it can be answered.
func read(text []byte) (*dg.Interaction, error) {
	i := &dg.Interaction{}
	if err := json.Unmarshal(text, i); err != nil {
		var fields map[string]json.RawMessage
		if json.Unmarshal(text, &fields) != nil {
			return nil, fmt.Errorf("read an interaction: %w", err)
		}
		delete(fields, "data")
		delete(fields, "message")
		if around, err := json.Marshal(fields); err == nil {
			json.Unmarshal(around, i) // it says again that there is no data
		}
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
