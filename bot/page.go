package bot

import (
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// pageSize is the number of lines of a list on one page.
const pageSize = 10

// addPageButtons adds buttons to the first and the next page of a list. Their arg is the words that
// identify the list, and the cursor of the page; the first page has none.
func addPageButtons(m *message.Builder, l *lang.Language, a action, list []string, from, next string) {
	to := func(label, cursor string) dg.MessageComponent {
		return buttonLabelled(l.Say(label), customID{action: a, arg: strings.Join(append(list[:len(list):len(list)], cursor), " ")}, dg.SecondaryButton)
	}
	var row []dg.MessageComponent
	if from != "" {
		row = append(row, to("button.first", ""))
	}
	if next != "" {
		row = append(row, to("button.page", next))
	}
	m.Row(row...)
}

// page returns the words that identify a list, and the cursor of a page: those of a page button, or of the
// first page of the list that a command names.
func (req *request) page(named ...string) (list []string, from string, ok bool) {
	if req.id == nil {
		return named, "", true
	}
	words := strings.Split(req.id.arg, " ")
	if len(words) != len(named)+1 {
		return nil, "", false
	}
	return words[:len(named)], words[len(named)], true
}

// slicePage returns a page of a whole list, and the cursor of the next page.
func slicePage[T any](all []T, from string) (page []T, next string) {
	start, err := strconv.Atoi(from)
	if err != nil || start < 0 || start >= len(all) {
		start = 0
	}
	end := min(start+pageSize, len(all))
	if end < len(all) {
		next = strconv.Itoa(end)
	}
	return all[start:end], next
}

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
	label := message.Clip(l.Say("button.lesson", "topic", topicName(l, topic)))
	return buttonLabelled(label, rulesPage{game: g.ID, topic: topic, page: page}.customID(rulesAction), dg.SecondaryButton)
}

func topicName(l *lang.Language, topic lesson.Topic) string {
	return l.Say("choice.topic." + string(topic))
}
