// Package delivery gets messages to people. It sends the responses to requests and the
// announcements that no response delivered, records which message shows a game, and removes
// the buttons and selects of messages that are out of date.
package delivery

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/tournament"
	"doublecorner/internal/recent"
)

// Discord is what a courier needs of Discord, apart from responses to interactions.
type Discord interface {
	// Post sends a message to a channel. A message with a nonce that was used there within the
	// last few minutes is not sent again.
	Post(ctx context.Context, channel game.RoomID, m *message.Message, nonce string) (*dg.Message, error)
	// Edit edits a message of the bot. It waits until the rate limits allow that, and calls
	// compose only then.
	Edit(ctx context.Context, channel game.RoomID, id game.PostID, compose func() (*message.Message, error)) error
	// Delete deletes a message of the bot.
	Delete(ctx context.Context, channel game.RoomID, id game.PostID) error
	// Message returns a message.
	Message(ctx context.Context, channel game.RoomID, id game.PostID) (*dg.Message, error)
	// Recent returns the last messages of a channel: all since a time, and some before.
	Recent(ctx context.Context, channel game.RoomID, since time.Time) ([]*dg.Message, error)
	// Direct returns the channel of the DM with a user.
	Direct(ctx context.Context, user game.PersonID) (game.RoomID, error)
	// Parent returns the channel of a thread; 0 if the channel is not a thread.
	Parent(ctx context.Context, channel game.RoomID) (game.RoomID, error)
	// Thread creates a thread in a channel, and returns it.
	Thread(ctx context.Context, channel game.RoomID, name string) (game.RoomID, error)
	// Schedule brings the scheduled event of a guild about a subject up to date.
	Schedule(ctx context.Context, guild game.PlaceID, e ScheduledEvent) error
	// GiveRole gives a member of a guild a role. A member who has left gets none, without an error.
	GiveRole(ctx context.Context, guild game.PlaceID, user game.PersonID, role game.RoleID) error
	// TakeRole takes a role from a member of a guild, if they have it.
	TakeRole(ctx context.Context, guild game.PlaceID, user game.PersonID, role game.RoleID) error
	// MayPost reports whether the bot may show pictures in a channel.
	MayPost(ctx context.Context, channel game.RoomID) (bool, error)
	// RoleObstacle returns what keeps the bot from giving a role of a guild to members, or a member from having it do so; ""
	// if nothing does. The member is nil when the role is given.
	RoleObstacle(ctx context.Context, guild game.PlaceID, role game.RoleID, by *dg.Member) (RoleObstacle, error)
	// Member returns a member of a guild; nil if a user is none, or a bot.
	Member(ctx context.Context, guild game.PlaceID, user game.PersonID) (*dg.Member, error)
	// IsIn reports whether the bot is in a guild.
	IsIn(ctx context.Context, guild game.PlaceID) (bool, error)
	// Attachment reads the attachment of a message, of at most so many bytes. The error is ErrTooLarge if it has more.
	Attachment(ctx context.Context, address string, most int) ([]byte, error)
}

// ErrTooLarge says that an attachment is larger than it may be.
var ErrTooLarge = errors.New("an attachment is larger than it may be")

// Guild is what Discord says of a guild that has the bot, when it adds the bot and at each new session of the gateway; or of one
// that has removed the bot, where only the ID is known.
type Guild struct {
	ID            game.PlaceID `json:"id,string"`
	Joined        time.Time    `json:"joined_at"`
	SystemChannel game.RoomID  `json:"system_channel_id,string"` // that welcomes members; 0: none
	Locale        string       `json:"preferred_locale"`
	Removed       bool         `json:"-"` // it removed the bot
}

// ShardGuilds is which guilds have the bot, of those whose events come to a shard of the gateway.
type ShardGuilds struct {
	Has     map[game.PlaceID]bool
	IsShard func(game.PlaceID) bool // reports whether the events of a guild come to the shard
}

// RoleObstacle is what keeps the bot from giving a role.
type RoleObstacle string

const (
	NoSuchRole        RoleObstacle = "missing"
	EverybodysRole    RoleObstacle = "everybodys"
	ManagedRole       RoleObstacle = "managed"    // an integration or a subscription gives it
	MayNotManageRoles RoleObstacle = "permission" // the bot lacks Manage Roles
	RoleTooHigh       RoleObstacle = "too-high"   // it is not below the highest role of the bot
	RoleModerates     RoleObstacle = "moderates"  // its holders may do what members may not
	RoleOpensChannels RoleObstacle = "opens"      // its holders see or moderate a channel that others do not
	RoleNotYours      RoleObstacle = "not-yours"  // the member who wants it could not give it by hand
)

