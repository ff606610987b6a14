package game

import (
	"cmp"
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"doublecorner/game/tournament"
)

// maxTournamentName is the greatest length of a tournament's name in characters.
const maxTournamentName = 100

// TournamentDraft makes a tournament.
type TournamentDraft struct {
	Request
	Room             RoomID
	Role, SecondRole RoleID // see TournamentHeader
	ApartRole        RoleID
	Host             PersonID // of a simul; Anyone is the one who makes the request
	Terms            Terms
	ReplayClock      Clock // see TournamentHeader
	Declaration      tournament.Declaration
}

// tidy returns a draft as it is stored.
func (q TournamentDraft) tidy() TournamentDraft {
	d := &q.Declaration
	for _, name := range []*string{&d.Name, &d.Prize, &d.Teams[0], &d.Teams[1]} {
		*name = strings.TrimSpace(strings.ToValidUTF8(*name, "�"))
	}
	q.Terms.Ballot, q.Terms.Colour = d.Openings, PlayWhite // the tournament decides both
	return q
}

// checkDraft refuses a draft that cannot become a tournament at a time.
func (r *Referee) checkDraft(tx Reader, q *TournamentDraft, now time.Time) error {
	d := &q.Declaration
	faultOfTerms, fault := q.Terms.faultAgainst(Anyone), d.Fault()
	switch {
	case faultOfTerms != 0:
		return &RequestError{Code: BadTerms, Terms: faultOfTerms}
	case fault != 0:
		return &RequestError{Code: BadTournament, Fault: fault}
	case d.Name == "" || utf8.RuneCountInString(d.Name) > maxTournamentName:
		return &RequestError{Code: BadTournamentName, Limit: maxTournamentName}
	case !q.ReplayClock.IsNone() && (d.Format != tournament.Knockout || !q.ReplayClock.isOfKind(q.Terms.Clock)),
		!d.Starts.IsZero() && d.Starts.Before(now):
		return &RequestError{Code: BadTournament, Fault: tournament.BadTimes}
	}
	for _, id := range d.From {
		from, err := Viewer{Place: q.Place}.tournament(tx, TournamentID(id))
		if err != nil {
			return err
		}
		if !from.Format.HasPlaces() {
			return &RequestError{Code: BadTournament, Fault: tournament.BadSources}
		}
	}
	open, err := tx.Tournaments(OpenTournamentsIn(q.Place), "", r.quotas.TournamentsPerPlace)
	if err != nil {
		return err
	}
	if len(open.Items) >= r.quotas.TournamentsPerPlace {
		return &RequestError{Code: TooManyTournaments, Limit: r.quotas.TournamentsPerPlace}
	}
	return nil
}

// CheckTournament returns why CreateTournament would refuse a draft now; nil if it would not.
func (r *Referee) CheckTournament(ctx context.Context, q TournamentDraft) error {
	q = q.tidy()
	return r.store.View(ctx, func(tx Reader) error { return r.checkDraft(tx, &q, r.now()) })
}

// CreateTournament makes a tournament, which players can enter from then on.
func (r *Referee) CreateTournament(ctx context.Context, q TournamentDraft) (Answer, error) {
	q = q.tidy()
	return r.do(ctx, createTournamentKind, q.Request, func(s *step) (answer Answer, err error) {
		if err := r.checkDraft(s.tx, &q, s.now); err != nil {
			return Answer{}, err
		}
		t := RestoreTournament(TournamentHeader{
			Place: q.Place, Room: q.Room, Role: q.Role, SecondRole: q.SecondRole, ApartRole: q.ApartRole, ReplayClock: q.ReplayClock,
			Director: q.By.Person, Terms: q.Terms,
			Rules: IdentifyRules(q.Terms.Variant.Rules()), Made: s.now, Downtime: s.service.Downtime,
		}, q.Declaration, nil)
		if t.ID, err = newID(s.rng, s.tx.Tournament); err != nil {
			return Answer{}, err
		}
		if t.Format == tournament.Simul {
			if err := s.enterHost(t, q.By.Person, cmp.Or(q.Host, q.By.Person)); err != nil {
				return Answer{}, err
			}
		}
		if err := s.announceTournament(t, TournamentPlaced); err != nil {
			return Answer{}, err
		}
		if t.Awaits() {
			if err := s.qualify(t); err != nil {
				return Answer{}, err
			}
		}
		return Answer{Tournament: t}, s.advance(t)
	})
}

