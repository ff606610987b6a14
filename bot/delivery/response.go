package delivery

import (
	"context"
	"errors"
	"slices"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Response is the response to a request, and what is delivered with it.
type Response struct {
	Message   *message.Builder
	Placement Placement
	Choices   []*message.Choice // of an option that is being typed; instead of a message
	Modal     *message.Modal    // instead of a message
	// Compose composes the message, instead of Message, while the channel's next request is
	// handled. It is called also if the response cannot be sent, but not for a board that comes too
	// late. If it returns nil, the board's notice is the message, and the board is announced.
	Compose func(context.Context) *message.Builder
	// Slow says that Compose takes long, so that Discord shows the user that the bot works on it, unless Placement is
	// Replace. Private says whether the message will be private.
	Slow, Private bool

	// Think does what Compose of a slow response waits for. Others are composed meanwhile.
	Think func(context.Context)

	// Board is the board that the request made out of date.
	Board *Board
	// Announcements are delivered once Message, or the board, is.
	Announcements []game.AnnouncementID
	// Challenge is the open challenge that Message shows.
	Challenge game.ChallengeID
	// Closed is the challenge that the request closed.
	Closed game.ChallengeID
	// Before is what the message whose component was used becomes if Placement is Follow; nil: it
	// loses its buttons.
	Before *message.Builder
	// Outdated says that the buttons of the message whose component was used are to be removed.
	Outdated bool
}

// IsNote reports whether the message is a note about a game.
func (r *Response) IsNote() bool { return r.Board != nil && r.Board.In == Unchanged }

// Board is the board of a game, which a request made out of date.
type Board struct {
	Game     *game.Game
	Mentions Mentions
	In       Target
	Notice   *message.Builder // takes the place of a board that is not composed, or comes too late
	// Parent is the channel in which a thread of that name is created.
	Parent game.RoomID
	Thread string
}

// Target is where a board is shown.
type Target uint8

const (
	InResponse Target = iota // the board is the message of the response
	InMessage                // the message that shows the game is edited
	InChannel                // a new message in the game's channel
	InThread                 // a new message in a new thread
	Unchanged                // it stays as it is, and the response is a note: see IsNote
)

// Placement is where the message of a response goes.
type Placement uint8

const (
	Beside  Placement = iota // it is a message of its own
	Follow                   // so it is, and the message whose component was used becomes Response.Before
	Replace                  // it replaces the message whose component was used
)

// Plan is how the transport responds to an interaction.
type Plan struct {
	Response  *message.Response
	FollowUps []*message.Message
	// Think, if set, is called before Later, while the Later of other plans may be called.
	Think func(context.Context)
	// Later, if set, composes what Response promises. It is called once.
	Later func(context.Context) *message.Message
	// Draw, if set, makes the rest of the plan, which takes a while: all else is empty before.
	// deferred says that Discord was told to wait.
	Draw func(ctx context.Context, deferred bool) Plan
	// Done is called once: with the message that Discord shows, or with the error.
	Done func(ctx context.Context, shown *dg.Message, err error)
}

// Plan returns how the transport sends a response.
func (c *Courier) Plan(i *dg.Interaction, r Response) Plan {
	if r.Compose == nil || r.Slow {
		return c.plan(i, r)
	}
	return Plan{Draw: func(ctx context.Context, deferred bool) Plan {
		c.draw(ctx, &r, deferred)
		return c.plan(i, r)
	}}
}

// draw composes the message of a response, unless a later response shows a newer board.
func (c *Courier) draw(ctx context.Context, r *Response, deferred bool) {
	if r.Board != nil && deferred {
		g := r.Board.Game
		if now, err := c.referee.UnrestrictedGame(ctx, g.ID); err == nil && now.Seq() > g.Seq() {
			r.omitBoard()
			return
		}
	}
	if m := r.Compose(ctx); m != nil {
		r.Message = m
	} else {
		r.omitBoard()
	}
}

// omitBoard replaces the board of a response by its notice.
func (r *Response) omitBoard() {
	r.Message, r.Board, r.Announcements = r.Board.Notice, nil, nil
	if r.Placement == Replace {
		r.Placement = Beside
	}
}

func (c *Courier) plan(i *dg.Interaction, r Response) Plan {
	p := Plan{Response: &message.Response{}, Done: func(ctx context.Context, shown *dg.Message, err error) { c.done(ctx, i, r, shown, err) }}
	switch {
	case i.Type == dg.InteractionApplicationCommandAutocomplete:
		choices := append([]*message.Choice{}, r.Choices...) // Discord accepts no null
		p.Response.Type, p.Response.Data = dg.InteractionApplicationCommandAutocompleteResult, &message.Message{Choices: choices}
	case r.Modal != nil:
		p.Response.Type, p.Response.Data = dg.InteractionResponseModal, r.Modal.Build()
	case r.Slow:
		p.Response.Type, p.Response.Data = dg.InteractionResponseDeferredChannelMessageWithSource, &message.Message{}
		if r.Private {
			p.Response.Data.Flags = dg.MessageFlagsEphemeral
		}
		if r.Placement == Replace {
			p.Response.Type, p.Response.Data = dg.InteractionResponseDeferredMessageUpdate, nil
		}
		p.Think = r.Think
		p.Later = func(ctx context.Context) *message.Message { return r.Compose(ctx).Build() }
	case r.Placement == Follow:
		p.Response.Type, p.Response.Data = dg.InteractionResponseUpdateMessage, message.WithoutControls(i.Message)
		if r.Before != nil {
			p.Response.Data = r.Before.Build()
		}
		p.FollowUps = []*message.Message{r.Message.Build()}
	case r.Placement == Replace:
		p.Response.Type, p.Response.Data = dg.InteractionResponseUpdateMessage, r.Message.Build()
	default:
		p.Response.Type, p.Response.Data = dg.InteractionResponseChannelMessageWithSource, r.Message.Build()
	}
	return p
}

// done delivers what belongs to a response once the transport knows whether Discord shows it.
func (c *Courier) done(ctx context.Context, i *dg.Interaction, r Response, shown *dg.Message, err error) {
	if r.Board == nil || r.Board.In != InThread { // deliverBoard does it
		used := i.Message
		if r.Board != nil { // the response could not link to the board of the game that the challenge began
			used = nil
		}
		defer c.closeQuestion(question{challenge: r.Closed}, used)
	}
	if r.Board != nil {
		defer c.closeOffers(r.Board.Game, i.Message)
	}
	if at, ok := whereIs(i.Message); ok && r.Outdated {
		c.refresh(at)
	}
	if r.Board != nil && r.Board.In != InResponse && !r.IsNote() {
		c.deliverBoard(ctx, r.Board, r.Announcements, r.Closed)
		r.Board, r.Announcements = nil, nil
	}
	if err != nil {
		c.log.Warn("response did not arrive", "interaction", i.ID, "err", err)
		return
	}
	var g *game.Game
	if r.IsNote() {
		c.openOffers(r.Board.Game, r.Board.Game.Seq()-1, shown)
	} else if r.Board != nil {
		g = r.Board.Game
	}
	var updated *dg.Message
	if r.Placement == Follow && r.Before != nil { // otherwise it still has its picture
		updated = i.Message
	}
	if err := c.record(ctx, g, shown, updated, r.Announcements); err != nil { // Announce delivers them
		c.log.Error("delivery not recorded", "interaction", i.ID, "err", err)
	}
	if r.Challenge != "" {
		c.openQuestion(question{challenge: r.Challenge}, shown)
	}
}

// deliverBoard delivers a board apart from the response. The message of the challenge that began the
// game then says in which thread it is.
func (c *Courier) deliverBoard(ctx context.Context, b *Board, announcements []game.AnnouncementID, closed game.ChallengeID) {
	g := b.Game
	channel := g.Room
	switch b.In {
	case InMessage: // an edit notifies nobody
		c.addPending(g.ID, batch{ids: announcements})
		c.refresh(shownMessage{channel: g.Room, id: g.Post, game: g.ID})
		return
	case InThread:
		var err error
		if channel, err = c.discord.Thread(ctx, b.Parent, b.Thread); err != nil {
			c.log.Info("game without a thread", "game", g.ID, "err", err)
			channel = b.Parent
		}
	}
	delivers := batch{announcements, b.Mentions, g.Seq() - 1}
	if b.In == InThread {
		delivers.since = JustBegun
	}
	c.postBoard(g, channel, delivers, func() {
		if b.In == InThread {
			c.closeQuestion(question{challenge: closed}, nil)
		}
	})
}

// question is what a message asks a user: an open challenge, or an offer in a game.
type question struct {
	challenge game.ChallengeID
	game      game.GameID
	offer     game.Offer
}

// openQuestion remembers which message asks a question.
func (c *Courier) openQuestion(q question, shown *dg.Message) {
	at, ok := whereIs(shown)
	if !ok {
		return
	}
	c.questions.Put(q, at)
	if q.challenge != "" && c.patience > 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.waiting = append(c.waiting, waitingChallenge{q.challenge, at.channel, c.now().Add(c.patience)})
		c.waiting = c.waiting[max(0, len(c.waiting)-maxQuestions):]
	}
}

