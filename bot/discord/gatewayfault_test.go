package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
)

// What discordgo v0.29.0 does wrong at the gateway, one test for each, and then what else
// a Discord may do that nobody expects.

// discordgo: after five heartbeats, which are more than 200 seconds.
func TestDeadConnectionIsDetectedByOneHeartbeat(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		for p.beats.Load() == 0 {
			time.Sleep(time.Second)
		}
		p.deaf.Store(true)
		p.holds.Store(true)
		p.hears(opHeartbeat)
		silent := time.Now()
		p.ends()
		if noticed := time.Since(silent); noticed > 10*time.Second {
			t.Errorf("noticed after %v", noticed)
		}
		noticed := time.Now()
		if p = s.comes(); p.at != noticed {
			t.Errorf("another connection is made %v later", p.at.Sub(noticed))
		}
		p.greet()
		p.resumes("one", 1)
		if !strings.Contains(s.log.String(), errNoHeartbeatAck.Error()) {
			t.Errorf("the log does not say why:\n%s", &s.log)
		}
	})
}

// discordgo: closes with 1000, which ends the session.
func TestDeadConnectionKeepsItsSession(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		p.interaction(2, "a")
		p.deaf.Store(true)
		if code := p.ends(); code == 1000 || code == 1001 {
			t.Errorf("closed with %d", code)
		}
		p = s.resumes("one", 2)
		p.interaction(3, "b") // that happened meanwhile
		p.saysEvent(4, "RESUMED", nil)
		s.wants("a", "b")
		if got := s.state(); !got.Connected || got.Resumes != 1 || got.Identifies != 1 {
			t.Errorf("the shard is %+v", got)
		}
	})
}

// Players can move while one of the shards is connected.
func TestConnected(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.info.Shards = 2
		s.begin()
		wants := func(when string, want bool) {
			t.Helper()
			synctest.Wait()
			if got := s.gateway.Connected(); got != want {
				t.Errorf("%s: %v", when, got)
			}
		}
		wants("at the start", false)
		one, two := s.joins("one"), s.joins("two")
		wants("with both shards", true)
		one.closes(4000)
		one.ends()
		wants("with one shard", true)
		two.closes(4000)
		two.ends()
		wants("with none", false)
	})
}

// discordgo: never there.
func TestSessionIsResumedWhereDiscordSays(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		if p.host != "first.test" {
			t.Errorf("started at %s", p.host)
		}
		for _, host := range []string{"second.test", "second.test", "first.test"} { // the latter as the others fail
			p.closes(4000)
			p = s.comes()
			if p.host != host {
				t.Errorf("resumed at %s, not at %s", p.host, host)
			}
		}
		p.greet()
		p.resumes("one", 1)
		p.saysEvent(2, "RESUMED", nil)
		synctest.Wait()
		p.closes(4000)
		if p = s.comes(); p.host != "second.test" {
			t.Errorf("having resumed, resumed at %s", p.host)
		}
	})
}

// discordgo: at once, each time, whatever the day's starts.
func TestInvalidSessionsAreReplacedSlowly(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		var last time.Time
		starts, until := 0, time.Now().Add(time.Hour)
		for time.Now().Before(until) {
			p := s.identifies()
			if wait := time.Since(last); wait < 5*time.Second {
				t.Fatalf("start %d is only %v after the one before", starts, wait)
			}
			last = time.Now()
			starts++
			p.says(`{"op": 9, "d": false}`)
			if code := p.ends(); code != closeResumable {
				t.Errorf("closed with %d", code)
			}
		}
		if starts < 50 || starts > 100 {
			t.Errorf("%d starts in an hour", starts)
		}
	})
}

