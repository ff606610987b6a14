package bot

import (
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
	"doublecorner/game/tournament"
)

// A host plays all others: "Next board" leads from each answer to the board that waits next, and says when none does.
func TestSimulLeadsOn(t *testing.T) {
	c := newClub(t, 4)
	host, guests := c.members[0], c.members[1:]
	c.proposes("simul", map[string]string{"starts": ""}, "host", host).mustSay(t, "Host: <@1020>")
	c.proposes("simul", map[string]string{"starts": ""}).mustSay(t, "Host: <@"+c.mod.id+">")
	_, tour := c.creates("simul", map[string]string{"name": "Summer simul"}, "host", host, "host-colour", "black")
	if tour.Terms.Rated || tour.NoShow != 0 || tour.Colours != tournament.HostBlack {
		t.Fatalf("it is %+v, rated: %t", tour.Declaration, tour.Terms.Rated)
	}
	c.shown(tour.ID).mustSay(t, "Simul, host has Black", "Host: <@1020>")
	c.begins(tour.ID, guests...)
	if posts := c.announce(0); !strings.Contains(posts, "The simul begins: <@1020> plays <@1021>, <@1022> and <@1023>.") {
		t.Errorf("the beginning is told by\n%s", posts)
	}
	next := host.sub("tournament", "my-game", 0)
	next.mustSay(t, "Table 1", "Player 1 0 – 0 · 3 running")
	host.presses(next, "11-15")
	next = host.presses(next, "Next board").mustSay(t, "Table 2")
	host.presses(next, "Next board").mustSay(t, "Table 3") // leaving this one out
	c.lives(secondClick)
	host.presses(next, "9-13")
	next = host.presses(host.presses(next, "Next board"), "Next board").mustSay(t, "Table 3")
	host.presses(next, "10-15")
	host.presses(next, "Next board").mustSay(t, "No board waits for you", "Player 1 0 – 0 · 3 running")

	answer := guests[1].types("move", "move", "22-18", "game", string(c.games(tour.ID)[1].ID))
	if len(answer.Message.Mentions) > 0 {
		t.Errorf("an answer pings %v", answer.Message.Mentions)
	}
	host.presses(next, "Next board").mustSay(t, "Table 2")
}

// A simul ends with its score, and with those who have beaten the host.
func TestSimulEnds(t *testing.T) {
	c := newClub(t, 3)
	_, tour := c.creates("simul", map[string]string{"name": "Summer simul"}, "host", c.members[0])
	c.begins(tour.ID, c.members[1:]...)
	c.announce(0)
	c.resigns(tour.ID)     // which the host does
	posts := c.announce(0) // it is provisional
	for _, text := range []string{"<@1020> finishes **0 – 2**", "<@1021> and <@1022> beat the host!"} {
		if !strings.Contains(posts, text) {
			t.Errorf("the end does not say %q:\n%s", text, posts)
		}
	}
	c.members[0].sub("tournament", "standings", 0).mustSay(t, "Player 1 0 – 2")
}

// Only the host of a simul is led on from the private board of a game that is over.
func TestSimulLeadsOnlyTheHostOn(t *testing.T) {
	c := newClub(t, 3)
	host, guest := c.members[0], c.members[1]
	_, tour := c.creates("simul", nil, "host", host)
	c.begins(tour.ID, c.members[1:]...)
	g := c.games(tour.ID)[0]
	c.ends(g, game.PersonID(1021))
	for s, leads := range map[*someone]bool{host: true, guest: false} {
		board := said(s.clicks(customID{action: flipAction, game: g.ID, arg: "white"}.String()))
		if strings.Contains(board, "(Next board)") != leads {
			t.Errorf("%s is shown\n%s", s.name, board)
		}
	}
}

// Only a person who is a member can be the host, also by a form that somebody has made up.
func TestHostIsMember(t *testing.T) {
	c := newClub(t, 1)
	robot := c.mod.subcommand("tournament", "create", "format", "simul", "host", c.members[0])
	robot.Data.(dg.ApplicationCommandInteractionData).Resolved.Users[c.members[0].id].Bot = true
	c.mod.moderates(robot).mustSay(t, "Bots can’t play.")
	stranger := c.member(50, "Stranger")
	c.discord.left = []game.PersonID{1050}
	form := c.mod.sub("tournament", "create", manages, "format", "simul", "host", c.members[0])
	id, ok := parseCustomID(form.Modal.CustomID)
	if !ok {
		t.Fatal(form.Modal.CustomID)
	}
	forged := createOptions[slices.IndexFunc(createOptions, func(o option) bool { return o.name == "host" })]
	id.arg = strings.Replace(id.arg, forged.brief(c.members[0].id), forged.brief(stranger.id), 1)
	form.Modal.CustomID = id.String()
	c.mod.fillsAs(form, map[string]string{"starts": ""}, manages).mustSay(t, "Only members of this server")
}
