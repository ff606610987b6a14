package main

import "slices"

// plan says how the weights of a rule set are trained.
type plan struct {
	Key    string
	Games  int // of each round
	Rounds int
	Nodes  uint64 // searched for a move
}

// plans lists the rule sets that have weights, the most played first. Filipino checkers has the
// weights of the Brazilian game, because it is its mirror image.
var plans = []plan{
	{"american", 100_000, 4, 600},
	{"international", 60_000, 4, 500},
	{"russian", 50_000, 3, 400},
	{"brazilian", 50_000, 3, 400},
	{"pool", 40_000, 2, 400},
	{"italian", 40_000, 2, 400},
	{"spanish", 40_000, 2, 400},
	{"czech", 40_000, 2, 400},
	{"frisian", 40_000, 2, 400},
	{"turkish", 40_000, 2, 1000},
	{"thai", 40_000, 2, 400},
	{"gamezer", 40_000, 2, 400},
	{"angol", 40_000, 2, 400},
	{"canadian", 30_000, 2, 500},
	{"american-misere", 40_000, 2, 400},
	{"american-breakthrough", 40_000, 2, 400},
	{"international-misere", 40_000, 2, 400},
	{"international-breakthrough", 40_000, 2, 400},
}

// planOf returns the plan of a rule set, or one for those without.
func planOf(key string) plan {
	if i := slices.IndexFunc(plans, func(p plan) bool { return p.Key == key }); i >= 0 {
		return plans[i]
	}
	return plan{key, 30_000, 1, 400}
}
