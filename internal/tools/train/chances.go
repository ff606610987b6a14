package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"

	"doublecorner/game/draughts"
	"doublecorner/game/review"
	"doublecorner/game/search/evaluation"
	"doublecorner/internal/tools/train/record"
)

// chancesCommand makes the curves by which a review turns the numbers of the search into win chances. Rule sets
// without games keep theirs.
type chancesCommand struct {
	Games     []string `arg:"" help:"Files of games, of any rule sets." type:"existingfile"`
	Into      string   `help:"File of curves to write." default:"game/review/chances.txt" type:"path"`
	Positions int      `help:"Positions of each file, at most one of a game." default:"5000"`
	Nodes     uint64   `help:"Positions searched to value one." default:"2000"`
}

// verdict is what the search thinks of a position, and how the game ended: 1 if the side to move won.
type verdict struct {
	score   int
	outcome float64
}

func (c *chancesCommand) Run(ctx context.Context, out *output) error {
	of := map[string][]verdict{}
	for _, name := range c.Games {
		v, games, err := readAnyGames(name)
		if err != nil {
			return err
		}
		found, err := c.judge(ctx, v, games, out)
		if err != nil {
			return err
		}
		key := v.Rules().Key
		of[key] = append(of[key], found...)
		of[review.General] = append(of[review.General], found...)
	}
	before := map[string]string{}
	if file, err := os.ReadFile(c.Into); err == nil {
		for line := range strings.Lines(string(file)) {
			key, _, _ := strings.Cut(line, " ")
			before[key] = line
		}
	}
	var file strings.Builder
	file.WriteString("# By how much a man ahead makes winning likelier (as a logit), and the power to which that grows.\n" +
		"# Made by go run ./internal/tools/train chances; see docs/notes/engine.md.\n")
	keys := []string{review.General}
	for _, p := range plans {
		keys = append(keys, p.Key)
	}
	for _, key := range keys {
		if len(of[key]) == 0 {
			file.WriteString(before[key])
			continue
		}
		curve, loss := fitCurve(of[key])
		out.say("%-26s a man ahead wins %.0f %% of the points; loss %.4f, %d positions",
			key, 100*curve.Chance(100), loss, len(of[key]))
		fmt.Fprintf(&file, "%s %.3f %.2f\n", key, curve.Man, curve.Bend)
	}
	return os.WriteFile(c.Into, []byte(file.String()), 0o644)
}

// readAnyGames returns the games of a file and their rule set, which the file has only a checksum of.
func readAnyGames(name string) (v *draughts.Variant, games []record.Game, err error) {
	for _, p := range plans {
		if v, err = draughts.Builtin(p.Key); err != nil {
			break
		}
		if games, _, err = record.ReadFile(v, name); err == nil {
			break
		}
	}
	return v, games, err
}

// judge searches one position of each game, at random.
func (c *chancesCommand) judge(ctx context.Context, v *draughts.Variant, games []record.Game, out *output) (found []verdict, err error) {
	games = games[:min(len(games), c.Positions)]
	newJudge := func() func(int) *verdict {
		p := newPlayer(v, evaluation.For(v), playing{Nodes: c.Nodes, Hash: 1})
		return func(number int) *verdict {
			g := games[number]
			if len(g.Scores) == 0 {
				return nil
			}
			h, err := g.Until(v, g.Opening+random(1, number).IntN(len(g.Scores)))
			if err != nil {
				return nil
			}
			p.forget()
			t := p.think(h)
			if !t.ok || t.proven {
				return nil // its chance needs no curve
			}
			return &verdict{t.score, g.Outcome(h.Position().Turn())}
		}
	}
	done := 0
	err = inOrder(ctx, 0, len(games), newJudge, func(one *verdict) error {
		if one != nil {
			found = append(found, *one)
		}
		done++
		out.progressOf("position of "+v.Rules().Key, done, len(games))
		return nil
	})
	return found, err
}

// fitCurve returns the curve with the least mean logarithmic loss, and that loss: 0.6931 if it tells nothing.
func fitCurve(all []verdict) (best review.Curve, least float64) {
	least = math.Inf(1)
	for bend := 0.4; bend < 1.45; bend += 0.05 {
		curve := review.Curve{Bend: bend}
		curve.Man = 100 * scaleOf(func(yield func(score, outcome float64)) {
			for _, one := range all {
				men := math.Pow(math.Abs(float64(one.score))/100, bend)
				yield(100*math.Copysign(men, float64(one.score)), one.outcome)
			}
		})
		sum := 0.0
		for _, one := range all {
			sum += surprise(curve.Chance(one.score), one.outcome)
		}
		if sum /= float64(len(all)); sum < least {
			best, least = curve, sum
		}
	}
	return best, least
}
