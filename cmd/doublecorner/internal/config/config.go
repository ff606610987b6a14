// Package config reads the settings: a file, and environment variables that override it.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"doublecorner/bot/discord"
	"doublecorner/game"
	"doublecorner/game/hub"
	"doublecorner/game/search"
	"doublecorner/store/postgres"
)

// Config is all settings, as in the file.
type Config struct {
	Data    string // the file of games, or the address of their database
	Discord struct {
		Token     Secret
		TokenFile string
		API       string // the address with the version
	}
	Gateway struct { // one of two paths by which interactions arrive
		On     bool
		Shards discord.Shards
	}
	Posts struct { // signed posts, the other path
		Listen    string // the address to serve; empty: none
		PublicKey string // of the app; empty: Discord is asked for it
	}
	Limits   game.Quotas
	Thinking struct { // of the computer, who plays
		On      bool
		Cores   int    // that think; 0: half of the machine's
		Hash    int    // megabytes that each core remembers positions in, for each of two rule sets
		Endings string // the directory of solved endings; empty: those that are embedded
	}
	Help struct { // what /help says
		Guide string // the address of a page for players; empty: none
	}
	Live struct { // boards on web pages
		Listen  string // the address to serve; empty: none
		Address string // at which people reach it
	}
	Lobby bool     // people of different servers can play each other, where their servers want that
	Watch struct { // metrics and health
		Listen string // the address to serve; empty: none
	}
	Log struct {
		Level  slog.Level
		Format Format
	}
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
	c := Config{Data: "doublecorner.db"}
	c.Discord.API = discord.DefaultBase
	c.Gateway.On = true
	c.Thinking.On, c.Thinking.Hash = true, search.DefaultHash
	c.Log.Format = Auto
	return c
}

// setting is a setting: its name in the file, where dots go down a level, and how to set it.
type setting struct {
	name string
	set  func(value string) error
	path *string // the field, if its value is the name of a file
}

// settings lists all settings, in the order of config.example.yaml.
func (c *Config) settings() []setting {
	return []setting{
		{name: "data", set: to(&c.Data, data), path: &c.Data},

		{name: "discord.token", set: to(&c.Discord.Token, token)},
		{name: "discord.token-file", set: to(&c.Discord.TokenFile, text), path: &c.Discord.TokenFile},
		{name: "discord.api", set: to(&c.Discord.API, api)},

		{name: "gateway.on", set: to(&c.Gateway.On, truth)},
		{name: "gateway.shards", set: to(&c.Gateway.Shards, discord.ParseShards)},

		{name: "posts.listen", set: to(&c.Posts.Listen, address)},
		{name: "posts.public-key", set: to(&c.Posts.PublicKey, publicKey)},

		{name: "limits.games-per-person", set: to(&c.Limits.GamesPerPerson, upTo(mostLimit))},
		{name: "limits.games-per-server", set: to(&c.Limits.GamesPerPlace, upTo(mostLimit))},
		{name: "limits.challenges-per-person", set: to(&c.Limits.ChallengesPerPerson, upTo(mostLimit))},

		{name: "thinking.on", set: to(&c.Thinking.On, truth)},
		{name: "thinking.cores", set: to(&c.Thinking.Cores, cores)},
		{name: "thinking.hash", set: to(&c.Thinking.Hash, upTo(hub.MostHash))},
		{name: "thinking.endings", set: to(&c.Thinking.Endings, text), path: &c.Thinking.Endings},

		{name: "help.guide", set: to(&c.Help.Guide, page)},

		{name: "live.listen", set: to(&c.Live.Listen, address)},
		{name: "live.address", set: to(&c.Live.Address, site)},

		{name: "lobby", set: to(&c.Lobby, truth)},

		{name: "watch.listen", set: to(&c.Watch.Listen, address)},

		{name: "log.level", set: to(&c.Log.Level, level)},
		{name: "log.format", set: to(&c.Log.Format, format)},
	}
}

