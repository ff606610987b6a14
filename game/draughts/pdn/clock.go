package pdn

import (
	"fmt"
	"strings"
	"time"

	"doublecorner/game/draughts"
)

// Clock is what the players' clocks showed after a move, as a comment says it:
// {[%clock w0:10:00 B0:09:55]}.
type Clock struct {
	Left    [2]time.Duration // by side
	Known   [2]bool          // whose clock was recorded
	Running draughts.Side    // whose clock runs, if Runs
	Runs    bool
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
