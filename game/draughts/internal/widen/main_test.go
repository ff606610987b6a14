package main

import (
	"bytes"
	"os"
	"testing"
)

// The generator for wide boards is the text of the narrow one.
func TestGeneratedFileIsFresh(t *testing.T) {
	source, err := os.ReadFile("../../generate.go")
	if err != nil {
		t.Fatal(err)
	}
	generated, err := os.ReadFile("../../zgenerate128.go")
	if err != nil {
		t.Fatal(err)
	}
	if wide, err := widen(source); err != nil || !bytes.Equal(generated, wide) {
		t.Error("zgenerate128.go is stale: run go generate ./game/draughts")
	}
}
