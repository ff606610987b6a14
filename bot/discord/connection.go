package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// connection is one to the gateway, until it ends. It is read by one goroutine, written
// by several.
type connection struct {
	conn  *websocket.Conn
	shard *shard
	times Times
	acked chan struct{} // a heartbeat was heard
	over  chan struct{} // closed when the connection is shut

	joined bool // the session has begun, or goes on; only the reader knows it

	writing sync.Mutex
	mu      sync.Mutex
	last    int64 // the sequence of what was heard last
	why     error // why we shut it, if we did
	shutted bool
}

func newConnection(conn *websocket.Conn, s *shard) *connection {
	return &connection{
		conn: conn, shard: s, times: s.gateway.config.Times, last: s.sequence,
		acked: make(chan struct{}, 1), over: make(chan struct{}),
	}
}

// expect has the next frame come in good time. Once there is a session, only heartbeats
// show whether anybody is there.
func (c *connection) expect() {
	var deadline time.Time
	if !c.joined {
		deadline = time.Now().Add(c.times.Patience)
	}
	c.conn.SetReadDeadline(deadline)
}

// read returns the next frame.
func (c *connection) read() (f frame, err error) {
	_, text, err := c.conn.ReadMessage()
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return f, fmt.Errorf("the gateway says what is no frame: %w", err)
	}
	c.mu.Lock()
	c.last = max(c.last, f.Sequence)
	c.mu.Unlock()
	return f, nil
}

func (c *connection) sequence() any {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == 0 {
		return nil
	}
	return c.last
}

// write sends a frame.
func (c *connection) write(op int, data any) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.conn.SetWriteDeadline(time.Now().Add(c.times.Patience))
	return c.conn.WriteJSON(map[string]any{"op": op, "d": data})
}

// heard notes that a heartbeat was heard.
func (c *connection) heard() {
	select {
	case c.acked <- struct{}{}:
	default:
	}
}

// beat sends heartbeats until the connection is shut, and shuts it when one is not heard.
func (c *connection) beat(every time.Duration) {
	wait := rand.N(every) // so that not all who connect together beat together
	for {
		if !c.rest(wait) {
			return
		}
		select {
		case <-c.acked: // of one that Discord asked for
		default:
		}
		sent := time.Now()
		if err := c.write(opBeat, c.sequence()); err != nil {
			c.abandon(err)
			return
		}
		patience := time.NewTimer(min(every, c.times.Patience))
		select {
		case <-c.acked:
			patience.Stop()
		case <-patience.C:
			c.abandon(errors.New("nobody hears our heartbeats"))
			return
		case <-c.over:
			patience.Stop()
			return
		}
		latency := time.Since(sent)
		c.shard.mu.Lock()
		c.shard.state.Latency = latency
		c.shard.mu.Unlock()
		wait = every - latency
	}
}

// rest waits; it returns false if the connection is shut before.
func (c *connection) rest(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c.over:
		return false
	case <-t.C:
		return true
	}
}

// abandon ends a connection that is of no use any more, without a word.
func (c *connection) abandon(why error) { c.end(0, why) }

// shut ends the connection, and says so with a code.
func (c *connection) shut(code int) { c.end(code, nil) }

func (c *connection) end(code int, why error) {
	c.mu.Lock()
	if c.shutted {
		c.mu.Unlock()
		return
	}
	c.shutted, c.why = true, why
	close(c.over)
	c.mu.Unlock()
	if code != 0 {
		c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	}
	c.conn.Close()
}

// ended tells what follows from an error of the connection.
func (c *connection) ended(err error) ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.why != nil {
		return ending{resume, c.why}
	}
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return ending{resume, err}
	}
	end, known := endings[closed.Code]
	if !known {
		end.next = resume
	}
	if end.err == nil {
		end.err = err
	}
	return end
}
