package game

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/game/tournament"
)

// TournamentHeader holds what is known of a tournament besides what happens in it.
type TournamentHeader struct {
	ID       TournamentID
	Place    PlaceID
	Room     RoomID
	Director PersonID // who made it, and directs it beside the moderators
	Terms    Terms    // of its games
	Rules    RulesID  // of Terms.Variant
	Made     time.Time

	// Role is what those who enter by themselves must have, and SecondRole in the second team of a team match; 0: none. The
	// program that uses the referee checks it.
	Role, SecondRole RoleID

	// ApartRole is what those have who do not meet each other; 0: none. The program that uses the referee says who has it.
	ApartRole RoleID

	// ReplayClock is that of the games that replay a drawn pairing of a knockout; no clock: that of the Terms.
	ReplayClock Clock

	// Post says where the tournament is shown, and Shown is the number of events that the post shows: see
	// RecordTournamentShown. They can change.
	Post  PostID
	Shown int

	// Downtime is Service.Downtime as far as the Alarm, Next and Ends include it. It can change.
	Downtime time.Duration
}

// Tournament is a tournament between people in a place. Changing a Tournament changes nothing in the store.
type Tournament struct {
	TournamentHeader
	*tournament.Tournament
}

// RestoreTournament returns the tournament of a header, a declaration and events. It takes ownership of the events.
func RestoreTournament(h TournamentHeader, d tournament.Declaration, events []tournament.Event) *Tournament {
	return &Tournament{h, tournament.Restore(d, events)}
}

// AsOf returns the tournament as it stood after its first seq events.
func (t *Tournament) AsOf(seq int) *Tournament {
	return &Tournament{t.TournamentHeader, t.Tournament.AsOf(seq)}
}

// Pool returns the pool of the tournament's games.
func (t *Tournament) Pool() Pool { return PoolOf(t.Terms.Variant) }

// PlayerOf returns the id by which a tournament knows a person.
func PlayerOf(p PersonID) tournament.PlayerID {
	return tournament.PlayerID(strconv.FormatUint(uint64(p), 10))
}

// formerPlayer begins the ids of erased people in tournaments.
const formerPlayer = "former-"

// PersonOf returns the person whom a tournament knows by an id: FormerPlayer for an erased one, and Anyone for none.
func PersonOf(id tournament.PlayerID) PersonID {
	if strings.HasPrefix(string(id), formerPlayer) {
		return FormerPlayer
	}
	p, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return Anyone
	}
	return PersonID(p)
}

// People returns all people whom the tournament names.
func (t *Tournament) People() []PersonID {
	people := []PersonID{t.Director}
	seen := map[tournament.PlayerID]bool{}
	for i := range t.Seq() {
		e := t.Event(i)
		for _, id := range []tournament.PlayerID{e.By, e.Player} { // who is paired has entered
			if id != "" && !seen[id] {
				seen[id] = true
				people = append(people, PersonOf(id))
			}
		}
	}
	slices.Sort(people)
	return slices.DeleteFunc(slices.Compact(people), func(p PersonID) bool { return !p.IsPerson() })
}

// RoleOf returns the role that those who enter a team by themselves must have, or a tournament without teams; 0: none.
func (t *Tournament) RoleOf(team int) RoleID {
	if team == 2 && t.SecondRole != 0 {
		return t.SecondRole
	}
	return t.Role
}

// Winners returns the people who won the tournament, if it has ended: the leaders.
func (t *Tournament) Winners() []PersonID {
	if t.Phase() != tournament.Finished {
		return nil
	}
	return t.Leaders()
}

// Leaders returns the people who have won the tournament, unless a director still decides otherwise: of a team match, those of
// the winning team who were paired. A ladder and a simul have none, nor has a tournament with games that are not over.
func (t *Tournament) Leaders() []PersonID {
	var winners []PersonID
	if t.Phase() != tournament.Finished && t.Phase() != tournament.Provisional || t.Format == tournament.Ladder || t.Format == tournament.Simul ||
		len(t.Pairings(0)) == 0 {
		return nil
	}
	for _, line := range t.Standings() {
		won := line.Rank == 1 && line.Points > 0 // else the director has ended it before anything was decided
		if t.Format == tournament.TeamMatch {
			won = line.Rank > 0 && line.Team == t.LeadingTeam() && len(t.PairingsOf(line.Player)) > 0
		}
		if p := PersonOf(line.Player); won && p.IsPerson() {
			winners = append(winners, p)
		}
	}
	return winners
}

// Ended returns the time at which the tournament ended, or the zero time.
func (t *Tournament) Ended() time.Time {
	for i := range t.Seq() {
		if e := t.Event(i); e.Kind == tournament.Ended || e.Kind == tournament.Cancelled {
			return e.At
		}
	}
	return time.Time{}
}

// Alarm returns the next time at which Tick changes the tournament. Unlike other alarms, it is one on the wall clock:
// a tournament begins when it was announced to begin, unless the service was down shortly before: see putOffStarts.
func (t *Tournament) Alarm() (time.Time, bool) {
	d, ok := t.Next()
	if ok && d.At.IsZero() {
		d.At = later(t.Made, t.Changed())
	}
	return d.At, ok
}

