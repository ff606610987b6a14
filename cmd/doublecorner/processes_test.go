package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/internal/lease"
	"doublecorner/internal/lease/leasetest"
	"doublecorner/internal/sandbox"
	"doublecorner/store/postgres/postgrestest"
)

var (
	processesTime = flag.Duration("processes.time", 6*time.Second, "have three processes of the bot share a database for so long")
	processesKill = flag.Duration("processes.kill", 3*time.Second, "kill or stop one of them so often")
)

// TestProcesses has people play while three processes of the bot share the shards of the gateway, the signed posts and a
// database behind a pooler. One of them after the other is killed, or stopped as for an upgrade, and started again. In the end every game
// is in order, every announcement was delivered once, and no shard ever had two holders. If it takes long, the database
// is away for a while, too, so that no process holds a shard.
func TestProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	t.Parallel()
	diesToo := *processesTime >= 2*time.Minute // the database
	server := postgrestest.Start(t, postgrestest.Options{Durable: diesToo})
	w := newWitness()
	fixture := newUncheckedFixture(t, sandbox.Options{Observe: w.see, Shards: 2, IdentifyEvery: 5 * time.Second})
	fixture.settings.Data = server.Pooler(t, "postgres") + "&default_query_exec_mode=exec"
	seed := *soakSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("the seed is %d", seed)
	dice := rand.New(rand.NewPCG(seed, 0))
	var bots []*process
	var posts []string
	for range 3 {
		p := newProcess(fixture)
		p.posts = freeAddress(t)
		posts = append(posts, "http://"+p.posts)
		bots = append(bots, p)
		p.start()
		t.Cleanup(func() { p.kill(); p.read() })
	}
	fixture.eventually("both shards", func() bool { return fixture.Sessions() == 2 })

	pairs := fixture.gather(w, seed)
	over, end := context.WithTimeout(t.Context(), *processesTime)
	defer end()
	var playing sync.WaitGroup
	for _, p := range pairs {
		playing.Go(func() { p.play(over) })
	}
	deaths := &deaths{bots: bots, dice: dice}
	playing.Go(func() { deaths.run(over, *processesKill) })
	if diesToo {
		playing.Go(func() {
			time.Sleep(*processesTime / 2)
			t.Logf("%s: the database is killed", time.Now().Format("15:04:05.000"))
			server.Kill()
			time.Sleep(12 * time.Second)
			if n := fixture.Sessions(); n > 0 {
				t.Errorf("%d shards are run by processes that cannot renew their leases", n)
			}
			if err := server.Run(); err != nil {
				t.Error(err)
			}
			t.Logf("%s: the database is back", time.Now().Format("15:04:05.000"))
		})
	}
	playing.Go(func() {
		for n := 0; over.Err() == nil; time.Sleep(5 * time.Millisecond) {
			if n++; n%500 == 250 {
				fixture.Balance(posts...)
			} else if n%500 == 0 {
				fixture.Balance() // the gateway
			}
			if most := fixture.Sessions(); most > 2 {
				t.Errorf("two shards have %d connections", most)
				return
			}
		}
	})
	playing.Wait()

	t.Logf("killed %d times, stopped %d times, in %v at most", deaths.killed, deaths.stopped, deaths.longest.Round(time.Millisecond))
	if deaths.longest > 10*time.Second {
		t.Errorf("a stop took %v", deaths.longest)
	}
	for _, p := range bots {
		if p.isOver() {
			p.start()
		}
	}
	deadline := time.Now().Add(2 * time.Minute)
	for fixture.pending() > 0 || time.Since(w.lastRequest()) < silence {
		if time.Now().After(deadline) {
			t.Fatalf("%d announcements are not delivered", fixture.pending())
		}
		time.Sleep(100 * time.Millisecond)
	}
	for _, p := range bots {
		p.stop()
	}
	w.check(fixture, pairs)
}

