package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"doublecorner/bot/delivery"
)

// Error says why a request was not done by Discord.
type Error struct {
	Status  int           // of HTTP; 0 if there was no response
	Code    int           // Discord's error code; 0 if there was none
	Message string        // in Discord's words
	After   time.Duration // when to try again, if Discord said that
	Cause   error         // why there was no response
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

// RetryAfter returns how long Discord or the bot's own rate limiter asks to wait.
func (e *Error) RetryAfter() time.Duration {
	if e.Status != http.StatusTooManyRequests || !e.Temporary() {
		return 0
	}
	return max(e.After, time.Second) // Discord may not say how long
}

// Discord's error codes.
const (
	alreadyAcknowledged = 40060  // the interaction has an initial response already
	tooManyOldEdits     = 30046  // the message is too old for more edits
	wrongChannelType    = 50024  // of a message in a category or a forum, or a thread in a voice channel
	invalidRecipients   = 50033  // of a DM with nobody
	threadArchived      = 50083  // so that a message in it cannot be edited
	threadLocked        = 160005 // by a moderator
	unknownChannel      = 10003
	unknownGuild        = 10004
	missingAccess       = 50001 // of a guild: the bot is not in it
	unknownMember       = 10007 // the user is not in the guild
	unknownUser         = 10013 // the user is gone
)

// Is matches delivery.ErrUnreachable if the channel or the message is gone or closed to the bot,
// or if the message is too old for more edits.
func (e *Error) Is(target error) bool {
	if target != delivery.ErrUnreachable {
		return false
	}
	switch e.Code {
	case tooManyOldEdits, wrongChannelType, invalidRecipients, threadArchived, threadLocked:
		return true
	}
	return e.Status == http.StatusForbidden || e.Status == http.StatusNotFound
}

// Temporary reports whether the same request may succeed later.
func (e *Error) Temporary() bool {
	return e.Code != tooManyOldEdits && (e.Status == 0 || e.Status == http.StatusTooManyRequests || e.Status >= 500)
}

// mayBeDone reports whether Discord may have done what the request says, because its response did not arrive. A bad
// gateway has not: Discord asks to try again.
func (e *Error) mayBeDone() bool { return e.Status == 0 || e.Status == http.StatusGatewayTimeout }

// isMessageRefused reports whether Discord refused what the request says. Another message may be
// accepted.
func (e *Error) isMessageRefused() bool {
	switch e.Status {
	case http.StatusBadRequest, http.StatusForbidden, http.StatusRequestEntityTooLarge:
		return e.Code != alreadyAcknowledged
	}
	return false
}

// isAlreadyAcknowledged reports whether an interaction had an initial response already.
func isAlreadyAcknowledged(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.Code == alreadyAcknowledged
}

// isMissing reports whether the subject of a request does not exist.
func isMissing(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.Status == http.StatusNotFound
}

// newNetworkError returns the error of a request without a response. It omits the address, because
// that may contain the token of an interaction.
func newNetworkError(err error) error {
	if address, ok := errors.AsType[*url.Error](err); ok {
		err = address.Err
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &Error{Cause: err}
}

// newResponseError returns the error that a response reports.
func newResponseError(response *http.Response, text []byte) *Error {
	var body struct {
		Code    int         `json:"code"`
		Message string      `json:"message"`
		After   json.Number `json:"retry_after"`
	}
	json.Unmarshal(text, &body) // an error means that the body says less
	e := &Error{Status: response.StatusCode, Code: body.Code, Message: cmp.Or(body.Message, http.StatusText(response.StatusCode))}
	switch e.Status {
	case http.StatusForbidden:
		if body.Code == 0 && body.Message == "" { // a page of Cloudflare, which bans an address for a while
			e.Status, e.Message = http.StatusServiceUnavailable, "403 for all requests, as for a banned address"
		}
	case http.StatusBadRequest: // the body says which field is wrong
		e.Message = fmt.Sprintf("%.500s", text)
	case http.StatusTooManyRequests:
		e.After = cmp.Or(seconds(body.After.String()), seconds(response.Header.Get("Retry-After")))
	}
	return e
}
