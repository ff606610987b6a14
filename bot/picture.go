package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// pictureQuiz begins the arg of custom IDs of pictures.
const pictureQuiz = "picture"

// picture is a picture of a rules page whose move users try to find.
type picture struct {
	rulesPage
	number int // of the point on the page
	v      *draughts.Variant
	point  lesson.Point
}

// pictureOf returns the picture that a custom ID names, with the game of the rules or else their key, the topic,
// the page and the number of the point.
func (b *Bot) pictureOf(req *request, ref string) (*picture, error) {
	parts := strings.Split(ref, "/")
	page, ok := parseRulesPage(customID{game: req.id.game, arg: strings.Join(parts[:len(parts)-1], " ")})
	number, err := strconv.ParseUint(parts[len(parts)-1], 10, 8)
	if !ok || err != nil {
		return nil, errUnknown
	}
	v, err := b.variantOf(req, page)
	if err != nil {
		return nil, err
	}
	chapter, ok := lesson.ChapterOn(v, page.topic)
	if !ok || page.page >= chapter.Pages() {
		return nil, errUnknown
	}
	points := chapter.Page(page.page)
	if number >= uint64(len(points)) || !points[number].Asks() {
		return nil, errUnknown
	}
	return &picture{page, int(number), v, points[number]}, nil
}

func (p *picture) customID(a action, more string) customID {
	ref := strings.Join([]string{pictureQuiz, p.rules, string(p.topic), strconv.Itoa(p.page), strconv.Itoa(p.number)}, "/")
	return customID{action: a, game: p.game, arg: strings.TrimSpace(ref + " " + more)}
}

func (p *picture) position() draughts.Position { return p.point.Diagram.View.Position }

func (p *picture) from(*request) draughts.Side { return p.point.Diagram.Question().From }

func (p *picture) title(l *lang.Language) string {
	return l.Say("lesson.title", "rules", say.Rules(l, p.v.Rules()), "topic", say.Topic(l, p.topic), "page", 1, "pages", 1)
}

// moveText returns the text of a choice, which is # and its index.
func (p *picture) moveText(choice string) string {
	choices := p.point.Diagram.Choices()
	if i, err := strconv.Atoi(strings.TrimPrefix(choice, "#")); err == nil && i >= 0 && i < len(choices) {
		return choices[i]
	}
	return ""
}

func (p *picture) addBoard(b *Bot, req *request, m *message.Builder, look render.View) error {
	view := p.point.Diagram.Question()
	view.Size, view.Theme = lessonSize, lesson.Theme(req.theme())
	view.Arrows, view.Marks, view.Hints, view.Numbers = look.Arrows, look.Marks, look.Hints, look.Numbers
	err := m.Board(req.lang, "rule.png", view)
	addTextBoard(m, req.lang, view.Position, view.From, req.prefs.Text)
	return err
}

// addTask adds the rule, the position, and a select of moves, not all of them allowed.
func (p *picture) addTask(b *Bot, req *request, m *message.Builder, said string, look render.View) error {
	l := req.lang
	m.Text(p.title(l))
	m.Text(p.point.Sentence(l))
	m.Text(l.Say("lesson.task", "side", p.position().Turn().String()))
	look.Numbers = true
	if err := p.addBoard(b, req, m, look); err != nil {
		return err
	}
	m.Text(said)
	var options []dg.SelectMenuOption
	for i, text := range p.point.Diagram.Choices() {
		options = append(options, dg.SelectMenuOption{Label: message.Clip(text), Value: "#" + strconv.Itoa(i)})
	}
	addChoices(m, l.Say("menu.move"), inQuiz(p, quizMoveAction), options)
	m.Row(
		button(l, p.customID(quizTypeAction, ""), dg.SecondaryButton),
		button(l, p.customID(quizSolutionAction, ""), dg.SecondaryButton),
		p.backButton(l),
	)
	return nil
}

// backButton returns the button that leads back to the rules page.
func (p *picture) backButton(l *lang.Language) dg.MessageComponent {
	return buttonLabelled(l.Say("button.back-to-rules"), p.rulesPage.customID(rulesPageAction), dg.SecondaryButton)
}

func (p *picture) try(b *Bot, req *request, move draughts.Move) (delivery.Response, error) {
	text := p.position().Text(move)
	if !p.point.Diagram.Shows(move) {
		look := render.View{Arrows: []render.Arrow{{Squares: p.position().Path(move), Kind: render.Played}}}
		return b.quizResponse(req, p, req.lang.Say("lesson.other", "move", text), look)
	}
	return p.answer(req, req.lang.Say("lesson.right", "move", text))
}

func (p *picture) solution(b *Bot, req *request) (delivery.Response, error) {
	return p.answer(req, req.lang.Say("lesson.answer", "moves", p.point.Diagram.Answers(req.lang)))
}

// answer shows the picture as the rules page does, below what is to be said.
func (p *picture) answer(req *request, said string) (delivery.Response, error) {
	l := req.lang
	m := &message.Builder{Private: true, Accent: overAccent}
	m.Text(p.title(l))
	m.Text(said)
	m.Text(p.point.Text(l))
	view := p.point.Diagram.View
	view.Size, view.Theme = lessonSize, lesson.Theme(req.theme())
	if err := m.Board(l, "rule.png", view); err != nil {
		return delivery.Response{}, err
	}
	var row []dg.MessageComponent
	if next := p.next(); next != nil {
		row = append(row, buttonLabelled(l.Say("button.next-picture"), next.customID(quizAction, ""), dg.PrimaryButton))
	}
	m.Row(append(row, p.backButton(l))...)
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// next returns the next picture of the rules that asks something; nil if there is none.
func (p *picture) next() *picture {
	topics := lesson.Topics()
	page, number := p.page, p.number+1
	for _, topic := range topics[slices.Index(topics, p.topic):] {
		chapter, _ := lesson.ChapterOn(p.v, topic)
		for ; page < chapter.Pages(); page++ {
			for i, point := range chapter.Page(page) {
				if i >= number && point.Asks() {
					return &picture{rulesPage{p.game, p.rules, topic, page}, i, p.v, point}
				}
			}
			number = 0
		}
		page = 0
	}
	return nil
}
