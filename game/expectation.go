package game

// Expectation says what a transaction will read and write next. A store that is far away then fetches
// all of it at once; others ignore it. What comes differently only costs time.
type Expectation struct {
	Service   bool             // reads the Service
	Answer    RequestID        // reads the AnswerRecord of a request
	Erasing   PersonID         // reads the erasure of a person
	Game      GameID           // reads a game
	Challenge ChallengeID      // reads a challenge
	Entries   []EntryKey       // reads entries of leaderboards
	Reviews   []GameID         // reads the reviews of games
	Pending   []AnnouncementID // reads announcements, if they are pending
	Announced int              // makes so many announcements
	Only      bool             // reads nothing else

	// Reads reads what is read next. A store may run it to find that out: then each read finds nothing, and
	// what Reads concludes counts for nothing. It must not write.
	Reads func()
}

// EntryKey says whose entry in which leaderboard it is.
type EntryKey struct {
	Person      PersonID
	Leaderboard Leaderboard
}

// Expect tells the store of a transaction what comes next, if it wants to know.
func Expect(tx Reader, e Expectation) {
	if t, ok := tx.(interface{ Expect(Expectation) }); ok {
		t.Expect(e)
	}
}
