package main

import (
	"slices"
	"strings"
	"testing"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// decides has a person decide the only pairing of a tournament for a player, and close the tournament.
func (w *fixture) decides(director, first *discordtest.Person) {
	w.t.Helper()
	name := map[*discordtest.Person]string{w.anna: "Anna", w.ben: "Ben"}[first]
	w.directs(director, map[string]string{"reason": "late"}, firstPairing, name+" wins")
	w.directs(director, nil, "Close now", "Close now")
}

// wins has a person win a new tournament of two players.
func (w *fixture) wins(name string, winner, loser *discordtest.Person) {
	w.t.Helper()
	w.createsTournament("knockout", name, "")
	for _, p := range []*discordtest.Person{winner, loser} {
		w.types(p, "tournament join")
	}
	w.directs(w.mod, nil, "Start now")
	w.decides(w.mod, winner)
}

// TestRoles directs tournaments, enters them and wins them with roles that Discord checks.
func TestRoles(t *testing.T) {
	t.Parallel()
	w := newFixture(t, sandbox.Options{})
	guild := w.channel // the first channel has the ID of its guild
	role := func(name string) sandbox.ID {
		id, err := w.Role(guild, name)
		must(t, err)
		return id
	}
	tooHigh, champion, director, player := role("High"), role("Champion"), role("Director"), role("Player")
	must(t, w.Raise(guild, tooHigh))
	w.serve()
	says := func(m *sandbox.MessageView, text string) {
		t.Helper()
		if !strings.Contains(said(*m), text) {
			t.Errorf("it does not say %q:\n%s", text, said(*m))
		}
	}
	refused := func(role sandbox.ID, why string) {
		t.Helper()
		says(w.types(w.mod, "settings", "champion-role", role), why)
	}
	refused(champion, "Give me “Manage Roles”")
	must(t, w.Permit(guild, w.BotRole(guild), sandbox.ManageRoles))
	refused(tooHigh, "Drag mine above it")
	refused(w.BotRole(guild), "belongs to an app")
	refused(guild, "Everyone has the role")
	moderates := role("Moderators")
	must(t, w.Permit(guild, moderates, sandbox.ManageRoles))
	refused(moderates, "lets its members moderate")
	says(w.types(w.mod, "settings", "champion-role", champion, "director-role", director), "Role for champions: **<@&"+champion.String()+">**")

	w.createsTournament("knockout", "Cup", "", "role", player)
	says(w.types(w.anna, "tournament join"), "Only members with the role <@&"+player.String()+">")
	for _, p := range []*discordtest.Person{w.anna, w.ben} {
		must(t, w.Hold(p.ID, player, true))
		says(w.types(p, "tournament join"), "You’re in")
	}
	dirk := w.joins(guild, "Dirk")
	says(w.types(dirk, "tournament manage"), "Only the director")
	for _, p := range []*discordtest.Person{dirk, w.ben} {
		must(t, w.Hold(p.ID, director, true))
	}
	says(w.directs(w.ben, nil, "Start now"), "Done")
	says(w.directs(w.ben, map[string]string{"reason": "x"}, firstPairing, "Ben wins"), "You play in this pairing")
	w.decides(dirk, w.anna)
	holds := func(p *discordtest.Person) func() bool {
		return func() bool { return slices.Equal(w.Holds(guild, champion), []sandbox.ID{p.ID}) }
	}
	w.eventually("the champion", holds(w.anna))
	w.wins("Second", w.ben, w.anna)
	w.eventually("the next champion", holds(w.ben))
	must(t, w.RemoveRole(guild, champion))
	w.wins("Third", w.anna, w.ben)
	w.eventually("the refusal", func() bool { return w.count(w.mod, "won’t let me give the role") == 1 })
}

// TestKillWhileCrowning kills the bot with SIGKILL when it gives the role of champions, or takes it from the former
// champion, before or after Discord has done it. The new champion has it alone, and that is told once.
func TestKillWhileCrowning(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	t.Parallel()
	for n, method := range []string{"PUT", "DELETE"} {
		for _, do := range faultsAt(n) {
			t.Run(method+" "+string(do), func(t *testing.T) {
				t.Parallel()
				w := newFixture(t, sandbox.Options{})
				k := &killed{process: newProcess(w), at: -1}
				k.isHurried = true
				k.begin()
				guild := w.channel
				champion, err := w.Role(guild, "Champion")
				must(t, err)
				must(t, w.Permit(guild, w.BotRole(guild), sandbox.ManageRoles))
				w.types(w.mod, "settings", "champion-role", champion)
				w.wins("First", w.ben, w.anna)
				w.eventually("the first champion", func() bool { return k.count(k.ben, "<@"+w.ben.ID.String()+"> now has the role") == 1 })
				w.misbehaves(sandbox.Fault{Do: do, Method: method, Path: "/guilds/*/members/*/roles/*", Times: 1})
				w.wins("Second", w.anna, w.ben)
				crowned := "<@" + w.anna.ID.String() + "> now has the role"
				w.eventually("the second champion", func() bool {
					k.tend()
					return k.dead && k.count(k.ben, crowned) == 1
				})
				k.deliveredAll()
				if holders := w.Holds(guild, champion); !slices.Equal(holders, []sandbox.ID{w.anna.ID}) {
					t.Errorf("%v hold the role", holders)
				}
				if n := k.count(k.ben, crowned); n != 1 {
					t.Errorf("it is told %d times", n)
				}
			})
		}
	}
}