// Next returns what the tournament waits for. The downtime since its last event puts that off, unless it is planned.
func (t *Tournament) Next() (tournament.Deadline, bool) {
	d, ok := t.Tournament.Next()
	if !d.Planned {
		d.At = t.putOff(d.At)
	}
	return d, ok
}

// Ends returns when a running arena ends, put off likewise; the zero time if that is not known.
func (t *Tournament) Ends() time.Time { return t.putOff(t.Tournament.Ends()) }

// AnswerBy is that of the tournament.
func (t *Tournament) AnswerBy(c tournament.Challenge, now time.Time) time.Time {
	return t.Tournament.AnswerBy(c, tournament.Moment{At: now, Downtime: t.Downtime})
}

// putOff adds the downtime since the last event to a time, unless it is zero.
func (t *Tournament) putOff(at time.Time) time.Time {
	if at.IsZero() || t.Seq() == 0 {
		return at
	}
	return at.Add(max(0, t.Downtime-t.Event(t.Seq()-1).Downtime))
}

// IsDirector reports whether a person can direct the tournament from a place.
func (t *Tournament) IsDirector(a Actor, from PlaceID) bool {
	return (a.Person == t.Director || a.Moderator) && from == t.Place
}

// tournament reads a tournament that the viewer may see: one in their place, or that names them.
func (v Viewer) tournament(tx Reader, id TournamentID) (*Tournament, error) {
	Expect(tx, Expectation{Service: true, Reads: func() { tx.Tournament(id) }})
	t, err := tx.Tournament(id)
	if isNotFound(err) || err == nil && !v.unrestricted && v.Place != t.Place && !slices.Contains(t.People(), v.Person) {
		return nil, refuse(NoSuchTournament)
	} else if err != nil {
		return nil, err
	}
	service, err := tx.Service()
	t.Downtime = max(t.Downtime, service.Downtime)
	return t, err
}

// Tournament returns a tournament that the viewer may see.
func (r *Referee) Tournament(ctx context.Context, id TournamentID, v Viewer) (*Tournament, error) {
	return view(ctx, r, func(tx Reader) (*Tournament, error) { return v.tournament(tx, id) })
}

// UnrestrictedTournament returns a tournament that not everybody may see. Like UnrestrictedGame, it is for announcements.
func (r *Referee) UnrestrictedTournament(ctx context.Context, id TournamentID) (*Tournament, error) {
	return r.Tournament(ctx, id, Viewer{unrestricted: true})
}

// Tournaments returns a page of a list of tournaments. It refuses a list that may hold one that the viewer may not
// see.
func (r *Referee) Tournaments(ctx context.Context, list TournamentList, v Viewer, from Cursor, most int) (Page[*Tournament], error) {
	if !v.listsTournaments(list) {
		return Page[*Tournament]{}, refuse(NoSuchTournament)
	}
	return view(ctx, r, func(tx Reader) (Page[*Tournament], error) {
		page, err := tx.Tournaments(list, from, most)
		if err != nil {
			return page, err
		}
		service, err := tx.Service()
		for _, t := range page.Items {
			t.Downtime = max(t.Downtime, service.Downtime)
		}
		return page, err
	})
}

// OpenTournaments returns all tournaments that are not over, by id. It is for announcements.
func (r *Referee) OpenTournaments(ctx context.Context) ([]*Tournament, error) {
	return view(ctx, r, func(tx Reader) ([]*Tournament, error) {
		ids, err := tx.OpenTournaments()
		if err != nil {
			return nil, err
		}
		return readAll(tx, ids, tx.Tournament)
	})
}

// MoveTournament has a tournament go on in another room, in which no post shows it yet.
func (r *Referee) MoveTournament(ctx context.Context, id TournamentID, to RoomID) error {
	return r.store.Update(ctx, func(tx Tx) error {
		t, err := Viewer{unrestricted: true}.tournament(tx, id)
		if err != nil {
			return err
		}
		t.Room, t.Post, t.Shown = to, 0, 0
		_, err = tx.Announce(Announcement{Kind: TournamentPlaced, At: r.now(), Place: t.Place, Room: to, Tournament: id, Seq: t.Seq()})
		return errors.Join(err, tx.PutTournament(t))
	})
}

// RecordTournamentShown records which post shows a tournament and in which room. A post that shows
// fewer events than the one that is recorded does not replace it.
func (r *Referee) RecordTournamentShown(ctx context.Context, id TournamentID, shows ShownPost) error {
	return r.store.Update(ctx, func(tx Tx) error {
		t, err := Viewer{unrestricted: true}.tournament(tx, id)
		if err != nil || !shows.isNewer(ShownPost{t.Room, t.Post, t.Shown}) {
			return err
		}
		t.Room, t.Post, t.Shown = shows.Room, shows.Post, shows.Seq
		return tx.PutTournament(t)
	})
}
