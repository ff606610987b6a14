package bot

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/internal/recent"
	"doublecorner/render"
)

// request is an interaction as the bot has read it: its user, guild, channel, languages and options. Handlers do not
// change it: they pass on what they need to be different in a copy.
type request struct {
	context.Context
	i        delivery.Interaction
	id       *customID // of a component or modal; nil of a command, or if it cannot be read
	command  *command  // that was sent or is being typed; without a name if none was
	by       game.Actor
	place    game.PlaceID // the guild, or the channel of a DM
	channel  game.RoomID
	lang     *lang.Language                   // the user's
	client   *lang.Language                   // the language of the user's Discord client
	public   *lang.Language                   // the language of messages for everybody
	options  map[string]any                   // their values by name
	focused  string                           // the option that is being typed
	inputs   map[string]string                // the inputs of a modal
	selected []string                         // the IDs of the users, roles or channels that were selected
	files    map[string]*dg.MessageAttachment // the attachments of options, by their IDs
	target   *dg.Message                      // whose context menu has the command; nil: none
	users    map[game.PersonID]*dg.User
	members  map[game.PersonID]*dg.Member // those whom the interaction describes
	settings settings                     // of the guild or DM
	prefs    preferences                  // the user's
	flips    *recent.Map[flipKey, draughts.Side]
	gone     map[game.RoomID]bool // channels that isGone has asked Discord about
}

// newRequest reads an interaction. It returns false if the interaction has no user or channel, because
// Discord did not send it.
func newRequest(ctx context.Context, i delivery.Interaction) (*request, bool) {
	req := &request{
		Context: ctx, i: i,
		command: &command{}, users: map[game.PersonID]*dg.User{}, members: map[game.PersonID]*dg.Member{}, gone: map[game.RoomID]bool{},
	}
	user := i.User
	if i.Member != nil {
		user = i.Member.User
		req.by.Moderator = i.Member.Permissions&dg.PermissionManageGuild != 0
	}
	if user == nil {
		return nil, false
	}
	var isUser, inChannel, inPlace bool
	req.by.Person, isUser = message.Snowflake[game.PersonID](user.ID)
	req.channel, inChannel = message.Snowflake[game.RoomID](i.ChannelID)
	req.place, inPlace = message.Snowflake[game.PlaceID](cmp.Or(i.GuildID, i.ChannelID))
	if !isUser || !inChannel || !inPlace {
		return nil, false
	}
	req.addUser(user, i.Member)
	req.public = guildLanguage(i.Interaction)
	req.client = cmp.Or(lang.For(string(i.Locale)), req.public)
	req.lang = req.client
	switch data := i.Data.(type) {
	case dg.ApplicationCommandInteractionData:
		req.readOptions(data)
	case dg.MessageComponentInteractionData:
		req.readID(data.CustomID)
		switch data.ComponentType {
		case dg.UserSelectMenuComponent, dg.RoleSelectMenuComponent, dg.ChannelSelectMenuComponent:
			req.selected = data.Values
			req.addUsers(data.Resolved.Users, data.Resolved.Members)
		default:
			if len(data.Values) > 0 && req.id != nil {
				req.id.arg = data.Values[0]
			}
		}
	case dg.ModalSubmitInteractionData:
		req.readID(data.CustomID)
		req.inputs = message.Inputs(data.Components)
	}
	return req, true
}

// loadRecords loads the settings and preferences that a request depends on.
func (b *Bot) loadRecords(req *request) error {
	req.flips = b.flips
	place, user := game.PlaceSettings(req.place), game.PersonSettings(req.by.Person)
	records, err := b.referee.Settings(req, place, user)
	if err != nil {
		return err
	}
	req.settings, req.prefs = understood[settings](b.log, place, records[0]), understood[preferences](b.log, user, records[1])
	req.lang = b.records.naming(cmp.Or(lang.For(req.prefs.Language), req.client), req.client)
	if req.i.GuildID == "" { // a DM has the language of its users
		req.public = cmp.Or(lang.For(req.settings.Read), req.lang)
	}
	req.public = b.records.naming(cmp.Or(lang.For(req.settings.Language), req.public), req.client)
	return nil
}

