package draughts

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// faults collects what is wrong with a rule set.
type faults []RulesFault

// rule adds a fault of a field unless ok.
func (f *faults) rule(ok bool, field string, fault RulesFault) {
	if !ok {
		fault.Field = field
		*f = append(*f, fault)
	}
}

// known adds a value without a word. No file has one, but a program can.
func (f *faults) known(value uint8, words []string, field string) {
	f.rule(int(value) < len(words), field, RulesFault{Code: NotOneOf, Text: Word(value, words...), Words: words})
}

// directions adds directions that do not exist.
func (f *faults) directions(d Directions, field string) {
	f.rule(d&^(Diagonals|Straights) == 0, field, RulesFault{Code: NotOneOf, Text: strconv.Itoa(int(d)), Words: directionWords})
}

// withinOrNone adds a number that is neither 0 nor from least to most.
func (f *faults) withinOrNone(n, least, most int, field string) {
	f.rule(n == 0 || n >= least && n <= most, field, RulesFault{Code: OutOfRangeOrNone, Min: least, Max: most})
}

var (
	keyForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	sizes   = []string{"8", "10", "12"}
)

const (
	longestKey = 40
	// LongestName is how many characters the name of a rule set has at most.
	LongestName = 80
)

// check looks for values out of range, for rules that contradict each other, and for remarks that do not exist.
func (r *Rules) check(remarks Remarks) error {
	var f faults
	b, man, king := r.Board, r.Man, r.King

	f.rule(len(r.Key) <= longestKey && keyForm.MatchString(r.Key), "key", RulesFault{Code: BadKey, Max: longestKey})
	f.rule(strings.TrimSpace(r.Name) != "" && utf8.RuneCountInString(r.Name) <= LongestName, "name",
		RulesFault{Code: BadName, Min: 1, Max: LongestName})
	f.known(uint8(r.Starts), sideWords, "starts")
	f.known(uint8(r.Object), objectWords, "object")
	f.known(uint8(b.Playable), playableWords, "board.playable")
	f.known(uint8(b.Corner), cornerWords, "board.corner")
	f.known(uint8(b.Notation), notationWords, "board.notation")
	f.known(uint8(man.Crowning), crowningWords, "man.crowning")
	f.known(uint8(king.Range), rangeWords, "king.range")
	f.known(uint8(king.Reach), rangeWords, "king.reach")
	f.known(uint8(king.Landing), landingWords, "king.landing")
	f.known(uint8(r.Capture.Removal), removalWords, "capture.removal")

	r.checkBoard(&f)
	r.checkPieces(&f)

	f.rule(r.Capture.Obligatory || len(r.Capture.Prefer) == 0, "capture.prefer", RulesFault{Code: PreferenceWithoutDuty})
	for i, p := range r.Capture.Prefer {
		f.known(uint8(p), preferenceWords, "capture.prefer")
		f.rule(!slices.Contains(r.Capture.Prefer[:i], p), "capture.prefer", RulesFault{Code: NamedTwice, Text: p.String()})
	}
	f.withinOrNone(r.GameType, 1, 99, "game-type")
	r.checkDraws(&f)
	checkRemarks(&f, remarks.Elsewhere, customWords, "elsewhere")
	checkRemarks(&f, remarks.OwnDraws, ownDrawWords, "own-draws")
	checkRemarks(&f, remarks.Readings, readingWords, "readings")

	if len(f) == 0 {
		return nil
	}
	return &RulesError{f}
}

func checkRemarks[E interface {
	~uint8
	fmt.Stringer
}](f *faults, remarks []E, words []string, field string) {
	for i, e := range remarks {
		f.known(uint8(e), words, field)
		f.rule(!slices.Contains(remarks[:i], e), field, RulesFault{Code: NamedTwice, Text: e.String()})
	}
}

func (r *Rules) checkBoard(f *faults) {
	b := r.Board
	size := strconv.Itoa(b.Size)
	f.rule(b.Playable == Dark || b.Size == 8, "board.playable", RulesFault{Code: AllNeedsEight})
	f.rule(b.Playable == Dark || b.Corner == Left, "board.corner", RulesFault{Code: CornerNotLeft})
	if !slices.Contains(sizes, size) {
		f.rule(false, "board.size", RulesFault{Code: NotOneOf, Text: size, Words: sizes})
		return // the rows depend on it
	}
	most := b.Size/2 - 1
	f.rule(b.Rows >= 1, "board.rows", RulesFault{Code: OutOfRange, Min: 1, Max: most})
	f.rule(b.Gap >= 0, "board.gap", RulesFault{Code: OutOfRange, Min: 0, Max: most - 1})
	f.rule(b.Rows < 1 || b.Gap < 0 || b.Rows+b.Gap <= most, "board.rows", RulesFault{Code: RowsMeet, Max: most})
}

