package game

import "testing"

func TestScore(t *testing.T) {
	if s := (LeaderboardEntry{Wins: 3, Draws: 2, Losses: 1}); s.Games() != 6 || s.Score() != 4 {
		t.Errorf("%d games, a score of %v", s.Games(), s.Score())
	}
}

// The keys of provisional ratings are below all others, and within each kind a higher rating has a
// higher key.
func TestHeight(t *testing.T) {
	height := func(points, deviation float64) RankKey {
		s := LeaderboardEntry{Rating: Rating{Points: points, Deviation: deviation}}
		return s.RankKey()
	}
	rising := []RankKey{
		0, height(-300, 200), height(100, 200), height(1500, 350), height(1500.01, 350), height(4000, 111), height(5000, 111),
		height(-5, 110), height(900, 110), height(1500, 45), height(1500.001, 60), height(4094, 60), height(9000, 60),
	}
	for i := 1; i < len(rising); i++ {
		if rising[i] <= rising[i-1] {
			t.Errorf("height %d is %d, after %d", i, rising[i], rising[i-1])
		}
	}
	if top := rising[len(rising)-1]; top >= 1<<24 {
		t.Errorf("the highest is %d", top)
	}
}
