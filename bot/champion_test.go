package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

const championRole, otherRole = "501", "502"

// wins has the first of two members win a tournament.
func (c *club) wins(name string, first, second *someone, rules string) {
	c.t.Helper()
	_, tour := c.creates("knockout", map[string]string{"name": name, "starts": ""}, "rules", rules)
	c.begins(tour.ID, first, second)
	c.mod.directs(manages, "act", "adjudicate", "player",
		first, "opponent", second, "result", "first", "reason", "x").mustSay(c.t, "Done")
	c.mod.directs(manages, "act", "end", "tournament", string(tour.ID)).mustSay(c.t, "Done")
}

// news delivers what is due, and returns how often it is told that a text, and asked of Discord that roles change.
func (c *club) news(text string) (told, changes int) {
	c.t.Helper()
	before := c.discord.changes
	posts := c.announce(10 * time.Minute)
	return strings.Count(posts, text), c.discord.changes - before
}

// hold checks who has the role of champions.
func (c *club) hold(members ...*someone) {
	c.t.Helper()
	var want []string
	for _, m := range members {
		want = append(want, championRole+" "+m.id)
	}
	if got := slices.Sorted(slices.Values(c.discord.roles)); !slices.Equal(got, want) {
		c.t.Errorf("the roles are %q, want %q", got, want)
	}
}

// playsMonth has a member whose rating is not provisional play enough rated games to be the champion of the month.
func (c *club) playsMonth(s *someone, opponents ...*someone) {
	c.t.Helper()
	must(c.t, c.store.Update(c.t.Context(), func(tx game.Tx) error {
		return tx.PutLeaderboardEntry(&game.LeaderboardEntry{
			Person: person(s), Leaderboard: game.Leaderboard{Pool: "american", Place: 77},
			Rating: game.Rating{Points: 1900, Deviation: 50, Volatility: .06}, Played: c.at, Wins: 30,
		})
	}))
	for i := range 10 {
		c.finishes(s, opponents[i%len(opponents)], "american")
	}
}

// endsMonth lets the rest of a month pass.
func (c *club) endsMonth() {
	c.t.Helper()
	for range 3 {
		c.at = c.at.Add(24 * 31 * time.Hour / 2)
		must(c.t, c.bot.referee.Tick(c.t.Context()))
	}
}

// A game against a second account, in which that resigns after two moves, and a puzzle whose solution is shown make nobody
// the champion of a month, who would have the role.
func TestMonthOfOneGame(t *testing.T) {
	c := newClub(t, 2)
	anna, second := c.members[0], c.members[1]
	c.decides("champion-role", championRole, "month-channel", "79")
	c.finishes(anna, second, "american")
	anna.presses(anna.types("puzzle", "rules", "american"), "Show the solution")
	c.endsMonth()
	if told, changes := c.news("March 2026** is over!"); told != 2 || changes != 0 {
		t.Errorf("the end of the month is told %d times, and %d roles change", told, changes)
	}
	if champions, _ := c.news("player of the month"); champions != 0 {
		t.Errorf("there are %d champions: %q", champions, c.discord.posts)
	}
	c.hold()
}

// TestChampions gives the role to the newest champion of each rule set, of a tournament or a month.
func TestChampions(t *testing.T) {
	c := newClub(t, 3)
	anna, ben, cora := c.members[0], c.members[1], c.members[2]
	c.wins("Before", ben, cora, "american")
	c.news("")
	c.hold()
	c.decides("champion-role", championRole).mustSay(t, "Role for champions: **<@&501>**")
	c.wins("First", anna, ben, "american")
	if told, changes := c.news("<@1020> now has the role <@&501>"); told != 1 || changes != 1 {
		t.Errorf("it is told %d times, after %d changes", told, changes)
	}
	c.hold(anna)
	c.wins("Second", ben, anna, "american")
	c.wins("Other", cora, anna, "russian")
	c.news("")
	c.hold(ben, cora)
	c.wins("Both", cora, anna, "american")
	c.wins("Again", anna, cora, "russian")
	c.news("")
	c.hold(anna, cora) // she is no champion of the one any more, and of the other still

	// The month's best player follows. Its channel is not told, but has the champion.
	c.playsMonth(ben, anna, cora, c.member(24, "Dirk"))
	c.endsMonth()
	c.news("")
	c.hold(anna, ben)

	// Another role begins without champions, and the same again ends it.
	c.decides("champion-role", otherRole).mustSay(t, "Role for champions: **<@&502>** (was <@&501>)")
	held := slices.Clone(c.discord.roles)
	c.decides("champion-role", otherRole).mustSay(t, "Role for champions: **off**")
	c.wins("Nothing", ben, cora, "american")
	if c.news(""); !slices.Equal(held, c.discord.roles) {
		t.Errorf("the roles became %q, from %q", c.discord.roles, held)
	}
}

