package store

import "sync/atomic"

// Counts are what a store has done since it was opened.
type Counts struct {
	Commits int64 // transactions written to disk
	Updates int64 // updates in them that changed something
	Bytes   int64 // the size of the file
}

type counts struct{ commits, updates atomic.Int64 }

// Counts tells what has been done so far.
func (s *Store) Counts() Counts {
	c := Counts{Commits: s.counts.commits.Load(), Updates: s.counts.updates.Load()}
	if info, err := s.file.Stat(); err == nil {
		c.Bytes = info.Size()
	}
	return c
}
