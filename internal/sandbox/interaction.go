package sandbox

import (
	"crypto/rand"
	"encoding/json"
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

// expired reports whether the token of an interaction is no longer valid.
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
