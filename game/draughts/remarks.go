package draughts

import "slices"

// Remarks tell of a rule set what changes nothing in how it is played, for those who read about it. Rule sets that differ
// in nothing else are the same.
type Remarks struct {
	Elsewhere []Custom  `yaml:"elsewhere,omitempty"` // what others who play this game do differently
	OwnDraws  []OwnDraw `yaml:"own-draws,omitempty"` // draws that no published rules of the game have
	Readings  []Reading `yaml:"readings,omitempty"`  // what published rules leave open or say otherwise
}

// Custom is something that players of one game do in different ways.
type Custom uint8

const (
	OtherCorner   Custom = iota // the board lies the other way round
	OtherStarts                 // the other side makes the first move
	DeadPlayedOut               // a game goes on where Draws.Dead ends it
)

// OwnDraw is a kind of draw that a rule set can have of its own.
type OwnDraw uint8

const (
	OwnRepetition OwnDraw = iota // by Draws.Repetition
	OwnQuiet                     // by a Counter that is quiet and has no balance
)

// Reading is a point of a rule set that its published rules leave open or say otherwise.
type Reading uint8

const (
	DrawsClaimed      Reading = iota // draws by repetition and without captures must be claimed
	EachSideCounted                  // moves without captures are those of each side
	ThreeKingsCounted                // they are counted with three kings against one, too
	KingsNextTo                      // a king captures only a piece next to it
)

// HasOwnRepetition reports whether no published rules of the game have its draw by repetition.
func (r Remarks) HasOwnRepetition() bool { return slices.Contains(r.OwnDraws, OwnRepetition) }

// IsOwn reports whether no published rules of the game have a counter.
func (r Remarks) IsOwn(c Counter) bool {
	return c.Quiet && c.Balance == Balance{} && slices.Contains(r.OwnDraws, OwnQuiet)
}

func (r Remarks) clone() Remarks {
	return Remarks{copyOf(r.Elsewhere), copyOf(r.OwnDraws), copyOf(r.Readings)}
}

// familyRemarks are the remarks on built-in rule sets, by the keys of their families.
var familyRemarks = map[string]Remarks{
	"gamezer":  {OwnDraws: []OwnDraw{OwnRepetition, OwnQuiet}, Readings: []Reading{KingsNextTo}},
	"angol":    {Readings: []Reading{EachSideCounted}},
	"filipino": {Elsewhere: []Custom{OtherCorner}, OwnDraws: []OwnDraw{OwnRepetition, OwnQuiet}},
	"pool":     {Readings: []Reading{DrawsClaimed}},
	"spanish":  {Readings: []Reading{ThreeKingsCounted}},
	"thai":     {Elsewhere: []Custom{OtherStarts}, OwnDraws: []OwnDraw{OwnRepetition, OwnQuiet}},
	"frisian":  {OwnDraws: []OwnDraw{OwnRepetition, OwnQuiet}},
	"turkish":  {Elsewhere: []Custom{DeadPlayedOut}, OwnDraws: []OwnDraw{OwnRepetition, OwnQuiet}},
}
