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

// A RulesFault is one thing wrong with a rule set, or with the file it is written in. It holds
// what a sentence about it needs, in any language.
type RulesFault struct {
	Code     FaultCode
	Line     int      // of the file, from 1; 0 if it stands in none
	Field    string   // as files name it, "king.turns-back"; empty if it is about no field
	Text     string   // what is written there
	Words    []string // what can be written there, or must be
	Min, Max int      // the limits in question
}

// FaultCode is what is wrong with a rule set.
type FaultCode uint8

const (
	// Rules that are impossible, or contradict each other.

	BadKey                FaultCode = iota // the key is no word of small letters, digits and single hyphens, of at most Max characters
	BadName                                // the name is empty, longer than Max characters, or has control characters
	OutOfRange                             // the number is not from Min to Max
	OutOfRangeOrNone                       // the number is neither 0 nor from Min to Max
	AllNeedsEight                          // all squares are playable on a board of another size than 8
	CornerNotLeft                          // all squares are playable, and the corner is not left
	RowsMeet                               // rows and gap are more than Max together
	NoWayForward                           // a man has none of the directions Words
	ManGoesBack                            // a man moves back, so that a game could go on for ever
	KingLessThanMan                        // a direction of the field Words is missing
	KingOneWay                             // some of the directions Words are there, but not all
	TurnsBackAtEnd                         // a king turns back over a piece that is still on the board
	PreferenceWithoutDuty                  // captures are optional, and still some are preferred
	NamedTwice                             // Text is named twice
	NothingClaimed                         // a draw is claimed that does not exist
	TooMany                                // there are more than Max
	BothDiagonals                          // a balance is on the long diagonal and off it
	DiagonalOnAll                          // a board of all squares has no long diagonal
	DiagonalWithoutWeak                    // the balance names no weak side to stand on the diagonal
	NoStrongerSide                         // the balance names no stronger side whose moves count
	LastsWithoutBalance                    // a counter lasts that no balance starts
	LastsButQuiet                          // a counter lasts, and is quiet or exact, too
	EmptyBalance                           // the balance always holds
	Overcrowded                            // too many positions have more captures than can be listed

	// Values that cannot be read.

	NotOneOf          // Text is none of Words
	NotASpan          // Text is no number such as "3", "3+" or "4-5"
	EmptySpan         // Text is a span of 0 alone
	NotAForce         // Text is no force such as "1 king, 2 men"
	PiecesAndMen      // Text names both
	NobodyThere       // Text leaves a side without pieces
	PiecesWithoutKing // Text names pieces and 0 kings, which is a number of men

	// Files that are no rule sets.

	EmptyFile      // the file is empty
	LongFile       // the file is longer than Max bytes
	ManyBrackets   // the file has more than Max brackets
	NotUnderstood  // the line Text is not YAML
	Tab            // the line Text is indented with a tab
	SecondDocument // the file has a second document
	NoValue        // no value follows the colon
	Reference      // the value is an anchor, an alias or a tag
	NotOneValue    // the value is a list or a mapping instead of a word
	NotANumber     // Text is not a whole number
	NotLines       // the value is not a mapping with lines such as Words
	NotAList       // the value is not a list
	UnknownBase    // the base Text is none of Words
	MissingFields  // Words are missing, and there is no base
	MissingOwn     // Words are missing, which no base gives
	BuiltinKey     // the key Text belongs to other rules
)

var faultWords = []string{
	"bad key", "bad name", "out of range", "out of range or none", "all needs eight", "corner not left", "rows meet",
	"no way forward", "man goes back", "king less than man", "king one way", "turns back at end",
	"preference without duty", "named twice", "nothing claimed", "too many", "both diagonals", "diagonal on all",
	"diagonal without weak", "no stronger side", "lasts without balance", "lasts but quiet", "empty balance", "overcrowded",
	"not one of", "not a span", "empty span", "not a force", "pieces and men", "nobody there", "pieces without king",
	"empty file", "long file", "many brackets", "not understood", "tab", "second document", "no value", "reference",
	"not one value", "not a number", "not lines", "not a list", "unknown base", "missing fields", "missing own", "builtin key",
}

func (c FaultCode) String() string { return Word(c, faultWords...) }

// Error names the code for logs; bot/lang has the sentences for people.
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
