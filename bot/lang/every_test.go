package lang

import (
	"iter"
	"maps"
	"slices"
)

// every yields what a message says for each number and word by which it chooses. Its points are a half, and its other
// arguments a move.
func every(l *Language, key string) iter.Seq[string] {
	values := choices(l.messages[key])
	names := slices.Sorted(maps.Keys(values))
	args := make([]any, 2*len(names))
	return func(yield func(string) bool) {
		var choose func(i int) bool
		choose = func(i int) bool {
			if i == len(names) {
				return yield(l.Say(key, args...))
			}
			args[2*i] = names[i]
			for _, v := range values[names[i]] {
				if args[2*i+1] = v; !choose(i + 1) {
					return false
				}
			}
			return true
		}
		choose(0)
	}
}

// choices returns the values that each argument of a message is tried with: some numbers, which have every
// plural category of every language, and the words of a select.
func choices(m message) map[string][]any {
	values := map[string][]any{}
	add := func(name string, some ...any) {
		for _, v := range some {
			if !slices.Contains(values[name], v) {
				values[name] = append(values[name], v)
			}
		}
	}
	m.walk(func(p part) {
		if p.kind == counted {
			add(p.name, 0, 1, 2, 3, 5, 11, 21, 22, 100, 1_000_000)
		}
		for _, c := range p.cases {
			if p.kind == selected {
				add(p.name, c.when)
			}
		}
	})
	m.walk(func(p part) {
		switch {
		case p.kind != argument || values[p.name] != nil:
		case p.name == "points":
			add(p.name, "½")
		default:
			add(p.name, "22x15")
		}
	})
	return values
}
