package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"doublecorner/game/draughts"
	"doublecorner/game/match"
	"doublecorner/game/search/evaluation"
)

// sequentialTest says when a match is decided: by a sequential probability ratio test between two
// suppositions about how much stronger the first player is.
type sequentialTest struct {
	Weak   float64 `help:"Elo by which the new weights are stronger, as the one supposition has it." default:"0"`
	Strong float64 `help:"The same, as the other supposition has it." default:"15"`
	Risk   float64 `help:"Chance that the test is wrong, whichever is true." default:"0.05"`
	Most   int     `help:"Most pairs of games. If they do not decide it, what is likelier holds." default:"2000"`
}

// pairs counts pairs of games from one opening with both colors, by what the first player scored:
// from 0 to 4 half points.
type pairs [5]int

// games returns how many games there are.
func (p pairs) games() int { return 2 * p.count() }

func (p pairs) count() (n int) {
	for _, times := range p {
		n += times
	}
	return n
}

// mean returns the share of the points that the first player scored, and the variance of one pair.
// A little is added to every number, so that the variance is never 0.
func (p pairs) mean() (mean, variance float64) {
	const little = 0.1
	n := 0.0
	for points, times := range p {
		n += float64(times) + little
		mean += (float64(times) + little) * float64(points) / 4
	}
	mean /= n
	for points, times := range p {
		d := float64(points)/4 - mean
		variance += (float64(times) + little) * d * d / n
	}
	return mean, variance
}

// elo returns by how many points of Elo the first player is stronger, and the error of that with 95 %
// certainty.
func (p pairs) elo() (elo, margin float64) {
	mean, variance := p.mean()
	edge := 1.96 * math.Sqrt(variance/max(1, float64(p.count())))
	return eloOf(mean), (eloOf(min(mean+edge, 0.999)) - eloOf(max(mean-edge, 0.001))) / 2
}

// eloOf returns match.Elo of a share, which is kept from both ends, where it is infinite.
func eloOf(share float64) float64 { return match.Elo(max(0.001, min(0.999, share))) }

func shareOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// ratio returns the logarithm of how much likelier the results are if the first player is stronger
// by Strong than if it is by Weak.
func (t sequentialTest) ratio(p pairs) float64 {
	mean, variance := p.mean()
	weak, strong := shareOf(t.Weak), shareOf(t.Strong)
	return float64(p.count()) * (strong - weak) * (2*mean - weak - strong) / (2 * variance)
}

// decided reports whether the results decide the test, and whether the first player is stronger.
func (t sequentialTest) decided(p pairs) (stronger, decided bool) {
	bound := math.Log((1 - t.Risk) / t.Risk)
	ratio := t.ratio(p)
	switch {
	case ratio >= bound:
		return true, true
	case ratio <= -bound:
		return false, true
	}
	return ratio > 0, p.count() >= t.Most
}

func (t sequentialTest) describe(p pairs) string {
	mean, _ := p.mean()
	elo, margin := p.elo()
	return fmt.Sprintf("%d games: %.1f %%, Elo %+.0f ± %.0f, ratio %.2f of %.2f",
		p.games(), 100*mean, elo, margin, t.ratio(p), math.Log((1-t.Risk)/t.Risk))
}

var errDecided = errors.New("the match is decided")

// match lets two sets of weights play until it is decided which is better. It goes on from some
// results, and reports them as they come.
func (t sequentialTest) match(ctx context.Context, v *draughts.Variant, p playing, a, b *evaluation.Evaluator, seed uint64, results pairs, report func(pairs)) (pairs, error) {
	if _, decided := t.decided(results); decided {
		return results, nil
	}
	err := inOrder(ctx, results.count(), t.Most, func() func(int) int {
		one, other, judge := newPlayer(v, a, p), newPlayer(v, b, p), newPlayer(v, evaluation.Material(v), p)
		return func(number int) (points int) {
			judge.forget()
			opening := p.opening(v, judge, random(seed, number))
			for _, side := range draughts.Sides {
				one.forget()
				other.forget()
				players := [2]*player{other, other}
				players[side] = one
				g, err := p.play(opening.Clone(), players)
				if err != nil {
					g.Result = 0
				}
				if side == draughts.Black {
					g.Result = -g.Result
				}
				points += 1 + g.Result
			}
			return points
		}
	}, func(points int) error {
		results[points]++
		report(results)
		if _, decided := t.decided(results); decided {
			return errDecided
		}
		return nil
	})
	if errors.Is(err, errDecided) {
		err = nil
	}
	return results, err
}
