package bot

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// underway has two users play on until both have made two moves.
func (w *world) underway(one, other *someone, board answer) answer {
	w.t.Helper()
	for !board.Board.Game.IsUnderway() {
		g := board.Board.Game
		mover := one
		if g.Player(g.Turn()).String() == other.id {
			mover = other
		}
		board = mover.types("move", "game", string(g.ID), "move", firstMove(w.t, g))
	}
	return board
}

// finishes has two users play a game until it is underway, and the first one win.
func (w *world) finishes(winner, loser *someone, rules string) {
	w.t.Helper()
	board := w.underway(winner, loser,
		loser.presses(winner.types("challenge", "opponent", loser, "colour", "black", "rules", rules), "Accept"))
	loser.presses(loser.types("resign", "game", string(board.Board.Game.ID)), "Yes, resign")
}

// turnPages uses the buttons of all pages of a list, and returns what the pages say.
func (s *someone) turnPages(a answer) (all string, pages int) {
	s.t.Helper()
	first := said(a)
	for pages = 1; ; pages++ {
		all += said(a)
		if !strings.Contains(said(a), "(Next page)") {
			break
		}
		a = s.presses(a, "Next page")
		if a.Placement != delivery.Replace {
			s.t.Fatal("the next page does not take the place of the last")
		}
		if pages > 20 {
			s.t.Fatal("the pages do not end")
		}
	}
	if pages > 1 {
		if back := said(s.presses(a, "First page")); back != first {
			s.t.Errorf("the first page is\n%s\nand was\n%s", back, first)
		}
	}
	return all, pages
}

// Every list has pages, on which everything is once.
func TestPages(t *testing.T) {
	w := newWorld(t)
	people := make([]*someone, 24)
	for i := range people {
		people[i] = w.member(100+i, fmt.Sprint("Member ", i))
	}
	for i := 0; i < len(people); i += 2 {
		w.finishes(people[i], people[i+1], "american")
	}
	one, other, spectator := people[0], people[1], w.member(1, "Anna")
	for _, r := range draughts.Families() {
		w.finishes(one, other, r.Key)
	}
	for i := 2; i < len(people); i += 2 {
		people[i+1].presses(people[i].types("challenge", "opponent", people[i+1]), "Accept")
	}
	lines := func(text, sign string) int { return strings.Count(text, sign) }

	all, pages := spectator.turnPages(spectator.types("leaderboard"))
	if n := lines(all, "> · **"); n != len(people) || pages != 3 {
		t.Errorf("%d lines on %d pages:\n%s", n, pages, all)
	}
	all, _ = other.turnPages(other.types("leaderboard", "period", "month"))
	if n := lines(all, "<@1101>: "); n != 3 {
		t.Errorf("their own rank is on %d pages:\n%s", n, all)
	}
	all, pages = spectator.turnPages(spectator.types("games", "whose", "here"))
	if n := lines(all, " to move · "); n != len(people)/2-1 || pages != 2 {
		t.Errorf("%d lines on %d pages:\n%s", n, pages, all)
	}
	families := len(draughts.Families())
	all, pages = spectator.turnPages(spectator.types("games", "member", one, "finished", true))
	if n := lines(all, "<@1100> won"); n != families+1 || pages != 2 || !strings.Contains(all, "Their finished games") {
		t.Errorf("%d lines on %d pages:\n%s", n, pages, all)
	}
	if all, _ = one.turnPages(one.types("games", "member", one, "finished", true)); !strings.Contains(all, "Your finished games") {
		t.Errorf("their own games:\n%s", all)
	}
	all, pages = spectator.turnPages(spectator.types("profile", "member", one))
	if n := lines(all, " · rank "); n != families || pages != 2 {
		t.Errorf("%d lines on %d pages:\n%s", n, pages, all)
	}
	all, pages = spectator.turnPages(spectator.types("head-to-head", "member", one, "other", other))
	if n := lines(all, "– **0** <@1101>, 0 draws"); n != families || pages != 2 {
		t.Errorf("%d lines on %d pages:\n%s", n, pages, all)
	}
	record := one.types("export", "everything", true).mustSay(t, fmt.Sprintf("your last %d finished games", families+1))
	if n := bytes.Count(record.Message.Files[0].Data, []byte("[Event ")); n != families+1 || !record.Message.Private {
		t.Errorf("%d games are in the file", n)
	}
	spectator.types("export", "everything", true).mustSay(t, "You haven’t finished a game yet.")
	if got := one.completes("replay", "game", ""); len(got) != families+1 {
		t.Errorf("%d finished games are offered", len(got))
	}
	// The one that a moderator types may be far down the list.
	games, err := w.bot.referee.Games(t.Context(), game.RunningGamesIn(77), game.Viewer{Place: 77}, "", 100)
	must(t, err)
	for i := range 20 {
		people[0].presses(people[1].types("challenge", "opponent", people[0], "rules", draughts.Families()[i%14].Key, "rated", i < 14), "Accept")
	}
	for _, g := range games.Items {
		typed := typingIn(spectator.subcommand("referee", "end", "game", string(g.ID)), "game")
		if got := spectator.do(typed).Choices; len(got) != 1 {
			t.Errorf("%s is completed by %d games", g.ID, len(got))
		}
	}
	if got := spectator.completes("rematch", "game", ""); len(got) != 0 {
		t.Errorf("others' games are offered: %v", got)
	}
}

