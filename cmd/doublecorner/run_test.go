package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doublecorner/bot/sandbox"
)

// What is not mended by trying again ends with a status by which nobody does.
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
		{name: "the gateway does not take the token", fault: sandbox.Fault{Do: sandbox.Disconnect, Event: "READY", Close: 4004}, want: "Discord does not accept the bot's token"},
		{name: "there is no gateway", fault: sandbox.Fault{Do: sandbox.Fail, Path: "/gateway/bot", Status: http.StatusForbidden}, want: "Discord does not tell where its gateway is"},
	} {
		w := newTown(t, sandbox.Options{})
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
		if status := run([]string{"run"}, streams{strings.NewReader(""), io.Discard, &errs}); status != statusUsage || !strings.Contains(errs.String(), test.want) {
			t.Errorf("%s: status %d:\n%s", test.name, status, errs.String())
		}
	}
}

// A wrong setting is refused before there is a file.
func TestNothingIsDoneBefore(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, wrong := range []string{"watch: {listen: 99999}", "posts: {listen: ':8080', public-key: zz}", "discord: {token: x, api: nonsense}", "discord: {token-file: none}"} {
		must(t, os.WriteFile("config.yaml", []byte(wrong), 0o600))
		for _, command := range []string{"run", "doctor"} {
			var errs strings.Builder
			if status := run([]string{command}, streams{strings.NewReader(""), io.Discard, &errs}); status != statusUsage || !strings.Contains(errs.String(), "config.yaml: line 1: ") {
				t.Errorf("%s with %s: status %d:\n%s", command, wrong, status, errs.String())
			}
		}
	}
	if there, err := filepath.Glob("doublecorner*"); err != nil || len(there) > 0 {
		t.Errorf("there is %q", there)
	}
}
