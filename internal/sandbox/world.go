package sandbox

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"slices"
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
	Last     ID            // the newest id given
	Ahead    time.Duration `json:",omitzero"` // how far the clock has been moved

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
