package bot

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// club is a guild with a tournament.
type club struct {
	*world
	mod     *someone
	members []*someone
}

func newClub(t testing.TB, members int) *club {
	w := newWorld(t)
	c := &club{world: w, mod: w.member(9, "Mod")}
	for i := range members {
		c.members = append(c.members, w.member(20+i, fmt.Sprint("Player ", i+1)))
	}
	return c
}

// creates has the moderator make a tournament by its forms, and returns the response and the tournament.
func (c *club) creates(format string, inputs map[string]string, options ...any) (answer, *game.Tournament) {
	c.t.Helper()
	a := c.proposes(format, inputs, options...)
	for _, control := range a.controls() {
		if b, ok := control.(dg.Button); ok && b.Label == "Create" {
			a = c.mod.moderates(c.mod.click(b.CustomID))
		}
	}
	return a, c.newest()
}

// proposes has the moderator fill the forms of a tournament, and returns the response to the last one.
func (c *club) proposes(format string, inputs map[string]string, options ...any) answer {
	c.t.Helper()
	form := c.mod.sub("tournament", "create", manages, append([]any{"format", format}, options...)...)
	if form.Modal == nil {
		c.t.Fatalf("there is no form:\n%s", said(form))
	}
	return c.details(c.mod.fillsAs(form, inputs, manages), inputs)
}

// details has the moderator fill the form with the rest about a tournament, if there is something to write.
func (c *club) details(proposed answer, inputs map[string]string) answer {
	c.t.Helper()
	rest := maps.Clone(inputs)
	for _, name := range []string{"format", "starts", "who"} {
		delete(rest, name)
	}
	if len(rest) == 0 || strings.Contains(said(proposed), "(Try again)") {
		return proposed
	}
	more := c.mod.moderates(c.mod.click(customIDOf(c.t, proposed, "More…")))
	return c.mod.fillsAs(more, rest, manages)
}

// begins has players join a tournament, and its director begin it.
func (c *club) begins(id game.TournamentID, players ...*someone) {
	c.t.Helper()
	for _, m := range players {
		m.presses(c.shown(id), "Join")
	}
	c.mod.directs(manages, "act", "begin", "tournament", string(id))
}

// directs has a director do something: options are the act, and what it is about.
func (s *someone) directs(permissions int64, options ...any) answer {
	s.t.Helper()
	given := map[string]any{}
	for i := 0; i < len(options); i += 2 {
		given[options[i].(string)] = options[i+1]
	}
	text := func(name string) string { text, _ := given[name].(string); return text }
	player := func(name string) string {
		if p, ok := given[name].(*someone); ok {
			return p.id
		}
		return ""
	}
	t := s.directed(game.TournamentID(text("tournament")))
	words := []string{string(t.ID), text("act")}
	switch words[1] {
	case "":
		return s.sub("tournament", "manage", permissions)
	case "begin", "pause", "resume", "end":
		words = append(words, fmt.Sprint(t.Directed()))
	case "adjudicate":
		of := t.PairingsOf(tournament.PlayerID(player("player")))
		slices.Reverse(of)
		i := slices.IndexFunc(of, func(p *tournament.Pairing) bool { return p.Has(tournament.PlayerID(player("opponent"))) })
		result := text("result")
		exchanged := map[string]string{"first": "second", "second": "first"}[result]
		if exchanged != "" && string(of[i].White) != player("player") {
			result = exchanged
		}
		words = append(words, fmt.Sprint(of[i].Number), result)
	default:
		words = append(words, player("player"), player("opponent"), text("team"))
	}
	arg := strings.TrimSpace(strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " "))
	i := s.click(customID{action: manageAction, arg: arg}.String())
	i.Member.Permissions = permissions
	a := s.do(i)
	if a.Modal == nil {
		return a
	}
	inputs := map[string]string{}
	for _, name := range []string{"reason", "hours"} {
		if text(name) != "" {
			inputs[name] = text(name)
		}
	}
	return s.fillsAs(a, inputs, permissions)
}

// directed returns the tournament of an ID, or that of the channel, or the newest.
func (s *someone) directed(id game.TournamentID) *game.Tournament {
	s.t.Helper()
	var all []*game.Tournament
	for _, list := range []game.TournamentList{game.OpenTournamentsIn(77), game.OverTournamentsIn(77)} {
		page, err := s.bot.referee.Tournaments(context.Background(), list, game.Viewer{Place: 77}, "", 100)
		must(s.t, err)
		all = append(all, page.Items...)
	}
	for _, t := range all {
		if t.ID == id || id == "" && t.Room == 78 {
			return t
		}
	}
	return all[0]
}

