package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"doublecorner/game/draughts"
	"doublecorner/game/search/evaluation"
)

// fitting says how weights are fitted to games.
type fitting struct {
	Epochs  int     `help:"Most passes over all positions. It stops earlier once two do not predict held-out games better." default:"12"`
	Rate    float64 `help:"How far the first steps go." default:"0.1"`
	Caution float64 `help:"How much a weight must have learned before its steps become shorter." default:"20"`
	Shrink  float64 `help:"How strongly weights are drawn towards those of material (L2)." default:"50"`
	HeldOut int     `help:"One in so many games is held out, to tell when to stop." default:"20"`
	Blend   float64 `help:"How much what the player found in its search counts, besides how the game ended." default:"0.3"`
	Calm    int     `help:"Positions are left out once so many moves passed without a capture or a man's move." default:"16"`
}

// sample is a position and what became of it: 1 if the side to move won, 0 if it lost.
type sample struct {
	node    draughts.Node
	outcome float32 // the result of the game
	score   float32 // what the search found, as hundredths of a man
}

// samples are the positions of games: those to learn from, and some held out.
type samples struct{ lessons, heldOut []sample }

// collector finds the positions of games that are of use: quiet ones.
type collector struct {
	fitting
	variant   *draughts.Variant
	generator draughts.Generator
	buffer    []draughts.NodeMove
	games     int
	samples
}

// add adds the positions of a game.
func (c *collector) add(g game) {
	c.games++
	to := &c.lessons
	if c.games%c.HeldOut == 0 {
		to = &c.heldOut
	}
	n := c.variant.Start().Node()
	calm := 0
	for i, number := range g.moves {
		moves, _ := c.generator.AppendMoves(&n, c.buffer[:0])
		c.buffer = moves
		if int(number) >= len(moves) {
			return // not a game of this program
		}
		if i >= g.opening && calm < c.Calm && c.quiet(n) {
			outcome := 0.5 + float32(g.result)/2
			if n.Turn == draughts.Black {
				outcome = 1 - outcome
			}
			*to = append(*to, sample{n, outcome, float32(g.scores[i-g.opening])})
		}
		m := moves[number]
		calm++
		if m.IsCapture() || !hasBit(n.Kings, m.From) {
			calm = 0
		}
		n = c.generator.Play(&n, m)
	}
}

// quiet tells whether neither side could capture if it were to move.
func (c *collector) quiet(n draughts.Node) bool {
	other := draughts.Node{Us: n.Them, Them: n.Us, Kings: n.Kings, Turn: n.Turn.Opponent()}
	return !c.generator.CanCapture(&n) && !c.generator.CanCapture(&other)
}

func hasBit(squares draughts.Bits, bit uint8) bool {
	if bit < 64 {
		return squares.Lo>>bit&1 != 0
	}
	return squares.Hi>>(bit-64)&1 != 0
}

// readSamples returns the positions of files of games.
func (f fitting) readSamples(v *draughts.Variant, files []string) (samples, int, error) {
	c := collector{fitting: f, variant: v, generator: v.Generator()}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return samples{}, 0, err
		}
		_, _, err = readGames(v, file, c.add)
		file.Close()
		if err != nil {
			return samples{}, 0, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(c.lessons) == 0 || len(c.heldOut) == 0 {
		return samples{}, 0, fmt.Errorf("%d games are too few to fit weights to", c.games)
	}
	return c.samples, c.games, nil
}

// model predicts how games end: the logit of the chance to win is a sum of weights. The two weights
// of a feature lie side by side, for many pieces and for few.
//
// Besides the features of the evaluation it has those of patterns whether or not there are kings, and
// of parts of windows. So what patterns have in common is learned from all of them. In the end it is
// added to their weights.
type model struct {
	fitting
	features *evaluation.Features
	weights  []float64
	prior    []float64 // what the weights are drawn towards
	steps    []float64 // the squares of the gradients so far
	uses     []float64 // in how many samples a feature is
	scale    float64   // of the scores of the search, in logits for a hundredth of a man
	buffer   []evaluation.Feature
	parts    []int
}

// newModel returns a model that knows material, advancement and mobility, and is drawn towards that:
// what is hardly ever seen in games, because no player allows it, keeps its value.
func newModel(f fitting, material *evaluation.Evaluator, scale float64) *model {
	features := material.Features()
	n := 2 * (features.Len() + features.Windows()*partPatterns)
	m := &model{
		fitting: f, features: features, scale: scale,
		weights: make([]float64, n), prior: make([]float64, n), steps: make([]float64, n), uses: make([]float64, n),
	}
	for id, w := range material.Weights() {
		m.prior[2*id] = scale * float64(w.Many) / evaluation.Unit
		m.prior[2*id+1] = scale * float64(w.Few) / evaluation.Unit
	}
	copy(m.weights, m.prior)
	return m
}

// parts are the parts of a window that are features while weights are fitted: the digits of the
// pattern from some digit on.
var parts = [...]struct{ divisor, patterns int }{{1, 6561}, {1, 81}, {9, 81}, {81, 81}}

// partPatterns is how many patterns all parts of a window have.
var partPatterns = func() (n int) {
	for _, p := range parts {
		n += p.patterns
	}
	return n
}()

