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
	return Shards{}, errors.New("it is \"all\", or shards counted from 0 and how many there are, as in 0-7/16")
}

// ShardOf returns which of so many shards receives the events of a guild. Those of DMs come to shard 0; for
// them it returns any.
func ShardOf(guild uint64, shards int) int { return int(guild >> 22 % uint64(shards)) }

// IsShared reports whether several processes can share the shards: they must be all that there are.
func (s Shards) IsShared() bool { return s.Last-s.First+1 == s.Total || s == Shards{} }

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
