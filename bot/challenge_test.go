package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// filled returns the interaction that submits a modal as the user sees it, with some inputs changed.
func (s *someone) filled(a answer, changed map[string]string) *dg.Interaction {
	s.t.Helper()
	if a.Modal == nil {
		s.t.Fatalf("no modal was opened:\n%s", said(a))
	}
	takes(s.t, &message.Response{Type: dg.InteractionResponseModal, Data: a.Modal.Build()})
	data := dg.ModalSubmitInteractionData{CustomID: a.Modal.CustomID}
	for _, in := range a.Modal.Inputs {
		value, ok := changed[in.CustomID]
		if !ok {
			value = in.Value
		}
		data.Components = append(data.Components,
			&dg.ActionsRow{Components: []dg.MessageComponent{&dg.TextInput{CustomID: in.CustomID, Value: value}}})
	}
	return s.interaction(dg.InteractionModalSubmit, data)
}

// fills submits a modal, with some inputs changed.
func (s *someone) fills(a answer, changed map[string]string) answer {
	s.t.Helper()
	return s.do(s.filled(a, changed))
}

// fillsAs does the same with permissions.
func (s *someone) fillsAs(a answer, changed map[string]string, permissions int64) answer {
	s.t.Helper()
	i := s.filled(a, changed)
	i.Member.Permissions = permissions
	return s.do(i)
}

// What is typed for an option is read as the choice of that name, or as the only one that contains it.
func TestTypedChoices(t *testing.T) {
	c := newClub(t, 1)
	member := c.members[0]
	member.types("challenge", "rules", "Russian draughts").mustSay(t, "Russian draughts ·")
	member.types("challenge", "rules", "italian").mustSay(t, "Italian draughts ·")
	member.types("challenge", "rules", "turki").mustSay(t, "Turkish draughts ·")
	member.types("challenge", "rules", "draughts").mustSay(t, "I don’t know these rules")
	member.types("challenge", "opening", "Ballot").mustSay(t, "American checkers ·", "allot")
	member.types("challenge", "opening", "Free ", "clock", "1d").mustSay(t, "1 day per move")
	member.types("preferences", "language", "de")
	member.types("challenge", "rules", "brasilianische dame").mustSay(t, "Brazilian draughts ·")
	for language, typed := range map[string]string{"tr": "italyan", "pl": "wloskie", "fr": "bresil"} { // as on a telephone
		member.types("preferences", "language", language)
		if found := member.completes("challenge", "rules", typed); len(found) != 1 {
			t.Errorf("%s: %q offers %q", language, typed, found)
		}
	}
	c.decides("time-zone", "madrid").mustSay(t, "Madrid")
	_, first := c.creates("swiss", map[string]string{"starts": "", "name": "Cup"})
	c.creates("swiss", map[string]string{"starts": "", "name": "League"})
	member.sub("tournament", "join", 0, "tournament", "cup")
	c.shown(first.ID).mustSay(t, "1 player")
	c.mod.sub("tournament", "manage", manages, "tournament", "cu").mustSay(t, "no such tournament")
	w, anna, ben := newPair(t)
	_, g := w.begins(anna, ben)
	anna.types("board", "game", "ben").mustSay(t, string(g.ID))
	anna.types("board", "game", "Ben · American checkers · your turn · "+string(g.ID)).mustSay(t, string(g.ID))
	anna.types("board", "game", "carl").mustSay(t, "no game with that id")
}

// A level is for games against the bot.
func TestChallengeAtALevel(t *testing.T) {
	w := newWorld(t)
	w.member(1, "Anna").types("challenge", "opponent", w.member(2, "Ben"),
		"level", "3").mustSay(t, "The levels are 1 to 8, for games against me")
}

