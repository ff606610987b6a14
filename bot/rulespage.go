package bot

import (
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// rulesPage identifies a page of the rules of a game or, if game is empty, of a rule set.
type rulesPage struct {
	game  game.GameID
	rules string // the key of a rule set
	topic lesson.Topic
	page  int
}

// customID returns the custom ID of an action on the page.
func (p rulesPage) customID(a action) customID {
	return customID{action: a, game: p.game, arg: p.rules + " " + string(p.topic) + " " + strconv.Itoa(p.page)}
}

// parseRulesPage reads a rules page from a custom ID, which may be any text.
func parseRulesPage(id customID) (rulesPage, bool) {
	parts := strings.Split(id.arg, " ")
	if len(parts) != 3 || (id.game == "") == (parts[0] == "") {
		return rulesPage{}, false
	}
	page, err := strconv.ParseUint(parts[2], 10, 8)
	return rulesPage{id.game, parts[0], lesson.Topic(parts[1]), int(page)}, err == nil
}

// rulesButton returns the button to the rules page that explains why a move was refused.
func rulesButton(l *lang.Language, g *game.Game, err error) dg.MessageComponent {
	topic, page := lesson.PageAbout(g.Variant, err)
	label := l.Say("button.lesson", "topic", say.Topic(l, topic))
	return buttonLabelled(label, rulesPage{game: g.ID, topic: topic, page: page}.customID(rulesAction), dg.SecondaryButton)
}
