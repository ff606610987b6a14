package sandbox

import "slices"

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
	for _, a := range p.Files {
		w.forget(a.ID)
	}
}