// The challenged user can counter with other terms, in a modal that begins with the terms as they are. What
// cannot be read is kept.
func TestCounterModal(t *testing.T) {
	_, anna, ben, carl := newTrio(t)
	challenge := anna.types("challenge", "opponent", ben, "rules", "russian-misere", "colour", "white", "rated", false)
	carl.presses(challenge, "Other terms").mustSay(t, "This challenge is for someone else.")
	modal := ben.presses(challenge, "Other terms")
	carl.fills(modal, nil).mustSay(t, "This challenge is for someone else.")
	ben.fills(modal, nil).mustSay(t, "These are the same terms")

	refused := ben.fills(modal, map[string]string{"clock": "soon", "colour": "lot"}).mustSay(t, "I don’t know this time limit.")
	again := ben.presses(refused, "Try again")
	for i, want := range []string{"=", "soon", "lot", "false"} {
		if in := again.Modal.Inputs[i]; in.Value != want {
			t.Errorf("%s is %q, not %q as it was written", in.CustomID, in.Value, want)
		}
	}
	carl.presses(refused, "Try again").mustSay(t, "Your text is gone.")

	counter := ben.fills(again, map[string]string{"clock": "3d"}).mustSay(t,
		"<@1002> challenges <@1001>", "Russian draughts (misère) · 3 days per move · unrated · random colors")
	if counter.Closed == "" || counter.Closed == counter.Challenge {
		t.Errorf("the challenge %q is closed", counter.Closed)
	}
	ben.fills(again, map[string]string{"clock": "3d"}).mustSay(t, "no longer open")

	third := anna.fills(anna.presses(counter, "Other terms"), map[string]string{"rules": "italian", "rated": "true"})
	third.mustSay(t, "<@1001> challenges <@1002>", "Italian draughts · 3 days per move · rated")
	ben.presses(third, "Accept").mustSay(t, "Game on!")
}

// In a DM, the terms are those of the guild of the challenge, too.
func TestCounterInDirect(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("rated", false)
	challenge := anna.types("challenge", "opponent", ben)
	modal := ben.do(inDirect(ben.click(customIDOf(t, challenge, "Other terms")))).Modal
	if slices.ContainsFunc(modal.Inputs, func(in message.Input) bool { return in.CustomID == "rated" }) {
		t.Error("the challenge can be made rated")
	}
	data := dg.ModalSubmitInteractionData{CustomID: modal.CustomID}
	for name, value := range map[string]string{"rules": "russian", "clock": "5d", "colour": "lot", "rated": "true", "opening": "free"} {
		data.Components = append(data.Components, &dg.ActionsRow{Components: []dg.MessageComponent{&dg.TextInput{CustomID: name, Value: value}}})
	}
	ben.do(inDirect(ben.interaction(dg.InteractionModalSubmit, data))).mustSay(t, "proposed other terms")
	anna.types("games").mustSay(t, "Russian draughts · 5 days per move · unrated")
}

// The challenged user can counter with other terms, by challenging back.
func TestCounter(t *testing.T) {
	_, anna, ben := newPair(t)
	challenge := anna.types("challenge", "opponent", ben)
	ben.types("challenge", "opponent", anna).mustSay(t, "These are the same terms")
	counter := ben.types("challenge", "opponent", anna, "rules", "russian").mustSay(t, "<@1002> challenges <@1001>", "Russian draughts")
	anna.presses(challenge, "Withdraw").mustSay(t, "no longer open")
	anna.presses(counter, "Accept").mustSay(t, "Game on!")
}

// A member is challenged from their context menu, by the terms of the guild.
func TestChallengeFromContextMenu(t *testing.T) {
	w, anna, ben := newPair(t)
	w.decides("rules", "russian")
	use := func(target string, to dg.User) answer {
		t.Helper()
		return anna.do(anna.interaction(dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{
			Name: "Challenge", CommandType: dg.UserApplicationCommand, TargetID: target,
			Resolved: &dg.ApplicationCommandInteractionDataResolved{Users: map[string]*dg.User{target: &to}},
		}))
	}
	use("5", dg.User{ID: "5", Bot: true}).mustSay(t, "Bots can’t play")
	asked := use(ben.id, dg.User{ID: ben.id, Username: ben.name}).mustSay(t, "<@1001> challenges <@1002>", "Russian draughts")
	ben.presses(asked, "Accept").mustSay(t, "your move")
}

