package bot

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/bot/standings"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// crowd adds members with IDs as long as Discord's.
func (c *club) crowd(n int) {
	for i := range n {
		m := c.member(i, fmt.Sprint("Player ", i+1))
		m.id = "123456789012345" + m.id
		c.members = append(c.members, m)
	}
}

// TestManyWinners checks that Discord accepts the messages about a tournament that ends with all players as winners.
func TestManyWinners(t *testing.T) {
	c := newClub(t, 0)
	c.crowd(tournament.MaxPlayers)
	_, tour := c.creates("swiss", map[string]string{"name": strings.Repeat("*_", 40), "starts": "", "length": "1"})
	shown := c.shown(tour.ID)
	for _, m := range c.members {
		m.presses(shown, "Join")
	}
	c.mod.directs(manages, "act", "begin")
	c.shown(tour.ID).mustSay(t, tour.Name[:1])
	c.announce(0)
	for n := range tournament.MaxPlayers / 2 {
		_, err := c.bot.referee.ActInTournament(t.Context(), game.TournamentRequest{
			Request:    game.Request{ID: game.RequestID(fmt.Sprint("draw", n)), By: game.Actor{Person: 1009, Moderator: true}, Place: 77},
			Tournament: tour.ID,
			Act:        tournament.Adjudicated, Pairing: n + 1, Score: tournament.Draw, Reason: "x",
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	c.mod.directs(manages, "act", "end")
	c.announce(0)
	c.shown(tour.ID).mustSay(t, "216 more have won")
}

// TestLongTeams checks that Discord accepts the message of a match of teams with long names and many players.
func TestLongTeams(t *testing.T) {
	c := newClub(t, 0)
	_, tour := c.creates("team-match", map[string]string{
		"name": strings.Repeat("*_", 40), "starts": "in 2 hours", "teams": strings.Repeat("*", 30) + "," + strings.Repeat("_", 30),
		"who": "100, -2500",
	}, "role", championRole, "second-role", otherRole, "games", "match", "check-in", "30")
	for i := range 50 {
		m := c.member(1e17+i, "Player")
		c.members = append(c.members, m)
		m.having(m.subcommand("tournament", "join"), []string{championRole, otherRole}[i%2]).mustSay(t, "You’re in")
	}
	c.passes(95 * time.Minute)
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "I’m here")
	}
	c.shown(tour.ID).mustSay(t, "50 players")
}

// TestFarReach checks that Discord accepts the menu of a ladder on which players can challenge far above them, and that
// users read why they cannot challenge a player.
func TestFarReach(t *testing.T) {
	c := newClub(t, 30)
	_, tour := c.creates("ladder", map[string]string{"starts": "", "length": "29"})
	shown := c.shown(tour.ID)
	c.members[0].presses(shown, "Join")
	c.members[29].types("ladder", "challenge", c.members[0]).mustSay(t, "You aren’t in this tournament", "(Join)")
	c.members[29].types("ladder").mustSay(t, "(Join)")
	for _, m := range c.members[1:] {
		m.presses(shown, "Join")
	}
	c.members[0].types("ladder", "challenge", c.members[1]).mustSay(t, "it’s below yours")
	last := c.members[29]
	if text := said(last.types("ladder").mustSay(t, "Challenge for a place", "(Leave)")); strings.Contains(text, "(Join)") {
		t.Errorf("a player of the ladder is asked to join it:\n%s", text)
	}
	left := c.members[28]
	left.presses(left.sub("tournament", "leave", 0), "Leave")
	left.types("ladder", "challenge", c.members[0]).mustSay(t, "You’ve left this tournament", "(Join)")
	last.types("ladder", "challenge", c.members[0]).mustSay(t, "Challenged")
	until := say.Timestamp(c.at.Add(reply), "R")
	last.sub("tournament", "my-game", 0).mustSay(t, "They must answer in time")
	c.members[0].sub("tournament", "my-game", 0).mustSay(t, "<@"+last.id+"> challenges you for your place", until, "(Accept)")
	c.members[0].clicks(customID{action: ladderReplyAction, arg: string(tour.ID) + " accept " + last.id}.String())
	last.sub("tournament", "pairings", 0).mustSay(t, "\n1\\. <@")
}

// TestForgedTable checks that a custom ID cannot name a table that there is not, and with it a file.
func TestForgedTable(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("swiss", nil)
	c.members[0].presses(c.shown(tour.ID), "Join")
	for kind, want := range map[string]string{standings.Ranks: "Player 1", "../@everyone": "button"} {
		a := c.members[0].do(c.members[0].click(customID{action: tableAction, arg: string(tour.ID) + " " + kind + " 0"}.String()))
		a.mustSay(t, want)
		for _, f := range a.Message.Files {
			if f.Name != "standings.png" {
				t.Errorf("%q is the name of a file", f.Name)
			}
		}
	}
}

// TestDirectorEntersMembers checks that directors enter members of their guild, and nobody else on Discord.
func TestDirectorEntersMembers(t *testing.T) {
	c := newClub(t, 1)
	c.creates("swiss", map[string]string{"starts": ""})
	c.discord.left = []game.PersonID{1020}
	c.mod.directs(manages, "act", "enter", "player", c.members[0]).mustSay(t, "Only members of this server")
	c.discord.left = nil
	for _, want := range []string{"Done", "This player is in the tournament already"} {
		c.mod.directs(manages, "act", "enter", "player", c.members[0]).mustSay(t, want)
	}
	c.members[0].sub("tournament", "join", 0).mustSay(t, "You’re in this tournament already")
	robot := c.mod.subcommand("tournament", "manage", "player", c.member(50, "Robot"))
	for _, u := range robot.Data.(dg.ApplicationCommandInteractionData).Resolved.Users {
		u.Bot = true
	}
	if text := said(c.mod.moderates(robot).mustSay(t, "Bots can’t play.")); strings.Contains(text, "Challenge") {
		t.Error(text)
	}
}

// TestGreatNumbers checks that numbers of the form that cannot be counted with are refused.
func TestGreatNumbers(t *testing.T) {
	c := newClub(t, 0)
	for _, length := range []string{"307445734562", "9223372036854775807", "99999999999999999999", "1e3"} {
		c.proposes("arena", map[string]string{"starts": "", "length": length}).mustSay(t, "Write it in digits")
	}
}

// TestFormWhereNoGamesBegin checks that a form is refused before it is filled in where there can be no tournament, and
// also after.
func TestFormWhereNoGamesBegin(t *testing.T) {
	c := newClub(t, 0)
	form := c.mod.sub("tournament", "create", manages, "format", "arena")
	c.decides("channel", "99")
	if a := c.mod.sub("tournament", "create", manages, "format", "arena"); a.Modal != nil {
		t.Error("the form is opened")
	}
	c.mod.fillsAs(form, map[string]string{"starts": ""}, manages).mustSay(t, "<#99>")
}

// TestPlainRulesName checks that a guild's own name of rules neither breaks lines nor turns the text around it.
func TestPlainRulesName(t *testing.T) {
	if name := say.PlainRules(lang.English(), draughts.Rules{Key: "ours", Name: "Our\n\u202erules\u2066"}); name != "Our rules" {
		t.Errorf("it is %q", name)
	}
}

// TestHostileTournaments has strangers use forged buttons and menus of tournaments: members who do not take part, and
// moderators of another guild. Nothing changes, and Discord accepts every response.
func TestHostileTournaments(t *testing.T) {
	c := newClub(t, 4)
	begin := func(format string) game.TournamentID {
		_, tour := c.creates(format, map[string]string{"starts": ""})
		shown := c.shown(tour.ID)
		for _, m := range c.members {
			m.presses(shown, "Join")
		}
		if tour.Format != tournament.Ladder {
			c.mod.directs(manages, "act", "begin", "tournament", string(tour.ID))
		}
		return tour.ID
	}
	ladder, bracket := begin("ladder"), begin("knockout")
	ids := []game.TournamentID{ladder, bracket, begin("round-robin"), "ZZZZ", ""}
	c.members[1].types("ladder", "challenge", c.members[0]).mustSay(t, "Challenged")
	state := func() (all string) {
		for _, id := range ids[:3] {
			all += fmt.Sprintln(id, c.storedTournament(id).Events())
		}
		page, err := c.bot.referee.Tournaments(t.Context(), game.OpenTournamentsIn(88), game.Viewer{Place: 88}, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		return all + fmt.Sprintln(len(page.Items))
	}
	mallory := c.member(666, "Mallory")
	args := append([]string{
		"1", "2", "-1", "accept " + c.members[1].id, "refuse " + c.members[1].id, "accept", c.members[0].id, mallory.id, "former-1", "0",
		"cross 0", "bracket -1", "bracket 99999999", "standings 99999999999999999999", "1 -1", "1 99999999", "99999999999999999999",
	}, slices.Sorted(maps.Keys(directedKinds))...)
	before := state()
	for a := range components {
		if !slices.Contains([]action{
			enterAction, leaveTournamentAction, checkInAction, tableAction, pairingsAction,
			ownPairingAction, filesAction, manageAction, climbAction, ladderReplyAction, sitOutAction, restAction,
		}, a) {
			continue
		}
		for _, id := range ids {
			for _, arg := range append(args, evil...) {
				text := customID{action: a, arg: string(id) + " " + arg}.String()
				there := mallory.click(text)
				there.GuildID, there.ChannelID, there.Member.Permissions = "88", "89", manages
				c.survives(there)
				if a == enterAction { // which members may do
					continue
				}
				c.survives(mallory.click(text))
				c.survives(mallory.click(customID{action: a}.String(), string(id)+" "+arg))
			}
		}
	}
	form := customID{action: createTournamentAction, arg: "swiss/"}.String()
	c.survives(mallory.interaction(dg.InteractionModalSubmit, dg.ModalSubmitInteractionData{CustomID: form}))
	if after := state(); after != before {
		t.Errorf("it is\n%s\nand was\n%s", after, before)
	}
}

// TestEarlierForm checks that a form is refused whose custom ID has the options in an earlier order.
func TestEarlierForm(t *testing.T) {
	c := newClub(t, 1)
	data := dg.ModalSubmitInteractionData{CustomID: "1:t::0:0////////1///"}
	c.mod.moderates(c.mod.interaction(dg.InteractionModalSubmit, data)).mustSay(t, "out of date")
}

// TestRoleCannotBeAvoided checks that a member who enters by themselves needs the role, and cannot do as directors do.
func TestRoleCannotBeAvoided(t *testing.T) {
	c := newClub(t, 1)
	_, tour := c.creates("swiss", map[string]string{"starts": ""}, "role", "501")
	m := c.members[0]
	m.presses(c.shown(tour.ID), "Join").mustSay(t, "Only members with the role")
	m.directs(0, "act", "enter", "player", m).mustSay(t, "Only the director")
	c.mod.directs(manages, "act", "enter", "player", m).mustSay(t, "Done")
}

// TestRefusedTournamentHasNoThread checks that forms that are refused leave no threads behind.
func TestRefusedTournamentHasNoThread(t *testing.T) {
	c := &club{world: newWorldWithin(t, game.Quotas{TournamentsPerPlace: 1})}
	c.mod = c.member(9, "Mod")
	c.decides("threads", true)
	for _, wrong := range []map[string]string{{"length": "99"}, {"name": "\u202e \n"}, {"clock": "?"}} {
		c.proposes("swiss", wrong).mustSay(t, "(Try again)")
	}
	c.proposes("swiss", map[string]string{"starts": ""}, "rules", "thai", "opening", "ballot").mustSay(t, "Only American checkers")
	if len(c.discord.threads) > 0 {
		t.Errorf("there are threads %q", c.discord.threads)
	}
	proposed := c.proposes("swiss", map[string]string{"starts": ""})
	make := func() answer { return c.mod.moderates(c.mod.click(customIDOf(t, proposed, "Create"))) }
	make()
	make().mustSay(t, "aren’t over yet")
	if len(c.discord.threads) != 1 {
		t.Errorf("there are threads %q", c.discord.threads)
	}
}
