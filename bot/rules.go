package bot

import (
	"cmp"
	"errors"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
)

// showRules shows a private page of the rules that a command names, else of the game that it is about,
// else of the guild's default rules.
func (b *Bot) showRules(req *request) (delivery.Response, error) {
	page := rulesPage{rules: req.text("rules"), topic: lesson.Topic(cmp.Or(req.text("topic"), string(lesson.Topics()[0])))}
	if page.rules == "" {
		g, err := b.chosenGame(req)
		if _, several := errors.AsType[*whichGameError](err); several || err == errNoGame {
			page.rules = req.defaultRules()
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
