package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// settings are what moderators have chosen for a guild, or the bot has stored about a DM. The zero
// value has the defaults.
type settings struct {
	Channels  []game.RoomID `json:"channels,omitempty"` // where games may begin; none: everywhere
	Rules     string        `json:"rules,omitempty"`    // of a challenge that names none
	Clock     string        `json:"clock,omitempty"`    // of a challenge that names none
	Friendly  bool          `json:"friendly,omitempty"` // games do not count for ratings
	ForFun    bool          `json:"fun,omitempty"`      // they count only if their challenge says so
	Public    bool          `json:"public,omitempty"`   // players may have everybody watch them
	Lobby     bool          `json:"lobby,omitempty"`    // members can play people elsewhere
	Own       []ruleSet     `json:"own,omitempty"`      // the guild's own rule sets
	List      challengeList `json:"list,omitzero"`      // lists open challenges
	Theme     string        `json:"theme,omitempty"`
	Bottom    string        `json:"bottom,omitempty"` // the side at the bottom of boards: mover, white or black
	Language  string        `json:"language,omitempty"`
	Read      string        `json:"read,omitempty"`     // the language of its users, as Discord says
	Link      string        `json:"link,omitempty"`     // begins links to messages in the channel that has its ID: a guild, or @me
	Threads   *bool         `json:"threads,omitempty"`  // each game has its own thread; nil: where the bot may create them
	Boards    string        `json:"boards,omitempty"`   // one of boardChoices; "": the first
	Unasked   bool          `json:"unasked,omitempty"`  // players are not reminded of their time
	Puzzles   game.RoomID   `json:"puzzles,omitempty"`  // has the puzzle of the day; 0: none has
	Months    game.RoomID   `json:"months,omitempty"`   // is told the leaderboards of each month; 0: none is
	Director  game.RoleID   `json:"director,omitempty"` // who has it directs tournaments as moderators do; 0: none
	Champions champions     `json:"champions,omitzero"`
	Zone      string        `json:"zone,omitempty"` // the time zone in which people type times; "": that of the language
	GrandPrix []grandPrix   `json:"grand_prix,omitempty"`
	Removed   time.Time     `json:"removed,omitzero"`  // when the guild removed the bot; zero: it has the bot
	Greeted   bool          `json:"greeted,omitempty"` // the bot has greeted the guild
	Changed   string        `json:"changed,omitempty"` // the interaction by which they were changed last, which may arrive again
}

// grandPrix is a table over the tournaments of a guild that have some names, and end in a month or a year.
type grandPrix struct {
	Name   string   `json:"name"`
	Events []string `json:"events"`
	Period string   `json:"period"` // 2026-03, or 2026
	Points []int    `json:"points,omitempty"`
	Best   int      `json:"best,omitempty"`
}