// waitingChallenge is an open challenge whose message is composed anew if nobody accepts it for a while.
type waitingChallenge struct {
	challenge game.ChallengeID
	channel   game.RoomID
	until     time.Time
}

// maxRecalled is how many challenges are looked through when the process starts.
const maxRecalled = 100_000

// Recall has the courier look for what another process left, because this one has taken guilds over.
func (c *Courier) Recall() { c.recalls.Store(true) }

// recall looks for what another process left, if that is to be done.
func (c *Courier) recall(ctx context.Context) error {
	if !c.recalls.Swap(false) {
		return nil
	}
	before, now := c.recalled, c.now()
	err := errors.Join(c.recallChallenges(ctx, before), c.recallTournaments(ctx, before))
	if err != nil {
		c.recalls.Store(true)
		return err
	}
	c.recalled = now
	return nil
}

// longestTakeover is longer than nobody delivers what is due in a guild, unless no process runs.
const longestTakeover = time.Minute

// recallChallenges has those challenges wait that did when the last process ended, or when another one gave their
// guild up, after a time.
func (c *Courier) recallChallenges(ctx context.Context, before time.Time) error {
	if c.patience == 0 {
		return nil
	}
	open, err := c.referee.OpenChallenges(ctx, maxRecalled)
	if err != nil {
		return err
	}
	var waiting []waitingChallenge
	for _, ch := range open {
		since, mine := c.holds(ch.Place)
		if !mine || since.Before(before) {
			continue
		}
		stopped := since.Add(-longestTakeover)
		if before.IsZero() && c.stopped.Before(stopped) || c.isAlone {
			stopped = c.stopped
		}
		if until := ch.Made.Add(c.patience); ch.To == game.Anyone && ch.Made.Before(since) && until.After(stopped) {
			waiting = append(waiting, waitingChallenge{ch.ID, ch.Room, until})
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(waiting, c.waiting...)
	slices.SortStableFunc(c.waiting, func(a, b waitingChallenge) int { return a.until.Compare(b.until) })
	return nil
}

// updateChallenges has the messages of challenges composed anew that nobody has accepted for a while.
func (c *Courier) updateChallenges() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.waiting) > 0 && !c.now().Before(c.waiting[0].until) {
		w := c.waiting[0]
		c.waiting = c.waiting[1:]
		c.queue.add(lane{w.channel, true}, "challenge "+string(w.challenge), func(ctx context.Context, begin func()) error {
			begin()
			return c.updateChallenge(ctx, w.challenge)
		})
	}
}

