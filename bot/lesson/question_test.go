package lesson

import (
	"errors"
	"slices"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
)

// The referee allows what a picture that asks something shows, and refuses or allows each other choice as the
// picture says.
func TestQuestions(t *testing.T) {
	asked := 0
	for _, key := range draughts.Keys() {
		for _, c := range chaptersOf(draughtstest.Variant(t, key)) {
			for _, p := range c.points {
				if !p.Asks() {
					continue
				}
				asked++
				if err := checkQuestion(p.Diagram); err != nil {
					t.Errorf("%s: %s: %v", key, p.key, err)
				}
			}
		}
	}
	if asked < 500 {
		t.Errorf("only %d pictures ask something", asked)
	}
}

func checkQuestion(d *Diagram) error {
	p := d.View.Position
	choices := d.Choices()
	right, wrong := 0, 0
	for _, text := range choices {
		m, err := p.Read(text)
		_, illegal := errors.AsType[*draughts.IllegalMove](err)
		switch {
		case err == nil && d.Shows(m):
			right++
		case err == nil, illegal:
			wrong++
		default:
			return err
		}
	}
	for _, m := range d.legal {
		if text := p.Full(m, p.Variant().Rules().Board.Notation); !slices.Contains(choices, text) {
			return errors.New("there is no choice " + text)
		}
	}
	for _, a := range d.refused {
		_, err := p.Read(a.text(p.Variant()))
		illegal, ok := errors.AsType[*draughts.IllegalMove](err)
		if !ok || illegal.Reason != a.reason {
			return errors.New(a.text(p.Variant()) + " is not refused as in the picture")
		}
	}
	if q := d.Question(); right == 0 || wrong == 0 || len(choices) > maxChoices || len(q.Arrows)+len(q.Marks) > 0 {
		return errors.New("the question is too simple, or gives the answer away")
	}
	return nil
}

// What pictures of American checkers ask is what one can find, and not how to write moves.
func TestWhatIsAsked(t *testing.T) {
	want := map[string]string{
		"lesson.jumping.man":        "15x8 and 15x6",
		"lesson.obligatory.take":    "15x8",
		"lesson.several.on":         "18x11x2",
		"lesson.crowning.jump":      "11x2",
		"lesson.moving.king":        "", // every move is right
		"lesson.notation.move":      "",
		"lesson.draws.repeated":     "",
		"lesson.jumping.own":        "", // nothing can be jumped
		"lesson.setup.men":          "",
		"lesson.obligatory.any":     "18x9 and 18x11x2",
		"lesson.moving.man":         "15-11 and 15-10",
		"lesson.crowning.king":      "10x3x12",
		"lesson.several.kings":      "18x11x2",
		"lesson.ending.pieces":      "15x8",
		"lesson.obligatory.bait":    "15x8",
		"lesson.several.once":       "18x9x2x11x18",
		"lesson.crowning.row":       "7-3",
		"lesson.notation.capture":   "",
		"lesson.jumping.how":        "15x8",
		"lesson.jumping.king":       "15x8 and 15x24",
		"lesson.moving.no-backward": "",
	}
	for _, c := range chaptersOf(draughtstest.Variant(t, "american")) {
		for _, p := range c.points {
			answer, listed := want[p.key]
			if !listed {
				continue
			}
			got := ""
			if p.Asks() {
				got = p.Diagram.Answers(lang.English())
			}
			if got != answer {
				t.Errorf("%s asks for %q, want %q", p.key, got, answer)
			}
		}
	}
}
