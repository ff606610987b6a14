package discord

import (
	"context"
	"net/http"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// Schedule brings the scheduled event of a guild about a subject up to date.
func (c *Client) Schedule(ctx context.Context, guild game.PlaceID, e delivery.ScheduledEvent) error {
	now, err := c.scheduledEvent(ctx, guild, e.Subject)
	if err != nil || now.ID == "" && e.State != delivery.EventPlanned {
		return err
	}
	if e.State == delivery.EventActive && !e.Until.After(now.From) { // Discord takes no end before the start that was planned
		e.Until = time.Time{}
	}
	planned := now.Status == dg.GuildScheduledEventStatusScheduled
	method, endpoint := http.MethodPatch, dg.EndpointGuildScheduledEvent(guild.String(), now.ID)
	change := &dg.GuildScheduledEventParams{}
	location := &dg.GuildScheduledEventEntityMetadata{Location: e.Link + subjectMark + e.Subject}
	if e.State == delivery.EventPlanned && now.Status == dg.GuildScheduledEventStatusActive { // Discord began it in time: another takes its place
		if err := c.request(ctx, http.MethodDelete, endpoint, nil, nil); err != nil {
			return err
		}
		now.ID = ""
	}
	switch {
	case e.State == delivery.EventPlanned:
		change = &dg.GuildScheduledEventParams{
			Name: e.Name, Description: e.Description, ScheduledStartTime: &e.From, ScheduledEndTime: &e.Until,
			PrivacyLevel: dg.GuildScheduledEventPrivacyLevelGuildOnly, EntityType: dg.GuildScheduledEventEntityTypeExternal,
			EntityMetadata: location,
		}
		if now.ID == "" {
			method, endpoint = http.MethodPost, dg.EndpointGuildScheduledEvents(guild.String())
		}
	case e.State == delivery.EventCancelled, planned && e.State == delivery.EventOver:
		return c.request(ctx, http.MethodDelete, endpoint, nil, nil)
	case e.State == delivery.EventOver:
		change.Status = dg.GuildScheduledEventStatusCompleted
	case planned:
		change.Status = dg.GuildScheduledEventStatusActive
	case (e.Until.IsZero() || e.Until.Equal(now.Until)) && location.Location == now.Metadata.Location: // it is active already
		return nil
	}
	if e.State == delivery.EventActive {
		change.EntityMetadata = location
		if !e.Until.IsZero() { // when Discord ends it
			change.ScheduledEndTime = &e.Until
		}
	}
	return c.request(ctx, method, endpoint, change, nil)
}

// subjectMark is between the link and the subject of a scheduled event in its location.
const subjectMark = " · "

// scheduledEvent is what a guild says about a scheduled event.
type scheduledEvent struct {
	ID       string                       `json:"id"`
	Status   dg.GuildScheduledEventStatus `json:"status"`
	From     time.Time                    `json:"scheduled_start_time"`
	Until    time.Time                    `json:"scheduled_end_time"`
	Metadata struct {
		Location string `json:"location"`
	} `json:"entity_metadata"`
}

// scheduledEvent returns the scheduled event of a guild about a subject; one without an ID if there is none.
func (c *Client) scheduledEvent(ctx context.Context, guild game.PlaceID, subject string) (scheduledEvent, error) {
	var all []scheduledEvent
	if err := c.request(ctx, http.MethodGet, dg.EndpointGuildScheduledEvents(guild.String()), nil, &all); err != nil {
		return scheduledEvent{}, err
	}
	for _, e := range all {
		if strings.HasSuffix(e.Metadata.Location, subjectMark+subject) {
			return e, nil
		}
	}
	return scheduledEvent{}, nil
}
