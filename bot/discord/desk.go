package discord

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
)

// Answerer knows what to say. [bot.Bot] is one.
type Answerer interface {
	// Handle answers an interaction, or tells that it needs no answer.
	Handle(context.Context, *dg.Interaction) (bot.Reply, bool)
	// Broken answers an interaction that could not be dealt with because of a mistake of
	// ours, of which the log knows more by a reference.
	Broken(i *dg.Interaction, reference string) bot.Reply
	// Busy answers an interaction of somebody, or in a place, that asks too much at once.
	Busy(i *dg.Interaction) bot.Reply
	// IsLook tells whether an interaction only looks at something, and changes nothing.
	IsLook(i *dg.Interaction) bool
	// TooMuchWork answers an interaction of somebody, or in a place, for whom so much was
	// worked that they have to wait.
	TooMuchWork(i *dg.Interaction, wait time.Duration) bot.Reply
}

// The times that rule answers. Discord forgets an interaction after three seconds.
const (
	usualDefer  = 400 * time.Millisecond  // it is acknowledged by then
	postSettles = 750 * time.Millisecond  // Discord has heard by then what a post was answered
	soonEnough  = 250 * time.Millisecond  // what waits longer for its turn is acknowledged when it arrives
	answerUntil = 2800 * time.Millisecond // first answers are not tried after
	tokenLives  = 14 * time.Minute        // further ones are not tried after, nor thought about
	tellWithin  = 12 * time.Second        // what everybody reads is not tried after: soon its news is told by other means
)

// littleWork is how long a processor may work for one interaction before that counts against
// the budgets of those for whom it works.
const littleWork = 50 * time.Millisecond

// usualWork is how long a processor works for an interaction, with all that Discord is told.
const usualWork = 5 * time.Millisecond

// The most that is done at once.
const (
	mostAtWork        = 8192           // interactions
	mostTyping        = 64             // of them completions of what is being typed
	mostRemembered    = 2 * mostAtWork // interactions that have arrived
	mostAcknowledging = 256
	handledTogether   = 4 // interactions for each processor: some of them wait for the disk
)

// While interactions wait so long for their turn, completions are dropped, and who only looks
// at something is told to come back later.
const (
	noTimeToComplete = 500 * time.Millisecond
	noTimeToLook     = 2 * time.Second
)

// Limits are how much one person, and all in one place, may ask. Zeros mean the usual.
type Limits struct {
	Person Rate // commands and controls
	Typing Rate // completions of what a person is typing
	Place  Rate // everything that is granted to persons

	// What takes long to answer, such as a replay, in seconds of work.
	PersonWork, PlaceWork Rate
}

// DefaultLimits are far beyond what people do who play.
var DefaultLimits = Limits{
	Person: Rate{12, 1.5}, Typing: Rate{60, 10}, Place: Rate{300, 60},
	PersonWork: Rate{5, 0.05}, PlaceWork: Rate{20, 0.25},
}

// Outcome is what became of an interaction, for whoever counts.
type Outcome struct {
	Subject string // a command, "control" or "form"
	Typing  bool   // it was a completion
	Result  Result
	Took    time.Duration // from its arrival until its answer was taken
}

// Result is how it went with an interaction.
type Result string

const (
	Answered   Result = "answered"
	Deferred   Result = "deferred"    // answered in the end, but not at once
	Unheard    Result = "unheard"     // Discord did not take the answer
	Refused    Result = "refused"     // somebody asks too much
	TurnedAway Result = "turned away" // all together ask too much, or the desk is closed
	Panicked   Result = "panicked"    // we made a mistake
	Duplicate  Result = "duplicate"
)

// Desk takes interactions as they arrive, has them answered, and tells Discord, in time:
// what happens in one channel, and what one user types, in its order, and everything else at
// once.
type Desk struct {
	answerer Answerer
	client   *Client
	log      *slog.Logger
	now      func() time.Time
	observe  func(Outcome)
	person   *limiter
	typing   *limiter
	place    *limiter
	byPerson *limiter      // seconds of work
	byPlace  *limiter      // likewise
	atLength chan struct{} // held by each who works out an answer that takes long
	acks     chan struct{} // held by each who acknowledges an interaction
	deferAt  time.Duration // after the arrival
	tellFor  time.Duration // how long it is tried to tell an answer; one for everybody, from the arrival

	mu       sync.Mutex
	lanes    map[string][]*task // what waits for another of its channel, or of what a user types
	arrived  map[string]bool
	order    []string // the keys of arrived, and where the oldest is
	oldest   int
	atWork   int
	waiting  int           // of these, interactions whose turn has not come
	handling int           // and those that are handled, or whose answers are drawn
	acking   int           // and those that are being acknowledged
	turns    *sync.Cond    // more can be handled
	pace     time.Duration // how long handling one takes
	typists  int
	typed    map[string]*task // what each person has typed last, while it is being completed
	closed   bool
	work     sync.WaitGroup
	life     context.Context
	end      context.CancelFunc
}

