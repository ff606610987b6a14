package render

import (
	"errors"
	"image"
	"math"
	"testing"
)

func TestChartsThatCannotBeDrawn(t *testing.T) {
	for what, c := range map[string]Chart{
		"no points":          {},
		"too many points":    {Points: make([]Rating, mostPoints+1)},
		"no number":          {Points: []Rating{{Value: math.NaN()}}},
		"an infinite number": {Points: []Rating{{Value: math.Inf(1)}}},
		"a negative band":    {Points: []Rating{{1500, -1}}},
		"an unknown theme":   {Theme: "neon", Points: []Rating{{1500, 60}}},
	} {
		var wrong *ViewError
		if _, err := c.Picture(); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestCoursesThatCannotBeDrawn(t *testing.T) {
	for what, c := range map[string]Course{
		"no chances":        {},
		"more than certain": {Chances: []float64{1.5}},
		"no number":         {Chances: []float64{math.NaN()}},
		"a turn elsewhere":  {Chances: []float64{.5}, Turns: []int{1}},
		"an unknown theme":  {Theme: "neon", Chances: []float64{.5}},
	} {
		var wrong *ViewError
		if _, err := c.Picture(); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, n := range []int{1, 2, mostPoints} {
		if _, err := (Course{Chances: make([]float64, n)}).Picture(); err != nil {
			t.Errorf("%d chances: %v", n, err)
		}
	}
}

func TestChartsOfAnyRange(t *testing.T) {
	for _, points := range [][]Rating{
		{{1500, 0}}, {{1500, 0}, {1500, 0}}, {{0, 0}, {3000, 350}}, {{-999999, 0}, {999999, 999999}}, ups(mostPoints).Points,
	} {
		if _, err := (Chart{Points: points}).Picture(); err != nil {
			t.Errorf("%v: %v", points[:1], err)
		}
		s := newScale(points, image.Rect(0, 0, 480, 240))
		if n := len(s.lines()); n < 2 || n > 12 {
			t.Errorf("%v to %v: %d lines", points[0], points[len(points)-1], n)
		}
	}
}
