package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

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

// faultKinds lists all of them, with the fields that a fault of each can have besides how often.
var faultKinds = []struct {
	kind   FaultKind
	fields []string
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

// fields returns the fields that a fault of a kind can have.
func (k FaultKind) fields() []string {
	for _, known := range faultKinds {
		if known.kind == k {
			return known.fields
		}
	}
	return nil
}

func (k FaultKind) has(field string) bool { return slices.Contains(k.fields(), field) }

// events lists the names of all events that a bot can get.
var events = []string{"INTERACTION_CREATE", "READY", "RESUMED"}

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
	var kinds []string
	for _, k := range faultKinds {
		kinds = append(kinds, string(k.kind))
	}
	if !slices.Contains(kinds, string(f.Do)) {
		return fmt.Errorf("nothing is called %.20q; there are %s", f.Do, enumerate(kinds))
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
		case f.Do.fields() == nil:
			return fmt.Errorf("%s takes no %s", f.Do, name)
		default:
			return fmt.Errorf("%s takes %s, but no %s", f.Do, enumerate(f.Do.fields()), name)
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