// A challenge says the ratings of both players under its rules, unless they are provisional.
func TestRatingsOnChallenge(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	winner, loser := anna, ben
	for range 16 {
		w.finishes(winner, loser, "american")
		winner, loser = loser, winner
		w.at = w.at.Add(25 * time.Hour) // more games a day count for less
		if text := said(anna.types("challenge", "opponent", ben)); strings.Contains(text, "rating yet") {
			t.Errorf("one of them has a rating:\n%s", text)
		}
	}
	anna.types("challenge", "opponent", carl).mustSay(t, "<@1001>: **", "<@1003>: no rating yet")
	anna.types("challenge").mustSay(t, "<@1001>: **")
	if text := said(anna.types("challenge", "rules", "russian")); strings.Contains(text, "<@1001>: **") {
		t.Errorf("it is a rating of other rules:\n%s", text)
	}
}

// A challenge that only the challenger could read is not made.
func TestChallengeAlone(t *testing.T) {
	_, anna, ben := newPair(t)
	anna.do(inDirect(anna.command("challenge", "opponent", ben))).mustSay(t, "Nobody else can see this.")
	group := inDirect(anna.command("challenge"))
	group.Context = dg.InteractionContextPrivateChannel
	anna.do(group).mustSay(t, "is looking for an opponent!")
}

// A challenge that is accepted from a list of games, where games do not begin, begins where it was made.
func TestAcceptWhereGamesDoNotBegin(t *testing.T) {
	for _, threads := range []bool{false, true} {
		w, anna, ben := newPair(t)
		w.decides("channel", "78", "threads", threads)
		anna.types("challenge", "opponent", ben)
		i := ben.click(customIDOf(t, ben.in("79", "games"), "Accept"))
		i.ChannelID = "79"
		a := ben.do(i).mustSay(t, "<#78>")
		now := w.storedGame(a.Board.Game.ID)
		if now.Post == 0 || now.Room != 78 && !threads || now.Room != ownThread && threads {
			t.Errorf("threads %v: the game is in %d", threads, now.Room)
		}
	}
}

// A rematch that is asked for elsewhere is shown in the channel of the game, and by the settings there unrated.
func TestRematchFromElsewhere(t *testing.T) {
	w, anna, ben := newPair(t)
	w.begins(anna, ben)
	ben.presses(ben.types("resign"), "Yes, resign")
	w.decides("rated", false)
	asked := anna.do(inDirect(anna.command("rematch"))).mustSay(t, "<#78>")
	if !asked.Message.Private || asked.Announcements != nil {
		t.Errorf("it is shown elsewhere: %s", said(asked))
	}
	w.announce(delivery.ResponseTimeout)
	if last := w.discord.posts[len(w.discord.posts)-1]; !strings.HasPrefix(last, "78: ") ||
		!strings.Contains(last, "challenges") || !strings.Contains(last, "unrated") {
		t.Errorf("posted: %s", last)
	}
	ben.do(inDirect(ben.command("rematch"))).mustSay(t, "<#78>")
	games, err := w.bot.referee.Games(context.Background(), game.RunningGamesIn(77), game.Viewer{Place: 77}, "", 10)
	if err != nil || len(games.Items) != 1 || games.Items[0].Room != 78 || games.Items[0].Post == 0 {
		t.Errorf("%d games are played here, %v", len(games.Items), err)
	}
}

