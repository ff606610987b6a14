package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// PuzzleID identifies a puzzle. The referee keeps what people make of puzzles, and knows nothing else of
// them: package puzzle does.
type PuzzleID string

// PuzzlePool is the pool of people's ratings with puzzles. A puzzle solved at once is a win, one solved with
// a hint a draw, and one with a wrong move a loss.
const PuzzlePool Pool = "puzzles"

// PuzzleRecord is what became of a puzzle in a place, or Everywhere.
type PuzzleRecord struct {
	Place PlaceID
	ID    PuzzleID
	// Text is the puzzle itself if it comes from a game of the place, and Rules those of that game.
	Text, Rules string
	Rating      Rating // after those who tried it last
	Played      time.Time
	Solved      int // how many people solved it, wrong moves or not
	Failed      int // how many made a wrong move first
	Daily       int // the Day on which it was the puzzle of the place; 0 if it was not
}

// isOwn reports whether the puzzle comes from a game of its place, whose players know it.
func (p *PuzzleRecord) isOwn() bool { return p.Text != "" }

// countsIn returns where the puzzle counts: the last of the places has its rating.
func (p *PuzzleRecord) countsIn() []PlaceID {
	if p.isOwn() {
		return []PlaceID{p.Place}
	}
	return []PlaceID{p.Place, Everywhere}
}

// Attempt is what a person made of a puzzle, once they were shown it.
type Attempt struct {
	Person PersonID
	Puzzle PuzzleID
	At     time.Time // of the last change
	Hinted bool      // before anything else
	Failed bool      // a move was wrong
	Solved bool      // at last
	Days   []int     // those whose puzzle it was when it was solved, for the streak
}

// IsRated reports whether the attempt has counted for the ratings: its first result does.
func (a *Attempt) IsRated() bool { return a.Failed || a.Solved }

// addDay records that the puzzle was solved on a day whose puzzle it was.
func (a *Attempt) addDay(day int) {
	if !slices.Contains(a.Days, day) {
		a.Days = append(a.Days, day)
	}
}

// PuzzleStep is what a person does with a puzzle.
type PuzzleStep uint8

const (
	PuzzleHint  PuzzleStep = iota // look at a hint
	PuzzleWrong                   // make a wrong move, or give up
	PuzzleRight                   // make the last right move
	PuzzleShown                   // be shown it
)

// PuzzleRequest says what a person did with a puzzle.
type PuzzleRequest struct {
	By     Actor
	Place  PlaceID
	Puzzle PuzzleID
	Points int // of the puzzle before anybody tried it
	Step   PuzzleStep
}

// PuzzleAnswer is what came of it.
type PuzzleAnswer struct {
	Attempt       Attempt
	Record        PuzzleRecord // in the place
	Counted       bool         // among those who solved it there
	Before, After Rating       // of the person, where the puzzle counts; the same if the request did not count
}

// puzzleDeviation is the deviation of the rating of a puzzle before its first try: its points are better than a guess.
const puzzleDeviation = 150

// ratingOf returns the rating of a puzzle before its first try.
func ratingOf(points int) Rating {
	return Rating{float64(points), puzzleDeviation, InitialRating.Volatility}
}

// Puzzle records what a person did with a puzzle. The first result counts for the ratings of both, once;
// what is repeated changes nothing.
func (r *Referee) Puzzle(ctx context.Context, q PuzzleRequest) (a PuzzleAnswer, err error) {
	switch {
	case !q.By.Person.IsPerson():
		return a, refuse(NoPerson)
	case q.Place == Everywhere:
		return a, refuse(NoPlace)
	}
	err = r.update(ctx, func(s *step) error {
		s.by, s.place = q.By, q.Place
		if err := checkNotErasing(s.tx, q.By.Person); err != nil {
			return err
		}
		a, err = s.puzzle(q)
		return err
	})
	return a, err
}

