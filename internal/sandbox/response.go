package sandbox

import (
	"slices"
	"strconv"
)

// The calls by which a bot responds to interactions.

// The types of responses.
const (
	respondPong     = 1
	respondMessage  = 4
	respondDeferred = 5
	respondNothing  = 6 // a deferred update
	respondUpdate   = 7
	respondChoices  = 8
	respondModal    = 9
)

// responseKinds are the names of the responses that people see.
var responseKinds = map[int]string{
	respondMessage: "message", respondDeferred: "thinking", respondNothing: "nothing",
	respondUpdate: "update", respondChoices: "choices", respondModal: "modal",
}

// allowedResponses lists the types of responses that an interaction can get.
func (i *interaction) allowedResponses() []int64 {
	switch {
	case i.kind == ApplicationCommand:
		return []int64{respondMessage, respondDeferred, respondModal}
	case i.kind == MessageComponent:
		return []int64{respondMessage, respondDeferred, respondNothing, respondUpdate, respondModal}
	case i.kind == AutocompleteRequest:
		return []int64{respondChoices}
	case i.message != 0: // a modal that a component opened
		return []int64{respondMessage, respondDeferred, respondNothing, respondUpdate}
	}
	return []int64{respondMessage, respondDeferred}
}

// ofInteraction finds the interaction that a callback responds to.
func ofInteraction(s *Server, c *call) error {
	c.interaction = s.interactions[c.id("interaction")]
	if c.interaction == nil || s.expired(c.interaction) {
		return newError(CodeUnknownInteraction)
	}
	if c.interaction.token != c.PathValue("token") {
		return newError(CodeInvalidWebhookToken)
	}
	return nil
}

// ofToken finds the interaction that a token belongs to.
func ofToken(s *Server, c *call) error {
	if c.id("application") != s.world.App.ID {
		return newError(CodeUnknownWebhook)
	}
	c.interaction = s.byToken[c.PathValue("token")]
	if c.interaction == nil || s.expired(c.interaction) {
		return newError(CodeInvalidWebhookToken)
	}
	c.channel = s.world.Channels[c.interaction.channel]
	return nil
}

// ofResponse finds a message by which the bot responded to an interaction.
func ofResponse(s *Server, c *call) error {
	if err := ofToken(s, c); err != nil {
		return err
	}
	id := c.id("message")
	if c.PathValue("message") == "@original" {
		id = c.interaction.original
	}
	c.message = c.channel.message(id)
	if c.message == nil || !slices.Contains(c.interaction.messages, id) {
		return newError(CodeUnknownMessage)
	}
	return nil
}

func (s *Server) callback(c *call) (any, error) {
	i := c.interaction
	kind, m, err := s.respond(i, c.body)
	if err != nil {
		return nil, err
	}
	if with, _ := strconv.ParseBool(c.URL.Query().Get("with_response")); !with {
		return nil, nil
	}
	about := map[string]any{"id": i.id, "type": i.kind}
	answer := map[string]any{"interaction": about}
	if m != nil {
		about["response_message_id"] = m.ID
		about["response_message_loading"] = m.Flags&Loading != 0
		about["response_message_ephemeral"] = m.Only != 0
		// What was only acknowledged has no resource yet.
		if kind == respondMessage || kind == respondUpdate {
			answer["resource"] = map[string]any{"type": kind, "message": m.Message}
		}
	}
	return answer, nil
}

func (s *Server) getResponse(c *call) (any, error) { return c.message.Message, nil }

func (s *Server) editResponse(c *call) (any, error) {
	err := s.edit(c.body, c.message)
	return c.message.Message, err
}

func (s *Server) deleteResponse(c *call) (any, error) {
	s.remove(c.channel, c.message)
	return nil, nil
}