// When the channel of a challenge is gone, it can be answered in DMs.
func TestAnswerWithoutAChannel(t *testing.T) {
	for _, accepts := range []bool{true, false} {
		w, anna, ben := newPair(t)
		asked := anna.types("challenge", "opponent", ben)
		w.discord.fails[78] = delivery.ErrUnreachable
		announce := func() string {
			w.t.Helper()
			w.discord.posts = nil
			w.announce(delivery.ResponseTimeout)
			return w.announce(time.Minute) // for which the channel could have come back
		}
		if posts := announce(); !strings.Contains(posts, "51002: ") || !strings.Contains(posts, "Accept") {
			t.Fatalf("posted is\n%s", posts)
		}
		const declined = "<@1002> declined."
		label, answer, result := "Decline", declined, declined
		if accepts {
			label, answer, result = "Accept", "your move", "your move"
		}
		ben.do(inDirect(ben.click(customIDOf(t, asked, label)))).mustSay(t, answer)
		if posts := announce(); !strings.Contains(posts, "51001: ") || !strings.Contains(posts, result) {
			t.Errorf("posted is\n%s", posts)
		}
	}
}

// A challenge that is closed by other means than its own buttons loses them.
func TestClosedChallenges(t *testing.T) {
	for name, closes := range map[string]func(w *world, anna, ben *someone) answer{
		"asked for by both, as a rematch": func(w *world, anna, ben *someone) answer { return ben.types("rematch") },
		"proposed other terms": func(w *world, anna, ben *someone) answer {
			return ben.types("challenge", "opponent", anna, "rules", "russian")
		},
		"accepted from a list": func(w *world, anna, ben *someone) answer { return ben.presses(ben.types("games"), "Accept") },
	} {
		t.Run(name, func(t *testing.T) {
			w, anna, ben := newPair(t)
			board, _ := w.begins(anna, ben)
			anna.presses(board, "11-15")
			w.arrives(ben.presses(ben.types("resign"), "Yes, resign"), 78)
			asked := w.arrives(anna.types("rematch"), 78)
			w.discord.edits = nil
			w.arrives(closes(w, anna, ben), 78)
			w.loseControls(asked)
		})
	}

	t.Run("pressed twice", func(t *testing.T) {
		w, anna, ben := newPair(t)
		asked := anna.types("challenge", "opponent", ben)
		i, again := ben.click(customIDOf(t, asked, "Decline")), ben.click(customIDOf(t, asked, "Decline"))
		i.Message = w.arrives(asked, 78)
		again.Message = i.Message
		declined := ben.do(i).mustSay(t, "<@1001>, <@1002> declined your challenge.")
		if says := said(answerOf(declined.Before)); !strings.Contains(says, "<@1002> declined.") {
			t.Errorf("the challenge says %q", says)
		}
		w.discord.change(78, i.Message.ID, declined.Before.Build().Components)
		w.bot.Shown(t.Context(), i, drawn(declined.Response), w.discord.show(78, declined.Message.Build().Components), nil)
		w.bot.Courier.Wait()
		ben.do(again).mustSay(t, "no longer open")
		if len(w.discord.edits) != 0 {
			t.Errorf("the declined challenge is edited: %v", w.discord.edits)
		}
	})

	t.Run("accepted twice", func(t *testing.T) {
		w := newWorld(t)
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		asked := anna.types("challenge", "opponent", ben)
		i, again := ben.click(customIDOf(t, asked, "Accept")), ben.click(customIDOf(t, asked, "Accept"))
		i.Message = w.arrives(asked, 78)
		again.Message = i.Message
		ben.do(i)
		second := ben.do(again).mustSay(t, "The board is in")
		if says := said(answer{delivery.Response{Message: second.Before}}); second.Placement != delivery.Follow ||
			!strings.Contains(says, "Accepted · ") {
			t.Errorf("with placement %v the challenge says %q", second.Placement, says)
		}
	})

	t.Run("pressed though it is closed", func(t *testing.T) {
		w, anna, ben := newPair(t)
		asked := anna.types("challenge", "opponent", ben)
		ben.presses(asked, "Decline")
		// Another process posted it.
		there := w.discord.show(78, asked.Message.Build().Components)
		i := anna.click(customIDOf(t, asked, "Withdraw"))
		i.Message = there
		anna.do(i).mustSay(t, "no longer open")
		w.loseControls(there)
		if !strings.Contains(w.discord.edits[0], "<@1002> declined.") {
			t.Errorf("the challenge says %s", w.discord.edits)
		}

		i = anna.click(customIDOf(t, asked, "Withdraw"))
		i.Message = &dg.Message{ID: "5"}
		if a := anna.do(i); a.Outdated {
			t.Error("another message loses its buttons")
		}
	})
}

