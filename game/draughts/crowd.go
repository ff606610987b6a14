package draughts

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
)

// A TooManyCapturesError says that the captures of a position go too many ways to be listed:
// pieces come down more than MostLandings times. Such a position ends a game; see
// TooManyCaptures.
type TooManyCapturesError struct{ Rules string }

func (e *TooManyCapturesError) Error() string {
	return fmt.Sprintf("under the rules %s there is a position whose captures go too many ways to be listed: pieces come down more than %d times",
		e.Rules, MostLandings)
}

// crowd remembers the legal moves of the last positions whose captures took long to list, and
// the ways they go, because whoever asks for them once asks several times: to read a move, to
// show the board, to offer what can be played next.
type crowd struct {
	hashes atomic.Uint64 // a bit for each position that is known, by its hash: most others have another
	mu     sync.Mutex
	known  [8]*crowded // the first ones may be nil
	next   int
}

// crowded is a position with its legal moves, or with how many landings were too many.
type crowded struct {
	position Position
	moves    []Move
	landings int
	ways     sync.Map // of []Square by Move: what Position.Way has returned
}

// crowdedFrom is from how many landings on a position is remembered. Fewer are followed in
// less time than it takes to look here.
const crowdedFrom = 1000

// find returns what is remembered of a position, or nil.
func (c *crowd) find(p *Position) *crowded {
	if c.hashes.Load()&p.hash() == 0 {
		return nil
	}
	return c.search(p)
}

// hash returns one of 64 bits.
func (p *Position) hash() uint64 {
	mixed := (p.us.lo ^ p.us.hi<<1) + 3*(p.them.lo^p.them.hi<<1)
	return 1 << (mixed * 0x9e3779b97f4a7c15 >> 58)
}

func (c *crowd) search(p *Position) *crowded {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range c.known {
		if k != nil && k.position == *p {
			return k
		}
	}
	return nil
}

// remember remembers a position in the place of the one that was remembered first.
func (c *crowd) remember(k *crowded) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[c.next] = k
	c.next = (c.next + 1) % len(c.known)
	var hashes uint64
	for _, k := range c.known {
		if k != nil {
			hashes |= k.position.hash()
		}
	}
	c.hashes.Store(hashes)
}

// recent is the crowd of all rule sets.
var recent crowd

const (
	// examined is how many crowded positions CheckCaptures looks at.
	examined = 200
	// mostOvercrowded is in how many of them captures may go too many ways. By the built-in
	// rule sets they do in none.
	mostOvercrowded = 10
)

// CheckCaptures looks whether the captures of crowded positions can be listed, so that games
// by the rules do not end because they cannot. The positions are drawn at random, but are
// always the same. If in too many of them captures go too many ways the error is a RulesError.
func (v *Variant) CheckCaptures() error {
	random := rand.New(rand.NewPCG(1, 2))
	overcrowded := 0
	for range examined {
		if _, err := v.crowdedPosition(random).AppendMoves(nil); err == nil {
			continue
		}
		if overcrowded++; overcrowded > mostOvercrowded {
			return &RulesError{[]RulesFault{{Code: Overcrowded, Field: "capture"}}}
		}
	}
	return nil
}

// crowdedPosition draws a position in which few pieces of the side to move, a king among
// them if the game knows any, stand among many of the other side.
func (v *Variant) crowdedPosition(random *rand.Rand) Position {
	p := Position{variant: v, mover: mover{turn: v.rules.Starts}}
	most := v.rules.Board.maxPieces()
	ours, theirs := 1+random.IntN(4), most/2+random.IntN(most/2+1)
	for i, n := range random.Perm(v.Squares()) {
		q := Square(n + 1)
		at := bit128(v.grid.squares[q].bit)
		side, pieces := p.turn, &p.us
		if i >= ours {
			side, pieces = p.turn.Opponent(), &p.them
		}
		king := i == 0 || v.isLastRow(q, side) || random.IntN(8) == 0
		if i >= ours+theirs || king && v.rules.Object == Breakthrough {
			continue
		}
		*pieces = pieces.or(at)
		if king {
			p.kings = p.kings.or(at)
		}
	}
	return p
}
