package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/mind"
)

// spot is where interactions come from: a guild's channel, a group chat or a DM.
type spot struct {
	name, guild, channel string
	context              dg.InteractionContextType
}

var (
	aGuild       = spot{"a guild", "7700770077", "7800780078", dg.InteractionContextGuild}
	anotherGuild = spot{"another guild", "9900990099", "9800980098", dg.InteractionContextGuild}
	aGroup       = spot{"a group chat", "", "5500550055", dg.InteractionContextPrivateChannel}
	anotherGroup = spot{"another group chat", "", "5600560056", dg.InteractionContextPrivateChannel}
	aDM          = spot{"a DM", "", "5700570057", dg.InteractionContextBotDM}
)

// sends returns an interaction as Discord sends it from the spot. In a guild the user is a member with a
// nickname and all permissions.
func (p spot) sends(i *dg.Interaction) *dg.Interaction {
	i.GuildID, i.ChannelID, i.Context = p.guild, p.channel, p.context
	if p.guild == "" {
		i.User, i.Member, i.GuildLocale = i.Member.User, nil, nil
		return i
	}
	i.Member.Nick = i.Member.User.Username + " of " + p.name
	i.Member.Permissions = manages
	return i
}

// place returns the place of the spot in terms of the referee.
func (p spot) place(t *testing.T) game.PlaceID {
	id, ok := message.Snowflake[uint64](cmp.Or(p.guild, p.channel))
	if !ok {
		t.Fatalf("%s has no id", p.name)
	}
	return game.PlaceID(id)
}

// received returns everything that responds to an interaction: texts, custom IDs, choices and files, as JSON.
func received(t *testing.T, i *dg.Interaction, reply delivery.Response) string {
	t.Helper()
	var b strings.Builder
	write := func(v any, files []*dg.File) {
		text, err := json.Marshal(v)
		must(t, err)
		b.Write(text)
		for _, f := range files {
			data, err := io.ReadAll(f.Reader)
			must(t, err)
			b.WriteString("\n" + f.Name + "\n")
			b.Write(data)
		}
	}
	initial, later := sent(i, reply)
	write(initial, initial.Data.Files)
	for _, p := range later {
		write(p, p.Files)
	}
	return b.String()
}

// refusal returns what is received if the response is one private sentence.
func refusal(t *testing.T, key string) string {
	m := &message.Builder{Private: true}
	m.Text(lang.English().Say(key))
	return received(t, &dg.Interaction{}, delivery.Response{Message: m})
}

// secretWorld is a world with games and challenges that other users must not see.
type secretWorld struct {
	*world
	home               spot
	running, finished  game.GameID
	directed, open, no game.ChallengeID // no was declined
	secrets            []string         // of the games and challenges
	players            []string         // their mentions
	cursors            []string
}

