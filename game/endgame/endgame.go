// Package endgame solves endings: it finds by retrograde analysis what every position of few
// pieces is worth, under any rule set.
//
// A Set is what is known of one rule set; Probe looks a position up. Up to four pieces it knows
// how far the end is, above only who wins. Draw counters and repetition are ignored; a
// Result tells where a counter may matter.
package endgame

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"doublecorner/game/draughts"
)

// Set is the databases of one rule set. It is safe for use by several goroutines at once.
type Set struct {
	board    *board
	dir      string // where Build writes files; "": it keeps them in memory
	files    []*os.File
	known    [materials]atomic.Pointer[reader]
	pieces   atomic.Int32
	building sync.Mutex
	probers  sync.Pool
	counters []draughts.Counter
}

// New returns databases that know nothing yet.
func New(v *draughts.Variant) *Set {
	s := &Set{board: newBoard(v), counters: v.Rules().Draws.Counters}
	s.probers.New = func() any { return &prober{Set: s, generator: v.Generator()} }
	s.updatePieces()
	return s
}

// Open returns the databases in a directory, and those that the program itself holds. A directory
// that does not exist holds none. Files of all rule sets can be in one directory: those of
// a rule set are in one below it.
func Open(v *draughts.Variant, dir string) (*Set, error) {
	s := Embedded(v)
	s.dir = filepath.Join(dir, fmt.Sprintf("%x", s.board.id[:8]))
	names, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range names {
		if !strings.HasSuffix(entry.Name(), fileEnding) {
			continue
		}
		if err := s.addFile(filepath.Join(s.dir, entry.Name())); err != nil {
			s.Close()
			return nil, err
		}
	}
	s.updatePieces()
	return s, nil
}

// fileEnding is that of the names of files.
const fileEnding = ".endgame"

// addFile opens a file.
func (s *Set) addFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	s.files = append(s.files, f)
	info, err := f.Stat()
	if err != nil {
		return err
	}
	r, err := openWhole(s.board, f, info.Size())
	if err != nil {
		return fmt.Errorf("%s cannot be used: %w", name, err)
	}
	s.known[r.layout.material.number()].Store(r)
	return nil
}

// KeepInMemory makes Build write no more files.
func (s *Set) KeepInMemory() { s.dir = "" }

// Close closes the files. The set must not be used any more.
func (s *Set) Close() error {
	var err error
	for _, f := range s.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// Variant returns the rule set.
func (s *Set) Variant() *draughts.Variant { return s.board.variant }

// Dir returns the directory of the files; "" if there is none.
func (s *Set) Dir() string { return s.dir }

// Pieces returns up to how many pieces all positions are known; 0 if there are none.
func (s *Set) Pieces() int { return int(s.pieces.Load()) }

// updatePieces finds up to how many pieces all positions are known.
func (s *Set) updatePieces() {
	n := 1
	for n < MostPieces && len(s.unknown(n+1)) == 0 {
		n++
	}
	if n == 1 {
		n = 0
	}
	s.pieces.Store(int32(n))
}

// unknown lists the materials of a number of pieces that are not known, and are not decided by
// the rules alone.
func (s *Set) unknown(pieces int) []Material {
	return slices.DeleteFunc(Materials(pieces), func(m Material) bool {
		return s.board.trivial(m) || s.known[m.number()].Load() != nil
	})
}

// Counts returns how many positions of a material are worth what. The runs of kings, where the
// rules limit them, are those of no king. It returns false if the material is not known.
func (s *Set) Counts(m Material) (Counts, bool) {
	if s.board.trivial(m) {
		all := s.board.positions(m)
		if m.TheirKings > 0 {
			return Counts{Lost: all}, true
		}
		return Counts{Won: all}, true
	}
	r := s.known[m.number()].Load()
	if r == nil {
		return Counts{}, false
	}
	return r.counts(), true
}

// Probe looks a position up. It returns false if the position is not known.
func (s *Set) Probe(n *draughts.Node) (Result, bool) {
	pieces := n.Us.Len() + n.Them.Len()
	if pieces > s.Pieces() {
		return Result{}, false
	}
	p := s.probers.Get().(*prober)
	defer s.probers.Put(p)
	p.moves, p.depth = p.moves[:0], 0
	node, b := &p.nodes[0], s.board
	if *node = *n; node.Turn != mover {
		*node = b.variant.Turned(*node)
	}
	switch {
	case b.kingWins && !node.Kings.Empty() && node.Them.And(node.Kings).Empty():
		return Result{Outcome: Won, Exact: true}, true
	case node.Them.Empty() && !node.Us.Empty():
		return Result{}, false
	}
	c, err := p.code(node)
	if err != nil || c == drawn {
		return Result{Exact: true}, err == nil
	}
	r := Result{Outcome: Lost, Exact: pieces <= s.board.near}
	if b.wins(c) {
		r.Outcome = Won
	}
	if r.Exact {
		r.Plies = int(c - 1)
	}
	r.Doubtful = s.isDoubtful(r)
	return r, true
}

// isDoubtful reports whether a draw counter may run out before the end. At an unknown distance, only
// counters that men's moves do not start anew may.
func (s *Set) isDoubtful(r Result) bool {
	for _, c := range s.counters {
		limit := c.Moves
		if c.By != draughts.EitherSide {
			limit *= 2
		}
		if r.Plies > limit || !r.Exact && !c.Quiet {
			return true
		}
	}
	return false
}
