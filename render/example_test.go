package render_test

import (
	"bytes"
	"fmt"
	"image/png"
	"log"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// The picture of a position is a PNG. It marks what the player to move can do.
func ExampleView_Picture() {
	v, err := draughts.Builtin("american")
	if err != nil {
		log.Fatal(err)
	}
	picture, err := render.View{Position: v.Start(), Size: 320, Hints: true}.Picture()
	if err != nil {
		log.Fatal(err)
	}
	config, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(config.Width, config.Height)
	// Output: 320 320
}

// For people who do not look at pictures, a board is a text.
func ExampleText() {
	v, err := draughts.Builtin("american")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(render.Text(v.Start(), draughts.White))
	// Output:
	// b   b   b   b  1-4
	//  b   b   b   b    5-8
	//    b   b   b   b  9-12
	//  .   .   .   .    13-16
	//    .   .   .   .  17-20
	//  w   w   w   w    21-24
	//    w   w   w   w  25-28
	//  w   w   w   w    29-32
}
