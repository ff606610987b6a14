package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

const (
	lessonVerb verb = "lesson" // show a page of the rules: arg is which
	leafVerb   verb = "leaf"   // turn to another page: arg, or what is chosen, is which
)

// leaf is a page of the rules of a game or, where game is empty, of a rule set by its key.
type leaf struct {
	game  game.GameID
	rules string
	topic lesson.Topic
	page  int
}

// lessonSize is the width of a picture on a page of rules, which has several.
const lessonSize = 400

// explainRules shows the rules that are asked for: those that are named, else those of
// the game that who asks is playing, else those that are usual here. Only who asks sees
// them, as only they turn the pages; others are told by docs/rules.
func (b *Bot) explainRules(c *call) (answer, error) {
	of := leaf{rules: c.text("rules"), topic: lesson.Topic(or(c.text("topic"), topicChoices[0]))}
	if of.rules == "" {
		games, err := b.playing(c)
		if err != nil {
			return answer{}, err
		}
		if len(games) == 1 {
			of.game = games[0].ID
		} else {
			of.rules = c.settings.usual()
		}
	}
	m, err := b.leaf(c, of)
	return answer{message: m}, err
}

// pressLesson shows a page of rules beside the message it is asked from.
func (b *Bot) pressLesson(c *call, pressed control) (answer, error) {
	of, ok := leafOf(pressed)
	if !ok {
		return answer{}, errUnknown
	}
	m, err := b.leaf(c, of)
	return answer{message: m}, err
}

// pressLeaf turns to another page. What others see stays as it is.
func (b *Bot) pressLeaf(c *call, pressed control) (answer, error) {
	a, err := b.pressLesson(c, pressed)
	if c.pressedPrivately() {
		a.manner = instead
	}
	return a, err
}

// control returns what shows the page, by a verb.
func (of leaf) control(v verb) control {
	return control{verb: v, game: of.game, arg: of.rules + " " + string(of.topic) + " " + strconv.Itoa(of.page)}
}

// leafOf reads what control has written, which may be anything.
func leafOf(pressed control) (leaf, bool) {
	parts := strings.Split(pressed.arg, " ")
	if len(parts) != 3 || (pressed.game == "") == (parts[0] == "") {
		return leaf{}, false
	}
	page, err := strconv.ParseUint(parts[2], 10, 8)
	return leaf{pressed.game, parts[0], lesson.Topic(parts[1]), int(page)}, err == nil
}

// variant returns the rule set a page is about.
func (b *Bot) variant(c *call, of leaf) (*draughts.Variant, error) {
	if of.game == "" {
		return c.settings.variant(of.rules)
	}
	g, err := b.referee.Game(c, of.game, c.viewer())
	if err != nil {
		return nil, err
	}
	return g.Variant, nil
}

// leaf makes a page: its points with their pictures, and the way to all others.
func (b *Bot) leaf(c *call, of leaf) (*message, error) {
	v, err := b.variant(c, of)
	if err != nil {
		return nil, err
	}
	chapter, ok := lesson.On(v, of.topic)
	if !ok || of.page >= chapter.Pages() {
		return nil, errUnknown
	}
	l := c.lang
	m := &message{private: true}
	m.say(l.Say("lesson.title", "rules", ruleName(l, v), "topic", topicName(l, of.topic), "page", of.page+1, "pages", chapter.Pages()))
	differs := false
	for i, p := range chapter.Page(of.page) {
		m.say(p.Text(l))
		differs = differs || p.Differs
		if p.Scene == nil {
			continue
		}
		view := p.Scene.View
		view.Size, view.Theme = lessonSize, c.theme()
		if err := m.draw(l, "rule"+strconv.Itoa(i+1)+".png", view); err != nil {
			return nil, err
		}
	}
	if differs {
		m.say("-# " + l.Say("lesson.legend", "known", l.RulesName(lesson.Known)))
	}
	m.row(of.contents(l))
	m.row(of.turned(l, v, chapter)...)
	return m, nil
}

// contents is a menu of all topics.
func (of leaf) contents(l *lang.Language) dg.MessageComponent {
	var lines []dg.SelectMenuOption
	for _, topic := range lesson.Topics() {
		there := leaf{of.game, of.rules, topic, 0}
		lines = append(lines, dg.SelectMenuOption{Label: clipped(topicName(l, topic)), Value: there.control(leafVerb).arg, Default: topic == of.topic})
	}
	return menu(control{verb: leafVerb, game: of.game}, l.Say("lesson.choose"), lines)
}

// turned are the buttons to the pages before and after, through all topics.
func (of leaf) turned(l *lang.Language, v *draughts.Variant, chapter lesson.Chapter) []dg.MessageComponent {
	var row []dg.MessageComponent
	to := func(where string, topic lesson.Topic, page int) {
		there := leaf{of.game, of.rules, topic, page}
		row = append(row, labelled(l.Say("button.leaf", "where", where), there.control(leafVerb), dg.SecondaryButton))
	}
	topics := lesson.Topics()
	i := slices.Index(topics, of.topic)
	switch {
	case of.page > 0:
		to("back", of.topic, of.page-1)
	case i > 0:
		before, _ := lesson.On(v, topics[i-1])
		to("back", before.Topic, before.Pages()-1)
	}
	switch {
	case of.page+1 < chapter.Pages():
		to("on", of.topic, of.page+1)
	case i+1 < len(topics):
		to("on", topics[i+1], 0)
	}
	return row
}

func topicName(l *lang.Language, topic lesson.Topic) string {
	return l.Say("choice.topic." + string(topic))
}

// whyNotControl leads from a move that was refused to the page that explains why.
func whyNotControl(l *lang.Language, g *game.Game, err error) dg.MessageComponent {
	topic, page := lesson.Why(g.Variant, err)
	label := clipped(l.Say("button.lesson", "topic", topicName(l, topic)))
	return labelled(label, leaf{game: g.ID, topic: topic, page: page}.control(lessonVerb), dg.SecondaryButton)
}
