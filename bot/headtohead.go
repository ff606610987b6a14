package bot

import (
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// headToHead shows a page of the scores of two members against each other in the guild, and their last games.
func (b *Bot) headToHead(req *request) (delivery.Response, error) {
	list, from, ok := req.page(req.text("member"), req.member("other", req.by.Person).String())
	if !ok {
		return delivery.Response{}, errUnknown
	}
	one, ok := message.Snowflake[game.PersonID](list[0])
	other, known := message.Snowflake[game.PersonID](list[1])
	if !ok || !known {
		return delivery.Response{}, errUnknown
	}
	if one == other {
		return delivery.Response{}, errSameMember
	}
	scores, err := b.referee.HeadToHead(req, one, other, req.place)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{}
	m.Text(req.public.Say("versus.title", "a", say.Mention(one), "b", say.Mention(other)))
	if len(scores) == 0 {
		m.Text(req.public.Say("versus.none"))
	}
	var lines []string
	page, next := slicePage(scores, from)
	for _, s := range page {
		lines = append(lines, req.public.Say("versus.row", "rules", say.ListedRules(req.public, req.settings.poolRules(s.Pool)), "a", say.Mention(one), "b", say.Mention(other),
			"wins", s.Wins, "draws", s.Draws, "losses", s.Losses))
	}
	m.Text(strings.Join(lines, "\n"))
	last, err := b.referee.Games(req, game.FinishedGamesBetween(one, other).In(req.place), req.viewer(), "", 5)
	if err != nil {
		return delivery.Response{}, err
	}
	lines = nil
	for _, g := range last.Items {
		line, err := b.gameLine(req, req.public, g, game.Anyone)
		if err != nil {
			return delivery.Response{}, err
		}
		lines = append(lines, line)
	}
	m.Text(strings.Join(lines, "\n"))
	addPageButtons(m, req.public, headToHeadAction, list, from, next)
	return delivery.Response{Message: m}, nil
}
