package bot

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
)

// Discord accepts the commands in every language, even if it lacks that language itself.
func TestCommandsInEveryLanguage(t *testing.T) {
	for _, code := range lang.Codes() {
		all := register(commands, func(locale string) *lang.Language {
			if locale == "de" {
				return lang.For(code)
			}
			return nil
		})
		t.Run(code, func(t *testing.T) { checkCommands(t, all) })
	}
}

// Sentences name commands, buttons and options as these are called in their language.
func TestSentencesNameWhatIsThere(t *testing.T) {
	named := regexp.MustCompile(`(?:^|[^\pL\pN}*/])/(\pL[\pL\pN_-]*)(?: (\pL[\pL\pN_-]*))?`)
	for _, code := range lang.Codes() {
		l := lang.For(code)
		subs := map[string]map[string]bool{}
		for _, c := range commands {
			name := l.Say("command." + c.name + ".name")
			subs[name] = map[string]bool{}
			for _, s := range c.subcommands {
				subs[name][l.Say("command."+c.name+"."+s.name+".name")] = true
			}
		}
		for _, key := range lang.English().Keys() {
			english, said := named.FindAllString(lang.English().Say(key), -1), named.FindAllStringSubmatch(l.Say(key), -1)
			if len(said) != len(english) {
				t.Errorf("%s, %s: it names %d commands, in English %d", code, key, len(said), len(english))
			}
			for _, m := range said {
				subcommands, ok := subs[m[1]]
				if !ok || len(subcommands) > 0 && key != "lesson.variants" && !subcommands[m[2]] {
					t.Errorf("%s, %s: there is no command%s", code, key, m[0])
				}
			}
		}
		for key, option := range map[string]string{"which-game": "game", "no-reason": "reason", "no-ruling": "outcome"} {
			if name := l.Say("option." + option + ".name"); !strings.Contains(l.Say("error."+key), name) {
				t.Errorf("%s, error.%s: it does not name the option %q", code, key, name)
			}
		}
	}
}

// No label is too long in any language.
func TestLabelsFit(t *testing.T) {
	for _, code := range lang.Codes() {
		l := lang.For(code)
		fits := func(key, text string, limit int) {
			if n := utf8.RuneCountInString(text); n < 1 || n > limit {
				t.Errorf("%s, %s: %q has %d characters, of %d", code, key, text, n, limit)
			}
		}
		for _, key := range l.Keys() {
			switch {
			case slices.Contains([]string{ // labels of the form for other terms
				"option.rules.about", "tournament.clock", "option.colour.about", "option.rated.about", "challenge.form-opening",
			}, key):
				fits(key, l.Say(key), message.MaxInputLabel)
			case key == "button.only-move", key == "button.answer":
				fits(key, l.Say(key, "move", "50x39x28x17x6"), 40)
			case key == "rule-sets.title", key == "rule-sets.field":
				fits(key, l.Say(key), 45)
			case strings.HasPrefix(key, "menu."):
				fits(key, l.Say(key, "square", "50"), 100)
			}
		}
	}
}

// An announcement is in the language of its guild, and in a DM in that of its users.
func TestAnnouncementsAreInTheLanguageOfTheirPlace(t *testing.T) {
	for _, guild := range []string{"77", ""} {
		w := newWorld(t)
		w.locale = dg.German
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		asked := anna.command("challenge", "opponent", ben)
		asked.GuildID = guild
		if guild == "" {
			asked.GuildLocale = nil
		}
		anna.do(asked).mustSay(t, "fordert")
		pending, err := w.bot.referee.PendingAnnouncements(t.Context(), 0, 100)
		if err != nil || len(pending) != 1 {
			t.Fatalf("there are %d announcements, %v", len(pending), err)
		}
		if w.announce(delivery.ResponseTimeout); len(w.discord.posts) != 1 || !strings.Contains(w.discord.posts[0], "fordert") {
			t.Errorf("posted: %v", w.discord.posts)
		}
	}
}

