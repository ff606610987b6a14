package bot

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
)

// The table of commands is as Discord wants it in every language, also in those that
// Discord does not have.
func TestCommandsInEveryLanguage(t *testing.T) {
	for _, code := range lang.Codes() {
		all := register(func(locale string) *lang.Language {
			if locale == "de" {
				return lang.For(code)
			}
			return nil
		})
		t.Run(code, func(t *testing.T) { checkCommands(t, all) })
	}
}

// What sentences tell people to use is called so.
func TestSentencesNameWhatIsThere(t *testing.T) {
	named := regexp.MustCompile(`(?:^|[^\pL\pN}*/])/(\pL[\pL\pN_-]*)(?: (\pL[\pL\pN_-]*))?`)
	for _, code := range lang.Codes() {
		l := lang.For(code)
		subs := map[string]map[string]bool{}
		for _, c := range commands {
			name := l.Say("command." + c.name + ".name")
			subs[name] = map[string]bool{}
			for _, s := range c.subs {
				subs[name][l.Say("command."+c.name+"."+s.name+".name")] = true
			}
		}
		for _, key := range lang.English().Keys() {
			english, said := named.FindAllString(lang.English().Say(key), -1), named.FindAllStringSubmatch(l.Say(key), -1)
			if len(said) != len(english) {
				t.Errorf("%s, %s: it names %d commands, in English %d", code, key, len(said), len(english))
			}
			for _, m := range said {
				of, ok := subs[m[1]]
				if !ok || len(of) > 0 && key != "lesson.variants" && !of[m[2]] {
					t.Errorf("%s, %s: there is no command%s", code, key, m[0])
				}
			}
		}
		for _, offer := range []string{"draw", "back", "abort"} {
			for _, button := range []string{l.Say("button." + offer), l.Say("button.no", "offer", offer)} {
				if !strings.Contains(l.Say("offer."+offer), button) {
					t.Errorf("%s, offer.%s: it does not name the button %q", code, offer, button)
				}
			}
		}
		for key, option := range map[string]string{"which-game": "game", "no-reason": "reason", "no-ruling": "outcome"} {
			if name := l.Say("option." + option + ".name"); !strings.Contains(l.Say("sorry."+key), name) {
				t.Errorf("%s, sorry.%s: it does not name the option %q", code, key, name)
			}
		}
	}
}

// Labels are as long as they may be, in every language.
func TestLabelsFit(t *testing.T) {
	for _, code := range lang.Codes() {
		l := lang.For(code)
		fits := func(key, text string, most int) {
			if n := utf8.RuneCountInString(text); n < 1 || n > most {
				t.Errorf("%s, %s: %q has %d characters, of %d", code, key, text, n, most)
			}
		}
		for _, key := range l.Keys() {
			switch {
			case strings.HasPrefix(key, "button.") && key != "button.no" && key != "button.lesson":
				fits(key, l.Say(key, "move", "50x39x28x17x6"), 40)
			case key == "rule-sets.title", key == "rule-sets.field":
				fits(key, l.Say(key), 45)
			case strings.HasPrefix(key, "menu."):
				fits(key, l.Say(key, "square", "50"), 100)
			}
		}
		for _, offer := range []string{"draw", "back", "abort"} {
			fits("button.no", l.Say("button.no", "offer", offer), 40)
		}
		for _, topic := range lesson.Topics() {
			fits("button.lesson", l.Say("button.lesson", "topic", topicName(l, topic)), 60)
		}
	}
}

// What is told though nobody asked is told in the language of its place; in a talk
// between people, in theirs.
func TestNewsIsInTheLanguageOfThePlace(t *testing.T) {
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
		news, err := w.bot.referee.Waiting(t.Context(), 0, mostNews)
		if err != nil || len(news) != 1 {
			t.Fatalf("there are %d pieces of news, %v", len(news), err)
		}
		told, err := w.bot.tidings(t.Context(), story(news))
		if err != nil {
			t.Fatal(err)
		}
		answer{message: told.message}.mustSay(t, "fordert")
	}
}

// Who chooses a language is answered in it, and who gives that up in their own again.
func TestTheAnswerIsInTheLanguageChosen(t *testing.T) {
	w := newWorld(t)
	w.locale = dg.German
	anna := w.member(1, "Anna")
	anna.do(anna.command("preferences", "language", "fil")).mustSay(t, "Wika: Filipino")
	anna.do(anna.command("preferences", "language", "auto")).mustSay(t, "So magst du es")
}
