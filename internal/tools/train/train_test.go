package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/review"
	"doublecorner/game/search/evaluation"
	"doublecorner/internal/tools/train/record"
)

var variant = draughtstest.Variant

var fast = playing{Nodes: 100, Random: 5, Balance: 300, Longest: 120, Hash: 1}

// quietly writes what is said into the test's log.
func quietly(t *testing.T) *output {
	return &output{to: t.Output(), started: time.Now(), from: time.Now()}
}

// What is played follows from the seed: an interrupted file is continued as if nothing had happened.
func TestPlaying(t *testing.T) {
	v := variant(t, "american")
	e := evaluation.Material(v)
	whole := filepath.Join(t.TempDir(), "whole")
	must(t, fast.playGames(context.Background(), v, e, 7, 30, whole, quietly(t)))
	want, err := os.ReadFile(whole)
	must(t, err)

	interrupted := filepath.Join(t.TempDir(), "interrupted")
	ctx, cancel := context.WithCancel(context.Background())
	file, err := record.Append(v, interrupted, 7)
	must(t, err)
	err = fast.selfPlay(ctx, v, e, 7, 0, 30, func(g record.Game) error {
		if file.Games == 3 {
			cancel()
		}
		return file.Add(g)
	})
	if !errors.Is(err, context.Canceled) || file.Games >= 30 {
		t.Fatalf("%d games were played, and then: %v", file.Games, err)
	}
	file.Write([]byte("cut off"))
	file.Close()
	must(t, fast.playGames(context.Background(), v, e, 7, 30, interrupted, quietly(t)))
	if got, _ := os.ReadFile(interrupted); !bytes.Equal(got, want) {
		t.Error("an interrupted file has other games")
	}
	if err := fast.playGames(context.Background(), v, e, 8, 30, interrupted, quietly(t)); err == nil {
		t.Error("another seed goes on with the file")
	}
	if err := fast.playGames(context.Background(), variant(t, "russian"), e, 7, 30, interrupted, quietly(t)); err == nil {
		t.Error("another rule set goes on with the file")
	}
}

// The moves that are stored are those of the game.
func TestGame(t *testing.T) {
	v := variant(t, "russian")
	one := newPlayer(v, evaluation.Material(v), fast)
	h := fast.opening(v, one, random(1, 1))
	g, err := fast.play(h, [2]*player{one, one})
	must(t, err)
	if len(g.Scores) != len(g.Moves)-g.Opening || len(g.Moves) < 20 {
		t.Errorf("%d moves after %d, with %d scores", len(g.Moves), g.Opening, len(g.Scores))
	}
	n := v.Start().Node()
	generator := v.Generator()
	for i, number := range g.Moves {
		if p := v.OfNode(n); i <= h.Len() && p != h.At(i) {
			t.Fatalf("move %d leads elsewhere", i)
		}
		moves := generator.AppendMoves(&n, nil)
		n = generator.Play(&n, moves[number])
	}
	read, _, err := record.ReadRecord(bytes.NewReader(g.Record()))
	if err != nil || !slices.Equal(read.Moves, g.Moves) ||
		!slices.Equal(read.Scores, g.Scores) || read.Result != g.Result || read.Opening != g.Opening {
		t.Errorf("stored as %+v, want %+v (%v)", read, g, err)
	}
	if _, _, err := record.ReadRecord(bytes.NewReader(g.Record()[:20])); err != io.EOF {
		t.Errorf("half a record: %v", err)
	}
}

// A position of several games counts once, where it came first.
func TestEachPositionOnce(t *testing.T) {
	v := variant(t, "american")
	one := newPlayer(v, evaluation.Material(v), fast)
	g, err := fast.play(fast.opening(v, one, random(1, 1)), [2]*player{one, one})
	must(t, err)
	f := fitting{HeldOut: 2, Calm: 16}
	once := f.collect(v, []record.Game{g})
	if twice := f.collect(v, []record.Game{g, g}); len(once.lessons) == 0 ||
		len(twice.lessons) != len(once.lessons) || len(twice.heldOut) > 0 {
		t.Errorf("of a game %d positions, of two like it %d and %d held out", len(once.lessons), len(twice.lessons), len(twice.heldOut))
	}
}