// TestChampionIsRemoved removes players from a tournament that is over: those who have won then have the role, and are told.
func TestChampionIsRemoved(t *testing.T) {
	c := newClub(t, 4)
	c.decides("champion-role", championRole)
	_, tour := c.creates("swiss", map[string]string{"starts": "", "length": "1"})
	c.begins(tour.ID, c.members...)
	c.resigns(tour.ID)
	c.news("")
	holders := func() (all []*someone) {
		for _, p := range slices.Sorted(slices.Values(c.storedTournament(tour.ID).Winners())) {
			all = append(all, c.members[p-1020])
		}
		c.hold(all...)
		return all
	}
	before, want := holders(), 0
	for _, m := range c.members {
		c.mod.directs(manages, "act", "remove", "tournament", string(tour.ID), "player", m, "reason", "x").mustSay(t, "Done")
		told, _ := c.news("x\\n🏆 ")
		now := holders()
		if !slices.Equal(before, now) && len(now) > 0 {
			want++
		}
		if before = now; told != want {
			t.Errorf("after %s it is told %d times who has won, want %d", m.name, told, want)
		}
	}
}

// TestKilledWhileCrowning kills the bot after any of the steps in which a champion gets the role, and lets newer
// champions win meanwhile. In the end the newest one has it, and it was told once.
func TestKilledWhileCrowning(t *testing.T) {
	c := newClub(t, 3)
	anna, ben, cora := c.members[0], c.members[1], c.members[2]
	c.decides("champion-role", championRole)
	c.wins("First", anna, ben, "american")
	c.news("")
	c.wins("Second", ben, anna, "american")
	last := func() game.Announcement {
		all, err := c.bot.referee.PendingAnnouncements(context.Background(), 0, 100)
		all = slices.DeleteFunc(all, func(a game.Announcement) bool { return a.Kind != game.TournamentChanged })
		if err != nil || len(all) == 0 {
			t.Fatal(len(all), err)
		}
		return all[len(all)-1]
	}
	second := last()
	broken := errors.New("a connection breaks")
	c.discord.roleErr = broken // the change may have been done
	if _, err := c.bot.composer.Crown(t.Context(), &second); !errors.Is(err, broken) {
		t.Fatalf("it fails with %v", err)
	}
	c.restart()
	c.discord.roleErr = nil
	c.wins("Third", cora, anna, "american")
	third := last()
	for range 2 {
		if text, err := c.bot.composer.Crown(t.Context(), &third); err != nil || !strings.Contains(text, "<@1022> now has") {
			t.Fatal(text, err)
		}
		c.restart()
	}
	c.hold(cora) // although it was never recorded that Ben got it
	if text, err := c.bot.composer.Crown(t.Context(), &second); err != nil || text != "" {
		t.Errorf("a former champion: %q, %v", text, err)
	}
	c.hold(cora)
	for name, want := range map[string]int{"<@1021> now has the role": 0, "<@1022> now has the role": 1} {
		if told, changes := c.news(name); told != want || changes != 0 {
			t.Errorf("%q is told %d times, after %d more changes", name, told, changes)
		}
	}
}

// A role that opens a channel since it was chosen goes to no champion.
func TestRoleThatOpensChannels(t *testing.T) {
	c := newClub(t, 2)
	c.decides("champion-role", championRole)
	c.discord.obstacle = delivery.RoleOpensChannels
	c.wins("First", c.members[0], c.members[1], "american")
	if told, changes := c.news("won’t let me give the role <@&501>"); told != 1 || changes != 0 || c.discord.giver != "" {
		t.Errorf("it is told %d times, after %d changes, and asked about the member %q", told, changes, c.discord.giver)
	}
	c.hold()
}