// guildLanguage returns the language of the guild of an interaction, as Discord says.
func guildLanguage(i *dg.Interaction) *lang.Language {
	if i.GuildLocale == nil {
		return lang.English()
	}
	return cmp.Or(lang.For(string(*i.GuildLocale)), lang.English())
}

// gameRequest returns the fields of any request to the referee. An interaction makes at most one
// such request, so its ID identifies the request.
func (req *request) gameRequest() game.Request {
	return game.Request{ID: game.RequestID("i" + req.i.ID), By: req.by, Place: req.place, Arrived: req.i.Arrived}
}

// viewer returns the user as the viewer of games.
func (req *request) viewer() game.Viewer { return game.Viewer{Person: req.by.Person, Place: req.place} }

// asCommand returns the request as that of a command with options.
func (req *request) asCommand(c *command, options map[string]any) *request {
	changed := *req
	changed.id, changed.command, changed.options = nil, c, options
	return &changed
}

// within returns the request with another context.
func (req *request) within(ctx context.Context) *request {
	changed := *req
	changed.Context = ctx
	return &changed
}

// withOption returns the request with another value of an option.
func (req *request) withOption(name string, value any) *request {
	options := maps.Clone(req.options)
	options[name] = value
	return req.withOptions(options)
}

// withOptions returns the request with other options.
func (req *request) withOptions(options map[string]any) *request {
	changed := *req
	changed.options = options
	return &changed
}

// withID returns the request as that of another component.
func (req *request) withID(id customID) *request {
	changed := *req
	changed.id = &id
	return &changed
}

// withSettings returns the request with the settings of another guild or DM.
func (req *request) withSettings(s settings) *request {
	changed := *req
	changed.settings = s
	return &changed
}

// withPreferences returns the request of a user with other preferences, in their language.
func (req *request) withPreferences(p preferences, l *lang.Language) *request {
	changed := *req
	changed.prefs, changed.lang = p, l
	return &changed
}

// asModerator returns the request as that of a moderator.
func (req *request) asModerator() *request {
	changed := *req
	changed.by.Moderator = true
	return &changed
}

// readID reads the custom ID of a component or modal.
func (req *request) readID(text string) {
	if id, ok := parseCustomID(text); ok {
		req.id = &id
	}
}

// readOptions reads the options of a command, or of its subcommand.
func (req *request) readOptions(data dg.ApplicationCommandInteractionData) {
	req.options = map[string]any{}
	options := data.Options
	if len(options) == 1 && options[0] != nil && options[0].Type == dg.ApplicationCommandOptionSubCommand {
		options = options[0].Options
	}
	for _, o := range options {
		if o == nil {
			continue
		}
		req.options[o.Name] = o.Value
		if o.Focused {
			req.focused = o.Name
		}
	}
	if data.CommandType == dg.UserApplicationCommand {
		req.options["opponent"] = data.TargetID
	}
	if data.Resolved != nil {
		req.files, req.target = data.Resolved.Attachments, data.Resolved.Messages[data.TargetID]
		req.addUsers(data.Resolved.Users, data.Resolved.Members)
	}
}

// addUsers adds the users whose IDs an interaction has.
func (req *request) addUsers(users map[string]*dg.User, members map[string]*dg.Member) {
	for id, user := range users {
		req.addUser(user, members[id])
	}
}

// addUser adds a user whom the interaction describes, and if known, their guild member.
func (req *request) addUser(user *dg.User, member *dg.Member) {
	if user == nil {
		return
	}
	id, ok := message.Snowflake[game.PersonID](user.ID)
	if !ok {
		return
	}
	req.users[id] = user
	if member != nil {
		req.members[id] = member
	}
}

