package game

import "testing"

// The keys of provisional ratings are below all others, and within each kind a higher rating has a
// higher key.
func TestRankKey(t *testing.T) {
	key := func(points, deviation float64) RankKey {
		s := LeaderboardEntry{Rating: Rating{Points: points, Deviation: deviation}}
		return s.RankKey()
	}
	rising := []RankKey{
		0, key(-300, 200), key(100, 200), key(1500, 350), key(1500.01, 350), key(4000, 111), key(5000, 111),
		key(-5, 110), key(900, 110), key(1500, 45), key(1500.001, 60), key(4094, 60), key(9000, 60),
	}
	for i := 1; i < len(rising); i++ {
		if rising[i] <= rising[i-1] {
			t.Errorf("key %d is %d, after %d", i, rising[i], rising[i-1])
		}
	}
	if top := rising[len(rising)-1]; top >= 1<<24 {
		t.Errorf("the highest is %d", top)
	}
}
