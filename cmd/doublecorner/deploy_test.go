package main

import (
	"io/fs"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/store/postgres"
	"doublecorner/store/postgres/postgrestest"
)

// figures matches the names of our metrics.
var figures = regexp.MustCompile(`doublecorner_[a-z_]+[a-z]`)

// TestRightsAreExplained checks that docs/SERVER.md names every permission that the bot needs.
func TestRightsAreExplained(t *testing.T) {
	text, err := os.ReadFile("../../docs/SERVER.md")
	must(t, err)
	for _, r := range discord.RequiredPermissions {
		if !strings.Contains(string(text), `"`+r.Name+`"`) {
			t.Errorf("it does not say %q", r.Name)
		}
	}
}

// TestMetricsExist checks that the dashboard and the alarms use only metrics that exist.
func TestMetricsExist(t *testing.T) {
	var source []byte
	for _, name := range []string{"watch.go", "figures.go"} {
		file, err := os.ReadFile("internal/watch/" + name)
		must(t, err)
		source = append(source, file...)
	}
	for _, page := range []string{"deploy/grafana.json", "deploy/alerts.yaml", "OPERATING.md", "POSTGRES.md"} {
		text, err := os.ReadFile("../../docs/" + page)
		must(t, err)
		for _, name := range figures.FindAllString(string(text), -1) {
			name = strings.TrimSuffix(strings.TrimPrefix(name, "doublecorner_"), "_bucket")
			if !strings.Contains(string(source), name+`"`) {
				t.Errorf("%s: there is no figure %q", page, name)
			}
		}
	}
}

// TestUnitLetsThinkingYield checks that the unit allows the system call by which thinking yields: systemd ends a program that
// makes another one than it may.
func TestUnitLetsThinkingYield(t *testing.T) {
	text, err := os.ReadFile("../../docs/deploy/doublecorner.service")
	must(t, err)
	_, allowed, _ := strings.Cut(string(text), "\nSystemCallFilter=~@privileged @resources\n") // which has it
	if !strings.Contains(allowed, "\nSystemCallFilter=setpriority\n") {
		t.Error("it ends the program when that begins to think")
	}
}

// TestVariables checks that what containers and units set are settings.
func TestVariables(t *testing.T) {
	names := map[string]bool{}
	deploy := os.DirFS("../../docs/deploy")
	must(t, fs.WalkDir(deploy, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(deploy, file)
		for _, name := range regexp.MustCompile(`DOUBLECORNER_[A-Z_]+`).FindAllString(string(text), -1) {
			names[name] = true
			if _, err := config.Load("", []string{name + "=/nowhere"}); err != nil && strings.Contains(err.Error(), "is no setting") {
				t.Errorf("%s: %v", file, err)
			}
		}
		return err
	}))
	if len(names) < 3 {
		t.Errorf("only %v were found", names)
	}
}