func (r *Rules) checkPieces(f *faults) {
	man, king := r.Man, r.King
	f.directions(man.Moves, "man.moves")
	f.directions(man.Captures, "man.takes")
	f.directions(king.Moves, "king.moves")
	f.directions(king.Captures, "king.takes")
	ahead := DiagonalForward
	if r.Board.Playable == All {
		ahead |= StraightForward
	}
	f.rule(man.Moves&ahead != 0, "man.moves", RulesFault{Code: NoWayForward, Words: ahead.words(singly)})
	f.rule(man.Moves&(DiagonalBackward|StraightBackward) == 0, "man.moves", RulesFault{Code: ManGoesBack})
	f.rule(man.Captures != 0, "man.takes", RulesFault{Code: NoValue})
	f.rule(man.Moves&^king.Moves == 0, "king.moves", RulesFault{Code: KingLessThanMan, Words: []string{"man.moves"}})
	f.rule(man.Captures&^king.Captures == 0, "king.takes", RulesFault{Code: KingLessThanMan, Words: []string{"man.takes"}})
	for _, pair := range []Directions{DiagonalForward | DiagonalBackward, StraightForward | StraightBackward} {
		f.rule(king.Moves&pair == 0 || king.Moves&pair == pair, "king.moves", RulesFault{Code: KingOneWay, Words: pair.words(singly)})
		f.rule(king.Captures&pair == 0 || king.Captures&pair == pair, "king.takes", RulesFault{Code: KingOneWay, Words: pair.words(singly)})
	}
	f.rule(!king.TurnsBack || r.Capture.Removal == AtOnce, "king.turns-back", RulesFault{Code: TurnsBackAtEnd})
	f.withinOrNone(king.RunLimit, 1, 9, "king.run-limit")
}

// mostDraws is how many counters, dead or unwinnable balances there can be.
const mostDraws = 20

// checkDraws looks for draws that contradict themselves or the rest of the rule set.
func (r *Rules) checkDraws(f *faults) {
	d := &r.Draws
	f.withinOrNone(d.Repetition, 2, 10, "draws.repetition")
	f.rule(d.Repetition != 0 || !d.RepetitionClaimed, "draws.repetition-claimed", RulesFault{Code: NothingClaimed})
	few := func(n int, field string) { f.rule(n <= mostDraws, field, RulesFault{Code: TooMany, Max: mostDraws}) }
	few(len(d.Counters), "draws.counters")
	few(len(d.Dead), "draws.dead")
	few(len(d.Unwinnable), "draws.unwinnable")
	for i := range d.Counters {
		c, at := &d.Counters[i], numbered(i, len(d.Counters))
		f.rule(c.Moves >= 1 && c.Moves <= 500, "draws.counters.moves"+at, RulesFault{Code: OutOfRange, Min: 1, Max: 500})
		f.known(uint8(c.By), byWords, "draws.counters.by"+at)
		f.rule(c.By != StrongerSide && c.By != WeakerSide || c.Balance.Strong != (Force{}) && c.Balance.Strong != c.Balance.Weak,
			"draws.counters.by"+at, RulesFault{Code: NoStrongerSide, Text: c.By.String()})
		f.rule(!c.Lasts || c.Balance != Balance{}, "draws.counters.lasts"+at, RulesFault{Code: LastsWithoutBalance})
		f.rule(!c.Lasts || !c.Quiet && !c.Exact, "draws.counters.lasts"+at, RulesFault{Code: LastsButQuiet})
		r.checkBalance(f, &c.Balance, "draws.counters.balance"+at)
	}
	r.checkBalances(f, d.Dead, "draws.dead")
	r.checkBalances(f, d.Unwinnable, "draws.unwinnable")
}

func (r *Rules) checkBalances(f *faults, balances []Balance, list string) {
	for i := range balances {
		field := list + numbered(i, len(balances))
		f.rule(balances[i] != Balance{}, field, RulesFault{Code: EmptyBalance})
		r.checkBalance(f, &balances[i], field)
	}
}

func (r *Rules) checkBalance(f *faults, b *Balance, field string) {
	if !b.LongDiagonal && !b.OffLongDiagonal && !b.StrongOnDiagonal {
		return
	}
	f.rule(!b.LongDiagonal || !b.OffLongDiagonal, field, RulesFault{Code: BothDiagonals})
	f.rule(!b.StrongOnDiagonal || !b.LongDiagonal && !b.OffLongDiagonal, field, RulesFault{Code: BothDiagonals})
	f.rule(r.Board.Playable == Dark, field, RulesFault{Code: DiagonalOnAll})
	f.rule(b.StrongOnDiagonal || b.Weak != (Force{}), field, RulesFault{Code: DiagonalWithoutWeak})
}

// numbered tells which item of a list a field belongs to, if there are several.
func numbered(i, n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" #%d", i+1)
}
