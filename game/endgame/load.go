package endgame

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// load reads what is known of up to some pieces into memory, unless it is there.
func (s *Set) load(ctx context.Context, into *tables, pieces, workers int, step func(uint64)) error {
	var group errgroup.Group
	group.SetLimit(workers)
	for n := 2; n <= pieces; n++ {
		for _, m := range Materials(n) {
			r, loaded := s.known[m.number()].Load(), into[m.number()]
			switch {
			case loaded != nil && pieces > s.board.near && loaded.codes.bits > 2:
				into[m.number()] = loaded.signs()
			case loaded == nil && r != nil:
				group.Go(func() (err error) {
					into[m.number()], err = s.read(ctx, r, pieces <= s.board.near, step)
					return err
				})
			}
		}
	}
	return group.Wait()
}

// read reads what a file knows into memory.
func (s *Set) read(ctx context.Context, r *reader, distances bool, step func(uint64)) (*table, error) {
	p := s.probers.Get().(*prober)
	defer s.probers.Put(p)
	look, bits := p.sign, 2
	if distances {
		look, bits = p.code, 8*int(r.header.Width)
	}
	c := cursor{layout: r.layout}
	list := newCodes(r.layout.size, bits)
	for i := range r.layout.size {
		code, err := look(c.seek(i))
		if err != nil {
			return nil, err
		}
		list.set(i, code)
		if i%blockSize == 0 {
			step(min(blockSize, r.layout.size-i))
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	return newTable(r.layout, list), nil
}