// followUp sends another message. The first one after a deferred response replaces it.
func (s *Server) followUp(c *call) (any, error) {
	i := c.interaction
	if !i.responded || i.kind == AutocompleteRequest {
		return nil, newError(CodeUnknownWebhook)
	}
	if c.message = c.channel.message(i.original); c.message != nil && c.message.Flags&Loading != 0 {
		return s.editResponse(c)
	}
	if i.alone && i.followed >= maxAloneFollowUps {
		return nil, newError(CodeTooManyFollowUps)
	}
	d, err := s.compose(c.body, c.channel.ID, nil)
	if err != nil {
		return nil, err
	}
	i.followed++
	return s.sendResponse(i, c.channel, d).Message, nil
}

// respond does what the first response to an interaction says, and returns its type and the message
// that it is about.
func (s *Server) respond(i *interaction, b body) (kind int, m *message, err error) {
	if i.responded {
		return 0, nil, newError(CodeAlreadyAcknowledged)
	}
	if i.failed || s.clock.Now().Sub(i.at) >= respondWithin {
		return 0, nil, newError(CodeUnknownInteraction)
	}
	kind = shape{"type!": oneOfNumbers(i.allowedResponses()...)}.read(b.at, b.fields).number("type", 0)
	data := b.fields["data"]
	b.at, b.fields = b.at.in("data"), map[string]any{}
	if data != nil && len(b.at.errors) == 0 {
		b.fields = b.at.object(data)
	}
	if err := b.at.err(); err != nil {
		return 0, nil, err
	}
	c := s.world.Channels[i.channel]
	response := Response{Kind: responseKinds[kind]}
	switch kind {
	case respondMessage:
		var d *draft
		if d, err = s.compose(b, c.ID, nil); err == nil {
			m = s.sendResponse(i, c, d)
		}
	case respondDeferred: // with a message that is loading until it is edited
		var read fields
		if read, err = b.read(shape{"flags": integer(0, 1<<31-1)}); err == nil {
			d := &draft{pings: pingable(nil)}
			d.Flags = Loading | Flags(read.number("flags", 0))&Ephemeral
			m = s.sendResponse(i, c, d)
		}
	case respondNothing, respondUpdate:
		m, err = s.respondInPlace(i, c, b, kind)
	case respondChoices:
		b.at.convert(shape{"choices!": choices}.read(b.at, b.fields), &response)
		err = b.at.err()
	case respondModal:
		response.Modal, err = readModal(b)
	}
	if err != nil {
		return 0, nil, err
	}
	if m != nil {
		i.original, response.Message = m.ID, c.view(m, i.person)
	}
	i.responded = true
	i.finish(response)
	return kind, m, nil
}

// respondInPlace edits the message whose component was used, or changes nothing.
func (s *Server) respondInPlace(i *interaction, c *Channel, b body, kind int) (*message, error) {
	m := c.message(i.message)
	if m == nil {
		return nil, newError(CodeUnknownMessage)
	}
	if kind == respondUpdate {
		if err := s.edit(b, m); err != nil {
			return nil, err
		}
	}
	i.messages = append(i.messages, m.ID)
	return m, nil
}

// readModal checks a modal.
func readModal(b body) (*Modal, error) {
	m := &Modal{}
	b.at.convert(shape{"custom_id!": text(1, 100), "title!": text(1, 45)}.read(b.at, b.fields), m)
	if v := b.fields["components"]; v == nil {
		b.at.in("components").require()
	} else {
		m.Components = readComponents(b.at.in("components"), v, "modal", 1, 5, nil)
	}
	return m, b.at.err()
}

// sendResponse sends a message to the channel of an interaction.
func (s *Server) sendResponse(i *interaction, c *Channel, d *draft) *message {
	app := s.world.App.ID
	d.Author, d.ApplicationID, d.WebhookID, d.Interaction = s.user(app), app, app, s.metadata(i)
	if i.kind == ApplicationCommand {
		d.Kind = 20
		d.Interaction.Name = i.command
	}
	if d.Flags&Ephemeral != 0 {
		d.Only = i.person
	}
	m := s.send(c, d)
	i.messages = append(i.messages, m.ID)
	return m
}