// loseControls fails the test unless one message, and no other, has lost its buttons.
func (w *world) loseControls(m *dg.Message) {
	w.t.Helper()
	if len(w.discord.edits) != 1 || !strings.HasPrefix(w.discord.edits[0], "78/"+m.ID+": ") ||
		strings.Contains(w.discord.edits[0], "custom_id") {
		w.t.Errorf("the edits are %v, want one of %s", w.discord.edits, m.ID)
	}
}

// A challenge can have several house rules at once.
func TestHouseRules(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	for chosen, want := range map[string]string{
		"misere": "russian-misere", "free-jump": "russian-free-jump",
		"misere+free-jump": "russian-misere-free-jump", "breakthrough+free-jump": "russian-breakthrough-free-jump",
	} {
		a := anna.types("challenge", "rules", "russian", "house-rules", chosen)
		ch, err := w.bot.referee.ChallengeByID(t.Context(), a.Challenge, game.Viewer{Place: 77})
		if err != nil || game.PoolOf(ch.Variant) != game.Pool(want) {
			t.Errorf("%s is %s, %v", chosen, game.PoolOf(ch.Variant), err)
		}
	}
}

// A game can begin from a position, or from the board of another game. It is not rated, and says so.
func TestChallengeFromAPosition(t *testing.T) {
	w, anna, ben, carl := newTrio(t)
	const fen = "W:W31,K32:B1-3"
	challenge := anna.types("challenge", "opponent", ben, "opening", fen, "clock", "none").
		mustSay(t, "American checkers · from a set position · no time limit · unrated", "White: king on 32; man on 31.")
	anna.types("challenge", "opponent", ben, "opening", "W:W31,33:B1").mustSay(t, "Can’t set this up: “33” doesn’t fit.")
	anna.types("challenge", "opponent", ben, "opening", "32").mustSay(t, "Can’t set this up: “32” doesn’t fit.")
	anna.types("challenge", "opponent", ben, "opening", fen, "rated",
		true).mustSay(t, "Only games from the normal starting position can be rated")
	anna.types("challenge", "opponent", ben, "opening", "W:W:B1").mustSay(t, "This game would be over before it starts")

	board := ben.presses(challenge, "Accept").mustSay(t, "American checkers · from a set position · `", "White: king on 32; man on 31.")
	g := board.Board.Game
	record := string(anna.types("export", "game", string(g.ID)).Message.Files[0].Data)
	if !strings.Contains(record, `[SetUp "1"]`) || !strings.Contains(record, `[FEN "`+fen+`"]`) {
		t.Errorf("the file is %s", record)
	}

	// The board of a game has its rules, unless others are named.
	_, ours := w.begins(carl, ben)
	carl.types("move", "game", string(ours.ID), "move", "11-15")
	if labels := carl.completes("challenge", "opening", "ca"); len(labels) != 1 || !strings.HasSuffix(labels[0], string(ours.ID)) {
		t.Errorf("offered: %q", labels)
	}
	carl.types("challenge", "opening", string(ours.ID)).mustSay(t, "American checkers · from a set position", "Black: men on 1-10, 12, 15.")
	carl.types("challenge", "opening", string(ours.ID), "rules", "italian").mustSay(t, "Italian draughts · from a set position")
	ben.types("move", "game", string(ours.ID), "move", "22-18")
	carl.types("move", "game", string(ours.ID), "move", "15x22")
	carl.types("challenge", "opening", string(ours.ID)+" 1").mustSay(t, "Black: men on 1-10, 12, 15.")
	carl.types("challenge", "opening", string(ours.ID)+" 3").mustSay(t, "has no move “3”. Its last one is 2: write")
	anna.do(elsewhere(anna.command("challenge", "opening", string(ours.ID)))).mustSay(t, "no game with that id")
}

