package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
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
	return rulesPageButton(l, g, topic, page)
}

// rulesPageButton returns the button to a page of the rules of a game.
func rulesPageButton(l *lang.Language, g *game.Game, topic lesson.Topic, page int) dg.MessageComponent {
	label := l.Say("button.lesson", "topic", say.Topic(l, topic))
	return buttonLabelled(label, rulesPage{game: g.ID, topic: topic, page: page}.customID(rulesAction), dg.SecondaryButton)
}

// lessonSize is the width of a picture on a rules page.
const lessonSize = 400

const (
	// exercisesTopic is the rules page that lists the exercises.
	exercisesTopic lesson.Topic = "exercises"
)

// variantOf returns the rule set of a rules page.
func (b *Bot) variantOf(req *request, page rulesPage) (*draughts.Variant, error) {
	if page.game == "" {
		v, err := req.settings.variant(page.rules)
		if err == errRules && req.id != nil { // they were removed
			err = errUnknown
		}
		return v, err
	}
	g, err := b.referee.Game(req, page.game, req.viewer())
	if err != nil {
		return nil, err
	}
	return g.Variant, nil
}

// topics returns the topics of the rules pages of a rule set.
func (b *Bot) topics(v *draughts.Variant) []lesson.Topic {
	if len(lesson.Exercises(v)) > 0 && b.mind.IsOn() {
		return append(lesson.Topics(), exercisesTopic)
	}
	return lesson.Topics()
}

// topicSelect returns the select of all topics.
func (b *Bot) topicSelect(l *lang.Language, p rulesPage, v *draughts.Variant) dg.MessageComponent {
	var options []dg.SelectMenuOption
	for _, topic := range b.topics(v) {
		first := rulesPage{p.game, p.rules, topic, 0}
		options = append(options, dg.SelectMenuOption{
			Label: message.Clip(say.Topic(l, topic)), Value: first.customID(rulesPageAction).arg, Default: topic == p.topic,
		})
	}
	return selectOne(customID{action: rulesPageAction, game: p.game}, l.Say("lesson.choose"), options)
}

// pageButtons returns the buttons to the previous and the next page, which may be of another topic.
func (b *Bot) pageButtons(l *lang.Language, p rulesPage, v *draughts.Variant) []dg.MessageComponent {
	var row []dg.MessageComponent
	add := func(where string, topic lesson.Topic, page int) {
		other := rulesPage{p.game, p.rules, topic, page}
		row = append(row, buttonLabelled(l.Say("button.leaf", "where", where), other.customID(rulesPageAction), dg.SecondaryButton))
	}
	pages := func(topic lesson.Topic) int {
		chapter, _ := lesson.ChapterOn(v, topic)
		return max(1, chapter.Pages()) // the exercises have one
	}
	topics := b.topics(v)
	i := slices.Index(topics, p.topic)
	switch {
	case p.page > 0:
		add("back", p.topic, p.page-1)
	case i > 0:
		add("back", topics[i-1], pages(topics[i-1])-1)
	}
	switch {
	case p.page+1 < pages(p.topic):
		add("on", p.topic, p.page+1)
	case i+1 < len(topics):
		add("on", topics[i+1], 0)
	}
	return row
}