func (s *step) puzzle(q PuzzleRequest) (a PuzzleAnswer, err error) {
	attempt, err := s.tx.Attempt(q.By.Person, q.Puzzle)
	if isNotFound(err) {
		attempt, err = &Attempt{Person: q.By.Person, Puzzle: q.Puzzle}, nil
	}
	if err != nil {
		return a, err
	}
	here, err := s.puzzleRecord(s.place, q)
	if err != nil {
		return a, err
	}
	counts := here.countsIn()
	entry, err := s.entry(q.By.Person, Leaderboard{PuzzlePool, counts[len(counts)-1], AllTime})
	if err != nil {
		return a, err
	}
	a = PuzzleAnswer{Attempt: *attempt, Record: *here, Before: entry.Rating, After: entry.Rating}
	rated, solved := attempt.IsRated(), attempt.Solved
	switch {
	case solved && q.Step == PuzzleRight && here.Daily == DayOf(s.now): // solved again on its day, for the streak
		a.Counted = here.Solved == 0
		here.Solved = max(here.Solved, 1)
		attempt.addDay(here.Daily)
	case solved, q.Step == PuzzleHint && rated, q.Step == PuzzleWrong && attempt.Failed, q.Step == PuzzleShown && !attempt.At.IsZero():
		return a, nil
	case q.Step == PuzzleShown:
		attempt.At = s.now
		a.Attempt = *attempt
		return a, s.tx.PutAttempt(attempt)
	case q.Step == PuzzleHint:
		attempt.Hinted = true
	case q.Step == PuzzleWrong:
		attempt.Failed = true
		here.Failed++
	case q.Step == PuzzleRight:
		attempt.Solved, a.Counted = true, true
		here.Solved++
		if here.Daily == DayOf(s.now) {
			attempt.addDay(here.Daily)
		}
	}
	attempt.At = s.now
	if !rated && attempt.IsRated() {
		if a.After, err = s.ratePuzzle(q, attempt, here); err != nil {
			return a, err
		}
	}
	a.Attempt, a.Record = *attempt, *here
	return a, errors.Join(s.tx.PutAttempt(attempt), s.tx.PutPuzzleRecord(here))
}

// puzzleRecord returns the record of a puzzle in a place, a new one if there is none.
func (s *step) puzzleRecord(place PlaceID, q PuzzleRequest) (*PuzzleRecord, error) {
	record, err := s.tx.PuzzleRecord(place, q.Puzzle)
	if isNotFound(err) {
		return &PuzzleRecord{Place: place, ID: q.Puzzle, Rating: ratingOf(q.Points)}, nil
	}
	return record, err
}

// ratePuzzle adds the first result of an attempt to the ratings of the person and of the puzzle, where it counts.
func (s *step) ratePuzzle(q PuzzleRequest, attempt *Attempt, here *PuzzleRecord) (after Rating, err error) {
	score := 0.0
	switch {
	case attempt.Failed:
	case attempt.Hinted:
		score = 0.5
	default:
		score = 1
	}
	rated := here
	if !here.isOwn() {
		if rated, err = s.puzzleRecord(Everywhere, q); err != nil {
			return after, err
		}
	}
	puzzle := rated.Rating
	for _, place := range here.countsIn() {
		before, idle, err := s.rating(attempt.Person, PuzzlePool, place, s.now)
		if err != nil {
			return after, err
		}
		after = before.playedOne(idle, encounter{puzzle, score, 1})
		if err := s.count(attempt.Person, PuzzlePool, place, score, after, s.now); err != nil {
			return after, err
		}
		rated.Rating = puzzle.playedOne(0, encounter{before.After(idle), 1 - score, 1})
	}
	rated.Played = s.now
	if rated == here {
		return after, nil // the caller stores it
	}
	if attempt.Solved {
		rated.Solved++
	} else {
		rated.Failed++
	}
	return after, s.tx.PutPuzzleRecord(rated)
}

// OpenPuzzle is a puzzle that a person has yet to solve: without help.
type OpenPuzzle struct {
	ID    PuzzleID // "" for none
	Daily bool     // it is that of the day
}