// shown returns the message of a tournament that is kept up to date.
func (c *club) shown(id game.TournamentID) answer {
	c.t.Helper()
	list, err := c.bot.composer.composeTournament(context.Background(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	fits(c.t, list.Message)
	return answerOf(list.Message)
}

// storedTournament returns a tournament as it is stored.
func (c *club) storedTournament(id game.TournamentID) *game.Tournament {
	c.t.Helper()
	t, err := c.bot.referee.UnrestrictedTournament(context.Background(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return t
}

// games returns the games of a tournament, in the order of its pairings.
func (c *club) games(id game.TournamentID) (all []*game.Game) {
	c.t.Helper()
	for _, p := range c.storedTournament(id).Pairings(0) {
		for _, played := range p.Games {
			all = append(all, c.storedGame(game.GameID(played.ID)))
		}
	}
	return all
}

// resigns has the player with White lose every game that is being played.
func (c *club) resigns(id game.TournamentID) {
	c.t.Helper()
	for _, g := range c.games(id) {
		if !g.IsOver() {
			c.ends(g, g.Players[draughts.White])
		}
	}
}

// TestSwiss plays a whole Swiss: form, sign-up, rounds, standings, files.
func TestSwiss(t *testing.T) {
	c := newClub(t, 4)
	anna := c.members[0]
	form := map[string]string{"name": "Friday\nSwiss", "starts": "in 2 hours", "length": "2"}
	created, tour := c.creates("swiss", form)
	created.mustSay(t, "Friday Swiss", string(tour.ID))
	if ahead := tour.Starts.Sub(c.at); tour.Rounds != 2 || ahead < 119*time.Minute || ahead > 2*time.Hour {
		t.Fatalf("it is %+v", tour.Declaration)
	}

	// The members enter.
	c.shown(tour.ID).mustSay(t, "(Join)", "Start: Sunday, March 1, 2:00 PM (UTC)")
	anna.presses(c.shown(tour.ID), "Leave").mustSay(t, "You aren’t in this tournament")
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join").mustSay(t, "You’re in")
	}
	anna.presses(c.shown(tour.ID), "Join").mustSay(t, "already")
	c.shown(tour.ID).mustSay(t, "4 players", "<@1020>")

	// The director, and nobody else, begins it.
	c.mod.sub("tournament", "manage", manages).mustSay(t, "(Start now)")
	c.mod.directs(manages, "act", "pause").mustSay(t, "at this point of the tournament")
	anna.sub("tournament", "manage", 0).mustSay(t, "Only the director")
	anna.directs(0, "act", "begin").mustSay(t, "Only the director")
	c.mod.directs(manages, "act", "begin").mustSay(t, "Done")
	c.mod.directs(manages, "act", "extend").mustSay(t,
		"Nothing to put off. Only a start")
	if menu := said(c.mod.sub("tournament", "manage", manages)); strings.Contains(menu, "(Start now)") ||
		!strings.Contains(menu, "(Pause)") {
		t.Errorf("while a round is played, the director can\n%s", menu)
	}

	// Two rounds are played.
	if posts := c.announce(0); strings.Count(posts, "Round 1**") != 1 {
		t.Errorf("the round is not announced once:\n%s", posts)
	}
	anna.sub("tournament", "my-game", 0).mustSay(t, "Round 1 of 2", "<@1020>")
	c.resigns(tour.ID)
	c.resigns(tour.ID)
	if posts := c.announce(0); strings.Count(posts, "Round 2**") != 1 || !strings.Contains(posts, "All games are over.") {
		t.Errorf("the end is not announced:\n%s", posts)
	}
	c.shown(tour.ID).mustSay(t, " is first!", "1. Player")
	c.mod.sub("tournament", "manage", manages).mustSay(t, "(Close now)", "<Decide a game:", "<Choose a player:")
	c.mod.directs(manages, "act", "end").mustSay(t, "Done")
	if posts := c.announce(0); !strings.Contains(posts, "has won!") {
		t.Errorf("the end is not announced:\n%s", posts)
	}

	// What is left: results, standings, files.
	c.shown(tour.ID).mustSay(t, "has won", "1. Player")
	anna.sub("tournament", "pairings", 0).mustSay(t, "Round 2", "**0 – 1**", "(Round 1)")
	anna.sub("tournament", "pairings", 0, "round", "1").mustSay(t, "Round 1", "(Round 2)")
	for _, round := range []string{"0", "3", "last"} {
		anna.sub("tournament", "pairings", 0, "round", round).mustSay(t, "There are rounds 1 to 2 so far.")
	}
	standings := anna.sub("tournament", "standings", 0).mustSay(t, "Final", "Buch = points of all opponents")
	files := anna.presses(standings, "Files").mustSay(t,
		"the games as PDN, the standings for spreadsheets and for rating officers.")
	for i, want := range []string{"standings.csv", "pairings.csv", "standings.trf", "games.pdn"} {
		if got := files.Message.Files[i].Name; got != want {
			t.Errorf("file %d is %s", i, got)
		}
	}
	for _, tag := range []string{`[Event "Friday Swiss"]`, `[Round "2.1"]`} {
		if !strings.Contains(string(files.Message.Files[3].Data), tag) {
			t.Errorf("the games lack %s", tag)
		}
	}
}

// A board of a tournament's game names the tournament, with a link to its message, and the round and table if there are several.
func TestBoardsNameTheirTournament(t *testing.T) {
	for format, want := range map[string]string{
		"swiss": " · Round 1 · Table 2\n", "knockout": " · Semifinals · Table 2\n", "team-match": " · Table 2\n", "arena": "\n",
	} {
		c := newClub(t, 4)
		_, tour := c.creates(format, map[string]string{"name": "*Cup*", "starts": ""})
		for i, m := range c.members {
			id := customID{action: enterAction, arg: string(tour.ID)}
			if format == "team-match" {
				id.arg += fmt.Sprint(" ", i%2+1)
			}
			m.clicks(id.String())
		}
		c.mod.directs(manages, "act", "begin")
		c.passes(time.Minute)
		heading := func(post game.PostID) string {
			link := fmt.Sprintf("https://discord.com/channels/77/78/%d", post)
			return "🏆 [\\*Cup\\*](" + strings.TrimSuffix(link, "/0") + ")" + want + "<@"
		}
		games := c.games(tour.ID)
		if len(games) < 2 {
			t.Fatalf("%s: %d games", format, len(games))
		}
		board := func() answer {
			m, err := c.bot.composer.ComposeBoard(t.Context(), games[1], delivery.Mentions{})
			must(t, err)
			return answerOf(m)
		}
		board().mustSay(t, heading(0))
		for _, post := range []game.PostID{5, 6} { // the second replaces the first
			shown := game.ShownPost{Room: 78, Post: post, Seq: tour.Seq()}
			must(t, c.bot.composer.BulletinPosted(t.Context(), delivery.Bulletin{Guild: 77, Tournament: tour.ID}, shown))
			board().mustSay(t, heading(post))
		}
	}
}

// The last board of a tournament's game leads on to the standings, and to the next game as long as there may be one.
func TestLastBoardOfATournament(t *testing.T) {
	c := newClub(t, 4)
	_, tour := c.creates("swiss", map[string]string{"starts": "", "length": "2"})
	c.begins(tour.ID, c.members...)
	anna, g := c.members[0], c.games(tour.ID)[0]
	last := func(want string) answer {
		t.Helper()
		c.resigns(tour.ID)
		return anna.types("board", "game", string(g.ID)).mustSay(t, want)
	}
	board := last("(Standings) (Next game) (Rematch) (More) \n(")
	anna.presses(board, "Standings").mustSay(t, "Player 1")
	anna.presses(board, "Next game").mustSay(t, "Round 2", "<@1020>")
	g = c.games(tour.ID)[2] // whose players have played all, while others play
	c.ends(g, g.Players[draughts.White])
	anna.types("board", "game", string(g.ID)).mustSay(t, "(Standings) (Rematch) (More) \n(")
	last("(Standings) (Rematch) (More) \n(")
}

// A button of the director's menu that is used twice acts once, and the menu that follows acts again.
func TestManagingTwice(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("swiss", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	press := func(menu answer, label string) answer {
		t.Helper()
		i := c.mod.click(customIDOf(t, menu, label))
		i.Member.Permissions, i.Message = manages, &dg.Message{Flags: dg.MessageFlagsEphemeral}
		a := c.mod.do(i)
		if a.Placement != delivery.Replace {
			t.Errorf("after %q the menu is placed %v", label, a.Placement)
		}
		return a
	}
	menu := c.mod.sub("tournament", "manage", manages)
	paused := press(menu, "Pause").mustSay(t, "Done", "(Resume)")
	if again := said(press(menu, "Pause").mustSay(t, "(Resume)")); strings.Contains(again, "Done") {
		t.Errorf("it paused twice:\n%s", again)
	}
	press(paused, "Resume").mustSay(t, "Done", "(Pause)")
}

// In a Swiss of a round a day, a pairing of two games that count as one is one point, and a player who comes late plays from the
// second round on.
func TestDailySwiss(t *testing.T) {
	c := newClub(t, 4)
	_, tour := c.creates("swiss", map[string]string{"name": "Winter", "starts": "", "length": "2"},
		"interval", "1", "late-entry", "1", "games", "match")
	c.shown(tour.ID).mustSay(t, "two games each, counted as one", "at least a day apart", "join during the first round")
	for _, m := range c.members[:2] {
		m.presses(c.shown(tour.ID), "Join")
	}
	c.mod.directs(manages, "act", "begin").mustSay(t, "Done")
	begun := c.at
	c.members[2].presses(c.shown(tour.ID), "Join").mustSay(t, "You’re in")
	for range 2 {
		c.resigns(tour.ID)
	}
	c.shown(tour.ID).mustSay(t, "Next round: "+say.Timestamp(begun.Add(24*time.Hour), "F"))
	if now := c.storedTournament(tour.ID).Standings(); now[0].Points > tournament.Whole(1) {
		t.Errorf("%+v", now)
	}
	c.passes(24 * time.Hour)
	c.shown(tour.ID).mustSay(t, "Round 2")
	c.members[3].sub("tournament", "join", 0).mustSay(t, "too late")
}

// What is typed wrong about who can play is refused, and so is a length that the format does not have.
func TestTypedOptionIsWrong(t *testing.T) {
	c := newClub(t, 2)
	c.proposes("swiss", map[string]string{"who": "4/5"}).mustSay(t, "Write how many can play", "(Try again)")
	for _, test := range [][3]string{
		{"team-match", "3", "Each board has one game or two."}, {"ladder", "0", "at least one place up"},
		{"knockout", "11", "replays doesn’t fit"}, {"round-robin", "3", "meetings or replays doesn’t fit"},
	} {
		c.proposes(test[0], map[string]string{"starts": "", "length": test[1]}).mustSay(t, test[2])
	}
}

// A ladder whose form names no start begins without its director, as its form says.
func TestLadderBegins(t *testing.T) {
	c := newClub(t, 1)
	form := c.mod.sub("tournament", "create", manages, "format", "ladder").Modal
	if about := form.Inputs[1].About; !strings.HasSuffix(about, "Empty: at once") {
		t.Errorf("the form says %q", about)
	}
	created, tour := c.creates("ladder", map[string]string{"starts": ""})
	created.mustSay(t, "below. Direct it with")
	c.shown(tour.ID).mustSay(t, "Running")
}

// Options that mean nothing for a format, or for the length that the form says, are not announced.
func TestOptionsOfFormats(t *testing.T) {
	create := func(format string, inputs map[string]string) (d tournament.Declaration, shown string) {
		t.Helper()
		c := newClub(t, 2)
		inputs["starts"] = ""
		_, tour := c.creates(format, inputs, "interval", "1", "late-entry", "2", "games", "match")
		return tour.Declaration, said(c.shown(tour.ID))
	}
	for format, hasRounds := range map[string]bool{"swiss": true, "round-robin": true,
		"knockout": true, "arena": false, "team-match": false, "ladder": false} {
		if d, shown := create(format, map[string]string{}); d.Interval > 0 != hasRounds || strings.Contains(shown, "apart") && !hasRounds {
			t.Errorf("%s: an interval of %v:\n%s", format, d.Interval, shown)
		}
	}
	if d, shown := create("arena", map[string]string{}); d.Games != 1 || strings.Contains(shown, "two games") {
		t.Errorf("an arena with pairings of %d games:\n%s", d.Games, shown)
	}
	if d, shown := create("team-match", map[string]string{}); d.Games != 2 || !strings.Contains(shown, "counted as one") {
		t.Errorf("pairings of %d games:\n%s", d.Games, shown)
	}
	if d, shown := create("team-match", map[string]string{"length": "1"}); d.Games != 1 || strings.Contains(shown, "counted as one") {
		t.Errorf("pairings of %d games:\n%s", d.Games, shown)
	}
	for length, want := range map[string]string{"1": "", "2": "during the first round",
		"3": "during the first 2 rounds"} { // nobody can enter during the last
		_, shown := create("swiss", map[string]string{"length": length})
		if !strings.Contains(shown, want) || want == "" && strings.Contains(shown, "You can still join") {
			t.Errorf("%s rounds, want %q:\n%s", length, want, shown)
		}
	}
}

// tournaments plays a round robin and a ladder, and tells all that can be told of them.
func (w *tour) tournaments(ben, mod *someone) {
	w.t.Helper()
	ctx := context.Background()
	cora, dirk := w.member(3, "Cora"), w.member(4, "Dirk")
	if localeOf(w.l) == "" {
		for _, s := range []*someone{cora, dirk} {
			s.types("preferences", "language", w.l.Code)
		}
	}
	c := &club{world: w.world, mod: mod}
	create := func(inputs map[string]string, options ...any) *game.Tournament {
		form := w.sub(mod, "tournament", "create", manages, options...)
		a := w.tells(mod.fillsAs(form, inputs, manages))
		press := func(label string) answer {
			fmt.Fprintf(&w.text, "\n%s> (%s)\n", mod.name, label)
			return w.tells(mod.moderates(mod.click(customIDOf(w.t, a, label))))
		}
		if _, named := inputs["name"]; named || inputs["teams"] != "" {
			a = w.tells(mod.fillsAs(press(w.l.Say("button.more-tournament")), inputs, manages))
		}
		if label := w.l.Say("button.make-tournament"); strings.Contains(said(a), "("+label+")") {
			press(label)
		}
		return c.newest()
	}
	act := func(s *someone, options ...any) {
		fmt.Fprintf(&w.text, "\n%s>", s.name)
		for _, o := range options {
			if other, ok := o.(*someone); ok {
				o = "@" + other.name
			}
			fmt.Fprintf(&w.text, " %v", o)
		}
		w.text.WriteString("\n")
		w.tells(s.directs(manages, options...))
	}
	page := func(t *game.Tournament, words string) {
		fmt.Fprintf(&w.text, "\n%s> <%s>\n", mod.name, words)
		w.tells(mod.moderates(mod.click(customID{action: manageAction, arg: string(t.ID) + " " + words}.String())))
	}
	news := func() {
		pending, err := w.bot.referee.PendingAnnouncements(ctx, 0, 100)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, a := range pending {
			if a.Kind == game.TournamentChanged {
				t := c.storedTournament(a.Tournament)
				m, err := w.bot.composer.ComposeNews(ctx, t, a.Seq)
				if err != nil {
					w.t.Fatal(err)
				}
				if m != nil && t.Event(a.Seq-1).Kind == tournament.Ended {
					text, err := w.bot.composer.Crown(ctx, &a)
					if err != nil {
						w.t.Fatal(err)
					}
					m.Text(text)
				}
				if m != nil {
					w.text.WriteString("\n")
					w.tells(answerOf(m))
				}
			}
			if err := w.bot.referee.Delivered(ctx, a.ID); err != nil {
				w.t.Fatal(err)
			}
		}
	}
	w.decides(mod, "champion-role", championRole, "director-role", otherRole)
	w.sub(ben, "tournament", "standings", 0)
	w.sub(ben, "tournament", "create", 0, "format", "swiss")
	w.tells(mod.fillsAs(w.sub(mod, "tournament", "create", manages, "format", "swiss"), map[string]string{"starts": "?"}, manages))
	t := create(map[string]string{"name": "Cup", "who": "8, -2000", "prize": "1 € @everyone"}, "format", "round-robin",
		"rules", "american", "check-in", "30")
	w.tells(c.shown(t.ID))
	for _, s := range []*someone{ben, cora, dirk} {
		w.presses(s, c.shown(t.ID), "enter")
	}
	w.presses(ben, c.shown(t.ID), "enter")
	w.presses(ben, c.shown(t.ID), "check-in")
	w.tells(c.shown(t.ID))
	act(mod)
	act(mod, "act", "extend", "hours", "48")
	act(mod, "act", "remove", "player", dirk)
	act(mod, "act", "cancel", "reason", "…")
	news()
	w.tells(c.shown(t.ID))

	t = create(map[string]string{"starts": ""}, "format", "round-robin", "rules", "american")
	for _, s := range []*someone{ben, cora, dirk} {
		w.sub(s, "tournament", "join", 0)
	}
	act(mod, "act", "pause") // too early
	act(mod, "act", "begin")
	act(mod, "act", "pause")
	act(mod, "act", "resume")
	act(mod, "act", "extend") // no time comes
	news()
	w.sub(cora, "tournament", "my-game", 0)
	w.types(cora, "board")
	act(mod, "act", "adjudicate", "player", cora, "opponent", dirk, "result", "draw", "reason", "…")
	page(t, "pairing 1")
	page(t, "player "+dirk.id)
	page(t, "end")
	w.sub(dirk, "tournament", "pairings", 0)
	w.passes(time.Hour) // after that, what was decided stands
	first := c.games(t.ID)[0]
	c.ends(first, first.Players[draughts.White])
	w.types(cora, "board", "game", string(first.ID))
	c.resigns(t.ID)
	w.tells(c.shown(t.ID))
	c.resigns(t.ID)
	c.resigns(t.ID)
	news()
	w.tells(c.shown(t.ID))
	act(mod)
	act(mod, "act", "end")
	news()
	w.presses(dirk, w.presses(dirk, w.sub(dirk, "tournament", "standings", 0), "table"), "files")
	for _, s := range []*someone{ben, cora, dirk} { // seeded by lot
		if slices.Contains(c.storedTournament(t.ID).Winners(), game.PersonOf(tournament.PlayerID(s.id))) {
			w.types(s, "profile")
		}
	}

	t = create(map[string]string{"starts": ""}, "format", "ladder", "rules", "american", "role", otherRole)
	w.tells(c.shown(t.ID))
	for _, s := range []*someone{ben, cora, dirk} {
		s.having(s.click(customIDOf(w.t, c.shown(t.ID), w.l.Say("button.enter"))), otherRole)
	}
	w.types(cora, "ladder")
	w.presses(ben, w.types(ben, "ladder"), "rest", "rests", false, "days", 14)
	w.types(cora, "ladder", "challenge", ben)
	w.presses(ben, w.types(ben, "ladder"), "rest", "rests", true, "days", 0)
	w.types(cora, "ladder", "challenge", ben)
	w.discord.left = []game.PersonID{1002}
	news()
	w.discord.left = nil
	id := customID{action: ladderReplyAction, arg: string(t.ID) + " refuse " + cora.id}
	w.tells(ben.clicks(id.String()))
	w.presses(dirk, w.sub(dirk, "tournament", "leave", 0), "leave-tournament")
	news()
	w.types(cora, "ladder")

	t = create(map[string]string{"starts": ""}, "format", "swiss", "rules", "american", "byes", "1")
	w.tells(c.shown(t.ID))
	for _, s := range []*someone{ben, cora, dirk} {
		w.sub(s, "tournament", "join", 0, "tournament", string(t.ID))
	}
	act(mod, "act", "begin", "tournament", string(t.ID))
	own := func(seat string) {
		w.presses(ben, w.sub(ben, "tournament", "my-game", 0, "tournament", string(t.ID)), "seat", "seat", seat, "points", "½")
	}
	own("half")
	own("back")
	own("half")
	page(t, "player "+cora.id)
	c.resigns(t.ID)
	news()
	w.sub(ben, "tournament", "my-game", 0, "tournament", string(t.ID))
	w.sub(ben, "tournament", "pairings", 0, "tournament", string(t.ID))

	a := w.tells(mod.fillsAs(w.sub(mod, "tournament", "create", manages, "format", "knockout"), map[string]string{"starts": ""}, manages))
	for _, label := range []string{w.l.Say("choice.format.round-robin"), w.l.Say("button.make-tournament")} {
		id, values := labelled(w.t, a, label)
		fmt.Fprintf(&w.text, "\n%s> (%s)\n", mod.name, label)
		a = w.tells(mod.moderates(mod.click(id, values...)))
	}
	news()
	w.tells(c.shown(c.newest().ID))

	create(map[string]string{"starts": "", "teams": "A"}, "format", "team-match", "rules", "american")
	t = create(map[string]string{"starts": "", "teams": "A, B"}, "format", "team-match", "rules", "american", "second-role", otherRole)
	w.sub(ben, "tournament", "join", 0, "team", "1")
	cora.having(cora.subcommand("tournament", "join", "tournament", string(t.ID)), otherRole)
	w.tells(c.shown(t.ID))
	act(mod, "act", "begin", "tournament", string(t.ID))
	c.resigns(t.ID)
	news()
	w.tells(c.shown(t.ID))

	for _, format := range formatChoices { // the other forms
		a := mod.fillsAs(mod.sub("tournament", "create", manages, "format", format), map[string]string{"starts": ""}, manages)
		w.tells(mod.moderates(mod.click(customIDOf(w.t, a, w.l.Say("button.more-tournament")))))
	}
	says := func(err error) {
		w.tells(answer{w.bot.errorResponse(&request{i: w.arriving(&dg.Interaction{}), lang: w.l, public: w.l}, err)})
	}
	for _, o := range []delivery.RoleObstacle{delivery.NoSuchRole,
		delivery.EverybodysRole, delivery.ManagedRole, delivery.RoleModerates,
		delivery.RoleOpensChannels, delivery.RoleNotYours, delivery.RoleTooHigh} {
		says(&roleError{"error.role", []game.RoleID{501}, o})
	}
	fmt.Fprintln(&w.text, w.named(w.l.Say("tournament.champion-refused", "role", "<@&501>")))
	for refusal := tournament.NotNow; refusal <= tournament.NotQualified; refusal++ {
		says(&game.RequestError{Code: game.TournamentRefused, Refusal: refusal})
	}
}

// A moderator who plays pairs themselves with nobody, and ends nothing while they lead. Another one does.
func TestPlayingModerator(t *testing.T) {
	c := newClub(t, 3)
	_, tour := c.creates("swiss", map[string]string{"starts": "", "length": "2"})
	c.begins(tour.ID, c.mod, c.members[0], c.members[1], c.members[2])
	c.mod.directs(manages, "act", "pair", "player", c.mod,
		"opponent", c.members[2]).mustSay(t, "another director must decide")
	c.mod.directs(manages, "act", "end").mustSay(t, "Before its last round, only another director can end it")
	another := c.member(10, "Another moderator")
	another.directs(manages, "act", "pair", "player", c.mod, "opponent", c.members[2]).mustSay(t, "these two meet next")
	another.directs(manages, "act", "end").mustSay(t, "Done")
}

// newest returns the tournament of the guild that was made last.
func (c *club) newest() *game.Tournament {
	c.t.Helper()
	page, err := c.bot.referee.Tournaments(context.Background(), game.OpenTournamentsIn(77), game.Viewer{Place: 77}, "", 1)
	if err != nil || len(page.Items) == 0 {
		c.t.Fatalf("there is no tournament, %v", err)
	}
	return page.Items[0]
}

// The director orders the tie-breaks of a tournament, which its message explains.
func TestTiebreaksOfForm(t *testing.T) {
	c := newClub(t, 0)
	usual := []tournament.Tiebreak{tournament.BuchholzCut1, tournament.Buchholz, tournament.SonnebornBerger}
	for typed, want := range map[string][]tournament.Tiebreak{
		"": usual, "Bu-1, Buch, SB": usual,
		"Sonneborn-Berger; wins ; DE": {tournament.SonnebornBerger, tournament.Wins, tournament.DirectEncounter},
	} {
		if _, tour := c.creates("swiss", map[string]string{"starts": "", "tiebreaks": typed}); !slices.Equal(tour.Tiebreaks, want) {
			t.Errorf("%q is %v", typed, tour.Tiebreaks)
		}
	}
	_, tour := c.creates("swiss", map[string]string{"starts": "", "tiebreaks": "wins"})
	c.shown(tour.ID).mustSay(t, "Tie-breaks in order: Wins = games won")
	for format, typed := range map[string]string{"swiss": "wins, Wins", "arena": "Buch", "round-robin": "luck"} {
		a, _ := c.creates(format, map[string]string{"starts": "", "tiebreaks": typed})
		a.mustSay(t, "Not all of these tie-breaks exist", "Perf = rating")
		if strings.Contains(said(a), "Buch =") != (format != "arena") {
			t.Errorf("%s: %s", format, said(a))
		}
	}
}

// The losers of the semifinals meet for the third place, in the bracket as well.
func TestThirdPlace(t *testing.T) {
	c := newClub(t, 4)
	_, tour := c.creates("knockout", map[string]string{"starts": "", "length": "0"}, "third-place", true)
	c.shown(tour.ID).mustSay(t, "Knockout · Third place")
	c.begins(tour.ID, c.members...)
	c.resigns(tour.ID)
	if posts := c.announce(0); strings.Count(posts, "Third place: ") != 1 {
		t.Errorf("the meeting is not announced once:\n%s", posts)
	}
	c.resigns(tour.ID)
	bracket := c.members[0].sub("tournament", "standings", 0)
	if alt := bracket.Message.Files[0].Alt; !strings.Contains(alt, "Third place Player ") {
		t.Errorf("the bracket is %s", alt)
	}
}

// A pairing of a knockout can be decided anew until the next round begins, which waits for that, as the menu says. What the
// seeds decide is told.
func TestDecidingKnockout(t *testing.T) {
	c := newClub(t, 4)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	manage := func(options ...any) answer { return c.mod.directs(manages, options...) }
	decide := func(p *tournament.Pairing, result string) answer {
		player := func(id tournament.PlayerID) *someone { return c.members[game.PersonOf(id)-1020] }
		return manage("act", "adjudicate", "player", player(p.White), "opponent", player(p.Black), "result", result, "reason", "x")
	}
	manage().mustSay(t, "or five minutes after your decision")
	first := c.storedTournament(tour.ID).Pairings(1)
	decide(first[0], "draw").mustSay(t, "Done")
	decide(first[1], "first").mustSay(t, "Done")
	decide(first[1], "second").mustSay(t, "Done")
	manage().mustSay(t, "Next round: <t:", "(Start now)")
	c.passes(10 * time.Minute)
	if final := c.storedTournament(tour.ID).Pairings(2)[0]; !final.Has(first[1].Black) {
		t.Errorf("the final is %v", final.Pair)
	}
	decide(first[1], "first").mustSay(t, "can’t be changed any more")
	decide(c.storedTournament(tour.ID).Pairings(2)[0], "draw").mustSay(t, "Done")
	c.passes(10 * time.Minute)
	stored := c.storedTournament(tour.ID)
	bySeed := func(p *tournament.Pairing) string {
		return "Level, so the higher seed wins: <@" + string(p.Winner) + "> against <@" + string(p.Opponent(p.Winner)) + ">."
	}
	if first := stored.Pairing(1); stored.Entrant(first.Winner).Seed != 1 {
		t.Errorf("%s has won as the higher seed", first.Winner)
	}
	final := stored.Pairings(2)[0]
	c.shown(tour.ID).mustSay(t, "<@"+string(final.Winner)+"> is first!\n"+bySeed(final))
	if posts := c.announce(0); !strings.Contains(posts, bySeed(stored.Pairing(1))+"\\n**Final**") {
		t.Errorf("it is not told with the next round:\n%s", posts)
	}
}

// A player who would forfeit a game of a tournament by ending it is told so, and confirms it.
func TestForfeitIsConfirmed(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	abort := customID{action: abortAction, game: c.games(tour.ID)[0].ID}
	for _, a := range []answer{c.members[0].types("resign"), c.members[0].types("abort"), c.members[0].clicks(abort.String())} {
		a.mustSay(t, "resigning is a forfeit", "(Yes, resign)")
		if a.Placement != delivery.Beside || !a.Message.Private {
			t.Errorf("the confirmation is placed %v", a.Placement)
		}
	}
	_, swiss := c.creates("swiss", map[string]string{"starts": ""})
	for _, m := range c.members {
		m.presses(c.shown(swiss.ID), "Join")
	}
	c.mod.directs(manages, "act", "begin", "tournament", string(swiss.ID))
	c.members[0].types("resign", "game", string(c.games(swiss.ID)[0].ID)).mustSay(t,
		"resigning is a forfeit", "You’re out until you join again.")
	c.members[0].presses(c.members[0].types("abort", "game", string(c.games(tour.ID)[0].ID)), "Yes, resign").
		mustSay(t, "Game canceled", "In the tournament, <@1020> loses this game by forfeit.")
	if now := c.storedTournament(tour.ID); now.Phase() != tournament.Provisional {
		t.Errorf("it is %v", now.Phase())
	}
	// Once the tournament is over, nothing is forfeited in it.
	c.mod.directs(manages, "act", "cancel", "reason", "rain", "tournament", string(swiss.ID))
	last := string(c.games(swiss.ID)[0].ID)
	if resigns := said(c.members[0].types("resign", "game", last)); strings.Contains(resigns, "forfeits") {
		t.Errorf("after the tournament was cancelled: %s", resigns)
	}
	if ends := said(c.members[0].types("abort", "game", last).mustSay(t, "Game canceled")); strings.Contains(ends, "forfeit") {
		t.Errorf("after the tournament was cancelled: %s", ends)
	}
}

// A game of a tournament that a moderator cancels is played again, and says so.
func TestReplayIsTold(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	c.mod.rules("cancel", manages, "game", string(c.games(tour.ID)[0].ID), "reason", "rain").
		mustSay(t, "Game canceled", "In the tournament, this game is played again.")
}

// A decision after the last game that has another player lead says who does.
func TestNewLeaderIsTold(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	for i, result := range []string{"first", "second"} {
		c.mod.directs(manages, "act", "adjudicate", "player", c.members[0], "opponent", c.members[1], "result", result, "reason", "Rain.")
		if news := c.announce(10 * time.Second); !strings.Contains(news, fmt.Sprintf("<@%s> is first!", c.members[i].id)) {
			t.Errorf("it is told by %s", news)
		}
	}
}

// The board of a game whose pairing the director decides says so, with the score, and changes when that is decided anew.
func TestDecisionIsTold(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	c.announce(0)
	c.mod.directs(manages, "act", "pause")
	p := c.storedTournament(tour.ID).Pairings(1)[0]
	for result, score := range map[string]string{"first": "1 – 0", "second": "0 – 1"} {
		c.mod.directs(manages, "act", "adjudicate", "player",
			c.members[0], "opponent", c.members[1], "result", result, "reason", "Rain.")
		if p.White != "1020" {
			score = map[string]string{"1 – 0": "0 – 1", "0 – 1": "1 – 0"}[score]
		}
		c.discord.edits = nil
		want := fmt.Sprintf("The director decided: Rain.\\nRatings don’t change.\\nIn the tournament: <@%s> **%s** <@%s>.",
			p.White, score, p.Black)
		if shown := c.announce(0) + strings.Join(c.discord.edits, "\n"); strings.Count(shown, want) != 1 {
			t.Errorf("%s: the board does not say once %s:\n%s", result, want, shown)
		}
	}
}

// The board of a game whose player leaves the tournament says that, and not that they resigned; once they have erased their
// data, it names nobody.
func TestLeavingIsTold(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	g := c.games(tour.ID)[0]
	loser := c.members[g.Players[draughts.White]-1020]
	loser.presses(loser.sub("tournament", "leave", 0), "Leave")
	for _, says := range []string{"<@" + loser.id + "> has left the tournament.", "A player left and deleted their data."} {
		board, err := c.bot.composer.ComposeBoard(t.Context(), c.storedGame(g.ID), delivery.Mentions{})
		if err != nil {
			t.Fatal(err)
		}
		answerOf(board).mustSay(t, says)
		if _, err := c.bot.referee.Erase(t.Context(), g.Players[draughts.White]); err != nil {
			t.Fatal(err)
		}
	}
}

// A player of a team match for whom there is no board is told so, and has not played all their games.
func TestPlayerWithoutBoard(t *testing.T) {
	c := newClub(t, 3)
	_, tour := c.creates("team-match", map[string]string{"starts": ""})
	for i, m := range c.members {
		m.sub("tournament", "join", 0, "team", fmt.Sprint(1+i%2))
	}
	c.begins(tour.ID)
	c.members[2].sub("tournament", "my-game", 0).mustSay(t, "You have no board")
	if posts := c.announce(0); !strings.Contains(posts, "\\nNo board, because the other team has fewer players: <@1022>") ||
		!strings.Contains(posts, `"1022"]`) {
		t.Errorf("it is not announced:\n%s", posts)
	}
	c.resigns(tour.ID)
	c.members[0].sub("tournament", "my-game", 0).mustSay(t, "No games right now.")
}

// A round in which nobody plays, because a player has left, is not announced.
func TestEmptyRoundIsNotTold(t *testing.T) {
	c := newClub(t, 3)
	_, tour := c.creates("round-robin", map[string]string{"starts": "", "length": "2"})
	c.begins(tour.ID, c.members...)
	c.members[0].presses(c.members[0].sub("tournament", "leave", 0), "Leave")
	posts := c.announce(0)
	tour = c.storedTournament(tour.ID)
	for round := 1; round <= tour.TotalRounds(); round++ {
		isTold, plays := strings.Contains(posts, fmt.Sprintf("**Round %d**", round)), len(tour.Pairings(round)) > 0
		if isTold != plays {
			t.Errorf("it is %t that there are games in round %d, and %t that it is announced", plays, round, isTold)
		}
	}
}

// A player who forfeits a game of a Swiss is not said to have left it by their own will, and leaves nothing by that in its
// last round.
func TestForfeitIsTold(t *testing.T) {
	c := newClub(t, 5)
	_, tour := c.creates("swiss", map[string]string{"starts": "", "length": "2"})
	c.begins(tour.ID, c.members...)
	var posts string
	forfeits := func() string {
		t.Helper()
		all := c.games(tour.ID)
		g := all[len(all)-1]
		s := c.members[g.Players[draughts.White]-1020]
		s.presses(s.types("resign", "game", string(g.ID)), "Yes, resign")
		posts = c.announce(0)
		return s.id
	}
	first := forfeits()
	last := c.members[0] // another one
	if last.id == first {
		last = c.members[1]
	}
	for _, m := range c.members {
		if m.id == first {
			m.sub("tournament", "my-game", 0).mustSay(t, "forfeited a game, so you aren’t paired. Join again to play on.", "(Join)")
		}
	}
	asked := last.sub("tournament", "leave", 0).mustSay(t, "Leave **", "You forfeit the games that you haven’t finished.")
	if now, err := c.bot.referee.UnrestrictedTournament(t.Context(), tour.ID); err != nil ||
		now.Entrant(tournament.PlayerID(last.id)).Status != tournament.Active {
		t.Errorf("they left before they confirmed it: %v", err)
	}
	last.presses(asked, "Leave").mustSay(t, "You’ve left") // in the last game of the round
	forfeits()
	if strings.Count(posts, "forfeited a game and") != 1 ||
		!strings.Contains(posts, "<@"+first+"> forfeited") ||
		!strings.Contains(posts, "**Swiss**\\n<@"+last.id+"> has left") ||
		strings.Count(posts, "**Swiss**\\n<@") != 2 ||
		strings.Count(posts, string(enterAction)+"::0:"+string(tour.ID)) != 1 {
		t.Errorf("the forfeits are told so:\n%s", posts)
	}
}

// A director cancels a tournament with a reason, once.
func TestCancelling(t *testing.T) {
	c := newClub(t, 1)
	_, first := c.creates("swiss", map[string]string{"starts": ""})
	c.creates("arena", map[string]string{"starts": ""})
	c.mod.directs(manages, "act", "cancel", "tournament", string(first.ID)).mustSay(t, "Add a reason")
	c.mod.directs(manages, "act", "cancel", "reason", "rain", "tournament", string(first.ID)).mustSay(t, "Done")
	c.mod.directs(manages, "act", "cancel", "reason", "rain").mustSay(t, "Done")
	c.mod.directs(manages, "act", "cancel", "reason", "rain").mustSay(t, "can’t be done at this point")
}

// Without a name, users choose which of several tournaments they join.
func TestJoinOneOfSeveral(t *testing.T) {
	c := newClub(t, 2)
	c.creates("swiss", map[string]string{"starts": "", "name": "Old"})
	c.creates("team-match", map[string]string{"starts": "", "name": "Lions and tigers"})
	c.creates("swiss", map[string]string{"starts": "", "name": "New"})
	list := c.members[0].sub("tournament", "join", 0).mustSay(t, "**New** · Swiss", "**Lions and tigers**", "**Old** · Swiss")
	if n := strings.Count(said(list), "(Join)"); n != 2 {
		t.Errorf("%d of two tournaments can be joined", n)
	}
	c.members[0].presses(list, "Join").mustSay(t, "You’re in: **New**")
	c.members[0].sub("tournament", "join", 0, "tournament", "Old").mustSay(t, "You’re in: **Old**")
}

// Without a name, users ask for their game, and leave, where they play, also if there is a newer tournament.
func TestOwnTournament(t *testing.T) {
	c := newClub(t, 2)
	_, old := c.creates("ladder", map[string]string{"starts": "", "name": "Old"})
	c.members[0].presses(c.shown(old.ID), "Join")
	c.creates("swiss", map[string]string{"starts": "", "name": "New"})
	c.members[0].sub("tournament", "my-game", 0).mustSay(t, "**Old**")
	c.members[1].sub("tournament", "my-game", 0).mustSay(t, "**New** · Open", "You aren’t in this tournament", "(Join)")
	c.members[0].presses(c.members[0].sub("tournament", "leave", 0), "Leave").mustSay(t, "You’ve left **Old**")
	c.members[0].sub("tournament", "my-game", 0).mustSay(t, "**Old**", "(Join)")
}

// Of several ladders, /ladder is about the one of the channel, or else about the newest.
func TestLadders(t *testing.T) {
	c := newClub(t, 0)
	c.creates("ladder", map[string]string{"starts": "", "name": "Old"})
	c.decides("threads", true)
	_, newer := c.creates("ladder", map[string]string{"starts": "", "name": "New"})
	for channel, name := range map[string]string{"78": "Old", newer.Room.String(): "New", "90": "New"} {
		c.mod.in(channel, "ladder").mustSay(t, "**"+name+"**")
	}
}

// A game of a tournament stays in the tournament's thread, also if a player moves elsewhere before its board is there.
func TestGameStaysInThread(t *testing.T) {
	c := newClub(t, 2)
	c.decides("threads", true)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	g := c.games(tour.ID)[0]
	mover := c.members[g.Player(g.Turn())-1020]
	a := mover.types("move", "move", "11-15").mustSay(t, fmt.Sprintf("<#%d>", tour.Room))
	if a.Board.In != delivery.InChannel || tour.Room == 78 {
		t.Errorf("the board of a game in %d comes as %v", tour.Room, a.Board.In)
	}
}

// A challenge that goes too far up a ladder is refused with how far it may go.
func TestReachOfLadder(t *testing.T) {
	c := newClub(t, 5)
	_, tour := c.creates("ladder", map[string]string{"starts": ""})
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	c.members[4].types("ladder", "challenge", c.members[0]).mustSay(t, "or more than 3 places above")
	c.members[4].types("ladder", "challenge", c.members[1]).mustSay(t, "<#78>")
}

// The message about a challenge on a ladder loses its buttons once that is answered, or gone, and not because others use them.
func TestLadderReply(t *testing.T) {
	for _, test := range []struct {
		wait         time.Duration
		by           int // of the members
		button, says string
		loses        bool // its buttons
	}{
		{0, 1, "Accept", "This challenge is gone.", false},
		{0, 3, "Refuse", "You aren’t in this tournament", false},
		{0, 0, "Accept", "Accepted", true},
		{reply, 0, "Accept", "This challenge is gone.", true},
		{reply, 1, "Refuse", "This challenge is gone.", true},
	} {
		c := newClub(t, 4)
		_, tour := c.creates("ladder", map[string]string{"starts": ""})
		for _, m := range c.members[:3] {
			m.presses(c.shown(tour.ID), "Join")
		}
		c.members[2].types("ladder", "challenge", c.members[0])
		now := c.storedTournament(tour.ID)
		news, err := c.bot.composer.ComposeNews(t.Context(), now, now.Seq())
		if err != nil {
			t.Fatal(err)
		}
		c.passes(test.wait + time.Second)
		a := c.members[test.by].presses(answerOf(news), test.button).mustSay(t, test.says)
		if loses := a.Placement == delivery.Follow || a.Outdated; loses != test.loses {
			t.Errorf("%+v: it is %t that the buttons go", test, loses)
		}
	}
}

// In a pause, a player reads that the time to answer a challenge stands still, and that a game does not begin yet.
func TestPausedLadder(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("ladder", map[string]string{"starts": ""})
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	c.members[1].types("ladder", "challenge", c.members[0])
	c.mod.directs(manages, "act", "pause")
	c.passes(time.Hour)
	answerBy := say.Timestamp(c.at.Add(tour.Reply), "R")
	asked := c.members[0].sub("tournament", "my-game", 0).mustSay(t, answerBy, "⏸️ Paused.", "(Accept)")
	c.members[0].presses(asked, "Accept").mustSay(t, "Accepted", "⏸️ Paused.")
	if n := len(c.games(tour.ID)); n != 0 {
		t.Errorf("in the pause %d games begin", n)
	}
}

// The message of a tournament that shows less than has happened is brought up to date by the next process, once; and that
// of one that is over before its end is told.
func TestStaleTournament(t *testing.T) {
	c := newClub(t, 1)
	_, tour := c.creates("knockout", map[string]string{"starts": ""})
	edits := func(want ...string) {
		t.Helper()
		before := len(c.discord.edits)
		for range 2 {
			c.announce(0)
		}
		got := c.discord.edits[before:]
		if len(got) != len(want) {
			t.Fatalf("the edits are %q, want %q", got, want)
		}
		for i := range got {
			if !strings.Contains(got[i], want[i]) {
				t.Errorf("edit %d is %s, want %s", i, got[i], want[i])
			}
		}
	}
	edits()
	c.members[0].presses(c.shown(tour.ID), "Join")
	c.restart()
	edits("1 player:")
	c.restart()
	edits()
	c.mod.directs(manages, "act", "cancel", "reason", "rain")
	c.restart()
	c.at = c.at.Add(time.Minute)
	edits("Canceled. rain")
	c.restart()
	c.at = c.at.Add(time.Minute)
	edits()
}

// The best of a month are announced once, when it is over, in the channel that the guild has chosen.
func TestMonthIsAnnounced(t *testing.T) {
	c := newClub(t, 4)
	c.decides("month-channel", "79")
	c.playsMonth(c.members[1], c.members[0], c.members[2], c.members[3])
	puzzle := longPuzzle(t)
	c.members[0].solves(puzzle, puzzle.Asked-1, puzzle.Moves[puzzle.Asked-1])
	over := "American checkers · March 2026** is over! <@1021> is the player of the month."
	count := func() (n int) {
		t.Helper()
		c.announce(0)
		for _, p := range c.discord.posts {
			if strings.Contains(p, over) && strings.HasPrefix(p, "79: ") {
				n++
			}
		}
		return n
	}
	if n := count(); n != 0 {
		t.Errorf("during the month, it is announced %d times", n)
	}
	c.at = time.Date(2026, 4, 1, 0, 0, 1, 0, time.UTC)
	for range 2 {
		if err := c.bot.referee.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		c.restart()
		c.at = c.at.Add(time.Minute)
		if n := count(); n != 1 {
			t.Errorf("after the month, it is announced %d times", n)
		}
	}
	over = "**Puzzles · March 2026** is over!\""
	if n := count(); n != 1 {
		t.Errorf("the best with puzzles is announced %d times: %q", n, c.discord.posts)
	}
}

// Who made a tournament has a button to its menu, in a message of their own, also if the tournament has a thread.
func TestMakerCanManage(t *testing.T) {
	for _, permissions := range []int64{0, threadPermissions} {
		c := newClub(t, 0)
		i := c.mod.click(customIDOf(t, c.proposes("swiss", nil), "Create"))
		i.AppPermissions, i.Message = permissions, &dg.Message{Flags: dg.MessageFlagsEphemeral}
		made := c.mod.moderates(i)
		if made.Placement == delivery.Follow { // the list of players is for everybody
			made = answerOf(made.Before)
		}
		if !made.Message.Private {
			t.Errorf("with permissions %d everybody reads\n%s", permissions, said(made))
		}
		c.mod.moderates(c.mod.click(customIDOf(t, made, "Manage"))).mustSay(t, "(Cancel)")
	}
}

// A tournament is a scheduled event of the guild, which follows what happens to it; and it has a thread where games do.
func TestTournamentIsScheduled(t *testing.T) {
	for _, permissions := range []int64{0, threadPermissions} {
		c := newClub(t, 2)
		var options []any
		if permissions == 0 {
			options = append(options, "check-in", "30")
		}
		proposed := c.proposes("arena", map[string]string{"name": "Friday", "starts": "tomorrow 18:00"}, options...)
		i := c.mod.click(customIDOf(t, proposed, "Create"))
		i.AppPermissions = permissions
		c.mod.moderates(i)
		room := game.RoomID(78)
		var threads []string
		if permissions != 0 {
			room += 100000
			threads = []string{"🏆 Friday"}
		}
		tour := c.newest()
		if tour.Room != room || tour.Length.Minutes() != 90 || !slices.Equal(c.discord.threads, threads) {
			t.Errorf("it is in %d, for %v; the threads are %q", tour.Room, tour.Length, c.discord.threads)
		}
		scheduled := func(state delivery.EventState, time string) {
			t.Helper()
			c.restart() // a process that is killed loses nothing of it
			c.announce(0)
			want := fmt.Sprintf("🏆 Friday %s %s %d %s", say.ChannelLink(77, room), tour.ID, state, time)
			if got := c.discord.events; len(got) == 0 || got[len(got)-1] != want {
				t.Errorf("the events are %q, want %q", got, want)
			}
		}
		scheduled(delivery.EventPlanned, "2026-03-02 18:00:00–19:30")
		if posts := c.announce(0); !strings.Contains(posts, "tournament.png") { // the message is updated after that
			t.Errorf("it is not shown:\n%s", posts)
		}
		c.mod.directs(manages, "act", "extend", "hours", "3")
		scheduled(delivery.EventPlanned, "2026-03-02 21:00:00–22:30")
		c.shown(tour.ID).mustSay(t, "Start: Monday, March 2, 9:00 PM (UTC)")
		if permissions == 0 {
			from := "Check in from " + say.Timestamp(tour.Starts.Add(150*time.Minute), "t") // half an hour before
			c.shown(tour.ID).mustSay(t, from)
			shown := c.shown(tour.ID)
			c.mod.presses(shown, "I’m here").mustSay(t, "Starts <t:", from)
			c.mod.directs(manages, "act", "cancel", "reason", "rain")
			scheduled(delivery.EventCancelled, "2026-03-02 21:00:00–22:30")
			if text := said(c.mod.presses(shown, "I’m here")); strings.Contains(text, from) {
				t.Errorf("of a tournament that was called off it says\n%s", text)
			}
			continue
		}
		c.begins(tour.ID, c.members...)
		ends := c.at.Add(90 * time.Minute)
		scheduled(delivery.EventActive, "2026-03-02 21:00:00"+ends.Format("–15:04"))
		c.mod.directs(manages, "act", "extend", "hours", "1")
		scheduled(delivery.EventActive, "2026-03-02 21:00:00"+ends.Add(time.Hour).Format("–15:04"))
		c.shown(tour.ID).mustSay(t, "Ends at "+say.Timestamp(ends.Add(time.Hour), "t"))
		ends = ends.Add(30 * time.Minute)
		c.at = c.at.Add(30 * time.Minute) // a downtime
		c.members[0].presses(c.members[0].types("resign"), "Yes, resign")
		scheduled(delivery.EventActive, "2026-03-02 21:00:00"+ends.Add(time.Hour).Format("–15:04"))
		c.mod.directs(manages, "act", "pause")
		scheduled(delivery.EventActive, "2026-03-02 21:00:00"+c.at.Add(24*time.Hour).Format("–15:04")) // else Discord would end it
		c.passes(2 * time.Hour)
		c.mod.directs(manages, "act", "resume")
		scheduled(delivery.EventActive, "2026-03-02 21:00:00"+ends.Add(3*time.Hour).Format("–15:04"))
		c.mod.directs(manages, "act", "end")
		scheduled(delivery.EventOver, "2026-03-02 21:00:00–22:30")
		if n := len(c.discord.events); n != 8 {
			t.Errorf("it is scheduled %d times", n)
		}
	}
}

// A player who was removed, or did not check in, is not counted among the players.
func TestPlayersOfArena(t *testing.T) {
	c := newClub(t, 4)
	_, tour := c.creates("arena", map[string]string{"starts": "in 2 hours"}, "check-in", "60")
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	c.mod.presses(c.shown(tour.ID), "Join")
	c.mod.directs(manages, "act", "remove", "reason", "?").mustSay(t, "out of date")
	c.shown(tour.ID).mustSay(t, "5 players")
	c.mod.sub("tournament", "leave", 0)
	c.mod.directs(manages, "act", "remove", "player", c.members[3], "reason", "?").mustSay(t, "Done")
	c.members[3].presses(c.shown(tour.ID), "Join").mustSay(t, "can’t join again")
	c.shown(tour.ID).mustSay(t, "3 players")
	c.passes(61 * time.Minute)
	for _, m := range c.members[:2] {
		m.presses(c.shown(tour.ID), "I’m here")
	}
	c.passes(time.Hour)
	if posts := c.announce(0); !strings.Contains(posts, "begins with 2 players") {
		t.Errorf("it is announced so:\n%s", posts)
	}
	c.shown(tour.ID).mustSay(t, "2 0, –. Player 4 0")
}

// A tournament whose check-in falls into a downtime begins later; its players are mentioned, and its event moves.
func TestDowntimeBeforeStart(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": "in 2 hours"}, "check-in", "30")
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	c.passes(105 * time.Minute)
	c.at = c.at.Add(time.Hour)
	c.passes(time.Second)
	start := c.at.Add(30 * time.Minute)
	posts := c.announce(0)
	news := "starts later: " + say.Timestamp(start, "F") + " (" + say.Timestamp(start, "R") + ").\\nCheck in from " +
		say.Timestamp(c.at, "t") + ".\\n**2 players:** <@1020>, <@1021>"
	if !strings.Contains(posts, news) {
		t.Errorf("it is not announced as %q:\n%s", news, posts)
	}
	if events := c.discord.events; !strings.Contains(events[len(events)-1], start.Format(" 2006-01-02 15:04:05")) {
		t.Errorf("the events are %q", events)
	}
	c.shown(tour.ID).mustSay(t, "Starts "+say.Timestamp(start, "F"))
}

// If a director puts off a tournament that has not begun, its players are told when it starts, and when they check in.
func TestPuttingOffIsTold(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": "in 2 hours"}, "check-in", "30")
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	start := tour.Starts
	for n := range 2 {
		start = start.Add(24 * time.Hour)
		c.mod.directs(manages, "act", "extend").mustSay(t, "Done")
		news := "All deadlines are extended by 24 hours.\\nStarts " + say.Timestamp(start, "F") + " (" +
			say.Timestamp(start, "R") + ").\\nCheck in from " + say.Timestamp(start.Add(-30*time.Minute), "t") +
			".\\n**2 players:** <@1020>, <@1021>"
		if posts := c.announce(0); !strings.Contains(posts, news) || strings.Count(posts, `"users":["1020","1021"]`) != n+1 {
			t.Errorf("it is not announced to its players as %q:\n%s", news, posts)
		}
	}
}

// A tournament whose channel is gone goes on where its director manages it.
func TestChannelIsGone(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": "in 2 hours"})
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	there := func(by *someone, permissions int64, sub string, options ...any) {
		i := by.subcommand("tournament", sub, options...)
		i.ChannelID, i.Member.Permissions = "90", permissions
		by.do(i)
	}
	room := func(want game.RoomID) {
		t.Helper()
		if got := c.newest().Room; got != want {
			t.Errorf("it is in %d, want %d", got, want)
		}
	}
	there(c.mod, manages, "manage")
	room(78)
	c.discord.fails[78] = delivery.ErrUnreachable
	there(c.members[0], 0, "manage")
	there(c.members[0], 0, "my-game")
	room(78)
	there(c.mod, manages, "manage")
	room(90)
	c.announce(0)
	if events := c.discord.events; len(events) != 2 || !strings.Contains(events[1], say.ChannelLink(77, 90)) {
		t.Errorf("the events are %q", events)
	}
	c.mod.directs(manages, "act", "begin")
	posts := c.announce(0)
	for _, want := range []string{"90: .*## 🏆 Knockout", "90: .*Final", "90: .*board.png"} {
		if !regexp.MustCompile(want).MatchString(posts) {
			t.Errorf("nothing is %q:\n%s", want, posts)
		}
	}
}

// Nothing links into a channel that is gone: neither to the games that were played there, nor to the message of a tournament.
func TestNoLinkToGoneChannel(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("round-robin", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	c.announce(0)
	g := c.games(tour.ID)[0]
	for _, test := range []struct {
		sub, link string
		fails     error
	}{
		{"pairings", "[`" + string(g.ID) + "`](https://", nil},
		{"pairings", "`" + string(g.ID) + "`", delivery.ErrUnreachable},
		{"pairings", "[`" + string(g.ID) + "`](https://", errUnknown}, // nobody knows
		{"my-game", "`" + string(g.ID) + "`", delivery.ErrUnreachable},
		{"standings", say.ChannelLink(77, 78), nil},
		{"standings", "Running", delivery.ErrUnreachable},
		{"join", "", delivery.ErrUnreachable},
		{"games", "`" + string(g.ID) + "`", delivery.ErrUnreachable},
	} {
		c.discord.fails[78] = test.fails
		i := c.members[0].subcommand("tournament", test.sub)
		if test.sub == "games" {
			i = c.members[0].command("games")
		}
		i.ChannelID = "90"
		if text := said(c.members[0].do(i).mustSay(t, test.link)); test.fails == delivery.ErrUnreachable && strings.Contains(text, "/78") {
			t.Errorf("%s links into a channel that is gone:\n%s", test.sub, text)
		}
	}
}

// The message of an arena, or of what becomes final in a day, and the menu of its director, say when it ends, also after the
// bot was away.
func TestEndAfterDowntime(t *testing.T) {
	for format, left := range map[string]time.Duration{"arena": 90 * time.Minute, "knockout": 24 * time.Hour} {
		c := newClub(t, 2)
		_, tour := c.creates(format, map[string]string{"starts": ""})
		c.begins(tour.ID, c.members...)
		if format == "knockout" {
			c.mod.directs(manages, "act", "adjudicate", "player",
				c.members[0], "opponent", c.members[1], "result", "first", "reason", "ill").mustSay(t, "Done")
		}
		ends := c.at.Add(left)
		ending := func(at time.Time) string {
			if format == "arena" {
				return "Ends at " + say.Timestamp(at, "t")
			}
			return "becomes final " + say.Timestamp(at, "R")
		}
		c.shown(tour.ID).mustSay(t, ending(ends))
		for _, away := range []time.Duration{0, 5 * time.Second, 5 * time.Second, 30 * time.Minute, 0} { // the first are between two updates
			c.at = c.at.Add(away)
			if err := c.bot.referee.Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.announce(0)
		}
		says := ending(ends.Add(30 * time.Minute))
		c.shown(tour.ID).mustSay(t, says)
		c.mod.sub("tournament", "manage", manages).mustSay(t, says)
		if edits := strings.Join(c.discord.edits, "\n"); !strings.Contains(edits, says) {
			t.Errorf("%s: it is not edited to say %q:\n%s", format, says, edits)
		}
	}
}

// The button that gives an arena more time gives it an hour, and not a day.
func TestMoreTimeForArena(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("arena", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	before := c.storedTournament(tour.ID).Ends()
	menu := c.mod.sub("tournament", "manage", manages)
	form := c.mod.moderates(c.mod.click(customIDOf(t, menu, "More time")))
	c.mod.fillsAs(form, nil, manages).mustSay(t, "Ends at "+say.Timestamp(before.Add(time.Hour), "t"))
}

// When a tournament ends, those who still play in it read that their games do not count for it.
func TestUnfinishedIsTold(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("arena", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	c.mod.directs(manages, "act", "end").mustSay(t, "Done")
	if posts := c.announce(0); strings.Count(posts, "Games that aren’t over don’t count for the tournament.") != 1 {
		t.Errorf("it is not told once:\n%s", posts)
	}
}

// A tournament that too few players have joined, or confirmed, is cancelled, and says why.
func TestTooFewPlayers(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("swiss", map[string]string{"starts": "in 2 hours"}, "check-in", "30")
	for _, m := range c.members {
		m.presses(c.shown(tour.ID), "Join")
	}
	c.passes(2*time.Hour + time.Minute)
	posts := c.announce(0)
	c.shown(tour.ID).mustSay(t, "Canceled. There aren’t enough players to start.")
	if !strings.Contains(posts, "The tournament is canceled. There aren’t enough players to start.\\n**2 players:** <@1020>, <@1021>\"") ||
		!strings.Contains(posts, `"users":["1020","1021"]`) {
		t.Errorf("it is announced so:\n%s", posts)
	}
	c.creates("swiss", map[string]string{"starts": "in 2 hours"})
	c.passes(3 * time.Hour)
	if posts := c.announce(0); !strings.Contains(posts, "The tournament is canceled. There aren’t enough players to start.\"") {
		t.Errorf("where nobody has entered it is announced so:\n%s", posts)
	}
	_, running := c.creates("ladder", map[string]string{"starts": ""})
	c.members[0].presses(c.shown(running.ID), "Join")
	c.mod.directs(manages, "act", "cancel", "reason", "rain", "tournament", string(running.ID)).mustSay(t, "Done")
	if posts := c.announce(0); !strings.Contains(posts, "The tournament is canceled. rain\"") {
		t.Errorf("where it has begun it is announced so:\n%s", posts)
	}
}

// TestTeams plays a match of two roles: each joins its own team, and the message, the boards and the end have the score.
func TestTeams(t *testing.T) {
	c := newClub(t, 4)
	form := c.mod.subcommand("tournament", "create", "format", "team-match", "role", championRole, "second-role", otherRole)
	form.Data.(dg.ApplicationCommandInteractionData).Resolved.Roles = map[string]*dg.Role{championRole: {Name: "Lions"},
		otherRole: {Name: "Tigers, too"}}
	proposed := c.mod.fillsAs(c.mod.moderates(form), map[string]string{"starts": "", "who": "4"}, manages)
	opened := c.mod.moderates(c.mod.click(customIDOf(t, proposed, "More…")))
	if got := opened.Modal.Inputs[3].Value; got != "Lions, Tigers  too" {
		t.Fatalf("the teams are %q", got)
	}
	c.mod.fillsAs(opened, map[string]string{"teams": "Lions"}, manages).mustSay(t, "Write the names of two teams")
	proposed = c.mod.fillsAs(opened, map[string]string{"name": "Derby", "teams": "Lions, Tigers"}, manages)
	c.mod.moderates(c.mod.click(customIDOf(t, proposed, "Create")))
	tour := c.newest()
	c.shown(tour.ID).mustSay(t, "Lions: <@&501>", "Tigers: <@&502>", "(Join: Lions)", "(Join: Tigers)")
	joinLions := customIDOf(t, c.shown(tour.ID), "Join: Lions")
	c.members[0].having(c.members[0].click(joinLions), otherRole).mustSay(t, "Only members with the role <@&501>")
	c.members[0].sub("tournament", "join", 0).mustSay(t, "Only members with the role <@&501> / <@&502>")
	both := c.members[0].subcommand("tournament", "join")
	c.members[0].having(both, championRole, otherRole).mustSay(t, "Choose a team.")
	for i, m := range c.members {
		m.having(m.subcommand("tournament", "join"), []string{championRole, otherRole}[i%2]).mustSay(t, "You’re in")
	}
	late := c.member(50, "Late")
	late.having(late.click(joinLions), championRole).mustSay(t, "This team is full.")
	c.shown(tour.ID).mustSay(t, "<@1020> (Lions)", "<@1021> (Tigers)")
	c.mod.directs(manages, "act", "begin")
	var lions, tigers []*someone // by board
	for _, p := range c.storedTournament(tour.ID).Pairings(1) {
		i := slices.IndexFunc(c.members, func(m *someone) bool { return m.id == string(p.White) })
		j := slices.IndexFunc(c.members, func(m *someone) bool { return m.id == string(p.Black) })
		if i%2 == 1 {
			i, j = j, i
		}
		lions, tigers = append(lions, c.members[i]), append(tigers, c.members[j])
	}
	c.mod.directs(manages, "act", "adjudicate", "player", lions[0], "opponent", tigers[0], "result", "first", "reason", "x")
	c.shown(tour.ID).mustSay(t, "Running · Lions 1 – 0 Tigers",
		"1. "+lions[0].name+" 1 – 0 "+tigers[0].name+", 2. "+lions[1].name+" – "+tigers[1].name)
	c.mod.directs(manages, "act", "adjudicate", "player", lions[1], "opponent", tigers[1], "result", "draw", "reason", "x")
	c.shown(tour.ID).mustSay(t, "**Lions** is first!", "Provisional · Lions 1½ – ½ Tigers")
	c.mod.directs(manages, "act", "end").mustSay(t, "Done")
	c.shown(tour.ID).mustSay(t, "**Lions** has won", "Final · Lions 1½ – ½ Tigers")
	if now := c.storedTournament(tour.ID); !slices.Equal(slices.Sorted(slices.Values(now.Winners())), []game.PersonID{1020, 1022}) {
		t.Errorf("%v have won", now.Winners())
	}
	files := c.members[0].presses(c.members[0].sub("tournament", "standings", 0), "Files").mustSay(t, "the standings for spreadsheets.")
	if !strings.Contains(string(files.Message.Files[0].Data), "Player 3,Lions") {
		t.Errorf("the standings are %s", files.Message.Files[0].Data)
	}
}

// The options that a moderator chooses fit into the custom ID of the form, whatever they are.
func TestLongestForm(t *testing.T) {
	c := newClub(t, 0)
	rules := strings.Repeat("k", 40)
	c.mod.submits(c.mod.sub("custom-rules", "add", manages, "like", "russian").Modal,
		manages, "base: russian\nkey: "+rules+"\nname: Long\nman:\n  crowning: ends-move\n")
	for _, format := range formatChoices {
		id := "9223372036854775807"
		_, tour := c.creates(format, map[string]string{"starts": "in 3 hours", "who": "64, 1000–2000"}, "rules", rules, "opening", "free",
			"games", "1", "late-entry", "3", "byes", "1", "interval", "14", "check-in", "60", "rated", false, "third-place", true,
			"role", id, "second-role", id, "apart-role", id)
		if tour.Role.String() != id || tour.Terms.Variant.Rules().Key != rules || tour.Terms.Rated || tour.MaxRating != 2000 {
			t.Errorf("%s: %+v", format, tour.TournamentHeader)
		}
	}
}

// A director keeps two players apart, and lets them meet again by doing so once more; who has the role of the declaration does
// not meet. The menu shows both.
func TestKeepingApart(t *testing.T) {
	c := newClub(t, 4)
	_, tour := c.creates("swiss", map[string]string{"starts": ""}, "apart-role", otherRole)
	join := customIDOf(t, c.shown(tour.ID), "Join")
	c.members[0].having(c.members[0].click(join), otherRole)
	c.discord.has = map[game.PersonID][]string{1021: {otherRole}}
	for _, m := range c.members[1:] {
		c.mod.directs(manages, "act", "enter", "player", m)
	}
	part := func() answer {
		return c.mod.directs(manages, "act", "part", "player", c.members[2], "opponent", c.members[3])
	}
	c.mod.sub("tournament", "manage", manages, "player", c.members[2]).mustSay(t, "<Keep apart from…: Player 1,")
	part().mustSay(t, "these two won’t meet")
	part().mustSay(t, "these two can meet again")
	part()
	c.mod.sub("tournament", "manage", manages).mustSay(t, "Kept apart: <@&502> · <@1022> – <@1023>")
	c.mod.directs(manages, "act", "begin")
	for _, p := range c.storedTournament(tour.ID).Pairings(1) {
		if text := string(p.White + p.Black); text == "10201021" || text == "10211020" {
			t.Errorf("%s meets %s", p.White, p.Black)
		}
	}
}

// A director who plays is not offered to choose whom they meet, or avoid: the referee would refuse it.
func TestDirectorDoesNotChooseOwnOpponent(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("swiss", map[string]string{"starts": ""})
	c.begins(tour.ID, append(c.members, c.mod)...)
	of := func(s *someone) string { return said(c.mod.sub("tournament", "manage", manages, "player", s)) }
	if text := of(c.mod); strings.Contains(text, "<Keep apart from…") || strings.Contains(text, "<Pair next round with…") {
		t.Errorf("of themselves, the director is shown\n%s", text)
	}
	if text := of(c.members[0]); !strings.Contains(text, "<Keep apart from…: Player 2,>") {
		t.Errorf("of another player, the director is shown\n%s", text)
	}
}

// Who begins a Swiss with as many rounds as players reads that a round robin fits better.
func TestRoundRobinFits(t *testing.T) {
	for rounds, fits := range map[string]bool{"3": true, "2": false} {
		c := newClub(t, 3)
		_, tour := c.creates("swiss", map[string]string{"starts": "", "length": rounds})
		for _, m := range c.members {
			m.presses(c.shown(tour.ID), "Join")
		}
		for _, a := range []answer{
			c.mod.directs(manages, "act", "begin"), c.mod.sub("tournament", "manage", manages),
		} {
			if got := strings.Contains(said(a), "That’s a lot of rounds for 3 players. Next time, a round robin fits better."); got != fits {
				t.Errorf("%s rounds of 3 players:\n%s", rounds, said(a))
			}
		}
	}
}

// Pictures of tournaments show no boxes for a name that the font lacks, and call nobody a former player whose name is not
// known.
func TestNamesInPicturesOfTournaments(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("team-match", map[string]string{"name": "将棋大会", "starts": "", "teams": "虎, Lions"})
	c.members[0].presses(c.shown(tour.ID), "Join: 虎")
	c.mod.directs(manages, "act", "enter", "player", c.members[1], "team", "2").mustSay(t, "Done")
	c.restart()
	c.shown(tour.ID).mustSay(t, "将棋大会", "<@1021> (Lions)")
	c.mod.directs(manages, "act", "begin")
	c.restart()
	c.shown(tour.ID).mustSay(t, "将棋大会", "Running · 虎 0 – 0 Lions", "1. Player 1 – 1021")
	if p, _ := c.bot.composer.viewOf(t.Context(), lang.English(), "", c.storedTournament(tour.ID)).Table(0); p.Title != "Team match" ||
		p.Columns[1].Head != "Team 1" || p.Columns[4].Head != "Lions" {
		t.Errorf("its picture is called %q, with the columns %+v", p.Title, p.Columns)
	}
}

// When a round begins, each player is mentioned once: by the board of their game, or as one who has none.
func TestMentionedOnce(t *testing.T) {
	c := newClub(t, 5)
	_, tour := c.creates("swiss", map[string]string{"starts": ""})
	c.begins(tour.ID, c.members...)
	told := map[string]int{}
	for _, of := range regexp.MustCompile(`"users":\[([^\]]*)\]`).FindAllStringSubmatch(c.announce(0), -1) {
		for _, id := range strings.Split(of[1], ",") {
			told[strings.Trim(id, `"`)]++
		}
	}
	for _, m := range c.members {
		if told[m.id] != 1 {
			t.Errorf("%s is mentioned %d times", m.name, told[m.id])
		}
	}
}

// A player of a knockout who resigns reads that they leave it, also in the middle of a game.
func TestResigningLeavesKnockout(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("knockout", map[string]string{"starts": "", "name": "Cup"})
	c.begins(tour.ID, c.members...)
	c.members[0].types("resign").mustSay(t, "You’d be out of **Cup**.")
}

// The director reads who has left the server when the next game of that player begins.
func TestDepartedIsTold(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("swiss", map[string]string{"starts": ""})
	c.discord.left = []game.PersonID{1021}
	c.begins(tour.ID, c.members...)
	if posts := c.announce(0); strings.Count(posts, "<@1021> has left this server. <@1009>") != 1 {
		t.Errorf("it is not told once:\n%s", posts)
	}
}

// A director who chooses a pairing rules on any game of a double round robin, and a knockout ends with its bracket.
func TestDecidingBothGames(t *testing.T) {
	c := newClub(t, 2)
	_, tour := c.creates("round-robin", map[string]string{"starts": "", "length": "2"})
	c.begins(tour.ID, c.members...)
	for number := 1; number <= 2; number++ {
		id := customID{action: manageAction, arg: fmt.Sprint(tour.ID, " pairing ", number)}
		page := c.mod.moderates(c.mod.click(id.String()))
		form := c.mod.moderates(c.mod.click(customIDOf(t, page.mustSay(t, fmt.Sprint("Round ", number)), "Player 1 wins")))
		c.mod.fillsAs(form, map[string]string{"reason": "ill"}, manages).mustSay(t, "Done")
	}
	c.shown(tour.ID).mustSay(t, "<@1020> is first!", "1. Player 1 2, 2. Player 2 0")
	_, cup := c.creates("knockout", map[string]string{"starts": ""})
	for _, m := range c.members {
		m.sub("tournament", "join", 0, "tournament", string(cup.ID))
	}
	c.mod.directs(manages, "act", "begin", "tournament", string(cup.ID))
	c.resigns(cup.ID)
	c.mod.directs(manages, "act", "end", "tournament", string(cup.ID))
	if posts := c.announce(0); !regexp.MustCompile(`Final\. Final \*?Player`).MatchString(posts) {
		t.Errorf("it does not end with the bracket:\n%s", posts)
	}
}
