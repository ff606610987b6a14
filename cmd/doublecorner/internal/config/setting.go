package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"doublecorner/bot/discord"
)

// setting is one thing to decide: its name in the file, where dots go down a level, and
// what a value does.
type setting struct {
	name string
	set  func(c *Config, value string) error
}

// settings are all there are, in the order of the file.
var settings = []setting{
	{"data", func(c *Config, v string) error { return name(&c.Data, v) }},

	{"discord.token", func(c *Config, v string) error { c.Discord.Token = token(v); return nil }},
	{"discord.token-file", func(c *Config, v string) error { c.Discord.TokenFile = v; return nil }},
	{"discord.api", func(c *Config, v string) error { return name(&c.Discord.API, v) }},

	{"gateway.on", func(c *Config, v string) error { return truth(&c.Gateway.On, v) }},
	{"gateway.shards", func(c *Config, v string) (err error) {
		c.Gateway.Shards, err = discord.ParseShards(v)
		return err
	}},

	{"posts.listen", func(c *Config, v string) error { c.Posts.Listen = v; return nil }},
	{"posts.public-key", func(c *Config, v string) error { c.Posts.PublicKey = v; return nil }},

	{"limits.games-per-person", func(c *Config, v string) error { return number(&c.Limits.GamesPerPerson, v) }},
	{"limits.games-per-server", func(c *Config, v string) error { return number(&c.Limits.GamesPerServer, v) }},
	{"limits.challenges-per-person", func(c *Config, v string) error { return number(&c.Limits.ChallengesPerPerson, v) }},

	{"watch.listen", func(c *Config, v string) error { c.Watch.Listen = v; return nil }},

	{"log.level", func(c *Config, v string) error {
		if err := c.Log.Level.UnmarshalText([]byte(v)); err != nil {
			return errors.New("it is debug, info, warn or error")
		}
		return nil
	}},
	{"log.format", func(c *Config, v string) error {
		switch f := Format(v); f {
		case Auto, Text, JSON:
			c.Log.Format = f
			return nil
		}
		return errors.New("it is auto, text or json")
	}},
}

// known finds a setting.
func known(name string) *setting {
	for i := range settings {
		if settings[i].name == name {
			return &settings[i]
		}
	}
	return nil
}

// variable is the environment variable that overrides a setting.
func (s setting) variable() string {
	return prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(s.name))
}

const prefix = "DOUBLECORNER_"

func name(to *string, v string) error {
	if v == "" {
		return errors.New("it must not be empty")
	}
	*to = v
	return nil
}

func truth(to *bool, v string) error {
	switch v {
	case "true":
		*to = true
	case "false":
		*to = false
	default:
		return errors.New("it is true or false")
	}
	return nil
}

func number(to *int, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 1_000_000 {
		return fmt.Errorf("it is a number from 1 to 1000000")
	}
	*to = n
	return nil
}
