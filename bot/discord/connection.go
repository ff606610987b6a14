package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Opcodes of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

const (
	closeResumable = 4900 // allows to resume the session; the usual codes would end it

	maxFrame     = 16 << 20               // bytes; far more than a shard's list of guilds
	closeTimeout = 500 * time.Millisecond // of sending a close frame
)

// connection is one connection to the gateway. One goroutine reads from it. That goroutine also
// writes, until sendHeartbeats runs in another.
type connection struct {
	ws       *websocket.Conn
	interval time.Duration // between heartbeats

	ctx        context.Context // of the connection
	cancel     context.CancelCauseFunc
	closed     chan struct{} // closed when the connection is
	heartbeats sync.WaitGroup
	requested  chan struct{} // Discord requests a heartbeat
	acked      chan struct{} // Discord acknowledges a heartbeat
}

// gatewayAddress adds the version and the encoding to the address of a gateway.
func gatewayAddress(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "wss" && u.Scheme != "ws" {
		return "", fmt.Errorf("%.100q is not the address of a gateway", text)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	u.RawQuery = "v=10&encoding=json"
	return u.String(), nil
}

// dial makes a WebSocket connection. Unlike the method of a websocket.Dialer, it ends with the
// context.
func (g *Gateway) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, gatewayTimeout)
	defer cancel()
	stop := func() bool { return true }
	defer func() { stop() }()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment}
	dialer.NetDialContext = func(within context.Context, network, address string) (net.Conn, error) {
		conn, err := g.config.Dial(within, network, address)
		if err == nil {
			stop = context.AfterFunc(ctx, func() { conn.Close() })
		}
		return conn, err
	}
	ws, response, err := dialer.DialContext(ctx, address, nil)
	if err != nil && response != nil {
		err = fmt.Errorf("%w: %s", err, response.Status)
	}
	return ws, err
}

// open makes a connection and waits for its HELLO.
func (g *Gateway) open(ctx context.Context, address string) (*connection, error) {
	ws, err := g.dial(ctx, address)
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(maxFrame)
	c := &connection{
		ws:        ws,
		closed:    make(chan struct{}),
		requested: make(chan struct{}, 1), acked: make(chan struct{}, 1),
	}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	context.AfterFunc(c.ctx, c.hangUp)
	interval, err := c.awaitHello()
	if err != nil {
		return nil, c.close(err)
	}
	c.interval = min(max(interval, g.units(minHeartbeat)), g.units(maxHeartbeat))
	return c, nil
}

// awaitHello reads the HELLO frame, and returns its interval of heartbeats.
func (c *connection) awaitHello() (interval time.Duration, err error) {
	text, err := c.read(time.Now().Add(gatewayTimeout))
	if err != nil {
		return 0, err
	}
	var hello struct {
		Operation int `json:"op"`
		Data      struct {
			Milliseconds int32 `json:"heartbeat_interval"`
		} `json:"d"`
	}
	if json.Unmarshal(text, &hello) != nil || hello.Operation != opHello || hello.Data.Milliseconds < 1 {
		return 0, errors.New("no valid HELLO from Discord")
	}
	return time.Duration(hello.Data.Milliseconds) * time.Millisecond, nil
}

// hangUp closes the connection when its context ends.
func (c *connection) hangUp() {
	defer close(c.closed)
	defer c.ws.Close()
	c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(closeResumable, ""), time.Now().Add(closeTimeout))
}

// close ends the connection with an error, unless it ended with another already. It returns the
// error with which it ended, once all its goroutines have.
func (c *connection) close(err error) error {
	c.cancel(err)
	<-c.closed
	c.heartbeats.Wait()
	return context.Cause(c.ctx)
}

// read reads a frame. Only one goroutine at a time may call it.
func (c *connection) read(deadline time.Time) ([]byte, error) {
	c.ws.SetReadDeadline(deadline)
	_, text, err := c.ws.ReadMessage()
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		err = errTimeout
	}
	return text, err
}

// send sends a frame.
func (c *connection) send(op int, data any) error {
	c.ws.SetWriteDeadline(time.Now().Add(gatewayTimeout))
	return c.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

// sendHeartbeats sends heartbeats until the connection ends, and ends it if one is not
// acknowledged in time. It calls took with the time of each acknowledgement.
func (c *connection) sendHeartbeats(first time.Duration, sequence *atomic.Int64, took func(time.Duration)) {
	next := time.NewTimer(first)
	defer next.Stop()
	var since time.Time // of the oldest heartbeat that is not acknowledged
	var late <-chan time.Time
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-c.acked:
			if !since.IsZero() {
				took(time.Since(since))
			}
			since, late = time.Time{}, nil
		case <-late:
			if len(c.acked) == 0 {
				c.cancel(errNoHeartbeatAck)
				return
			}
		case <-c.requested:
			next.Reset(0)
		case now := <-next.C:
			next.Reset(c.interval)
			if since.IsZero() {
				since, late = now, time.After(min(c.interval, gatewayTimeout))
			}
			var data any
			if n := sequence.Load(); n > 0 {
				data = n
			}
			if err := c.send(opHeartbeat, data); err != nil {
				c.cancel(err)
				return
			}
		}
	}
}

// signal sends to a channel, unless it is full.
func signal(ch chan struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}
