package pdn

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"doublecorner/game/draughts"
)

// ErrNoVariant says that a game's tags do not tell which rules it is played by.
var ErrNoVariant = errors.New("the tags do not say which game this is: there is no GameType that is known, nor a Variant")

// An UnknownVariantError says that a game's Variant tag names none that is built in.
type UnknownVariantError struct{ Name string }

func (e *UnknownVariantError) Error() string {
	return fmt.Sprintf("the tag Variant says %q, which is no rule set that is known", e.Name)
}

// noVariants are values of a Variant tag that name no rules.
var noVariants = []string{"", "?", "-", "from position", "fromposition", "casual", "normal"}

// variantTags are the names under which lidraughts and others write rule sets,
// besides our own keys.
var variantTags = map[string]string{
	"standard":     "international",
	"english":      "american",
	"antidraughts": "international-misere",
	"breakthrough": "international-breakthrough",
	fryskTag:       "frisian",
}

// Lidraughts calls the Frisian game with five men each Frysk!, and does not say its start.
const (
	fryskTag     = "frysk!"
	fryskSquares = 50
	fryskStart   = "W:W46-50:B1-5"
)

// portuguese is the GameType of the Portuguese game, which is the Spanish one.
const portuguese = 28

// byGameType holds the keys of the built-in rule sets by their GameType number.
var byGameType = func() map[int]string {
	m := map[int]string{}
	for _, r := range draughts.Families() {
		if r.GameType != 0 {
			m[r.GameType] = r.Key
		}
	}
	m[portuguese] = "spanish"
	return m
}()

// Variant returns the rule set that a game's tags name: a Variant tag before the
// GameType, which several games share. If they name none that is built in, the
// error is [ErrNoVariant] or an [UnknownVariantError].
func (g *Record) Variant() (*draughts.Variant, error) {
	name := g.variantName()
	if key, ok := variantTags[name]; ok {
		name = key
	}
	if v, err := draughts.Builtin(name); err == nil {
		return v, nil
	}
	if !slices.Contains(noVariants, name) {
		return nil, &UnknownVariantError{Excerpt(g.Tag("Variant"))}
	}
	if t, ok := parseGameType(g.Tag("GameType")); ok {
		if key, ok := byGameType[t.number]; ok {
			return draughts.Builtin(key)
		}
	}
	return nil, ErrNoVariant
}

// variantName returns what the Variant tag says, in small letters.
func (g *Record) variantName() string { return strings.ToLower(strings.TrimSpace(g.Tag("Variant"))) }

// gameType is a GameType tag: the number of the game and how its squares are counted.
type gameType struct {
	number int
	corner corner // where square 1 is
	says   bool   // the tag says the corner; else the standard does
}

// corner is where square 1 is, as White sees the board. The numbers are those of a GameType
// tag, as the side that starts sees it.
type corner int

const (
	bottomLeft corner = iota
	bottomRight
	topLeft
	topRight
)

// standardCorners holds where White sees square 1 in the games whose squares the standard does
// not count from the top left. The standard says it as the side that starts sees it.
var standardCorners = map[int]corner{
	24:         bottomRight, // Spanish: 24,W,8,8,N1,1
	portuguese: bottomRight, // 28,W,8,8,N1,1
	31:         bottomRight, // Thai: 31,B,8,8,N2,0
}

// parseGameType reads the value of a GameType tag, such as 21 or 21,B,8,8,N1,0.
func parseGameType(value string) (gameType, bool) {
	fields := strings.SplitN(strings.ReplaceAll(value, " ", ""), ",", 6)
	number, err := strconv.Atoi(fields[0])
	if err != nil {
		return gameType{}, false
	}
	t := gameType{number: number, corner: topLeft}
	if corner, ok := standardCorners[number]; ok {
		t.corner = corner
	}
	if len(fields) > 4 && len(fields[4]) == 2 && fields[4][0] == 'N' {
		corner := corner(fields[4][1] - '0')
		if fields[1] == "B" {
			corner = topRight - corner // the other side sees it rotated
		}
		if corner >= bottomLeft && corner <= topRight {
			t.corner, t.says = corner, true
		}
	}
	return t, true
}

// gameTypeOf returns the GameType tag of a rule set, with squares counted from the top left, or
// "" if the game has none.
func gameTypeOf(v *draughts.Variant) string {
	r := v.Rules()
	if known, err := draughts.Find(byGameType[r.GameType]); err != nil || !reflect.DeepEqual(known, r) {
		return "" // it has none, or is not the game of that number
	}
	starts, notation, invert := "W", "N2", 0
	if r.Starts == draughts.Black {
		starts, notation = "B", "N1"
	}
	if r.Board.Notation == draughts.Letters {
		notation = "A0"
	}
	if r.Board.Corner == draughts.Right {
		invert = 1
	}
	return fmt.Sprintf("%d,%s,%d,%d,%s,%d", r.GameType, starts, r.Board.Size, r.Board.Size, notation, invert)
}
