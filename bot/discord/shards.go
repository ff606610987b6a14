package discord

import (
	"fmt"
	"strconv"
	"strings"
)

// Shards are the shards of the gateway that a process runs. The zero value means all that Discord
// recommends.
type Shards struct {
	First, Last, Total int
}

// maxShards is more than any bot needs.
const maxShards = 16000

// ParseShards reads "all", or a range of shards and their total as in 0-7/16 or 3/16.
func ParseShards(text string) (Shards, error) {
	if text == "all" {
		return Shards{}, nil
	}
	selected, total, ok := strings.Cut(text, "/")
	first, last, several := strings.Cut(selected, "-")
	if !several {
		last = first
	}
	var n [3]int
	for i, part := range []string{first, last, total} {
		var err error
		if n[i], err = strconv.Atoi(part); err != nil {
			ok = false
		}
	}
	s := Shards{n[0], n[1], n[2]}
	if !ok || s.First < 0 || s.Last < s.First || s.Total <= s.Last || s.Total > maxShards {
		return Shards{}, fmt.Errorf("shards are \"all\", or a part of their number that counts from 0, as in 0-7/16")
	}
	return s, nil
}

// String writes shards as ParseShards reads them.
func (s Shards) String() string {
	switch {
	case s == Shards{}:
		return "all"
	case s.First == s.Last:
		return fmt.Sprintf("%d/%d", s.First, s.Total)
	}
	return fmt.Sprintf("%d-%d/%d", s.First, s.Last, s.Total)
}
