package config

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doublecorner/bot/discord"
	"doublecorner/game"
)

const example = "../../../../config.example.yaml"

// TestExample checks that config.example.yaml explains every setting and has its default.
func TestExample(t *testing.T) {
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	c := Default()
	if err := c.read(text, places{}); err != nil {
		t.Fatal(err)
	}
	d := Default()
	d.Limits = game.Quotas{GamesPerPerson: 25, GamesPerPlace: 1000, ChallengesPerPerson: 10} // what the referee takes for zeros
	if c != d {
		t.Errorf("the example says\n%+v\nand the default is\n%+v", c, d)
	}
	for _, s := range c.settings() {
		key := s.name[strings.LastIndex(s.name, ".")+1:] + ":"
		if !strings.Contains(string(text), key) {
			t.Errorf("the example does not explain %s", s.name)
		}
	}
}

// key and digits are public keys, and digits looks like a number.
var key, digits = strings.Repeat("0f", 32), strings.Repeat("12", 32)

func TestRead(t *testing.T) {
	tests := []struct {
		text string
		want func(*Config)
	}{
		{"", func(*Config) {}},
		{"# nothing\n", func(*Config) {}},
		{"data: games.db", func(c *Config) { c.Data = "games.db" }},
		{"discord:\n  token: \" Bot abc.def \"\n", func(c *Config) { c.Discord.Token = "abc.def" }},
		{"discord:\n", func(*Config) {}},
		{"discord: {api: http://127.0.0.1:8080/api/v10}", func(c *Config) { c.Discord.API = "http://127.0.0.1:8080/api/v10" }},
		{"gateway:\n  on: false\n  shards: 0-7/16\n",
			func(c *Config) { c.Gateway.On, c.Gateway.Shards = false, discord.Shards{Last: 7, Total: 16} }},
		{"posts:\n  listen: :8080\n  public-key: " + key + "\n", func(c *Config) { c.Posts.Listen, c.Posts.PublicKey = ":8080", key }},
		{"posts:\n  public-key: " + digits + "\n", func(c *Config) { c.Posts.PublicKey = digits }},
		{"posts: {listen: '', public-key: ''}\nwatch: {listen: }", func(*Config) {}},
		{"lobby: true", func(c *Config) { c.Lobby = true }},
		{"limits:\n  games-per-person: 3\n", func(c *Config) { c.Limits.GamesPerPerson = 3 }},
		{"thinking:\n  on: false\n  cores: 3\n", func(c *Config) { c.Thinking.On, c.Thinking.Cores = false, 3 }},
		{"thinking: {cores: half, hash: 64, endings: solved}", func(c *Config) { c.Thinking.Hash, c.Thinking.Endings = 64, "solved" }},
		{"help: {guide: 'https://example.org/playing#moves'}", func(c *Config) { c.Help.Guide = "https://example.org/playing#moves" }},
		{"live: {listen: ':8081', address: 'https://board.example.org'}",
			func(c *Config) { c.Live.Listen, c.Live.Address = ":8081", "https://board.example.org" }},
		{"watch:\n  listen: 127.0.0.1:9090\n", func(c *Config) { c.Watch.Listen = "127.0.0.1:9090" }},
		{"watch:\n  listen: '[::1]:0'\n", func(c *Config) { c.Watch.Listen = "[::1]:0" }},
		{"data: '5'", func(c *Config) { c.Data = "5" }},
		{"discord: {token: 5}", func(c *Config) { c.Discord.Token = "5" }},
		{"log:\n  level: debug\n  format: json\n", func(c *Config) { c.Log.Level, c.Log.Format = slog.LevelDebug, JSON }},
	}
	for _, test := range tests {
		got, want := Default(), Default()
		test.want(&want)
		if err := got.read([]byte(test.text), places{}); err != nil {
			t.Errorf("%q: %v", test.text, err)
		} else if got != want {
			t.Errorf("%q says\n%+v\nwant\n%+v", test.text, got, want)
		}
	}
}

