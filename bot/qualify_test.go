package bot

import (
	"strings"
	"testing"

	"doublecorner/game"
)

// The preview of a knockout offers the tournaments from which its players can come. When all of those are final they are in, by one
// message, which mentions each of them once.
func TestGroupsThenKnockout(t *testing.T) {
	c := newClub(t, 4)
	groups := []game.TournamentID{}
	for i, name := range []string{"Group A", "Group B"} {
		_, group := c.creates("round-robin", map[string]string{"name": name, "starts": ""})
		c.begins(group.ID, c.members[2*i:2*i+2]...)
		groups = append(groups, group.ID)
	}
	c.creates("ladder", map[string]string{"name": "Ladder", "starts": ""})
	press := func(a answer, label string) answer {
		id, values := labelled(t, a, label)
		return c.mod.moderates(c.mod.click(id, values...))
	}
	asked := c.proposes("knockout", map[string]string{"name": "Final", "starts": "in 2 hours", "who": "4"})
	asked.mustSay(t, "<Take the best players of…: Group B, Group A,>")
	asked = press(press(asked, "Group A"), "Group B")
	asked.mustSay(t, "Top 2 of each: **Group A** and **Group B**", "Top 1 of each, Top 2 of each,>")
	asked = press(asked, "✓ Group A").mustSay(t, "Top 2: **Group B**")
	asked = press(asked, "Group A")
	const from = "Top 1 of each: **Group B** and **Group A**"
	asked = press(asked, "Top 1 of each").mustSay(t, from, "They’re in automatically once that’s final.")
	press(asked, "Create")
	final := c.newest()
	if text := said(c.shown(final.ID)); strings.Contains(text, "(Join)") || !strings.Contains(text, from) {
		t.Errorf("it is shown as\n%s", text)
	}
	c.members[0].sub("tournament", "join", 0, "tournament", "Final").mustSay(t, "Its players come from other tournaments.")
	for _, id := range groups {
		c.resigns(id)
	}
	c.announce(0)
	before := len(c.discord.posts)
	for _, id := range groups {
		c.mod.directs(manages, "act", "end", "tournament", string(id))
	}
	c.announce(0)
	in, pinged := "", 0
	last := c.storedTournament(groups[1]).Winners()[0].String()
	for _, post := range c.discord.posts[before:] {
		if strings.Contains(post, "The players are in!") {
			in += post
		}
		if _, mentions, _ := strings.Cut(post, "allowed_mentions"); strings.Contains(mentions, `"`+last+`"`) {
			pinged++
		}
	}
	for _, text := range []string{"**Final**", "Starts <t:", "**2 players:** <@" + last + ">, <@"} {
		if !strings.Contains(in, text) {
			t.Errorf("it does not say %q:\n%s", text, in)
		}
	}
	if pinged != 1 {
		t.Errorf("the winner of the last group is mentioned %d times:\n%s", pinged, strings.Join(c.discord.posts[before:], "\n"))
	}
}

// A form that somebody has made up names no tournament of another guild.
func TestSourcesAreOfTheGuild(t *testing.T) {
	c := newClub(t, 0)
	_, tour := c.creates("swiss", map[string]string{"starts": ""})
	asked := c.proposes("knockout", map[string]string{"starts": ""})
	id, values := labelled(t, asked, "Swiss")
	for _, forged := range []string{"ZZZZ", "", "x y"} {
		a := c.mod.moderates(c.mod.click(id, strings.Replace(values[0], string(tour.ID), forged, 1)))
		if strings.Contains(said(a), "(Create)") {
			t.Errorf("%q is a tournament:\n%s", forged, said(a))
		}
	}
}