// TestCompose checks that compose files set what the program reads, and refer to what they declare. The second is
// added to the first.
func TestCompose(t *testing.T) {
	var all struct {
		Services map[string]struct {
			Image, Restart string
			Command        []string
			Build          struct{ Context, Dockerfile string }
			Environment    map[string]string
			Secrets        []string
			Volumes        []string
			Grace          string         `yaml:"stop_grace_period"`
			Depends        map[string]any `yaml:"depends_on"`
			Healthcheck    map[string]any
		}
		Secrets map[string]struct{ File string }
		Volumes map[string]any
	}
	secrets, volumes := map[string]bool{}, map[string]bool{"./backups": true} // which the operator makes
	for _, name := range []string{"compose.yaml", "compose.postgres.yaml"} {
		text, err := os.ReadFile("../../docs/deploy/" + name)
		must(t, err)
		all.Services, all.Secrets, all.Volumes = nil, nil, nil
		must(t, yaml.UnmarshalWithOptions(text, &all, yaml.Strict()))
		for s := range all.Secrets {
			secrets[s] = true
		}
		for v := range all.Volumes {
			volumes[v] = true
		}
		for _, s := range all.Services {
			for _, of := range s.Secrets {
				if !secrets[of] {
					t.Errorf("%s: there is no secret %s", name, of)
				}
			}
			for _, v := range s.Volumes {
				v, _, _ := strings.Cut(v, ":")
				if _, err := os.Stat(filepath.Join("../../docs/deploy", v)); !volumes[v] && err != nil {
					t.Errorf("%s: there is neither a volume nor a file %s", name, v)
				}
			}
			environment := strings.Join(append(slices.Collect(maps.Values(s.Environment)), s.Command...), " ")
			for _, path := range regexp.MustCompile(`/run/secrets/([a-z]+)`).FindAllStringSubmatch(environment, -1) {
				if !secrets[path[1]] {
					t.Errorf("%s: there is no secret for %s", name, path[0])
				}
			}
			if s.Image != "" && !regexp.MustCompile(`:\d+\.\d+$`).MatchString(s.Image) {
				t.Errorf("%s: the image %s can be another one tomorrow", name, s.Image)
			}
			if file := s.Build.Dockerfile; file != "" {
				if _, err := os.Stat(filepath.Join("../../docs/deploy", s.Build.Context, file)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}

// TestRoleOfCompose checks that the role which the database of the compose files has for the bot is no superuser, and that
// games can be kept as that role.
func TestRoleOfCompose(t *testing.T) {
	server, does := serverWithoutRoles(t)
	password := filepath.Join(t.TempDir(), "password")
	must(t, os.WriteFile(password, []byte("it's secret\n"), 0o600))
	t.Setenv("ROLE_PASSWORD_FILE", password)
	t.Setenv("POSTGRES_USER", "postgres")
	does("../../docs/deploy/role.sh")
	if got := does("psql", "--tuples-only", "--no-align",
		"--command=SELECT rolsuper, rolpassword IS NOT NULL FROM pg_authid WHERE rolname = 'doublecorner'"); got != "f|t" {
		t.Errorf("it is a superuser, and has a password: %s", got)
	}
	games, err := postgres.Open(t.Context(), server.Address("doublecorner"), postgres.Options{})
	must(t, err)
	must(t, games.Close())
}

// TestTwoRoles checks that the role of the bot reads and writes the tables which another role has made, and that it is told
// who must change them.
func TestTwoRoles(t *testing.T) {
	server, does := serverWithoutRoles(t)
	does("psql", "--file=../../docs/deploy/roles.sql")
	address := server.Address("doublecorner")
	if _, err := postgres.Open(t.Context(), address, postgres.Options{}); err == nil ||
		!strings.Contains(err.Error(), "the role doublecorner may not change its tables; start this version of the program once") {
		t.Errorf("it makes the tables: %v", err)
	}
	owned, err := postgres.Open(t.Context(), strings.Replace(address, "doublecorner@", "games_owner@", 1), postgres.Options{})
	must(t, err)
	must(t, owned.Close())
	games, err := postgres.Open(t.Context(), address, postgres.Options{})
	must(t, err)
	must(t, game.New(game.Config{Store: games, Now: time.Now}).Resume(t.Context()))
	must(t, games.Check())
	must(t, games.Close())
}

// serverWithoutRoles starts a server that has only its superuser, and returns what runs programs as that.
func serverWithoutRoles(t *testing.T) (server *postgrestest.Server, does func(name string, args ...string) string) {
	t.Helper()
	server = postgrestest.Start(t, postgrestest.Options{})
	address, err := url.Parse(server.Address("postgres"))
	must(t, err)
	does = func(name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Env = append(os.Environ(), "PGUSER=postgres", "PGDATABASE=postgres",
			"PGHOST="+server.Dir(), "PGPORT="+address.Query().Get("port"))
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	server.Exec(t, "postgres", "CREATE ROLE postgres SUPERUSER LOGIN")
	does("psql", "--command=ALTER ROLE doublecorner RENAME TO other") // by which the server of tests was made
	return server, does
}