// playedIn plays games in a spot: one goes on, and a moderator has ended the others, with a reason.
func playedIn(t *testing.T, home spot) *secretWorld {
	t.Helper()
	o := &secretWorld{world: newWorld(t), home: home, players: []string{"<@1001>", "<@1002>"}}
	anna, ben, mod := o.member(1, "Anna"), o.member(2, "Ben"), o.member(9, "Mod")
	challenged := func(options ...any) answer {
		return anna.do(home.sends(anna.command("challenge", options...)))
	}
	plays := func() game.GameID {
		asked := challenged("opponent", ben, "colour", "black")
		board := ben.do(home.sends(ben.click(customIDOf(t, asked, "Accept"))))
		for i, move := range []string{"12-16", "24-20", "8-12", "28-24"} {
			mover := []*someone{anna, ben}[i%2]
			board = mover.do(home.sends(mover.command("move", "move", move, "game", string(board.Board.Game.ID))))
		}
		return board.Board.Game.ID
	}
	moderator := game.Actor{Person: 1009, Moderator: true}
	for range 12 { // more than a page
		o.finished = plays()
		if _, err := o.bot.referee.Adjudicate(context.Background(), game.RulingRequest{
			GameRequest: game.GameRequest{
				Request: game.Request{ID: game.RequestID("ruling " + string(o.finished)), By: moderator, Place: home.place(t)},
				Game:    o.finished, Ply: 4,
			},
			Outcome: game.WhiteWon, Reason: "rumpelstilzchen",
		}); err != nil {
			t.Fatal(err)
		}
		o.secrets = append(o.secrets, string(o.finished))
	}
	o.running = plays()
	id := func(a answer) game.ChallengeID {
		c, ok := parseCustomID(customIDOf(t, a, "Accept"))
		if !ok {
			t.Fatal("a challenge without an id")
		}
		return c.challenge
	}
	o.directed, o.open = id(challenged("opponent", ben, "rules", "frisian")), id(challenged("rules", "frisian"))
	declined := challenged("opponent", ben, "rules", "thai")
	o.no = id(declined)
	ben.do(home.sends(ben.click(customIDOf(t, declined, "Decline"))))
	mod.do(home.sends(mod.command("settings", "theme", "slate")))
	o.secrets = append(o.secrets, string(o.running), string(o.directed),
		string(o.open), string(o.no), home.channel, "rumpelstilzchen", "Anna", "Ben",
		"12-16", "24-20", "8-12", "28-24", "board.png", "replay.gif", "card.png", "rating.png", "review.png", "turn-1.png", ".pdn\n")
	if home.guild != "" {
		o.secrets = append(o.secrets, home.guild)
	}
	viewer := game.Viewer{Person: 1001, Place: home.place(t)}
	for _, list := range []game.GameList{game.FinishedGamesIn(viewer.Place),
		game.FinishedGamesOf(1001), game.FinishedGamesOf(1001).In(viewer.Place)} {
		page, err := o.bot.referee.Games(context.Background(), list, viewer, "", 5)
		if err != nil || page.Next == "" {
			t.Fatalf("no cursor, %v", err)
		}
		o.cursors = append(o.cursors, string(page.Next))
	}
	return o
}

// asks returns what is received in response to an interaction, and checks that it reveals nothing of the
// games. It may mention players only if the interaction names them.
func (o *secretWorld) asks(what string, i *dg.Interaction, named bool) string {
	o.t.Helper()
	reply, ok := o.handle(context.Background(), i)
	if !ok {
		o.t.Fatalf("%s gets no response", what)
	}
	text := received(o.t.(*testing.T), i, reply)
	secrets := o.secrets
	if !named {
		secrets = append(slices.Clip(secrets), o.players...)
	}
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			o.t.Errorf("%s gives away %q: %.2000q", what, secret, text)
		}
	}
	posts := len(o.discord.posts) + len(o.discord.edits)
	o.bot.Shown(context.Background(), i, reply, &dg.Message{ID: i.ID, ChannelID: i.ChannelID}, nil)
	if len(o.discord.posts)+len(o.discord.edits) != posts {
		o.t.Errorf("%s is delivered elsewhere: %q, %q", what, o.discord.posts, o.discord.edits)
	}
	return text
}

// values returns values of an option; of a game option, the given games.
func values(of option, games []game.GameID) []any {
	var all []any
	switch {
	case of.name == gameOption.name:
		for _, id := range games {
			all = append(all, string(id), "#"+strings.ToLower(string(id)))
		}
	case of.kind == user:
		return []any{"1001", "1002"}
	case of.kind == boolean:
		return []any{true, false}
	case of.kind == channel:
		return []any{"98"}
	case of.name == "language": // of the sentences that are compared
		return []any{"en"}
	case of.choices != nil:
		for _, key := range of.choices {
			all = append(all, key)
		}
	case of.name == rulesOption.name || of.name == "like":
		return []any{"russian", "frisian"}
	default:
		return []any{"11-15"}
	}
	return all
}

