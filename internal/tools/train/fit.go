package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"doublecorner/game/draughts"
	"doublecorner/game/search/evaluation"
	"doublecorner/internal/tools/train/record"
)

// fitting says how weights are fitted to games.
type fitting struct {
	Epochs  int     `help:"Most passes over all positions. It stops earlier once two do not predict held-out games better." default:"8"`
	Rate    float64 `help:"How far the first steps go." default:"0.03"`
	Caution float64 `help:"How much a weight must have learned before its steps become shorter." default:"5"`
	Shrink  float64 `help:"How strongly weights are drawn towards those before (L2)." default:"30"`
	HeldOut int     `help:"One in so many games is held out, to tell when to stop." default:"20"`
	Least   float64 `help:"How much a weight must matter, squared and summed over a million positions, to be kept; else the file would be large." default:"0.004"`
	Memory  float64 `help:"How much what a position is worth follows from what came after its next move; the rest is what the search found (TD of lambda). 1: how the game ended alone; 0: as planned for the rule set." default:"0"`
	Calm    int     `help:"Positions are left out once so many moves passed without a capture or a man's move." default:"16"`
}

// model predicts how games end: the logit of the chance to win is a sum of weights. The two weights
// of a feature lie side by side, for many pieces and for few.
type model struct {
	fitting
	features *evaluation.Features
	weights  []float64
	prior    []float64 // what the weights are drawn towards
	rare     int       // the first of the weights that are mostly 0
	steps    []float64 // the squares of the gradients so far
	uses     []float64 // in how many samples a feature is
	scale    float64   // logits for a hundredth of a man
	buffer   []evaluation.Feature
}

// newModel returns a model that knows what some weights say, and is drawn towards that: what is hardly ever seen
// in games, because no player allows it, keeps its value.
func newModel(f fitting, v *draughts.Variant, scale float64, known []evaluation.Pair) *model {
	features, material := evaluation.MaterialWeights(v)
	n := 2 * features.Len()
	m := &model{
		fitting: f, features: features, scale: scale, rare: 2 * len(material),
		weights: make([]float64, n), prior: make([]float64, n), steps: make([]float64, n), uses: make([]float64, n),
	}
	for id, w := range known {
		m.prior[2*id] = scale * float64(w.Many) / evaluation.Unit
		m.prior[2*id+1] = scale * float64(w.Few) / evaluation.Unit
	}
	copy(m.weights, m.prior)
	return m
}

// scaled returns weights in hundredths of a man.
func (m *model) scaled(weights []float64) []evaluation.Pair {
	scaled := make([]evaluation.Pair, m.features.Len())
	for id := range scaled {
		scaled[id] = evaluation.NewPair(weights[2*id]/m.scale, weights[2*id+1]/m.scale)
	}
	return scaled
}

// predict returns the chance of the side to move. It leaves the features in the buffer.
func (m *model) predict(n *draughts.Node) (chance, share float64) {
	share = m.features.Share(n)
	m.buffer = m.features.Append(n, m.buffer[:0])
	logit := 0.0
	for _, f := range m.buffer {
		w := m.weights[2*f.ID : 2*f.ID+2]
		logit += float64(f.Times) * (share*w[0] + (1-share)*w[1])
	}
	return sigmoid(logit), share
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// learn takes one step for each sample, in a random order. Every weight has steps of its own, the
// smaller the more was learned about it (Adagrad).
func (m *model) learn(ctx context.Context, all []sample, r *rand.Rand, out *output) error {
	for done, i := range r.Perm(len(all)) {
		if done%1024 == 1023 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			out.progressOf("position", done, len(all))
		}
		s := &all[i]
		chance, share := m.predict(&s.node)
		slope := chance - float64(s.outcome)
		for _, f := range m.buffer {
			at := 2 * f.ID
			m.step(at, slope*float64(f.Times)*share, share)
			m.step(at+1, slope*float64(f.Times)*(1-share), 1-share)
		}
	}
	return nil
}

func (m *model) step(at int, gradient, share float64) {
	if share == 0 || m.uses[at] == 0 {
		return
	}
	gradient += m.Shrink * share / m.uses[at] * (m.weights[at] - m.prior[at])
	m.steps[at] += gradient * gradient
	m.weights[at] -= m.Rate * gradient / math.Sqrt(m.steps[at]+m.Caution)
}

// count notes how often each feature is there.
func (m *model) count(all []sample) {
	for i := range all {
		_, share := m.predict(&all[i].node)
		for _, f := range m.buffer {
			m.uses[2*f.ID] += share
			m.uses[2*f.ID+1] += 1 - share
		}
	}
}

