package search

import (
	"math/bits"

	"doublecorner/game/draughts"
)

// table is the hash table: what is known of positions that have been searched.
type table struct {
	buckets []bucket
	age     uint8
}

// bucket is the entries in which a position can be found, one cache line.
type bucket [4]entry

// entry is what is known of a position.
type entry struct {
	key   uint64
	move  uint16 // the signature of the best move; 0: none
	score int16
	depth int8
	bound bound
	age   uint8
}

// The score of an entry is as seen from its position, not from the root.

// scoreAt returns the score as seen from the root, if the position is at a ply.
func (e *entry) scoreAt(ply int) int {
	switch s := int(e.score); {
	case s >= leastWon:
		return s - ply
	case s <= -leastWon:
		return s + ply
	default:
		return s
	}
}

// setScore keeps a score as seen from the root of a position at a ply.
func (e *entry) setScore(score, ply int) {
	switch {
	case score >= leastWon:
		score += ply
	case score <= -leastWon:
		score -= ply
	}
	e.score = int16(score)
}

// bound says what a score is: at least so much, at most so much, or both.
type bound uint8

const (
	atLeast bound = 1 << iota
	atMost
	exact = atLeast | atMost
)

// init makes a table of about so many megabytes, a power of two.
func (t *table) init(megabytes int) {
	size := max(1, megabytes) << 20 / 64
	t.buckets = make([]bucket, 1<<(bits.Len(uint(size))-1))
}

func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

func (t *table) bucket(key uint64) *bucket { return &t.buckets[key&uint64(len(t.buckets)-1)] }

// find returns what is known of a position, or nil.
func (t *table) find(key uint64) *entry {
	b := t.bucket(key)
	for i := range b {
		if b[i].key == key && b[i].bound != 0 {
			return &b[i]
		}
	}
	return nil
}

// put keeps an entry in the place of one of the same position, or of the one that is worth least.
func (t *table) put(e entry) {
	e.age = t.age
	b := t.bucket(e.key)
	worst, least := 0, 1<<30
	for i := range b {
		if b[i].key == e.key {
			if e.move == 0 {
				e.move = b[i].move
			}
			b[i] = e
			return
		}
		worth := int(b[i].depth)
		if b[i].age != t.age {
			worth -= 256
		}
		if b[i].bound == 0 {
			worth -= 1024
		}
		if worth < least {
			worst, least = i, worth
		}
	}
	b[worst] = e
}

// Odd numbers without a pattern.
const (
	mixUs    = 0x9e3779b97f4a7c15
	mixThem  = 0xc2b2ae3d27d4eb4f
	mixKings = 0xa0761d6478bd642f
	mixWide  = 0xe7037ed1a0b428db
	mixLeft  = 0x8ebc6af09c88c6e3
)

func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// nearlyDrawn is the number of plies to the end of a counter from which it matters to what a position
// is worth.
const nearlyDrawn = 16

// keyOf returns the key of a position from which a counter runs out in so many plies.
func keyOf(n *draughts.Node, left int) uint64 {
	key := mix(n.Us.Lo^mixUs, n.Them.Lo^mixThem)
	key = mix(key^n.Kings.Lo, mixKings^(uint64(n.Runs)<<1|uint64(n.Turn)))
	if n.Us.Hi|n.Them.Hi|n.Kings.Hi != 0 {
		key = mix(key^n.Us.Hi, mixWide^n.Them.Hi^bits.RotateLeft64(n.Kings.Hi, 32))
	}
	if left <= nearlyDrawn {
		key ^= uint64(left+1) * mixLeft
	}
	return key
}

// signature returns a number other than 0 that is different for nearly all moves of a position.
func signature(m draughts.NodeMove) uint16 {
	x := uint64(m.From)<<8 | uint64(m.To)
	if m.IsCapture() {
		x ^= m.Captured.Lo*mixUs ^ m.Captured.Hi*mixThem
	}
	if m.Crowns {
		x ^= mixWide
	}
	return uint16(x*mixKings>>48) | 1
}
