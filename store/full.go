package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"doublecorner/game"
)

// ErrFull says that a change could not be kept because there is no room for it.
var ErrFull = fmt.Errorf("%w: no room is left for the file of games; what was kept before is safe, and it goes on once there is room", game.ErrNotKept)

// explain gives errors of the file a meaning.
func (s *Store) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG), errors.Is(err, syscall.EDQUOT), saysFull(err):
		return fmt.Errorf("%w (%s: %v)", ErrFull, s.path, err)
	default:
		return fmt.Errorf("%s: %w: %w", s.path, game.ErrNotKept, err)
	}
}

// saysFull tells whether an error that lost its type says that there is no room.
func saysFull(err error) bool {
	for _, full := range []error{syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT} {
		if strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}
