package game

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

// A pseudonym is a keyed hash of a person. It replaces a person who was erased in rated games,
// and in games by lot without an outcome, of the last 24 hours. So the games of a pair remain
// those of that pair: by erasing themselves, nobody can farm ratings, have the colours of an
// aborted game drawn again, or lower the weight of others' games. A pseudonym identifies
// nobody without the key, which is kept with the games.

// pseudonymKeySize is the length of the key of pseudonyms.
const pseudonymKeySize = sha256.Size

// pseudonym returns the id that stands for a person who was erased.
func pseudonym(key []byte, p PersonID) PersonID {
	mac := hmac.New(sha256.New, key)
	mac.Write(binary.BigEndian.AppendUint64([]byte("former player "), uint64(p)))
	id := PersonID(binary.BigEndian.Uint64(mac.Sum(nil))) | formerBit
	if id == FormerPlayer {
		return formerBit
	}
	return id
}

// drawKey draws a key for pseudonyms.
func (r *Referee) drawKey() []byte {
	var key []byte
	for len(key) < pseudonymKeySize {
		key = binary.BigEndian.AppendUint64(key, r.random())
	}
	return key
}

// names returns a person and, if anybody was ever erased, the person's pseudonym.
func names(tx Reader, p PersonID) ([]PersonID, error) {
	key, err := noteOf(tx, keySubject)
	if err != nil || len(key) == 0 {
		return []PersonID{p}, err
	}
	return []PersonID{p, pseudonym(key, p)}, nil
}

// pseudonymOf returns a person's pseudonym. The first one needs a new key.
func (h *hearing) pseudonymOf(p PersonID, newKey []byte) (PersonID, error) {
	key, err := noteOf(h.tx, keySubject)
	if err != nil {
		return 0, err
	}
	if len(key) == 0 {
		key = newKey
		if err := h.tx.PutNote(keySubject, key); err != nil {
			return 0, err
		}
	}
	return pseudonym(key, p), nil
}
