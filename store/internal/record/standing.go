package record

import "doublecorner/game"

const standingVersion = 1

// Standing writes a leaderboard entry.
func Standing(s *game.LeaderboardEntry) []byte {
	c := write(standingVersion)
	c.standing(s)
	return c.b
}

// ReadStanding reads a leaderboard entry.
func ReadStanding(p game.PersonID, board game.Leaderboard, b []byte) (*game.LeaderboardEntry, error) {
	c, s := read(b, standingVersion), &game.LeaderboardEntry{Person: p, Leaderboard: board}
	c.standing(s)
	return s, c.close()
}

func (c *codec) standing(s *game.LeaderboardEntry) {
	c.rating(&s.Rating)
	c.float(&s.Best)
	c.time(&s.Played)
	number(c, &s.Wins)
	number(c, &s.Draws)
	number(c, &s.Losses)
	signed(c, &s.Streak)
}

const pointVersion = 1

// Rating writes a rating after a game.
func Rating(r game.Rating) []byte {
	c := write(pointVersion)
	c.rating(&r)
	return c.b
}

// ReadRating reads a rating after a game.
func ReadRating(b []byte) (game.Rating, error) {
	c, r := read(b, pointVersion), game.Rating{}
	c.rating(&r)
	return r, c.close()
}
