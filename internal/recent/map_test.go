package recent

import "testing"

func TestMap(t *testing.T) {
	m := NewMap[string, int](3)
	check := func(want map[string]int) {
		t.Helper()
		for _, key := range []string{"a", "b", "c", "d", "e"} {
			if got, ok := m.Get(key); got != want[key] || ok != (want[key] != 0) {
				t.Errorf("%s is %d, %v, want %d", key, got, ok, want[key])
			}
		}
	}
	m.Put("a", 1)
	m.Put("b", 2)
	m.Put("a", 3) // is the newest again
	check(map[string]int{"a": 3, "b": 2})
	m.Put("c", 4)
	m.Put("d", 5)
	check(map[string]int{"a": 3, "c": 4, "d": 5})
	if v, ok := m.Take("c"); v != 4 || !ok {
		t.Errorf("taken: %d, %v", v, ok)
	}
	m.Put("c", 6) // its place before does not count any more
	m.Put("e", 7)
	check(map[string]int{"d": 5, "c": 6, "e": 7})
	m.Forget(func(key string) bool { return key > "c" })
	check(map[string]int{"c": 6})
}
