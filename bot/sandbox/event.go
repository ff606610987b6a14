package sandbox

import (
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
	// Kind is message, edit, delete, channel (one was opened, changed or removed),
	// commands (others can be used now) or people (somebody, or the bot, came, went or
	// changed).
	Kind    string `json:"kind"`
	Channel ID     `json:"channel,omitzero"`
	Message *Sight `json:"message,omitempty"`
	Deleted ID     `json:"deleted,omitzero"`

	seen   Message // as it was when it was told
	pinged []ID
	only   ID // the one person who hears of it
}

// A Sight is a message as one person sees it.
type Sight struct {
	Message
	OnlyYou  bool `json:"only_you,omitempty"`
	PingsYou bool `json:"pings_you,omitempty"`
}

const maxEvents = 2000

// tell tells everybody who may know of an event.
func (s *Server) tell(e *Event) {
	s.lastEvent++
	e.ID = s.lastEvent
	if len(s.events) == maxEvents {
		s.events[0] = nil
		s.events = s.events[1:]
	}
	s.events = append(s.events, e)
	close(s.bell)
	s.bell = make(chan struct{})
}

// sight is a message of a channel as somebody sees it.
func (c *Channel) sight(p *post, who ID) *Sight {
	seen := &Sight{Message: p.Message, OnlyYou: p.Only != 0, PingsYou: slices.Contains(p.Pinged, who)}
	seen.GuildID = c.Guild
	return seen
}

// happened collects what a person may see of what came after an event. bell is closed
// when there is more.
func (s *Server) happened(who, channel ID, after int) (list []Event, last int, bell <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.events {
		if e.ID <= after || e.only != 0 && e.only != who || channel != 0 && e.Channel != channel && e.Channel != 0 {
			continue
		}
		shown := *e
		if c := s.world.Channels[e.Channel]; c != nil {
			if !s.world.may(who, c).has(ViewChannel) {
				continue
			}
		} else if e.Kind != "channel" && e.Kind != "commands" && e.Kind != "people" {
			continue
		}
		if e.seen.ID != 0 {
			shown.Message = &Sight{Message: e.seen, OnlyYou: e.only != 0, PingsYou: slices.Contains(e.pinged, who)}
		}
		list = append(list, shown)
	}
	return list, s.lastEvent, s.bell
}

// keepAlive is how often a quiet stream says that it is still there.
const keepAlive = 15 * time.Second

// streamEvents sends what happens as server-sent events, from now on or from after
// an event.
func (d *desk) streamEvents(w http.ResponseWriter, r *http.Request, who ID) {
	s := d.s
	channel, _ := ParseID(r.URL.Query().Get("channel"))
	_, last, _ := s.happened(who, channel, math.MaxInt)
	from := r.Header.Get("Last-Event-ID")
	if from == "" {
		from = r.URL.Query().Get("after")
	}
	if n, err := strconv.Atoi(from); err == nil && n >= 0 {
		last = min(n, last)
	}
	flusher := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprintf(w, ": from %d\n\n", last)
	if flusher.Flush() != nil {
		return
	}
	for {
		list, newest, bell := s.happened(who, channel, last)
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
		quiet := time.NewTimer(keepAlive) // of this machine: proxies know no other time
		select {
		case <-bell:
		case <-quiet.C:
			fmt.Fprint(w, ": still here\n\n")
		case <-r.Context().Done():
			quiet.Stop()
			return
		case <-s.closing:
			quiet.Stop()
			return
		}
		quiet.Stop()
	}
}
