package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"doublecorner/bot/discord"
)

// setting is a setting: its name in the file, where dots go down a level, and how to set it.
type setting struct {
	name string
	set  func(c *Config, value string) error
	file bool // its value is the name of a file
}

// settings lists all settings, in the order of config.example.yaml.
var settings = []setting{
	{name: "data", file: true, set: func(c *Config, v string) error {
		if v == "" {
			return errors.New("it must not be empty")
		}
		c.Data = v
		return nil
	}},

	{name: "discord.token", set: func(c *Config, v string) error { c.Discord.Token = token(v); return nil }},
	{name: "discord.token-file", file: true, set: func(c *Config, v string) error { c.Discord.TokenFile = v; return nil }},
	{name: "discord.api", set: func(c *Config, v string) error {
		c.Discord.API = v
		_, err := discord.ParseBase(v)
		return err
	}},

	{name: "gateway.on", set: func(c *Config, v string) error { return truth(&c.Gateway.On, v) }},
	{name: "gateway.shards", set: func(c *Config, v string) (err error) {
		c.Gateway.Shards, err = discord.ParseShards(v)
		return err
	}},

	{name: "posts.listen", set: func(c *Config, v string) error { return address(&c.Posts.Listen, v) }},
	{name: "posts.public-key", set: func(c *Config, v string) error {
		c.Posts.PublicKey = v
		if v == "" {
			return nil
		}
		_, err := discord.ParseKey(v)
		return err
	}},

	{name: "limits.games-per-person", set: func(c *Config, v string) error { return number(&c.Limits.GamesPerPerson, v) }},
	{name: "limits.games-per-server", set: func(c *Config, v string) error { return number(&c.Limits.GamesPerServer, v) }},
	{name: "limits.challenges-per-person", set: func(c *Config, v string) error { return number(&c.Limits.ChallengesPerPerson, v) }},

	{name: "watch.listen", set: func(c *Config, v string) error { return address(&c.Watch.Listen, v) }},

	{name: "log.level", set: func(c *Config, v string) error {
		if err := c.Log.Level.UnmarshalText([]byte(v)); err != nil {
			return errors.New("it is debug, info, warn or error")
		}
		return nil
	}},
	{name: "log.format", set: func(c *Config, v string) error {
		switch f := Format(v); f {
		case Auto, Text, JSON:
			c.Log.Format = f
			return nil
		}
		return errors.New("it is auto, text or json")
	}},
}

// find returns the setting with a name; nil if there is none.
func find(name string) *setting {
	for i := range settings {
		if settings[i].name == name {
			return &settings[i]
		}
	}
	return nil
}

// variable returns the environment variable that overrides a setting.
func (s setting) variable() string {
	return prefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(s.name))
}

const prefix = "DOUBLECORNER_"

// address reads an address to listen at; empty: none.
func address(to *string, v string) error {
	if v != "" {
		host, port, err := net.SplitHostPort(v)
		if err == nil {
			_, err = strconv.ParseUint(port, 10, 16)
		}
		if err == nil && host != "" && strings.Trim(host, "0123456789.") == "" { // not a name
			_, err = netip.ParseAddr(host)
		}
		if err != nil {
			return errors.New("it is an address and the number of a port, as in 127.0.0.1:8080")
		}
	}
	*to = v
	return nil
}

// truth reads true or false.
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

// number reads a limit.
func number(to *int, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 1_000_000 {
		return fmt.Errorf("it is a number from 1 to 1000000")
	}
	*to = n
	return nil
}
