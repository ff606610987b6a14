package sandbox

import (
	"slices"
	"time"
)

// An Exchange is a request of the bot with its answer, as it went over the API.
type Exchange struct {
	At       time.Time `json:"at"`
	Route    string    `json:"route"` // as in POST /channels/{channel}/messages
	Path     string    `json:"path"`  // without /api/v10
	Request  string    `json:"request,omitempty"`
	Files    int       `json:"files,omitempty"`
	Status   int       `json:"status"`
	Response string    `json:"response,omitempty"`
	Fault    int       `json:"fault,omitempty"` // the number of the fault that happened to it
}

const (
	maxExchanges = 500
	maxKept      = 16 << 10 // characters of a body that Exchanges keeps
)

// observe reports an exchange and keeps it for a while.
func (s *Server) observe(e Exchange) {
	if s.options.Observe != nil {
		s.options.Observe(e)
	}
	e.Request, e.Response = clip(e.Request), clip(e.Response)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.exchanges) == maxExchanges {
		s.exchanges = slices.Delete(s.exchanges, 0, 1)
	}
	s.exchanges = append(s.exchanges, e)
}

func clip(text string) string {
	if len(text) > maxKept {
		return text[:maxKept]
	}
	return text
}

// Exchanges returns the latest requests of the bot, oldest first.
func (s *Server) Exchanges() []Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Exchange{}, s.exchanges...)
}
