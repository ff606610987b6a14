package game

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/game/openings"
	"doublecorner/game/tournament"
)

// happen adds an event to a tournament, and does all that is due after it.
func (s *step) happen(t *Tournament, e tournament.Event) error {
	if err := s.addTournamentEvent(t, e); err != nil {
		return err
	}
	return s.advance(t)
}

// addTournamentEvent adds an event to a tournament and announces it, unless the standings show it. The boards tell of a wave
// of an arena, which can have thousands; but the first after a downtime announces the new end of the arena.
func (s *step) addTournamentEvent(t *Tournament, e tournament.Event) error {
	ends, before, over := t.Tournament.Ends(), t.Phase(), t.IsOver()
	e.At, e.Downtime = later(s.now, t.Changed()), s.service.Downtime
	if err := t.Do(e); err != nil {
		if refusal, ok := errors.AsType[tournament.Refusal](err); ok {
			return &RequestError{Code: TournamentRefused, Tournament: t, Refusal: refusal}
		}
		return err
	}
	if before < tournament.Provisional && t.Phase() >= tournament.Provisional {
		if err := s.repeat(t); err != nil {
			return err
		}
	}
	if t.IsOver() && !over {
		// It is stored before others take their players from it, who read it again.
		return errors.Join(s.announceTournament(t, TournamentChanged), s.tx.PutTournament(t), s.qualifyFrom(t))
	}
	isShown := e.Kind == tournament.RoundBegan && t.Format == tournament.Arena
	switch e.Kind {
	case tournament.Entered, tournament.CheckedIn, tournament.GameBegan, tournament.GameEnded, tournament.Voided,
		tournament.SatOut, tournament.Rejoined, tournament.Rested:
		isShown = true
	}
	switch {
	case !isShown:
		return s.announceTournament(t, TournamentChanged)
	case t.Tournament.Ends().After(ends):
		return s.announceTournament(t, TournamentPlaced)
	}
	return nil
}

// repeat makes the tournament that follows one whose games are over, if one does. Its director and its room are the same. A simul
// whose host cannot play again is not repeated.
func (s *step) repeat(t *Tournament) (err error) {
	d, ok := t.Again()
	if !ok {
		return nil
	}
	h := t.TournamentHeader
	h.Made, h.Downtime, h.Post, h.Shown = s.now, s.service.Downtime, 0, 0
	next := RestoreTournament(h, d, nil)
	if next.ID, err = newID(s.random(), s.tx.Tournament); err != nil {
		return err
	}
	if t.Format == tournament.Simul {
		err := s.enterHost(next, t.Director, PersonOf(t.Host()))
		if _, refused := errors.AsType[*RequestError](err); refused {
			return nil
		} else if err != nil {
			return err
		}
	}
	return errors.Join(s.announceTournament(next, TournamentPlaced), s.tx.PutTournament(next))
}

// qualifyFrom has the best players of a tournament that is over enter those that take their players from it.
func (s *step) qualifyFrom(t *Tournament) error {
	for next, err := range All(s.tx.Tournaments, OpenTournamentsIn(t.Place)) {
		if err != nil {
			return err
		}
		if next.Awaits() && slices.Contains(next.From, string(t.ID)) {
			if err := s.qualify(next); err != nil {
				return err
			}
		}
	}
	return nil
}

// qualify has the best players of other tournaments enter a tournament once all of these are over.
func (s *step) qualify(t *Tournament) error {
	var from []*tournament.Tournament
	for _, id := range t.From {
		source, err := s.tx.Tournament(TournamentID(id))
		if err != nil || !source.IsOver() {
			return err
		}
		from = append(from, source.Tournament)
	}
	var failed error
	entries := t.Qualifiers(from, func(id tournament.PlayerID) bool {
		err := s.checkEntrant(t, PersonOf(id))
		if _, refused := errors.AsType[*RequestError](err); !refused {
			failed = errors.Join(failed, err)
		}
		return err == nil
	})
	if failed != nil {
		return failed
	}
	for i := range entries {
		e := &entries[i]
		if err := s.enter(t, e, TournamentRequest{Player: PersonOf(e.Player)}); err != nil {
			return err
		}
		if err := s.addTournamentEvent(t, *e); err != nil {
			return err
		}
	}
	return s.happen(t, tournament.Event{Kind: tournament.Qualified, Extension: t.Lateness(s.now)})
}

// announceTournament announces the last event of a tournament, which no answer to a request delivers.
func (s *step) announceTournament(t *Tournament, kind AnnouncementKind) error {
	_, err := s.tx.Announce(Announcement{Kind: kind, At: s.now, Place: t.Place, Room: t.Room, Tournament: t.ID, Seq: t.Seq()})
	return err
}

// advance does all that is due in a tournament, begins the games that can begin, and stores it.
func (s *step) advance(t *Tournament) error {
	t.Downtime = s.service.Downtime
	for {
		e, ok := t.Due(tournament.Moment{At: later(s.now, t.Changed()), Downtime: s.service.Downtime}, s.lot())
		if !ok {
			break
		}
		if err := s.addTournamentEvent(t, e); err != nil {
			return err
		}
	}
	for _, p := range t.Waiting() {
		if err := s.beginPairing(t, p); err != nil {
			return err
		}
	}
	return s.tx.PutTournament(t)
}

