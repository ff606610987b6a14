package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
)

// Error is a request that Discord did not do.
type Error struct {
	Status  int           // of HTTP; 0: there was no answer
	Code    int           // Discord's own; 0: none
	Message string        // Discord's words
	After   time.Duration // when to try again, if it says so
	Cause   error         // why there was no answer
}

func (e *Error) Error() string {
	switch {
	case e.Cause != nil:
		return fmt.Sprintf("Discord cannot be reached: %v", e.Cause)
	case e.After > 0:
		return fmt.Sprintf("Discord says %d: %s (again in %v)", e.Status, e.Message, e.After.Round(time.Millisecond))
	case e.Code != 0:
		return fmt.Sprintf("Discord says %d: %s (%d)", e.Status, e.Message, e.Code)
	}
	return fmt.Sprintf("Discord says %d: %s", e.Status, e.Message)
}

func (e *Error) Unwrap() error { return e.Cause }

// RetryAfter returns how long Discord asks to wait, or the bot's own rate limiter does.
func (e *Error) RetryAfter() time.Duration {
	if e.Status != http.StatusTooManyRequests || !e.Temporary() {
		return 0
	}
	return max(e.After, time.Second) // it may not say how long
}

// Discord's numbers for an interaction that has been answered, and for a message that is too
// old to be changed once more.
const (
	alreadyAcknowledged = 40060
	tooManyOldEdits     = 30046
)

// Is makes an error that tells of a room which is gone, or closed to the bot, or of a message
// that cannot be changed any more, one that trying again does not help.
func (e *Error) Is(target error) bool {
	return target == bot.ErrUnreachable &&
		(e.Status == http.StatusForbidden || e.Status == http.StatusNotFound || e.Code == tooManyOldEdits)
}

// Temporary tells that the same request may be done another time.
func (e *Error) Temporary() bool {
	return e.Code != tooManyOldEdits && (e.Status == 0 || e.Status == http.StatusTooManyRequests || e.Status >= 500)
}

// Unsayable tells that what was said may not be said. Something else may be.
func (e *Error) Unsayable() bool {
	switch e.Status {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusRequestEntityTooLarge:
		return e.Code != alreadyAcknowledged
	}
	return false
}

// isAlready tells that an interaction has been answered before.
func isAlready(err error) bool {
	var failed *Error
	return errors.As(err, &failed) && failed.Code == alreadyAcknowledged
}

// isMissing tells that what a request is about is not there.
func isMissing(err error) bool {
	var failed *Error
	return errors.As(err, &failed) && failed.Status == http.StatusNotFound
}

// known makes what discordgo says about a request that failed an Error. Addresses are
// left out: they hold the tokens of interactions.
func known(err error) error {
	if err == nil {
		return nil
	}
	var ours *Error
	if errors.As(err, &ours) {
		return ours
	}
	var limited *dg.RateLimitError
	if errors.As(err, &limited) && limited.RateLimit != nil && limited.TooManyRequests != nil {
		return &Error{Status: http.StatusTooManyRequests, Message: limited.Message, After: limited.RetryAfter}
	}
	var refused *dg.RESTError
	if errors.As(err, &refused) {
		e := &Error{Status: refused.Response.StatusCode, Message: http.StatusText(refused.Response.StatusCode)}
		if refused.Message != nil {
			e.Code = refused.Message.Code
			if refused.Message.Message != "" {
				e.Message = refused.Message.Message
			}
		}
		if e.Status == http.StatusBadRequest { // we said something wrong: where is in the body
			e.Message = fmt.Sprintf("%.500s", refused.ResponseBody)
		}
		return e
	}
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &Error{Cause: err}
}