func TestInvalidSessionIsReplacedAfterAWhile(t *testing.T) {
	for chance, want := range map[float64]time.Duration{0: time.Second, 0.5: 3 * time.Second, 1: 5 * time.Second} {
		play(t, func(s *gatewayTest) {
			s.begin()
			s.gateway.random = func() float64 { return chance }
			p := s.joins("one")
			time.Sleep(time.Minute)
			before := time.Now()
			p.says(`{"op": 9, "d": false}`)
			p = s.joins("two")
			if wait := p.at.Sub(before); wait != want {
				t.Errorf("after %v, want %v", wait, want)
			}
			p.says(`{"op": 9, "d": true}`)
			s.resumes("two", 1)
		})
	}
}

// discordgo: identifies whenever it likes.
func TestShardsIdentifyInTurn(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.info.Shards, s.info.SessionStartLimit.MaxConcurrency = 16, 4
		s.begin()
		began := time.Now()
		last := map[int]time.Time{}
		for range 16 {
			p := s.comes()
			p.greet()
			var d struct{ Shard [2]int }
			if err := json.Unmarshal(p.hears(opIdentify).RawData, &d); err != nil || d.Shard[1] != 16 {
				t.Fatalf("it is shard %v: %v", d.Shard, err)
			}
			way := d.Shard[0] % 4
			if wait := time.Since(last[way]); wait < 5*time.Second {
				t.Errorf("shard %d starts %v after another", d.Shard[0], wait)
			}
			last[way] = time.Now()
			if s.gateway.Ready() {
				t.Error("ready before all are")
			}
			p.ready("s", "")
		}
		synctest.Wait()
		if took := time.Since(began); took > 20*time.Second || !s.gateway.Ready() {
			t.Errorf("after %v ready: %v", took, s.gateway.Ready())
		}
		if n := s.asked.Load(); n != 1 {
			t.Errorf("asked %d times where the gateway is", n)
		}
	})
}

// A slow connection of one shard must not let the next one identify too soon.
func TestIdentifyIntervalsCountFromTheIdentify(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.info.Shards = 2
		s.begin()
		p := s.comes()
		time.Sleep(8 * time.Second)
		p.greet()
		p.hears(opIdentify)
		before := time.Now()
		s.identifies()
		if wait := time.Since(before); wait < 5*time.Second {
			t.Errorf("the second starts after %v", wait)
		}
	})
}

// waits fails the test unless the log says for what the gateway waits, and it starts no session for a time.
func (s *gatewayTest) waits(most time.Duration, says ...string) {
	s.t.Helper()
	time.Sleep(most)
	synctest.Wait()
	for _, text := range says {
		if !strings.Contains(s.log.String(), text) {
			s.t.Errorf("the log lacks %q:\n%s", text, &s.log)
		}
	}
	if len(s.arrivals) > 0 {
		s.t.Error("it started once more")
	}
}

// discordgo: uses them all, and then the token is lost.
func TestStartsOfTheDayAreNotUsedUp(t *testing.T) {
	t.Run("at the start", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			s.info.Shards, s.info.SessionStartLimit.Remaining, s.info.SessionStartLimit.ResetAfter = 3, 2, 3600_000
			s.left.Store(0)
			s.begin()
			s.joins("one")
			s.joins("two")
			s.waits(59*time.Minute, time.Now().Add(time.Hour).Format("15:04"), "has 0 of 1000")
			s.left.Store(1000)
			s.joins("three")
		})
	})
	t.Run("later", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			s.info.Shards, s.info.SessionStartLimit.Remaining, s.info.SessionStartLimit.ResetAfter = 2, 3, 3600_000
			s.left.Store(0)
			s.begin()
			other := s.joins("other")
			for range 2 {
				p := s.identifies()
				p.says(`{"op": 9, "d": false}`)
			}
			s.waits(59*time.Minute, "has 0 of 1000")
			other.interaction(2, "7")
			s.wants("7")
			s.left.Store(1000)
			s.joins("again")
		})
	})
	t.Run("though it seems so", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			s.info.SessionStartLimit.Remaining = 1
			s.begin()
			p := s.joins("one")
			p.says(`{"op": 9, "d": false}`)
			s.joins("two")
		})
	})
	t.Run("and are not told", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			s.info.Shards, s.info.SessionStartLimit = 2, dg.SessionInformation{}
			s.left.Store(0)
			s.begin()
			first, second := s.joins("one"), s.joins("two")
			if wait := second.at.Sub(first.at); wait < 5*time.Second {
				t.Errorf("the second starts after %v", wait)
			}
			time.Sleep(2 * time.Minute)
			first.says(`{"op": 9, "d": false}`)
			s.joins("three")
		})
	})
	t.Run("by other processes", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			s.left.Store(0)
			s.begin()
			p := s.joins("one")
			time.Sleep(2 * time.Minute)
			p.says(`{"op": 9, "d": false}`)
			s.waits(59*time.Minute, "has 0 of 1000")
		})
	})
	t.Run("by other processes while shards wait for their turn", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			s.info.Shards = 20
			s.left.Store(0)
			s.begin()
			for range 12 { // in the minute for which counts what Discord has said
				s.joins("one")
			}
			s.waits(59*time.Minute, "has 0 of 1000")
		})
	})
}

