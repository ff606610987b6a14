package game

import (
	"slices"
	"time"

	"doublecorner/game/draughts"
)

// MaxBase is exported for the tests outside the package.
const MaxBase = maxBase

// ColourOf returns the colour that gives the challenger a side.
func ColourOf(s draughts.Side) Colour { return colourOf(s) }

// Moves returns the moves that stand.
func (g *Game) Moves() []Path { return slices.Clone(g.moves) }

// DeadlineInstant returns the instant at which the time of the side to move runs out.
func (g *Game) DeadlineInstant() (Instant, bool) { return g.deadline() }

// Expires returns the instant at which an open challenge expires.
func (c *Challenge) Expires() Instant { return c.expires() }

// Time returns the time of the wall clock at an instant, if there are no more absences.
func (s Service) Time(i Instant) time.Time { return s.time(i) }
