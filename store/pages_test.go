//go:build unix

package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"doublecorner/game"
)

// examine checks every file in a directory and prints the result. It crashes if Check does.
func examine(dir string) error {
	files, err := os.ReadDir(dir)
	for _, f := range files {
		s, err := Open(filepath.Join(dir, f.Name()), Options{ReadOnly: true})
		if err == nil {
			err = errors.Join(s.Check(), s.Close())
		}
		fmt.Printf("%s: %q\n", f.Name(), fmt.Sprint(err))
	}
	return err
}

// bucketOf returns the first bucket of a file with a page of its own, or without one, as bytes
// of the file.
func bucketOf(t *testing.T, b []byte, inside bool) []byte {
	t.Helper()
	h := newestHeader(bytes.NewReader(b))
	root := b[h.Root*uint64(h.PageSize):][:h.PageSize]
	for i := range elements(root) {
		e := root[pageHeader+i*elementSize:]
		bucket := e[number32(e[4:])+number32(e[8:]):][:number32(e[12:])]
		if inside == (binary.NativeEndian.Uint64(bucket) == 0) {
			return bucket
		}
	}
	t.Fatal("there is no such bucket")
	return nil
}

// TestDamagedPointers checks that damaged pointers are found wherever they lead: none ends the
// process or is followed for ever.
func TestDamagedPointers(t *testing.T) {
	whole := contents(t, filled(t))
	put16, put32, put64 := binary.NativeEndian.PutUint16, binary.NativeEndian.PutUint32, binary.NativeEndian.PutUint64
	head := newestHeader(bytes.NewReader(whole))
	root, size := head.Root, int(head.PageSize)
	top := func(b []byte) []byte { return b[int(root)*size:][:size] }
	branch := func(b []byte) []byte {
		page, _ := pageOf(t, b, branchPage, 2)
		return page
	}
	leaf := func(b []byte) []byte {
		page, _ := pageOf(t, b, leafPage, 3)
		return page
	}
	free := func(b []byte) []byte {
		h := newestHeader(bytes.NewReader(b))
		return b[h.Freelist*uint64(h.PageSize):][:h.PageSize]
	}
	leadToItself := func(b []byte, number uint64) {
		page := b[int(number)*size:][:size]
		put16(page[8:], branchPage)
		put16(page[10:], 1)
		put32(page[pageHeader:], elementSize)
		put32(page[pageHeader+4:], 1)
		put64(page[pageHeader+8:], number)
	}
	tests := []struct {
		name   string
		damage func(b []byte)
		want   string
	}{
		{"a branch leads out of the file", func(b []byte) { put64(branch(b)[pageHeader+8:], 1<<20) }, "page 1048576: there are 2 to"},
		{"a branch leads just out of the file", func(b []byte) { put64(branch(b)[pageHeader+8:], head.Pages) },
			fmt.Sprintf("page %d: there are 2 to %d", head.Pages, head.Pages-1)},
		{"a branch leads out of all memory", func(b []byte) { put64(branch(b)[pageHeader+8:], 1<<63) }, "there are 2 to"},
		{"a branch leads to itself", func(b []byte) {
			page, n := pageOf(t, b, branchPage, 2)
			put64(page[pageHeader+8:], n)
		}, "more than one place leads to it"},
		{"a branch leads up", func(b []byte) { put64(branch(b)[pageHeader+elementSize+8:], root) }, "more than one place leads to it"},
		{"two branches lead to one page", func(b []byte) {
			page := branch(b)
			copy(page[pageHeader+8:][:8], page[pageHeader+elementSize+8:])
		}, "more than one place leads to it"},
		{"a branch leads to a header", func(b []byte) { put64(branch(b)[pageHeader+8:], 1) }, "page 1: there are 2 to"},
		{"a branch has nothing in it", func(b []byte) { put16(branch(b)[10:], 0) }, "it cannot have 0 branches"},
		{"a branch has too much in it", func(b []byte) { put16(branch(b)[10:], 60000) }, "it cannot have 60000 branches"},
		{"a branch's key is elsewhere", func(b []byte) { put32(branch(b)[pageHeader:], 1<<31) }, "key 0 is not in it"},
		{"a page is another", func(b []byte) { put64(leaf(b), 77777) }, "it says that it is page 77777"},
		{"a page is of no kind", func(b []byte) { put16(leaf(b)[8:], 3) }, "it is of kind 3, not one of a tree"},
		{"a leaf is a branch", func(b []byte) { put16(leaf(b)[8:], branchPage) }, "page "},
		{"a page goes on for ever", func(b []byte) { put32(leaf(b)[12:], 1<<32-1) }, "it continues over 4294967295 more"},
		{"a page goes on just out of the file", func(b []byte) {
			page, n := pageOf(t, b, leafPage, 3)
			put32(page[12:], uint32(head.Pages-n))
		}, "more, and there are"},
		{"a leaf has too much in it", func(b []byte) { put16(leaf(b)[10:], 1<<16-1) }, "it cannot have 65535 values"},
		{"a value is elsewhere", func(b []byte) { put32(leaf(b)[pageHeader+elementSize+4:], 1<<31) }, "value 1 is not in it"},
		{"a value is too long", func(b []byte) { put32(leaf(b)[pageHeader+elementSize+12:], 1<<32-1) }, "value 1 is not in it"},
		{"two keys of a leaf are the same", func(b []byte) {
			page := leaf(b)
			copy(page[pageHeader+4:][:4], binary.NativeEndian.AppendUint32(nil, uint32(number32(page[pageHeader+elementSize+4:])+elementSize)))
			copy(page[pageHeader+8:][:4], page[pageHeader+elementSize+8:])
			put32(page[pageHeader+12:], 0)
		}, "is not in order"},
		{"a branch's key is greater than the next", func(b []byte) {
			page := branch(b)
			page[pageHeader+number32(page[pageHeader:])] = 0xff
		}, "is not in order"},
		{"a bucket is out of the file", func(b []byte) { put64(bucketOf(t, b, false), 1<<20) }, "page 1048576: there are 2 to"},
		{"a bucket is itself", func(b []byte) { put64(bucketOf(t, b, false), root) }, "more than one place leads to it"},
		{"the root is a branch to itself", func(b []byte) { leadToItself(b, root) }, "more than one place leads to it"},
		{"the bucket of the indexes is a branch to itself", func(b []byte) {
			for i := range elements(top(b)) {
				e := top(b)[pageHeader+i*elementSize:]
				if key := e[number32(e[4:]):][:number32(e[8:])]; string(key) == indexBucket {
					leadToItself(b, binary.NativeEndian.Uint64(e[number32(e[4:])+number32(e[8:]):]))
				}
			}
		}, "more than one place leads to it"},
		{"the bucket with the version is the root", func(b []byte) {
			for i := range elements(top(b)) {
				e := top(b)[pageHeader+i*elementSize:]
				if key := e[number32(e[4:]):][:number32(e[8:])]; string(key) == metaBucket {
					put64(e[number32(e[4:])+number32(e[8:]):], root)
				}
			}
		}, "more than one place leads to it"},
		{"a bucket inside has too much in it",
			func(b []byte) { put16(bucketOf(t, b, true)[bucketHeader+10:], 1<<16-1) }, "it cannot have 65535 values"},
		{"a bucket inside is a branch",
			func(b []byte) { put16(bucketOf(t, b, true)[bucketHeader+8:], branchPage) }, "nothing in it that can be read"},
		{"too much is free", func(b []byte) { put16(free(b)[10:], 60000) }, "which is no list of free pages"},
		{"one page more is free than there is room for",
			func(b []byte) { put16(free(b)[10:], uint16((size-pageHeader)/8+1)) }, "which is no list of free pages"},
		{"very much is free", func(b []byte) {
			put16(free(b)[10:], countInside)
			put64(free(b)[pageHeader:], 1<<40)
		}, "which is no list of free pages"},
		{"what is free is a leaf", func(b []byte) { put16(free(b)[8:], leafPage) }, "which is no list of free pages"},
	}
	dir := t.TempDir()
	write := func(name string, damage func(b []byte)) {
		b := bytes.Clone(whole)
		damage(b)
		must(t, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	for i, test := range tests {
		write(fmt.Sprintf("%03d", i), test.damage)
	}
	// Beyond what is thought of here: a number anywhere is another one.
	const tries = 60
	dice := rand.New(rand.NewPCG(11, 15))
	for i := range tries {
		write(fmt.Sprintf("any-%03d", i), func(b []byte) {
			page := b[(2+dice.IntN(len(b)/size-2))*size:]
			at := 8 * dice.IntN(40)
			put64(page[at:], []uint64{0, 1, 2, 1 << 20, 1 << 40, 1<<64 - 1, dice.Uint64N(40), dice.Uint64()}[dice.IntN(8)])
		})
	}
	ctx, cancel := context.WithTimeout(background, time.Minute)
	defer cancel()
	c := child(t, "examiner", dir)
	stop := context.AfterFunc(ctx, func() { c.Process.Kill() })
	defer stop()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("the process died: %v\n%.3000s", err, out)
	}
	found := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, text, _ := strings.Cut(line, ": ")
		found[name] = text
	}
	for i, test := range tests {
		if got := found[fmt.Sprintf("%03d", i)]; !strings.Contains(got, test.want) {
			t.Errorf("%s: %.300s, want %q", test.name, got, test.want)
		}
	}
	if len(found) != len(tests)+tries {
		t.Errorf("%d files were looked at of %d", len(found), len(tests)+tries)
	}
}

// What is not free is in use: each page that something leads to, and the two headers.
func TestUsed(t *testing.T) {
	path := filled(t)
	s := open(t, path, Options{})
	for p := range game.PersonID(100) {
		must(t, s.Update(background, func(tx game.Tx) error { return tx.PutErasure(p+1, time.Time{}) }))
	}
	must(t, s.Close())
	r := open(t, path, Options{ReadOnly: true})
	defer r.Close()
	w := walkPages(r.file, newestHeader(r.file))
	must(t, w.Err())
	size := int64(w.head.PageSize)
	if used, led, all := r.Used(), size*int64(2+len(w.seen)), size*int64(w.head.Pages); used != led || used >= all {
		t.Errorf("%d bytes are in use; pages lead to %d of %d", used, led, all)
	}
}
