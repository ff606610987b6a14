package sandbox

import (
	"encoding/json"
	"slices"
	"strconv"
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
	from     *interaction  // of a modal: what it was the answer to
	done     chan struct{} // closed when the outcome stands
	outcome  Outcome
	stop     func() bool
}

// An Outcome is what became of something that a person did.
type Outcome struct {
	Interaction ID `json:"interaction"`
	// Kind is message, thinking (the answer comes later), update (the pressed message
	// changed), nothing (a component was acknowledged), choices, modal or failed.
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
		s.work.Go(func() { s.deliverSigned(i, text) })
	}
}

// The types of answers.
const (
	answerPong           = 1
	answerMessage        = 4
	answerThinking       = 5
	answerNothing        = 6
	answerUpdate         = 7
	answerChoices        = 8
	answerModal          = 9
	answerLaunchActivity = 12
)

// allowedAnswers says which types of answer an interaction may get.
func (i *interaction) allowedAnswers() []int {
	switch i.kind {
	case UsedCommand:
		return []int{answerMessage, answerThinking, answerModal}
	case UsedComponent:
		return []int{answerMessage, answerThinking, answerNothing, answerUpdate, answerModal}
	case AskedForChoices:
		return []int{answerChoices}
	case SubmittedModal:
		if i.message != 0 {
			return []int{answerMessage, answerThinking, answerNothing, answerUpdate}
		}
		return []int{answerMessage, answerThinking}
	}
	return nil
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

// answer does what an answer to an interaction says, once.
func (s *Server) answer(i *interaction, b body) (*post, *Refusal) {
	if i.answered {
		return nil, refuse(CodeAlreadyAcknowledged)
	}
	if i.over || s.clock.Now().Sub(i.at) >= answerWithin {
		return nil, refuse(CodeUnknownInteraction)
	}
	f := b.form
	kind := int(f.integer("type", 0, 100))
	f.require("type")
	if f.given("type") && !slices.Contains(i.allowedAnswers(), kind) {
		f.note("type", "BASE_TYPE_CHOICES", "Value must be one of %v.", i.allowedAnswers())
	}
	if refusal := f.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	data := form{path: []string{"data"}, notes: f.notes}
	if given, ok := f.object("data"); ok {
		data = given
	}
	b.form = data
	c := s.world.Channels[i.channel]
	if c == nil {
		return nil, refuse(CodeUnknownChannel)
	}
	switch kind {
	case answerMessage:
		d, refusal := s.compose(b, c.ID, nil, false)
		if refusal != nil {
			return nil, refusal
		}
		p := s.sendAnswer(i, c, d)
		i.answered, i.original = true, p.ID
		i.finish(Outcome{Kind: "message", Message: c.sight(p, i.person)})
		return p, nil
	case answerThinking:
		d := &draft{flags: Loading}
		if Flags(data.integer("flags", 0, 1<<31-1))&Ephemeral != 0 {
			d.flags |= Ephemeral
		}
		if refusal := f.notes.refusal(); refusal != nil {
			return nil, refusal
		}
		p := s.sendAnswer(i, c, d)
		i.answered, i.original = true, p.ID
		i.finish(Outcome{Kind: "thinking", Message: c.sight(p, i.person)})
		return p, nil
	case answerNothing, answerUpdate:
		p := c.post(i.message)
		if p == nil {
			return nil, refuse(CodeUnknownMessage)
		}
		if kind == answerUpdate {
			d, refusal := s.compose(b, c.ID, p, p.Only != 0)
			if refusal != nil {
				return nil, refusal
			}
			s.edit(c, p, d)
		}
		i.answered, i.original = true, p.ID
		i.messages = append(i.messages, p.ID)
		i.finish(Outcome{Kind: map[int]string{answerNothing: "nothing", answerUpdate: "update"}[kind], Message: c.sight(p, i.person)})
		return p, nil
	case answerChoices:
		data.require("choices")
		choices := parseChoices(data, i.option)
		if refusal := f.notes.refusal(); refusal != nil {
			return nil, refusal
		}
		if choices == nil {
			choices = []Choice{}
		}
		i.answered = true
		i.finish(Outcome{Kind: "choices", Choices: choices})
		return nil, nil
	default:
		m := &Modal{CustomID: data.requiredText("custom_id", 1, maxCustomID), Title: data.requiredText("title", 1, 45)}
		data.require("components")
		m.Components = parseModal(data)
		if refusal := f.notes.refusal(); refusal != nil {
			return nil, refusal
		}
		i.answered, i.modal = true, m
		i.finish(Outcome{Kind: "modal", Modal: m})
		return nil, nil
	}
}

// sendAnswer puts a message of the bot into the channel that an interaction came from.
func (s *Server) sendAnswer(i *interaction, c *Channel, d *draft) *post {
	p := &post{Message: Message{
		Author: s.user(s.world.App.ID), ApplicationID: s.world.App.ID, WebhookID: s.world.App.ID, Interaction: s.trigger(i),
	}}
	if i.kind == UsedCommand {
		p.Kind = 20
		p.Interaction.Name = i.command
	}
	if d.flags&Ephemeral != 0 {
		p.Only = i.person
	}
	s.send(c, p, d)
	if i.kind == UsedComponent {
		p.Interaction.Message = i.message
	}
	i.messages = append(i.messages, p.ID)
	return p
}

// callback is the call that answers an interaction.
func (s *Server) callback(c *call) (any, *Refusal) {
	i := s.interactions[c.id("interaction")]
	if i == nil || s.clock.Now().Sub(i.at) >= tokenLives {
		return nil, refuse(CodeUnknownInteraction)
	}
	if i.token != c.r.PathValue("token") {
		return nil, refuse(CodeInvalidWebhookToken)
	}
	p, refusal := s.answer(i, c.body)
	if refusal != nil {
		return nil, refusal
	}
	if with, _ := strconv.ParseBool(c.r.URL.Query().Get("with_response")); !with {
		return nil, nil
	}
	about := map[string]any{"id": i.id, "type": i.kind}
	answer := map[string]any{"interaction": about}
	if p != nil {
		about["response_message_id"] = p.ID
		about["response_message_loading"] = p.Flags&Loading != 0
		about["response_message_ephemeral"] = p.Only != 0
		// What was only acknowledged has no resource yet.
		if kind := c.body.form.integer("type", 0, 100); kind == answerMessage || kind == answerUpdate {
			answer["resource"] = map[string]any{"type": kind, "message": p.Message}
		}
	}
	return answer, nil
}

// webhook finds the interaction that a token belongs to.
func (s *Server) webhook(c *call) (*interaction, *Channel, *Refusal) {
	if c.id("application") != s.world.App.ID {
		return nil, nil, refuse(CodeUnknownWebhook)
	}
	i := s.byToken[c.r.PathValue("token")]
	if i == nil || s.clock.Now().Sub(i.at) >= tokenLives {
		return nil, nil, refuse(CodeInvalidWebhookToken)
	}
	channel := s.world.Channels[i.channel]
	if channel == nil {
		return nil, nil, refuse(CodeUnknownChannel)
	}
	return i, channel, nil
}

// produced finds a message that came of an interaction.
func (s *Server) produced(c *call) (*interaction, *Channel, *post, *Refusal) {
	i, channel, refusal := s.webhook(c)
	if refusal != nil {
		return nil, nil, nil, refusal
	}
	id := c.id("message")
	if c.r.PathValue("message") == "@original" {
		id = i.original
	}
	p := channel.post(id)
	if p == nil || !slices.Contains(i.messages, id) {
		return nil, nil, nil, refuse(CodeUnknownMessage)
	}
	return i, channel, p, nil
}

func (s *Server) getWebhookMessage(c *call) (any, *Refusal) {
	_, _, p, refusal := s.produced(c)
	if refusal != nil {
		return nil, refusal
	}
	return p.Message, nil
}

func (s *Server) editWebhookMessage(c *call) (any, *Refusal) {
	_, channel, p, refusal := s.produced(c)
	if refusal != nil {
		return nil, refusal
	}
	return s.rewrite(c, channel, p)
}

// rewrite changes a message that came of an interaction. If it only said to wait, it does
// no more.
func (s *Server) rewrite(c *call, channel *Channel, p *post) (any, *Refusal) {
	d, refusal := s.compose(c.body, channel.ID, p, p.Only != 0)
	if refusal != nil {
		return nil, refusal
	}
	d.flags &^= Loading
	s.edit(channel, p, d)
	return p.Message, nil
}

func (s *Server) deleteWebhookMessage(c *call) (any, *Refusal) {
	_, channel, p, refusal := s.produced(c)
	if refusal != nil {
		return nil, refusal
	}
	s.remove(channel, p)
	return nil, nil
}

// followUp sends another message. The first one after an answer that only said to
// wait takes its place.
func (s *Server) followUp(c *call) (any, *Refusal) {
	i, channel, refusal := s.webhook(c)
	if refusal != nil {
		return nil, refusal
	}
	if !i.answered || i.kind == AskedForChoices {
		return nil, refuse(CodeUnknownWebhook)
	}
	if p := channel.post(i.original); p != nil && p.Flags&Loading != 0 {
		return s.rewrite(c, channel, p)
	}
	if i.alone && i.followed >= maxAloneFollowUp {
		return nil, refuse(CodeTooManyFollowUps)
	}
	d, refusal := s.compose(c.body, channel.ID, nil, false)
	if refusal != nil {
		return nil, refusal
	}
	i.followed++
	return s.sendAnswer(i, channel, d).Message, nil
}