// everyCommand calls f with each command and subcommand.
func everyCommand(f func(name, sub string, options []option)) {
	for _, c := range commands {
		if c.subcommands == nil {
			f(c.name, "", c.options)
		}
		for _, s := range c.subcommands {
			f(c.name, s.name, s.options)
		}
	}
}

// asked returns a command with its required options, and one more if it is given.
func (s *someone) asked(name, sub string, options []option, of *option, value any, games []game.GameID) *dg.Interaction {
	var given []*dg.ApplicationCommandInteractionDataOption
	for _, o := range options {
		switch {
		case of != nil && o.name == of.name:
			given = append(given, &dg.ApplicationCommandInteractionDataOption{Name: o.name, Type: o.kind, Value: value})
		case o.required:
			given = append(given, &dg.ApplicationCommandInteractionDataOption{Name: o.name, Type: o.kind, Value: values(o, games)[0]})
		}
	}
	if sub != "" {
		given = []*dg.ApplicationCommandInteractionDataOption{{Name: sub, Type: dg.ApplicationCommandOptionSubCommand, Options: given}}
	}
	return s.interaction(dg.InteractionApplicationCommand, dg.ApplicationCommandInteractionData{Name: name, Options: given})
}

// typingIn returns the interaction that completes an option of a command.
func typingIn(i *dg.Interaction, name string) *dg.Interaction {
	i.Type = dg.InteractionApplicationCommandAutocomplete
	options := i.Data.(dg.ApplicationCommandInteractionData).Options
	if len(options) == 1 && options[0].Type == dg.ApplicationCommandOptionSubCommand {
		options = options[0].Options
	}
	for _, o := range options {
		o.Focused = o.Name == name
	}
	return i
}

// gamelessActions are about no game, challengeActions are about challenges. All others must refuse a game that
// the user may not see.
var (
	gamelessActions = []action{lobbyAction, meetAction, unblockAction, typeOwnAction,
		acceptAction, declineAction, withdrawAction, ratedAction, counterAction, leaderboardAction, gamesAction, profileAction,
		headToHeadAction, eraseAction,
		chooseGameAction, openAction, // the selected value names the game
		joinAction, retryAction, setUpAction, playAction, languageAction, opponentAction, challengeAction, commandsAction, firstPuzzleAction,
		settingAction, settingsPageAction, typeSettingAction, preferenceAction,
		vacationAction, planVacationAction, endVacationAction, endBoardsAction, grandPrixAction,
		puzzleHintAction, puzzleNextAction, puzzleDailyAction, puzzleLeaderboardAction,
		enterAction, leaveTournamentAction, checkInAction, tableAction, pairingsAction, ownPairingAction, filesAction, manageAction, climbAction,
		ladderReplyAction, sitOutAction, restAction, makeTournamentAction, moreTournamentAction, sourceAction,
		readAction, readGameAction, readRulesAction, readReviewAction, readAnalyseAction, readExportAction, playOnAction, playOnWithAction,
	}
	challengeActions = []action{acceptAction, joinAction, meetAction, declineAction, withdrawAction, ratedAction, counterAction}
)

// A user who neither plays a game nor is in its guild sees nothing of it, whatever they type, use or forge. Its
// players see it everywhere.
func TestEavesdropper(t *testing.T) {
	for _, home := range []spot{aGuild, aGroup} {
		for _, at := range []spot{aGuild, anotherGuild, aGroup, anotherGroup, aDM} {
			if at == home {
				continue
			}
			t.Run("a game in "+home.name+", from "+at.name, func(t *testing.T) {
				o := playedIn(t, home)
				o.mind = mind.New(mind.Options{}) // else the stranger has boards of their own
				o.restart()
				before := o.others()
				o.tryAsStranger(t, at)
				if after := o.others(); after != before {
					t.Errorf("it is\n%s\nand was\n%s", after, before)
				}
				o.tryAsPlayer(t, at)
			})
		}
	}
}

