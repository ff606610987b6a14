package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

// The buckets of the file.
var (
	metaBucket          = []byte("meta")
	rulesBucket         = []byte("rules")         // RulesID: rule set
	closedBucket        = []byte("closed rules")  // place, RulesID
	gamesBucket         = []byte("games")         // GameID: game
	challengesBucket    = []byte("challenges")    // ChallengeID: challenge
	standingsBucket     = []byte("standings")     // person, board: standing
	announcementsBucket = []byte("announcements") // AnnouncementID: announcement
	answersBucket       = []byte("answers")       // RequestID: answer
	erasuresBucket      = []byte("erasures")      // person: when it is due, empty for at once
	notesBucket         = []byte("notes")         // subject: note
	indexBucket         = []byte("index")         // with the indexes in it
)

// The indexes.
const (
	gamesByPerson      = "games by person"           // person, class, time, game
	gamesByPlace       = "games by place"            // place, class, time, game
	gamesByPersonPlace = "games by person and place" // person, place, class, time, game
	gamesByPair        = "games by pair"             // person, person, end, game: where it was played, and what it counted for
	gamesByAlarm       = "games by alarm"            // instant, game
	ratingsByPerson    = "ratings by person"         // person, pool, place, end, game: rating
	challengesByPerson = "challenges by person"      // person, class, made, challenge
	challengesByPlace  = "challenges by place"       // place, made, challenge; open ones
	challengesByAlarm  = "challenges by alarm"       // instant, challenge
	byRules            = "by rules"                  // RulesID, class, game or challenge
	answersByAge       = "answers by age"            // time, request
	standingsByHeight  = "standings by height"       // board, height downwards, person
	standingCounts     = "standing counts"           // board, level, height's first bytes: how many
)

var (
	topBuckets = [][]byte{
		metaBucket, rulesBucket, closedBucket, gamesBucket, challengesBucket, standingsBucket, announcementsBucket, answersBucket, erasuresBucket, notesBucket, indexBucket,
	}
	indexes = []string{
		gamesByPerson, gamesByPlace, gamesByPersonPlace, gamesByPair, gamesByAlarm, ratingsByPerson, challengesByPerson, challengesByPlace,
		challengesByAlarm, byRules, answersByAge, standingsByHeight, standingCounts,
	}
)

// What is in the meta bucket.
var (
	schemaKey  = []byte("schema")
	serviceKey = []byte("service")
)

// migrations bring a file up to date: the first makes version 2 out of version 1.
// Each does its whole work in the transaction it is given. The current version is
// one more than their number.
var migrations = []func(*bolt.Tx) error{
	reindexGames, // games against former players are counted, too
	indexRules,   // it is known which rule sets are played by
	reindexGames, // games of people are listed by place, those of a pair too
}

func currentSchema() uint64 { return uint64(len(migrations)) + 1 }

// layOut makes a new file.
func layOut(tx *bolt.Tx) error {
	if err := makeBuckets(tx); err != nil {
		return err
	}
	return putSchema(tx, currentSchema())
}

