package hub

import (
	"strconv"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// lineTexts returns moves that follow each other as the protocol writes them.
func lineTexts(p draughts.Position, line []draughts.Move) []string {
	texts := make([]string, len(line))
	for i, m := range line {
		texts[i] = MoveText(p, m)
		p = p.Play(m)
	}
	return texts
}

// infoLine says what a search has found until now.
func infoLine(h *draughts.History, t search.Thought) Line {
	decimal := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	seconds := t.Time.Seconds()
	l := Line{Command: "info"}.With("depth", strconv.Itoa(t.Depth))
	if len(t.Lines) > 0 && t.Depth > 0 { // before the first depth is done, there is no value
		l = withValue(l, t.Lines[0].Value)
	}
	l = l.With("nodes", strconv.FormatUint(t.Nodes, 10)).With("time", decimal(seconds, 3))
	if seconds > 0 {
		l = l.With("nps", decimal(float64(t.Nodes)/seconds/1e6, 3))
	}
	if len(t.Lines) > 0 {
		l = l.With("pv", strings.Join(lineTexts(h.Position(), t.Lines[0].Moves), " "))
	}
	return l
}

// certain is the score of a position that is won at once, in men. Each ply until then makes it a
// hundredth less.
const certain = 100

// withValue adds the score in men, and what is proven.
func withValue(l Line, v search.Value) Line {
	score := float64(v.Score) / 100
	if v.Proven {
		score = float64(v.Score) * (certain - float64(v.Plies)/100)
	}
	l = l.With("score", strconv.FormatFloat(score, 'f', 2, 64))
	switch {
	case !v.Proven:
	case v.Score > 0:
		l = l.With("won", strconv.Itoa(v.Plies))
	case v.Score < 0:
		l = l.With("lost", strconv.Itoa(v.Plies))
	default:
		l = l.With("drawn", flag)
	}
	return l
}
