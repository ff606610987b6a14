package review

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"

	"doublecorner/game/draughts"
	"doublecorner/game/search"
	"doublecorner/game/search/evaluation"
)

// Curve says what a number of the search is worth in points: a draw counts half a win.
type Curve struct {
	Man  float64 // the logit of the chance of the side that is a man ahead
	Bend float64 // the power of a man to which the logit grows
}

// Chance returns the chance of the side to move in a position that is worth so many hundredths of a man.
func (c Curve) Chance(score int) float64 {
	logit := c.Man * math.Pow(math.Abs(float64(score))/100, c.Bend)
	if score < 0 {
		logit = -logit
	}
	return 1 / (1 + math.Exp(-logit))
}

// ChanceOf returns the chance of the side to move in a position of a value.
func (c Curve) ChanceOf(v search.Value) float64 {
	if v.Proven {
		return 0.5 + float64(v.Score)/2
	}
	return c.Chance(v.Score)
}

// General is the key of the curve for rule sets without their own.
const General = "general"

// chancesFile is made by go run ./internal/tools/train chances.
//
//go:embed chances.txt
var chancesFile string

// curves are those of the file, by rule set. The general one has the zero ID.
var curves = sync.OnceValue(func() map[evaluation.ID]Curve {
	curves := map[evaluation.ID]Curve{}
	for line := range strings.Lines(chancesFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var key string
		var c Curve
		_, err := fmt.Sscan(line, &key, &c.Man, &c.Bend)
		if err != nil {
			panic("review: " + line + err.Error()) // the file is part of the program
		}
		if key == General {
			curves[evaluation.ID{}] = c
			continue
		}
		v, err := draughts.Builtin(key)
		if err != nil {
			panic("review: " + line + err.Error())
		}
		curves[evaluation.Identify(v.Rules())] = c
	}
	return curves
})

// CurveOf returns the curve of a rule set, or the general one.
func CurveOf(v *draughts.Variant) Curve {
	if c, ok := curves()[evaluation.Identify(v.Rules())]; ok {
		return c
	}
	return curves()[evaluation.ID{}]
}
