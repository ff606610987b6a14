package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
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
	Own       []ruleSet     `json:"own,omitempty"`      // the guild's own rule sets
	List      challengeList `json:"list,omitzero"`      // lists open challenges
	Theme     string        `json:"theme,omitempty"`
	Bottom    string        `json:"bottom,omitempty"` // the side at the bottom of boards: mover, white or black
	Language  string        `json:"language,omitempty"`
	Read      string        `json:"read,omitempty"`     // the language of its users, as Discord says
	Link      string        `json:"link,omitempty"`     // begins links to messages in the channel that has its ID: a guild, or @me
	Threads   *bool         `json:"threads,omitempty"`  // each game has its own thread; nil: where the bot may create them
	InPlace   bool          `json:"in_place,omitempty"` // a move edits the board's message instead of sending another
	Unasked   bool          `json:"unasked,omitempty"`  // players are not reminded of their time
	Puzzles   game.RoomID   `json:"puzzles,omitempty"`  // has the puzzle of the day; 0: none has
	Months    game.RoomID   `json:"months,omitempty"`   // is told the leaderboards of each month; 0: none is
	Director  game.RoleID   `json:"director,omitempty"` // who has it directs tournaments as moderators do; 0: none
	Champions champions     `json:"champions,omitzero"`
	Zone      string        `json:"zone,omitempty"`    // the time zone in which people type times; "": that of the language
	Changed   string        `json:"changed,omitempty"` // the interaction by which they were changed last, which may arrive again
}

// settingsOf returns the settings of a guild or DM, and the language of its messages for everybody.
func (b *Bot) settingsOf(ctx context.Context, place game.PlaceID) (*settings, *lang.Language, error) {
	key := game.PlaceSettings(place)
	records, err := b.referee.Settings(ctx, key)
	s := understood[settings](b, key, records[0])
	read := cmp.Or(lang.For(s.Read), lang.English())
	return &s, b.naming(cmp.Or(lang.For(s.Language), read), read), err
}

