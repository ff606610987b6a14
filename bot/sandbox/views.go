package sandbox

import "slices"

// World lists everything that exists, so that a script can find the ids.
type World struct {
	App       User          `json:"app"`
	PublicKey string        `json:"public_key"`
	People    []UserView    `json:"people"`
	Guilds    []GuildView   `json:"guilds"`
	Channels  []ChannelView `json:"channels"`
	Locales   []string      `json:"locales"`   // that people can choose
	Connected int           `json:"connected"` // sessions of the bot at the gateway
}

// UserView is a person with what they have chosen.
type UserView struct {
	User
	Locale    string `json:"locale"`
	Installed bool   `json:"installed"`
	ClosedDMs bool   `json:"closed_dms"`
}

func (a *account) view() UserView {
	return UserView{a.User.shown(), a.Locale, a.Installed, a.ClosedDMs}
}

// GuildView is a server with who is in it.
type GuildView struct {
	ID      ID     `json:"id"`
	Name    string `json:"name"`
	Owner   ID     `json:"owner"`
	Members []ID   `json:"members"`
}

// ChannelView is a channel as people see it.
type ChannelView struct {
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

func (c *Channel) summary() ChannelView {
	return ChannelView{ID: c.ID, Kind: c.Kind, Guild: c.Guild, Parent: c.Parent, Name: c.Name, Recipients: c.Recipients, Archived: c.Archived, Locked: c.Locked}
}

// channelFor returns a channel as one person sees it.
func (s *Server) channelFor(c *Channel, who ID) ChannelView {
	shown := c.summary()
	for _, m := range slices.Backward(c.Messages) {
		if m.visible(who) {
			shown.Latest = m.ID
			break
		}
	}
	shown.Closed = !s.mayWrite(who, c)
	return shown
}