// TestFaults checks that an error names its line, and has no secret.
func TestFaults(t *testing.T) {
	const address = "it is an address and the number of a port, as in 127.0.0.1:8080"
	const site = "it is the address of a web site, as in https://board.example.org, without a path"
	const page = "it is the address of a page, as in https://example.org/playing, without spaces and brackets"
	const notAlone = "it is not a token alone: copy the token again, and save a file of it as plain text with nothing else in it"
	tests := []struct{ text, want string }{
		{"data: a\ntokn: secret",
			`line 2: there is no setting "tokn"; there are data, discord, gateway, posts, limits, thinking, help, live, lobby, watch, log`},
		{"discord:\n  tokn: secret", `line 2: there is no setting "discord.tokn"; there are discord.token, discord.token-file, discord.api`},
		{"discord:\n  token:\n    - secret", "line 3: discord.token is one value, not several"},
		{"discord:\n  token: secret and more", "line 2: discord.token: " + notAlone},
		{"discord: secret", `line 1: here settings are expected, such as "data: ..."`},
		{"- secret", `line 1: here settings are expected, such as "data: ..."`},
		{"data: a\ndata: secret", `line 2: it is not YAML: mapping key "data" already defined at [1:1]`},
		{"data: ''", "line 1: data: it must not be empty"},
		{"\n\ngateway:\n  on: secret", "line 4: gateway.on: it is true or false"},
		{"gateway:\n  shards: 8-7/16", `line 2: gateway.shards: it is "all", or shards counted from 0 and how many there are, as in 0-7/16`},
		{"limits:\n  games-per-person: 0", "line 2: limits.games-per-person: it is a number from 1 to 1000000"},
		{"thinking: {hash: 4097}", "line 1: thinking.hash: it is a number from 1 to 4096"},
		{"thinking: {cores: 0}", "line 1: thinking.cores: it is half, or a number of cores"},
		{"data: 5", "line 1: data: it is the name of a file; put it in quotes if that is its name"},
		{"discord:\n  token-file: true", "line 2: discord.token-file: it is the name of a file; put it in quotes if that is its name"},
		{"help: {guide: docs/PLAYING.md}", "line 1: help.guide: " + page},
		{"help: {guide: 'https://example.org/playing_(checkers)'}", "line 1: help.guide: " + page},
		{"live: {address: board.example.org}", "line 1: live.address: " + site},
		{"live: {address: 'https://example.org/board'}", "line 1: live.address: " + site},
		{"live: {address: 'http://example.org'}", "line 1: live.address: " + site},
		{"watch: {listen: 99999}", "line 1: watch.listen: " + address},
		{"watch: {listen: 127.0.0.1}", "line 1: watch.listen: " + address},
		{"watch: {listen: '127.0.0.1:'}", "line 1: watch.listen: " + address},
		{"watch: {listen: '127.0.0.1:99999'}", "line 1: watch.listen: " + address},
		{"watch: {listen: '127.0.0.256:80'}", "line 1: watch.listen: " + address},
		{"watch: {listen: 'http://127.0.0.1:80'}", "line 1: watch.listen: " + address},
		{"posts:\n  listen: localhost:http", "line 2: posts.listen: " + address},
		{"posts:\n  public-key: zz",
			"line 2: posts.public-key: the public key must be the 64 digits 0-9 and a-f " +
				"that Discord shows under \"General Information\" of the app"},
		{"discord:\n  api: nonsense", `line 2: discord.api: it is no address of an API; Discord's is https://discord.com/api/v10`},
		{"discord:\n  api: https://discord.com/api",
			`line 2: discord.api: it does not end in a version, as Discord's does: https://discord.com/api/v10`},
		{"discord:\n  api: https://discord.com/v10",
			`line 2: discord.api: it does not end in a version, as Discord's does: https://discord.com/api/v10`},
		{"log:\n  level: secret", "line 2: log.level: it is debug, info, warn or error"},
		{"log:\n  format: secret", "line 2: log.format: it is auto, text or json"},
	}
	for _, test := range tests {
		c := Default()
		err := c.read([]byte(test.text), places{})
		if err == nil {
			t.Errorf("%q is taken as it is", test.text)
		} else if err.Error() != test.want {
			t.Errorf("%q: %v\nwant %s", test.text, err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("discord: {token: top-secret}\nx: [")
	f.Add("discord:\n  token: 'top-secret\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := Default()
		if err := c.read([]byte(text), places{}); err != nil &&
			strings.Contains(text, "token: top-secret") && strings.Contains(err.Error(), "top-secret") {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("token", "Bot from-file\n")
	write("empty", "\n")
	write("wide", "\xff\xfes\x00e\x00c\x00r\x00e\x00t\x00") // as Windows may save text
	wide := write("wide.yaml", "discord: {token-file: wide}\n")
	write("noted", "secret\n# of the bot\n")
	noted := write("noted.yaml", "discord: {token-file: noted}\n")
	plain := write("plain.yaml", "data: here.db\ndiscord:\n  token: secret\nthinking: {endings: solved}\n")
	gone := write("gone.yaml", "data: here.db\ndiscord:\n  token-file: no-such\n")
	void := write("void.yaml", "discord: {token-file: empty}\n")
	twice := write("twice.yaml", "discord:\n  token: secret\n  token-file: token\n")
	shut := write("shut.yaml", "gateway:\n  on: false\n")
	filed := write("filed.yaml", "discord:\n  token-file: token\n")

	c, err := Load(plain,
		[]string{"PATH=/bin", "DOUBLECORNER_DATA=/there.db", "DOUBLECORNER_LOG_LEVEL=warn", "DOUBLECORNER_GATEWAY_ON=", "DOUBLECORNER_CONFIG=x"})
	if err != nil || c.Data != "/there.db" || c.Discord.Token != "secret" || c.Log.Level != slog.LevelWarn || !c.Gateway.On {
		t.Errorf("what the environment says does not count: %+v, %v", c, err)
	}
	if c, err := Load(plain, nil); err != nil || c.Data != filepath.Join(dir, "here.db") ||
		c.Thinking.Endings != filepath.Join(dir, "solved") {
		t.Errorf("files are not beside the file that names them: %+v, %v", c, err)
	}
	if c, err := Load(filed, nil); err != nil || c.Discord.Token != "from-file" {
		t.Errorf("the token is not read from its file: %#v, %v", string(c.Discord.Token), err)
	}
	service := []string{ // of Kubernetes
		"DOUBLECORNER_SERVICE_HOST=10.0.0.1", "DOUBLECORNER_SERVICE_PORT_HTTP=80", "DOUBLECORNER_PORT=tcp://10.0.0.1:80",
		"DOUBLECORNER_PORT_80_TCP=tcp://10.0.0.1:80", "DOUBLECORNER_WEB_PORT_80_TCP_ADDR=10.0.0.1",
	}
	for _, environment := range [][]string{nil, service} {
		if c, err := Load("", environment); err != nil || c != Default() {
			t.Errorf("without a file: %+v, %v", c, err)
		}
	}

	tests := []struct{ file, variable, want string }{
		{"none.yaml", "", "there is no file none.yaml; copy config.example.yaml, or use no file and set DOUBLECORNER_DISCORD_TOKEN_FILE"},
		{"", "DOUBLECORNER_TOKN=secret", "the environment sets DOUBLECORNER_TOKN, which is no setting; config.example.yaml has the names"},
		{"", "DOUBLECORNER_PORT=80", "the environment sets DOUBLECORNER_PORT, which is no setting; config.example.yaml has the names"},
		{"", "DOUBLECORNER_LOG_FORMAT=secret", "the environment variable DOUBLECORNER_LOG_FORMAT: it is auto, text or json"},
		{plain, "DOUBLECORNER_DISCORD_TOKEN_FILE=x",
			"discord.token (" + plain +
				": line 3) and discord.token-file (the environment variable DOUBLECORNER_DISCORD_TOKEN_FILE) are both set; keep one"},
		{twice, "", "discord.token (" + twice + ": line 2) and discord.token-file (" + twice + ": line 3) are both set; keep one"},
		{gone, "", gone + ": line 3: discord.token-file: there is no file " + filepath.Join(dir, "no-such")},
		{void, "", void + ": line 1: discord.token-file: " + filepath.Join(dir, "empty") + " is empty"},
		{wide, "",
			wide + ": line 1: discord.token-file: " + filepath.Join(dir, "wide") +
				": it is not a token alone: copy the token again, and save a file of it as plain text with nothing else in it"},
		{noted, "",
			noted + ": line 1: discord.token-file: " + filepath.Join(dir, "noted") +
				": it is not a token alone: copy the token again, and save a file of it as plain text with nothing else in it"},
		{"", "DOUBLECORNER_DISCORD_TOKEN_FILE=" + filepath.Join(dir, "empty"),
			"the environment variable DOUBLECORNER_DISCORD_TOKEN_FILE: discord.token-file: " + filepath.Join(dir, "empty") + " is empty"},
		{"", "DOUBLECORNER_WATCH_LISTEN=9090",
			"the environment variable DOUBLECORNER_WATCH_LISTEN: it is an address and the number of a port, as in 127.0.0.1:8080"},
		{shut, "", shut + ": line 2: gateway.on: nothing would reach the bot: set it to true, or posts.listen to an address"},
		{"", "DOUBLECORNER_GATEWAY_ON=false",
			"the environment variable DOUBLECORNER_GATEWAY_ON: gateway.on: " +
				"nothing would reach the bot: set it to true, or posts.listen to an address"},
	}
	for _, test := range tests {
		_, err := Load(test.file, []string{test.variable})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s %s: %v\nwant %s", test.file, test.variable, err, test.want)
		}
	}
}

// TestSecret checks that no way of printing shows a token.
func TestSecret(t *testing.T) {
	var c Config
	c.Discord.Token = "top-secret"
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("start", "config", c, "token", c.Discord.Token)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("start", "config", c, "token", c.Discord.Token)
	fmt.Fprintf(&log, "%v %+v %#v %s %q", c, c, c, c.Discord.Token, c.Discord.Token)
	if strings.Contains(log.String(), "top-secret") {
		t.Errorf("the token is seen: %s", &log)
	}
}
