package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"doublecorner/store/internal/record"
)

// code returns the code of an error that the server reported, or "".
func code(err error) string {
	e, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok:
		return ""
	case e.Code == notSupported && strings.Contains(e.Hint, "REPEATABLE READ"): // a standby has no serializable transactions
		return readOnly
	}
	return e.Code
}

// The codes of errors that transactions do something about.
const (
	serializationFailure  = "40001"
	deadlock              = "40P01"
	uniqueViolation       = "23505"
	foreignKeyViolation   = "23503"
	tooManyConnections    = "53300"
	diskFull              = "53100"
	readOnly              = "25006"
	notSupported          = "0A000"
	undefinedTable        = "42P01"
	duplicateTable        = "42P07"
	duplicateObject       = "42710"
	idleTransaction       = "25P03"
	noSuchStatement       = "26000"
	duplicateStatement    = "42P05"
	noSuchDatabase        = "3D000"
	insufficientPrivilege = "42501"
	refusedLogin          = "28" // the class
)

// mustRunAgain reports whether a transaction failed because of another one, so that it must be run again.
// A key that is there after all, or one that is missing, was written or deleted meanwhile. A transaction in which nothing
// happened for long was ended so that it is in nobody's way.
func mustRunAgain(err error) bool {
	switch code(err) {
	case serializationFailure, deadlock, uniqueViolation, foreignKeyViolation, idleTransaction:
		return true
	}
	return false
}

// isAway reports whether there is no server for now that could do what was asked of it: it does not
// answer, starts or stops, has no connection left, or only reads because it is a standby.
func isAway(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, record.ErrBroken) || isOurs(err) {
		return false
	}
	switch c := code(err); {
	case c == "":
		return true
	case c == tooManyConnections, c == readOnly:
		return true
	default:
		return strings.HasPrefix(c, "08") || strings.HasPrefix(c, "57P")
	}
}

// AwayError is the error of Open if there is no server for now: another try may help.
type AwayError struct{ error }

func (e *AwayError) Unwrap() error { return e.error }

// isOurs reports whether the program gave a value, or wanted one, that does not fit: it is its own error, and not the server's.
func isOurs(err error) bool {
	_, scanned := errors.AsType[pgx.ScanArgError](err)
	return scanned || strings.Contains(err.Error(), "failed to encode args[") // which has no type
}

// isRefused reports whether the server lets the program in only after somebody has changed something.
func isRefused(err error) bool {
	c := code(err)
	return strings.HasPrefix(c, refusedLogin) || c == noSuchDatabase || c == insufficientPrivilege
}

// didNothing reports whether a transaction that failed at its commit has certainly changed nothing: it was never sent, or
// the server refused what it writes, as one that was promoted after the transaction began.
func didNothing(err error) bool { return pgconn.SafeToRetry(err) || code(err) == readOnly }

// explain returns an error that says what the operator can do.
func (s *Store) explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, record.ErrBroken) {
		return err
	}
	advice := ""
	switch c := code(err); {
	case isOurs(err):
		return fmt.Errorf("%s: %w", s.name, err)
	case c == "":
		advice = "it does not answer; look whether it runs and can be reached"
	case c == tooManyConnections:
		advice = "it has no connection left; raise its max_connections, or lower pool_max_conns in the address"
	case c == diskFull:
		advice = "its disk is full; what was stored before is safe, and updates work again once there is room"
	case c == readOnly:
		advice = "it only reads, because it is a standby or was set so; name the primary in the address, or all servers with target_session_attrs=read-write"
	case c == noSuchStatement || c == duplicateStatement:
		advice = "a pooler before it does not keep prepared statements; add default_query_exec_mode=exec to the address"
	case c == noSuchDatabase:
		advice = "it is not there; make it, or correct its name in the address"
	case c == insufficientPrivilege:
		advice = "the role lacks a right to it; give it that, or name another role in the address"
	case strings.HasPrefix(c, refusedLogin):
		advice = "it refuses the role; look at the role and the password in the address, and at its pg_hba.conf"
	default:
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return fmt.Errorf("%s: %s: %w", s.name, advice, err)
}
