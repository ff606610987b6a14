package sandbox

import "slices"

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
	case answerMessage, answerThinking:
		return s.answerAnew(i, c, b, kind)
	case answerNothing, answerUpdate:
		return s.answerInPlace(i, c, b, kind)
	case answerChoices:
		return nil, i.suggest(data)
	default:
		return nil, i.open(data)
	}
}

// answerAnew answers with a message, or with one that says that it comes later.
func (s *Server) answerAnew(i *interaction, c *Channel, b body, kind int) (*post, *Refusal) {
	var d *draft
	var refusal *Refusal
	outcome := "message"
	if kind == answerMessage {
		d, refusal = s.compose(b, c.ID, nil, false)
	} else {
		outcome = "thinking"
		d = &draft{flags: Loading | Flags(b.form.integer("flags", 0, 1<<31-1))&Ephemeral}
		refusal = b.form.notes.refusal()
	}
	if refusal != nil {
		return nil, refusal
	}
	p := s.sendAnswer(i, c, d)
	i.answered, i.original = true, p.ID
	i.finish(Outcome{Kind: outcome, Message: c.sight(p, i.person)})
	return p, nil
}

// answerInPlace answers with a change of the message that was pressed, or with nothing.
func (s *Server) answerInPlace(i *interaction, c *Channel, b body, kind int) (*post, *Refusal) {
	p := c.post(i.message)
	if p == nil {
		return nil, refuse(CodeUnknownMessage)
	}
	outcome := "nothing"
	if kind == answerUpdate {
		outcome = "update"
		d, refusal := s.compose(b, c.ID, p, p.Only != 0)
		if refusal != nil {
			return nil, refusal
		}
		s.edit(c, p, d)
	}
	i.answered, i.original = true, p.ID
	i.messages = append(i.messages, p.ID)
	i.finish(Outcome{Kind: outcome, Message: c.sight(p, i.person)})
	return p, nil
}

// suggest answers with choices for what is being typed.
func (i *interaction) suggest(f form) *Refusal {
	f.require("choices")
	choices := parseChoices(f, i.option)
	if refusal := f.notes.refusal(); refusal != nil {
		return refusal
	}
	if choices == nil {
		choices = []Choice{}
	}
	i.answered = true
	i.finish(Outcome{Kind: "choices", Choices: choices})
	return nil
}

// open answers with a modal.
func (i *interaction) open(f form) *Refusal {
	m := &Modal{CustomID: f.requiredText("custom_id", 1, maxCustomID), Title: f.requiredText("title", 1, 45)}
	f.require("components")
	m.Components = parseModal(f)
	if refusal := f.notes.refusal(); refusal != nil {
		return refusal
	}
	i.answered, i.modal = true, m
	i.finish(Outcome{Kind: "modal", Modal: m})
	return nil
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
	i.messages = append(i.messages, p.ID)
	return p
}
