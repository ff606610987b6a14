package tournament

import (
	"math"
	"slices"
)

// cheapestMatching pairs 2n things so that the costs of the pairs together are as low as possible, and
// returns the partner of each. Costs must not be negative, nor above maxCost.
//
// It is Edmonds' algorithm in the primal-dual form with a dense table of edges, in O(n³): Zvi Galil,
// "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18 (1986). Every
// vertex has a label, and the slack of an edge is the labels of its ends less twice its weight. Only edges
// without slack are matched. From unmatched vertices grow trees of paths, on which matched edges alternate
// with others. Between two trees such a path augments the matching; within one it closes an odd cycle, a
// blossom, which is shrunk to one vertex. If no edge without slack is left to follow, the labels change
// until there is one.
func cheapestMatching(n int, cost func(i, j int) int64) []int {
	m := newMatcher(n, cost)
	for m.augmentOnce() {
	}
	partner := make([]int, n)
	for v := 1; v <= n; v++ {
		partner[v-1] = m.mate[v] - 1
	}
	return partner
}

// maxCost keeps the sums of labels within 64 bits.
const maxCost = 1 << 60

// edge is an edge between two vertices; its ends are never blossoms. Without weight there is no edge.
type edge struct {
	u, v   int32
	weight int64
}

// reach says how a tree reaches a vertex or blossom.
type reach int8

const (
	outside reach = iota // no tree reaches it
	even                 // by a path of even length: it can be matched anew
	odd                  // by a path of odd length
)

// matcher numbers vertices from 1 to n, and blossoms from n+1 to last. 0 stands for none.
type matcher struct {
	n, last  int
	edges    [][]edge // the best edge between any two vertices or blossoms
	label    []int64
	mate     []int // of a vertex or blossom: the vertex at the other end of its matched edge
	outer    []int // the outermost blossom that holds it, or itself; 0 for a blossom that is no more
	parent   []int // the vertex from which a tree reaches it
	reached  []reach
	nearest  []int   // the even vertex with the least slack to it
	petals   [][]int // of a blossom, in the order of its cycle; the first is its base
	petalOf  [][]int // the petal of a blossom that holds a vertex
	seen     []int
	searches int
	queue    []int
}

func newMatcher(n int, cost func(i, j int) int64) *matcher {
	size := n + n/2 + 2
	m := &matcher{
		n: n, last: n,
		edges: make([][]edge, size), label: make([]int64, size), mate: make([]int, size), outer: make([]int, size),
		parent: make([]int, size), reached: make([]reach, size), nearest: make([]int, size),
		petals: make([][]int, size), petalOf: make([][]int, size), seen: make([]int, size),
	}
	table := make([]edge, size*size)
	for i := range m.edges {
		m.edges[i] = table[i*size : (i+1)*size]
		m.petalOf[i] = make([]int, n+1)
	}
	dearest := int64(0)
	for u := 1; u <= n; u++ {
		for v := 1; v < u; v++ {
			c := cost(u-1, v-1)
			dearest = max(dearest, c)
			m.edges[u][v] = edge{int32(u), int32(v), c}
			m.edges[v][u] = edge{int32(v), int32(u), c}
		}
	}
	for u := 1; u <= n; u++ {
		for v := 1; v <= n; v++ {
			if u != v {
				m.edges[u][v].weight = dearest - m.edges[u][v].weight + 1
			}
		}
		m.label[u] = dearest + 1
		m.outer[u] = u
		m.petalOf[u][u] = u
	}
	return m
}

// slack returns the slack of an edge.
func (m *matcher) slack(e *edge) int64 {
	return m.label[e.u] + m.label[e.v] - 2*e.weight
}

// consider notes that an even vertex may be the nearest to a vertex or blossom.
func (m *matcher) consider(u, x int) {
	if m.nearest[x] == 0 || m.slack(&m.edges[u][x]) < m.slack(&m.edges[m.nearest[x]][x]) {
		m.nearest[x] = u
	}
}

