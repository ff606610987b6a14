package message

import (
	"encoding/binary"
	"hash/fnv"
	"strconv"

	dg "github.com/bwmarrin/discordgo"
)

// Fingerprint identifies what a message announces. It is the ID of the message's container, so that a process
// that was killed before it recorded a delivery finds the message later. Zero identifies nothing.
type Fingerprint int

// NewFingerprint returns the fingerprint of a state of something of a kind, which the facts tell from its other
// states. Discord numbers components from 1, and accepts IDs of 31 bits; fingerprints are above what it assigns.
func NewFingerprint(kind, id string, facts ...uint64) Fingerprint {
	h := fnv.New32a()
	h.Write([]byte(kind + id))
	for _, n := range facts {
		h.Write(binary.BigEndian.AppendUint64(nil, n))
	}
	return Fingerprint(h.Sum32()&(1<<31-1) | 1<<30)
}

// Nonce returns a nonce by which Discord recognizes a message that is sent twice.
func (f Fingerprint) Nonce() string { return "m" + strconv.FormatInt(int64(f), 36) }

// IsOn reports whether a message has the fingerprint.
func (f Fingerprint) IsOn(m *dg.Message) bool {
	if m == nil || f == 0 {
		return false
	}
	for _, c := range m.Components {
		if c, ok := c.(*dg.Container); ok && c.ID == int(f) {
			return true
		}
	}
	return false
}
