package discord

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/internal/rate"
	"doublecorner/internal/recent"
)

// Handler responds to interactions.
type Handler interface {
	// Handle returns the response to an interaction, or false if it needs none.
	Handle(context.Context, delivery.Interaction) (delivery.Response, bool)
	// Draw composes what a response composes that is not slow, which takes a while. deferred says that Discord was told to
	// wait.
	Draw(ctx context.Context, r delivery.Response, deferred bool) delivery.Response
	// Shown is called once for each response: with the message that Discord shows, or with the error.
	Shown(ctx context.Context, i *dg.Interaction, r delivery.Response, shown *dg.Message, err error)
	// InternalError returns the response to an interaction whose handler panicked, or whose
	// response could not be sent. The reference is that of the log entry.
	InternalError(i *dg.Interaction, reference string) delivery.Response
	// Busy returns the response to an interaction of a user or guild that makes too many, or when there are too many in all.
	Busy(ctx context.Context, i *dg.Interaction) delivery.Response
	// ReadsOnly reports whether an interaction only shows something, and changes nothing.
	ReadsOnly(i *dg.Interaction) bool
	// OpensModal reports whether the response to an interaction can be a modal.
	OpensModal(i *dg.Interaction) bool
	// Budget returns how long a processor may work for what is deferred of the response to an interaction.
	Budget(i *dg.Interaction) time.Duration
	// OverBudget returns the response to a slow interaction of a user or guild whose interactions took
	// too much work. It must wait for the given time.
	OverBudget(ctx context.Context, i *dg.Interaction, wait time.Duration) delivery.Response
}

// Times after the arrival of an interaction. Discord discards an interaction without a response
// after three seconds.
const (
	deferAfter            = 400 * time.Millisecond  // when it is deferred, unless it has a response
	modalPatience         = 1600 * time.Millisecond // how much later, if the response can be a modal: after a deferral there is none
	postSettleTime        = 750 * time.Millisecond  // when Discord has read the response to a signed post
	maxUnacknowledgedWait = 250 * time.Millisecond  // an interaction that waits longer for its turn is deferred when it arrives
	maxAutocompleteWait   = 500 * time.Millisecond  // autocompletes that wait longer are dropped
	maxReadWait           = 2 * time.Second         // interactions that only read and wait longer are answered by Handler.Busy
	responseDeadline      = 2800 * time.Millisecond // the last try of an initial response
	tokenLifetime         = 14 * time.Minute        // the last try of any other response
	sendTimeout           = 12 * time.Second        // the last try of a public response, because its announcements are soon delivered by other means
)

// Limits of what is done at the same time.
const (
	maxAccepted         = 8192            // interactions; those above are answered by Handler.Busy
	maxRefused          = 4096            // interactions that are answered so; those above are dropped
	maxAutocompletes    = 64              // autocompletes
	maxArrived          = 2 * maxAccepted // IDs of interactions that are remembered
	maxAcknowledging    = 256             // deferrals
	handledPerProcessor = 4               // interactions; some of them wait for the disk
)

// Processor times of an interaction.
const (
	freeWork    = 50 * time.Millisecond // above this, it counts against the budgets of its user and guild
	mostWork    = 5 * freeWork          // before its answer or deferral: then its context ends. No request takes freeWork here, and processors differ
	typicalWork = 5 * time.Millisecond  // with its requests to Discord
)

// During a rush every interaction is deferred and none is handled, because deferrals need the
// processors. A rush ends rushPause after its last deferral. rushRate limits the seconds of
// rushes, because interactions must be handled even if they never stop arriving.
const rushPause = 50 * time.Millisecond

var rushRate = rate.Limit{AtOnce: 2, ASecond: 0.1}

// refusedPause is how long refused interactions are summed for the log.
const refusedPause = 10 * time.Second

