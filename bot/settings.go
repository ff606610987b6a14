package bot

import (
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/render"
)

// settings are what those who manage a server have decided for it. The zero value is
// how it is when nobody has decided anything.
type settings struct {
	Channels []game.RoomID `json:"channels,omitempty"` // where games may be begun; none: anywhere
	Rules    string        `json:"rules,omitempty"`    // of a challenge that names none
	Clock    string        `json:"clock,omitempty"`    // likewise
	Friendly bool          `json:"friendly,omitempty"` // games do not count for ratings
	Own      []ruleSet     `json:"own,omitempty"`      // rule sets of its own
	Theme    string        `json:"theme,omitempty"`
	Language string        `json:"language,omitempty"`
	Read     string        `json:"read,omitempty"`     // the language that Discord says is read there
	Threads  bool          `json:"threads,omitempty"`  // each game in a thread of its own
	InPlace  bool          `json:"in_place,omitempty"` // boards are changed, rather than followed by others
	Unasked  bool          `json:"unasked,omitempty"`  // nobody is reminded that their time runs out
}

// changeSettings changes what is said, and shows how it is then.
func (b *Bot) changeSettings(c *call) (answer, error) {
	if !c.by.Moderator {
		return answer{}, &game.Refusal{Code: game.NotAModerator}
	}
	if key := c.text("rules"); key != "" {
		if _, err := c.settings.rules(key); err != nil {
			return answer{}, err
		}
	}
	was, is := c.settings, c.settings
	if len(c.options) > 0 {
		if err := amend(c, b, game.AboutPlace(c.place), func(s *settings) {
			was = *s
			was.Channels = slices.Clone(s.Channels)
			s.change(c)
			is = *s
		}); err != nil {
			return answer{}, err
		}
	}
	c.here = understood(is.Language, c.here)
	return compared(c.lang, "settings.title", was.lines(c.lang), is.lines(c.lang)), nil
}

// change does what the options of /settings say.
func (s *settings) change(c *call) {
	set(&s.Rules, c.text("rules"))
	set(&s.Clock, c.text("clock"))
	set(&s.Theme, c.text("theme"))
	set(&s.Language, c.text("language"))
	s.Friendly = !c.truth("rated", !s.Friendly)
	s.Threads = c.truth("threads", s.Threads)
	s.Unasked = !c.truth("reminders", !s.Unasked)
	if chosen := c.text("boards"); chosen != "" {
		s.InPlace = chosen == "in-place"
	}
	room, ok := snowflake(c.text("channel"))
	if !ok {
		return
	}
	if i := slices.Index(s.Channels, game.RoomID(room)); i >= 0 {
		s.Channels = slices.Delete(s.Channels, i, i+1)
	} else if len(s.Channels) < mostOptions {
		s.Channels = append(s.Channels, game.RoomID(room))
	}
}

// lines say how everything is decided, always in the same order.
func (s *settings) lines(l *lang.Language) []string {
	usual := poolName(s, l, game.Pool(s.usual()))
	clock, _ := game.ParseClock(or(s.Clock, "none"))
	var own []string
	for _, r := range s.Own {
		own = append(own, escape(r.Name))
	}
	return []string{
		l.Say("settings.channels", "any", len(s.Channels) == 0, "channels", l.And(s.channels())),
		l.Say("settings.rules", "rules", usual),
		l.Say("settings.own", "n", len(own), "rules", l.And(own)),
		l.Say("settings.clock", "clock", clockName(l, clock)),
		l.Say("settings.rated", "rated", !s.Friendly),
		l.Say("settings.threads", "threads", s.Threads),
		l.Say("settings.boards", "boards", boardsWord(s.InPlace)),
		l.Say("settings.reminders", "reminders", !s.Unasked),
		l.Say("settings.theme", "theme", l.Say("choice.theme."+or(themeOf(s.Theme), render.Themes()[0].Key))),
		l.Say("settings.language", "language", languageName(l, s.Language)),
	}
}

// allow tells whether games may be begun in a room.
func (s *settings) allow(room game.RoomID) bool {
	return len(s.Channels) == 0 || slices.Contains(s.Channels, room)
}

// channels are where games may be begun, as links.
func (s *settings) channels() []string {
	var links []string
	for _, room := range s.Channels {
		links = append(links, "<#"+room.String()+">")
	}
	return links
}

// keepRead keeps which language is read in a place, for what is told there though nobody
// asks just then. News in another language is better than none, so this may fail. What
// somebody reads alone with the bot is theirs, and not kept of a place.
func (b *Bot) keepRead(c *call) {
	if c.i.Context == dg.InteractionContextBotDM || c.settings.Read == c.here.Code || c.settings.Read == "" && c.here == lang.English() {
		return
	}
	if err := amend(c, b, game.AboutPlace(c.place), func(s *settings) { s.Read = c.here.Code }); err != nil {
		b.log.Warn("language of a place not kept", "place", c.place, "err", err)
	}
}

// read is the language of what is told in the place: that which was decided, or else
// that which is read there.
func (s *settings) read() *lang.Language {
	return understood(or(s.Language, s.Read), lang.English())
}

// compared shows how things are, and beside what has changed how it was.
func compared(l *lang.Language, title string, was, is []string) answer {
	m := &message{private: true}
	lines := []string{"**" + l.Say(title) + "**"}
	for i, line := range is {
		if line != was[i] {
			line = l.Say("settings.changed", "now", line, "before", was[i])
		}
		lines = append(lines, line)
	}
	m.say(strings.Join(lines, "\n"))
	return answer{message: m}
}

// languageName is what a language is called, or that there is none of one's own.
func languageName(l *lang.Language, code string) string {
	if slices.Contains(lang.Codes(), code) {
		return lang.For(code).Name()
	}
	return l.Say("choice.language.auto")
}

// themeOf returns a theme if there is one of that key. What has been chosen once may be
// gone with a newer version.
func themeOf(key string) string {
	if slices.Contains(themeChoices, key) {
		return key
	}
	return ""
}

// boardsWord is how messages choose by where boards go.
func boardsWord(inPlace bool) string {
	if inPlace {
		return "in-place"
	}
	return "new"
}

// set takes over a choice, if one was made.
func set(v *string, chosen string) {
	if chosen != "" {
		*v = chosen
	}
}

// or returns a choice, or what is usual if none was made.
func or(chosen, usual string) string {
	if chosen == "" || chosen == "auto" {
		return usual
	}
	return chosen
}
