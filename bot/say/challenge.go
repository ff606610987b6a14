package say

import (
	"doublecorner/bot/lang"
	"doublecorner/bot/when"
	"doublecorner/game"
)

// Challenge returns the names of the players of a challenge and its terms.
func Challenge(l *lang.Language, ch *game.Challenge) string {
	about := []any{
		"from", Mention(ch.From), "to", Named(l, &ch.Terms, ch.To), "rules", GameName(l, &ch.Terms),
		"clock", when.ClockName(l, ch.Clock), "rated", ch.Rated, "colour", ch.Colour,
	}
	key := "challenge.open"
	if ch.To != game.Anyone {
		key = "challenge.to"
	}
	return l.Say(key, about...) + "\n" + l.Say("challenge.terms", about...)
}
