package sandbox

import (
	"fmt"
	"strconv"
	"time"
)

// ID is a snowflake, which holds the time when it was made. Zero is no id.
type ID uint64

// epoch is the first second of 2015, from which Discord counts.
var epoch = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)

// ParseID reads an id as Discord writes it, in decimal digits.
func ParseID(s string) (ID, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 || n >= 1<<63 {
		return 0, fmt.Errorf("%.30q is not an id", s)
	}
	return ID(n), nil
}

func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// Time says when the id was made, to the millisecond.
func (id ID) Time() time.Time {
	return epoch.Add(time.Duration(id>>22) * time.Millisecond)
}

// MarshalText makes ids strings in JSON, as Discord has them: they do not fit into the numbers of JavaScript.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

func (id *ID) UnmarshalText(text []byte) error {
	if string(text) == "0" {
		*id = 0
		return nil
	}
	parsed, err := ParseID(string(text))
	*id = parsed
	return err
}
