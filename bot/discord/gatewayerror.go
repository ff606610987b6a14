package discord

import (
	"errors"
	"fmt"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// GatewayError says why a Gateway gave up, and what to do about it.
type GatewayError struct {
	Code  int // of Discord's close frame; 0 if there was none
	Text  string
	Cause error // may be nil
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

// Errors that end a connection, apart from those of the network and of close frames.
var (
	errTimeout          = errors.New("no answer from Discord")
	errNoHeartbeatAck   = errors.New("no answer from Discord to a heartbeat")
	errReconnect        = errors.New("asked by Discord to reconnect")
	errResumableSession = errors.New("session interrupted by Discord")
	errInvalidSession   = errors.New("session declared invalid by Discord")
)

// fatalCodes say what is wrong after close codes that trying again does not mend.
var fatalCodes = map[int]string{
	4004: "Discord does not accept the bot's token. Copy it anew from the page of the bot in Discord's developer portal, into the settings",
	4010: "Discord says that there is no such shard. Count shards from 0, as in 0-7/16, or set them to \"all\"",
	4011: "The bot is in more servers than so few shards may carry. Set shards to \"all\", or to more of them, and start again",
	4012: "Discord does not speak this version of its gateway any more. Get a newer version of this program",
	4013: "Discord does not know the intents that this program asks for. Get a newer version of it",
	4014: "Discord does not allow the bot the intents that it asks for. Allow them on the page of the bot in Discord's developer portal",
}

// afterClose decides what to do after a connection ended with an error: give up, start a new
// session, or resume.
func afterClose(err error) (fatal *GatewayError, anew bool) {
	if fatal, ok := errors.AsType[*GatewayError](err); ok {
		return fatal, true
	}
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
		if text := fatalCodes[closed.Code]; text != "" {
			return &GatewayError{Code: closed.Code, Text: text, Cause: err}, true
		}
		switch closed.Code {
		case 4003, 4007, 4009: // not authenticated, invalid sequence, session timed out
			return nil, true
		}
	}
	// A frame that is too large would come again after resuming.
	return nil, errors.Is(err, errInvalidSession) || errors.Is(err, websocket.ErrReadLimit)
}

// startsError says that fewer session starts remain than are needed, until Discord renews them.
type startsError struct {
	limit   dg.SessionInformation
	needed  int
	renewed time.Time
}

func (e *startsError) Error() string {
	return fmt.Sprintf(
		"Discord lets a bot connect so often a day, and this one has %d of %d connections left, but needs %d. They are renewed on %s. Look in the log for why it connected so often",
		e.limit.Remaining, e.limit.Total, e.needed, e.renewed.Format("2 January at 15:04 MST"))
}

// waitAfter returns how long to wait after a number of failed tries, and the error of the last one.
func (g *Gateway) waitAfter(err error, tries int) time.Duration {
	wait := g.backoff(tries)
	if starts, ok := errors.AsType[*startsError](err); ok {
		wait = max(wait, min(time.Until(starts.renewed), maxStartsWait))
	}
	return wait
}

// maxStartsWait is how long after a start Discord allows others.
const maxStartsWait = 24 * time.Hour
