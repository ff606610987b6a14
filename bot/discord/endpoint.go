package discord

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// maxPost is how long an interaction can be. One with a message of forty components and
// all that they refer to stays well below.
const maxPost = 1 << 20

// mostAge is by how much the time of a signed post may differ from ours. What is signed stays
// so for ever; without a limit, who once saw a post could send it again years later.
const mostAge = 5 * time.Minute

// Endpoint takes interactions as Discord posts them. It says that they are being dealt
// with; their answers go the way of all others, which can carry pictures.
type Endpoint struct {
	key  ed25519.PublicKey
	desk *Desk
	log  *slog.Logger
	now  func() time.Time
}

// NewEndpoint returns an endpoint for the app whose public key it is told, in the digits
// that Discord shows.
func NewEndpoint(key string, desk *Desk, log *slog.Logger) (*Endpoint, error) {
	parsed, err := ParseKey(key)
	if err != nil {
		return nil, err
	}
	return &Endpoint{key: parsed, desk: desk, log: log, now: time.Now}, nil
}

// ParseKey reads the public key of an app.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("the public key must be the 64 digits 0-9 and a-f that Discord shows under \"General Information\" of the app")
	}
	return key, nil
}

// ServeHTTP takes one interaction. Whoever cannot sign is told nothing.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "Discord posts interactions here.", http.StatusMethodNotAllowed)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxPost)
	if !dg.VerifyInteraction(r, e.key) {
		http.Error(w, "The signature is wrong.", http.StatusUnauthorized)
		return
	}
	if off, ok := e.timely(r.Header.Get("X-Signature-Timestamp")); !ok {
		e.log.Warn("a signed post is of another time: unless somebody sends old ones again, this machine's clock is wrong", "off_by", off)
		http.Error(w, "It was signed more than five minutes ago, or is of the future.", http.StatusUnauthorized)
		return
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "It could not be read.", http.StatusBadRequest)
		return
	}
	i, err := read(text)
	if err != nil {
		e.log.Warn("unreadable interaction", "err", err)
		http.Error(w, "It cannot be understood.", http.StatusBadRequest)
		return
	}
	if i.Type == dg.InteractionPing {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"type":1}`)
		return
	}
	deferral, ok := e.desk.TakePost(i)
	switch {
	case !ok:
		http.Error(w, "There is too much to do.", http.StatusServiceUnavailable)
	case deferral != nil:
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(deferral)
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}

// timely tells whether a post of a time, in seconds since 1970, may be of now, and by how much
// it is not.
func (e *Endpoint) timely(text string) (off time.Duration, ok bool) {
	seconds, err := strconv.ParseInt(text, 10, 64)
	off = e.now().Sub(time.Unix(seconds, 0))
	return off, err == nil && off.Abs() <= mostAge
}
