package bot

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"doublecorner/game/draughts"
	"doublecorner/render"
)

// The chart of a profile looks as the server does, tells from when to when it is, and
// names rules of the server's own as they were written: no sign means anything in it.
func TestChart(t *testing.T) {
	w := newWorld(t)
	anna, ben, mod := w.member(1, "Anna"), w.member(2, "Ben"), w.member(9, "Mod")
	mod.submits(mod.sub("custom-rules", "add", manages).Modal, manages,
		"base: american\nkey: our-own\nname: Ours (very *own*)\nboard:\n  rows: 2\n")
	w.decides("theme", "slate")
	for range 3 {
		w.at = w.at.Add(24 * time.Hour)
		w.finishes(anna, ben, "our-own")
	}
	profile := anna.types("profile", "rules", "our-own").mustSay(t, `Ours \(very \*own\*\)`, "over 3 games")

	stands, err := w.bot.referee.Profile(t.Context(), 1001, 77)
	if err != nil || len(stands.Entries) == 0 {
		t.Fatal(stands, err)
	}
	history, err := w.bot.referee.RatingHistory(t.Context(), 1001, stands.Entries[0].Leaderboard.Pool, 77, 10)
	must(t, err)
	want := render.Chart{Theme: "slate", Title: "Anna · Ours (very *own*)", First: "March 2, 2026", Last: "March 4, 2026"}
	for i := range history {
		r := history[len(history)-1-i].Rating
		want.Points = append(want.Points, render.Rating{Value: r.Points, Deviation: r.Deviation})
	}
	picture, err := want.Picture()
	must(t, err)
	if !bytes.Equal(profile.Message.Files[0].Data, picture) {
		t.Error("the chart is another one")
	}
}

// A draw is half a point.
func TestLeaderboardCountsHalfPoints(t *testing.T) {
	w, anna, ben := newPair(t)
	w.begins(anna, ben)
	for _, move := range []string{"11-15", "22-18", "15x22", "25x18"} {
		anna.types("move", "move", move)
		anna, ben = ben, anna
	}
	anna.types("draw")
	ben.types("draw")
	anna.types("leaderboard").mustSay(t, "· ½/1")
}

// Start times are read in the time zone of the guild's language, whichever the user reads.
func TestSettingsNameTheTimeZone(t *testing.T) {
	w := newWorld(t)
	w.decides("language", "tr").mustSay(t, "Time zone: **Istanbul**")
	w.decides("language", "auto").mustSay(t, "Time zone: **UTC**")
}

// A profile counts all titles of a member, and names the newest.
func TestTitles(t *testing.T) {
	c := newClub(t, 2)
	anna, ben := c.members[0], c.members[1]
	for n := range 27 {
		c.wins(fmt.Sprint("Cup ", n), anna, ben, "american")
	}
	text := said(anna.types("profile"))
	if !strings.Contains(text, "Winner of 27 tournaments: Cup 26 ") || strings.Count(text, "Cup ") != maxTitles {
		t.Errorf("the profile is\n%s", text)
	}
}

// A profile and a head-to-head fit into a message, whatever the names in them.
func TestLongestProfile(t *testing.T) {
	c := newClub(t, 2)
	anna, ben := c.members[0], c.members[1]
	name := strings.Repeat("*", draughts.LongestName)
	add := c.mod.sub("custom-rules", "add", manages).Modal
	for n := range maxRuleSets {
		key := fmt.Sprint("our-", n)
		c.mod.submits(add, manages, fmt.Sprintf("base: american\nkey: %s\nname: %q", key, name))
		c.wins(name, anna, ben, key)
		c.finishes(anna, ben, key)
		anna.types("challenge", "level", "1", "rules", key)
		c.gives(c.running(anna))
	}
	profile := said(anna.types("profile"))
	if titles, rows := strings.Count(profile, ": 1\n"), strings.Count(profile, " won, "); titles != maxRuleSets || rows != maxRuleSets {
		t.Errorf("%d ratings and %d sets of levels are listed:\n%s", rows, titles, profile)
	}
	anna.types("head-to-head", "member", ben)
}

// In the DM with the bot, a profile is of all servers. Nobody else sees there what is not on a leaderboard.
func TestOverallProfile(t *testing.T) {
	w, anna, ben := newPair(t)
	w.finishes(anna, ben, "russian")
	dm := func(s *someone) string {
		return said(s.do(inDirect(s.command("profile", "member", anna))))
	}
	own := dm(anna)
	for _, want := range []string{"all servers", "· 1 won, 0 drawn, 0 lost", "Last games", "<@1001> won"} {
		if !strings.Contains(own, want) {
			t.Errorf("the profile lacks %q:\n%s", want, own)
		}
	}
	if other := dm(ben); strings.Contains(other, "won") {
		t.Errorf("Ben sees\n%s", other)
	}
}
