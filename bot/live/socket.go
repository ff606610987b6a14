package live

import (
	"context"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/internal/rate"
)

// socket is the WebSocket of a page.
type socket struct {
	conn    *websocket.Conn
	client  string // its IP address
	token   string
	session *game.Session // of nobody on the page of a public game
	watches string        // its ID and secret; "" on the page of a session
	lang    *lang.Language
	wake    chan struct{}

	// Guarded by the mutex of the boards.
	game    game.GameID // that it shows
	players [2]game.PersonID
	away    bool // nobody looks at the page
	closed  bool

	mu    sync.Mutex
	next  map[string][]byte // what is to be sent, the newest of each kind
	order []string
	ended bool // the session is over
}

const (
	helloWithin = 5 * time.Second  // in which a page says who it is
	heardWithin = 50 * time.Second // in which a page says something
	writeWithin = 10 * time.Second
	maxMessage  = 1 << 10
)

// asked is what a page says on its socket.
type asked struct {
	Token string
	Game  game.GameID
	Seq   int
	Away  bool
	Ping  bool
}

// connect serves the socket of a page.
func (b *Boards) connect(w http.ResponseWriter, r *http.Request) {
	b.serveSocket(w, r, func(ctx context.Context, hello asked) (*socket, error) {
		session, err := b.session(ctx, hello.Token)
		if err != nil {
			return nil, err
		}
		l, _ := b.Reader(ctx, session)
		return &socket{token: hello.Token, session: session, lang: l}, nil
	})
}

// serveSocket serves a socket. A browser cannot send a header with it, so the page says who it is first.
func (b *Boards) serveSocket(w http.ResponseWriter, r *http.Request, who func(context.Context, asked) (*socket, error)) {
	upgrader := websocket.Upgrader{
		ReadBufferSize: maxMessage, WriteBufferPool: &b.buffers,
		CheckOrigin: func(r *http.Request) bool { return r.Header.Get("Origin") == b.Address },
		Error:       func(w http.ResponseWriter, _ *http.Request, status int, _ error) { fail(w, status) },
	}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	go b.hearFrom(conn, clientOf(r), who) // so that nothing of the request stays in memory
}

// hearFrom does what a page asks for on its socket until that is closed.
func (b *Boards) hearFrom(conn *websocket.Conn, client string, who func(context.Context, asked) (*socket, error)) {
	defer func() {
		if p := recover(); p != nil {
			b.Log.Error("panic", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	defer conn.Close()
	conn.SetReadLimit(maxMessage)
	conn.SetReadDeadline(time.Now().Add(helloWithin))
	var hello asked
	if conn.ReadJSON(&hello) != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, err := who(ctx, hello)
	if err != nil {
		if isRefused(err) {
			conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(endedCode, ""), time.Now().Add(time.Second))
		}
		return
	}
	s.conn, s.client, s.wake, s.next = conn, client, make(chan struct{}, 1), map[string][]byte{}
	if !b.open(s) {
		return
	}
	defer b.drop(s)
	go s.write(ctx)
	limit := rate.NewLimiter[struct{}](ofSocket, b.Now)
	for asks := hello; ; {
		if err := b.hear(ctx, s, asks); err != nil {
			return
		}
		asks = asked{}
		conn.SetReadDeadline(time.Now().Add(heardWithin))
		if conn.ReadJSON(&asks) != nil || !limit.Admit(struct{}{}) || s.watches != "" && !b.limits.clients.Admit(client) {
			return
		}
	}
}

// endedCode closes the socket of a session that is over.
const endedCode = 4001

// open counts a socket, unless there are too many.
func (b *Boards) open(s *socket) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	people, same, public := 0, 0, 0
	for other := range b.sockets {
		if other.watches != "" {
			public++
		} else if other.session.Person == s.session.Person {
			people++
		}
		if other.client == s.client && (other.watches != "") == (s.watches != "") {
			same++
		}
	}
	if b.closed || same >= socketsOfClient || people >= socketsOfPerson || len(b.sockets)-public >= maxSockets ||
		s.watches != "" && public >= maxPublicSockets {
		return false
	}
	b.sockets[s] = true
	return true
}

func (b *Boards) drop(s *socket) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.closed = true
	b.exit(s)
	delete(b.sockets, s)
}

// hear does what a page asks for.
func (b *Boards) hear(ctx context.Context, s *socket, asks asked) error {
	if asks.Ping {
		s.send("pong", []byte(`{"kind":"pong"}`))
	}
	b.mu.Lock()
	changed := s.away != asks.Away
	if s.away = asks.Away; changed && s.watches == "" {
		b.tell(s.game)
	}
	b.mu.Unlock()
	if asks.Game == "" {
		return nil
	}
	err := b.enter(ctx, s, asks.Game, asks.Seq)
	if isRefused(err) {
		s.send("gone", []byte(`{"kind":"gone"}`))
		return nil
	}
	return err
}

// send sends something, in place of what is of the same kind and was not sent yet: a slow page misses what is old.
func (s *socket) send(kind string, text []byte) {
	s.mu.Lock()
	if s.next[kind] == nil {
		s.order = append(s.order, kind)
	}
	s.next[kind] = text
	s.mu.Unlock()
	s.awake()
}

func (s *socket) awake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// write writes what is to be sent, until the context ends.
func (s *socket) write(ctx context.Context) {
	defer s.close()
	for {
		s.mu.Lock()
		var text []byte
		if len(s.order) > 0 {
			text = s.next[s.order[0]]
			delete(s.next, s.order[0])
			s.order = s.order[1:]
		}
		ended := s.ended
		s.mu.Unlock()
		switch {
		case ended:
			s.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(endedCode, ""), time.Now().Add(time.Second))
			return
		case text != nil:
			s.conn.SetWriteDeadline(time.Now().Add(writeWithin))
			if s.conn.WriteMessage(websocket.TextMessage, text) != nil {
				return
			}
			continue
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return
		}
	}
}

// end closes the socket because its session is over.
func (s *socket) end() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.awake()
}

func (s *socket) close() { s.conn.Close() }
