package delivery

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// Announce delivers what is due: the puzzles of the day, and the announcements that no response delivered. It updates the
// messages whose update failed, and the boards whose deadlines moved. It is called twice a second, by one goroutine.
func (c *Courier) Announce(ctx context.Context) error {
	if err := c.postDailyPuzzles(ctx); err != nil {
		return err
	}
	if err := c.updateDeadlines(ctx); err != nil {
		return err
	}
	for _, old := range c.takeOutdated() {
		c.refresh(old)
	}
	c.updateBulletins()
	if err := c.recall(ctx); err != nil {
		return err
	}
	due := map[game.PlaceID]int{}
	for page, err := range Pending(ctx, c.referee) {
		if err != nil {
			return err
		}
		for _, s := range bySubject(page) {
			last := s.last()
			if due[last.Place] >= maxDue || !c.isDue(s) || c.willShow(last) {
				continue
			}
			edited := c.editedGame(ctx, s)
			if edited != nil && (c.queue.has(subjectKey(last)) || c.wasJustShown(edited)) {
				continue // a message that was queued before both looked tells it, or the next edit
			}
			due[last.Place]++
			if g := edited; g != nil && !c.backoff.hasFailed(last.ID) {
				c.addPending(boardKey(g.ID), batch{ids: s.ids(), until: last.Seq})
				c.refresh(shownMessage{channel: g.Room, id: g.Post, game: g.ID})
				continue
			}
			if !c.queue.add(lane{channel: last.Room}, subjectKey(last), func(ctx context.Context, _ func()) error { return c.try(ctx, s) }) {
				return nil // the queue is full; the rest is delivered later
			}
		}
	}
	return nil
}

// maxDue is how many announcements of a guild or DM wait in the queue at most. Discord takes one a second in a channel,
// so a guild with many would fill the queue, and all others would wait.
const maxDue = maxTasks / 16

const (
	maxDrift     = time.Minute // by which a board's deadline may be wrong
	maxDeadlines = 500         // boards that are updated after an absence
)

// updateDeadlines edits the boards of the games whose deadlines come next, if time was given back.
func (c *Courier) updateDeadlines(ctx context.Context) error {
	service, err := c.referee.Service(ctx)
	if err != nil || service.Downtime-c.downtime < maxDrift {
		return err
	}
	games, err := c.referee.NextDeadlines(ctx, maxDeadlines)
	if err != nil {
		return err
	}
	c.downtime = service.Downtime
	for _, g := range games {
		if g.Post != 0 && c.Holds(g.Place) {
			c.refresh(shownMessage{channel: g.Room, id: g.Post, game: g.ID})
		}
	}
	open, err := c.referee.OpenTournaments(ctx)
	for _, t := range open {
		if next, _ := t.Next(); (t.Phase() == tournament.Running || t.Phase() == tournament.Provisional) && !next.At.IsZero() && c.Holds(t.Place) {
			c.UpdateBulletin(Bulletin{t.Place, t.ID}, t.Room)
		}
	}
	return err
}

// pendingPage is how many announcements are read at once.
const pendingPage = 200

// Pending yields the announcements that are not delivered, in pages.
func Pending(ctx context.Context, referee *game.Referee) iter.Seq2[[]game.Announcement, error] {
	return func(yield func([]game.Announcement, error) bool) {
		for after := game.AnnouncementID(0); ; {
			page, err := referee.PendingAnnouncements(ctx, after, pendingPage)
			if !yield(page, err) || len(page) < pendingPage {
				return
			}
			after = page[len(page)-1].ID
		}
	}
}

// sameSubject is the announcements about one game or challenge, whose last one is told for all, or one about
// something else.
type sameSubject []game.Announcement

func (s sameSubject) last() game.Announcement { return s[len(s)-1] }

func (s sameSubject) ids() []game.AnnouncementID {
	ids := make([]game.AnnouncementID, len(s))
	for i, a := range s {
		ids[i] = a.ID
	}
	return ids
}

// bySubject groups announcements by their game or challenge, in the order of the first of each.
func bySubject(announcements []game.Announcement) []sameSubject {
	var all []sameSubject
	index := map[string]int{}
	for _, a := range announcements {
		key := subjectKey(a)
		i, known := index[key]
		if !known {
			i = len(all)
			index[key] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], a)
	}
	return all
}

func subjectKey(a game.Announcement) string {
	switch {
	case a.Game != "":
		return "game " + string(a.Game)
	case a.Challenge == "":
		return "announcement " + strconv.FormatUint(uint64(a.ID), 10)
	}
	return "challenge " + string(a.Challenge)
}

// graceAfterStart is how long messages that a killed process sent may take to appear, and its live boards to come back.
const graceAfterStart = 3 * time.Second