// TournamentRequest asks for something to happen in a tournament.
type TournamentRequest struct {
	Request
	Tournament TournamentID
	Act        tournament.EventKind // what is to happen: one of tournamentActs
	// Player is the person it is about; Anyone is the one who makes the request. Opponent is the other player.
	Player, Opponent PersonID
	Team             int
	Apart            bool // see tournament.Event
	Pairing          int
	Score            tournament.Score
	Extension        time.Duration
	Reason           string
}

// tournamentActs are what people ask for, and whether only a director does it; the rest a director can do for a player.
var tournamentActs = map[tournament.EventKind]bool{
	tournament.Removed: true, tournament.Started: true, tournament.RoundBegan: true, tournament.Adjudicated: true, tournament.Paired: true,
	tournament.Paused: true, tournament.Resumed: true, tournament.Extended: true, tournament.Ended: true, tournament.Cancelled: true,
	tournament.Parted: true, tournament.Unrepeated: true,
	tournament.Entered: false, tournament.CheckedIn: false, tournament.Withdrew: false,
	tournament.Challenged: false, tournament.Accepted: false, tournament.Refused: false,
	tournament.SatOut: false, tournament.Rejoined: false, tournament.Rested: false,
}

// ActInTournament does what a player or a director asks for in a tournament, and all that follows from it.
func (r *Referee) ActInTournament(ctx context.Context, q TournamentRequest) (Answer, error) {
	return r.do(ctx, actInTournamentKind, q.Request, func(s *step) (Answer, error) {
		t, err := s.viewer().tournament(s.tx, q.Tournament)
		if err != nil {
			return Answer{}, err
		}
		q := q // a step can run again
		q.Reason = strings.TrimSpace(strings.ToValidUTF8(q.Reason, "�"))
		q.Player = cmp.Or(q.Player, q.By.Person)
		directs, known := tournamentActs[q.Act]
		switch {
		case !known:
			return Answer{}, &RequestError{Code: TournamentRefused, Tournament: t, Refusal: tournament.NotNow}
		case (directs || q.Player != q.By.Person) && !t.IsDirector(q.By, s.place):
			return Answer{}, &RequestError{Code: TournamentRefused, Tournament: t, Refusal: tournament.NotDirector}
		case utf8.RuneCountInString(q.Reason) > maxReason:
			return Answer{}, &RequestError{Code: ReasonTooLong, Limit: maxReason}
		case (q.Act == tournament.Removed || q.Act == tournament.Adjudicated || q.Act == tournament.Cancelled) && q.Reason == "":
			return Answer{}, refuse(NoReason)
		}
		player := PlayerOf(q.Player)
		there, p := t.Entrant(player), t.Pairing(q.Pairing)
		if q.Act == tournament.Adjudicated && p != nil && !q.Score.Forfeit {
			if q.Score.Forfeit, err = s.isUnplayed(p); err != nil {
				return Answer{}, err
			}
		}
		if q.Act == tournament.CheckedIn && t.Phase() == tournament.SignUp && there != nil && there.CheckedIn ||
			q.Act == tournament.Adjudicated && p != nil && p.Ruling && p.Score == q.Score { // it is so already
			return Answer{Tournament: t}, nil
		}
		e := tournament.Event{Kind: q.Act, Pairing: q.Pairing, Score: q.Score, Extension: q.Extension, Reason: q.Reason}
		if directs || q.Player != q.By.Person {
			e.By = PlayerOf(q.By.Person)
		}
		if !directs || q.Act == tournament.Removed || q.Act == tournament.Paired || q.Act == tournament.Parted {
			e.Player = player
			if q.Opponent != Anyone && q.Act != tournament.Entered {
				e.Opponent = PlayerOf(q.Opponent)
			}
		}
		switch q.Act {
		case tournament.Entered:
			if err := s.enter(t, &e, q); err != nil {
				return Answer{}, err
			}
		case tournament.RoundBegan, tournament.Accepted:
			e.Lot = s.lot()
		case tournament.Withdrew, tournament.Removed, tournament.Adjudicated:
			return Answer{Tournament: t}, s.settle(t, e)
		}
		return Answer{Tournament: t}, s.happen(t, e)
	})
}

