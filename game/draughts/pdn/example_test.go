package pdn_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// A file is read game by game, and each is replayed by the rules that its tags name.
func ExampleReader() {
	const file = `[White "Ann"]
[Black "Bob"]
[GameType "21"]
1. 11-15 22-17 2. 15-19 24x15 1-0

[White "Bob"]
[Black "Ann"]
[GameType "21"]
1. 11-15 22-17 2. 15-20 1/2-1/2`
	reader := pdn.NewReader(strings.NewReader(file))
	for {
		record, err := reader.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
		v, err := record.Variant()
		if err != nil {
			log.Fatal(err)
		}
		h, err := record.Replay(v)
		fmt.Println(record.Tag("White"), record.Result, h.Len(), err)
	}
	// Output:
	// Ann 1-0 4 <nil>
	// Bob 1/2-1/2 2 ply 3, "15-20": illegal move: not in line (from 15 to 20 at 0 )
}

// A position is read and written as a FEN.
func ExampleParseFEN() {
	v, err := draughts.Builtin("international")
	if err != nil {
		log.Fatal(err)
	}
	p, err := pdn.ParseFEN(v, "W:W31-33,K46:B1,2,20")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Turn(), p.At(46).IsKing(), len(p.Moves()), "moves")
	fmt.Println(pdn.FEN(p))
	// Output:
	// white true 8 moves
	// W:W31-33,K46:B1,2,20
}

// A game that was played is written with its tags.
func ExampleWrite() {
	v, err := draughts.Builtin("american")
	if err != nil {
		log.Fatal(err)
	}
	h := draughts.NewHistory(v.Start())
	for _, text := range []string{"11-15", "22-17"} {
		m, err := h.Position().Read(text)
		if err != nil {
			log.Fatal(err)
		}
		if err := h.Play(m); err != nil {
			log.Fatal(err)
		}
	}
	record := pdn.FromHistory(h, pdn.Tag{Name: "White", Value: "Ann"}, pdn.Tag{Name: "Black", Value: "Bob"})
	if err := pdn.Write(os.Stdout, record); err != nil {
		log.Fatal(err)
	}
	// Output:
	// [White "Ann"]
	// [Black "Bob"]
	// [GameType "21,B,8,8,N1,0"]
	// [Result "*"]
	//
	// 1. 11-15 22-17 *
}
