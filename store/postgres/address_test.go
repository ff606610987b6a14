package postgres

import (
	"context"
	"strings"
	"testing"
)

// No error and no name shows a part of a password, however the address is written.
func TestAddressesHidePasswords(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, address := range []string{
		"postgres://u:secret@h/d", "postgres://u:secret@h:x/d", "postgres://u:secret@h/d?sslmode=x", "postgres://u@h/d?password=secret&sslmode=x",
		"postgres://u:x#secret@h/d", "postgres://u:x/secret@h/d",
		"postgres://u:x?secret@h/d", "postgres://u:x%secret@h/d", "postgres://u:x secret@h/d",
		"postgres://u:x@secret@h/d", "postgres://u:x@secret%zz@h/d", "postgres://u:x@secret:1@h:y/d",
		"postgres://u:x@secret/y@h/d?sslmode=x", "postgres://u:x@secret/y@h/d",
		"postgres:/u:secret@h/d", "Postgres://u:secret@h/d", "POSTGRESQL://u:secret@h/d", " postgres://u:secret@h/d", "pgsql://u:secret@h/d",
		"host=h user=u password=secret", "user=u Password = 'secret'",
	} {
		if !IsAddress(address) {
			t.Errorf("%s is taken for the name of a file, which errors repeat", address)
		}
		said := Name(address)
		if err := CheckAddress(address); err != nil {
			said += err.Error()
		}
		if _, err := Open(ctx, address, Options{ReadOnly: true}); err != nil {
			said += err.Error()
		}
		if strings.Contains(said, "secret") {
			t.Errorf("%s: %s", address, said)
		}
	}
	for _, file := range []string{"doublecorner.db", "/var/lib/doublecorner/games.db",
		`C:\games.db`, "C:/games.db", "postgres.db", "passwords.db"} {
		if IsAddress(file) {
			t.Errorf("%s is taken for an address", file)
		}
	}
	if err := CheckAddress("postgres://u:%40%2F%25secret@h/d"); err != nil {
		t.Error(err)
	}
	if got := Name("postgres://u:secret@h1:1,h2:2/d"); got != "the database d on h1" {
		t.Error(got)
	}
}

// A connection to another machine on which nobody checks who the server is, also if it is one of several, is doubted.
func TestDoubt(t *testing.T) {
	for address, doubted := range map[string]string{
		"postgres://u@db.example.org/d":                                  "db.example.org",
		"postgres://u@db.example.org/d?sslmode=require":                  "db.example.org",
		"postgres://u@10.0.0.7/d?sslmode=disable":                        "10.0.0.7",
		"postgres://u@127.0.0.1,db.example.org/d":                        "db.example.org",
		"postgres://u@db.example.org/d?sslmode=verify-full":              "",
		"postgres://u@a.example.org,b.example.org/d?sslmode=verify-full": "",
		"postgres://u@127.0.0.1/d":                                       "",
		"postgres://u@[::1]/d":                                           "",
		"postgres://u@localhost/d":                                       "",
		"postgres:///d?host=/var/run/postgresql":                         "",
	} {
		c, err := parse(address)
		must(t, err)
		doubt := doubtAbout(&c.ConnConfig.Config)
		if (doubt == "") != (doubted == "") || !strings.Contains(doubt, doubted) {
			t.Errorf("%s: %q", address, doubt)
		}
	}
}