// TestMoreShards has Discord recommend more shards. The processes share as many as before, and the doctor says so, until all
// were stopped and started again.
func TestMoreShards(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t, postgrestest.Options{})
	few, many := newUncheckedFixture(t, sandbox.Options{}), newUncheckedFixture(t, sandbox.Options{Shards: 3})
	few.settings.Data = server.Address("postgres")
	many.settings.Data = few.settings.Data
	doctor := func(want string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "config.yaml")
		settings := fmt.Sprintf("discord: {token: %s, api: %s}\ndata: %q\n", many.Token(), many.settings.Discord.API, many.settings.Data)
		must(t, os.WriteFile(file, []byte(settings), 0o600))
		var out strings.Builder
		run([]string{"doctor", "--config", file}, streams{strings.NewReader(""), &out, &out})
		if !strings.Contains(out.String(), want) {
			t.Errorf("the doctor does not say %q:\n%s", want, &out)
		}
	}
	for _, discord := range []*fixture{few, many} {
		first, second := newProcess(discord), newProcess(discord)
		first.start()
		second.start()
		t.Cleanup(func() { first.kill(); second.kill(); first.read() })
		shards := map[*fixture]int{few: 1, many: 3}[discord]
		discord.eventually("all shards", func() bool { return discord.Sessions() == shards })
		first.stop()
		second.stop()
		if discord == few {
			doctor("wrong: the processes share 1 shard, and Discord recommends 3: stop all of them, and start them again")
		}
	}
	doctor("fine: the processes share 3 shards; Discord recommends 3")
}

// Processes share all shards, so none can be told to run some of them.
func TestPartOfTheShardsIsNotShared(t *testing.T) {
	games := &shared{}
	for text, ok := range map[string]bool{"all": true, "0-15/16": true, "0/1": true, "0-7/16": false, "1/2": false} {
		s := &service{config: config.Default()}
		var err error
		s.config.Gateway.Shards, err = discord.ParseShards(text)
		must(t, err)
		p, err := s.newProcesses(games, nil)
		if usage, refused := errors.AsType[usageError](err); refused == ok || ok && p.leases == nil {
			t.Errorf("shards %s: %v", text, usage)
		}
	}
}

// A process does not share shards with one that would not run them.
func TestGatewayIsUsedByAllOrNone(t *testing.T) {
	for _, on := range [][2]bool{{true, true}, {false, false}, {true, false}, {false, true}} {
		synctest.Test(t, func(t *testing.T) {
			games := &shared{}
			var both [2]processes
			for i := range both {
				s := &service{config: config.Default()}
				s.config.Gateway.On = on[i]
				var err error
				both[i], err = s.newProcesses(games, nil)
				must(t, err)
			}
			ctx, stop := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { both[0].leases.Run(ctx, 24, idle{new(discord.Client)}) })
			time.Sleep(time.Second)
			err := both[1].resume(ctx, game.New(game.Config{Store: games, Now: time.Now}))
			if _, refused := errors.AsType[usageError](err); refused == (on[0] == on[1]) || !refused && err != nil {
				t.Errorf("gateway.on %v beside %v: %v", on[1], on[0], err)
			}
			stop()
			running.Wait()
		})
	}
}

// The time in which the gateway is not reached is given back, unless players can move by signed posts.
func TestPostsNeedNoGateway(t *testing.T) {
	for listen, most := range map[string]time.Duration{"": 3 * time.Minute, "127.0.0.1:0": 0} {
		inBubble(t, listen, func(t *testing.T, s *service, _ *atomic.Bool) {
			time.Sleep(3 * time.Minute)
			given, err := s.referee.Service(t.Context())
			must(t, err)
			if given.Downtime > most || given.Downtime < most {
				t.Errorf("posts at %q: %v are given back", listen, given.Downtime)
			}
		})
	}
}

