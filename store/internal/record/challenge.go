package record

import (
	"fmt"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

const challengeVersion = 1

// Challenge writes a challenge.
func Challenge(ch *game.Challenge) []byte {
	c := write(challengeVersion)
	c.challenge(ch)
	return c.b
}

// ReadChallenge reads a challenge.
func ReadChallenge(id game.ChallengeID, b []byte, variants Variants) (*game.Challenge, error) {
	c, ch := read(b, challengeVersion), &game.Challenge{ID: id}
	c.variants = variants
	c.challenge(ch)
	if err := c.close(); err != nil {
		return nil, fmt.Errorf("challenge %s: %w", id, err)
	}
	return ch, nil
}

func (c *codec) challenge(ch *game.Challenge) {
	number(c, &ch.Place)
	number(c, &ch.Room)
	number(c, &ch.From)
	number(c, &ch.To)
	c.rules(&ch.Rules, &ch.Variant)
	c.terms(&ch.Terms)
	c.time(&ch.Made)
	c.span(&ch.Downtime)
	code(c, &ch.State)
	c.time(&ch.Closed)
	text(c, &ch.Game)
	text(c, &ch.CounterTo)
	text(c, &ch.RematchOf)
	number(c, &ch.Changes)
	c.bool(&ch.Everywhere)
	text(c, &ch.Name)
}

// The bits of the byte after the clock.
const (
	termsRated   = 0x01
	termsStart   = 0x02 // a start follows
	termsLevel   = 0x04 // the level of the computer follows
	termsBallot  = 0x08 // the game begins with a ballot
	termsColour  = 0x30 // the colour, from its lowest bit on
	termsColours = 4
	termsOdds    = 0x40 // the clock of the other player follows
	termsAway    = 0x80 // vacations count in the tournament
	termsPublic  = 0x100
	termsVoting  = 0x200 // the quorum follows
)

// terms writes or reads terms, whose rule set is known.
func (c *codec) terms(t *game.Terms) {
	var flags uint64
	var start draughts.Setup
	if !c.reading {
		flags = uint64(t.Colour) << termsColours
		if t.Rated {
			flags |= termsRated
		}
		if t.Ballot {
			flags |= termsBallot
		}
		if t.Start != (draughts.Position{}) {
			flags |= termsStart
			start = t.Start.Setup()
		}
		if t.HasOdds() {
			flags |= termsOdds
		}
		if t.Vacations {
			flags |= termsAway
		}
		if t.Public {
			flags |= termsPublic
		}
		if t.Voting {
			flags |= termsVoting
		}
		if t.HasComputer() {
			flags |= termsLevel
		}
	}
	c.clock(&t.Clock)
	number(c, &flags)
	if flags&termsStart != 0 {
		code(c, &start.Turn)
		list(c, &start.Pieces, func(p *draughts.Placed) {
			code(c, &p.Square)
			code(c, &p.Piece)
		})
		for i := range start.Runs {
			code(c, &start.Runs[i].King)
			number(c, &start.Runs[i].Moves)
		}
	}
	if flags&termsLevel != 0 {
		number(c, &t.Level)
		c.valid(t.Level >= 1 && t.Level <= game.Levels)
	}
	if flags&termsOdds != 0 {
		c.clock(&t.Odds)
		c.valid(t.HasOdds())
	}
	if flags&termsVoting != 0 {
		number(c, &t.Quorum)
	}
	if !c.reading || c.err != nil {
		return
	}
	t.Voting = flags&termsVoting != 0
	t.Vacations, t.Public = flags&termsAway != 0, flags&termsPublic != 0
	t.Rated, t.Ballot, t.Colour = flags&termsRated != 0, flags&termsBallot != 0, game.Colour(flags&termsColour>>termsColours)
	if flags&termsStart != 0 {
		var err error
		t.Start, err = t.Variant.Position(start)
		c.valid(err == nil)
	}
}