// The second press of a double click on a button that begins a game links to that game, and begins no other.
func TestGameIsBegunOnce(t *testing.T) {
	for name, button := range map[string]func(w *world, anna, ben *someone) (of *someone, customID string){
		"Accept": func(w *world, anna, ben *someone) (*someone, string) {
			return ben, customIDOf(t, anna.types("challenge", "opponent", ben), "Accept")
		},
		"Accept, of a challenge to anyone": func(w *world, anna, ben *someone) (*someone, string) {
			return ben, customIDOf(t, anna.types("challenge"), "Accept")
		},
		"Play the bot": func(w *world, anna, ben *someone) (*someone, string) {
			return anna, customID{action: playAction, challenge: anna.types("challenge").Challenge}.String()
		},
		"Play the bot, from the help": func(w *world, anna, ben *someone) (*someone, string) {
			return anna, customIDOf(t, anna.presses(anna.types("help"), "Play the bot"), "Start")
		},
		"Rematch": func(w *world, anna, ben *someone) (*someone, string) {
			board, _ := w.begins(anna, ben)
			anna.presses(board, "11-15")
			over := ben.presses(ben.types("resign"), "Yes, resign")
			w.arrives(over, 78)
			w.arrives(anna.presses(over, "Rematch"), 78)
			return ben, customIDOf(t, over, "Rematch")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, anna, ben := newPair(t)
			of, id := button(w, anna, ben)
			of.clicks(id)
			of.clicks(id).mustSay(t, "The board is in")
			games, err := w.bot.referee.Games(t.Context(), game.RunningGamesIn(77), game.Viewer{Place: 77}, "", 10)
			if err != nil || len(games.Items) != 1 {
				t.Errorf("%d games are played, %v", len(games.Items), err)
			}
		})
	}
}

// A form that is opened again, and accepted, takes the button away that opened it: nothing is made twice.
func TestRetryOnce(t *testing.T) {
	for name, test := range map[string]struct {
		form         func(w *world, by *someone) answer
		wrong, right map[string]string
		want         delivery.Placement
	}{
		"rules": {func(_ *world, by *someone) answer { return by.sub("custom-rules", "add", manages) },
			map[string]string{rulesInput: "base: chess\n"},
			map[string]string{rulesInput: "base: russian\nkey: ours\nname: Ours\n"}, delivery.Replace},
		"tournament": {func(_ *world, by *someone) answer { return by.sub("tournament", "create", manages, "format", "swiss") },
			map[string]string{"starts": "x"}, map[string]string{"starts": ""}, delivery.Replace},
		"challenge": {func(w *world, by *someone) answer {
			return by.presses(w.member(2, "Ben").types("challenge", "opponent", by), "Other terms")
		}, map[string]string{"clock": "soon"}, map[string]string{"clock": "5d"}, delivery.Follow},
	} {
		w := newWorld(t)
		anna := w.member(1, "Anna")
		a := anna.fillsAs(test.form(w, anna), test.wrong, manages)
		for _, try := range []struct {
			inputs map[string]string
			want   delivery.Placement
		}{{test.wrong, delivery.Replace}, {test.right, test.want}} {
			i := anna.filled(anna.presses(a, "Try again"), try.inputs)
			i.Message = &dg.Message{ID: "9001", ChannelID: "78", Flags: dg.MessageFlagsEphemeral}
			if a = anna.moderates(i); a.Placement != try.want {
				t.Errorf("%s: the response to %q is placed %v, want %v", name, try.inputs, a.Placement, try.want)
			}
		}
	}
}

// TestChallengeOfADeletedGame checks that the message of a challenge can be brought up to date after its game was
// deleted.
func TestChallengeOfADeletedGame(t *testing.T) {
	w, anna, ben := newPair(t)
	made := anna.types("challenge", "opponent", ben)
	ben.presses(made, "Accept")
	must(t, w.store.Update(t.Context(), func(tx game.Tx) error { return tx.DeleteGame(w.running(anna).ID) }))
	ch, err := w.bot.referee.UnrestrictedChallenge(t.Context(), made.Challenge)
	must(t, err)
	m, err := w.bot.composer.ComposeChallenge(t.Context(), ch)
	must(t, err)
	answerOf(m).mustSay(t, string(ch.Game))
}

