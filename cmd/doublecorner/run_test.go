package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/internal/sandbox"
	"doublecorner/store/postgres"
	"doublecorner/store/postgres/postgrestest"
)

// TestRefusedForGood checks the exit status after errors that a new start does not resolve.
func TestRefusedForGood(t *testing.T) {
	for _, test := range []struct {
		name  string
		token string // instead of the right one
		api   string // added to the address
		fault sandbox.Fault
		want  string
	}{
		{name: "the token is another's", token: "nonsense", want: "the token is none that Discord knows"},
		{name: "the address leads nowhere", api: "/nowhere", want: "look whether discord.api is right"},
		{name: "the gateway does not accept the token",
			fault: sandbox.Fault{Do: sandbox.Disconnect, Event: "READY", Close: 4004},
			want:  "Discord does not accept the bot's token"},
		{name: "the commands are refused",
			fault: sandbox.Fault{Do: sandbox.Fail, Method: "PUT", Path: "/applications/*/commands", Code: sandbox.CodeInvalidForm},
			want:  "Get a newer one"},
		{name: "the app may have no commands",
			fault: sandbox.Fault{Do: sandbox.Fail, Method: "PUT", Path: "/applications/*/commands", Code: sandbox.CodeMissingAccess},
			want:  "whether it is disabled"},
		{name: "there are no commands",
			fault: sandbox.Fault{Do: sandbox.Fail, Method: "GET", Path: "/applications/*/commands", Status: http.StatusNotFound},
			want:  "look whether discord.api is right"},
		{name: "there is no gateway",
			fault: sandbox.Fault{Do: sandbox.Fail, Path: "/gateway/bot", Status: http.StatusForbidden},
			want:  "The address of Discord's gateway cannot be fetched"},
	} {
		w := newFixture(t, sandbox.Options{})
		if test.fault.Do != "" {
			w.misbehaves(test.fault)
		}
		token := w.Token()
		if test.token != "" {
			token = test.token
		}
		t.Setenv("DOUBLECORNER_DISCORD_TOKEN", token)
		t.Setenv("DOUBLECORNER_DISCORD_API", w.URL()+test.api+"/api/v10")
		t.Setenv("DOUBLECORNER_DATA", w.settings.Data)
		var errs strings.Builder
		if status := run([]string{"run"}, streams{strings.NewReader(""), io.Discard, &errs}); status != statusUsage ||
			!strings.Contains(errs.String(), test.want) {
			t.Errorf("%s: status %d:\n%s", test.name, status, errs.String())
		}
	}
}

// TestGamesAreRefusedForGood checks the same of games that cannot be opened.
func TestGamesAreRefusedForGood(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{})
	hba := filepath.Join(server.Data(), "pg_hba.conf")
	trusted, err := os.ReadFile(hba)
	must(t, err)
	must(t, os.WriteFile(hba, append([]byte("local all guarded scram-sha-256\n"), trusted...), 0o600))
	must(t, server.Reload())
	server.Exec(t, "postgres", "CREATE ROLE guarded LOGIN PASSWORD 'right'")
	server.Exec(t, "postgres", "CREATE ROLE powerless LOGIN")
	server.Exec(t, "postgres", "CREATE DATABASE later")
	address := server.Address("postgres")
	as := func(role string) string { return strings.Replace(address, server.Owner()+"@", role+"@", 1) }
	games, err := postgres.Open(t.Context(), server.Address("later"), postgres.Options{})
	must(t, err)
	must(t, games.Close())
	server.Exec(t, "later", "UPDATE schema_version SET version = 99")
	for _, test := range []struct{ data, want string }{
		{as("guarded:wrong"), "look at the role and the password in the address"},
		{as("nobody"), "look at the role and the password in the address"},
		{as("powerless"), "could not be brought up to date"},
		{server.Address("none"), "it is not there; make it, or correct its name"},
		{server.Address("later"), "was brought up to date by a later version"},
		{filepath.Join(t.TempDir(), "none", "games.db"), "there is no directory"},
	} {
		t.Setenv("DOUBLECORNER_DISCORD_TOKEN", "MTIz.x.y")
		t.Setenv("DOUBLECORNER_DATA", test.data)
		var errs strings.Builder
		if status := run([]string{"run"}, streams{strings.NewReader(""), io.Discard, &errs}); status != statusUsage ||
			!strings.Contains(errs.String(), test.want) || strings.Contains(errs.String(), "wrong@") {
			t.Errorf("%s: status %d:\n%s", test.data, status, errs.String())
		}
	}
}

