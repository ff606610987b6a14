package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
)

// interactionFields is an interaction without discordgo's way of reading it.
type interactionFields dg.Interaction

// readInteraction reads an interaction. discordgo reads nothing of one if a single field is unexpected, so its parts are
// read one by one. If its data or its message is unreadable it has neither, and can still be answered. Only an interaction
// without an ID or a token is an error.
func readInteraction(text []byte) (delivery.Interaction, error) {
	var read struct {
		interactionFields
		Data    json.RawMessage `json:"data"`
		Message json.RawMessage `json:"message"`
	}
	json.Unmarshal(text, &read) // a field that cannot be read leaves the others
	var around struct {         // what discordgo does not read
		Channel channelObject  `json:"channel"`
		Message mediaComponent `json:"message"`
	}
	json.Unmarshal(text, &around)
	fields := dg.Interaction(read.interactionFields)
	i := delivery.Interaction{Interaction: &fields, Parent: around.Channel.ofThread(), ChannelType: around.Channel.Type, ChannelName: around.Channel.Name}
	if i.Type != dg.InteractionPing && (i.ID == "" || i.Token == "") {
		return delivery.Interaction{}, errors.New("read an interaction: it has no id, or no token")
	}
	data, err := readData(i.Type, read.Data)
	if err != nil {
		return i, nil
	}
	if read.Message != nil {
		if err := json.Unmarshal(read.Message, &i.Message); err != nil {
			i.Message = nil
			return i, nil
		}
	}
	i.Data = data
	if i.Message != nil {
		around.Message.attach(i.Message)
	}
	return i, nil
}

// readData reads the data of an interaction of a type; nil if it has none.
func readData(kind dg.InteractionType, text []byte) (dg.InteractionData, error) {
	switch kind {
	case dg.InteractionApplicationCommand, dg.InteractionApplicationCommandAutocomplete:
		return readAs[dg.ApplicationCommandInteractionData](text)
	case dg.InteractionMessageComponent:
		return readAs[dg.MessageComponentInteractionData](text)
	case dg.InteractionModalSubmit:
		modal, err := readAs[modalData](text)
		return modal.asRows(), err
	}
	return nil, nil
}

func readAs[T any](text []byte) (data T, err error) {
	err = json.Unmarshal(text, &data)
	return data, err
}

// modalData is a submitted modal, whose inputs are in labels.
type modalData struct {
	CustomID   string `json:"custom_id"`
	Components []struct {
		Component struct {
			CustomID string   `json:"custom_id"`
			Value    string   `json:"value"`
			Values   []string `json:"values"` // that the user chose in a select
		} `json:"component"`
	} `json:"components"`
}

// asRows returns the modal with rows of text inputs instead of labels, which discordgo does not know.
func (m modalData) asRows() dg.ModalSubmitInteractionData {
	data := dg.ModalSubmitInteractionData{CustomID: m.CustomID}
	for _, label := range m.Components {
		in := label.Component
		value := strings.Join(append(in.Values, in.Value), "")
		data.Components = append(data.Components, &dg.ActionsRow{Components: []dg.MessageComponent{
			&dg.TextInput{CustomID: in.CustomID, Value: value},
		}})
	}
	return data
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