// updateChallenge composes the message of a challenge to anyone anew, if that is still open.
func (c *Courier) updateChallenge(ctx context.Context, id game.ChallengeID) error {
	ch, err := c.referee.UnrestrictedChallenge(ctx, id)
	if err != nil || ch.State != game.Open || ch.To != game.Anyone {
		return nil
	}
	at, known := c.questions.Get(question{challenge: id})
	if !known {
		at, known, err = c.findChallenge(ctx, ch)
	}
	if known {
		err = c.discord.Edit(ctx, at.channel, at.id, func() (*message.Message, error) {
			m, err := c.composer.ComposeChallenge(ctx, ch)
			if err != nil {
				return nil, err
			}
			return m.Build(), nil
		})
	}
	if _, limited := rateLimited(err); limited {
		return err
	}
	if err != nil {
		c.log.Warn("a challenge is not updated", "challenge", id, "err", err)
	}
	return nil
}

// findChallenge finds the message that shows a challenge, which a process before this one sent, and remembers it.
func (c *Courier) findChallenge(ctx context.Context, ch *game.Challenge) (at shownMessage, found bool, err error) {
	recent, err := c.discord.Recent(ctx, ch.Room, ch.Made.Add(-clockSkew))
	for _, m := range recent {
		if OpenFingerprint(ch).IsOn(m) {
			at, found = whereIs(m)
		}
	}
	if found {
		c.questions.Put(question{challenge: ch.ID}, at)
	}
	return at, found, err
}

