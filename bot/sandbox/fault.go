package sandbox

import (
	"cmp"
	"errors"
	"net/http"
	"path"
	"slices"
	"time"
)

// A Fault is a misbehaviour to come. It happens to everything that matches all of its fields.
type Fault struct {
	ID     int       `json:"id"`
	Do     FaultKind `json:"do"`
	Event  string    `json:"event,omitempty"`  // the event's name, as in INTERACTION_CREATE; empty: every
	Method string    `json:"method,omitempty"` // of the request; empty: every
	// Path of the request without /api/v10, in which * stands for one step:
	// /channels/*/messages. Empty: every.
	Path  string `json:"path,omitempty"`
	Skip  int    `json:"skip,omitempty"`  // let so many that match go well first
	Times int    `json:"times,omitempty"` // happen so often; zero: until it is removed

	Millis int  `json:"millis,omitempty"` // of a delay
	Close  int  `json:"close,omitempty"`  // of a disconnect; zero: without a word
	Status int  `json:"status,omitempty"` // of a failure; zero: what the code has
	Code   Code `json:"code,omitempty"`   // of a failure
	// RetryAfter and Global are parts of an answer with the status 429.
	RetryAfter float64 `json:"retry_after,omitempty"`
	Global     bool    `json:"global,omitempty"`

	Happened int `json:"happened"`
	seen     int
	over     chan struct{} // closed when it is removed
}

const maxFaults = 100

// AddFault announces a fault and returns its number.
func (s *Server) AddFault(f Fault) (int, error) {
	if err := f.check(); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) >= maxFaults {
		return 0, errors.New("there is no room for more faults")
	}
	s.lastFault++
	f.ID, f.Happened, f.seen, f.over = s.lastFault, 0, 0, make(chan struct{})
	s.faults = append(s.faults, &f)
	return f.ID, nil
}

// RemoveFault removes a fault, and returns how often it happened; -1 if there is no such fault.
// Requests that hang because of it go on.
func (s *Server) RemoveFault(id int) (happened int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.faults, func(f *Fault) bool { return f.ID == id })
	if at < 0 {
		return -1
	}
	f := s.faults[at]
	s.faults = slices.Delete(s.faults, at, at+1)
	close(f.over)
	return f.Happened
}

// Faults lists the faults that were not removed, also those that have run out.
func (s *Server) Faults() []Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Fault, len(s.faults))
	for i, f := range s.faults {
		list[i] = *f
	}
	return list
}

// fault returns the first fault that matches and happens, and counts it; nil if there is none.
func (s *Server) fault(matches func(*Fault) bool) *Fault {
	for _, f := range s.faults {
		if !matches(f) || f.Times > 0 && f.Happened >= f.Times {
			continue
		}
		if f.seen++; f.seen > f.Skip {
			f.Happened++
			return f
		}
	}
	return nil
}

// withFault sends an event, unless a fault happens to it. disconnect cuts the connection off.
func (s *Server) withFault(event string, send func(), disconnect func(*Fault)) {
	f := s.fault(func(f *Fault) bool {
		return f.Do.has("event") && (f.Event == event || f.Event == "" && f.Do != Delay)
	})
	if f == nil {
		send()
		return
	}
	switch f.Do {
	case Duplicate:
		send()
		send()
	case Disconnect:
		disconnect(f)
	case Delay:
		s.clock.AfterFunc(f.delay(), func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			send()
		})
	}
}

// requestFault returns the fault that happens to a request, or nil.
func (s *Server) requestFault(method, place string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault(func(f *Fault) bool {
		if !f.Do.has("path") || f.Event != "" || f.Method != "" && f.Method != method {
			return false
		}
		ok, _ := path.Match(f.Path, place)
		return ok || f.Path == ""
	})
}

func (f *Fault) delay() time.Duration { return time.Duration(f.Millis) * time.Millisecond }

// failRequest lets a fault happen to a request before it is done. With status 0 it is done then.
func (s *Server) failRequest(f *Fault, w http.ResponseWriter, r *http.Request) (status int, response []byte) {
	late := make(chan struct{})
	switch f.Do {
	case Fail:
		return f.failure(w)
	case Lose:
		return 0, nil
	case Delay:
		stop := s.clock.AfterFunc(f.delay(), func() { close(late) })
		defer stop()
	}
	select {
	case <-late:
	case <-f.over:
	case <-r.Context().Done():
	case <-s.life.Done():
	}
	if f.Do == Hang {
		panic(http.ErrAbortHandler)
	}
	return 0, nil
}

// failure returns the answer to a request that fails.
func (f *Fault) failure(w http.ResponseWriter) (status int, response []byte) {
	if f.Status == http.StatusTooManyRequests && f.Code == 0 {
		wait := time.Duration(f.RetryAfter * float64(time.Second))
		return f.Status, tooMany(w, cmp.Or(wait, time.Second), f.Global)
	}
	e := statusError(f.Status)
	if f.Code != 0 {
		e.Code, e.Message = f.Code, known[f.Code].Message
	}
	return failure(e)
}