// discordgo: for ever.
func TestPermanentErrorsEndTheGateway(t *testing.T) {
	for code, words := range map[int]string{
		4004: "token", 4010: "no such shard", 4011: "more servers", 4012: "version", 4013: "newer version", 4014: "intents",
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				s.info.Shards = 2 // the other one ends too
				s.begin()
				other := s.joins("other")
				p := s.identifies()
				p.closes(code)
				err := s.ends()
				if err.Code != code || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "secret") {
					t.Errorf("it says: %v", err)
				}
				if code := other.ends(); code != closeResumable {
					t.Errorf("the other shard closes with %d", code)
				}
			})
		})
	}
}

// discordgo: goes on with the same session whatever the code.
func TestCodesThatEndASession(t *testing.T) {
	for code, anew := range map[int]bool{
		1000: false, 1001: false, 4000: false, 4001: false, 4002: false,
		4003: true, 4005: false, 4007: true, 4008: false, 4009: true, 4999: false,
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				s.begin()
				p := s.joins("one")
				p.closes(code)
				p = s.comes()
				p.greet()
				if anew {
					p.hears(opIdentify)
				} else {
					p.resumes("one", 1)
				}
			})
		})
	}
}

// discordgo: hangs on opening, and on closing.
func TestSilentGatewayIsLeft(t *testing.T) {
	for name, until := range map[string]func(*gatewayTest) time.Duration{
		"before it is a websocket": func(s *gatewayTest) time.Duration {
			s.mute = true
			s.begin()
			s.comes()
			return 10 * time.Second
		},
		"before it greets": func(s *gatewayTest) time.Duration {
			s.begin()
			s.comes()
			return 10 * time.Second
		},
		"when it has greeted": func(s *gatewayTest) time.Duration {
			s.begin()
			p := s.comes()
			p.deaf.Store(true)
			p.greet()
			p.hears(opIdentify)
			return heartbeat + 10*time.Second
		},
		"except for heartbeats": func(s *gatewayTest) time.Duration {
			s.begin()
			s.identifies()
			return 30 * time.Second
		},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				patience := until(s)
				before := time.Now()
				s.comes()
				if took := time.Since(before); took > patience {
					t.Errorf("it tries again after %v", took)
				}
			})
		})
		t.Run(name+", on leaving", func(t *testing.T) {
			play(t, func(s *gatewayTest) { until(s) }) // which measures how long that takes
		})
	}
}

// discordgo: in goroutines of their own, which may overtake each other.
func TestEventsComeInTheirOrder(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		var want []string
		for i := range 100 {
			id := fmt.Sprint(i)
			want = append(want, id)
			p.interaction(int64(i+2), id)
		}
		s.wants(want...)
	})
}