// Rates limit the interactions of each user and each guild. A zero limit means the default.
type Rates struct {
	User         rate.Limit // commands and components
	Autocomplete rate.Limit // autocompletes of a user
	Guild        rate.Limit // all interactions in a guild or DM

	// UserWork and GuildWork limit the seconds of work for responses that take long, such as a
	// replay.
	UserWork, GuildWork rate.Limit
}

// DefaultRates are far above what players need.
var DefaultRates = Rates{
	User: rate.Limit{AtOnce: 12, ASecond: 1.5}, Autocomplete: rate.Limit{AtOnce: 60, ASecond: 10}, Guild: rate.Limit{AtOnce: 300, ASecond: 60},
	UserWork: rate.Limit{AtOnce: 5, ASecond: 0.05}, GuildWork: rate.Limit{AtOnce: 20, ASecond: 0.25},
}

// Handled describes a finished interaction.
type Handled struct {
	Subject      string // the name of a command, "component" or "modal"
	Autocomplete bool
	Status       Status
	Took         time.Duration // from arrival until Discord accepted the response
}

// Status says how an interaction ended.
type Status string

const (
	Answered    Status = "answered"
	Deferred    Status = "deferred"     // answered after a deferral
	Undelivered Status = "undelivered"  // Discord did not accept the response
	Failed      Status = "failed"       // the response says that the request failed by a fault of the bot, or of what it needs
	RateLimited Status = "rate limited" // the user or guild makes too many interactions
	Overloaded  Status = "overloaded"   // there are too many interactions in all, or the dispatcher is closed
	Panicked    Status = "panicked"     // the handler or the response panicked
	Duplicate   Status = "duplicate"
)

// Dispatcher accepts interactions, has a Handler handle them, and sends the responses in time. It
// handles the interactions of a channel one after another, and also the autocompletes of a user.
// Channels and users are handled in parallel.
type Dispatcher struct {
	handler          Handler
	client           *Client
	log              *slog.Logger
	now              func() time.Time
	observe          func(Handled)
	begin, end       func()
	userRate         *rate.Limiter[string]
	autocompleteRate *rate.Limiter[string]
	guildRate        *rate.Limiter[string]
	userWork         *rate.Limiter[string] // seconds of work
	guildWork        *rate.Limiter[string] // seconds of work
	slots            chan struct{}         // held while an interaction is handled, and its board is drawn
	slowSlots        chan struct{}         // held while a slow response is composed
	ackSlots         chan struct{}         // held while a deferral is sent
	deferAfter       time.Duration         // changed by tests
	sendTimeout      time.Duration         // of private responses from their first try, of public ones from the arrival

	mu             sync.Mutex
	lanes          map[string][]*responder       // waiting interactions, by channel or typing user
	arrived        *recent.Map[string, struct{}] // IDs of interactions
	accepted       int                           // interactions that are not finished
	waiting        int                           // interactions that nobody handles yet
	rushBudget     *rate.Limiter[string]         // seconds that rushes may still take
	rushEnds       time.Time                     // no interaction is handled before
	handlingTime   time.Duration                 // average time that handling an interaction takes
	autocompleting int                           // autocompletes that are not finished
	latestTyped    map[string]*responder         // the last autocomplete of each user, until it is finished
	refused        map[Status]int                // interactions that the log has not told of
	closed         bool
	responders     sync.WaitGroup
	ctx            context.Context
	cancel         context.CancelFunc
}

// DispatcherConfig is what a Dispatcher needs.
type DispatcherConfig struct {
	Handler Handler
	Client  *Client
	Rates   Rates
	Log     *slog.Logger
	// Observe is called with each finished interaction. It must be fast. It may be nil.
	Observe func(Handled)
	// Begin is called when the handling of an interaction begins, and End when its message is composed. They
	// must be fast. They may be nil.
	Begin, End func()
}

