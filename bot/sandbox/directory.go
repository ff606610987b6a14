package sandbox

import "slices"

// World is who and what there is, for a script to find its way.
type World struct {
	App       User       `json:"app"`
	PublicKey string     `json:"public_key"`
	People    []Resident `json:"people"`
	Guilds    []Realm    `json:"guilds"`
	Channels  []Place    `json:"channels"`
	Locales   []string   `json:"locales"`   // that people can choose
	Connected int        `json:"connected"` // sessions of the bot at the gateway
}

// Resident is a person with what they have chosen.
type Resident struct {
	User
	Locale    string `json:"locale"`
	Installed bool   `json:"installed"`
	ClosedDMs bool   `json:"closed_dms"`
}

func (a *account) resident() Resident {
	return Resident{a.User.shown(), a.Locale, a.Installed, a.ClosedDMs}
}

// Realm is a server with who is in it.
type Realm struct {
	ID      ID     `json:"id"`
	Name    string `json:"name"`
	Owner   ID     `json:"owner"`
	Members []ID   `json:"members"`
}

// Place is a channel as people see it.
type Place struct {
	ID         ID          `json:"id"`
	Kind       ChannelKind `json:"type"`
	Guild      ID          `json:"guild,omitzero"`
	Parent     ID          `json:"parent,omitzero"`
	Name       string      `json:"name"`
	Recipients []ID        `json:"recipients,omitempty"`
	Archived   bool        `json:"archived,omitempty"`
	Locked     bool        `json:"locked,omitempty"`
	// Latest is the newest message that the person sees there; Closed says that they
	// may not write. A world, which nobody in particular looks at, has neither.
	Latest ID   `json:"latest,omitzero"`
	Closed bool `json:"closed,omitempty"`
}

func (c *Channel) place() Place {
	return Place{ID: c.ID, Kind: c.Kind, Guild: c.Guild, Parent: c.Parent, Name: c.Name, Recipients: c.Recipients, Archived: c.Archived, Locked: c.Locked}
}

// placeFor is a channel as one person sees it.
func (s *Server) placeFor(c *Channel, who ID) Place {
	shown := c.place()
	for _, p := range slices.Backward(c.Posts) {
		if p.visible(who) {
			shown.Latest = p.ID
			break
		}
	}
	shown.Closed = !s.mayWrite(who, c)
	return shown
}
