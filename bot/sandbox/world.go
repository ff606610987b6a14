package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits that keep the sandbox bounded, whatever is done with it.
const (
	maxPosts     = 500      // messages kept in one channel
	maxFileBytes = 64 << 20 // attachments kept in all
	maxPeople    = 20_000
	maxGuilds    = 5_000
	maxChannels  = 50_000
)

// world is all that there is, and all that the state file keeps.
type world struct {
	App      App
	Users    map[ID]*account
	Guilds   map[ID]*Guild
	Channels map[ID]*Channel
	Files    map[ID]*stored
	Commands []*Command
	Last     ID // the newest id given

	fileBytes int
	fileOrder []ID   // oldest first
	oldURL    string // where a saved world was served
}

func newWorld(app App) *world {
	w := &world{
		App:   app,
		Users: map[ID]*account{}, Guilds: map[ID]*Guild{}, Channels: map[ID]*Channel{}, Files: map[ID]*stored{},
	}
	w.Users[app.ID] = &account{User: User{ID: app.ID, Username: app.Name, Bot: true}, Locale: "en-US"}
	return w
}

// App is the application whose bot is being tried.
type App struct {
	ID              ID
	Name            string
	Token           string // without "Bot "
	Seed            []byte // of the ed25519 key that signs interactions
	InteractionsURL string
	// Privileged are the privileged intents that the app may ask for.
	Privileged Intents
}

