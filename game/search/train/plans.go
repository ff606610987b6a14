package main

import "slices"

// plan says how the weights of a rule set are trained.
type plan struct {
	Key    string
	Games  int // of each round
	Rounds int
}

// plans lists the rule sets that have weights, the most played first. Filipino checkers has the
// weights of the Brazilian game, of which it is the mirror image.
var plans = []plan{
	{"american", 100_000, 4},
	{"international", 60_000, 4},
	{"russian", 50_000, 3},
	{"brazilian", 50_000, 3},
	{"pool", 40_000, 2},
	{"italian", 40_000, 2},
	{"spanish", 40_000, 2},
	{"czech", 40_000, 2},
	{"frisian", 40_000, 2},
	{"turkish", 40_000, 2},
	{"thai", 40_000, 2},
	{"gamezer", 40_000, 2},
	{"angol", 40_000, 2},
	{"canadian", 30_000, 2},
	{"american-misere", 40_000, 2},
	{"american-breakthrough", 40_000, 2},
	{"international-misere", 40_000, 2},
	{"international-breakthrough", 40_000, 2},
}

// planOf returns the plan of a rule set, or one for those without.
func planOf(key string) plan {
	if i := slices.IndexFunc(plans, func(p plan) bool { return p.Key == key }); i >= 0 {
		return plans[i]
	}
	return plan{key, 30_000, 1}
}
