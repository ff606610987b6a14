package discord

import (
	"bytes"
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

const (
	// maxPostSize is far above an interaction with a message of forty components and all objects
	// that they refer to.
	maxPostSize = 1 << 20
	// usualPostSize is above most posts, and maxLargePosts is how many others are read at the same time. Only once a
	// post is read is it known whether Discord has signed it, so anybody could fill the memory.
	usualPostSize = 64 << 10
	maxLargePosts = 16
	// maxClockOffset is by how much the time of a signed post may differ from ours. Without a limit,
	// anyone who once saw a signed post could send it again years later.
	maxClockOffset = 5 * time.Minute
)

// Endpoint accepts interactions that Discord posts. It confirms or defers each, and sends the
// response over the API, which can carry pictures.
type Endpoint struct {
	key        ed25519.PublicKey
	dispatcher *Dispatcher
	log        *slog.Logger
	now        func() time.Time
	large      chan struct{} // held while a large post is read
}

// NewEndpoint returns an endpoint for the app with a public key, which is written as Discord shows
// it.
func NewEndpoint(key string, dispatcher *Dispatcher, log *slog.Logger) (*Endpoint, error) {
	parsed, err := ParseKey(key)
	return &Endpoint{key: parsed, dispatcher: dispatcher, log: log, now: time.Now, large: make(chan struct{}, maxLargePosts)}, err
}

// ParseKey reads the public key of an app.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("the public key must be the 64 digits 0-9 and a-f that Discord shows under \"General Information\" of the app")
	}
	return key, nil
}

const tooMuch = "There is too much to do."

// read returns the body of a post, and whether Discord has signed it with its time.
func (e *Endpoint) read(r *http.Request) (text []byte, ok bool) {
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	at := r.Header.Get("X-Signature-Timestamp")
	if err != nil || len(signature) != ed25519.SignatureSize || at == "" {
		return nil, false
	}
	signed := bytes.NewBufferString(at)
	if _, err := signed.ReadFrom(r.Body); err != nil {
		return nil, false
	}
	return signed.Bytes()[len(at):], ed25519.Verify(e.key, signed.Bytes(), signature)
}

// ServeHTTP accepts one interaction. It says nothing of interest to clients that cannot sign.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "Discord posts interactions here.", http.StatusMethodNotAllowed)
		return
	}
	if r.ContentLength < 0 || r.ContentLength > usualPostSize {
		select {
		case e.large <- struct{}{}:
			defer func() { <-e.large }()
		default:
			http.Error(w, tooMuch, http.StatusServiceUnavailable)
			return
		}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxPostSize)
	text, ok := e.read(r)
	if !ok {
		http.Error(w, "The signature is wrong.", http.StatusUnauthorized)
		return
	}
	seconds, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if off := e.now().Sub(time.Unix(seconds, 0)); err != nil || off.Abs() > maxClockOffset {
		e.log.Warn("the time of a signed post is wrong: either it was sent again, or this machine's clock is wrong", "off_by", off)
		http.Error(w, "The signature is more than five minutes old, or from the future.", http.StatusUnauthorized)
		return
	}
	i, err := readInteraction(text)
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
	deferral, ok := e.dispatcher.dispatch(i, true)
	switch {
	case !ok:
		http.Error(w, tooMuch, http.StatusServiceUnavailable)
	case deferral != nil:
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(deferral)
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}