// A User is a person or a bot, as everybody sees them.
type User struct {
	ID            ID      `json:"id"`
	Username      string  `json:"username"`
	Discriminator string  `json:"discriminator"`
	GlobalName    *string `json:"global_name"`
	Avatar        *string `json:"avatar"`
	Bot           bool    `json:"bot,omitempty"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	PrimaryGuild  *string `json:"primary_guild"`
}

// account is a user with what only Discord knows of them.
type account struct {
	User
	Locale    string
	Installed bool // has the app installed for themselves
	ClosedDMs bool
}

// A Guild is a server.
type Guild struct {
	ID      ID
	Name    string
	Owner   ID
	Locale  string
	Members map[ID]*Member
}

// A Member is somebody's place in a server.
type Member struct {
	Nick        string
	Joined      time.Time
	Permissions Permissions
}

// ChannelKind is what a channel is, by Discord's numbers.
type ChannelKind int

const (
	TextChannel    ChannelKind = 0
	DirectMessages ChannelKind = 1
	GroupMessages  ChannelKind = 3
	PublicThread   ChannelKind = 11
	PrivateThread  ChannelKind = 12
)

func (k ChannelKind) private() bool { return k == DirectMessages || k == GroupMessages }
func (k ChannelKind) thread() bool  { return k == PublicThread || k == PrivateThread }

// A Channel is a place where messages are.
type Channel struct {
	ID         ID
	Kind       ChannelKind
	Guild      ID // zero in private
	Parent     ID // of a thread
	Name       string
	Owner      ID   // of a thread
	Recipients []ID // of private channels; members of threads
	Overwrites map[ID]Overwrite
	Archived   bool
	Locked     bool
	AutoHide   int // minutes until a thread is archived, as told
	Slow       int // seconds between messages of one person, as told
	Posts      []*post
	Sent       int // messages ever sent here
}

func (c *Channel) recipient(who ID) bool { return slices.Contains(c.Recipients, who) }

// post finds a message of the channel by its id.
func (c *Channel) post(id ID) *post {
	i, ok := slices.BinarySearchFunc(c.Posts, id, func(p *post, id ID) int {
		switch {
		case p.ID < id:
			return -1
		case p.ID > id:
			return 1
		}
		return 0
	})
	if !ok {
		return nil
	}
	return c.Posts[i]
}

// keep stores a file and forgets the oldest ones when there is no room.
func (w *world) keep(f *stored) {
	w.Files[f.ID] = f
	w.fileOrder = append(w.fileOrder, f.ID)
	w.fileBytes += len(f.Bytes)
	for w.fileBytes > maxFileBytes && len(w.fileOrder) > 1 {
		w.forget(w.fileOrder[0])
	}
}

func (w *world) forget(id ID) {
	if f := w.Files[id]; f != nil {
		w.fileBytes -= len(f.Bytes)
		delete(w.Files, id)
	}
	if i := slices.Index(w.fileOrder, id); i >= 0 {
		w.fileOrder = slices.Delete(w.fileOrder, i, i+1)
	}
}

// drop forgets a message's files.
func (w *world) drop(p *post) {
	for _, a := range p.Attachments {
		w.forget(a.ID)
	}
}

// Person adds somebody to Discord. Their name must be new.
func (s *Server) Person(name string) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bear(name)
}

func (s *Server) bear(name string) (ID, error) {
	if n := utf8.RuneCountInString(name); n < 1 || n > 32 || strings.TrimSpace(name) != name {
		return 0, fmt.Errorf("a name has 1 to 32 characters and no space around it, not %.40q", name)
	}
	for _, a := range s.world.Users {
		if strings.EqualFold(a.Username, name) {
			return 0, fmt.Errorf("there is already somebody named %q", name)
		}
	}
	if len(s.world.Users) >= maxPeople {
		return 0, errors.New("there is no room for more people")
	}
	id := s.nextID()
	shown := name
	s.world.Users[id] = &account{User: User{ID: id, Username: strings.ToLower(name), GlobalName: &shown}, Locale: "en-US"}
	s.peopled()
	return id, nil
}

// peopled tells that somebody came, went or changed.
func (s *Server) peopled() {
	s.tell(&Event{Kind: "people"})
	s.touch()
}

// SetLocale says which language a person's Discord is in.
func (s *Server) SetLocale(person ID, locale string) error {
	if !locales[locale] {
		return fmt.Errorf("no language of Discord is called %.20q", locale)
	}
	return s.account(person, func(a *account) { a.Locale = locale })
}

// Install says whether a person has the app installed for themselves.
func (s *Server) Install(person ID, installed bool) error {
	return s.account(person, func(a *account) { a.Installed = installed })
}

// CloseDMs says whether a person refuses direct messages from apps.
func (s *Server) CloseDMs(person ID, closed bool) error {
	return s.account(person, func(a *account) { a.ClosedDMs = closed })
}

func (s *Server) account(person ID, change func(*account)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.world.Users[person]
	if a == nil {
		return refuse(CodeUnknownUser)
	}
	change(a)
	s.peopled()
	return nil
}

// Guild founds a server with one channel, "general", whose id is that of the server,
// as it was in Discord's youth. The bot is not in it until it joins.
func (s *Server) Guild(name string, owner ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.world.Users[owner] == nil {
		return 0, refuse(CodeUnknownUser)
	}
	return s.found(name, owner, "general")
}

func (s *Server) found(name string, owner ID, channel string) (ID, error) {
	if len(s.world.Guilds) >= maxGuilds || len(s.world.Channels) >= maxChannels {
		return 0, errors.New("there is no room for more servers")
	}
	id := s.nextID()
	s.world.Guilds[id] = &Guild{ID: id, Name: name, Owner: owner, Locale: "en-US", Members: map[ID]*Member{
		owner: {Joined: s.clock.Now(), Permissions: Usual},
	}}
	s.world.Channels[id] = &Channel{ID: id, Kind: TextChannel, Guild: id, Name: channel}
	s.peopled()
	return id, nil
}

// Join brings a person, or the bot by its id, into a server.
func (s *Server) Join(guild, who ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return refuse(CodeUnknownGuild)
	}
	if s.world.Users[who] == nil {
		return refuse(CodeUnknownUser)
	}
	s.join(g, who)
	return nil
}

func (s *Server) join(g *Guild, who ID) {
	if g.Members[who] != nil {
		return
	}
	g.Members[who] = &Member{Joined: s.clock.Now(), Permissions: Usual}
	if who == s.world.App.ID {
		s.emit("GUILD_CREATE", needGuilds, g.ID, s.guildEvent(g))
	}
	s.peopled()
}

// Leave takes a person or the bot out of a server.
func (s *Server) Leave(guild, who ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return refuse(CodeUnknownGuild)
	}
	delete(g.Members, who)
	if who == s.world.App.ID {
		s.emit("GUILD_DELETE", needGuilds, guild, map[string]any{"id": guild})
	}
	s.peopled()
	return nil
}

// Channel opens a text channel in a server.
func (s *Server) Channel(guild ID, name string) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.world.Guilds[guild] == nil {
		return 0, refuse(CodeUnknownGuild)
	}
	return s.open(&Channel{Kind: TextChannel, Guild: guild, Name: name})
}

// Group opens a group of direct messages among people. Bots cannot be in one; an app
// that somebody installed for themselves can be used in it.
func (s *Server) Group(people ...ID) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range people {
		if a := s.world.Users[p]; a == nil || a.Bot {
			return 0, refuse(CodeUnknownUser)
		}
	}
	return s.open(&Channel{Kind: GroupMessages, Recipients: slices.Clone(people)})
}

func (s *Server) open(c *Channel) (ID, error) {
	if len(s.world.Channels) >= maxChannels {
		return 0, errors.New("there is no room for more channels")
	}
	if c.ID == 0 {
		c.ID = s.nextID()
	}
	s.world.Channels[c.ID] = c
	s.tellChannel(c, "CREATE")
	return c.ID, nil
}

// tellChannel tells the bot, and people, that a channel was opened, changed or removed:
// CREATE, UPDATE or DELETE. Of private ones the bot hears when something is said there.
func (s *Server) tellChannel(c *Channel, what string) {
	if c.Kind.thread() {
		s.emit("THREAD_"+what, needGuilds, c.Guild, s.showChannel(c))
	} else if !c.Kind.private() {
		s.emit("CHANNEL_"+what, needGuilds, c.Guild, s.showChannel(c))
	}
	s.tell(&Event{Kind: "channel", Channel: c.ID})
	s.touch()
}

// direct is the channel of direct messages between a person and the bot.
func (s *Server) direct(person ID) (*Channel, error) {
	for _, c := range s.world.Channels {
		if c.Kind == DirectMessages && c.recipient(person) {
			return c, nil
		}
	}
	c := &Channel{Kind: DirectMessages, Recipients: []ID{s.world.App.ID, person}}
	_, err := s.open(c)
	return c, err
}

// RemoveChannel deletes a channel with its threads and everything in them.
func (s *Server) RemoveChannel(id ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[id]
	if c == nil {
		return refuse(CodeUnknownChannel)
	}
	s.removeChannel(c)
	return nil
}

func (s *Server) removeChannel(c *Channel) {
	for _, p := range c.Posts {
		s.world.drop(p)
	}
	delete(s.world.Channels, c.ID)
	s.tellChannel(c, "DELETE")
	for _, thread := range s.world.Channels {
		if thread.Kind.thread() && thread.Parent == c.ID {
			s.removeChannel(thread)
		}
	}
}

// RemoveMessage deletes a message, as a moderator would.
func (s *Server) RemoveMessage(channel, message ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[channel]
	if c == nil {
		return refuse(CodeUnknownChannel)
	}
	p := c.post(message)
	if p == nil {
		return refuse(CodeUnknownMessage)
	}
	s.remove(c, p)
	return nil
}

// Permit sets what somebody may do in a server.
func (s *Server) Permit(guild, who ID, p Permissions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return refuse(CodeUnknownGuild)
	}
	m := g.Members[who]
	if m == nil {
		return refuse(CodeUnknownMember)
	}
	m.Permissions = p
	s.peopled()
	return nil
}

// Overwrite changes what somebody may do in one channel.
func (s *Server) Overwrite(channel, who ID, o Overwrite) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.world.Channels[channel]
	if c == nil || c.Kind != TextChannel {
		return refuse(CodeUnknownChannel)
	}
	if c.Overwrites == nil {
		c.Overwrites = map[ID]Overwrite{}
	}
	c.Overwrites[who] = o
	s.tellChannel(c, "UPDATE")
	return nil
}

// locales are the languages that Discord speaks.
var locales = func() map[string]bool {
	set := map[string]bool{}
	for _, l := range strings.Fields(`id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no
		pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko ar he`) {
		set[l] = true
	}
	return set
}()