// understood returns settings or preferences from their record. If it cannot be read, understood logs that and
// returns the defaults, so that users can still play.
func understood[T any](b *Bot, key game.SettingsKey, record []byte) T {
	v, err := decode[T](key, record)
	if err != nil {
		b.log.Error("settings cannot be read, and the defaults apply", "of", owner(key), "err", err)
	}
	return v
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

// gameSettings returns the settings that apply to a game, and the language of its messages. The DM with
// the bot has no settings; there it is the language of the user.
func (b *Bot) gameSettings(ctx context.Context, g *game.Game) (*settings, *lang.Language, error) {
	s, l, err := b.settingsOf(ctx, g.Place)
	if err != nil || s.Link != "" || uint64(g.Place) != uint64(g.Room) || !g.HasComputer() {
		return s, l, err
	}
	user := g.Player(bottom(g))
	prefs, err := b.preferencesOf(ctx, user)
	client := cmp.Or(lang.For(prefs[user].Read), lang.English())
	return s, b.naming(cmp.Or(lang.For(prefs[user].Language), client), client), err
}

// zone returns the time zone of a guild: the one that its moderators chose, or the common one of its language.
func (s *settings) zone(l *lang.Language) *time.Location { return when.Zone(l, s.Zone) }

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

// changeSettings changes the settings that a command names, and shows all.
func (b *Bot) changeSettings(req *request) (delivery.Response, error) {
	if key := req.text("rules"); key != "" {
		if _, err := req.settings.variant(key); err != nil {
			return delivery.Response{}, err
		}
	}
	if _, _, err := req.clock(); err != nil {
		return delivery.Response{}, err
	}
	if zone := req.text("time-zone"); !when.IsZone(zone) && zone != "" {
		return delivery.Response{}, errZone
	}
	isFull := len(req.settings.Channels) >= maxOptions && !req.boolean("any-channel", false)
	if id := req.channelOf("channel"); isFull && id != 0 && !req.settings.allows(id) {
		return delivery.Response{}, errChannels
	}
	if err := b.checkRoles(req); err != nil {
		return delivery.Response{}, err
	}
	before, after, err := applyOptions(b, req, game.PlaceSettings(req.place), req.settings, (*settings).apply)
	if err != nil {
		return delivery.Response{}, err
	}
	b.storePlace(req)
	publicBefore := req.public
	req.public = b.naming(cmp.Or(lang.For(after.Language), guildLanguage(req.i.Interaction)), req.client)
	if before.List.Post != 0 && before.List.Channel != after.List.Channel {
		b.RemoveControls(before.List.Channel, before.List.Post)
	}
	if after.List.Channel != 0 {
		b.UpdateBulletin(delivery.Bulletin{Guild: req.place}, after.List.Channel)
	}
	if len(req.options) > 0 { // also if an earlier change was stored, and then the process was killed
		if err := b.referee.SetPuzzleRoom(req, req.place, after.Puzzles); err != nil {
			return delivery.Response{}, err
		}
		b.dailyFailed.Take(req.place)
		b.dailyDue.Store(nil)
	}
	r := changesResponse(req.lang, "settings.title", before.shown(req.lang, publicBefore), after.shown(req.lang, req.public))
	if req.boolean("threads", false) && req.canHaveThreads() && !req.mayThread() {
		r.Message.Text(req.lang.Say(string(errThreads)))
	}
	for _, chosen := range []struct {
		option string
		now    game.RoomID
	}{{"challenge-list", after.List.Channel}, {"puzzle-channel", after.Puzzles}, {"month-channel", after.Months}} {
		if req.text(chosen.option) == "" || chosen.now == 0 {
			continue
		}
		if may, err := b.discord.MayPost(req, chosen.now); err == nil && !may {
			r.Message.Text(req.lang.Say("settings.closed", "channel", say.Channel(chosen.now)))
		}
	}
	return r, nil
}

// applyOptions changes settings or preferences as the options of a command say, and returns them before and
// after.
func applyOptions[T any](
	b *Bot, req *request, key game.SettingsKey, now T, apply func(*T, *request),
) (before, after T, err error) {
	if len(req.options) == 0 {
		return now, now, nil
	}
	err = change(req, b, key, func(v *T) {
		before = *v
		apply(v, req)
		after = *v
	})
	return before, after, err
}

// apply sets the settings that the options of /settings name. It adds a channel or a role, or removes it if
// it is a setting already.
func (s *settings) apply(req *request) {
	if s.Changed == req.i.ID {
		return
	}
	s.Changed = req.i.ID
	s.Rules = cmp.Or(req.text("rules"), s.Rules)
	if clock, named, err := req.clock(); named && err == nil {
		s.Clock = clock.String()
	}
	s.Theme = cmp.Or(req.text("theme"), s.Theme)
	s.Bottom = cmp.Or(req.text("bottom"), s.Bottom)
	s.Language = cmp.Or(req.text("language"), s.Language)
	s.Friendly = !req.boolean("rated", !s.Friendly)
	if req.options["threads"] != nil {
		threads := req.boolean("threads", false)
		s.Threads = &threads
	}
	s.Unasked = !req.boolean("reminders", !s.Unasked)
	if chosen := req.text("boards"); chosen != "" {
		s.InPlace = chosen == "in-place"
	}
	if req.boolean("any-channel", false) {
		s.Channels = nil
	}
	if id := req.channelOf("channel"); id != 0 {
		others := slices.DeleteFunc(slices.Clone(s.Channels), func(c game.RoomID) bool { return c == id })
		if len(others) == len(s.Channels) && len(others) < maxOptions {
			others = append(others, id)
		}
		s.Channels = others
	}
	s.Puzzles = toggled(s.Puzzles, req.channelOf("puzzle-channel"))
	s.Months = toggled(s.Months, req.channelOf("month-channel"))
	if role := req.roleOf("champion-role"); role != 0 {
		s.Champions = champions{Role: toggled(s.Champions.Role, role)}
	}
	s.Director = toggled(s.Director, req.roleOf("director-role"))
	s.Zone = cmp.Or(req.text("time-zone"), s.Zone)
	switch id := req.channelOf("challenge-list"); id {
	case 0:
	case s.List.Channel:
		s.List = challengeList{}
	default:
		s.List = challengeList{Channel: id, Request: req.i.ID}
	}
}

// toggled returns what a user has chosen; 0 if it is the setting already, and the setting if it is 0.
func toggled[ID ~uint64](now, chosen ID) ID {
	switch chosen {
	case 0:
		return now
	case now:
		return 0
	}
	return chosen
}

// setting is a setting or a preference as users read it.
type setting struct{ label, value string }

// shown returns every setting.
func (s *settings) shown(l, public *lang.Language) []setting {
	clock, _ := game.ParseClock(cmp.Or(s.Clock, when.DefaultClock))
	channels, own := l.Say("settings.any-channel"), l.Say("settings.no-rules")
	if len(s.Channels) > 0 {
		channels = l.And(s.channels())
	}
	if len(s.Own) > 0 {
		own = l.And(say.Each(s.Own, func(r ruleSet) string { return say.Listed(r.Name) }))
	}
	boards := "new"
	if s.InPlace {
		boards = "in-place"
	}
	label := func(key string) string { return l.Say("settings.label." + key) }
	return []setting{
		{label("channels"), channels},
		{label("rules"), say.Rules(l, s.namedRules(s.defaultRules()))},
		{label("own"), own},
		{label("clock"), when.ClockName(l, clock)},
		{label("rated"), say.OnOff(l, !s.Friendly)},
		{label("threads"), say.OnOff(l, s.Threads == nil || *s.Threads)},
		{label("list"), say.ChannelOrOff(l, s.List.Channel)},
		{label("puzzles"), say.ChannelOrOff(l, s.Puzzles)},
		{label("months"), say.ChannelOrOff(l, s.Months)},
		{label("champion"), say.RoleOrOff(l, s.Champions.Role)},
		{label("director"), say.RoleOrOff(l, s.Director)},
		{label("zone"), s.zone(public).String()},
		{label("boards"), l.Say("choice.boards." + boards)},
		{label("reminders"), say.OnOff(l, !s.Unasked)},
		{label("theme"), l.Say("choice.theme." + cmp.Or(themeOf(s.Theme), render.Themes()[0].Key))},
		{label("bottom"), l.Say("choice.bottom." + cmp.Or(s.Bottom, "mover"))},
		{label("language"), say.Language(l, s.Language)},
	}
}

// storePlace stores the language of a guild or group DM for announcements, and the beginning of links to its
// messages unless IDs tell it. The DM with the bot has the language of its user.
func (b *Bot) storePlace(req *request) {
	read, link, now := req.settings.Read, req.settings.Link, req.public
	if req.i.GuildID != "" {
		now = guildLanguage(req.i.Interaction)
	}
	if read != "" || now.Code != lang.English().Code {
		read = now.Code
	}
	if uint64(req.place) == uint64(req.channel) {
		link = "@me"
		if req.i.GuildID != "" {
			link = req.place.String()
		}
	}
	if req.i.Context == dg.InteractionContextBotDM || read == req.settings.Read && link == req.settings.Link {
		return
	}
	if err := change(req, b, game.PlaceSettings(req.place), func(s *settings) { s.Read, s.Link = read, link }); err != nil {
		b.log.Warn("language and link not stored", "guild", req.place, "err", err)
	}
}

// changesResponse lists settings. Those that changed come first, with their former value.
func changesResponse(l *lang.Language, title string, before, after []setting) delivery.Response {
	m := &message.Builder{Private: true}
	var changes []string
	lines := []string{"**" + l.Say(title) + "**"}
	for i, now := range after {
		if now.value != before[i].value {
			changes = append(changes, l.Say("settings.changed", "label", now.label, "now", now.value, "before", before[i].value))
		} else {
			lines = append(lines, l.Labelled(now.label, "**"+now.value+"**"))
		}
	}
	m.Text(strings.Join(changes, "\n"))
	m.Text(strings.Join(lines, "\n"))
	return delivery.Response{Message: m}
}
