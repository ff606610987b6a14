package discord

import (
	"encoding/json"
	"fmt"

	dg "github.com/bwmarrin/discordgo"
)

// read reads an interaction. One of which discordgo understands only the outside comes
// without data and without the message it was made on, so that it can be answered; one
// that cannot be answered either is an error.
func read(text []byte) (*dg.Interaction, error) {
	i := &dg.Interaction{}
	inside := json.Unmarshal(text, i)
	if inside != nil {
		var outside struct {
			ID          string             `json:"id"`
			AppID       string             `json:"application_id"`
			Type        dg.InteractionType `json:"type"`
			Token       string             `json:"token"`
			GuildID     string             `json:"guild_id"`
			ChannelID   string             `json:"channel_id"`
			Member      *dg.Member         `json:"member"`
			User        *dg.User           `json:"user"`
			Locale      dg.Locale          `json:"locale"`
			GuildLocale *dg.Locale         `json:"guild_locale"`
		}
		if json.Unmarshal(text, &outside) != nil {
			return nil, fmt.Errorf("read an interaction: %w", inside)
		}
		*i = dg.Interaction{
			ID: outside.ID, AppID: outside.AppID, Type: outside.Type, Token: outside.Token,
			GuildID: outside.GuildID, ChannelID: outside.ChannelID,
			Member: outside.Member, User: outside.User, Locale: outside.Locale, GuildLocale: outside.GuildLocale,
		}
	}
	if i.Type != dg.InteractionPing && (i.ID == "" || i.Token == "") {
		return nil, fmt.Errorf("read an interaction: it has no id, or no token")
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
