package discord

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// Shards are the shards of the gateway that a process runs. The zero value means all that Discord
// recommends.
type Shards struct {
	First, Last, Total int
}

// maxShards is more than any bot needs.
const maxShards = 16000

var shardsForm = regexp.MustCompile(`^(\d+)(?:-(\d+))?/(\d+)$`)

// ParseShards reads "all", or a range of shards and their total as in 0-7/16 or 3/16.
func ParseShards(text string) (Shards, error) {
	if text == "all" {
		return Shards{}, nil
	}
	if parts := shardsForm.FindStringSubmatch(text); parts != nil {
		first, _ := strconv.Atoi(parts[1])
		last, _ := strconv.Atoi(cmp.Or(parts[2], parts[1]))
		total, _ := strconv.Atoi(parts[3]) // a number that is too large becomes the largest
		if first <= last && last < total && total <= maxShards {
			return Shards{first, last, total}, nil
		}
	}
	return Shards{}, errors.New("shards are \"all\", or a part of their number that counts from 0, as in 0-7/16")
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
