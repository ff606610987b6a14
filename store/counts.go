package store

import (
	"sync/atomic"
	"time"
)

// Counts are figures of a store since it was opened.
type Counts struct {
	Commits int64         // transactions written to disk
	Updates int64         // updates in them that changed something
	Failed  int64         // transactions that could not be written
	Took    time.Duration // of all commits together
	Bytes   int64         // the size of the file
}

type counts struct{ commits, updates, failed, took atomic.Int64 }

// Used returns how many bytes of the file are in use. The file is longer: it grows by more than it
// needs, and keeps the room of what was deleted. The file must be in order and open read-only.
func (s *Store) Used() int64 {
	head, free := s.free()
	return head.size() - int64(head.pageSize)*int64(len(free))
}

// Counts returns the figures so far.
func (s *Store) Counts() Counts {
	c := Counts{
		Commits: s.counts.commits.Load(), Updates: s.counts.updates.Load(),
		Failed: s.counts.failed.Load(), Took: time.Duration(s.counts.took.Load()),
	}
	if info, err := s.file.Stat(); err == nil {
		c.Bytes = info.Size()
	}
	return c
}
