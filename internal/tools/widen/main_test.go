package main

import (
	"bytes"
	"os"
	"testing"
)

// The generator for wide boards is the text of the narrow one.
func TestGeneratedFilesAreFresh(t *testing.T) {
	const dir = "../../../game/draughts"
	for _, name := range files {
		want, err := widen(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(wide(dir, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale, %v: run go generate ./game/draughts", wide(dir, name), err)
		}
	}
}
