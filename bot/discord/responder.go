package discord

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/internal/work"
)

// responder handles one interaction and sends its response.
type responder struct {
	dispatcher   *Dispatcher
	i            *dg.Interaction
	received     delivery.Interaction // i, from what channel it comes, and when
	autocomplete bool
	rejected     Status // why the interaction is not handled; empty if it is
	ctx          context.Context
	cancel       context.CancelFunc // of ctx: the interaction is finished, or its result is not wanted any more
	readsOnly    bool
	opensModal   bool
	panicked     string      // the reference of the log entry about the last panic; empty if nothing panicked
	deferTimer   *time.Timer // sends the deferral
	// acknowledged is set when the deferral is being sent.
	acknowledged atomic.Bool

	mu             sync.Mutex // held while something is sent to Discord
	ready          bool       // there is a response, so no deferral is sent any more
	deferred       bool       // a deferral was sent
	uncertain      bool       // it is not known whether Discord received the deferral
	deferredByPost bool       // the deferral is the response to the signed post
	responded      bool       // Discord has accepted Response.Initial
}

// lane returns the key of the lane in which the interaction waits: that of its channel, or of its user who types.
func (r *responder) lane() string {
	if r.autocomplete {
		user, _ := requester(r.i)
		return "typing " + user
	}
	return r.i.ChannelID
}

// declare asks the handler what it declares of the interaction.
func (r *responder) declare() {
	h := r.dispatcher.handler
	r.guard(func() { r.readsOnly, r.opensModal = h.ReadsOnly(r.i), h.OpensModal(r.i) })
}