// tryAsStranger has a stranger try every command, button and select.
func (o *secretWorld) tryAsStranger(t *testing.T, at spot) {
	mallory := o.member(666, "Mallory")
	noGame, gone := refusal(t, "error.no-such-game"), refusal(t, "error.game-gone")
	noChallenge, unknown := refusal(t, "error.no-such-challenge"), refusal(t, "error.unknown")
	games := []game.GameID{o.running, o.finished}
	everyCommand(func(name, sub string, options []option) {
		if name == "puzzle" {
			return // its moves are nobody's
		}
		what := "/" + name + " " + sub
		if !slices.ContainsFunc(options, func(o option) bool { return o.required }) {
			o.asks(what, at.sends(mallory.asked(name, sub, options, nil, nil, games)), name == "leaderboard")
		}
		for _, of := range options {
			for _, value := range values(of, games) {
				text := o.asks(what, at.sends(mallory.asked(name, sub, options, &of, value, games)),
					of.kind == user || name == "head-to-head" || name == "leaderboard")
				if of.name == gameOption.name && text != noGame {
					t.Errorf("%s of game %v says %q, not %q", what, value, text, noGame)
				}
				if of.complete == nil {
					continue
				}
				for _, typed := range []any{value, "", value.(string)[:2]} {
					i := mallory.asked(name, sub, options, &of, typed, games)
					o.asks(what+", typing", at.sends(typingIn(i, of.name)), false)
				}
			}
		}
		// The choices may depend on the game that is named.
		for _, of := range options {
			for _, id := range games {
				i := mallory.asked(name, sub, options, &of, values(of, games)[0], games)
				data := i.Data.(dg.ApplicationCommandInteractionData)
				data.Options = append(data.Options, &dg.ApplicationCommandInteractionDataOption{Name: gameOption.name, Type: text, Value: string(id)})
				i.Data = data
				o.asks(what+", typing for a game", at.sends(typingIn(i, of.name)), false)
			}
		}
	})

	args := []string{"", "11-15", "#0", "12", "draw", "back", "abort", "white",
		"black", "moves", " " + string(lesson.Topics()[0]) + " 0", "picture//obligatory/0/0"}
	for v := range components {
		refused := false
		for _, id := range games {
			g := o.storedGame(id)
			for _, arg := range args {
				c := customID{action: v, game: id, ply: g.Ply(), arg: arg}
				text := o.asks(c.String(), at.sends(mallory.click(c.String())), false)
				refused = refused || text == gone
				if !slices.Contains(gamelessActions, v) && text != gone && text != unknown {
					t.Errorf("%v says %q, not %q", c, text, gone)
				}
			}
		}
		if refused == slices.Contains(gamelessActions, v) {
			t.Errorf("the action %q refuses a game: %v", v, refused)
		}
		for _, id := range []game.ChallengeID{o.directed, o.open, o.no} {
			c := customID{action: v, challenge: id}
			text := o.asks(c.String(), at.sends(mallory.click(c.String())), false)
			if slices.Contains(challengeActions, v) && text != noChallenge {
				t.Errorf("%v says %q, not %q", c, text, noChallenge)
			}
		}
	}
	everyCommand(func(name, sub string, options []option) {
		takesGame := sub == "" && slices.ContainsFunc(options, func(of option) bool { return of.name == gameOption.name })
		for _, id := range games {
			c, arg := customID{action: chooseGameAction}, string(id)+" "+name
			if name == "move" {
				arg += " 11-15"
			}
			if !takesGame {
				c.game = id
			}
			for _, text := range []string{
				o.asks(arg, at.sends(mallory.click(c.String(), arg)), name == "leaderboard"),
				o.asks(arg, at.sends(mallory.click(customID{action: chooseGameAction, game: c.game, arg: arg}.String())), name == "leaderboard"),
			} {
				if takesGame && text != noGame {
					t.Errorf("choosing %q says %q, not %q", arg, text, noGame)
				}
			}
		}
	})
	for _, id := range []game.ChallengeID{o.directed, o.open, o.no} {
		c := customID{action: counterTermsAction, challenge: id}
		i := mallory.interaction(dg.InteractionModalSubmit, dg.ModalSubmitInteractionData{CustomID: c.String()})
		if text := o.asks(c.String(), at.sends(i), false); text != noChallenge {
			t.Errorf("%v says %q, not %q", c, text, noChallenge)
		}
	}
	for _, id := range games {
		c := customID{action: addRuleSetAction, game: id}
		o.asks(c.String(), at.sends(mallory.interaction(dg.InteractionModalSubmit, dg.ModalSubmitInteractionData{CustomID: c.String()})), false)
	}

	cursors := append([]string{"", "10", "AAAA", "zzzz", "____"}, o.cursors...)
	lists := map[action][]string{
		gamesAction: {"here now 0", "here over 0", "mine now 1001",
			"mine over 1001", "theirs now 1001", "theirs over 1001", "mine over 1666",
			"theirs over 1666", "theirs over " + game.FormerPlayer.String(), "all over 1001"},
		headToHeadAction: {"1001 1002", "1002 1001", "1001 1666"}, profileAction: {"1001 american", "1001 ", "1002 american"},
		leaderboardAction: {"american here all", "american here month", "american " + o.home.guild + " all"},
	}
	for v, all := range lists {
		for _, list := range all {
			for _, from := range cursors {
				c := customID{action: v, arg: list + " " + from}
				o.asks(c.String(), at.sends(mallory.click(c.String())), v == headToHeadAction || v == profileAction)
				o.asks(c.String(), at.sends(mallory.click(customID{action: v}.String(), c.arg)), v == headToHeadAction || v == profileAction)
			}
		}
	}
}