// What a guild gets without a request is in its language, from its first setting on.
func TestPuzzleOfDayIsInTheLanguageOfItsGuild(t *testing.T) {
	for _, c := range []struct {
		what     string
		settings [][]any
		want     string
	}{
		{"nothing happened before", nil, "Rätsel des Tages"},
		{"another language was chosen", [][]any{{"language", "fr"}}, "Problème du jour"},
		{"that is so no more", [][]any{{"language", "fr"}, {"language", "auto"}}, "Rätsel des Tages"},
	} {
		w := newWorld(t)
		w.locale = dg.German
		anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
		for _, options := range c.settings {
			w.decides(options...)
			anna.types("challenge", "opponent", ben)
		}
		w.decides("puzzle-channel", "98")
		if posts := w.announce(0); !strings.Contains(posts, c.want) {
			t.Errorf("%s: posted is %s", c.what, posts)
		}
	}
}

// The computer moves in the language of the user whose DM it is, also if they have chosen another one since.
func TestDMIsInTheLanguageOfItsUser(t *testing.T) {
	w := newWorld(t)
	w.locale = dg.German
	anna := w.member(1, "Anna")
	started := anna.do(inDirect(anna.command("challenge", "colour", "white"))).mustSay(t, "Los geht’s!")
	board := func() string {
		t.Helper()
		w.lets()
		m, err := w.bot.composer.ComposeBoard(t.Context(), w.storedGame(started.Board.Game.ID), delivery.Mentions{})
		must(t, err)
		return said(answerOf(m))
	}
	if text := board(); !strings.Contains(text, "du bist am Zug") {
		t.Error(text)
	}
	anna.do(inDirect(anna.command("preferences", "language", "fr")))
	if text := board(); !strings.Contains(text, "à toi de jouer") {
		t.Error(text)
	}
}

// A response is in the language that the user has chosen, else in that of their client.
func TestResponsesAreInTheChosenLanguage(t *testing.T) {
	w := newWorld(t)
	w.locale = dg.German
	anna := w.member(1, "Anna")
	anna.do(anna.command("preferences", "language", "fil")).mustSay(t, "Wika: **Filipino**")
	anna.do(anna.command("preferences", "language", "auto")).mustSay(t, "Deine persönlichen Einstellungen")
}

// Sentences mention commands. Without IDs they name them as the user's client does, whatever language the
// user has chosen.
func TestCommandsAreMentioned(t *testing.T) {
	w := newWorld(t)
	w.locale = dg.German
	anna := w.member(1, "Anna")
	challenge := lang.For("de").Say("command.challenge.name")
	anna.types("preferences", "language", "hu")
	anna.types("games").mustSay(t, "/"+challenge)
	anna.clicks(customID{action: commandsAction}.String()).mustSay(t, "**/"+challenge+"** · "+lang.For("hu").Say("command.challenge.about"))

	var registered []*dg.ApplicationCommand
	for i, c := range Commands(true) {
		registered = append(registered, &dg.ApplicationCommand{Name: c.Name, ID: fmt.Sprint(5000 + i)})
	}
	w.bot.Registered(registered)
	anna.types("games").mustSay(t, "</challenge:5000>")
	anna.clicks(customID{action: commandsAction}.String()).mustSay(t, "**</challenge:5000>** · ", "</privacy erase:50")
	example := anna.sub("custom-rules", "add", manages).Modal.Inputs[0].Value
	if !strings.Contains(example, "/"+lang.For("de").Command("custom-rules show")[1:]) || strings.Contains(example, "</") {
		t.Errorf("the modal does not name a command as users type it:\n%s", example)
	}
}

// A sentence in a user's language names the buttons of messages for all as they are, in the guild's language.
func TestButtonsAreNamed(t *testing.T) {
	_, anna, _ := newPair(t)
	anna.types("preferences", "language", "tr")
	anna.types("games", "whose", "followed").mustSay(t, "“More” düğmesine bas")
}

