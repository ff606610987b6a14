package main

import "slices"

// plan says how the weights of a rule set are trained.
type plan struct {
	Key    string
	Games  int // of each round
	Rounds int
	Nodes  uint64 // searched for a move
	// Memory is how much weights follow from the ends of games rather than from searches (fitting.Memory).
	// What is best differs: where most games are drawn, searches say little.
	Memory float64
}

// plans lists the rule sets that have weights, the most played first. Filipino checkers has the
// weights of the Brazilian game, because it is its mirror image.
var plans = []plan{
	{"american", 100_000, 4, 600, 0.95},
	{"international", 60_000, 4, 500, 0.7},
	{"russian", 50_000, 3, 400, 0.7},
	{"brazilian", 50_000, 3, 400, 0.95},
	{"pool", 40_000, 2, 400, 0.7},
	{"italian", 40_000, 2, 400, 0.7},
	{"spanish", 40_000, 2, 400, 0.7},
	{"czech", 40_000, 2, 400, 0.7},
	{"frisian", 40_000, 2, 400, 0.7},
	{"turkish", 40_000, 2, 1000, 0.95},
	{"thai", 40_000, 2, 400, 0.95},
	{"gamezer", 40_000, 2, 400, 0.95},
	{"angol", 40_000, 2, 400, 0.95},
	{"canadian", 30_000, 2, 500, 0.7},
	{"american-misere", 40_000, 2, 400, 0.95},
	{"american-breakthrough", 40_000, 2, 400, 0.95},
	{"international-misere", 40_000, 2, 400, 0.95},
	{"international-breakthrough", 40_000, 2, 400, 0.7},
}

// planOf returns the plan of a rule set, or one for those without.
func planOf(key string) plan {
	if i := slices.IndexFunc(plans, func(p plan) bool { return p.Key == key }); i >= 0 {
		return plans[i]
	}
	return plan{key, 30_000, 1, 400, 0.7}
}