// isDue reports whether announcements are to be delivered now, by this process. Those that a request made
// wait for its response, which may be about to deliver them. Those that were made before this process
// started, or took over from another, wait until messages that were on their way have appeared; and for
// responses, unless the process that may send them has ended. Right after the start those wait that nobody needs who looks at a
// live board, because the pages are still coming back.
func (c *Courier) isDue(s sameSubject) bool {
	since, mine := c.holds(s.last().Place)
	if !mine {
		return false
	}
	now := c.now()
	for _, a := range s {
		due, before := a.At, a.At.Before(since)
		if a.Requested && !(before && c.isAlone) {
			due = due.Add(c.timeout)
		}
		mayBeAttended := c.Attended != nil && !a.Requested // also if it is not yet
		if from := since.Add(graceAfterStart); (before || mayBeAttended) && from.After(due) {
			due = from
		}
		if due.After(now) {
			return false
		}
	}
	return c.backoff.isOver(s.last().ID, now)
}

// willShow reports whether a board in the queue, or one whose edit is tried again, is about to deliver an announcement.
func (c *Courier) willShow(a game.Announcement) bool {
	isQueued := c.queue.has(boardKey(a.Game)) || c.queue.has(postKey(a.Game)) || c.isOutdated(a.Game)
	return a.Game != "" && isQueued && a.At.After(c.now().Add(-c.timeout-maxWait))
}

const (
	attendedEvery = 10 * time.Second // how often the message of an attended game is brought up to date
	maxAttended   = 1000
)

// isAttended reports whether both players look at a game on live boards.
func (c *Courier) isAttended(g *game.Game) bool { return c.Attended != nil && c.Attended(g) }

// wasJustShown reports whether the message of an attended game was brought up to date a moment ago. Otherwise it is now.
func (c *Courier) wasJustShown(g *game.Game) bool {
	if !c.isAttended(g) || g.IsOver() {
		return false
	}
	now := c.now()
	if at, known := c.attended.Get(g.ID); known && now.Sub(at) < attendedEvery {
		return true
	}
	c.attended.Put(g.ID, now)
	return false
}

// editedGame returns the game that announcements are about, if its message is to be edited instead of followed by another
// one: see computerGame. It is so, too, while both players look at the game and make their moves there.
func (c *Courier) editedGame(ctx context.Context, s sameSubject) *game.Game {
	if g := c.computerGame(ctx, s); g != nil || c.Attended == nil || s.last().Game == "" {
		return g
	}
	g, err := c.referee.UnrestrictedGame(ctx, s.last().Game)
	requested := slices.ContainsFunc(s, func(a game.Announcement) bool { return a.Requested })
	if err != nil || requested || g.Post == 0 || g.IsOver() || !c.isAttended(g) {
		return nil
	}
	return g
}

// computerGame returns the game against the computer that announcements are about, if its message is to be
// edited instead of followed by another one: unless there is no message yet, something else than a player
// ended the game or has to remind them, or others follow it to its end, which an edit would not tell.
func (c *Courier) computerGame(ctx context.Context, s sameSubject) *game.Game {
	g, err := c.referee.UnrestrictedGame(ctx, s.last().Game)
	if err != nil || !g.HasComputer() || g.Post == 0 || g.Seq() == 0 || g.Event(g.Seq()-1).Kind == game.Reminded {
		return nil
	}
	if result, over := g.Result(); over && (!slices.Contains(playersEnd, result.Cause) || len(g.Followers) > 0) || result.Moderator != game.Anyone {
		return nil
	}
	return g
}

// playersEnd are the causes of an end that a player brings about.
var playersEnd = []game.Cause{game.ByRules, game.ByClaim, game.ByAgreement, game.ByResignation, game.Aborted}

// try delivers announcements, unless they were delivered meanwhile, and records how that went.
func (c *Courier) try(ctx context.Context, s sameSubject) error {
	id := s.last().ID
	if !c.Holds(s.last().Place) { // it has gone to another process since
		return nil
	}
	if pending, err := c.referee.IsPending(ctx, id); err == nil && !pending {
		return nil
	}
	err := c.deliver(ctx, s)
	if IsRateLimit(err) {
		return err
	}
	if err != nil && ctx.Err() == nil {
		c.log.Warn("announcement waits", "err", err)
	}
	c.backoff.record(id, err == nil, c.now())
	return nil
}

// deliver sends the message about announcements, and records that.
func (c *Courier) deliver(ctx context.Context, s sameSubject) error {
	compose := c.composeChallenge
	switch last := s.last(); {
	case last.Game != "":
		compose = c.composeGame
	case last.Challenge == "":
		compose = c.composeTournament
	}
	n, err := compose(ctx, s)
	if _, gone := errors.AsType[*game.RequestError](err); err != nil && !gone {
		return err
	}
	var shown *dg.Message
	if n == nil {
		n = &notification{} // there is nothing to tell
	}
	if n.message != nil {
		if shown, err = c.send(ctx, n); err != nil {
			return err
		}
	}
	if n.scheduled != nil { // after its news
		if err := c.schedule(ctx, s.last().At, n.scheduled); err != nil {
			return err
		}
	}
	board := n.game
	if n.isNote {
		board = nil
	}
	if err := c.record(ctx, board, shown, nil, s.ids()); err != nil {
		return err
	}
	for _, a := range s {
		if a.Challenge != "" && a.Kind != game.ChallengeMade {
			c.closeChallenge(a.Challenge, nil)
		}
		if a.Challenge != "" && a.Kind == game.GameBegun { // it was accepted, perhaps on the live board
			n.isListed = true
		}
	}
	if n.challenge != "" {
		c.openChallenge(n.challenge, shown)
	}
	if n.isListed {
		c.updateList(ctx, s.last().Place)
	}
	if n.game != nil {
		c.closeOffers(n.game, nil)
	}
	if n.isNote {
		c.openOffers(n.game, s[0].Seq-1, shown)
		c.showAbsences(n.game, s)
	}
	return nil
}

