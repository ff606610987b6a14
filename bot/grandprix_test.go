package bot

import (
	"strings"
	"testing"
)

// A grand prix counts the tournaments of its name that have ended in its period, as a picture and as a file.
func TestGrandPrix(t *testing.T) {
	c := newClub(t, 3)
	anna := c.members[0]
	anna.sub("grand-prix", "show", 0).mustSay(t, "No such grand prix here")
	anna.sub("grand-prix", "create", 0, "name", "Spring").mustSay(t, "Only server admins")
	c.mod.sub("grand-prix", "create", manages, "name", "Spring", "tournaments", "friday cup, Sunday Cup", "best", "1").
		mustSay(t, "**Spring** counts **friday cup** and **Sunday Cup** in 2026")
	anna.sub("grand-prix", "show", 0).mustSay(t, "2026 · 0 tournaments · best 1 count", "Nobody has points yet.")
	for _, name := range []string{"Friday Cup", "Other Cup", "Friday Cup", "Sunday Cup"} {
		_, tour := c.creates("knockout", map[string]string{"name": name, "starts": ""})
		c.begins(tour.ID, c.members[:2]...)
		c.resigns(tour.ID)
		c.mod.directs(manages, "act", "end", "tournament", string(tour.ID)).mustSay(t, "Done")
	}
	table := anna.sub("grand-prix", "show", 0, "name", "spring")
	table.mustSay(t, "**Spring** · 2026 · 3 tournaments · best 1 count", "1. Player")
	file := anna.presses(table, "Files")
	if len(file.Message.Files) != 1 || !file.Message.Private {
		t.Fatalf("the file is\n%s", said(file))
	}
	head, _, _ := strings.Cut(string(file.Message.Files[0].Data), "\n")
	if head != "rank,player,points,Friday Cup 2026-03-01,Friday Cup 2026-03-01,Sunday Cup 2026-03-01" {
		t.Errorf("the file begins with %s", head)
	}
	c.mod.sub("grand-prix", "create", manages, "name", "Spring", "period", "2025-12")
	anna.sub("grand-prix", "show", 0).mustSay(t, "December 2025 · 0 tournaments")
	c.mod.sub("grand-prix", "remove", manages, "name", "Spring").mustSay(t, "**Spring** is gone")
	anna.sub("grand-prix", "show", 0).mustSay(t, "No such grand prix here")
}

// What is typed wrongly makes no grand prix, and says what to write.
func TestWrongGrandPrix(t *testing.T) {
	c := newClub(t, 0)
	for option, test := range map[string][2]string{
		"points": {"10 8 six", "points for first place"}, "best": {"-1", "doesn’t fit"}, "period": {"spring", "2026-03"},
	} {
		c.mod.sub("grand-prix", "create", manages, "name", "Spring", option, test[0]).mustSay(t, test[1])
	}
	for n := range maxGrandPrix {
		c.mod.sub("grand-prix", "create", manages, "name", "Cup "+strings.Repeat("I", n+1))
	}
	c.mod.sub("grand-prix", "create", manages, "name", "Spring").mustSay(t, "Remove one first")
}
