package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"doublecorner/game"
)

// errFull is the error of an update that was not committed because the disk is full.
var errFull = fmt.Errorf("%w: there is no room left for the file of games; what was stored before is safe, and updates work again once there is room", game.ErrNotStored)

// explain wraps an error of the file in errFull or game.ErrNotStored.
func (s *Store) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG), errors.Is(err, syscall.EDQUOT), mentionsFull(err):
		return fmt.Errorf("%w (%s: %v)", errFull, s.path, err)
	default:
		return fmt.Errorf("%s: %w: %w", s.path, game.ErrNotStored, err)
	}
}

// mentionsFull reports whether an error without a type says that the disk is full.
func mentionsFull(err error) bool {
	for _, full := range []error{syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT} {
		if strings.Contains(err.Error(), full.Error()) {
			return true
		}
	}
	return false
}
