package bot

import (
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// headToHead shows the scores of two members against each other in the guild.
func (b *Bot) headToHead(req *request) (delivery.Response, error) {
	_, a, ok := req.user("member")
	if !ok {
		return delivery.Response{}, errUnknown
	}
	other := req.by.Person
	if _, id, ok := req.user("other"); ok {
		other = id
	}
	return b.headToHeadPage(req, a, other, "")
}

// useHeadToHead shows another page of the scores of two members.
func (b *Bot) useHeadToHead(req *request, id customID) (delivery.Response, error) {
	list, from, ok := parsePage(id.arg, 2)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	one, ok := message.Snowflake(list[0])
	other, known := message.Snowflake(list[1])
	if !ok || !known {
		return delivery.Response{}, errUnknown
	}
	return replacing(b.headToHeadPage(req, game.PersonID(one), game.PersonID(other), from))
}

// headToHeadPage returns a page of the scores of two members, and their last games.
func (b *Bot) headToHeadPage(req *request, one, other game.PersonID, from string) (delivery.Response, error) {
	scores, err := b.referee.HeadToHead(req, one, other, req.place)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{}
	m.Text(req.public.Say("versus.title", "a", mention(one), "b", mention(other)))
	if len(scores) == 0 {
		m.Text(req.public.Say("versus.none"))
	}
	var lines []string
	page, next := slicePage(scores, from)
	for _, s := range page {
		lines = append(lines, req.public.Say("versus.row", "rules", rulesName(req.public, req.settings.poolRules(s.Pool)), "wins", s.Wins, "draws", s.Draws, "losses", s.Losses))
	}
	m.Text(strings.Join(lines, "\n"))
	last, err := b.lastBetween(req, one, other)
	if err != nil {
		return delivery.Response{}, err
	}
	m.Text(strings.Join(last, "\n"))
	addPageButtons(m, req.public, headToHeadAction, []string{one.String(), other.String()}, from, next)
	return delivery.Response{Message: m}, nil
}

// lastBetween returns the lines of the last games of two members in the guild.
func (b *Bot) lastBetween(req *request, one, other game.PersonID) ([]string, error) {
	const count = 5
	page, err := b.referee.Games(req, game.FinishedGamesBetween(one, other).In(req.place), req.viewer(), "", count)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, g := range page.Items {
		lines = append(lines, gameLine(req.public, g))
	}
	return lines, nil
}
