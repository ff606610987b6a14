package game

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// Vacation is a time of whole days in which a person's clocks stand still: those that count by moves, and the patience of
// games without a clock.
type Vacation struct {
	From  time.Time `json:"from"`  // the beginning of the first day
	Until time.Time `json:"until"` // the end of the last one
	Zone  string    `json:"zone"`  // whose days they are, such as Europe/Berlin
}

// MaxVacation is the number of days of vacation that a person can have in a calendar year.
const MaxVacation = 30

// quarter divides the days of all time zones.
const quarter = 15 * time.Minute

// IsOver reports whether a vacation is over at a time.
func (v *Vacation) IsOver(now time.Time) bool { return !now.Before(v.Until) }

// IsRunning reports whether a vacation has begun and is not over at a time.
func (v *Vacation) IsRunning(now time.Time) bool { return !now.Before(v.From) && !v.IsOver(now) }

// zone returns the time zone of the days.
func (v *Vacation) zone() *time.Location {
	zone, err := time.LoadLocation(v.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// midnight returns the beginning of the day of a time, or of one some days later, in a time zone.
func midnight(t time.Time, days int, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d+days, 0, 0, 0, 0, zone)
}

// inYear returns how many days of a vacation are in a calendar year.
func (v *Vacation) inYear(year int) (days int) {
	zone := v.zone()
	for day := v.From.In(zone); day.Before(v.Until); day = midnight(day, 1, zone) {
		if day.Year() == year {
			days++
		}
	}
	return days
}

// VacationDaysLeft returns how many days of vacation a person with some vacations can still have in a calendar year.
func VacationDaysLeft(all []Vacation, year int) int {
	left := MaxVacation
	for i := range all {
		left -= all[i].inYear(year)
	}
	return max(0, left)
}

// withVacations is the part of the settings of a person that has their vacations, in order. All but the last are over.
type withVacations struct {
	Vacations []Vacation `json:"vacations"`
}

// VacationsOf returns the vacations in the settings record of a person, in order. All but the last are over. They are
// forgotten when the next year has passed.
func VacationsOf(settings []byte) []Vacation {
	var with withVacations
	if json.Unmarshal(settings, &with) != nil {
		return nil // who cannot be read has planned nothing
	}
	return with.Vacations
}

// putVacations stores the vacations of a person, and keeps their other settings.
func (s *step) putVacations(p PersonID, all []Vacation) error {
	all = slices.DeleteFunc(all, func(v Vacation) bool { return v.Until.Year() < s.now.Year()-1 })
	return putMember(s.tx, p, "vacations", all)
}

// putMember stores a list among the settings of a person, and keeps their other settings.
func putMember[T any](tx Tx, p PersonID, name string, all []T) error {
	record, err := orNone(tx.Settings(PersonSettings(p)))
	if err != nil {
		return err
	}
	members := map[string]json.RawMessage{}
	if len(record) > 0 {
		if err := json.Unmarshal(record, &members); err != nil {
			return err
		}
	}
	delete(members, name)
	if len(all) > 0 {
		if members[name], err = json.Marshal(all); err != nil {
			return err
		}
	}
	record = nil
	if len(members) > 0 {
		if record, err = json.Marshal(members); err != nil {
			return err
		}
	}
	return tx.PutSettings(PersonSettings(p), record)
}

// leave is a vacation that is not over, or that some games do not know to be over. The settings record of Everywhere lists
// all of them, so that the referee finds those that begin and end.
type leave struct {
	Person PersonID `json:"person"`
	Vacation
	Began Instant `json:"began,omitempty"` // when it began by the referee's time; 0: it has not
	Ended Instant `json:"ended,omitempty"` // when it ended; 0: it has not
	Told  bool    `json:"told,omitempty"`  // the games know that it began
}

var leavesKey = PlaceSettings(Everywhere)

// withLeaves is the settings record of Everywhere.
type withLeaves struct {
	Leaves []leave `json:"leaves"`
}

func leavesIn(tx Reader) ([]leave, error) {
	record, err := orNone(tx.Settings(leavesKey))
	if err != nil || len(record) == 0 {
		return nil, err
	}
	var with withLeaves
	err = json.Unmarshal(record, &with)
	return with.Leaves, err
}

func (s *step) putLeaves(all []leave) error {
	if len(all) == 0 {
		return s.tx.PutSettings(leavesKey, nil)
	}
	record, err := json.Marshal(withLeaves{all})
	if err != nil {
		return err
	}
	return s.tx.PutSettings(leavesKey, record)
}

// leaveOf returns the index of the leave of a person that has not ended; -1 if there is none.
func leaveOf(all []leave, p PersonID) int {
	return slices.IndexFunc(all, func(l leave) bool { return l.Person == p && l.Ended == 0 })
}

// PlanVacation gives a person a vacation of whole days in the time zone of its times, instead of the one that they have
// planned. One that has begun can only get another end. It returns all vacations of the person.
func (r *Referee) PlanVacation(ctx context.Context, p PersonID, from, until time.Time) (all []Vacation, err error) {
	return r.changeVacation(ctx, p, func(s *step, current *Vacation) (*Vacation, error) {
		v := &Vacation{From: from.UTC(), Until: until.UTC(), Zone: from.Location().String()}
		if current != nil && current.IsRunning(s.now) {
			v.From, v.Zone = current.From, current.Zone
			v.Until = midnight(until, 0, v.zone()).UTC()
		}
		return v, nil
	})
}

// EndVacation cancels the vacation that a person has planned. One that has begun ends with the day.
func (r *Referee) EndVacation(ctx context.Context, p PersonID) (all []Vacation, err error) {
	return r.changeVacation(ctx, p, func(s *step, current *Vacation) (*Vacation, error) {
		if current == nil || !current.IsRunning(s.now) {
			return nil, nil
		}
		v := *current
		v.Until = midnight(s.now, 1, v.zone()).UTC()
		return &v, nil
	})
}

// changeVacation replaces the vacation of a person that is not over, nil if there is none, by another one, or by none.
func (r *Referee) changeVacation(ctx context.Context, p PersonID, change func(*step, *Vacation) (*Vacation, error)) (all []Vacation, err error) {
	if !p.IsHuman() {
		return nil, refuse(NoPerson)
	}
	err = r.update(ctx, func(s *step) error {
		if err := checkNotErasing(s.tx, p); err != nil {
			return err
		}
		record, err := orNone(s.tx.Settings(PersonSettings(p)))
		if err != nil {
			return err
		}
		all = VacationsOf(record)
		before := slices.Clone(all)
		var current *Vacation
		if n := len(all); n > 0 && !all[n-1].IsOver(s.now) {
			current, all = &before[n-1], all[:n-1]
		}
		v, err := change(s, current)
		if err != nil {
			return err
		}
		if v != nil {
			if err := s.checkVacation(all, current, v); err != nil {
				return err
			}
			all = append(slices.Clone(all), *v)
		}
		if err := s.putVacations(p, all); err != nil {
			return err
		}
		return s.changeLeave(p, v)
	})
	return all, err
}

// checkVacation refuses a vacation that is not of whole days from tomorrow on, or of too many days in a year.
func (s *step) checkVacation(others []Vacation, current, v *Vacation) error {
	zone := v.zone()
	begun := current != nil && current.IsRunning(s.now)
	earliest := midnight(later(s.now, s.service.LastAlive), 1, zone)
	switch {
	case !begun && v.From.Before(earliest), v.Until.Before(earliest), !v.From.Before(v.Until),
		!v.From.Equal(midnight(v.From, 0, zone)), !v.Until.Equal(midnight(v.Until, 0, zone)),
		!v.From.Equal(v.From.Truncate(quarter)), !v.Until.Equal(v.Until.Truncate(quarter)),
		v.From.After(s.now.AddDate(1, 0, 0)):
		return refuse(VacationDays)
	}
	for year := v.From.In(zone).Year(); year <= v.Until.In(zone).Year() && year < v.From.Year()+3; year++ {
		if left := VacationDaysLeft(others, year); v.inYear(year) > left {
			return &RequestError{Code: VacationTooLong, Limit: left}
		}
	}
	return nil
}

// changeLeave replaces the leave of a person, and tells their games if it has begun.
func (s *step) changeLeave(p PersonID, v *Vacation) error {
	all, err := leavesIn(s.tx)
	if err != nil {
		return err
	}
	i := leaveOf(all, p)
	switch {
	case i < 0 && v == nil:
		return nil
	case i < 0:
		all = append(all, leave{Person: p, Vacation: *v})
		i = len(all) - 1
	case v == nil:
		return s.putLeaves(slices.Delete(all, i, i+1))
	}
	all[i].Vacation = *v
	if err := s.putLeaves(all); err != nil || !all[i].Told {
		return err
	}
	return s.tellGames(&all[i])
}

// passLeaves records when by the referee's time leaves began and ended since the last sign of life, before which the
// service was another. Time in which no referee ran is nobody's already, so it is no part of a leave.
func (s *step) passLeaves(before Service) error {
	if before.LastAlive.Truncate(quarter).Equal(s.now.Truncate(quarter)) {
		return nil
	}
	all, err := leavesIn(s.tx)
	if err != nil {
		return err
	}
	changed := false
	for i := range all {
		changed = s.pass(&all[i], before) || changed
	}
	if !changed {
		return nil
	}
	return s.putLeaves(all)
}

// pass records that a leave has begun or ended since a time when the service was another, and reports whether it has.
func (s *step) pass(l *leave, before Service) (changed bool) {
	for at, boundary := range map[*Instant]time.Time{&l.Began: l.From, &l.Ended: l.Until} {
		if *at == 0 && !boundary.After(s.now) {
			*at, changed = min(before.Instant(boundary), s.instant()), true
		}
	}
	return changed
}

// tellLeaves tells the games of people whose leaves have begun or ended. It looks for them once in each quarter of an hour,
// after a sign of life in it.
func (r *Referee) tellLeaves(ctx context.Context) error {
	now := r.now().Truncate(quarter).UnixMilli()
	if r.leavesTold.Load() == now {
		return nil
	}
	var service Service
	all, err := view(ctx, r, func(tx Reader) (all []leave, err error) {
		if service, err = tx.Service(); err != nil {
			return nil, err
		}
		return leavesIn(tx)
	})
	if err != nil || service.LastAlive.Truncate(quarter).UnixMilli() < now {
		return err // the next sign of life passes what has begun since
	}
	for _, l := range all {
		if l.isTold(service.LastAlive) {
			continue
		}
		if err := r.update(ctx, func(s *step) error { return s.tellLeave(l.Person) }); err != nil {
			return err
		}
	}
	r.leavesTold.Store(now)
	return nil
}

// isTold reports whether the games know all about a leave that there is to know at a time.
func (l *leave) isTold(now time.Time) bool { return !l.IsOver(now) && (l.From.After(now) || l.Told) }

// tellLeave tells the games of a person about their leave, and forgets it if it has ended.
func (s *step) tellLeave(p PersonID) error {
	all, err := leavesIn(s.tx)
	if err != nil {
		return err
	}
	var left []leave
	for _, l := range all {
		if l.Person == p && !l.isTold(s.now) {
			s.pass(&l, s.service) // if a referee of an earlier version gave the sign of life
			if err := s.tellGames(&l); err != nil {
				return err
			}
			l.Told = true
		}
		if l.Person != p || l.Ended == 0 {
			left = append(left, l)
		}
	}
	return s.putLeaves(left)
}

// tellGames has the running games of a person know a leave that has begun.
func (s *step) tellGames(l *leave) error {
	if l.Ended != 0 && l.Ended == l.Began { // it passed while no referee ran
		return nil
	}
	var games []*Game
	for g, err := range All(s.tx.Games, RunningGamesOf(l.Person)) {
		if err != nil {
			return err
		}
		games = append(games, g)
	}
	var errs []error
	for _, g := range games {
		side, plays := g.Side(l.Person)
		if !plays || !g.TakesVacations() {
			continue
		}
		until, away := g.Away(side)
		switch {
		case l.Ended != 0 && away:
			errs = append(errs, s.addEvent(g, Event{Kind: CameBack, Side: side, Instant: l.Ended}))
		case l.Ended == 0 && !until.Equal(l.Until):
			errs = append(errs, s.addEvent(g, Event{Kind: WentAway, Side: side, Instant: l.Began, Until: l.Until}))
		}
	}
	return errors.Join(errs...)
}

// noteAway adds to a game that begins which of its players are away.
func (s *step) noteAway(g *Game) error {
	if !g.TakesVacations() {
		return nil
	}
	var errs []error
	for _, side := range draughts.Sides {
		v, err := s.vacationOf(g.Player(side))
		errs = append(errs, err)
		if v != nil {
			errs = append(errs, s.addEvent(g, Event{Kind: WentAway, Side: side, Instant: s.instant(), Until: v.Until}))
		}
	}
	return errors.Join(errs...)
}

// vacationOf returns the vacation that a person is on; nil if they are not.
func (s *step) vacationOf(p PersonID) (*Vacation, error) {
	if !p.IsHuman() {
		return nil, nil
	}
	record, err := orNone(s.tx.Settings(PersonSettings(p)))
	all := VacationsOf(record)
	if n := len(all); n > 0 && all[n-1].IsRunning(s.now) {
		return &all[n-1], err
	}
	return nil, err
}

// eraseLeaves forgets the leaves of a person.
func (s *step) eraseLeaves(p PersonID) error {
	all, err := leavesIn(s.tx)
	if err != nil || !slices.ContainsFunc(all, func(l leave) bool { return l.Person == p }) {
		return err
	}
	return s.putLeaves(slices.DeleteFunc(all, func(l leave) bool { return l.Person == p }))
}

// TakesVacations reports whether clocks of a game stand still while their players are away: never a live clock, and in a
// tournament only if that allows it.
func (g *Game) TakesVacations() bool {
	return g.Clock.Base() == 0 && (g.Tournament == "" || g.Vacations)
}

// Away returns until when a player is away, while they are.
func (g *Game) Away(s draughts.Side) (until time.Time, away bool) {
	n := len(g.absences[s])
	if n == 0 || g.IsOver() || g.absences[s][n-1].over {
		return time.Time{}, false
	}
	return g.absences[s][n-1].until, true
}

// absence is a time in which a side was away, by the referee's time.
type absence struct {
	from, to Instant // to is expected unless it is over
	until    time.Time
	over     bool
}

// noteAbsence adds what an event says about the absence of a side.
func (g *Game) noteAbsence(e *Event) {
	all := &g.absences[e.Side]
	last := len(*all) - 1
	running := last >= 0 && !(*all)[last].over
	switch {
	case e.Kind == WentAway && running: // it ends at another time
		(*all)[last].to, (*all)[last].until = instantOf(e.Until, e.Downtime), e.Until
	case e.Kind == WentAway:
		*all = append(*all, absence{from: e.Instant, to: max(e.Instant, instantOf(e.Until, e.Downtime)), until: e.Until})
	case e.Kind == CameBack && running:
		(*all)[last].to, (*all)[last].over = max(e.Instant, (*all)[last].from), true
	}
}

// absent returns how much of the time between two instants a side was away.
func (g *Game) absent(s draughts.Side, from, to Instant) (d time.Duration) {
	for _, a := range g.absences[s] {
		d += max(0, min(a.to, to).Sub(max(a.from, from)))
	}
	return d
}

// after returns the instant at which the side to move has used so much time of its turn.
func (g *Game) after(d time.Duration) Instant {
	at := g.since.Add(d)
	for _, a := range g.absences[g.Turn()] { // in order
		if a.to > g.since && a.from < at {
			at = at.Add(a.to.Sub(max(a.from, g.since)))
		}
	}
	return at
}

// used returns how much time of its turn the side to move has used at an instant.
func (g *Game) used(now Instant) time.Duration {
	return max(0, now.Sub(g.since)-g.absent(g.Turn(), g.since, max(now, g.since)))
}