// TestNothingIsDoneBefore checks that a wrong setting is refused before there is a file.
func TestNothingIsDoneBefore(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, wrong := range []string{"watch: {listen: 99999}", "posts: {listen: ':8080', public-key: zz}",
		"discord: {token: x, api: nonsense}", "discord: {token-file: none}"} {
		must(t, os.WriteFile("config.yaml", []byte(wrong), 0o600))
		for _, command := range []string{"run", "doctor"} {
			var errs strings.Builder
			if status := run([]string{command}, streams{strings.NewReader(""), io.Discard, &errs}); status != statusUsage ||
				!strings.Contains(errs.String(), "config.yaml: line 1: ") {
				t.Errorf("%s with %s: status %d:\n%s", command, wrong, status, errs.String())
			}
		}
	}
	if there, err := filepath.Glob("doublecorner*"); err != nil || len(there) > 0 {
		t.Errorf("there is %q", there)
	}
}

// TestLogIsForPeople checks that durations, addresses and ids are text in the log. In JSON they
// would be nanoseconds, bytes, and numbers that are too long.
func TestLogIsForPeople(t *testing.T) {
	at, err := net.ResolveTCPAddr("tcp", "127.0.0.1:9090")
	must(t, err)
	for format, want := range map[config.Format]string{
		config.JSON: `"again_in":"3.888s","address":"127.0.0.1:9090","place":"1234567890123456789","err":"gone","n":5,"token":"(hidden)"}`,
		config.Text: `again_in=3.888s address=127.0.0.1:9090 place=1234567890123456789 err=gone n=5 token=(hidden)`,
	} {
		var out strings.Builder
		logger(&out, slog.LevelInfo, format).With("again_in", 3887840206*time.Nanosecond).Info("it is said",
			"address", at, "place", game.PlaceID(1234567890123456789), "err", errors.New("gone"), "n", 5, "token", config.Secret("secret"))
		if text := strings.TrimSpace(out.String()); !strings.HasSuffix(text, want) ||
			!strings.Contains(text, "INFO") || !strings.Contains(text, time.Now().Format("2006-")) {
			t.Errorf("%s: %s", format, text)
		}
	}
}

// TestLogKeys checks that keys of the log are words of small letters, joined by _.
func TestLogKeys(t *testing.T) {
	said := regexp.MustCompile(`(?i)\blog\.(?:Debug\(|Info\(|Warn\(|Error\(|With\(|Log\(ctx, level,)(.*)\)`)
	quoted := regexp.MustCompile(`, "([^"]*)",`)
	n := 0
	must(t, filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, call := range said.FindAllStringSubmatch(string(text), -1) {
			for _, key := range quoted.FindAllStringSubmatch(call[1], -1) {
				n++
				if strings.Trim(key[1], "abcdefghijklmnopqrstuvwxyz_") != "" {
					t.Errorf("%s: the key %q", path, key[1])
				}
			}
		}
		return err
	}))
	if n < 50 {
		t.Errorf("only %d keys are found", n)
	}
}

// TestActivities checks that the bot starts with an app that has activities switched on, and retains the command that opens them.
func TestActivities(t *testing.T) {
	w := newFixture(t, sandbox.Options{})
	const opens = `{"type":4,"name":"launch","name_localizations":null,` +
		`"description":"Launch an activity","description_localizations":null,"handler":2}`
	path := "/applications/" + w.AppID().String() + "/commands"
	if status, answer, err := w.SendJSON(http.MethodPut, path, json.RawMessage("["+opens+"]")); status != http.StatusOK {
		t.Fatal(answer, err)
	}
	w.serve()
	w.types(w.anna, "help")
	_, registered, err := w.SendJSON(http.MethodGet, path, nil)
	must(t, err)
	if !strings.Contains(registered, `"name":"launch"`) {
		t.Errorf("the app has the commands %s", registered)
	}
}

// TestRemovedServer checks that the bot records when a server removes it, and forgets that when the server adds it again.
func TestRemovedServer(t *testing.T) {
	w := newFixture(t, sandbox.Options{})
	other, err := w.Guild("Elsewhere", w.anna.ID)
	must(t, err)
	w.SetBot(other, true)
	for _, has := range []bool{false, true} {
		stop := w.serve()
		w.SetBot(w.channel, has)
		w.in(other).types(w.anna, "help") // arrives after that
		stop()
		kept := w.stored()
		var records map[game.PlaceID][]byte
		must(t, kept.View(t.Context(), func(tx game.Reader) (err error) { records, err = tx.SettingsOfPlaces(); return err }))
		must(t, kept.Close())
		here, there := string(records[game.PlaceID(w.channel)]), string(records[game.PlaceID(other)])
		if isRemoved := strings.HasPrefix(here, `{"removed":`); isRemoved == has ||
			has && here != `{"greeted":true}` || strings.Contains(there, `"removed"`) {
			t.Errorf("the server has the bot: %t; recorded is %q, and of another server %q", has, here, there)
		}
	}
}
