package sandbox

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// InteractionKind is the type of an interaction, by Discord's numbers.
type InteractionKind int

const (
	Ping                InteractionKind = 1
	ApplicationCommand  InteractionKind = 2
	MessageComponent    InteractionKind = 3
	AutocompleteRequest InteractionKind = 4
	ModalSubmit         InteractionKind = 5
)

const (
	respondWithin     = 3 * time.Second
	tokenLives        = 15 * time.Minute
	maxInteractions   = 20_000
	maxAloneFollowUps = 5
)

// interaction is something that a person did and that the bot must respond to.
type interaction struct {
	id        ID
	token     string
	kind      InteractionKind
	person    ID
	channel   ID
	guild     ID
	message   ID            // whose component was used
	command   string        // its name, with the names of the commands within it
	resolved  resolved      // what its ids name
	owners    map[string]ID // the app's installs that allow it
	alone     bool          // only the person has the app there
	at        time.Time
	responded bool
	failed    bool          // no response came in time
	original  ID            // the message that is the first response
	messages  []ID          // all responses
	followed  int           // how many of them are follow-ups
	submitted *interaction  // by which the modal was sent
	opener    *interaction  // of a modal that was sent: what it was the response to
	done      chan struct{} // closed when the response is set
	response  Response
	stop      func() bool // stops the wait for a response
}

// A Response is what a person sees of the bot's response to what they did.
type Response struct {
	Interaction ID `json:"interaction"`
	// Kind is message, thinking (the response is deferred), update (the message of the component
	// changed), nothing (the component was acknowledged), choices, modal, failed or waiting
	// (nobody waits for the response).
	Kind    string       `json:"kind"`
	Message *MessageView `json:"message,omitempty"`
	Choices []Choice     `json:"choices,omitempty"`
	Modal   *Modal       `json:"modal,omitempty"`
	Reason  string       `json:"reason,omitempty"` // of a failure
}

// A Modal is a form that the bot asks a person to fill in.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// start begins an interaction and delivers it to the bot.
func (s *Server) start(i *interaction, data map[string]any) *interaction {
	for len(s.byAge) > 0 && (s.expired(s.byAge[0]) || len(s.byAge) >= maxInteractions) {
		delete(s.interactions, s.byAge[0].id)
		delete(s.byToken, s.byAge[0].token)
		s.byAge[0].fail("The application did not respond")
		s.byAge = s.byAge[1:]
	}
	c := s.world.Channels[i.channel]
	i.id, i.token, i.at, i.guild, i.done = s.nextID(), rand.Text(), s.clock.Now(), c.Guild, make(chan struct{})
	i.owners, i.alone = s.ownersOf(i.person, c)
	s.interactions[i.id], s.byToken[i.token] = i, i
	s.byAge = append(s.byAge, i)
	i.stop = s.clock.AfterFunc(respondWithin, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		i.fail("The application did not respond")
	})
	if len(i.resolved) > 0 {
		data["resolved"] = i.resolved
	}
	s.deliver(i, s.interactionObject(i, c, data))
	return i
}

// ownersOf returns the installs of the app through which its commands are in a channel, and whether
// only the person has it there.
func (s *Server) ownersOf(who ID, c *Channel) (owners map[string]ID, alone bool) {
	owners = map[string]ID{}
	g := s.world.Guilds[c.Guild]
	inGuild := g != nil && g.Members[s.world.App.ID] != nil
	if inGuild {
		owners["0"] = g.ID
	}
	if s.world.Users[who].Installed {
		owners["1"] = who
	}
	return owners, !inGuild && c.Kind != DirectMessages
}

// expired tells whether the token of an interaction is no longer valid.
func (s *Server) expired(i *interaction) bool { return s.clock.Now().Sub(i.at) >= tokenLives }

// finish sets the response, unless there is one.
func (i *interaction) finish(o Response) {
	if i.response.Kind != "" {
		return
	}
	o.Interaction = i.id
	i.response = o
	close(i.done)
	i.stop()
}

func (i *interaction) fail(reason string) {
	i.failed = !i.responded
	i.finish(Response{Kind: "failed", Reason: reason})
}

