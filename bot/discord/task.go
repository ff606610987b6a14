package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptrace"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
)

// task is one interaction, from its arrival until its answer was taken.
type task struct {
	desk     *Desk
	i        *dg.Interaction
	at       time.Time // when it arrived
	typing   bool      // it is a completion of what is being typed
	refused  Result    // it is one too many, as this says; else ""
	life     context.Context
	end      context.CancelFunc // of life, once it is done with or not wanted any more
	panicked bool
	patience *time.Timer
	sent     func() // notes that the acknowledgement was sent; nil: nobody waits for that
	// acknowledged is set when Discord is being told that the answer comes later.
	acknowledged atomic.Bool

	mu       sync.Mutex // held while Discord is told something
	ready    bool       // there is an answer
	deferred bool       // Discord was told that it comes later
	unsure   bool       // and it is not known whether it heard that
	posted   bool       // it was told so by the response to its post
	told     bool       // Discord has taken the response of the reply
}

// lane is what the task waits in: that of its channel, or of what a person types.
func (t *task) lane(person string) string {
	if t.typing {
		return "typing " + person
	}
	return t.i.ChannelID
}

// hear finds the answer.
func (t *task) hear() (reply bot.Reply, ok bool) {
	d := t.desk
	if t.life.Err() != nil { // more has been typed since
		return bot.Reply{}, false
	}
	person, place := asks(t.i)
	owing := max(d.byPerson.wait(person, d.byPerson.rate.AtOnce/2), d.byPlace.wait(place, d.byPlace.rate.AtOnce/2))
	reference := t.measured(func() {
		switch {
		case t.refused != "":
			reply, ok = d.answerer.Busy(t.i), true
		case owing > 0:
			reply, ok = d.answerer.TooMuchWork(t.i, owing), true
		default:
			reply, ok = d.answerer.Handle(t.life, t.i)
		}
	})
	if wait := d.waits(person, place); wait > 0 && reply.Later != nil {
		reply = d.answerer.TooMuchWork(t.i, wait)
	}
	if reference != "" {
		t.panicked = true
		reply, ok = t.broken(reference)
	}
	return reply, ok
}

// finish draws the answer, if that is left to do.
func (t *task) finish(reply bot.Reply) bot.Reply {
	if reply.Finish == nil {
		return reply
	}
	finished := bot.Reply{}
	reference := t.measured(func() { finished = reply.Finish(t.life, t.acknowledged.Load()) })
	if reference != "" {
		t.panicked = true
		finished, _ = t.broken(reference)
	}
	return finished
}

// measured does work for who asks, and counts what turns out to be much of it. It returns the
// reference of a panic.
func (t *task) measured(work func()) (reference string) {
	runtime.LockOSThread() // on which the work is measured
	defer runtime.UnlockOSThread()
	before := processorTime()
	reference = t.desk.guard(t.i, work)
	if took := processorTime() - before; took > littleWork {
		person, place := asks(t.i)
		t.desk.worked(person, place, took)
	}
	return reference
}

// broken is the answer when there is none because of a mistake of ours.
func (t *task) broken(reference string) (reply bot.Reply, ok bool) {
	t.desk.guard(t.i, func() { reply, ok = t.desk.answerer.Broken(t.i, reference), true })
	return reply, ok
}

// stall says that the answer comes later, if there still is none.
func (t *task) stall() {
	t.desk.acks <- struct{}{}
	defer func() { <-t.desk.acks }()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ready {
		return
	}
	t.acknowledged.Store(true)
	if t.desk.now().After(t.at.Add(answerUntil)) {
		return
	}
	ctx, cancel := context.WithDeadline(t.desk.life, t.at.Add(answerUntil))
	defer cancel()
	if t.sent != nil {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { t.sent() }})
	}
	_, err := t.desk.client.respond(ctx, t.i, t.deferral())
	if isAlready(err) {
		err = nil // it arrived when we thought it had not
	}
	if err != nil {
		t.desk.log.Warn("deferral may not have arrived", "interaction", t.i.ID, "subject", subject(t.i), "err", err)
	}
	// If Discord does not know the interaction, there is nothing to change later.
	t.deferred = !isMissing(err)
	t.unsure = t.deferred && err != nil
}