// picks returns the interaction that selects users in the menu of a private message.
func (s *someone) picks(a answer, users ...*someone) *dg.Interaction {
	s.t.Helper()
	data := dg.MessageComponentInteractionData{ComponentType: dg.UserSelectMenuComponent}
	data.Resolved.Users = map[string]*dg.User{}
	for _, c := range a.controls() {
		if menu, ok := c.(dg.SelectMenu); ok && menu.MenuType == dg.UserSelectMenu {
			data.CustomID = menu.CustomID
		}
	}
	for _, u := range users {
		data.Values = append(data.Values, u.id)
		data.Resolved.Users[u.id] = &dg.User{ID: u.id, Username: u.name}
	}
	return s.inPanel(s.interaction(dg.InteractionMessageComponent, data))
}

// A newcomer comes by the buttons of /help from a member to the first move, or to a challenge that anyone can accept.
func TestChallengeSomeone(t *testing.T) {
	w, anna, ben := newPair(t)
	asks := anna.presses(anna.types("help"), "Challenge someone").mustSay(t, "Who do you want to play?", "<Pick a member:>")
	open := anna.do(anna.picks(asks, ben)).mustSay(t, "<@1001> challenges <@1002>")
	if open.Message.Private || open.Placement != delivery.Follow || len(open.Message.Mentions) != 1 {
		t.Errorf("the challenge is %+v, with placement %d", open.Message, open.Placement)
	}
	if says := said(answer{delivery.Response{Message: open.Before}}); !strings.Contains(says, "Your challenge is below.") {
		t.Errorf("the question becomes %q", says)
	}
	board := ben.presses(open, "Accept").mustSay(t, "Game on!")
	mover, other := anna, ben
	if board.Board.Game.Player(board.Board.Game.Turn()).String() == ben.id {
		mover, other = ben, anna
	}
	mover.presses(board, "11-15").mustSay(t, "<@"+other.id+">, your move")

	ben.presses(anna.presses(asks, "Anyone here"), "Accept").mustSay(t, "Game on!")
	w.decides("channel", "4242")
	anna.presses(anna.types("help"), "Challenge someone").mustSay(t, "<#4242>")
}

// A member who is picked from the menu is challenged by the rules of /challenge, and the bot asks by which terms to play it.
func TestPickedOpponent(t *testing.T) {
	w, anna, ben := newPair(t)
	asks := anna.presses(anna.types("help"), "Challenge someone")
	robot, app := w.member(5, "Robot"), w.member(6, "Double Corner")
	asBot := func(i *dg.Interaction) *dg.Interaction {
		for _, u := range i.Data.(dg.MessageComponentInteractionData).Resolved.Users {
			u.Bot = true
		}
		i.AppID = app.id
		return i
	}
	anna.do(anna.picks(asks, ben))
	for _, c := range []struct {
		picks *dg.Interaction
		want  string
	}{
		{anna.picks(asks, anna), "You can’t challenge yourself"},
		{asBot(anna.picks(asks, robot)), "Bots can’t play"},
		{anna.picks(asks, ben), "Already sent"},
		{anna.picks(asks), "out of date"},
		{anna.picks(asks, ben, robot), "out of date"},
		{anna.picks(asks, &someone{w, "nobody", "", nil}), "out of date"},
		{inDirect(anna.picks(asks, ben)), "Nobody else can see this."},
		{inDirect(anna.click(customID{action: opponentAction}.String())), "Nobody else can see this."},
	} {
		if a := anna.do(c.picks).mustSay(t, c.want); a.Placement != delivery.Beside || !a.Message.Private {
			t.Errorf("%s: placement %d", c.want, a.Placement)
		}
	}
	panel := anna.do(asBot(anna.picks(asks, app))).mustSay(t, "Choose a level, your side and the rules.")
	if panel.Placement != delivery.Replace {
		t.Errorf("the panel has the placement %d", panel.Placement)
	}
	w.decides("channel", "4242")
	anna.do(anna.picks(asks, ben)).mustSay(t, "<#4242>")
}

