// Package live is the live board: a web page on which people play and watch the games that they play and watch in
// Discord. A private link of the bot begins a session, which is the person in one place; from then on the page asks the
// referee as the bot does, and hears of every change over a WebSocket. The page knows no rules: it shows what the server
// sends, and offers the moves that the server lists.
package live

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/internal/recent"
)

// Config is what Boards need.
type Config struct {
	Referee *game.Referee
	Address string // at which people reach the page, without a path
	Now     func() time.Time
	Log     *slog.Logger
	Names   say.NameFunc
	// Reader returns the language that the person of a session reads, and how they like their boards.
	Reader func(context.Context, *game.Session) (*lang.Language, Taste)
	// Prefer stores how a person likes their boards.
	Prefer func(context.Context, game.PersonID, Taste) error
	// SetUp returns what the person of a session can choose before a game against the computer in a room; nil if it does not
	// play there. Terms returns the terms of a game that they chose.
	SetUp func(context.Context, *game.Session, game.RoomID) (*SetUp, error)
	Terms func(context.Context, *game.Session, Choice) (game.Terms, error)
	// IsMember reports whether a person is a member of a guild.
	IsMember func(ctx context.Context, guild game.PlaceID, p game.PersonID) (bool, error)
	// Friendly reports whether games of a place do not count for ratings.
	Friendly func(context.Context, game.PlaceID) bool
	// Study composes what a person wants to read.
	Study func(context.Context, *game.Session, Asked) (Study, error)
	// IsPublic reports whether the guild of a game and both players let everybody watch it who knows its address.
	IsPublic func(context.Context, *game.Game) (bool, error)
	// Picture returns the board of a game as a PNG.
	Picture func(context.Context, *game.Game) ([]byte, error)
	// Hears reports whether this process hears of what other processes change: see Boards.Heard. nil: there are no others.
	Hears func() bool
}

// Boards are the live boards of a process. They are safe for use by many goroutines.
type Boards struct {
	Config
	routes   *http.ServeMux
	members  *recent.Map[string, time.Time] // when the person of a session was a member, by its hash
	limits   limits
	pictures *recent.Map[moment, []byte] // of public games
	buffers  sync.Pool                   // for what is sent on sockets

	mu      sync.Mutex
	rooms   map[game.GameID]*room
	sockets map[*socket]bool
	closed  bool
}

const (
	memberFor   = 10 * time.Minute // for which nobody asks Discord again whether a person is a member
	maxMembers  = 10_000
	maxBody     = 4 << 10
	maxPictures = 100
	secretBytes = 16
)

// New returns the boards of a process.
func New(c Config) *Boards {
	b := &Boards{
		Config: c, routes: http.NewServeMux(), members: recent.NewMap[string, time.Time](maxMembers), limits: newLimits(c.Now),
		pictures: recent.NewMap[moment, []byte](maxPictures),
		rooms:    map[game.GameID]*room{}, sockets: map[*socket]bool{},
	}
	b.routes.HandleFunc("GET /{$}", b.servePage)
	b.routes.HandleFunc("GET /{version}/{file}", serveFile)
	b.routes.HandleFunc("POST /api/session", b.begin)
	b.routes.HandleFunc("POST /api/leave", b.inSession((*Boards).leave))
	b.routes.HandleFunc("GET /api/games", b.inSession((*Boards).list))
	b.routes.HandleFunc("GET /api/games/{game}", b.inSession(ofGame((*Boards).show)))
	b.routes.HandleFunc("GET /api/games/{game}/{ply}", b.inSession(ofGame((*Boards).showPast)))
	b.routes.HandleFunc("GET /api/games/{game}/ahead", b.inSession(ofGame((*Boards).showAhead)))
	b.routes.HandleFunc("POST /api/games/{game}", b.inSession((*Boards).act))
	b.routes.HandleFunc("POST /api/study", b.inSession((*Boards).study))
	b.routes.HandleFunc("POST /api/games", b.inSession((*Boards).beginGame))
	b.routes.HandleFunc("POST /api/challenges/{challenge}", b.inSession((*Boards).accept))
	b.routes.HandleFunc("GET /api/me", b.inSession((*Boards).me))
	b.routes.HandleFunc("POST /api/me", b.inSession((*Boards).prefer))
	b.routes.HandleFunc("GET /api/socket", b.connect)
	b.routes.HandleFunc("GET /w/{watched}", b.serveWatch)
	b.routes.HandleFunc("GET /w/{watched}/board.png", b.inPublic((*Boards).servePicture))
	b.routes.HandleFunc("GET /w/{watched}/words", b.inPublic((*Boards).watchWords))
	b.routes.HandleFunc("GET /w/{watched}/socket", b.inPublic((*Boards).watch))
	b.routes.HandleFunc("GET /w/{watched}/{ply}", b.inPublic((*Boards).showPublicPast))
	return b
}

// headers are those of every response. The policy lets the page show and run what came with it, and talk to its server.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cache-Control":                "private, no-store",
	"X-Robots-Tag":                 "noindex",
}