// findNearest finds the even vertex that is nearest to a vertex or blossom.
func (m *matcher) findNearest(x int) {
	m.nearest[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edges[u][x].weight > 0 && m.outer[u] != x && m.reached[m.outer[u]] == even {
			m.consider(u, x)
		}
	}
}

// enqueue enqueues a vertex, or those of a blossom.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, petal := range m.petals[x] {
		m.enqueue(petal)
	}
}

// setOuter records which blossom holds a vertex or blossom and all in it.
func (m *matcher) setOuter(x, blossom int) {
	m.outer[x] = blossom
	if x > m.n {
		for _, petal := range m.petals[x] {
			m.setOuter(petal, blossom)
		}
	}
}

// turn turns the cycle of a blossom such that the path from its base to a petal has even length, and
// returns that length.
func (m *matcher) turn(blossom, petal int) int {
	petals := m.petals[blossom]
	i := slices.Index(petals, petal)
	if i%2 == 0 {
		return i
	}
	slices.Reverse(petals[1:])
	return len(petals) - i
}

// match matches x to y by their edge, and what is in the blossom x accordingly.
func (m *matcher) match(x, y int) {
	e := m.edges[x][y]
	m.mate[x] = int(e.v)
	if x <= m.n {
		return
	}
	petal := m.petalOf[x][e.u]
	length := m.turn(x, petal)
	petals := m.petals[x]
	for i := range length {
		m.match(petals[i], petals[i^1])
	}
	m.match(petal, y)
	m.petals[x] = append(slices.Clone(petals[length:]), petals[:length]...)
}

// augment matches x to y, and all others on the path from x to its root accordingly.
func (m *matcher) augment(x, y int) {
	for {
		next := m.outer[m.mate[x]]
		m.match(x, y)
		if next == 0 {
			return
		}
		m.match(next, m.outer[m.parent[next]])
		x, y = m.outer[m.parent[next]], next
	}
}

// meeting returns where the paths from two even vertices or blossoms to their roots meet, or 0.
func (m *matcher) meeting(x, y int) int {
	m.searches++
	for x != 0 || y != 0 {
		if x != 0 {
			if m.seen[x] == m.searches {
				return x
			}
			m.seen[x] = m.searches
			if x = m.outer[m.mate[x]]; x != 0 {
				x = m.outer[m.parent[x]]
			}
		}
		x, y = y, x
	}
	return 0
}

// shrink makes a blossom of the cycle that an edge between x and y closes above their meeting.
func (m *matcher) shrink(x, base, y int) {
	b := m.n + 1
	for b <= m.last && m.outer[b] != 0 {
		b++
	}
	m.last = max(m.last, b)
	m.label[b], m.reached[b], m.mate[b] = 0, even, m.mate[base]
	m.petals[b] = append(m.petals[b][:0], base)
	climb := func(from int) {
		for from != base {
			between := m.outer[m.mate[from]]
			m.petals[b] = append(m.petals[b], from, between)
			m.enqueue(between)
			from = m.outer[m.parent[between]]
		}
	}
	climb(x)
	slices.Reverse(m.petals[b][1:])
	climb(y)
	m.setOuter(b, b)
	for z := 1; z <= m.last; z++ {
		m.edges[b][z].weight, m.edges[z][b].weight = 0, 0
	}
	clear(m.petalOf[b])
	for _, petal := range m.petals[b] {
		for z := 1; z <= m.last; z++ {
			if m.edges[petal][z].weight > 0 && (m.edges[b][z].weight == 0 || m.slack(&m.edges[petal][z]) < m.slack(&m.edges[b][z])) {
				m.edges[b][z], m.edges[z][b] = m.edges[petal][z], m.edges[z][petal]
			}
		}
		for v := 1; v <= m.n; v++ {
			if m.petalOf[petal][v] != 0 {
				m.petalOf[b][v] = petal
			}
		}
	}
	m.findNearest(b)
}

