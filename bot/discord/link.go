package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// The operations of the gateway.
const (
	opEvent     = 0
	opBeat      = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opBeaten    = 11
)

const (
	closeGoodbye = websocket.CloseNormalClosure // ends the session
	closeBroken  = 4900                         // leaves it to be resumed

	maxFrame = 16 << 20               // bytes, far more than a list of all servers of a shard
	goodbye  = 500 * time.Millisecond // how long closing may take
)

// link is one connection to the gateway. One goroutine reads from it, and writes until
// another begins to beat.
type link struct {
	ws       *websocket.Conn
	patience time.Duration
	every    time.Duration // between heartbeats
	rest     time.Duration // between heartbeats that are asked for, at least

	life     context.Context // of the connection
	end      context.CancelCauseFunc
	listened chan struct{} // closed when nobody reads any more
	closed   chan struct{} // closed when the connection is
	beating  sync.WaitGroup
	asked    chan struct{} // Discord wants a heartbeat
	beaten   chan struct{} // Discord has heard one
}

// gatewayAddress returns the address of a gateway with what it is to speak.
func gatewayAddress(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "wss" && u.Scheme != "ws" {
		return "", fmt.Errorf("%.100q is no address of a gateway", text)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	u.RawQuery = "v=10&encoding=json"
	return u.String(), nil
}

// dial makes a connection. Unlike the dialer's, it ends with the context.
func (g *Gateway) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	address, err := gatewayAddress(address)
	if err != nil {
		return nil, err
	}
	patience, cancel := context.WithTimeout(ctx, g.config.Patience)
	defer cancel()
	dialer := *g.config.Dialer
	connect := dialer.NetDialContext
	if connect == nil {
		connect = (&net.Dialer{}).DialContext
	}
	watched := func() bool { return true }
	dialer.NetDialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := connect(ctx, network, address)
		if err == nil {
			watched = context.AfterFunc(patience, func() { conn.Close() })
		}
		return conn, err
	}
	ws, response, err := dialer.DialContext(patience, address, nil)
	watched()
	if err != nil && response != nil {
		err = fmt.Errorf("%w: %s", err, response.Status)
	}
	return ws, err
}

// open makes a connection and waits until Discord has greeted.
func (g *Gateway) open(ctx context.Context, address string) (*link, error) {
	ws, err := g.dial(ctx, address)
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(maxFrame)
	l := &link{
		ws: ws, patience: g.config.Patience, rest: g.pauses(fewestBeat),
		listened: make(chan struct{}), closed: make(chan struct{}),
		asked: make(chan struct{}, 1), beaten: make(chan struct{}, 1),
	}
	l.life, l.end = context.WithCancelCause(ctx)
	context.AfterFunc(l.life, func() { l.hangUp(ctx.Err() != nil) })
	if err := l.greeted(); err != nil {
		return nil, l.close(err)
	}
	l.every = min(max(l.every, g.pauses(fewestBeat)), g.pauses(mostBeat))
	return l, nil
}

// greeted waits for HELLO.
func (l *link) greeted() error {
	text, err := l.read(time.Now().Add(l.patience))
	if err != nil {
		return err
	}
	var hello struct {
		Operation int `json:"op"`
		Data      struct {
			Every int32 `json:"heartbeat_interval"` // milliseconds
		} `json:"d"`
	}
	if json.Unmarshal(text, &hello) != nil || hello.Operation != opHello || hello.Data.Every < 1 {
		return errors.New("no greeting from Discord as it should be")
	}
	l.every = time.Duration(hello.Data.Every) * time.Millisecond
	return nil
}

// hangUp closes the connection when its life is over. Who leaves for good waits a moment
// for Discord to say goodbye as well.
func (l *link) hangUp(forGood bool) {
	defer close(l.closed)
	defer l.ws.Close()
	code := closeBroken
	if forGood {
		code = closeGoodbye
	}
	err := l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(goodbye))
	if forGood && err == nil {
		select {
		case <-l.listened:
		case <-time.After(goodbye):
		}
	}
}

// close ends the connection for a reason, unless it has ended for another, which it
// returns when nothing of it is left.
func (l *link) close(err error) error {
	close(l.listened)
	l.end(err)
	<-l.closed
	l.beating.Wait()
	return context.Cause(l.life)
}

// read reads a frame. It may be called by one goroutine at a time.
func (l *link) read(deadline time.Time) ([]byte, error) {
	l.ws.SetReadDeadline(deadline)
	_, text, err := l.ws.ReadMessage()
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		err = errSilent
	}
	return text, err
}

// say tells Discord something.
func (l *link) say(op int, data any) error {
	l.ws.SetWriteDeadline(time.Now().Add(l.patience))
	return l.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

// beat sends heartbeats for as long as the connection lives, and ends it when one is not
// answered. It tells how long the answers took. Those that are asked for faster than may be
// sent are one.
func (l *link) beat(first time.Duration, last *atomic.Int64, took func(time.Duration)) {
	next := time.NewTimer(first)
	defer next.Stop()
	asked := l.asked // nil while the last heartbeat was just sent
	var rested <-chan time.Time
	var sent time.Time // of the oldest heartbeat that was not answered
	var late <-chan time.Time
	for {
		select {
		case <-l.life.Done():
			return
		case <-l.beaten:
			if !sent.IsZero() {
				took(time.Since(sent))
			}
			sent, late = time.Time{}, nil
			continue
		case <-late:
			if len(l.beaten) == 0 {
				l.end(errDeaf)
				return
			}
			continue
		case <-rested:
			asked = l.asked
			continue
		case <-asked:
		case <-next.C:
		}
		next.Reset(l.every)
		asked, rested = nil, time.After(l.rest)
		if sent.IsZero() {
			sent, late = time.Now(), time.After(min(l.every, l.patience))
		}
		var data any
		if n := last.Load(); n > 0 {
			data = n
		}
		if err := l.say(opBeat, data); err != nil {
			l.end(err)
			return
		}
	}
}

// ring rings a bell, unless it rings already.
func ring(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}