// discordgo: ends the program.
func TestPanicHurtsOneEventOnly(t *testing.T) {
	play(t, func(s *gatewayTest) {
		heard := s.config.OnInteraction
		s.config.OnInteraction = func(i delivery.Interaction) {
			if i.ID == "bad" {
				panic("at the disco")
			}
			heard(i)
		}
		s.begin()
		p := s.joins("one")
		p.interaction(2, "bad")
		p.interaction(3, "good")
		s.wants("good")
		if text := s.log.String(); !strings.Contains(text, "at the disco") || !strings.Contains(text, "gatewayfault_test.go") {
			t.Errorf("the log has:\n%s", text)
		}
	})
}

// discordgo: a data race, and before the first answer a time of minus infinity.
func TestStateCanBeReadAtAnyTime(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		stop := make(chan bool)
		defer close(stop)
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(100 * time.Millisecond):
					s.gateway.State()
					s.gateway.Ready()
				}
			}
		}()
		p := s.comes()
		time.Sleep(time.Second)
		p.greet()
		p.hears(opIdentify)
		p.ready("one", "")
		if got := s.state(); got.Latency < 0 || !got.Connected || !got.Since.Equal(time.Now()) {
			t.Errorf("the shard is %+v", got)
		}
		time.Sleep(10 * heartbeat)
		p.deaf.Store(true)
		p.hears(opHeartbeat)
		time.Sleep(3 * time.Second)
		p.says(`{"op": 11}`)
		if got := s.state(); got.Latency != 3*time.Second || !got.Connected {
			t.Errorf("the shard is %+v", got)
		}
		p.closes(4000)
		if got := s.state(); got.Connected || !got.Since.Equal(time.Now()) {
			t.Errorf("the shard is %+v", got)
		}
	})
}

// The time of the first heartbeat is random, so that not all shards send at once.
func TestFirstHeartbeatIsAtRandom(t *testing.T) {
	for _, chance := range []float64{0, 0.25, 0.999} {
		play(t, func(s *gatewayTest) {
			s.begin()
			s.gateway.random = func() float64 { return chance }
			p := s.comes()
			p.deaf.Store(true)
			p.greet()
			p.hears(opIdentify)
			p.ready("one", "")
			before := time.Now()
			p.hears(opHeartbeat)
			if took, want := time.Since(before), time.Duration(chance*float64(heartbeat)); took != want {
				t.Errorf("after %v, not %v", took, want)
			}
			before = time.Now()
			p.says(`{"op": 11}`)
			if e := p.hears(opHeartbeat); string(e.RawData) != "1" || time.Since(before) != heartbeat {
				t.Errorf("the next says %s after %v", e.RawData, time.Since(before))
			}
		})
	}
}

func TestHeartbeatIsSentWhenAskedFor(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		s.gateway.random = func() float64 { return 0.9 }
		p := s.comes()
		p.deaf.Store(true)
		p.greet()
		p.hears(opIdentify)
		before := time.Now()
		for range 2 { // the second right after the first
			p.says(`{"op": 1}`)
			if e := p.hears(opHeartbeat); string(e.RawData) != "null" || time.Since(before) != 0 {
				t.Errorf("%s after %v", e.RawData, time.Since(before))
			}
		}
	})
}

// A gateway that does not answer a resume is asked twice.
func TestResumingThatIsNotAnswered(t *testing.T) {
	for name, says := range map[string]func(*peer){
		"and nothing happens": func(*peer) {},
		"but events come": func(p *peer) {
			for n := range int64(4) {
				time.Sleep(9 * time.Second)
				p.interaction(10+n, "x")
			}
		},
		"but the connection ends":                      func(p *peer) { p.closes(4000) },
		"but another is asked for":                     func(p *peer) { p.says(`{"op": 7}`) },
		"but a session that can be resumed is invalid": func(p *peer) { p.says(`{"op": 9, "d": true}`) },
		"and heartbeats are neither":                   func(p *peer) { p.deaf.Store(true) },
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				s.begin()
				s.joins("one").closes(4000)
				resumes := 0
				over := time.Now().Add(10 * time.Minute)
				for time.Now().Before(over) {
					p := s.comes()
					p.greet()
					e, ok := <-p.said
					if ok && e.Operation == opIdentify {
						p.ready("two", "")
						break
					} else if !ok || e.Operation != opResume {
						t.Fatalf("it says %+v", e)
					}
					resumes++
					says(p)
				}
				if got := s.state(); resumes != 2 || !got.Connected || got.Identifies != 2 || time.Until(over) < 8*time.Minute {
					t.Errorf("%d times in vain, and %v before the end the shard is %+v", resumes, time.Until(over), got)
				}
			})
		})
	}
	t.Run("once now and then", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			s.begin()
			s.joins("one").closes(4000)
			for n := range int64(5) {
				p := s.resumes("one", 1+n)
				p.closes(4000)
				p = s.resumes("one", 1+n)
				p.saysEvent(2+n, "RESUMED", nil)
				p.closes(4000)
			}
		})
	})
}

