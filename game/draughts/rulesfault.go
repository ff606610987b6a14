package draughts

import (
	"fmt"
	"strings"
)

// A RulesError says what is wrong with a rule set: every fault, not just the first.
type RulesError struct{ Faults []RulesFault }

func (e *RulesError) Error() string {
	lines := make([]string, len(e.Faults))
	for i := range e.Faults {
		lines[i] = e.Faults[i].Error()
	}
	return strings.Join(lines, "\n")
}

// A RulesFault is one thing wrong with a rule set, or with the file it is written in. It
// carries what a sentence about it needs, and never a sentence.
type RulesFault struct {
	Code     FaultCode
	Line     int      // of the file, from 1; 0 where no line says it
	Field    string   // as files name it, "king.turns-back"; empty where it is none
	Text     string   // what is written there
	Words    []string // what can be written there, or must be
	Min, Max int      // the limits in question
}

// FaultCode is what is wrong with a rule set.
type FaultCode uint8

const (
	// Rules that cannot be, or contradict each other.

	BadKey                FaultCode = iota // not a word of small letters, digits and single hyphens, of Max at most
	BadName                                // empty, or longer than Max characters
	OutOfRange                             // not from Min to Max
	OutOfRangeOrNone                       // nor 0, which is none
	AllNeedsEight                          // all squares are playable on a board of another size
	CornerNotLeft                          // all squares are playable, and still a corner is chosen
	RowsMeet                               // rows and gap are more than Max together
	NoWayForward                           // a man has none of the directions of Words
	ManGoesBack                            // a game could go on for ever
	KingLessThanMan                        // a direction of the field Words is missing
	KingOneWay                             // some of the directions of Words are there, but not all
	TurnsBackAtEnd                         // over a piece that does not leave the board before the end
	PreferenceWithoutDuty                  // nobody has to take, but who takes has to choose
	NamedTwice                             // Text is
	NothingClaimed                         // a draw that is none is to be claimed
	TooMany                                // more than Max of them
	BothDiagonals                          // on the long diagonal and off it
	DiagonalOnAll                          // there is no long diagonal
	DiagonalWithoutWeak                    // nobody is to stand there
	NoStrongerSide                         // whose moves are to be counted
	LastsWithoutBalance                    // nothing starts it
	LastsButQuiet                          // or exact: less starts it anew than a capture
	EmptyBalance                           // it would always hold
	Overcrowded                            // in too many positions there are TooManyCaptures

	// Values that cannot be read.

	NotOneOf          // Text is none of Words
	NotASpan          // Text is no number such as "3", "3+" or "4-5"
	EmptySpan         // Text says no more than nothing at all
	NotAForce         // Text is no force such as "1 king, 2 men"
	PiecesAndMen      // Text has both
	NobodyThere       // Text leaves a side without any
	PiecesWithoutKing // Text says men in another way

	// Files that are none.

	EmptyFile      // nothing is said
	LongFile       // more than Max bytes
	ManyBrackets   // more than Max
	NotUnderstood  // the line Text is not YAML
	SecondDocument // in one file
	NoValue        // nothing stands behind the colon
	Reference      // or a tag: what only YAML has
	NotOneValue    // a list, or lines, in the place of a word or a text
	NotANumber     // Text is not a whole one
	NotLines       // something else in the place of lines such as those of Words
	NotAList       // something else in the place of a list
	UnknownBase    // Text is none of Words
	MissingFields  // Words, and no base to have them from
	MissingOwn     // Words, which nobody has from a base
	BuiltinKey     // Text belongs to other rules

	faultCodes // their number
)

var faultWords = []string{
	"bad key", "bad name", "out of range", "out of range or none", "all needs eight", "corner not left", "rows meet",
	"no way forward", "man goes back", "king less than man", "king one way", "turns back at end",
	"preference without duty", "named twice", "nothing claimed", "too many", "both diagonals", "diagonal on all",
	"diagonal without weak", "no stronger side", "lasts without balance", "lasts but quiet", "empty balance", "overcrowded",
	"not one of", "not a span", "empty span", "not a force", "pieces and men", "nobody there", "pieces without king",
	"empty file", "long file", "many brackets", "not understood", "second document", "no value", "reference",
	"not one value", "not a number", "not lines", "not a list", "unknown base", "missing fields", "missing own", "builtin key",
}

// FaultCodes lists every code there is.
func FaultCodes() []FaultCode {
	list := make([]FaultCode, faultCodes)
	for i := range list {
		list[i] = FaultCode(i)
	}
	return list
}

func (c FaultCode) String() string { return wordOf(faultWords, c) }

// Error names the code for logs; sentences for people are made elsewhere, in their
// language.
func (f *RulesFault) Error() string {
	var b strings.Builder
	if f.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", f.Line)
	}
	if f.Field != "" {
		fmt.Fprintf(&b, "%s: ", f.Field)
	}
	if f.Text != "" {
		fmt.Fprintf(&b, "%q is ", f.Text)
	}
	b.WriteString(f.Code.String())
	if len(f.Words) > 0 {
		fmt.Fprintf(&b, ": %s", strings.Join(f.Words, ", "))
	}
	if f.Max > 0 {
		fmt.Fprintf(&b, " (%d to %d)", f.Min, f.Max)
	}
	return b.String()
}