// CloseChallenge has the message that showed an open challenge say how that ended, or removes its buttons if the
// challenge was erased.
func (c *Courier) CloseChallenge(id game.ChallengeID) { c.closeQuestion(question{challenge: id}, nil) }

// closeQuestion removes the buttons of the message that asked a question, unless it is the
// message whose component was used: the response takes care of that one.
func (c *Courier) closeQuestion(q question, used *dg.Message) {
	at, ok := c.questions.Take(q)
	switch {
	case ok && (used == nil || used.ID != at.id.String()):
		at.challenge = q.challenge
		c.refresh(at)
	case !ok && used == nil && q.challenge != "" && !c.isAlone:
		c.queue.add(lane{edits: true}, "close "+string(q.challenge), func(ctx context.Context, _ func()) error {
			return c.closeOther(ctx, q.challenge)
		})
	}
}

// closeOther closes a challenge whose message another process has sent, which this one has to find.
func (c *Courier) closeOther(ctx context.Context, id game.ChallengeID) error {
	ch, err := c.referee.UnrestrictedChallenge(ctx, id)
	if err != nil {
		return nil // it was erased, and people find out when they use its buttons
	}
	at, found, err := c.findChallenge(ctx, ch)
	if found {
		at.challenge = id
		c.refresh(at)
	}
	if _, limited := rateLimited(err); limited {
		return err
	}
	if err != nil {
		c.log.Info("a challenge keeps its controls", "challenge", id, "err", err)
	}
	return nil
}

// openOffers remembers which note asks about the offers that were made in a game after so many events.
func (c *Courier) openOffers(g *game.Game, since int, note *dg.Message) {
	for i := since; i < g.Seq(); i++ {
		if e := g.Event(i); e.Kind == game.Offered && g.Offered(e.Side, e.Offer) {
			c.openQuestion(question{game: g.ID, offer: e.Offer}, note)
		}
	}
}

// closeOffers closes the offers in a game that are over.
func (c *Courier) closeOffers(g *game.Game, used *dg.Message) {
	for _, o := range game.Offers {
		if !g.Offered(draughts.White, o) && !g.Offered(draughts.Black, o) {
			c.closeQuestion(question{game: g.ID, offer: o}, used)
		}
	}
}
