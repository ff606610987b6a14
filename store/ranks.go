package store

import (
	bolt "go.etcd.io/bbolt"

	"doublecorner/game"
)

// Counts. How many people stand higher than somebody is read from a tree of
// counts over heights, a byte to a level: a rank costs at most three walks of 255
// keys, whether ten people play or a million.

const levels = 3 // bytes of a height

// recount adds n to the counts of a height on a board.
func recount(b *bolt.Bucket, board game.Board, h game.Height, n int) error {
	height := key{}.height(h)
	for level := 1; level <= levels; level++ {
		k := append(key{}.board(board).byte(byte(level)), height[:level]...)
		count := decodeCount(b.Get(k)) + n
		var err error
		if count == 0 {
			err = b.Delete(k)
		} else {
			err = b.Put(k, key{}.uint32(uint32(count)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func decodeCount(value []byte) int {
	if len(value) != 4 {
		return 0
	}
	f := fields(value)
	return int(f.uint32())
}

// countAbove returns how many on a board stand higher than h.
func countAbove(b *bolt.Bucket, board game.Board, h game.Height) (int, error) {
	height := key{}.height(h)
	total := 0
	for level := 1; level <= levels; level++ {
		prefix := append(key{}.board(board).byte(byte(level)), height[:level-1]...)
		err := walk(b, prefix, height[level-1:level], forward, func(_, value []byte) (bool, error) {
			total += decodeCount(value)
			return true, nil
		})
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}
