package endgame

import (
	"context"
	"sync"
)

// solution is a way to solve a material and its mirror image.
type solution interface {
	start(half int, from, to uint64)
	solve(ctx context.Context) error
	table(half int) *table
}

// pair returns a material and its mirror image, if that is another.
func pair(m Material) []Material {
	if m == m.Mirrored() {
		return []Material{m}
	}
	return []Material{m, m.Mirrored()}
}

// solvePair solves a material and its mirror image. The materials into which its moves lead are
// known.
func solvePair(ctx context.Context, b *board, known *tables, m Material, step func(uint64)) ([]*table, error) {
	w := newWorker(b, known)
	var layouts []*layout
	for _, m := range pair(m) {
		layouts = append(layouts, newLayout(b, m))
	}
	var s solution
	if layouts[0].distances() {
		s = newDistances(w, layouts)
	} else {
		s = newSigns(w, layouts)
	}
	for half, l := range layouts {
		for from := uint64(0); from < l.size; from += blockSize {
			to := min(from+blockSize, l.size)
			s.start(half, from, to)
			step(to - from)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	if err := s.solve(ctx); err != nil {
		return nil, err
	}
	var solved []*table
	for half := range layouts {
		solved = append(solved, s.table(half))
	}
	return solved, nil
}

// builder solves materials one after another, several at once.
type builder struct {
	*board
	known   *tables
	workers int
	done    func(*table) error // keeps a solved material

	mu       sync.Mutex
	changed  *sync.Cond
	waiting  []Material // one of each pair
	unsolved map[Material]bool
	err      error
}

// build solves some materials, in the order in which they depend on each other.
func (b *builder) build(ctx context.Context, materials []Material, step func(uint64)) error {
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
				m, ok := b.next()
				if !ok {
					return
				}
				b.finish(ctx, m, step)
			}
		})
	}
	done.Wait()
	return b.err
}

// next waits for a pair that can be solved, and takes it.
func (b *builder) next() (Material, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		if b.err != nil || len(b.waiting) == 0 {
			return Material{}, false
		}
		for i, m := range b.waiting {
			if b.ready(m) {
				b.waiting = append(b.waiting[:i:i], b.waiting[i+1:]...)
				return m, true
			}
		}
		b.changed.Wait()
	}
}

// ready tells whether all is solved into which the moves of a material lead.
func (b *builder) ready(m Material) bool {
	for n := range b.unsolved {
		if n.Pieces() < m.Pieces() {
			return false
		}
	}
	for _, n := range m.crowned() {
		if b.unsolved[n] {
			return false
		}
	}
	return true
}

// finish solves a pair.
func (b *builder) finish(ctx context.Context, m Material, step func(uint64)) {
	solved, err := solvePair(ctx, b.board, b.known, m, step)
	for _, t := range solved {
		if err == nil && b.done != nil {
			err = b.done(t)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.changed.Broadcast()
	if err != nil {
		if b.err == nil {
			b.err = err
		}
		return
	}
	for _, t := range solved {
		b.known[t.layout.material.number()] = t
		delete(b.unsolved, t.layout.material)
	}
}
