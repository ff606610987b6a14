package sandbox

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Deed is a way to misbehave.
type Deed string

const (
	// To events on their way to the bot, by the gateway or by signed post:
	Delay      Deed = "delay"      // deliver it after Fault.Millis; also to requests
	Drop       Deed = "drop"       // never deliver it, and do not replay it either
	Duplicate  Deed = "duplicate"  // deliver it twice
	Disconnect Deed = "disconnect" // close the connection with Fault.Close instead; the event is replayed on resume
	// To requests of the bot:
	Fail Deed = "fail" // answer Fault.Status and Fault.Code, and do nothing
	Hang Deed = "hang" // never answer, and do nothing
	Lose Deed = "lose" // do it, and break the connection instead of answering
	// To heartbeats:
	Deaf Deed = "deaf" // never acknowledge them
)

// deeds are all of them, and what a fault of each can name besides how often.
var deeds = []struct {
	deed  Deed
	takes []string
}{
	{Delay, []string{"event", "method", "path", "millis"}},
	{Drop, []string{"event"}},
	{Duplicate, []string{"event"}},
	{Disconnect, []string{"event", "close"}},
	{Fail, []string{"method", "path", "status", "code", "retry_after", "global"}},
	{Hang, []string{"method", "path"}},
	{Lose, []string{"method", "path"}},
	{Deaf, nil},
}

// events are the names of all that a bot can hear.
var events = []string{
	"CHANNEL_CREATE", "CHANNEL_DELETE", "CHANNEL_UPDATE", "GUILD_CREATE", "GUILD_DELETE", "INTERACTION_CREATE",
	"MESSAGE_CREATE", "MESSAGE_DELETE", "MESSAGE_UPDATE", "READY", "RESUMED", "THREAD_CREATE", "THREAD_DELETE", "THREAD_UPDATE",
}

const maxMillis = 24 * 60 * 60 * 1000

// named lists what a fault names besides how often.
func (f *Fault) named() (names []string) {
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"event", f.Event != ""}, {"method", f.Method != ""}, {"path", f.Path != ""},
		{"millis", f.Millis != 0}, {"close", f.Close != 0}, {"status", f.Status != 0}, {"code", f.Code != 0},
		{"retry_after", f.RetryAfter != 0}, {"global", f.Global},
	} {
		if field.given {
			names = append(names, field.name)
		}
	}
	return names
}

// check refuses what could never happen, and says what could.
func (f *Fault) check() error {
	var names []string
	for _, d := range deeds {
		names = append(names, string(d.deed))
	}
	at := slices.Index(names, string(f.Do))
	if at < 0 {
		return fmt.Errorf("nothing is called %.20q; there are %s", f.Do, enumerate(names))
	}
	takes := deeds[at].takes
	for _, name := range f.named() {
		switch {
		case len(takes) == 0:
			return fmt.Errorf("%s takes no %s", f.Do, name)
		case !slices.Contains(takes, name):
			return fmt.Errorf("%s takes %s, but no %s", f.Do, enumerate(takes), name)
		}
	}
	if f.Skip < 0 || f.Times < 0 {
		return errors.New("skip and times are numbers from 0 on")
	}
	if f.Event != "" && !slices.Contains(events, f.Event) {
		return fmt.Errorf("no event is called %.40q; there are %s", f.Event, enumerate(events))
	}
	if err := checkClose(f.Close); err != nil {
		return err
	}
	if err := f.checkRequest(); err != nil {
		return err
	}
	switch f.Do {
	case Delay:
		return f.checkDelay()
	case Fail:
		return f.checkFailure()
	}
	return nil
}

func (f *Fault) checkDelay() error {
	switch request := f.Path != "" || f.Method != ""; {
	case f.Millis < 1 || f.Millis > maxMillis:
		return fmt.Errorf("a delay needs millis, from 1 to %d", maxMillis)
	case f.Event == "" && !request:
		return errors.New("a delay needs the event, or the method or path of the request, that is late")
	case f.Event != "" && request:
		return errors.New("a delay is of an event or of a request, not both; announce two")
	}
	return nil
}

func (f *Fault) checkFailure() error {
	if f.Status == 0 {
		f.Status = known[f.Code].status
	}
	if f.Status < 400 || f.Status > 599 {
		return errors.New("a failure needs a status of 400 to 599, or a code that has one")
	}
	if (f.RetryAfter != 0 || f.Global) && (f.Status != 429 || f.Code != 0) {
		return errors.New("retry_after and global go with the status 429 and no code")
	}
	if f.RetryAfter < 0 || f.RetryAfter > maxMillis/1000 {
		return fmt.Errorf("retry_after is a number of seconds, to %d", maxMillis/1000)
	}
	return nil
}

// checkRequest looks whether there is a call that a fault's method and path match.
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

// mayMatch says whether a path of a fault matches anything that goes to a route.
func mayMatch(wanted, place string) bool {
	steps, places := strings.Split(wanted, "/"), strings.Split(place, "/")
	if len(steps) != len(places) {
		return false
	}
	for i, step := range steps {
		ok, _ := path.Match(step, places[i])
		if strings.HasPrefix(places[i], "{") {
			ok = step != ""
		}
		if !ok {
			return false
		}
	}
	return true
}

// enumerate writes a list as one says it.
func enumerate(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