// putOffStarts has tournaments begin later that are about to begin after an absence.
func (s *step) putOffStarts(away time.Duration) error {
	if away <= 0 {
		return nil
	}
	soon, err := s.tx.TournamentAlarms(s.now.Add(away), math.MaxInt32)
	for _, id := range soon {
		t, fault := s.tx.Tournament(id)
		if fault != nil {
			continue // its own alarm reports it, and nothing else waits for it
		}
		if delay := t.Delay(s.now, away); delay > 0 {
			err = errors.Join(err, s.happen(t, tournament.Event{Kind: tournament.Extended, Extension: delay}))
		}
	}
	return err
}

// tournamentAlarm does what is due in a tournament.
func (s *step) tournamentAlarm(id TournamentID) error {
	t, err := s.tx.Tournament(id)
	if err != nil {
		return err
	}
	if at, ok := t.Alarm(); !ok || at.After(s.now) {
		return nil
	}
	return s.advance(t)
}

// dueTournaments returns the tournaments whose alarm is due.
func (r *Referee) dueTournaments(tx Reader, _ Instant, most int) ([]TournamentID, error) {
	return tx.TournamentAlarms(r.now(), most)
}

// quickDraw is the number of moves of both players up to which a draw is quick: see tournament.Score.
const quickDraw = 60

// ballot returns the opening of the next game of a pairing; nil if it has none. The second game of an opening has the same
// one, with the sides exchanged; replays have others.
func (t *Tournament) ballot(p *tournament.Pairing) *draughts.History {
	deck := openings.Deck(t.Terms.Variant)
	if !t.Terms.Ballot || len(deck) == 0 { // the deck of a rule set that changed may be gone
		return nil
	}
	return deck[(p.Lot+uint64(len(p.Games)/max(1, t.Games)))%uint64(len(deck))].Game()
}

// FirstMover returns the player who makes the first move of the next game of a pairing.
func (t *Tournament) FirstMover(p *tournament.Pairing) tournament.PlayerID {
	turn := t.Terms.start().Turn()
	if ballot := t.ballot(p); ballot != nil {
		turn = ballot.Position().Turn()
	}
	white, _ := t.NextWhite(p)
	if turn == draughts.White {
		return white
	}
	return p.Opponent(white)
}

// beginPairing begins the next game of a pairing.
func (s *step) beginPairing(t *Tournament, p *tournament.Pairing) error {
	white, _ := t.NextWhite(p)
	var opening []Path
	terms := t.Terms
	if len(p.Games) >= max(1, t.Games) && !t.ReplayClock.IsNone() {
		terms.Clock = t.ReplayClock
	}
	if ballot := t.ballot(p); ballot != nil {
		opening = pathsOf(ballot)
	}
	g, err := s.begin(Header{
		Place: t.Place, Room: t.Room,
		Players: [...]PersonID{draughts.White: PersonOf(white), draughts.Black: PersonOf(p.Opponent(white))},
		Terms:   terms, Opening: opening, SecondOfBallot: opening != nil && len(p.Games)%max(1, t.Games) == 1,
		Tournament: t.ID, Pairing: p.Number, NoShow: t.NoShow,
	})
	if err != nil {
		return err
	}
	_, err = s.tx.Announce(Announcement{Kind: GameBegun, At: s.now, Place: g.Place, Room: g.Room, Game: g.ID})
	return errors.Join(
		err, s.noteAway(g), s.addTournamentEvent(t, tournament.Event{Kind: tournament.GameBegan, Pairing: p.Number, Game: string(g.ID)}),
	)
}

// scoreOf returns the score of a game with an outcome.
func scoreOf(o Outcome) tournament.Score {
	switch o {
	case WhiteWon:
		return tournament.WhiteWins
	case BlackWon:
		return tournament.BlackWins
	}
	return tournament.Draw
}

// endPairing tells the tournament of a game that the game ended. A player who ends a game before it is underway, or
// does not come to it, forfeits it. A game that both players abort, or that a moderator ends without an outcome, is
// played again.
func (s *step) endPairing(g *Game, ended *Event) error {
	t, err := orNone(s.tx.Tournament(g.Tournament))
	if err != nil || t == nil {
		return err
	}
	p := t.Pairing(g.Pairing)
	if p == nil || p.Over || len(p.Games) == 0 || p.Games[len(p.Games)-1].ID != string(g.ID) {
		return nil // the tournament is over, or one of the players has left it
	}
	e := tournament.Event{
		Kind: tournament.GameEnded, Pairing: p.Number, Score: scoreOf(g.result.Outcome), Claimed: g.result.Cause == ByInactivity,
	}
	// The score of the pairing has the sides of its first game.
	switch result := g.result; {
	case result.Outcome != NoOutcome:
		e.Score.Quick = result.Outcome == Drawn && g.made() <= quickDraw
	case (result.Moderator != Anyone || result.Cause == Aborted && g.IsUnderway()) && !p.CanReplay():
		e.Score = tournament.BothForfeit
	case result.Moderator != Anyone || result.Cause == Aborted && g.IsUnderway():
		e.Kind, e.Score = tournament.Voided, tournament.Score{}
	case ended.Side == draughts.White:
		e.Score = tournament.WhiteForfeits
	default:
		e.Score = tournament.BlackForfeits
	}
	return s.happen(t, e)
}

// lot returns random bits.
func (s *step) lot() uint64 { return s.random().Uint64() }

// random returns the random bits of the request, or of a step without a request.
func (s *step) random() *rand.Rand {
	if s.rng == nil {
		s.rng = rand.New(rand.NewPCG(s.seed(), 0))
	}
	return s.rng
}
