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
	if err := checkLocale(locale); err != nil {
		return err
	}
	return s.account(person, func(a *account) { a.Locale = locale })
}

func checkLocale(locale string) error {
	if !slices.Contains(locales, locale) {
		return fmt.Errorf("no language of Discord is called %.20q", locale)
	}
	return nil
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

// locales are the languages that Discord speaks.
var locales = strings.Fields(`ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id
	it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW`)
