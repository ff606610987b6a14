package endgame

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"sync"

	"doublecorner/internal/system"
)

// BuildOptions say how databases are built.
type BuildOptions struct {
	Workers int // goroutines; 0: one
	// Progress is called with how much of all has been done, in positions.
	Progress func(done, all uint64)
}

// Build solves all positions of up to some pieces that are not known. If the set was opened from
// a directory, it writes a file there for each material as soon as it is solved, so that another
// Build goes on where one was interrupted; else it holds them in memory. The set can be probed
// meanwhile. If ctx is done, what is being solved is given up, and what is solved is stored.
func (s *Set) Build(ctx context.Context, pieces int, o BuildOptions) error {
	s.building.Lock()
	defer s.building.Unlock()
	if s.dir != "" {
		if err := os.MkdirAll(s.dir, 0o755); err != nil {
			return err
		}
		if err := system.RemoveParts(s.dir, ""); err != nil {
			return err
		}
	}
	progress := progress{report: o.Progress, all: s.work(pieces)}
	b := &builder{Set: s, solved: &tables{}, workers: max(1, o.Workers), progress: &progress}
	for n := 2; n <= pieces; n++ {
		unknown := s.unknown(n)
		if len(unknown) == 0 {
			continue
		}
		if err := b.load(ctx, b.solved, n, b.workers, b.progress.add); err != nil {
			return err
		}
		b.last = n == pieces
		if err := b.build(ctx, unknown); err != nil {
			return err
		}
		s.updatePieces()
	}
	return nil
}

// work returns how many positions a Build has to deal with.
func (s *Set) work(pieces int) uint64 {
	all, waiting := uint64(0), uint64(0)
	for n := 2; n <= pieces; n++ {
		unknown := s.unknown(n)
		for _, m := range Materials(n) {
			if !s.board.trivial(m) {
				waiting += s.board.positions(m) // to be loaded, or solved
			}
		}
		for _, m := range unknown {
			waiting += s.board.positions(m) // to be stored
		}
		if len(unknown) > 0 {
			all, waiting = all+waiting, 0
		}
	}
	return all
}

// progress counts how much of something has been done.
type progress struct {
	report    func(done, all uint64)
	mu        sync.Mutex
	done, all uint64
}

func (p *progress) add(n uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if p.report != nil {
		p.report(p.done, p.all)
	}
}

// builder solves materials for a set, several at once.
type builder struct {
	*Set
	solved   *tables // what the positions being solved need
	workers  int
	progress *progress
	last     bool // none solved later needs the materials being solved

	mu       sync.Mutex
	changed  *sync.Cond
	waiting  []Material // one of each pair
	unsolved map[Material]bool
	memory   uint64 // bytes that the pairs being solved need
	err      error
}

// mostMemory is how many bytes the pairs being solved at once may need, if there are several.
const mostMemory = 600 << 20

// build solves some materials, in the order in which they depend on each other.
func (b *builder) build(ctx context.Context, materials []Material) error {
	b.changed = sync.NewCond(&b.mu)
	b.unsolved = map[Material]bool{}
	for _, m := range materials {
		if !b.unsolved[m.Mirrored()] {
			b.waiting = append(b.waiting, m)
		}
		b.unsolved[m] = true
	}
	var done sync.WaitGroup
	for range b.workers {
		done.Go(func() {
			for {
				m, needs, ok := b.next()
				if !ok {
					return
				}
				b.finish(m, needs, b.solve(ctx, m))
			}
		})
	}
	done.Wait()
	return b.err
}

// next waits for a pair that can be solved, and takes it. It returns what memory the pair needs.
func (b *builder) next() (m Material, needs uint64, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.err == nil && len(b.waiting) > 0 {
		for i, m := range b.waiting {
			if !b.ready(m) {
				continue
			}
			needs := b.needs(m)
			if b.memory > 0 && b.memory+needs > mostMemory {
				continue
			}
			b.waiting = append(b.waiting[:i:i], b.waiting[i+1:]...)
			b.memory += needs
			return m, needs, true
		}
		b.changed.Wait()
	}
	return Material{}, 0, false
}

// ready reports whether all is solved into which the crownings of a material lead.
func (b *builder) ready(m Material) bool {
	for _, n := range m.crowned() {
		if b.unsolved[n] {
			return false
		}
	}
	return true
}

// needs returns how many bytes it takes to solve a material and its mirror image.
func (b *builder) needs(m Material) uint64 {
	all := uint64(0)
	for _, m := range pair(m) {
		n := b.board.positions(m)
		if all += n + n/4; m.Pieces() <= b.board.near {
			all += 3 * n
		}
	}
	return all
}

// pair returns a material and its mirror image, if that is another.
func pair(m Material) []Material {
	if m == m.Mirrored() {
		return []Material{m}
	}
	return []Material{m, m.Mirrored()}
}

// solution is a way to solve a material and its mirror image.
type solution interface {
	start(half int, from, to uint64)
	solve(ctx context.Context) error
	table(half int) *table
}

// solve solves a material and its mirror image, and stores what it finds.
func (b *builder) solve(ctx context.Context, m Material) error {
	w := newWorker(b.board, b.solved)
	var layouts []*layout
	for _, m := range pair(m) {
		layouts = append(layouts, newLayout(b.board, m))
	}
	var s solution
	if layouts[0].hasDistances() {
		s = newDistances(w, layouts)
	} else {
		s = newSigns(w, layouts)
	}
	for half, l := range layouts {
		for from := uint64(0); from < l.size; from += blockSize {
			to := min(from+blockSize, l.size)
			s.start(half, from, to)
			b.progress.add(to - from)
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	if err := s.solve(ctx); err != nil {
		return err
	}
	for half := range layouts {
		t := s.table(half)
		if err := b.store(t); err != nil {
			return err
		}
		b.mu.Lock()
		b.solved[t.layout.material.number()] = t
		b.mu.Unlock()
	}
	return nil
}

// store writes what is known of a material, and opens it for probing.
func (b *builder) store(t *table) error {
	text, err := t.encode(b.progress.add)
	if err != nil {
		return err
	}
	if b.dir != "" {
		name := filepath.Join(b.dir, t.layout.material.String()+fileEnding)
		if err := system.WriteFile(name, text, 0o644); err != nil {
			return err
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.addFile(name)
	}
	r, err := openFile(b.board, bytes.NewReader(text), int64(len(text)))
	b.known[t.layout.material.number()].Store(r)
	return err
}

// finish notes that a pair is solved, and forgets what no other needs any more.
func (b *builder) finish(m Material, needs uint64, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.changed.Broadcast()
	b.memory -= needs
	if err != nil {
		b.err = cmp.Or(b.err, err)
		return
	}
	for _, m := range pair(m) {
		delete(b.unsolved, m)
	}
	if !b.last {
		return
	}
	needed := map[Material]bool{}
	for waiting := range b.unsolved {
		for _, n := range waiting.crowned() {
			needed[n] = true
		}
	}
	for _, n := range Materials(m.Pieces()) {
		if !needed[n] {
			b.solved[n.number()] = nil
		}
	}
}