// DeskConfig is what a Desk needs from outside.
type DeskConfig struct {
	Answerer Answerer
	Client   *Client
	Limits   Limits
	Log      *slog.Logger
	// Observe is told of every interaction; it must be quick. It may be nil.
	Observe func(Outcome)
}

// NewDesk returns a desk.
func NewDesk(c DeskConfig) *Desk {
	usual := func(r, otherwise Rate) Rate {
		if r == (Rate{}) {
			return otherwise
		}
		return r
	}
	if c.Observe == nil {
		c.Observe = func(Outcome) {}
	}
	d := &Desk{
		answerer: c.Answerer, client: c.Client, log: c.Log, now: time.Now, observe: c.Observe,
		person:   newLimiter(usual(c.Limits.Person, DefaultLimits.Person), time.Now),
		typing:   newLimiter(usual(c.Limits.Typing, DefaultLimits.Typing), time.Now),
		place:    newLimiter(usual(c.Limits.Place, DefaultLimits.Place), time.Now),
		byPerson: newLimiter(usual(c.Limits.PersonWork, DefaultLimits.PersonWork), time.Now),
		byPlace:  newLimiter(usual(c.Limits.PlaceWork, DefaultLimits.PlaceWork), time.Now),
		// Half of the processors are left to those who play.
		atLength: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		acks:     make(chan struct{}, mostAcknowledging),
		deferAt:  usualDefer, tellFor: tellWithin,
		lanes: map[string][]*task{}, typed: map[string]*task{}, arrived: map[string]bool{}, order: make([]string, mostRemembered),
	}
	d.turns = sync.NewCond(&d.mu)
	d.life, d.end = context.WithCancel(context.Background())
	return d
}

// Take takes an interaction that came over the gateway. It returns at once; false says that
// the desk is closed, or has more work than it can do.
func (d *Desk) Take(i *dg.Interaction) bool {
	_, ok := d.take(i, false)
	return ok
}

// TakePost takes an interaction that was posted. A deferral is the response to the post: the
// answer comes later. If it is nil, the answer comes over the API.
func (d *Desk) TakePost(i *dg.Interaction) (deferral *bot.Response, ok bool) {
	return d.take(i, true)
}

func (d *Desk) take(i *dg.Interaction, posted bool) (deferral *bot.Response, ok bool) {
	t := &task{desk: d, i: i, at: d.now(), typing: i.Type == dg.InteractionApplicationCommandAutocomplete}
	d.client.limits.reopen(i.ChannelID)
	person, place := asks(i)
	d.mu.Lock()
	defer d.mu.Unlock()
	wait := d.turnIn(t.lane(person))
	switch {
	case d.closed, d.atWork >= mostAtWork, t.typing && (d.typists >= mostTyping || wait > noTimeToComplete):
		d.observe(Outcome{Subject: subject(i), Typing: t.typing, Result: TurnedAway})
		return nil, false
	case d.arrived[i.ID]:
		d.observe(Outcome{Subject: subject(i), Typing: t.typing, Result: Duplicate})
		return nil, true
	}
	delete(d.arrived, d.order[d.oldest])
	d.arrived[i.ID], d.order[d.oldest] = true, i.ID
	d.oldest = (d.oldest + 1) % len(d.order)

	byPerson := d.person
	if t.typing {
		byPerson = d.typing
	}
	admitted := byPerson.admit(person)
	if admitted == granted { // what is refused to one person takes nothing from the others there
		admitted = d.place.admit(place)
	}
	switch {
	case admitted == ignored:
		d.observe(Outcome{Subject: subject(i), Typing: t.typing, Result: Refused})
		return nil, true
	case admitted == refused:
		t.refused = Refused
	case wait > noTimeToLook && d.answerer.IsLook(i):
		t.refused = TurnedAway
	}

	d.atWork++
	d.work.Add(1)
	t.life, t.end = context.WithTimeout(d.life, tokenLives)
	if t.refused != "" {
		go func() {
			defer d.done(t)
			t.answer(t.hear())
		}()
		return nil, true
	}
	switch {
	case t.typing:
		d.typists++
		if before := d.typed[person]; before != nil {
			before.end() // nobody waits for what completes a text that has changed since
		}
		d.typed[person] = t
	case wait <= soonEnough:
		t.patience = time.AfterFunc(d.deferAt, t.stall)
	case posted:
		deferral = t.deferral()
		t.deferred, t.unsure, t.posted = true, true, true
		t.acknowledged.Store(true)
	default:
		d.acking++
		t.sent = sync.OnceFunc(d.acknowledged)
		go func() {
			defer t.sent()
			t.stall()
		}()
	}
	d.waiting++
	key := t.lane(person)
	lane, busy := d.lanes[key]
	d.lanes[key] = append(lane, t)
	if !busy {
		go d.drain(key)
	}
	return deferral, true
}

