package bot

import (
	"strconv"
	"strings"

	"doublecorner/game"
)

// control is what a button or a menu is for. It travels through people's clients in
// the component's custom id, and is not to be trusted: person, turn and ply are
// checked when it comes back.
type control struct {
	verb      verb
	game      game.GameID
	challenge game.ChallengeID
	ply       game.Ply
	arg       string // what else it says: a move, a square, a page
}

// verb is what a control does. It is written into messages that stay for years, so
// words are never given another meaning.
type verb string

// controlVersion begins every custom id; those of another version are too old.
const controlVersion = "1"

// mostCustomID is how long a custom id can be.
const mostCustomID = 100

// String returns the control as a custom id. It is empty if it would be too long.
func (c control) String() string {
	subject := string(c.game)
	if c.challenge != "" {
		subject = "c" + string(c.challenge)
	}
	id := strings.Join([]string{controlVersion, string(c.verb), subject, strconv.Itoa(int(c.ply)), c.arg}, ":")
	if len(id) > mostCustomID {
		return ""
	}
	return id
}

// parseControl reads a custom id, which may be anything.
func parseControl(id string) (control, bool) {
	parts := strings.SplitN(id, ":", 5)
	if len(id) > mostCustomID || len(parts) != 5 || parts[0] != controlVersion {
		return control{}, false
	}
	c := control{verb: verb(parts[1]), arg: parts[4]}
	ply, err := strconv.ParseUint(parts[3], 10, 31)
	if err != nil || strconv.FormatUint(ply, 10) != parts[3] {
		return control{}, false
	}
	c.ply = game.Ply(ply)
	if rest, ok := strings.CutPrefix(parts[2], "c"); ok {
		c.challenge, ok = game.ParseChallengeID(rest)
		return c, ok && string(c.challenge) == rest
	}
	if parts[2] != "" {
		var ok bool
		c.game, ok = game.ParseGameID(parts[2])
		return c, ok && string(c.game) == parts[2]
	}
	return c, true
}