// drop stops learning weights that matter hardly at all, on the whole: it gives those that are mostly 0 this value,
// which takes no room in a file, and the others the one before. It returns how many weights are left.
func (m *model) drop(positions int) (left int) {
	least := m.Least * float64(positions) / 1e6
	for at := range m.weights {
		value := m.prior[at]
		if at >= m.rare {
			value = 0
		}
		learned := m.weights[at] - value
		if learned*learned*m.uses[at] >= least {
			left++
			continue
		}
		m.weights[at], m.uses[at] = value, 0
	}
	return left
}

// loss returns how badly the model predicts what becomes of positions; see loss.
func (m *model) loss(all []sample) float64 {
	return loss(all, func(n *draughts.Node) float64 {
		chance, _ := m.predict(n)
		return chance
	})
}

// lossOf returns the loss of an Evaluator, with the best number of logits for a hundredth of a man.
func lossOf(e *evaluation.Evaluator, all []sample) float64 {
	scale := scaleOf(func(yield func(score, outcome float64)) {
		for i := range all {
			yield(float64(e.Value(&all[i].node)), float64(all[i].outcome))
		}
	})
	return loss(all, func(n *draughts.Node) float64 { return sigmoid(scale * float64(e.Value(n))) })
}

// loss returns the mean logarithmic loss of predictions, less that of perfect ones.
func loss(all []sample, predict func(*draughts.Node) float64) (sum float64) {
	for i := range all {
		outcome := float64(all[i].outcome)
		sum += surprise(predict(&all[i].node), outcome) - surprise(outcome, outcome)
	}
	return sum / float64(len(all))
}

// surprise is the logarithmic loss of predicting an outcome with a chance.
func surprise(chance, outcome float64) float64 {
	chance = max(1e-9, min(1-1e-9, chance))
	return -outcome*math.Log(chance) - (1-outcome)*math.Log(1-chance)
}

// scaleOf returns how many logits of winning a hundredth of a man is, judging by some scores and
// outcomes. It finds the least loss by dividing an interval.
func scaleOf(each func(yield func(score, outcome float64))) float64 {
	low, high := 0.0005, 0.1
	for range 25 {
		a, b := low+(high-low)/3, high-(high-low)/3
		difference := 0.0
		each(func(score, outcome float64) {
			difference += surprise(sigmoid(a*score), outcome) - surprise(sigmoid(b*score), outcome)
		})
		if difference < 0 {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// fit returns the weights that predict best what becomes of positions.
func (f fitting) fit(ctx context.Context, v *draughts.Variant, s samples, old []evaluation.Pair, out *output) ([]evaluation.Pair, error) {
	out.say("loss by material %.5f, by the weights before %.5f; a man is %.3f logits",
		lossOf(evaluation.Material(v), s.heldOut), lossOf(evaluation.New(evaluation.FeaturesOf(v), old), s.heldOut), 100*s.scale)

	m := newModel(f, v, s.scale, old)
	m.count(s.lessons)
	r := rand.New(rand.NewPCG(1, 1))
	best, bestEpoch := math.Inf(1), 0
	var kept []float64
	for epoch := range f.Epochs {
		if err := m.learn(ctx, s.lessons, r, out); err != nil {
			return nil, err
		}
		now := m.loss(s.heldOut)
		out.say("epoch %d: loss %.5f, of the games it learns from %.5f", epoch+1, now, m.loss(s.lessons[:min(len(s.lessons), len(s.heldOut))]))
		if now < best {
			best, bestEpoch = now, epoch
			kept = append(kept[:0], m.weights...)
		} else if epoch >= bestEpoch+2 {
			break
		}
	}
	copy(m.weights, kept)
	out.say("%d weights are kept", m.drop(len(s.lessons)))
	if err := m.learn(ctx, s.lessons, r, out); err != nil { // the others make up for what is dropped
		return nil, err
	}
	out.say("loss %.5f, of the games it learns from %.5f", m.loss(s.heldOut), m.loss(s.lessons[:min(len(s.lessons), len(s.heldOut))]))
	return m.scaled(m.weights), nil
}

// fitFiles fits weights to files of games.
func (f fitting) fitFiles(ctx context.Context, v *draughts.Variant, files []string, old []evaluation.Pair, out *output) ([]evaluation.Pair, error) {
	var games []record.Game
	for _, name := range files {
		more, _, err := record.ReadFile(v, name)
		if err != nil {
			return nil, err
		}
		games = append(games, more...)
	}
	if f.Memory == 0 {
		f.Memory = planOf(v.Rules().Key).Memory
	}
	s := f.collect(v, games)
	out.say("%d positions of %d games to learn from, %d held out", len(s.lessons), len(games), len(s.heldOut))
	if len(s.lessons) == 0 || len(s.heldOut) == 0 {
		return nil, fmt.Errorf("%d games are too few to fit weights to", len(games))
	}
	return f.fit(ctx, v, s, old, out)
}
