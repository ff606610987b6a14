package sandbox

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// Interactions as signed posts, for apps that have no gateway.

// SetInteractionsURL says where interactions are posted to; empty means the gateway.
// As Discord does, it first sends a PING that must be answered and one with a wrong
// signature that must be refused with 401.
func (s *Server) SetInteractionsURL(ctx context.Context, address string) error {
	if address != "" {
		if err := s.probe(ctx, address); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.App.InteractionsURL = address
	s.touch()
	return nil
}

func (s *Server) probe(ctx context.Context, address string) error {
	if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%.200q is not an address to post to", address)
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	s.mu.Lock()
	token, err := secret(s.random, 40)
	ping, err2 := json.Marshal(map[string]any{
		"id": s.nextID(), "application_id": s.world.App.ID, "type": Ping, "token": token, "version": 1,
	})
	s.mu.Unlock()
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	status, answer, refusal, err := s.postSigned(ctx, address, ping, false)
	if err != nil {
		return fmt.Errorf("it does not answer a PING: %w", err)
	}
	if status != http.StatusOK || refusal != nil || answer.form.integer("type", 0, 100) != answerPong {
		return fmt.Errorf("it does not answer a PING with a PONG but with status %d", status)
	}
	if status, _, _, err = s.postSigned(ctx, address, ping, true); err != nil || status != http.StatusUnauthorized {
		return fmt.Errorf("it does not refuse a wrong signature with 401 but answers with status %d", status)
	}
	return nil
}

// postSigned posts an interaction, and reads the answer as a callback's body.
func (s *Server) postSigned(ctx context.Context, address string, text []byte, forged bool) (int, body, *Refusal, error) {
	when := strconv.FormatInt(s.clock.Now().Unix(), 10)
	signature := ed25519.Sign(s.key, append([]byte(when), text...))
	if forged {
		signature[0] ^= 1
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(text))
	if err != nil {
		return 0, body{}, nil, err
	}
	r.Header["Idempotency-Key"] = nil // is not sent: over a connection that broke, it is sent again
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", when)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(signature))
	resp, err := s.post.Do(r)
	if err != nil {
		return 0, body{}, nil, err
	}
	defer resp.Body.Close()
	b, refusal := readBody(resp.Header.Get("Content-Type"), resp.Body)
	return resp.StatusCode, b, refusal, nil
}

// deliverSigned posts an interaction, and takes the answer from the response. With
// status 202 the answer comes over the API instead.
func (s *Server) deliverSigned(i *interaction, text []byte) {
	s.mu.Lock()
	address := s.world.App.InteractionsURL
	s.mu.Unlock()
	ctx, cancel := context.WithCancel(s.life)
	defer cancel()
	stop := s.clock.AfterFunc(answerWithin, cancel)
	defer stop()
	told := Exchange{At: s.clock.Now(), Route: "POST interactions", Path: address}
	status, b, refusal, err := s.postSigned(ctx, address, text, false)
	told.Status, told.Request, told.Files = status, string(b.raw), len(b.files)
	s.mu.Lock()
	switch {
	case err != nil:
		told.Response = err.Error()
	case status == http.StatusAccepted:
	case status != http.StatusOK:
		refusal = plain(http.StatusBadGateway)
	case refusal == nil:
		_, refusal = s.answer(i, b)
	}
	if refusal != nil {
		answer, _ := refusal.MarshalJSON()
		told.Response = string(answer)
		if !i.answered {
			// There is nobody to tell why: the person sees it fail at once.
			i.over = true
			i.finish(Outcome{Kind: "failed", Reason: "The application did not respond: " + refusal.Error()})
		}
	}
	s.mu.Unlock()
	s.observe(told)
}
