package bot

import (
	"strings"
	"testing"

	"doublecorner/game/tournament"
)

// A tournament that repeats says so, opens the next one when it is over, and stops when its director says so.
func TestRepeatedTournament(t *testing.T) {
	c := newClub(t, 2)
	form := map[string]string{"name": "Friday Cup", "starts": "in 2 hours"}
	open := c.mod.sub("tournament", "create", manages, "format", "knockout", "repeat", "weekly")
	c.mod.fillsAs(open, map[string]string{"name": "Cup", "starts": ""}, manages).mustSay(t, "To repeat, it needs a start time.")
	_, first := c.creates("knockout", form, "repeat", "weekly")
	if first.Repetition != tournament.Weekly || first.Zone != "UTC" {
		t.Fatalf("it is %+v", first.Declaration)
	}
	c.shown(first.ID).mustSay(t, "🔁 Every week")
	c.begins(first.ID, c.members...)
	c.announce(0)
	c.resigns(first.ID)
	if posts := c.announce(0); strings.Count(posts, "🔁 Next one: <t:") != 1 {
		t.Errorf("the end does not tell of the next one:\n%s", posts)
	}
	second := c.newest()
	c.members[0].sub("tournament", "join", 0).mustSay(t, string(second.Name))
	menu := c.mod.sub("tournament", "manage", manages).mustSay(t, string(first.ID), "(Close now)")
	if strings.Contains(said(menu), "Stop repeating") {
		t.Error("the table of the first is provisional, and its director can still stop the next one")
	}
	c.mod.directs(manages, "act", "end", "tournament", string(first.ID)).mustSay(t, "Done")
	if posts := c.announce(0); strings.Count(posts, "🔁 Next one: <t:") != 1 {
		t.Errorf("the next one is told again:\n%s", posts)
	}
	if second.ID == first.ID || !second.Starts.Equal(first.Starts.AddDate(0, 0, 7)) || second.Name != "Friday Cup" {
		t.Fatalf("it is followed by %s, %+v", second.ID, second.Declaration)
	}
	menu = c.mod.sub("tournament", "manage", manages).mustSay(t, string(second.ID), "(Stop repeating)")
	c.mod.moderates(c.mod.click(customIDOf(t, menu, "Stop repeating"))).mustSay(t, "Done")
	if posts := c.announce(0); !strings.Contains(posts, "🔁 This is the last one.") {
		t.Errorf("that it ends is told by\n%s", posts)
	}
	c.mod.directs(manages, "act", "cancel", "tournament", string(second.ID), "reason", "rain")
	if open, err := c.bot.referee.OpenTournaments(t.Context()); err != nil || len(open) > 0 {
		t.Errorf("%d follow, %v", len(open), err)
	}
}
