package bot

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/game/search"
	"doublecorner/internal/recent"
)

// Bot responds to interactions. It is safe for use by many goroutines.
type Bot struct {
	*delivery.Courier
	Guide         string // the address of a page for players, to which /help links; "": none
	referee       *game.Referee
	discord       delivery.Discord
	mind          *mind.Mind
	now           func() time.Time
	log           *slog.Logger
	names         *recent.Map[nameKey, string]
	drafts        *recent.Map[draftKey, draft]
	languageHints *recent.Map[game.PersonID, bool]       // see addLanguageHint
	thoughts      *recent.Map[momentKey, search.Thought] // see useHint
	threads       *recent.Map[game.RoomID, struct{}]     // that requests came from
	ownThreads    *recent.Map[shownGame, game.RoomID]    // that useThread created
	reviews       singleflight.Group                     // of games that are being reviewed, by their IDs
	commands      []command

	crowning sync.Mutex // Crown does one after another

	dailyDue    atomic.Pointer[time.Time]            // when to look for puzzles of the day that are to be posted
	dailyFailed *recent.Map[game.PlaceID, time.Time] // until when not to try again
	finished    chan *game.Game                      // whose puzzles are to be found
	searched    *recent.Map[game.GameID, bool]       // whose puzzles were

	// commandIDs are the IDs of the registered commands by their names, which mentions of commands need.
	commandIDs map[string]string
}

// Config is what a Bot needs. The bot is the composer of its courier.
type Config = delivery.Config

// New returns a bot. What thinking it asks of the mind is not done where others wait for it.
func New(c Config, m *mind.Mind) *Bot {
	b := &Bot{
		referee: c.Referee, discord: c.Discord, mind: m, now: c.Now, log: c.Log, commands: commands,
		names:         recent.NewMap[nameKey, string](maxNames),
		drafts:        recent.NewMap[draftKey, draft](maxDrafts),
		languageHints: recent.NewMap[game.PersonID, bool](maxLanguageHints),
		thoughts:      recent.NewMap[momentKey, search.Thought](maxThoughts),
		threads:       recent.NewMap[game.RoomID, struct{}](maxThreads),
		ownThreads:    recent.NewMap[shownGame, game.RoomID](maxThreads),
		dailyFailed:   recent.NewMap[game.PlaceID, time.Time](maxRetries),
		finished:      make(chan *game.Game, maxFinished),
		searched:      recent.NewMap[game.GameID, bool](maxSearched),
	}
	c.Composer = b
	if m.IsOn() {
		c.Patience = patience
	}
	b.Courier = delivery.New(c)
	return b
}

// nameKey identifies a name of a user: the nickname in a guild, the display name Everywhere, or the username.
type nameKey struct {
	person   game.PersonID
	place    game.PlaceID
	username bool
}

const (
	maxNames      = 20000 // that are cached
	maxNameLength = 64    // Discord allows 32
)

// draft is what a user wrote into a modal that was refused.
type draft struct {
	modal  customID
	inputs map[string]string
}

// draftKey identifies a draft.
type draftKey struct {
	by          game.PersonID
	interaction string // that submitted the modal
}

// maxDrafts is the number of drafts that the process keeps.
const maxDrafts = 200

// momentKey identifies a position of a game.
type momentKey struct {
	game game.GameID
	ply  game.Ply
}

// maxThoughts limits the positions of games whose ideas are remembered, so that a hint goes on with the same
// ones.
const maxThoughts = 1000

// shownGame is a game as a message showed it.
type shownGame struct {
	game game.GameID
	post game.PostID
}

// maxThreads limits how many threads are remembered.
const maxThreads = 10000

// maxLanguageHints limits how many users are remembered to know that they can choose a language that Discord
// lacks.
const maxLanguageHints = 1000

const (
	maxFinished = 100   // games whose puzzles are still to be found; the rest gives none
	maxSearched = 10000 // games that are remembered to have given theirs
)

// maxRetries is how many guilds are remembered where the puzzle of the day could not be posted.
const maxRetries = 10000
