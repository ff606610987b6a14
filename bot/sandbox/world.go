package sandbox

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// Limits that keep the sandbox bounded, whatever is done with it.
const (
	maxMessages  = 500      // messages kept in one channel
	maxFileBytes = 64 << 20 // attachments kept in all
	maxPeople    = 20_000
	maxChannels  = 50_000
)

// world is all that there is, and all that the state file keeps.
type world struct {
	App      App
	Users    map[ID]*account
	Guilds   map[ID]*Guild
	Channels map[ID]*Channel
	Files    map[ID]*file
	Commands []*Command
	Last     ID // the newest id given

	fileBytes int
}

// newWorld makes a world that has only the app.
func newWorld(app ID) *world {
	w := &world{
		App:   App{ID: app, Name: "Double Corner", Seed: make([]byte, ed25519.SeedSize)},
		Users: map[ID]*account{}, Guilds: map[ID]*Guild{}, Channels: map[ID]*Channel{}, Files: map[ID]*file{},
	}
	rand.Read(w.App.Seed)
	secret := rand.Text()
	w.App.Token = base64.RawURLEncoding.EncodeToString([]byte(app.String())) + "." + secret[:6] + "." + secret[6:]
	w.Users[app] = &account{User: User{ID: app, Username: w.App.Name, Discriminator: "0", Bot: true}, Locale: "en-US"}
	return w
}

// App is the application whose bot is being tried.
type App struct {
	ID              ID
	Name            string
	Token           string // without "Bot "
	Seed            []byte // of the ed25519 key that signs interactions
	InteractionsURL string
}

// addFile stores a file and removes the oldest ones if there is no room.
func (w *world) addFile(f *file) {
	w.Files[f.ID] = f
	w.fileBytes += len(f.Bytes)
	for w.fileBytes > maxFileBytes {
		w.removeFile(slices.Min(slices.Collect(maps.Keys(w.Files))))
	}
}

func (w *world) removeFile(id ID) {
	if f := w.Files[id]; f != nil {
		w.fileBytes -= len(f.Bytes)
		delete(w.Files, id)
	}
}

// removeFiles removes the files of a message.
func (w *world) removeFiles(m *message) {
	for _, a := range m.Files {
		w.removeFile(a.ID)
	}
}

// ID is a snowflake, which holds the time when it was made. Zero is no id.
type ID uint64

// epoch is the first second of 2015, from which Discord counts.
var epoch = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)

// ParseID reads an id as Discord writes it, in decimal digits.
func ParseID(s string) (ID, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 || n >= 1<<63 {
		return 0, fmt.Errorf("%.30q is not an id", s)
	}
	return ID(n), nil
}

func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// Time says when the id was made, to the millisecond.
func (id ID) Time() time.Time {
	return epoch.Add(time.Duration(id>>22) * time.Millisecond)
}

// MarshalText makes ids strings in JSON, as Discord has them: they do not fit into the numbers of JavaScript.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

func (id *ID) UnmarshalText(text []byte) error {
	if string(text) == "0" {
		*id = 0
		return nil
	}
	parsed, err := ParseID(string(text))
	*id = parsed
	return err
}

// Seed fills an empty world so that people can play in it at once. It makes a guild with the name of the app, a
// channel #checkers, the players Anna and Ben, and Cleo, who owns the guild and may moderate; it brings the bot
// in, and sends a welcome that says what to type first. It leaves a world with people as it is.
func (s *Server) Seed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.world.Users) > 1 || len(s.world.Guilds) > 0 {
		return nil // the bot itself is always there
	}
	var people []ID
	for _, name := range []string{"Anna", "Ben", "Cleo"} {
		a, err := s.addUser(name)
		if err != nil {
			return fmt.Errorf("seed the sandbox: %w", err)
		}
		people = append(people, a.ID)
	}
	anna, ben, cleo := people[0], people[1], people[2]
	g := s.addGuild(s.world.App.Name, cleo, "checkers")
	for _, who := range []ID{anna, ben, s.world.App.ID} {
		s.join(g, who)
	}
	g.Roles[0].Permissions = ManageRoles // the bot's own role
	for _, name := range []string{"Director", "Champion"} {
		s.addRole(g, Role{Name: name})
	}
	// The first game is played where its players are, not in a thread of its own.
	s.world.Channels[g.ID].Overwrites = map[ID]Overwrite{s.world.App.ID: {Deny: CreatePublicThread}}
	welcome := []Component{
		{Kind: TextDisplay, ID: 2, Content: "## Play a game"},
		{Kind: TextDisplay, ID: 3, Content: fmt.Sprintf(
			"1. Type `/challenge` in the box below and press Enter, twice.\n"+
				"2. Become <@%s> by clicking your own name, here or in a second window.\n"+
				"3. Press **Accept**, then choose a move below the board.\n"+
				"Alone? Type `/help`, and press **Play me** below the list. `/puzzle` has something to solve.", ben)},
		{Kind: TextDisplay, ID: 4, Content: fmt.Sprintf(
			"-# <@%s> and <@%s> play, <@%s> owns this server and may moderate. `/help` tells the rest.", anna, ben, cleo)},
	}
	container := Component{Kind: Container, ID: 1, AccentColor: json.RawMessage(strconv.Itoa(0x4F7CAC)), Spoiler: new(false), Components: welcome}
	d := &draft{pings: func(ID) bool { return false }}
	d.Author, d.ApplicationID, d.Flags, d.Components = s.user(s.world.App.ID), s.world.App.ID, ComponentsV2, []Component{container}
	s.send(s.world.Channels[g.ID], d)
	return nil
}