// The challenger makes a challenge rated or not on its message, and who used an older one is asked again.
func TestRatedOrForFun(t *testing.T) {
	w, anna, ben := newPair(t)
	const rated, fun = "Make unrated", "Make rated"
	open := anna.types("challenge", "opponent", ben)
	ben.presses(open, rated).mustSay(t, "Only the challenger can do that.")
	changed := anna.presses(open, rated).mustSay(t, "· unrated ·", fun)
	if changed.Placement != delivery.Replace {
		t.Errorf("placement %d", changed.Placement)
	}
	again := ben.presses(open, "Accept").mustSay(t, "The terms changed meanwhile.", "· unrated ·")
	ben.presses(again, "Accept").mustSay(t, "Game on!")

	back := anna.presses(anna.presses(anna.types("challenge", "opponent", ben), rated), fun).mustSay(t, "· rated ·", rated)
	ben.presses(back, "Accept").mustSay(t, "Game on!")
	lacks := func(a answer) {
		t.Helper()
		if text := said(a); strings.Contains(text, fun) || strings.Contains(text, rated) {
			t.Errorf("it offers\n%s", text)
		}
	}
	lacks(anna.types("challenge", "opponent", ben, "opening", "W:WK18,K19:BK32"))
	open = anna.types("challenge", "opponent", ben)
	w.decides("rated", false)
	lacks(anna.types("challenge", "opponent", ben, "rules", "russian"))
	lacks(anna.presses(open, rated).mustSay(t, "· unrated ·"))
}

// A challenge that says nothing has the guild's default, one that says whether it is rated has that, and a rematch is as the
// game was.
func TestRatedByDefault(t *testing.T) {
	w, anna, ben := newPair(t)
	board := ben.presses(anna.types("challenge", "opponent", ben).mustSay(t, "· rated ·"), "Accept")
	anna.presses(anna.types("resign", "game", string(board.Board.Game.ID)), "Yes, resign")
	w.decides("rated-by-default", false).mustSay(t, "Rated games: **on**", "Rated by default: **off**")
	anna.types("challenge").mustSay(t, "· unrated ·", "Make rated")
	anna.types("challenge", "opponent", ben, "rated", true).mustSay(t, "· rated ·")
	anna.types("rematch").mustSay(t, "· rated ·")
	w.decides("rated", false).mustSay(t, "Rated games: **off**", "Rated by default: **off**")
	w.decides("rated-by-default", true).mustSay(t, "Rated games: **on**", "Rated by default: **on**")
}

// A challenge says which player has which clock, cannot be rated then, and is countered with the clocks as they are or one for both.
func TestOpponentsClock(t *testing.T) {
	_, anna, ben := newPair(t)
	odds := []any{"opponent", ben, "clock", "10+0", "opponent-clock", "3 min"}
	open := anna.types("challenge", odds...).mustSay(t, "<@1001> 10 min, opponent 3 min · unrated")
	if strings.Contains(said(open), "Make rated") {
		t.Errorf("it offers to be rated:\n%s", said(open))
	}
	modal := ben.presses(open, "Other terms")
	ben.fills(modal, nil).mustSay(t, "These are the same terms")
	counter := ben.fills(modal, map[string]string{"rules": "russian"}).mustSay(t, "<@1002> 3 min, opponent 10 min · unrated")
	modal = anna.presses(counter, "Other terms")
	anna.fills(modal, map[string]string{"clock": "5+3"}).mustSay(t, "· 5 min + 3 s ·")
	anna.types("challenge", append(odds, "rated", true)...).mustSay(t, "more time can’t be rated")
	anna.types("challenge", "opponent", ben, "opponent-clock", "3 min").mustSay(t, "both players minutes")
}