// tryAsPlayer has a player try every command and button about a game.
func (o *secretWorld) tryAsPlayer(t *testing.T, at spot) {
	anna := o.member(1, "Anna")
	noGame, gone := refusal(t, "error.no-such-game"), refusal(t, "error.game-gone")
	everyCommand(func(name, sub string, options []option) {
		for _, of := range options {
			if of.name != gameOption.name {
				continue
			}
			for _, id := range []game.GameID{o.finished, o.running} {
				a := anna.do(at.sends(anna.asked(name, sub, options, &of, string(id), []game.GameID{id})))
				if strings.Contains(noGame, strings.TrimSpace(said(a))) {
					t.Errorf("/%s %s hides a player's game", name, sub)
				}
				if !a.Message.Private || a.Message.Mentions != nil || a.showsBoard() {
					t.Errorf("/%s %s shows it to others:\n%s", name, sub, said(a))
				}
			}
		}
	})
	for v := range components {
		if slices.Contains(gamelessActions, v) {
			continue
		}
		a := anna.do(at.sends(anna.click(customID{action: v, game: o.finished, ply: 4}.String())))
		if strings.Contains(gone, strings.TrimSpace(said(a))) || !a.Message.Private {
			t.Errorf("the button %q hides a player's game, or shows it to others:\n%s", v, said(a))
		}
	}
	for _, id := range []game.GameID{o.running, o.finished} {
		a := anna.do(at.sends(anna.click(customID{action: chooseGameAction}.String(), string(id)+" board")))
		if strings.Contains(noGame, strings.TrimSpace(said(a))) || !a.Message.Private {
			t.Errorf("choosing hides a player's game, or shows it to others:\n%s", said(a))
		}
		if offered := anna.do(at.sends(typing(anna, "replay", "game", string(id)))).Choices; len(offered) != 1 {
			t.Errorf("game %s is offered to its player as %v", id, offered)
		}
	}
	// Every user in its guild sees it, also in a list.
	carl := o.member(3, "Carl")
	carl.do(o.home.sends(carl.command("board", "game", string(o.running)))).mustSay(t, "<@1001>", "board.png")
	carl.do(o.home.sends(carl.command("games", "member", anna))).mustSay(t, string(o.running))
	carl.do(o.home.sends(carl.command("head-to-head", "member", anna, "other", o.member(2, "Ben")))).mustSay(t, "**0** – **12** <@1002>")
}
