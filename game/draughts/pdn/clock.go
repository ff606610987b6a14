package pdn

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"doublecorner/game/draughts"
)

// Clock is what the players' clocks showed after a move, as comments tell it:
// {[%clock w0:10:00 B0:09:55]}.
type Clock struct {
	Left    [2]time.Duration // by side
	Known   [2]bool          // whose time is told
	Running draughts.Side    // whose clock runs, if Runs
	Runs    bool
}

var (
	clockCommand = regexp.MustCompile(`\[%clock\s+([^\]]*)\]`)
	clkCommand   = regexp.MustCompile(`\[%clk\s+([^\]]*)\]`)
	clockTime    = regexp.MustCompile(`^([wWbB])?(\d{1,3}):(\d\d):(\d\d)$`)
)

// ParseClock finds a clock in a comment on a move of the given side.
func ParseClock(comment string, mover draughts.Side) (Clock, bool) {
	found := clockCommand.FindStringSubmatch(comment)
	if found == nil {
		found = clkCommand.FindStringSubmatch(comment)
	}
	if found == nil {
		return Clock{}, false
	}
	var c Clock
	for field := range strings.FieldsSeq(found[1]) {
		part := clockTime.FindStringSubmatch(field)
		if part == nil {
			return Clock{}, false
		}
		side := mover
		switch part[1] {
		case "w", "W":
			side = draughts.White
		case "b", "B":
			side = draughts.Black
		}
		if part[1] == "W" || part[1] == "B" {
			c.Running, c.Runs = side, true
		}
		hours, _ := strconv.Atoi(part[2])
		minutes, _ := strconv.Atoi(part[3])
		seconds, _ := strconv.Atoi(part[4])
		c.Left[side] = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
		c.Known[side] = true
	}
	return c, c.Known[0] || c.Known[1]
}

// String writes the clock as a comment has it, without the braces.
func (c Clock) String() string {
	var fields []string
	for _, side := range draughts.Sides {
		if !c.Known[side] {
			continue
		}
		letter := strings.ToLower(letterOf(side))
		if c.Runs && c.Running == side {
			letter = letterOf(side)
		}
		left := c.Left[side].Truncate(time.Second)
		fields = append(fields, fmt.Sprintf("%s%d:%02d:%02d", letter,
			int(left.Hours()), int(left.Minutes())%60, int(left.Seconds())%60))
	}
	return "[%clock " + strings.Join(fields, " ") + "]"
}
