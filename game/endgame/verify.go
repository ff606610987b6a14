package endgame

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"doublecorner/game/draughts"
)

// A Fault is a position whose entry disagrees with the positions after its moves, or a material
// whose counts do not agree with its entries.
type Fault struct {
	Material Material
	Position draughts.Position // the zero value if it is about the counts
}

// Verify compares the entries of all positions of up to some pieces that are known with those of
// the positions after their moves. It calls wrong, one goroutine at a time, for each that
// disagrees, and returns how many positions it has compared.
func (s *Set) Verify(ctx context.Context, pieces int, o BuildOptions, wrong func(Fault)) (compared uint64, err error) {
	v := verification{Set: s, workers: max(1, o.Workers), wrong: wrong, progress: &progress{report: o.Progress}}
	near, far := s.materials(2, min(pieces, s.board.near)), s.materials(s.board.near+1, pieces)
	for _, m := range slices.Concat(near, far) {
		compared += s.board.positions(m)
	}
	v.progress.all = 2 * compared
	if len(far) > 0 {
		for _, m := range near { // to be read again without distances
			v.progress.all += s.board.positions(m)
		}
	}
	for _, list := range [][]Material{near, far} {
		if err := v.verify(ctx, list); err != nil {
			return 0, err
		}
	}
	return compared, nil
}

// materials lists the known materials of some numbers of pieces.
func (s *Set) materials(least, most int) (known []Material) {
	for n := least; n <= most; n++ {
		known = append(known, slices.DeleteFunc(Materials(n), func(m Material) bool { return s.known[m.number()].Load() == nil })...)
	}
	return known
}

// verification is what the goroutines of a Verify share.
type verification struct {
	*Set
	workers  int
	progress *progress
	mu       sync.Mutex
	wrong    func(Fault)
}

func (v *verification) report(f Fault) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.wrong(f)
}

// verify verifies some materials, all with distances or all without.
func (v *verification) verify(ctx context.Context, list []Material) error {
	if len(list) == 0 {
		return nil
	}
	var read tables
	if err := v.load(ctx, &read, list[len(list)-1].Pieces(), v.workers, v.progress.add); err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(v.workers)
	for _, m := range list {
		group.Go(func() error { return v.table(ctx, &read, m) })
	}
	return group.Wait()
}

// table verifies one material.
func (v *verification) table(ctx context.Context, read *tables, m Material) error {
	t := read[m.number()]
	if t.counts != v.known[m.number()].Load().counts() {
		v.report(Fault{Material: m})
	}
	w, c := newWorker(v.board, read), cursor{layout: t.layout}
	for i := range t.layout.size {
		n := c.seek(i)
		value := w.value(n)
		if !t.layout.hasDistances() {
			value = value.sign()
		}
		if value != t.codes.at(i) {
			v.report(Fault{m, v.board.variant.OfNode(*n)})
		}
		if i%blockSize == 0 {
			v.progress.add(min(blockSize, t.layout.size-i))
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}