// No event is ignored because of its sequence number, and no resume names a number that Discord
// has not reached.
func TestNumbersOfEvents(t *testing.T) {
	const far = 1_000_000_000_000_000
	for name, test := range map[string]struct {
		numbers []int64
		after   int64
	}{
		"one by one":             {[]int64{2, 3, 4}, 4},
		"with gaps":              {[]int64{5, 10, 200}, 200},
		"none":                   {[]int64{0, -5, 0}, 1},
		"the same again":         {[]int64{2, 2, 3}, 3},
		"back":                   {[]int64{2, 60, 3, 4}, 4},
		"ahead, but not too far": {[]int64{1 + maxSequenceGap}, 1 + maxSequenceGap},
		"far ahead, and back":    {[]int64{2, far, 3, 4}, 4},
		"far ahead at last":      {[]int64{2, 3, far}, 3},
		"far ahead from there":   {[]int64{2, far, far + 1, far + 2}, far + 2},
		"to the end":             {[]int64{2, math.MaxInt64, 3, math.MaxInt64}, 3},
		"to the end and on":      {[]int64{math.MaxInt64 - 1, math.MaxInt64, 7}, 7},
		"far ahead ever again":   {[]int64{2, far, 2 * far, 3 * far}, 2},
		"again when it goes on":  {[]int64{2, far, 3, far}, 3},
		"far ahead in the midst": {[]int64{2, far, 4, far + 1, 5}, 5},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				s.begin()
				p := s.joins("one")
				var ids []string
				for n, number := range test.numbers {
					ids = append(ids, fmt.Sprint(n))
					p.interaction(number, fmt.Sprint(n))
				}
				s.wants(ids...)
				p.closes(4000)
				p = s.resumes("one", test.after)
				p.interaction(2, "again") // which is for the dispatcher to know
				p.interaction(test.after+1, "new")
				p.saysEvent(1, "RESUMED", nil)
				s.wants("again", "new")
				if !s.state().Connected {
					t.Error("it is not connected")
				}
				if said := strings.Count(s.log.String(), "far ahead"); (said > 0) != (slices.Max(test.numbers) >= far) {
					t.Errorf("said %d times:\n%s", said, &s.log)
				}
			})
		})
	}
}

// Heartbeats are neither too frequent for Discord nor too rare to detect a dead connection.
func TestHeartbeatsAreBounded(t *testing.T) {
	for interval, want := range map[int][2]int64{1: {50, 61}, 500: {50, 61}, 5000: {12, 13}, 41250: {1, 2}, math.MaxInt32: {1, 2}} {
		t.Run(fmt.Sprint(interval), func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				s.begin()
				p := s.comes()
				p.says(fmt.Sprintf(`{"op": 10, "d": {"heartbeat_interval": %d}}`, interval))
				p.hears(opIdentify)
				p.ready("one", "")
				for range 3 {
					before := p.beats.Load()
					time.Sleep(time.Minute)
					if n := p.beats.Load() - before; n < want[0] || n > want[1] {
						t.Errorf("%d heartbeats in a minute", n)
					}
				}
			})
		})
	}
}