// text returns a text option; "" if it is not given.
func (req *request) text(name string) string {
	text, _ := req.options[name].(string)
	return strings.TrimSpace(text)
}

// boolean returns a boolean option, or a default if it is not given.
func (req *request) boolean(name string, byDefault bool) bool {
	if yes, ok := req.options[name].(bool); ok {
		return yes
	}
	return byDefault
}

// user returns a user option.
func (req *request) user(name string) (*dg.User, game.PersonID, bool) {
	id, ok := message.Snowflake[game.PersonID](req.text(name))
	return req.users[id], id, ok
}

// defaultRules returns the key of the rules of a game that names none: those of the guild, or in a DM those that players of
// the user's language know best.
func (req *request) defaultRules() string {
	if home := homeRules[req.lang.Code]; home != "" && req.i.GuildID == "" {
		return home
	}
	return req.settings.defaultRules()
}

// clock returns the clock that an option of a command names; false if it names none.
func (req *request) clock(option string) (clock game.Clock, named bool, err error) {
	typed := req.text(option)
	if typed == "" {
		return clock, false, nil
	}
	if found := when.Clocks(req.lang, typed); len(found) == 1 {
		return found[0], true, nil
	}
	return clock, false, errClock
}

// channelOf returns the channel of an option; 0 if it is not given.
func (req *request) channelOf(option string) game.RoomID {
	id, _ := message.Snowflake[game.RoomID](req.text(option))
	return id
}

// member returns the user of an option, or a default if it is not given.
func (req *request) member(option string, byDefault game.PersonID) game.PersonID {
	if _, id, ok := req.user(option); ok {
		return id
	}
	return byDefault
}

// action returns what a component or modal is for; "" of a command, or if its custom ID cannot be read.
func (req *request) action() action {
	if req.id == nil {
		return ""
	}
	return req.id.action
}

// detail returns what follows the first word of the arg of a custom ID, which names what it is about; "" of a command.
func (req *request) detail() string {
	if req.id == nil {
		return ""
	}
	_, detail, _ := strings.Cut(req.id.arg, " ")
	return detail
}

// isPrivate reports whether the component or modal of a private message was used.
func (req *request) isPrivate() bool {
	return req.i.Message != nil && req.i.Message.Flags&dg.MessageFlagsEphemeral != 0
}

// replacing returns the placement of a response that replaces a private message whose component was used.
func (req *request) replacing() delivery.Placement {
	if req.isPrivate() {
		return delivery.Replace
	}
	return delivery.Beside
}

// theme returns the theme of pictures that only the user sees.
func (req *request) theme() string {
	return cmp.Or(themeOf(req.prefs.Theme), themeOf(req.settings.Theme))
}

// side returns the side at the bottom of a board that only the user sees: the one to which they turned it, else the side
// they prefer, else their own, else that of the guild's boards.
func (req *request) side(g *game.Game) draughts.Side {
	if side, flipped := req.flipped(g); flipped {
		return side
	}
	if side, known := sideOf(req.prefs.View); known {
		return side
	}
	if side, plays := g.Side(req.by.Person); plays {
		return side
	}
	return req.settings.side(bottom(g))
}

// flipped returns the side to which the user turned the private boards of a game; false if they have not.
func (req *request) flipped(g *game.Game) (draughts.Side, bool) {
	return req.flips.Get(flipKey{req.by.Person, g.ID})
}

// page returns the words that identify a list, and the cursor of a page: those of a page button, or of the
// first page of the list that a command names.
func (req *request) page(named ...string) (list []string, from string, ok bool) {
	if req.id == nil {
		return named, "", true
	}
	words := strings.Split(req.id.arg, " ")
	if len(words) != len(named)+1 {
		return nil, "", false
	}
	return words[:len(named)], words[len(named)], true
}