// OpenPuzzle returns which of some puzzles a person in a place has yet to solve: one that the person was shown, until it
// counts, or the puzzle of the day there.
func (r *Referee) OpenPuzzle(ctx context.Context, p PersonID, place PlaceID, ids []PuzzleID) (OpenPuzzle, error) {
	today := DayOf(r.now())
	return view(ctx, r, func(tx Reader) (OpenPuzzle, error) {
		d, err := dailyPuzzle(tx, place)
		if err != nil {
			return OpenPuzzle{}, err
		}
		if d.Room != 0 && d.IsOf(today) && slices.Contains(ids, d.Puzzle) {
			return OpenPuzzle{d.Puzzle, true}, nil
		}
		Expect(tx, Expectation{Reads: func() {
			for _, id := range ids {
				tx.Attempt(p, id)
			}
		}})
		for _, id := range ids {
			attempt, err := orNone(tx.Attempt(p, id))
			if err != nil || attempt != nil && !attempt.IsRated() {
				return OpenPuzzle{ID: id}, err
			}
		}
		return OpenPuzzle{}, nil
	})
}

// SolveExercise records that a person has solved an exercise, which counts for no rating. It is kept among the puzzles
// that the person tried.
func (r *Referee) SolveExercise(ctx context.Context, by Actor, exercise PuzzleID) error {
	if !by.Person.IsPerson() {
		return refuse(NoPerson)
	}
	return r.update(ctx, func(s *step) error {
		if err := checkNotErasing(s.tx, by.Person); err != nil {
			return err
		}
		return s.tx.PutAttempt(&Attempt{Person: by.Person, Puzzle: exercise, At: s.now, Solved: true})
	})
}

// Puzzler is what a person has made of puzzles.
type Puzzler struct {
	Rating   Rating // everywhere
	Attempts map[PuzzleID]Attempt
	Streak   int // how many puzzles of the day were solved, one a day, up to today or yesterday
}

// Puzzler returns what a person has made of puzzles.
func (r *Referee) Puzzler(ctx context.Context, p PersonID) (Puzzler, error) {
	today := DayOf(r.now())
	return view(ctx, r, func(tx Reader) (Puzzler, error) {
		z := Puzzler{Rating: InitialRating, Attempts: map[PuzzleID]Attempt{}}
		entry, err := tx.LeaderboardEntry(p, Leaderboard{PuzzlePool, Everywhere, AllTime})
		if err == nil {
			z.Rating = entry.Rating
		} else if !isNotFound(err) {
			return z, err
		}
		attempts, err := tx.Attempts(p)
		days := map[int]bool{}
		for _, a := range attempts {
			z.Attempts[a.Puzzle] = *a
			for _, day := range a.Days {
				days[day] = true
			}
		}
		day := today
		if !days[day] {
			day-- // today's can still be solved
		}
		for ; day > 0 && days[day]; day-- {
			z.Streak++
		}
		return z, err
	})
}

// PuzzleRecords returns what became of the puzzles that were tried in a place, and its own ones.
func (r *Referee) PuzzleRecords(ctx context.Context, place PlaceID) ([]*PuzzleRecord, error) {
	return view(ctx, r, func(tx Reader) ([]*PuzzleRecord, error) { return tx.PuzzleRecords(place) })
}

// PuzzleRecord returns what became of a puzzle in a place; an empty record if it was never tried.
func (r *Referee) PuzzleRecord(ctx context.Context, place PlaceID, id PuzzleID) (PuzzleRecord, error) {
	return view(ctx, r, func(tx Reader) (PuzzleRecord, error) {
		record, err := orNone(tx.PuzzleRecord(place, id))
		if record == nil {
			return PuzzleRecord{Place: place, ID: id}, err
		}
		return *record, err
	})
}

// maxOwnPuzzles is how many puzzles of its own a place has at most.
const maxOwnPuzzles = 300

// AddPuzzle adds a puzzle from a game of a place, unless it has it, or enough.
func (r *Referee) AddPuzzle(ctx context.Context, p PuzzleRecord, points int) error {
	return r.store.Update(ctx, func(tx Tx) error {
		records, err := tx.PuzzleRecords(p.Place)
		if err != nil {
			return err
		}
		own := 0
		for _, there := range records {
			if there.ID == p.ID {
				return nil
			}
			if there.Text != "" {
				own++
			}
		}
		if own >= maxOwnPuzzles {
			return nil
		}
		p.Rating = ratingOf(points)
		return tx.PutPuzzleRecord(&p)
	})
}
