package store

import (
	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) Standing(p game.PersonID, b game.Board) (*game.Standing, error) {
	value := t.top(standingsBucket).Get(standingKey(p, b))
	if value == nil {
		return nil, game.ErrMissing
	}
	return record.ReadStanding(p, b, value)
}

func (t *transaction) Standings(p game.PersonID) ([]*game.Standing, error) {
	var list []*game.Standing
	err := walk(t.top(standingsBucket), key{}.person(p), nil, forward, func(suffix, value []byte) (bool, error) {
		f := fields(suffix)
		s, err := record.ReadStanding(p, f.board(), value)
		list = append(list, s)
		return true, err
	})
	return list, err
}

func (t *transaction) PutStanding(s *game.Standing) error {
	if err := t.DeleteStanding(s.Person, s.Board); err != nil {
		return err
	}
	if err := t.put(standingsBucket, standingKey(s.Person, s.Board), record.Standing(s)); err != nil {
		return err
	}
	if err := recount(t.index(standingCounts), s.Board, s.Height(), 1); err != nil {
		return err
	}
	return t.reindex(nil, standingEntries(s))
}

func (t *transaction) DeleteStanding(p game.PersonID, b game.Board) error {
	old, err := t.Standing(p, b)
	if err == game.ErrMissing {
		return nil
	} else if err != nil {
		return err
	}
	if err := t.delete(standingsBucket, standingKey(p, b)); err != nil {
		return err
	}
	if err := recount(t.index(standingCounts), b, old.Height(), -1); err != nil {
		return err
	}
	return t.reindex(standingEntries(old), nil)
}

func (t *transaction) Leaderboard(b game.Board, from game.Cursor, most int) (game.Page[*game.Standing], error) {
	return page(t.index(standingsByHeight), key{}.board(b), nil, forward, from, most, func(suffix, _ []byte) (*game.Standing, error) {
		f := fields(suffix)
		f.take(levels)
		return t.Standing(f.person(), b)
	})
}

func (t *transaction) Above(b game.Board, h game.Height) (int, error) {
	return countAbove(t.index(standingCounts), b, h)
}
