package tournament

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// leastCost finds the least cost of a matching by trying all.
func leastCost(n int, cost [][]int64, left uint) int64 {
	if left == 0 {
		return 0
	}
	first := 0
	for left>>first&1 == 0 {
		first++
	}
	best := int64(math.MaxInt64)
	for other := first + 1; other < n; other++ {
		if left>>other&1 == 1 {
			best = min(best, cost[first][other]+leastCost(n, cost, left&^(1<<first|1<<other)))
		}
	}
	return best
}

func TestCheapestMatching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(1, 5).Draw(t, "pairs")
		most := rapid.SampledFrom([]int64{1, 3, 20, maxCost}).Draw(t, "most")
		cost := make([][]int64, n)
		for i := range cost {
			cost[i] = make([]int64, n)
			for j := range i {
				cost[i][j] = rapid.Int64Range(0, most).Draw(t, "cost")
				if most == maxCost {
					cost[i][j] /= int64(n)
				}
				cost[j][i] = cost[i][j]
			}
		}
		partner := cheapestMatching(n, func(i, j int) int64 { return cost[i][j] })
		var sum int64
		for i, j := range partner {
			if j < 0 || j == i || partner[j] != i {
				t.Fatalf("partners %v", partner)
			}
			if i < j {
				sum += cost[i][j]
			}
		}
		if want := leastCost(n, cost, 1<<n-1); sum != want {
			t.Fatalf("cost %d by %v, want %d", sum, partner, want)
		}
	})
}

// TestLabelsProveMatching checks matchings of many by their labels: no edge has a slack below 0, matched edges
// have none, and a blossom with a label is matched within itself except for one vertex. Then no matching
// is cheaper.
func TestLabelsProveMatching(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		n := 2 * (5 + rng.IntN(45))
		points := make([]int64, n)
		for i := range points {
			points[i] = rng.Int64N(20)
		}
		m := newMatcher(n, func(i, j int) int64 {
			return (points[i]-points[j])*(points[i]-points[j])*100 + int64(i*j)%37
		})
		for m.augmentOnce() {
		}
		// in tells which vertices are in a blossom.
		var in func(x int) map[int]bool
		in = func(x int) map[int]bool {
			all := map[int]bool{}
			if x <= n {
				all[x] = true
				return all
			}
			for _, petal := range m.petals[x] {
				for v := range in(petal) {
					all[v] = true
				}
			}
			return all
		}
		slack := make([][]int64, n+1)
		for u := range slack {
			slack[u] = make([]int64, n+1)
			for v := range slack[u] {
				if u > 0 && v > 0 {
					slack[u][v] = m.slack(&m.edges[u][v])
				}
			}
		}
		var prove func(x int)
		prove = func(x int) {
			if x <= n {
				return
			}
			all, matched := in(x), 0
			for u := range all {
				if all[m.mate[u]] {
					matched++
				}
				for v := range all {
					slack[u][v] += m.label[x]
				}
			}
			if m.label[x] < 0 || matched != len(all)-1 {
				t.Fatalf("a blossom of %d has the label %d and %d matched vertices", len(all), m.label[x], matched)
			}
			for _, petal := range m.petals[x] {
				prove(petal)
			}
		}
		for x := 1; x <= m.last; x++ {
			if m.outer[x] == x {
				prove(x)
			}
		}
		for u := 1; u <= n; u++ {
			for v := 1; v < u; v++ {
				if s := slack[u][v]; s < 0 || m.mate[u] == v && s != 0 {
					t.Fatalf("the edge %d-%d has the slack %d", u, v, s)
				}
			}
		}
	}
}