// expand puts the petals of an odd blossom in its place.
func (m *matcher) expand(b int) {
	for _, petal := range m.petals[b] {
		m.setOuter(petal, petal)
	}
	entry := m.petalOf[b][m.edges[b][m.parent[b]].u]
	length := m.turn(b, entry)
	petals := m.petals[b]
	for i := 0; i < length; i += 2 {
		x, y := petals[i], petals[i+1]
		m.parent[x] = int(m.edges[y][x].u)
		m.reached[x], m.reached[y] = odd, even
		m.nearest[x] = 0
		m.findNearest(y)
		m.enqueue(y)
	}
	m.reached[entry], m.parent[entry] = odd, m.parent[b]
	for _, x := range petals[length+1:] {
		m.reached[x] = outside
		m.findNearest(x)
	}
	m.outer[b] = 0
}

// follow follows an edge without slack from an even vertex, and reports whether it augmented the matching.
func (m *matcher) follow(e edge) bool {
	x, y := m.outer[e.u], m.outer[e.v]
	switch m.reached[y] {
	case outside:
		m.parent[y], m.reached[y] = int(e.u), odd
		next := m.outer[m.mate[y]]
		m.nearest[y], m.nearest[next] = 0, 0
		m.reached[next] = even
		m.enqueue(next)
	case even:
		base := m.meeting(x, y)
		if base == 0 {
			m.augment(x, y)
			m.augment(y, x)
			return true
		}
		m.shrink(x, base, y)
	}
	return false
}

// augmentOnce matches two more vertices, and reports whether there were any.
func (m *matcher) augmentOnce() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.last; x++ {
		m.reached[x], m.nearest[x] = outside, 0
		if m.outer[x] == x && m.mate[x] == 0 {
			m.parent[x], m.reached[x] = 0, even
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.search() || m.relabel() {
			return true
		}
	}
}

// search follows all edges without slack from the vertices in the queue.
func (m *matcher) search() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.reached[m.outer[u]] == odd {
			continue
		}
		for v := 1; v <= m.n; v++ {
			if m.edges[u][v].weight == 0 || m.outer[u] == m.outer[v] {
				continue
			}
			if m.slack(&m.edges[u][v]) > 0 {
				m.consider(u, m.outer[v])
			} else if m.follow(m.edges[u][v]) {
				return true
			}
		}
	}
	return false
}

// relabel changes the labels until another edge has no slack, or a blossom must be expanded, and follows
// that edge.
func (m *matcher) relabel() bool {
	step := int64(math.MaxInt64)
	for x := 1; x <= m.last; x++ {
		if m.outer[x] != x {
			continue
		}
		if x > m.n && m.reached[x] == odd {
			step = min(step, m.label[x]/2)
		}
		if m.nearest[x] != 0 {
			switch slack := m.slack(&m.edges[m.nearest[x]][x]); m.reached[x] {
			case outside:
				step = min(step, slack)
			case even:
				step = min(step, slack/2)
			}
		}
	}
	sign := [...]int64{outside: 0, even: 1, odd: -1}
	for u := 1; u <= m.n; u++ {
		m.label[u] -= step * sign[m.reached[m.outer[u]]]
	}
	for b := m.n + 1; b <= m.last; b++ {
		if m.outer[b] == b {
			m.label[b] += 2 * step * sign[m.reached[b]]
		}
	}
	m.queue = m.queue[:0]
	for x := 1; x <= m.last; x++ {
		u := m.nearest[x]
		if m.outer[x] == x && u != 0 && m.outer[u] != x && m.slack(&m.edges[u][x]) == 0 && m.follow(m.edges[u][x]) {
			return true
		}
	}
	for b := m.n + 1; b <= m.last; b++ {
		if m.outer[b] == b && m.reached[b] == odd && m.label[b] == 0 {
			m.expand(b)
		}
	}
	return false
}
