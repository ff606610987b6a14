package match

// ScoreOf returns the score of games with the numbers from 1 to n.
func ScoreOf(n int, game func(number int) Game) Score {
	var s Score
	for i := range n {
		g := game(i + 1)
		s.add(&g)
	}
	return s
}