// makeBuckets makes those that are not there.
func makeBuckets(tx *bolt.Tx) error {
	for _, name := range topBuckets {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	for _, name := range indexes {
		if _, err := tx.Bucket(indexBucket).CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	return nil
}

func putSchema(tx *bolt.Tx, version uint64) error {
	return tx.Bucket(metaBucket).Put(schemaKey, binary.BigEndian.AppendUint64(nil, version))
}

// schema returns the version of a file, or 0 if it is not one of ours.
func schema(tx *bolt.Tx) uint64 {
	meta := tx.Bucket(metaBucket)
	if meta == nil {
		return 0
	}
	version := meta.Get(schemaKey)
	if len(version) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(version)
}

// version returns the version of the file as it is now.
func (s *Store) version() (version uint64, err error) {
	err = s.db.View(func(tx *bolt.Tx) error {
		version = schema(tx)
		return nil
	})
	return version, err
}

// prepare brings the file up to date, or says why it cannot be used.
func (s *Store) prepare(o Options) error {
	c := new(checker)
	if walkTo(metaBucket, s.file, c.fault); c.err() != nil {
		return fmt.Errorf("%s is damaged; restore a backup: %w", s.path, c.err())
	}
	version, err := s.version()
	if err != nil {
		return err
	}
	switch current := currentSchema(); {
	case version == 0:
		return fmt.Errorf("%s is a database, but not one of games", s.path)
	case version == current:
		return nil
	case version > current:
		return fmt.Errorf("%s was written by a later version of this program (its schema is %d, this program knows %d); use that version, or restore a backup made before it",
			s.path, version, current)
	case o.older:
		return nil
	case s.readOnly:
		return fmt.Errorf("%s was written by an earlier version of this program; start the program on it once, which brings it up to date", s.path)
	}
	return s.migrate(version)
}

// migrate puts a copy of the file beside it and then brings it up to date, all
// steps in one transaction. If that fails the file is as it was, and needs no copy:
// a program that is started again and again must not fill the disk with them.
func (s *Store) migrate(version uint64) (err error) {
	c := new(checker)
	if walkPages(s.file, c.fault); c.err() != nil { // a step would run out of the file
		return fmt.Errorf("%s must be brought up to date, but is damaged; restore a backup: %w", s.path, c.err())
	}
	copied, err := besides(s.path, fmt.Sprintf("schema-%d", version), s.backupTo)
	if err != nil {
		return fmt.Errorf("%s must be brought up to date, but could not be copied first: %w", s.path, err)
	}
	defer func() { // also of a panic
		// A commit that failed can be there all the same, and then the copy is the way back.
		if now, e := s.version(); e == nil && now == version {
			err = errors.Join(err, os.Remove(copied))
		}
	}()
	var failed error
	err = s.db.Update(func(tx *bolt.Tx) error {
		failed = s.bringUp(tx, version)
		return failed
	})
	if failed != nil {
		return failed
	}
	return s.explain(err)
}

// bringUp does the steps that a file of a version needs.
func (s *Store) bringUp(tx *bolt.Tx, version uint64) error {
	if err := makeBuckets(tx); err != nil {
		return err
	}
	for v := version; v < currentSchema(); v++ {
		if err := migrations[v-1](tx); err != nil {
			return fmt.Errorf("%s could not be brought from schema %d to %d, and is unchanged; go on with the version of this program that wrote it: %w", s.path, v, v+1, err)
		}
	}
	return putSchema(tx, currentSchema())
}

// reindexGames adds to the indexes what follows from games, and renews what is there.
func reindexGames(tx *bolt.Tx) error {
	t := new(Store).begin(tx)
	return t.top(gamesBucket).ForEach(func(id, value []byte) error {
		g, err := record.ReadGame(game.GameID(id), value, t.variant)
		if err != nil {
			return err
		}
		return t.reindex(nil, gameEntries(g))
	})
}

// indexRules adds which games and challenges are played by which rule set, and lets go
// of the rule sets that nothing is played by.
func indexRules(tx *bolt.Tx) error {
	t := new(Store).begin(tx)
	if err := reindexGames(tx); err != nil {
		return err
	}
	if err := t.top(challengesBucket).ForEach(func(id, value []byte) error {
		c, rules, err := record.ReadChallenge(game.ChallengeID(id), value, t.variant)
		if err != nil {
			return err
		}
		return t.reindex(nil, challengeEntries(c, rules))
	}); err != nil {
		return err
	}
	var unused [][]byte
	if err := t.top(rulesBucket).ForEach(func(id, _ []byte) error {
		if !t.namesRules(id) {
			unused = append(unused, bytes.Clone(id))
		}
		return nil
	}); err != nil {
		return err
	}
	for _, id := range unused {
		if err := t.delete(rulesBucket, id); err != nil {
			return err
		}
	}
	return nil
}
