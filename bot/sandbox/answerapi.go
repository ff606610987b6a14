package sandbox

import (
	"slices"
	"strconv"
)

// The calls by which interactions are answered.

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
