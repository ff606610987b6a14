package bot

import (
	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// terms reads what a challenge offers to play.
func (c *call) terms() (game.Terms, error) {
	terms := game.Terms{Rated: c.truth("rated", true) && !c.settings.Friendly}
	rules, err := c.settings.rules(or(c.text("rules"), c.settings.usual()))
	if err != nil {
		return terms, err
	}
	for _, house := range draughts.HouseRules() {
		if house.Key == c.text("house-rules") {
			rules = house.Change(rules)
		}
	}
	variant, err := game.VariantOf(rules)
	if err != nil {
		return terms, errRules
	}
	terms.Variant = variant
	switch c.text("colour") {
	case "white":
		terms.Colour = game.PlayWhite
	case "black":
		terms.Colour = game.PlayBlack
	}
	if text := or(c.text("clock"), c.settings.Clock); text != "" {
		if terms.Clock, err = game.ParseClock(text); err != nil {
			return terms, errClock
		}
	}
	return terms, nil
}

// clockName says what a clock is.
func clockName(l *lang.Language, clock game.Clock) string {
	switch {
	case clock.IsNone():
		return l.Say("clock.none")
	case clock.PerMove() > 0:
		return l.Say("clock.days", "n", int(clock.PerMove().Hours())/24)
	default:
		return l.Say("clock.live", "minutes", int(clock.Base().Minutes()), "seconds", int(clock.Increment().Seconds()))
	}
}