// deferral is the response that the answer comes later: to who used a command that we think,
// and to who pressed a button nothing.
func (t *task) deferral() *bot.Response {
	if t.i.Type == dg.InteractionMessageComponent {
		return &bot.Response{Type: dg.InteractionResponseDeferredMessageUpdate}
	}
	return &bot.Response{
		Type: dg.InteractionResponseDeferredChannelMessageWithSource,
		Data: &bot.Message{Flags: dg.MessageFlagsEphemeral},
	}
}

// answer tells Discord, and then the bot how that went.
func (t *task) answer(reply bot.Reply, ok bool) {
	if t.patience != nil {
		t.patience.Stop()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ready = true
	result := Answered
	switch {
	case t.panicked:
		result = Panicked
	case t.refused != "":
		result = t.refused
	case t.deferred || reply.Later != nil:
		result = Deferred
	}
	var took time.Duration
	if ok {
		var shown *dg.Message
		var err error
		if reference := t.desk.guard(t.i, func() { shown, err = t.say(reply) }); reference != "" {
			err = fmt.Errorf("%w, of which %s tells", errPanic, reference)
		}
		took = t.desk.now().Sub(t.at)
		if err != nil {
			result = Unheard
		}
		if reply.Done != nil {
			t.desk.guard(t.i, func() { reply.Done(t.desk.life, shown, err) })
		}
		if isOurs(err) {
			t.desk.guard(t.i, func() { t.apologise(err) })
		}
	}
	t.desk.observe(Outcome{Subject: subject(t.i), Typing: t.typing, Result: result, Took: took})
}

// Why something is not told although Discord could be.
var (
	errTooLate = errors.New("it came too late to be shown")
	errPanic   = errors.New("telling it panicked")
)

// isOurs tells that something is not told because of a mistake of ours: who waits for it can
// still be told that.
func isOurs(err error) bool {
	var failed *Error
	return errors.As(err, &failed) && failed.Unsayable() || errors.Is(err, errTooLate) || errors.Is(err, errPanic)
}

// say tells Discord a reply: at once, or in the place of what it was told meanwhile. It
// returns the last message that shows it.
func (t *task) say(reply bot.Reply) (*dg.Message, error) {
	ctx, cancel := context.WithDeadline(t.desk.life, t.until(reply))
	defer cancel()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, errTooLate
	}
	shown, err := t.first(ctx, reply)
	if err != nil {
		return nil, err
	}
	t.told = true
	if reply.Later != nil {
		shown, err = t.later(ctx, reply)
	}
	for _, p := range reply.FollowUps {
		if err != nil {
			break
		}
		shown, err = t.desk.client.follow(ctx, t.i, p)
	}
	return shown, err
}

// until is when a reply is given up. What everybody reads may be news: of something that
// happened when the interaction had arrived, and is told by other means before long.
func (t *task) until(reply bot.Reply) time.Time {
	private := reply.Response.Data != nil && reply.Response.Data.Flags&dg.MessageFlagsEphemeral != 0
	switch {
	case reply.Later != nil:
		return t.at.Add(tokenLives)
	case private && len(reply.FollowUps) == 0:
		return t.desk.now().Add(t.desk.tellFor)
	}
	return t.at.Add(t.desk.tellFor)
}

// apologise tells who waits that there is no answer because of a mistake of ours. What
// follows takes the place of what was only said meanwhile.
func (t *task) apologise(because error) {
	if t.typing {
		return // nobody waits
	}
	reference := newReference()
	t.desk.log.Error("answer not told", "reference", reference, "interaction", t.i.ID, "subject", subject(t.i), "err", because)
	sorry, ok := t.broken(reference)
	if !ok {
		return
	}
	var err error
	more := t.deferred || t.told
	if more {
		ctx, cancel := context.WithTimeout(t.desk.life, tellWithin)
		defer cancel()
		_, err = t.desk.client.follow(ctx, t.i, sorry.Response.Data)
	}
	if !more || t.unsure && isMissing(err) {
		ctx, cancel := context.WithDeadline(t.desk.life, t.at.Add(answerUntil))
		defer cancel()
		_, err = t.desk.client.respond(ctx, t.i, sorry.Response)
	}
	if err != nil && !isAlready(err) {
		t.desk.log.Warn("apology did not arrive", "reference", reference, "interaction", t.i.ID, "err", err)
	}
}