// isGone reports whether a channel is gone, or closed to the bot. If Discord does not answer, it is not. A request asks
// about each channel once.
func (b *Bot) isGone(req *request, channel game.RoomID) bool {
	gone, known := req.gone[channel]
	if !known && channel != req.channel {
		_, err := b.discord.Parent(req, channel)
		gone = errors.Is(err, delivery.ErrUnreachable)
		req.gone[channel] = gone
	}
	return gone
}

// holds reports whether the user has a role of the guild.
func (req *request) holds(role game.RoleID) bool {
	return holds(req.i.Member, role)
}

func holds(member *dg.Member, role game.RoleID) bool {
	return role != 0 && member != nil && slices.Contains(member.Roles, role.String())
}

// roleOf returns the role of an option; 0 if it is not given, or everybody has it.
func (req *request) roleOf(option string) game.RoleID {
	role, _ := message.Snowflake[game.RoleID](req.text(option))
	if uint64(role) == uint64(req.place) {
		return 0
	}
	return role
}

// offer returns the offer of a button.
func (req *request) offer() (game.Offer, error) {
	i := slices.Index(offerActions[:], action(req.id.arg))
	if i < 0 {
		return 0, errUnknown
	}
	return game.Offer(i), nil
}

// isPersonal reports whether only the user sees what a request shows of a whole game: after a button, and in
// another guild than that of the game.
func (req *request) isPersonal(g *game.Game) bool { return req.id != nil || g.Place != req.place }

// look returns the language and the look of pictures of a whole game, for the user or for everybody.
func (req *request) look(g *game.Game, private bool) (*lang.Language, render.View) {
	if private {
		return req.lang, render.View{Theme: req.theme(), From: req.side(g)}
	}
	return req.public, render.View{Theme: themeOf(req.settings.Theme), From: req.settings.side(draughts.White)}
}

// private returns a private message with a sentence in the language of the user.
func (req *request) private(key string, values ...any) *message.Builder {
	m := &message.Builder{Private: true}
	m.Text(req.lang.Say(key, values...))
	return m
}

// linkTo returns a private message that links to the channel of a game.
func (req *request) linkTo(g *game.Game) *message.Builder { return req.shownIn(g.Room) }

// shownIn returns a private message that links to the channel that shows a game.
func (req *request) shownIn(channel game.RoomID) *message.Builder {
	return req.private("board.there", "channel", say.Channel(channel))
}

// poolNamed returns the rating pool of the rules that a command names; "" if it names none, or of a button.
func (req *request) poolNamed(key string) (string, error) {
	if key == "" || req.id != nil {
		return "", nil
	}
	if _, own := req.settings.ruleSet(key); key == puzzlesChoice || key == string(game.PuzzlePool) && !own {
		return string(game.PuzzlePool), nil
	}
	v, err := req.settings.variant(key)
	if err != nil {
		return "", err
	}
	return string(game.PoolOf(v)), nil
}

// poolName returns the name of a pool's rules, escaped.
func (req *request) poolName(l *lang.Language, p game.Pool) string {
	if p == game.PuzzlePool {
		return l.Say("puzzle.pool")
	}
	return say.Rules(l, req.settings.poolRules(p))
}

// puzzlesChoice is what /leaderboard offers for puzzles: no rule set has such a key.
const puzzlesChoice = "~puzzles"

// settingsOfGame returns the settings that apply to a game, and the language of its board.
func (b *Bot) settingsOfGame(req *request, g *game.Game) (*settings, *lang.Language, error) {
	if g.Place == req.place {
		return &req.settings, req.public, nil
	}
	return b.records.gameSettings(req, g)
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
		link = directLink
		if req.i.GuildID != "" {
			link = req.place.String()
		}
	}
	if req.i.Context == dg.InteractionContextBotDM || read == req.settings.Read && link == req.settings.Link {
		return
	}
	if err := change(req, b.referee, game.PlaceSettings(req.place), func(s *settings) { s.Read, s.Link = read, link }); err != nil {
		b.log.Warn("language and link not stored", "guild", req.place, "err", err)
	}
}
