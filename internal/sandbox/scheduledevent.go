package sandbox

import (
	"cmp"
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
	Active      bool           `json:",omitempty"`
	Rule        map[string]any `json:",omitempty"` // by which it is repeated
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

// eventPlace and externalOnly are what scheduled events have outside of voice channels, which the sandbox
// does not have.
var (
	eventPlace   = object(shape{"location!": text(1, 100)})
	externalOnly = oneOfNumbers(3)
)

// repetition takes the rule by which an event is repeated: every week on a day, or every month on a day of a week, where the
// fifth week is the last.
var repetition = object(shape{
	"start!": instant, "frequency!": oneOfNumbers(1, 2), "interval!": oneOfNumbers(1), "by_weekday": list(1, 1, integer(0, 6)),
	"by_n_weekday": list(1, 1, object(shape{"n!": integer(1, 5), "day!": integer(0, 6)})),
}, constraint{
	func(o fields) bool { return (o["by_weekday"] == nil) == (o["by_n_weekday"] == nil) }, "",
	"GUILD_SCHEDULED_EVENT_RECURRENCE_RULE_INVALID", "Must repeat on a weekday, or on a weekday of a month.",
})

// The shapes of a scheduled event that is created, and of what changes about one.
var (
	newEventShape = shape{
		"name!": text(1, 100), "description": text(0, 1000), "privacy_level!": oneOfNumbers(2), "scheduled_start_time!": instant,
		"scheduled_end_time!": instant, "entity_type!": externalOnly, "entity_metadata!": eventPlace, "recurrence_rule": repetition,
	}
	changedEventShape = shape{
		"name": text(1, 100), "description": text(0, 1000), "privacy_level": oneOfNumbers(2), "scheduled_start_time": instant,
		"scheduled_end_time": instant, "entity_type": externalOnly, "entity_metadata": eventPlace,
		"status": oneOfNumbers(eventActive, eventCompleted), "recurrence_rule": repetition,
	}
)

// The states of a scheduled event. The guild has none that are over.
const (
	eventScheduled = 1
	eventActive    = 2
	eventCompleted = 3
)

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
	var e ScheduledEvent
	if _, err := s.readEvent(c, &e, newEventShape); err != nil {
		return nil, err
	}
	if len(c.guild.Events) >= maxScheduled {
		return nil, newError(codeEventLimit)
	}
	e.ID = s.nextID()
	c.guild.Events = append(c.guild.Events, e)
	return s.eventObject(c.guild, &e), nil
}

// readEvent changes a scheduled event as a request says, and returns the request.
func (s *Server) readEvent(c *call, e *ScheduledEvent, of shape) (fields, error) {
	read, err := c.body.read(of)
	if err != nil {
		return nil, err
	}
	e.Name, e.Description = cmp.Or(read.text("name"), e.Name), cmp.Or(read.text("description"), e.Description)
	e.Location = cmp.Or(field[fields](read, "entity_metadata").text("location"), e.Location)
	if rule := field[fields](read, "recurrence_rule"); rule != nil {
		e.Rule = rule
	}
	from, moved := read["scheduled_start_time"].(time.Time)
	if moved {
		e.From = from
	}
	if until, ok := read["scheduled_end_time"].(time.Time); ok {
		e.Until = until
	}
	switch {
	case moved && !e.From.After(s.Now()):
		c.body.at.in("scheduled_start_time").note("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	case !e.Until.After(e.From):
		c.body.at.in("scheduled_end_time").note("GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Cannot end before it starts.")
	}
	return read, c.body.at.err()
}

// changeEvent changes a scheduled event, begins it, or ends one that has begun.
func (s *Server) changeEvent(c *call) (any, error) {
	i := c.eventIndex()
	if i < 0 {
		return nil, newError(codeUnknownEvent)
	}
	e := c.guild.Events[i]
	read, err := s.readEvent(c, &e, changedEventShape)
	if err != nil {
		return nil, err
	}
	switch status := read.number("status", 0); {
	case status == eventActive && !e.Active:
		e.Active = true
	case status == eventCompleted && e.Active:
		c.guild.Events = slices.Delete(c.guild.Events, i, i+1)
		return s.eventObject(c.guild, &e), nil
	case status != 0:
		c.body.at.in("status").note("GUILD_SCHEDULED_EVENT_INVALID_STATUS", "Cannot change to this status.")
		return nil, c.body.at.err()
	}
	c.guild.Events[i] = e
	return s.eventObject(c.guild, &e), nil
}

// eventIndex returns which scheduled event of the guild a request names; -1 if there is none.
func (c *call) eventIndex() int {
	return slices.IndexFunc(c.guild.Events, func(e ScheduledEvent) bool { return e.ID == c.id("event") })
}

func (s *Server) deleteEvent(c *call) (any, error) {
	i := c.eventIndex()
	if i < 0 {
		return nil, newError(codeUnknownEvent)
	}
	c.guild.Events = slices.Delete(c.guild.Events, i, i+1)
	return nil, nil
}

func (s *Server) eventObject(g *Guild, e *ScheduledEvent) map[string]any {
	status := eventScheduled
	if e.Active {
		status = eventActive
	}
	shown := map[string]any{
		"status": status,
		"id":     e.ID, "guild_id": g.ID, "name": e.Name, "description": e.Description, "creator_id": s.world.App.ID,
		"scheduled_start_time": stamp(e.From), "scheduled_end_time": stamp(e.Until),
		"entity_metadata": map[string]any{"location": e.Location},
	}
	if e.Rule != nil {
		shown["recurrence_rule"] = complete("recurrence", e.Rule)
	}
	return complete("event", shown)
}
