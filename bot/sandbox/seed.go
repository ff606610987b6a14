package sandbox

import "fmt"

// welcome is what somebody who looks into the sandbox for the first time reads.
const welcome = "Welcome to the checkers club! To play, type `/challenge` and choose an opponent. They press **Accept**, and the board is here. " +
	"Move with `/move`, or with the menu under the board. `/help` says the rest."

// Seed peoples a sandbox in which nobody is yet: a club with a channel, two members to
// play and one who may also rule, and the bot. It tells whether there was anything to do.
func (s *Server) Seed() (bool, error) {
	s.mu.Lock()
	empty := len(s.world.Guilds) == 0 && len(s.world.Users) <= 1 // the bot is there from the beginning
	s.mu.Unlock()
	if !empty {
		return false, nil
	}
	var people []ID
	for _, name := range []string{"Cleo", "Anna", "Ben"} {
		id, err := s.Person(name)
		if err != nil {
			return false, err
		}
		people = append(people, id)
	}
	host := people[0]
	club, err := s.Guild("Checkers Club", host)
	if err != nil {
		return false, err
	}
	for _, who := range append(people[1:], s.AppID()) {
		if err := s.Join(club, who); err != nil {
			return false, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.Channels[club].Name = "checkers"
	if _, _, err := s.say(host, club, welcome); err != nil {
		return false, fmt.Errorf("welcome: %w", err)
	}
	return true, nil
}
