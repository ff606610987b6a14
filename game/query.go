package game

import "context"

// look reads one thing in a transaction of its own.
func look[T any](ctx context.Context, r *Referee, read func(Reader) (T, error)) (T, error) {
	var found T
	err := r.store.View(ctx, func(tx Reader) (err error) {
		found, err = read(tx)
		return err
	})
	return found, err
}

// Game returns a game. It refuses if there is none of that id that the viewer may see.
func (r *Referee) Game(ctx context.Context, id GameID, v Viewer) (*Game, error) {
	g, err := r.UnrestrictedGame(ctx, id)
	if err == nil && !v.sees(g) {
		return nil, refuse(NoSuchGame)
	}
	return g, err
}

// UnrestrictedGame returns a game without asking who may see it. It is for announcements,
// which go to the game's own room and players. Do not use it to answer a request.
func (r *Referee) UnrestrictedGame(ctx context.Context, id GameID) (*Game, error) {
	g, err := look(ctx, r, func(tx Reader) (*Game, error) { return tx.Game(id) })
	if missing(err) {
		return nil, refuse(NoSuchGame)
	}
	return g, err
}

// AnsweredGame returns the game of a request that was answered before: it arrives again. It
// refuses if there is none that the viewer may see.
func (r *Referee) AnsweredGame(ctx context.Context, id RequestID, v Viewer) (*Game, error) {
	before, err := look(ctx, r, func(tx Reader) (Answered, error) { return tx.Answered(id) })
	if missing(err) || err == nil && before.Game == "" {
		return nil, refuse(NoSuchGame)
	} else if err != nil {
		return nil, err
	}
	return r.Game(ctx, before.Game, v)
}

// Games lists games, a page at a time. It refuses a list that may hold a game the viewer
// does not see.
func (r *Referee) Games(ctx context.Context, list GameList, v Viewer, from Cursor, most int) (Page[*Game], error) {
	if !v.lists(list) {
		return Page[*Game]{}, refuse(NoSuchGame)
	}
	return look(ctx, r, func(tx Reader) (Page[*Game], error) { return tx.Games(list, from, most) })
}

// ChallengeOf returns a challenge. It refuses if there is none of that id that the viewer may
// see.
func (r *Referee) ChallengeOf(ctx context.Context, id ChallengeID, v Viewer) (*Challenge, error) {
	c, err := r.UnrestrictedChallenge(ctx, id)
	if err == nil && !v.seesChallenge(c) {
		return nil, refuse(NoSuchChallenge)
	}
	return c, err
}

// UnrestrictedChallenge returns a challenge without asking who may see it. Like
// UnrestrictedGame, it is for announcements.
func (r *Referee) UnrestrictedChallenge(ctx context.Context, id ChallengeID) (*Challenge, error) {
	c, err := look(ctx, r, func(tx Reader) (*Challenge, error) { return tx.Challenge(id) })
	if missing(err) {
		return nil, refuse(NoSuchChallenge)
	}
	return c, err
}

// Challenges lists challenges, a page at a time. It refuses a list that may hold a
// challenge the viewer does not see.
func (r *Referee) Challenges(ctx context.Context, list ChallengeList, v Viewer, from Cursor, most int) (Page[*Challenge], error) {
	if !v.listsChallenges(list) {
		return Page[*Challenge]{}, refuse(NoSuchChallenge)
	}
	return look(ctx, r, func(tx Reader) (Page[*Challenge], error) { return tx.Challenges(list, from, most) })
}

// Service returns the referee's attendance, by which Instants become times.
func (r *Referee) Service(ctx context.Context) (Service, error) {
	return look(ctx, r, func(tx Reader) (Service, error) { return r.serviceAt(tx, r.now()) })
}

// HeadToHead sums up, by pool, the games that two people have finished in a place. Wins are
// those of a.
func (r *Referee) HeadToHead(ctx context.Context, a, b PersonID, place PlaceID) ([]Score, error) {
	return look(ctx, r, func(tx Reader) ([]Score, error) { return tx.Scores(a, b, place) })
}
