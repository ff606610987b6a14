package match

// ScoreOf returns the score of games with the numbers from 1 to n, two of each opening.
func ScoreOf(n int, game func(number int) EngineGame) Score {
	var s Score
	for i := range n {
		g := game(i + 1)
		g.Sample = i / 2
		s.add(&g)
	}
	return s
}