// The custom IDs of page buttons may be forged.
func TestForgedPages(t *testing.T) {
	w, anna, ben := newPair(t)
	w.finishes(anna, ben, "american")
	for _, arg := range []string{"", " ", "american", "american here all", "american here never x", "american there all x", "chess here all x",
		"chess~0000 here all x", "mine over x x", "theirs over x x", "yours over 1 x",
		"mine over 1", "0 x y", "x american y", "1001 2 3 4", "1001 x y", "\x00 \xff \u202e \n"} {
		for _, v := range []action{leaderboardAction, gamesAction, profileAction, headToHeadAction} {
			a := anna.clicks(customID{action: v, arg: arg}.String())
			if !strings.Contains(said(a), "out of date") && !(v == profileAction && arg == "1001 x y") {
				t.Errorf("%s %q: it says\n%s", v, arg, said(a))
			}
		}
	}
	// An unknown cursor shows a page of the list.
	for _, from := range []string{"-1", "99999999999999999999", "x", "%", "\u202e", strings.Repeat("A", 40)} {
		anna.clicks(customID{action: leaderboardAction, arg: "american here all " + from}.String()).mustSay(t, "American checkers")
		anna.clicks(customID{action: profileAction, arg: "1001  " + from}.String()).mustSay(t, "1 won")
		anna.clicks(customID{action: headToHeadAction, arg: "1001 1002 " + from}.String()).mustSay(t, "<@1001> **1** – **0** <@1002>")
		listed := said(anna.clicks(customID{action: gamesAction, arg: "here over 0 " + from}.String()))
		if !strings.Contains(listed, "Finished games here") && !strings.Contains(listed, "has been finished here") {
			t.Errorf("from %q it lists\n%s", from, listed)
		}
	}
	// Another user's list does not become one's own.
	ben.clicks(customID{action: gamesAction, arg: "mine over 1001 "}.String()).mustSay(t, "Their finished games")
}

// The export of much is compressed, and that of too much is an error before it fills the memory.
func TestPersonalFile(t *testing.T) {
	f := newPersonalFile()
	f.Write([]byte("little"))
	if file := f.file(); file.Name != "doublecorner.json" || string(file.Data) != "little" {
		t.Errorf("little becomes %s with %q", file.Name, file.Data)
	}
	const much = 3 * message.MaxUpload
	f = newPersonalFile()
	for range much / 1024 {
		f.Write(bytes.Repeat([]byte("much "), 205)[:1024])
	}
	file := f.file()
	r, err := gzip.NewReader(bytes.NewReader(file.Data))
	must(t, err)
	if text, err := io.ReadAll(r); err != nil || len(text) != much ||
		len(file.Data) > message.MaxUpload/10 || file.Name != "doublecorner.json.gz" {
		t.Errorf("%d bytes become %s with %d, and again %d: %v", much, file.Name, len(file.Data), len(text), err)
	}
	f = newPersonalFile()
	noise, text := rand.New(rand.NewPCG(1, 1)), make([]byte, 1024)
	written := 0
	for err = nil; err == nil && written < 3*message.MaxUpload; written += len(text) {
		for i := range text {
			text[i] = byte(noise.Uint32())
		}
		_, err = f.Write(text)
	}
	if err != errLargeExport || f.plain.Len()+f.packed.Len() > 3*message.MaxUpload {
		t.Errorf("of %d bytes %d and %d are kept, and the error is %v", written, f.plain.Len(), f.packed.Len(), err)
	}
}

// A file of games that has no room for another one stays as it is, and says so.
func TestFullFileOfGames(t *testing.T) {
	var f pdnFile
	add := func(event string) string {
		g := &pdn.Record{}
		g.SetTag("Event", event)
		must(t, f.add(g))
		return f.String()
	}
	if before := add("short"); before == "" || f.cut || add(strings.Repeat("long", message.MaxUpload/4)) != before || !f.cut {
		t.Errorf("after %q it has %d bytes, and cut is %v", before, f.Len(), f.cut)
	}
}
