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

// Chapter is what there is to know of a rule set on one topic.
type Chapter struct {
	Topic  Topic
	points []Point
	pages  [][]Point // the points, in order
	*finder
}

// Point is one thing to know of a rule set.
type Point struct {
	key     string   // of its sentence in the catalogues
	values  []any    // names and values that the sentence depends on, in turns
	example []any    // names and values that the sentence takes from the diagram, in turns
	Diagram *Diagram // nil if there is nothing to show

	find func() *Diagram // finds Diagram; nil if there is nothing to find, or it has been found
}

// phrase is a value that has a sentence of its own: a key with names and values.
type phrase struct {
	Key    string
	Values []any
}

// list is a value of several phrases that all hold.
type list []phrase

// Reference is the key of the rule set that others are compared with, because most people
// know it.
const Reference = "american"

// ChapterOn returns the chapter on a topic; false if there is no such topic. Its Page method
// finds the diagrams.
func ChapterOn(v *draughts.Variant, topic Topic) (Chapter, bool) {
	c := Chapter{Topic: topic, finder: newFinder(v)}
	i := slices.Index(Topics(), topic)
	if i >= 0 {
		outline[i].add(&c)
		c.paginate()
	}
	return c, i >= 0
}

// chaptersOf returns all chapters about a rule set, with their diagrams.
func chaptersOf(v *draughts.Variant) []Chapter {
	chapters := make([]Chapter, len(outline))
	for i, topic := range Topics() {
		chapters[i], _ = ChapterOn(v, topic)
		drawn(chapters[i].points)
	}
	return chapters
}

// add adds a point, given the key of its sentence, the function that finds its diagram, or
// nil, and the names and values that the sentence depends on, in turns.
func (c *Chapter) add(key string, find func() *Diagram, values ...any) {
	c.points = append(c.points, Point{key: key, values: values, find: find})
}

// addElsewhere adds the point about something that others who play the game do differently.
func (c *Chapter) addElsewhere(key string, custom draughts.Custom, values ...any) {
	if slices.Contains(c.v.Remarks().Elsewhere, custom) {
		c.add(key, nil, values...)
	}
}

// addReading adds the point that tells a reading of the bot's own from what published rules say.
func (c *Chapter) addReading(key string, reading draughts.Reading) {
	if slices.Contains(c.v.Remarks().Readings, reading) {
		c.add(key, nil)
	}
}

// drawn finds the diagrams of points, each once.
func drawn(points []Point) []Point {
	for i := range points {
		if p := &points[i]; p.find != nil {
			p.Diagram, p.find = p.find(), nil
		}
	}
	return points
}

// Differs reports whether the reference rules have no such point.
func (p *Point) Differs() bool { return !referencePoints()[p.content()] }

// content identifies what a point says, in any language.
func (p *Point) content() string { return p.key + fmt.Sprint(p.values) }

// referencePoints holds the content of all points of the reference rules.
var referencePoints = sync.OnceValue(func() map[string]bool {
	v, err := draughts.Builtin(Reference)
	if err != nil {
		panic(err) // it is part of the program
	}
	contents := map[string]bool{}
	for _, topic := range Topics() {
		c, _ := ChapterOn(v, topic)
		for _, p := range c.points {
			contents[p.content()] = true
		}
	}
	return contents
})

// Text returns the point's sentence, and the moves that its diagram shows.
func (p *Point) Text(l *lang.Language) string {
	if p.Diagram == nil {
		return p.Sentence(l)
	}
	return strings.Join(append([]string{p.Sentence(l)}, p.Diagram.captions(l)...), "\n")
}

// Sentence returns the point's sentence, with a sign if the point differs from the reference rules.
func (p *Point) Sentence(l *lang.Language) string {
	text := l.Say(p.key, phrased(l, slices.Concat(p.values, p.example))...)
	if p.Differs() {
		text = l.Say("lesson.differs", "text", text)
	}
	return text
}

// phrased returns names and values in turns, with phrases and lists as text.
func phrased(l *lang.Language, values []any) []any {
	texts := slices.Clone(values)
	for i, value := range texts {
		switch value := value.(type) {
		case phrase:
			texts[i] = l.Say(value.Key, phrased(l, value.Values)...)
		case list:
			var items []string
			for _, p := range value {
				items = append(items, l.Say(p.Key, phrased(l, p.Values)...))
			}
			texts[i] = l.And(items)
		}
	}
	return texts
}

// paginate makes pages of at most one picture each.
func (c *Chapter) paginate() {
	begin, pictured := 0, false
	for i, p := range c.points {
		if p.find == nil && p.Diagram == nil {
			continue
		}
		if pictured {
			c.pages = append(c.pages, c.points[begin:i])
			begin = i
		}
		pictured = true
	}
	c.pages = append(c.pages, c.points[begin:])
}

// Pages returns how many pages a chapter has.
func (c *Chapter) Pages() int { return len(c.pages) }

// Page returns the points of a page, counted from 0, with their diagrams.
func (c *Chapter) Page(n int) []Point { return drawn(c.pages[n]) }

// PageAbout returns the page that explains why a move was refused, given the error of
// reading or making the move: the page that shows such a move, or the first of the topic.
func PageAbout(v *draughts.Variant, err error) (topic Topic, page int) {
	refusal, ok := errors.AsType[*draughts.IllegalMove](err)
	if !ok {
		return "notation", 0 // the text could not be read, or means several moves
	}
	for _, part := range outline {
		if slices.Contains(part.reasons, refusal.Reason) {
			topic = part.topic
		}
	}
	c, _ := ChapterOn(v, topic)
	shows := func(a attempt) bool { return a.reason == refusal.Reason }
	for page := range c.Pages() {
		for _, p := range c.Page(page) {
			if p.Diagram != nil && slices.ContainsFunc(p.Diagram.refused, shows) {
				return topic, page
			}
		}
	}
	return topic, 0
}
