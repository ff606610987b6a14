package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

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

// UserView is a person with what they have chosen.
type UserView struct {
	User
	Locale    string `json:"locale"`
	Installed bool   `json:"installed"`
	ClosedDMs bool   `json:"closed_dms"`
}

func (a *account) view() UserView {
	return UserView{a.User, a.Locale, a.Installed, a.ClosedDMs}
}

// addUser adds a user. Their name must be new.
func (s *Server) addUser(name string) (*account, error) {
	if n := utf8.RuneCountInString(name); n < 1 || n > 32 || strings.TrimSpace(name) != name {
		return nil, fmt.Errorf("a name has 1 to 32 characters and no space around it, not %.40q", name)
	}
	for _, a := range s.world.Users {
		if strings.EqualFold(a.Username, name) {
			return nil, fmt.Errorf("there is already a user named %q", name)
		}
	}
	if len(s.world.Users) >= maxPeople {
		return nil, errors.New("there is no room for more people")
	}
	a := &account{User: User{ID: s.nextID(), Username: strings.ToLower(name), Discriminator: "0", GlobalName: &name}, Locale: "en-US"}
	s.world.Users[a.ID] = a
	s.publish(&Event{Kind: "people"})
	return a, nil
}

// A UserChange is what a person changes of their own. A field that is nil stays as it is.
type UserChange struct {
	Locale    *string `json:"locale"`
	Installed *bool   `json:"installed"`  // the app, for themselves
	ClosedDMs *bool   `json:"closed_dms"` // refuse direct messages from apps
}

func (u UserChange) check() error {
	if u.Locale != nil && !slices.Contains(locales, *u.Locale) {
		return fmt.Errorf("no language of Discord is called %.20q", *u.Locale)
	}
	return nil
}

// locales are the languages that Discord speaks.
var locales = strings.Fields(`ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id
	it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW`)
