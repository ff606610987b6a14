package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/internal/sandbox"
	"doublecorner/store"
	"doublecorner/store/postgres"
	"doublecorner/store/postgres/postgrestest"
)

// TestDoctorSaysHowToRestore checks that the command by which a damaged file is restored names
// that file.
func TestDoctorSaysHowToRestore(t *testing.T) {
	t.Setenv("DOUBLECORNER_DATA", "")
	dir := t.TempDir()
	t.Chdir(dir)
	must(t, os.Mkdir("my games", 0o700))
	for _, test := range []struct{ data, want string }{
		{"doublecorner.db", `"doublecorner restore FILE"`},
		{"games.db", `"doublecorner restore --data ` + filepath.Join(dir, "games.db") + ` FILE"`},
		{"my games/doublecorner.db", `"doublecorner restore --data '` + filepath.Join(dir, "my games", "doublecorner.db") + `' FILE"`},
	} {
		db, err := store.Open(test.data, store.Options{})
		must(t, err)
		must(t, db.Close())
		damaged, err := bolt.Open(test.data, 0o600, nil)
		must(t, err)
		must(t, damaged.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("games")).Put([]byte("AAAA"), []byte("nonsense")) }))
		must(t, damaged.Close())
		var out strings.Builder
		status := run([]string{"doctor", "--data", test.data}, streams{strings.NewReader(""), &out, &out})
		if status != statusWrong || !strings.Contains(out.String(), test.want) {
			t.Errorf("of %s it says, with status %d:\n%s", test.data, status, out.String())
		}
	}
}

// TestDoctorDoubts checks that a damaged header is noted, and does not count as wrong.
func TestDoctorDoubts(t *testing.T) {
	data := filepath.Join(t.TempDir(), "games.db")
	must(t, playSome(data))
	b, err := os.ReadFile(data)
	must(t, err)
	b[60] ^= 1 // in the first header
	must(t, os.WriteFile(data, b, 0o600))
	var out strings.Builder
	status := run([]string{"doctor", "--data", data}, streams{strings.NewReader(""), &out, &out})
	if text := out.String(); status != statusFine ||
		!strings.Contains(text, "note: one of the two headers of "+data) || !strings.Contains(text, "fine: "+data) {
		t.Errorf("status %d:\n%s", status, text)
	}
}

// TestDoubtfulDatabase checks that the doctor notes, and the bot logs at its start, that nobody checks who the server is if
// that is not on this machine. What is sent to 0.0.0.0 comes to this machine all the same.
func TestDoubtfulDatabase(t *testing.T) {
	server := postgrestest.Start(t, postgrestest.Options{})
	near := server.Address("postgres")
	s, err := postgres.Open(t.Context(), near, postgres.Options{})
	must(t, err)
	must(t, s.Close())
	sockets, err := filepath.Glob(filepath.Join(server.Dir(), ".s.PGSQL.*[0-9]"))
	must(t, err)
	far := fmt.Sprintf("postgres://%s@0.0.0.0:%s/postgres?sslmode=disable", server.Owner(), forward(t, sockets[0]))
	for address, doubted := range map[string]bool{near: false, far: true} {
		var out, log strings.Builder
		status := run([]string{"doctor", "--data", address}, streams{strings.NewReader(""), &out, &out})
		service := &service{config: config.Config{Data: address}, log: slog.New(slog.NewTextHandler(&log, nil))}
		games, err := service.open(t.Context())
		must(t, err)
		must(t, games.Close())
		for _, said := range []string{out.String(), log.String()} {
			if status != statusFine || strings.Contains(said, "add sslmode=verify-full") != doubted {
				t.Errorf("of %s it says, with status %d:\n%s", address, status, said)
			}
		}
	}
}

// forward has a port of this machine lead to a socket, and returns the port.
func forward(t *testing.T, socket string) (port string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("unix", socket)
			if err != nil {
				from.Close()
				return
			}
			go func() {
				io.Copy(to, from)
				to.Close()
			}()
			go func() {
				io.Copy(from, to)
				from.Close()
			}()
		}
	}()
	_, port, err = net.SplitHostPort(l.Addr().String())
	must(t, err)
	return port
}

