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
	w.App.Profile = AppProfile{Tags: []string{}, Installs: map[string]Install{"0": {}, "1": {}}}
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
	Profile         AppProfile
}

// AppProfile is what people see of an app, and what it gets when it is added to a guild ("0") or by a user ("1").
type AppProfile struct {
	Description string             `json:"description"`
	Tags        []string           `json:"tags"`
	Installs    map[string]Install `json:"integration_types_config"`
}

// Install is what an app gets when it is added in one way.
type Install struct {
	Params *InstallParams `json:"oauth2_install_params,omitempty"`
}

// InstallParams are scopes and permissions.
type InstallParams struct {
	Scopes      []string    `json:"scopes"`
	Permissions Permissions `json:"permissions"`
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
