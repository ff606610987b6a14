package bot

import (
	"encoding/json"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
)

// The inputs of the modal for a vacation, which are also options of /preferences.
const (
	vacationInput     = "vacation"
	vacationFromInput = "vacation-from"
	zoneInput         = "time-zone"
)

// vacationOptions are the options of /preferences that plan a vacation.
var vacationOptions = []option{
	{name: vacationInput, kind: text, maxLength: 60}, {name: vacationFromInput, kind: text, maxLength: 60},
}

// vacations returns the vacations of a user.
func (p *preferences) vacations() (all []game.Vacation) {
	if json.Unmarshal([]byte(p.Vacations), &all) != nil {
		return nil
	}
	return all
}

// currentVacation returns the vacation of a user that is not over; nil if there is none.
func (p *preferences) currentVacation(now time.Time) *game.Vacation {
	all := p.vacations()
	if n := len(all); n > 0 && !all[n-1].IsOver(now) {
		return &all[n-1]
	}
	return nil
}

// ownZone returns the time zone of a user: the one that they chose, or else that of the guild or the language.
func (req *request) ownZone() *time.Location {
	if req.prefs.Zone != "" {
		return when.Zone(req.lang, req.prefs.Zone)
	}
	return when.Zone(req.lang, req.settings.Zone)
}

// vacationText returns when the vacation of the user is, and how many days they have left.
func (b *Bot) vacationText(req *request) string {
	l, now := req.lang, b.now()
	v := req.prefs.currentVacation(now)
	year := now.In(req.ownZone()).Year()
	about := []any{"state", "none", "from", "", "until", "", "n", game.VacationDaysLeft(req.prefs.vacations(), year), "year", year}
	if v != nil {
		about[1], about[3], about[5] = "planned", say.Timestamp(v.From, "D"), say.LastDay(v.Until)
		if v.IsRunning(now) {
			about[1] = "running"
		}
	}
	return l.Labelled(l.Say("preferences.label.vacation"), l.Say("preferences.vacation", about...)+" · "+when.ZoneName(l, req.ownZone().String()))
}

// addVacation adds the vacation of the user to their preferences, with the buttons that change it.
func (b *Bot) addVacation(m *message.Builder, req *request) {
	l, now := req.lang, b.now()
	v := req.prefs.currentVacation(now)
	m.Section(b.vacationText(req), buttonLabelled(l.Say("button.vacation", "planned", v != nil), customID{action: vacationAction}, dg.SecondaryButton))
	if v != nil && v.Until.After(when.Midnight(now, 1, req.ownZone())) { // else it ends tonight
		m.Row(buttonLabelled(l.Say("button.end-vacation", "begun", v.IsRunning(now)), customID{action: endVacationAction}, dg.SecondaryButton))
	}
}

// openVacationModal opens the modal that plans a vacation, or changes the end of one that has begun.
func (b *Bot) openVacationModal(req *request) (delivery.Response, error) {
	l, now := req.lang, b.now()
	v := req.prefs.currentVacation(now)
	from, last, zone := firstWord(l.Say("when.tomorrow")), "", req.ownZone()
	if v != nil {
		from, last = when.Date(l, v.From.In(zone)), when.Date(l, v.Until.Add(-time.Minute).In(zone))
	}
	title := l.Say("preferences.label.vacation")
	m := &message.Modal{CustomID: customID{action: planVacationAction}.String(), Title: title}
	add := func(name, value string, optional bool) {
		m.Inputs = append(m.Inputs, message.Input{
			CustomID: name, Label: l.Say("preferences.input." + name), About: message.Clip(l.Say("option." + name + ".about")), Short: true,
			Value: value, Optional: optional,
		})
	}
	if v == nil || !v.IsRunning(now) {
		add(vacationFromInput, from, true)
	}
	add(vacationInput, last, false)
	if v == nil || !v.IsRunning(now) {
		m.Inputs = append(m.Inputs, message.Input{
			CustomID: zoneInput, Label: l.Say("settings.label.zone"), About: message.Clip(l.Say("option.own-time-zone.about")), Short: true,
			Value: zone.String(),
		})
	}
	return delivery.Response{Modal: m}, nil
}

// firstWord returns the first word of a list of the catalogue.
func firstWord(list string) string {
	word, _, _ := strings.Cut(list, ", ")
	return word
}

// changeVacation plans or ends the vacation that the options of a request name, and returns the request with the user's
// vacations as they are then.
func (b *Bot) changeVacation(req *request) (*request, error) {
	typed := req.text(vacationInput)
	if typed == "" {
		return req, nil
	}
	all, err := b.vacationAsTyped(req, typed)
	if err != nil {
		return nil, err
	}
	record, err := json.Marshal(all)
	after := req.prefs
	after.Vacations = verbatim(record)
	return req.withPreferences(after, req.lang), err
}

// vacationAsTyped plans the vacation with a last day or a number of days as the user typed it, and the first day of another
// option, or ends it.
func (b *Bot) vacationAsTyped(req *request, typed string) ([]game.Vacation, error) {
	l, now, zone := req.lang, b.now(), req.ownZone()
	n, isNumber := when.Days(l, typed)
	if isNumber && n == 0 || lang.Fold(typed) == lang.Fold(say.OnOff(l, false)) || lang.Fold(typed) == "off" {
		return b.referee.EndVacation(req, req.by.Person)
	}
	from := when.Midnight(now, 1, zone)
	var err error
	if v := req.prefs.currentVacation(now); v != nil && v.IsRunning(now) {
		from = v.From.In(zone)
	} else if first := req.text(vacationFromInput); first != "" {
		if from, err = when.ParseDay(l, first, now, zone); err != nil {
			return nil, errDay
		}
	}
	until := when.Midnight(from, n, zone)
	if !isNumber {
		last, err := when.ParseDay(l, typed, later(now, from), zone)
		if err != nil {
			return nil, errDay
		}
		until = when.Midnight(last, 1, zone)
	}
	return b.referee.PlanVacation(req, req.by.Person, from, until)
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
