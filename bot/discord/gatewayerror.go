package discord

import (
	"errors"
	"fmt"

	"github.com/gorilla/websocket"
)

// GatewayError is why a Gateway gave up: it says what is wrong, and what to do.
type GatewayError struct {
	Code  int // with which Discord closed the connection, if it did
	Text  string
	Cause error // it may be nil
	// Passes tells that time mends it, and nothing else.
	Passes bool
}

func (e *GatewayError) Error() string {
	switch {
	case e.Code != 0:
		return fmt.Sprintf("%s (Discord's code %d)", e.Text, e.Code)
	case e.Cause != nil:
		return fmt.Sprintf("%s: %v", e.Text, e.Cause)
	}
	return e.Text
}

func (e *GatewayError) Unwrap() error { return e.Cause }

// Why a connection ends, other than that it breaks or is closed.
var (
	errSilent    = errors.New("no answer from Discord")
	errDeaf      = errors.New("no answer from Discord to a heartbeat")
	errReconnect = errors.New("asked by Discord to connect anew")
	errSuspended = errors.New("session interrupted by Discord")
	errInvalid   = errors.New("session invalid")
)

// closing is what a code means with which Discord closes a connection.
type closing struct {
	anew  bool   // the session is over
	fatal string // what is wrong, if trying again does not mend it
}

// closings are the codes after which resuming does not help.
var closings = map[int]closing{
	4003: {anew: true}, // not authenticated
	4007: {anew: true}, // a wrong number of the last event
	4009: {anew: true}, // timed out
	4004: {fatal: "Discord does not accept the bot's token. Copy it anew from the page of the bot in Discord's developer portal, into the settings"},
	4010: {fatal: "Discord says that there is no such shard. Count shards from 0, as in 0-7/16, or set them to \"all\""},
	4011: {fatal: "The bot is in more servers than so few shards may carry. Set shards to \"all\", or to more of them, and start again"},
	4012: {fatal: "Discord does not speak this version of its gateway any more. Get a newer version of this program"},
	4013: {fatal: "Discord does not know what this program wants to hear of. Get a newer version of it"},
	4014: {fatal: "Discord does not allow the bot to hear what it asks for. Allow its intents on the page of the bot in Discord's developer portal"},
}

// judge tells what follows from the end of a connection: nothing is to be tried again,
// or only without the session, or with it.
func judge(err error) (fatal *GatewayError, anew bool) {
	if fatal, ok := errors.AsType[*GatewayError](err); ok {
		return fatal, true
	}
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
		c := closings[closed.Code]
		if c.fatal != "" {
			return &GatewayError{Code: closed.Code, Text: c.fatal, Cause: err}, true
		}
		return nil, c.anew
	}
	// What is too large to be read would come again on resuming.
	return nil, errors.Is(err, errInvalid) || errors.Is(err, websocket.ErrReadLimit)
}