// Where a guild's language is one that Discord lacks, a user whose client is in English hears once how to choose it.
func TestLanguageHint(t *testing.T) {
	w, anna, ben := newPair(t)
	const hint = "Marunong din ako ng Filipino."
	for _, language := range []string{"de", "fil"} {
		if text := said(anna.types("games")); strings.Contains(text, hint) {
			t.Errorf("in a guild without Filipino it says %s", text)
		}
		w.decides("language", language)
	}
	anna.types("games").mustSay(t, hint)
	if text := said(anna.types("games")); strings.Contains(text, hint) {
		t.Errorf("it says again %s", text)
	}
	for _, a := range []answer{ben.types("preferences", "language", "fil"), ben.types("games")} {
		if text := said(a); strings.Contains(text, hint) {
			t.Errorf("to a user with a language of their own it says %s", text)
		}
	}
}

// Users choose a language in the help, and read on in it.
func TestLanguageIsChosenInHelp(t *testing.T) {
	w := newWorld(t)
	w.locale = dg.German
	anna := w.member(1, "Anna")
	help := anna.types("help").mustSay(t, "<🌐 Sprache: Wie in Discord eingestellt: Wie in Discord eingestellt, Deutsch, English,")
	help = anna.presses(help, "Filipino").mustSay(t, lang.For("fil").Say("help.welcome"), "<🌐 Wika: Filipino: Kung ano ang nasa Discord,")
	if help.Placement != delivery.Replace {
		t.Error("it stands beside the help in the former language")
	}
	anna.types("games").mustSay(t, "Wala kang nilalaro ngayon.")
	anna.presses(help, "Kung ano ang nasa Discord").mustSay(t, "<🌐 Sprache: Wie in Discord eingestellt:")
	anna.clicks(customID{action: languageAction}.String(), "xx").mustSay(t, lang.For("de").Say(string(errUnknown)))
}

// Help says once that the language of the user's client is none of the bot's, unless the user has chosen one.
func TestForeignLanguage(t *testing.T) {
	w := newWorld(t)
	w.locale = dg.Japanese
	anna, ben := w.member(1, "Anna"), w.member(2, "Ben")
	const foreign = "🌐 I don’t speak your Discord’s language yet."
	anna.types("help").mustSay(t, foreign, "<🌐 Language: As Discord is set:")
	ben.types("preferences", "language", "auto")
	for _, help := range []answer{anna.types("help"), ben.types("help")} {
		if text := said(help); strings.Contains(text, foreign) {
			t.Errorf("it says %s", text)
		}
	}
}

// Tables that only the user sees are in the user's language.
func TestPrivateTablesAreInOwnLanguage(t *testing.T) {
	c := newClub(t, 1)
	c.creates("ladder", map[string]string{"name": "Club", "starts": ""})
	member := c.members[0]
	member.sub("tournament", "join", 0)
	member.types("preferences", "language", "de")
	member.types("ladder").mustSay(t, "Läuft")
	i := member.click(customID{action: puzzleLeaderboardAction, arg: puzzleLeaderboard}.String())
	i.Message = &dg.Message{ID: "9001", ChannelID: "78", Flags: dg.MessageFlagsEphemeral}
	member.do(i).mustSay(t, "Rätsel")
}

// Who is refused because of a limit hears so in the language that they have chosen.
func TestRefusedInOwnLanguage(t *testing.T) {
	w := newWorld(t)
	anna := w.member(1, "Anna")
	anna.do(anna.command("preferences", "language", "fil"))
	i, fil := anna.command("move"), lang.For("fil")
	for want, r := range map[string]delivery.Response{
		fil.Say("error.busy"):                  w.bot.Busy(t.Context(), i),
		fil.Say("error.too-much-work", "n", 2): w.bot.OverBudget(t.Context(), i, time.Second),
	} {
		if text, err := written(r.Message.Build()); err != nil || !strings.Contains(text, want) {
			t.Errorf("Anna hears %s, want %q", text, want)
		}
	}
}