// TestRefusedCrown tells once that Discord refuses the role, and does not ask again before the next champion.
func TestRefusedCrown(t *testing.T) {
	c := newClub(t, 2)
	anna, ben := c.members[0], c.members[1]
	c.decides("champion-role", championRole)
	c.discord.roleErr = fmt.Errorf("Missing Permissions: %w", delivery.ErrUnreachable)
	c.discord.fails[78] = errors.New("no connection") // so that the message is tried again
	c.wins("First", anna, ben, "american")
	const refused = "won’t let me give the role <@&501>"
	if told, changes := c.news(refused); told != 0 || changes != 1 {
		t.Errorf("it is told %d times, after %d changes", told, changes)
	}
	c.discord.fails[78], c.discord.roleErr, c.discord.roles = nil, nil, nil
	if told, changes := c.news(refused); told != 1 || changes != 0 {
		t.Errorf("it is told %d times, after %d more changes", told, changes)
	}
	c.wins("Second", ben, anna, "american")
	if _, changes := c.news(""); changes != 1 {
		t.Errorf("there are %d changes, although nobody had the role before", changes)
	}
	c.hold(ben)
}

// TestRoleObstacles refuses roles that the bot cannot give, and says what to do.
func TestRoleObstacles(t *testing.T) {
	c := newClub(t, 0)
	for obstacle, want := range map[delivery.RoleObstacle]string{
		delivery.NoSuchRole: "is gone", delivery.EverybodysRole: "Everyone has", delivery.ManagedRole: "belongs to an app",
		delivery.MayNotManageRoles: "Give me “Manage Roles”", delivery.RoleTooHigh: "Drag mine above it",
		delivery.RoleModerates: "lets its members moderate", delivery.RoleOpensChannels: "see or do more",
		delivery.RoleNotYours: "You couldn’t give the role",
	} {
		c.discord.obstacle = obstacle
		if c.decides("champion-role", championRole).mustSay(t, want); c.discord.giver != c.mod.id {
			t.Errorf("%s: it is asked what the member %q may give", obstacle, c.discord.giver)
		}
	}
	c.decides("director-role", "77").mustSay(t, "Everyone has the role")
	c.settingsPage("roles").mustSay(t, "Role for champions\n<off:", "Role for directors\n<off:")
	c.decides("director-role", championRole).mustSay(t, "Role for directors: **<@&501>**")
	c.decides("director-role", championRole).mustSay(t, "Role for directors: **off**")
}

// having does an interaction as a member who has roles.
func (s *someone) having(i *dg.Interaction, roles ...string) answer {
	s.t.Helper()
	i.Member.Roles = roles
	return s.do(i)
}

// TestDirectorsRole lets those who have the role direct tournaments, and nothing else.
func TestDirectorsRole(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("swiss", map[string]string{"starts": ""})
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	ben := c.members[1]
	begin := func() answer {
		id := customID{action: manageAction, arg: string(tour.ID) + " begin 0"}
		return ben.having(ben.click(id.String()), championRole, otherRole)
	}
	begin().mustSay(t, "Only the director")
	c.decides("director-role", otherRole)
	begin().mustSay(t, "Done")
	ben.having(ben.subcommand("tournament", "create", "format", "swiss"), otherRole).mustSay(t, "Only server admins")
	ben.having(ben.command("settings"), otherRole).mustSay(t, "Only server admins")
}

// TestEntryRole lets only members with its role join a tournament, unless the director enters them.
func TestEntryRole(t *testing.T) {
	c := newClub(t, 2)
	anna, ben := c.members[0], c.members[1]
	_, tour := c.creates("ladder", map[string]string{"starts": ""}, "role", championRole)
	c.shown(tour.ID).mustSay(t, "Only for members with the role <@&501>")
	join := customIDOf(t, c.shown(tour.ID), "Join")
	anna.clicks(join).mustSay(t, "Only members with the role <@&501>")
	anna.having(anna.subcommand("tournament", "join"), otherRole).mustSay(t, "Only members with the role <@&501>")
	if n := len(c.newest().Entrants()); n != 0 {
		t.Errorf("%d have joined", n)
	}
	anna.having(anna.click(join), otherRole, championRole).mustSay(t, "You’re in")
	c.mod.directs(manages, "act", "enter", "player", ben).mustSay(t, "Done")
	if _, tour = c.creates("swiss", map[string]string{"starts": ""}, "role", "77"); tour.Role != 0 {
		t.Errorf("everybody’s role is asked for")
	}
}
