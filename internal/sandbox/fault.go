package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Fault is a misbehaviour to come. It happens to everything that matches all of its fields.
type Fault struct {
	ID     int       `json:"id"`
	Do     FaultKind `json:"do"`
	Event  string    `json:"event,omitempty"`  // the event's name, as in INTERACTION_CREATE; empty: every
	Method string    `json:"method,omitempty"` // of the request; empty: every
	Path   string    `json:"path,omitempty"`   // without /api/v10, * is any segment: /channels/*/messages; empty: every
	Skip   int       `json:"skip,omitempty"`   // so many that match go well first
	Times  int       `json:"times,omitempty"`  // how often it happens; zero: until it is removed

	Millis     int     `json:"millis,omitempty"`      // of a delay
	Close      int     `json:"close,omitempty"`       // code of a disconnect; zero: none
	Status     int     `json:"status,omitempty"`      // of a failure; zero: what the code has
	Code       Code    `json:"code,omitempty"`        // of a failure
	RetryAfter float64 `json:"retry_after,omitempty"` // of a failure with the status 429
	Global     bool    `json:"global,omitempty"`      // likewise

	Happened int `json:"happened"`
	seen     int
	over     chan struct{} // closed when it is removed
}

const maxFaults = 100

// addFault announces a fault and returns its number.
func (s *Server) addFault(c *call, f Fault) (any, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if len(s.faults) >= maxFaults {
		return nil, errors.New("there is no room for more faults")
	}
	s.lastFault++
	f.ID, f.Happened, f.over = s.lastFault, 0, make(chan struct{})
	s.faults = append(s.faults, &f)
	c.status = http.StatusCreated
	return map[string]int{"id": f.ID}, nil
}

// removeFault removes a fault, and returns how often it happened. Requests that hang because of it go on.
func (s *Server) removeFault(c *call) (any, error) {
	at := slices.IndexFunc(s.faults, func(f *Fault) bool { return strconv.Itoa(f.ID) == c.PathValue("fault") })
	if at < 0 {
		return nil, &RequestError{http.StatusNotFound, "there is no such fault"}
	}
	f := s.faults[at]
	s.faults = slices.Delete(s.faults, at, at+1)
	close(f.over)
	return map[string]int{"happened": f.Happened}, nil
}

// listFaults lists the faults that were not removed, also those that have run out.
func (s *Server) listFaults(*call) (any, error) { return append([]*Fault{}, s.faults...), nil }

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

// FaultKind is a way to misbehave.
type FaultKind string

const (
	// To events on their way to the bot, by the gateway or by signed post:
	Delay      FaultKind = "delay"      // deliver it after Fault.Millis; also to requests
	Drop       FaultKind = "drop"       // never deliver it, and do not replay it either
	Duplicate  FaultKind = "duplicate"  // deliver it twice
	Disconnect FaultKind = "disconnect" // close the connection with Fault.Close instead; the event is replayed on resume
	// To requests of the bot:
	Fail FaultKind = "fail" // answer Fault.Status and Fault.Code, and do nothing
	Hang FaultKind = "hang" // never answer, and do nothing
	Lose FaultKind = "lose" // do it, and break the connection instead of answering
	// To heartbeats:
	Deaf FaultKind = "deaf" // never acknowledge them
)

// faultKinds lists all of them.
var faultKinds = []string{"delay", "drop", "duplicate", "disconnect", "fail", "hang", "lose", "deaf"}

// faultFields lists the fields that a fault of a kind can have besides how often it happens.
var faultFields = map[FaultKind][]string{
	Delay:      {"event", "method", "path", "millis"},
	Drop:       {"event"},
	Duplicate:  {"event"},
	Disconnect: {"event", "close"},
	Fail:       {"method", "path", "status", "code", "retry_after", "global"},
	Hang:       {"method", "path"},
	Lose:       {"method", "path"},
}

func (k FaultKind) has(field string) bool { return slices.Contains(faultFields[k], field) }