// interactionObject returns an interaction as the bot gets it.
func (s *Server) interactionObject(i *interaction, c *Channel, data map[string]any) map[string]any {
	person := s.world.Users[i.person]
	object := map[string]any{
		"id": i.id, "application_id": s.world.App.ID, "type": i.kind, "data": data,
		"channel_id": c.ID, "channel": s.channelObject(c), "token": i.token, "version": 1,
		"app_permissions": s.world.may(s.world.App.ID, c), "locale": person.Locale, "entitlements": []any{},
		"authorizing_integration_owners": i.owners, "attachment_size_limit": maxFile, "context": c.context(),
	}
	if i.alone {
		object["app_permissions"] = SendMessages | AttachFiles | EmbedLinks | ViewChannel
	}
	if g := s.world.Guilds[c.Guild]; g != nil {
		object["guild_id"], object["guild_locale"] = g.ID, g.Locale
		object["guild"] = map[string]any{"id": g.ID, "locale": g.Locale, "features": []string{}}
		member := s.memberObject(g, i.person)
		member["permissions"] = s.world.may(i.person, c)
		object["member"] = member
	} else {
		object["user"] = person.User
	}
	if m := c.message(i.message); m != nil {
		object["message"] = m.Message
	}
	return object
}

// deliver sends an interaction over the gateway, or posts it if the app has an address for that.
func (s *Server) deliver(i *interaction, object map[string]any) {
	const event = "INTERACTION_CREATE"
	if s.world.App.InteractionsURL == "" && len(s.balanced) == 0 {
		for _, to := range s.sessions {
			if to.serves(i.guild) {
				s.dispatch(to, event, object)
			}
		}
		return
	}
	text, err := json.Marshal(object)
	if err != nil {
		s.log.Error("sandbox cannot write an interaction", "err", err)
		return
	}
	post := func() {
		if !s.closed() {
			s.work.Go(func() { s.deliverSigned(i, text) })
		}
	}
	s.withFault(event, post, func(*Fault) {}) // a post that is cut off is lost
}

// metadata returns what a message says about the interaction that it responds to.
func (s *Server) metadata(i *interaction) *InteractionMetadata {
	t := &InteractionMetadata{ID: i.id, Kind: int(i.kind), User: s.user(i.person), Owners: i.owners}
	if i.kind == MessageComponent {
		t.Message = i.message
	}
	if i.opener != nil {
		t.Triggered = s.metadata(i.opener)
		t.Triggered.Name = i.opener.command
	}
	return t
}

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

// Balance has interactions posted to several processes of the bot in turn, as a load balancer at the app's address
// does, and passes over those that accept no connection. Without addresses it goes back to the app's address or the
// gateway.
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
	status, answer, err := s.postSigned(ctx, address, ping, false)
	if err != nil {
		return fmt.Errorf("it does not answer a PING: %w", err)
	}
	if answer.read(shape{"type!": oneOfNumbers(respondPong)}); status != http.StatusOK || answer.at.err() != nil {
		return fmt.Errorf("it does not answer a PING with a PONG but with status %d", status)
	}
	if status, _, _ = s.postSigned(ctx, address, ping, true); status != http.StatusUnauthorized {
		return fmt.Errorf("it does not refuse a wrong signature with 401 but answers with status %d", status)
	}
	return nil
}

// postSigned posts an interaction, and reads the answer as the body of a callback.
func (s *Server) postSigned(ctx context.Context, address string, text []byte, forged bool) (int, body, error) {
	when := strconv.FormatInt(s.clock.Now().Unix(), 10)
	signature := ed25519.Sign(s.key, append([]byte(when), text...))
	if forged {
		signature[0] ^= 1
	}
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
	addresses := s.nextAddresses()
	ctx, cancel := context.WithCancel(s.life)
	defer cancel()
	stop := s.clock.AfterFunc(respondWithin, cancel)
	defer stop()
	e := Exchange{At: s.clock.Now(), Route: "POST interactions", Path: addresses[0]}
	status, b, err := s.postSigned(ctx, addresses[0], text, false)
	for _, address := range addresses[1:] {
		if failed, ok := errors.AsType[*net.OpError](err); !ok || failed.Op != "dial" {
			break
		}
		e.Path = address
		status, b, err = s.postSigned(ctx, address, text, false)
	}
	e.Status, e.Request, e.Files = status, string(b.text), len(b.files)
	s.mu.Lock()
	switch {
	case status == 0 || status == http.StatusAccepted:
	case status != http.StatusOK:
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