// checkEntrant refuses an entry of somebody who cannot play, or not for ratings.
func (s *step) checkEntrant(t *Tournament, p PersonID) error {
	if err := checkNotErasing(s.tx, p); err != nil {
		return err
	}
	if !p.IsHuman() {
		return refuse(NoPerson)
	}
	if t.Terms.Rated {
		return s.checkRated(p)
	}
	return nil
}

// enter completes the event that a player enters.
func (s *step) enter(t *Tournament, e *tournament.Event, q TournamentRequest) error {
	if err := s.checkEntrant(t, q.Player); err != nil {
		return err
	}
	entry, err := s.entry(q.Player, Leaderboard{t.Pool(), t.Place, AllTime})
	if err != nil {
		return err
	}
	e.Team, e.Apart = q.Team, q.Apart
	e.Rating, e.Lot = int(entry.Rating.Points+0.5), s.lot()
	return nil
}

// enterHost enters the host of a simul, whom a director names.
func (s *step) enterHost(t *Tournament, by, host PersonID) error {
	e := tournament.Event{Kind: tournament.Entered, By: PlayerOf(by), Player: PlayerOf(host)}
	if err := s.enter(t, &e, TournamentRequest{Player: host, Team: 1}); err != nil {
		return err
	}
	return s.addTournamentEvent(t, e)
}

// isUnplayed reports whether no game of a pairing has been underway or has counted.
func (s *step) isUnplayed(p *tournament.Pairing) (bool, error) {
	for _, played := range p.Games {
		g, err := orNone(s.tx.Game(GameID(played.ID)))
		if err != nil || played.Over && !played.Score.Forfeit || g != nil && g.IsUnderway() {
			return false, err
		}
	}
	return true, nil
}

// settle adds an event that ends running games of a tournament: a player leaves, or the director gives a pairing its
// score. A player who withdraws has abandoned their games, and one who is removed loses them by the director's ruling.
// A game whose pairing gets its score from the director ends without an outcome: nobody has won it on the board.
func (s *step) settle(t *Tournament, e tournament.Event) error {
	pairings := t.PairingsOf(e.Player)
	if p := t.Pairing(e.Pairing); e.Kind == tournament.Adjudicated && p != nil {
		pairings = []*tournament.Pairing{p}
	}
	type ending struct {
		*Game
		result Result
	}
	var endings []ending
	for _, p := range pairings {
		n := len(p.Games)
		if n == 0 || p.Over || p.Games[n-1].Over {
			continue
		}
		g, err := s.tx.Game(GameID(p.Games[n-1].ID))
		if err != nil {
			return err
		}
		result := Result{Cause: Aborted, Moderator: PersonOf(e.By), Reason: e.Reason}
		if side, plays := g.Side(PersonOf(e.Player)); plays {
			result.Cause, result.Outcome = ByRuling, WonBy(side.Opponent())
		}
		if e.Kind == tournament.Withdrew {
			result = Result{Cause: Abandoned, Outcome: result.Outcome}
			if g.IsUnderway() {
				lost := tournament.Event{Kind: tournament.GameEnded, Pairing: p.Number, Score: scoreOf(result.Outcome)}
				if err := s.addTournamentEvent(t, lost); err != nil {
					return err
				}
			}
		}
		endings = append(endings, ending{g, result})
	}
	if err := s.happen(t, e); err != nil {
		return err
	}
	announced, by := s.announced, s.by
	s.by = Actor{} // the response does not show the games
	for _, end := range endings {
		side, plays := end.Side(PersonOf(e.Player))
		if !plays {
			side = end.Turn()
		}
		if err := s.end(end.Game, side, end.result); err != nil {
			return err
		}
	}
	s.announced, s.by = announced, by
	return nil
}
