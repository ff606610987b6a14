package tournament

import (
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// Format names a kind of tournament.
type Format uint8

const (
	RoundRobin Format = iota // everybody meets everybody
	Swiss                    // a number of rounds, each between players with equal scores
	Knockout                 // the loser of a pairing is out
	Arena                    // for a length of time, players who are free are paired
	Ladder                   // a standing list: players challenge those above them for their places
	TeamMatch                // two teams meet on as many boards as the smaller team has players
	Simul                    // a host plays all others at once
)

func (f Format) String() string {
	return word(f, "round robin", "Swiss", "knockout", "arena", "ladder", "team match", "simul")
}

// MaxPlayers is the greatest number of players of a tournament.
const MaxPlayers = 256

// The greatest lengths of texts in characters.
const (
	maxTeamName = 30
	maxPrize    = 200
)

// Colours says which colours the host of a simul has.
type Colours uint8

const (
	HostWhite      Colours = iota // White on every board
	HostBlack                     // Black on every board
	HostAlternates                // White on the first board, Black on the second, and so on
)

func (c Colours) String() string { return word(c, "white", "black", "alternating") }

// maxRounds is the greatest number of rounds of a Swiss, and maxPairings of pairings of an arena.
const (
	maxRounds   = 50
	maxPairings = 20000
)

// The greatest times: of an arena, of all pauses and extensions together, and of all others.
const (
	maxArena = 24 * time.Hour
	maxHeld  = 366 * 24 * time.Hour
	maxTime  = 90 * 24 * time.Hour
)

// leastIdle is the least time after which those who do not play can lose a place, so that a ladder grows slowly.
const leastIdle = 24 * time.Hour

// What keeps people from making a tournament grow without end.
const (
	maxEntries    = 50   // of one player
	maxDirected   = 5000 // events by the director, who can end the tournament after them
	maxVoided     = 10   // games of a pairing that do not count
	maxChallenges = 20   // of a player of a ladder, in the time to accept one
)

// Declaration says how a tournament is played. It never changes. A field that does not concern the
// format is zero. A duration of 0 is no limit.
type Declaration struct {
	Name   string
	Format Format
	// Starts is the planned beginning; with the zero time, the director starts the tournament. With a
	// CheckIn, players confirm in that time before it that they are there, and those who do not are left out.
	Starts  time.Time
	CheckIn time.Duration

	MaxPlayers           int // beside the host of a simul; 0: the greatest number there is
	MinRating, MaxRating int // of a player who enters; 0 for no bound

	Games       int  // of a pairing: 1, or 2 with the colours exchanged
	MatchPoints bool // a pairing of two games counts as one game: won, drawn or lost
	Openings    bool // the opening of a pairing is drawn by its Lot; the same in the whole round
	Tiebreaks   []Tiebreak

	Rounds     int           // Swiss
	LateRounds int           // Swiss: players can enter until that many rounds have begun
	Cycles     int           // RoundRobin: 1, or 2 for a double one
	Parallel   int           // RoundRobin: how many rounds are played at the same time
	Interval   time.Duration // from the beginning of a round to the next one; see Tournament.Due
	Zone       string        // the name of the time zone in which rounds keep their hour; "": they follow each other
	ThirdPlace bool          // Knockout: the losers of the semifinals play for the third place
	Replays    int           // Knockout: how often a drawn pairing is played again at most; then the higher seed goes on
	Length     time.Duration // Arena
	Teams      [2]string     // TeamMatch: the names of the teams; empty if they have none
	Reach      int           // Ladder: how many places above their own players can challenge
	Reply      time.Duration // Ladder: the time to accept a challenge; after it the place is lost
	Byes       int           // Swiss: how many rounds a player can sit out for half of the points
	Rest       time.Duration // Ladder: how long a player who asks for it is not challenged; 0: nobody can ask
	Idle       time.Duration // Ladder: who does not play for so long can lose a place, and again after as long; 0: nobody does
	Prize      string        // what can be won, in the director's words; the package does nothing with it
	Colours    Colours       // Simul: those of the host, who enters as team 1

	// Repetition says how often it is played, as the clocks of its Zone count; "" is UTC. Deserted is how many of
	// the tournaments before it were cancelled in a row for lack of players.
	Repetition Repetition
	Deserted   int

	// From are the ids of tournaments. The Best of each enter by themselves when all are over; others enter only by a
	// director.
	From []string
	Best int

	// NoShow is the time for the first move of a game. The package does not measure it: the
	// referee of the games does, and reports a forfeit.
	NoShow time.Duration
}

// Fault names what is wrong with a declaration.
type Fault uint8

const (
	NoFormat         Fault = iota + 1 // the format is none of those there are
	BadGames                          // a pairing has neither one game nor two
	BadField                          // the numbers of players do not fit the format
	BadRatings                        // the bounds of ratings exclude everybody
	BadRounds                         // the number of rounds, cycles or replays does not fit the format
	BadTimes                          // a time is missing or negative
	BadReach                          // a ladder has no reach
	UnknownTiebreak                   // a tie-break is none of those there are, or appears twice
	ForeignTiebreak                   // a tie-break does not fit the format
	CheckInUnplanned                  // there is a check-in, and no planned beginning
	BadTeams                          // only one team has a name, both have the same, one is too long, or there are no teams
	BadPrize                          // the text about the prize is too long
	BadColours                        // the colours of the host are none of those there are, or there is no host
	BadRepetition                     // it cannot be repeated: it has no planned beginning or no end, or there is no such time zone
	BadSources                        // it cannot take players from others, or not so many
)

func (f Fault) String() string {
	return word(f, "fine", "no format", "bad number of games", "bad number of players", "bad bounds of ratings",
		"bad number of rounds", "bad times", "no reach", "unknown tie-break", "tie-break of another format",
		"check-in without a planned beginning", "bad names of teams", "prize is too long", "bad colours", "bad repetition",
		"bad sources")
}

// word returns the word for a value, by its number.
func word[E ~uint8](e E, words ...string) string {
	if int(e) < len(words) {
		return words[e]
	}
	return fmt.Sprintf("unknown(%d)", e)
}

// Fault returns what is wrong with a declaration, or 0.
func (d *Declaration) Fault() Fault {
	if int(d.Format) >= len(formats) {
		return NoFormat
	}
	fits := func(format Format, n int) bool { return n == 0 || n > 0 && d.Format == format }
	is := &formats[d.Format]
	switch {
	case d.Games < 0 || d.Games > 2 || d.Games == 2 && is.oneGame:
		return BadGames
	case d.MaxPlayers < 0 || d.MaxPlayers > is.most || d.MaxPlayers == 1,
		is.teams && d.MaxPlayers%2 == 1:
		return BadField
	case d.MaxRating != 0 && d.MinRating > d.MaxRating:
		return BadRatings
	case !fits(Swiss, d.Rounds) || d.Rounds > maxRounds || d.Format == Swiss && d.Rounds == 0,
		!fits(Swiss, d.LateRounds) || d.LateRounds > d.Rounds, !fits(Swiss, d.Byes) || d.Byes > d.Rounds,
		!fits(RoundRobin, d.Cycles) || d.Cycles > 2, !fits(RoundRobin, d.Parallel),
		!fits(Knockout, d.Replays) || d.Replays > 10:
		return BadRounds
	case slices.Min([]time.Duration{d.CheckIn, d.Interval, d.Length, d.Reply, d.NoShow, d.Rest, d.Idle}) < 0,
		max(d.CheckIn, d.Interval, d.Reply, d.NoShow, d.Rest, d.Idle) > maxTime, d.Length > maxArena,
		d.Idle > 0 && d.Idle < leastIdle, max(d.Rest, d.Idle) > 0 && d.Format != Ladder,
		is.timed && d.Length == 0, d.Format == Ladder && d.Reply == 0:
		return BadTimes
	case !fits(Ladder, d.Reach) || d.Format == Ladder && d.Reach == 0:
		return BadReach
	case d.CheckIn > 0 && d.Starts.IsZero():
		return CheckInUnplanned
	case d.Teams != [2]string{} && (!is.teams || d.Teams[0] == d.Teams[1] || !isTeamName(d.Teams[0]) || !isTeamName(d.Teams[1])):
		return BadTeams
	case utf8.RuneCountInString(d.Prize) > maxPrize:
		return BadPrize
	}
	if d.Colours > HostAlternates || d.Colours != 0 && !is.host {
		return BadColours
	}
	if d.Repetition > Monthly || d.Deserted < 0 {
		return BadRepetition
	}
	if d.Repetition != Once { // else the zone need not be read
		if _, err := time.LoadLocation(d.Zone); err != nil || d.Starts.IsZero() || d.Format == Ladder {
			return BadRepetition
		}
	}
	if d.Best < 0 || (d.Best > 0) != (len(d.From) > 0) || d.Best > d.MostOfEach(len(d.From)) {
		return BadSources
	}
	for i, tiebreak := range d.Tiebreaks {
		switch {
		case int(tiebreak) >= len(tiebreaks) || slices.Contains(d.Tiebreaks[:i], tiebreak):
			return UnknownTiebreak
		case !slices.Contains(d.Format.Tiebreaks(), tiebreak):
			return ForeignTiebreak
		}
	}
	return 0
}

func isTeamName(name string) bool { return name != "" && utf8.RuneCountInString(name) <= maxTeamName }

// seats returns the greatest number of players.
func (d *Declaration) seats() int {
	if d.MaxPlayers == 0 {
		return formats[d.Format].most
	}
	return d.MaxPlayers
}
