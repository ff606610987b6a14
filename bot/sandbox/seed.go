package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
)

// The people of a new world: two players, and the owner of the guild, who may moderate.
var (
	seededPlayers = []string{"Anna", "Ben"}
	seededOwner   = "Cleo"
)

// Seed fills an empty world so that somebody can play in it at once. It makes a guild with the name of
// the app, a channel #checkers, two players and a moderator, brings the bot in, and posts a welcome
// that says what to type first. It leaves a world with people as it is.
func (s *Server) Seed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.world.Users) > 1 || len(s.world.Guilds) > 0 {
		return nil // the bot itself is always there
	}
	people := map[string]ID{}
	for _, name := range slices.Concat(seededPlayers, []string{seededOwner}) {
		a, err := s.addUser(name)
		if err != nil {
			return fmt.Errorf("seed the sandbox: %w", err)
		}
		people[name] = a.ID
	}
	id, err := s.addGuild(s.world.App.Name, people[seededOwner], "checkers")
	if err != nil {
		return fmt.Errorf("seed the sandbox: %w", err)
	}
	g := s.world.Guilds[id]
	for _, name := range seededPlayers {
		s.join(g, people[name])
	}
	s.join(g, s.world.App.ID)
	if err := s.welcome(s.world.Channels[id], people); err != nil {
		return fmt.Errorf("seed the sandbox: %w", err)
	}
	return nil
}

// welcome posts what to do first, as a message of the bot.
func (s *Server) welcome(c *Channel, people map[string]ID) error {
	anna, ben := people[seededPlayers[0]], people[seededPlayers[1]]
	text, err := json.Marshal(map[string]any{
		"flags":            ComponentsV2,
		"allowed_mentions": map[string]any{"parse": []string{}},
		"components": []any{map[string]any{"type": Container, "accent_color": 0x4F7CAC, "components": []any{
			map[string]any{"type": TextDisplay, "content": "## Play a game"},
			map[string]any{"type": TextDisplay, "content": fmt.Sprintf(
				"1. Type `/challenge` in the box below and press Enter, twice.\n"+
					"2. Become <@%s> by clicking your own name, here or in a second window.\n"+
					"3. Press **Accept**, then choose a move below the board.", ben)},
			map[string]any{"type": TextDisplay, "content": fmt.Sprintf(
				"-# <@%s> and <@%s> play, <@%s> owns this server and may moderate. `/help` tells the rest.",
				anna, ben, people[seededOwner])},
		}}},
	})
	if err != nil {
		return err
	}
	b := body{at: newCheck()}
	if err := b.readJSON(text); err != nil {
		return err
	}
	params, err := s.compose(b, c.ID, nil, false)
	if err != nil {
		return err
	}
	s.send(c, &message{Message: Message{Author: s.user(s.world.App.ID), ApplicationID: s.world.App.ID}}, params)
	return nil
}
