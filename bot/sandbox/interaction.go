package sandbox

import (
	"encoding/json"
	"time"
)

// InteractionKind is what a person did, by Discord's numbers.
type InteractionKind int

const (
	Ping             InteractionKind = 1
	UsedCommand      InteractionKind = 2
	UsedComponent    InteractionKind = 3
	AskedForChoices  InteractionKind = 4
	SubmittedModal   InteractionKind = 5
	maxInteractions                  = 20_000
	maxAloneFollowUp                 = 5
)

// interaction is something that a person did and that the bot must answer.
type interaction struct {
	id       ID
	token    string
	kind     InteractionKind
	person   ID
	channel  ID
	guild    ID
	message  ID // that a pressed component is on
	command  string
	typeOf   CommandKind
	option   OptionKind // that choices are asked for
	owners   map[string]ID
	at       time.Time
	answered bool
	over     bool // nobody answered in time
	original ID   // the message that is the answer
	messages []ID // all that came of it
	alone    bool // the bot is not in the place: the person brought it
	followed int
	modal    *Modal
	sent     *interaction  // that came of the modal, when it was filled in
	from     *interaction  // of a modal: what it was the answer to
	done     chan struct{} // closed when the outcome stands
	outcome  Outcome
	stop     func() bool
}

// An Outcome is what became of something that a person did.
type Outcome struct {
	Interaction ID `json:"interaction"`
	// Kind is message, thinking (the answer comes later), update (the pressed message
	// changed), nothing (a component was acknowledged), choices, modal, failed or waiting
	// (nobody waits for the answer).
	Kind    string   `json:"kind"`
	Message *Sight   `json:"message,omitempty"`
	Choices []Choice `json:"choices,omitempty"`
	Modal   *Modal   `json:"modal,omitempty"`
	Reason  string   `json:"reason,omitempty"` // of a failure
}

// A Modal is a form that the bot asks a person to fill in.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

func (i *interaction) finish(o Outcome) {
	select {
	case <-i.done:
		return
	default:
	}
	o.Interaction = i.id
	i.outcome = o
	close(i.done)
	if i.stop != nil {
		i.stop()
	}
}

// began makes an interaction and brings it to the bot.
func (s *Server) began(i *interaction, data map[string]any) error {
	token, err := secret(s.random, 40)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	for len(s.byAge) > 0 && (now.Sub(s.byAge[0].at) > tokenLives || len(s.byAge) >= maxInteractions) {
		delete(s.interactions, s.byAge[0].id)
		delete(s.byToken, s.byAge[0].token)
		s.byAge[0].finish(Outcome{Kind: "failed", Reason: "The application did not respond"})
		s.byAge[0] = nil
		s.byAge = s.byAge[1:]
	}
	i.id, i.token, i.at, i.done = s.nextID(), token, now, make(chan struct{})
	c := s.world.Channels[i.channel]
	i.guild = c.Guild
	s.interactions[i.id], s.byToken[token] = i, i
	s.byAge = append(s.byAge, i)
	i.stop = s.clock.AfterFunc(answerWithin, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !i.answered {
			i.over = true
			i.finish(Outcome{Kind: "failed", Reason: "The application did not respond"})
		}
	})
	s.deliver(i, s.showInteraction(i, c, data))
	return nil
}

// showInteraction is what the bot is told.
func (s *Server) showInteraction(i *interaction, c *Channel, data map[string]any) map[string]any {
	person := s.world.Users[i.person]
	shown := map[string]any{
		"id": i.id, "application_id": s.world.App.ID, "type": i.kind, "data": data,
		"channel_id": c.ID, "channel": s.showChannel(c), "token": i.token, "version": 1,
		"app_permissions": s.world.may(s.world.App.ID, c), "locale": person.Locale, "entitlements": []any{},
		"authorizing_integration_owners": i.owners, "attachment_size_limit": maxFile,
	}
	switch {
	case c.Kind == DirectMessages:
		shown["context"] = InBotDM
	case c.Kind == GroupMessages:
		shown["context"] = InPrivate
	default:
		shown["context"] = InGuild
	}
	if i.alone {
		shown["app_permissions"] = SendMessages | AttachFiles | EmbedLinks | ViewChannel
	}
	if g := s.world.Guilds[c.Guild]; g != nil {
		shown["guild_id"], shown["guild_locale"] = g.ID, g.Locale
		shown["guild"] = map[string]any{"id": g.ID, "locale": g.Locale, "features": []string{}}
		member := s.showFullMember(g, i.person)
		member["permissions"] = s.world.may(i.person, c)
		shown["member"] = member
	} else {
		shown["user"] = person.User.shown()
	}
	if p := c.post(i.message); i.message != 0 && p != nil {
		shown["message"] = p.Message
	}
	return shown
}

// deliver brings an interaction to where the app wants it.
func (s *Server) deliver(i *interaction, shown map[string]any) {
	if s.world.App.InteractionsURL == "" {
		s.emit("INTERACTION_CREATE", needNothing, i.guild, shown)
		return
	}
	text, err := json.Marshal(shown)
	if err != nil {
		s.log.Error("sandbox cannot write an interaction", "err", err)
		return
	}
	times := 1
	if fault := s.fateOfEvent("INTERACTION_CREATE"); fault != nil {
		switch fault.Do {
		case Drop, Disconnect:
			return
		case Duplicate:
			times = 2
		case Delay:
			s.clock.AfterFunc(time.Duration(fault.Millis)*time.Millisecond, func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				if !s.closed {
					s.work.Go(func() { s.deliverSigned(i, text) })
				}
			})
			return
		}
	}
	for range times {
		if !s.closed {
			s.work.Go(func() { s.deliverSigned(i, text) })
		}
	}
}

// trigger is what a message tells of the interaction it came from.
func (s *Server) trigger(i *interaction) *Trigger {
	t := &Trigger{ID: i.id, Kind: int(i.kind), User: s.user(i.person), Owners: i.owners}
	if i.kind == UsedComponent {
		t.Message = i.message
	}
	if i.from != nil {
		t.Triggered = s.trigger(i.from)
		t.Triggered.Name = i.from.command
	}
	return t
}