// NewDispatcher returns a dispatcher.
func NewDispatcher(c DispatcherConfig) *Dispatcher {
	if c.Observe == nil {
		c.Observe = func(Handled) {}
	}
	if c.Begin == nil {
		c.Begin, c.End = func() {}, func() {}
	}
	var d *Dispatcher
	limiter := func(of rate.Limit) *rate.Limiter[string] {
		return rate.NewLimiter[string](of, func() time.Time { return d.now() })
	}
	d = &Dispatcher{
		handler: c.Handler, client: c.Client, log: c.Log, now: time.Now, observe: c.Observe, begin: c.Begin, end: c.End,
		userRate:         limiter(cmp.Or(c.Rates.User, DefaultRates.User)),
		autocompleteRate: limiter(cmp.Or(c.Rates.Autocomplete, DefaultRates.Autocomplete)),
		guildRate:        limiter(cmp.Or(c.Rates.Guild, DefaultRates.Guild)),
		userWork:         limiter(cmp.Or(c.Rates.UserWork, DefaultRates.UserWork)),
		guildWork:        limiter(cmp.Or(c.Rates.GuildWork, DefaultRates.GuildWork)),
		slots:            make(chan struct{}, handledPerProcessor*runtime.GOMAXPROCS(0)),
		// The other half of the processors is left to moves.
		slowSlots:  make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		ackSlots:   make(chan struct{}, maxAcknowledging),
		deferAfter: deferAfter, sendTimeout: sendTimeout,
		lanes: map[string][]*responder{}, latestTyped: map[string]*responder{}, refused: map[Status]int{},
		arrived: recent.NewMap[string, struct{}](maxArrived), rushBudget: limiter(rushRate),
	}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// Dispatch accepts an interaction from the gateway. It returns at once. It returns false if the
// dispatcher is closed or overloaded.
func (d *Dispatcher) Dispatch(i delivery.Interaction) bool {
	_, ok := d.dispatch(i, false)
	return ok
}

// dispatch accepts, drops or rejects an interaction, and starts what responds to it. It returns the deferral with
// which a signed post is to be answered, or nil if the response is sent over the API alone.
func (d *Dispatcher) dispatch(i delivery.Interaction, posted bool) (deferral *message.Response, ok bool) {
	i.Arrived = d.now()
	r := &responder{dispatcher: d, i: i.Interaction, received: i, autocomplete: i.Type == dg.InteractionApplicationCommandAutocomplete}
	r.declare()
	d.client.limits.reopen(i.ChannelID)
	if data, ok := i.Data.(dg.ApplicationCommandInteractionData); ok && data.Resolved != nil {
		for id := range data.Resolved.Channels { // which a moderator may have opened to the bot
			d.client.limits.reopen(id)
		}
	}
	drop := func(s Status) {
		d.countRefused(s)
		d.observe(Handled{Subject: subject(i.Interaction), Autocomplete: r.autocomplete, Status: s})
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	_, duplicate := d.arrived.Get(i.ID)
	wait := d.laneWait(r.lane())
	switch {
	case d.closed, d.accepted >= maxAccepted+maxRefused, r.autocomplete && (d.autocompleting >= maxAutocompletes || wait > maxAutocompleteWait):
		drop(Overloaded)
		return nil, false
	case duplicate:
		drop(Duplicate)
		return nil, true
	}
	d.arrived.Put(i.ID, struct{}{})
	d.accepted++
	d.responders.Add(1)
	r.ctx, r.cancel = context.WithTimeout(d.ctx, tokenLifetime)
	switch {
	case r.panicked != "":
		r.rejected = Panicked
	case !d.admit(r):
		r.rejected = RateLimited
	case d.accepted > maxAccepted, wait > maxReadWait && r.readsOnly:
		r.rejected = Overloaded
	}
	if r.rejected != "" {
		d.countRefused(r.rejected)
		go d.refuse(r)
		return nil, true
	}
	if r.autocomplete {
		d.supersede(r)
	} else {
		deferral = d.acknowledge(r, wait, posted)
	}
	d.waiting++
	lane, busy := d.lanes[r.lane()]
	d.lanes[r.lane()] = append(lane, r)
	if !busy {
		go d.runLane(r.lane())
	}
	return deferral, true
}

// admit decides about an interaction by the rates of its user and its guild. A user above their rate does not
// use up the rate of the guild.
func (d *Dispatcher) admit(r *responder) bool {
	user, guild := requester(r.i)
	own := d.userRate
	if r.autocomplete {
		own = d.autocompleteRate
	}
	return own.Admit(user) && d.guildRate.Admit(guild)
}

// refuse answers an interaction that is not handled. Discord takes few answers at once; one that comes too late is not sent.
func (d *Dispatcher) refuse(r *responder) {
	defer d.finish(r)
	d.ackSlots <- struct{}{}
	defer func() { <-d.ackSlots }()
	r.respond(r.handle())
}

// countRefused counts an interaction that is not handled. The log gets the sum of those that come within refusedPause.
func (d *Dispatcher) countRefused(s Status) {
	if s != RateLimited && s != Overloaded {
		return
	}
	if len(d.refused) == 0 {
		time.AfterFunc(refusedPause, d.logRefused)
	}
	d.refused[s]++
}

func (d *Dispatcher) logRefused() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.log.Warn("interactions were refused", "rate_limited", d.refused[RateLimited], "overloaded", d.refused[Overloaded])
	clear(d.refused)
}

// supersede makes an autocomplete the latest of its user, and cancels the one before: the text has changed since.
func (d *Dispatcher) supersede(r *responder) {
	d.autocompleting++
	user, _ := requester(r.i)
	if before := d.latestTyped[user]; before != nil {
		before.cancel()
	}
	d.latestTyped[user] = r
}

// acknowledge has an interaction deferred: after a while if it waits only shortly, else at once. The deferral
// of a signed post is returned.
func (d *Dispatcher) acknowledge(r *responder, wait time.Duration, posted bool) (deferral *message.Response) {
	switch {
	case r.opensModal:
		r.deferTimer = time.AfterFunc(d.deferAfter+modalPatience, r.sendDeferral)
	case wait <= maxUnacknowledgedWait:
		r.deferTimer = time.AfterFunc(d.deferAfter, r.sendDeferral)
	case posted:
		deferral = r.deferral()
		r.deferred, r.uncertain, r.deferredByPost = true, true, true
		r.acknowledged.Store(true)
		d.extendRush()
	default:
		d.extendRush()
		go func() {
			r.sendDeferral()
			d.mu.Lock()
			defer d.mu.Unlock()
			d.extendRush()
		}()
	}
	return deferral
}

// spendWork counts work against the budgets of the user and the guild of an interaction. Without a
// budget they wait for slow responses, and for nothing else: what some users do delays no move of others.
func (d *Dispatcher) spendWork(i *dg.Interaction, took time.Duration) {
	user, guild := requester(i)
	d.userWork.Spend(user, took.Seconds())
	d.guildWork.Spend(guild, took.Seconds())
}

// workWait returns how long a user and a guild must wait for a slow response, until neither has a debt.
func (d *Dispatcher) workWait(i *dg.Interaction) time.Duration {
	user, guild := requester(i)
	return max(d.userWork.Wait(user), d.guildWork.Wait(guild))
}

// finish removes a finished interaction.
func (d *Dispatcher) finish(r *responder) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.accepted--
	r.cancel()
	if r.autocomplete && r.rejected == "" {
		d.autocompleting--
		if user, _ := requester(r.i); d.latestTyped[user] == r {
			delete(d.latestTyped, user)
		}
	}
	d.responders.Done()
}

// Close accepts no more interactions, and waits until all accepted ones are finished or the
// context ends.
func (d *Dispatcher) Close(ctx context.Context) error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	idle := make(chan struct{})
	go func() {
		d.responders.Wait()
		close(idle)
	}()
	defer d.cancel()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return errors.New("some responses were not finished in time; what was decided is stored, and will be announced after the next start")
	}
}

// newReference returns a reference to a log entry, which users can quote.
func newReference() string { return rand.Text()[:8] }