// ScheduledEvent is what a guild announces for a time. The subject identifies what it is about, to which the
// link leads. Of an active one, Until is the zero time if its end is to stay as it is.
type ScheduledEvent struct {
	Name, Description, Link, Subject string
	From, Until                      time.Time
	State                            EventState
	Repetition                       tournament.Repetition
}

// EventState says how far a scheduled event is.
type EventState uint8

const (
	EventPlanned EventState = iota
	EventActive
	EventOver
	EventCancelled
)

// ErrUnreachable is wrapped by errors of Discord after which it is no use to try again: the
// channel is gone, or the bot may not use it.
var ErrUnreachable = errors.New("unreachable")

// Composer composes the messages that are delivered without a request.
type Composer interface {
	// ComposeBoard returns the message that shows a game, in the language of its guild or DM.
	ComposeBoard(ctx context.Context, g *game.Game, mentions Mentions) (*message.Builder, error)
	// DeletesBoard reports whether a message that showed a game is deleted. Otherwise it becomes a line.
	DeletesBoard(ctx context.Context, g *game.Game) (bool, error)
	// ComposeLine returns the line that a message becomes that showed a game, in that language.
	ComposeLine(ctx context.Context, g *game.Game) (*message.Builder, error)
	// ComposeLink returns the line that such a message becomes if the newest board of its game shows the same
	// position: a link to that board. The game is given as it shows it.
	ComposeLink(ctx context.Context, newest *game.Game) (*message.Builder, error)
	// ComposeNote returns the note about what happened in a game after so many events, in that
	// language: see IsNote.
	ComposeNote(ctx context.Context, g *game.Game, since int) (*message.Builder, error)
	// ComposeChallenge returns the message that shows a challenge, in that language.
	ComposeChallenge(ctx context.Context, ch *game.Challenge) (*message.Builder, error)
	// ComposeResult returns what the message of a challenge becomes when its game, which is in a thread, is over.
	ComposeResult(ctx context.Context, g *game.Game) (*message.Builder, error)
	// ComposeBulletin returns a message that is kept up to date; nil if nobody wants it.
	ComposeBulletin(ctx context.Context, b Bulletin) (*BulletinMessage, error)
	// ListChannel returns the channel that lists the open challenges of a guild; 0 if none does.
	ListChannel(ctx context.Context, guild game.PlaceID) (game.RoomID, error)
	// BulletinPosted records which message that is.
	BulletinPosted(ctx context.Context, b Bulletin, shown game.ShownPost) error
	// ChoosePuzzle returns the puzzle of today for a guild, and its points.
	ChoosePuzzle(ctx context.Context, guild game.PlaceID) (id game.PuzzleID, points int, err error)
	// ComposePuzzle returns the message with the puzzle of the day of a guild.
	ComposePuzzle(ctx context.Context, d *game.DailyPuzzle) (*message.Builder, error)
	// ComposeEvent returns the scheduled event of a tournament.
	ComposeEvent(ctx context.Context, t *game.Tournament) (ScheduledEvent, error)
	// ComposeNews returns the message that tells event number seq of a tournament, counted from 1; nil if the
	// standings tell it.
	ComposeNews(ctx context.Context, t *game.Tournament, seq int) (*message.Builder, error)
	// ComposeSeason returns the message with which a month ends in a guild, and its channel; nil if the guild
	// has none.
	ComposeSeason(ctx context.Context, a *game.Announcement) (*message.Builder, game.RoomID, error)
	// Crown gives the role of champions to those who won the tournament or the month that an announcement tells. It
	// returns the sentence about that; "" if there is none.
	Crown(ctx context.Context, a *game.Announcement) (string, error)
	// Reminds reports whether a guild or DM wants players to be reminded of their time.
	Reminds(ctx context.Context, place game.PlaceID) (bool, error)
}

