package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/render"
)

// settings are what moderators have chosen for a guild, or the bot has stored about a DM. The zero
// value has the defaults.
type settings struct {
	Channels []game.RoomID `json:"channels,omitempty"` // where games may begin; none: everywhere
	Rules    string        `json:"rules,omitempty"`    // of a challenge that names none
	Clock    string        `json:"clock,omitempty"`    // of a challenge that names none
	Friendly bool          `json:"friendly,omitempty"` // games do not count for ratings
	Own      []ruleSet     `json:"own,omitempty"`      // the guild's own rule sets
	Theme    string        `json:"theme,omitempty"`
	Language string        `json:"language,omitempty"`
	Read     string        `json:"read,omitempty"`     // the language of its users, as Discord says
	Threads  bool          `json:"threads,omitempty"`  // each game has its own thread
	InPlace  bool          `json:"in_place,omitempty"` // a move edits the board's message instead of sending another
	Unasked  bool          `json:"unasked,omitempty"`  // players are not reminded of their time
}

// preferences are what a user has chosen, and their name.
type preferences struct {
	Name     string `json:"name,omitempty"`  // their display name
	Theme    string `json:"theme,omitempty"` // of pictures that only they see
	View     string `json:"view,omitempty"`  // the side at the bottom of boards that only they see: own, white or black
	Language string `json:"language,omitempty"`
	Text     bool   `json:"text,omitempty"`  // boards also as text
	Quiet    bool   `json:"quiet,omitempty"` // not to be mentioned when it is their turn
}

// settingsOf returns the settings of a guild or DM.
func (b *Bot) settingsOf(ctx context.Context, place game.PlaceID) (settings, error) {
	return load[settings](ctx, b, game.PlaceSettings(place))
}

// preferencesOf returns the preferences of a user.
func (b *Bot) preferencesOf(ctx context.Context, p game.PersonID) (preferences, error) {
	return load[preferences](ctx, b, game.PersonSettings(p))
}

// load loads settings or preferences. If a record cannot be read, it logs that and returns the
// defaults, so that users can still play.
func load[T any](ctx context.Context, b *Bot, key game.SettingsKey) (v T, err error) {
	record, err := b.referee.Settings(ctx, key)
	if err != nil {
		return v, err
	}
	if v, err = decode[T](key, record); err != nil {
		b.log.Error("settings cannot be read, and the defaults apply", "of", owner(key), "err", err)
	}
	return v, nil
}

// change changes settings or preferences. A record that cannot be read stays as it is.
func change[T any](ctx context.Context, b *Bot, key game.SettingsKey, edit func(*T)) error {
	return b.referee.ChangeSettings(ctx, key, func(record []byte) ([]byte, error) {
		v, err := decode[T](key, record)
		if err != nil {
			return nil, err
		}
		edit(&v)
		return json.Marshal(v)
	})
}

// decode reads a record; it returns the defaults if there is none, or if it cannot be read.
func decode[T any](key game.SettingsKey, record []byte) (v T, err error) {
	if len(record) == 0 {
		return v, nil
	}
	if err := json.Unmarshal(record, &v); err != nil {
		var defaults T
		return defaults, fmt.Errorf("the settings of %s cannot be read: %w", owner(key), err)
	}
	return v, nil
}

// owner names the owner of settings in the log.
func owner(key game.SettingsKey) string {
	if p, ok := key.Person(); ok {
		return "user " + p.String()
	}
	place, _ := key.Place()
	return "place " + place.String()
}

// CheckSettings returns why a settings record cannot be read; nil if it can.
func CheckSettings(key game.SettingsKey, record []byte) error {
	if _, ok := key.Person(); ok {
		_, err := decode[preferences](key, record)
		return err
	}
	_, err := decode[settings](key, record)
	return err
}

// allows reports whether games may begin in a channel.
func (s *settings) allows(channel game.RoomID) bool {
	return len(s.Channels) == 0 || slices.Contains(s.Channels, channel)
}

// channels returns links to the channels where games may begin.
func (s *settings) channels() []string {
	var links []string
	for _, channel := range s.Channels {
		links = append(links, "<#"+channel.String()+">")
	}
	return links
}

// language returns the language of messages for everybody.
func (s *settings) language() *lang.Language {
	return languageOf(or(s.Language, s.Read), lang.English())
}

// themeOf returns a key of a theme; "" if there is no such theme, or no longer.
func themeOf(key string) string {
	if slices.ContainsFunc(render.Themes(), func(t render.Theme) bool { return t.Key == key }) {
		return key
	}
	return ""
}

// or returns a choice, or a default if there is none.
func or(chosen, byDefault string) string {
	if chosen == "" || chosen == "auto" {
		return byDefault
	}
	return chosen
}