// The time in which Discord answers no request is given back, and the process is not ready, although interactions arrive.
func TestUnanswered(t *testing.T) {
	inBubble(t, "127.0.0.1:0", func(t *testing.T, s *service, cut *atomic.Bool) {
		s.config.Gateway.On = false
		s.atWork.Store(true)
		time.Sleep(time.Minute)
		cut.Store(true)
		s.client.Gateway(t.Context())
		time.Sleep(14 * time.Second)
		if reasons := s.unready(); len(reasons) > 0 {
			t.Errorf("it is not ready: %q", reasons)
		}
		time.Sleep(2 * time.Second)
		if reasons := s.unready(); len(reasons) != 1 || !strings.Contains(reasons[0], "no request of this process for 16s") {
			t.Errorf("it is not ready because of %q", reasons)
		}
		time.Sleep(time.Minute)
		cut.Store(false)
		time.Sleep(10 * time.Second)
		if reasons := s.unready(); len(reasons) > 0 {
			t.Errorf("it is not ready: %q", reasons)
		}
		given, err := s.referee.Service(t.Context())
		must(t, err)
		if given.Downtime < 76*time.Second || given.Downtime > 88*time.Second {
			t.Errorf("%v are given back", given.Downtime)
		}
	})
}

// inBubble runs a scene with a service in a bubble of testing/synctest, which does not reach the gateway, and whose
// requests Discord answers until they are cut. The service has run before.
func inBubble(t *testing.T, listen string, scene func(t *testing.T, s *service, cut *atomic.Bool)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var cut atomic.Bool
		s := &service{config: config.Default(), log: slog.New(slog.DiscardHandler),
			transport: transport(func(r *http.Request) (*http.Response, error) {
				if cut.Load() {
					return nil, errors.New("no way to Discord")
				}
				body := io.NopCloser(strings.NewReader(`{"url":"ws://127.0.0.1:1","shards":1}`))
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, Request: r}, nil
			})}
		s.config.Data, s.config.Discord.Token, s.config.Posts.Listen = filepath.Join(t.TempDir(), "games.db"), "MTIz.x.y", listen
		s.config.Thinking.On = false
		var err error
		s.games, err = s.open(ctx)
		must(t, err)
		must(t, game.New(game.Config{Store: s.games, Now: time.Now}).Resume(ctx))
		must(t, s.assemble(ctx))
		must(t, s.referee.Resume(ctx))
		var running sync.WaitGroup
		running.Go(func() { s.referee.Run(ctx, time.Tick(tickEvery), func(err error) { t.Error(err) }) })
		running.Go(func() { s.gateway.Run(ctx) })
		running.Go(func() { s.client.KeepContact(ctx) })
		scene(t, s, &cut)
		stop()
		running.Wait()
		s.closeMind()
		must(t, s.games.Close())
	})
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// shared are games whose processes share their work.
type shared struct {
	game.Store
	table leasetest.Memory
}

func (s *shared) Leases() lease.Table { return &s.table }

// deaths ends processes, and starts them again.
type deaths struct {
	bots            []*process
	dice            *rand.Rand
	killed, stopped int
	longest         time.Duration // of a stop
}

func (d *deaths) run(over context.Context, every time.Duration) {
	for n := 0; ; n++ {
		select {
		case <-over.Done():
			return
		case <-time.After(every):
		}
		p := d.bots[n%len(d.bots)]
		switch {
		case p.isOver():
			p.t.Errorf("process %d has ended by itself", n%len(d.bots))
		case d.dice.IntN(3) == 0:
			begun := time.Now()
			p.stop()
			d.longest = max(d.longest, time.Since(begun))
			d.stopped++
		default:
			p.kill()
			p.t.Logf("%s: process %d is killed", time.Now().Format("15:04:05.000"), n%len(d.bots))
			d.killed++
			p.eventually("its end", p.isOver)
		}
		time.Sleep(time.Duration(d.dice.IntN(3000)) * time.Millisecond)
		p.start()
	}
}

// freeAddress returns an address of this machine where nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return fmt.Sprint(l.Addr())
}