// The first reconnect is immediate, and the waits grow with further failures.
func TestTriesBecomeRarer(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		time.Sleep(time.Hour)
		last := time.Now()
		for i, want := range []time.Duration{0, 1, 2, 4, 8, 16, 32, 60, 60} {
			p.closes(4000)
			p = s.comes()
			if wait := p.at.Sub(last); wait < want*time.Second/2 || wait > want*time.Second {
				t.Errorf("try %d comes after %v", i, wait)
			}
			last = time.Now()
		}
		p.greet()
		p.resumes("one", 1)
		p.saysEvent(2, "RESUMED", nil)
		time.Sleep(time.Hour)
		last = time.Now()
		p.closes(4000)
		if p = s.comes(); p.at.Sub(last) != 0 {
			t.Errorf("a connection that has worked is made anew after %v", p.at.Sub(last))
		}
	})
}

func TestUnreadableFrames(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		for _, text := range []string{
			``, `{`, `null`, `[]`, `"x"`, `{"op": "x"}`, `{"op": 99}`, `{}`, `{"op": 0, "s": -5, "t": "X"}`, `{"op": 0, "s": 1e99, "t": "X"}`,
			`{"op": 0, "t": "READ", "d": {"session_id": 5}}`, `{"op": 0, "t": "GUILD_CREATE", "d": 5}`, `{"op": 10}`, strings.Repeat("[", 20000),
			`{"op": 0, "t": "INTERACTION_CREATE"}`,
			`{"op": 0, "t": "INTERACTION_CREATE", "d": null}`, `{"op": 0, "t": "INTERACTION_CREATE", "d": []}`,
			`{"op": 0, "t": "INTERACTION_CREATE", "d": {"id": 5}}`, `{"op": 0, "t": "INTERACTION_CREATE", "d": {"id": "5"}}`,
		} {
			p.says(text)
		}
		p.interaction(2, "a")
		p.says(`{"op": 0, "s": "3", "t": "INTERACTION_CREATE", "d": {"id": "b", "type": 2, "token": "t", "data": {"name": "help"}}}`)
		s.wants("a", "b")
		if n := strings.Count(s.log.String(), "unreadable frame"); n != 8 {
			t.Errorf("the log says %d times that something cannot be read:\n%s", n, &s.log)
		}
	})
}

// discordgo: drops an interaction that it knows only in part.
func TestSurprisingInteractions(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.config.OnInteraction = func(i delivery.Interaction) {
			if i.Data != nil || i.Token != "t" || i.User == nil || i.User.ID != "7" {
				t.Errorf("heard %+v", i)
			}
			s.heard <- i.ID
		}
		s.begin()
		p := s.joins("one")
		new := []any{map[string]any{"type": 99}}
		p.saysEvent(2, "INTERACTION_CREATE", map[string]any{"id": "a", "type": 2, "token": "t", "user": map[string]any{"id": "7"},
			"data": map[string]any{"name": 5}})
		p.saysEvent(3, "INTERACTION_CREATE", map[string]any{"id": "b", "type": 3, "token": "t", "user": map[string]any{"id": "7"},
			"data": map[string]any{"custom_id": "x"}, "message": map[string]any{"id": "8", "components": new}})
		s.wants("a", "b")
	})
}

// A session without an ID is replaced; one without an address is resumed where it began.
func TestStrangeSessions(t *testing.T) {
	for data, resumes := range map[string]bool{
		`{"session_id": "one", "resume_gateway_url": 5}`: true, `{"session_id": "one"}`: true,
		`{"session_id": "one", "resume_gateway_url": "mailto:x", "v": "x"}`: true,
		`{"session_id": 5, "resume_gateway_url": "ws://second.test"}`:       false, `5`: false, `null`: false, `{}`: false,
	} {
		play(t, func(s *gatewayTest) {
			s.begin()
			p := s.identifies()
			p.says(`{"op": 0, "s": 1, "t": "READY", "d": ` + data + `}`)
			p.interaction(2, "a")
			s.wants("a")
			if !s.state().Connected {
				t.Errorf("%s is no session", data)
			}
			p.closes(4000)
			p = s.comes()
			p.greet()
			if p.host != "first.test" {
				t.Errorf("%s goes on at %s", data, p.host)
			}
			if resumes {
				p.resumes("one", 2)
			} else {
				p.hears(opIdentify)
			}
		})
	}
}

