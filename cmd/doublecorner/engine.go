package main

import (
	"cmp"
	"errors"
	"fmt"

	"doublecorner/game/draughts"
	"doublecorner/game/endgame"
	"doublecorner/game/hub"
	"doublecorner/game/search"
)

// defaultHash is how many megabytes of hash table the engine of a command has: more than
// search.DefaultHash, with which it stands beside a bot.
const defaultHash = 64

// searchFlags say what an engine of a command has.
type searchFlags struct {
	Hash     int    `type:"positive" most:"4096" help:"Megabytes of memory to remember positions in." default:"${hash}" placeholder:"MB"`
	Endgames string `help:"Directory of solved endings. Without it: where \"endgame build\" puts them." placeholder:"DIR" type:"path"`
}

// engineCommand lets other programs ask for moves.
type engineCommand struct {
	ruleFlags
	searchFlags
	Threads int  `help:"How many threads think; only 1 is possible." default:"1" placeholder:"N"`
	Solve   bool `help:"Solve endings of four pieces in the background, and write them into that directory." default:"true" negatable:""`
}

func (c *engineCommand) Validate() error {
	if c.Threads != 1 {
		return errors.New("the engine thinks with one thread: --threads 1")
	}
	return nil
}

func (c *engineCommand) Run(s streams) error {
	v, err := c.needed()
	if err != nil {
		return err
	}
	library := endgame.NewLibrary(cmp.Or(c.Endgames, userEndgames()), func(v *draughts.Variant, err error) {
		fmt.Fprintf(s.err, "doublecorner: endings of %s cannot be solved: %v\n", v.Rules().Key, err)
	})
	defer library.Close()
	if !c.Solve {
		library.OnlyOpen()
	}
	if _, err := library.Open(v); err != nil {
		return asUsage(err)
	}
	server := hub.Server{
		Name: "Double Corner", Version: version(), Variant: v, Hash: c.Hash,
		New: func(v *draughts.Variant, hash int) (hub.Engine, error) {
			known, err := library.Open(v)
			return search.New(v, search.Options{Hash: hash, Endgames: known}), err
		},
	}
	return server.Serve(s.in, s.out)
}