// monthForm is a month or a year.
var monthForm = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2]))?$`)

// settingsOf returns the settings of a guild or DM, and the language of its messages for everybody.
func (r *records) settingsOf(ctx context.Context, place game.PlaceID) (*settings, *lang.Language, error) {
	key := game.PlaceSettings(place)
	records, err := r.referee.Settings(ctx, key)
	s := understood[settings](r.log, key, records[0])
	read := cmp.Or(lang.For(s.Read), lang.English())
	return &s, r.naming(cmp.Or(lang.For(s.Language), read), read), err
}

// understood returns settings or preferences from their record. If it cannot be read, understood logs that and
// returns the defaults, so that users can still play.
func understood[T any](log *slog.Logger, key game.SettingsKey, record []byte) T {
	v, err := decode[T](key, record)
	if err != nil {
		log.Error("settings cannot be read, and the defaults apply", "of", owner(key), "err", err)
	}
	return v
}

// change changes settings or preferences. A record that cannot be read stays as it is, and one of the defaults is deleted.
func change[T any](ctx context.Context, referee *game.Referee, key game.SettingsKey, edit func(*T)) error {
	return referee.ChangeSettings(ctx, key, func(record []byte) ([]byte, error) {
		v, err := decode[T](key, record)
		if err != nil {
			return nil, err
		}
		edit(&v)
		if record, err = json.Marshal(v); string(record) == "{}" {
			return nil, nil
		}
		return record, err
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
	return "place " + key.Place().String()
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

// channels mentions the channels where games may begin.
func (s *settings) channels() []string { return say.Each(s.Channels, say.Channel) }

// gameSettings returns the settings that apply to a game, and the language of its messages.
func (r *records) gameSettings(ctx context.Context, g *game.Game) (*settings, *lang.Language, error) {
	if !g.HasComputer() && !g.IsBetween() {
		return r.settingsOf(ctx, g.Place)
	}
	return r.settingsFor(ctx, g.Place, g.Room, g.Player(reader(g)))
}

// settingsFor returns the settings that apply to a game or challenge of a user, and the language of its messages. The DM with
// the bot has no settings; there it is the language of the user.
func (r *records) settingsFor(ctx context.Context, place game.PlaceID, room game.RoomID, user game.PersonID) (*settings, *lang.Language, error) {
	s, l, err := r.settingsOf(ctx, place)
	if err != nil || s.Link != "" || uint64(place) != uint64(room) || !user.IsHuman() {
		return s, l, err
	}
	prefs, err := r.preferencesOf(ctx, user)
	client := cmp.Or(lang.For(prefs[user].Read), lang.English())
	return s, r.naming(cmp.Or(lang.For(prefs[user].Language), client), client), err
}

// zone returns the time zone of a guild: the one that its moderators chose, or the common one of its language.
func (s *settings) zone(l *lang.Language) *time.Location { return when.Zone(l, s.Zone) }

// directLink begins links to messages in DMs.
const directLink = "@me"

// What becomes of the board before the newest one.
const (
	boardsUsual  = "new"      // deleted in threads and in games against the computer, otherwise one line
	boardsLines  = "lines"    // one line
	boardsNewest = "newest"   // deleted
	boardsEdited = "in-place" // edited: it is the newest one
)

var boardChoices = []string{boardsUsual, boardsLines, boardsNewest, boardsEdited}

// inPlace reports whether a move edits the message of the board instead of sending another.
func (s *settings) inPlace() bool { return s.Boards == boardsEdited }

// deletesBoard reports whether the board of a game is deleted once a newer one is shown.
func (s *settings) deletesBoard(g *game.Game, inThread bool) bool {
	switch s.Boards {
	case boardsLines:
		return false
	case boardsNewest:
		return true
	}
	return inThread || g.HasComputer()
}

// side returns the side at the bottom of a board: the side of the setting, else the side to move.
func (s *settings) side(mover draughts.Side) draughts.Side {
	if side, known := sideOf(s.Bottom); known {
		return side
	}
	return mover
}

// themeOf returns a key of a theme; "" if there is no such theme, or no longer.
func themeOf(key string) string {
	if slices.ContainsFunc(render.Themes(), func(t render.Theme) bool { return t.Key == key }) {
		return key
	}
	return ""
}

// themeChoices are the themes of boards, the usual one first.
var themeChoices = say.Each(render.Themes(), func(t render.Theme) string { return t.Key })

// ruleSet is a rule set of a guild's own: the file that a moderator wrote, and what it says, with its base. A later version
// of the base does not change the rules.
type ruleSet struct {
	Key     string           `json:"key"`
	Name    string           `json:"name"`
	File    string           `json:"file"`
	Rules   json.RawMessage  `json:"rules"` // as draughts.Rules.JSON returns them
	Remarks draughts.Remarks `json:"remarks,omitzero"`
}

// challengeList is the message of a guild that lists its open challenges to anyone: in one channel, and kept
// up to date. Zero: there is none.
type challengeList struct {
	Channel game.RoomID `json:"channel,omitempty"`
	Post    game.PostID `json:"post,omitempty"`
	Request string      `json:"request,omitempty"` // the interaction that asked for it
}

// champions is the role of a guild's champions, and what those have won who have it. It names no users: who
// has won stands in the tournament or on the leaderboard.
type champions struct {
	Role   game.RoleID    `json:"role,omitempty"`   // 0: champions get none
	Titles []championship `json:"titles,omitempty"` // the newest of each pool
	Former []championship `json:"former,omitempty"` // whose winners are to lose the role
}

// championship is a tournament, or else the leaderboard of a month, that a player has won.
type championship struct {
	Pool       game.Pool         `json:"pool"`
	Month      game.Month        `json:"month,omitempty"`
	Tournament game.TournamentID `json:"tournament,omitempty"`
	At         time.Time         `json:"at"`
	// Given says that the winners have the role, and Refused that Discord did not allow it: it is not tried again.
	Given   bool `json:"given,omitempty"`
	Refused bool `json:"refused,omitempty"`
}

// is reports whether two championships are the same.
func (t championship) is(other championship) bool {
	return t.Pool == other.Pool && t.Month == other.Month && t.Tournament == other.Tournament
}

// add makes a title the newest of its pool, unless a newer one is. It returns the newest one.
func (c *champions) add(won championship) championship {
	i := slices.IndexFunc(c.Titles, func(t championship) bool { return t.Pool == won.Pool })
	switch {
	case i < 0:
		c.Titles = append(c.Titles, won)
	case !c.Titles[i].is(won) && !c.Titles[i].At.After(won.At):
		if !c.Titles[i].Refused { // else they have not got the role
			c.Former = append(c.Former, c.Titles[i])
		}
		c.Titles[i] = won
	default:
		return c.Titles[i]
	}
	return won
}

// passed records that the role went to those who won a title, and away from the former champions, unless the
// role is another one since.
func (c *champions) passed(before champions, to championship) {
	i := slices.IndexFunc(c.Titles, to.is)
	if c.Role != before.Role || i < 0 {
		return
	}
	c.Titles[i] = to
	c.Former = slices.DeleteFunc(c.Former, func(t championship) bool { return slices.ContainsFunc(before.Former, t.is) })
}

// preferences are what a user has chosen, and their name.
type preferences struct {
	Name     string `json:"name,omitempty"`     // their display name
	Username string `json:"username,omitempty"` // if pictures cannot show Name
	Theme    string `json:"theme,omitempty"`    // of pictures that only they see
	View     string `json:"view,omitempty"`     // the side at the bottom of boards that only they see: own, white or black
	Language string `json:"language,omitempty"`
	Read     string `json:"read,omitempty"`    // the language of their Discord, when they last began a game in the DM with the bot
	Text     bool   `json:"text,omitempty"`    // boards also as text
	Quiet    bool   `json:"quiet,omitempty"`   // not to be mentioned when it is their turn
	Silent   bool   `json:"silent,omitempty"`  // the live board makes no sounds
	Level    int    `json:"level,omitempty"`   // of their last game against the computer
	Colour   string `json:"colour,omitempty"`  // that they chose last against the computer, as the option of /challenge; "": lot
	Rules    string `json:"rules,omitempty"`   // that they chose last against the computer, instead of those offered first
	Puzzles  bool   `json:"puzzles,omitempty"` // their games may give puzzles
	Public   bool   `json:"public,omitempty"`  // everybody may watch their games who has an address
	Zone     string `json:"zone,omitempty"`    // whose days their vacations have; "": that of the guild or the language
	Far      string `json:"far,omitempty"`     // what people elsewhere call them; "": Name

	Vacations verbatim `json:"vacations,omitempty"` // those of the referee: see game.VacationsOf
	Blocks    verbatim `json:"blocks,omitempty"`    // the same: see game.BlocksOf
}

// verbatim is JSON that is stored as it was read.
type verbatim string

func (v verbatim) MarshalJSON() ([]byte, error) { return []byte(v), nil }

func (v *verbatim) UnmarshalJSON(b []byte) error {
	*v = verbatim(b)
	return nil
}

// blocks returns whom a user has blocked.
func (p *preferences) blocks() (all []game.Block) {
	if json.Unmarshal([]byte(p.Blocks), &all) != nil {
		return nil
	}
	return all
}

// preferencesOf returns the preferences of users.
func (r *records) preferencesOf(ctx context.Context, users ...game.PersonID) (map[game.PersonID]preferences, error) {
	users = slices.Compact(slices.Sorted(slices.Values(users)))
	keys := make([]game.SettingsKey, len(users))
	for i, p := range users {
		keys[i] = game.PersonSettings(p)
	}
	records, err := r.referee.Settings(ctx, keys...)
	all := map[game.PersonID]preferences{}
	for i, p := range users {
		all[p] = understood[preferences](r.log, keys[i], records[i])
	}
	return all, err
}

// bottom returns the side at the bottom of a board that everybody sees, unless the guild has chosen one: that of
// the reader, but in a fast game between people the challenger's, because a board that turns every few seconds cannot be read.
func bottom(g *game.Game) draughts.Side {
	const fast = time.Hour
	if base := g.Clock.Base(); base > 0 && base < fast && !g.HasComputer() && !g.IsBetween() {
		return g.Challenger
	}
	return reader(g)
}

// reader returns the side for which a board that everybody sees is made: that of the player to move, but never that of the computer
// or of a player elsewhere.
func reader(g *game.Game) draughts.Side {
	for _, side := range draughts.Sides {
		if p := g.Player(side); p == game.Computer || p == game.Stranger {
			return side.Opponent()
		}
	}
	return g.Turn()
}

// sideOf returns the side of a word; false if it is not a side's.
func sideOf(word string) (draughts.Side, bool) {
	for _, s := range draughts.Sides {
		if s.String() == word {
			return s, true
		}
	}
	return 0, false
}

// naming returns a language that mentions commands. A command without an ID is named as in the language of
// the user's Discord client, where the user types it.
func (r *records) naming(l, client *lang.Language) *lang.Language {
	return l.NamingCommands(func(path string) string {
		name, _, _ := strings.Cut(path, " ")
		if id, ok := r.commandIDs[name]; ok {
			return "</" + path + ":" + id + ">"
		}
		return client.Command(path)
	})
}