// A frame that is too large would come again after every resume.
func TestTooLargeFrameEndsTheSession(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		go p.says(`{"op": 0, "s": 2, "t": "X", "d": "` + strings.Repeat("x", maxFrame) + `"}`)
		p.ends()
		s.identifies()
	})
}

func TestStrangeHellos(t *testing.T) {
	for _, text := range []string{
		`{}`, `{`, `{"op": 10}`, `{"op": 10, "d": {}}`,
		`{"op": 10, "d": {"heartbeat_interval": 0}}`, `{"op": 10, "d": {"heartbeat_interval": -1}}`,
		`{"op": 10, "d": {"heartbeat_interval": 9000000000000000000}}`, `{"op": 11}`, `{"op": 0, "t": "READY", "d": {"session_id": "x"}}`,
	} {
		play(t, func(s *gatewayTest) {
			s.begin()
			p := s.comes()
			before := time.Now()
			p.says(text)
			if p.ends(); time.Since(before) > 0 {
				t.Errorf("%s is borne for %v", text, time.Since(before))
			}
			s.joins("one")
		})
	}
}

func TestGatewayAddress(t *testing.T) {
	for text, want := range map[string]string{
		"wss://gateway.test":         "wss://gateway.test/?v=10&encoding=json",
		"ws://gateway.test/":         "ws://gateway.test/?v=10&encoding=json",
		"wss://gateway.test/a?v=9":   "wss://gateway.test/a/?v=10&encoding=json",
		"https://gateway.test":       "",
		"wss://":                     "",
		"gateway.test":               "",
		"wss://gateway.test:no-port": "",
	} {
		if got, err := gatewayAddress(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%s becomes %q, want %q; %v", text, got, want, err)
		}
	}
}

func TestGatewayInfo(t *testing.T) {
	type answer struct {
		info *dg.GatewayBotResponse
		err  error
	}
	down := &url.Error{Op: "Get", URL: "https://discord.com", Err: errors.New("connection refused")}
	strange := &dg.GatewayBotResponse{URL: "ws://first.test"}
	nowhere := &dg.GatewayBotResponse{URL: "mailto:x", Shards: 1}
	for name, answers := range map[string][]answer{
		"cannot be asked": {{nil, down}}, "is too much to ask": {{nil, &Error{Status: 429}}}, "is not said": {{nil, nil}},
		"is said strangely": {{strange, nil}}, "is nowhere": {{nowhere, nil}}, "is not known for long": {{nil, down}, {nil, down}, {nil, down}},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				usual := s.config.Info
				s.config.Info = func(ctx context.Context) (*dg.GatewayBotResponse, error) {
					if len(answers) > 0 {
						a := answers[0]
						answers = answers[1:]
						return a.info, a.err
					}
					return usual(ctx)
				}
				s.begin()
				if s.gateway.Ready() {
					t.Error("ready without a shard")
				}
				s.joins("one")
			})
		})
	}
	t.Run("is for others", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			refused := &Error{Status: 401, Message: "Unauthorized"}
			s.config.Info = func(context.Context) (*dg.GatewayBotResponse, error) { return nil, refused }
			s.begin()
			if err := s.ends(); !strings.Contains(err.Error(), "token") || !errors.Is(err, refused) {
				t.Errorf("it says: %v", err)
			}
		})
	})
	t.Run("is never said", func(t *testing.T) {
		play(t, func(s *gatewayTest) {
			asked := 0
			s.config.Info = func(ctx context.Context) (*dg.GatewayBotResponse, error) {
				asked++
				<-ctx.Done()
				return nil, ctx.Err()
			}
			s.begin()
			time.Sleep(time.Hour)
			synctest.Wait()
			if asked < 50 || asked > 150 {
				t.Errorf("asked %d times in an hour", asked)
			}
		})
	})
}