// first tells the response of a reply. If it is not known whether Discord heard that it comes
// later, it is told as though it had, and where that turns out wrong, in the usual way.
func (t *task) first(ctx context.Context, reply bot.Reply) (*dg.Message, error) {
	quick, cancel := context.WithDeadline(ctx, t.at.Add(answerUntil))
	defer cancel()
	var untold error
	if t.posted {
		sleep(ctx, t.at.Add(postSettles).Sub(t.desk.now()))
	}
	if t.deferred {
		shown, err := t.instead(ctx, reply)
		if !t.unsure || !isMissing(err) && !errors.Is(err, errTooLate) || quick.Err() != nil {
			return shown, err
		}
		untold = err
	}
	shown, err := t.desk.client.respond(quick, t.i, reply.Response)
	switch {
	case err == nil:
		return shown, nil
	case !isAlready(err):
		return nil, errors.Join(err, untold)
	case t.deferred: // either that it comes later has been heard by now, or this has
		if shown, ok := t.arrived(ctx, reply); ok {
			return shown, nil
		}
		return t.instead(ctx, reply)
	case shows(reply.Response.Type): // it arrived when we thought it had not
		return t.desk.client.shown(ctx, t.i)
	}
	return nil, nil
}

// arrived tells whether what Discord has heard is the response of a reply, rather than that it
// comes later, and returns the message that shows it. A change of the message that was pressed
// looks like a promise of one; it does no harm to make it again.
func (t *task) arrived(ctx context.Context, reply bot.Reply) (shown *dg.Message, ok bool) {
	shown, err := t.desk.client.shown(ctx, t.i)
	if err != nil { // a form is no message
		return nil, isMissing(err) && reply.Response.Type == dg.InteractionResponseModal
	}
	promised := shown.Flags&dg.MessageFlagsLoading != 0 || t.i.Message != nil && shown.ID == t.i.Message.ID
	return shown, !promised
}

// instead tells the response of a reply when Discord was told that it comes later.
func (t *task) instead(ctx context.Context, reply bot.Reply) (*dg.Message, error) {
	c, data := t.desk.client, reply.Response.Data
	button := t.i.Type == dg.InteractionMessageComponent
	switch reply.Response.Type {
	case dg.InteractionResponseUpdateMessage:
		return c.fill(ctx, t.i, data)
	case dg.InteractionResponseChannelMessageWithSource:
		private := data.Flags&dg.MessageFlagsEphemeral != 0
		switch {
		case button:
			return c.follow(ctx, t.i, data)
		case private:
			return c.fill(ctx, t.i, data)
		}
		// What was said was for one person's eyes, and the answer is for everybody's.
		if err := c.remove(ctx, t.i); err != nil {
			return nil, err
		}
		return c.follow(ctx, t.i, data)
	case dg.InteractionResponseDeferredChannelMessageWithSource, dg.InteractionResponseDeferredMessageUpdate:
		if t.unsure { // it is said again; if that is not heard either, what comes later finds out
			quick, cancel := context.WithDeadline(ctx, t.at.Add(answerUntil))
			defer cancel()
			t.desk.client.respond(quick, t.i, reply.Response)
		}
		return nil, nil
	}
	return nil, errTooLate
}

// later works out what a reply promised, and puts it in the promise's place.
func (t *task) later(ctx context.Context, reply bot.Reply) (shown *dg.Message, err error) {
	var p *bot.Message
	if reference := t.desk.guard(t.i, func() { p = t.workOut(ctx, reply) }); reference != "" {
		if sorry, ok := t.broken(reference); ok {
			p = sorry.Response.Data
		}
	}
	if p == nil {
		return nil, nil
	}
	c := t.desk.client
	public := p.Flags&dg.MessageFlagsEphemeral == 0
	switch {
	case reply.Response.Type == dg.InteractionResponseDeferredMessageUpdate,
		t.deferred && t.i.Type == dg.InteractionMessageComponent:
		return c.follow(ctx, t.i, p)
	case t.deferred && public:
		if err := c.remove(ctx, t.i); err != nil {
			return nil, err
		}
		return c.follow(ctx, t.i, p)
	}
	return c.fill(ctx, t.i, p)
}

// workOut works out what a reply promised, if those for whom it is have work left.
func (t *task) workOut(ctx context.Context, reply bot.Reply) *bot.Message {
	d := t.desk
	select {
	case d.atLength <- struct{}{}:
		defer func() { <-d.atLength }()
	case <-ctx.Done():
		return nil
	}
	person, place := asks(t.i)
	if wait := d.waits(person, place); wait > 0 { // what was before it was too much
		return d.answerer.TooMuchWork(t.i, wait).Response.Data
	}
	began := d.now()
	defer func() { d.worked(person, place, d.now().Sub(began)) }()
	return reply.Later(ctx)
}
