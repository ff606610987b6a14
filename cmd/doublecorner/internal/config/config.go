// Package config reads what an operator decides: a file of settings, and environment
// variables that override it.
package config

import (
	"log/slog"
	"strings"

	"doublecorner/bot/discord"
)

// Config is how the program is to run.
type Config struct {
	Data    string // the file of games
	Discord Discord
	Gateway Gateway
	Posts   Posts
	Limits  Limits
	Watch   Watch
	Log     Log
}

// Discord is whom to talk to, and as whom.
type Discord struct {
	Token     Secret
	TokenFile string
	API       string // the address, with its version
}

// Gateway is one of two ways for interactions to arrive.
type Gateway struct {
	On     bool
	Shards discord.Shards
}

// Posts is the other one: signed posts of Discord's.
type Posts struct {
	Listen    string // the address to serve; empty: none
	PublicKey string // of the app; empty: asked for
}

// Limits are how much may go on at once. Zeros mean what is usual.
type Limits struct {
	GamesPerPerson      int
	GamesPerServer      int
	ChallengesPerPerson int
}

// Watch is where operators look how the bot is.
type Watch struct {
	Listen string // the address to serve; empty: none
}

// Log is what is written about the program's work.
type Log struct {
	Level  slog.Level
	Format Format
}

// Format is how lines of the log are written.
type Format string

// The formats of the log.
const (
	Auto Format = "auto" // text on a terminal, JSON elsewhere
	Text Format = "text"
	JSON Format = "json"
)

// Secret is a text that must not be seen.
type Secret string

// String hides the secret, from logs among others.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "(hidden)"
}

// GoString hides the secret.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Default is how the program runs when nothing is decided.
func Default() Config {
	return Config{
		Data:    "doublecorner.db",
		Discord: Discord{API: discord.DefaultBase},
		Gateway: Gateway{On: true},
		Log:     Log{Level: slog.LevelInfo, Format: Auto},
	}
}

// token takes away what people copy along with a token.
func token(text string) Secret {
	text = strings.TrimSpace(text)
	return Secret(strings.TrimSpace(strings.TrimPrefix(text, "Bot ")))
}
