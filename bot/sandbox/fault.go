package sandbox

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"time"
)

// A Fault is a misbehaviour to come. It happens to what matches all that it names.
type Fault struct {
	ID     int    `json:"id"`
	Do     Deed   `json:"do"`
	Event  string `json:"event,omitempty"`  // the event's name, as in INTERACTION_CREATE; empty: every
	Method string `json:"method,omitempty"` // of the request; empty: every
	// Path of the request without /api/v10, in which * stands for one step:
	// /channels/*/messages. Empty: every.
	Path  string `json:"path,omitempty"`
	Skip  int    `json:"skip,omitempty"`  // let so many that match go well first
	Times int    `json:"times,omitempty"` // happen so often; zero: until it is withdrawn

	Millis int  `json:"millis,omitempty"` // of a delay
	Close  int  `json:"close,omitempty"`  // of a disconnect; zero: without a word
	Status int  `json:"status,omitempty"` // of a failure; zero: what the code has
	Code   Code `json:"code,omitempty"`   // of a failure
	// RetryAfter and Global are told with the status 429.
	RetryAfter float64 `json:"retry_after,omitempty"`
	Global     bool    `json:"global,omitempty"`

	Happened int `json:"happened"`
	seen     int
	over     chan struct{} // closed when it is withdrawn
}

const maxFaults = 100

func (f *Fault) ofEvents() bool {
	return f.Do == Drop || f.Do == Duplicate || f.Do == Disconnect || f.Do == Delay && f.Event != ""
}

func (f *Fault) ofRequests() bool {
	return f.Do == Fail || f.Do == Hang || f.Do == Lose || f.Do == Delay && f.Event == ""
}

// Misbehave announces a fault and returns its number.
func (s *Server) Misbehave(f Fault) (int, error) {
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

// Behave withdraws a fault, and says how often it happened. What hangs by it goes on.
func (s *Server) Behave(id int) (happened int) {
	happened, _ = s.withdraw(id)
	return happened
}

func (s *Server) withdraw(id int) (happened int, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.faults, func(f *Fault) bool { return f.ID == id })
	if at < 0 {
		return 0, false
	}
	f := s.faults[at]
	s.faults = slices.Delete(s.faults, at, at+1)
	close(f.over)
	return f.Happened, true
}

// Faults lists what was announced and not withdrawn, also what has run out.
func (s *Server) Faults() []Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []Fault{}
	for _, f := range s.faults {
		list = append(list, *f)
	}
	return list
}

// fate finds the fault that happens to something, if one does.
func (s *Server) fate(matches func(*Fault) bool) *Fault {
	for _, f := range s.faults {
		if !matches(f) || f.Times > 0 && f.Happened >= f.Times {
			continue
		}
		if f.seen++; f.seen <= f.Skip {
			continue
		}
		f.Happened++
		return f
	}
	return nil
}

func (s *Server) fateOfEvent(name string) *Fault {
	return s.fate(func(f *Fault) bool { return f.ofEvents() && (f.Event == "" || f.Event == name) })
}

func (s *Server) fateOfRequest(method, place string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fate(func(f *Fault) bool {
		if !f.ofRequests() || f.Method != "" && f.Method != method {
			return false
		}
		ok, _ := path.Match(f.Path, place)
		return ok || f.Path == ""
	})
}

// suffer lets a fault happen to a request. done says that nothing more is to be done.
func (s *Server) suffer(f *Fault, w http.ResponseWriter, r *http.Request) (status int, answer []byte, done bool) {
	switch f.Do {
	case Delay:
		late := make(chan struct{})
		stop := s.clock.AfterFunc(time.Duration(f.Millis)*time.Millisecond, func() { close(late) })
		defer stop()
		select {
		case <-late:
		case <-f.over:
		case <-r.Context().Done():
		case <-s.closing:
		}
	case Hang:
		select {
		case <-f.over:
		case <-r.Context().Done():
		case <-s.closing:
		}
		panic(http.ErrAbortHandler)
	case Fail:
		if f.Status == http.StatusTooManyRequests && f.Code == 0 {
			wait := time.Duration(f.RetryAfter * float64(time.Second))
			if wait <= 0 {
				wait = time.Second
			}
			return f.Status, tooMany(w, wait, f.Global), true
		}
		refusal := plain(f.Status)
		if f.Code != 0 {
			refusal = &Refusal{Status: f.Status, Code: f.Code, Message: known[f.Code].words}
		}
		text, _ := refusal.MarshalJSON()
		return f.Status, text, true
	}
	return 0, nil, false
}
