package bot

import (
	"strings"

	"doublecorner/game"
)

// versusVerb turns the pages of what two people have against each other: both.
const versusVerb verb = "versus"

// headToHead sums up what two people have against each other here.
func (b *Bot) headToHead(c *call) (answer, error) {
	_, a, ok := c.person("member")
	if !ok {
		return answer{}, errUnknown
	}
	other := c.by.Person
	if _, id, ok := c.person("other"); ok {
		other = id
	}
	return b.versusPage(c, a, other, "")
}

// pressVersus turns the page of what two people have against each other.
func (b *Bot) pressVersus(c *call, pressed control) (answer, error) {
	list, from, ok := listed(pressed.arg, 2)
	if !ok {
		return answer{}, errUnknown
	}
	one, ok := snowflake(list[0])
	other, known := snowflake(list[1])
	if !ok || !known {
		return answer{}, errUnknown
	}
	return replacing(b.versusPage(c, game.PersonID(one), game.PersonID(other), from))
}

// versusPage shows a page of what two people have against each other.
func (b *Bot) versusPage(c *call, one, other game.PersonID, from string) (answer, error) {
	scores, err := b.referee.HeadToHead(c, one, other, c.place)
	if err != nil {
		return answer{}, err
	}
	m := &message{}
	m.say(c.here.Say("versus.title", "a", mention(one), "b", mention(other)))
	if len(scores) == 0 {
		m.say(c.here.Say("versus.none"))
	}
	var lines []string
	page, next := pageOf(scores, from)
	for _, s := range page {
		lines = append(lines, c.here.Say("versus.row", "rules", poolName(&c.settings, c.here, s.Pool), "wins", s.Wins, "draws", s.Draws, "losses", s.Losses))
	}
	m.say(strings.Join(lines, "\n"))
	last, err := b.lastBetween(c, one, other)
	if err != nil {
		return answer{}, err
	}
	m.say(strings.Join(last, "\n"))
	m.turn(c.here, versusVerb, []string{one.String(), other.String()}, from, next)
	return answer{message: m}, nil
}

// lastBetween are the lines about the last games of two people here.
func (b *Bot) lastBetween(c *call, one, other game.PersonID) ([]string, error) {
	const most = 5
	page, err := b.referee.Games(c, game.FinishedGamesBetween(one, other).In(c.place), c.viewer(), "", most)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, g := range page.Items {
		lines = append(lines, gameLine(c.here, g))
	}
	return lines, nil
}
