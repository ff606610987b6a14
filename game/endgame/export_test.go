package endgame

import (
	"bytes"
	"errors"
	"path/filepath"

	"doublecorner/game/draughts"
)

// NewNear is New with distances only up to some pieces.
func NewNear(v *draughts.Variant, near int) *Set {
	s := New(v)
	s.board.near = near
	return s
}

// OpenDir makes Build write files into a directory, and opens those that are there.
func (s *Set) OpenDir(dir string) error {
	s.dir = dir
	names, err := filepath.Glob(filepath.Join(dir, "*"+fileEnding))
	for _, name := range names {
		err = errors.Join(err, s.addFile(name))
	}
	s.updatePieces()
	return err
}

// Spoil changes an entry of a set in memory.
func (s *Set) Spoil() {
	m := Material{Kings: 1, TheirKings: 1}
	t := &table{layout: newLayout(s.board, m), counts: s.known[m.number()].Load().counts()}
	p := s.probers.Get().(*prober)
	t.codes = newCodes(t.layout.size, 16)
	c := cursor{layout: t.layout}
	spoilt := false
	for i := range t.layout.size {
		n := c.seek(i)
		code, _ := p.code(n)
		if !spoilt && t.layout.loses(code) && !p.mustCapture(n) {
			code, spoilt = code+2, true
		}
		t.codes.set(i, code)
	}
	text, _ := t.encode(func(uint64) {})
	r, _ := openWhole(s.board, bytes.NewReader(text), int64(len(text)))
	s.known[m.number()].Store(r)
}

// The positions of a layout have the numbers by which they are found.
func (s *Set) EachPosition(m Material, visit func(i, index uint64)) {
	l := newLayout(s.board, m)
	c := cursor{layout: l}
	for i := range l.size {
		visit(i, l.index(c.seek(i)))
	}
	for i := l.size; i > 0; i -= min(i, 1+i/3) { // in another order
		visit(i-1, l.index(c.seek(i-1)))
	}
}