// to returns a function that sets a field to what a value means.
func to[T any](field *T, parse func(string) (T, error)) func(string) error {
	return func(value string) (err error) {
		*field, err = parse(value)
		return err
	}
}

const prefix = "DOUBLECORNER_"

// variable returns the environment variable that overrides a setting.
func variable(name string) string {
	return prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(name))
}

func text(v string) (string, error) { return v, nil }

// data reads the name of a file of games, or the address of a database. The error says nothing of the
// address, which may have a password.
func data(v string) (string, error) {
	switch {
	case v == "":
		return "", errors.New("it must not be empty")
	case postgres.IsAddress(v) && postgres.CheckAddress(v) != nil:
		return "", errors.New("it is the name of a file, or an address such as postgres://doublecorner@127.0.0.1/doublecorner")
	}
	return v, nil
}

// token removes what people copy along with a token. More than that cannot be sent to Discord.
func token(v string) (Secret, error) {
	v = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(v), "Bot "))
	if strings.ContainsFunc(v, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New("it is not a token alone: copy the token again, and save a file of it as plain text with nothing else in it")
	}
	return Secret(v), nil
}

func api(v string) (string, error) {
	_, err := discord.ParseBase(v)
	return v, err
}

func publicKey(v string) (string, error) {
	if v == "" {
		return "", nil
	}
	_, err := discord.ParseKey(v)
	return v, err
}

// address reads an address to listen at; empty: none.
func address(v string) (string, error) {
	if v == "" {
		return "", nil
	}
	host, port, err := net.SplitHostPort(v)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err == nil && host != "" && strings.Trim(host, "0123456789.") == "" { // not a name
		_, err = netip.ParseAddr(host)
	}
	if err != nil {
		return "", errors.New("it is an address and the number of a port, as in 127.0.0.1:8080")
	}
	return v, nil
}

// page reads the address of a web page, which a message can link to; empty: none.
func page(v string) (string, error) {
	u, err := url.Parse(v)
	if v != "" && (err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(v, " ()")) {
		return "", errors.New("it is the address of a page, as in https://example.org/playing, without spaces and brackets")
	}
	return v, nil
}

// site reads the address of a web site, as browsers name it; empty: none.
func site(v string) (string, error) {
	u, err := url.Parse(v)
	local := err == nil && u.Scheme == "http" && slices.Contains([]string{"127.0.0.1", "localhost", "::1"}, u.Hostname())
	if v != "" && (err != nil || u.Scheme != "https" && !local || u.Host == "" || u.String() != u.Scheme+"://"+strings.ToLower(u.Host)) {
		return "", errors.New("it is the address of a web site, as in https://board.example.org, without a path")
	}
	return v, nil
}

func truth(v string) (bool, error) {
	if v != "true" && v != "false" {
		return false, errors.New("it is true or false")
	}
	return v == "true", nil
}

// mostLimit is the greatest limit that can be set.
const mostLimit = 1_000_000

// upTo returns a function that reads a number from 1 to a greatest one.
func upTo(most int) func(string) (int, error) {
	return func(v string) (int, error) {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > most {
			return 0, fmt.Errorf("it is a number from 1 to %d", most)
		}
		return n, nil
	}
}

// cores reads a number of cores; 0 stands for half of the machine's.
func cores(v string) (int, error) {
	if v == "half" {
		return 0, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 1000 {
		return 0, errors.New("it is half, or a number of cores")
	}
	return n, nil
}

func level(v string) (l slog.Level, err error) {
	if l.UnmarshalText([]byte(v)) != nil {
		return l, errors.New("it is debug, info, warn or error")
	}
	return l, nil
}

func format(v string) (Format, error) {
	if f := Format(v); slices.Contains([]Format{Auto, Text, JSON}, f) {
		return f, nil
	}
	return "", errors.New("it is auto, text or json")
}
