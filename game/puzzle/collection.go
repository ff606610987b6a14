package puzzle

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"embed"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"sync"

	"doublecorner/game/draughts"
)

// files holds a file for each family of rule sets: compressed lines as Puzzle.String writes them.
//
//go:embed collection
var files embed.FS

// keys returns the keys of the rule sets that have puzzles.
var keys = sync.OnceValue(func() (keys []string) {
	all, err := files.ReadDir("collection")
	if err != nil {
		panic(err) // it is part of the program
	}
	for _, file := range all {
		keys = append(keys, strings.TrimSuffix(file.Name(), ".gz"))
	}
	return keys
})

// collections are the puzzles of each rule set, once they are read, by its key.
var collections sync.Map

// Of returns the puzzles of the collection for a rule set; none if it has none. They are shared and must not be
// changed.
func Of(key string) []*Puzzle {
	file, err := files.Open("collection/" + key + ".gz")
	if err != nil {
		return nil // a key that a user made up is not remembered
	}
	defer file.Close()
	read, _ := collections.LoadOrStore(key, sync.OnceValue(func() []*Puzzle {
		puzzles, err := readCollection(key, file)
		if err != nil {
			panic(fmt.Sprintf("puzzle: the collection %s: %v", key, err)) // it is part of the program
		}
		return puzzles
	}))
	return read.(func() []*Puzzle)()
}

// Find returns the puzzle of the collection with an ID; nil if there is none.
func Find(id ID) *Puzzle {
	all := Of(id.Key())
	if i := slices.IndexFunc(all, func(p *Puzzle) bool { return p.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}

func readCollection(key string, file io.Reader) (puzzles []*Puzzle, err error) {
	v, err := draughts.Builtin(key)
	if err != nil {
		return nil, err
	}
	text, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		p, err := Parse(v, lines.Text())
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, lines.Err()
}

// Near returns the puzzle that suits a solver best, or nil if there are none: its points are nearest to theirs,
// give or take a few, so that not everybody gets the same. It returns the same one until that is left out.
func Near(puzzles []*Puzzle, points float64, solver uint64) *Puzzle {
	if len(puzzles) == 0 {
		return nil
	}
	return slices.MinFunc(puzzles, func(a, b *Puzzle) int {
		return cmp.Compare(distance(a, points, solver), distance(b, points, solver))
	})
}

// spread is how many points of a difference do not matter.
const spread = 300

func distance(p *Puzzle, points float64, solver uint64) float64 {
	h := fnv.New64a()
	fmt.Fprint(h, p.ID, solver)
	return max(float64(p.Points)-points, points-float64(p.Points)) + float64(h.Sum64()%spread)
}