// events lists the names of all events that a bot can get.
var events = []string{"GUILD_CREATE", "GUILD_DELETE", "INTERACTION_CREATE", "READY", "RESUMED"}

const maxMillis = 24 * 60 * 60 * 1000

// faultRules list what a fault of a kind, or with kind "" every fault, must not be.
var faultRules = []struct {
	kind   FaultKind
	broken func(f *Fault) bool
	reason string
}{
	{"", func(f *Fault) bool { return f.Skip < 0 || f.Times < 0 }, "skip and times are numbers from 0 on"},
	{"", func(f *Fault) bool { return f.Event != "" && !slices.Contains(events, f.Event) },
		"there is no such event; there are " + enumerate(events)},
	{"", func(f *Fault) bool { return checkClose(f.Close) != nil }, checkClose(1).Error()},
	{Delay, func(f *Fault) bool { return f.Millis < 1 || f.Millis > maxMillis }, fmt.Sprintf("a delay needs millis, from 1 to %d", maxMillis)},
	{Delay, func(f *Fault) bool { return f.Event == "" && f.Path == "" && f.Method == "" },
		"a delay needs the event, or the method or path of the request, that is late"},
	{Delay, func(f *Fault) bool { return f.Event != "" && (f.Path != "" || f.Method != "") },
		"a delay is of an event or of a request, not both; announce two"},
	{Fail, func(f *Fault) bool { return f.Status < 400 || f.Status > 599 },
		"a failure needs a status of 400 to 599, or a code that has one"},
	{Fail, func(f *Fault) bool { return (f.RetryAfter != 0 || f.Global) && (f.Status != 429 || f.Code != 0) },
		"retry_after and global go with the status 429 and no code"},
	{Fail, func(f *Fault) bool { return f.RetryAfter < 0 || f.RetryAfter > maxMillis/1000 },
		fmt.Sprintf("retry_after is a number of seconds, to %d", maxMillis/1000)},
}

// check refuses a fault that can never happen, and says what can.
func (f *Fault) check() error {
	if !slices.Contains(faultKinds, string(f.Do)) {
		return fmt.Errorf("nothing is called %.20q; there are %s", f.Do, enumerate(faultKinds))
	}
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	var given map[string]any // without the fields that are empty
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		switch {
		case f.Do.has(name) || slices.Contains([]string{"id", "do", "skip", "times", "happened"}, name):
		case faultFields[f.Do] == nil:
			return fmt.Errorf("%s takes no %s", f.Do, name)
		default:
			return fmt.Errorf("%s takes %s, but no %s", f.Do, enumerate(faultFields[f.Do]), name)
		}
	}
	if f.Do == Fail && f.Status == 0 {
		f.Status = known[f.Code].Status
	}
	for _, rule := range faultRules {
		if (rule.kind == "" || rule.kind == f.Do) && rule.broken(f) {
			return errors.New(rule.reason)
		}
	}
	return f.checkRequest()
}

// checkRequest refuses a method and a path that no call matches.
func (f *Fault) checkRequest() error {
	if _, err := path.Match(f.Path, "/"); err != nil {
		return fmt.Errorf("path %.80q: %w", f.Path, err)
	}
	if slices.ContainsFunc(api, func(r route) bool {
		method, place, _ := strings.Cut(r.pattern, " ")
		return (f.Method == "" || f.Method == method) && (f.Path == "" || mayMatch(f.Path, place))
	}) {
		return nil
	}
	return fmt.Errorf("no call is %.100q; methods are such as POST, and paths, without /api/v10, such as /channels/*/messages",
		strings.TrimSpace(f.Method+" "+f.Path))
}

// mayMatch reports whether the path of a fault matches any path of a route.
func mayMatch(wanted, place string) bool {
	return slices.EqualFunc(strings.Split(wanted, "/"), strings.Split(place, "/"), func(step, at string) bool {
		ok, _ := path.Match(step, at)
		return ok || strings.HasPrefix(at, "{") && step != ""
	})
}

// enumerate writes a list as one says it.
func enumerate(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
