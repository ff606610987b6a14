package say

import (
	"doublecorner/bot/lang"
	"doublecorner/bot/when"
	"doublecorner/game"
)

// Challenge returns the names of the players of a challenge and its terms.
func Challenge(l *lang.Language, ch *game.Challenge) string {
	from := Mention(ch.From)
	switch {
	case ch.From == game.Stranger:
		from = l.Say("board.stranger", "votes", ch.Voting)
	case ch.Voting:
		from = Channel(ch.Room)
	}
	about := []any{
		"from", from, "to", Named(l, &ch.Terms, ch.To), "rules", GameName(l, &ch.Terms),
		"clock", Clocks(l, &ch.Terms, from), "rated", ch.Rated, "colour", ch.Colour,
	}
	key := "challenge.open"
	if ch.To != game.Anyone {
		key = "challenge.to"
	}
	text := l.Say(key, about...) + "\n" + l.Say("challenge.terms", about...)
	if ch.Voting {
		text += "\n-# " + l.Say("vote.terms", "channel", Channel(ch.Room), "here", ch.Room != 0, "quorum", ch.Quorum)
	}
	if ch.Everywhere && ch.State == game.Open && ch.From != game.Stranger {
		text += "\n-# " + l.Say("challenge.everywhere")
	}
	if ch.Public {
		text += "\n-# " + l.Say("challenge.public")
	}
	return text
}

// Clocks describes the clock of both players, or that of the challenger, who has a name, and that of the opponent.
func Clocks(l *lang.Language, t *game.Terms, challenger string) string {
	clock := when.ClockName(l, t.Clock)
	if !t.HasOdds() {
		return clock
	}
	return l.Say("challenge.clocks", "from", challenger, "clock", clock, "other", when.ClockName(l, t.Odds))
}
