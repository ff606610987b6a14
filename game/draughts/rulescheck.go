package draughts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A RulesError says what is wrong with a rule set: every fault, not just the first.
type RulesError struct{ Faults []RulesFault }

// RulesFault is one thing wrong with a rule set.
type RulesFault struct {
	Field string // the field as rule files name it: "king.turns-back"
	Why   string // a clause to follow the field's name
}

func (e *RulesError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Field + " " + f.Why
	}
	return strings.Join(lines, "\n")
}

var keyForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// check looks for values out of range and for rules that contradict each other.
func (r *Rules) check() error {
	var faults []RulesFault
	rule := func(ok bool, field, why string, args ...any) {
		if !ok {
			faults = append(faults, RulesFault{field, fmt.Sprintf(why, args...)})
		}
	}
	b, man, king := r.Board, r.Man, r.King

	rule(len(r.Key) <= 40 && keyForm.MatchString(r.Key), "key",
		"must be up to 40 small letters, digits and single hyphens, such as my-rules")
	rule(strings.TrimSpace(r.Name) != "" && len(r.Name) <= 80, "name", "must be 1 to 80 characters")
	known := func(ok bool, field string) { rule(ok, field, "has a value that is not known") }
	known(int(r.Starts) < len(sideWords), "starts")
	known(int(r.Object) < len(objectWords), "object")
	known(int(b.Playable) < len(playableWords), "board.playable")
	known(int(b.Corner) < len(cornerWords), "board.corner")
	known(int(b.Notation) < len(notationWords), "board.notation")
	known(int(man.Crowning) < len(crowningWords), "man.crowning")
	known(int(king.Range) < len(rangeWords), "king.range")
	known(int(king.Reach) < len(rangeWords), "king.reach")
	known(int(king.Landing) < len(landingWords), "king.landing")
	known(int(r.Capture.Removal) < len(removalWords), "capture.removal")
	known((man.Moves|man.Takes|king.Moves|king.Takes)&^(Diagonals|Straights) == 0, "man and king directions")

	rule(b.Size == 8 || b.Size == 10 || b.Size == 12, "board.size", "must be 8, 10 or 12, not %d", b.Size)
	rule(b.Playable == Dark || b.Size == 8, "board.playable", "can be all on a board of size 8 only")
	rule(b.Playable == Dark || b.Corner == Left, "board.corner", "must be left where all squares are playable: every corner is")
	rule(b.Rows >= 1, "board.rows", "must be at least 1")
	rule(b.Gap >= 0, "board.gap", "must not be negative")
	rule(b.Rows < 1 || b.Gap < 0 || b.Rows+b.Gap <= b.Size/2-1, "board.rows",
		"and board.gap leave no two empty rows between the sides: together they can be %d at most", b.Size/2-1)

	const forward = DiagonalForward | StraightForward
	if b.Playable == Dark {
		rule(man.Moves&DiagonalForward != 0, "man.moves", "must have diagonal-forward, or men would never reach the last row")
	} else {
		rule(man.Moves&forward != 0, "man.moves", "must have diagonal-forward or straight-forward, or men would never reach the last row")
	}
	rule(man.Moves&(DiagonalBackward|StraightBackward) == 0, "man.moves",
		"must not go backward: a man's move counts as progress, and a game could go on for ever")
	rule(man.Takes != 0, "man.takes", "must name a direction")
	rule(man.Moves&^king.Moves == 0, "king.moves", "must have every direction of man.moves: a king can do what a man can")
	rule(man.Takes&^king.Takes == 0, "king.takes", "must have every direction of man.takes: a king can do what a man can")
	for _, pair := range []Directions{DiagonalForward | DiagonalBackward, StraightForward | StraightBackward} {
		rule(king.Moves&pair == 0 || king.Moves&pair == pair, "king.moves", "must have %v: a king goes back as it goes forward", pair)
		rule(king.Takes&pair == 0 || king.Takes&pair == pair, "king.takes", "must have %v: a king takes back as it takes forward", pair)
	}
	rule(!king.TurnsBack || r.Capture.Removal == AtOnce, "king.turns-back",
		"contradicts capture.removal at-end: the piece just taken is still in the way")
	rule(king.RunLimit >= 0 && king.RunLimit <= 9, "king.run-limit", "must be 0 (none) to 9")

	rule(r.Capture.Obligatory || len(r.Capture.Prefer) == 0, "capture.prefer",
		"contradicts capture.obligatory false: who need not take may also take less")
	for i, p := range r.Capture.Prefer {
		known(int(p) < len(preferenceWords), "capture.prefer")
		rule(!slices.Contains(r.Capture.Prefer[:i], p), "capture.prefer", "names %s twice", p)
	}
	rule(r.GameType >= 0 && r.GameType <= 99, "game-type", "must be 0 (none) to 99")
	faults = append(faults, r.Draws.faults(r)...)

	if len(faults) == 0 {
		return nil
	}
	return &RulesError{faults}
}

// clone returns a copy that shares nothing with r.
func (r Rules) clone() Rules {
	r.Capture.Prefer = copyOf(r.Capture.Prefer)
	r.Draws = r.Draws.clone()
	return r
}
