package discord

import (
	"flag"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"doublecorner/bot/delivery"
	"doublecorner/game"
	"doublecorner/internal/sandbox"
)

// TestGuilds checks which guilds the gateway passes on, and what it reads of them.
func TestGuilds(t *testing.T) {
	play(t, func(s *gatewayTest) {
		var got []delivery.Guild
		s.config.OnGuild = func(g delivery.Guild) { got = append(got, g) }
		s.begin()
		p := s.joins("s")
		p.saysEvent(2, "GUILD_CREATE", map[string]any{
			"id": "7", "joined_at": "2026-11-28T22:00:00.123000+00:00", "system_channel_id": "8", "unavailable": false,
			"channels": []any{map[string]any{"id": "9"}},
		})
		p.saysEvent(3, "GUILD_CREATE", map[string]any{"id": "10", "joined_at": "2026-11-28T22:00:00+00:00", "system_channel_id": nil})
		p.saysEvent(4, "GUILD_CREATE", map[string]any{"id": "11", "unavailable": true})
		p.saysEvent(5, "GUILD_DELETE", map[string]any{"id": "10", "unavailable": true})
		p.saysEvent(6, "GUILD_DELETE", map[string]any{"id": "10"})
		p.saysEvent(7, "GUILD_DELETE", map[string]any{"id": "nonsense"})
		synctest.Wait()
		at := time.Date(2026, 11, 28, 22, 0, 0, 0, time.UTC)
		want := []delivery.Guild{{ID: 7, Joined: at.Add(123 * time.Millisecond), SystemChannel: 8}, {ID: 10, Joined: at}, {ID: 10, Removed: true}}
		for i := range got {
			got[i].Joined = got[i].Joined.UTC()
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("it passes on %+v\nwant %+v", got, want)
		}
	})
}

// TestGuildsOfSession checks which guilds a new session lists, and which ones are of its shard.
func TestGuildsOfSession(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.config.Shards = Shards{First: 1, Last: 1, Total: 2}
		var got []delivery.ShardGuilds
		s.config.OnSession = func(g delivery.ShardGuilds) { got = append(got, g) }
		s.begin()
		p := s.joins("s")                                          // with no guilds
		p.saysEvent(1, "READY", map[string]any{"session_id": "s"}) // nothing is known of them
		p.saysEvent(1, "READY", map[string]any{"session_id": "s", "guilds": []any{map[string]any{"id": "4194304", "unavailable": true}}})
		synctest.Wait()
		if len(got) != 2 || len(got[0].Has) != 0 || len(got[1].Has) != 1 || !got[1].Has[1<<22] {
			t.Fatalf("it lists %+v", got)
		}
		if !got[1].IsShard(3<<22) || got[1].IsShard(2<<22) {
			t.Error("it lists the guilds of another shard")
		}
	})
}

var manyGuilds = flag.Bool("guilds", false, "read the guilds of a full shard, which takes 20 s")

// TestManyGuilds checks that the guilds of a full shard, of 200 KB each, cost less than 20 MB of memory.
func TestManyGuilds(t *testing.T) {
	if !*manyGuilds {
		t.Skip("it reads 500 MB: -guilds")
	}
	const guilds, most = 2500, 20 << 20
	var members strings.Builder
	for i := range 1400 {
		fmt.Fprintf(&members, `{"user":{"id":"%d","username":"user%d","discriminator":"0","avatar":null},`+
			`"roles":["1000000000000000001"],"nick":null,"mute":false,"deaf":false},`, i, i)
	}
	play(t, func(s *gatewayTest) {
		n := 0
		s.config.OnGuild = func(delivery.Guild) { n++ }
		s.begin()
		p := s.joins("s")
		before := memory()
		peak := before
		for i := range guilds {
			p.says(fmt.Sprintf(`{"t":"GUILD_CREATE","s":%d,"op":0,"d":{"members":[%snull],"id":"%d"}}`, i+2, members.String(), i+1))
			peak = max(peak, memory())
		}
		synctest.Wait()
		if n != guilds || peak-before > most {
			t.Errorf("%d guilds take %d KB", n, (peak-before)>>10)
		}
		t.Logf("%d guilds take %d KB at most", n, (peak-before)>>10)
	})
}

// memory returns how many bytes the process has of the system's memory.
func memory() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// TestIsIn checks whether the bot knows in which guilds it is.
func TestIsIn(t *testing.T) {
	w := newTestGuild(t, sandbox.Options{})
	other, err := w.Guild("Elsewhere", w.anna.ID)
	must(t, err)
	for guild, want := range map[sandbox.ID]bool{w.room: true, other: false, 5: false} {
		if isIn, err := w.client.IsIn(t.Context(), game.PlaceID(guild)); isIn != want || err != nil {
			t.Errorf("%d: %t, %v", guild, isIn, err)
		}
	}
	w.misbehaves(sandbox.Fault{Do: sandbox.Fail, Path: "/guilds/*", Status: 503})
	if _, err := w.client.IsIn(t.Context(), game.PlaceID(w.room)); err == nil {
		t.Error("a guild is known while Discord does not answer")
	}
}
