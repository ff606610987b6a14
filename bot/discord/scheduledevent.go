package discord

import (
	"context"
	"net/http"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// ScheduleEvent creates a scheduled event in a guild, unless there is one about the same subject.
func (c *Client) ScheduleEvent(ctx context.Context, guild game.PlaceID, e delivery.ScheduledEvent) error {
	id, err := c.scheduledEvent(ctx, guild, e.Subject)
	if err != nil || id != "" {
		return err
	}
	return c.request(ctx, http.MethodPost, dg.EndpointGuildScheduledEvents(guild.String()), &dg.GuildScheduledEventParams{
		Name: e.Name, Description: e.Description, ScheduledStartTime: &e.From, ScheduledEndTime: &e.Until,
		PrivacyLevel: dg.GuildScheduledEventPrivacyLevelGuildOnly, EntityType: dg.GuildScheduledEventEntityTypeExternal,
		EntityMetadata: &dg.GuildScheduledEventEntityMetadata{Location: e.Link + subjectMark + e.Subject},
	}, nil)
}

// CancelEvent deletes the scheduled event of a guild about a subject, if there is one.
func (c *Client) CancelEvent(ctx context.Context, guild game.PlaceID, subject string) error {
	id, err := c.scheduledEvent(ctx, guild, subject)
	if err != nil || id == "" {
		return err
	}
	return c.request(ctx, http.MethodDelete, dg.EndpointGuildScheduledEvent(guild.String(), id), nil, nil)
}

// subjectMark is between the link and the subject of a scheduled event in its location.
const subjectMark = " · "

// scheduledEvent returns the ID of the scheduled event of a guild about a subject; "" if there is none.
func (c *Client) scheduledEvent(ctx context.Context, guild game.PlaceID, subject string) (string, error) {
	var all []struct {
		ID       string `json:"id"`
		Metadata struct {
			Location string `json:"location"`
		} `json:"entity_metadata"`
	}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuildScheduledEvents(guild.String()), nil, &all); err != nil {
		return "", err
	}
	for _, e := range all {
		if strings.HasSuffix(e.Metadata.Location, subjectMark+subject) {
			return e.ID, nil
		}
	}
	return "", nil
}
