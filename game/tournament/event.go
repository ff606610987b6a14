package tournament

import "time"

// PlayerID identifies a player, or a director.
type PlayerID string

// Moment is a point in time: on the wall clock, and how long the tournament had been without a program
// that runs it before, all in all. Deadlines do not count that time.
type Moment struct {
	At       time.Time
	Downtime time.Duration
}

// EventKind tells the kinds of event apart. Stores keep its values.
type EventKind uint8

const (
	Entered     EventKind = iota // Player entered, or returned: Rating, Team, Lot, Apart, Group, Place
	CheckedIn                    // Player is there
	Withdrew                     // Player withdrew
	Removed                      // the director removed Player: Reason
	Started                      // the tournament began
	RoundBegan                   // a round or a wave of an arena began: Pairs, Lot
	GameBegan                    // the next game of Pairing began: Game
	GameEnded                    // the running game of Pairing ended: Score
	Adjudicated                  // the director gave Pairing a Score, instead of all its games: Reason
	Paired                       // the director paired Player and Opponent for the next round
	Challenged                   // Player challenged Opponent for the place on the ladder
	Accepted                     // Player accepted the challenge of Opponent: Lot
	Refused                      // Player refused the challenge of Opponent, or did not answer it in time
	Paused                       // no round begins and no deadline comes
	Resumed                      // the pause is over
	Extended                     // all deadlines come later: Extension. By is empty after a downtime
	Ended                        // the tournament is over
	Cancelled                    // the tournament is over and has no winner: Reason
	Voided                       // the running game of Pairing does not count, and another begins
	Parted                       // the director has Player and Opponent not meet, or meet again
	Completed                    // all games are over: the standings are provisional
	SatOut                       // Player sits out the next round: Score has what White gets for it
	Rejoined                     // Player plays in the next round after all
	Rested                       // Player of a ladder cannot be challenged for the Extension; or can be again, if it is 0
	Idled                        // those on a ladder who have not played for a time lost a place each
	Unrepeated                   // the director ended the repetition: no tournament follows
	Qualified                    // the best players of other tournaments have entered; the beginning comes later by Extension
)

func (k EventKind) String() string {
	return word(k, "entered", "checked in", "withdrew", "removed", "started", "round began", "game began",
		"game ended", "adjudicated", "paired", "challenged", "accepted", "refused", "paused", "resumed",
		"extended", "ended", "cancelled", "voided", "parted",
		"completed", "sat out", "rejoined", "rested", "idled", "unrepeated", "qualified")
}

// Event is one thing that happened in a tournament. Events are facts: Do checked them when they
// happened, and they are never checked again.
type Event struct {
	Kind EventKind
	Moment
	By        PlayerID // the director who did it; empty if the player did it, or if it was due
	Player    PlayerID
	Opponent  PlayerID
	Rating    int
	Team      int
	Apart     bool // Player does not meet others who are apart, such as members of one family
	Group     int  // of a player who has qualified, from which tournament of the declaration, from 1
	Place     int  // of such a player, among those of the group, from 1
	Pairs     []Pair
	Lot       uint64 // random bits, by which openings, colours and the seeds of equal players are drawn
	Pairing   int    // its Number
	Game      string // its id
	Score     Score
	Extension time.Duration
	Reason    string
	Claimed   bool // of a GameEnded: the game was won because the opponent had stopped moving
	Kept      bool // of a Removed: what others have won against the player on the board stays as it was played
}

// Pair is who meets whom. White has the white pieces in the first game. Without Black, White has a
// bye.
type Pair struct {
	White, Black PlayerID
}

// IsBye reports whether the pair is a bye.
func (p Pair) IsBye() bool { return p.Black == "" }

// Has reports whether a player is one of the two.
func (p Pair) Has(id PlayerID) bool { return id != "" && (p.White == id || p.Black == id) }

// Opponent returns the other player, or "" for a bye.
func (p Pair) Opponent(of PlayerID) PlayerID {
	if p.White == of {
		return p.Black
	}
	return p.White
}
