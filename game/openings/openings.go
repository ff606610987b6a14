// Package openings knows what players call the openings of a rule set, and the deck of openings that
// tournaments draw from; for now those of English checkers. For other rule sets it makes up openings.
package openings

import (
	_ "embed"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// Ballot is an opening of the three-move deck.
type Ballot struct {
	Number int // in the federation's deck, from 1
	Play   Play
	Name   string // what players call it; empty for most
	game   *draughts.History
}

// Game returns a new game that begins with the ballot.
func (b *Ballot) Game() *draughts.History { return b.game.Clone() }

// Play says where a ballot is played.
type Play uint8

const (
	Crossboard Play = iota // at the board
	MailPlay               // by mail only
	Barred                 // nowhere: one side is known to lose, or nearly so
)

// plays are the values of the tag Play in the file of ballots, in the order of the constants.
var plays = []string{"crossboard", "mail-play", "barred"}

//go:embed ballots.pdn
var ballotsFile string

//go:embed names.pdn
var namesFile string

// files are the openings that have names, and those of decks, by the key of their rule set.
var files = []struct{ rules, openings string }{
	{"american", ballotsFile},
	{"american", namesFile},
}

// deck is what the files say.
type deck struct {
	ballots []Ballot
	numbers map[draughts.Position]int // where ballots lead, as an index of ballots
	names   map[draughts.Position]string
	longest int // moves of the longest opening with a name
}

var theDeck = sync.OnceValue(func() *deck {
	d := &deck{numbers: map[draughts.Position]int{}, names: map[draughts.Position]string{}}
	for _, file := range files {
		if err := d.read(file.rules, file.openings); err != nil {
			panic("openings: " + err.Error()) // the files are part of the program
		}
	}
	return d
})

// read takes in the openings of a file.
func (d *deck) read(rules, file string) error {
	v, err := draughts.Builtin(rules)
	if err != nil {
		return err
	}
	for r := pdn.NewReader(strings.NewReader(file)); ; {
		g, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := d.add(v, g); err != nil {
			return err
		}
	}
}

// add takes in an opening.
func (d *deck) add(v *draughts.Variant, g *pdn.Record) error {
	h, err := g.Replay(v)
	if err != nil {
		return err
	}
	p, name := h.Position(), g.Tag("Opening")
	if number := g.Tag("Ballot"); number != "" {
		b := Ballot{Name: name, game: h, Play: Play(slices.Index(plays, g.Tag("Play")))}
		if b.Number, err = strconv.Atoi(number); err != nil {
			return err
		}
		d.numbers[p] = len(d.ballots)
		d.ballots = append(d.ballots, b)
	}
	if name != "" {
		d.names[p] = name
		d.longest = max(d.longest, h.Len())
	}
	return nil
}

// Ballots returns the three-move deck in its order, barred ones included.
func Ballots() []Ballot { return slices.Clone(theDeck().ballots) }

// Decks returns the keys of the rule sets that have a deck.
func Decks() []string {
	var keys []string
	for _, b := range theDeck().ballots {
		if key := b.game.Start().Variant().Rules().Key; !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Deck returns the ballots of a rule set that are played at the board; none if it has no deck.
func Deck(v *draughts.Variant) []Ballot {
	return slices.DeleteFunc(Ballots(), func(b Ballot) bool { return b.Play != Crossboard || b.game.Start() != v.Start() })
}

// BallotOf returns the ballot that a game began with, in whichever order its moves were made.
func BallotOf(h *draughts.History) (Ballot, bool) {
	d := theDeck()
	if h.Len() < 3 {
		return Ballot{}, false
	}
	i, ok := d.numbers[h.At(3)]
	if !ok {
		return Ballot{}, false
	}
	return d.ballots[i], true
}

// Name returns what players call the opening of a game: the name of the last position in it that
// has one, in whichever order the moves were made.
func Name(h *draughts.History) (string, bool) {
	name, ok := theDeck().names[h.At(Known(h))]
	return name, ok
}

// Known returns how many moves of a game belong to its opening: those until the last position that has
// a name.
func Known(h *draughts.History) int {
	d := theDeck()
	for ply := min(h.Len(), d.longest); ply > 0; ply-- {
		if _, ok := d.names[h.At(ply)]; ok {
			return ply
		}
	}
	return 0
}