// TestGatewayInfoIsFetchedSoon checks that while the gateway's address cannot be fetched, the first tries follow each other
// within two seconds, also if Discord answers none of them.
func TestGatewayInfoIsFetchedSoon(t *testing.T) {
	for name, lasts := range map[string]time.Duration{"refused": 0, "without an answer": time.Hour} {
		t.Run(name, func(t *testing.T) {
			play(t, func(s *gatewayTest) {
				var begun, ended []time.Time
				s.config.Info = func(ctx context.Context) (*dg.GatewayBotResponse, error) {
					begun = append(begun, time.Now())
					defer func() { ended = append(ended, time.Now()) }()
					return nil, cmp.Or(sleep(ctx, lasts), errors.New("connection refused"))
				}
				s.begin()
				time.Sleep(time.Minute)
				synctest.Wait()
				for i := range 3 {
					if took, pause := ended[i].Sub(begun[i]), begun[i+1].Sub(ended[i]); took > 10*time.Second || pause > 2*time.Second {
						t.Errorf("try %d takes %v, and %v later comes the next one", i+1, took, pause)
					}
				}
			})
		})
	}
}

func TestLeaving(t *testing.T) {
	play(t, func(s *gatewayTest) {
		s.begin()
		p := s.joins("one")
		s.leave()
		if code := p.ends(); code != closeResumable {
			t.Errorf("it leaves with %d", code)
		}
	})
}

func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		`{"op": 10, "d": {"heartbeat_interval": 41250}}`, `{"op": 11}`, `{"op": 7}`,
		`{"op": 9, "d": true}`, `{"op": 9, "d": false}`, `{"op": 1, "d": null}`,
		`{"op": 0, "s": 1, "t": "READY", "d": {"session_id": "x", "resume_gateway_url": "wss://gateway.discord.gg"}}`,
		`{"op": 0, "s": 2, "t": "RESUMED", "d": {}}`, `{"op": 0, "s": 3, "t": "GUILD_CREATE", "d": {}}`,
		`{"op": 0, "s": 4, "t": "INTERACTION_CREATE", "d": {"id": "1", "token": "t", "type": 2,
			"data": {"id": "2", "name": "move", "options": [{"name": "move", "type": 3, "value": "11-15"}]}}}`,
		`{"op": 0, "s": 5, "t": "INTERACTION_CREATE", "d": {"id": "1", "token": "t", "type": 3,
			"data": {"custom_id": "x", "component_type": 2},
			"message": {"components": [{"type": 17, "components": [{"type": 9, "accessory": {"type": 2}}]}]}}}`,
		`{"op": 0, "s": 6, "t": "INTERACTION_CREATE", "d": {"id": "1", "token": "t", "type": 5,
			"data": {"custom_id": "x", "components": [{"type": 1, "components": [{"type": 4, "value": "x"}]}]}}}`,
		`{"op": 0, "s": 7, "t": "INTERACTION_CREATE", "d": {"type": 1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		log := &bytes.Buffer{}
		g := NewGateway(GatewayConfig{
			Log: slog.New(slog.NewTextHandler(log, nil)),
			OnInteraction: func(i delivery.Interaction) {
				if i.ID == "" || i.Token == "" {
					t.Errorf("%q is heard as %+v", text, i)
				}
			},
		})
		s := newShard(g, 0, 1)
		l := &connection{requested: make(chan struct{}, 1), acked: make(chan struct{}, 1)}
		for range 2 { // the second time all is known
			s.handleFrame(l, text)
		}
		if strings.Contains(log.String(), "panic") {
			t.Errorf("%q: %s", text, log)
		}
		if s.sequence.Load() < 0 {
			t.Errorf("%q makes it %+v", text, s.snapshot())
		}
	})
}
