package draughts

import (
	"fmt"
	"slices"
	"strings"
)

// The words for the values of a rule set, in rule files, command lines and lists.
var (
	sideWords       = []string{"white", "black"}
	objectWords     = []string{"normal", "misere", "breakthrough"}
	playableWords   = []string{"dark", "all"}
	cornerWords     = []string{"left", "right"}
	notationWords   = []string{"numbers", "letters"}
	rangeWords      = []string{"adjacent", "far"}
	landingWords    = []string{"just-behind", "anywhere"}
	crowningWords   = []string{"ends-move", "passes", "goes-on"}
	removalWords    = []string{"at-end", "at-once"}
	preferenceWords = []string{"most-pieces", "most-kings", "most-value", "with-king", "kings-soonest"}
	byWords         = []string{"each-side", "either-side", "stronger-side", "weaker-side"}
	customWords     = []string{"corner", "starts", "dead"}
	ownDrawWords    = []string{"repetition", "quiet"}
	readingWords    = []string{"claim", "each-side", "three-kings", "king-takes"}

	// directionWords has two words for several directions, and then one for each.
	directionWords = []string{"diagonals", "straights", "diagonal-forward", "diagonal-backward", "straight-forward", "straight-backward", "sideways"}
	directionsOf   = []Directions{Diagonals, Straights, DiagonalForward, DiagonalBackward, StraightForward, StraightBackward, Sideways}
)

// Word returns the word for a value, given those for 0, 1, and so on.
func Word[E ~uint8](e E, words ...string) string {
	if int(e) < len(words) {
		return words[e]
	}
	return fmt.Sprintf("unknown(%d)", e)
}

func (s Side) String() string       { return Word(s, sideWords...) }
func (o Object) String() string     { return Word(o, objectWords...) }
func (p Playable) String() string   { return Word(p, playableWords...) }
func (c Corner) String() string     { return Word(c, cornerWords...) }
func (n Notation) String() string   { return Word(n, notationWords...) }
func (r Range) String() string      { return Word(r, rangeWords...) }
func (l Landing) String() string    { return Word(l, landingWords...) }
func (c Crowning) String() string   { return Word(c, crowningWords...) }
func (r Removal) String() string    { return Word(r, removalWords...) }
func (p Preference) String() string { return Word(p, preferenceWords...) }
func (b By) String() string         { return Word(b, byWords...) }
func (c Custom) String() string     { return Word(c, customWords...) }
func (o OwnDraw) String() string    { return Word(o, ownDrawWords...) }
func (r Reading) String() string    { return Word(r, readingWords...) }

// String returns the directions as words with commas between them.
func (d Directions) String() string { return strings.Join(d.words(0), ", ") }

// words lists the directions in words, with those that come first in directionWords left out.
func (d Directions) words(first int) []string {
	var words []string
	for i, set := range directionsOf[first:] {
		if d&set == set {
			words = append(words, directionWords[first+i])
			d &^= set
		}
	}
	return words
}

// singly is the number of words for several directions.
const singly = 2

// textOf and setText implement MarshalText and UnmarshalText for these types.
func textOf[E ~uint8](words []string, e E) ([]byte, error) {
	if int(e) >= len(words) {
		return nil, fmt.Errorf("no word for %d", e)
	}
	return []byte(words[e]), nil
}

func setText[E ~uint8](words []string, e *E, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return &RulesFault{Code: NotOneOf, Text: string(text), Words: words}
	}
	*e = E(i)
	return nil
}

func (s Side) MarshalText() ([]byte, error)       { return textOf(sideWords, s) }
func (o Object) MarshalText() ([]byte, error)     { return textOf(objectWords, o) }
func (p Playable) MarshalText() ([]byte, error)   { return textOf(playableWords, p) }
func (c Corner) MarshalText() ([]byte, error)     { return textOf(cornerWords, c) }
func (n Notation) MarshalText() ([]byte, error)   { return textOf(notationWords, n) }
func (r Range) MarshalText() ([]byte, error)      { return textOf(rangeWords, r) }
func (l Landing) MarshalText() ([]byte, error)    { return textOf(landingWords, l) }
func (c Crowning) MarshalText() ([]byte, error)   { return textOf(crowningWords, c) }
func (r Removal) MarshalText() ([]byte, error)    { return textOf(removalWords, r) }
func (p Preference) MarshalText() ([]byte, error) { return textOf(preferenceWords, p) }
func (b By) MarshalText() ([]byte, error)         { return textOf(byWords, b) }
func (c Custom) MarshalText() ([]byte, error)     { return textOf(customWords, c) }
func (o OwnDraw) MarshalText() ([]byte, error)    { return textOf(ownDrawWords, o) }
func (r Reading) MarshalText() ([]byte, error)    { return textOf(readingWords, r) }

func (s *Side) UnmarshalText(text []byte) error       { return setText(sideWords, s, text) }
func (o *Object) UnmarshalText(text []byte) error     { return setText(objectWords, o, text) }
func (p *Playable) UnmarshalText(text []byte) error   { return setText(playableWords, p, text) }
func (c *Corner) UnmarshalText(text []byte) error     { return setText(cornerWords, c, text) }
func (n *Notation) UnmarshalText(text []byte) error   { return setText(notationWords, n, text) }
func (r *Range) UnmarshalText(text []byte) error      { return setText(rangeWords, r, text) }
func (l *Landing) UnmarshalText(text []byte) error    { return setText(landingWords, l, text) }
func (c *Crowning) UnmarshalText(text []byte) error   { return setText(crowningWords, c, text) }
func (r *Removal) UnmarshalText(text []byte) error    { return setText(removalWords, r, text) }
func (p *Preference) UnmarshalText(text []byte) error { return setText(preferenceWords, p, text) }
func (b *By) UnmarshalText(text []byte) error         { return setText(byWords, b, text) }
func (c *Custom) UnmarshalText(text []byte) error     { return setText(customWords, c, text) }
func (o *OwnDraw) UnmarshalText(text []byte) error    { return setText(ownDrawWords, o, text) }
func (r *Reading) UnmarshalText(text []byte) error    { return setText(readingWords, r, text) }

// MarshalText writes the directions as String does.
func (d Directions) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Directions) UnmarshalText(text []byte) error {
	var set Directions
	for word := range strings.SplitSeq(string(text), ",") {
		word = strings.TrimSpace(word)
		i := slices.Index(directionWords, word)
		if i < 0 {
			return &RulesFault{Code: NotOneOf, Text: word, Words: directionWords}
		}
		set |= directionsOf[i]
	}
	*d = set
	return nil
}
