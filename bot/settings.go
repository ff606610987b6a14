package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// settings are what those who manage a server have decided for it. The zero value is
// how it is when nobody has decided anything.
type settings struct {
	Channels []game.RoomID `json:"channels,omitempty"` // where games may be begun; none: anywhere
	Rules    string        `json:"rules,omitempty"`    // of a challenge that names none
	Clock    string        `json:"clock,omitempty"`    // likewise
	Friendly bool          `json:"friendly,omitempty"` // games do not count for ratings
	Theme    string        `json:"theme,omitempty"`
	Language string        `json:"language,omitempty"`
	Threads  bool          `json:"threads,omitempty"`  // each game in a thread of its own
	InPlace  bool          `json:"in_place,omitempty"` // boards are changed, rather than followed by others
	Unasked  bool          `json:"unasked,omitempty"`  // nobody is reminded that their time runs out
}

// preferences are what a person likes.
type preferences struct {
	Name     string `json:"name,omitempty"`  // what they call themselves
	Theme    string `json:"theme,omitempty"` // of what only they see
	View     string `json:"view,omitempty"`  // the side at the bottom of what only they see: own, white or black
	Language string `json:"language,omitempty"`
	Text     bool   `json:"text,omitempty"`  // boards as letters, too
	Quiet    bool   `json:"quiet,omitempty"` // not to be called when it is their turn
}

// remembered reads a note as JSON. A note that cannot be read is as good as none: it
// must keep nobody from playing.
func remembered[T any](ctx context.Context, b *Bot, about game.Subject) (T, error) {
	var v T
	note, err := b.referee.Note(ctx, about)
	if err != nil || len(note) == 0 {
		return v, err
	}
	if err := json.Unmarshal(note, &v); err != nil {
		b.log.Error("note not understood", "err", err)
	}
	return v, nil
}

// amend changes what is remembered about a subject.
func amend[T any](ctx context.Context, b *Bot, about game.Subject, change func(*T)) error {
	return b.referee.Amend(ctx, about, func(was []byte) ([]byte, error) {
		var v T
		if len(was) > 0 {
			_ = json.Unmarshal(was, &v) // what is not understood is written anew
		}
		change(&v)
		return json.Marshal(v)
	})
}

// changeSettings changes what is said, and shows how it is then.
func (b *Bot) changeSettings(c *call) (answer, error) {
	if !c.by.Moderator {
		return answer{}, &game.Refusal{Code: game.NotAModerator}
	}
	if key := c.text("rules"); key != "" {
		if _, err := draughts.Builtin(key); err != nil {
			return answer{}, errRules
		}
	}
	if err := amend(c, b, game.AboutPlace(c.place), func(s *settings) {
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
		if room, ok := snowflake(c.text("channel")); ok {
			if i := slices.Index(s.Channels, game.RoomID(room)); i >= 0 {
				s.Channels = slices.Delete(s.Channels, i, i+1)
			} else if len(s.Channels) < mostOptions {
				s.Channels = append(s.Channels, game.RoomID(room))
			}
		}
	}); err != nil {
		return answer{}, err
	}
	s, err := remembered[settings](c, b, game.AboutPlace(c.place))
	if err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	var rooms []string
	for _, room := range s.Channels {
		rooms = append(rooms, fmt.Sprintf("<#%d>", uint64(room)))
	}
	clock, _ := game.ParseClock(or(s.Clock, "none"))
	m.say(c.lang.Say("settings.now", "rules", c.lang.Say("rules."+or(s.Rules, usualRules)), "clock", clockName(c.lang, clock),
		"rated", yesNo(!s.Friendly), "theme", c.lang.Say("choice.theme."+or(s.Theme, render.Themes()[0].Key)),
		"language", c.lang.Say("choice.language."+or(s.Language, "auto")),
		"threads", yesNo(s.Threads), "boards", boardsWord(s.InPlace), "reminders", yesNo(!s.Unasked),
		"any", yesNo(len(rooms) == 0), "channels", c.lang.And(rooms)))
	return answer{message: m}, nil
}

// changePreferences changes what is said, and shows how it is then.
func (b *Bot) changePreferences(c *call) (answer, error) {
	about := game.AboutPerson(c.by.Person)
	if err := amend(c, b, about, func(p *preferences) {
		set(&p.Theme, c.text("theme"))
		set(&p.Language, c.text("language"))
		set(&p.View, c.text("view"))
		p.Text = c.truth("text-boards", p.Text)
		p.Quiet = !c.truth("pings", !p.Quiet)
	}); err != nil {
		return answer{}, err
	}
	p, err := remembered[preferences](c, b, about)
	if err != nil {
		return answer{}, err
	}
	if l := lang.For(p.Language); l != nil {
		c.lang = l
	}
	m := &message{private: true}
	m.say(c.lang.Say("preferences.now", "theme", c.lang.Say("choice.theme."+or(p.Theme, render.Themes()[0].Key)),
		"language", c.lang.Say("choice.language."+or(p.Language, "auto")), "view", c.lang.Say("choice.view."+or(p.View, "own")), "text", yesNo(p.Text), "pings", yesNo(!p.Quiet)))
	return answer{message: m}, nil
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
