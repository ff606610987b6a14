package lesson

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
)

// Chapter is one topic of a rule set, with its points.
type Chapter struct {
	Topic  Topic
	Points []Point
}

// Point is one thing to know of a rule set.
type Point struct {
	Key     string // of its sentence
	Values  []any  // names and values in turns: what the sentence says
	Example []any  // likewise: what it names besides, from its picture
	Scene   *Scene // nil: there is nothing to show
	Differs bool   // from what the rule set that most people know says

	shows func() *Scene // finds Scene; nil: there is nothing to find, or nothing any more
}

// draw finds the scene of the point, once.
func (p *Point) draw() {
	if p.shows != nil {
		p.Scene, p.shows = p.shows(), nil
	}
}

// Phrase is a value that is itself said: a key, with its own names and values.
type Phrase struct {
	Key    string
	Values []any
}

// List is a value that is several phrases, all of which hold.
type List []Phrase

// Known is the key of the rule set that others are compared with.
const Known = "american"

// Of returns the chapters about a rule set, in the order of Topics.
func Of(v *draughts.Variant) []Chapter {
	chapters := make([]Chapter, len(outline))
	for i := range outline {
		chapters[i] = chapter(v, i)
		chapters[i].draw()
	}
	return chapters
}

// On returns the chapter on one topic; false if there is no such topic. Page finds the
// scenes of its points.
func On(v *draughts.Variant, topic Topic) (Chapter, bool) {
	i := slices.Index(Topics(), topic)
	if i < 0 {
		return Chapter{}, false
	}
	return chapter(v, i), true
}

// chapter writes a chapter of the outline for a rule set, without the scenes.
func chapter(v *draughts.Variant, i int) Chapter {
	s := newStage(v)
	c := Chapter{Topic: outline[i].topic}
	for _, r := range outline[i].rules {
		for _, p := range r.points(s) {
			p.Differs = !known()[p.said()]
			c.Points = append(c.Points, p)
		}
	}
	return c
}

// said is what a point says, whatever the language.
func (p *Point) said() string { return p.Key + fmt.Sprint(p.Values) }

// known is all that the rule set says that others are compared with.
var known = sync.OnceValue(func() map[string]bool {
	v, err := draughts.Builtin(Known)
	if err != nil {
		panic(err) // it is part of the program
	}
	blind := &stage{v: v, rules: v.Rules(), blind: true}
	said := map[string]bool{}
	for _, part := range outline {
		for _, r := range part.rules {
			for _, p := range r.points(blind) {
				said[p.said()] = true
			}
		}
	}
	return said
})

// sentence says the point.
func (p *Point) sentence(l *lang.Language) string {
	return l.Say(p.Key, spoken(l, slices.Concat(p.Values, p.Example))...)
}

// Text says the point, whether it is as people know it, and which moves its picture shows.
func (p *Point) Text(l *lang.Language) string {
	text := p.sentence(l)
	if p.Differs {
		text = l.Say("lesson.differs", "text", text)
	}
	if p.Scene == nil {
		return text
	}
	return strings.Join(append([]string{text}, p.Scene.captions(l)...), "\n")
}

// spoken returns names and values in turns, with phrases as text.
func spoken(l *lang.Language, about []any) []any {
	said := slices.Clone(about)
	for i, value := range said {
		switch value := value.(type) {
		case Phrase:
			said[i] = l.Say(value.Key, spoken(l, value.Values)...)
		case List:
			var items []string
			for _, p := range value {
				items = append(items, l.Say(p.Key, spoken(l, p.Values)...))
			}
			said[i] = l.And(items)
		}
	}
	return said
}

// mostPoints is how many points one page shows.
const mostPoints = 4

// Pages returns how many pages a chapter has.
func (c *Chapter) Pages() int { return (len(c.Points) + mostPoints - 1) / mostPoints }

// Page returns the points of a page, counted from 0, with their scenes.
func (c *Chapter) Page(n int) []Point {
	points := c.Points[n*mostPoints : min((n+1)*mostPoints, len(c.Points))]
	for i := range points {
		points[i].draw()
	}
	return points
}

// draw finds the scenes of all points.
func (c *Chapter) draw() {
	for n := range c.Pages() {
		c.Page(n)
	}
}

// Why returns the page that explains why a move was refused: err is what reading or
// making it returned.
func Why(v *draughts.Variant, err error) (Topic, int) {
	var refusal *draughts.Refusal
	if !errors.As(err, &refusal) {
		return Notation, 0 // it could not be read, or not as one move
	}
	topic := topics[refusal.Reason]
	c, _ := On(v, topic)
	return topic, c.pageOf(refusal.Reason)
}

// pageOf returns the page that shows a move refused for a reason; the first if none does.
func (c *Chapter) pageOf(r draughts.Reason) int {
	for i := range c.Points {
		p := &c.Points[i]
		p.draw()
		if p.Scene != nil && slices.ContainsFunc(p.Scene.Refused, func(a Attempt) bool { return a.Reason == r }) {
			return i / mostPoints
		}
	}
	return 0
}
