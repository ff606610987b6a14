package bot

import (
	"crypto/sha256"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"doublecorner/bot/delivery"
	"doublecorner/bot/live"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/mind"
	"doublecorner/game/review"
	"doublecorner/game/search"
	"doublecorner/internal/rate"
	"doublecorner/internal/recent"
)

// Bot responds to interactions. It is safe for use by many goroutines.
type Bot struct {
	Courier       *delivery.Courier
	Guide         string        // the address of a page for players, to which /help links; "": none
	Operator      game.PersonID // whom reports go to; Anyone: they are only logged
	composer      *composer
	lobby         bool         // players of different guilds can meet
	live          *live.Boards // nil: there are none
	records       *records
	names         *names
	finder        *puzzleFinder
	referee       *game.Referee
	discord       delivery.Discord
	mind          *mind.Mind
	now           func() time.Time
	log           *slog.Logger
	drafts        *recent.Map[draftKey, draft]
	languageHints *recent.Map[game.PersonID, bool]       // see isFirstLanguageHint
	thoughts      *recent.Map[momentKey, search.Thought] // see useHint
	ownThreads    *recent.Map[shownGame, game.RoomID]    // that useThread created
	flips         *recent.Map[flipKey, draughts.Side]    // see useFlip
	reviews       singleflight.Group                     // of games that are being reviewed, by their IDs or keys
	readReviews   *recent.Map[readKey, *review.Review]   // of games that were read
	reports       *rate.Limiter[game.PersonID]           // by users
	told          *rate.Limiter[game.PersonID]           // to the operator
	studyWork     *rate.Limiter[game.PersonID]           // seconds that a processor worked for what users read on live boards
	commands      []command
}

// Config is what a Bot needs, and its courier. New sets the composer.
type Config = delivery.Config

// New returns a bot. What thinking it asks of the mind is not done where others wait for it.
func New(c Config, m *mind.Mind) *Bot {
	stored := &records{referee: c.Referee, log: c.Log}
	called := &names{known: recent.NewMap[nameKey, string](maxNames), records: stored}
	composes := &composer{
		referee: c.Referee, discord: c.Discord, mind: m, now: c.Now, log: c.Log, records: stored, names: called,
		threads:  recent.NewMap[game.RoomID, struct{}](maxThreads),
		headings: recent.NewMap[headingKey, heading](maxHeadings),
	}
	c.Composer = composes
	return &Bot{
		Courier: delivery.New(c), composer: composes, records: stored, names: called,
		finder: &puzzleFinder{
			referee: c.Referee, mind: m, records: stored, log: c.Log, finished: make(chan game.GameID, maxFinished),
		},
		referee: c.Referee, discord: c.Discord, mind: m, now: c.Now, log: c.Log, commands: commands,
		drafts:        recent.NewMap[draftKey, draft](maxDrafts),
		languageHints: recent.NewMap[game.PersonID, bool](maxLanguageHints),
		thoughts:      recent.NewMap[momentKey, search.Thought](maxThoughts),
		ownThreads:    recent.NewMap[shownGame, game.RoomID](maxThreads),
		flips:         recent.NewMap[flipKey, draughts.Side](maxFlips),
		readReviews:   recent.NewMap[readKey, *review.Review](maxReadReviews),
		reports:       rate.NewLimiter[game.PersonID](rate.Limit{AtOnce: maxReports, ASecond: 1 / time.Hour.Seconds()}, time.Now),
		told:          rate.NewLimiter[game.PersonID](rate.Limit{AtOnce: maxTold, ASecond: 1 / time.Minute.Seconds()}, time.Now),
		studyWork:     rate.NewLimiter[game.PersonID](rate.Limit{AtOnce: 5, ASecond: 0.05}, time.Now),
	}
}

// records reads what is stored about guilds and users.
type records struct {
	referee *game.Referee
	log     *slog.Logger
	// commandIDs are the IDs of the registered commands by their names, which mentions of commands need.
	commandIDs map[string]string
}

// names knows what users are called.
type names struct {
	known   *recent.Map[nameKey, string]
	records *records
}

// composer composes messages, also without a request: it is the composer of the courier.
type composer struct {
	referee *game.Referee
	discord delivery.Discord
	mind    *mind.Mind
	now     func() time.Time
	log     *slog.Logger
	records *records
	names   *names
	live    bool                               // games have live boards
	lobby   bool                               // players of different guilds can meet
	threads *recent.Map[game.RoomID, struct{}] // that requests came from

	headings *recent.Map[headingKey, heading] // that name tournaments on boards

	crowning sync.Mutex // Crown does one after another
}

// puzzleFinder finds puzzles in games that are over.
type puzzleFinder struct {
	referee  *game.Referee
	mind     *mind.Mind
	records  *records
	log      *slog.Logger
	finished chan game.GameID
}

// maxFinished is how many games wait whose puzzles are to be found. The rest gives none.
const maxFinished = 100

// nameKey identifies a name of a user: the nickname in a guild, the display name Everywhere, or the username.
type nameKey struct {
	person   game.PersonID
	place    game.PlaceID
	username bool
}

const (
	maxNames      = 20000 // that are cached
	maxNameLength = 64    // Discord allows 32

	maxNameElsewhere = 32
)

// Reports at once.
const (
	maxReports = 3  // by a user; then one an hour
	maxTold    = 20 // to the operator; then one a minute
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

// headingKey identifies the line that names the tournament of a game, and its round and table.
type headingKey struct {
	tournament game.TournamentID
	pairing    int
	language   string
}

// heading is what a board says of the tournament of its game.
type heading struct {
	line string        // names the tournament, with a link to its message, and the round and the table; "" if the game is for none
	host game.PersonID // of a simul; Anyone if it is none
}

// maxHeadings limits the headings that are remembered, so that a move reads no tournament.
const maxHeadings = 2000

// shownGame is a game as a message showed it.
type shownGame struct {
	game game.GameID
	post game.PostID
}

// flipKey identifies the private boards of a game that a user sees.
type flipKey struct {
	person game.PersonID
	game   game.GameID
}

// maxFlips limits of how many of them it is remembered how the user turned them.
const maxFlips = 10000

// readKey identifies a game that was read.
type readKey [sha256.Size]byte

// maxReadReviews limits how many reviews of games that were read are remembered, so that their pages are turned quickly.
const maxReadReviews = 100

// maxThreads limits how many threads are remembered.
const maxThreads = 10000

// maxLanguageHints limits how many users are remembered to know that they can choose a language that Discord
// lacks.
const maxLanguageHints = 1000