// TestDoctorWithoutLimits checks that Discord is assumed to have no limit of sessions if it
// names none.
func TestDoctorWithoutLimits(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"url":"wss://gateway.discord.gg","shards":2}`)
	}))
	defer server.Close()
	client, err := discord.NewClient(discord.ClientConfig{Base: server.URL + "/api/v10", Token: "t"})
	must(t, err)
	var out strings.Builder
	(&diagnosis{out: &out}).gateway(t.Context(), client, discord.Shards{})
	if want := "fine: the gateway takes it, with 2 shards; how many sessions a day are left, Discord does not say\n"; out.String() != want {
		t.Errorf("it says %q, want %q", out.String(), want)
	}
}

// TestDoctorReadsSettings checks that settings that cannot be read are listed with their owner.
func TestDoctorReadsSettings(t *testing.T) {
	data := filepath.Join(t.TempDir(), "games.db")
	must(t, playSome(data))
	s, err := store.Open(data, store.Options{})
	must(t, err)
	must(t, s.Update(t.Context(), func(tx game.Tx) error {
		return errors.Join(
			tx.PutSettings(game.PlaceSettings(77), []byte(`{"threads":true}`)),
			tx.PutSettings(game.PlaceSettings(78), []byte(`{"threads":"later"}`)),
			tx.PutSettings(game.PersonSettings(11), []byte(`{"text":true}`)), tx.PutSettings(game.PersonSettings(12), []byte("nonsense")),
		)
	}))
	must(t, s.Close())
	text := inUse(t, statusWrong, "doctor", "--data", data)
	for _, want := range []string{"wrong: the settings of place 78 cannot be read",
		"wrong: the settings of user 12 cannot be read", "is in order"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
	if n := strings.Count(text, "wrong:"); n != 2 {
		t.Errorf("%d things are wrong:\n%s", n, text)
	}
}

// TestDoctor checks that each thing that can be wrong is named with its remedy.
func TestDoctor(t *testing.T) {
	w := newFixture(t, sandbox.Options{})
	must(t, w.Overwrite(w.channel, w.AppID(), sandbox.Overwrite{})) // the bot may do everything
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), mode))
	}
	examine := func(settings string, options ...string) (int, string) {
		t.Helper()
		write("config.yaml", fmt.Sprintf("discord:\n  token-file: token\n  api: %s\n%s", w.settings.Discord.API, settings), 0o600)
		var out strings.Builder
		status := run(append([]string{"doctor", "--config", filepath.Join(dir, "config.yaml")}, options...),
			streams{strings.NewReader(""), &out, &out})
		return status, out.String()
	}
	channel := w.channel.String()
	closed, err := w.Channel(w.channel, "closed")
	must(t, err)
	must(t, w.Overwrite(closed, w.AppID(), sandbox.Overwrite{Deny: sandbox.ViewChannel}))
	mute, err := w.Channel(w.channel, "mute")
	must(t, err)
	must(t, w.Overwrite(mute, w.AppID(), sandbox.Overwrite{Deny: sandbox.SendMessages | sandbox.AttachFiles}))
	client, err := discord.NewClient(discord.ClientConfig{Base: w.settings.Discord.API, Token: w.Token()})
	must(t, err)
	thread, err := client.Thread(t.Context(), game.RoomID(mute), "thread")
	must(t, err)

	tests := []struct {
		name     string
		token    string
		mode     os.FileMode
		settings string
		options  []string
		before   func()
		status   int
		says     []string
	}{
		{"everything is fine", w.Token(), 0o600, "", []string{"--channel", channel}, nil, 0, []string{
			"fine: only its owner can read the token",
			`that of "Double Corner". Invite it: https://discord.com/`, "the gateway takes it, with 1 shard;",
			"fine: in channel " + channel + " the bot may do all it needs", "doublecorner.db yet; it is made when the bot starts",
		}},
		{"the token can be read by others", w.Token(), 0o644, "", nil, nil, 1, []string{"chmod 600"}},
		{"the token is another's", "nonsense", 0o600, "", nil, nil, 1, []string{"wrong: the token is none that Discord knows"}},
		{"Discord is not there", w.Token(), 0o600, "", nil,
			func() { w.misbehaves(sandbox.Fault{Do: sandbox.Fail, Status: 503}) },
			1, []string{"Look whether this machine reaches http://"}},
		{"the channel is closed", w.Token(), 0o600, "", []string{"--channel", closed.String()},
			nil, 1, []string{`wrong: the bot does not see channel`, `"View Channel"`}},
		{"the channel is mute", w.Token(), 0o600, "", []string{"--channel", mute.String()},
			nil, 1, []string{`lacks "Send Messages" (to announce moves and results), "Attach Files"`}},
		{"the channel of the thread is mute", w.Token(), 0o600, "", []string{"--channel", thread.String()},
			nil, 1, []string{`lacks "Send Messages" (to announce moves and results), "Attach Files"`}},
		{"nothing is posted", w.Token(), 0o600, "gateway: {on: false}\nposts: {listen: 127.0.0.1:0}",
			nil, nil, 1, []string{`set the "Interactions Endpoint URL"`}},
		{"too few shards", w.Token(), 0o600, "gateway: {shards: 0/1}", nil, nil, 0, []string{"with 1 shard"}},
		{"a part of the shards", w.Token(), 0o600, "gateway: {shards: 0/2}", nil,
			nil, 0, []string{"note: gateway.shards is 1 of 2 shards", `Set it to "all"`}},
		{"the directory is missing", w.Token(), 0o600, "data: no/such/directory/games.db",
			nil, nil, 1, []string{"it cannot be made", "Make the directory"}},
		{"a setting is wrong", w.Token(), 0o600, "gateway: {on: perhaps}", nil, nil, 2, []string{"line 4: gateway.on: it is true or false"}},
	}
	for _, test := range tests {
		os.Remove(filepath.Join(dir, "token"))
		write("token", test.token, test.mode)
		if test.before != nil {
			test.before()
		}
		status, text := examine(test.settings, test.options...)
		for _, f := range w.Faults() {
			w.RemoveFault(f.ID)
		}
		if status != test.status || strings.Contains(text, w.Token()) {
			t.Errorf("%s: status %d, want %d:\n%s", test.name, status, test.status, text)
		}
		for _, says := range test.says {
			if !strings.Contains(text, says) {
				t.Errorf("%s: it does not say %q:\n%s", test.name, says, text)
			}
		}
	}

	write("open.yaml", fmt.Sprintf("discord:\n  token: %s\n  api: %s\n", w.Token(), w.settings.Discord.API), 0o644)
	var out strings.Builder
	run([]string{"doctor", "--config", filepath.Join(dir, "open.yaml")}, streams{strings.NewReader(""), &out, &out})
	if want := "wrong: others than its owner can read the token in " + filepath.Join(dir, "open.yaml"); !strings.Contains(out.String(), want) {
		t.Errorf("of settings that all can read, it does not say %q:\n%s", want, out.String())
	}
}

// The doctor says whether the address of the live board leads to it.
func TestDoctorReachesTheLiveBoard(t *testing.T) {
	for _, c := range []struct {
		name, page string
		status     int
		want       string
	}{
		{"it does", "<title>Double Corner</title>", http.StatusOK, "fine: the live board is at "},
		{"to another page", "<title>Welcome</title>", http.StatusOK, "wrong: "},
		{"to no bot", "", http.StatusBadGateway, "note: the web server at "},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(c.status)
				io.WriteString(w, c.page)
			}))
			defer server.Close()
			settings := config.Default()
			settings.Live.Listen, settings.Live.Address = "127.0.0.1:8081", server.URL
			var out strings.Builder
			(&diagnosis{out: &out}).live(settings)
			if !strings.HasPrefix(out.String(), c.want) {
				t.Errorf("it says %q, want %q", out.String(), c.want)
			}
		})
	}
}
