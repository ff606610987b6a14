package sandbox

import (
	"slices"
	"time"
)

// A ScheduledEvent is something outside of Discord that a guild announces for a time.
type ScheduledEvent struct {
	ID          ID
	Name        string
	Description string
	From, Until time.Time
	Location    string
}

// maxScheduled is how many scheduled events a guild can have.
const maxScheduled = 100

// ScheduledEvents returns the scheduled events of a guild.
func (s *Server) ScheduledEvents(guild ID) []ScheduledEvent {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.world.Guilds[guild]; g != nil {
		return slices.Clone(g.Events)
	}
	return nil
}

var scheduledEventShape = shape{
	"name!": text(1, 100), "description": text(0, 1000), "privacy_level!": oneOfNumbers(2),
	"scheduled_start_time!": instant, "scheduled_end_time!": instant,
	"entity_type!":     oneOfNumbers(3), // the sandbox has no voice channels
	"entity_metadata!": object(shape{"location!": text(1, 100)}),
}

// instant takes a time in the form of ISO 8601.
func instant(at place, v any) any {
	text, _ := v.(string)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at.note("DATE_TIME_TYPE_PARSE", "Could not parse %q. Should be ISO8601.", text)
	}
	return t
}

func (s *Server) listEvents(c *call) (any, error) {
	all := []any{}
	for _, e := range c.guild.Events {
		all = append(all, s.eventObject(c.guild, &e))
	}
	return all, nil
}

func (s *Server) createEvent(c *call) (any, error) {
	if !s.world.mayIn(c.guild, s.world.App.ID).has(CreateEvents) {
		return nil, newError(CodeMissingPermissions)
	}
	read, err := c.body.read(scheduledEventShape)
	if err != nil {
		return nil, err
	}
	e := ScheduledEvent{
		Name: read.text("name"), Description: read.text("description"), Location: field[fields](read, "entity_metadata").text("location"),
		From: field[time.Time](read, "scheduled_start_time"), Until: field[time.Time](read, "scheduled_end_time"),
	}
	switch {
	case !e.From.After(s.clock.Now()):
		c.body.at.in("scheduled_start_time").note("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	case !e.Until.After(e.From):
		c.body.at.in("scheduled_end_time").note("GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Cannot end before it starts.")
	case len(c.guild.Events) >= maxScheduled:
		return nil, newError(codeEventLimit)
	}
	if err := c.body.at.err(); err != nil {
		return nil, err
	}
	e.ID = s.nextID()
	c.guild.Events = append(c.guild.Events, e)
	return s.eventObject(c.guild, &e), nil
}

func (s *Server) deleteEvent(c *call) (any, error) {
	i := slices.IndexFunc(c.guild.Events, func(e ScheduledEvent) bool { return e.ID == c.id("event") })
	if i < 0 {
		return nil, newError(codeUnknownEvent)
	}
	c.guild.Events = slices.Delete(c.guild.Events, i, i+1)
	return nil, nil
}

func (s *Server) eventObject(g *Guild, e *ScheduledEvent) map[string]any {
	return complete("event", map[string]any{
		"id": e.ID, "guild_id": g.ID, "name": e.Name, "description": e.Description, "creator_id": s.world.App.ID,
		"scheduled_start_time": stamp(e.From), "scheduled_end_time": stamp(e.Until),
		"entity_metadata": map[string]any{"location": e.Location},
	})
}
