package draughts_test

import (
	"fmt"
	"log"

	"doublecorner/game/draughts"
)

// A game, move by move, until it is over.
func Example() {
	v, err := draughts.Builtin("american")
	if err != nil {
		log.Fatal(err)
	}
	h := draughts.NewHistory(v.Start())
	for _, text := range []string{"11-15", "22-17", "15-19", "24x15"} {
		p := h.Position()
		m, err := p.Read(text)
		if err != nil {
			log.Fatal(err)
		}
		if err := h.Play(m); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: %s\n", p.Turn(), p.Text(m))
	}
	p := h.Position()
	for _, m := range p.Moves() {
		fmt.Println("possible:", p.Text(m))
	}
	_, over := h.Ending()
	fmt.Println("over:", over)
	// Output:
	// black: 11-15
	// white: 22-17
	// black: 15-19
	// white: 24x15
	// possible: 10x19
	// over: false
}

// An attempt that breaks a rule comes back with the reason, and the moves that are due instead.
func ExamplePosition_Read() {
	v, err := draughts.Builtin("american")
	if err != nil {
		log.Fatal(err)
	}
	p, err := v.Position(draughts.Setup{Turn: draughts.White, Pieces: []draughts.Placed{
		{Square: 22, Piece: draughts.WhiteMan}, {Square: 31, Piece: draughts.WhiteMan}, {Square: 18, Piece: draughts.BlackMan},
	}})
	if err != nil {
		log.Fatal(err)
	}
	_, err = p.Read("31-27")
	if illegal, ok := err.(*draughts.IllegalMove); ok {
		fmt.Println(illegal.Reason)
		for _, m := range illegal.Moves {
			fmt.Println("due:", p.Text(m))
		}
	}
	// Output:
	// capture obligatory
	// due: 22x15
}

// Rules of one's own begin with those of a built-in rule set.
func ExampleCompile() {
	rules, err := draughts.Find("russian")
	if err != nil {
		log.Fatal(err)
	}
	rules.Key, rules.Name, rules.GameType = "big-russian", "Big Russian", 0
	rules.Board.Size, rules.Board.Rows = 10, 4
	v, err := draughts.Compile(rules)
	if err != nil {
		log.Fatal(err) // everything that is wrong with them
	}
	fmt.Println(v.Squares(), "squares,", len(v.Start().Moves()), "moves")
	// Output: 50 squares, 9 moves
}
