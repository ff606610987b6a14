package bot

import (
	"fmt"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
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
	_, tour := c.creates("swiss", map[string]string{"name": strings.Repeat("*_", 40), "starts": ""})
	shown := c.shown(tour.ID)
	for _, m := range c.members {
		m.presses(shown, "Join")
	}
	for _, act := range []string{"begin", "end"} {
		c.mod.sub("tournament", "manage", manages, "act", act)
		c.shown(tour.ID).mustSay(t, tour.Name[:1])
		if err := c.announce(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	c.shown(tour.ID).mustSay(t, "216 more have won")
}

// TestFarReach checks that Discord accepts the menu of a ladder on which players can challenge far above them.
func TestFarReach(t *testing.T) {
	c := newClub(t, 30)
	_, tour := c.creates("ladder", map[string]string{"starts": "", "length": "29"})
	shown := c.shown(tour.ID)
	for _, m := range c.members {
		m.presses(shown, "Join")
	}
	last := c.members[29]
	last.types("ladder").mustSay(t, "Challenge for a place")
	last.types("ladder", "challenge", c.members[0]).mustSay(t, "Challenged")
}

// TestForgedTable checks that a custom ID cannot name a table that there is not, and with it a file.
func TestForgedTable(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("swiss", nil)
	c.members[0].presses(c.shown(tour.ID), "Join")
	for kind, want := range map[string]string{standingsTable: "Player 1", "../@everyone": "button"} {
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
	enter := func() *dg.Interaction {
		i := c.mod.subcommand("tournament", "manage", "act", "enter", "player", c.members[0])
		i.Member.Permissions = manages
		return i
	}
	stranger := enter()
	stranger.Data.(dg.ApplicationCommandInteractionData).Resolved.Members = nil
	c.mod.do(stranger).mustSay(t, "Only members of this server")
	c.mod.do(enter()).mustSay(t, "You’re in")
}

// TestGreatNumbers checks that numbers of the form that cannot be counted with are refused.
func TestGreatNumbers(t *testing.T) {
	c := newClub(t, 0)
	form := c.mod.sub("tournament", "create", manages, "format", "arena")
	for _, length := range []string{"307445734562", "9223372036854775807", "99999999999999999999", "1e3"} {
		c.mod.fillsAs(form, map[string]string{"starts": "", "length": length}, manages).mustSay(t, "Write it in digits")
	}
}

// TestPlainRulesName checks that a guild's own name of rules neither breaks lines nor turns the text around it.
func TestPlainRulesName(t *testing.T) {
	if name := plainRulesName(lang.English(), draughts.Rules{Key: "ours", Name: "Our\n\u202erules\u2066"}); name != "Our rules" {
		t.Errorf("it is %q", name)
	}
}
