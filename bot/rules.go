package bot

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game/draughts"
)

// lessonSize is the width of a picture on a rules page.
const lessonSize = 400

// showRules shows a private page of the rules that a command names, else of the game that it is about,
// else of the guild's default rules.
func (b *Bot) showRules(req *request) (delivery.Response, error) {
	page := rulesPage{rules: req.text("rules"), topic: lesson.Topic(cmp.Or(req.text("topic"), string(lesson.Topics()[0])))}
	if page.rules == "" {
		g, err := b.chosenGame(req)
		if _, several := errors.AsType[*whichGameError](err); several || err == errNoGame {
			page.rules = req.settings.defaultRules()
		} else if err != nil {
			return delivery.Response{}, err
		} else {
			page.game = g.ID
		}
	}
	m, err := b.rulesPage(req, page)
	return delivery.Response{Message: m}, err
}

// useRules shows a rules page in a new private message.
func (b *Bot) useRules(req *request) (delivery.Response, error) {
	page, ok := parseRulesPage(*req.id)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	m, err := b.rulesPage(req, page)
	return delivery.Response{Message: m}, err
}

// useRulesPage replaces a private rules page by another one. A public message is not replaced.
func (b *Bot) useRulesPage(req *request) (delivery.Response, error) {
	r, err := b.useRules(req)
	r.Placement = req.replacing()
	return r, err
}

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

// rulesPage returns the message of a rules page: its points with their pictures, and controls to other pages.
func (b *Bot) rulesPage(req *request, page rulesPage) (*message.Builder, error) {
	v, err := b.variantOf(req, page)
	if err != nil {
		return nil, err
	}
	if page.topic == exercisesTopic && page.page == 0 {
		return b.exercisesPage(req, page, v)
	}
	chapter, ok := lesson.ChapterOn(v, page.topic)
	if !ok || page.page >= chapter.Pages() {
		return nil, errUnknown
	}
	l := req.lang
	m := req.private("lesson.title", "rules", say.Rules(l, v.Rules()), "topic", say.Topic(l, page.topic),
		"page", page.page+1, "pages", chapter.Pages())
	differs := false
	for i, point := range chapter.Page(page.page) {
		m.Text(point.Text(l))
		differs = differs || point.Differs()
		if point.Diagram == nil {
			continue
		}
		view := point.Diagram.View
		view.Size, view.Theme = lessonSize, lesson.Theme(req.theme())
		if err := m.Board(l, "rule"+strconv.Itoa(i+1)+".png", view); err != nil {
			return nil, err
		}
		if point.Asks() {
			asked := picture{rulesPage: page, number: i}
			m.Row(button(l, asked.customID(quizAction, ""), dg.PrimaryButton))
		}
	}
	if differs {
		m.Text("-# " + l.Say("lesson.legend", "known", l.RulesName(lesson.Reference)))
	}
	m.Row(b.topicSelect(l, page, v))
	m.Row(b.pageButtons(l, page, v)...)
	return m, nil
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
