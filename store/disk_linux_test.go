package store

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A disk may write what it was given in any order, and in part, until a sync returns. So
// after the power went it holds what was synced and, of each step since, all, nothing, or
// some sectors; a sector that was being written may hold anything, and so may the room that
// a file was given and that was not yet written.

const sector = 512

// disk is what would be there after a loss of power: the directory and its files.
type disk struct {
	names map[string]int
	files map[int]file
	noisy bool // room that a file is given holds noise, as it may until it is synced
}

// file is the content of a file. It reads as zeros, or noise, between its data and its size.
type file struct {
	data []byte
	size int64
}

// grow gives a file room.
func (d disk) grow(f file, size int64) file {
	const most = 64 << 10 // of the noise, as nobody reads farther
	if d.noisy && size > f.size {
		f.data = append(f.data, make([]byte, f.size-int64(len(f.data)))...)
		for end := min(size, f.size+most); int64(len(f.data)) < end; {
			f.data = append(f.data, noise[:min(sector, end-int64(len(f.data)))]...)
		}
	}
	f.size = max(f.size, size)
	return f
}

// sectorFate is what becomes of a sector that is written.
type sectorFate int

const (
	keep sectorFate = iota
	lose
	spoil
)

// apply does a step, sector by sector where it is a write, unless its fate is another.
func (d disk) apply(s step, fate func() sectorFate) {
	if s.kind == stepWrite {
		f := d.files[s.file]
		for n := 0; n*sector < len(s.data); n++ {
			part, at := s.data[n*sector:min(len(s.data), (n+1)*sector)], s.at+int64(n*sector)
			switch fate() {
			case lose:
				continue
			case spoil:
				part = noise[:len(part)]
			}
			end := at + int64(len(part))
			if f = d.grow(f, end); int64(len(f.data)) < end {
				f.data = append(f.data, make([]byte, end-int64(len(f.data)))...)
			}
			copy(f.data[at:], part)
		}
		d.files[s.file] = f
		return
	}
	if fate() == lose {
		return
	}
	switch s.kind {
	case stepTruncate:
		f := d.files[s.file]
		if s.at < f.size {
			f = file{f.data[:min(int64(len(f.data)), s.at)], s.at}
		}
		d.files[s.file] = d.grow(f, s.at)
	case stepCreate, stepLink:
		d.names[s.name] = s.file
	case stepRename:
		delete(d.names, s.from)
		d.names[s.name] = s.file
	case stepRemove:
		delete(d.names, s.name)
	}
}

func whole() sectorFate { return keep }

// noise is a sector of nothing that anybody wrote.
var noise = func() []byte {
	b, dice := make([]byte, sector), rand.New(rand.NewPCG(5, 12))
	for i := range b {
		b[i] = byte(dice.Uint32())
	}
	return b
}()

// write puts the files of a disk in an empty directory.
func (d disk) write(dir string) error {
	for name, n := range d.names {
		path, f := filepath.Join(dir, name), d.files[n]
		if err := errors.Join(os.WriteFile(path, f.data, 0o600), os.Truncate(path, f.size)); err != nil {
			return err
		}
	}
	return nil
}

// machine is a machine that runs steps.
type machine struct {
	steps   []step
	obeys   int      // it ignores the syncs from this step on
	synced  disk     // what its disk surely holds
	pending []int    // steps that the disk may hold in part
	printed []string // lines
}

// newMachine returns a machine with an empty disk.
func newMachine(steps []step) *machine {
	return &machine{steps: steps, obeys: len(steps), synced: disk{names: map[string]int{}, files: map[int]file{}}}
}

// run does the step of a number.
func (m *machine) run(n int) {
	switch s := m.steps[n]; s.kind {
	case stepPrint:
		m.printed = append(m.printed, strings.Split(strings.TrimSpace(string(s.data)), "\n")...)
	case stepSync:
		m.pending = slices.DeleteFunc(m.pending, func(p int) bool {
			done := n < m.obeys && p < s.covers && m.steps[p].place() == s.file
			if done {
				m.synced.apply(m.steps[p], whole)
			}
			return done
		})
	default:
		m.pending = append(m.pending, n)
	}
}

// place is the file that must be synced for a step to last: the directory for a name.
func (s step) place() int {
	switch s.kind {
	case stepWrite, stepTruncate, stepChown:
		return s.file
	}
	return 0
}

// cuts goes through the moments when the power can go, with the machine as it is then: just
// before each sync returns, and at the end. The machine is given no more then than later
// before the same sync, and has acknowledged no more, so other moments would show nothing else.
func cuts(steps []step) iter.Seq2[int, *machine] {
	return func(yield func(int, *machine) bool) {
		m := newMachine(steps)
		for n, s := range steps {
			if s.kind == stepSync && !yield(n, m) {
				return
			}
			m.run(n)
		}
		yield(len(steps), m)
	}
}

// outcomes is how many disks outcome makes: with all pending steps, and for each of them,
// with those before it, with it torn, with it spoilt, with any part of any of them, without
// it, and with it alone.
func (m *machine) outcomes() int {
	switch n := len(m.pending); n {
	case 0, 1:
		return 1 + 4*n // without it and with it alone are there already
	default:
		return 1 + 6*n
	}
}

// outcome returns what may be on the disk after the power went, and what became of each
// pending step.
func (m *machine) outcome(number int, dice *rand.Rand) (d disk, told string) {
	d = disk{maps.Clone(m.synced.names), map[int]file{}, dice.IntN(2) == 0}
	for n, f := range m.synced.files {
		if slices.ContainsFunc(m.pending, func(p int) bool { return m.steps[p].file == n }) {
			f.data = bytes.Clone(f.data)
		}
		d.files[n] = f
	}
	kind, one := -1, 0
	if number > 0 {
		kind, one = (number-1)/len(m.pending), (number-1)%len(m.pending)
	}
	const kept, lost, torn, spoilt = "kept", "lost", "torn", "spoilt"
	fates := map[string][]sectorFate{kept: {keep}, lost: {lose}, torn: {keep, lose}, spoilt: {keep, lose, spoil}}
	for i, p := range m.pending {
		became := kept
		switch {
		case kind == 0 && i >= one, kind == 4 && i == one, kind == 5 && i != one:
			became = lost
		case kind == 1 && i == one:
			became = torn
		case kind == 2 && i == one:
			became = spoilt
		case kind == 3:
			became = []string{kept, lost, torn, spoilt}[dice.IntN(4)]
		}
		d.apply(m.steps[p], func() sectorFate { return fates[became][dice.IntN(len(fates[became]))] })
		told += fmt.Sprintf("\n\tstep %d, %v: %s", p, m.steps[p], became)
	}
	return d, told
}
