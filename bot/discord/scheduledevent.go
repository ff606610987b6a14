package discord

import (
	"context"
	"net/http"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/game/tournament"
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
	change := &eventChange{}
	location := &dg.GuildScheduledEventEntityMetadata{Location: e.Link + subjectMark + e.Subject}
	began := now.Status == dg.GuildScheduledEventStatusActive                                              // Discord began it in time
	if e.State == delivery.EventPlanned && (began || now.Rule != nil && e.Repetition == tournament.Once) { // another takes its place
		if err := c.request(ctx, http.MethodDelete, endpoint, nil, nil); err != nil {
			return err
		}
		now.ID = ""
	}
	switch {
	case e.State == delivery.EventPlanned:
		change = &eventChange{
			Name: e.Name, Description: e.Description, From: &e.From, Until: &e.Until,
			Privacy: dg.GuildScheduledEventPrivacyLevelGuildOnly, Type: dg.GuildScheduledEventEntityTypeExternal,
			Metadata: location, Rule: ruleOf(e),
		}
		if now.ID == "" {
			method, endpoint = http.MethodPost, dg.EndpointGuildScheduledEvents(guild.String())
		}
	case e.State == delivery.EventCancelled, e.State == delivery.EventOver && (planned || now.Rule != nil): // the next one has its own
		return c.request(ctx, http.MethodDelete, endpoint, nil, nil)
	case e.State == delivery.EventOver:
		change.Status = dg.GuildScheduledEventStatusCompleted
	case planned:
		change.Status = dg.GuildScheduledEventStatusActive
	case (e.Until.IsZero() || e.Until.Equal(now.Until)) && location.Location == now.Metadata.Location: // it is active already
		return nil
	}
	if e.State == delivery.EventActive {
		change.Metadata = location
		if !e.Until.IsZero() { // when Discord ends it
			change.Until = &e.Until
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
	Rule *recurrenceRule `json:"recurrence_rule"`
}

// eventChange is what a request says about a scheduled event. The library's type knows no rule.
type eventChange struct {
	Name        string                                `json:"name,omitempty"`
	Description string                                `json:"description,omitempty"`
	From        *time.Time                            `json:"scheduled_start_time,omitempty"`
	Until       *time.Time                            `json:"scheduled_end_time,omitempty"`
	Privacy     dg.GuildScheduledEventPrivacyLevel    `json:"privacy_level,omitempty"`
	Type        dg.GuildScheduledEventEntityType      `json:"entity_type,omitempty"`
	Status      dg.GuildScheduledEventStatus          `json:"status,omitempty"`
	Metadata    *dg.GuildScheduledEventEntityMetadata `json:"entity_metadata,omitempty"`
	Rule        *recurrenceRule                       `json:"recurrence_rule,omitempty"`
}

// recurrenceRule says when a scheduled event is repeated. Days count from Monday, and the fifth week of a month is its last.
type recurrenceRule struct {
	Start     time.Time    `json:"start"`
	Frequency int          `json:"frequency"`
	Interval  int          `json:"interval"`
	Days      []int        `json:"by_weekday,omitempty"`
	OfMonth   []dayOfMonth `json:"by_n_weekday,omitempty"`
}

type dayOfMonth struct {
	Week int `json:"n"`
	Day  int `json:"day"`
}

// ruleOf returns the rule of a scheduled event that is repeated, or nil. Discord's days are those of UTC.
func ruleOf(e delivery.ScheduledEvent) *recurrenceRule {
	const monthly, weekly = 1, 2
	from := e.From.UTC()
	day := int(from.Weekday()+6) % 7
	rule := &recurrenceRule{Start: from, Interval: 1}
	switch e.Repetition {
	case tournament.Weekly:
		rule.Frequency, rule.Days = weekly, []int{day}
	case tournament.Monthly:
		rule.Frequency, rule.OfMonth = monthly, []dayOfMonth{{(from.Day()-1)/7 + 1, day}}
	default:
		return nil
	}
	return rule
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