// turnIn estimates how long an interaction waits that comes to a lane now: for those before it
// in the lane, and for all others to have a processor.
func (d *Desk) turnIn(lane string) time.Duration {
	others := time.Duration(d.waiting) * usualWork / time.Duration(runtime.GOMAXPROCS(0))
	return max(others, d.pace*time.Duration(len(d.lanes[lane])))
}

// mostHandling is how many interactions are handled at once: one, while a processor is needed
// to acknowledge others.
func (d *Desk) mostHandling() int {
	if d.acking > 0 {
		return 1
	}
	return handledTogether * runtime.GOMAXPROCS(0)
}

// drain handles what waits in a lane, one after another. Answers are drawn, and Discord is
// told, beside that.
func (d *Desk) drain(key string) {
	for {
		d.mu.Lock()
		lane := d.lanes[key]
		if len(lane) == 0 {
			delete(d.lanes, key)
			d.mu.Unlock()
			return
		}
		t := lane[0]
		d.lanes[key] = lane[1:]
		d.mu.Unlock()
		began := d.begin()
		reply, ok := t.hear()
		go func() {
			defer d.done(t)
			reply = t.finish(reply)
			d.handled(began)
			t.answer(reply, ok)
		}()
	}
}

// begin waits until it is the turn of an interaction.
func (d *Desk) begin() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.handling >= d.mostHandling() {
		d.turns.Wait()
	}
	d.handling++
	d.waiting--
	return d.now()
}

// acknowledged notes that Discord is being told that an answer comes later.
func (d *Desk) acknowledged() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.acking--
	d.wake()
}

// wake lets as many begin as there is room for.
func (d *Desk) wake() {
	for range d.mostHandling() - d.handling {
		d.turns.Signal()
	}
}

// handled notes how long handling an interaction took.
func (d *Desk) handled(began time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.handling--
	d.wake()
	d.pace += (d.now().Sub(began) - d.pace) / 16
}

// worked counts work against the budgets of who asked for it, and of the place. Who has none
// left waits for what takes long, and who owes half as much as they have at once, for all.
func (d *Desk) worked(person, place string, took time.Duration) {
	d.byPerson.spend(person, took.Seconds())
	d.byPlace.spend(place, took.Seconds())
}

// waits returns how long it takes until something that takes long is worked out for somebody
// in a place.
func (d *Desk) waits(person, place string) time.Duration {
	return max(d.byPerson.wait(person, 0), d.byPlace.wait(place, 0))
}

func (d *Desk) done(t *task) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.atWork--
	t.end()
	if t.typing {
		d.typists--
		if person, _ := asks(t.i); d.typed[person] == t {
			delete(d.typed, person)
		}
	}
	d.work.Done()
}

// Close takes nothing more, and waits for what was taken, or for the context to end.
func (d *Desk) Close(ctx context.Context) error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	idle := make(chan struct{})
	go func() {
		d.work.Wait()
		close(idle)
	}()
	defer d.end()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return errors.New("some answers were not finished in time; what was decided is kept, and will be told after the next start")
	}
}

// guard runs something of which a panic must hurt nothing else; it returns the reference
// by which the log knows one.
func (d *Desk) guard(i *dg.Interaction, f func()) (reference string) {
	defer func() {
		if p := recover(); p != nil {
			reference = newReference()
			d.log.Error("panic", "reference", reference, "interaction", i.ID, "subject", subject(i), "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
	return ""
}

// newReference returns what people can quote who report a mistake of ours.
func newReference() string { return rand.Text()[:8] }
