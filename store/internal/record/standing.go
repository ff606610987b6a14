package record

import "doublecorner/game"

const standingVersion = 1

// Standing writes a standing.
func Standing(s *game.LeaderboardEntry) []byte {
	w := begin(standingVersion)
	w.rating(s.Rating)
	w.float(s.Best)
	w.time(s.Played)
	w.uint(uint64(s.Wins))
	w.uint(uint64(s.Draws))
	w.uint(uint64(s.Losses))
	w.int(int64(s.Streak))
	return w.b
}

// ReadStanding reads a standing.
func ReadStanding(p game.PersonID, board game.Leaderboard, b []byte) (*game.LeaderboardEntry, error) {
	r, version := open(b)
	if version != standingVersion {
		return nil, unknown(version)
	}
	s := &game.LeaderboardEntry{
		Person: p, Leaderboard: board, Rating: r.rating(), Best: r.float(), Played: r.time(),
		Wins: int(r.uint()), Draws: int(r.uint()), Losses: int(r.uint()), Streak: int(r.int()),
	}
	return s, r.close()
}

const pointVersion = 1

// Rating writes a rating after a game.
func Rating(rating game.Rating) []byte {
	w := begin(pointVersion)
	w.rating(rating)
	return w.b
}

// ReadRating reads a rating after a game.
func ReadRating(b []byte) (game.Rating, error) {
	r, version := open(b)
	if version != pointVersion {
		return game.Rating{}, unknown(version)
	}
	rating := r.rating()
	return rating, r.close()
}