// Courier delivers messages. It is safe for use by many goroutines.
type Courier struct {
	// Attended reports whether both players look at a game on live boards. They need no message to hear of moves there. It
	// can be nil.
	Attended func(*game.Game) bool

	referee  *game.Referee
	discord  Discord
	composer Composer
	now      func() time.Time
	log      *slog.Logger
	holds    func(game.PlaceID) (since time.Time, ok bool)
	isAlone  bool          // no other process delivers announcements
	timeout  time.Duration // after which an announcement does not wait for a response any more
	downtime time.Duration // that the deadlines on boards include; only Announce uses it
	recalls  atomic.Bool   // recall is to be done
	recalled time.Time     // when it was done last; only Announce uses it
	backoff  backoff
	queue    *queue
	daily    dailyPuzzles

	questions *recent.Map[question, shownMessage] // the messages that ask them
	attended  *recent.Map[game.GameID, time.Time] // when games that are attended were shown last

	unreachable *recent.Map[game.RoomID, time.Time] // since when channels are

	privateBoards *recent.Map[privateKey, shownPrivately]
	privateAt     *recent.Map[game.PostID, privateKey] // what each message shows

	mu        sync.Mutex
	pending   map[string]batch // what the boards in the queue deliver, by the keys of their tasks
	bulletins map[Bulletin]bulletinUpdate
	// outdated are the messages whose update failed, by the keys of their tasks. A restart forgets them: their
	// buttons do nothing, and the next move shows the game in another message.
	outdated map[string]shownMessage
}

// Config is what a Courier needs.
type Config struct {
	Referee  *game.Referee
	Discord  Discord
	Composer Composer
	Now      func() time.Time
	Log      *slog.Logger
	// Timeout is how long an announcement waits for the response that delivers it; zero: ResponseTimeout.
	Timeout time.Duration
	// Downtime is game.Service.Downtime as the last process left it.
	Downtime time.Duration
	// Holds reports whether this process delivers what no response delivered in a guild or DM, and since
	// when; nil: in all, since it started.
	Holds func(game.PlaceID) (since time.Time, ok bool)
}

// ResponseTimeout is how long an announcement waits for the response that delivers it. It is
// longer than the transport tries to send a response.
const ResponseTimeout = 15 * time.Second

// New returns a courier.
func New(c Config) *Courier {
	if c.Timeout == 0 {
		c.Timeout = ResponseTimeout
	}
	isAlone := c.Holds == nil
	if isAlone {
		started := c.Now()
		c.Holds = func(game.PlaceID) (time.Time, bool) { return started, true }
	}
	courier := &Courier{
		referee: c.Referee, discord: c.Discord, composer: c.Composer, now: c.Now, log: c.Log,
		holds: c.Holds, isAlone: isAlone, timeout: c.Timeout,
		downtime: c.Downtime, queue: newQueue(c.Log),
		daily:         dailyPuzzles{failed: recent.NewMap[game.PlaceID, time.Time](maxRetries)},
		questions:     recent.NewMap[question, shownMessage](maxQuestions),
		attended:      recent.NewMap[game.GameID, time.Time](maxAttended),
		unreachable:   recent.NewMap[game.RoomID, time.Time](maxUnreachable),
		privateBoards: recent.NewMap[privateKey, shownPrivately](maxPrivateBoards), pending: map[string]batch{},
		privateAt: recent.NewMap[game.PostID, privateKey](maxPrivateBoards),
		bulletins: map[Bulletin]bulletinUpdate{}, outdated: map[string]shownMessage{},
	}
	courier.recalls.Store(true)
	return courier
}

// Holds reports whether this process delivers what no response delivered in a guild or DM.
func (c *Courier) Holds(place game.PlaceID) bool {
	_, ok := c.holds(place)
	return ok
}

// Wait waits until the queue is empty.
func (c *Courier) Wait() { c.queue.wait() }

// Stop waits until the queue is empty or the context ends, and then discards the rest of it.
func (c *Courier) Stop(ctx context.Context) {
	defer context.AfterFunc(ctx, c.queue.end)()
	c.queue.wait()
	c.queue.end()
}

// Recall has the courier look for what another process left, because this one has taken guilds over.
func (c *Courier) Recall() { c.recalls.Store(true) }

// recall looks for what another process left, if that is to be done.
func (c *Courier) recall(ctx context.Context) error {
	if !c.recalls.Swap(false) {
		return nil
	}
	before, now := c.recalled, c.now()
	if err := c.recallTournaments(ctx, before); err != nil {
		c.recalls.Store(true)
		return err
	}
	c.recalled = now
	return nil
}

// Tell sends a message to a user in the DM with the bot. It is tried once.
func (c *Courier) Tell(p game.PersonID, m *message.Builder) {
	nonce := rand.Text()[:maxNonce]
	c.queue.add(lane{channel: game.RoomID(p)}, "tell "+nonce, func(ctx context.Context, _ func()) error {
		dm, err := c.discord.Direct(ctx, p)
		if err == nil {
			_, err = c.discord.Post(ctx, dm, m.Build(), nonce)
		}
		if err != nil && !IsRateLimit(err) {
			c.log.Warn("a user was not told", "user", p, "err", err)
		}
		return err
	})
}

// maxNonce is how many characters a nonce can have.
const maxNonce = 25