// Weights are found again in games that end as the weights have it.
func TestFit(t *testing.T) {
	v := variant(t, "american")
	features, material := evaluation.MaterialWeights(v)
	planted := slices.Clone(material)
	r := rand.New(rand.NewPCG(5, 5))
	for i := range planted[:6561] {
		if i/729 == 1 { // the last square of the first window is empty, and a man stands on the one before
			planted[i].Many += 4800
			planted[i].Few += 4800
		}
	}
	truth := evaluation.New(features, planted)
	const scale = 0.01 // logits for a hundredth of a man
	s := samples{scale: scale}
	g := v.Generator()
	for number := range 1500 {
		n := v.Start().Node()
		for range 80 {
			moves := g.AppendMoves(&n, nil)
			if len(moves) == 0 {
				break
			}
			n = g.Play(&n, moves[r.IntN(len(moves))])
			outcome := float32(0)
			if r.Float64() < sigmoid(scale*float64(truth.Value(&n))) {
				outcome = 1
			}
			if number%20 == 0 {
				s.heldOut = append(s.heldOut, sample{n, outcome})
			} else {
				s.lessons = append(s.lessons, sample{n, outcome})
			}
		}
	}
	f := fitting{Epochs: 6, Rate: 0.1, Caution: 20, Shrink: 100}
	weights, err := f.fit(context.Background(), v, s, material, quietly(t))
	must(t, err)
	fitted := evaluation.New(features, weights)
	before, best, found := lossOf(evaluation.Material(v), s.heldOut), lossOf(truth, s.heldOut), lossOf(fitted, s.heldOut)
	t.Logf("loss by material %.4f, fitted %.4f, by the truth %.4f", before, found, best)
	if found > best+(before-best)/2 {
		t.Error("the weights are not found")
	}
}

func TestSequentialTest(t *testing.T) {
	test := sequentialTest{Weak: 0, Strong: 15, Risk: 0.05, Most: 10000}
	for name, c := range map[string]struct {
		results           pairs
		stronger, decided bool
	}{
		"better":        {pairs{0, 20, 300, 150, 20}, true, true},
		"the same":      {pairs{5, 200, 1600, 195, 5}, false, true},
		"too few games": {pairs{0, 2, 30, 4, 0}, true, false},
	} {
		if stronger, decided := test.decided(c.results); stronger != c.stronger || decided != c.decided {
			t.Errorf("%s: decided %v, stronger %v (%s)", name, decided, stronger, test.describe(c.results))
		}
	}
	if elo, margin := (pairs{0, 0, 100, 0, 0}).elo(); math.Abs(elo) > 0.1 || margin > 10 {
		t.Errorf("100 drawn pairs are Elo %v ± %v", elo, margin)
	}
	if elo, _ := (pairs{0, 0, 0, 100, 0}).elo(); math.Abs(elo-191) > 3 {
		t.Errorf("three quarters of the points are Elo %v, want 191", elo)
	}
}

// A curve that outcomes follow is found again.
func TestFitCurve(t *testing.T) {
	want := review.Curve{Man: 0.8, Bend: 0.7}
	r := rand.New(rand.NewPCG(1, 1))
	var all []verdict
	for range 8000 {
		one := verdict{score: r.IntN(1200) - 600}
		if r.Float64() < want.Chance(one.score) {
			one.outcome = 1
		}
		all = append(all, one)
	}
	got, loss := fitCurve(all)
	if math.Abs(got.Man-want.Man) > 0.1 || math.Abs(got.Bend-want.Bend) > 0.11 || loss > 0.65 {
		t.Errorf("found %+v with loss %.3f, want %+v", got, loss, want)
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
