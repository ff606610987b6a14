package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// An Event is something that people see happen.
type Event struct {
	ID int `json:"id"`
	// Kind is message, edit, delete, channel (one was opened, changed or removed), commands (others can be used
	// now), people (a user or the bot came, went or changed) or clock (it was moved).
	Kind    string       `json:"kind"`
	Channel ID           `json:"channel,omitzero"`
	Message *MessageView `json:"message,omitempty"`
	Deleted ID           `json:"deleted,omitzero"`
	Now     string       `json:"now,omitempty"` // of the clock

	message *message // as it was when the event happened
	only    ID       // the only person who sees it, zero: everybody
}

// A MessageView is a message as one person sees it.
type MessageView struct {
	Message
	OnlyYou  bool `json:"only_you,omitempty"`
	PingsYou bool `json:"pings_you,omitempty"`
}

const maxEvents = 2000

// publish shows an event to everybody who may see it, and schedules a save.
func (s *Server) publish(e *Event) {
	s.lastEvent++
	e.ID = s.lastEvent
	s.events = append(s.events[max(0, len(s.events)-maxEvents+1):], e)
	close(s.published)
	s.published = make(chan struct{})
	s.scheduleSave()
}

// view returns a message of a channel as a user sees it.
func (c *Channel) view(m *message, who ID) *MessageView {
	seen := &MessageView{Message: m.Message, OnlyYou: m.Only != 0, PingsYou: slices.Contains(m.Pinged, who)}
	seen.GuildID = c.Guild
	return seen
}

// eventsAfter returns the events after another one that a person may see. published is closed at
// the next event.
func (s *Server) eventsAfter(after int, who, channel ID) (list []Event, last int, published <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	newer := max(0, s.lastEvent-after)
	for _, e := range s.events[max(0, len(s.events)-newer):] {
		c := s.world.Channels[e.Channel]
		elsewhere := channel != 0 && e.Channel != channel && e.Channel != 0
		unseen := e.only != 0 && e.only != who || c != nil && !s.world.may(who, c).has(ViewChannel)
		if elsewhere || unseen {
			continue
		}
		shown := *e
		if e.message != nil {
			shown.Message = c.view(e.message, who)
			shown.Message.PingsYou = shown.Message.PingsYou && e.Kind == "message"
		}
		list = append(list, shown)
	}
	return list, s.lastEvent, s.published
}

// keepAlive is the time between two signs of life in a quiet stream.
const keepAlive = 15 * time.Second

// streamEvents sends what happens as server-sent events, from now on or from after an event.
func (s *Server) streamEvents(w http.ResponseWriter, r *http.Request) {
	c := &call{Request: r, header: w.Header()}
	s.mu.Lock()
	err := ofPerson(s, c)
	s.mu.Unlock()
	if err != nil {
		replyError(w, err)
		return
	}
	channel := c.query("channel")
	_, last, _ := s.eventsAfter(math.MaxInt, c.person.ID, channel)
	if n, err := strconv.Atoi(cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after"))); err == nil && n >= 0 {
		last = min(n, last)
	}
	flusher := http.NewResponseController(w)
	c.header.Set("Content-Type", "text/event-stream")
	c.header.Set("Cache-Control", "no-store")
	fmt.Fprintf(w, ": from %d\n\n", last)
	quiet := time.NewTicker(keepAlive) // of this machine: proxies know no other time
	defer quiet.Stop()
	for {
		list, newest, published := s.eventsAfter(last, c.person.ID, channel)
		last = newest
		for _, e := range list {
			text, err := json.Marshal(e)
			if err != nil {
				return
			}
			fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", e.ID, e.Kind, text)
		}
		if flusher.Flush() != nil {
			return
		}
		select {
		case <-published:
		case <-quiet.C:
			fmt.Fprint(w, ": still here\n\n")
		case <-r.Context().Done():
			return
		case <-s.life.Done():
			return
		}
	}
}
