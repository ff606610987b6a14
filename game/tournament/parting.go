package tournament

import "slices"

// part keeps two players apart, or no longer if they are.
func (t *Tournament) part(a, b PlayerID) {
	if i := t.parting(a, b); i >= 0 {
		t.parted = slices.Delete(slices.Clone(t.parted), i, i+1)
		return
	}
	t.parted = append(t.parted, Pair{a, b})
}

// parting returns the place of two players among the pairs that the director keeps apart, or -1.
func (t *Tournament) parting(a, b PlayerID) int {
	return slices.IndexFunc(t.parted, func(p Pair) bool { return p.Has(a) && p.Has(b) })
}

// AreApart reports whether two players do not meet if that can be avoided.
func (t *Tournament) AreApart(a, b PlayerID) bool {
	return t.parting(a, b) >= 0 || t.byID[a].apart && t.byID[b].apart
}

// Parted returns the pairs that the director keeps apart.
func (t *Tournament) Parted() []Pair { return slices.Clone(t.parted) }

// KeepsApart reports whether a format keeps players apart.
func (f Format) KeepsApart() bool { return formats[f].parts }

func (t *Tournament) checkParting(e *Event) Refusal {
	switch {
	case !t.Format.KeepsApart():
		return NotNow
	case e.By == e.Player, e.By == e.Opponent:
		return OwnPairing // with an opponent whom the director fears
	case e.Player == e.Opponent, t.byID[e.Player] == nil, t.byID[e.Opponent] == nil:
		return NoSuchPlayer
	}
	return 0
}