// guard calls a function and recovers its panic. It logs the panic, and returns the reference of the log entry.
func (r *responder) guard(f func()) (reference string) {
	defer func() {
		if p := recover(); p != nil {
			reference = newReference()
			r.panicked = reference
			r.dispatcher.log.Error("panic", "reference", reference, "interaction", r.i.ID, "subject", subject(r.i), "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
	return ""
}

// handle has the handler handle the interaction.
func (r *responder) handle() (response delivery.Response, ok bool) {
	d := r.dispatcher
	if r.ctx.Err() != nil { // the user has typed more since
		return delivery.Response{}, false
	}
	return r.compose(func(ctx context.Context) (response delivery.Response, ok bool) {
		switch r.rejected {
		case Panicked:
			return d.handler.InternalError(r.i, r.panicked), true
		case RateLimited, Overloaded:
			return d.handler.Busy(ctx, r.i), true
		}
		response, ok = d.handler.Handle(ctx, r.received)
		if wait := d.workWait(r.i); wait > 0 && response.Slow {
			response = d.handler.OverBudget(ctx, r.i, wait)
		}
		return response, ok
	})
}

// draw composes the board of a response, unless it is complete or slow.
func (r *responder) draw(response delivery.Response) delivery.Response {
	if response.Compose != nil && !response.Slow {
		response, _ = r.compose(func(ctx context.Context) (delivery.Response, bool) {
			return r.dispatcher.handler.Draw(ctx, response, r.acknowledged.Load()), true
		})
	}
	return response
}

// wait waits for a response.
func (r *responder) wait(promised delivery.Response) (response delivery.Response, ok bool) {
	reference := r.guard(func() { response, ok = promised.Wait(r.ctx), true })
	if reference != "" {
		return r.errorResponse(reference)
	}
	return response, ok
}

// compose composes a response, with a context that ends after mostWork. It counts the work against the budgets if it takes
// long, and replaces the response if that panics.
func (r *responder) compose(composed func(context.Context) (delivery.Response, bool)) (response delivery.Response, ok bool) {
	ctx, end := work.Begin(r.ctx, mostWork)
	reference := r.guard(func() { response, ok = composed(ctx) })
	if took := end(); took > freeWork {
		r.dispatcher.spendWork(r.i, took)
	}
	if reference != "" {
		return r.errorResponse(reference)
	}
	return response, ok
}

// errorResponse returns the response to an interaction that failed by a fault of the bot.
func (r *responder) errorResponse(reference string) (response delivery.Response, ok bool) {
	r.guard(func() { response, ok = r.dispatcher.handler.InternalError(r.i, reference), true })
	return response, ok
}

// sendDeferral tells Discord that the response comes later, unless there is one already.
func (r *responder) sendDeferral() {
	r.dispatcher.ackSlots <- struct{}{}
	defer func() { <-r.dispatcher.ackSlots }()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ready {
		return
	}
	r.acknowledged.Store(true)
	if r.dispatcher.now().After(r.received.Arrived.Add(responseDeadline)) {
		return
	}
	_, err := r.sendInitial(r.dispatcher.ctx, r.deferral())
	if isAlreadyAcknowledged(err) {
		err = nil // an earlier try arrived, although it seemed to fail
	}
	if err != nil {
		r.dispatcher.log.Warn("deferral may not have arrived", "interaction", r.i.ID, "subject", subject(r.i), "err", err)
	}
	// If Discord discarded the interaction, there is no deferral to replace later.
	r.deferred = !isMissing(err)
	r.uncertain = r.deferred && err != nil
}

// deferral returns the deferral of the interaction. For the component of a message, or a modal that it opened, it
// shows nothing; otherwise it shows the user a private message that the bot is thinking.
func (r *responder) deferral() *message.Response {
	if r.i.Message != nil {
		return &message.Response{Type: dg.InteractionResponseDeferredMessageUpdate}
	}
	return &message.Response{
		Type: dg.InteractionResponseDeferredChannelMessageWithSource,
		Data: &message.Message{Flags: dg.MessageFlagsEphemeral},
	}
}

// respond sends a response to Discord, and reports the result to the handler and to the observer.
func (r *responder) respond(response delivery.Response, ok bool) {
	if r.deferTimer != nil {
		r.deferTimer.Stop()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ready = true
	var took time.Duration
	var shown *dg.Message
	var err error
	if ok {
		if reference := r.guard(func() { shown, err = r.send(&response) }); reference != "" {
			err = fmt.Errorf("%w, with the reference %s", errPanic, reference)
		}
		took = r.dispatcher.now().Sub(r.received.Arrived)
		r.guard(func() { r.dispatcher.handler.Shown(r.dispatcher.ctx, r.i, response, shown, err) })
		if isOurFault(err) {
			r.guard(func() { r.sendError(err) })
		}
	}
	result := Answered
	switch {
	case r.panicked != "":
		result = Panicked
	case response.Message != nil && response.Message.Failed:
		result = Failed
	case err != nil:
		result = Undelivered
	case r.rejected != "":
		result = r.rejected
	case r.deferred || response.Slow:
		result = Deferred
	}
	r.dispatcher.observe(Handled{Subject: subject(r.i), Autocomplete: r.autocomplete, Status: result, Took: took})
}

// Faults of the bot that prevent a response.
var (
	errTooLate = errors.New("it came too late")
	errPanic   = errors.New("sending it panicked")
)

// isOurFault reports whether a response failed by a fault of the bot, so that an error response
// may still arrive.
func isOurFault(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.isMessageRefused() || errors.Is(err, errTooLate) || errors.Is(err, errPanic)
}

// send sends a response to Discord. It returns the last message that shows it.
func (r *responder) send(response *delivery.Response) (*dg.Message, error) {
	ctx, cancel := context.WithDeadline(r.dispatcher.ctx, r.deadline(response))
	defer cancel()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, errTooLate
	}
	shown, err := r.sendResponse(ctx, response.Initial(r.i))
	if err != nil {
		return nil, err
	}
	r.responded = true
	if response.Slow {
		return r.sendLater(ctx, response)
	}
	if m := response.FollowUp(); m != nil {
		return r.dispatcher.client.followUp(ctx, r.i, m)
	}
	return shown, nil
}

// deadline returns when a response is given up. The announcements of a public response are delivered
// by other means soon after the interaction arrived, so its time counts from then.
func (r *responder) deadline(response *delivery.Response) time.Time {
	switch {
	case response.Slow:
		return r.received.Arrived.Add(tokenLifetime)
	case response.Message != nil && response.Message.Private:
		return r.dispatcher.now().Add(r.dispatcher.sendTimeout)
	}
	return r.received.Arrived.Add(r.dispatcher.sendTimeout)
}

// sendInitial sends an initial response, as long as Discord accepts one.
func (r *responder) sendInitial(ctx context.Context, m *message.Response) (*dg.Message, error) {
	ctx, cancel := context.WithDeadline(ctx, r.received.Arrived.Add(responseDeadline))
	defer cancel()
	return r.dispatcher.client.respond(ctx, r.i, m)
}

// sendError responds that the interaction failed by a fault of the bot. After another response it
// is a followup message.
func (r *responder) sendError(because error) {
	if r.autocomplete {
		return // the user expects no answer
	}
	reference := newReference()
	r.dispatcher.log.Error("response not sent", "reference", reference, "interaction", r.i.ID, "guild", r.i.GuildID, "subject", subject(r.i), "err", because)
	failure, ok := r.errorResponse(reference)
	if !ok {
		return
	}
	var err error
	more := r.deferred || r.responded
	if more {
		ctx, cancel := context.WithTimeout(r.dispatcher.ctx, sendTimeout)
		defer cancel()
		_, err = r.dispatcher.client.followUp(ctx, r.i, failure.Message.Build())
	}
	if !more || r.uncertain && isMissing(err) {
		_, err = r.sendInitial(r.dispatcher.ctx, failure.Initial(r.i))
	}
	if err != nil && !isAlreadyAcknowledged(err) {
		r.dispatcher.log.Warn("error response did not arrive", "reference", reference, "interaction", r.i.ID, "err", err)
	}
}

// sendResponse sends the initial response, in place of the deferral if there was one. If Discord
// may not have received the deferral, it tries to replace the deferral first, and sends an initial
// response if there was none to replace.
func (r *responder) sendResponse(ctx context.Context, initial *message.Response) (*dg.Message, error) {
	var replaceErr error
	if r.deferredByPost {
		sleep(ctx, r.received.Arrived.Add(postSettleTime).Sub(r.dispatcher.now()))
	}
	if r.deferred {
		shown, err := r.replaceDeferral(ctx, initial)
		if !r.uncertain || !isMissing(err) && !errors.Is(err, errTooLate) || time.Since(r.received.Arrived) >= responseDeadline {
			return shown, err
		}
		replaceErr = err
	}
	shown, err := r.sendInitial(ctx, initial)
	switch {
	case err == nil:
		return shown, nil
	case !isAlreadyAcknowledged(err):
		return nil, errors.Join(err, replaceErr)
	case r.deferred: // the deferral was received, or an earlier try of the response
		if shown, ok := r.isDelivered(ctx, initial); ok {
			return shown, nil
		}
		return r.replaceDeferral(ctx, initial)
	case showsMessage(initial.Type): // an earlier try arrived, although it seemed to fail
		return r.dispatcher.client.originalResponse(ctx, r.i)
	}
	return nil, nil
}

// isDelivered reports whether the initial response, rather than the deferral, has arrived at
// Discord. It returns the message that shows it. An edit of the message whose component was used
// cannot be told from its deferral, and can be repeated without harm.
func (r *responder) isDelivered(ctx context.Context, initial *message.Response) (shown *dg.Message, ok bool) {
	shown, err := r.dispatcher.client.originalResponse(ctx, r.i)
	if err != nil { // a modal is no message
		return nil, isMissing(err) && initial.Type == dg.InteractionResponseModal
	}
	isDeferral := shown.Flags&dg.MessageFlagsLoading != 0 || r.i.Message != nil && shown.ID == r.i.Message.ID
	return shown, !isDeferral
}

// replaceDeferral sends the initial response in place of the deferral.
func (r *responder) replaceDeferral(ctx context.Context, initial *message.Response) (*dg.Message, error) {
	switch initial.Type {
	case dg.InteractionResponseUpdateMessage:
		return r.dispatcher.client.editOriginal(ctx, r.i, initial.Data)
	case dg.InteractionResponseChannelMessageWithSource:
		return r.sendInstead(ctx, initial.Data)
	case dg.InteractionResponseDeferredMessageUpdate, dg.InteractionResponseDeferredChannelMessageWithSource:
		if r.uncertain { // if this try fails as well, sendLater finds out
			r.sendInitial(ctx, initial)
		}
		return nil, nil
	}
	return nil, errTooLate
}

// sendInstead sends a message in place of the deferral, which shows nothing for the component of a message, and
// otherwise a private message.
func (r *responder) sendInstead(ctx context.Context, m *message.Message) (*dg.Message, error) {
	c := r.dispatcher.client
	if r.i.Message == nil {
		if isPrivate(m) {
			return c.editOriginal(ctx, r.i, m)
		}
		if err := c.deleteOriginal(ctx, r.i); err != nil {
			return nil, err
		}
	}
	return c.followUp(ctx, r.i, m)
}

// isPrivate reports whether only the user sees a message.
func isPrivate(m *message.Message) bool {
	return m != nil && m.Flags&dg.MessageFlagsEphemeral != 0
}

// sendLater composes a slow response, and sends it in place of what promised it.
func (r *responder) sendLater(ctx context.Context, response *delivery.Response) (*dg.Message, error) {
	var m *message.Builder
	if reference := r.guard(func() {
		if response.Think != nil {
			r.think(ctx, response)
		}
		m = r.composeLater(ctx, response)
	}); reference != "" {
		if failure, ok := r.errorResponse(reference); ok {
			m = failure.Message
			m.Aside = true
		}
	}
	replaces := response.Placement == delivery.Replace
	switch {
	case m == nil:
		return nil, nil
	case replaces && m.Aside:
		_, err := r.dispatcher.client.followUp(ctx, r.i, m.Build())
		return nil, err
	case r.deferred && !replaces:
		return r.sendInstead(ctx, m.Build())
	}
	return r.dispatcher.client.editOriginal(ctx, r.i, m.Build())
}

// think waits for what a slow response is composed of. What it works itself counts against the budgets; what the mind does does
// not.
func (r *responder) think(ctx context.Context, response *delivery.Response) {
	ctx, end := work.Begin(ctx, r.dispatcher.handler.Budget(r.i))
	defer func() { r.dispatcher.spendWork(r.i, end()) }()
	response.Think(ctx)
}

// composeLater composes a slow response, with a context that ends when its own budget is spent, unless the
// user or the guild has no work budget left. It returns nil if there is no time left.
func (r *responder) composeLater(ctx context.Context, response *delivery.Response) *message.Builder {
	d := r.dispatcher
	select {
	case d.slowSlots <- struct{}{}:
		defer func() { <-d.slowSlots }()
	case <-ctx.Done():
		return nil
	}
	if wait := d.workWait(r.i); wait > 0 { // other responses used up the budget while this one waited for its slot
		busy := d.handler.OverBudget(ctx, r.i, wait).Message
		busy.Aside = true
		return busy
	}
	began := d.now()
	ctx, end := work.Begin(ctx, d.handler.Budget(r.i))
	defer func() {
		end()
		d.spendWork(r.i, d.now().Sub(began))
	}()
	response.Message = response.Compose(ctx)
	return response.Message
}
