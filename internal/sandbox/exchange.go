package sandbox

import "time"

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
	maxKept      = 16 << 10 // bytes of a body that is kept
)

// observe reports an exchange and keeps it for a while.
func (s *Server) observe(e Exchange) {
	if s.options.Observe != nil {
		s.options.Observe(e)
	}
	e.Request, e.Response = e.Request[:min(len(e.Request), maxKept)], e.Response[:min(len(e.Response), maxKept)]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.exchanges = append(s.exchanges[max(0, len(s.exchanges)-maxExchanges+1):], e)
}

// listExchanges returns the latest requests of the bot, oldest first.
func (s *Server) listExchanges(*call) (any, error) { return append([]Exchange{}, s.exchanges...), nil }
