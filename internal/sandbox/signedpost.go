package sandbox

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// Interactions as signed posts, for apps that have no gateway.

// SetInteractionsURL says where interactions are posted to; empty means the gateway. As Discord does, it first
// sends a PING that must be answered and one with a wrong signature that must be refused with 401.
func (s *Server) SetInteractionsURL(ctx context.Context, address string) error {
	if address != "" {
		if err := s.probe(ctx, address); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.App.InteractionsURL = address
	s.scheduleSave()
	return nil
}

// Balance has interactions posted to several processes of the bot in turn, as a load balancer at the app's
// address does, and passes over those that accept no connection. Without addresses it goes back to the app's
// address or the gateway.
func (s *Server) Balance(addresses ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.balanced = addresses
}

// nextAddresses returns the addresses to which an interaction is posted, until one accepts the connection.
func (s *Server) nextAddresses() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.balanced) == 0 {
		return []string{s.world.App.InteractionsURL}
	}
	s.turn++
	first := s.turn % len(s.balanced)
	return slices.Concat(s.balanced[first:], s.balanced[:first])
}

func (s *Server) probe(ctx context.Context, address string) error {
	if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%.200q is not an address to post to", address)
	}
	ctx, cancel := context.WithTimeout(ctx, respondWithin)
	defer cancel()
	s.mu.Lock()
	ping := fmt.Appendf(nil, `{"id":%q,"application_id":%q,"type":%d,"token":%q,"version":1}`, s.nextID(), s.world.App.ID, Ping, rand.Text())
	s.mu.Unlock()
	status, answer, err := s.postSigned(ctx, address, ping, s.sign)
	if err != nil {
		return fmt.Errorf("it does not answer a PING: %w", err)
	}
	if answer.read(shape{"type!": oneOfNumbers(respondPong)}); status != http.StatusOK || answer.at.err() != nil {
		return fmt.Errorf("it does not answer a PING with a PONG but with status %d", status)
	}
	if status, _, _ = s.postSigned(ctx, address, ping, s.forge); status != http.StatusUnauthorized {
		return fmt.Errorf("it does not refuse a wrong signature with 401 but answers with status %d", status)
	}
	return nil
}

// sign returns the signature of a text.
func (s *Server) sign(text []byte) []byte { return ed25519.Sign(s.key, text) }

// forge returns a wrong signature of a text.
func (s *Server) forge(text []byte) []byte {
	signature := s.sign(text)
	signature[0] ^= 1
	return signature
}

// postSigned posts an interaction with the signature that sign makes, and reads the answer as the body of a callback.
func (s *Server) postSigned(ctx context.Context, address string, text []byte, sign func([]byte) []byte) (int, body, error) {
	when := strconv.FormatInt(s.clock.Now().Unix(), 10)
	signature := sign(append([]byte(when), text...))
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(text))
	if err != nil {
		return 0, body{}, err
	}
	r.Header["Idempotency-Key"] = nil // is not sent: over a connection that broke, it is sent again
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", when)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(signature))
	resp, err := s.post.Do(r)
	if err != nil {
		return 0, body{}, err
	}
	defer resp.Body.Close()
	b, err := readBody(resp.Header.Get("Content-Type"), resp.Body)
	if resp.StatusCode != http.StatusOK {
		err = nil // the status says enough
	}
	return resp.StatusCode, b, err
}

// deliverSigned posts an interaction, and takes the response from the answer. With status 202 the
// response comes over the API instead.
func (s *Server) deliverSigned(i *interaction, text []byte) {
	ctx, cancel := context.WithCancel(s.life)
	defer cancel()
	stop := s.clock.AfterFunc(respondWithin, cancel)
	defer stop()
	e := Exchange{At: s.clock.Now(), Route: "POST interactions"}
	var b body
	var err error
	for _, e.Path = range s.nextAddresses() {
		e.Status, b, err = s.postSigned(ctx, e.Path, text, s.sign)
		if failed, ok := errors.AsType[*net.OpError](err); !ok || failed.Op != "dial" {
			break
		}
	}
	e.Request, e.Files = string(b.text), len(b.files)
	s.mu.Lock()
	switch {
	case e.Status == 0 || e.Status == http.StatusAccepted:
	case e.Status != http.StatusOK:
		err = statusError(http.StatusBadGateway)
	case err == nil:
		_, _, err = s.respond(i, b)
	}
	if refused, ok := errors.AsType[*APIError](err); ok {
		answer, _ := refused.MarshalJSON()
		e.Response = string(answer)
		i.fail("The application did not respond: " + refused.Error()) // nobody else can be told why
	} else if err != nil {
		e.Response = err.Error()
	}
	s.mu.Unlock()
	s.observe(e)
}