// showAbsences has the board of a game show who is away, and the deadline as it is then, if announcements are about that.
func (c *Courier) showAbsences(g *game.Game, s sameSubject) {
	isAbsence := func(a game.Announcement) bool {
		kind := g.Event(a.Seq - 1).Kind
		return kind == game.WentAway || kind == game.CameBack
	}
	if g.Post == 0 || !slices.ContainsFunc(s, isAbsence) {
		return
	}
	c.keepPending(boardKey(g.ID), batch{until: s.last().Seq})
	c.refresh(shownMessage{channel: g.Room, id: g.Post, game: g.ID})
}

// notification is the message about announcements.
type notification struct {
	message    *message.Builder // nil if there is nothing to tell
	at         time.Time        // when it came about
	channel    game.RoomID
	game       *game.Game       // that the message is about, if it is about one
	isNote     bool             // it is a note about the game, not its board
	challenge  game.ChallengeID // the open challenge that it shows, if it does
	isListed   bool             // it is about a challenge to anyone
	recipients []game.PersonID
	scheduled  *game.Tournament // whose scheduled event is to be brought up to date
}

// composeGame returns the message about announcements of a game; nil if there is nothing to tell, or because the
// game went on, which made an announcement of its own.
func (c *Courier) composeGame(ctx context.Context, s sameSubject) (*notification, error) {
	last := s.last()
	g, err := c.referee.UnrestrictedGame(ctx, last.Game)
	if err != nil || g.Seq() > last.Seq {
		return nil, err
	}
	if !slices.ContainsFunc(s, func(a game.Announcement) bool { return !isQuiet(g, a.Seq) }) {
		return &notification{game: g, isNote: true}, nil
	}
	onlyReminders := !slices.ContainsFunc(s, func(a game.Announcement) bool { return !IsReminder(g, a.Seq) })
	if reminds, err := c.composer.Reminds(ctx, g.Place); err != nil || onlyReminders && !reminds {
		return nil, err
	}
	since := s[0].Seq - 1
	mentions := Mentioned(g, since)
	if c.isAttended(g) {
		mentions.Sides = Sides{}
	}
	m, err := c.compose(ctx, g, batch{s.ids(), mentions, since, last.Seq})
	if err != nil {
		return nil, err
	}
	return &notification{
		message: m, at: last.At, channel: g.Room, game: g, isNote: IsNote(g, since), recipients: present(g.Players[:]),
	}, nil
}

// present returns those of some people who are users: neither anyone, nor erased, nor the computer.
func present(people []game.PersonID) []game.PersonID {
	return slices.DeleteFunc(slices.Clone(people), func(p game.PersonID) bool { return !p.IsHuman() })
}

const (
	maxAge          = 24 * time.Hour // how long an announcement that reaches nobody is tried again
	channelPatience = time.Minute    // how long a channel is unreachable before DMs take its place
	maxUnreachable  = 10_000         // unreachable channels that are remembered
)

// send posts a message in its channel, or if that has been unreachable for channelPatience, in DMs to its recipients. If that
// reaches nobody, the channel may open again: then it returns why the channel is unreachable, for up to maxAge.
func (c *Courier) send(ctx context.Context, n *notification) (*dg.Message, error) {
	shown, unreachable := c.postOnce(ctx, n.channel, n.message, n.at, n.game)
	if !errors.Is(unreachable, ErrUnreachable) {
		c.unreachable.Take(n.channel)
		return shown, unreachable
	}
	since, known := c.unreachable.Get(n.channel)
	if !known {
		since = c.now()
		c.unreachable.Put(n.channel, since)
	}
	if c.now().Sub(since) < channelPatience {
		return nil, unreachable
	}
	c.log.Warn("announcement goes to its recipients in DMs", "channel", n.channel, "err", unreachable)
	reached := 0
	for _, p := range n.recipients {
		dm, err := c.discord.Direct(ctx, p)
		if err == nil {
			_, err = c.postOnce(ctx, dm, n.message, n.at, n.game)
		}
		switch {
		case err == nil:
			reached++
		case !errors.Is(err, ErrUnreachable):
			return nil, err
		}
	}
	if reached == 0 && n.at.After(c.now().Add(-maxAge)) {
		return nil, unreachable
	}
	return nil, nil
}