// appendParts appends the ids of the parts of a pattern in which there are men.
func (m *model) appendParts(window, pattern int, to []int) []int {
	id := m.features.Len() + window*partPatterns
	for _, p := range parts {
		if part := pattern / p.divisor % p.patterns; part != 0 {
			to = append(to, id+part)
		}
		id += p.patterns
	}
	return to
}

// find puts the features of a position into the buffer.
func (m *model) find(n *draughts.Node) {
	m.buffer = m.features.Append(n, m.buffer[:0])
	for _, f := range m.buffer {
		window, pattern, ok := m.features.Pattern(f.ID)
		if !ok {
			break // those of windows are the first
		}
		m.parts = m.appendParts(window, pattern, m.parts[:0])
		for _, id := range m.parts {
			m.buffer = append(m.buffer, evaluation.Feature{ID: id, Times: f.Times})
		}
	}
}

// folded returns the weights of the evaluation, in hundredths of a man.
func (m *model) folded(weights []float64) []evaluation.Pair {
	folded := make([]evaluation.Pair, m.features.Len())
	for id := range folded {
		many, few := weights[2*id], weights[2*id+1]
		if window, pattern, ok := m.features.Pattern(id); ok {
			m.parts = m.appendParts(window, pattern, m.parts[:0])
			for _, part := range m.parts {
				many, few = many+weights[2*part], few+weights[2*part+1]
			}
		}
		folded[id] = evaluation.NewPair(many/m.scale, few/m.scale)
	}
	return folded
}

// predict returns the chance of the side to move. It leaves the features in the buffer.
func (m *model) predict(n *draughts.Node) (chance, share float64) {
	share = m.features.Share(n)
	m.find(n)
	logit := 0.0
	for _, f := range m.buffer {
		w := m.weights[2*f.ID : 2*f.ID+2]
		logit += float64(f.Times) * (share*w[0] + (1-share)*w[1])
	}
	return sigmoid(logit), share
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// target is what the model should predict for a sample.
func (m *model) target(s *sample) float64 {
	outcome := float64(s.outcome)
	return (1-m.Blend)*outcome + m.Blend*sigmoid(m.scale*float64(s.score))
}

// learn takes one step for each sample, in a random order. Every weight has steps of its own, the
// smaller the more was learned about it (Adagrad).
func (m *model) learn(all []sample, r *rand.Rand) {
	for _, i := range r.Perm(len(all)) {
		s := &all[i]
		chance, share := m.predict(&s.node)
		slope := chance - m.target(s)
		for _, f := range m.buffer {
			at := 2 * f.ID
			m.step(at, slope*float64(f.Times)*share, share)
			m.step(at+1, slope*float64(f.Times)*(1-share), 1-share)
		}
	}
}

func (m *model) step(at int, gradient, share float64) {
	if share == 0 {
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

// loss returns the mean logarithmic loss of predicting how games ended.
func (m *model) loss(all []sample) float64 {
	return loss(all, func(n *draughts.Node) float64 {
		chance, _ := m.predict(n)
		return chance
	})
}

// lossOf returns the loss of an Evaluator, a hundredth of a man being so many logits.
func lossOf(e *evaluation.Evaluator, scale float64, all []sample) float64 {
	return loss(all, func(n *draughts.Node) float64 { return sigmoid(scale * float64(e.Value(n))) })
}

func loss(all []sample, predict func(*draughts.Node) float64) (sum float64) {
	for i := range all {
		s := &all[i]
		chance := max(1e-9, min(1-1e-9, predict(&s.node)))
		sum -= float64(s.outcome)*math.Log(chance) + float64(1-s.outcome)*math.Log(1-chance)
	}
	return sum / float64(len(all))
}

// scaleOf returns how many logits a hundredth of a man is in games, as an Evaluator counts: what
// predicts best how they ended. It is found by dividing an interval.
func scaleOf(e *evaluation.Evaluator, all []sample) float64 {
	if len(all) > 50_000 {
		all = all[:50_000]
	}
	low, high := 0.0, 0.1
	for range 30 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if lossOf(e, a, all) < lossOf(e, b, all) {
			high = b
		} else {
			low = a
		}
	}
	return (low + high) / 2
}

// fit returns the weights that predict best how the games ended. It reports what it does.
func (f fitting) fit(v *draughts.Variant, s samples, old *evaluation.Evaluator, report func(string, ...any)) *evaluation.Evaluator {
	material := evaluation.Material(v)
	scale := scaleOf(material, s.heldOut)
	report("loss by material %.4f", lossOf(material, scale, s.heldOut))
	report("loss of the weights before %.4f", lossOf(old, scaleOf(old, s.heldOut), s.heldOut))

	m := newModel(f, material, scale)
	m.count(s.lessons)
	r := rand.New(rand.NewPCG(1, 1))
	best, bestEpoch := math.Inf(1), 0
	var kept []float64
	for epoch := range f.Epochs {
		m.learn(s.lessons, r)
		now := m.loss(s.heldOut)
		report("epoch %d: loss %.4f, of the games it learns from %.4f", epoch+1, now, m.loss(s.lessons[:min(len(s.lessons), len(s.heldOut))]))
		if now < best {
			best, bestEpoch = now, epoch
			kept = append(kept[:0], m.weights...)
		} else if epoch >= bestEpoch+2 {
			break
		}
	}
	return evaluation.New(m.features, m.folded(kept))
}