// ServeHTTP serves the page, and what it asks for. Other pages cannot ask.
func (b *Boards) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	switch {
	case !b.limits.clients.Admit(clientOf(r)):
		fail(w, http.StatusTooManyRequests)
	case r.Method == http.MethodPost && (r.Header.Get("Origin") != b.Address || r.Header.Get("Content-Type") != "application/json"):
		fail(w, http.StatusForbidden)
	default:
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		b.routes.ServeHTTP(w, r)
	}
}

// clientOf returns the IP address of a client: as a proxy on this machine or in its private network says, or else that of the
// connection.
func clientOf(r *http.Request) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() && !ip.IsPrivate() {
		return host
	}
	by := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
	if last := strings.TrimSpace(by[len(by)-1]); last != "" { // those before it can be made up
		return last
	}
	return host
}

// Link returns an address that lets a person begin a session, once and soon.
func (b *Boards) Link(ctx context.Context, s game.Session) (string, error) {
	token, hash := newToken(s.Person)
	s.Hash = hash
	if err := b.Referee.PutLink(ctx, s); err != nil {
		return "", err
	}
	return b.Address + "/#" + token, nil // which browsers send to nobody
}

// newToken returns a token of a person, and the hash of its secret.
func newToken(p game.PersonID) (token, hash string) {
	secret := make([]byte, secretBytes)
	rand.Read(secret)
	text := base64.RawURLEncoding.EncodeToString(secret)
	return strconv.FormatUint(uint64(p), 36) + "." + text, hashOf(text)
}

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// readToken returns the person of a token, and the hash of its secret.
func readToken(token string) (p game.PersonID, hash string, ok bool) {
	person, secret, ok := strings.Cut(token, ".")
	id, err := strconv.ParseUint(person, 36, 64)
	return game.PersonID(id), hashOf(secret), ok && err == nil && len(token) < 100
}

// begin exchanges the token of a link for that of a session.
func (b *Boards) begin(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Link string }
	if !read(w, r, &asked) {
		return
	}
	p, link, ok := readToken(asked.Link)
	if !ok {
		fail(w, http.StatusUnauthorized)
		return
	}
	token, hash := newToken(p)
	s, err := b.Referee.UseLink(r.Context(), p, link, hash)
	if err == nil {
		err = b.checkMember(r.Context(), s)
	}
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, map[string]any{"token": token, "game": s.Game})
}

// session returns the session of a token.
func (b *Boards) session(ctx context.Context, token string) (*game.Session, error) {
	p, hash, ok := readToken(token)
	if !ok {
		return nil, &game.RequestError{Code: game.NoSession}
	}
	s, err := b.Referee.Session(ctx, p, hash)
	if err != nil {
		return nil, err
	}
	return s, b.checkMember(ctx, s)
}

// checkMember ends a session if its person has left the guild. It asks Discord now and then; while that says nothing, the
// person stays.
func (b *Boards) checkMember(ctx context.Context, s *game.Session) error {
	if at, known := b.members.Get(s.Hash); s.Direct || known && b.Now().Sub(at) < memberFor {
		return nil
	}
	is, err := b.IsMember(ctx, s.Place, s.Person)
	if err != nil {
		b.Log.Warn("not known whether a user of the live board is still a member", "guild", s.Place, "err", err)
	} else if !is {
		return errors.Join(&game.RequestError{Code: game.NoSession}, b.Referee.EndSession(ctx, s.Person, s.Hash))
	}
	b.members.Put(s.Hash, b.Now())
	return nil
}

// request is a request of a page.
type request struct {
	*http.Request
	session *game.Session
	lang    *lang.Language
	taste   Taste
	arrived time.Time
}

// inSession returns the handler of requests within a session.
func (b *Boards) inSession(do func(*Boards, http.ResponseWriter, *request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		arrived := b.Now()
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		s, err := b.session(r.Context(), token)
		if err != nil {
			b.refuse(w, err)
			return
		}
		if !b.limits.people.Admit(s.Person) {
			fail(w, http.StatusTooManyRequests)
			return
		}
		l, taste := b.Reader(r.Context(), s)
		do(b, w, &request{r, s, l, taste, arrived})
	}
}

// leave ends the session.
func (b *Boards) leave(w http.ResponseWriter, r *request) {
	if err := b.Referee.EndSession(r.Context(), r.session.Person, r.session.Hash); err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, map[string]any{})
}

// refuse answers a request that is not done.
func (b *Boards) refuse(w http.ResponseWriter, err error) {
	if refused, ok := errors.AsType[*game.RequestError](err); ok && refused.Code == game.NoSession {
		fail(w, http.StatusUnauthorized)
	} else if ok {
		fail(w, http.StatusNotFound)
	} else {
		b.Log.Error("a request of the live board failed", "err", err)
		fail(w, http.StatusInternalServerError)
	}
}

func fail(w http.ResponseWriter, status int) { http.Error(w, http.StatusText(status), status) }

// answer answers a request.
func (b *Boards) answer(w http.ResponseWriter, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		b.refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(text)
}

// read reads the body of a request. What it does not know, such as a time that the page claims, makes it fail.
func read(w http.ResponseWriter, r *http.Request, v any) bool {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		fail(w, http.StatusBadRequest)
		return false
	}
	return true
}
