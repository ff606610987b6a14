// Package config reads the settings: a file, and environment variables that override it.
package config

import (
	"log/slog"

	"doublecorner/bot/discord"
)

// Config is all settings.
type Config struct {
	Data    string // the file of games
	Discord Discord
	Gateway Gateway
	Posts   Posts
	Limits  Limits
	Watch   Watch
	Log     Log
}

// Discord is the settings of the connection to Discord.
type Discord struct {
	Token     Secret
	TokenFile string
	API       string // the address with the version
}

// Gateway is the settings of the gateway, one of two paths by which interactions arrive.
type Gateway struct {
	On     bool
	Shards discord.Shards
}

// Posts is the settings of signed posts, the other path.
type Posts struct {
	Listen    string // the address to serve; empty: none
	PublicKey string // the public key of the app; empty: Discord is asked for it
}

// Limits bound how much goes on at once. Zeros mean the usual limits.
type Limits struct {
	GamesPerPerson      int
	GamesPerServer      int
	ChallengesPerPerson int
}

// Watch is the settings of metrics and health.
type Watch struct {
	Listen string // the address to serve; empty: none
}

// Log is the settings of the log.
type Log struct {
	Level  slog.Level
	Format Format
}

// Format is the format of the log.
type Format string

// The formats of the log.
const (
	Auto Format = "auto" // text on a terminal, JSON elsewhere
	Text Format = "text"
	JSON Format = "json"
)

// Secret is a text that nobody must see.
type Secret string

// String hides the secret, also from logs.
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

// Default returns the settings of an empty file.
func Default() Config {
	return Config{
		Data:    "doublecorner.db",
		Discord: Discord{API: discord.DefaultBase},
		Gateway: Gateway{On: true},
		Log:     Log{Level: slog.LevelInfo, Format: Auto},
	}
}
